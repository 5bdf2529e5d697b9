"""The advice of docs/rules/humbug_whist.md §11: exchange what is below the average, lead what can't be beaten.

Suits that are equal otherwise: the higher index.
"""

import numpy as np

from ...core.cards import bit, gather, has, highest, lowest
from ...core.kernel import kernel
from ...core.rules import register_bot
from ...games.humbug_whist import ACES, HONOURS, suit_cards
from ...games.humbug_whist_record import (
    CARDS,
    DEALER_NAMES,
    EXCHANGE,
    EXCHANGING,
    FIRST_CARD,
    FIRST_SUIT,
    KEEP,
    NAMING,
    NO_TRUMP,
    OPTIONS,
    PLAYING,
    RANKS,
    SHOWN,
    TAKE_POINTS,
    TAKE_TRICKS,
    TRUMP_LOST,
)
from ...games.humbug_whist_view import (
    DEALS,
    HIS_PLAYED,
    LED_CARD,
    LIES,
    OWN_HAND,
    OWN_PLAYED,
    PHASE,
    PUT_AWAY,
    TRICKS,
    TRUMP,
    TURNED_CARD,
)

__all__ = ["act"]

COMBINED = 2  # packs
LONG_TRUMPS = 5  # that are led first


@kernel
def act(options, observation, mask):
    """The hand to play, the suit to name, the card, or the claim."""
    phase = observation[PHASE : PHASE + 4].argmax()
    if phase == EXCHANGING:
        return EXCHANGE if below_average(options, observation) else KEEP
    if phase == NAMING:
        return FIRST_SUIT + suit_to_name(observation, mask)
    if phase == PLAYING:
        return FIRST_CARD + card_to_play(options, observation)
    return TAKE_TRICKS if tricks_are_better(options, observation) else TAKE_POINTS


# What the observation says


@kernel
def cards_at(observation, start):
    """The card set of a block."""
    return gather(observation[start : start + CARDS])


@kernel
def number_of(observation, start, cards):
    """How many cards of a set a block counts, copies included."""
    total = 0
    while cards != 0:
        total += np.int64(observation[start + lowest(cards)])
        cards &= cards - 1
    return total


@kernel
def trump_of(observation):
    """The trump suit, or `NO_TRUMP`; where it is not named yet, too."""
    for suit in range(4):
        if observation[TRUMP + suit] == 1:
            return suit
    return NO_TRUMP


# The hand


@kernel
def below_average(options, observation):
    """§11  Is the hand worth less than the unseen one may be expected to be? All times the number of unseen hands."""
    high = 0
    for k in range(4):
        high += (4 - k) * number_of(observation, OWN_HAND, ACES >> k)
    trump = trump_of(observation)
    fixed = trump != NO_TRUMP
    trumps = number_of(observation, OWN_HAND, suit_cards(trump)) if fixed else 0
    own = high + 2 * trumps + (worth_of_the_deal(options) if observation[DEALS] == 1 else 0)
    packs = 2 if options.packs == COMBINED else 1
    unseen = 40 * packs - high + (2 * (RANKS * packs - trumps) if fixed else 0)
    return own * (4 * packs - 1) < unseen


@kernel
def worth_of_the_deal(options):
    """§11  What a dealer who exchanges gives up: a trump, or the deal's trumps."""
    if options.trump == DEALER_NAMES:
        return 2
    if options.trump != SHOWN:
        return 0
    return 2 if options.dealer_exchange == TRUMP_LOST else 1


@kernel
def suit_to_name(observation, mask):
    """§11  The longest suit, then that with most honours."""
    best, most = 0, -1
    for suit in range(4):
        if mask[FIRST_SUIT + suit]:
            length = number_of(observation, OWN_HAND, suit_cards(suit))
            value = 16 * length + number_of(observation, OWN_HAND, HONOURS[suit])
            if value >= most:
                best, most = suit, value
    return best


