"""The whole tree of a small game, in sequence form.

A seat's *sequence* is its last choice so far: an information set and an action there; before its first choice it is the
empty sequence. With perfect recall a sequence stands for all of the seat's choices up to then, so that one number per
seat says where a play ended, and the chance that the seats let it come about is the product of one number per seat (von
Stengel, "Efficient computation of behavior strategies", Games and Economic Behavior 14, 1996). So the tree is

- the information sets with a choice, each below a sequence of its seat (moves without a choice are folded away), and
- the ends: for each combination of sequences, the payoffs times the chance of the deals that lead there. Deals that end
  at the same sequences are one row: that merges what the cards make alike.

Everything is built from the game's contract: its deals with their weights, its rules, and `key`.
"""

import dataclasses
import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core import drivers
from ..core.random import stream
from ..core.rules import Rules
from ..errors import InvalidArgument, Unsolvable
from ..games import spec
from .deals import count_deals, dealers, deals, pack_of, parts_of
from .hashing import empty
from .walk import CHANCE, CONFLICT, Counts, explore

__all__ = ["MAX_BYTES", "MAX_NODES", "Flat", "Preview", "Tree", "build", "preview"]

MAX_NODES = 20_000_000
"""The decisions of a tree that is built unless told otherwise."""
MAX_BYTES = 4 << 30
"""Its memory, likewise."""
PROBES = 300
"""Random plays by which a tree that can't be counted is estimated."""


class Flat(NamedTuple):
    """The arrays of a tree that compiled code runs over.

    Sequences 0..seats-1 are the seats' empty ones. The sequences of set k are ``first[k] .. first[k + 1] - 1``, the sets of
    seat p ``bounds[p] .. bounds[p + 1] - 1``; a set comes after the one that its parent belongs to.
    """

    first: np.ndarray
    """int64 ``[sets + 1]``: the first sequence of each set."""
    parent: np.ndarray
    """int64 ``[sets]``: the sequence that leads there."""
    bounds: np.ndarray
    """int64 ``[seats + 1]``: the first set of each seat."""
    row: np.ndarray
    """int64 ``[sequences + 1]``: the first end of each sequence, in the view of the seat whose sequence it is."""
    others: np.ndarray
    """int32 ``[rows, seats - 1]``: the other seats' sequences at an end."""
    pay: np.ndarray
    """float64 ``[rows]``: what the seat is paid there, times the chance of the deals; ends at 0 are left out."""


@dataclasses.dataclass(frozen=True)
class Preview:
    """How large a game's tree is."""

    game: str
    options: dict[str, Any]
    deals: int
    """Distinct ones, over all dealers; at least so many if there are more than could be counted."""
    nodes: float
    """Decisions, the forced ones included."""
    sets: int
    """Information sets; 0 where they were not counted."""
    choices: int
    """Information sets with more than one legal action."""
    sequences: int
    """Their actions together, and an empty sequence for each seat."""
    ends: float
    """Ends of the game."""
    bytes: int
    """Memory of the tree while it is built, and of a solver: at most so much."""
    exact: bool
    """Counted; otherwise nodes and ends are estimates from random plays (D. E. Knuth, "Estimating the efficiency of
    backtrack programs", Mathematics of Computation 29, 1975), often low by orders of magnitude, and the rest is 0."""

    def __str__(self) -> str:
        if not self.exact:
            return f"{self.game}: at least {_told(self.deals)} deals, about {_told(self.nodes)} decision nodes"
        sets = f"{self.sets:,} information sets ({self.choices:,} with a choice)"
        size = f"{self.ends:,} ends, {self.bytes / 2**20:,.1f} MiB"
        return f"{self.game}: {self.deals:,} deals, {self.nodes:,} decision nodes, {sets}, {size}"


