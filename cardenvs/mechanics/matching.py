"""Distinct places for cards, each from the set of places that it can lie at, every way equally likely.

Cards choose one after the other, the most restricted first, each uniformly from what the earlier ones left of its set.
A way then comes up in inverse proportion to the choices there were on it, so it is kept with a chance in proportion to
them: step by step, by the most choices that the step can have. Where the sets lie inside each other every way has the
same number of choices, and none is given up; exact all the same where they do not.

Where the facts leave so little room that ways come to nothing time after time, some way is found by augmenting paths and
then changed at random, by rotations that keep it possible: nearly uniform, and never in vain.
"""

import numpy as np

from ..core.cards import bit, count, lowest, pick
from ..core.kernel import kernel
from ..core.random import below, shuffle

__all__ = ["find_places", "most_choices", "place_all", "sort_by_size", "try_places", "wander"]

TRIES = 300
"""Ways tried before one is found by other means."""
ROTATIONS = 100
"""Changes tried for each card then."""


@kernel
def place_all(random, sets, n, places):
    """Distinct places for cards 0 .. n - 1; some way must exist.

    Args:
        random: a stream.
        sets: int64 ``[>= n]``, the set of places for each card, the smallest first (`sort_by_size`).
        n: how many cards.
        places: int64 ``[>= n]``, filled.
    """
    most = np.zeros(n, np.int64)
    most_choices(sets, n, most)
    for _ in range(TRIES):
        if try_places(random, sets, most, n, places):
            return
    find_places(random, sets, n, places)
    wander(random, sets, n, places, ROTATIONS * n)


@kernel
def sort_by_size(cards, sets, n):
    """Sorts cards (int64 ``[>= n]``) and their sets, the smallest set first."""
    for i in range(1, n):
        card, own, size = cards[i], sets[i], count(sets[i])
        j = i
        while j > 0 and count(sets[j - 1]) > size:
            cards[j], sets[j] = cards[j - 1], sets[j - 1]
            j -= 1
        cards[j], sets[j] = card, own


@kernel
def most_choices(sets, n, most):
    """Fills `most` (int64 ``[>= n]``): a card's set less the earlier cards whose sets lie inside it."""
    for i in range(n):
        inside = 0
        for j in range(i):
            inside += sets[j] & ~sets[i] == 0
        most[i] = max(1, count(sets[i]) - inside)


@kernel
def try_places(random, sets, most, n, places):
    """One way at random; False where it is given up."""
    taken = np.int64(0)
    for i in range(n):
        free = sets[i] & ~taken
        k = below(random, most[i])
        if k >= count(free):
            return False
        places[i] = pick(free, k)
        taken |= bit(places[i])
    return True


@kernel
def find_places(random, sets, n, places):
    """Some way, from cards in random order; one that finds its places taken makes others move."""
    order = np.arange(n)
    shuffle(random, order, n)
    owner = np.full(64, -1, np.int64)
    taken = np.int64(0)
    for card in order:
        free = sets[card] & ~taken
        if free != 0:
            place = pick(free, below(random, count(free)))
            owner[place] = card
        else:
            place = move_over(sets, card, owner, taken)
        taken |= bit(place)
    for place in range(64):
        if owner[place] >= 0:
            places[owner[place]] = place


@kernel
def move_over(sets, card, owner, taken):
    """Finds room for a card by the shortest chain of moves, and makes them; returns the place that was free."""
    came_from = np.full(64, -1, np.int64)  # of each place reached, the card that wants it
    queue = np.zeros(64, np.int64)
    queue[0] = card
    head, tail, reached = 0, 1, np.int64(0)
    while True:
        mover = queue[head]
        head += 1
        wanted = sets[mover] & ~reached
        reached |= wanted
        while wanted != 0:
            place = lowest(wanted)
            came_from[place] = mover
            if (taken >> place) & 1 == 0:
                move_along(owner, came_from, card, place)
                return place
            queue[tail] = owner[place]
            tail += 1
            wanted &= wanted - 1


@kernel
def move_along(owner, came_from, card, place):
    """Moves each card of a chain that ends at the free `place` and began with `card`."""
    mover = came_from[place]
    while mover != card:
        left = 0
        while owner[left] != mover:
            left += 1
        owner[place] = mover
        place = left
        mover = came_from[place]
    owner[place] = card


@kernel
def wander(random, sets, n, places, steps):
    """Two, three or four random cards change places in a ring, `steps` times, where all of them can."""
    ring = np.zeros(4, np.int64)
    for _ in range(steps):
        size = 2 + below(random, 4) % 3
        for k in range(size):
            ring[k] = below(random, n)
        if can_rotate(sets, places, ring, size):
            place = places[ring[0]]
            for k in range(size - 1):
                places[ring[k]] = places[ring[k + 1]]
            places[ring[size - 1]] = place


@kernel
def can_rotate(sets, places, ring, size):
    """Can each card of a ring, all different, take the next one's place?"""
    for k in range(size):
        for j in range(k):
            if ring[j] == ring[k]:
                return False
        if (sets[ring[k]] >> places[ring[(k + 1) % size]]) & 1 == 0:
            return False
    return True
