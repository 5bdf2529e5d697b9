"""Cards that a seat marks one by one, in ascending order, to throw them for as many others."""

from ..core.cards import bit, count, highest
from ..core.kernel import kernel

__all__ = ["above", "markable"]


@kernel
def markable(hand, marked, room):
    """What of a hand may be marked next: the cards above the last one marked, while fewer than `room` are."""
    return above(hand, marked) if count(marked) < room else 0


@kernel
def above(cards, marked):
    """The cards above all those marked."""
    return cards if marked == 0 else cards & -bit(highest(marked) + 1)
