"""A trained policy as a bot: a multilayer perceptron read from one file, run in NumPy (playing needs no torch)."""

import dataclasses
import json
import os
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..arrays import read_arrays, write_arrays
from ..core.kernel import kernel
from ..core.random import unit
from ..core.rules import Rules
from ..errors import InvalidFile
from .bot import Turn

__all__ = [
    "ACTIVATIONS",
    "PolicyBot",
    "best_actions",
    "check_match",
    "load_policy",
    "read_policy",
    "sample_actions",
    "save_policy",
]

ACTIVATIONS = ("tanh", "relu")
"""What may stand between two layers."""
CHUNK = 128
"""Rows that go through the network together, always as many: what a row gets does not depend on its company."""

Layers = Sequence[tuple[np.ndarray, np.ndarray]]
"""Weights (``[out, in]``) and biases (``[out]``), input to output; float32, or float16 in a file."""


class PolicyBot:
    """Plays as a trained network says: by its probabilities, or always its likeliest action."""

    def __init__(
        self, layers: Layers, activation: str = "tanh", *, greedy: bool = False, name: str = "policy"
    ) -> None:
        self.name = name
        self.greedy = greedy
        self._layers = [(np.ascontiguousarray(w.T, np.float32), b.astype(np.float32)) for w, b in layers]
        self._activation = activation
        self._block = np.zeros((CHUNK, self._layers[0][0].shape[0]), np.float32)

    def act(self, turn: Turn) -> np.ndarray:
        """An action for every row, drawn from the row's own stream unless the bot is greedy."""
        actions = np.zeros(len(turn.mask), np.int64)
        logits = self.logits(turn.observation)
        if self.greedy:
            best_actions(logits, turn.mask, actions)
        else:
            sample_actions(logits, turn.mask, turn.random, actions)
        return actions

    def logits(self, observation: np.ndarray) -> np.ndarray:
        """float32 ``[n, actions]``, not masked."""
        out = np.zeros((len(observation), len(self._layers[-1][1])), np.float32)
        for start in range(0, len(observation), CHUNK):
            rows = observation[start : start + CHUNK]
            self._block[: len(rows)] = rows
            self._block[len(rows) :] = 0
            out[start : start + CHUNK] = self._forward(self._block)[: len(rows)]
        return out

    def _forward(self, block: np.ndarray) -> np.ndarray:
        for weight, bias in self._layers[:-1]:
            block = block @ weight + bias
            block = np.tanh(block) if self._activation == "tanh" else np.maximum(block, 0)
        weight, bias = self._layers[-1]
        return np.asarray(block @ weight + bias)


@kernel(nogil=True)
def sample_actions(logits, masks, random, actions):
    """Draws a legal action for every row by inverse CDF of the masked softmax, one number of its stream each."""
    n_actions = masks.shape[1]
    for i in range(len(masks)):
        top = -np.inf
        for action in range(n_actions):
            if masks[i, action] != 0:
                top = max(top, np.float64(logits[i, action]))
        total = 0.0
        for action in range(n_actions):
            if masks[i, action] != 0:
                total += np.exp(np.float64(logits[i, action]) - top)
        left = unit(random[i]) * total
        for action in range(n_actions):
            if masks[i, action] != 0:
                actions[i] = action  # the last legal one stands where rounding leaves a crumb
                left -= np.exp(np.float64(logits[i, action]) - top)
                if left < 0:
                    break


@kernel(nogil=True)
def best_actions(logits, masks, actions):
    """The likeliest legal action for every row, the lowest index of equals."""
    for i in range(len(masks)):
        top = -np.inf
        for action in range(masks.shape[1]):
            if masks[i, action] != 0 and logits[i, action] > top:
                top = logits[i, action]
                actions[i] = action


