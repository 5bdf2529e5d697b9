"""What the learner sees and is credited with, against a slow reference that plays one game at a time."""

import zlib

import numpy as np
import pytest

from cardenvs import Table, spec
from cardenvs.agents import make_bot
from cardenvs.core.random import stream
from cardenvs.envs.vector import VectorEnv
from cardenvs.train.config import Reward
from cardenvs.train.selfplay import Opponents, SelfPlayVecEnv

ROWS, STEPS, SEED = 7, 40, 3
GAMES = [
    ("kuhn_poker", {}),
    ("leduc_poker", {}),
    ("loo", {"seats": 2}),
    ("loo", {"seats": 5}),
    ("pam_loo", {"seats": 4}),
    ("loo", {"seats": 3, "episode": "match"}),
]


def pick(observation, mask, salt):
    """A legal action that follows from what is seen alone."""
    legal = np.flatnonzero(mask)
    return int(legal[zlib.crc32(observation.tobytes() + salt) % len(legal)])


class Fixed:
    """An opponent whose actions follow from what it sees alone."""

    name = "fixed"

    def act(self, turn):
        return np.array([pick(*pair, b"other") for pair in zip(turn.observation, turn.mask, strict=True)])


def environment(game, options, reward=None, shares=None, bots=()):
    rules = spec(game)
    games = VectorEnv(rules, rules.options(**options), ROWS, SEED)
    opponents = Opponents(shares or {"fixed": 1.0}, bots or [Fixed()], 4)
    return SelfPlayVecEnv(games, opponents, reward or Reward(scale=1.0), 99)


def played(env, steps):
    """Per row: observation, reward and done of each of the learner's decisions."""
    seen, transitions = env.reset(), [[] for _ in range(env.num_envs)]
    for _ in range(steps):
        actions = [pick(*pair, b"learner") for pair in zip(seen, env.action_masks(), strict=True)]
        following, rewards, dones, infos = env.step(np.array(actions))
        for row, experience in enumerate(zip(seen.copy(), rewards, dones, infos, strict=True)):
            transitions[row].append(experience)
        seen = following
    return transitions


def reference(game, options, row, steps):
    """The same by a table, episode by episode; also how many episodes gave the learner nothing to decide."""
    rules = spec(game)
    table = Table(rules, rules.options(**options))
    table._stream = stream(SEED, row)
    table.reset()  # the batch deals once when it is made
    while table.over:
        table.reset()
    transitions, idle, episode = [], 0, 0
    while len(transitions) < steps:
        table.reset()
        if table.over:
            continue
        learner = (row + episode) % table.seats
        decisions = []
        while not table.over:
            observation = table.observe(table.seat)
            own = table.seat == learner
            if own:
                decisions.append((observation, table.payoffs[learner]))
            table.step(pick(observation, table.mask(), b"learner" if own else b"other"))
        episode += 1
        idle += not decisions
        paid = [0, *(before for _, before in decisions[1:]), table.payoffs[learner]]
        for k, (observation, _) in enumerate(decisions):
            last = k == len(decisions) - 1
            end = (table.observe(learner), len(decisions), table.payoffs[learner]) if last else None
            transitions.append((observation, paid[k + 1] - paid[k], last, end))
    return transitions[:steps], idle


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_transitions_are_those_of_a_slow_reference(game, options):
    got = played(environment(game, options), STEPS)
    for row in range(ROWS):
        wanted, _ = reference(game, options, row, STEPS)
        for (seen, reward, done, info), (observation, paid, last, end) in zip(got[row], wanted, strict=True):
            np.testing.assert_array_equal(seen, observation)
            assert (reward, done) == (paid, last)
            if last:
                view, length, payoff = end
                np.testing.assert_array_equal(info["terminal_observation"], view)
                assert info["episode"] == {"r": payoff, "l": length}
                assert not info["TimeLimit.truncated"]
            else:
                assert info == {}
