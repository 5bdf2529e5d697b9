"""The advice of docs/rules/mushka_pamphil.md §11: as mushka, with Pamphil as the top trump, played late."""

import numpy as np

from ...core.cards import bit, count, lowest
from ...core.kernel import kernel
from ...core.rules import register_bot
from ...games.mushka_order import ACE_OF_SPADES, BEATS, BOTH_ROWS, PAMPHIL, PAMPHIL_ROWS, lawful
from ...games.mushka_pamphil import OPTIONS
from ...games.mushka_record import ANNOUNCE, ANNOUNCING, CHOOSING, MARKING, PLAYING, SILENT, TRUMP_CLUBS
from ...mechanics.exchange import RANKS, in_suit
from .mushka import (
    beating,
    card_led,
    cards_seen,
    declaration,
    done,
    duck,
    hand_of,
    high,
    in_phase,
    leads,
    low,
    low_but,
    next_mark,
    own_tricks,
    take,
    trump_at,
    trump_of,
    trumps_held,
)

__all__ = ["act"]


@kernel
def act(options, observation, mask):
    """The book's trump suit, announcement, declaration, card to throw, or card to play."""
    if in_phase(options, observation, CHOOSING):
        return best_trump(observation, mask)
    if in_phase(options, observation, ANNOUNCING):
        return ANNOUNCE if mask[ANNOUNCE] else SILENT
    block = BOTH_ROWS if options.ace_of_spades_rules else PAMPHIL_ROWS
    special = bit(ACE_OF_SPADES) if options.ace_of_spades_rules else np.int64(0)
    row = block + trump_at(observation)
    if in_phase(options, observation, PLAYING):
        return card_to_play(options, observation, row, block, special)
    kept = trumps_held(observation, row) | hand_of(observation) & special
    rest = hand_of(observation) & ~kept
    if in_phase(options, observation, MARKING):
        return next_mark(options, observation, mask, rest)
    return declaration(options, observation, mask, count(kept), rest)


@kernel
def best_trump(observation, mask):
    """The suit of most cards; of equals the one of the higher ranks, then the first."""
    best = -1
    choice = TRUMP_CLUBS
    for suit in range(4):
        cards = in_suit(hand_of(observation), suit)
        value = 64 * count(cards)
        while cards != 0:
            value += lowest(cards) % RANKS
            cards &= cards - 1
        if mask[TRUMP_CLUBS + suit] and value > best:
            best, choice = value, TRUMP_CLUBS + suit
    return choice


@kernel
def card_to_play(options, observation, row, block, special):
    """Pamphil takes a trick only if none is taken yet and nothing else would, and is never thrown away."""
    if leads(options, observation):
        return card_to_lead(options, observation, row)
    exempt = 0 if options.special_must_follow else special
    legal = lawful(row, trump_of(row), card_led(options, observation), hand_of(observation), exempt)
    winners = legal & beating(options, observation, block, row, special)
    if done(options, observation):
        return duck(legal, winners, row)
    if winners & ~bit(PAMPHIL) != 0:
        return take(options, observation, winners & ~bit(PAMPHIL), row)
    if winners != 0 and own_tricks(options, observation) == 0:
        return PAMPHIL
    return low_but(legal, bit(PAMPHIL), row)


@kernel
def card_to_lead(options, observation, row):
    """A trump that nothing beats, Pamphil only from three trumps; a high plain card; a low trump."""
    hand = hand_of(observation)
    trumps = trumps_held(observation, row)
    if trumps != 0:
        top = high(trumps, row)
        free = top != PAMPHIL or count(trumps) >= 3 or count(hand) == 1
        if free and BEATS[row, top] & ~cards_seen(options, observation) == 0:
            return top
    return high(hand & ~trumps, row) if hand & ~trumps != 0 else low(trumps, row)


register_bot(OPTIONS, act, __name__)
