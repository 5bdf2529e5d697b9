"""Hands that nobody has seen, drawn anew: uniformly among those that fit what their holders are known to lack.

Hands are drawn one after the other, each from the cards it may hold. That favours draws which leave the later hands
little choice, so a draw counts with the number of choices there were (`draw_hands`), and is kept with a chance in
proportion (`most_ways` is the largest number).
"""

import math

import numpy as np

from ..core.cards import bit, count
from ..core.kernel import kernel
from .hidden import some

__all__ = ["draw_hands", "most_ways"]

MOST_CARDS = 63
CHOOSE = np.array([[float(math.comb(n, k)) for k in range(MOST_CARDS + 1)] for n in range(MOST_CARDS + 1)])


@kernel
def draw_hands(random, unseen, barred, need, hands, drawn):
    """Draws hands from the set `unseen`, the most restricted one first; what is left over is nobody's.

    Args:
        random: a stream.
        unseen: card set.
        barred: int64 ``[hands]``, the cards that each hand can't hold.
        need: int64 ``[hands]``, how many cards each gets, at least 0.
        hands: how many hands.
        drawn: int64 ``[hands]``, filled with card sets.

    Returns:
        The number of choices there were on the way, 0.0 if some hand could not be filled.
    """
    ways = 1.0
    left, done = unseen, np.int64(0)
    for _ in range(hands):
        k = tightest(unseen, barred, need, hands, done)
        cards = left & ~barred[k]
        if count(cards) < need[k]:
            return 0.0
        ways *= CHOOSE[count(cards), need[k]]
        drawn[k] = some(random, cards, need[k])
        left &= ~drawn[k]
        done |= bit(k)
    return ways


@kernel
def most_ways(unseen, barred, need, hands):
    """No draw by `draw_hands` has more choices than this on the way."""
    ways = 1.0
    left, done = count(unseen), np.int64(0)
    for _ in range(hands):
        k = tightest(unseen, barred, need, hands, done)
        cards = min(left, count(unseen & ~barred[k]))
        ways *= CHOOSE[cards, need[k]] if cards >= need[k] else 0.0
        left -= need[k]
        done |= bit(k)
    return ways


@kernel
def tightest(unseen, barred, need, hands, done):
    """The hand that has the fewest cards to spare, of those not `done` (a set)."""
    best, spare = 0, MOST_CARDS + 1
    for k in range(hands):
        room = count(unseen & ~barred[k]) - need[k]
        if (done >> k) & 1 == 0 and room < spare:
            best, spare = k, room
    return best
