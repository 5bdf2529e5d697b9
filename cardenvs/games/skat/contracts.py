"""Skat's games and their prices, as tables: what can be declared, and what it can be worth.

§ cites docs/rules/skat.md. `options` is the option record; a suit is one of the full pack's four.
"""

from typing import NamedTuple

import numpy as np

from ...core.cards import bit, count, has, lowest
from ...core.kernel import kernel
from .names import (
    CLUBS,
    DIAMONDS,
    DUO,
    DUO_OUVERT,
    FRAGE,
    GRAND,
    GRAND_OUVERT,
    GUCKI_GRAND,
    GUCKI_NULL,
    GUCKI_NULL_OUVERT,
    HEARTS,
    JACKS,
    NO_TRUMPS,
    NULL,
    NULL_OUVERT,
    REVOLUTION,
    SPADES,
    SUITS,
    TRUMP_FIRST,
    TURN_0,
    TURN_1,
    UNNAMED,
    UNO,
    UNO_OUVERT,
)

# Families of games, as the observation lists them (§7); RAMSCH: nobody plays alone.
(
    F_TOURNE, F_FRAGE, F_GUCKI_GRAND, F_GUCKI_NULL, F_GUCKI_NULL_OPEN, F_SOLO, F_GRAND, F_GRAND_OUVERT, F_NULL,
    F_NULL_OUVERT, F_REVOLUTION, F_UNO, F_DUO, F_RAMSCH,
) = range(14)  # fmt: skip
FAMILIES = (
    "Tourné", "Frage", "Gucki Grand", "Gucki Null", "Gucki Null Ouvert", "Solo", "Grand", "Grand Ouvert", "Null",
    "Null Ouvert", "Revolution", "Uno", "Duo",
)  # fmt: skip

WORDS = (
    "tourne", "gucki_grand", "gucki_null", "solo", "grand", "grand_ouvert", "null", "null_ouvert", "frage",
    "revolution", "uno_duo",
)  # fmt: skip
"""Of the option `games`; the record holds a bit for each."""

# Words of the options, as the record holds them.
ISKO = 1  # scoring
MATCH = 1  # episode
EACH, SCORE = 1, 2  # payment
FIRST = 1  # tourne_pick
BY_SUITS = 1  # bidding
VALUES = 1  # bid_ladder
NEXT_ONLY = 1  # jump_bids
RAMSCH, MUST_PLAY, PASS_OUT = 1, 2, 3  # all_pass
NOBODY = 1  # ramsch_skat
LAST_TRICK = 1  # ramsch_tie
TOURNE_PLUS_ONE = 1  # solo_values
BY_BID = 1  # overbid_loss
POOLED, EXCHANGED = 0, 1  # revolution_mode
PENALISED = 1  # peeking


class Game(NamedTuple):
    """A declaration and what it stands for (§3.3)."""

    action: int
    family: int
    word: str
    """Of the option `games`."""
    trump: int
    """UNNAMED: said later."""
    takes_skat: bool = False
    announces: bool = False
    open: bool = False
    loss: int = 1
    """What a lost game counts."""


GAMES = (
    Game(TURN_0, F_TOURNE, "tourne", UNNAMED, takes_skat=True),
    Game(TURN_1, F_TOURNE, "tourne", UNNAMED, takes_skat=True),
    Game(FRAGE, F_FRAGE, "frage", UNNAMED, takes_skat=True),
    Game(GUCKI_GRAND, F_GUCKI_GRAND, "gucki_grand", JACKS, takes_skat=True, loss=2),
    Game(GUCKI_NULL, F_GUCKI_NULL, "gucki_null", NO_TRUMPS, takes_skat=True, loss=2),
    Game(GUCKI_NULL_OUVERT, F_GUCKI_NULL_OPEN, "gucki_null", NO_TRUMPS, takes_skat=True, open=True, loss=2),
    Game(TRUMP_FIRST + CLUBS, F_SOLO, "solo", CLUBS, announces=True),
    Game(TRUMP_FIRST + DIAMONDS, F_SOLO, "solo", DIAMONDS, announces=True),
    Game(TRUMP_FIRST + HEARTS, F_SOLO, "solo", HEARTS, announces=True),
    Game(TRUMP_FIRST + SPADES, F_SOLO, "solo", SPADES, announces=True),
    Game(GRAND, F_GRAND, "grand", JACKS, announces=True),
    Game(GRAND_OUVERT, F_GRAND_OUVERT, "grand_ouvert", JACKS, announces=True, open=True),
    Game(NULL, F_NULL, "null", NO_TRUMPS),
    Game(NULL_OUVERT, F_NULL_OUVERT, "null_ouvert", NO_TRUMPS, open=True),
    Game(REVOLUTION, F_REVOLUTION, "revolution", NO_TRUMPS),
    Game(UNO, F_UNO, "uno_duo", JACKS),
    Game(UNO_OUVERT, F_UNO, "uno_duo", JACKS, open=True),
    Game(DUO, F_DUO, "uno_duo", JACKS),
    Game(DUO_OUVERT, F_DUO, "uno_duo", JACKS, open=True),
)

