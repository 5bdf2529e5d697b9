"""What there is to draw of a game, for one seat or for a spectator: plain data, drawn from the contract of a game alone.

What a seat may see is what its observation holds. Places tell of a card nothing but how many lie there, unless all can see
what lies there: such places have names that say so (`OPEN`), and whatever else lies somewhere lies there face down.
"""

import dataclasses
from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal

import numpy as np

from ..core import drivers
from ..core.rules import Rules
from .moves import OPEN, Moves, seat_of

__all__ = ["ALL", "Heap", "Scene", "Seat", "Viewer", "scene_of"]

ALL: Literal["all"] = "all"
"""The spectator to whom every hand is open."""
Viewer = int | Literal["all"]
"""The seat whose view is drawn, or all hands open."""

NEVER = ("stock", "renewed stock")
"""Places that nobody sees, a spectator neither."""
BEFORE_SEATS = {"trick": ("trick_now", "trick"), "table": ("sets",), "open": ("shown",), "played": ("others",)}
"""Blocks of the observation that tell who put down the cards of a place."""
OTHERS = "others"
"""A block of seats that leaves out the observer."""
TOP = {"laid": "top", "pile": "pile_top"}
"""Blocks that name the card on top of a place."""
FLAGS = ("banker", "declarer", "eldest", "looed", "stood", "winning")
"""Blocks of one flag a seat that are worth a word."""

_HANDS = ("hand", "shown hand")


@dataclasses.dataclass(frozen=True)
class Heap:
    """Cards that lie together."""

    label: str
    faces: tuple[str, ...] = ()
    """Face up, by name."""
    backs: int = 0
    """So many face down."""
    top: str | None = None
    """One more face up, on top of the others, where that matters."""


@dataclasses.dataclass(frozen=True)
class Seat:
    """One player."""

    name: str
    payoff: int
    words: str
    """What the seat has declared, and what it is."""
    acts: bool
    hand: Heap
    put_down: tuple[tuple[str, ...], ...]
    """Groups of cards before the seat, by name."""


@dataclasses.dataclass(frozen=True)
class Scene:
    """The whole table."""

    title: str
    head: str
    """The state of the game in a line."""
    last: str
    """The last move."""
    seats: tuple[Seat, ...]
    near: int
    """The seat nearest to the viewer."""
    middle: tuple[Heap, ...]


def scene_of(
    rules: Rules, options: Any, states: np.ndarray, viewer: Viewer, moves: Moves | None = None, near: int = 0
) -> Scene:
    """Game 0 of `states` as `viewer` sees it.

    Args:
        rules: the game.
        options: its options.
        states: array of one state record.
        viewer: a seat, or ``"all"``.
        moves: what has been played, as far as it was followed.
        near: the seat nearest to the viewer.
    """
    return _Look(rules, options, states, viewer).scene(moves or Moves(rules, options), near)


