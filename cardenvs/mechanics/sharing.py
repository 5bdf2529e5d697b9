"""Unseen cards among hands that are known to lack some: every way equally likely, drawn without trial and error.

A seat that has shown a void can't hold certain cards; the others and the cards set aside (a talon, a stock) can. So the
number of ways to deal the rest is a sum of products of binomials, and a way is drawn by these weights.
"""

import math

import numpy as np

from ..core.cards import count
from ..core.kernel import kernel
from ..core.random import unit
from .hidden import some

__all__ = ["share"]

MOST = 33
BINOMIAL = np.array([[math.comb(n, k) for k in range(MOST)] for n in range(MOST)], np.float64)
"""Ways to choose k of n; up to 32 cards, so that every sum of them is exact or nearly so."""


@kernel
def share(random, unseen, may, sizes, hands):
    """Deals `unseen` (a set of at most 32 cards) to three hands, the rest stays aside.

    `may` (int64 ``[3]``) is what each hand can hold, `sizes` (int64 ``[3]``) how many cards it gets, `hands` (int64
    ``[3]``) is filled. Some way must exist.
    """
    left = unseen
    hands[2] = third_hand(random, left, may, sizes)
    left &= ~hands[2]
    first, second = left & may[0] & ~may[1], left & may[1] & ~may[0]
    both = left & may[0] & may[1]
    k = draw_first(random, count(first), count(second), count(both), sizes[0], sizes[1])
    hands[0] = some(random, first, k) | some(random, both, sizes[0] - k)
    hands[1] = some(random, left & may[1] & ~hands[0], sizes[1])
    return left & ~hands[0] & ~hands[1]


@kernel
def ways_with(first, second, both, a, b, k):
    """Ways to deal a and b cards to two hands, k of the first hand's from the `first` cards that it alone can hold."""
    shared = a - k
    if k > first or shared > both or shared < 0:
        return 0.0
    return BINOMIAL[first, k] * BINOMIAL[both, shared] * BINOMIAL[second + both - shared, b]


@kernel
def ways(first, second, both, a, b):
    """Ways to deal a and b cards to two hands."""
    total = 0.0
    for k in range(a + 1):
        total += ways_with(first, second, both, a, b, k)
    return total


@kernel
def draw_first(random, first, second, both, a, b):
    """How many of its own kind the first hand gets, by the number of ways."""
    threshold = unit(random) * ways(first, second, both, a, b)
    chosen = 0
    for k in range(a + 1):
        weight = ways_with(first, second, both, a, b, k)
        if weight > 0:
            chosen = k
            if threshold < weight:
                break
            threshold -= weight
    return chosen


@kernel
def third_hand(random, unseen, may, sizes):
    """The third hand: how many cards of each kind, by the ways that leaves the other two; then which of them."""
    if sizes[2] == 0:
        return 0
    kinds, split = np.zeros(4, np.int64), np.zeros(4, np.int64)
    kinds[0], kinds[1] = unseen & ~may[0] & ~may[1], unseen & may[0] & ~may[1]
    kinds[2], kinds[3] = unseen & may[1] & ~may[0], unseen & may[0] & may[1]
    total = splits(kinds, may[2], sizes, -1.0, split)
    splits(kinds, may[2], sizes, unit(random) * total, split)
    hand = np.int64(0)
    for kind in range(4):
        hand |= some(random, kinds[kind] & may[2], split[kind])
    return hand


@kernel
def splits(kinds, own, sizes, threshold, split):
    """Ways over all splits of the third hand by kind; fills the last split that begins at or below the threshold."""
    total = 0.0
    none, first, second = count(kinds[0] & own), count(kinds[1] & own), count(kinds[2] & own)
    for i in range(min(none, sizes[2]) + 1):
        for j in range(min(first, sizes[2] - i) + 1):
            for k in range(min(second, sizes[2] - i - j) + 1):
                rest = sizes[2] - i - j - k
                if rest > count(kinds[3] & own):
                    continue
                own_ways = BINOMIAL[none, i] * BINOMIAL[first, j] * BINOMIAL[second, k]
                own_ways *= BINOMIAL[count(kinds[3] & own), rest]
                left = count(kinds[1]) - j, count(kinds[2]) - k, count(kinds[3]) - rest
                weight = own_ways * ways(left[0], left[1], left[2], sizes[0], sizes[1])
                if weight > 0 and total <= threshold:
                    split[0], split[1], split[2], split[3] = i, j, k, rest
                total += weight
    return total
