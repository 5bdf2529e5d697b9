"""Each decision is credited with what its seat was paid until it decided again, whoever moved; advantages follow exactly."""

import dataclasses

import numpy as np
import pytest

from cardenvs import Table, spec, vector
from cardenvs.core.random import stream
from cardenvs.train.config import Reward
from cardenvs.train.experience import COUNTS, CUT, END, OPEN, ROW, Entries, advantages, begin_episodes, settle
from cardenvs.train.selfplay_ppo import SelfPlayPPO

from .support import small

S0, S1, S2 = range(3)
"""Hand-made games are lists of (seat, what each seat is paid by the move); None ends one, "cut" breaks it off."""
GAMES = {
    "taking turns": [(S0, (0, 0, 0)), (S1, (0, 0, 0)), (S2, (1, 2, -3)), (S0, (0, 0, 0)), (S1, (4, -4, 0)), None],
    "several moves in a row": [(S0, (1, -1, 0)), (S0, (2, 0, -2)), (S0, (0, 0, 0)), (S1, (5, 5, -10)), None],
    "paid when others moved last": [(S0, (0, 0, 0)), (S1, (7, 0, -7)), (S2, (-3, 3, 0)), (S2, (1, 1, -2)), None],
    "one decision each": [(S2, (0, 0, 0)), (S1, (0, 0, 0)), (S0, (6, -2, -4)), None],
    "a seat that never decides": [(S0, (0, 0, 5)), (S1, (1, 1, -2)), None],
    "two games": [(S0, (1, -1, 0)), (S1, (2, -2, 0)), None, (S1, (0, 3, -3)), (S0, (1, 0, -1)), None],
    "broken off": [(S0, (1, -1, 0)), (S1, (0, 0, 0)), (S0, (2, -2, 0)), (S1, (0, 1, -1)), "cut"],
    "not over": [(S0, (1, -1, 0)), (S1, (0, 0, 0)), (S0, (2, -2, 0)), (S1, (0, 1, -1)), (S0, (0, 0, 0))],
}


def entered(script):
    """Reward and following of each decision: the definition, move by move."""
    reward, following, open_at = [], [], {}
    for move in script:
        if not isinstance(move, tuple):
            for k in open_at.values():
                following[k] = END if move is None else CUT
            open_at = {}
            continue
        seat, paid = move
        if seat in open_at:
            following[open_at[seat]] = len(reward)
        open_at[seat] = len(reward)
        reward.append(0.0)
        following.append(OPEN)
        for player, k in open_at.items():
            reward[k] += paid[player]
    return np.array(reward, np.float32), np.array(following)


def slow_advantages(script, value, gamma, lam):
    """Each seat's own trajectory taken out and treated alone, by the sum of the definition: no recursion, no links."""
    out, start = np.zeros(len(value)), 0
    episodes, numbers = [[]], []
    for move in script:
        if isinstance(move, tuple):
            episodes[-1].append((start, *move))
            start += 1
        else:
            numbers.append(move)
            episodes.append([])
    for episode, ending in zip(episodes, [*numbers, "open"], strict=False):
        for seat in (S0, S1, S2):
            own = [n for n, (_, actor, _) in enumerate(episode) if actor == seat]
            if not own:
                continue
            paid = [
                sum(episode[m][2][seat] for m in range(a, b))
                for a, b in zip(own, [*own[1:], len(episode)], strict=True)
            ]
            ks = [episode[n][0] for n in own]
            values = [float(value[k]) for k in ks]
            if ending is not None:
                paid.pop()  # the last decision's outcome is not known: its value stands for it
            else:
                values.append(0.0)
            deltas = [r + gamma * after - now for r, now, after in zip(paid, values, values[1:], strict=False)]
            for t in range(len(deltas)):
                out[ks[t]] = sum((gamma * lam) ** (u - t) * deltas[u] for u in range(t, len(deltas)))
    return out


