"""What a Skat hand is worth by docs/rules/skat.md §11: the games it can play, their safe values and rough chances.

Card sets and numbers in, numbers out; `suits` and `ranks` are the sets of each suit and rank of the deck.
"""

import numpy as np

from ...core.cards import bit, count, has, highest, lowest
from ...core.kernel import kernel
from ...games.skat.cards import NULL_HEIGHT, lay_pack, rank_of, trump_cards
from ...games.skat.contracts import (
    BY_SUITS,
    F_GRAND,
    F_GUCKI_GRAND,
    F_GUCKI_NULL,
    F_NULL,
    F_NULL_OUVERT,
    F_SOLO,
    F_TOURNE,
    FAMILY,
    FIXED,
    ISKO,
    LOSS,
    OPEN,
    RANK,
    TRUMP,
    extra_step,
    may_declare_row,
    price,
)
from ...games.skat.names import ACE, CLUBS, JACK, JACKS, RANKS, SPADES, SUITS, VORHAND
from ...games.skat.scoring import JACK_ORDER, matadors

ROWS = len(FAMILY)
TOURNE_RANK = 5
CHANCE_BY_STRENGTH = np.array([0.55, 0.75, 0.90, 0.97])
"""§11  Of a suit Solo of strength 8, 9, 10, 11 and more."""


@kernel
def pack(options):
    """The sets of each suit and rank of the deck."""
    suits, ranks = np.zeros(SUITS, np.int64), np.zeros(RANKS, np.int64)
    lay_pack(options, suits, ranks)
    return suits, ranks


@kernel
def run_length(cards, kind):
    """How many of the highest cards of a suit are held without a gap."""
    run = 0
    while kind != 0 and has(cards, highest(kind)):
        kind &= ~bit(highest(kind))
        run += 1
    return run


@kernel
def side_runs(cards, suits, ranks, trump):
    """The runs from the ace down in all suits but trumps."""
    trumps = trump_cards(suits, ranks, trump)
    total = 0
    for suit in range(SUITS):
        total += run_length(cards, suits[suit] & ~trumps)
    return total


@kernel
def strength(cards, suits, ranks, trump):
    """§11  Trumps, black jacks, side runs, and one for a void."""
    trumps = trump_cards(suits, ranks, trump)
    void = 0
    for suit in range(SUITS):
        plain = suits[suit] & ~trumps
        if plain != 0 and cards & plain == 0:
            void = 1
    black = count(cards & ranks[JACK] & (suits[CLUBS] | suits[SPADES]))
    return count(cards & trumps) + black + side_runs(cards, suits, ranks, trump) + void


@kernel
def holds_top(cards, suits, ranks):
    """Is the highest jack there: a game "with"?"""
    for suit in JACK_ORDER:
        card = suits[suit] & ranks[JACK]
        if card != 0:
            return cards & card != 0
    return False


@kernel
def safe_matadors(cards, suits, ranks, trump):
    """§11  Matadors that the skat can't take away: "with" all of them, "without" three or more only one."""
    m = matadors(cards, suits, ranks, trump)
    if holds_top(cards, suits, ranks) or m < 3:
        return m
    return 1


@kernel
def unsafe(cards, suits, ranks):
    """§11  Cards of a null hand that are too high for their place in the suit."""
    n = 0
    for suit in range(SUITS):
        own = cards & suits[suit]
        i = 0
        for height in range(RANKS):
            for rank in range(RANKS):
                if NULL_HEIGHT[rank] == height and own & ranks[rank] != 0:
                    n += height > 2 * i
                    i += 1
    return n


@kernel
def card_unsafe(card, cards, suits, ranks):
    """How much too high a card is: its height less twice the lower cards of its suit."""
    height = NULL_HEIGHT[rank_of(card, ranks)]
    for suit in range(SUITS):
        if has(suits[suit], card):
            rest = cards & suits[suit]
            while rest != 0:
                if NULL_HEIGHT[rank_of(lowest(rest), ranks)] < NULL_HEIGHT[rank_of(card, ranks)]:
                    height -= 2
                rest &= rest - 1
    return height


@kernel
def solo_chance(cards, suits, ranks, trump):
    """§11  Five trumps and strength 9, or six and 8; 0: not worth playing."""
    s = strength(cards, suits, ranks, trump)
    n = count(cards & trump_cards(suits, ranks, trump))
    if (n >= 5 and s >= 9) or (n >= 6 and s >= 8):
        return CHANCE_BY_STRENGTH[min(s, 11) - 8]
    return 0.0


