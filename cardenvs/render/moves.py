"""The moves of a game as each seat has seen them: all of a move, only of what kind it was, or nothing."""

import re
from typing import Any, NamedTuple

import numpy as np

from ..core import drivers
from ..core.rules import Rules

__all__ = ["OPEN", "Moves", "seat_of"]

OPEN = ("turn-up", "trick", "taken", "played", "laid", "table", "pile", "open", "open hand", "drawn")
"""Places whose cards all can see."""

_OF_SEAT = re.compile(r"(.*) (\d+)")


def seat_of(place: str) -> tuple[str, int | None]:
    """``"drawn 2"`` as ("drawn", 2); a place that is no seat's has None."""
    match = _OF_SEAT.fullmatch(place)
    return (match[1], int(match[2])) if match else (place, None)


class _Sight(NamedTuple):
    """What tells a move from the state before it and the one after it."""

    rows: np.ndarray
    """int8 ``[places, cards]``: where the cards lie."""
    public: int
    private: np.ndarray
    """uint64 ``[seats]``"""
    deal: int


class _Move(NamedTuple):
    """A move, and who saw what of it."""

    seat: int
    name: str
    kind: str
    """The name without its card, if that has been moved out of sight."""
    told: np.ndarray
    """bool ``[seats]``: whose information set it changed, or all, where a card was laid open."""

    def seen_by(self, seat: int, *, everything: bool) -> str:
        """The move's name, its kind, or nothing."""
        if everything or seat == self.seat:
            return self.name
        return self.kind if self.told[seat] else ""


class Moves:
    """Follows a game from move to move: `begin` when it is dealt, `follow` after each move.

    Args:
        rules: the game.
        options: its options.
    """

    def __init__(self, rules: Rules, options: Any) -> None:
        self._shape = len(rules.places), len(rules.cards.names)
        self._names = rules.names(options)
        self._cards = {name: card for card, name in enumerate(rules.deck(options).names)}
        self._open = np.array([seat_of(place)[0] in OPEN for place in rules.places])
        self._last: _Move | None = None
        self._declared: dict[int, _Move] = {}

    def begin(self, states: np.ndarray) -> None:
        """A game is dealt."""
        self._last = None
        self._declared = {}
        self._before = self._sight(states)

    def follow(self, states: np.ndarray, seat: int, action: int) -> None:
        """`seat` has played `action`, which led to `states`."""
        before, after = self._before, self._sight(states)
        self._before = after
        name = self._names[action]
        *verb, end = re.split("[ _]", name)
        card = self._cards.get(end, -1)
        moved = card >= 0 and bool((after.rows[:, card] != before.rows[:, card]).any())
        opened = moved and after.rows[self._open, card].sum() > before.rows[self._open, card].sum()
        told = (after.private != before.private) | (after.public != before.public) | opened
        self._last = _Move(seat, _spoken(name), _spoken(" ".join(verb) if moved and not opened else name), told)
        if after.deal != before.deal:
            self._declared = {}
        elif not moved:
            self._declared[seat] = self._last

    def last_seen(self, seat: int, *, everything: bool) -> str:
        """The last move as `seat` saw it, with who made it; "" where it saw none."""
        name = self._last.seen_by(seat, everything=everything) if self._last else ""
        return f"player_{self._last.seat}: {name}" if self._last and name else ""

    def declared(self, seat: int, viewer: int, *, everything: bool) -> str:
        """The last move of `seat` in this deal that moved no card it names, as `viewer` saw it."""
        move = self._declared.get(seat)
        return move.seen_by(viewer, everything=everything) if move else ""

    def _sight(self, states: np.ndarray) -> _Sight:
        rows = np.zeros(self._shape, np.int8)
        drivers.locate_in(states, 0, rows)
        private = states["private_key"][0].copy()
        return _Sight(rows, int(states["public_key"][0]), private, int(states["deal_number"][0]))


def _spoken(name: str) -> str:
    """``"DRAW_STOCK"`` as a person says it."""
    words = name.replace("_", " ").split()
    return " ".join(word.lower() if word.isupper() and len(word) > 2 else word for word in words)
