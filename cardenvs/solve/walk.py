"""All play of given deals, depth first: counted, and stored in sequence form. See `tree`."""

import enum

import numpy as np

from ..core import drivers
from ..core.kernel import kernel
from ..core.knowledge import key
from ..core.rules import legal
from .hashing import find, widened

__all__ = ["CHANCE", "CONFLICT", "DONE", "FULL", "Counts", "explore", "next_action"]

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
SET, NEXT = 0, 1


@kernel(nogil=True)
def explore(
    stack, masks, trail, frames, decks, chances, blank, limit, keys, numbers, counts, set_key, seat_of, parent, actions, end, pay
):  # fmt: skip
    """Walks all play of every deck.

    Args:
        stack: states ``[depth]``, scratch, as masks (int8 ``[depth, actions]``), trail (int64 ``[depth, seats]``: the seats'
            sequences) and frames (int64 ``[depth, 2]``: at each choice the next sequence and the next action).
        decks: int8 ``[deals, cards]``.
        chances: float64 ``[deals]``.
        blank: the state before the deal.
        limit: stop beyond so many decisions.
        keys: the table of information sets, with numbers: the first sequence of each, 0 where there is no choice.
        counts: see `Counts`; they go on from call to call.
        set_key: filled for each sequence (``[sequences]``, or all empty) with the key of its set, as are seat_of, parent (the
            sequence above the set) and actions.
        end: filled for each end (int32 ``[ends, seats]``, or empty) with the seats' sequences, as is pay (float64) with what
            they are paid times the chance.

    Returns:
        How it ended, and the table, grown.
    """
    random = np.zeros(1, np.uint64)
    seats = trail.shape[1]
    storing = len(actions) > 0
    for d in range(len(decks)):
        drivers.prepare(stack, 0, blank, random)
        for k in range(decks.shape[1]):
            stack[0].deck[k] = decks[d, k]
        before = stack[0].random[0]
        drivers.deal_in(stack, 0)
        for seat in range(seats):
            trail[0, seat] = seat
        depth = 0
        arrived = True
        while depth >= 0:
            if arrived:
                n = 0
                while not stack[depth].over:
                    n = legal(stack, depth, masks[depth])
                    counts[NODES] += 1
                    seat = stack[depth].seat
                    own = key(stack[depth], seat)
                    slot = find(keys, own)
                    if keys[slot] == 0:
                        keys[slot] = own
                        counts[SETS] += 1
                        if n > 1:
                            counts[CHOICES] += 1
                            numbers[slot] = counts[SEQUENCES]
                            if storing:
                                store_set(
                                    counts[SEQUENCES],
                                    own,
                                    seat,
                                    trail[depth, seat],
                                    masks[depth],
                                    set_key,
                                    seat_of,
                                    parent,
                                    actions,
                                )
                            counts[SEQUENCES] += n
                        if 2 * counts[SETS] > len(keys):
                            keys, numbers = widened(keys, numbers)
                            slot = find(keys, own)
                    if n > 1:
                        frames[depth, SET] = numbers[slot]
                        frames[depth, NEXT] = 0
                        if storing and parent[numbers[slot]] != trail[depth, seat]:
                            return CONFLICT, keys, numbers
                        break
                    drivers.step(stack, depth, next_action(masks[depth], 0))
                if stack[depth].over:
                    if stack[depth].random[0] != before:
                        return CHANCE, keys, numbers
                    store_end(stack, depth, trail, chances[d], counts, end, pay)
                    depth -= 1
                    arrived = False
                    continue
                if counts[NODES] > limit:
                    return FULL, keys, numbers
            action = next_action(masks[depth], frames[depth, NEXT])
            if action < 0:
                depth -= 1
                arrived = False
                continue
            sequence = frames[depth, SET]
            if storing and actions[sequence] != action:
                return CONFLICT, keys, numbers
            drivers.copy(stack, depth + 1, stack, depth)
            drivers.step(stack, depth + 1, action)
            for seat in range(seats):
                trail[depth + 1, seat] = trail[depth, seat]
            trail[depth + 1, stack[depth].seat] = sequence
            frames[depth, SET] = sequence + 1
            frames[depth, NEXT] = action + 1
            depth += 1
            arrived = True
    return DONE, keys, numbers


@kernel
def store_set(sequence, own, seat, above, mask, set_key, seat_of, parent, actions):
    """Stores the actions of a new information set, from `sequence` on."""
    action = next_action(mask, 0)
    while action >= 0:
        set_key[sequence] = own
        seat_of[sequence] = seat
        parent[sequence] = above
        actions[sequence] = action
        sequence += 1
        action = next_action(mask, action + 1)


@kernel
def store_end(stack, depth, trail, chance, counts, end, pay):
    """Counts one end, and stores it unless the arrays are empty."""
    s = stack[depth]
    e = counts[ENDS]
    total = 0
    for seat in range(trail.shape[1]):
        total += s.payoff[seat]
        if len(end) > 0:
            end[e, seat] = trail[depth, seat]
            pay[e, seat] = chance * s.payoff[seat]
    if e == 0:
        counts[SUM] = total
    elif counts[SUM] != total:
        counts[UNEQUAL_SUMS] += 1
    counts[ENDS] += 1


@kernel
def next_action(mask, start):
    """The lowest action of a mask from `start` on, or -1."""
    for action in range(start, len(mask)):
        if mask[action]:
            return action
    return -1
