"""One game, step by step: for tests, tools, search and people."""

import dataclasses
import hashlib
import json
from typing import Any, Self

import numpy as np

from ..errors import GameOver, IllegalAction, InvalidFile, nearest
from . import drivers
from .injection import begin_with, checked_seat, laid
from .random import stream
from .rules import Rules

__all__ = ["Table"]

_MAGIC = b"cardenvs table 1\n"


class Table:
    """A game of one table; `cardenvs.table` makes it, ``reset`` deals.

    Attributes:
        rules: the game.
        options: its options.
        states: array of one state record, for compiled drivers.
    """

    def __init__(self, rules: Rules, options: Any, seed: int = 0) -> None:
        self.rules = rules
        self.options = options
        self.blank = rules.blank(options)
        self.states = self.blank.copy()
        self._stream = stream(seed, 0)
        self._mask = np.zeros(rules.actions, np.int8)
        self._layout = rules.layout_of(options)
        self._names = rules.names(options)
        self._actions = {name: action for action, name in enumerate(self._names)}
        self.reset()

    def reset(self, seed: int | None = None, *, deck: Any = None, dealer: int | None = None, **parts: Any) -> Self:
        """Deals a new game: the seed's first, or the next one in its sequence.

        Args:
            seed: begins a sequence of games; any integer.
            deck: every card in deal order, as ``"7C JC ..."``, names or indices.
            dealer: the first dealer's seat.
            **parts: parts of the deal by name (`Rules.shape_of`), as ``hands=["KS QS JS", None, ...]`` or ``"KS QS JS | |
                ..."`` and ``turn_up="5H"``; cards not named fill the rest at random.

        Raises:
            InvalidCard: a card that is malformed, doubled, missing or too many.
            InvalidArgument: an unknown part or a seat out of range.
        """
        if seed is not None:
            self._stream = stream(seed, 0)
        begin_with(self.rules, self.options, self.states, self.blank, self._stream, deck, dealer, parts)
        return self

    def stack(self, *, dealer: int, deck: Any = None, **parts: Any) -> Self:
        """Lays the cards of the match's next deal, as `reset` does; `dealer` says who will deal it."""
        following = self.states.copy()
        drivers.prepare_next(following, 0)
        order = laid(self.rules, self.options, checked_seat(dealer, self.seats), following, deck, parts)
        self.states["stack"][0, : len(order)] = order
        self.states["stacked"] = True
        return self

    @property
    def seat(self) -> int:
        """The seat to act."""
        return int(self.states["seat"][0])

    @property
    def seats(self) -> int:
        """How many seats play."""
        return int(self.options.seats)

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return bool(self.states["over"][0])

    @property
    def payoffs(self) -> list[int]:
        """What each seat has been paid so far, in the rules file's integers."""
        return [int(p) for p in self.states["payoff"][0][: self.seats]]

    def legal(self) -> list[int]:
        """The legal actions of the seat to act, ascending; none after the end."""
        drivers.legal_in(self.states, 0, self._mask)
        return [int(action) for action in np.flatnonzero(self._mask)]

    def legal_names(self) -> list[str]:
        """The legal actions by name."""
        return [self.action_name(action) for action in self.legal()]

    def mask(self) -> np.ndarray:
        """The legal mask, int8 ``[actions]``."""
        drivers.legal_in(self.states, 0, self._mask)
        return self._mask.copy()

    def action_name(self, action: int) -> str:
        """The name of an action."""
        return self._names[action]

    def step(self, action: int | str) -> None:
        """Plays an action, given by index or name; ``"KS"`` is short for ``"play KS"``.

        Raises:
            IllegalAction: no such action, or it is not legal now.
            GameOver: the game has ended.
        """
        if self.over:
            raise GameOver(f"{self.rules.name}: the game is over; reset() deals a new one")
        drivers.step(self.states, 0, self._checked(action))

    def play(self, moves: str) -> Self:
        """Plays actions given by name, separated by white space."""
        for move in moves.split():
            self.step(move)
        return self

    def observe(self, seat: int) -> np.ndarray:
        """What `seat` sees: float32 ``[features]``, laid out as `layout` says."""
        out = np.zeros(self._layout.size, np.float32)
        drivers.observe_in(self.states, 0, checked_seat(seat, self.seats), out)
        return out

    @property
    def layout(self) -> Any:
        """The observation's layout."""
        return self._layout

    def key(self, seat: int) -> int:
        """The information set of `seat`: equal exactly for histories that it can't tell apart."""
        return int(drivers.key_of(self.states, 0, checked_seat(seat, self.seats)))

    def text(self, seat: int) -> str:
        """What `seat` sees, in words."""
        return self.rules.text(self.options, self._layout.decode(self.observe(seat)))

    def places(self) -> dict[str, list[int]]:
        """The cards (with repetitions) in each place that holds any."""
        out = np.zeros((len(self.rules.places), len(self.rules.cards.names)), np.int8)
        drivers.locate_in(self.states, 0, out)
        return {
            place: [int(card) for card in np.repeat(np.arange(out.shape[1]), row)]
            for place, row in zip(self.rules.places, out, strict=True)
            if row.any()
        }

    def redeal(self, seat: int, random: np.ndarray) -> bool:
        """Resamples all that `seat` can't know, later shuffles included, from a stream (uint64 ``[1]``)."""
        return bool(drivers.redeal_in(self.states, 0, checked_seat(seat, self.seats), random))

    def clone(self) -> "Table":
        """An equal game that goes its own way, later games of the sequence included."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.states, other._stream, other._mask = self.states.copy(), self._stream.copy(), self._mask.copy()
        return other

    def to_bytes(self) -> bytes:
        """The game, whole; `Table.from_bytes` reads it."""
        values = dataclasses.asdict(self.options)
        body = self._stream.tobytes() + self.states.tobytes()
        head = {"game": self.rules.name, "version": self.rules.version, "options": values, "digest": _digest(body)}
        return _MAGIC + json.dumps(head).encode() + b"\n" + body

    @classmethod
    def from_bytes(cls, data: bytes) -> "Table":
        """The game that `to_bytes` wrote.

        Raises:
            InvalidFile: the bytes are damaged, foreign or of another version.
        """
        from ..games import spec  # the registry stands on this module's package

        if not data.startswith(_MAGIC):
            raise InvalidFile(f"table: want bytes that begin {_MAGIC!r}, got {data[:20]!r}")
        head, _, body = data.removeprefix(_MAGIC).partition(b"\n")
        try:
            about = json.loads(head)
            rules, version, digest = spec(about["game"]), about["version"], about["digest"]
            options = rules.options(**about["options"]) if version == rules.version else None
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidFile(f"table: damaged header ({error})") from error
        if options is None:
            raise InvalidFile(f"table: {rules.name} version {version}, but this is version {rules.version}")
        table = cls(rules, options)
        if len(body) != 8 + table.states.nbytes:
            raise InvalidFile(f"table: want {8 + table.states.nbytes} bytes of state, got {len(body)}")
        if _digest(body) != digest:
            raise InvalidFile("table: damaged state")
        table._stream[:] = np.frombuffer(body[:8], np.uint64)
        table.states[:] = np.frombuffer(body[8:], rules.state)
        if table.states["options"].tobytes() != table.blank["options"].tobytes():
            raise InvalidFile("table: the state does not match the options in its header")
        return table

    def _checked(self, action: int | str) -> int:
        names = self._actions
        if isinstance(action, str):
            index = names.get(action, names.get(f"play {action}"))
            if index is None:
                raise IllegalAction(f"{self.rules.name}: no action {action!r}: {nearest(action, names)[:80]}")
        elif isinstance(action, int | np.integer):
            index = int(action)
        else:
            raise IllegalAction(f"{self.rules.name}: want the name or the index of an action, got {action!r}")
        legal = self.legal()
        if index not in legal:
            known = 0 <= index < len(names)
            name = self.action_name(index) if known else f"number {index} (of {len(names)})"
            listed = ", ".join(map(self.action_name, legal))
            raise IllegalAction(f"{self.rules.name}: seat {self.seat} may not {name}; legal: {listed}")
        return index


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
