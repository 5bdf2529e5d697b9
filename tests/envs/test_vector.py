"""The batch: each game on its own, whatever the batch around it."""

import copy
import pickle

import numpy as np
import pytest

import cardenvs
from cardenvs.core import drivers
from cardenvs.core.random import stream, streams
from cardenvs.envs.vector import VectorEnv
from cardenvs.errors import IllegalAction, InvalidArgument, InvalidFile

from ..support import NAMES, Case, golden_cases, seat_cases

CASES = golden_cases() + seat_cases()


def batch_of(case: Case, num_envs: int, **arguments: object) -> VectorEnv:
    return cardenvs.vector(case.game, num_envs, **case.values, **arguments)


def random_moves(vec: VectorEnv, draws: np.ndarray) -> np.ndarray:
    moves = np.zeros(vec.num_envs, np.int64)
    drivers.random_batch(vec.action_mask, draws, moves)
    return moves


def assert_equal(one: VectorEnv, other: VectorEnv, n: int) -> None:
    """The first n games of both, and all that is told of them, are equal."""
    for name, mine, others in zip(one.batch._fields, one.batch, other.batch, strict=True):
        assert np.array_equal(mine[:n], others[:n]), name
    assert one.states[:n].tobytes() == other.states[:n].tobytes()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_game_does_not_depend_on_the_batch_or_the_threads(case):
    small, large, threaded = (
        batch_of(case, 3, seed=5),
        batch_of(case, 7, seed=5),
        batch_of(case, 7, seed=5, threads=3),
    )
    draws = streams(11, 7)
    for _ in range(60):
        assert_equal(small, large, 3)
        assert_equal(threaded, large, 7)
        moves = random_moves(large, draws)
        small.step(moves[:3])
        large.step(moves)
        threaded.step(moves)
    threaded.close()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_game_i_is_the_sequence_of_stream_seed_i(case):
    vec = batch_of(case, 3, seed=5)
    alone, own, draws = vec.blank.copy(), stream(5, 2), streams(11, 3)
    games = 0
    skipped = drivers.begin_playable(alone, 0, vec.blank, own)
    assert vec.skipped[2] == skipped
    while games < 3:
        moves = random_moves(vec, draws)
        assert vec.states[2].tobytes() == alone[0].tobytes()
        vec.step(moves)
        drivers.step(alone, 0, moves[2])
        assert vec.done[2] == alone[0].over
        if vec.done[2]:
            games += 1
            assert vec.payoff[2].tolist() == alone[0].payoff[: vec.options.seats].tolist()
            assert vec.skipped[2] == drivers.begin_playable(alone, 0, vec.blank, own)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_rewards_sum_to_the_payoffs_antes_included(case):
    vec, draws = batch_of(case, 8, seed=2), streams(3, 8)
    total = np.zeros_like(vec.payoff, np.float64)
    ended = 0
    for _ in range(400):
        vec.step(random_moves(vec, draws))
        total += vec.reward
        assert np.array_equal(total, vec.payoff)
        ended += vec.done.sum()
        total[vec.done] = 0
    assert ended > 0


@pytest.mark.parametrize("game", NAMES)
def test_scaled_rewards_are_rewards_by_the_unit(game):
    plain, scaled = cardenvs.vector(game, 4, seed=1), cardenvs.vector(game, 4, seed=1, scale_rewards=True)
    unit, draws = plain.rules.unit(plain.options), streams(0, 4)
    paid = False
    for _ in range(60):
        moves = random_moves(plain, draws)
        plain.step(moves)
        scaled.step(moves)
        assert np.allclose(plain.reward, scaled.reward * unit)
        assert np.array_equal(plain.payoff, scaled.payoff)
        paid |= plain.reward.any()
    assert paid


@pytest.mark.parametrize("game", NAMES)
def test_rows_move_alone(game):
    vec, whole = cardenvs.vector(game, 5, seed=4), cardenvs.vector(game, 5, seed=4)
    moves = random_moves(vec, streams(1, 5))
    before = vec.states.copy()
    vec.step(moves[[1, 4]], rows=[1, 4])
    assert vec.states[[0, 2, 3]].tobytes() == before[[0, 2, 3]].tobytes()
    assert not vec.reward[[0, 2, 3]].any()
    vec.step(moves[[0, 2, 3]], rows=[0, 2, 3])
    whole.step(moves)
    assert vec.states.tobytes() == whole.states.tobytes()
    assert np.array_equal(vec.observation, whole.observation)
    assert not vec.reward[[1, 4]].any()


