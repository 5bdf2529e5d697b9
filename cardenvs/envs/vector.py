"""A batch of games stepped in one compiled call: self-play at full speed."""

import concurrent.futures
import functools
import hashlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Self

import numpy as np

from ..core import drivers
from ..core.random import streams
from ..core.rules import Rules
from ..errors import IllegalAction, InvalidArgument, InvalidFile
from ..games import spec

__all__ = ["Batch", "VectorEnv"]

_KEPT = ("streams", "paid", "reward", "payoff", "done", "truncated", "skipped", "watch", "last_view")
"""What `state_dict` holds beside the states; the rest follows from the states."""


class Batch(NamedTuple):
    """Views of a batch's own buffers, which the next call overwrites; N games, S seats.

    Observation, mask and seat are those of the seat to act now, in the new game where one ended; reward, payoff, done
    and truncated are those of the game that was played.
    """

    observation: np.ndarray
    """float32 ``[N, features]``: what the seat to act sees."""
    action_mask: np.ndarray
    """int8 ``[N, actions]``, 1 = legal; never all zero."""
    seat: np.ndarray
    """int64 ``[N]``: the seat to act."""
    reward: np.ndarray
    """float32 ``[N, S]``: what the last move paid each seat, a deal's antes included; divided by `scale`."""
    payoff: np.ndarray
    """int64 ``[N, S]``: the sum of payments so far in the game last played, never scaled."""
    done: np.ndarray
    """bool ``[N]``: the game ended, and a new one is dealt."""
    truncated: np.ndarray
    """bool ``[N]``: it ended where its rules stop it without settlement."""
    skipped: np.ndarray
    """int64 ``[N]``: deals passed over since, because they were over as dealt."""


