"""Saved policies: what they play, and where they refuse to."""

import numpy as np
import pytest

from cardenvs import arrays, spec
from cardenvs.agents import Turn, make_bot
from cardenvs.agents.policy import CHUNK, PolicyBot, best_actions, load_policy, sample_actions, save_policy
from cardenvs.core.random import streams
from cardenvs.errors import InvalidFile

RULES = spec("kuhn_poker")
OPTIONS = RULES.options()


def layers(*sizes, seed=0):
    random = np.random.default_rng(seed)
    return [
        (random.normal(size=(b, a)).astype(np.float32), random.normal(size=b).astype(np.float32))
        for a, b in zip(sizes, sizes[1:], strict=False)
    ]


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "bluffer.safetensors"
    save_policy(path, RULES, OPTIONS, layers(11, 8, 2), "relu", {"seed": 1})
    return path


def turn(n, seed=0, legal=None):
    random = np.random.default_rng(seed)
    mask = np.ones((n, 2), np.int8) if legal is None else legal
    return Turn(random.random((n, 11), np.float32), mask, np.zeros(n, np.int64), streams(seed, n), np.zeros(n))


def test_a_policy_comes_back_as_it_was(saved):
    bot, original = make_bot(str(saved), RULES, OPTIONS), PolicyBot(layers(11, 8, 2), "relu")
    assert bot.name == "bluffer"
    np.testing.assert_array_equal(bot.logits(turn(50).observation), original.logits(turn(50).observation))


def test_logits_are_those_of_the_network():
    (w1, b1), (w2, b2) = net = layers(11, 8, 2)
    seen = turn(5).observation
    np.testing.assert_allclose(PolicyBot(net).logits(seen), np.tanh(seen @ w1.T + b1) @ w2.T + b2, rtol=1e-5)


@pytest.mark.parametrize("greedy", [False, True])
def test_what_a_row_plays_does_not_depend_on_its_company(greedy):
    bot, whole = PolicyBot(layers(11, 64, 2), greedy=greedy), turn(3 * CHUNK + 7)
    parts = turn(3 * CHUNK + 7)
    together = bot.act(whole)
    alone = np.concatenate(
        [
            bot.act(Turn(*(getattr(parts, f)[rows] for f in ("observation", "mask", "seat", "random", "states"))))
            for rows in (slice(0, 1), slice(1, 100), slice(100, None))
        ]
    )
    np.testing.assert_array_equal(together, alone)


def test_actions_are_drawn_by_their_probabilities():
    n = 40_000
    logits = np.tile(np.log(np.array([0.5, 0.3, 0.2, 9.0], np.float32)), (n, 1))
    masks = np.tile(np.array([1, 1, 1, 0], np.int8), (n, 1))
    actions = np.zeros(n, np.int64)
    sample_actions(logits, masks, streams(0, n), actions)
    np.testing.assert_allclose(np.bincount(actions, minlength=4) / n, [0.5, 0.3, 0.2, 0], atol=0.01)


def test_huge_logits_and_a_single_legal_action_are_no_trouble():
    logits = np.array([[1e9, -1e9, 1e9], [1e9, -1e9, -1e30]], np.float32)
    masks = np.array([[0, 1, 0], [0, 1, 1]], np.int8)
    actions = np.zeros(2, np.int64)
    sample_actions(logits, masks, streams(0, 2), actions)
    assert actions.tolist() == [1, 1]
    best_actions(logits, masks, actions)
    assert actions.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("game", "options", "change", "message"),
    [
        ("leduc_poker", {}, {}, "made for kuhn_poker, not for leduc_poker"),
        ("kuhn_poker", {}, {"version": -1}, "made for version -1 of kuhn_poker"),
        ("kuhn_poker", {}, {"options": {"seats": 3}}, "made for kuhn_poker with seats=3, not 2"),
        ("kuhn_poker", {}, {"layout": "other"}, "observation layout of kuhn_poker has changed"),
        ("kuhn_poker", {}, {"sizes": [11, 9, 2]}, "its arrays are not those of the network"),
        ("kuhn_poker", {}, {"sizes": [11, 8, 2, 2]}, "its arrays are not those of the network"),
        ("kuhn_poker", {}, {"sizes": None}, "its arrays are not those of the network"),
        ("kuhn_poker", {}, {"activation": "gelu"}, "gelu"),
    ],
)
def test_a_policy_for_something_else_is_refused(saved, game, options, change, message):
    about, tensors = arrays.read_arrays(saved, "policy")
    arrays.write_arrays(saved, "policy", about | change, tensors)
    rules = spec(game)
    with pytest.raises(InvalidFile, match=message) as error:
        load_policy(saved, rules, rules.options(**options))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("damage", ["cut", "flipped", "text", "none", "folder"])
def test_a_damaged_file_is_refused(saved, damage):
    data = bytearray(saved.read_bytes())
    if damage == "cut":
        saved.write_bytes(data[:-8])
    elif damage == "flipped":
        data[-3] ^= 4
        saved.write_bytes(data)
    elif damage == "text":
        saved.write_text("policy")
    elif damage == "none":
        saved.unlink()
    else:
        saved.unlink()
        saved.mkdir()
    with pytest.raises(InvalidFile, match="bluffer"):
        load_policy(saved, RULES, OPTIONS)
