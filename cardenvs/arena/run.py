"""`arena`: plays a match of bots to its end, in one process, several, or on a cluster, and says what it came to."""

import concurrent.futures
import contextlib
import dataclasses
import itertools
import multiprocessing
import os
import pathlib
import pickle
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any

import numpy as np

from ..agents import TIME_LIMIT
from ..agents.bot import Bot
from ..cluster import Address, RayPool, connected, processors
from ..core.rules import Rules
from ..errors import InvalidArgument
from ..files import check_place
from ..games import spec
from ..records import write
from .journal import Journal
from .match import Match, Part, Plan
from .ratings import Rating, rate
from .result import CONFIDENCE, Result, result
from .stopping import stopped_at

__all__ = ["Chunks", "arena", "checked_plan", "played", "values_of"]

PENALTY = 100
"""Units of the game's rules that a forfeited game costs, unless told otherwise."""
STEP = 500
"""Deals that are played between looks, at most, where it may be time to stop."""
KEEP, FEW = 10.0, 8
"""Seconds that a chunk should take where finished deals are kept, and the deals of the first one."""
SHARES = 4
"""Chunks for each worker, at least: the last one to finish should not keep the others waiting for long."""


def arena(
    game: str | Rules,
    bots: Sequence[str | pathlib.Path | Bot],
    *,
    deals: int = 2000,
    seed: int = 0,
    stop: float | None = None,
    batch: int = 4096,
    workers: int = 1,
    ray: Address = None,
    record: str | os.PathLike[str] | None = None,
    resume: str | os.PathLike[str] | None = None,
    ratings: bool = False,
    penalty: int | None = None,
    time_limit: float = TIME_LIMIT,
    progress: bool | None = None,
    **options: Any,
) -> Result:
    """Plays bots against each other on duplicate deals.

    Args:
        game: its name, or its rules.
        bots: players as `cardenvs.agents.make_bot` takes them; the same one may play several parts.
        deals: how many deals, at least 2.
        seed: fixes the deals and the bots' chance; any integer.
        stop: stops before all deals are played, at the first look (`stopping.LOOK`) at which the interval of each
            difference either excludes zero or reaches no further than `stop` to each side. 0: only by excluding it.
        batch: about how many games are played at once; the result does not depend on it.
        workers: how many processes play; the result does not depend on it. Each makes its own bots: players that are
            objects have to be picklable, and a script has to keep its own call under ``if __name__ == "__main__":``.
        ray: plays on all processors of a Ray cluster instead (`cluster.Address`); the result does not depend on it.
        record: a file to write all games to (`cardenvs.records`), whole, at the end.
        resume: a file to which finished deals are added as they end; if it is there already, play goes on from it.
        ratings: rate the bots too (`ratings.rate`); needs the extra ``[ratings]``.
        penalty: what a seat pays whose player fails (a program that crashes, plays what it may not, or takes too
            long), in the game's chips or points; all other payments of that game are void. None: 100 units.
        time_limit: seconds that a program has for a move.
        progress: shows a bar on standard error; None: if that is a terminal.
        **options: the game's.

    Raises:
        UnknownGame, InvalidOption, InvalidArgument, InvalidFile: no such game, option, bot or number; a file that
            can't be written, or is damaged or of another match.
        IllegalAction: a bot that is no program played what the rules forbid.
    """
    rules = spec(game) if isinstance(game, str) else game
    chosen = rules.options(**options)
    plan = checked_plan(rules, chosen, bots, deals, seed, penalty, time_limit, record is not None)
    if record is not None:
        check_place(record)
    match, parts = played(plan, stop, batch, workers, resume, progress, ray)
    values = values_of(parts, stop)
    if record is not None:
        kept = [game for part in parts for game in part.games if game.deal < len(values)]
        write(record, rules, chosen, kept, {"by": "arena", "seed": plan.seed, "penalty": plan.penalty})
    rated: tuple[Rating, ...] = ()
    if ratings and len(bots) > 1:
        rated = rate(match.labels, ((range(len(bots)), payoffs) for payoffs in values[:, :, 0]))
    return result(match, values, stop, rated)


