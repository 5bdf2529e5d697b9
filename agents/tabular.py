"""A solved strategy as a bot: a table of probabilities by information set, read from one file."""

import dataclasses
import os
import pathlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..arrays import read_arrays, write_arrays
from ..core.drivers import random_action
from ..core.kernel import kernel
from ..core.knowledge import key
from ..core.random import unit
from ..core.rules import Rules
from ..errors import InvalidFile
from ..solve.tabular import Tabular
from .bot import Turn
from .policy import check_match

__all__ = ["STRATEGY", "TabularBot", "load_strategy", "save_strategy"]

STRATEGY = "strategy"
"""The kind of file."""


class TabularBot:
    """Plays by the probabilities of a table, and at random in information sets that are not in it.

    It looks into the states of its turn for one thing: the key of the seat to act, which is what that seat knows.
    """

    def __init__(self, table: Tabular, *, name: str = "strategy") -> None:
        self.name = name
        self._table = table

    def act(self, turn: Turn) -> np.ndarray:
        """An action for every row, drawn from the row's own stream."""
        actions = np.zeros(len(turn.mask), np.int64)
        table = self._table
        draw_actions(turn.states, turn.seat, turn.mask, turn.random, table.key, table.first, table.chance, actions)
        return actions


@kernel(nogil=True)
def draw_actions(states, seats, masks, random, keys, first, chance, actions):
    """Draws a legal action for every row from its information set's probabilities; uniformly where there are none."""
    for i in range(len(masks)):
        legal_actions = 0
        for action in range(masks.shape[1]):
            legal_actions += masks[i, action]
        own = key(states[i], seats[i])
        k = np.searchsorted(keys, own)
        if k == len(keys) or keys[k] != own or first[k + 1] - first[k] != legal_actions:
            actions[i] = random_action(masks[i], legal_actions, random[i])
            continue
        left = unit(random[i])
        q = first[k]
        for action in range(masks.shape[1]):
            if masks[i, action] == 0:
                continue
            if chance[q] > 0:
                actions[i] = action  # the last possible one stands where rounding leaves a crumb
                left -= chance[q]
                if left < 0:
                    break
            q += 1


def save_strategy(
    path: str | os.PathLike[str], rules: Rules, options: Any, table: Tabular, training: Mapping[str, Any]
) -> None:
    """Writes a table with all that `load_strategy` checks; probabilities are kept in 32 bits.

    Args:
        path: the file.
        rules: the game that it plays.
        options: the game's options.
        table: the strategy.
        training: how it came about, kept for the reader.
    """
    about = {
        "game": rules.name,
        "version": rules.version,
        "options": dataclasses.asdict(options),
        "training": dict(training),
    }
    widths = np.diff(table.first).astype(np.int16)
    arrays = {"key": table.key, "width": widths, "chance": table.chance.astype(np.float32)}
    write_arrays(path, STRATEGY, about, arrays)


def load_strategy(path: str | os.PathLike[str], rules: Rules, options: Any) -> TabularBot:
    """The bot that `save_strategy` wrote, named after the file.

    Raises:
        InvalidFile: the file is damaged, or its strategy was made for another game, version or options.
    """
    about, arrays = read_arrays(path, STRATEGY)
    check_match(path, about, rules, options)
    empty = np.empty(0)
    keys, widths, chance = (arrays.get(name, empty) for name in ("key", "width", "chance"))
    kinds = [keys.dtype == np.uint64, widths.dtype == np.int16, chance.dtype == np.float32]
    fits = all(kinds) and keys.ndim == 1 and widths.shape == keys.shape and bool((keys[1:] > keys[:-1]).all())
    fits = fits and bool((widths > 1).all()) and chance.shape == (int(widths.sum(dtype=np.int64)),)
    if not fits or not (np.isfinite(chance).all() and (chance >= 0).all()):
        raise InvalidFile(f"{path}: its arrays are not those of a table of probabilities")
    first = np.concatenate([[0], np.cumsum(widths, dtype=np.int64)])
    return TabularBot(Tabular(keys, first, chance.astype(np.float64)), name=pathlib.Path(path).stem)
