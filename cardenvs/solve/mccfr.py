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
from ..core.cards import next_action
from ..core.kernel import kernel
from ..core.random import below, next_bits, shuffle, stream, unit
from ..core.rules import Rules, legal
from ..errors import InvalidArgument, InvalidFile, nearest
from ..games import spec
from .blocks import KEY, LEFT_OUT, REGRETS, SETS, SHORT, SIZE, USED, crowded, indexed, looked_up
from .borrowed import borrowed
from .tabular import Tabular

__all__ = ["MAX_BYTES", "MCCFR", "METHODS"]

METHODS = ("external", "outcome")
"""How Monte Carlo CFR may sample."""
MAX_BYTES = 4 << 30
"""The table's memory unless told otherwise."""
SLOTS, ROOM = 1 << 11, 1 << 13
"""Of a new table: slots for sets, numbers for their regrets."""
MOST = 1 << 32
"""A table holds no more numbers, 32 GiB."""
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
        blank = self.rules.blank(self.options)
        self._fresh = blank.copy()
        drivers.prepare(self._fresh, 0, blank, stream(0))  # in whatever order: every play shuffles
        self._fresh["dealer"] = blank["dealer"]
        self._counts = np.zeros(4, np.int64)
        self._counts[USED] = self._first = REGRETS + 2 * self.rules.actions  # the block of sets without room
        self._index = np.zeros(SLOTS, np.uint32)
        self._words = np.zeros(max(ROOM, 2 * self._first), np.uint64)
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
        return int(self._index.nbytes + self._words.nbytes)

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
                self._fresh,
                self._random,
                self.options.seats,
                done,
                plays,
                grows,
            )
            if self.method == "external":
                done = external(*common, *self._table())
            else:
                done = outcome(*common, *self._table(), self.epsilon)
        self.iterations += iterations

    def _table(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """What the kernels take it as."""
        return self._index, self._words, self._words.view(np.float64), self._counts

    def _wanted(self) -> tuple[bool, bool]:
        """Too few slots, too few numbers: is more than a quarter of these, half of those in use, or was there no room?"""
        short = bool(self._counts[SHORT])
        return short or 4 * self.sets > len(self._index), short or 2 * int(self._counts[USED]) > len(self._words)

    def _affordable(self) -> bool:
        """Is there memory for what is wanted, old and new side by side?"""
        slots, numbers = self._wanted()
        wanted = self.bytes + 8 * len(self._index) * slots + 16 * len(self._words) * numbers
        return wanted <= self.max_bytes and len(self._words) * (1 + numbers) <= MOST

    def _widen(self) -> bool:
        """Doubles what is too small; False where there is no memory for that, and the table stays."""
        slots, numbers = self._wanted()
        if not self._affordable():
            return False
        if slots:
            self._index = np.zeros(2 * len(self._index), np.uint32)
            indexed(self._index, self._words, self._first, self._counts[USED], self.rules.actions)
        if numbers:
            words = np.zeros(2 * len(self._words), np.uint64)
            words[: len(self._words)] = self._words
            self._words = words
        self._counts[SHORT] = 0
        return True

    def average(self) -> Tabular:
        """The average strategy."""
        return Tabular(*averaged(self._words, self._words.view(np.float64), self._first, self.sets))

    def state_dict(self) -> dict[str, np.ndarray]:
        """All that a run stands on, as plain arrays; the index follows from its size and the words."""
        return {
            "iterations": np.array([self.iterations], np.int64),
            "random": self._random,
            "counts": self._counts,
            "slots": np.array([len(self._index)], np.int64),
            "words": self._words,
        }

    def load_state_dict(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Goes on where `state_dict` was taken.

        Raises:
            InvalidFile: arrays of another kind.
        """
        for name, own in self.state_dict().items():
            got = arrays.get(name, np.empty(0))
            if got.dtype != own.dtype or (got.shape != own.shape and not (name == "words" and got.ndim == 1)):
                raise InvalidFile(f"MCCFR: {name}: want {own.dtype} {own.shape}, got {got.dtype} {got.shape}")
        words, counts, slots = arrays["words"].copy(), arrays["counts"], int(arrays["slots"][0])
        power = 2 <= slots <= MOST and slots & (slots - 1) == 0
        inside = 0 <= counts[SETS] < slots and self._first <= counts[USED] <= len(words) <= MOST
        index = np.zeros(slots if power and inside else 0, np.uint32)
        stored = indexed(index, words, self._first, counts[USED], self.rules.actions) if len(index) else None
        if stored != counts[SETS]:
            raise InvalidFile("MCCFR: the table is inconsistent")
        self.iterations = int(arrays["iterations"][0])
        self._random[:], self._counts[:] = arrays["random"], counts
        self._index, self._words = index, words


class Scratch(NamedTuple):
    """Room for one play, by depth."""

    mask: np.ndarray
    """int8 ``[actions]``"""
    legal: np.ndarray
    """int64 ``[depth, actions + 1]``: the legal actions in order."""
    policy: np.ndarray
    """float64 ``[depth, actions]``: their probabilities."""
    value: np.ndarray
    """float64 ``[depth, actions]``: what they came to; in `outcome`, what they are sampled by."""
    frame: np.ndarray
    """int64 ``[depth, 4]``: see BLOCK and what follows it."""
    reach: np.ndarray
    """float64 ``[depth, 4]``, see `outcome`."""


@kernel(nogil=True)
def external(stack, scratch, fresh, random, seats, done, plays, grows, index, words, pool, counts):
    """Makes the plays ``done .. plays - 1`` of external sampling, each with the next seat as traverser.

    The table is `index`, from a mark's low bits to a block (uint32), and the blocks' numbers, `words` (uint64) and `pool`
    (float64) being the same memory.

    Returns:
        How many plays have been made: less than `plays` where it is time for a larger table and `grows`.
    """
    stack, fresh, random = borrowed(stack), borrowed(fresh), borrowed(random)
    index, words, pool, counts = borrowed(index), borrowed(words), borrowed(pool), borrowed(counts)
    mask, actions, frame = borrowed(scratch.mask), borrowed(scratch.legal), borrowed(scratch.frame)
    policy, value = borrowed(scratch.policy), borrowed(scratch.value)
    for play in range(done, plays):
        if grows and crowded(index, pool, counts):
            return play
        traverser, averaging = play % seats, (play + 1) % seats
        begin(stack, fresh, random)
        depth = at = 0
        while True:
            if not stack[at].over:
                n = legal(stack, at, mask)
                if n == 1:
                    drivers.step(stack, at, next_action(mask, 0))
                    continue
                seat = stack[at].seat
                block = looked_up(stack, at, n, index, words, pool, counts)
                total = match(pool, block, n, policy, depth)
                listed(mask, actions, depth)
                if seat != traverser:
                    j = drawn(policy, depth, n, total, random)
                    if seat == averaging:
                        scale = 1 / total
                        for k in range(n):
                            pool[block + REGRETS + n + k] += scale * policy[depth, k]
                    drivers.step(stack, at, actions[depth, j])
                    continue
                normalise(policy, depth, n, total)
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
def begin(stack, fresh, random):
    """Begins a game anew, as `drivers.begin` does, but shuffles by `random` itself and not by a seed drawn from it."""
    drivers.copy(stack, 0, fresh, 0)
    s = stack[0]
    shuffle(random, s.deck, s.deck_size)
    s.seed = next_bits(random)
    s.random[0] = next_bits(random)
    if s.dealer < 0:
        s.dealer = below(random, s.options.seats)
    drivers.deal_in(stack, 0)


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
        pool[block + REGRETS + j] += value[depth, j] - mean
    return mean


@kernel(nogil=True)
def outcome(stack, scratch, fresh, random, seats, done, plays, grows, index, words, pool, counts, epsilon):
    """Makes plays of outcome sampling; see `external`.

    At each choice of the traverser `scratch.reach` holds what the sampled action's outcome has to be multiplied by, 1 over the
    chance to sample it, and of the way there: the traverser's own probability, the product of these factors, and 1 over
    everybody else's probability, by which their actions are sampled too.
    """
    stack, fresh, random = borrowed(stack), borrowed(fresh), borrowed(random)
    index, words, pool, counts = borrowed(index), borrowed(words), borrowed(pool), borrowed(counts)
    mask, actions, frame = borrowed(scratch.mask), borrowed(scratch.legal), borrowed(scratch.frame)
    policy, mixed, reach = borrowed(scratch.policy), borrowed(scratch.value), borrowed(scratch.reach)
    for play in range(done, plays):
        if grows and crowded(index, pool, counts):
            return play
        traverser = play % seats
        begin(stack, fresh, random)
        depth = 0
        mine = factors = against = 1.0
        while not stack[0].over:
            n = legal(stack, 0, mask)
            if n == 1:
                drivers.step(stack, 0, next_action(mask, 0))
                continue
            seat = stack[0].seat
            block = looked_up(stack, 0, n, index, words, pool, counts)
            total = match(pool, block, n, policy, depth)
            listed(mask, actions, depth)
            if seat != traverser:
                j = drawn(policy, depth, n, total, random)
                against *= total / policy[depth, j]
                drivers.step(stack, 0, actions[depth, j])
                continue
            uniform = total * (epsilon / n)
            for k in range(n):
                mixed[depth, k] = uniform + (1 - epsilon) * policy[depth, k]
            j = drawn(mixed, depth, n, total, random)
            normalise(policy, depth, n, total)
            factor = total / mixed[depth, j]
            frame[depth, BLOCK], frame[depth, ACTIONS], frame[depth, CHILD] = block, n, j
            reach[depth, 0], reach[depth, 1], reach[depth, 2], reach[depth, 3] = factor, mine, factors, against
            mine *= policy[depth, j]
            factors *= factor
            depth += 1
            drivers.step(stack, 0, actions[depth - 1, j])
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
    child = value * reach[depth, 0]
    mean = policy[depth, chosen] * child
    weight = reach[depth, 2]
    share = reach[depth, 1] * weight * reach[depth, 3]
    for j in range(n):
        pool[block + REGRETS + j] -= mean * weight
        pool[block + REGRETS + n + j] += share * policy[depth, j]
    pool[block + REGRETS + chosen] += child * weight
    return mean


@kernel(inline="always")
def match(pool, block, n, policy, depth):
    """Regret matching: fills what a set's n actions count in its policy, and returns the sum."""
    total = 0.0
    for j in range(n):
        weight = max(pool[block + REGRETS + j], 0.0)
        policy[depth, j] = weight
        total += weight
    if total == 0:
        for j in range(n):
            policy[depth, j] = 1.0
        total = np.float64(n)
    return total


@kernel(inline="always")
def normalise(policy, depth, n, total):
    """Makes probabilities of what `match` has filled."""
    scale = 1 / total
    for j in range(n):
        policy[depth, j] *= scale


@kernel(inline="always")
def listed(mask, actions, depth):
    """Fills the legal actions in order; one entry more is scratch."""
    n = 0
    for action in range(len(mask)):
        actions[depth, n] = action
        n += mask[action]


@kernel(inline="always")
def drawn(policy, depth, n, total, random):
    """A random action's place by what `match` has filled; where rounding leaves a crumb, the last one that is possible."""
    left = total * unit(random)
    chosen = 0
    for j in range(n - 1):
        left -= policy[depth, j]
        chosen += left >= 0
    while policy[depth, chosen] == 0:
        chosen -= 1
    return chosen


@kernel
def averaged(words, pool, first, sets):
    """The average strategy as the arrays of a `Tabular`; sets whose average nothing has entered are left out."""
    found, where = np.empty(sets, np.uint64), np.empty(sets, np.int64)
    n_found = 0
    n_actions = np.int64(0)
    block = first
    for _ in range(sets):
        n = np.int64(words[block + SIZE])
        if pool[block + REGRETS + n : block + REGRETS + 2 * n].sum() > 0:
            found[n_found], where[n_found] = words[block + KEY], block
            n_found += 1
            n_actions += n
        block += REGRETS + 2 * n
    order = np.argsort(found[:n_found])
    first_action, chance = np.zeros(n_found + 1, np.int64), np.empty(n_actions)
    for k in range(n_found):
        block = where[order[k]]
        n = np.int64(words[block + SIZE])
        sums = pool[block + REGRETS + n : block + REGRETS + 2 * n]
        first_action[k + 1] = first_action[k] + n
        chance[first_action[k] : first_action[k + 1]] = sums / sums.sum()
    return found[:n_found][order], first_action, chance