ACTION, FAMILY, TRUMP = (np.array([game[k] for game in GAMES], np.int64) for k in (0, 1, 3))
WORD = np.array([WORDS.index(game.word) for game in GAMES], np.int64)
TAKES, ANNOUNCES, OPEN, LOSS = (np.array([game[k] for game in GAMES], np.int64) for k in (4, 5, 6, 7))
ROW = np.full(DUO_OUVERT + 1, len(GAMES), np.int64)  # of `GAMES`, by action
ROW[ACTION] = np.arange(len(GAMES))

PRICE = np.zeros((14, 6), np.int64)
"""§3.3  Base value by family and trump; of a game without multipliers its value."""
PRICE[F_TOURNE] = 8, 5, 6, 7, 12, 0  # clubs, diamonds, hearts, spades, jacks
PRICE[F_FRAGE, :SUITS] = 4, 1, 2, 3
PRICE[F_SOLO, :SUITS] = 12, 9, 10, 11
PRICE[F_GUCKI_GRAND, JACKS] = 16
PRICE[F_GRAND, JACKS] = 20
PRICE[F_GRAND_OUVERT, JACKS] = 24
PRICE[[F_UNO, F_DUO], JACKS] = 20  # twice that open
PRICE[[F_GUCKI_NULL, F_GUCKI_NULL_OPEN, F_NULL, F_NULL_OUVERT, F_REVOLUTION], NO_TRUMPS] = 15, 30, 20, 40, 60

FIXED = np.zeros(14, np.bool_)
"""§3.3  Games without multipliers."""
FIXED[[F_GUCKI_NULL, F_GUCKI_NULL_OPEN, F_NULL, F_NULL_OUVERT, F_REVOLUTION, F_UNO, F_DUO]] = True

FAMILY_ANNOUNCES = np.zeros(14, np.bool_)
FAMILY_ANNOUNCES[FAMILY[ANNOUNCES == 1]] = True

RANK = np.zeros((14, 6), np.int64)
"""§3.12  The rank of a game in the old bidding by suits; 0: it has none."""
RANK[F_FRAGE, :SUITS] = 4, 1, 2, 3
RANK[F_TOURNE] = 8, 5, 6, 7, 9, 0
RANK[F_SOLO, :SUITS] = 14, 10, 11, 12
RANK[F_NULL, NO_TRUMPS], RANK[F_GRAND, JACKS] = 13, 15
RANK[F_NULL_OUVERT, NO_TRUMPS], RANK[F_GRAND_OUVERT, JACKS] = 16, 17

ISKO_GRAND = 24
ISKO_NULL = np.array([[23, 46], [35, 59]], np.int64)
"""§3.11  By hand and open."""


@kernel
def price(options, family, trump, opened, by_hand):
    """§3.3, §3.11  The base value of a game, or all its value if it has no multipliers."""
    if options.scoring == ISKO:
        if trump == NO_TRUMPS:
            return ISKO_NULL[np.int64(by_hand), np.int64(opened)]
        return ISKO_GRAND if trump == JACKS else PRICE[F_SOLO, trump]
    if family == F_SOLO and options.solo_values == TOURNE_PLUS_ONE:
        return PRICE[F_TOURNE, trump]
    if family == F_GRAND:
        return options.solo_grand_value
    if family in (F_UNO, F_DUO) and opened:
        return 2 * PRICE[family, trump]
    return PRICE[family, trump]


@kernel
def trumps_of(options, trump):
    """§3.1  How many trumps a game has: the jacks, and all the suit named."""
    jacks = count(options.deck_suits)
    return jacks if trump == JACKS else jacks + count(options.deck_ranks) - 1


@kernel
def extra_step(options, family):
    """§4.2  A Solo reckoned as a Tourné is worth one step more."""
    return 1 if family == F_SOLO and options.solo_values == TOURNE_PLUS_ONE else 0


@kernel
def all_tricks(options, family):
    """§3.7  A Grand Ouvert by the German rule counts as announced schwarz."""
    return family == F_GRAND_OUVERT and options.grand_ouvert_all_tricks


@kernel
def may_announce(options, family):
    """§3.7  Solos with trumps, unless the house forbids it or the game has said it all."""
    return FAMILY_ANNOUNCES[family] and options.announcements and not all_tricks(options, family)


@kernel
def most_steps(options, family, by_hand):
    """§3.1, §3.11  The largest multiplier beside the matadors."""
    if options.scoring == ISKO:
        return 7 if by_hand else 3
    if may_announce(options, family) or all_tricks(options, family):
        return 5 + extra_step(options, family)
    return 3 + extra_step(options, family)