# Play


@kernel
def card_to_play(options, observation):
    """§11  The card to lead or to answer with."""
    hand = cards_at(observation, OWN_HAND)
    trump = trump_of(observation)
    led = cards_at(observation, LED_CARD)
    if led != 0:
        return card_to_answer(observation, hand, trump, lowest(led))
    return card_to_lead(options, observation, hand, trump)


@kernel
def card_to_lead(options, observation, hand, trump):
    """§11  The highest of a suit that nothing unseen beats, trumps last unless there are many; else a low card."""
    live = unseen_cards(options, observation)
    trumps = hand & suit_cards(trump) if trump != NO_TRUMP else 0
    sure = unbeaten(trumps, live)
    if sure and number_of(observation, OWN_HAND, trumps) >= LONG_TRUMPS:
        return highest(trumps)
    masters, plain = 0, 0  # suits
    for suit in range(4):
        held = hand & suit_cards(suit)
        if held != 0 and suit != trump:
            plain |= bit(suit)
            masters |= bit(suit) if unbeaten(held, live) else 0
    if masters != 0:
        return highest(hand & suit_cards(longest(observation, masters)))
    if sure:
        return highest(trumps)
    return lowest(hand & suit_cards(longest(observation, plain)) if plain != 0 else hand)


@kernel
def unbeaten(held, live):
    """Does a suit hold a card above which no unseen card of the suit is? `held` is what is held of it."""
    if held == 0:
        return False
    top = highest(held)
    return live & suit_cards(top // RANKS) & -bit(top + 1) == 0


@kernel
def longest(observation, suits):
    """The longest of some suits in the hand."""
    best, most = 0, -1
    for suit in range(4):
        length = number_of(observation, OWN_HAND, suit_cards(suit))
        if has(suits, suit) and length >= most:
            best, most = suit, length
    return best


@kernel
def unseen_cards(options, observation):
    """The cards that the other may hold a copy of."""
    packs = 2 if options.packs == COMBINED else 1
    lost = observation[LIES + 1] == 1
    live = np.int64(0)
    for card in range(CARDS):
        if has(options.suits, card // RANKS) and has(options.ranks, card % RANKS):
            seen = observation[OWN_HAND + card] + observation[PUT_AWAY + card]
            seen += observation[OWN_PLAYED + card] + observation[HIS_PLAYED + card]
            # a lost turn-up that one put away oneself is counted there
            if lost and observation[DEALS] == 0:
                seen += observation[TURNED_CARD + card]
            live |= bit(card) if seen < packs else 0
    return live


@kernel
def card_to_answer(observation, hand, trump, led):
    """§11  The lowest card that wins, by a trump if need be; else the lowest of the suit, or of the shortest one."""
    same = hand & suit_cards(led // RANKS)
    if same != 0:
        winners = same & -bit(led + 1)
        return lowest(winners if winners != 0 else same)
    if trump != NO_TRUMP and hand & suit_cards(trump) != 0:
        return lowest(hand & suit_cards(trump))
    best, fewest = 0, CARDS
    for suit in range(4):
        held = hand & suit_cards(suit)
        length = number_of(observation, OWN_HAND, held)
        if held != 0 and length <= fewest:
            best, fewest = lowest(held), length
    return best


# Claims


@kernel
def tricks_are_better(options, observation):
    """§11  Do the tricks of this claim bring as much as the points?"""
    size = options.hand_size
    own, his = round(observation[TRICKS] * size), round(observation[TRICKS + 1] * size)
    taken = min(options.revoke_tricks, his)
    before = above_book(options, own) - above_book(options, his)
    after = above_book(options, own + taken) - above_book(options, his - taken)
    return (after - before) * options.trick_value >= options.revoke_points


@kernel
def above_book(options, tricks):
    """Tricks that count."""
    return max(0, tricks - options.book)


register_bot(OPTIONS, act, __name__)
