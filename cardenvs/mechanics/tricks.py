"""Tricks: who wins, and which cards a duty leaves to play.

An order of the cards enters as tables, one row a trump suit: which cards count as a suit, and which beat a card. So a
jack that is always a trump, or a rank order of a game's own, is data, and the functions stay the same.
"""

import dataclasses

import numpy as np

from ..core.cards import first, has, lowest
from ..core.kernel import kernel
from .seats import left_of

__all__ = [
    "TrickOrder", "dutiful", "highest_rank", "lowest_rank", "next_in", "ruled_out", "strongest", "trick_order",
]  # fmt: skip


@dataclasses.dataclass(frozen=True)
class TrickOrder:
    """The tables of an order of cards.

    Attributes:
        suit: int64 ``[rows, cards]``, the suit that a card counts as.
        members: int64 ``[rows, suits]``, the set of cards that count as a suit.
        beats: int64 ``[rows, cards]``, the set of cards that beat a card which is winning the trick.
    """

    suit: np.ndarray
    members: np.ndarray
    beats: np.ndarray


def trick_order(suits: int, ranks: int, top_trump: int | None = None) -> TrickOrder:
    """Cards suit * ranks + rank, high rank beats low; row t: suit t is trumps, and `top_trump` its highest card."""
    cards = suits * ranks
    suit = np.tile(np.arange(cards) // ranks, (suits, 1))
    strength = np.tile(np.arange(cards) % ranks, (suits, 1))
    if top_trump is not None:
        suit[:, top_trump] = np.arange(suits)
        strength[:, top_trump] = ranks
    members = np.zeros((suits, suits), np.int64)
    beats = np.zeros((suits, cards), np.int64)
    for trump in range(suits):
        for card in range(cards):
            members[trump, suit[trump, card]] |= 1 << card
            for rival in range(cards):
                same = suit[trump, rival] == suit[trump, card]
                over = same and strength[trump, rival] > strength[trump, card]
                if over or (not same and suit[trump, rival] == trump):
                    beats[trump, card] |= 1 << rival
    return TrickOrder(suit.astype(np.int64), members, beats)


@kernel
def dutiful(hand, a, b, c, d):
    """The cards of `hand` in the first of four sets that it has any of, else all of it."""
    cards = first(hand & a, hand & b, hand & c, hand & d)
    return cards if cards != 0 else hand


@kernel
def ruled_out(card, a, b, c, d):
    """What a play by `dutiful` proves: the union of the sets passed over, of which the hand held no card."""
    if has(a, card):
        return 0
    if has(b, card):
        return a
    if has(c, card):
        return a | b
    if has(d, card):
        return a | b | c
    return a | b | c | d


@kernel
def strongest(cards, beats):
    """The one of `cards` (a set, all of one suit, not empty) that no other beats; `beats` is int64 ``[cards]``."""
    rest = cards
    while True:
        card = lowest(rest)
        if beats[card] & cards == 0:
            return card
        rest &= rest - 1


@kernel
def lowest_rank(cards, ranks):
    """The card of the lowest rank in a set that is not empty; `ranks` cards a suit."""
    best = lowest(cards)
    while cards != 0:
        if lowest(cards) % ranks < best % ranks:
            best = lowest(cards)
        cards &= cards - 1
    return best


@kernel
def highest_rank(cards, ranks):
    """The card of the highest rank in a set that is not empty; `ranks` cards a suit."""
    best = lowest(cards)
    while cards != 0:
        if lowest(cards) % ranks > best % ranks:
            best = lowest(cards)
        cards &= cards - 1
    return best


@kernel
def next_in(seats, seat, n):
    """The next of the seats in the set `seats` to the left of `seat`, of n at the table."""
    seat = left_of(seat, 1, n)
    while not has(seats, seat):
        seat = left_of(seat, 1, n)
    return seat