@pytest.mark.parametrize("gamma", [1.0, 0.9])
@pytest.mark.parametrize("lam", [0.0, 0.7, 1.0])
@pytest.mark.parametrize("script", GAMES.values(), ids=GAMES.keys())
def test_advantages_are_those_of_each_seats_own_trajectory(script, lam, gamma):
    reward, following = entered(script)
    value = np.random.default_rng(1).normal(size=len(reward)).astype(np.float32)
    out = np.full(len(reward), np.nan, np.float32)
    advantages(reward, following, value, gamma, lam, out)
    np.testing.assert_allclose(out, slow_advantages(script, value, gamma, lam), atol=1e-5)


def test_a_payment_that_came_when_others_had_moved_last_is_the_seats_own():
    reward, following = entered(GAMES["paid when others moved last"])
    out = np.zeros(4, np.float32)
    advantages(reward, following, np.zeros(4, np.float32), 1.0, 1.0, out)
    assert out.tolist() == [5, 4, -2, -2]  # seat 0 moved first and was paid 7, -3 and 1


def seen_at(entries, k):
    """What was seen at an entry, written out."""
    index, value, _ = (tensor.numpy() for tensor in entries.rows(np.array([k])))
    out = np.zeros(entries._features, np.float32)
    out[index] = value
    return out


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("kuhn_poker", {}),
        ("leduc_poker", {}),
        ("loo", {"seats": 4}),
        ("loo", {"seats": 3, "episode": "match"}),
    ],
)
@pytest.mark.parametrize("shares", [{"self": 1.0}, {"self": 0.4, "random": 0.6}], ids=["self", "mixed"])
def test_entries_are_the_decisions_of_the_games_as_a_table_plays_them(tmp_path, game, options, shares):
    """Every game of a batch is played again on a table by the recorded moves; rewards are counted there."""
    config = small(tmp_path, game=game, options=options, opponents=shares, batch=200, num_envs=5, minibatch=50,
                   reward={"scale": 1.0})  # fmt: skip
    rules = spec(game)
    learner = SelfPlayPPO(config, vector(game, 5, seed=config.seed, **options), "cpu")
    moves = [[] for _ in range(5)]  # (action, entry or None, players as they sit)
    step = learner.games.step

    def spied(actions):
        rows, entries = learner.rows, learner.entries
        for i, action in enumerate(actions):
            seat = int(learner.games.seat[i])
            legal = int(learner.games.action_mask[i].sum())
            own = rows["player"][i, seat] == 0 and legal > 1
            moves[i].append((int(action), int(rows["open"][i, seat]) if own else None))
            assert not own or entries.action[moves[i][-1][1]] == action
        return step(actions)

    learner.games.step = spied
    learner.collect()
    entries, seen = learner.entries, 0
    for i in range(5):
        table = Table(rules, rules.options(**options))
        table._stream = stream(config.seed, i)
        table.reset()
        while table.over:
            table.reset()
        open_at, credited = {}, {}
        for action, k in moves[i]:
            if k is not None:
                seen += 1
                seat = table.seat
                np.testing.assert_array_equal(seen_at(entries, k), table.observe(seat))
                np.testing.assert_array_equal(entries.mask[k], table.mask())
                if seat in open_at:
                    assert entries.following[open_at[seat]] == k
                    assert entries.reward[open_at[seat]] == table.payoffs[seat] - credited[seat]
                    credited[seat] = table.payoffs[seat]
                open_at[seat] = k
                credited.setdefault(seat, 0)
            table.step(action)
            if table.over:
                for seat, k in open_at.items():
                    assert entries.following[k] == END
                    assert entries.reward[k] == table.payoffs[seat] - credited[seat]
                open_at, credited = {}, {}
                while table.over:
                    table.reset()
        assert all(entries.following[k] == OPEN for k in open_at.values())
        assert set(open_at.values()) == set(learner.rows["open"][i][learner.rows["open"][i] >= 0])
    assert seen == entries.used
    learner.close()


