"""Bots head to head on duplicate deals, with intervals.

Luck is shared out before anything is measured. Each deal is played once for every rotation of the bots through the
seats, with the same cards and the same dealer, so that every bot sits once in every seat of every deal. A deal gives
each bot one number, its mean over those seats; deals are independent, so the intervals come from these numbers alone,
and the interval of a difference from the differences within a deal.

Seating: bot ``(seat + rotation) % bots`` sits in `seat`; two bots at five seats play A B A B A, then B A B A B. Where
there are more bots than seats, every choice of as many bots as seats plays all its rotations.

A deal that is over as dealt counts: it is part of the game. Under ``episode="match"`` a deal is the first of a match,
and all numbers are per match.
"""

import dataclasses
import io
import itertools
import json
import pathlib
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .agents import make_bot
from .agents.bot import Bot, Turn
from .core import drivers
from .core.random import branches, stream, streams
from .core.rules import Rules
from .errors import IllegalAction, InvalidArgument
from .files import write_whole
from .games import spec

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table as RichTable

__all__ = ["Difference", "Estimate", "Result", "arena", "seatings"]

CONFIDENCE = 0.95
_BOTS = -1
"""Sets the bots' streams, `stream(seed, -1)` and on, apart from the deals', `stream(seed, deal)`."""


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A mean over deals, and the 95 % interval (Student's t) of what it estimates."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:+.3f} [{self.low:+.3f}, {self.high:+.3f}]"


@dataclasses.dataclass(frozen=True)
class Difference:
    """How much more the first of two bots is paid than the second, in the same seats of the same deals."""

    first: str
    second: str
    payoff: Estimate


@dataclasses.dataclass(frozen=True)
class Result:
    """What `arena` measured; all of it plain data, and the same for the same seed."""

    game: str
    version: int
    options: dict[str, Any]
    seed: int
    deals: int
    """Duplicate deals, each played ``len(seatings)`` times."""
    per: str
    """What one number counts, ``"deal"`` or ``"match"``: the game's episode."""
    bots: tuple[str, ...]
    seatings: tuple[tuple[int, ...], ...]
    """Which bot sat in each seat, for each time a deal was played."""
    payoff: tuple[Estimate, ...]
    """For each bot, what a seat of its was paid in an episode, in the game's chips or points."""
    difference: tuple[Difference, ...]
    """For each pair of bots."""
    behaviour: dict[str, tuple[Estimate, ...]]
    """For each habit or outcome that the game names, how often a seat of each bot showed it in an episode."""

    def table(self) -> "Group":
        """Tables for people: the payoff of each bot and the difference of each pair; then how each bot behaved."""
        from rich.console import Group

        payoffs = _rich_table("bot", "payoff", f"{CONFIDENCE:.0%} interval")
        for bot, payoff in zip(self.bots, self.payoff, strict=True):
            payoffs.add_row(bot, *_cells(payoff))
        payoffs.add_section()
        for pair in self.difference:
            payoffs.add_row(f"{pair.first} - {pair.second}", *_cells(pair.payoff))
        habits = _rich_table("bot", *self.behaviour)
        for bot, *means in zip(self.bots, *self.behaviour.values(), strict=True):
            habits.add_row(bot, *(f"{estimate.mean:.3f}" for estimate in means))
        games = f"{self.deals} deals, {self.deals * len(self.seatings)} games, seed {self.seed}"
        title = f"{self.game}: {games}; means for a seat and {self.per}"
        return Group(title, payoffs, *([habits] if self.behaviour else []))

    def to_json(self) -> str:
        """All fields as a JSON object."""
        return json.dumps(dataclasses.asdict(self), indent=2)

    def to_csv(self) -> str:
        """One line for each estimate: ``measure,bot,against,mean,low,high``; `against` is empty but in differences."""
        import csv

        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("measure", "bot", "against", "mean", "low", "high"))
        for measure, bot, against, estimate in self._estimates():
            writer.writerow((measure, bot, against, *dataclasses.astuple(estimate)))
        return out.getvalue()

    def save(self, path: str | pathlib.Path) -> None:
        """Writes the JSON as a file, whole or not at all.

        Raises:
            InvalidFile: it can't be written there.
        """
        write_whole(path, self.to_json() + "\n")

    def save_csv(self, path: str | pathlib.Path) -> None:
        """Writes the CSV as a file, whole or not at all.

        Raises:
            InvalidFile: it can't be written there.
        """
        write_whole(path, self.to_csv())

    def _estimates(self) -> Iterator[tuple[str, str, str, Estimate]]:
        for bot, estimate in zip(self.bots, self.payoff, strict=True):
            yield "payoff", bot, "", estimate
        for pair in self.difference:
            yield "difference", pair.first, pair.second, pair.payoff
        for name, estimates in self.behaviour.items():
            for bot, estimate in zip(self.bots, estimates, strict=True):
                yield name, bot, "", estimate


