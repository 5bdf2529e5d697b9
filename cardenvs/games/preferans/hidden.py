"""The cards of preferans as a seat can't see them: placed anew, or located. § cites docs/rules/preferans.md."""

import numpy as np

from ...core.cards import bit, count, has, highest, lowest
from ...core.kernel import kernel
from ...core.knowledge import forget_deal, tell, token
from ...core.random import below, unit
from ...mechanics.hidden import some
from ...mechanics.hidden_hands import draw_hands, most_ways
from .names import (
    DISCARD,
    DISCARD1,
    DISCARD2,
    DISCARD_PLACE,
    HAND,
    LOOKED,
    NOBODY,
    SEATS,
    SHOWN_HANDS,
    TAKEN,
    TALON_PLACE,
    TALON_SLOT,
    TRICK_PLACE,
)
from .state import knows_hand, suit_cards

TRIES = 20_000
"""Draws of the hidden cards before `redeal` gives up."""


@kernel
def redeal(s, seat, random):
    """§11.4  Every deal and discard that fits what `seat` has seen is equally likely: counts, and suits not followed."""
    if s.over:
        return True
    barred, need, drawn = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    unseen = list_hidden(s, seat, barred, need)
    loose = loose_cards(s, seat)
    cases = 1 << count(loose) if hides_discards(s, seat) else 1
    most = 0.0
    for case in range(cases):
        if split_loose(s, loose, case, barred, need) >= 0:
            most = max(most, most_ways(unseen, barred, need, SEATS))
    for _ in range(TRIES):
        thrown = split_loose(s, loose, below(random, cases), barred, need)
        if thrown >= 0 and unit(random) * most < draw_hands(random, unseen, barred, need, SEATS, drawn):
            keep_hidden(s, seat, random, unseen, loose, thrown, drawn)
            return True
    return False


@kernel
def list_hidden(s, seat, barred, need):
    """What each other hand can't hold and how many cards it gets; returns the cards that `seat` has not seen."""
    unseen = s.options.cards & ~s.shown
    for slot in range(SEATS + 1):
        unseen &= ~s.played[slot]
    if seat == s.declarer:
        unseen &= ~s.discards
    for other in range(s.options.seats):
        if knows_hand(s, seat, other):
            unseen &= ~s.hand[other]
        else:
            need[other] = count(s.hand[other])
            for suit in range(4):
                barred[other] |= suit_cards(suit) if has(s.void[other], suit) else 0
    if seat != s.declarer and s.phase == DISCARD2:
        need[s.declarer] += 1  # the first discard is drawn as of the hand
    return unseen


@kernel
def loose_cards(s, seat):
    """Cards of the talon that the declarer took up and has not played: `seat` can't say whether he has discarded them."""
    if s.declarer == NOBODY or seat == s.declarer:
        return np.int64(0)
    return s.shown & ~s.played[s.declarer]


@kernel
def hides_discards(s, seat):
    """Has the declarer discarded all he must, unseen by `seat`?"""
    discarding = s.phase == DISCARD1 or s.phase == DISCARD2
    return seat != s.declarer and s.discards != 0 and not discarding


@kernel
def split_loose(s, loose, case, barred, need):
    """Deals the loose cards to hand and discards, as the bits of `case` say; returns the discarded ones.

    Sets how many other cards the declarer's hand needs. -1: it can't be, as the hand lacks a suit or is too small.
    """
    if s.declarer == NOBODY or loose == 0:
        return np.int64(0)
    thrown = np.int64(0)
    if case & 1:
        thrown |= bit(lowest(loose))
    if case & 2:
        thrown |= bit(highest(loose))
    kept = loose & ~thrown
    need[s.declarer] = count(s.hand[s.declarer]) + (s.phase == DISCARD2) - count(kept)
    if kept & barred[s.declarer] != 0 or need[s.declarer] < 0:
        return np.int64(-1)
    return thrown


@kernel
def keep_hidden(s, seat, random, unseen, loose, thrown, drawn):
    """Makes a draw the state's, and tells the other seats what they would have seen."""
    rest = unseen
    for other in range(s.options.seats):
        rest &= ~drawn[other]
        if not knows_hand(s, seat, other):
            s.hand[other] = drawn[other]
    if s.declarer != NOBODY and seat != s.declarer:
        s.hand[s.declarer] |= loose & ~thrown
        keep_discards(s, seat, random, rest | thrown)
    if s.declarer == NOBODY or s.talonless:
        for k in range(count(s.shown), s.talon_size):
            card = some(random, rest, 1)
            s.talon[k] = lowest(card)
            rest &= ~card
    lay_deck(s, seat, random)
    for other in range(s.options.seats):
        if other != seat:
            tell_hidden(s, other)


@kernel
def keep_discards(s, seat, random, discards):
    """The declarer's discards; halfway through, any card but his highest may be the first."""
    if s.talonless:
        return
    if s.phase == DISCARD2:
        hand = s.hand[s.declarer]
        s.discards = some(random, hand & ~bit(highest(hand)), 1)
        s.hand[s.declarer] = hand & ~s.discards
    elif hides_discards(s, seat):
        s.discards = discards


@kernel
def lay_deck(s, seat, random):
    """§2  The order of the deck that deals these cards; within the other hands any order."""
    h = s.options.hand_size
    for k in range(3):
        other = (s.first + k) % s.options.seats
        if other == seat:
            continue
        s.dealt[other] = s.hand[other] | s.played[other]
        if other == s.declarer:
            s.dealt[other] = (s.dealt[other] | s.discards) & ~s.shown
        cards = s.dealt[other]
        for p in range(h * k, h * (k + 1)):
            card = some(random, cards, 1)
            s.deck[p] = lowest(card)
            cards &= ~card
    for k in range(s.talon_size):
        s.deck[3 * h + k] = s.talon[k]


@kernel
def tell_hidden(s, seat):
    """Tells a seat its cards of this deal anew, its discards, and the hand that it looked at."""
    forget_deal(s, seat)
    if has(s.active, seat):
        tell(s, seat, token(HAND, s.dealt[seat]))
    if seat == s.declarer:
        discards = s.discards
        while discards != 0:
            tell(s, seat, token(DISCARD, lowest(discards)))
            discards &= discards - 1
    if seat == s.dealer and s.looked != NOBODY:
        tell(s, seat, token(LOOKED, s.dealt[s.looked]))


@kernel
def locate(s, out):
    """Hands by seat, those that others see apart; the talon until it is taken up or played, the discards, and the tricks."""
    for slot in range(SEATS + 1):
        mark(TRICK_PLACE, s.trick[slot], out)
        mark(TAKEN, s.played[slot] & ~s.trick[slot], out)
    for seat in range(SEATS):
        shown = has(s.exposed, seat) or s.looked == seat
        mark(SHOWN_HANDS + seat if shown else seat, s.hand[seat], out)
    mark(DISCARD_PLACE, s.discards, out)
    if s.declarer == NOBODY or s.talonless:
        for k in range(s.talon_size):
            if not has(s.played[TALON_SLOT], s.talon[k]):
                mark(TALON_PLACE, bit(s.talon[k]), out)


@kernel
def mark(place, cards, out):
    """Counts a set of cards at a place."""
    while cards != 0:
        out[place, lowest(cards)] += 1
        cards &= cards - 1
