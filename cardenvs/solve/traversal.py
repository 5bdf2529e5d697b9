"""External sampling with networks in place of a table, for Deep CFR: what is met is kept in a memory to learn from.

N. Brown, A. Lerer, S. Gross, T. Sandholm, "Deep counterfactual regret minimization", ICML 2019. As in `mccfr.external`, all
actions of the traverser are followed and one sampled action of everybody else; the regrets go to a memory, a uniform sample
of all that were ever met (J. S. Vitter, "Random sampling with a reservoir", ACM TOMS 11, 1985).
"""

from typing import Any, NamedTuple

import numpy as np

from ..core import drivers
from ..core.cards import next_action
from ..core.kernel import kernel
from ..core.random import below, mix, unit
from ..core.rules import Rules, legal, observe
from .hashing import empty, find, widened
from .networks import advantages, matched

__all__ = ["Memory", "Scratch", "blank_memory", "blank_scratch", "drawn", "fill_rows", "merged", "traverse"]

CHILD, AT = 0, 1
"""What a frame holds: the action being followed, and which state of the stack stands there."""
FEATURES = 16
"""Room for features in a row at first."""


class Memory(NamedTuple):
    """A sample of the decisions met, of fixed size; observations by their features other than 0, as many as the longest has."""

    feature: np.ndarray
    """int16 ``[capacity, z]``: which."""
    value: np.ndarray
    """float32 ``[capacity, z]``"""
    length: np.ndarray
    """int32 ``[capacity]``: how many."""
    mask: np.ndarray
    """int8 ``[capacity, actions]``, 1 = legal."""
    regret: np.ndarray
    """float32 ``[capacity, actions]``: by how much each action did better than the strategy."""
    weight: np.ndarray
    """float32 ``[capacity]``: how much it counts."""
    met: np.ndarray
    """int64 ``[1]``: decisions met so far; as long as there is room, all are kept."""

    @property
    def used(self) -> int:
        """Decisions kept."""
        return min(int(self.met[0]), len(self.weight))


class Scratch(NamedTuple):
    """Room for one play, by the traverser's decisions so far."""

    observation: np.ndarray
    """float32 ``[depth, features]``"""
    mask: np.ndarray
    """int8 ``[depth, actions]``"""
    chance: np.ndarray
    """float64 ``[depth, actions]``: the strategy."""
    value: np.ndarray
    """float64 ``[depth, actions]``: what the actions came to."""
    frame: np.ndarray
    """int64 ``[depth, 2]``: see CHILD, AT."""
    advantage: np.ndarray
    """float32 ``[actions]``"""
    units: np.ndarray
    """float32 ``[2, width]``"""


def blank_memory(capacity: int, actions: int) -> Memory:
    """An empty memory."""
    return Memory(
        feature=np.zeros((capacity, FEATURES), np.int16),
        value=np.zeros((capacity, FEATURES), np.float32),
        length=np.zeros(capacity, np.int32),
        mask=np.zeros((capacity, actions), np.int8),
        regret=np.zeros((capacity, actions), np.float32),
        weight=np.zeros(capacity, np.float32),
        met=np.zeros(1, np.int64),
    )


def blank_scratch(rules: Rules, options: Any, width: int) -> Scratch:
    """Room for plays of a game."""
    depth, actions = rules.decisions(options) + 2, rules.actions
    return Scratch(
        observation=np.zeros((depth, rules.layout_of(options).size), np.float32),
        mask=np.zeros((depth, actions), np.int8),
        chance=np.zeros((depth, actions)),
        value=np.zeros((depth, actions)),
        frame=np.zeros((depth, 2), np.int64),
        advantage=np.zeros(actions, np.float32),
        units=np.zeros((2, width), np.float32),
    )


@kernel(nogil=True)
def traverse(stack, scratch, blank, random, traverser, plays, weights, network, scale, weight, memory):
    """Makes plays for one seat.

    Args:
        stack: states ``[depth]``, scratch.
        scratch: `Scratch`.
        blank: the state before the deal.
        random: stream of all that is sampled.
        traverser: whose decisions are followed and kept.
        plays: how many.
        weights: `Weights` of the networks that all play by.
        network: int64 ``[seats]``: the network of each seat.
        scale: payoffs are multiplied by it.
        weight: how much these decisions count in the memory.
        memory: `Memory`.

    Returns:
        The memory, with longer rows where an observation needed them.
    """
    frame, masks, chance = scratch.frame, scratch.mask, scratch.chance
    for _ in range(plays):
        drivers.begin(stack, 0, blank, random)
        depth = at = 0
        while True:
            if not stack[at].over:
                if legal(stack, at, masks[depth]) == 1:
                    drivers.step(stack, at, next_action(masks[depth], 0))
                    continue
                seat = stack[at].seat
                observe(stack, at, seat, scratch.observation[depth])
                advantages(
                    weights,
                    network[seat],
                    scratch.observation[depth],
                    masks[depth],
                    scratch.units,
                    scratch.advantage,
                )
                matched(scratch.advantage, masks[depth], chance[depth])
                if seat != traverser:
                    drivers.step(stack, at, drawn(chance[depth], random))
                    continue
                frame[depth, CHILD], frame[depth, AT] = next_action(masks[depth], 0), at
                depth += 1
            else:
                worth = stack[at].payoff[traverser] * scale
                while depth > 0:
                    child = frame[depth - 1, CHILD]
                    scratch.value[depth - 1, child] = worth
                    frame[depth - 1, CHILD] = next_action(masks[depth - 1], child + 1)
                    if frame[depth - 1, CHILD] >= 0:
                        break
                    depth -= 1
                    worth = valued(scratch, depth)
                    memory = kept(memory, scratch, depth, worth, weight, random)
                if depth == 0:
                    break
            at = opened(stack, scratch, depth - 1)
    return memory


