"""That it learns: Kuhn poker, where right play is known."""

import pathlib

import numpy as np
import pytest

from cardenvs import spec
from cardenvs.agents.policy import load_policy
from cardenvs.train import ppo

from .best_response import Tree

CONFIG = pathlib.Path(__file__).parents[2] / "configs" / "ppo" / "kuhn_poker.yaml"


@pytest.fixture(scope="module")
def tree():
    return Tree("kuhn_poker", 2)


def test_the_best_response_is_right(tree):
    """Uniform play: -1/8 for the second seat; its exploitability is OpenSpiel's `exploitability.exploitability`."""
    uniform = tree.policy_of(np.zeros(tree.mask.shape))
    assert tree.value(uniform) == pytest.approx(1 / 8)
    assert tree.exploitability(uniform) == pytest.approx(0.458333, abs=1e-6)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_short_run_comes_near_the_equilibrium(tree, tmp_path, seed):
    words = (
        f"--seed {seed} --output {tmp_path} --total_steps 200_000 --evaluation.interval 0 --progress false".split()
    )
    result = ppo.train(ppo.load_config(CONFIG, words))
    rules = spec("kuhn_poker")
    policy = tree.policy_of(
        load_policy(result.policy, rules, rules.options()).logits(tree.observation).astype(float)
    )
    assert tree.exploitability(policy) < 0.1  # of uniform play: 0.458
    assert abs(tree.value(policy) + 1 / 18) < 0.1
    assert result.match is not None
    assert result.match.difference[0].payoff.low > 0  # against random
