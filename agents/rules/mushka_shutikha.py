"""The advice of docs/rules/mushka_shutikha.md §11: as mushka, with care for the queen of spades."""

import numpy as np

from ...core.cards import bit, count, has
from ...core.kernel import kernel
from ...core.rules import register_bot
from ...games.mushka_order import PLAIN_ROWS, lawful
from ...games.mushka_record import MARKING, PLAYING
from ...games.mushka_shutikha import KING, OPTIONS, QUEEN, SPADES
from .mushka import (
    beating,
    card_in_trick,
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
    plays_last,
    take,
    trumps_held,
)

__all__ = ["act"]

ROW = PLAIN_ROWS + SPADES


@kernel
def act(options, observation, mask):
    """The book's declaration, card to throw, or card to play."""
    if in_phase(options, observation, PLAYING):
        if leads(options, observation):
            return card_to_lead(options, observation)
        return card_to_follow(options, observation)
    trumps = trumps_held(observation, ROW)
    rest = hand_of(observation) & ~trumps
    if in_phase(options, observation, MARKING):
        return next_mark(options, observation, mask, rest)
    return declaration(options, observation, mask, count(trumps), rest)


@kernel
def card_to_lead(options, observation):
    """The queen when the king can't take her; with the king a low spade to draw her; a high plain card; a low spade."""
    hand = hand_of(observation)
    spades = trumps_held(observation, ROW)
    seen = cards_seen(options, observation)
    if has(hand, QUEEN) and has(seen, KING):
        return QUEEN
    if has(hand, KING):
        if has(seen, QUEEN):
            return KING
        if spades & ~bit(KING) != 0:
            return low(spades & ~bit(KING), ROW)
    return high(hand & ~spades, ROW) if hand & ~spades != 0 else low_but(spades, bit(QUEEN), ROW)


@kernel
def card_to_follow(options, observation):
    """The king takes the queen; she takes a trick that the king can't; else as mushka, she being kept."""
    legal = lawful(ROW, SPADES, card_led(options, observation), hand_of(observation), 0)
    winners = legal & beating(options, observation, PLAIN_ROWS, ROW, 0)
    if done(options, observation):
        return duck(legal, winners, ROW)
    if has(legal, KING) and queen_in_trick(options, observation):
        return KING
    if has(winners, QUEEN) and (plays_last(options, observation) or has(cards_seen(options, observation), KING)):
        return QUEEN
    if winners & ~bit(QUEEN) != 0:
        return take(options, observation, winners & ~bit(QUEEN), ROW)
    return low_but(legal, bit(QUEEN), ROW)


@kernel
def queen_in_trick(options, observation):
    """Has she been played to this trick?"""
    cards = np.int64(0)
    for k in range(options.seats):
        cards |= card_in_trick(observation, k)
    return has(cards, QUEEN)


register_bot(OPTIONS, act, __name__)