@dataclasses.dataclass(frozen=True, eq=False)
class Tree:
    """A game under given options, whole; `build` makes it.

    A *strategy* of all seats is a float64 array ``[sequences]`` that holds for each sequence the probability of its action in
    its information set (1 for the empty ones).
    """

    rules: Rules
    options: Any
    size: Preview
    flat: Flat
    key: np.ndarray
    """uint64 ``[sets]``: the information sets with a choice."""
    action: np.ndarray
    """int64 ``[sequences]``: which action it is, -1 for the empty ones."""
    constant_sum: bool
    """Do the seats' payoffs at every end add up to the same?"""

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.flat.bounds) - 1

    @property
    def sequences(self) -> int:
        """The length of a strategy."""
        return len(self.action)

    @functools.cached_property
    def set_of(self) -> dict[int, int]:
        """The number of each information set by its key."""
        return {int(key): k for k, key in enumerate(self.key)}

    def seat_of(self, k: int) -> int:
        """The seat that chooses in set k."""
        return int(np.searchsorted(self.flat.bounds, k, side="right")) - 1

    def part(self, k: int) -> slice:
        """Where a strategy says what set k does, its legal actions ascending."""
        return slice(int(self.flat.first[k]), int(self.flat.first[k + 1]))

    def uniform(self) -> np.ndarray:
        """The strategy that plays every legal action alike."""
        strategy = np.ones(self.sequences)
        widths = np.diff(self.flat.first)
        strategy[self.seats :] = np.repeat(1 / widths, widths)
        return strategy

    def strategy(self, table: Mapping[int, Sequence[float]]) -> np.ndarray:
        """A strategy from probabilities by key, legal actions ascending; sets that are not named play uniformly.

        Raises:
            InvalidArgument: a set has another number of actions, or its probabilities are none.
        """
        strategy = self.uniform()
        for key, chances in table.items():
            k = self.set_of.get(int(key))
            if k is None:
                continue
            part = self.part(k)
            row = np.asarray(chances, np.float64)
            if row.shape != strategy[part].shape or not (row >= 0).all() or abs(row.sum() - 1) > 1e-6:
                want = f"{part.stop - part.start} probabilities that sum to 1"
                raise InvalidArgument(f"strategy: set {int(key):#x}: want {want}, got {list(chances)}")
            strategy[part] = row
        return strategy


def preview(game: str | Rules, *, max_nodes: int = MAX_NODES, **options: Any) -> Preview:
    """How large a game's tree is, without building it; beyond `max_nodes` decisions an estimate.

    Raises:
        UnknownGame, InvalidOption: no such game or option.
        Unsolvable: these options shuffle cards after the deal.
    """
    rules = spec(game) if isinstance(game, str) else game
    return _counted(rules, rules.options(**options), max_nodes)[0]


def build(game: str | Rules, *, max_nodes: int = MAX_NODES, max_bytes: int = MAX_BYTES, **options: Any) -> Tree:
    """The tree of a small game.

    Args:
        game: its name, or its rules.
        max_nodes: refuse a tree of more decisions.
        max_bytes: refuse one that takes more memory.
        **options: the game's.

    Raises:
        UnknownGame, InvalidOption: no such game or option.
        Unsolvable: the tree is larger than that, or these options shuffle cards after the deal.
    """
    rules = spec(game) if isinstance(game, str) else game
    chosen = rules.options(**options)
    size, table = _counted(rules, chosen, max_nodes)
    if not size.exact:
        raise Unsolvable(f"{size} (estimated): more than max_nodes={max_nodes:,}")
    if size.bytes > max_bytes:
        raise Unsolvable(f"{size}: more than max_bytes={max_bytes:,}")
    stored = _Stored(size, chosen.seats)
    for part in _dealt(rules, chosen):
        table = part.explore(size.nodes, table, stored)
    return _tree(rules, chosen, size, stored)


Table = tuple[np.ndarray, np.ndarray]
"""The information sets met so far, see `hashing`."""


