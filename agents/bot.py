"""The one protocol of all players: compiled bots, torch policies, searches, programs, people."""

import dataclasses
import importlib
from typing import Any, Protocol

import numpy as np

from ..core import drivers
from ..core.rules import Rules, has_bot
from ..errors import IllegalAction

__all__ = ["FORFEIT", "Bot", "RandomBot", "RulesBot", "Turn", "single_move", "single_turn"]

FORFEIT = -1
"""In place of an action: the player failed, and loses the game."""


@dataclasses.dataclass(frozen=True, slots=True)
class Turn:
    """One decision in each of n independent games of the same rules and options.

    A bot draws randomness from `random` alone: each game has a stream of its own for each bot, so that what is played
    does not depend on which games share a batch.
    """

    observation: np.ndarray
    """float32 ``[n, features]``: what the seat to act sees."""
    mask: np.ndarray
    """int8 ``[n, actions]``, 1 = legal."""
    seat: np.ndarray
    """int64 ``[n]``: the seat to act."""
    random: np.ndarray
    """uint64 ``[n, 1]``: the streams, advanced in place."""
    states: np.ndarray
    """``[n]`` copies of the state records, for search: a bot that looks into one must `redeal` it first."""


class Bot(Protocol):
    """Anything that plays.

    Where a player may fail without that being an error of the program at hand, it answers FORFEIT and says why in
    `excuses` (a dict, by row); the arena books the penalty. If it holds something open, `close` ends that.
    """

    name: str
    """What tables call it."""

    def act(self, turn: Turn) -> np.ndarray:
        """A legal action for every row: int64 ``[n]``."""
        ...


class RandomBot:
    """Plays uniformly random legal actions."""

    name = "random"

    def act(self, turn: Turn) -> np.ndarray:
        """A uniformly random legal action for every row."""
        actions = np.zeros(len(turn.mask), np.int64)
        drivers.random_batch(turn.mask, turn.random, actions)
        return actions


class RulesBot:
    """Plays by the advice of section 11 of the game's rules."""

    name = "rules"

    def __init__(self, rules: Rules, options: Any) -> None:
        if not has_bot(rules.option_record):
            importlib.import_module(f".rules.{rules.name}", __package__)  # registers the compiled function
        self._options = rules.encoded(options)

    def act(self, turn: Turn) -> np.ndarray:
        """The book's move for every row."""
        actions = np.zeros(len(turn.mask), np.int64)
        drivers.choose_batch(self._options, turn.observation, turn.mask, actions)
        return actions


def single_turn(observation: np.ndarray, mask: np.ndarray, states: np.ndarray, random: np.ndarray) -> Turn:
    """The decision of the seat to act in one game.

    Args:
        observation: float32 ``[features]``, what that seat sees.
        mask: int8 ``[actions]``.
        states: ``[1]``, the game; the turn holds a copy.
        random: uint64 ``[1]``, the bot's stream.
    """
    return Turn(observation[None], mask[None], states["seat"].copy(), random[None], states.copy())


def single_move(bot: Bot, turn: Turn) -> int:
    """A bot's action in a turn of one game, where nobody could book a forfeit.

    Raises:
        IllegalAction: it forfeits.
    """
    action = int(bot.act(turn)[0])
    if action == FORFEIT:
        reason = getattr(bot, "excuses", {}).get(0, "it gave up")
        raise IllegalAction(f"bot {bot.name}: {reason}")
    return action
