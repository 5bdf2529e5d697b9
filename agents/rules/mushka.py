"""The advice of docs/rules/mushka.md §11: keep trumps and draw to them, mind the one trick too many, duck when done.

What the family shares takes card sets and numbers read off the observation. `row` is that of the trick order's tables
for ordinary tricks, `special` the card with the privileges, as a set. A trump is higher than any plain card, else ranks
compare, and of equals the lower card index is taken.
"""

import numpy as np

from ...core.cards import above, bit, count, gather, has, lowest
from ...core.kernel import kernel
from ...core.rules import register_bot
from ...games.mushka import OPTIONS
from ...games.mushka_order import ACE_OF_SPADES, ACE_ROWS, BEATS, MEMBERS, TOP, lawful, row_led
from ...games.mushka_record import (
    CARDS,
    DONE,
    EXCHANGE,
    EXCHANGED,
    MARKING,
    PASS,
    PLAY,
    PLAYING,
    PLAYS,
    RANKS,
)
from ...games.mushka_view import (
    FIXED,
    SCORE,
    TRICKS,
    declared_at,
    phase_at,
    shown_at,
    stock_at,
    tricks_at,
)
from ...mechanics.exchange import in_suit, longest_first

__all__ = ["act"]

ACES = sum(bit(RANKS * suit + TOP) for suit in range(4))
"""The highest cards of all suits, which are kings in `mushka_mistigri`."""


@kernel
def act(options, observation, mask):
    """The book's declaration, card to throw, or card to play."""
    row = ACE_ROWS + trump_at(observation)
    special = bit(ACE_OF_SPADES)
    if in_phase(options, observation, PLAYING):
        return privileged_card(options, observation, row, ACE_ROWS, special)
    rest = cards_to_spare(observation, row, special)
    if in_phase(options, observation, MARKING):
        return next_mark(options, observation, mask, rest)
    kept = trumps_held(observation, row) | hand_of(observation) & special
    return declaration(options, observation, mask, count(kept), rest)


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
def number(observation, place, scale):
    """A whole number, of which the observation has the part of `scale`."""
    return np.int64(np.rint(observation[place] * scale))


@kernel
def own_tricks(options, observation):
    """Tricks taken."""
    return number(observation, tricks_at(options.seats), TRICKS)


@kernel
def own_score(options, observation):
    """Points left to write off."""
    return number(observation, tricks_at(options.seats) + 2 * options.seats, SCORE)


@kernel
def stock_left(options, observation):
    """Cards in the stock."""
    return number(observation, stock_at(options.seats), CARDS)


@kernel
def active_seats(options, observation):
    """How many seats have declared to play."""
    n = 0
    for k in range(options.seats):
        start = declared_at(options.seats) + 4 * k
        n += observation[start + PLAYS] == 1 or observation[start + EXCHANGED] == 1
    return n


@kernel
def cards_seen(options, observation):
    """The own hand and what it threw, the card turned up, and all cards played or shown."""
    cards = hand_of(observation) | set_at(observation, 2 * CARDS) | set_at(observation, 3 * CARDS)
    for k in range(options.seats):
        cards |= cards_played(options, observation, k) | set_at(observation, shown_at(options.seats) + k * CARDS)
    return cards


@kernel
def cards_played(options, observation, k):
    """What the k-th seat to the left has played, in this trick and before."""
    return card_in_trick(observation, k) | set_at(observation, FIXED + (options.seats + k) * CARDS)


@kernel
def card_in_trick(observation, k):
    """What the k-th seat to the left has played to this trick, as a set."""
    return set_at(observation, FIXED + k * CARDS)


@kernel
def one_of(options, observation, block):
    """The seat that one of the two blocks after the tricks names: 0 leads, 1 is winning."""
    start = FIXED + options.seats * (2 * CARDS + block)
    return observation[start : start + options.seats].argmax()


@kernel
def leads(options, observation):
    """Is the trick still empty?"""
    start = FIXED + options.seats * (2 * CARDS + 1)
    return observation[start : start + options.seats].max() == 0


@kernel
def card_led(options, observation):
    """The card led to this trick."""
    return lowest(card_in_trick(observation, one_of(options, observation, 0)))


@kernel
def plays_last(options, observation):
    """Does nobody play to this trick after oneself?"""
    played = 0
    for k in range(options.seats):
        played += card_in_trick(observation, k) != 0
    return played == active_seats(options, observation) - 1


# Which card is higher


@kernel
def level(card, row):
    """By which cards are low or high; Pamphil is above the trump ace."""
    if not has(MEMBERS[row, trump_of(row)], card):
        return card % RANKS
    return RANKS + (RANKS if BEATS[row, card] == 0 else card % RANKS)


