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
from .mccfr import LEFT_OUT, MAX_BYTES, MCCFR, USED, crowded, looked_up

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
    """int64 ``[z]``: which numbers of the pool have changed."""
    more: np.ndarray
    """float64 ``[z]``: by how much."""
    keys: np.ndarray
    """uint64 ``[k]``: the information sets that were not in the table, in the order in which they turned up."""
    pool: np.ndarray
    """float64: their blocks, one after the other (see `mccfr.external`)."""


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
        tables["pool"] = self._part()
        shared = self._runs.share(tables)
        given = [(self.rules, self._settings, shared, random, self._each) for random in self._random.copy()]
        futures = [self._runs.submit(worked, *arguments) for arguments in given]
        results: list[Added] = [future.result() for future in futures]  # while one works, the tables stay
        for worker, added in enumerate(results):
            self._random[worker] = added.random
            self._book(added)
        self.iterations += self.step

    def _part(self) -> np.ndarray:
        """What each worker begins with: its part of all regrets and sums, in blocks of the same sizes."""
        part = self._pool / len(self._random)
        heads = self._blocks[self._keys != 0]
        part[heads] = self._pool[heads]
        return part

    def _book(self, added: Added) -> None:
        """Adds what a worker has added; the tables grow where they have to and may."""
        self._pool[added.at] += added.more
        self._counts[LEFT_OUT] += added.left_out
        keys, numbers = (
            added.keys.copy(),
            added.pool.copy(),
        )  # Ray's can't be written to, another type for the compiler
        done = at = 0
        while done < len(keys):
            grows = self._widen()
            table = (self._keys, self._blocks, self._pool, self._counts)
            done, at = booked(keys, numbers, done, at, grows, *table)


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
    change = new["pool"][:used] - old["pool"][:used]
    change[: 1 + 2 * rules.actions] = 0  # what sets without room have left nobody reads
    at = np.flatnonzero(change)
    fresh = np.flatnonzero((new["keys"] != 0) & (new["blocks"] >= used))
    order = np.argsort(new["blocks"][fresh])
    left_out = int(new["counts"][LEFT_OUT] - old["counts"][LEFT_OUT])
    grown = new["pool"][used : int(new["counts"][USED])]
    return Added(new["random"], left_out, at, change[at], new["keys"][fresh][order], grown)


@kernel
def booked(added, numbers, done, at, grows, keys, blocks, pool, counts):
    """Books the blocks of the sets ``added[done:]``, which begin at ``numbers[at]``.

    Returns:
        How many sets and numbers have been booked: not all where it is time for a larger table and `grows`.
    """
    for k in range(done, len(added)):
        if grows and crowded(keys, pool, counts):
            return k, at
        n = np.int64(numbers[at])
        block = looked_up(added[k], n, keys, blocks, pool, counts)
        for j in range(1, 1 + 2 * n):
            pool[block + j] += numbers[at + j]
        at += 1 + 2 * n
    return len(added), at