@kernel
def opened(stack, scratch, depth):
    """Plays the next action of a frame and returns where; the last one in the frame's own state."""
    at, child = scratch.frame[depth, AT], scratch.frame[depth, CHILD]
    if next_action(scratch.mask[depth], child + 1) >= 0:
        drivers.copy(stack, at + 1, stack, at)
        at += 1
    drivers.step(stack, at, child)
    return at


@kernel
def drawn(chance, random):
    """A random action by its probabilities; where rounding leaves a crumb, the last one that is possible."""
    left = unit(random)
    chosen = -1
    for action in range(len(chance)):
        if chance[action] > 0:
            chosen = action
            left -= chance[action]
            if left < 0:
                break
    return chosen


@kernel
def valued(scratch, depth):
    """What the strategy at a frame is worth, all of whose actions have been followed."""
    mean = 0.0
    for action in range(scratch.mask.shape[1]):
        if scratch.mask[depth, action] != 0:
            mean += scratch.chance[depth, action] * scratch.value[depth, action]
    return mean


@kernel
def kept(memory, scratch, depth, mean, weight, random):
    """Enters the decision of a frame, unless the sample passes it over; returns the memory."""
    slot = memory.met[0]
    memory.met[0] += 1
    if slot >= len(memory.weight):
        slot = below(random, memory.met[0])
        if slot >= len(memory.weight):
            return memory
    observation = scratch.observation[depth]
    z = 0
    for feature in range(len(observation)):
        z += observation[feature] != 0
    if z > memory.feature.shape[1]:
        memory = longer(memory, z)
    memory.length[slot] = z
    z = 0
    for feature in range(len(observation)):
        if observation[feature] != 0:
            memory.feature[slot, z], memory.value[slot, z] = feature, observation[feature]
            z += 1
    for action in range(memory.mask.shape[1]):
        memory.mask[slot, action] = scratch.mask[depth, action]
        regret = scratch.value[depth, action] - mean
        memory.regret[slot, action] = regret if scratch.mask[depth, action] != 0 else 0.0
    memory.weight[slot] = weight
    return memory


@kernel
def longer(memory, z):
    """The same memory with rows of z features."""
    index = np.zeros((len(memory.weight), z), np.int16)
    value = np.zeros((len(memory.weight), z), np.float32)
    index[:, : memory.feature.shape[1]] = memory.feature
    value[:, : memory.value.shape[1]] = memory.value
    return Memory(index, value, memory.length, memory.mask, memory.regret, memory.weight, memory.met)


@kernel(nogil=True)
def fill_rows(memory, chosen, index, value, offset):
    """Fills the observations of the decisions `chosen` one after the other, as `train.network.Rows` are."""
    z = 0
    for k in range(len(chosen)):
        offset[k] = z
        for j in range(memory.length[chosen[k]]):
            index[z], value[z] = memory.feature[chosen[k], j], memory.value[chosen[k], j]
            z += 1
    offset[len(chosen)] = z


def merged(memory: Memory) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The decisions kept, those that look the same as one, which have the same squared error up to a constant.

    Returns:
        One of each (int64 ``[n]``), their mean regrets (float64 ``[n, actions]``) and weights together (float64 ``[n]``).
    """
    regret = np.zeros((memory.used, memory.mask.shape[1]))
    row, weight = np.zeros(memory.used, np.int64), np.zeros(memory.used)
    n = merge(memory, memory.used, memory.value.view(np.uint32), row, regret, weight)
    return row[:n], regret[:n], weight[:n]


@kernel(nogil=True, wraps=True)
def merge(memory, used, bits, row, regret, weight):
    """Fills what `merged` returns, and returns how many; `bits` are those of the memory's values."""
    keys, numbers = empty(1 << 10)
    n = 0
    for k in range(used):
        hashed = np.uint64(1)
        for z in range(memory.length[k]):
            hashed = mix(hashed ^ (np.uint64(memory.feature[k, z]) << np.uint64(32)) ^ np.uint64(bits[k, z]))
        for action in range(memory.mask.shape[1]):
            if memory.mask[k, action] != 0:
                hashed = mix(hashed ^ np.uint64(action))
        slot = find(keys, hashed)
        if keys[slot] == 0:
            keys[slot], numbers[slot], row[n] = hashed, n, k
            n += 1
        j = numbers[slot]
        weight[j] += memory.weight[k]
        for action in range(memory.mask.shape[1]):
            regret[j, action] += memory.weight[k] * memory.regret[k, action]
        if 2 * n > len(keys):
            keys, numbers = widened(keys, numbers)
    for j in range(n):
        for action in range(regret.shape[1]):
            regret[j, action] /= weight[j]
    return n
