"""The loo family's cards as a seat can't see them: placed anew, or located.

A set of places is a bit mask of deck positions, as a card set is one of cards. § cites docs/rules/loo.md.
"""

import numpy as np

from ..core.cards import bit, count, has, lowest
from ..core.kernel import kernel
from ..core.knowledge import forget_deal, tell, token
from ..mechanics.hidden import (
    cards_at,
    draw,
    lay_known,
    lay_rest,
    list_unseen,
    round_places,
    run_places,
    some,
    tally,
)
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
            fixed |= lay_known(random, s.played[other] | s.trick[other], hand_at(s, other, width, thrown), deck)
    unseen = np.zeros(CARDS, np.int64)
    n = list_unseen(s.pack, s.deck_size, deck, fixed, unseen)
    for other in range(s.options.seats):
        if other != seat and has(s.active, other):
            places = hand_at(s, other, width, thrown) & ~fixed
            fixed |= places
            n = lay_hand(s, other, random, places, trumps, deck, unseen, n)
            if n < 0:
                return False
    lay_rest(random, s.deck_size, fixed, deck, unseen, n)
    return True


@kernel
def dealt_at(s, seat, width):
    """The places of the cards dealt to `seat`."""
    return round_places((seat - s.dealer - 1) % s.options.seats, width, s.options.hand_size)


@kernel
def drawn_at(s, seat, width):
    """The places of the cards that `seat` got for those it gave up: the miss, or a run of the stock."""
    if s.miss == 0:
        return run_places(s.drawn_from[seat], s.swapped[seat])
    return miss_at(s, width) if s.swapped[seat] > 0 else 0


@kernel
def miss_at(s, width):
    """The places of the miss: dealt as the last hand of each round, or below the card turned up (`stukolka`)."""
    h = s.options.hand_size
    if width > s.options.seats:
        return round_places(s.options.seats, width, h)
    return run_places(h * width + 1, h)


@kernel
def hand_at(s, seat, width, thrown):
    """The places of the hand that `seat` played from."""
    return dealt_at(s, seat, width) & ~thrown[seat] | drawn_at(s, seat, width)


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
def keep_hidden(s, seat, random, width, deck, thrown):
    """Makes a placement the state's, and tells the other seats what they would have seen."""
    for p in range(s.deck_size):
        s.deck[p] = deck[p]
    if s.miss != 0:
        s.miss = cards_at(deck, miss_at(s, width))
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
        tally(AWAY if s.declared[seat] == REFUSED else seat, s.hand[seat], out)
        tally(AWAY, s.put_away[seat], out)
        tally(TRICK, s.trick[seat], out)
        tally(TAKEN, s.played[seat], out)
    if s.miss_free:
        tally(MISS_PLACE, s.miss, out)
    tally(TURNED, bit(s.turned), out)
    for p in range(s.stock_next, s.deck_size):
        tally(STOCK if p < s.stock_end else OUT, bit(np.int64(s.deck[p])), out)
