"""The advice of docs/rules/mushka_mistigri.md §11: as mushka with KC for AS, and draw to a suit."""

import numpy as np

from ...core.cards import bit, count
from ...core.kernel import kernel
from ...core.rules import register_bot
from ...games.mushka_mistigri import OPTIONS
from ...games.mushka_order import KING_OF_CLUBS, KING_ROWS
from ...games.mushka_record import MARKING, PLAYING
from ...mechanics.exchange import SUITS, in_suit
from .mushka import (
    cards_to_spare,
    declaration,
    hand_of,
    in_phase,
    next_mark,
    privileged_card,
    trump_at,
    trumps_held,
)

__all__ = ["act"]


@kernel
def act(options, observation, mask):
    """The book's declaration, card to throw, or card to play."""
    row = KING_ROWS + trump_at(observation)
    special = bit(KING_OF_CLUBS)
    if in_phase(options, observation, PLAYING):
        return privileged_card(options, observation, row, KING_ROWS, special)
    rest = odd_card(hand_of(observation) & ~special)
    if rest == 0:
        rest = cards_to_spare(observation, row, special)
    if in_phase(options, observation, MARKING):
        return next_mark(options, observation, mask, rest)
    kept = trumps_held(observation, row) | hand_of(observation) & special
    return declaration(options, observation, mask, count(kept), rest)


@kernel
def odd_card(others):
    """The one card that keeps a hand, the king of clubs aside, from being of one suit (a set); else none."""
    for suit in range(SUITS):
        odd = others & ~in_suit(others, suit)
        if count(odd) == 1 and odd != others:
            return odd
    return np.int64(0)


register_bot(OPTIONS, act, __name__)
