"""Bots that look ahead: `pimc` and `ismcts`, for every game.

They look into ``turn.states`` only to redeal first what their seat can't know, and draw all chance from one number of
the turn's stream. With a budget in worlds or iterations the same stream gives the same move; with one in milliseconds,
the move depends on how far the machine comes.
"""

import abc
import dataclasses
import time
from typing import Any, ClassVar

import numpy as np

from ..core.random import next_bits
from ..core.rules import Rules
from ..errors import InvalidArgument, nearest
from ..search import ismcts, pimc
from ..search.endings import ending_of
from ..search.playout import uniform
from ..search.tricks import memo_of
from .bot import Bot, RandomBot, RulesBot, Turn

__all__ = ["IsmctsBot", "PimcBot", "SearchBot", "search_bot"]

DEEPEST = 1024  # nodes on a path of the tree
MOST_NODES = 1 << 18
NODES_EACH = 8  # places in the tree for each iteration: itself, and only legal actions on its way
MEMO_BITS = 16  # of the solver's memo, 1 MB
WORDS = {"playouts": ("rules", "random"), "trees": ("one", "each")}
LEAST = {"worlds": 1, "iterations": 1}  # of the settings; of the others 0
MOST = 10**9


@dataclasses.dataclass(frozen=True, kw_only=True)
class Settings:
    """What every search takes: ``name:key=value,key=value``."""

    ms: int = 0
    """Milliseconds a move; 0: as many worlds or iterations as said. The clock is looked at between chunks."""
    playouts: str = "rules"
    """Who plays a deal on: ``rules``, the game's rule-based bot, or ``random``."""
    open: int = 6
    """Where a game has an exact solver, it plays hands of at most so many cards; 0: never."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class PimcSettings(Settings):
    """Of `PimcBot`."""

    worlds: int = 20
    """A move."""
    sure: float = 0.0
    """By how many standard errors an action has to beat the one that the game's rule-based bot would play; 0: the best mean
    is played, whatever that bot says."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class IsmctsSettings(Settings):
    """Of `IsmctsBot`."""

    iterations: int = 500
    """A move."""
    explore: float = 0.7
    """Weight of the bonus for actions tried seldom, in standard deviations of a payment."""
    trees: str = "one"
    """``one`` in which the others choose as if they did not know their cards, or ``each`` seat its own."""


class SearchBot(abc.ABC):
    """What the searches share: a budget, records to work in, a move for each game of a batch.

    Attributes:
        legal: int8 ``[actions]``, what is legal at the move searched.
        failed: worlds that could not be drawn so far, since a redeal hit its try limit.
    """

    CHUNK: ClassVar[int] = 1
    """Worlds or iterations between two looks at the clock."""

    def __init__(self, rules: Rules, options: Any, name: str, settings: Settings, budget: int) -> None:
        self.name = name
        self._ms, self._budget, self._cards = settings.ms, budget, settings.open
        self.failed = 0
        by_rules = settings.playouts == "rules"
        self._fallback: Bot = RulesBot(rules, options) if by_rules else RandomBot()
        self._policy = rules.encoded(options) if by_rules else uniform()
        self._games = ending_of(rules, options)
        self._memo, self._tried = memo_of(MEMO_BITS), np.zeros(1, np.int64)
        self._work = np.zeros(2, rules.state)
        self.legal = np.zeros(rules.actions, np.int8)
        self._mask = np.zeros(rules.actions, np.int8)
        self._observation = np.zeros(rules.layout_of(options).size, np.float32)

    @abc.abstractmethod
    def begin(self) -> None:
        """Forgets the last move's search."""

    @abc.abstractmethod
    def search(self, states: np.ndarray, row: int, amount: int, random: np.ndarray) -> int:
        """Searches a chunk on; returns how many worlds could be drawn."""

    @abc.abstractmethod
    def best(self) -> int:
        """The action that looks best."""

    def act(self, turn: Turn) -> np.ndarray:
        """The best action found for every row; an only legal one without a search."""
        actions: np.ndarray = turn.mask.argmax(axis=1).astype(np.int64)
        for row in np.flatnonzero(turn.mask.sum(axis=1) > 1):
            random = np.array([next_bits(turn.random[row])], np.uint64)
            if self._searched(turn.states, int(row), turn.mask[row], random):
                actions[row] = self.best()
            else:
                actions[row] = self._fallback.act(_row(turn, int(row), random))[0]
        return actions

    def _searched(self, states: np.ndarray, row: int, mask: np.ndarray, random: np.ndarray) -> int:
        """Spends the budget on one move; returns how many worlds could be drawn."""
        self.legal = mask
        self.begin()
        until = time.perf_counter() + self._ms / 1000
        done = drawn = 0
        while time.perf_counter() < until if self._ms else done < self._budget:
            amount = self.CHUNK if self._ms else self._budget
            drawn += self.search(states, row, amount, random)
            done += amount
        self.failed += done - drawn
        return drawn


