"""Monte Carlo CFR by several workers, in rounds: here in threads, or on a Ray cluster, to the same bits.

In a round each of n workers takes up an n-th of all that is in the tables, goes on from there by itself, with a random stream
of its own, and hands back what it has added. What all have added is booked in the order of the workers, and the next round
begins. Regret matching does not mind the scale, so a worker begins with the strategies of the whole tables; and as it holds
an n-th of the regrets, what it meets moves it n times as far, as if the others met the same. Were it to take up the whole
tables, all would go the way that one should go, and the sum of it too far.

The workers of a round don't learn from each other until its end: that is the price of parting the work, and why rounds
should be short beside the whole run. One worker whose tables nobody else touches is `MCCFR` itself.
"""

import concurrent.futures
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np

from ..core.kernel import kernel
from ..core.random import streams
from ..core.rules import Rules
from ..errors import InvalidArgument
from .blocks import KEY, LEFT_OUT, MARK, REGRETS, SIZE, USED, added, crowded, slot_of
from .mccfr import MAX_BYTES, MCCFR

__all__ = ["Added", "Pool", "Rounds", "Threads"]


class Pool(Protocol):
    """What runs the workers: an executor that can hand all of them the same value; `cluster.RayPool` is one."""

    def submit(self, fn: Any, /, *args: Any) -> "concurrent.futures.Future[Any]":
        """As of any executor."""

    def share(self, value: Any) -> Any:
        """What to submit in the value's place."""


class Threads(concurrent.futures.ThreadPoolExecutor):
    """Workers in threads of this process; the compiled code lets them run at once."""

    def share(self, value: Any) -> Any:
        """The value itself."""
        return value


class Added(NamedTuple):
    """What a worker has added to the tables in a round."""

    random: np.ndarray
    """uint64 ``[1]``: its stream, as it stands now."""
    left_out: int
    """Visits to information sets that found no room."""
    at: np.ndarray
    """int64 ``[z]``: which numbers of the tables have changed."""
    more: np.ndarray
    """float64 ``[z]``: by how much."""
    words: np.ndarray
    """uint64: the blocks of the sets that were not in the tables, in the order in which they turned up (see `blocks`)."""


class Rounds(MCCFR):
    """One run of several workers; `run` and all else as of `MCCFR`.

    The outcome depends on `workers` and `each`, and on nothing else than `MCCFR`'s does: not on what runs the workers.

    Args:
        game: its name, or its rules.
        method: ``"external"`` or ``"outcome"``.
        workers: how many.
        each: iterations that each makes in a round.
        pool: what runs them; None: threads of this process.
        seed: of everything that is sampled.
        epsilon: as of `MCCFR`.
        max_bytes: of the table; each worker has a copy under the same limit.
        **options: the game's.

    Raises:
        UnknownGame, InvalidOption, InvalidArgument: no such game, option, method or number.
    """

    def __init__(
        self,
        game: str | Rules,
        method: str = "external",
        *,
        workers: int,
        each: int,
        pool: Pool | None = None,
        seed: int = 0,
        epsilon: float = 0.6,
        max_bytes: int = MAX_BYTES,
        **options: Any,
    ) -> None:
        for name, value in (("workers", workers), ("each", each)):
            if value < 1:
                raise InvalidArgument(f"{name}: want at least 1, got {value!r}")
        super().__init__(game, method, seed=seed, epsilon=epsilon, max_bytes=max_bytes, **options)
        self.step = workers * each
        self._each = each
        self._random = streams(seed, workers)
        self._settings = {"method": method, "epsilon": epsilon, "max_bytes": max_bytes, **options}
        self._runs = Threads(workers) if pool is None else pool

    def run(self, iterations: int) -> None:
        """Makes so many iterations more, of all workers together.

        Raises:
            InvalidArgument: they are no whole rounds, of `step` iterations.
        """
        if iterations % self.step:
            raise InvalidArgument(f"iterations: want a multiple of {self.step}, a round, got {iterations}")
        for _ in range(iterations // self.step):
            self._round()

    def _round(self) -> None:
        tables = {name: array for name, array in self.state_dict().items() if name != "random"}
        tables["words"] = parted(self._words, self._first, self._counts[USED], len(self._random))
        shared = self._runs.share(tables)
        given = [(self.rules, self._settings, shared, random, self._each) for random in self._random.copy()]
        futures = [self._runs.submit(worked, *arguments) for arguments in given]
        results: list[Added] = [future.result() for future in futures]  # while one works, the tables stay
        for worker, result in enumerate(results):
            self._random[worker] = result.random
            self._book(result)
        self.iterations += self.step

    def _book(self, result: Added) -> None:
        """Adds what a worker has added; the tables grow where they have to and may."""
        self._words.view(np.float64)[result.at] += result.more
        self._counts[LEFT_OUT] += result.left_out
        fresh = result.words.copy()  # Ray's can't be written to, another type for the compiler
        done = 0
        while done < len(fresh):
            grows = self._widen()
            done = booked(fresh, fresh.view(np.float64), done, grows, *self._table())


def worked(
    rules: Rules,
    settings: Mapping[str, Any],
    tables: Mapping[str, np.ndarray],
    random: np.ndarray,
    iterations: int,
) -> Added:
    """A worker's part of a round: what it adds to the tables."""
    run = MCCFR(rules, **settings)
    run.load_state_dict({**tables, "random": random})
    run.run(iterations)
    old, new = tables, run.state_dict()
    used = int(old["counts"][USED])
    change = changed(old["words"], new["words"], REGRETS + 2 * rules.actions, used)
    at = np.flatnonzero(change)
    left_out = int(new["counts"][LEFT_OUT] - old["counts"][LEFT_OUT])
    return Added(new["random"], left_out, at, change[at], new["words"][used : int(new["counts"][USED])])


@kernel
def parted(words, first, used, workers):
    """The blocks ``words[first:used]`` with each worker's part of their regrets and sums."""
    part = words.copy()
    numbers = part.view(np.float64)
    block = first
    while block < used:
        end = block + REGRETS + 2 * np.int64(words[block + SIZE])
        for at in range(block + REGRETS, end):
            numbers[at] /= workers
        block = end
    return part


@kernel
def changed(old, new, first, used):
    """By how much the regrets and sums of the blocks ``[first:used]`` have changed: float64 ``[used]``."""
    change = np.zeros(used)
    before, after = old.view(np.float64), new.view(np.float64)
    block = first
    while block < used:
        end = block + REGRETS + 2 * np.int64(old[block + SIZE])
        for at in range(block + REGRETS, end):
            change[at] = after[at] - before[at]
        block = end
    return change


@kernel
def booked(fresh, numbers, done, grows, index, words, pool, counts):
    """Books the blocks ``fresh[done:]``, whose regrets and sums are `numbers`, the same memory.

    Returns:
        Where the next block begins: not the end where it is time for a larger table and `grows`.
    """
    while done < len(fresh):
        if grows and crowded(index, pool, counts):
            return done
        n, own = np.int64(fresh[done + SIZE]), fresh[done + MARK]
        slot = slot_of(own, index, words)
        if index[slot] == 0:
            block = added(fresh[done + KEY], own, n, slot, index, words, pool, counts)
        else:
            block = np.int64(index[slot])
        for j in range(REGRETS, REGRETS + 2 * n):
            pool[block + j] += numbers[done + j]
        done += REGRETS + 2 * n
    return done
