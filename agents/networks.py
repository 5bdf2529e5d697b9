"""The average strategy of Deep CFR as a bot: each game is played by one of the networks that the run went through.

E. Steinberger, "Single deep counterfactual regret minimization", arXiv:1901.07621: sampling a network for a whole game, each
iteration's as often as it counts in the average, and playing by regret matching on what it says, is playing the average strategy.
"""

import dataclasses
import os
import pathlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..arrays import read_arrays, write_arrays
from ..core.kernel import kernel
from ..core.random import mix, unit
from ..core.rules import Rules
from ..errors import InvalidFile
from ..solve.networks import Weights, advantages, matched
from ..solve.traversal import drawn
from .bot import Turn
from .policy import check_match

__all__ = ["NETWORKS", "NetworksBot", "load_networks", "save_networks"]

NETWORKS = "networks"
"""The kind of file."""
SALT = 1 << 40
"""Sets the choice of the network apart from the game's own chance, which follows from the same seed."""


class NetworksBot:
    """Plays each game by one of many networks.

    Which one, a hash of the game's seed and the seat says, so that it stays the same for all of a game; that is the one thing
    in the states of its turn that it looks at.

    Args:
        weights: the networks, iteration by iteration, within one seat by seat.
        share: float64 ``[iterations]``: how often each iteration's are chosen.
        name: what tables call it.
    """

    def __init__(self, weights: Weights, share: np.ndarray, *, name: str = "networks") -> None:
        self.name = name
        self._weights = weights
        self._below = np.cumsum(share) / share.sum()
        self._a_iteration = len(weights.base) // len(share)

    def act(self, turn: Turn) -> np.ndarray:
        """An action for every row, drawn from the row's own stream."""
        actions = np.zeros(len(turn.mask), np.int64)
        play(
            turn.states, turn.seat, turn.observation, turn.mask, turn.random, self._weights, self._below, self._a_iteration,
            actions,
        )  # fmt: skip
        return actions


@kernel(nogil=True, wraps=True)
def play(states, seats, observations, masks, random, weights, below, an_iteration, actions):
    """Draws a legal action for every row.

    An iteration has `an_iteration` networks, one for each seat or one for all; ``below[t]`` is the part of the games that
    iterations up to t play.
    """
    units, chooser = np.zeros((2, weights.first.shape[2]), np.float32), np.zeros(1, np.uint64)
    advantage, chance = np.zeros(masks.shape[1], np.float32), np.zeros(masks.shape[1])
    for i in range(len(masks)):
        chooser[0] = states[i].seed + mix(np.uint64(SALT + seats[i]))
        iteration = min(np.searchsorted(below, unit(chooser), "right"), len(below) - 1)
        k = iteration * an_iteration + seats[i] % an_iteration
        advantages(weights, k, observations[i], masks[i], units, advantage)
        matched(advantage, masks[i], chance)
        actions[i] = drawn(chance, random[i])


def save_networks(
    path: str | os.PathLike[str],
    rules: Rules,
    options: Any,
    weights: Weights,
    share: np.ndarray,
    training: Mapping[str, Any],
) -> None:
    """Writes networks with all that `load_networks` checks.

    Args:
        path: the file.
        rules: the game that they play.
        options: the game's options.
        weights: see `NetworksBot`.
        share: likewise.
        training: how they came about, kept for the reader.
    """
    about = {
        "game": rules.name,
        "version": rules.version,
        "options": dataclasses.asdict(options),
        "layout": rules.layout_of(options).digest,
        "training": dict(training),
    }
    write_arrays(path, NETWORKS, about, {**weights._asdict(), "share": share})


def load_networks(path: str | os.PathLike[str], rules: Rules, options: Any) -> NetworksBot:
    """The bot that `save_networks` wrote, named after the file.

    Raises:
        InvalidFile: the file is damaged, or its networks were trained for another game, version, options or layout.
    """
    about, arrays = read_arrays(path, NETWORKS)
    check_match(path, about, rules, options)
    if about.get("layout") != rules.layout_of(options).digest:
        raise InvalidFile(
            f"{path}: the observation layout of {rules.name} has changed since these networks were trained"
        )
    if not _whole(arrays, rules.layout_of(options).size, rules.actions, options.seats):
        raise InvalidFile(f"{path}: its arrays are not those of networks for {rules.name}")
    share = arrays.pop("share")
    return NetworksBot(Weights(**arrays), share, name=pathlib.Path(path).stem)


def _whole(arrays: Mapping[str, np.ndarray], features: int, actions: int, seats: int) -> bool:
    """Do arrays fit each other and a game?"""
    if set(arrays) != {*Weights._fields, "share"}:
        return False
    weights, share = Weights(**{name: arrays[name] for name in Weights._fields}), arrays["share"]
    if weights.bias.ndim != 3 or share.ndim != 1 or not len(share) or not weights.bias.shape[1]:
        return False
    networks, layers, width = weights.bias.shape
    shapes = ((features, width), (layers - 1, width, width), (layers, width), (actions, width), (actions,))
    fits = all(array.shape == (networks, *shape) for array, shape in zip(weights, shapes, strict=True))
    fits = fits and {array.dtype for array in weights} == {np.dtype(np.float32)} and share.dtype == np.float64
    fits = fits and networks in (len(share), seats * len(share))
    return fits and all(bool(np.isfinite(array).all()) for array in (*weights, share)) and bool((share > 0).all())
