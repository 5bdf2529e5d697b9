"""Cards that a seat marks one by one, in ascending order, to throw them for as many others."""

import numpy as np

from ..core.cards import above, bit, count, lowest
from ..core.kernel import kernel

__all__ = ["in_suit", "longest_first", "markable"]

RANKS = 13
SUITS = 4


@kernel
def markable(hand, marked, room):
    """What of a hand may be marked next: the cards above the last one marked, while fewer than `room` are."""
    return above(hand, marked) if count(marked) < room else 0


@kernel
def in_suit(cards, suit):
    """The cards of a printed suit (13 cards each)."""
    return cards & ((bit(RANKS) - 1) << (RANKS * suit))


@kernel
def longest_first(cards, most):
    """The first `most` cards of a set, those of the longest suit first (the lower one of equals), low cards first."""
    thrown = np.int64(0)
    for _ in range(min(count(cards), most)):
        longest = np.int64(0)
        for suit in range(SUITS):
            if in_suit(cards & ~thrown, suit) != 0 and count(in_suit(cards, suit)) > count(longest):
                longest = in_suit(cards, suit)
        thrown |= bit(lowest(longest & ~thrown))
    return thrown
