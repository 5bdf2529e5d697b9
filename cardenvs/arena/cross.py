"""Every bot against every other: the cross-table, with ratings and Nash averaging over it."""

import dataclasses
import itertools
import json
import os
import pathlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..agents import TIME_LIMIT
from ..agents.bot import Bot
from ..cluster import Address, connected
from ..core.rules import Rules
from ..errors import InvalidArgument, InvalidFile
from ..files import write_whole
from ..games import spec
from .match import Match, labels
from .ratings import Rating, nash_average, rate, ratings_available
from .result import Estimate, estimate, forfeited, rich_table
from .run import checked_plan, played, values_of

if TYPE_CHECKING:
    from rich.console import Group

__all__ = ["CrossTable", "Pair", "cross_table"]


@dataclasses.dataclass(frozen=True)
class Pair:
    """What two bots came to against each other, alternating around the table."""

    first: str
    second: str
    deals: int
    payoffs: tuple[Estimate, Estimate]
    """What a seat of each was paid in an episode."""
    difference: Estimate
    """The first one's less the second one's, in the same seats of the same deals."""
    forfeits: tuple[int, int]


@dataclasses.dataclass(frozen=True)
class CrossTable:
    """What `cross_table` measured; all of it plain data, and the same for the same seed."""

    game: str
    version: int
    options: dict[str, Any]
    seed: int
    stop: float | None
    """As in `Result.stop`."""
    per: str
    """What one number counts, ``"deal"`` or ``"match"``."""
    bots: tuple[str, ...]
    pairs: tuple[Pair, ...]
    ratings: tuple[Rating, ...]
    """One for each bot, from all deals of all pairs; empty if openskill is not installed."""
    nash: tuple[float, ...]
    """The weight of each bot in the mixture that no bot beats."""
    nash_average: tuple[float, ...]
    """How much more each bot is paid than that mixture, where they meet; at most 0."""

    def advantage(self) -> np.ndarray:
        """The mean differences, row's bot less column's: float64 ``[bots, bots]``, antisymmetric."""
        return _advantage(len(self.bots), self.pairs)

    def table(self) -> "Group":
        """Tables for people: every bot against every other; then ratings and Nash averages."""
        from rich.console import Group

        games = sum(pair.deals for pair in self.pairs)
        found = {(pair.first, pair.second): pair.difference for pair in self.pairs}
        cross = rich_table("bot", *self.bots)
        for row in self.bots:
            cells = [_cell(found.get((row, column)), found.get((column, row))) for column in self.bots]
            cross.add_row(row, *cells)
        scale = rich_table("bot", "rating", "Nash weight", "Nash average")
        rated = [str(rating) for rating in self.ratings] or ["-"] * len(self.bots)
        for bot, rating, weight, average in zip(self.bots, rated, self.nash, self.nash_average, strict=True):
            scale.add_row(bot, rating, f"{weight:.2f}", f"{average:+.3f}")
        title = (
            f"{self.game}: {games} deals, seed {self.seed}; row's mean payoff less column's, a seat and {self.per}"
        )
        failed = [f"{name} {n}" for pair in self.pairs for name, n in _forfeits(pair) if n]
        return Group(title, cross, scale, *([f"games forfeited: {', '.join(failed)}"] if failed else []))

    def to_json(self) -> str:
        """All fields as a JSON object."""
        return json.dumps(dataclasses.asdict(self), indent=2)

    def save(self, path: str | pathlib.Path) -> None:
        """Writes the JSON as a file, whole or not at all.

        Raises:
            InvalidFile: it can't be written there.
        """
        write_whole(path, self.to_json() + "\n")


