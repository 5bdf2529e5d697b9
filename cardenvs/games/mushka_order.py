"""Which card takes a trick in the mushka family: tables, a block of rows a game, row ``block + trump`` unless told.

§ cites docs/rules/mushka.md.
"""

import numpy as np

from ..core.cards import FRENCH, bit
from ..core.kernel import kernel
from ..mechanics.tricks import TrickOrder, dutiful, trick_order
from .mushka_record import KING_HIGH, RANKS

TOP = RANKS - 1
SUITS = 4
ACE_OF_SPADES = FRENCH.card("AS")
KING_OF_CLUBS = KING_HIGH.card("KC")
PAMPHIL = FRENCH.card("JC")
PLAIN_TOP_LED, TRUMP_TOP_LED = SUITS, 2 * SUITS  # further rows of a block whose special card has supremacy


def supremacy(special: int, top_trump: int | None = None) -> TrickOrder:
    """§3.3  Twelve rows: of ordinary tricks, of those led with a plain ace, of those led with the trump ace.

    "Ace" stands for the highest card of a suit: `special`, if plain, beats a led one of another suit; and if that is
    the trump ace, the trumps that lost to it as well, but not `top_trump`.
    """
    order = trick_order(SUITS, RANKS, top_trump)
    beats = np.concatenate([order.beats] * 3)
    for trump in range(SUITS):
        if special // RANKS == trump:
            continue
        for suit in range(SUITS):
            if suit == trump:
                beats[TRUMP_TOP_LED + trump, RANKS * suit + TOP] |= 1 << special
            elif suit != special // RANKS:
                beats[PLAIN_TOP_LED + trump, RANKS * suit + TOP] |= 1 << special
        beats[TRUMP_TOP_LED + trump, special] = 0 if top_trump is None else 1 << top_trump
    return TrickOrder(np.concatenate([order.suit] * 3), np.concatenate([order.members] * 3), beats)


_BLOCKS = (
    trick_order(SUITS, RANKS),
    supremacy(ACE_OF_SPADES),
    supremacy(KING_OF_CLUBS),
    trick_order(SUITS, RANKS, PAMPHIL),
    supremacy(ACE_OF_SPADES, PAMPHIL),
)
PLAIN_ROWS, ACE_ROWS, KING_ROWS, PAMPHIL_ROWS, BOTH_ROWS = np.cumsum(
    [0, *(len(block.suit) for block in _BLOCKS[:-1])]
).tolist()
SUIT = np.concatenate([block.suit for block in _BLOCKS])
MEMBERS = np.concatenate([block.members for block in _BLOCKS])
BEATS = np.concatenate([block.beats for block in _BLOCKS])


@kernel
def row_led(block, trump, special, card):
    """§3.3  The row for a trick led with `card`; `special` is the set of the card with supremacy, or empty."""
    row = block + trump
    if card % RANKS != TOP or special & (MEMBERS[row, trump] | bit(card)) != 0 or special == 0:
        return row
    return row + (TRUMP_TOP_LED if SUIT[row, card] == trump else PLAIN_TOP_LED)


@kernel
def lawful(row, trump, led, hand, exempt):
    """§3.3  Follow suit, else trump, else throw anything; the cards of `exempt` may also go on a led ace."""
    cards = dutiful(hand, MEMBERS[row, SUIT[row, led]], MEMBERS[row, trump], 0, 0)
    return cards | hand & exempted(row, trump, led, exempt)


@kernel
def exempted(row, trump, led, exempt):
    """§3.3  Of the set `exempt` what need not follow now: plain, and an ace of another suit was led."""
    return exempt & ~MEMBERS[row, trump] if led % RANKS == TOP else 0
