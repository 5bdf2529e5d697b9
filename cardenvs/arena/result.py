"""What was measured: means, intervals, and how they are shown and kept."""

import dataclasses
import io
import itertools
import json
import pathlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ..files import write_whole
from .match import Match
from .ratings import Rating
from .stopping import sequence_half_width

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table as RichTable

__all__ = ["CONFIDENCE", "Difference", "Estimate", "Result", "estimate", "forfeited", "result", "rich_table"]

CONFIDENCE = 0.95
"""Of all intervals."""


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A mean over deals, and the 95 % interval of what it estimates (see `Result.stop` for its kind)."""

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
    stop: float | None
    """The half-width at which play was to stop. None: all deals were to be played, and the intervals are Student's t. Else
    they are confidence sequences (`stopping`), which hold however the stopping was decided."""
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
    forfeits: tuple[int, ...]
    """How many games each bot lost because it failed."""
    penalty: int
    """What a seat pays that forfeits a game."""
    ratings: tuple[Rating, ...] = ()
    """One for each bot, if they were asked for: each deal a contest, in which the bots rank by their payoffs."""

    def table(self) -> "Group":
        """Tables for people: the payoff of each bot and the difference of each pair; then how each bot behaved."""
        from rich.console import Group

        kind = "interval" if self.stop is None else "sequence"
        payoffs = rich_table("bot", "payoff", f"{CONFIDENCE:.0%} {kind}")
        for bot, payoff in zip(self.bots, self.payoff, strict=True):
            payoffs.add_row(bot, *_cells(payoff))
        payoffs.add_section()
        for pair in self.difference:
            payoffs.add_row(f"{pair.first} - {pair.second}", *_cells(pair.payoff))
        habits = rich_table("bot", *self.behaviour)
        for bot, *means in zip(self.bots, *self.behaviour.values(), strict=True):
            habits.add_row(bot, *(f"{estimate.mean:.3f}" for estimate in means))
        games = f"{self.deals} deals, {self.deals * len(self.seatings)} games, seed {self.seed}"
        title = f"{self.game}: {games}; means for a seat and {self.per}"
        failed = [f"{bot} {games}" for bot, games in zip(self.bots, self.forfeits, strict=True) if games]
        lost = [f"games forfeited, at {self.penalty} each: {', '.join(failed)}"] if failed else []
        rated = (
            [f"ratings: {', '.join(f'{rating.bot} {rating}' for rating in self.ratings)}"] if self.ratings else []
        )
        return Group(title, payoffs, *([habits] if self.behaviour else []), *rated, *lost)

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


def result(match: Match, values: np.ndarray, stop: float | None, ratings: tuple[Rating, ...] = ()) -> Result:
    """The estimates from the values (see `match.Part`) of deals 0 and on."""
    bots = range(len(match.bots))

    def mean(of: np.ndarray) -> Estimate:
        return estimate(of, sequential=stop is not None)

    return Result(
        game=match.rules.name,
        version=match.rules.version,
        options=dataclasses.asdict(match.options),
        seed=match.plan.seed,
        deals=len(values),
        stop=stop,
        per=getattr(match.options, "episode", "deal"),
        bots=match.labels,
        seatings=match.seatings,
        payoff=tuple(mean(values[:, bot, 0]) for bot in bots),
        difference=tuple(
            Difference(match.labels[a], match.labels[b], mean(values[:, a, 0] - values[:, b, 0]))
            for a, b in itertools.combinations(bots, 2)
        ),
        behaviour={
            name: tuple(mean(values[:, bot, k]) for bot in bots) for k, name in enumerate(match.measures, 1)
        },
        forfeits=tuple(forfeited(match, values, bot) for bot in bots),
        penalty=match.plan.penalty,
        ratings=ratings,
    )


def forfeited(match: Match, values: np.ndarray, bot: int) -> int:
    """How many games a bot forfeited; a deal's value is the mean over its seats."""
    seats = sum(seating.count(bot) for seating in match.seatings)
    return round(float(values[:, bot, -1].sum()) * seats)


def estimate(values: np.ndarray, *, sequential: bool = False) -> Estimate:
    """The mean of independent values (float64 ``[deals]``) and its interval: Student's t, or a confidence sequence."""
    from scipy.special import stdtrit  # the quantile that scipy.stats.t.ppf gives, without its second of import

    n = len(values)
    mean, deviation = float(values.mean()), float(values.std(ddof=1))
    half = float(stdtrit(n - 1, (1 + CONFIDENCE) / 2)) * deviation / float(np.sqrt(n))
    if sequential:
        half = deviation * float(sequence_half_width(n, 1 - CONFIDENCE))
    return Estimate(mean, mean - half, mean + half)


def rich_table(*names: str) -> "RichTable":
    """An empty table: names on the left, numbers on the right."""
    from rich.table import Table

    table = Table()
    for name in names:
        table.add_column(name, justify="right" if table.columns else "left")
    return table


def _cells(estimate: Estimate) -> tuple[str, str]:
    return f"{estimate.mean:+.3f}", f"{estimate.low:+.3f} .. {estimate.high:+.3f}"
