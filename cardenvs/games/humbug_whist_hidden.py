"""Humbug whist's cards as dealt, placed anew, and located.

The four places stand clockwise: 0 the dealer, 1 his left, 2 pone, 3 his right; § cites docs/rules/humbug_whist.md.
"""

import numpy as np

from ..core.cards import bit, count, has, lowest
from ..core.kernel import kernel
from ..core.knowledge import forget_deal, tell, token
from ..core.random import below, shuffle
from ..core.record import NONE
from .humbug_whist_record import (
    AWAY,
    CARDS,
    EXCHANGED,
    HAND,
    HELD,
    ON_TABLE,
    RANKS,
    SEATS,
    STOCK,
    TAKEN,
    TURNED,
    TWICE,
)


@kernel
def own_place(s, seat):
    """§2  Where a seat's own hand is dealt."""
    return 0 if seat == s.dealer else 2


@kernel
def side_place(s, seat):
    """§2  The place at the right of a seat."""
    return 3 if seat == s.dealer else 1


@kernel
def spot(place, r):
    """§2  The deck position of the r-th card dealt to a place; the deal begins at place 1."""
    return 4 * r + (place + 3) % 4


@kernel
def find_cards(s, place):
    """Sets the cards dealt to a place, from the deck."""
    once, twice = np.int64(0), np.int64(0)
    for r in range(s.options.hand_size):
        card = bit(np.int64(s.deck[spot(place, r)]))
        twice |= once & card
        once |= card
    s.dealt[place], s.dealt_twice[place] = once, twice


# Redeal


@kernel
def redeal(s, seat, random):
    """§11  A uniform order of the cards that `seat` has not seen; the other's hand lacks the suits it was void in."""
    if s.over:
        return True
    other = 1 - seat
    unseen = np.zeros(2 * CARDS, np.int64)
    hand = np.zeros(RANKS, np.int64)
    n = list_unseen(s, seat, unseen)
    n_played = list_played(s, other, hand)
    n_hand = s.options.hand_size - count(s.played[other]) - count(s.played_twice[other])
    if turned_at(s, s.at[other]) and s.turn_up_lies == HELD:
        n_hand -= 1  # it is known to be there
    choose_first(random, unseen, n, n_hand, s.void[other])
    for k in range(n_hand):
        hand[n_played + k] = unseen[k]
    shuffle(random, hand, n_played + n_hand)
    shuffle(random, unseen[n_hand:], n - n_hand)
    lay(s, seat, hand, unseen[n_hand:])
    for place in range(4):
        find_cards(s, place)
    hold_rest(s, other)
    tell_hands(s, other)
    return True


@kernel
def turned_at(s, place):
    """Is the card turned up one of this place's?"""
    return s.turned != NONE and place == 0


@kernel
def knows(s, seat, place):
    """Has `seat` seen all cards dealt to a place?"""
    return place == own_place(s, seat) or place == s.at[seat]


@kernel
def list_played(s, seat, hand):
    """Fills the cards that a seat has played, but for the card turned up, which lies where it lies; returns how many."""
    n = add_cards(s.played[seat], hand, 0)
    n = add_cards(s.played_twice[seat], hand, n)
    if turned_at(s, s.at[seat]) and s.turn_up_lies != HELD:
        n = drop_card(s.turned, hand, n)
    return n


@kernel
def add_cards(cards, out, n):
    """Writes the cards of a set from `n` on; returns where they end."""
    while cards != 0:
        out[n] = lowest(cards)
        cards &= cards - 1
        n += 1
    return n


@kernel
def drop_card(card, cards, n):
    """Takes one copy of a card out of the first `n`; returns how many are left."""
    for k in range(n):
        if cards[k] == card:
            cards[k] = cards[n - 1]
            return n - 1
    return n


@kernel
def list_unseen(s, seat, unseen):
    """Fills the cards of which `seat` does not know where they are or that the other played them; returns how many."""
    left = np.zeros(CARDS, np.int64)
    for k in range(s.deck_size):
        left[s.pack[k]] += 1
    for place in range(4):
        if knows(s, seat, place):
            for r in range(s.options.hand_size):
                left[s.deck[spot(place, r)]] -= 1
        elif turned_at(s, place):
            left[s.turned] -= 1
    hand = np.zeros(RANKS, np.int64)
    for k in range(list_played(s, 1 - seat, hand)):
        left[hand[k]] -= 1
    n = 0
    for card in range(CARDS):
        for _ in range(left[card]):
            unseen[n] = card
            n += 1
    return n


@kernel
def choose_first(random, cards, n, chosen, barred):
    """Brings random ones of the `n` cards to the front, as many as `chosen`, none of them of the suits `barred`."""
    may = 0
    for k in range(n):
        if not has(barred, cards[k] // RANKS):
            cards[may], cards[k] = cards[k], cards[may]
            may += 1
    for k in range(chosen):
        j = k + below(random, may - k)
        cards[k], cards[j] = cards[j], cards[k]


@kernel
def lay(s, seat, hand, rest):
    """Lays the other's hand at its places of the deck, and the rest at all that `seat` has not seen."""
    other_place = s.at[1 - seat]
    in_hand, used = 0, 0
    for p in range(s.deck_size):
        place = (p + 1) % 4
        if p >= 4 * s.options.hand_size:
            s.deck[p] = rest[used]
            used += 1
        elif knows(s, seat, place) or (turned_at(s, place) and p == 4 * s.options.hand_size - 1):
            continue
        elif place == other_place:
            s.deck[p] = hand[in_hand]
            in_hand += 1
        else:
            s.deck[p] = rest[used]
            used += 1


@kernel
def hold_rest(s, seat):
    """The hand of a seat is what it has not played of its place's cards."""
    place = s.at[seat]
    once, twice = s.dealt[place], s.dealt_twice[place]
    played, played_twice = s.played[seat], s.played_twice[seat]
    s.hand[seat] = (once & ~played) | (twice & ~played_twice)
    s.hand_twice[seat] = twice & ~played


@kernel
def tell_hands(s, seat):
    """Tells a seat the hands that it has seen anew."""
    forget_deal(s, seat)
    own = own_place(s, seat)
    tell(s, seat, token(HAND, s.dealt[own]))
    tell(s, seat, token(TWICE, s.dealt_twice[own]))
    if s.said[seat] == EXCHANGED:
        tell(s, seat, token(HAND, s.dealt[s.at[seat]]))
        tell(s, seat, token(TWICE, s.dealt_twice[s.at[seat]]))


# Locate


@kernel
def locate(s, out):
    """Hands by seat, the turned card while it is held, hands put away, the trick, what was played; all else is stock."""
    for p in range(s.deck_size):
        out[STOCK, s.deck[p]] += 1
    for seat in range(SEATS):
        move(s.hand[seat], seat, out)
        move(s.hand_twice[seat], seat, out)
        move(s.played[seat], TAKEN, out)
        move(s.played_twice[seat], TAKEN, out)
        if s.said[seat] == EXCHANGED:
            move(s.dealt[own_place(s, seat)], AWAY, out)
            move(s.dealt_twice[own_place(s, seat)], AWAY, out)
    if s.turn_up_lies == HELD:
        out[s.dealer, s.turned] -= 1
        out[TURNED, s.turned] += 1
    if s.led != NONE:
        out[TAKEN, s.led] -= 1
        out[ON_TABLE, s.led] += 1


@kernel
def move(cards, place, out):
    """Counts a set of cards at a place, and no longer in the stock."""
    while cards != 0:
        card = lowest(cards)
        out[STOCK, card] -= 1
        out[place, card] += 1
        cards &= cards - 1
