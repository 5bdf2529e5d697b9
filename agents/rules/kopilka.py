"""The advice of docs/rules/kopilka.md §11: take for a lone low card, lead what is sure, win if you can, draw when poor.

Ties go to the lowest card index.
"""

import numpy as np

from ...core.cards import bit, count, gather, has, highest, lowest
from ...core.kernel import kernel
from ...core.rules import register_bot
from ...games.kopilka import OF_SUIT, OPTIONS
from ...games.kopilka_record import (
    CARDS,
    DECLINE,
    DISCARD,
    DRAW,
    FOLLOW,
    LEAD,
    PASS,
    RANKS,
    SPADES,
    SUITS,
    TAKE,
)
from ...games.kopilka_view import LED, OTHERS, leader_at, phase_at, seats_cards_at, tricks_at
from ...mechanics.tricks import lowest_rank

__all__ = ["act"]

NINE = 2  # the highest rank for which a card is taken
DEAREST = np.array([2, 1, 0, 3])  # hearts, diamonds, clubs, spades, where prices are equal
RED = (1, 2)  # diamonds, hearts


@kernel
def act(options, observation, mask):
    """The book's choice."""
    hand = gather(observation[:CARDS])
    legal = gather(mask[:CARDS])
    phase = observation[phase_at(options.seats) : phase_at(options.seats) + 4].argmax()
    if phase == FOLLOW:
        return card_to_follow(options, observation, mask, hand, legal)
    if phase == LEAD:
        return card_to_lead(options, observation, hand, legal)
    if phase == DISCARD:
        alone = alone_in_suit(hand, legal)
        return lowest_rank(alone if alone != 0 else legal, RANKS)
    low = alone_in_suit(hand, hand)
    return TAKE if low != 0 and lowest_rank(low, RANKS) % RANKS <= NINE else DECLINE


@kernel
def alone_in_suit(hand, cards):
    """Those of `cards` that are the only ones of their suit in the hand."""
    alone = np.int64(0)
    for suit in range(SUITS):
        if count(hand & OF_SUIT[suit]) == 1:
            alone |= cards & OF_SUIT[suit]
    return alone


# Lead


@kernel
def ace_of_spades(options):
    """The highest spade of the deck (a set)."""
    spades = deck_of(options) & OF_SUIT[SPADES]
    return bit(highest(spades)) if spades != 0 else 0


@kernel
def deck_of(options):
    """The cards in use."""
    cards = np.int64(0)
    for suit in range(SUITS):
        if has(options.suits, suit):
            cards |= options.ranks << (RANKS * suit)
    return cards & ~options.removed


@kernel
def card_to_lead(options, observation, hand, legal):
    """The ace of spades from two cards; the best left of a suit, the dearest first; the lowest of the longest suit."""
    ace = legal & ace_of_spades(options)
    if ace != 0 and count(hand) <= 2:
        return lowest(ace)
    sure = sure_lead(options, observation, legal)
    if sure != 0:
        return lowest(sure)
    best = -1
    for k in range(SUITS - 1, -1, -1):  # of equal prices the cheaper ones first
        suit = DEAREST[k]
        if legal & OF_SUIT[suit] == 0:
            continue
        if best < 0 or longer(options, hand, suit, best):
            best = suit
    return lowest(legal & OF_SUIT[best])


@kernel
def longer(options, hand, suit, best):
    """Has the hand more cards of the suit than of the best so far, or as many at a lower price?"""
    more = count(hand & OF_SUIT[suit]) - count(hand & OF_SUIT[best])
    return more > 0 or (more == 0 and options.prices[suit] < options.prices[best])


@kernel
def sure_lead(options, observation, legal):
    """The own card above which none of its suit is left, in the dearest suit that has one (a set)."""
    gone = gather(observation[CARDS : 2 * CARDS]) | gather(observation[2 * CARDS : 3 * CARDS])
    left = deck_of(options) & ~gone
    best, card = -1, np.int64(0)
    for k in range(SUITS):
        suit = DEAREST[k]
        cards = legal & OF_SUIT[suit]
        if cards == 0 or highest(left & OF_SUIT[suit]) > highest(cards):
            continue
        if best < 0 or options.prices[suit] > options.prices[best]:
            best, card = suit, bit(highest(cards))
    return card


# Follow


@kernel
def card_to_follow(options, observation, mask, hand, legal):
    """With the suit: the lowest card that wins if last, else the highest; or the lowest. Without: the ace, a draw, a pass."""
    led = observation[LED : LED + CARDS].argmax()
    following = hand & OF_SUIT[led // RANKS]
    if following == 0:
        return without_suit(options, observation, mask, hand, legal, led // RANKS)
    ace = ace_of_spades(options)
    table = on_table(options, observation)
    if table & ace != 0 and led // RANKS != SPADES:
        return lowest(following)
    top = highest(table & OF_SUIT[led // RANKS])
    winners = following & ~(bit(top + 1) - 1)
    sure = legal & ace  # above all, where it may be played at any time
    if winners | sure == 0:
        return lowest(following)
    if plays_last(options, observation):
        return lowest(winners if winners != 0 else sure)
    return highest(sure if sure != 0 else winners)


@kernel
def on_table(options, observation):
    """The cards of the trick so far."""
    cards = np.int64(0)
    for k in range(options.seats - 1):
        cards |= gather(observation[OTHERS + CARDS * k : OTHERS + CARDS * (k + 1)])
    return cards


@kernel
def plays_last(options, observation):
    """Has no seat between this one and the leader any cards?"""
    n = options.seats
    k = 1
    while observation[leader_at(n) + k] == 0:
        if observation[seats_cards_at(n) + k] > 0:
            return False
        k += 1
    return True


@kernel
def without_suit(options, observation, mask, hand, legal, suit):
    """The ace of spades on a red suit or from two cards; a draw with few cards and no trick; else a pass."""
    if legal != 0 and (suit in RED or count(hand) <= 2):
        return lowest(legal)
    poor = observation[tricks_at(options.seats)] == 0 and count(hand) <= 3
    return DRAW if mask[DRAW] and poor else PASS


register_bot(OPTIONS, act, __name__)
