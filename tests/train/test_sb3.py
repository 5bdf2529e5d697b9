"""What the learner sees and is credited with, against a slow reference that plays one game at a time."""

import zlib

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from cardenvs import Table, spec
from cardenvs.core.random import stream
from cardenvs.envs.vector import VectorEnv
from cardenvs.train.config import Pool, Reward
from cardenvs.train.league import League
from cardenvs.train.sb3 import SelfPlayVecEnv, actor_of

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
    league = League(shares or {"fixed": 1.0}, bots or [Fixed()], Pool(size=4))
    return SelfPlayVecEnv(games, league, reward or Reward(scale=1.0), 99)


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


class Timid:
    """An opponent that refuses to play whenever it may."""

    name = "timid"

    def act(self, turn):
        refuse = spec("loo").action_index["REFUSE"]
        return np.where(turn.mask[:, refuse], refuse, turn.mask.argmax(axis=1))


def reference(game, options, row, steps, other=lambda seen, mask: pick(seen, mask, b"other")):
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
            mask = table.mask()
            table.step(pick(observation, mask, b"learner") if own else other(observation, mask))
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


def test_an_episode_without_a_decision_of_the_learner_is_counted_and_gives_nothing():
    options = {"seats": 3}
    env = environment("loo", options, bots=[Timid()])
    got = played(env, STEPS)
    counts = env.take_counts()[0]
    refuse = spec("loo").action_index["REFUSE"]
    wanted = [
        reference("loo", options, row, STEPS + 1, lambda _, mask: refuse if mask[refuse] else int(mask.argmax()))
        for row in range(ROWS)
    ]
    for row, (transitions, _) in zip(got, wanted, strict=True):
        assert [(paid, done) for _, paid, done, _ in row] == [(p, last) for _, p, last, _ in transitions[:STEPS]]
    assert counts.idle == sum(idle for _, idle in wanted) > 0
    ends = [info["episode"] for row in got for *_, info in row if info]
    assert (counts.episodes, counts.payoff) == (len(ends), sum(end["r"] for end in ends))
    assert env.take_counts()[0].moves == 0


def test_the_learner_sits_in_every_seat_in_turn():
    env = environment("kuhn_poker", {})
    env.reset()
    seats = [env.learner.copy()]
    for _ in range(20):
        _, _, dones, _ = env.step(np.argmax(env.action_masks(), axis=1))
        seats.append(env.learner.copy())
        idle = env.take_counts()[0].idle
        if idle == 0:
            np.testing.assert_array_equal(seats[-1], (seats[-2] + dones) % 2)
    assert {seat for row in seats for seat in row} == {0, 1}


@pytest.mark.parametrize(
    ("reward", "value"),
    [
        (Reward(), lambda x: x / 3),
        (Reward(scale=2.0), lambda x: x / 2),
        (Reward(transform="clip", bound=0.5), lambda x: np.clip(x / 3, -0.5, 0.5)),
        (Reward(scale=1.0, transform="symlog"), lambda x: np.sign(x) * np.log1p(abs(x))),
    ],
)
def test_an_episodes_rewards_sum_to_its_transformed_payoff(reward, value):
    for row in played(environment("loo", {"seats": 4}, reward), STEPS):
        total = 0.0
        for _, paid, done, info in row:
            total += paid
            if done:
                assert total == pytest.approx(value(info["episode"]["r"]), abs=1e-5)
                total = 0.0


def test_sb3_contrib_finds_the_masks():
    env = environment("leduc_poker", {})
    env.reset()
    assert is_masking_supported(env)
    np.testing.assert_array_equal(get_action_masks(env), env.games.action_mask)


def test_maskable_ppo_learns_from_it():
    env = environment("kuhn_poker", {}, shares={"self": 0.5, "pool": 0.5})
    model = MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=28, device="cpu", seed=0)
    env.league.current = actor_of(model.policy)
    before = actor_of(model.policy).last.weight.detach().clone()
    env.league.add(env.league.current)
    model.learn(2 * 8 * ROWS)
    assert env.take_counts()[0].moves > 2 * 8 * ROWS
    assert not before.equal(env.league.current.last.weight)
    assert before.equal(env.league.versions[0].last.weight)
