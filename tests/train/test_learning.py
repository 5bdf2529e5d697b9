"""That it learns: Kuhn poker, where right play is known, and what a bot plays."""

import pathlib

import pytest

from cardenvs import solve, spec
from cardenvs.agents.policy import load_policy
from cardenvs.envs.vector import VectorEnv
from cardenvs.solve.views import views
from cardenvs.train import ppo
from cardenvs.train.selfplay_ppo import SelfPlayPPO

from .support import small

CONFIG = pathlib.Path(__file__).parents[2] / "configs" / "ppo" / "kuhn_poker.yaml"


@pytest.fixture(scope="module")
def tree():
    return solve.build("kuhn_poker")


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_short_run_comes_near_the_equilibrium(tree, tmp_path, seed):
    words = (
        f"--seed {seed} --output {tmp_path} --total_steps 200_000 --evaluation.interval 0 --progress false".split()
    )
    result = ppo.train(ppo.load_config(CONFIG, words))
    rules, seen = spec("kuhn_poker"), views(tree)
    policy = load_policy(result.policy, rules, rules.options())
    strategy = seen.strategy(tree, policy.logits(seen.observation))
    assert solve.exploitability(tree, strategy) < 0.1  # of uniform play: 0.458
    assert abs(solve.values(tree, strategy)[0] + 1 / 18) < 0.1
    assert result.match is not None
    assert result.match.difference[0].payoff.low > 0  # against random


def test_the_policy_sets_out_from_a_bot(tmp_path):
    """At first its moves are the bot's; then they are its own, and learnt from by PPO."""
    config = small(
        tmp_path, game="leduc_poker", imitation={"steps": 20_000}, opponents={"self": 1.0}, average={}, net=[32],
        total_steps=22_000, num_envs=64, batch=1000, minibatch=100, epochs=4, learning_rate=5e-3, learning_rate_end=None,
    )  # fmt: skip
    games = VectorEnv(spec("leduc_poker"), spec("leduc_poker").options(), config.num_envs)
    learner = SelfPlayPPO(config, games, "cpu")
    likelihoods = []
    while learner.imitating:
        learner.collect()
        values = learner.update(1.0)
        likelihoods.append(values["train/objective"])
    assert likelihoods[0] < -0.3
    assert likelihoods[-1] > -0.05  # on average the bot's own move has 95 %
    assert values["train/ent_coef"] == 0
    assert 20_000 <= learner.steps < 21_200
    learner.collect()
    assert learner.update(1.0)["train/ent_coef"] == config.ent_coef
    learner.close()
