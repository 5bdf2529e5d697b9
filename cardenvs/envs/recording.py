"""Environments that put every finished game on record; ``make(..., record=path)`` and ``vector(..., record=path)``."""

import os
from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from ..core import drivers
from ..core.injection import laid
from ..core.rules import Rules
from ..core.table import Table
from ..records import Opening, Writer, begun_from, recorded
from .aec import CardEnv
from .vector import Batch, VectorEnv

__all__ = ["RecordingEnv", "RecordingVectorEnv"]


def _names(seats: int) -> tuple[str, ...]:
    return tuple(f"player_{seat}" for seat in range(seats))


class RecordingEnv(CardEnv):
    """As `CardEnv`; games that end are added to a file, others are not.

    Attributes:
        seat_names: who sits where, as the record has it; to be set by whom it serves.
    """

    def __init__(self, rules: Rules, options: Any, *settings: Any, record: str | os.PathLike[str]) -> None:
        super().__init__(rules, options, *settings)
        self.seat_names = _names(options.seats)
        self._writer = Writer(record, rules, options)
        self._recorded = 0

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deals a new game, as `CardEnv.reset`."""
        super().reset(seed, options)
        self._moves: list[int] = []
        self._opening = self._opened(self._laid(options) if options else {})

    def step(self, action: int | None) -> None:
        """Plays an action, as `CardEnv.step`."""
        ended = self._over
        super().step(action)
        if not ended:
            self._moves.append(int(action))  # type: ignore[arg-type]
            if self._over:
                self._keep()

    def _opened(self, parts: dict[str, Any]) -> Opening:
        """What the game just dealt began with."""
        seed = begun_from(self._stream)
        dealer = parts.pop("dealer", None)
        if not parts:
            return Opening(seed=seed, dealer=dealer)
        blank, states = self.blank.copy(), self.states.copy()
        if dealer is not None:
            blank["dealer"] = dealer
        drivers.prepare(states, 0, blank, np.array([seed], np.uint64))
        first = int(states["dealer"][0])
        deck = parts.pop("deck", None)
        return Opening(
            seed=seed, dealer=dealer, decks={1: laid(self.rules, self.options, first, states, deck, parts)}
        )

    def _keep(self) -> None:
        table = Table(self.rules, self.options)
        self._writer.append([recorded(table, self._opening, self._moves, self.seat_names, self._recorded)])
        self._recorded += 1


class RecordingVectorEnv(VectorEnv):
    """As `VectorEnv`; games that end are added to a file with the number of their environment.

    A game that was under way when `load_state_dict` brought it is not recorded: how it began is not known.

    Attributes:
        seat_names: who sits where, as the record has it; to be set by whom it serves.
    """

    def __init__(
        self, rules: Rules, options: Any, *settings: Any, record: str | os.PathLike[str] | None = None
    ) -> None:
        self._moves: list[list[int] | None] = []
        super().__init__(rules, options, *settings)
        self.seat_names = _names(options.seats)
        self._writer = None if record is None else Writer(record, rules, options)
        self._begin_all()

    def reset(self, seed: int | None = None) -> Batch:
        """Deals every game anew, as `VectorEnv.reset`."""
        batch = super().reset(seed)
        self._begin_all()
        return batch

    def step(self, actions: Any, rows: Any = None) -> Batch:
        """Plays one action in every game, or in those of `rows`, as `VectorEnv.step`."""
        batch = super().step(actions, rows)
        played = range(self.num_envs) if rows is None else np.asarray(rows).tolist()
        for row, action in zip(played, np.asarray(actions).tolist(), strict=True):
            moves = self._moves[row]
            if moves is not None:
                moves.append(action)
        self._keep(np.flatnonzero(self.done).tolist())
        return batch

    def load_state_dict(self, arrays: Mapping[str, np.ndarray]) -> Self:
        """Continues where `state_dict` was taken, as `VectorEnv.load_state_dict`."""
        super().load_state_dict(arrays)
        self._begin_all()
        self._moves = [None] * self.num_envs
        return self

    def __getstate__(self) -> dict[str, Any]:
        names = ("_moves", "_seeds", "_writer", "seat_names")
        return super().__getstate__() | {"recording": {name: getattr(self, name) for name in names}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.__dict__.update(state["recording"])

    def _begin_all(self) -> None:
        self._moves = [[] for _ in range(self.num_envs)]
        self._seeds = [begun_from(stream) for stream in self.streams]

    def _keep(self, ended: list[int]) -> None:
        """Writes the games that have ended; the next ones have begun."""
        table = Table(self.rules, self.options)
        games = []
        for row in ended:
            moves = self._moves[row]
            if moves is not None:
                games.append(recorded(table, Opening(seed=self._seeds[row]), moves, self.seat_names, row))
            self._moves[row] = []
            self._seeds[row] = begun_from(self.streams[row])
        if games and self._writer is not None:
            self._writer.append(games)