def arena(
    game: str | Rules,
    bots: Sequence[str | pathlib.Path | Bot],
    *,
    deals: int = 2000,
    seed: int = 0,
    batch: int = 4096,
    progress: bool | None = None,
    **options: Any,
) -> Result:
    """Plays bots against each other on duplicate deals.

    Args:
        game: its name, or its rules.
        bots: players as `cardenvs.agents.make_bot` takes them; the same one may play several parts.
        deals: how many deals, at least 2.
        seed: fixes the deals and the bots' chance; any integer.
        batch: about how many games are played at once; the result does not depend on it.
        progress: shows a bar on standard error; None: if that is a terminal.
        **options: the game's.

    Raises:
        UnknownGame, InvalidOption, InvalidArgument, InvalidFile: no such game, option, bot or number.
        IllegalAction: a bot played what the rules forbid.
    """
    rules = spec(game) if isinstance(game, str) else game
    chosen = rules.options(**options)
    _at_least("deals", deals, 2)
    _at_least("batch", batch, 1)
    _at_least("bots", len(bots), 1)
    if not isinstance(seed, int | np.integer):
        raise InvalidArgument(f"seed: want an integer, got {seed!r}")
    players = [make_bot(bot, rules, chosen) for bot in bots]
    labels = _labels([player.name for player in players])
    match = _Match(rules, chosen, players, labels, int(seed), int(deals))
    parts = []
    size = max(1, batch // len(match.seatings))
    with _Bar(progress, deals) as advance:
        for first in range(0, deals, size):
            parts.append(match.play(first, min(size, deals - first)))
            advance(len(parts[-1]))
    return _result(match, np.concatenate(parts))


def seatings(bots: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Which bot sits in each seat, for each time a deal is played; over all of them, each bot equally often in each."""
    if bots <= seats:
        return tuple(tuple((seat + turn) % bots for seat in range(seats)) for turn in range(bots))
    return tuple(
        choice[turn:] + choice[:turn]
        for choice in itertools.combinations(range(bots), seats)
        for turn in range(seats)
    )


class _Match:
    """Plays chunks of the deals; what it measures of one deal does not depend on the chunk."""

    def __init__(
        self, rules: Rules, options: Any, bots: list[Bot], labels: tuple[str, ...], seed: int, deals: int
    ) -> None:
        self.rules, self.options, self.bots, self.labels = rules, options, bots, labels
        self.seed, self.deals = seed, deals
        self.seatings = seatings(len(bots), options.seats)
        self.blank = rules.blank(options)
        self.features = rules.layout_of(options).size
        self.deal_streams = streams(seed, deals)
        self.bot_streams = streams(int(stream(seed, _BOTS)[0]), deals)
        self.habits = np.zeros((rules.actions, len(rules.behaviours)), np.int64)
        """1 where an action shows a habit."""
        for k, names in enumerate(rules.behaviours.values()):
            self.habits[[rules.action_index[name] for name in names], k] = 1

    @property
    def measures(self) -> tuple[str, ...]:
        """What `play` measures after the payoff."""
        outcomes = self.rules.outcomes(self.blank) if self.rules.outcomes else {}
        return (*self.rules.behaviours, *outcomes)

    def play(self, first: int, deals: int) -> np.ndarray:
        """Plays some deals in all seatings.

        Returns:
            For each deal and bot the mean payoff of a seat, then the measures: float64 ``[deals, bots, 1 + measures]``.
        """
        turns, seats = len(self.seatings), self.options.seats
        part = slice(first, first + deals)
        states = np.repeat(self.blank, deals * turns)
        drivers.begin_rows(states, self.blank, np.repeat(self.deal_streams[part], turns, axis=0))
        chance = branches(self.bot_streams[part], turns * seats).reshape(deals * turns, seats, 1)
        counts = self._play_out(states, np.tile(np.array(self.seatings), (deals, 1)), chance, first)
        outcomes = self.rules.outcomes(states) if self.rules.outcomes else {}
        values = np.concatenate(
            [
                states["payoff"][:, :seats, None],
                counts,
                *(np.asarray(value, np.int64)[:, :seats, None] for value in outcomes.values()),
            ],
            axis=2,
        ).reshape(deals, turns * seats, -1)
        owner = np.array(self.seatings).reshape(-1)
        means = [values[:, owner == bot].mean(axis=1, dtype=np.float64) for bot in range(len(self.bots))]
        return np.stack(means, axis=1)

    def _play_out(self, states: np.ndarray, owner: np.ndarray, chance: np.ndarray, first: int) -> np.ndarray:
        """Plays all games to their end.

        Args:
            states: ``[n]`` games, dealt.
            owner: int64 ``[n, seats]``, the bot in each seat.
            chance: uint64 ``[n, seats, 1]``, the stream of each seat's bot.
            first: the number of the first deal, for messages.

        Returns:
            How often each seat showed each habit: int64 ``[n, seats, habits]``.
        """
        counts = np.zeros((*owner.shape, self.habits.shape[1]), np.int64)
        live = np.flatnonzero(~states["over"])
        while len(live):
            mover = owner[live, states["seat"][live]]
            for number, bot in enumerate(self.bots):
                rows = live[mover == number]
                if len(rows) == 0:
                    continue
                turn = self._turn(states, rows, chance)
                actions = np.asarray(bot.act(turn))
                self._check(number, actions, turn, first + rows // len(self.seatings))
                seat = states["seat"][rows]
                chance[rows, seat] = turn.random
                counts[rows, seat] += self.habits[actions]
                drivers.step_rows(states, rows, actions.astype(np.int64))
            live = live[~states["over"][live]]
        return counts

    def _turn(self, states: np.ndarray, rows: np.ndarray, chance: np.ndarray) -> Turn:
        """The decisions of the games `rows`, in arrays that the bot may keep."""
        n = len(rows)
        observation = np.empty((n, self.features), np.float32)
        mask = np.empty((n, self.rules.actions), np.int8)
        seat = np.empty(n, np.int64)
        drivers.observe_rows(states, rows, observation, mask, seat)
        raw = states.view(np.uint8).reshape(len(states), -1)  # by record, NumPy copies field by field
        return Turn(observation, mask, seat, chance[rows, seat], raw[rows].view(states.dtype)[:, 0])

    def _check(self, number: int, actions: np.ndarray, turn: Turn, deal: np.ndarray) -> None:
        bot, masks = self.labels[number], turn.mask
        if actions.shape != (len(masks),) or actions.dtype.kind not in "iu":
            want = f"integers of shape ({len(masks)},)"
            raise InvalidArgument(f"bot {bot}: want {want}, got {actions.dtype} of shape {actions.shape}")
        wrong = drivers.check_batch(np.arange(len(masks)), actions.astype(np.int64), masks)
        if wrong >= 0:
            names = self.rules.action_names
            tried = int(actions[wrong])
            shown = names[tried] if 0 <= tried < len(names) else f"action number {tried} (of {len(names)})"
            legal = ", ".join(names[action] for action in np.flatnonzero(masks[wrong]))
            where = f"deal {deal[wrong]}, seat {turn.seat[wrong]}"
            raise IllegalAction(f"{self.rules.name}: bot {bot} may not {shown} ({where}); legal: {legal}")


def _result(match: _Match, values: np.ndarray) -> Result:
    """The estimates from float64 ``[deals, bots, 1 + measures]``."""
    bots = range(len(match.bots))
    pairs = [
        Difference(match.labels[a], match.labels[b], _estimate(values[:, a, 0] - values[:, b, 0]))
        for a, b in itertools.combinations(bots, 2)
    ]
    return Result(
        game=match.rules.name,
        version=match.rules.version,
        options=dataclasses.asdict(match.options),
        seed=match.seed,
        deals=match.deals,
        per=getattr(match.options, "episode", "deal"),
        bots=match.labels,
        seatings=match.seatings,
        payoff=tuple(_estimate(values[:, bot, 0]) for bot in bots),
        difference=tuple(pairs),
        behaviour={
            name: tuple(_estimate(values[:, bot, k]) for bot in bots) for k, name in enumerate(match.measures, 1)
        },
    )


def _estimate(values: np.ndarray) -> Estimate:
    """The mean of independent values (float64 ``[deals]``) and its interval."""
    from scipy.special import stdtrit  # the quantile that scipy.stats.t.ppf gives, without its second of import

    n = len(values)
    mean = float(values.mean())
    half = float(stdtrit(n - 1, (1 + CONFIDENCE) / 2) * values.std(ddof=1) / np.sqrt(n))
    return Estimate(mean, mean - half, mean + half)


def _labels(names: list[str]) -> tuple[str, ...]:
    """Names by which to tell the bots apart: the second `rules` is ``rules 2``."""
    return tuple(
        name if names[:k].count(name) == 0 else f"{name} {names[:k].count(name) + 1}"
        for k, name in enumerate(names)
    )


def _rich_table(*names: str) -> "RichTable":
    """An empty table: names on the left, numbers on the right."""
    from rich.table import Table

    table = Table()
    for name in names:
        table.add_column(name, justify="right" if table.columns else "left")
    return table


def _cells(estimate: Estimate) -> tuple[str, str]:
    return f"{estimate.mean:+.3f}", f"{estimate.low:+.3f} .. {estimate.high:+.3f}"


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
