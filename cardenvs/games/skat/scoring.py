"""Skat's reckoning: matadors, steps and what the soloist or a loser at Ramsch writes; numbers in, numbers out.

§ cites docs/rules/skat.md. `total` is the points of the deck, `own` and `lost` the soloist's and the opponents' tricks.
"""

from ...core.cards import bit, count, has, highest
from ...core.kernel import kernel
from .names import (
    ACE,
    CLUBS,
    DIAMONDS,
    HEARTS,
    JACK,
    JACKS,
    KING,
    NONE_SAID,
    QUEEN,
    SCHNEIDER,
    SCHWARZ,
    SPADES,
    TEN,
)

JACK_ORDER = (CLUBS, SPADES, HEARTS, DIAMONDS)
"""§1  The jacks from the highest down."""


@kernel
def points_of(cards, ranks):
    """§1  The points of a card set; `ranks` is int64 ``[8]``, the set of each rank."""
    return (
        11 * count(cards & ranks[ACE])
        + 10 * count(cards & ranks[TEN])
        + 4 * count(cards & ranks[KING])
        + 3 * count(cards & ranks[QUEEN])
        + 2 * count(cards & ranks[JACK])
    )


@kernel
def matadors(cards, suits, ranks, trump):
    """§4.1  The unbroken run of top trumps that the soloist has, or that he lacks.

    `cards` is his hand with the skat, `suits` int64 ``[4]`` and `ranks` int64 ``[8]`` the sets of each suit and rank.
    """
    run = 0
    held = True
    for suit in JACK_ORDER:
        card = suits[suit] & ranks[JACK]
        if card != 0:
            if run == 0:
                held = cards & card != 0
            elif (cards & card != 0) != held:
                return run
            run += 1
    if trump == JACKS:
        return run
    rest = suits[trump] & ~ranks[JACK]
    while rest != 0:
        card = highest(rest)
        if has(cards, card) != held:
            return run
        run += 1
        rest &= ~bit(card)
    return run


@kernel
def is_made(announced, points, lost, total):
    """§4.2  More than half the points; more than three quarters after announcing schneider; every trick for schwarz."""
    if announced == SCHWARZ:
        return lost == 0
    return points > (3 * total // 4 if announced == SCHNEIDER else total // 2)


@kernel
def steps(announced, made, points, own, lost, total):
    """§4.2  Game 1, schneider 2, announced or schwarz 3, schwarz after announcing schneider 4, announced schwarz 5."""
    schwarz = lost == 0 if made else own == 0
    if announced == SCHWARZ:
        return 5
    if announced == SCHNEIDER:
        return 4 if schwarz else 3
    schneider = points > 3 * total // 4 if made else points <= total // 4
    return 3 if schwarz else 2 if schneider else 1


@kernel
def next_multiple(base, bid):
    """§4.2  The smallest multiple of the base value that reaches the bid."""
    return -(-bid // base) * base


@kernel
def foster_score(made, value, bid, overbid):
    """§4.2  What the soloist writes: the value if made and worth the bid; an `overbid` game loses that amount."""
    if made and value >= bid:
        return value
    return -(overbid if value < bid else value)


@kernel
def isko_steps(by_hand, announced, opened, points, own, lost, total):
    """§4.4  Game, hand, schneider, schwarz, each announced, and open: one each."""
    schwarz = own == 0 or lost == 0
    schneider = schwarz or 4 * points >= 3 * total or points <= total // 4
    n = 2 if by_hand else 1
    n += 1 if schneider or announced != NONE_SAID else 0
    n += 1 if announced != NONE_SAID else 0
    n += 1 if schwarz or announced == SCHWARZ else 0
    n += 1 if announced == SCHWARZ else 0
    return n + (1 if opened else 0)


@kernel
def isko_made(announced, points, lost, total):
    """§4.4  More than half the points, and every announcement reached."""
    if announced == SCHWARZ and lost > 0:
        return False
    if announced == SCHNEIDER and 4 * points < 3 * total and lost > 0:
        return False
    return points > total // 2


@kernel
def isko_score(made, value, bid, base):
    """§4.4  The value if made and worth the bid, else twice the value or what the bid asks for."""
    if made and value >= bid:
        return value
    return -2 * max(value, next_multiple(base, bid))


@kernel
def ramsch_price(without_trick):
    """§4.3  The loser's price, by how many active seats have no trick."""
    return 20 if without_trick == 0 else 30 if without_trick == 1 else 50
