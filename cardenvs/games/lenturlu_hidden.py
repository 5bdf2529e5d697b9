"""Lenturlu's cards as a seat can't see them: placed anew, or located. § cites docs/rules/lenturlu.md.

A set of places is a bit mask of deck positions, as a card set is one of cards.
"""

import numpy as np

from ..core.cards import bit, count, has, lowest
from ..core.kernel import kernel
from ..core.knowledge import forget_deal, tell, token
from ..core.random import below, shuffle
from ..mechanics.matching import choose_distinct, most_choices, sort_by_size
from .lenturlu_record import BOUGHT, CARDS, HAND, LAID, RANKS, SEATS, STOCK

TRIES = 20_000
"""Random placements of the hidden cards before `redeal` gives up."""

SUITED = (1 << 0) | (1 << RANKS) | (1 << 2 * RANKS) | (1 << 3 * RANKS)  # the aces: shifted, all cards of a rank


@kernel
def redeal(s, seat, random):
    """§11  A uniform placement of the cards that `seat` has not seen, among those that fit every purchase and pass.

    The cards that others have laid choose among the places they can have come from; then the places of the hands
    choose cards, the most restricted hand first; the rest is the stock.
    """
    if s.over:
        return True
    hidden = s.cards & ~(s.laid | s.hand[seat])
    shown, sources, most = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    n_shown = list_shown(s, seat, shown, sources)
    most_choices(sources, n_shown, most)
    order, can = np.zeros(SEATS, np.int64), np.zeros(CARDS, np.int64)
    list_hands(s, seat, hidden, order, can)
    widest, most_cards = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    n_hidden = widest_places(s, order, can, widest)
    most_choices(widest, n_hidden, most_cards)
    places, cards = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    at = np.zeros(CARDS, np.int64)
    for _ in range(TRIES):
        if not choose_distinct(random, sources, most, n_shown, 0, places):
            continue
        open_places(s, order, can, places, n_shown, at, widest)
        if choose_distinct(random, widest, most_cards, n_hidden, 0, cards):
            keep(s, seat, random, hidden, shown, places, n_shown, at, cards, n_hidden)
            return True
    return False


@kernel
def list_shown(s, seat, shown, sources):
    """Fills the cards that others have laid, with the places they can have come from; returns how many."""
    n = 0
    laid = s.laid
    while laid != 0:
        card = lowest(laid)
        if s.origin[card] & s.held[seat] == 0:
            shown[n], sources[n] = card, s.origin[card]
            n += 1
        laid &= laid - 1
    sort_by_size(shown, sources, n)
    return n


@kernel
def list_hands(s, seat, hidden, order, can):
    """Fills the other seats, the one with the fewest cards to choose from first, and what each of their places can hold.

    Returns nothing; `order` ends with `seat`, which has no hidden cards.
    """
    size = np.zeros(SEATS, np.int64)
    n = 0
    for other in range(s.options.seats):
        if other == seat:
            continue
        places = s.held[other]
        while places != 0:
            p = lowest(places)
            can[p] = hidden & ~barred_at(s, p)
            places &= places - 1
        size[n] = bit(count(can[lowest(s.held[other])])) - 1
        order[n] = other
        n += 1
    sort_by_size(order, size, n)
    order[n] = seat


@kernel
def barred_at(s, p):
    """The cards of the ranks that the place has been shown not to hold."""
    cards = np.int64(0)
    for rank in range(RANKS):
        if has(s.barred[rank], p):
            cards |= SUITED << rank
    return cards


@kernel
def widest_places(s, order, can, widest):
    """Fills, for as many places of each hand as are hidden, what they can hold at most; returns how many.

    A seat's later places have been shown less, so at most the hidden cards lie in its last ones.
    """
    n = 0
    for k in range(s.options.seats - 1):
        places = s.held[order[k]]
        for _ in range(count(places) - count(s.hand[order[k]])):
            places &= places - 1
        while places != 0:
            widest[n] = can[lowest(places)]
            n += 1
            places &= places - 1
    return n


@kernel
def open_places(s, order, can, taken, n_taken, at, sets):
    """Fills the places of the other hands that the cards shown leave, and what each can hold."""
    closed = np.int64(0)
    for i in range(n_taken):
        closed |= bit(taken[i])
    n = 0
    for k in range(s.options.seats - 1):
        places = s.held[order[k]] & ~closed
        while places != 0:
            at[n] = lowest(places)
            sets[n] = can[at[n]]
            n += 1
            places &= places - 1


@kernel
def keep(s, seat, random, hidden, shown, places, n_shown, at, cards, n_hidden):
    """Makes a placement the state's, and tells the other seats what they would have seen."""
    for i in range(n_shown):
        s.deck[places[i]] = shown[i]
    for i in range(n_hidden):
        s.deck[at[i]] = cards[i]
        hidden &= ~bit(cards[i])
    stock = s.deck[s.stock_next : s.deck_size]
    for p in range(len(stock)):
        stock[p] = lowest(hidden)
        hidden &= hidden - 1
    shuffle(random, stock, len(stock))
    for other in range(s.options.seats):
        if other != seat:
            s.hand[other] = cards_at(s, s.held[other]) & ~s.laid
            tell_hidden(s, other)
    turn_own_pairs(s, seat, random)


@kernel
def cards_at(s, places):
    """The cards at a set of places."""
    cards = np.int64(0)
    while places != 0:
        cards |= bit(np.int64(s.deck[lowest(places)]))
        places &= places - 1
    return cards


@kernel
def tell_hidden(s, seat):
    """Tells a seat its hand and its purchases anew."""
    forget_deal(s, seat)
    dealt = bit(s.options.seats * s.options.hand_cards) - 1
    tell(s, seat, token(HAND, cards_at(s, s.held[seat] & dealt)))
    bought = s.held[seat] & ~dealt
    while bought != 0:
        first = bought & -bought
        purchase = first | (first << 1 if s.pairs & first != 0 else 0)
        tell(s, seat, token(BOUGHT, cards_at(s, purchase)))
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


@kernel
def tally(place, cards, out):
    """Counts a set of cards at a place."""
    while cards != 0:
        out[place, lowest(cards)] += 1
        cards &= cards - 1
