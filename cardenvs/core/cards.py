"""Cards as small integers, sets of up to 63 of them as bits of an int64, and their names.

A game's deck says which names its cards have; the rules compute with the integers alone.
"""

import dataclasses
import functools
from collections.abc import Iterable, Sequence

import numpy as np

from ..errors import InvalidCard, nearest
from .kernel import kernel

__all__ = [
    "FRENCH", "Deck", "bit", "card_set", "count", "first", "has", "highest", "lowest", "pick", "spread",
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


@kernel
def bit(card):
    """The set of one card."""
    return np.int64(1) << card


@kernel
def has(cards, card):
    """Is `card` in the set?"""
    return (cards >> card) & 1 == 1


@kernel
def count(cards):
    """How many cards a set holds."""
    n = 0
    while cards != 0:
        cards &= cards - 1
        n += 1
    return n


@kernel
def lowest(cards):
    """The lowest card of a set that is not empty."""
    card = 0
    for width in (32, 16, 8, 4, 2, 1):
        if cards & ((np.int64(1) << width) - 1) == 0:
            cards >>= width
            card += width
    return card


@kernel
def highest(cards):
    """The highest card of a set that is not empty."""
    card = 0
    for width in (32, 16, 8, 4, 2, 1):
        if cards >> width != 0:
            cards >>= width
            card += width
    return card


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
def spread(cards, out):
    """Writes a set as zeros and ones over the whole of `out` (one entry a card)."""
    for card in range(len(out)):
        out[card] = (cards >> card) & 1
