"""The examples for other frameworks, run for a moment: those whose framework is installed here.

All of them are run by `make integrations`, each in an environment of its own.
"""

import pathlib
import re

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
KUHN = "cardenvs/KuhnPoker-v0"
OWN = ("rllib", "agilerl")
"""Frameworks with an environment of their own."""


def test_maskable_ppo_of_sb3():
    from examples import sb3_maskable_ppo

    before, after = sb3_maskable_ppo.train(KUHN, seats=2, steps=512, episodes=5)
    assert np.isfinite([before, after]).all()


def test_ppo_in_the_manner_of_cleanrl_learns():
    from examples import cleanrl_ppo

    means = cleanrl_ppo.train(cleanrl_ppo.Config(game=KUHN, seats=2, updates=12, steps=32))
    assert np.mean(means[-4:]) > np.mean(means[:4])


def test_masked_actions_have_no_probability_and_no_share_in_the_entropy():
    torch = pytest.importorskip("torch")
    from examples.cleanrl_ppo import Agent

    policy = Agent(3, 4).policy(torch.zeros(1, 3), torch.tensor([[True, False, False, False]]))
    assert policy.probs.tolist() == [[1, 0, 0, 0]]
    assert policy.entropy().tolist() == [0]


def test_openspiel_solves_a_small_configuration():
    pytest.importorskip("pyspiel")
    from examples import openspiel_cfr

    assert openspiel_cfr.solve("kuhn_poker", iterations=50) < 0.01


@pytest.mark.filterwarnings("default")  # of the frameworks about each other
def test_dqn_of_tianshou():
    pytest.importorskip("tianshou")
    from examples import tianshou_dqn

    best = tianshou_dqn.train("kuhn_poker", seats=2, steps=200, epochs=1, tests=20)
    assert -2 <= best <= 2


@pytest.mark.filterwarnings("default")
def test_ppo_of_torchrl():
    pytest.importorskip("torchrl")
    from examples import torchrl_ppo

    losses = torchrl_ppo.train("kuhn_poker", seats=2, updates=2, steps=64)
    assert len(losses) == 2
    assert np.isfinite(losses).all()


@pytest.mark.parametrize("name", OWN)
def test_a_framework_with_its_own_environment_has_an_example_and_pinned_versions(name):
    assert len(list((ROOT / "examples").glob(f"{name}_*.py"))) == 1
    lines = (ROOT / f"examples/requirements/{name}.txt").read_text().splitlines()
    assert all(re.match(r"[\w\[\]]+(==|<)[\w.]+(  # |$)", line) for line in lines if line)


def test_make_knows_the_frameworks_with_their_own_environment():
    assert f"INTEGRATIONS := {' '.join(OWN)}" in (ROOT / "Makefile").read_text()
