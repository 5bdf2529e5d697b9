"""PettingZoo's environments: its own tests, and what they do not look at."""

import copy
import importlib
import pickle
import random
import warnings

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils import turn_based_aec_to_parallel, wrappers

import cardenvs
from cardenvs import loo_v0
from cardenvs.envs.aec import CardEnv
from cardenvs.errors import (
    GameOver,
    IllegalAction,
    InvalidArgument,
    InvalidCard,
    InvalidOption,
    NotReset,
    UnknownGame,
)

from ..support import NAMES, Case, golden_cases, seat_cases

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # they import their own environments by the old way
    from pettingzoo.test import api_test, render_test, seed_test

CASES = golden_cases() + seat_cases()


def env_of(case: Case, **arguments: object) -> CardEnv:
    return cardenvs.make(case.game, **case.values, **arguments)


def picked(env: CardEnv, chance: random.Random) -> int | None:
    """A random legal action, None where the agent has to leave."""
    observation, _, terminated, truncated, _ = env.last()
    if terminated or truncated:
        return None
    return chance.choice(np.flatnonzero(observation["action_mask"]).tolist())


def told(env: CardEnv) -> list[object]:
    """All that an environment tells, as it would read written down."""
    agents = env.possible_agents
    seen = [(x.tobytes(), y.tobytes()) for x, y in (env.observe(agent).values() for agent in agents)]
    books = [env.rewards, env._cumulative_rewards, env.terminations, env.truncations, env.infos]
    return [env.states.tobytes(), env.agent_selection, env.agents[:], seen, copy.deepcopy(books)]


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")  # said of any Dict
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_pettingzoo_api(case):
    api_test(env_of(case), num_cycles=30)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_pettingzoo_seed(case):
    seed_test(lambda: env_of(case), num_cycles=30)


def at_once(env: CardEnv) -> CardEnv:
    """The environment, its window without pauses between the moves."""
    env.metadata["render_fps"] = 0
    return env


@pytest.mark.parametrize("game", NAMES)
def test_pettingzoo_render(game):
    render_test(lambda render_mode: at_once(cardenvs.make(game, render_mode=render_mode)))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_table_batch_and_environment_play_the_same_games(case):
    env, vec, table = env_of(case), cardenvs.vector(case.game, 2, seed=5, **case.values), case.table(5)
    chance = random.Random(1)
    env.reset(seed=5)
    for _ in range(3):
        skipped = 0
        while table.over:
            skipped += 1
            table.reset()
        assert vec.skipped[0] == env.infos["player_0"]["skipped"] == skipped
        while not table.over:
            seen = env.last()[0]
            assert env.agent_selection == f"player_{table.seat}"
            assert vec.seat[0] == table.seat
            for mask in (vec.action_mask[0], table.mask()):
                assert np.array_equal(seen["action_mask"], mask)
            for observation in (vec.observation[0], table.observe(table.seat)):
                assert np.array_equal(seen["observation"], observation)
            action = chance.choice(table.legal())
            env.step(action)
            table.step(action)
            vec.step([action, vec.action_mask[1].argmax()])
            assert list(env.rewards.values()) == vec.reward[0].tolist()
            assert env.over == table.over == vec.done[0]
        assert env.payoffs == table.payoffs == vec.payoff[0].tolist()
        env.reset()
        table.reset()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_seat_is_told_all_it_was_paid(case):
    env, chance = env_of(case), random.Random(3)
    env.reset(seed=1)
    for _ in range(4):
        by_rewards = dict.fromkeys(env.possible_agents, 0.0)
        by_last = dict.fromkeys(env.possible_agents, 0.0)
        left = []
        for agent in env.agent_iter():
            by_last[agent] += env.last(observe=False)[1]
            action = picked(env, chance)
            if action is None:
                left.append(agent)
            env.step(action)
            for other, reward in env.rewards.items():
                by_rewards[other] += reward
        payoffs = dict(zip(env.possible_agents, map(float, env.payoffs), strict=True))
        assert by_last == by_rewards == payoffs
        assert left == env.possible_agents
        env.reset()


def test_a_seat_that_never_acts_is_told_its_reward():
    env = loo_v0.env(seats=3, initial_pool=9)
    env.reset(seed=1, options={"dealer": 0})
    acted = []
    for agent in env.agent_iter():
        _, reward, over, *_ = env.last()
        if not over:
            acted.append(agent)
        elif agent == "player_0":
            assert reward == 9
        env.step(None if over else env.rules.action_index["REFUSE"])
    assert acted == ["player_1", "player_2"]


def test_a_seat_that_acts_twice_in_a_row_keeps_its_rewards_apart():
    env, chance = loo_v0.env(seats=3), random.Random(0)
    env.reset(seed=0)
    repeats = 0
    for _ in range(20):
        while not env.over:
            mover = env.agent_selection
            env.step(picked(env, chance))
            if not env.over and env.agent_selection == mover:
                repeats += 1
                assert env.last()[1] == env.rewards[mover]
        env.reset()
    assert repeats > 0


