"""Cards as small integers, sets of up to 63 of them as bits of an int64, and their names.

A game's deck says which names its cards have; the rules compute with the integers alone.
"""

import dataclasses
import functools
from collections.abc import Iterable, Sequence

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from ..errors import InvalidCard, nearest
from .kernel import kernel

__all__ = [
    "FRENCH", "Deck", "above", "allow", "bit", "card_set", "count", "first", "gather", "has", "highest", "lowest",
    "next_action", "pick", "put", "spread",
]  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Deck:
    """The names of a game's cards: index = suit * len(ranks) + rank, both in ascending order."""

    ranks: str = "23456789TJQKA"
    suits: str = "CDHS"

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        """``("2C", "3C", ..., "AS")``."""
        return tuple(rank + suit for suit in self.suits for rank in self.ranks)

    @functools.cached_property
    def _index(self) -> dict[str, int]:
        return {name: card for card, name in enumerate(self.names)}

    def card(self, word: object) -> int:
        """The index of a card given by name or index.

        Raises:
            InvalidCard: it is neither.
        """
        if isinstance(word, int | np.integer) and not isinstance(word, bool):
            if 0 <= word < len(self.names):
                return int(word)
            raise InvalidCard(f"card: want an index in 0..{len(self.names) - 1}, got {word}")
        try:
            return self._index[str(word)]
        except KeyError:
            hint = nearest(str(word).upper(), self.names)
            raise InvalidCard(f"card: no {word!r} in this deck ({hint[:60]})") from None

    def cards(self, words: str | Iterable[object]) -> list[int]:
        """The indices of cards given as ``"KS QS"`` or as a sequence of names or indices."""
        return [self.card(word) for word in (words.split() if isinstance(words, str) else words)]

    def text(self, cards: Iterable[int]) -> str:
        """``"KS QS"``: cards by name."""
        return " ".join(self.names[card] for card in cards)

    def subset(self, ranks: str | None, suits: str | None) -> list[int]:
        """The cards of some ranks and suits (None = all), ascending."""
        return [
            card
            for card, name in enumerate(self.names)
            if name[:-1] in (ranks or self.ranks) and name[-1] in (suits or self.suits)
        ]


FRENCH = Deck()
"""The 52 cards, two low and ace high."""


def card_set(cards: Sequence[int]) -> int:
    """The set of `cards` as a Python int."""
    return sum(1 << card for card in cards)


_DEFINED = ir.Constant(ir.IntType(1), 0)
"""Zeros of the empty set are 64, not undefined."""


@kernel
def bit(card):
    """The set of one card."""
    return np.int64(1) << card


@kernel
def has(cards, card):
    """Is `card` in the set?"""
    return (cards >> card) & 1 == 1


def count(cards):
    """How many cards a set holds."""
    return int(cards).bit_count()


def lowest(cards):
    """The lowest card of a set that is not empty."""
    return (int(cards) & -int(cards)).bit_length() - 1


def highest(cards):
    """The highest card of a set that is not empty."""
    return int(cards).bit_length() - 1


@overload(count)
def _count(cards):
    return lambda cards: _ones(np.int64(cards))


@overload(lowest)
def _lowest(cards):
    return lambda cards: _zeros_below(np.int64(cards))


@overload(highest)
def _highest(cards):
    return lambda cards: 63 - _zeros_above(np.int64(cards))


@intrinsic
def _ones(context, bits):
    """The processor's own count of the ones in an int64."""
    return types.int64(bits), lambda context, builder, signature, values: builder.ctpop(values[0])


@intrinsic
def _zeros_below(context, bits):
    """Of the zeros below an int64's lowest one."""
    return types.int64(bits), lambda context, builder, signature, values: builder.cttz(values[0], _DEFINED)


@intrinsic
def _zeros_above(context, bits):
    """Of the zeros above its highest."""
    return types.int64(bits), lambda context, builder, signature, values: builder.ctlz(values[0], _DEFINED)


@kernel
def above(cards, others):
    """The members of a set that are above all of another."""
    return cards if others == 0 else cards & -bit(highest(others) + 1)


@kernel
def pick(cards, k):
    """The k-th lowest card of a set, k from 0."""
    for _ in range(k):
        cards &= cards - 1
    return lowest(cards)


@kernel
def first(a, b, c, d):
    """The first set of the four that is not empty, else the empty set."""
    if a != 0:
        return a
    if b != 0:
        return b
    if c != 0:
        return c
    return d


@kernel
def allow(mask, actions):
    """Sets the entries of a set in a mask that is clear (int8), and returns how many."""
    n = 0
    while actions != 0:
        mask[lowest(actions)] = 1
        actions &= actions - 1
        n += 1
    return n


@kernel
def next_action(mask, start):
    """The lowest action of a mask from `start` on, or -1."""
    for action in range(start, len(mask)):
        if mask[action]:
            return action
    return -1


@kernel
def spread(cards, out):
    """Writes a set as zeros and ones over the whole of `out` (one entry a card)."""
    for card in range(len(out)):
        out[card] = (cards >> card) & 1


@kernel
def put(members, out, start):
    """Writes ones for the members of a set, member 0 at `start`; the rest of `out` is left as it is."""
    while members != 0:
        out[start + lowest(members)] = 1
        members &= members - 1


@kernel
def gather(values):
    """The set that `spread` wrote."""
    cards = np.int64(0)
    for card in range(len(values)):
        if values[card] != 0:
            cards |= bit(card)
    return cards