@kernel
def trump_of(row):
    """The trump suit of a row; blocks begin at multiples of four."""
    return row % 4


@kernel
def low(cards, row):
    """The lowest of a set that is not empty."""
    best = lowest(cards)
    while cards != 0:
        if level(lowest(cards), row) < level(best, row):
            best = lowest(cards)
        cards &= cards - 1
    return best


@kernel
def high(cards, row):
    """The highest of a set that is not empty."""
    best = lowest(cards)
    while cards != 0:
        if level(lowest(cards), row) > level(best, row):
            best = lowest(cards)
        cards &= cards - 1
    return best


@kernel
def low_but(cards, kept, row):
    """The lowest of a set that is not empty, those of `kept` last."""
    return low(cards & ~kept if cards & ~kept != 0 else cards, row)


# Exchange and declare


@kernel
def trumps_held(observation, row):
    """The own trumps."""
    return hand_of(observation) & MEMBERS[row, trump_of(row)]


@kernel
def cards_to_spare(observation, row, special):
    """All but the trumps, the special card, and, without it, the lowest of its suit to lead."""
    hand = hand_of(observation)
    suit = in_suit(hand, lowest(special) // RANKS)
    kept = trumps_held(observation, row) | special
    if hand & special == 0:
        kept |= suit & -suit
    return hand & ~kept


@kernel
def next_mark(options, observation, mask, rest):
    """The lowest card to throw above those marked; then done."""
    marked = set_at(observation, CARDS)
    left = above(longest_first(rest, stock_left(options, observation)) & ~marked, marked)
    if left != 0:
        return lowest(left)
    return DONE if mask[DONE] else lowest(gather(mask[:CARDS]))


@kernel
def declaration(options, observation, mask, trumps, rest):
    """Pass without trumps against two, or, with one or two points left, at the risk of a trick too many."""
    left = own_score(options, observation)
    risky = trumps == 0 or trumps > left
    hopeless = trumps == 0 and active_seats(options, observation) >= 2
    if mask[PASS] and (risky if left <= 2 else hopeless):
        return PASS
    return EXCHANGE if rest != 0 and mask[EXCHANGE] else PLAY


# Play


@kernel
def privileged_card(options, observation, row, block, special):
    """The card to lead or to follow with where a card has supremacy."""
    if leads(options, observation):
        return card_to_lead(options, observation, row, special)
    exempt = 0 if options.special_must_follow else special
    legal = lawful(row, trump_of(row), card_led(options, observation), hand_of(observation), exempt)
    winners = legal & beating(options, observation, block, row, special)
    if done(options, observation):
        return duck(legal, winners, row)
    if has(ACES, card_led(options, observation)) and winners & special != 0:
        return lowest(special)
    return take(options, observation, winners, row) if winners != 0 else low_but(legal, special, row)


@kernel
def beating(options, observation, block, row, special):
    """The cards that would win the trick as it lies."""
    best = lowest(card_in_trick(observation, one_of(options, observation, 1)))
    return BEATS[row_led(block, trump_of(row), special, card_led(options, observation)), best]


@kernel
def card_to_lead(options, observation, row, special):
    """A low card that draws the special one; a trump that nothing beats; a high plain card; a low trump."""
    hand = hand_of(observation)
    trumps = trumps_held(observation, row)
    seen = cards_seen(options, observation)
    exposed = seen & special == 0 and special & MEMBERS[row, trump_of(row)] == 0
    suit = in_suit(hand, lowest(special) // RANKS)
    if exposed and count(hand) > 1 and suit != 0:
        return lowest(suit)
    if trumps != 0:
        top = high(trumps, row)
        if BEATS[row, top] & ~seen == 0 and not (exposed and has(ACES, top)):
            return top
    if hand & ~trumps & ~ACES != 0:
        return high(hand & ~trumps & ~ACES, row)
    if trumps & ~ACES != 0:
        return low(trumps & ~ACES, row)
    return low_but(hand, special, row)


@kernel
def done(options, observation):
    """Would another trick be one too many?"""
    left = own_score(options, observation)
    return left <= 2 and own_tricks(options, observation) >= left


@kernel
def duck(legal, winners, row):
    """The lowest card that does not win, else the lowest."""
    return low(legal & ~winners if legal & ~winners != 0 else winners, row)


@kernel
def take(options, observation, winners, row):
    """Without a trick the highest card that wins, unless nobody is left to beat it; else the lowest."""
    if own_tricks(options, observation) > 0 or plays_last(options, observation):
        return low(winners, row)
    return high(winners, row)


register_bot(OPTIONS, act, __name__)