@pytest.mark.parametrize("game", NAMES)
def test_masks_of_movers_idle_and_finished_seats(game):
    env, chance = cardenvs.make(game), random.Random(0)
    env.reset(seed=0)
    while not env.over:
        for agent in env.possible_agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.dtype == np.int8
            assert mask.any() == (agent == env.agent_selection)
        env.step(picked(env, chance))
    for agent in env.possible_agents:
        assert env.observe(agent)["action_mask"].all()


@pytest.mark.parametrize("game", NAMES)
def test_state_is_what_all_seats_see(game):
    env, chance = cardenvs.make(game), random.Random(0)
    env.reset(seed=0)
    while env.agents:
        seen = [env.observe(agent)["observation"] for agent in env.possible_agents]
        assert np.array_equal(env.state(), np.concatenate(seen))
        assert env.state_space.contains(env.state())
        env.step(picked(env, chance))


@pytest.mark.parametrize("game", NAMES)
def test_what_was_observed_is_never_overwritten(game):
    env, chance = cardenvs.make(game), random.Random(0)
    env.reset(seed=0)
    kept = []
    for _ in range(2):
        for agent in env.agent_iter():
            seen = env.last()[0]
            kept.append((seen, copy.deepcopy(seen), env.rewards, dict(env.rewards), agent))
            env.step(picked(env, chance))
        env.reset()
    for seen, then, *_ in kept:
        assert all(np.array_equal(seen[name], then[name]) for name in then)


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize(
    "how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)
def test_a_copy_continues_identically_from_any_point(case, how):
    env, chance = env_of(case), random.Random(0)
    env.reset(seed=0)
    twins = [how(env)]
    games = 0
    while games < 2:
        action = picked(env, chance)
        for one in (env, *twins):
            one.step(action)
        games += not env.agents
        for one in (env, *twins):
            if not one.agents:
                one.reset()
        assert all(told(one) == told(env) for one in twins)
        twins = [twins[-1], how(env)]


def test_a_copy_goes_its_own_way():
    env = cardenvs.make("leduc_poker")
    env.reset(seed=0)
    before, twin = told(env), copy.deepcopy(env)
    twin.step(int(twin.last()[0]["action_mask"].argmax()))
    assert told(env) == before


def test_an_environment_can_be_pickled_before_its_first_reset():
    env = pickle.loads(pickle.dumps(cardenvs.make("kuhn_poker")))
    env.reset(seed=0)
    assert env.agents == ["player_0", "player_1"]


@pytest.mark.parametrize("game", NAMES)
def test_an_illegal_action_changes_nothing(game):
    env = cardenvs.make(game)
    env.reset(seed=0)
    before = told(env)
    actions = env.rules.actions
    forbidden = np.flatnonzero(env.last()[0]["action_mask"] == 0).tolist()
    for action in [*forbidden[:1], -1, actions, 2**70, None, 0.0, "x", np.zeros(2)]:
        with pytest.raises(IllegalAction, match=f"{game}_v0: {env.agent_selection} may not .*; legal: "):
            env.step(action)
        assert told(env) == before


@pytest.mark.parametrize("kind", [int, np.int64, np.int32, np.uint8, np.array])
def test_any_integer_is_an_action(kind):
    env = cardenvs.make("kuhn_poker")
    env.reset(seed=0)
    assert env.step(kind(1)) is None
    assert env.agent_selection == "player_1"


def test_nothing_works_before_reset():
    env = cardenvs.make("kuhn_poker", render_mode="ansi")
    for use in (
        lambda: env.step(0),
        lambda: env.last(),
        lambda: env.observe("player_0"),
        lambda: env.state(),
        lambda: env.render(),
        lambda: env.agents,
        lambda: env.rewards,
        lambda: env.num_agents,
        lambda: env.seat,
        lambda: env.over,
        lambda: env.payoffs,
        lambda: next(env.agent_iter()),
    ):
        with pytest.raises(NotReset, match="kuhn_poker_v0: call reset"):
            use()
    assert not hasattr(env, "agent_selection")
    with pytest.raises(AttributeError, match="nonsense"):
        env.nonsense  # noqa: B018


def test_nothing_but_none_works_after_the_end():
    env = cardenvs.make("kuhn_poker")
    env.reset(seed=0)
    env.step(0)
    env.step(0)
    with pytest.raises(GameOver, match=r"player_0 can only step\(None\)"):
        env.step(0)
    env.step(None)
    env.step(None)
    with pytest.raises(GameOver, match="reset"):
        env.step(None)
    assert env.observe("player_1")["action_mask"].all()


@pytest.mark.parametrize("game", NAMES)
def test_a_deck_is_dealt_as_laid(game):
    table = cardenvs.table(game)
    deck = table.states["deck"][0][: table.states["deck_size"][0]].tolist()[::-1]
    dealer = table.seats - 1 if hasattr(table.options, "first_dealer") else 0
    options = {"deck": deck, "dealer": dealer, "nonsense": 1}
    env = cardenvs.make(game)
    env.reset(seed=3, options=options)
    table.reset(seed=3, deck=deck, dealer=dealer)
    for seat, agent in enumerate(env.possible_agents):
        assert np.array_equal(env.observe(agent)["observation"], table.observe(seat))


def test_hands_are_dealt_as_laid_and_the_rest_at_random():
    env = loo_v0.env(seats=3)
    rest = set()
    for seed in range(5):
        env.reset(seed=seed, options={"hands": ["KS QS JS", None, "2H 3H 4H"], "turn_up": "5H", "dealer": 2})
        places = env.rules.cards.text(env.states["deck"][0][: env.states["deck_size"][0]].tolist()).split()
        shape = env.rules.shape_of(env.options, 2)
        assert [places[k] for k in shape["hands"][0]] == ["KS", "QS", "JS"]
        assert places[shape["turn_up"][0]] == "5H"
        rest.add(tuple(places))
    assert len(rest) == 5


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"deck": "AS AS"}, InvalidCard),
        ({"hands": ["AS", "AS", None]}, InvalidCard),
        ({"hands": ["xx", None, None]}, InvalidCard),
        ({"dealer": 3}, InvalidArgument),
    ],
)
def test_a_deal_that_cannot_be_laid_changes_nothing(options, error):
    env = loo_v0.env(seats=3)
    env.reset(seed=0)
    before = told(env)
    with pytest.raises(error):
        env.reset(seed=1, options=options)
    assert told(env) == before


