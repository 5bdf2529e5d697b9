"""Monte Carlo CFR on a game's own rules, without a tree: regrets in a hash table that grows as information sets turn up.

M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, "Monte Carlo sampling for regret minimization in extensive games",
NeurIPS 2009. An iteration deals once for each seat and updates that seat, the traverser:

- external sampling follows all of the traverser's actions and one sampled action of everybody else;
- outcome sampling plays one game, the traverser's actions mixed with uniform ones, and weighs what comes of it by its
  chance.

Here external sampling averages the strategies of the seat after the traverser as it comes by, and outcome sampling those
of the traverser, weighted by what their sampling missed ("stochastically weighted averaging"), both as OpenSpiel does.
Shuffles after the deal are sampled like the deal, so that any game can be learnt; what is found is compared with a tree where
there is one.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from ..core import drivers
from ..core.kernel import kernel
from ..core.knowledge import key
from ..core.random import below, stream, unit
from ..core.rules import Rules, legal
from ..errors import InvalidArgument, InvalidFile, nearest
from ..games import spec
from .hashing import find, widened
from .tabular import Tabular
from .walk import next_action

__all__ = ["METHODS", "MCCFR", "crowded", "looked_up"]

METHODS = ("external", "outcome")
MAX_BYTES = 4 << 30
"""The table's memory unless told otherwise."""
SLOTS, ROOM = 1 << 11, 1 << 13
"""Of a new table: slots for sets, numbers for their regrets."""
SETS, USED, LEFT_OUT, SHORT = 0, 1, 2, 3
"""Counts: information sets stored, numbers of the pool in use, visits to sets that found no room; is there one that the
table has not grown for?"""
BLOCK, ACTIONS, CHILD, AT = 0, 1, 2, 3
"""What a frame holds: the set's block, how many actions, the one being followed, and which state of the stack stands there."""