class _Stored:
    """Where `explore` stores a tree; arrays without entries store nothing."""

    def __init__(self, size: Preview | None, seats: int) -> None:
        sequences, ends = (size.sequences, int(size.ends)) if size else (0, 0)
        self.counts = np.zeros(len(Counts), np.int64)
        self.counts[Counts.SEQUENCES] = seats
        self.key = np.zeros(sequences, np.uint64)
        self.seat = np.zeros(sequences, np.int8)
        self.parent = np.zeros(sequences, np.int32)
        self.action = np.full(sequences, -1, np.int32)
        self.end = np.zeros((ends, seats), np.int32)
        self.pay = np.zeros((ends, seats))

    def count(self, which: int) -> int:
        return int(self.counts[which])


class _Deals(NamedTuple):
    """All deals of one first dealer."""

    rules: Rules
    options: Any
    blank: np.ndarray
    decks: np.ndarray
    """int8 ``[deals, cards]``"""
    chance: np.ndarray
    """float64 ``[deals]``"""

    def explore(self, limit: float, table: Table, stored: _Stored) -> Table:
        """Walks all play; see `walk.explore`."""
        depth = self.rules.decisions(self.options) + 2
        states = np.zeros(depth, self.rules.state)
        masks = np.zeros((depth, self.rules.actions), np.int8)
        trail = np.zeros((depth, self.options.seats), np.int64)
        frames = np.zeros((depth, 2), np.int64)
        arrays = (stored.key, stored.seat, stored.parent, stored.action, stored.end, stored.pay)
        status, *table = explore(
            states, masks, trail, frames, self.decks, self.chance, self.blank, int(limit), *table, stored.counts, *arrays
        )  # fmt: skip
        if status == CONFLICT:
            raise Unsolvable(f"{self.rules.name}: a seat's key does not tell its own choices apart")
        if status == CHANCE:
            raise Unsolvable(_shuffles(self.rules))
        return tuple(table)


def _dealt(rules: Rules, options: Any) -> Iterator[_Deals]:
    """The deals of each first dealer."""
    blank = rules.blank(options)
    pack = pack_of(rules, options)
    seats = dealers(rules, options, blank)
    for dealer in seats:
        begin = blank.copy()
        begin["dealer"] = dealer
        dealt = list(deals(pack, parts_of(rules, options, dealer)))
        weight = np.array([float(weight) for _, weight in dealt])
        decks = np.array([deck for deck, _ in dealt], np.int8)
        yield _Deals(rules, options, begin, decks, weight / (weight.sum() * len(seats)))


def _counted(rules: Rules, options: Any, max_nodes: int) -> tuple[Preview, Table]:
    """The size of a tree, and its information sets where they were counted."""
    blank = rules.blank(options)
    seats = dealers(rules, options, blank)
    pack = pack_of(rules, options)
    counted = [count_deals(pack, parts_of(rules, options, dealer), max_nodes) for dealer in seats]
    total = sum(n for n, _ in counted)
    nodes_a_deal, ends_a_deal = _probed(rules, blank)
    about = (rules.name, dataclasses.asdict(options), total)
    guess = Preview(*about, total * nodes_a_deal, 0, 0, 0, total * ends_a_deal, 0, exact=False)
    table: Table = empty(1 << 10)
    if total > max_nodes or not all(exact for _, exact in counted):
        return guess, table
    found = _Stored(None, options.seats)
    for part in _dealt(rules, options):
        table = part.explore(max_nodes, table, found)
        if found.count(Counts.NODES) > max_nodes:
            return guess, table
    nodes, ends = found.count(Counts.NODES), found.count(Counts.ENDS)
    sequences, choices = found.count(Counts.SEQUENCES), found.count(Counts.CHOICES)
    memory = _bytes(options.seats, ends, sequences, len(table[0]))
    size = Preview(*about, nodes, found.count(Counts.SETS), choices, sequences, ends, memory, exact=True)
    table[1][:] = 0  # the numbers are given again as the tree is stored
    table[0][:] = 0
    return size, table