class VectorEnv:
    """N independent games of the same rules and options; `cardenvs.vector` makes it, dealt and ready.

    Every game waits for a decision, always: the caller moves all of them, or those of `rows`, with whatever players it
    likes. Game i depends on (seed, i) and the actions alone, whatever N and the number of threads. The fields of
    `Batch` are attributes too.

    Attributes:
        rules: the game.
        options: its options.
        states: ``[N]`` state records, for compiled drivers and bots that search.
        scale: what rewards are divided by: 1, or the rules' unit under `scale_rewards`.
        watch: int64 ``[N]``, to be set by whom it serves: the seat whose view of a game's end is kept; -1 (at first)
            for none.
        last_view: float32 ``[N, features]``: what the watched seat saw of the end of the game last finished.
    """

    def __init__(
        self,
        rules: Rules,
        options: Any,
        num_envs: int,
        seed: int = 0,
        threads: int = 1,
        scale_rewards: bool = False,
    ) -> None:
        for name, value in (("num_envs", num_envs), ("threads", threads)):
            if not isinstance(value, int | np.integer) or value < 1:
                raise InvalidArgument(f"{name}: want an integer of at least 1, got {value!r}")
        self.rules = rules
        self.options = options
        self.num_envs = int(num_envs)
        self.threads = int(threads)
        self.scale_rewards = bool(scale_rewards)
        self.scale = rules.unit(options) if scale_rewards else 1
        self.layout = rules.layout_of(options)
        self.blank = rules.blank(options)
        self.states = np.repeat(self.blank, num_envs)
        self.batch = Batch(
            observation=np.zeros((num_envs, self.layout.size), np.float32),
            action_mask=np.zeros((num_envs, rules.actions), np.int8),
            seat=np.zeros(num_envs, np.int64),
            reward=np.zeros((num_envs, options.seats), np.float32),
            payoff=np.zeros((num_envs, options.seats), np.int64),
            done=np.zeros(num_envs, np.bool_),
            truncated=np.zeros(num_envs, np.bool_),
            skipped=np.zeros(num_envs, np.int64),
        )
        self.observation, self.action_mask, self.seat = self.batch[:3]
        self.reward, self.payoff, self.done, self.truncated, self.skipped = self.batch[3:]
        self.paid = np.zeros_like(self.payoff)
        self.watch = np.full(num_envs, -1, np.int64)
        self.last_view = np.zeros_like(self.observation)
        self._rows = np.arange(num_envs)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> Batch:
        """Deals every game anew: the seed's first games, or the next ones in their sequences.

        Args:
            seed: begins the sequences; any integer.

        Returns:
            Views of the buffers, as `step`.
        """
        if seed is not None:
            if not isinstance(seed, int | np.integer):
                raise InvalidArgument(f"seed: want an integer, got {seed!r}")
            self.streams = streams(int(seed), self.num_envs)
        self._clear()
        look = (self.observation, self.action_mask, self.seat)
        self._in_threads(
            self._rows,
            lambda rows, _: drivers.reset_batch(
                self.states, rows, self.blank, self.streams, *look, self.paid, self.skipped
            ),
        )
        return self.batch

    def step(self, actions: Any, rows: Any = None) -> Batch:
        """Plays one action in every game, or in those of `rows`, and deals finished games anew.

        Args:
            actions: int64 ``[N]``, or one for each of `rows`.
            rows: the games to move, ascending; the others stay, with no reward and not done.

        Returns:
            Views of the buffers (`Batch`), the same arrays at every call: copy what you keep.

        Raises:
            IllegalAction: an action that its game forbids; nothing has moved.
            InvalidArgument: arrays of another shape or type, or rows that are not ascending games of the batch.
        """
        chosen = self._rows if rows is None else self._checked_rows(rows)
        moves = _integers("actions", actions, len(chosen))
        wrong = drivers.check_batch(chosen, moves, self.action_mask)
        if wrong >= 0:
            raise IllegalAction(self._complaint(int(chosen[wrong]), int(moves[wrong])))
        if rows is not None:
            self._clear()
        look = (self.observation, self.action_mask, self.seat)
        came = (self.reward, self.payoff, self.done, self.truncated)
        kept = (self.paid, self.skipped, self.watch, self.last_view)
        self._in_threads(
            chosen,
            lambda rows, part: drivers.step_batch(
                self.states, rows, moves[part], self.blank, self.streams, *look, *came, *kept
            ),
        )
        if self.scale != 1:
            np.divide(self.reward, self.scale, out=self.reward)
        return self.batch

    def close(self) -> None:
        """Ends the threads; the games stay usable."""
        if "_pool" in self.__dict__:
            self._pool.shutdown()
            del self._pool

    def state_dict(self) -> dict[str, np.ndarray]:
        """All that the games stand on, as plain arrays (for ``np.savez``, safetensors): `load_state_dict` goes on."""
        kept = {name: getattr(self, name).copy() for name in _KEPT}
        return {"identity": self._identity(), "states": self._bytes().copy(), **kept}

    def load_state_dict(self, arrays: Mapping[str, np.ndarray]) -> Self:
        """Continues where `state_dict` was taken, in a batch of the same game, options and size.

        Raises:
            InvalidFile: arrays that are missing, damaged or of another game, version, options or size.
        """
        mine = self.state_dict()
        if set(arrays) != set(mine):
            raise InvalidFile(f"batch: want the arrays {', '.join(mine)}; got {', '.join(arrays) or 'none'}")
        for name, array in mine.items():
            got = arrays[name]
            if got.shape != array.shape or got.dtype != array.dtype:
                want = f"{array.dtype} {array.shape}"
                raise InvalidFile(f"batch: {name}: want {want}, got {got.dtype} {got.shape}")
        if not np.array_equal(arrays["identity"], mine["identity"]):
            raise InvalidFile(f"batch: not of {self.rules.name} version {self.rules.version} with these options")
        self._bytes()[:] = arrays["states"]
        for name in _KEPT:
            getattr(self, name)[:] = arrays[name]
        drivers.look_batch(self.states, self._rows, self.observation, self.action_mask, self.seat)
        return self

    def __getstate__(self) -> dict[str, Any]:
        arguments = (self.rules.name, self.options, self.num_envs, self.threads, self.scale_rewards)
        return {"arguments": arguments, "arrays": self.state_dict()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        name, options, num_envs, threads, scale_rewards = state["arguments"]
        self.__init__(spec(name), options, num_envs, 0, threads, scale_rewards)  # type: ignore[misc]
        self.load_state_dict(state["arrays"])

    def _bytes(self) -> np.ndarray:
        """The states as uint8 ``[N, bytes of a state]``, a view."""
        return self.states.view(np.uint8).reshape(self.num_envs, -1)

    def _identity(self) -> np.ndarray:
        """A hash (uint8 ``[32]``) of the game, its version, its record and its options."""
        about = repr((self.rules.name, self.rules.version, self.rules.state, self.options))
        return np.frombuffer(hashlib.sha256(about.encode()).digest(), np.uint8)

    def _clear(self) -> None:
        """Forgets what the last move brought."""
        self.reward[:] = 0
        self.done[:] = self.truncated[:] = False
        self.skipped[:] = 0

    def _checked_rows(self, rows: Any) -> np.ndarray:
        chosen = _integers("rows", rows, None)
        if not drivers.check_rows(chosen, self.num_envs):
            raise InvalidArgument(
                f"rows: want ascending games in 0..{self.num_envs - 1}, got {chosen.tolist()}"[:200]
            )
        return chosen

    def _complaint(self, row: int, action: int) -> str:
        names = self.rules.action_names
        tried = names[action] if 0 <= action < len(names) else f"play action number {action} (of {len(names)})"
        legal = ", ".join(names[k] for k in np.flatnonzero(self.action_mask[row]))
        return f"{self.rules.name}: environment {row}: seat {self.seat[row]} may not {tried}; legal: {legal}"

    @functools.cached_property
    def _pool(self) -> concurrent.futures.ThreadPoolExecutor:
        return concurrent.futures.ThreadPoolExecutor(self.threads, thread_name_prefix="cardenvs")

    def _in_threads(self, rows: np.ndarray, work: Callable[[np.ndarray, slice], None]) -> None:
        """Does ``work(rows[part], part)`` for equal parts of `rows`, one a thread."""
        if self.threads == 1:
            work(rows, slice(None))
            return
        bounds = [len(rows) * k // self.threads for k in range(self.threads + 1)]
        parts = [slice(a, b) for a, b in zip(bounds, bounds[1:], strict=False)]
        list(self._pool.map(lambda part: work(rows[part], part), parts))


def _integers(name: str, values: Any, size: int | None) -> np.ndarray:
    """The values as int64 ``[size]``.

    Raises:
        InvalidArgument: they are of another shape or type.
    """
    array = np.asarray(values)
    if array.dtype.kind not in "iu" and array.size:
        raise InvalidArgument(f"{name}: want integers, got {array.dtype}")
    if array.ndim != 1 or (size is not None and len(array) != size):
        want = "[n]" if size is None else f"[{size}]"
        raise InvalidArgument(f"{name}: want shape {want}, got {list(array.shape)}")
    return np.ascontiguousarray(array, np.int64)