class PimcBot(SearchBot):
    """Plays the action with the best mean payment over sampled worlds (`search.pimc`)."""

    SETTINGS = PimcSettings

    def __init__(
        self, rules: Rules, options: Any, name: str = "pimc", settings: PimcSettings | None = None
    ) -> None:
        self.settings = settings or PimcSettings()
        super().__init__(rules, options, name, self.settings, self.settings.worlds)
        self._adviser = RulesBot(rules, options) if self.settings.sure else None
        self._advice = np.zeros(0, np.int64)
        self._chance, self._paid = np.zeros(1, np.uint64), np.zeros(rules.actions)
        self.totals, self.squares = np.zeros(rules.actions), np.zeros(rules.actions)
        self.drawn, self.against = 0, 0

    def act(self, turn: Turn) -> np.ndarray:
        """As `SearchBot.act`."""
        self._advice = turn.mask.argmax(axis=1) if self._adviser is None else self._adviser.act(turn)
        return super().act(turn)

    def begin(self) -> None:
        """Forgets the last move's worlds."""
        self.totals[:] = self.squares[:] = self.drawn = 0

    def search(self, states: np.ndarray, row: int, amount: int, random: np.ndarray) -> int:
        """Tries every legal action in some worlds more."""
        self.against = int(self._advice[row])
        drawn = int(pimc.add_worlds(
            states, row, self.legal, amount, self._policy, self._games, self._cards, self._memo, self._tried,
            self._work, self._mask, self._observation, self._chance, random, self.against, self._paid, self.totals,
            self.squares,
        ))  # fmt: skip
        self.drawn += drawn
        return drawn

    def best(self) -> int:
        """The legal action with the highest mean, the lowest index of equals; of those that are better `sure`, if asked."""
        fit = self.legal == 1
        if self.settings.sure:
            gain, error = self.gains()
            fit &= gain > self.settings.sure * error
            fit[self.against] = True
        return int(np.where(fit, self.totals, -np.inf).argmax())

    def gains(self) -> tuple[np.ndarray, np.ndarray]:
        """What each legal action brought more than the advice on average, and its standard error (infinite in one world)."""
        gain = (self.totals - self.totals[self.against]) / self.drawn
        variance = np.maximum(self.squares / self.drawn - gain**2, 0)
        error = np.sqrt(variance / (self.drawn - 1)) if self.drawn > 1 else np.full(len(gain), np.inf)
        return gain, error


class IsmctsBot(SearchBot):
    """Plays the action that a tree search over information sets tried most (`search.ismcts`)."""

    SETTINGS = IsmctsSettings
    CHUNK = 16

    def __init__(
        self, rules: Rules, options: Any, name: str = "ismcts", settings: IsmctsSettings | None = None
    ) -> None:
        self.settings = settings or IsmctsSettings()
        super().__init__(rules, options, name, self.settings, self.settings.iterations)
        size = MOST_NODES if self.settings.ms else min(MOST_NODES, NODES_EACH * self.settings.iterations + 1)
        self._tree = np.zeros(size, ismcts.NODE)
        each = self.settings.trees == "each"
        self._sets = np.zeros(1 << size.bit_length() if each else 0, ismcts.SET)
        self._totals = np.zeros((size, options.seats))
        self._used, self._spread = np.zeros(1, np.int64), np.zeros(ismcts.SPREAD)
        self._path = np.zeros(min(DEEPEST, 2 * rules.decisions(options) + 2), np.int64)
        self._unknown = np.zeros(rules.actions, np.int8)
        self.visits = np.zeros(rules.actions, np.int64)

    def begin(self) -> None:
        """Fells the last move's tree."""
        ismcts.clear_tree(self._tree, self._sets, self._totals, self._used, self._spread)

    def search(self, states: np.ndarray, row: int, amount: int, random: np.ndarray) -> int:
        """Grows the tree by some iterations."""
        drawn = ismcts.grow(
            states, row, amount, self.settings.explore, self._tree, self._sets, self._totals, self._used,
            self._spread, self._path, self._policy, self._games, self._cards, self._memo, self._tried, self._work,
            self._mask, self._unknown, self._observation, random,
        )  # fmt: skip
        return int(drawn)

    def best(self) -> int:
        """The action tried most often, the lowest index of equals."""
        ismcts.visits_of(self._tree, self.visits)
        return int(self.visits.argmax())


BOTS: dict[str, type[PimcBot] | type[IsmctsBot]] = {"pimc": PimcBot, "ismcts": IsmctsBot}


def search_bot(name: str, rules: Rules, options: Any) -> SearchBot:
    """The bot that a name such as ``"pimc:worlds=50,playouts=random"`` describes; what it leaves out has its default.

    Raises:
        InvalidArgument: no such search or setting, or a value that it can't have.
    """
    kind, _, text = name.partition(":")
    if kind not in BOTS:
        raise InvalidArgument(f"bot: no search {kind!r}: {nearest(kind, BOTS)}")
    fields = {field.name: field for field in dataclasses.fields(BOTS[kind].SETTINGS)}
    settings: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if key not in fields:
            raise InvalidArgument(f"bot: {kind} has no setting {key!r}: {nearest(key, fields)}")
        if not equals or key in settings:
            raise InvalidArgument(f"bot: want each setting of {kind} once, as {key}=value, got {text!r}")
        settings[key] = _read(kind, key, value, type(fields[key].default))
    if kind == "pimc":
        return PimcBot(rules, options, name, PimcSettings(**settings))
    return IsmctsBot(rules, options, name, IsmctsSettings(**settings))


def _read(kind: str, key: str, value: str, wanted: type) -> Any:
    """A setting's value, checked."""
    if wanted is str:
        if value not in WORDS[key]:
            raise InvalidArgument(f"bot: {kind}:{key}: no {value!r}: {nearest(value, WORDS[key])}")
        return value
    least = LEAST.get(key, 0)
    try:
        number = wanted(value)
    except ValueError:
        number = None
    if number is None or not least <= number < MOST:
        what = "a whole number" if wanted is int else "a number"
        raise InvalidArgument(
            f"bot: {kind}:{key}: want {what} of at least {least} and below {MOST}, got {value!r}"
        )
    return number


def _row(turn: Turn, row: int, random: np.ndarray) -> Turn:
    """One game's decision; what is drawn there comes from `random`."""
    part = slice(row, row + 1)
    return Turn(turn.observation[part], turn.mask[part], turn.seat[part], random[None], turn.states[part])
