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
from .walk import CHANCE, CONFLICT, FULL, Counts, Path, Store, explore

__all__ = ["MAX_BYTES", "MAX_NODES", "Flat", "Preview", "Tree", "build", "dealt", "preview"]

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
    store = _store(size.sequences, int(size.ends), chosen.seats)
    counts, _ = _walked(rules, chosen, max_nodes, table, store)
    return _tree(rules, chosen, size, store, constant_sum=not counts[Counts.UNEQUAL_SUMS])


Table = tuple[np.ndarray, np.ndarray]
"""The information sets met so far, see `hashing`."""


def _store(sequences: int, ends: int, seats: int) -> Store:
    """Room for a tree."""
    return Store(
        key=np.zeros(sequences, np.uint64),
        seat=np.zeros(sequences, np.int8),
        parent=np.zeros(sequences, np.int32),
        action=np.full(sequences, -1, np.int32),
        end=np.zeros((ends, seats), np.int32),
        pay=np.zeros((ends, seats)),
    )


def _walked(rules: Rules, options: Any, limit: int, table: Table, store: Store) -> tuple[np.ndarray, Table]:
    """Walks all play of all deals until there are more than `limit` decisions.

    Returns:
        The counts (see `walk.Counts`), and the table, grown.

    Raises:
        Unsolvable: cards were shuffled after the deal.
    """
    counts = np.zeros(len(Counts), np.int64)
    counts[Counts.SEQUENCES] = options.seats
    depth = rules.decisions(options) + 2
    stack = np.zeros(depth, rules.state)
    path = Path(
        masks=np.zeros((depth, rules.actions), np.int8),
        sequences=np.zeros((depth, options.seats), np.int64),
        following=np.zeros((depth, 2), np.int64),
    )
    for blank, decks, chances in dealt(rules, options):
        status, keys, numbers = explore(stack, path, decks, chances, blank, limit, *table, counts, store)
        table = keys, numbers
        if status == CONFLICT:
            raise Unsolvable(f"{rules.name}: a seat's key does not tell its own choices apart")
        if status == CHANCE:
            raise Unsolvable(_shuffles(rules))
        if status == FULL:
            break
    return counts, table


def dealt(rules: Rules, options: Any) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """For each first dealer the state before the deal, all decks (int8 ``[deals, cards]``) and their chances."""
    blank = rules.blank(options)
    pack = pack_of(rules, options)
    seats = dealers(rules, options, blank)
    for dealer in seats:
        begin = blank.copy()
        begin["dealer"] = dealer
        shares = list(deals(pack, parts_of(rules, options, dealer)))
        weight = np.array([float(weight) for _, weight in shares])
        yield begin, np.array([deck for deck, _ in shares], np.int8), weight / (weight.sum() * len(seats))


def _counted(rules: Rules, options: Any, max_nodes: int) -> tuple[Preview, Table]:
    """The size of a tree, and a table with room for its information sets."""
    blank = rules.blank(options)
    pack = pack_of(rules, options)
    counted = [
        count_deals(pack, parts_of(rules, options, dealer), max_nodes) for dealer in dealers(rules, options, blank)
    ]
    total = sum(n for n, _ in counted)
    nodes_a_deal, ends_a_deal = _probed(rules, blank)
    about = (rules.name, dataclasses.asdict(options), total)
    guess = Preview(*about, total * nodes_a_deal, 0, 0, 0, total * ends_a_deal, 0, exact=False)
    table: Table = empty(1 << 10)
    if total > max_nodes or not all(exact for _, exact in counted):
        return guess, table
    counts, (keys, numbers) = _walked(rules, options, max_nodes, table, _store(0, 0, options.seats))
    nodes, sets, choices, sequences, ends = counts[: Counts.SUM].tolist()
    if nodes > max_nodes:
        return guess, table
    keys[:], numbers[:] = 0, 0  # the numbers are given again as the tree is stored
    memory = _bytes(options.seats, ends, sequences, len(keys))
    return Preview(*about, nodes, sets, choices, sequences, ends, memory, exact=True), (keys, numbers)


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


def _tree(rules: Rules, options: Any, size: Preview, store: Store, *, constant_sum: bool) -> Tree:
    """The tree from what `explore` stored: the sets seat by seat, equal ends merged."""
    seats = options.seats
    order = np.concatenate([np.arange(seats), seats + np.argsort(store.seat[seats:], kind="stable")])
    number = np.empty_like(order)  # of each sequence, in the new order
    number[order] = np.arange(len(order))
    key, seat = store.key[order], store.seat[order]
    starts = seats + np.flatnonzero(key[seats:] != key[seats - 1 : -1])
    flat = _flat(
        first=np.append(starts, len(order)).astype(np.int64),
        parent=number[store.parent[order][starts]].astype(np.int64),
        bounds=np.searchsorted(seat[starts], np.arange(seats + 1)).astype(np.int64),
        ends=number[store.end].astype(np.int32),
        pay=store.pay,
    )
    return Tree(rules, options, size, flat, key[starts], store.action[order].astype(np.int64), constant_sum)


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