def checked_plan(
    rules: Rules,
    options: Any,
    bots: Sequence[str | pathlib.Path | Bot],
    deals: int,
    seed: int,
    penalty: int | None,
    time_limit: float,
    record: bool = False,
) -> Plan:
    """What `arena` is asked for, checked.

    Raises:
        InvalidArgument: a number out of range.
    """
    _at_least("deals", deals, 2)
    _at_least("bots", len(bots), 1)
    if not isinstance(seed, int | np.integer):
        raise InvalidArgument(f"seed: want an integer, got {seed!r}")
    cost = PENALTY * rules.unit(options) if penalty is None else penalty
    _at_least("penalty", cost, 0)
    return Plan(rules, options, tuple(bots), int(seed), int(deals), int(cost), time_limit, record)


def played(
    plan: Plan,
    stop: float | None,
    batch: int,
    workers: int,
    resume: str | os.PathLike[str] | None,
    progress: bool | None,
    ray: Address = None,
) -> tuple[Match, list[Part]]:
    """Plays a match; its parts in order of their deals, from deal 0 on: all of them, or those that were enough to stop.

    Raises:
        InvalidArgument, InvalidFile, IllegalAction: as `arena`.
    """
    for name, value in (("batch", batch), ("workers", workers)):
        _at_least(name, value, 1)
    if stop is not None and not stop >= 0:
        raise InvalidArgument(f"stop: want a half-width of at least 0, or None, got {stop!r}")
    if ray and workers > 1:
        raise InvalidArgument(f"workers: want 1 with ray, which uses what the cluster has, got {workers}")
    with connected(ray), contextlib.closing(Match(plan)) as match:
        return match, _played(match, stop, batch, workers, resume, progress, bool(ray))


def values_of(parts: list[Part], stop: float | None) -> np.ndarray:
    """The values (see `Part`) of the deals that count: all that were asked for, or those up to the stop."""
    values = np.concatenate([part.values for part in parts])
    return values[: _enough(values, stop)]


