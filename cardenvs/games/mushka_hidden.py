"""The mushka family's cards as a seat can't see them: placed anew, or located.

A set of places is a bit mask of deck positions, as a card set is one of cards. § cites docs/rules/mushka.md.
"""

import numpy as np

from ..core.cards import bit, count, has, lowest
from ..core.kernel import kernel
from ..core.knowledge import forget_deal, tell, token
from ..mechanics.hidden import (
    cards_at,
    lay,
    lay_known,
    lay_rest,
    list_unseen,
    round_places,
    run_places,
    some,
    tally,
)
from ..mechanics.seats import left_of, seats_between
from .mushka_order import MEMBERS, lawful
from .mushka_record import (
    AWAY,
    CARDS,
    DRAWN,
    EXCHANGED,
    HAND,
    MARK,
    MARKING,
    NOT_YET,
    OPEN,
    OUT,
    PASSED,
    PENALISED,
    SEATS,
    STOCK,
    TAKEN,
    TRICK,
    TURNED,
)

CONTRADICTION = -1
"""In place of a set of places: the facts do not allow the placement."""


@kernel
def scratch():
    """Room for a placement: the deck, and where the cards that each seat threw or has marked had been dealt."""
    return np.zeros(CARDS, np.int64), np.zeros(SEATS, np.int64)


@kernel
def draw_hidden(s, seat, random, deck, thrown):
    """§11  Lays the cards that `seat` has not seen at random; False where they contradict what was shown.

    Which cards were thrown or are marked, and which of a hand's places the played ones came from, is drawn too: every
    deck order with its choice of cards to throw is equally likely. Fills `deck` (int64 ``[52]``) with the deck order
    and `thrown` (int64 ``[seats]``) with the places of the cards that each seat gave up or has marked.
    """
    n = s.options.seats
    fixed = turned_at(s) | dealt_at(s, seat) | drawn_at(s, seat)
    for p in range(s.deck_size):
        deck[p] = s.deck[p]
    for other in range(n):
        if other != seat:
            places = lay_facts(s, other, random, deck, thrown)
            if places == CONTRADICTION:
                return False
            fixed |= places
    unseen = np.zeros(CARDS, np.int64)
    left = list_unseen(s.pack, s.deck_size, deck, fixed, unseen)
    for k in range(2 * n):  # hands first: they contradict more often
        other = k % n
        if other == seat or s.declared[other] == NOT_YET:
            continue
        places = (hand_at(s, other, thrown) if k < n else thrown[other]) & ~fixed
        left = lay(random, places, barred(s, other) if k < n else s.unmarkable, deck, unseen, left)
        if left < 0:
            return False
        fixed |= places
    lay_rest(random, s.deck_size, fixed, deck, unseen, left)
    return may_exchange(s, seat, deck)


@kernel
def lay_facts(s, seat, random, deck, thrown):
    """Lays what all know to have been dealt to `seat` or to have been in its hand when play began; returns the places."""
    dealt = dealt_at(s, seat)
    thrown[seat] = some(random, dealt, count(s.marked) if is_marking(s, seat) else s.swapped[seat])
    known = s.known[seat]
    held = s.played[seat] | s.trick[seat]
    if known == 0:  # what was shown, was shown after the exchange
        held |= s.shown[seat]
    kept = known & (held | s.unmarkable)
    kept_places = lay_known(random, kept, dealt & ~thrown[seat], deck)
    known_places = lay_known(random, known & ~kept, dealt & ~kept_places, deck)
    # Beside a hand known as a whole, what was held can only have been drawn. Else any place will do, or turn out taken.
    room = drawn_at(s, seat) if known == s.dealt[seat] else hand_at(s, seat, thrown) & ~kept_places
    held_places = lay_known(random, held & ~known, room, deck)
    unplayed = cards_at(deck, known_places & hand_at(s, seat, thrown))
    if held_places & known_places != 0 or unplayed & barred(s, seat) != 0:
        return CONTRADICTION
    return kept_places | known_places | held_places


@kernel
def is_marking(s, seat):
    """§3.2  Is it choosing the cards to throw?"""
    return s.phase == MARKING and s.seat == seat


