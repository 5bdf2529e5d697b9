"""All play of given deals, depth first: counted, and stored in sequence form. See `tree`."""

import enum
from typing import NamedTuple

import numpy as np

from ..core import drivers
from ..core.cards import next_action
from ..core.kernel import kernel
from ..core.knowledge import key
from ..core.rules import legal
from .hashing import find, widened

__all__ = ["CHANCE", "CONFLICT", "DONE", "FULL", "Counts", "Path", "Store", "explore"]

DONE, FULL, CHANCE, CONFLICT = 0, 1, 2, 3
"""How a walk ended: whole; beyond its limit; at a second shuffle; where a key did not tell a seat's own choices apart."""


class Counts(enum.IntEnum):
    """What `explore` counts (int64 ``[len(Counts)]``)."""

    NODES = 0
    SETS = 1
    CHOICES = 2
    SEQUENCES = 3
    ENDS = 4
    SUM = 5  # of the payoffs at the first end
    UNEQUAL_SUMS = 6  # ends with another sum


NODES, SETS, CHOICES, SEQUENCES, ENDS, SUM, UNEQUAL_SUMS = (int(count) for count in Counts)


class Path(NamedTuple):
    """The way from the deal to where a walk is, by depth."""

    masks: np.ndarray
    """int8 ``[depth, actions]``"""
    sequences: np.ndarray
    """int64 ``[depth, seats]``: the seats' last choices."""
    following: np.ndarray
    """int64 ``[depth, 2]``: the next choice to follow, as a sequence and as an action."""


class Store(NamedTuple):
    """A tree as it is met; arrays without entries store nothing. The first four have an entry for each sequence."""

    key: np.ndarray
    """uint64: of its information set."""
    seat: np.ndarray
    """int8"""
    parent: np.ndarray
    """int32: the sequence above its information set."""
    action: np.ndarray
    """int32"""
    end: np.ndarray
    """int32 ``[ends, seats]``: the sequences that an end follows from."""
    pay: np.ndarray
    """float64 ``[ends, seats]``: the payoffs there, times the chance of the deal."""


@kernel(nogil=True)
def explore(stack, path, decks, chances, blank, limit, keys, numbers, counts, store):
    """Walks all play of every deck.

    Args:
        stack: states ``[depth]``, scratch.
        path: `Path`, scratch.
        decks: int8 ``[deals, cards]``.
        chances: float64 ``[deals]``.
        blank: the state before the deal.
        limit: stop beyond so many decisions.
        keys: a table of the information sets met (see `hashing`).
        numbers: the first sequence of each, 0 where there is no choice.
        counts: see `Counts`; they go on from call to call.
        store: `Store`, filled.

    Returns:
        How it ended, and the table, grown.
    """
    random = np.zeros(1, np.uint64)
    for d in range(len(decks)):
        drivers.prepare(stack, 0, blank, random)
        for k in range(decks.shape[1]):
            stack[0].deck[k] = decks[d, k]
        before = stack[0].random[0]
        drivers.deal_in(stack, 0)
        for seat in range(path.sequences.shape[1]):
            path.sequences[0, seat] = seat
        keys, numbers = arrive(stack, 0, path, keys, numbers, counts, store)
        depth = 0
        while depth >= 0:
            if counts[NODES] > limit:
                return FULL, keys, numbers
            action = -1
            if not stack[depth].over:
                action = next_action(path.masks[depth], path.following[depth, 1])
            elif stack[depth].random[0] != before:
                return CHANCE, keys, numbers
            else:
                store_end(stack, depth, path, chances[d], counts, store)
            if action < 0:
                depth -= 1
                continue
            if not follow(stack, depth, action, path, store):
                return CONFLICT, keys, numbers
            depth += 1
            keys, numbers = arrive(stack, depth, path, keys, numbers, counts, store)
    return DONE, keys, numbers


@kernel
def arrive(stack, depth, path, keys, numbers, counts, store):
    """Plays on while there is no choice; counts what it comes by, and looks up the choice. Returns the table, grown."""
    while not stack[depth].over:
        mask = path.masks[depth]
        n = legal(stack, depth, mask)
        counts[NODES] += 1
        seat = stack[depth].seat
        own = key(stack[depth], seat)
        slot = find(keys, own)
        if keys[slot] == 0:
            keys[slot] = own
            counts[SETS] += 1
            if n > 1:
                numbers[slot] = counts[SEQUENCES]
                if len(store.key) > 0:
                    store_set(own, seat, path.sequences[depth, seat], mask, numbers[slot], store)
                counts[CHOICES] += 1
                counts[SEQUENCES] += n
        if n > 1:
            path.following[depth, 0] = numbers[slot]
            path.following[depth, 1] = 0
        if 2 * counts[SETS] > len(keys):
            keys, numbers = widened(keys, numbers)
        if n > 1:
            break
        drivers.step(stack, depth, next_action(mask, 0))
    return keys, numbers


@kernel
def follow(stack, depth, action, path, store):
    """Plays a choice one deeper; False if the key stands for other actions or another past already."""
    sequence, seat = path.following[depth, 0], stack[depth].seat
    if len(store.key) > 0:
        above = path.sequences[depth, seat]
        if store.action[sequence] != action or store.parent[sequence] != above or store.seat[sequence] != seat:
            return False
    drivers.copy(stack, depth + 1, stack, depth)
    drivers.step(stack, depth + 1, action)
    for other in range(path.sequences.shape[1]):
        path.sequences[depth + 1, other] = path.sequences[depth, other]
    path.sequences[depth + 1, seat] = sequence
    path.following[depth, 0] = sequence + 1
    path.following[depth, 1] = action + 1
    return True


@kernel
def store_set(own, seat, above, mask, sequence, store):
    """Stores the actions of a new information set, from `sequence` on."""
    action = next_action(mask, 0)
    while action >= 0:
        store.key[sequence] = own
        store.seat[sequence] = seat
        store.parent[sequence] = above
        store.action[sequence] = action
        sequence += 1
        action = next_action(mask, action + 1)


@kernel
def store_end(stack, depth, path, chance, counts, store):
    """Counts an end, and stores it."""
    s = stack[depth]
    e = counts[ENDS]
    total = 0
    for seat in range(path.sequences.shape[1]):
        total += s.payoff[seat]
        if len(store.end) > 0:
            store.end[e, seat] = path.sequences[depth, seat]
            store.pay[e, seat] = chance * s.payoff[seat]
    if e == 0:
        counts[SUM] = total
    elif counts[SUM] != total:
        counts[UNEQUAL_SUMS] += 1
    counts[ENDS] += 1