class MCCFR:
    """One run.

    Args:
        game: its name, or its rules.
        method: ``"external"`` or ``"outcome"``.
        seed: of everything that is sampled.
        epsilon: outcome sampling: how often the traverser's action is a uniform one.
        max_bytes: the table never takes more, not even while it grows. Sets that find no room are played uniformly and counted
            in `left_out`.
        **options: the game's.

    Raises:
        UnknownGame, InvalidOption, InvalidArgument: no such game, option, method or number.
    """

    def __init__(
        self,
        game: str | Rules,
        method: str = "external",
        *,
        seed: int = 0,
        epsilon: float = 0.6,
        max_bytes: int = MAX_BYTES,
        **options: Any,
    ) -> None:
        if method not in METHODS:
            raise InvalidArgument(f"method: no {method!r}: {nearest(str(method), METHODS)}")
        if not 0 < epsilon <= 1:
            raise InvalidArgument(f"epsilon: want more than 0, at most 1, got {epsilon!r}")
        self.rules = spec(game) if isinstance(game, str) else game
        self.options = self.rules.options(**options)
        self.method, self.epsilon, self.max_bytes = method, float(epsilon), int(max_bytes)
        self.iterations = 0
        self._random = stream(seed)
        self._blank = self.rules.blank(self.options)
        self._counts = np.zeros(4, np.int64)
        self._counts[USED] = 1 + 2 * self.rules.actions  # the block of sets without room
        self._keys, self._blocks = np.zeros(SLOTS, np.uint64), np.zeros(SLOTS, np.int64)
        self._pool = np.zeros(max(ROOM, 2 * int(self._counts[USED])))
        if self.bytes > max_bytes:
            raise InvalidArgument(f"max_bytes: want at least {self.bytes:,}, got {max_bytes!r}")
        depth = self.rules.decisions(self.options) + 2
        self._stack = np.zeros(depth, self.rules.state)
        self._scratch = Scratch(
            mask=np.zeros(self.rules.actions, np.int8),
            legal=np.zeros((depth, self.rules.actions + 1), np.int64),
            policy=np.zeros((depth, self.rules.actions)),
            value=np.zeros((depth, self.rules.actions)),
            frame=np.zeros((depth, 4), np.int64),
            reach=np.zeros((depth, 4)),
        )

    @property
    def sets(self) -> int:
        """Information sets with a choice in the table."""
        return int(self._counts[SETS])

    @property
    def bytes(self) -> int:
        """The table's memory."""
        return int(self._keys.nbytes + self._blocks.nbytes + self._pool.nbytes)

    @property
    def full(self) -> bool:
        """Should the table grow, and may not?"""
        return any(self._wanted()) and not self._affordable()

    @property
    def left_out(self) -> int:
        """Visits to information sets that found no room."""
        return int(self._counts[LEFT_OUT])

    def report(self) -> str:
        """How the table stands, in words."""
        text = f"{self.sets:,} information sets in {self.bytes / 2**20:,.1f} MiB"
        if self.left_out:
            text += f"; {self.left_out:,} visits to sets that found no room, played uniformly and not learnt from"
        if self.full:
            text += f"; the table is full: max_bytes={self.max_bytes:,}"
        return text

    def run(self, iterations: int) -> None:
        """Makes so many iterations more."""
        done, plays = 0, iterations * self.options.seats
        while done < plays:
            grows = self._widen()
            common = (
                self._stack,
                self._scratch,
                self._blank,
                self._random,
                self.options.seats,
                done,
                plays,
                grows,
            )
            table = (self._keys, self._blocks, self._pool, self._counts)
            if self.method == "external":
                done = external(*common, *table)
            else:
                done = outcome(*common, *table, self.epsilon)
        self.iterations += iterations

    def _wanted(self) -> tuple[bool, bool]:
        """Are there too few slots, too few numbers: is more than half in use, or was there no room?"""
        short = bool(self._counts[SHORT])
        return short or 2 * self.sets > len(self._keys), short or 2 * int(self._counts[USED]) > len(self._pool)

    def _affordable(self) -> bool:
        """Is there memory for what is wanted, old and new side by side?"""
        slots, numbers = self._wanted()
        return self.bytes + 32 * len(self._keys) * slots + 16 * len(self._pool) * numbers <= self.max_bytes

    def _widen(self) -> bool:
        """Doubles what is too small; False where there is no memory for that, and the table stays."""
        slots, numbers = self._wanted()
        if not self._affordable():
            return False
        if slots:
            self._keys, self._blocks = widened(self._keys, self._blocks)
        if numbers:
            self._pool = np.concatenate([self._pool, np.zeros(len(self._pool))])
        self._counts[SHORT] = 0
        return True

    def average(self) -> Tabular:
        """The average strategy."""
        return Tabular(*averaged(self._keys, self._blocks, self._pool, self.sets))

    def state_dict(self) -> dict[str, np.ndarray]:
        """All that a run stands on, as plain arrays."""
        return {
            "iterations": np.array([self.iterations], np.int64),
            "random": self._random,
            "counts": self._counts,
            "keys": self._keys,
            "blocks": self._blocks,
            "pool": self._pool,
        }

    def load_state_dict(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Goes on where `state_dict` was taken.

        Raises:
            InvalidFile: arrays of another kind.
        """
        for name, own in self.state_dict().items():
            got = arrays.get(name, np.empty(0))
            grows = name in ("keys", "blocks", "pool")
            if got.dtype != own.dtype or (got.shape != own.shape and not (grows and got.ndim == 1)):
                raise InvalidFile(f"MCCFR: {name}: want {own.dtype} {own.shape}, got {got.dtype} {got.shape}")
        slots, pool, counts = len(arrays["keys"]), len(arrays["pool"]), arrays["counts"]
        power = slots >= 2 and slots & (slots - 1) == 0
        inside = 0 <= counts[SETS] < slots and 1 + 2 * self.rules.actions <= counts[USED] <= pool
        at = arrays["blocks"]
        if not power or len(at) != slots or not inside or at.min() < 0 or at.max() >= pool:
            raise InvalidFile("MCCFR: the table is inconsistent")
        self.iterations = int(arrays["iterations"][0])
        self._random[:], self._counts[:] = arrays["random"], counts
        self._keys, self._blocks, self._pool = (arrays[name].copy() for name in ("keys", "blocks", "pool"))


class Scratch(NamedTuple):
    """Room for one play, by depth."""

    mask: np.ndarray
    """int8 ``[actions]``"""
    legal: np.ndarray
    """int64 ``[depth, actions + 1]``: the legal actions in order."""
    policy: np.ndarray
    """float64 ``[depth, actions]``: their probabilities."""
    value: np.ndarray
    """float64 ``[depth, actions]``: what they came to."""
    frame: np.ndarray
    """int64 ``[depth, 4]``: see BLOCK and what follows it."""
    reach: np.ndarray
    """float64 ``[depth, 4]``, see `outcome`."""


@kernel(nogil=True)
def external(stack, scratch, blank, random, seats, done, plays, grows, keys, blocks, pool, counts):
    """Makes the plays ``done .. plays - 1`` of external sampling, each with the next seat as traverser.

    A set's block in `pool` is the number of its actions, then their regrets, then the sums of their probabilities.

    Returns:
        How many plays have been made: less than `plays` where it is time for a larger table and `grows`.
    """
    mask, frame, policy, value, actions = scratch.mask, scratch.frame, scratch.policy, scratch.value, scratch.legal
    for play in range(done, plays):
        if grows and crowded(keys, pool, counts):
            return play
        traverser = play % seats
        drivers.begin(stack, 0, blank, random)
        depth = at = 0
        while True:
            if not stack[at].over:
                n = legal(stack, at, mask)
                if n == 1:
                    drivers.step(stack, at, next_action(mask, 0))
                    continue
                seat = stack[at].seat
                block = looked_up(key(stack[at], seat), n, keys, blocks, pool, counts)
                match(pool, block, n, policy, depth)
                listed(mask, actions, depth)
                if seat != traverser:
                    if seat == (traverser + 1) % seats:
                        for j in range(n):
                            pool[block + 1 + n + j] += policy[depth, j]
                    drivers.step(stack, at, actions[depth, drawn(policy, depth, n, random)])
                    continue
                frame[depth, BLOCK], frame[depth, ACTIONS], frame[depth, CHILD], frame[depth, AT] = block, n, 0, at
                depth += 1
            else:
                worth = np.float64(stack[at].payoff[traverser])
                while depth > 0:
                    value[depth - 1, frame[depth - 1, CHILD]] = worth
                    frame[depth - 1, CHILD] += 1
                    if frame[depth - 1, CHILD] < frame[depth - 1, ACTIONS]:
                        break
                    depth -= 1
                    worth = regretted(pool, frame, policy, value, depth)
                if depth == 0:
                    break
            at = opened(stack, frame, actions, depth - 1)
    return plays


@kernel(inline="always")
def opened(stack, frame, actions, depth):
    """Plays the next action of a frame's set and returns where; the last one in the frame's own state."""
    at, child = frame[depth, AT], frame[depth, CHILD]
    if child + 1 < frame[depth, ACTIONS]:
        drivers.copy(stack, at + 1, stack, at)
        at += 1
    drivers.step(stack, at, actions[depth, child])
    return at


@kernel(inline="always")
def regretted(pool, frame, policy, value, depth):
    """Books the regrets of a set whose actions have all been followed, and returns what its policy is worth."""
    n, block = frame[depth, ACTIONS], frame[depth, BLOCK]
    mean = 0.0
    for j in range(n):
        mean += policy[depth, j] * value[depth, j]
    for j in range(n):
        pool[block + 1 + j] += value[depth, j] - mean
    return mean


@kernel(nogil=True)
def outcome(stack, scratch, blank, random, seats, done, plays, grows, keys, blocks, pool, counts, epsilon):
    """Makes plays of outcome sampling; see `external`.

    At each choice of the traverser `scratch.reach` holds how likely the sampled action was to be sampled, and of the way
    there: the traverser's own probability, the probability of sampling the traverser's actions, and everybody else's
    probability, by which their actions are sampled too.
    """
    mask, frame, policy, reach, actions = scratch.mask, scratch.frame, scratch.policy, scratch.reach, scratch.legal
    for play in range(done, plays):
        if grows and crowded(keys, pool, counts):
            return play
        traverser = play % seats
        drivers.begin(stack, 0, blank, random)
        depth = 0
        mine = sampled = others = 1.0
        while not stack[0].over:
            n = legal(stack, 0, mask)
            if n == 1:
                drivers.step(stack, 0, next_action(mask, 0))
                continue
            seat = stack[0].seat
            block = looked_up(key(stack[0], seat), n, keys, blocks, pool, counts)
            match(pool, block, n, policy, depth)
            listed(mask, actions, depth)
            if seat != traverser:
                j = drawn(policy, depth, n, random)
                others *= policy[depth, j]
            else:
                j = below(random, n) if unit(random) < epsilon else drawn(policy, depth, n, random)
                likely = epsilon / n + (1 - epsilon) * policy[depth, j]
                frame[depth, BLOCK], frame[depth, ACTIONS], frame[depth, CHILD] = block, n, j
                reach[depth, 0], reach[depth, 1], reach[depth, 2], reach[depth, 3] = likely, mine, sampled, others
                mine *= policy[depth, j]
                sampled *= likely
            action = actions[depth, j]
            depth += seat == traverser
            drivers.step(stack, 0, action)
        value = np.float64(stack[0].payoff[traverser])
        while depth > 0:
            depth -= 1
            value = weighed(pool, frame, policy, reach, depth, value)
    return plays


@kernel(inline="always")
def weighed(pool, frame, policy, reach, depth, value):
    """Books the regrets of a set of which one action was sampled and came to `value`; returns the set's value so estimated.

    Everybody else's probability cancels: it is part of the counterfactual value, and of the chance to sample it.
    """
    block, n, chosen = frame[depth, BLOCK], frame[depth, ACTIONS], frame[depth, CHILD]
    child = value / reach[depth, 0]
    mean = policy[depth, chosen] * child
    weight = 1 / reach[depth, 2]
    share = reach[depth, 1] * weight / reach[depth, 3]
    for j in range(n):
        pool[block + 1 + j] -= mean * weight
        pool[block + 1 + n + j] += share * policy[depth, j]
    pool[block + 1 + chosen] += child * weight
    return mean


@kernel(inline="always")
def match(pool, block, n, policy, depth):
    """Regret matching: fills the probabilities of a set's n actions."""
    total = 0.0
    for j in range(n):
        weight = max(pool[block + 1 + j], 0.0)
        policy[depth, j] = weight
        total += weight
    if total > 0:
        scale = 1 / total
        for j in range(n):
            policy[depth, j] *= scale
    else:
        for j in range(n):
            policy[depth, j] = 1 / n


@kernel(inline="always")
def listed(mask, actions, depth):
    """Fills the legal actions in order; one entry more is scratch."""
    n = 0
    for action in range(len(mask)):
        actions[depth, n] = action
        n += mask[action]


@kernel(inline="always")
def drawn(policy, depth, n, random):
    """A random action's place by its probabilities; where rounding leaves a crumb, the last one that is possible."""
    left = unit(random)
    chosen = 0
    for j in range(n - 1):
        left -= policy[depth, j]
        chosen += left >= 0
    while policy[depth, chosen] == 0:
        chosen -= 1
    return chosen


@kernel
def crowded(keys, pool, counts):
    """Is it time for a larger table?"""
    return 2 * counts[SETS] > len(keys) or 2 * counts[USED] > len(pool) or counts[SHORT] > 0


@kernel(inline="always")
def looked_up(own, n, keys, blocks, pool, counts):
    """The block of an information set of n actions, a new one if it has not been met.

    Where there is no room, the block at 0, which all such sets share: zeros now, and nobody reads it later.
    """
    slot = find(keys, own)
    if keys[slot] != 0:
        return blocks[slot]
    if 8 * counts[SETS] >= 7 * len(keys) or counts[USED] + 1 + 2 * n > len(pool):
        counts[LEFT_OUT] += 1
        counts[SHORT] = 1
        for j in range(1 + 2 * n):
            pool[j] = 0.0
        return np.int64(0)
    block = counts[USED]
    keys[slot], blocks[slot] = own, block
    pool[block] = n
    counts[SETS] += 1
    counts[USED] += 1 + 2 * n
    return block


@kernel
def averaged(keys, blocks, pool, sets):
    """The average strategy as the arrays of a `Tabular`; sets whose average nothing has entered are left out."""
    found, where = np.empty(sets, np.uint64), np.empty(sets, np.int64)
    n_found = 0
    n_actions = np.int64(0)
    for slot in range(len(keys)):
        n = np.int64(pool[blocks[slot]])
        if keys[slot] != 0 and pool[blocks[slot] + 1 + n : blocks[slot] + 1 + 2 * n].sum() > 0:
            found[n_found], where[n_found] = keys[slot], blocks[slot]
            n_found += 1
            n_actions += n
    order = np.argsort(found[:n_found])
    first, chance = np.zeros(n_found + 1, np.int64), np.empty(n_actions)
    for k in range(n_found):
        block = where[order[k]]
        n = np.int64(pool[block])
        sums = pool[block + 1 + n : block + 1 + 2 * n]
        first[k + 1] = first[k] + n
        chance[first[k] : first[k + 1]] = sums / sums.sum()
    return found[:n_found][order], first, chance
