"""Batches of games that show more than a game's observation, all moves that the seat saw since the deal, or less."""

from typing import Any

import numpy as np

from cardenvs.core import drivers
from cardenvs.core.kernel import kernel
from cardenvs.core.knowledge import key
from cardenvs.core.layout import Layout
from cardenvs.envs.vector import VectorEnv

__all__ = ["Blotted", "Remembering", "note", "recall"]


class Remembering:
    """A `VectorEnv` with longer observations; all else is the batch's own.

    The block ``history`` (``[2, seats, actions]``) tells when the seat to act saw a seat (0 = self) do something for the
    first and for the last time (0: never, else from 1/2 up to 1, growing with the moves it had seen). A seat sees its own
    moves, and another's where `key` says so, see `note`. A feature for each move, seat and action would be thousands, which
    hurt more than a memory can help.
    """

    def __init__(self, games: VectorEnv) -> None:
        n, seats, actions = games.num_envs, games.options.seats, games.rules.actions
        moves = games.rules.decisions(games.options)
        self._games = games
        self._own = games.layout.size
        self._log = np.zeros((n, seats, moves), np.int64)
        self._count = np.zeros((n, seats), np.int64)
        self._scratch = np.repeat(games.blank, 1)
        history = ("history", (2, seats, actions))
        self.layout = Layout((*games.layout.blocks, history), games.layout.low, games.layout.high)
        self.observation = np.zeros((n, self.layout.size), np.float32)
        self._show()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._games, name)

    def step(self, actions: np.ndarray) -> None:
        """As the batch's."""
        games = self._games
        forget(self.observation, self._own, games.seat, self._log, self._count, games.rules.actions)
        note(games.states, games.seat, actions, games.action_mask, self._scratch, self._log, self._count)
        games.step(actions)
        self._count[games.done] = 0
        self._show()

    def _show(self) -> None:
        games = self._games
        self.observation[:, : self._own] = games.observation
        recall(self.observation, self._own, games.seat, self._log, self._count, games.rules.actions)


class Blotted:
    """A batch with some blocks of its observations always 0."""

    def __init__(self, games: Any, hidden: tuple[str, ...]) -> None:
        self._games = games
        self._hidden = [games.layout[name] for name in hidden]
        self._blot()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._games, name)

    def step(self, actions: np.ndarray) -> None:
        """As the batch's."""
        self._games.step(actions)
        self._blot()

    def _blot(self) -> None:
        for place in self._hidden:
            self._games.observation[:, place] = 0


@kernel(nogil=True)
def note(states, seats, actions, masks, scratch, log, count):
    """Writes what every game is about to play into the logs of the seats that see it.

    Another seat sees a move if its key changes and any other legal move would have changed it otherwise. So a card thrown
    away is not seen, though all may see that one was.

    Args:
        states: ``[n]``.
        seats: int64 ``[n]``: the seat to act.
        actions: int64 ``[n]``.
        masks: int8 ``[n, actions]``.
        scratch: a state.
        log: int64 ``[n, seats, moves]``: for each viewer, ``actor * actions + action`` of the moves it saw, actor 0 itself.
        count: int64 ``[n, seats]``: how many.
    """
    n_seats, n_actions = count.shape[1], masks.shape[1]
    after, sees = np.zeros(n_seats, np.uint64), np.zeros(n_seats, np.bool_)
    for i in range(len(states)):
        drivers.copy(scratch, 0, states, i)
        drivers.step(scratch, 0, actions[i])
        for viewer in range(n_seats):
            after[viewer] = key(scratch[0], viewer)
            sees[viewer] = after[viewer] != key(states[i], viewer)
        for action in range(n_actions):
            if masks[i, action] != 0 and action != actions[i]:
                drivers.copy(scratch, 0, states, i)
                drivers.step(scratch, 0, action)
                for viewer in range(n_seats):
                    sees[viewer] &= after[viewer] != key(scratch[0], viewer)
        for viewer in range(n_seats):
            if sees[viewer] or viewer == seats[i]:
                actor = (seats[i] - viewer) % n_seats
                log[i, viewer, count[i, viewer]] = actor * n_actions + actions[i]
                count[i, viewer] += 1


@kernel(nogil=True)
def recall(observations, start, seats, log, count, n_actions):
    """Fills the features from `start` on with what the seat to act has seen, in every game; they are 0 before."""
    width, moves = count.shape[1] * n_actions, log.shape[2]
    for i in range(len(observations)):
        for move in range(count[i, seats[i]]):
            first = start + log[i, seats[i], move]
            when = 0.5 + 0.5 * (move + 1) / moves
            if observations[i, first] == 0:
                observations[i, first] = when
            observations[i, first + width] = when


@kernel(nogil=True)
def forget(observations, start, seats, log, count, n_actions):
    """Undoes `recall`."""
    width = count.shape[1] * n_actions
    for i in range(len(observations)):
        for move in range(count[i, seats[i]]):
            first = start + log[i, seats[i], move]
            observations[i, first] = observations[i, first + width] = 0