@pytest.mark.parametrize(
    ("reward", "value"),
    [
        (Reward(), lambda x: x / 3),
        (Reward(scale=2.0), lambda x: x / 2),
        (Reward(transform="clip", bound=0.5), lambda x: np.clip(x / 3, -0.5, 0.5)),
        (Reward(scale=1.0, transform="symlog"), lambda x: np.sign(x) * np.log1p(abs(x))),
    ],
)
def test_a_seats_rewards_sum_to_its_transformed_payoff(tmp_path, reward, value):
    config = small(tmp_path, game="loo", options={"seats": 4}, opponents={"self": 1.0}, batch=400, minibatch=100,
                   reward=dataclasses.asdict(reward))  # fmt: skip
    learner = SelfPlayPPO(config, vector("loo", 16, seed=config.seed, seats=4), "cpu")
    payoffs = {}
    step = learner.games.step

    def spied(actions):
        held = learner.rows["open"].copy()
        batch = step(actions)
        for i in np.flatnonzero(batch.done):
            payoffs.update(
                {int(held[i, seat]): int(batch.payoff[i, seat]) for seat in range(4) if held[i, seat] >= 0}
            )
        return batch

    learner.games.step = spied
    learner.collect()
    entries, total = learner.entries, {}
    for k in range(entries.used):  # what led to k so far
        total[k] = total.get(k, 0.0) + entries.reward[k]
        if entries.following[k] >= 0:
            total[entries.following[k]] = total[k]
    ends = [k for k in range(entries.used) if entries.following[k] == END]
    assert sorted(ends) == sorted(payoffs)
    np.testing.assert_allclose([total[k] for k in ends], [value(payoffs[k]) for k in ends], atol=1e-5)
    learner.close()


def test_open_entries_are_carried_on():
    rows, entries = np.zeros(2, ROW), Entries(6, 1, 2)
    rows["open"][:, :3] = [[-1, 1, 4], [3, -1, -1]]
    entries.used = 5
    entries.following[:5] = [4, OPEN, END, OPEN, OPEN]
    entries.game[:5], entries.seat[:5] = [0, 0, 0, 1, 0], [2, 1, 1, 0, 2]
    entries.index, entries.value = np.zeros(9, np.int32), np.array([1, 2, 2, 3, 4, 4, 0, 0, 0], np.float32)
    entries.offset[:6] = [0, 0, 1, 3, 4, 6]  # the entry before had its value as often
    entries.keep_open(rows)
    assert entries.used == 3
    assert [seen.tolist() for seen in entries.since(0)] == [[0, 0, 0, 0], [1, 3, 4, 4], [0, 1, 2, 4]]
    assert rows["open"][:, :3].tolist() == [[-1, 0, 2], [1, -1, -1]]


def test_a_game_that_its_rules_break_off_cuts_its_entries():
    rows, reward, following = np.zeros(2, ROW), np.zeros(2, np.float32), np.full(2, OPEN)
    begin_episodes(rows, np.arange(2), 2, np.array([1.0]))
    rows["open"][:, 0] = [0, 1]
    done, truncated = np.array([True, True]), np.array([True, False])
    payoff, counts = np.array([[3, -3], [2, -2]]), np.zeros(1, COUNTS)
    left = settle(
        rows, done, truncated, payoff, 0, 1.0, 1.0, reward, following, np.array([1.0]), 1, np.zeros((1, 2)), counts
    )
    assert left == 0
    assert following.tolist() == [CUT, END]
    assert reward.tolist() == [3, 2]
    assert (counts[0].episodes, counts[0].seats, counts[0].payoff) == (2, 4, 0)


def test_versions_are_scored_by_games_against_them():
    rows, counts, scores = np.zeros(1, ROW), np.zeros(1, COUNTS), np.zeros((3, 2))
    none = (np.zeros(1, np.float32), np.zeros(1, np.int64), np.array([1.0]))
    for payoff in ([4, -1, -3, 4], [2, 2, -6, 2], [-1, 5, -3, -1]):
        rows["player"][0, :4] = [0, 3, 1, 0]  # code 1 is a bot; 2, 3, 4 are versions
        rows["open"][0, :4] = -1
        settle(
            rows, np.array([True]), np.array([False]), np.array([payoff]), 0, 1.0, 1.0, *none, 2, scores, counts
        )
    assert scores.tolist() == [[0, 0], [3, 1.5], [0, 0]]
