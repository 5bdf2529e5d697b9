"""Tricks that a declarer can't be kept from, whatever the layout (§4.2a). § cites docs/rules/preferans.md."""

from ...core.cards import above, count
from ...core.kernel import kernel
from .names import NO_SUIT
from .state import suit_cards

__all__ = ["sure_tricks"]


@kernel
def sure_tricks(hand, others, trump, lead):
    """§4.2a  A lower bound of the tricks of `hand` (a card set) against the cards `others`, leading first or not.

    `trump` is a suit or NO_SUIT.
    """
    size = count(hand)
    side = open_to = 0
    for suit in range(4):
        if suit != trump:
            own, top, outside = _suit(hand, others, suit)
            side += own if top >= outside else top
            open_to += outside if top == 0 else 0
    own, top, outside = _suit(hand, others, trump)
    if trump == NO_SUIT or own + outside == 0:
        return side if lead else min(side, size - min(size, open_to))
    if top >= outside and (lead or outside == 0):
        return own + side
    least = max(top, own - outside)
    if top >= outside and own > outside:
        return max(least, own + side - outside)
    return least


@kernel
def _suit(hand, others, suit):
    """§4.2a  Own cards of a suit, those higher than every other, and the others (o, a, m)."""
    own = hand & suit_cards(suit)
    outside = others & suit_cards(suit)
    return count(own), count(above(own, outside)), count(outside)