class _Look:
    """One look at a game: where its cards are, and what the viewer's observation says of them."""

    def __init__(self, rules: Rules, options: Any, states: np.ndarray, viewer: Viewer) -> None:
        self.rules, self.options, self.states = rules, options, states
        self.seats = int(options.seats)
        self.spectator = viewer == ALL
        self.acting = -1 if states["over"][0] else int(states["seat"][0])
        self.seat = int(states["seat"][0]) if viewer == ALL else int(viewer)
        self.names = rules.deck(options).names
        layout = rules.layout_of(options)
        seen = np.zeros(layout.size, np.float32)
        drivers.observe_in(states, 0, self.seat, seen)
        self.seen = layout.decode(seen)
        rows = np.zeros((len(rules.places), len(rules.cards.names)), np.int8)
        drivers.locate_in(states, 0, rows)
        self.places = dict(zip(rules.places, rows.astype(np.int64), strict=True))

    def scene(self, moves: Moves, near: int) -> Scene:
        """All of it."""
        seats = tuple(self._seat(seat, moves) for seat in range(self.seats))
        text = self.rules.text(self.options, self.seen)
        return Scene(
            title=self.rules.title,
            head=text.splitlines()[0],
            last="the game is over" if self.acting < 0 else moves.last_seen(self.seat, everything=self.spectator),
            seats=seats,
            near=near,
            middle=tuple(self._middle()),
        )

    def _seat(self, seat: int, moves: Moves) -> Seat:
        words = [moves.declared(seat, self.seat, everything=self.spectator), *self._flags(seat)]
        return Seat(
            name=f"player_{seat}",
            payoff=int(self.states["payoff"][0][seat]),
            words=", ".join(filter(None, words)),
            acts=seat == self.acting,
            hand=self._hand(seat),
            put_down=tuple(self._put_down(seat)),
        )

    def _flags(self, seat: int) -> Iterable[str]:
        k = self._from_viewer(seat)
        if "dealer" in self.seen and seat == int(self.states["dealer"][0]):
            yield "dealer"
        for name in FLAGS:
            block = self.seen.get(name)
            if block is not None and block.ndim == 1 and len(block) >= self.seats and block[k] == 1:
                yield name

    def _hand(self, seat: int) -> Heap:
        """The cards that a seat holds: face up those that the viewer knows."""
        rows = [self.places[place] for base in _HANDS if (place := f"{base} {seat}") in self.places]
        held = np.sum(rows, axis=0)
        known = held if self.spectator else self._known(seat)
        if known is None:
            known = held if seat == self.seat else np.zeros_like(held)
        if "turn-up" in self.places:  # a card of the hand that still lies there
            known = known - np.minimum(self.places["turn-up"], np.maximum(known - held, 0))
        return self._heap("", known, int(held.sum()))

    def _known(self, seat: int) -> np.ndarray | None:
        """What the observation says of a hand, if it says anything."""
        own, known = self.seen.get("hand"), self.seen.get("known")
        if seat == self.seat and own is not None and self._of_cards(own):
            return own
        if known is not None and self._of_cards(known) and known.ndim == 2:
            row: np.ndarray = known[self._from_viewer(seat)]
            return row
        return None

    def _put_down(self, seat: int) -> Iterable[tuple[str, ...]]:
        """The groups of cards that lie before a seat."""
        k = self._from_viewer(seat)
        for place in BEFORE_SEATS:
            if (rows := self._by_seat(place)) is not None and k < len(rows):
                groups = rows[k].reshape(-1, rows.shape[-1])
                yield from (self._named(group) for group in groups if group.any())
        for place, row in self.places.items():
            base, of = seat_of(place)
            if of == seat and base in OPEN and row.any():
                yield self._named(row)

    def _middle(self) -> Iterable[Heap]:
        """The cards that lie before nobody."""
        for place, row in self.places.items():
            base, of = seat_of(place)
            if of is not None and (base in _HANDS or base in OPEN):
                continue
            left = row.copy()
            if (rows := self._by_seat(place)) is not None:
                gone = rows[: self.seats].reshape(-1, rows.shape[-1]).sum(axis=0)
                left = np.maximum(left - np.rint(gone).astype(np.int64), 0)
            if left.any():
                yield self._heap(place, self._seen_at(place, left), int(left.sum()), self._top(place))

    def _seen_at(self, place: str, cards: np.ndarray) -> np.ndarray:
        """Those `cards` at a place that the viewer sees."""
        if self.spectator and place not in NEVER:
            return cards
        block = self.seen.get(place.replace(" ", "_").replace("-", "_"))
        if block is not None and self._of_cards(block) and block.ndim == 1:
            return block
        return cards if place in OPEN else np.zeros_like(cards)

    def _by_seat(self, place: str) -> np.ndarray | None:
        """Cards of a place by seat (``[seats or more, ..., cards]``, the viewer first), if the observation tells that."""
        for name in BEFORE_SEATS.get(place, ()):
            block = self.seen.get(name)
            if block is None or not self._of_cards(block) or block.ndim < 2:
                continue
            if name == OTHERS and len(block) == self.seats - 1:
                return np.concatenate([np.zeros_like(block[:1]), block])
            if name != OTHERS and len(block) >= self.seats:
                return block
        return None

    def _top(self, place: str) -> str | None:
        block = self.seen.get(TOP.get(place, ""))
        if block is None or len(block) <= len(self.names) or (card := int(block.argmax())) >= len(self.names):
            return None
        return self.names[card]

    def _heap(self, label: str, faces: np.ndarray, size: int, top: str | None = None) -> Heap:
        named = list(self._named(faces))
        backs = max(size - len(named), 0)
        if top in named:
            named.remove(top)
            return Heap(label, tuple(named), backs, top)
        return Heap(label, tuple(named), backs)

    def _named(self, cards: np.ndarray) -> tuple[str, ...]:
        """Numbers of cards as names, suit by suit."""
        counts = Counter(dict(enumerate(int(n) for n in np.rint(cards))))
        return tuple(self.names[card] for card in counts.elements())

    def _of_cards(self, block: np.ndarray) -> bool:
        cards: int = block.shape[-1]
        return cards == len(self.rules.cards.names)

    def _from_viewer(self, seat: int) -> int:
        return (seat - self.seat) % self.seats