@kernel
def dearest(options, family, trump, opened, by_hand):
    """§3.1  The largest value that a game can have, whatever the hand."""
    base = price(options, family, trump, opened, by_hand)
    if FIXED[family]:
        return base
    return base * (trumps_of(options, trump) + most_steps(options, family, by_hand))


@kernel
def reach(options, family, trump, opened, by_hand):
    """What a game is held against the bid by: its largest value, or its rank (§3.12)."""
    if options.bidding == BY_SUITS:
        return RANK[family, trump]
    return dearest(options, family, trump, opened, by_hand)


@kernel
def reach_of_row(options, row):
    """The same of a declaration: over the suits of the deck where trumps are named later."""
    if TRUMP[row] != UNNAMED:
        return reach(options, FAMILY[row], TRUMP[row], OPEN[row] == 1, False)
    best = reach(options, FAMILY[row], JACKS, False, False) if FAMILY[row] == F_TOURNE else np.int64(0)
    for suit in range(SUITS):
        if has(options.deck_suits, suit):
            best = max(best, reach(options, FAMILY[row], suit, False, False))
    return best


@kernel
def may_declare_row(options, row, bid):
    """§3.3, §3.12  Is the game in use, its suit in the deck, and can it be worth the bid?"""
    if not has(options.games, WORD[row]) or (TRUMP[row] < SUITS and not has(options.deck_suits, TRUMP[row])):
        return False
    if ACTION[row] == TURN_1 and (options.tourne_pick == FIRST or options.skat_size < 2):
        return False
    most = reach_of_row(options, row)
    return most >= bid and (options.bidding != BY_SUITS or most > 0)


# The ladder of bids


BITS = 60
"""Of the values in one word of a ladder: a set of them is as many int64 as it takes."""


@kernel
def put_value(ladder, value):
    """Adds a value to a set of values."""
    ladder[value // BITS] |= bit(value % BITS)


@kernel
def next_value(ladder, value):
    """The smallest value of a set above `value`; 0: there is none."""
    for word in range((value + 1) // BITS, len(ladder)):
        values = word_above(ladder, word, value)
        if values != 0:
            return BITS * word + lowest(values)
    return 0


@kernel
def word_above(ladder, word, value):
    """One word of a set of values, without those up to `value`, which does not lie beyond it."""
    return ladder[word] & -bit(max(0, value + 1 - BITS * word))


@kernel
def put_game(options, family, trump, opened, by_hand, ladder):
    """§3.1  Adds the attainable values of a game."""
    base = price(options, family, trump, opened, by_hand)
    if FIXED[family]:
        put_value(ladder, base)
        return
    top = most_steps(options, family, by_hand)
    low = top if all_tricks(options, family) else 1 + extra_step(options, family)
    for matadors in range(1, trumps_of(options, trump) + 1):
        for steps in range(low, top + 1):
            put_value(ladder, base * (matadors + steps))


@kernel
def put_isko(options, ladder):
    """§3.11  Adds the values of the international game."""
    for value in ISKO_NULL.ravel():
        put_value(ladder, value)
    put_game(options, F_GRAND, JACKS, False, True, ladder)
    for suit in range(SUITS):
        if has(options.deck_suits, suit):
            put_game(options, F_SOLO, suit, False, True, ladder)


@kernel
def put_row(options, row, ladder):
    """§3.1, §3.12  Adds the values, or ranks, of a declaration in use."""
    for trump in range(UNNAMED):
        named = trump == TRUMP[row] or (
            TRUMP[row] == UNNAMED and (trump < SUITS or (trump == JACKS and FAMILY[row] == F_TOURNE))
        )
        if not named or (trump < SUITS and not has(options.deck_suits, trump)):
            continue
        if options.bidding != BY_SUITS:
            put_game(options, FAMILY[row], trump, OPEN[row] == 1, False, ladder)
        elif RANK[FAMILY[row], trump] > 0:
            put_value(ladder, RANK[FAMILY[row], trump])


@kernel
def lay_ladder(options, ladder):
    """§3.1  The bids: attainable values or every point between the smallest and the largest, cut to the limits."""
    if options.scoring == ISKO:
        put_isko(options, ladder)
    else:
        for row in range(len(ACTION)):
            if has(options.games, WORD[row]):
                put_row(options, row, ladder)
    low = next_value(ladder, 0)
    high = low
    while next_value(ladder, high) > 0:
        high = next_value(ladder, high)
    every_point = options.scoring != ISKO and options.bidding != BY_SUITS and options.bid_ladder != VALUES
    for value in range(BITS * len(ladder)):
        if every_point and low <= value <= high:
            put_value(ladder, value)
        if value < options.min_bid or (options.max_bid >= 0 and value > options.max_bid):
            ladder[value // BITS] &= ~bit(value % BITS)
