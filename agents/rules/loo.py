"""The advice of docs/rules/loo.md §11: enter when the chance of a trick is worth the risk of a loo, and play low.

What the family shares takes card sets and numbers read off the observation; `pam_loo` and `irish_loo` add the exchange.
Ties go to the lowest card index.
"""

import numpy as np

from ...core.cards import FRENCH, bit, count, gather, highest, lowest
from ...core.kernel import kernel
from ...core.record import NONE
from ...core.rules import register_bot
from ...games.loo import BEATS, MEMBERS, OPTIONS
from ...games.loo_record import (
    CARDS,
    DEFENDS,
    NOT_YET,
    PAM,
    PLAY,
    PLAYING,
    POOL,
    REFUSE,
    REFUSED,
    TAKE_MISS,
)
from ...games.loo_view import CHUNK, FIXED, dealer_at, declared_at, phase_at, pool_at

__all__ = ["act"]

RANKS = 13
TEN, JACK, QUEEN, KING = range(8, 12)
ACES, KINGS = (sum(bit(FRENCH.card(rank + suit)) for suit in FRENCH.suits) for rank in "AK")


@kernel
def act(options, observation, mask):
    """The book's declaration or card."""
    row = trump_at(observation)
    if in_phase(options, observation, PLAYING):
        return card_to_play(options, observation, mask, row)
    certain = sure_tricks(options, observation, row)
    if chooses_again(options, observation, mask):
        return TAKE_MISS if certain == 0 else PLAY
    if enters(options, observation, chance(options, observation, row, certain)):
        return PLAY
    if mask[TAKE_MISS] and enters(options, observation, 45):
        return TAKE_MISS
    return keeps_out(mask)


# What the observation says


@kernel
def set_at(observation, start):
    """The card set that stands at `start`."""
    return gather(observation[start : start + CARDS])


@kernel
def hand_of(observation):
    """The own hand."""
    return set_at(observation, 0)


@kernel
def trump_at(observation):
    """The trump suit."""
    return observation[4 * CARDS : 4 * CARDS + 4].argmax()


@kernel
def in_phase(options, observation, phase):
    """Is the deal in this phase?"""
    return observation[phase_at(options.seats) + phase] == 1


@kernel
def declaration(options, observation, k):
    """What the k-th seat to the left has declared."""
    start = declared_at(options.seats) + 6 * k
    return observation[start : start + 6].argmax()


@kernel
def active_seats(options, observation):
    """How many seats play."""
    n = 0
    for k in range(options.seats):
        said = declaration(options, observation, k)
        n += said != NOT_YET and said != REFUSED
    return n


@kernel
def chips_in_pool(options, observation):
    """The pool, exactly."""
    start = pool_at(options.seats)
    return np.int64(observation[start] * CHUNK) + np.int64(observation[start + 1] * CHUNK) * CHUNK


@kernel
def cards_shown(options, observation):
    """The card turned up and all cards played."""
    cards = set_at(observation, 3 * CARDS)
    for k in range(2 * options.seats):
        cards |= set_at(observation, FIXED + k * CARDS)
    return cards


# Declaration; `row` is that of the trick order's tables, `row` % 4 the trump suit


@kernel
def unseen_trumps(options, observation, row):
    """Trumps neither held nor turned up nor played."""
    return MEMBERS[row, row % 4] & ~(hand_of(observation) | cards_shown(options, observation))


@kernel
def sure_tricks(options, observation, row):
    """The j-th own trump from the top stands for j tricks, less one for each unseen trump above it."""
    own = hand_of(observation) & MEMBERS[row, row % 4]
    unseen = unseen_trumps(options, observation, row)
    most = 0
    rest = own
    while rest != 0:
        card = lowest(rest)
        most = max(most, 1 + count(BEATS[row, card] & own) - count(BEATS[row, card] & unseen))
        rest &= rest - 1
    return most