def test_a_laid_deal_without_a_decision_is_refused():
    env = cardenvs.make("pam_loo", seats=3)
    flush = {"hands": ["2S 3S 4S 5S 6S", None, None]}
    with pytest.raises(InvalidArgument, match="over as dealt"):
        env.reset(options=flush)
    env.reset(options={"hands": [None, None, None]})
    assert not env.over


def test_unseeded_environments_differ():
    first, second = (cardenvs.make("loo") for _ in range(2))
    first.reset()
    second.reset()
    assert first.states["deck"].tobytes() != second.states["deck"].tobytes()


def test_scaled_rewards_are_rewards_by_the_unit():
    plain, scaled = loo_v0.env(seats=3, stake=6), loo_v0.env(seats=3, stake=6, scale_rewards=True)
    unit = plain.rules.unit(plain.options)
    chance = random.Random(0)
    plain.reset(seed=0)
    scaled.reset(seed=0)
    paid = False
    while not plain.over:
        action = picked(plain, chance)
        plain.step(action)
        scaled.step(action)
        assert {agent: reward * unit for agent, reward in scaled.rewards.items()} == pytest.approx(plain.rewards)
        paid |= any(plain.rewards.values())
    assert paid
    assert plain.payoffs == scaled.payoffs


def test_render_shows_one_seats_view():
    env = loo_v0.env(seats=3, render_mode="ansi")
    env.reset(seed=0, options={"hands": ["KS QS JS", "2H 3H 4H", "7C 8C 9C"]})
    views = [env.render(seat) for seat in range(3)]
    assert "KS" in views[0]
    assert not any(card in views[1] for card in ("KS", "QS", "JS", "7C", "8C", "9C"))
    assert env.render() == views[env.seat]
    table = cardenvs.table("loo", seats=3).reset(hands=["KS QS JS", "2H 3H 4H", "7C 8C 9C"])
    assert len(views[0].splitlines()) == len(table.text(0).splitlines())
    with pytest.raises(InvalidArgument, match="seat"):
        env.render(3)


def test_render_without_a_mode_says_so():
    env = cardenvs.make("kuhn_poker")
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_stock_wrappers_and_the_parallel_form_work():
    env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(loo_v0.env(seats=3)))
    env.reset(seed=0)
    chance = random.Random(0)
    for _ in env.agent_iter():
        env.step(picked(env, chance))
    assert env.agents == []
    parallel = turn_based_aec_to_parallel(loo_v0.env(seats=3))
    observations, _ = parallel.reset(seed=0)
    while parallel.agents:
        agent = parallel.aec_env.agent_selection
        action = int(observations[agent]["action_mask"].argmax())
        observations, *_ = parallel.step({agent: action})


@pytest.mark.parametrize("game", NAMES)
def test_modules_and_registry_lead_to_the_same_environment(game):
    module = importlib.import_module(f"cardenvs.{game}_v0")
    assert module is getattr(cardenvs, f"{game}_v0")
    made = [cardenvs.make(game), module.env(), module.raw_env(), pettingzoo.make("aec", f"cardenvs/{game}_v0")]
    for env in made:
        assert type(env) is CardEnv
        assert str(env) == f"{game}_v0"
        env.reset(seed=4)
        assert told(env) == told(made[0])


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"game": "lo"}, UnknownGame, "did you mean 'loo'"),
        ({"game": "loo", "seat": 3}, InvalidOption, "did you mean 'seats'"),
        ({"game": "loo", "seats": 99}, InvalidOption, "seats: want"),
        ({"game": "loo", "render_mode": "svg"}, InvalidArgument, "render_mode: want"),
    ],
)
def test_bad_arguments_are_named(arguments, error, message):
    with pytest.raises(error, match=message):
        cardenvs.make(**arguments)
