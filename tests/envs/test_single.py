"""Gymnasium's form: one learner among bots."""

import copy
import pickle
import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env as check_env_sb3

import cardenvs
from cardenvs.agents import RandomBot, Turn
from cardenvs.envs.single import LearnerEnv
from cardenvs.errors import GameOver, IllegalAction, InvalidArgument, InvalidCard, NotReset

from ..support import NAMES


def title(game: str) -> str:
    return f"cardenvs/{''.join(word.capitalize() for word in game.split('_'))}-v0"


class Recorder:
    """Plays the first legal action and notes where it sat."""

    def __init__(self) -> None:
        self.name = "recorder"
        self.seats: set[int] = set()

    def act(self, turn: Turn) -> np.ndarray:
        self.seats |= set(turn.seat.tolist())
        return turn.mask.argmax(1)


class Refuser:
    """Stays out of every game of loo."""

    name = "refuser"

    def act(self, turn: Turn) -> np.ndarray:
        return np.full(len(turn.seat), cardenvs.spec("loo").action_index["REFUSE"])


def picked(env: LearnerEnv, chance: random.Random) -> int:
    return chance.choice(np.flatnonzero(env.action_masks()).tolist())


def played(env: LearnerEnv, seed: int, games: int = 3) -> list[object]:
    """All that happens in some games, the learner playing at random."""
    chance = random.Random(seed)
    log: list[object] = []
    for k in range(games):
        observation, info = env.reset(seed=seed if k == 0 else None)
        log.append((observation.tobytes(), info["action_mask"].tobytes(), info["seat"], info["skipped"]))
        over = False
        while not over:
            observation, reward, terminated, truncated, info = env.step(picked(env, chance))
            over = terminated or truncated
            log.append((observation.tobytes(), info["action_mask"].tobytes(), reward, terminated, truncated))
    return log


@pytest.mark.parametrize("game", NAMES)
def test_gymnasium_and_sb3_accept_it(game, monkeypatch):
    monkeypatch.setitem(LearnerEnv.metadata, "render_fps", 1000)  # the window is tried too, without pauses
    env = gymnasium.make(title(game), render_mode="ansi")
    check_env(env.unwrapped)
    check_env_sb3(env)


@pytest.mark.parametrize("game", NAMES)
def test_the_rewards_of_an_episode_sum_to_the_payoff(game):
    env, chance = LearnerEnv(game), random.Random(0)
    seats = set()
    for k in range(12):
        env.reset(seed=k)
        seats.add(env.seat)
        total, over = 0.0, False
        while not over:
            _, reward, terminated, truncated, _ = env.step(picked(env, chance))
            total += reward
            over = terminated or truncated
        assert total == env.game.payoffs[env.seat]
    assert len(seats) > 1


@pytest.mark.parametrize("game", NAMES)
def test_the_observation_is_the_learners_own(game):
    env, chance = LearnerEnv(game, seat=1), random.Random(0)
    observation, info = env.reset(seed=0)
    over = False
    while not over:
        assert env.game.seat == 1
        seen = env.game.observe("player_1")
        assert np.array_equal(observation, seen["observation"])
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        observation, _, terminated, truncated, info = env.step(picked(env, chance))
        over = terminated or truncated
    assert np.array_equal(observation, env.game.observe("player_1")["observation"])


@pytest.mark.parametrize("game", NAMES)
def test_a_seed_fixes_everything(game):
    first, second = played(LearnerEnv(game), 5), played(LearnerEnv(game), 5)
    assert first == second
    assert first != played(LearnerEnv(game), 6)


