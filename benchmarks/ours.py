"""The contestants of this package: a game of the registry, and the toy beside it."""

import numpy as np

import cardenvs
import toy_whist
from cardenvs.core import drivers
from cardenvs.core.random import stream, streams
from measure import Loop
from toy_aec import ToyWhistEnv

__all__ = ["BATCH", "ToyWhistEnv", "game_batch", "game_playout", "toy_batch", "toy_playout"]

BATCH = 1024


def game_playout(game: str, observed: bool) -> Loop:
    """Random legal play of one table in one compiled loop."""
    table = cardenvs.table(game)
    random = stream(0)
    mask = table.mask()
    observation = np.zeros(table.layout.size if observed else 0, np.float32)

    def loop(steps: int) -> int:
        drivers.playout(table.states, 0, table.blank, random, steps, mask, observation)
        return steps

    return loop


def toy_playout(observed: bool) -> Loop:
    """The same for the toy."""
    states = np.zeros(1, toy_whist.STATE)
    states["over"] = True
    mask = np.zeros(toy_whist.ACTIONS, np.int8)
    observation = np.zeros(toy_whist.FEATURES if observed else 0, np.float32)

    def loop(steps: int) -> int:
        toy_whist.playout(states, steps, mask, observation)
        return steps

    return loop


def game_batch(game: str) -> Loop:
    """`cardenvs.vector` with random legal actions: checks, rewards, observations and masks included."""
    batch = cardenvs.vector(game, BATCH)
    actions = np.zeros(BATCH, np.int64)
    chance = streams(1, BATCH)

    def loop(steps: int) -> int:
        for _ in range(-(-steps // BATCH)):
            drivers.random_batch(batch.action_mask, chance, actions)
            batch.step(actions)
        return -(-steps // BATCH) * BATCH

    return loop


def toy_batch() -> Loop:
    """The same for the toy, with nothing checked and nothing paid."""
    states = np.zeros(BATCH, toy_whist.STATE)
    states["random"] = streams(0, BATCH)
    observations = np.zeros((BATCH, toy_whist.FEATURES), np.float32)
    masks = np.zeros((BATCH, toy_whist.ACTIONS), np.int8)
    done = np.zeros(BATCH, np.bool_)
    actions = np.zeros(BATCH, np.int64)
    chance = streams(1, BATCH)
    toy_whist.reset_batch(states, observations, masks)

    def loop(steps: int) -> int:
        for _ in range(-(-steps // BATCH)):
            drivers.random_batch(masks, chance, actions)
            toy_whist.step_batch(states, actions, observations, masks, done)
        return -(-steps // BATCH) * BATCH

    return loop
