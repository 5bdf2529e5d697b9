"""Playing a game on to the end of its deal, or where a match pays later to the next payment: by a game's exact ending where it has one, else by a playout policy.

A playout policy is an array of one record whose dtype says which: `UNIFORM`, or the option record of a game, by which
generic code finds the game's rule-based bot.
"""

import numpy as np
from numba.extending import overload
from numba.np import numpy_support

from ..core.cards import next_action
from ..core.drivers import random_action
from ..core.kernel import kernel
from ..core.record import record
from ..core.rules import apply, choose, legal, observe
from .endings import open_action

__all__ = ["UNIFORM", "deal_done", "play_on", "policy_action", "uniform"]

UNIFORM = record("uniform", ("nothing", np.int64))
"""The policy that plays any legal action."""


def uniform() -> np.ndarray:
    """The playout policy `UNIFORM`."""
    return np.zeros(1, UNIFORM)


def policy_action(policy, states, i, mask, n, observation, random):
    """The policy's action in game i; `mask` holds the n legal ones, `observation` is overwritten."""
    if policy.dtype == UNIFORM:
        return random_action(mask, n, random)
    if n == 1:  # nobody has to look at the game for that
        return next_action(mask, 0)
    observe(states, i, states[i].seat, observation)
    return choose(policy, observation, mask)


@overload(policy_action)
def _policy_action(policy, states, i, mask, n, observation, random):
    if numpy_support.as_dtype(policy.dtype) == UNIFORM:
        return lambda policy, states, i, mask, n, observation, random: random_action(mask, n, random)

    def by_the_rules(policy, states, i, mask, n, observation, random):
        if n == 1:
            return next_action(mask, 0)
        observe(states, i, states[i].seat, observation)
        return choose(policy, observation, mask)

    return by_the_rules


@kernel
def deal_done(states, i, root, j):
    """Is game i over, or past the deal of game j of `root` and somebody was paid since?"""
    if states[i].over:
        return True
    if states[i].deal_number == root[j].deal_number:
        return False
    paid = False
    for seat in range(len(states[i].payoff)):
        paid |= states[i].payoff[seat] != root[j].payoff[seat]
    return paid


@kernel
def play_on(states, i, root, j, policy, games, cards, memo, tried, mask, observation, random):
    """Plays game i on until `deal_done`.

    Args:
        states: ``[n]``, games.
        i: which of them.
        root: ``[m]``, games.
        j: the one among them that game i comes from.
        policy: plays where there is no exact answer.
        games: the tables of the game's solver (`endings.ending_of`).
        cards: the solver plays hands of at most so many cards.
        memo: of the solver.
        tried: int64 ``[1]``, what it counts.
        mask: int8 ``[actions]``, overwritten.
        observation: float32 ``[features]``, overwritten.
        random: a stream.
    """
    while not deal_done(states, i, root, j):
        n = legal(states, i, mask)
        action = open_action(games, states, i, cards, memo, tried)
        if action < 0:
            action = policy_action(policy, states, i, mask, n, observation, random)
        apply(states, i, action)
