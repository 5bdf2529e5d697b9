"""The advice of docs/rules/pam_loo.md §11: as loo with Pam as the top trump, and draw to trumps or to a flush."""

import numpy as np

from ...core.cards import bit, count
from ...core.kernel import kernel
from ...core.rules import register_bot
from ...games.loo import MEMBERS, PAM_ORDER
from ...games.loo_record import CIVIL, EXCHANGE, MARKING, PAM, PLAY, PLAYING
from ...games.pam_loo import OPTIONS
from ...mechanics.exchange import in_suit, longest_first
from .irish_loo import next_mark, stock_left
from .loo import (
    ACES,
    RANKS,
    card_to_play,
    cards_shown,
    chance,
    chooses_again,
    enters,
    hand_of,
    in_phase,
    keeps_out,
    sure_tricks,
    trump_at,
)

__all__ = ["act"]

SUITS = 4


@kernel
def act(options, observation, mask):
    """The book's declaration, card to throw, or card to play."""
    row = PAM_ORDER + trump_at(observation)
    if in_phase(options, observation, PLAYING):
        return civil_or_plain(options, observation, mask, card_to_play(options, observation, mask, row), row)
    thrown = cards_to_throw(options, observation, row)
    if in_phase(options, observation, MARKING):
        return next_mark(observation, mask, thrown)
    certain = sure_tricks(options, observation, row)
    if chooses_again(options, observation, mask):
        return EXCHANGE if certain == 0 and thrown != 0 else PLAY
    stand = chance(options, observation, row, certain)
    drawing = chance_after_draw(observation, row, certain) if mask[EXCHANGE] else 0
    if not enters(options, observation, max(stand, drawing)):
        return keeps_out(mask)
    return EXCHANGE if mask[EXCHANGE] and thrown != 0 and drawing >= stand else PLAY


@kernel
def civil_or_plain(options, observation, mask, card, row):
    """The trump ace asks Pam to be civil, unless one holds Pam or has seen it."""
    seen = (hand_of(observation) | cards_shown(options, observation)) & bit(PAM)
    ace = RANKS * (row - PAM_ORDER) + RANKS - 1
    return CIVIL if mask[CIVIL] and card == ace and seen == 0 else card


@kernel
def cards_to_throw(options, observation, row):
    """The card beside four to a flush; else what is no trump, or no ace without trumps, from the longest suit first."""
    hand = hand_of(observation)
    trumps = hand & MEMBERS[row, row - PAM_ORDER]
    limit = stock_left(options, observation)
    odd = odd_card(options, hand, trumps)
    if odd != 0:
        return odd if limit > 0 else 0
    rest = hand & ~(trumps if trumps != 0 else ACES)
    return longest_first(rest, limit)


@kernel
def odd_card(options, hand, trumps):
    """The one card beside four to a flush, Pam counting to any suit, if it is no trump; else none (a set)."""
    others = hand & ~bit(PAM)
    for suit in range(SUITS):
        odd = others & ~in_suit(others, suit)
        if options.flushes and count(odd) == 1 and odd & trumps == 0:
            return odd
    return np.int64(0)


@kernel
def chance_after_draw(observation, row, certain):
    """The percent chance of a trick after the exchange, by the trumps kept; Pam is a sure one."""
    kept = count(hand_of(observation) & MEMBERS[row, row - PAM_ORDER])
    if certain > 0:
        return 100
    return 90 if kept >= 3 else 75 if kept == 2 else 55 if kept == 1 else 35


register_bot(OPTIONS, act, __name__)