@kernel
def barred(s, seat):
    """§11  What can't be in the rest of a hand: in a passed one the card that forbids to pass; else what it has shown."""
    if s.declared[seat] == PASSED:
        return s.special
    cards = np.int64(0)
    for suit in range(4):
        if has(s.void[seat], suit):
            cards |= MEMBERS[s.order, suit]
    if has(s.void[seat], 4):
        cards |= MEMBERS[s.order, s.trump]
    return cards


@kernel
def may_exchange(s, seat, deck):
    """§3.1  A seat that has chosen to exchange and marked nothing yet has a card to mark."""
    if s.phase != MARKING or s.seat == seat:
        return True
    return cards_at(deck, dealt_at(s, s.seat)) & ~s.unmarkable != 0


@kernel
def turned_at(s):
    """The place of the card turned up, if any was."""
    return bit(s.options.hand_size * s.options.seats) if s.turned != 0 else np.int64(0)


@kernel
def dealt_at(s, seat):
    """The places of the cards dealt to `seat`."""
    n = s.options.seats
    return round_places(seats_between(left_of(s.dealer, 1, n), seat, n), n, s.options.hand_size)


@kernel
def drawn_at(s, seat):
    """The places of the cards that `seat` drew."""
    return run_places(s.drawn_from[seat], s.swapped[seat])


@kernel
def hand_at(s, seat, thrown):
    """The places of the hand that `seat` has after its exchange; marked cards are still in it, but laid apart."""
    return dealt_at(s, seat) & ~thrown[seat] | drawn_at(s, seat)


@kernel
def played_from(s, seat, deck, thrown):
    """The hand of `seat`, the cards that it has played since included."""
    cards = cards_at(deck, hand_at(s, seat, thrown))
    return cards | cards_at(deck, thrown[seat]) if is_marking(s, seat) else cards


@kernel
def keep_hidden(s, seat, deck, thrown):
    """Makes a placement the state's, and tells the other seats what they would have seen."""
    for p in range(s.deck_size):
        s.deck[p] = deck[p]
    for other in range(s.options.seats):
        if other == seat:
            continue
        hand = played_from(s, other, deck, thrown)
        s.dealt[other] = cards_at(deck, dealt_at(s, other))
        s.drawn[other] = cards_at(deck, drawn_at(s, other))
        s.hand[other] = hand & ~(s.played[other] | s.trick[other])
        if is_marking(s, other):
            s.marked = cards_at(deck, thrown[other])
        elif s.declared[other] == EXCHANGED:
            s.put_away[other] = cards_at(deck, thrown[other])
        if s.options.revokes == PENALISED and has(s.active, other):
            s.revoked[other] = revokes_of(s, other, hand)
        tell_hidden(s, other)


@kernel
def revokes_of(s, seat, hand):
    """§8  How many of the cards that `seat` has played from `hand` were unlawful."""
    revokes = 0
    for k in range(s.trick_number + (1 if s.trick[seat] != 0 else 0)):
        led, card = s.leads >> 6 * k & 63, s.plays[seat] >> 6 * k & 63
        if card != led and not has(lawful(s.order, s.trump, led, hand, s.exempt), card):
            revokes += 1
        hand &= ~bit(card)
    return revokes


@kernel
def tell_hidden(s, seat):
    """Tells a seat its cards of this deal anew."""
    forget_deal(s, seat)
    tell(s, seat, token(HAND, s.dealt[seat]))
    marks = s.marked if is_marking(s, seat) else s.put_away[seat]
    while marks != 0:
        tell(s, seat, token(MARK, lowest(marks)))
        marks &= marks - 1
    if s.swapped[seat] > 0:
        tell(s, seat, token(DRAWN, s.drawn[seat]))


@kernel
def locate(s, out):
    """Hands by seat, those opened at a check apart; passed and thrown cards away; the turned card, stock and tricks."""
    for seat in range(s.options.seats):
        if s.declared[seat] == PASSED:
            tally(AWAY, s.hand[seat], out)
        else:
            tally(seat, s.hand[seat] & ~s.shown[seat], out)
            tally(OPEN, s.hand[seat] & s.shown[seat], out)
        tally(AWAY, s.put_away[seat], out)
        tally(TRICK, s.trick[seat], out)
        tally(TAKEN, s.played[seat], out)
    tally(TURNED, s.turned, out)
    for p in range(s.stock_next, s.deck_size):
        tally(STOCK if p < s.stock_end else OUT, bit(np.int64(s.deck[p])), out)