@kernel
def grand_chance(cards, suits, ranks, role):
    """§11  Three jacks and five jacks and aces; or two with the highest, and the lead."""
    jacks, aces = count(cards & ranks[JACK]), count(cards & ranks[ACE])
    if jacks + aces >= 5 and (jacks >= 3 or (jacks == 2 and holds_top(cards, suits, ranks) and role == VORHAND)):
        return 0.90 if jacks == 4 else 0.75
    return 0.0


@kernel
def gucki_chance(cards, ranks):
    """§11  Three jacks and two aces, or four and one."""
    jacks, aces = count(cards & ranks[JACK]), count(cards & ranks[ACE])
    return 0.85 if (jacks >= 3 and aces >= 2) or (jacks == 4 and aces >= 1) else 0.0


@kernel
def tourne_chance(cards, suits, ranks):
    """§11  Jacks and aces, and at least four trumps whatever three suits are turned."""
    jacks, aces = count(cards & ranks[JACK]), count(cards & ranks[ACE])
    black = cards & ranks[JACK] & (suits[CLUBS] | suits[SPADES])
    long = 0
    for suit in range(SUITS):
        long += suits[suit] != 0 and count(cards & trump_cards(suits, ranks, suit)) >= 4
    good = (jacks >= 2 and black != 0) or (jacks >= 1 and aces >= 2)
    return 0.70 if good and long >= 3 else 0.0


@kernel
def chance(options, row, cards, role, suits, ranks):
    """§11  The rough chance of a declaration; 0: the hand is not good enough for it."""
    family = FAMILY[row]
    if family == F_SOLO:
        return solo_chance(cards, suits, ranks, TRUMP[row])
    if family == F_GRAND:
        return grand_chance(cards, suits, ranks, role)
    if family == F_GUCKI_GRAND:
        return gucki_chance(cards, ranks)
    if family == F_TOURNE:
        return tourne_chance(cards, suits, ranks)
    n = unsafe(cards, suits, ranks)
    if family == F_NULL_OUVERT:
        return 0.90 if n == 0 else 0.0
    if family == F_NULL:
        return 0.65 if n <= 1 else 0.0
    if family == F_GUCKI_NULL and OPEN[row] == 0:
        return 0.60 if n <= 2 else 0.0
    return 0.0


@kernel
def cheapest_suit(options, family):
    """The lowest base value of any suit of the deck."""
    least = np.int64(100)
    for suit in range(SUITS):
        if has(options.deck_suits, suit):
            least = min(least, price(options, family, suit, False, False))
    return least


@kernel
def safe_value(options, row, cards, suits, ranks):
    """§11  What a declaration is worth at least, if made."""
    family = FAMILY[row]
    by_hand = family != F_GUCKI_NULL and family != F_GUCKI_GRAND and family != F_TOURNE
    if FIXED[family]:
        return price(options, family, TRUMP[row], OPEN[row] == 1, by_hand)
    trump = JACKS if family == F_TOURNE else TRUMP[row]
    base = cheapest_suit(options, family) if family == F_TOURNE else price(options, family, trump, False, by_hand)
    return base * (1 + safe_matadors(cards, suits, ranks, trump) + extra_step(options, family))


@kernel
def in_use(options, row):
    """Is the declaration part of the game at all? The modern game has its picked-up games for Tourné and Gucki."""
    if options.scoring == ISKO:
        return TRUMP[row] >= SUITS or has(options.deck_suits, TRUMP[row])
    return may_declare_row(options, row, 0)


@kernel
def measure(options, row, cards, suits, ranks):
    """What is held against the bid: the safe value, or the rank when bidding by suits."""
    if options.bidding == BY_SUITS:
        return TOURNE_RANK if FAMILY[row] == F_TOURNE else RANK[FAMILY[row], TRUMP[row]]
    return safe_value(options, row, cards, suits, ranks)


@kernel
def limit(options, cards, role, suits, ranks):
    """§11  The highest bid that the hand is safe for; 0: none."""
    most = np.int64(0)
    for row in range(ROWS):
        if in_use(options, row) and chance(options, row, cards, role, suits, ranks) > 0:
            most = max(most, measure(options, row, cards, suits, ranks))
    return most


@kernel
def expected(options, row, cards, role, suits, ranks):
    """§11  A hundred times what a declaration brings on average; whole numbers, so that ties are ties."""
    percent = round(100 * chance(options, row, cards, role, suits, ranks))
    value = safe_value(options, row, cards, suits, ranks)
    return percent * value - (100 - percent) * value * LOSS[row]
