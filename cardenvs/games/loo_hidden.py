"""The loo family's cards as a seat can't see them: placed anew, or located.

A set of places is a bit mask of deck positions, as a card set is one of cards. § cites docs/rules/loo.md.
"""

import numpy as np

from ..core.cards import bit, count, has, lowest, pick
from ..core.kernel import kernel
from ..core.knowledge import forget_deal, tell, token
from ..core.random import below
from .loo_record import (
    AWAY,
    CARDS,
    DRAWN,
    HAND,
    MARK,
    MARKING,
    MISS,
    MISS_PLACE,
    OUT,
    REFUSED,
    SEATS,
    STOCK,
    TAKEN,
    TRICK,
    TURNED,
)


@kernel
def scratch():
    """Room for a placement: the deck, and where each seat's thrown cards had been dealt."""
    return np.zeros(CARDS, np.int64), np.zeros(SEATS, np.int64)


@kernel
def draw_hidden(s, seat, random, width, trumps, deck, thrown):
    """§11  Lays the cards that `seat` has not seen at random; False where they contradict what was shown.

    Which cards were thrown, and which of a hand's places the played ones came from, is drawn too: every deck order
    with its choice of cards to throw is equally likely.

    `width` hands are dealt in a round, `trumps` is the set of trumps; fills `deck` (int64 ``[52]``) with the deck order
    and `thrown` (int64 ``[seats]``) with the places of the cards that each seat gave up.
    """
    fixed = bit(s.options.hand_size * width) | dealt_at(s, seat, width) | drawn_at(s, seat, width)
    for p in range(s.deck_size):
        deck[p] = s.deck[p]
    for other in range(s.options.seats):
        if other != seat:
            thrown[other] = some(random, dealt_at(s, other, width), s.swapped[other])
            fixed |= lay_seen(s, other, random, hand_at(s, other, width, thrown), deck)
    unseen = np.zeros(CARDS, np.int64)
    n = list_unseen(s, deck, fixed, unseen)
    for other in range(s.options.seats):
        if other != seat and has(s.active, other):
            places = hand_at(s, other, width, thrown) & ~fixed
            fixed |= places
            n = lay_hand(s, other, random, places, trumps, deck, unseen, n)
            if n < 0:
                return False
    lay_rest(s, random, fixed, deck, unseen, n)
    return True


@kernel
def dealt_at(s, seat, width):
    """The places of the cards dealt to `seat`."""
    places = np.int64(0)
    for r in range(s.options.hand_size):
        places |= bit(r * width + (seat - s.dealer - 1) % s.options.seats)
    return places


@kernel
def drawn_at(s, seat, width):
    """The places of the cards that `seat` got for those it gave up: the miss, or a run of the stock."""
    places = np.int64(0)
    for k in range(s.swapped[seat]):
        places |= bit(k * width + s.options.seats if s.miss != 0 else s.drawn_from[seat] + k)
    return places


@kernel
def hand_at(s, seat, width, thrown):
    """The places of the hand that `seat` played from."""
    return dealt_at(s, seat, width) & ~thrown[seat] | drawn_at(s, seat, width)


@kernel
def some(random, cards, k):
    """A uniformly random subset of k members of a set."""
    chosen = np.int64(0)
    for _ in range(k):
        left = cards & ~chosen
        chosen |= bit(pick(left, below(random, count(left))))
    return chosen


@kernel
def lay_seen(s, seat, random, places, deck):
    """Lays the cards that `seat` has played at random places of its hand; returns these places."""
    cards = s.played[seat] | s.trick[seat]
    laid = np.int64(0)
    while cards != 0:
        place = some(random, places & ~laid, 1)
        deck[lowest(place)] = lowest(cards)
        laid |= place
        cards &= cards - 1
    return laid


