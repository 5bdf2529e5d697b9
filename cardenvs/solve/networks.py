"""Networks of advantages, run by compiled code: small multilayer perceptrons over observations that are mostly 0.

A traversal asks for one decision at a time, so a row goes through alone: what it gets does not depend on its company, and the
features that are 0 and the units that are off cost nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..core.kernel import kernel
from .tree import Tree
from .views import Views

__all__ = ["Weights", "advantages", "blank_weights", "matched", "put_layers", "strategy"]


class Weights(NamedTuple):
    """Networks of one shape, all float32; rectified linear units between the layers."""

    first: np.ndarray
    """``[networks, features, width]``"""
    hidden: np.ndarray
    """``[networks, layers - 1, width, width]``: from unit to unit."""
    bias: np.ndarray
    """``[networks, layers, width]``"""
    last: np.ndarray
    """``[networks, actions, width]``: to each action."""
    base: np.ndarray
    """``[networks, actions]``: its bias."""


def blank_weights(networks: int, features: int, actions: int, width: int, layers: int) -> Weights:
    """Networks that say 0 to everything, so that `matched` plays uniformly."""
    shapes = ((features, width), (layers - 1, width, width), (layers, width), (actions, width), (actions,))
    return Weights(*(np.zeros((networks, *shape), np.float32) for shape in shapes))


def put_layers(weights: Weights, k: int, layers: Sequence[tuple[np.ndarray, np.ndarray]]) -> None:
    """Makes network k that of `layers`: weights (``[out, in]``) and biases, input to output."""
    weights.first[k] = layers[0][0].T
    for j, (weight, _) in enumerate(layers[1:-1]):
        weights.hidden[k, j] = weight.T
    for j, (_, bias) in enumerate(layers[:-1]):
        weights.bias[k, j] = bias
    weights.last[k], weights.base[k] = layers[-1]


def strategy(tree: Tree, views: Views, weights: Weights, network: Sequence[int] | np.ndarray) -> np.ndarray:
    """What networks play on a whole tree, each seat by one of them: float64 ``[sequences]``, see `Tree`."""
    out = tree.uniform()
    numbers = np.array(network, np.int64)
    _fill(tree.flat.first, tree.flat.bounds, views.observation, views.mask, weights, numbers, out)
    return out


@kernel(nogil=True)
def _fill(first, bounds, observations, masks, weights, network, out):
    advantage, chance = np.zeros(masks.shape[1], np.float32), np.zeros(masks.shape[1])
    units = np.zeros((2, weights.first.shape[2]), np.float32)
    for seat in range(len(bounds) - 1):
        for k in range(bounds[seat], bounds[seat + 1]):
            advantages(weights, network[seat], observations[k], masks[k], units, advantage)
            matched(advantage, masks[k], chance)
            q = first[k]
            for action in range(masks.shape[1]):
                if masks[k, action] != 0:
                    out[q] = chance[action]
                    q += 1


@kernel
def advantages(weights, k, observation, mask, units, out):
    """Fills the advantages (float32 ``[actions]``) that network k gives the legal actions; `units` is scratch.

    `units` is float32 ``[2, width]``.
    """
    width = weights.first.shape[2]
    units[0] = weights.bias[k, 0]
    for feature in range(len(observation)):
        x = observation[feature]
        if x != 0:
            for j in range(width):
                units[0, j] += x * weights.first[k, feature, j]
    now = 0
    for layer in range(weights.hidden.shape[1]):
        units[1 - now] = weights.bias[k, layer + 1]
        for i in range(width):
            x = units[now, i]
            if x > 0:
                for j in range(width):
                    units[1 - now, j] += x * weights.hidden[k, layer, i, j]
        now = 1 - now
    for action in range(len(mask)):
        if mask[action] != 0:
            total = weights.base[k, action]
            for j in range(width):
                if units[now, j] > 0:
                    total += units[now, j] * weights.last[k, action, j]
            out[action] = total


@kernel
def matched(advantage, mask, chance):
    """Regret matching: fills the probabilities (float64 ``[actions]``) of all actions.

    Where no advantage is above 0, the best are played alike (Brown et al. 2019 play the best one).
    """
    total, top = 0.0, -np.inf
    for action in range(len(mask)):
        chance[action] = 0.0
        if mask[action] != 0:
            chance[action] = max(np.float64(advantage[action]), 0.0)
            total += chance[action]
            top = max(top, np.float64(advantage[action]))
    if total == 0:
        for action in range(len(mask)):
            if mask[action] != 0 and advantage[action] == top:
                chance[action] = 1.0
                total += 1.0
    for action in range(len(mask)):
        chance[action] /= total