def _probed(rules: Rules, blank: np.ndarray) -> tuple[float, float]:
    """Estimates of the decisions and the ends of a deal, from random plays.

    Raises:
        Unsolvable: one of them shuffled cards after the deal.
    """
    states, random, mask = blank.copy(), stream(0), np.zeros(rules.actions, np.int8)
    nodes = ends = 0.0
    for _ in range(PROBES):
        drivers.prepare(states, 0, blank, random)
        before = states["random"][0, 0]
        drivers.deal_in(states, 0)
        width = 1.0
        while not states["over"][0]:
            nodes += width
            n = drivers.legal_in(states, 0, mask)
            width *= n
            drivers.step(states, 0, drivers.random_action(mask, n, random))
            if states["random"][0, 0] != before:
                raise Unsolvable(_shuffles(rules))
        ends += width
    return nodes / PROBES, ends / PROBES


def _bytes(seats: int, ends: int, sequences: int, slots: int) -> int:
    """At most the bytes of a tree while it is built and solved."""
    stored = 12 * seats * ends  # sequences (int32) and payoffs (float64)
    sorting = 16 * ends + 12 * seats * ends
    rows = (4 * (seats - 1) + 8) * seats * ends
    return stored + sorting + rows + 16 * slots + 80 * sequences


def _tree(rules: Rules, options: Any, size: Preview, stored: _Stored) -> Tree:
    """The tree from what `explore` stored: the sets seat by seat, equal ends merged."""
    seats = options.seats
    order = np.concatenate([np.arange(seats), seats + np.argsort(stored.seat[seats:], kind="stable")])
    number = np.empty_like(order)  # of each sequence, in the new order
    number[order] = np.arange(len(order))
    key, seat = stored.key[order], stored.seat[order]
    starts = np.flatnonzero(np.concatenate([[False] * seats, key[seats:] != np.roll(key, 1)[seats:]]))
    flat = _flat(
        first=np.append(starts, len(order)).astype(np.int64),
        parent=number[stored.parent[order][starts]].astype(np.int64),
        bounds=np.searchsorted(seat[starts], np.arange(seats + 1)).astype(np.int64),
        ends=number[stored.end].astype(np.int32),
        pay=stored.pay,
    )
    action = stored.action[order].astype(np.int64)
    constant = bool(stored.counts[Counts.UNEQUAL_SUMS] == 0)
    return Tree(rules, options, size, flat, key[starts], action, constant)


def _flat(first: np.ndarray, parent: np.ndarray, bounds: np.ndarray, ends: np.ndarray, pay: np.ndarray) -> Flat:
    """The ends merged, and sorted by each seat's sequences."""
    seats, sequences = len(bounds) - 1, int(first[-1])
    order = np.lexsort(ends.T[::-1])
    ends, pay = ends[order], pay[order]
    new = np.flatnonzero(np.append(True, (ends[1:] != ends[:-1]).any(axis=1)))
    ends, pay = ends[new], np.add.reduceat(pay, new, axis=0)
    own, others, paid = [], [], []
    for seat in range(seats):
        worth = np.flatnonzero(pay[:, seat])
        worth = worth[np.argsort(ends[worth, seat], kind="stable")]
        own.append(ends[worth, seat])
        others.append(np.delete(ends[worth], seat, axis=1))
        paid.append(pay[worth, seat])
    # Sequences are numbered by seat but for the empty ones, which come first: rows follow their sequences.
    owner = np.concatenate(own)
    place = np.argsort(owner, kind="stable")
    row = np.searchsorted(owner[place], np.arange(sequences + 1)).astype(np.int64)
    return Flat(first, parent, bounds, row, np.concatenate(others)[place], np.concatenate(paid)[place])


def _shuffles(rules: Rules) -> str:
    return f"{rules.name}: these options shuffle cards after the deal, or play on after it: no tree of one deal holds that"


def _told(number: float) -> str:
    """A number for people, however large."""
    return f"{number:,.0f}" if number < 1e9 else f"{number:.1e}"