@kernel
def list_unseen(s, deck, fixed, unseen):
    """Fills the cards that lie at no fixed place; returns how many."""
    known = cards_at(deck, fixed)
    n = 0
    for k in range(s.deck_size):
        if not has(known, s.pack[k]):
            unseen[n] = s.pack[k]
            n += 1
    return n


@kernel
def lay_hand(s, seat, random, places, trumps, deck, unseen, n):
    """Lays a hand from the first `n` cards unseen; returns how many are left, -1 if `seat` can't hold one of them."""
    trumps_left = s.most_trumps[seat]
    while places != 0:
        card = draw(random, unseen, n)
        n -= 1
        trumps_left -= has(trumps, card)
        if has(s.forbidden[seat], card) or trumps_left < 0:
            return -1
        deck[lowest(places)] = card
        places &= places - 1
    return n


@kernel
def lay_rest(s, random, fixed, deck, unseen, n):
    """Lays the other cards at the places that are not fixed."""
    for p in range(s.deck_size):
        if not has(fixed, p):
            deck[p] = draw(random, unseen, n)
            n -= 1


@kernel
def draw(random, cards, n):
    """Takes a random one of the first `n` cards, which are `n` - 1 then."""
    k = below(random, n)
    card = cards[k]
    cards[k] = cards[n - 1]
    return card


@kernel
def cards_at(deck, places):
    """The cards at a set of places."""
    cards = np.int64(0)
    while places != 0:
        cards |= bit(np.int64(deck[lowest(places)]))
        places &= places - 1
    return cards


@kernel
def keep_hidden(s, seat, random, width, deck, thrown):
    """Makes a placement the state's, and tells the other seats what they would have seen."""
    for p in range(s.deck_size):
        s.deck[p] = deck[p]
    if s.miss != 0:
        s.miss = 0
        for r in range(s.options.hand_size):
            s.miss |= bit(deck[r * width + s.options.seats])
    for other in range(s.options.seats):
        if other != seat:
            s.dealt[other] = cards_at(deck, dealt_at(s, other, width))
            s.put_away[other] = cards_at(deck, thrown[other])
            s.drawn[other] = cards_at(deck, drawn_at(s, other, width))
            hand = cards_at(deck, hand_at(s, other, width, thrown))
            s.hand[other] = hand & ~(s.played[other] | s.trick[other])
            tell_hidden(s, other, random)


@kernel
def tell_hidden(s, seat, random):
    """Tells a seat its cards of this deal anew; one that is marking may have marked any as many of them."""
    forget_deal(s, seat)
    tell(s, seat, token(HAND, s.dealt[seat]))
    if s.miss != 0:
        if s.swapped[seat] > 0:
            tell(s, seat, token(MISS, s.drawn[seat]))
        return
    marking = s.phase == MARKING and s.seat == seat
    if marking:
        s.marked = some(random, s.hand[seat], count(s.marked))
    marks = s.marked if marking else s.put_away[seat]
    while marks != 0:
        tell(s, seat, token(MARK, lowest(marks)))
        marks &= marks - 1
    if s.swapped[seat] > 0:
        tell(s, seat, token(DRAWN, s.drawn[seat]))


@kernel
def locate(s, out):
    """Hands by seat, refused and thrown cards away, then the miss, the turned card, the stock and the tricks."""
    for seat in range(s.options.seats):
        mark(AWAY if s.declared[seat] == REFUSED else seat, s.hand[seat], out)
        mark(AWAY, s.put_away[seat], out)
        mark(TRICK, s.trick[seat], out)
        mark(TAKEN, s.played[seat], out)
    if s.miss_free:
        mark(MISS_PLACE, s.miss, out)
    mark(TURNED, bit(s.turned), out)
    for p in range(s.stock_next, s.deck_size):
        mark(STOCK if p < s.stock_end else OUT, bit(np.int64(s.deck[p])), out)


@kernel
def mark(place, cards, out):
    """Counts a set of cards at a place."""
    while cards != 0:
        out[place, lowest(cards)] += 1
        cards &= cards - 1
