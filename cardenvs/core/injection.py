"""Deals laid by hand: a whole deck, or parts of a deal by name with the rest at random."""

from typing import Any

import numpy as np

from ..errors import InvalidArgument, InvalidCard, nearest
from . import drivers
from .cards import Deck
from .rules import Place, Rules

__all__ = ["begin_with", "checked_seat", "laid"]


def checked_seat(seat: int, seats: int, name: str = "seat") -> int:
    """The seat, checked; `name` is the argument's.

    Raises:
        InvalidArgument: it is out of range.
    """
    if not isinstance(seat, int | np.integer) or not 0 <= seat < seats:
        raise InvalidArgument(f"{name}: want 0..{seats - 1}, got {seat!r}")
    return int(seat)


def begin_with(
    rules: Rules,
    options: Any,
    states: np.ndarray,
    blank: np.ndarray,
    random: np.ndarray,
    deck: Any,
    dealer: int | None,
    parts: dict[str, Any],
) -> None:
    """Begins the game of `states` (one record), its first deal laid as asked; see `Table.reset`."""
    if dealer is not None:
        blank = blank.copy()
        blank["dealer"] = checked_seat(dealer, options.seats, "dealer")
    fresh, drawn = states.copy(), random.copy()
    drivers.prepare(fresh, 0, blank, drawn)
    order = laid(rules, options, int(fresh["dealer"][0]), fresh, deck, parts)
    fresh["deck"][0, : len(order)] = order
    drivers.deal_in(fresh, 0)
    states[:], random[:] = fresh, drawn


def laid(
    rules: Rules, options: Any, dealer: int, states: np.ndarray, deck: Any, parts: dict[str, Any]
) -> list[int]:
    """The deck order asked for; cards that are not named keep the random order they have in `states`.

    Raises:
        InvalidCard, InvalidArgument: as `Table.reset`.
    """
    names = rules.deck(options)
    size = int(states["deck_size"][0])
    pack = states["pack"][0, :size].tolist()
    shuffled = states["deck"][0, :size].tolist()
    if deck is not None:
        if parts:
            raise InvalidArgument(f"deck: lays the whole deal, so {', '.join(parts)} can't be given too")
        order = names.cards(deck)
        _check_taken(names, pack, order)
        if len(order) < size:
            missing = _left_over(pack, order)
            raise InvalidCard(f"deck: want all {size} cards, missing {names.text(missing)}")
        return order
    shape = rules.shape_of(options, dealer)
    named: dict[int, int] = {}
    for name, value in parts.items():
        if name not in shape:
            raise InvalidArgument(f"unknown part of the deal {name!r}: {nearest(name, shape)}")
        named |= _positions(names, name, shape[name], value)
    _check_taken(names, pack, list(named.values()))
    rest = iter(_left_over(shuffled, list(named.values())))
    return [named[k] if k in named else next(rest) for k in range(size)]


def _positions(deck: Deck, name: str, place: Place, value: Any) -> dict[int, int]:
    """Card by deck position for one part of a deal."""
    nested = [spots for spots in place if isinstance(spots, list)]
    groups = nested or [[spot for spot in place if isinstance(spot, int)]]
    hands = [value] if not nested else list(value)
    if nested and isinstance(value, str):
        single = "|" not in value and all(len(spots) == 1 for spots in nested)
        hands = value.split(None if single else "|")
    if len(hands) != len(groups):
        raise InvalidArgument(f"{name}: want {len(groups)} entries, one a seat, got {len(hands)}")
    named: dict[int, int] = {}
    for seat, (spots, hand) in enumerate(zip(groups, hands, strict=True)):
        cards = [] if hand is None else deck.cards([hand] if isinstance(hand, int) else hand)
        if len(cards) > len(spots):
            where = f"{name} {seat}" if nested else name
            raise InvalidCard(f"{where}: want at most {len(spots)} cards, got {len(cards)}")
        named |= dict(zip(spots, cards, strict=False))
    return named


def _check_taken(deck: Deck, pack: list[int], cards: list[int]) -> None:
    for card in cards:
        if card not in pack:
            raise InvalidCard(f"card: {deck.names[card]} is not in the deck of these options")
        if cards.count(card) > pack.count(card):
            raise InvalidCard(f"card: {deck.names[card]} is laid {cards.count(card)} times")


def _left_over(cards: list[int], taken: list[int]) -> list[int]:
    """`cards` without those `taken`, in order."""
    left = list(taken)
    rest = []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            rest.append(card)
    return rest