@pytest.mark.parametrize(
    "how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)
def test_a_copy_continues_identically(how):
    env = LearnerEnv("loo", seats=4)
    env.reset(seed=0)
    twin, chance = how(env), random.Random(0)
    for _ in range(40):
        action = picked(env, chance)
        mine, others = env.step(action), twin.step(action)
        assert np.array_equal(mine[0], others[0])
        assert mine[1:4] == others[1:4]
        if mine[2] or mine[3]:
            assert np.array_equal(env.reset()[0], twin.reset()[0])


def test_bots_sit_in_order_after_the_learner():
    bots = [Recorder(), Recorder(), Recorder()]
    env = LearnerEnv("loo", seats=4, seat=2, bots=bots)
    for seed in range(10):
        env.reset(seed=seed)
        over = False
        while not over:
            _, _, terminated, truncated, _ = env.step(env.action_masks().argmax())
            over = terminated or truncated
    assert [bot.seats for bot in bots] == [{3}, {0}, {1}]


def test_one_bot_serves_all_seats():
    bot = Recorder()
    env = LearnerEnv("loo", seats=4, seat=2, bots=bot)
    env.reset(seed=0, options={"dealer": 1})
    env.step(env.game.rules.action_index["PLAY"])
    assert bot.seats == {3, 0, 1}


def test_a_deal_and_a_seat_can_be_laid():
    env = LearnerEnv("loo", seats=3)
    observation, info = env.reset(
        seed=0, options={"seat": 1, "dealer": 0, "hands": [None, "KS QS JS", None], "x": 1}
    )
    assert info["seat"] == 1
    table = cardenvs.table("loo", seats=3).reset(dealer=0, hands=[None, "KS QS JS", None])
    hand = table.layout["hand"]
    assert np.array_equal(observation[hand], table.observe(1)[hand])
    with pytest.raises(InvalidCard):
        env.reset(options={"hands": ["AS", "AS", None]})


def test_games_without_a_decision_for_the_learner_are_passed_over_and_counted():
    env = LearnerEnv("loo", seats=3, seat=0, bots=Refuser())
    counts = [env.reset(seed=seed)[1]["skipped"] for seed in range(12)]
    assert any(counts)  # where the learner deals and all before it refuse, it is not asked
    with pytest.raises(InvalidArgument, match="seat 0 has no decision"):
        env.reset(options={"dealer": 0})


def test_an_illegal_action_is_replaced_and_reported():
    env = LearnerEnv("loo", seats=3)
    env.reset(seed=0)
    forbidden = int(np.flatnonzero(env.action_masks() == 0)[0])
    assert env.step(forbidden)[4]["illegal"]
    env.reset()
    legal = int(np.flatnonzero(env.action_masks())[0])
    assert not env.step(legal)[4]["illegal"]


@pytest.mark.parametrize("illegal", ["raise", "replace"])
@pytest.mark.parametrize("action", [-1, 10**6, None, 0.5])
def test_what_is_no_action_is_refused(illegal, action):
    env = LearnerEnv("loo", seats=3, illegal=illegal)
    env.reset(seed=0)
    before = env.game.states.tobytes()
    with pytest.raises(IllegalAction):
        env.step(action)
    assert env.game.states.tobytes() == before


def test_an_illegal_action_raises_where_asked():
    env = LearnerEnv("loo", seats=3, illegal="raise")
    env.reset(seed=0)
    before = env.game.states.tobytes()
    with pytest.raises(IllegalAction, match=f"player_{env.seat} may not"):
        env.step(int(np.flatnonzero(env.action_masks() == 0)[0]))
    assert env.game.states.tobytes() == before


def test_order_is_checked():
    env = LearnerEnv("kuhn_poker")
    with pytest.raises(NotReset):
        env.step(0)
    env.reset(seed=0)
    over = False
    while not over:
        over = env.step(0)[2]
    with pytest.raises(GameOver):
        env.step(0)


def test_render_shows_the_learners_view():
    env = LearnerEnv("loo", seats=3, seat=1, render_mode="ansi")
    env.reset(seed=0, options={"dealer": 0, "hands": ["2H 3H 4H", "KS QS JS", "7C 8C 9C"]})
    assert "KS" in env.render()
    assert "2H" not in env.render()


def test_scaled_rewards_are_rewards_by_the_unit():
    totals = []
    for scale in (False, True):
        env = LearnerEnv("leduc_poker", scale_rewards=scale, seat=0)
        env.reset(seed=1)
        total, over = 0.0, False
        while not over:
            _, reward, over, _, _ = env.step(env.action_masks().argmax())
            total += reward
        totals.append(total * (env.game.rules.unit(env.game.options) if scale else 1))
    assert totals[0] == pytest.approx(totals[1])
    assert totals[0] != 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"bots": "rule"}, "did you mean"),
        ({"bots": ["random"]}, "bots: want one, or 2 for 3 seats"),
        ({"seat": 3}, "seat: want"),
        ({"seat": "first"}, "seat: want"),
        ({"illegal": "ignore"}, "illegal: want"),
        ({"render_mode": "svg"}, "render_mode: want"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(InvalidArgument, match=message):
        LearnerEnv("loo", **{"seats": 3, "bots": RandomBot(), **arguments})


def test_maskable_ppo_learns_on_it_and_never_plays_an_illegal_action():
    env = gymnasium.make("cardenvs/Loo-v0", seats=3, illegal="raise", scale_rewards=True)
    model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, n_epochs=1, seed=0, device="cpu")
    before = model.policy.action_net.weight.detach().clone()
    model.learn(256)
    assert model.num_timesteps == 256
    assert not before.equal(model.policy.action_net.weight)