def test_no_rows_are_no_move():
    vec = cardenvs.vector("kuhn_poker", 3)
    before = vec.states.tobytes()
    vec.step([], rows=[])
    assert vec.states.tobytes() == before


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("how", ["deepcopy", "pickle", "state_dict"])
def test_a_copy_continues_identically(game, how):
    vec, draws = cardenvs.vector(game, 6, seed=9), streams(7, 6)
    for _ in range(5):
        vec.step(random_moves(vec, draws))
    if how == "state_dict":
        other = cardenvs.vector(game, 6, seed=1).load_state_dict(vec.state_dict())
    else:
        other = copy.deepcopy(vec) if how == "deepcopy" else pickle.loads(pickle.dumps(vec))
    for _ in range(40):
        assert_equal(vec, other, 6)
        moves = random_moves(vec, draws)
        vec.step(moves)
        other.step(moves)


def test_the_state_is_plain_arrays(tmp_path):
    vec = cardenvs.vector("leduc_poker", 4, seed=9)
    np.savez(tmp_path / "vec.npz", **vec.state_dict())
    other = cardenvs.vector("leduc_poker", 4)
    with np.load(tmp_path / "vec.npz", allow_pickle=False) as arrays:
        other.load_state_dict(dict(arrays))
    assert_equal(vec, other, 4)


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        (cardenvs.vector("kuhn_poker", 5).state_dict(), r"want .*\(4,.* got .*\(5,"),
        (cardenvs.vector("leduc_poker", 4).state_dict(), "want"),
        (
            cardenvs.vector("kuhn_poker", 4).state_dict() | {"identity": np.zeros(32, np.uint8)},
            "not of kuhn_poker",
        ),
        ({}, "want the arrays"),
    ],
)
def test_a_foreign_state_is_refused(arrays, message):
    vec = cardenvs.vector("kuhn_poker", 4, seed=3)
    before = vec.states.tobytes()
    with pytest.raises(InvalidFile, match=message):
        vec.load_state_dict(arrays)
    assert vec.states.tobytes() == before


@pytest.mark.parametrize("wrong", [-1, 2, 10**6])
def test_an_illegal_action_names_its_game_and_moves_nothing(wrong):
    vec = cardenvs.vector("kuhn_poker", 4)
    before = vec.states.tobytes()
    with pytest.raises(IllegalAction, match=r"environment 2: seat 0 may not .*legal: pass, bet"):
        vec.step([0, 0, wrong, 0])
    with pytest.raises(IllegalAction, match="environment 3"):
        vec.step([0, wrong], rows=[1, 3])
    assert vec.states.tobytes() == before


@pytest.mark.parametrize(
    ("actions", "rows", "message"),
    [
        ([0, 0], None, r"actions: want shape \[3\], got \[2\]"),
        ([[0, 0, 0]], None, "actions: want shape"),
        ([0.0, 0.0, 0.0], None, "actions: want integers"),
        ([0, 0], [1, 1], "rows: want ascending"),
        ([0, 0], [2, 1], "rows: want ascending"),
        ([0], [3], "rows: want ascending"),
        ([0], [-1], "rows: want ascending"),
        ([0, 0], [1], r"actions: want shape \[1\]"),
    ],
)
def test_malformed_arrays_are_refused(actions, rows, message):
    vec = cardenvs.vector("kuhn_poker", 3)
    before = vec.states.tobytes()
    with pytest.raises(InvalidArgument, match=message):
        vec.step(actions, rows=rows)
    assert vec.states.tobytes() == before


@pytest.mark.parametrize("arguments", [{"num_envs": 0}, {"num_envs": 2.5}, {"threads": 0}, {"seed": "x"}])
def test_malformed_numbers_are_refused(arguments):
    with pytest.raises(InvalidArgument, match=next(iter(arguments))):
        cardenvs.vector("kuhn_poker", **{"num_envs": 2, **arguments})


def test_reset_goes_on_or_begins_again():
    vec = cardenvs.vector("leduc_poker", 16, seed=8)
    first = vec.states.copy()
    vec.reset()
    assert vec.states.tobytes() != first.tobytes()
    vec.reset(8)
    assert vec.states.tobytes() == first.tobytes()


def test_deals_over_as_dealt_are_counted():
    vec = cardenvs.vector("pam_loo", 400, seed=0, seats=10)
    assert vec.skipped.sum() > 0  # a dealt flush or blaze at one of 4,000 hands
    assert not vec.states["over"].any()
