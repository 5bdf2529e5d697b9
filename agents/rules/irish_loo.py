"""The advice of docs/rules/irish_loo.md §11: as loo, and throw what is neither a trump nor, without trumps, an ace."""

import numpy as np

from ...core.cards import above, bit, count, lowest, next_action
from ...core.kernel import kernel
from ...core.rules import register_bot
from ...games.irish_loo import OPTIONS
from ...games.loo import MEMBERS
from ...games.loo_record import CARDS, DONE, EXCHANGE, MARKING, PLAY, PLAYING, POOL, REFUSE
from ...games.loo_view import stock_left_at
from .loo import (
    ACES,
    card_to_play,
    chance,
    chooses_again,
    enters,
    hand_of,
    in_phase,
    keeps_out,
    set_at,
    sure_tricks,
    trump_at,
    weakest,
)

__all__ = ["act"]


@kernel
def act(options, observation, mask):
    """The book's declaration, card to throw, or card to play."""
    row = trump_at(observation)
    if in_phase(options, observation, PLAYING):
        return card_to_play(options, observation, mask, row)
    thrown = cards_to_throw(options, observation, row)
    if in_phase(options, observation, MARKING):
        return next_mark(observation, mask, thrown)
    certain = sure_tricks(options, observation, row)
    if chooses_again(options, observation, mask):
        return EXCHANGE if certain == 0 and thrown != 0 else PLAY
    stand = chance(options, observation, row, certain)
    drawing = chance_after_draw(observation, row, certain) if mask[EXCHANGE] else 0
    free = mask[REFUSE] or mask[POOL]
    if free and not enters(options, observation, max(stand, drawing)):
        return keeps_out(mask)
    return EXCHANGE if mask[EXCHANGE] and thrown != 0 and drawing >= stand else PLAY


@kernel
def cards_to_throw(options, observation, row):
    """The lowest cards beside the trumps, or beside the aces without trumps; no more than the stock has."""
    hand = hand_of(observation)
    trumps = hand & MEMBERS[row, row % 4]
    return lowest_cards(hand & ~(trumps if trumps != 0 else ACES), stock_left(options, observation))


@kernel
def lowest_cards(cards, most):
    """The lowest ones of a set, `most` or fewer."""
    chosen = np.int64(0)
    for _ in range(min(count(cards), most)):
        chosen |= bit(weakest(cards & ~chosen))
    return chosen


@kernel
def stock_left(options, observation):
    """Cards in the stock."""
    return np.int64(np.rint(observation[stock_left_at(options.seats)] * CARDS))


@kernel
def next_mark(observation, mask, thrown):
    """The lowest card to throw above those marked; then done. Who must exchange more than he would, throws the lowest."""
    marked = set_at(observation, CARDS)
    left = above(thrown & ~marked, marked)
    while left != 0 and mask[lowest(left)] == 0:
        left &= left - 1
    if left != 0:
        return lowest(left)
    return np.int64(DONE) if mask[DONE] else next_action(mask, 0)


@kernel
def chance_after_draw(observation, row, certain):
    """The percent chance of a trick after the exchange, by the trumps kept."""
    kept = count(hand_of(observation) & MEMBERS[row, row % 4])
    if certain > 0:
        return 100
    return 80 if kept >= 2 else 60 if kept == 1 else 40


register_bot(OPTIONS, act, __name__)