def save_policy(
    path: str | os.PathLike[str],
    rules: Rules,
    options: Any,
    layers: Layers,
    activation: str,
    training: Mapping[str, Any],
    *,
    greedy: bool = False,
    arena: Mapping[str, Any] | None = None,
) -> None:
    """Writes a policy with all that `load_policy` checks.

    Args:
        path: the file.
        rules: the game that it plays.
        options: the game's options.
        layers: its network.
        activation: one of `ACTIVATIONS`, between the layers.
        training: how it came about (the training configuration), kept for the reader.
        greedy: how it is to play unless told otherwise, see `load_policy`.
        arena: results of matches, kept for the reader.
    """
    about = {
        "game": rules.name,
        "version": rules.version,
        "options": dataclasses.asdict(options),
        "layout": rules.layout_of(options).digest,
        "sizes": [layers[0][0].shape[1], *(len(bias) for _, bias in layers)],
        "activation": activation,
        "greedy": greedy,
        "training": dict(training),
        "arena": dict(arena or {}),
    }
    arrays = {}
    for k, (weight, bias) in enumerate(layers):
        arrays[f"layer.{k}.weight"], arrays[f"layer.{k}.bias"] = weight, bias
    write_arrays(path, "policy", about, arrays)


def load_policy(
    path: str | os.PathLike[str],
    rules: Rules,
    options: Any,
    *,
    greedy: bool | None = None,
    name: str | None = None,
    label: str | None = None,
) -> PolicyBot:
    """The bot that `save_policy` wrote.

    Args:
        path: the file.
        rules: the game to be played.
        options: its options.
        greedy: always play the likeliest action, instead of by the probabilities; by default as saved.
        name: what to call the bot; by default the file's name.
        label: what errors call the file; by default its path.

    Raises:
        InvalidFile: the file is damaged, or its policy was trained for another game, version, options or layout.
    """
    about, layers = read_policy(path)
    label = label or str(path)
    check_match(label, about, rules, options)
    if about.get("layout") != rules.layout_of(options).digest:
        raise InvalidFile(
            f"{label}: the observation layout of {rules.name} has changed since this policy was trained"
        )
    if [about["sizes"][0], about["sizes"][-1]] != [rules.layout_of(options).size, rules.actions]:
        raise InvalidFile(f"{label}: its network has {about['sizes']} units, which don't fit {rules.name}")
    greedy = bool(about.get("greedy")) if greedy is None else greedy
    return PolicyBot(layers, about["activation"], greedy=greedy, name=name or pathlib.Path(path).stem)


def read_policy(path: str | os.PathLike[str]) -> tuple[dict[str, Any], Layers]:
    """What a saved policy says of itself (game, options, training, arena), and its network.

    Raises:
        InvalidFile: the file is damaged.
    """
    about, arrays = read_arrays(path, "policy")
    sizes: Any = about.get("sizes")
    activation = about.get("activation", "")
    try:
        layers = [(arrays[f"layer.{k}.weight"], arrays[f"layer.{k}.bias"]) for k in range(len(arrays) // 2)]
        wanted = zip(layers, sizes, sizes[1:], strict=False)
        fits = len(layers) == len(sizes) - 1
        fits &= all(
            weight.shape == (after, before) == (len(bias), before) for (weight, bias), before, after in wanted
        )
        fits &= {array.dtype.name for array in arrays.values()} <= {"float16", "float32"}
    except (KeyError, TypeError, IndexError):
        fits = False
    if not fits or activation not in ACTIVATIONS:
        raise InvalidFile(
            f"{path}: its arrays are not those of the network {sizes} ({activation}) that it declares"
        )
    return about, layers


def check_match(path: str | os.PathLike[str], about: dict[str, Any], rules: Rules, options: Any) -> None:
    """Checks that a saved bot was made for a game under given options.

    Args:
        path: its file, for the message.
        about: its description, with game, version and options.
        rules: the game to be played.
        options: its options.

    Raises:
        InvalidFile: it was made for another game, version or options.
    """
    if about.get("game") != rules.name:
        raise InvalidFile(f"{path}: made for {about.get('game')}, not for {rules.name}")
    if about.get("version") != rules.version:
        raise InvalidFile(
            f"{path}: made for version {about.get('version')} of {rules.name}, this is version {rules.version}"
        )
    made, wanted = about.get("options") or {}, json.loads(json.dumps(dataclasses.asdict(options)))
    for option in sorted(made.keys() | wanted.keys()):
        if made.get(option) != wanted.get(option):
            raise InvalidFile(
                f"{path}: made for {rules.name} with {option}={made.get(option)!r}, not {wanted.get(option)!r}"
            )
