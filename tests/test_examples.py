"""The example game of the guide "Add a game", from outside the package: the property tests hold for it too."""

import inspect

import numpy as np
import pytest

import cardenvs
from cardenvs.errors import UnknownGame
from examples import high_card

from . import test_battery as battery
from . import test_trees as trees
from .support import Case
from .walker import grown

CASES = [
    Case("high_card", "defaults", {}), Case("high_card", "full", {"seats": 4, "stake": 3}),
    Case("high_card", "mini", {"seats": 2, "cards": 4}),
]  # fmt: skip
PROPERTIES = {
    name: test
    for name, test in vars(battery).items()
    if name.startswith("test_") and list(inspect.signature(test).parameters) == ["case"]
}


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("name", PROPERTIES)
def test_a_property_of_every_game(name, case):
    PROPERTIES[name](case)


@pytest.mark.parametrize("name", [name for name in vars(trees) if name.startswith("test_") and "size" not in name])
def test_a_property_of_every_tree(name):
    case = CASES[-1]
    given = {"case": case, "tree": grown(case.rules, case.rules.options(**case.values))}
    test = vars(trees)[name]
    test(**{parameter: given[parameter] for parameter in inspect.signature(test).parameters})


def test_the_highest_card_is_paid_by_all():
    table = cardenvs.table("high_card", seats=3, stake=2).reset(hands=["7S", "QS", "2S"], stock="AS 3S", dealer=2)
    for action in ("change", "keep", "change"):
        table.step(action)
    assert table.payoffs == [4, -2, -2]


def test_it_is_an_environment_and_a_batch():
    env = cardenvs.make("high_card", seats=4)
    env.reset(seed=5)
    for _ in env.agent_iter():
        seen, _, terminated, _, _ = env.last()
        env.step(None if terminated else int(seen["action_mask"].argmax()))
    batch = cardenvs.vector("high_card", num_envs=3, seed=5, seats=4)
    for _ in range(4):
        batch.step(batch.action_mask.argmax(axis=1))
    assert batch.done.all()
    assert batch.payoff[0].tolist() == env.payoffs


def test_the_bot_is_found_and_is_better_than_chance():
    result = cardenvs.arena("high_card", ["rules", "random"], deals=500, seed=1)
    assert result.difference[0].payoff.low > 0
    assert np.isclose(sum(payoff.mean for payoff in result.payoff), 0)


def test_a_game_that_nobody_registered_is_unknown():
    assert cardenvs.spec("high_card") is high_card.RULES
    with pytest.raises(UnknownGame, match="no game 'higher_card'"):
        cardenvs.spec("higher_card")