def cross_table(
    game: str | Rules,
    bots: Sequence[str | pathlib.Path | Bot],
    *,
    deals: int = 2000,
    seed: int = 0,
    stop: float | None = None,
    batch: int = 4096,
    workers: int = 1,
    ray: Address = None,
    resume: str | os.PathLike[str] | None = None,
    penalty: int | None = None,
    time_limit: float = TIME_LIMIT,
    progress: bool | None = None,
    **options: Any,
) -> CrossTable:
    """Plays every bot against every other on the same duplicate deals.

    Args:
        game: its name, or its rules.
        bots: at least two players, as `cardenvs.arena` takes them.
        deals: how many deals each pair plays, at most.
        seed: fixes the deals and the bots' chance.
        stop: as in `cardenvs.arena`, for each pair.
        batch: as in `cardenvs.arena`.
        workers: as in `cardenvs.arena`.
        ray: as in `cardenvs.arena`.
        resume: a folder for the finished deals of each pair; play goes on from what is there.
        penalty: as in `cardenvs.arena`.
        time_limit: as in `cardenvs.arena`.
        progress: as in `cardenvs.arena`.
        **options: the game's.

    Raises:
        UnknownGame, InvalidOption, InvalidArgument, InvalidFile, IllegalAction: as `cardenvs.arena`.
    """
    rules = spec(game) if isinstance(game, str) else game
    chosen = rules.options(**options)
    if len(bots) < 2:
        raise InvalidArgument(f"bots: want at least 2, got {len(bots)}")
    numbers = list(itertools.combinations(range(len(bots)), 2))
    names: list[str] = [""] * len(bots)
    pairs, values = [], []
    with connected(ray):  # once for all pairs
        folder = None if resume is None else _folder(pathlib.Path(resume))
        for a, b in numbers:
            plan = checked_plan(rules, chosen, (bots[a], bots[b]), deals, seed, penalty, time_limit)
            file = None if folder is None else folder / f"{a}-{b}.jsonl"
            match, parts = played(plan, stop, batch, workers, file, progress, ray)
            names[a], names[b] = (bot.name for bot in match.bots)
            values.append(values_of(parts, stop))
            pairs.append(_pair(match, values[-1], stop))
    called = labels(names)
    pairs = [
        dataclasses.replace(pair, first=called[a], second=called[b])
        for pair, (a, b) in zip(pairs, numbers, strict=True)
    ]
    nash, average = nash_average(_advantage(len(bots), pairs))
    return CrossTable(
        game=rules.name,
        version=rules.version,
        options=dataclasses.asdict(chosen),
        seed=int(seed),
        stop=stop,
        per=getattr(chosen, "episode", "deal"),
        bots=called,
        pairs=tuple(pairs),
        ratings=rate(called, _contests(numbers, values)) if ratings_available() else (),
        nash=tuple(map(float, nash)),
        nash_average=tuple(map(float, average)),
    )


def _pair(match: Match, values: np.ndarray, stop: float | None) -> Pair:
    """The estimates from a pair's values (see `match.Part`)."""
    sequential = stop is not None
    first, second = (estimate(values[:, bot, 0], sequential=sequential) for bot in range(2))
    return Pair(
        first=match.labels[0],
        second=match.labels[1],
        deals=len(values),
        payoffs=(first, second),
        difference=estimate(values[:, 0, 0] - values[:, 1, 0], sequential=sequential),
        forfeits=(forfeited(match, values, 0), forfeited(match, values, 1)),
    )


def _contests(
    numbers: Sequence[tuple[int, int]], values: Sequence[np.ndarray]
) -> Iterator[tuple[tuple[int, int], np.ndarray]]:
    """Every deal of every pair, a deal of each pair after the other, so that none is rated long before the others."""
    for deal in range(max(len(of) for of in values)):
        for pair, of in zip(numbers, values, strict=True):
            if deal < len(of):
                yield pair, of[deal, :, 0]


def _advantage(bots: int, pairs: Sequence[Pair]) -> np.ndarray:
    matrix = np.zeros((bots, bots))
    for (a, b), pair in zip(itertools.combinations(range(bots), 2), pairs, strict=True):
        matrix[a, b] = pair.difference.mean
        matrix[b, a] = -pair.difference.mean
    return matrix


def _folder(path: pathlib.Path) -> pathlib.Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidFile(f"{path}: no folder can be made there ({error.strerror})") from error
    return path


def _forfeits(pair: Pair) -> tuple[tuple[str, int], tuple[str, int]]:
    return (pair.first, pair.forfeits[0]), (pair.second, pair.forfeits[1])


def _cell(forward: Estimate | None, backward: Estimate | None) -> str:
    """``+1.80 ± 0.24``, what the row's bot is paid more than the column's."""
    if forward is not None:
        return f"{forward.mean:+.2f} ± {(forward.high - forward.low) / 2:.2f}"
    if backward is not None:
        return f"{-backward.mean:+.2f} ± {(backward.high - backward.low) / 2:.2f}"
    return ""