def _played(
    match: Match,
    stop: float | None,
    batch: int,
    workers: int,
    resume: str | os.PathLike[str] | None,
    progress: bool | None,
    ray: bool,
) -> list[Part]:
    """Plays what is missing of a match, see `played`."""
    deals = match.plan.deals
    journal = None if resume is None else Journal(resume, match)
    size = max(1, batch // len(match.seatings))
    if stop is not None:
        size = min(size, STEP)
    at_once = processors() if ray else workers
    if at_once > 1:
        size = min(size, max(1, -(-deals // (SHARES * at_once))))
    missing = [(0, deals)] if journal is None else journal.missing(deals)
    chunks = Chunks(missing, size, timed=journal is not None)
    parts = [] if journal is None else [_first_deals(part, deals) for part in journal.parts if part.first < deals]
    with _Bar(progress, deals) as advance, contextlib.closing(_stream(match, chunks, workers, ray)) as stream:
        advance(sum(len(part.values) for part in parts))
        for part in itertools.chain([None], stream):
            if part is not None:
                parts.append(part)
                advance(len(part.values))
                if journal is not None:
                    journal.add(part)
            run = _leading(parts)
            if stop is not None and run and _enough(np.concatenate([part.values for part in run]), stop):
                return run
    return _leading(parts)


def _first_deals(part: Part, deals: int) -> Part:
    """A part without what lies beyond the deals wanted."""
    games = tuple(game for game in part.games if game.deal < deals)
    return Part(part.first, part.values[: deals - part.first], games)


def _leading(parts: list[Part]) -> list[Part]:
    """The parts, in order, that follow each other without a gap from deal 0 on."""
    run, done = [], 0
    for part in sorted(parts, key=lambda part: part.first):
        if part.first != done:
            break
        run.append(part)
        done += len(part.values)
    return run


def _enough(values: np.ndarray, stop: float | None) -> int | None:
    """After how many deals it was time to stop; None: it is not."""
    bots = values.shape[1]
    if stop is None or bots < 2:
        return None
    pairs = [values[:, a, 0] - values[:, b, 0] for a, b in itertools.combinations(range(bots), 2)]
    return stopped_at(np.stack(pairs, axis=1), stop, 1 - CONFIDENCE)


class Chunks:
    """Hands out the deals that are missing, some at a time.

    Args:
        missing: (first, how many), ascending.
        most: deals in a chunk.
        timed: what has been played is kept: begin with few deals, and hand out what takes about `KEEP` seconds.
    """

    def __init__(self, missing: list[tuple[int, int]], most: int, *, timed: bool) -> None:
        self._missing, self._most, self._timed = list(reversed(missing)), most, timed
        self._size = min(FEW, most) if timed else most

    def __bool__(self) -> bool:
        return bool(self._missing)

    def take(self) -> tuple[int, int]:
        """The next chunk: (first, how many)."""
        first, many = self._missing.pop()
        deals = min(many, self._size)
        if deals < many:
            self._missing.append((first + deals, many - deals))
        return first, deals

    def took(self, deals: int, seconds: float) -> None:
        """Says how long a chunk took."""
        if self._timed:
            fit = int(deals * KEEP / max(seconds, 1e-3))
            self._size = max(1, min(fit, FEW * deals, self._most))


def _stream(match: Match, chunks: Chunks, workers: int, ray: bool) -> Generator[Part]:
    """The parts, as they are finished."""
    if workers == 1 and not ray:
        while chunks:
            part, seconds = _timed(match, *chunks.take())
            chunks.took(len(part.values), seconds)
            yield part
        return
    pending: set[concurrent.futures.Future[tuple[Part, float]]] = set()
    with _pool(match, workers, ray) as pool:
        while chunks or pending:
            most = 2 * (processors() if ray else workers)  # a cluster grows and shrinks
            while chunks and len(pending) < most:
                pending.add(pool.submit(_play, *chunks.take()))
            done, pending = concurrent.futures.wait(pending, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                part, seconds = future.result()
                chunks.took(len(part.values), seconds)
                yield part


@contextlib.contextmanager
def _pool(match: Match, workers: int, ray: bool) -> Iterator[concurrent.futures.Executor]:
    """Processes that have taken up a match, here or on the cluster; what they have not finished at the end is dropped."""
    plan = _plan_to_go(match)
    try:
        if ray:
            pool: concurrent.futures.Executor = RayPool(_take_up, (plan,))
        else:
            pickle.dumps(plan)
            context = multiprocessing.get_context("spawn")
            pool = concurrent.futures.ProcessPoolExecutor(workers, context, initializer=_take_up, initargs=(plan,))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        name = "ray" if ray else "workers"
        raise InvalidArgument(f"{name}: a bot can't be taken to another process ({error})") from error
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _plan_to_go(match: Match) -> Plan:
    """A match's plan for another process, which may have none of the bots' files: those bots go along."""
    bots = [
        made if isinstance(given, str | pathlib.Path) and pathlib.Path(given).is_file() else given
        for given, made in zip(match.plan.bots, match.bots, strict=True)
    ]
    return dataclasses.replace(match.plan, bots=tuple(bots))


def _timed(match: Match, first: int, deals: int) -> tuple[Part, float]:
    """Some deals played, and how many seconds that took."""
    since = time.perf_counter()
    return match.play(first, deals), time.perf_counter() - since


_MATCH: Match | None = None
"""The match that this process, a worker, has a share in."""


def _take_up(plan: Plan) -> None:
    global _MATCH
    if _MATCH is not None:  # a worker of a cluster lives on
        _MATCH.close()
    _MATCH = Match(plan)


def _play(first: int, deals: int) -> tuple[Part, float]:
    assert _MATCH is not None, "a worker takes up the match first"
    return _timed(_MATCH, first, deals)


def _at_least(name: str, value: Any, low: int) -> None:
    if not isinstance(value, int | np.integer) or value < low:
        raise InvalidArgument(f"{name}: want an integer of at least {low}, got {value!r}")


class _Bar:
    """A progress bar on standard error, or nothing; `with` gives the function that moves it on."""

    def __init__(self, shown: bool | None, total: int) -> None:
        self._shown = sys.stderr.isatty() if shown is None else shown
        self._total = total

    def __enter__(self) -> Callable[[int], None]:
        if not self._shown:
            return lambda done: None
        from rich.console import Console
        from rich.progress import Progress

        self._progress = Progress(console=Console(stderr=True, force_terminal=True), transient=True)
        self._progress.start()
        task = self._progress.add_task("deals", total=self._total)
        return lambda done: self._progress.advance(task, done)

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._progress.stop()
