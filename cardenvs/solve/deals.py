"""The chance node of a game: every distinct deal, with the number of physical deck orders it stands for.

All from the contract alone: `Rules.shape_of` says which deck positions form which part of a deal, `Rules.ordered` where
the order of cards matters, `Rules.alike` which cards the rules never tell apart.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core.rules import Rules

__all__ = ["Part", "canonical", "count_deals", "dealers", "deals", "pack_of", "parts_of"]

Part = tuple[tuple[int, ...], bool]
"""Deck positions, and whether their order matters."""


def parts_of(rules: Rules, options: Any, dealer: int) -> list[Part]:
    """The parts of a deal, every hand for itself."""
    parts: list[Part] = []
    for name, place in rules.shape_of(options, dealer).items():
        nested = place if place and isinstance(place[0], list) else [place]
        parts += [(tuple(spots), name in rules.ordered) for spots in nested]  # type: ignore[arg-type]
    return parts


def pack_of(rules: Rules, options: Any) -> list[int]:
    """The cards in use, those that the rules never tell apart as copies of one."""
    return [rules.alike(card) for card in rules.pack_of(options)]


def dealers(rules: Rules, options: Any, blank: np.ndarray) -> list[int]:
    """The first dealers to count: the one that the options name, or each seat; a game without a dealer has one deal."""
    if blank["dealer"][0] >= 0:
        return [int(blank["dealer"][0])]
    return list(range(options.seats)) if hasattr(options, rules.dealer_option) else [0]


def canonical(rules: Rules, deck: list[int], parts: list[Part]) -> tuple[int, ...]:
    """The one deck order that stands for all that are the same deal."""
    order = list(deck)
    for spots, ordered in parts:
        cards = [rules.alike(deck[spot]) for spot in spots]
        for spot, card in zip(spots, cards if ordered else sorted(cards), strict=True):
            order[spot] = card
    return tuple(order)


def count_deals(pack: list[int], parts: list[Part], limit: int) -> tuple[int, bool]:
    """How many distinct deals a pack has, and whether that is exact: with copies of cards, beyond `limit` it is not.

    A deal stands for at most as many physical orders as its unordered parts and the copies have orders.
    """
    alike = math.prod(math.factorial(len(spots)) for spots, ordered in parts if not ordered)
    copies = math.prod(map(math.factorial, Counter(pack).values()))
    least = math.factorial(len(pack)) // (alike * copies)
    if copies == 1 or least > limit:
        return least, copies == 1
    counted = sum(1 for _ in itertools.islice(deals(pack, parts), limit + 1))
    return counted, counted <= limit


def deals(pack: list[int], parts: list[Part]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every distinct deal of a pack, as a deck order, with the number of physical orders it stands for."""
    yield from _dealt(Counter(pack), parts, [-1] * len(pack), 1)


def _dealt(
    left: Counter[int], parts: list[Part], order: list[int], weight: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    if not parts:
        yield tuple(order), weight
        return
    spots, ordered = parts[0]
    for hand in _hands(sorted(left), left, len(spots)):
        taken = Counter(hand)
        ways = math.prod(math.perm(left[card], n) for card, n in taken.items())
        if not ordered:
            ways *= math.factorial(len(hand)) // math.prod(map(math.factorial, taken.values()))
        for cards in _arrangements(taken, len(hand)) if ordered else (hand,):
            for spot, card in zip(spots, cards, strict=True):
                order[spot] = card
            yield from _dealt(left - taken, parts[1:], order, weight * ways)


def _hands(kinds: list[int], left: Counter[int], size: int) -> Iterator[tuple[int, ...]]:
    """Every multiset of `size` of the cards left, as ascending cards, in lexical order."""
    if size == 0:
        yield ()
        return
    if all(left[card] == 1 for card in kinds):
        yield from itertools.combinations(kinds, size)
        return
    later = sum(left[card] for card in kinds)
    for k, card in enumerate(kinds):
        later -= left[card]
        for copies in range(min(left[card], size), max(size - later, 1) - 1, -1):
            for rest in _hands(kinds[k + 1 :], left, size - copies):
                yield (card,) * copies + rest


def _arrangements(cards: Counter[int], size: int) -> Iterator[tuple[int, ...]]:
    """Every distinct order of a multiset of cards, in lexical order."""
    if size == 0:
        yield ()
        return
    for card in sorted(cards):
        for rest in _arrangements(cards - Counter((card,)), size - 1):
            yield (card, *rest)
