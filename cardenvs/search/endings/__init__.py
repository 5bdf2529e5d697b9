"""Games whose play with open hands is solved exactly, each by a module of its name here.

A module offers ``games_of(options)``, its tables, and registers one compiled function under their dtype. Generic code
calls `open_action` and gets a game's best action, or NONE where there is no exact answer: in an auction, or in a game
that has no module here.
"""

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any

import numpy as np
from numba.extending import overload
from numba.np import numpy_support

from ...core.kernel import kernel, stamp_tag
from ...core.record import record, tag_of
from ...core.rules import Rules
from ..tricks import NONE

__all__ = ["ending_of", "open_action", "register_ending"]

_ENDINGS: dict[np.dtype, Callable[..., Any]] = {}


def register_ending(games: np.dtype, function: Callable[..., Any], module: str) -> None:
    """Lets generic code find a game's solver by the dtype of its tables.

    ``function(games, s, cards, memo, tried) -> action`` may move nothing in the state `s`; it answers where the hand to
    play has at most `cards` cards.
    """
    _ENDINGS[games] = function
    stamp_tag(str(tag_of(games)), module)


def ending_of(rules: Rules, options: Any) -> np.ndarray:
    """The tables of a game's solver for given options; of no solver where the game has none."""
    name = f"{__name__}.{rules.name}"
    if importlib.util.find_spec(name) is None:
        return np.zeros(1, UNSOLVED)
    tables: np.ndarray = importlib.import_module(name).games_of(options)
    return tables


def open_action(games, states, i, cards, memo, tried):
    """The best action in game i with all hands open, NONE where that is not known."""
    return _ENDINGS[games.dtype](games, states[i], cards, memo, tried)


@overload(open_action)
def _open_action(games, states, i, cards, memo, tried):
    function = _ENDINGS[numpy_support.as_dtype(games.dtype)]
    return lambda games, states, i, cards, memo, tried: function(games, states[i], cards, memo, tried)


UNSOLVED = record("unsolved", ("nothing", np.int64))


@kernel
def no_answer(games, s, cards, memo, tried):
    """Of a game without a solver."""
    return np.int64(NONE)


register_ending(UNSOLVED, no_answer, __name__)