@kernel
def chance(options, observation, row, certain):
    """The percent chance of a trick."""
    if certain > 0:
        return 100
    hand = hand_of(observation)
    percent = chance_by_trumps(hand, row)
    percent -= 5 * max(0, active_seats(options, observation) - 1)
    percent += 5 if observation[dealer_at(options.seats)] == 1 else 0
    return min(max(percent, 0), 100)


@kernel
def chance_by_trumps(hand, row):
    """The percent chance of a trick by the number of trumps and the best of them, or by the side aces and kings.

    An ace that is not sure, as Pam may lie above it, counts as the king.
    """
    trumps = hand & MEMBERS[row, row % 4]
    if trumps == 0:
        return min(45, 15 + 15 * count(hand & ACES) + 5 * count(hand & KINGS))
    top = highest(trumps) % RANKS
    if count(trumps) >= 2:
        return 85 if top >= QUEEN else 70 if top >= TEN else 55
    return 75 if top >= KING else 55 if top >= JACK else 40


@kernel
def enters(options, observation, percent):
    """Does a trick, at this chance, win more than a loo may cost?"""
    chips = chips_in_pool(options, observation)
    risk = chips if options.loo_limit == NONE else min(chips, options.loo_limit)
    return percent * chips >= (100 - percent) * risk * options.hand_size


@kernel
def keeps_out(mask):
    """Refuse; a dealer who may not plays for the pool."""
    return POOL if mask[POOL] else REFUSE


@kernel
def chooses_again(options, observation, mask):
    """Is this the second choice of a dealer who plays for the pool?"""
    return declaration(options, observation, 0) == DEFENDS and mask[PLAY] == 1


# Play


@kernel
def card_to_play(options, observation, mask, row):
    """The card to lead or to follow with."""
    legal = gather(mask[:CARDS])
    trumps = MEMBERS[row, row % 4]
    winning = FIXED + options.seats * (2 * CARDS + 1)
    if observation[winning : winning + options.seats].max() == 0:
        return card_to_lead(legal, trumps, unseen_trumps(options, observation, row), row)
    best_seat = observation[winning : winning + options.seats].argmax()
    best = lowest(set_at(observation, FIXED + best_seat * CARDS))
    winners = legal & BEATS[row, best]
    if observation[declared_at(options.seats) - 1] == 1:  # Pam has to be civil
        winners &= ~bit(PAM)
    return card_to_follow(options, observation, legal, winners, trumps)


@kernel
def card_to_lead(legal, trumps, unseen, row):
    """A trump that nothing unseen beats, a plain ace, the lowest plain card, the lowest trump."""
    rest = legal & trumps
    while rest != 0:
        if BEATS[row, lowest(rest)] & unseen == 0:
            return lowest(rest)
        rest &= rest - 1
    plain = legal & ~trumps
    if plain & ACES != 0:
        return lowest(plain & ACES)
    return weakest(plain if plain != 0 else legal)


@kernel
def card_to_follow(options, observation, legal, winners, trumps):
    """The lowest card that wins if last, the highest if without a trick, else the lowest; losing, the lowest card."""
    if winners == 0:
        plain = legal & ~trumps
        return weakest(plain if plain != 0 else legal)
    played = 0
    for k in range(options.seats):
        played += observation[FIXED + k * CARDS : FIXED + (k + 1) * CARDS].max() == 1
    last = played == active_seats(options, observation) - 1
    won = observation[declared_at(options.seats) + 17 * options.seats] > 0
    return weakest(winners) if last or won else highest_rank(winners)


@kernel
def rank(card):
    """By which cards are low or high; Pam is above the aces."""
    return RANKS if card == PAM else card % RANKS


@kernel
def weakest(cards):
    """The lowest of a set that is not empty."""
    best = lowest(cards)
    while cards != 0:
        if rank(lowest(cards)) < rank(best):
            best = lowest(cards)
        cards &= cards - 1
    return best


@kernel
def highest_rank(cards):
    """The highest of a set that is not empty."""
    best = lowest(cards)
    while cards != 0:
        if rank(lowest(cards)) > rank(best):
            best = lowest(cards)
        cards &= cards - 1
    return best


register_bot(OPTIONS, act, __name__)
