"""Who is met how often, and which versions stay in the pool."""

import numpy as np
import pytest
from torch import nn

from cardenvs import spec
from cardenvs.agents import make_bot
from cardenvs.train.config import Pool
from cardenvs.train.experience import CURRENT, ROW, begin_episodes
from cardenvs.train.league import League

SHARES = {"rules": 2.0, "self": 1.0, "pool": 3.0, "random": 4.0}


def league(**pool):
    rules = spec("kuhn_poker")
    bots = [make_bot(name, rules, rules.options()) for name in ("rules", "random")]
    return League(SHARES, bots, Pool(size=3, **pool))


def version(number):
    policy = nn.Linear(1, 1)
    nn.init.constant_(policy.bias, number)
    return policy


def numbers(league):
    return [int(policy.bias.item()) for policy in league.versions]


def drawn(league):
    """Shares of the player codes in the seats that the learner does not hold for certain."""
    rows = np.zeros(20_000, ROW)
    rows["random"] = np.arange(1, 20_001, dtype=np.uint64)[:, None] << np.uint64(20)
    begin_episodes(rows, np.arange(len(rows)), 2, league.bounds())
    assert (rows["learner"] == 1).all()
    assert (rows["player"][:, 1] == CURRENT).all()
    return np.bincount(rows["player"][:, 0]) / len(rows)


def test_opponents_are_drawn_by_their_shares():
    group = league()
    np.testing.assert_allclose(drawn(group), [0.4, 0.2, 0.4], atol=0.02)
    for k in range(3):
        group.add(version(k))
    np.testing.assert_allclose(drawn(group), [0.1, 0.2, 0.4, 0.1, 0.1, 0.1], atol=0.02)


def test_versions_that_win_are_met_more_often_where_they_have_priority():
    group = league(priority=2.0)
    for k in range(3):
        group.add(version(k))
    group.scores[:] = [[8, 8], [8, 4], [8, 0]]  # with two even games each: won 0.9, 0.5, 0.1
    weights = np.array([0.01, 0.25, 0.81])
    np.testing.assert_allclose(drawn(group)[3:], 0.3 * weights / weights.sum(), atol=0.02)


def test_a_full_pool_drops_its_oldest_version():
    group = league()
    policies = [version(k) for k in range(5)]
    for policy in policies:
        group.add(policy)
    assert numbers(group) == [3, 4, 2]
    nn.init.constant_(policies[2].bias, 99)  # the pool holds copies
    assert numbers(group) == [3, 4, 2]


def test_a_pool_of_all_is_a_uniform_sample_of_them():
    held = np.zeros(8)
    policies = [version(k) for k in range(8)]
    for seed in range(400):
        group = League({"pool": 1.0}, [], Pool(size=3, keep="all"), seed)
        for policy in policies:
            group.add(policy)
        held[numbers(group)] += 1
    np.testing.assert_allclose(held / 400, 3 / 8, atol=0.1)  # four deviations


@pytest.mark.parametrize("keep", ["latest", "all"])
def test_a_new_version_has_no_record(keep):
    group = league(keep=keep)
    for k in range(3):
        group.add(version(k))
    group.scores[:] = 5
    group.add(version(3))
    changed = [slot for slot, number in enumerate(numbers(group)) if number == 3]
    assert group.scores[changed].sum() == 0
    assert (np.delete(group.scores, changed, 0) == 5).all()
