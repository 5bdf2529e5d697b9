"""The advice of docs/rules/stukolka.md §11: knock with a sure trick, with doubtful hands only late and against few."""

from ...core.cards import count, highest
from ...core.kernel import kernel
from ...core.record import NONE
from ...core.rules import register_bot
from ...games.loo import MEMBERS
from ...games.loo_record import MARKING, PLAY, PLAYING, TOOK_MISS
from ...games.loo_view import dealer_at
from ...games.stukolka import OPTIONS, PASS, TAKE_GOLETS
from .irish_loo import lowest_cards, next_mark, stock_left
from .loo import (
    ACES,
    KINGS,
    QUEEN,
    RANKS,
    active_seats,
    card_to_play,
    chips_in_pool,
    declaration,
    hand_of,
    in_phase,
    sure_tricks,
    trump_at,
)

__all__ = ["act"]


@kernel
def act(options, observation, mask):
    """The book's declaration, card to throw, or card to play."""
    row = trump_at(observation)
    if in_phase(options, observation, PLAYING):
        return card_to_play(options, observation, mask, row)
    hand = hand_of(observation)
    if in_phase(options, observation, MARKING):
        rest = hand & ~(MEMBERS[row, row] | ACES)
        return next_mark(observation, mask, lowest_cards(rest, stock_left(options, observation)))
    active, place = active_seats(options, observation), place_in_order(options, observation)
    if active == 0 and place == options.seats - 1:
        return PLAY  # the pool is free
    if sure_tricks(options, observation, row) > 0 or promises(options, observation, hand, row, active, place):
        return PLAY
    if mask[TAKE_GOLETS] and buys(options, observation, active, place):
        return TAKE_GOLETS
    return PASS


@kernel
def place_in_order(options, observation):
    """How many seats were to declare before this one."""
    start = dealer_at(options.seats)
    return options.seats - 1 - observation[start : start + options.seats].argmax()


@kernel
def promises(options, observation, hand, row, active, place):
    """Points 2 to 5 of the advice: a hand without a sure trick that is worth a knock here."""
    trumps = hand & MEMBERS[row, row]
    small, plain = trumps & ~ACES, hand & ~trumps
    if active == 1 and golets_taken(options, observation):
        aces = count(hand & ACES)
        if aces >= 2 or (place == options.seats - 1 and (small != 0 or aces >= 1)):
            return True
    two_small = count(small) >= 2
    if two_small and plain & ACES != 0 and active <= 3:
        return True
    doubtful = two_small or (count(small) == 1 and count(plain & (ACES | KINGS)) >= 2)
    if doubtful and place >= options.seats - 2 and active <= 2:
        return True
    return count(trumps) >= 2 and highest(trumps) % RANKS >= QUEEN


@kernel
def golets_taken(options, observation):
    """Does a seat play the golets?"""
    taken = False
    for k in range(options.seats):
        taken |= declaration(options, observation, k) == TOOK_MISS
    return taken


@kernel
def buys(options, observation, active, place):
    """Point 6: the last two, with nobody in, or against one where a remise costs no more than two tricks win."""
    if place < options.seats - 2:
        return False
    chips = chips_in_pool(options, observation)
    risk = chips if options.remise_limit == NONE else min(chips, options.remise_limit)
    return active == 0 or (active == 1 and risk * options.hand_size <= 2 * chips)


register_bot(OPTIONS, act, __name__)
