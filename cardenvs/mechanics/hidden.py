"""Cards out of sight, laid anew at the places of the deck where they can have been.

A set of places is a bit mask of deck positions, as a card set is one of cards. A placement is uniform where every step
of it chooses among a number of ways that does not depend on the steps before it; what contradicts the facts is given up
as a whole. `deck` is int64 ``[cards]``, the deck order that comes of it.
"""

import numpy as np

from ..core.cards import bit, count, has, lowest, pick
from ..core.kernel import kernel
from ..core.random import below

__all__ = [
    "cards_at", "draw", "lay", "lay_known", "lay_rest", "list_unseen", "round_places", "run_places", "some", "tally",
]  # fmt: skip


@kernel
def round_places(place, width, size):
    """The places of a hand of `size` cards, the `place`-th of `width` hands that are dealt one card at a time."""
    places = np.int64(0)
    for r in range(size):
        places |= bit(r * width + place)
    return places


@kernel
def run_places(start, size):
    """`size` places from `start` on."""
    return (bit(size) - 1) << start


@kernel
def cards_at(deck, places):
    """The cards at a set of places."""
    cards = np.int64(0)
    while places != 0:
        cards |= bit(np.int64(deck[lowest(places)]))
        places &= places - 1
    return cards


@kernel
def some(random, cards, k):
    """A uniformly random subset of k members of a set."""
    chosen = np.int64(0)
    for _ in range(k):
        left = cards & ~chosen
        chosen |= bit(pick(left, below(random, count(left))))
    return chosen


@kernel
def lay_known(random, cards, places, deck):
    """Lays cards at random ones of at least as many places; returns the places used."""
    laid = np.int64(0)
    while cards != 0:
        place = some(random, places & ~laid, 1)
        deck[lowest(place)] = lowest(cards)
        laid |= place
        cards &= cards - 1
    return laid


@kernel
def list_unseen(pack, size, deck, fixed, unseen):
    """Fills `unseen` (int64 ``[cards]``) with the pack's cards that lie at no fixed place; returns how many."""
    known = cards_at(deck, fixed)
    n = 0
    for k in range(size):
        if not has(known, pack[k]):
            unseen[n] = pack[k]
            n += 1
    return n


@kernel
def draw(random, cards, n):
    """Takes a random one of the first `n` cards, which are `n` - 1 then."""
    k = below(random, n)
    card = cards[k]
    cards[k] = cards[n - 1]
    return card


@kernel
def lay(random, places, barred, deck, unseen, n):
    """Lays random ones of the first `n` cards unseen; returns how many are left, -1 if one is in the set `barred`."""
    while places != 0:
        card = draw(random, unseen, n)
        n -= 1
        if has(barred, card):
            return -1
        deck[lowest(places)] = card
        places &= places - 1
    return n


@kernel
def lay_rest(random, size, fixed, deck, unseen, n):
    """Lays the other cards at the places that are not fixed."""
    for p in range(size):
        if not has(fixed, p):
            deck[p] = draw(random, unseen, n)
            n -= 1


@kernel
def tally(place, cards, out):
    """Counts a set of cards at a place of `locate`'s table."""
    while cards != 0:
        out[place, lowest(cards)] += 1
        cards &= cards - 1
