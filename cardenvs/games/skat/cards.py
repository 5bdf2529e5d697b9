"""Skat's orders of the cards, for any deck: which cards are trumps, which belong together, which beat one.

`suits` (int64 ``[4]``) and `ranks` (int64 ``[8]``) are the card sets of each suit and rank, as `lay_pack` fills them.
§ cites docs/rules/skat.md.
"""

import numpy as np

from ...core.cards import above, bit, count, has
from ...core.kernel import kernel
from .names import ACE, CLUBS, DIAMONDS, HEARTS, JACK, JACKS, KING, NO_TRUMPS, QUEEN, RANKS, SPADES, SUITS, TEN

JACK_HEIGHT = np.zeros(SUITS, np.int64)
"""§1  Suits and their jacks from the lowest up: D H S C."""
JACK_HEIGHT[[DIAMONDS, HEARTS, SPADES, CLUBS]] = range(4)

NULL_HEIGHT = np.zeros(RANKS, np.int64)
"""§1  Ranks in games without trumps: 7 8 9 T J Q K A."""
NULL_HEIGHT[[0, 1, 2, TEN, JACK, QUEEN, KING, ACE]] = range(8)


@kernel
def lay_pack(options, suits, ranks):
    """§6  Card = suit * ranks + rank, over the suits and ranks in use."""
    size = count(options.deck_ranks)
    column = np.int64(0)
    for suit in range(SUITS):
        suits[suit] = 0
        if has(options.deck_suits, suit):
            suits[suit] = (bit(size) - 1) << column * size
            column += 1
    place = np.int64(0)
    for rank in range(RANKS):
        ranks[rank] = 0
        if has(options.deck_ranks, rank):
            for k in range(column):
                ranks[rank] |= bit(k * size + place)
            place += 1


@kernel
def suit_of(card, suits):
    """The printed suit."""
    for suit in range(SUITS - 1):
        if has(suits[suit], card):
            return suit
    return SUITS - 1


@kernel
def rank_of(card, ranks):
    """The rank."""
    for rank in range(RANKS - 1):
        if has(ranks[rank], card):
            return rank
    return RANKS - 1


@kernel
def trump_cards(suits, ranks, trump):
    """§1  All trumps: the jacks, and the suit named."""
    if trump >= NO_TRUMPS:
        return np.int64(0)
    return ranks[JACK] if trump == JACKS else ranks[JACK] | suits[trump]


@kernel
def class_of(card, suits, trumps):
    """§3.8  What a card counts as when it is led: its suit, or JACKS for a trump."""
    return JACKS if has(trumps, card) else suit_of(card, suits)


@kernel
def class_cards(kind, suits, trumps):
    """§3.8  The cards of a class."""
    return trumps if kind == JACKS else suits[kind] & ~trumps


@kernel
def beating(card, suits, ranks, trump):
    """§3.8  The cards that would win over `card`: higher ones of its class, and any trump over a plain card."""
    suit = suit_of(card, suits)
    if trump >= NO_TRUMPS:
        height = NULL_HEIGHT[rank_of(card, ranks)]
        higher = np.int64(0)
        for rank in range(RANKS):
            if NULL_HEIGHT[rank] > height:
                higher |= ranks[rank]
        return suits[suit] & higher
    jacks = ranks[JACK]
    if has(jacks, card):
        higher = np.int64(0)
        for other in range(SUITS):
            if JACK_HEIGHT[other] > JACK_HEIGHT[suit]:
                higher |= jacks & suits[other]
        return higher
    higher = suits[suit] & ~jacks & -bit(card + 1)
    return higher | (jacks if suit == trump else trump_cards(suits, ranks, trump))


@kernel
def markable(cards, marked, k):
    """§3.6  Which of `cards` can be the next of k marked in increasing order, some of them before this one."""
    return without_top(above(cards, marked), k - count(marked) - 1)


@kernel
def without_top(cards, k):
    """All but the k highest."""
    left = max(0, count(cards) - k)
    rest = cards
    for _ in range(left):
        rest &= rest - 1
    return cards & ~rest
