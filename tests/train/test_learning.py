"""That it learns: Kuhn poker, where right play is known."""

import pathlib

import pytest

from cardenvs import solve, spec
from cardenvs.agents.policy import load_policy
from cardenvs.solve.views import views
from cardenvs.train import ppo

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
