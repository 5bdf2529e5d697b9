"""Lenturlu's cards as a seat can't see them: placed anew, or located. § cites docs/rules/lenturlu.md.

A set of places is a bit mask of deck positions, as a card set is one of cards.
"""

import numpy as np

from ..core.cards import bit, lowest
from ..core.kernel import kernel
from ..core.knowledge import forget_deal, tell, token
from ..core.random import below
from ..mechanics.hidden import cards_at, tally
from ..mechanics.matching import place_all, sort_by_size
from .lenturlu_record import BOUGHT, CARDS, HAND, LAID, RANKS, STOCK


@kernel
def redeal(s, seat, random):
    """§11  A uniform placement of the cards that `seat` has not seen, among those that fit every purchase and pass."""
    if s.over:
        return True
    cards, sets, places = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    n = list_shown(s, seat, cards, sets)
    n = list_hidden(s, seat, cards, sets, n)
    sort_by_size(cards, sets, n)
    place_all(random, sets, n, places)
    for i in range(n):
        s.deck[places[i]] = cards[i]
    for other in range(s.options.seats):
        if other != seat:
            s.hand[other] = cards_at(s.deck, s.held[other]) & ~s.laid
            tell_hidden(s, other)
    turn_own_pairs(s, seat, random)
    return True


@kernel
def list_shown(s, seat, cards, sets):
    """Fills the cards that others have laid, with the places they can have come from; returns how many."""
    n = 0
    laid = s.laid
    while laid != 0:
        card = lowest(laid)
        if s.origin[card] & s.held[seat] == 0:
            cards[n], sets[n] = card, s.origin[card]
            n += 1
        laid &= laid - 1
    return n


@kernel
def list_hidden(s, seat, cards, sets, n):
    """Adds the cards that nobody else has shown, with the places not shown to lack their rank; returns how many."""
    others = (bit(s.deck_size) - 1) & ~s.held[seat]
    hidden = s.cards & ~(s.laid | s.hand[seat])
    while hidden != 0:
        card = lowest(hidden)
        cards[n], sets[n] = card, others & ~s.barred[card % RANKS]
        n += 1
        hidden &= hidden - 1
    return n


@kernel
def tell_hidden(s, seat):
    """Tells a seat its hand and its purchases anew."""
    forget_deal(s, seat)
    dealt = bit(s.options.seats * s.options.hand_cards) - 1
    tell(s, seat, token(HAND, cards_at(s.deck, s.held[seat] & dealt)))
    bought = s.held[seat] & ~dealt
    while bought != 0:
        first = bought & -bought
        purchase = first | (first << 1 if s.pairs & first != 0 else 0)
        tell(s, seat, token(BOUGHT, cards_at(s.deck, purchase)))
        bought &= ~purchase


@kernel
def turn_own_pairs(s, seat, random):
    """§7  In which order two cards bought together lay in the stock, even their buyer can't know."""
    pairs = s.pairs & s.held[seat]
    while pairs != 0:
        p = lowest(pairs)
        if below(random, 2) == 1:
            s.deck[p], s.deck[p + 1] = s.deck[p + 1], s.deck[p]
        pairs &= pairs - 1


@kernel
def locate(s, out):
    """Hands by seat, the stock, and the cards laid."""
    for seat in range(s.options.seats):
        tally(seat, s.hand[seat], out)
    for p in range(s.stock_next, s.deck_size):
        out[STOCK, s.deck[p]] += 1
    tally(LAID, s.laid, out)
