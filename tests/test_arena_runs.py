"""The arena in several processes, killed and resumed, and stopped when enough is known."""

import json
import pathlib
import signal
import subprocess
import sys

import numpy as np
import pytest

from cardenvs import arena
from cardenvs.agents import RandomBot, Turn
from cardenvs.arena.result import CONFIDENCE, estimate
from cardenvs.arena.run import Chunks
from cardenvs.arena.stopping import FIRST, LOOK, looks, sequence_half_width, stopped_at
from cardenvs.errors import IllegalAction, InvalidArgument, InvalidFile
from cardenvs.records import read

ALPHA = 1 - CONFIDENCE
BOTS = ["rules", "random"]

# Processes


def test_workers_change_nothing(tmp_path) -> None:
    files = {name: tmp_path / name for name in ("one", "two", "one.run", "two.run")}
    many = {"deals": 700, "seed": 3, "batch": 100, "stop": 0.0}
    one = arena("leduc_poker", BOTS, record=files["one"], resume=files["one.run"], **many)
    two = arena("leduc_poker", BOTS, record=files["two"], resume=files["two.run"], workers=2, **many)
    assert one == two
    assert files["one"].read_text() == files["two"].read_text()
    assert FIRST <= one.deals < 700
    assert len(read(files["one"]).games) == 2 * one.deals
    plain = arena("leduc_poker", BOTS, deals=one.deals, seed=3)
    assert [payoff.mean for payoff in plain.payoff] == [payoff.mean for payoff in one.payoff]


class Folder(RandomBot):
    """Folds, which nobody may who faces no raise."""

    name = "folder"

    def act(self, turn: Turn) -> np.ndarray:
        return np.zeros(len(turn.mask), np.int64)


def test_an_error_in_a_worker_is_told_as_any_other() -> None:
    with pytest.raises(IllegalAction, match="bot folder may not fold"):
        arena("leduc_poker", [Folder(), "random"], deals=20, workers=2)


def test_what_cannot_go_to_a_worker_is_refused() -> None:
    class Local(RandomBot):
        pass

    with pytest.raises(InvalidArgument, match="workers: a bot can't be taken to another process"):
        arena("kuhn_poker", [Local(), "random"], deals=20, workers=2)
    with pytest.raises(InvalidArgument, match="workers: want an integer of at least 1, got 0"):
        arena("kuhn_poker", BOTS, workers=0)


def handed_out(chunks: Chunks, seconds_each: float) -> list[tuple[int, int]]:
    """All chunks, where each deal takes so long."""
    out = []
    while chunks:
        out.append(chunks.take())
        chunks.took(out[-1][1], out[-1][1] * seconds_each)
    return out


def test_where_deals_are_kept_slow_ones_are_kept_soon() -> None:
    missing = [(3, 40), (50, 1000)]
    assert handed_out(Chunks(missing, 600, timed=False), 60) == [(3, 40), (50, 600), (650, 400)]
    assert handed_out(Chunks(missing, 600, timed=True), 1e-4) == [
        (3, 8),
        (11, 32),
        (50, 256),
        (306, 600),
        (906, 144),
    ]
    slow = handed_out(Chunks(missing, 600, timed=True), 6)
    assert slow[:3] == [(3, 8), (11, 1), (12, 1)]
    assert sum(deals for _, deals in slow) == 1040
    assert {deals for _, deals in handed_out(Chunks(missing, 4, timed=True), 1e-4)} == {4}


# Killed and resumed

KILLED = """
import os, signal, sys
from cardenvs import arena
from cardenvs.agents import RandomBot

class Mortal(RandomBot):
    calls = 0
    def act(self, turn):
        Mortal.calls += 1
        if Mortal.calls > 20:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().act(turn)

arena("kuhn_poker", [Mortal(), "random"], deals=100, seed=1, batch=10, resume=sys.argv[1])
"""


class Counting(RandomBot):
    """Plays as `random`, and counts its decisions."""

    decisions = 0

    def act(self, turn: Turn) -> np.ndarray:
        self.decisions += len(turn.mask)
        return super().act(turn)


def test_a_killed_run_goes_on_where_it_was(tmp_path) -> None:
    path = tmp_path / "run.jsonl"
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(path)],
        cwd=pathlib.Path(__file__).parent.parent,
        capture_output=True,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    finished = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    done = sum(len(part["values"]) for part in finished)
    assert 0 < done < 100
    whole, rest = Counting(), Counting()
    result = arena("kuhn_poker", [whole, "random"], deals=100, seed=1)
    assert arena("kuhn_poker", [rest, "random"], deals=100, seed=1, resume=path) == result
    assert 0 < rest.decisions < whole.decisions
    again = Counting()
    assert arena("kuhn_poker", [again, "random"], deals=100, seed=1, resume=path) == result
    assert again.decisions == 0
    fewer = arena("kuhn_poker", [again, "random"], deals=50, seed=1, resume=path)
    assert fewer == arena("kuhn_poker", ["random", "random"], deals=50, seed=1)
    assert again.decisions == 0
    more = arena("kuhn_poker", [again, "random"], deals=120, seed=1, resume=path)
    assert more == arena("kuhn_poker", ["random", "random"], deals=120, seed=1)


def run_of(folder: pathlib.Path, **settings: object) -> pathlib.Path:
    path = folder / "run.jsonl"
    arena("kuhn_poker", BOTS, deals=12, batch=6, resume=path, **settings)
    return path


def test_a_run_cut_off_anywhere_goes_on(tmp_path) -> None:
    path = run_of(tmp_path)
    data = path.read_bytes()
    result = arena("kuhn_poker", BOTS, deals=12)
    for end in range(0, len(data), 7):
        path.write_bytes(data[:end])
        assert arena("kuhn_poker", BOTS, deals=12, batch=6, resume=path) == result
        assert path.read_bytes() == data


def test_a_record_is_whole_after_a_resumption(tmp_path) -> None:
    path = run_of(tmp_path, record=tmp_path / "games.jsonl")
    games = (tmp_path / "games.jsonl").read_text()
    path.write_bytes(path.read_bytes()[:-900])
    arena("kuhn_poker", BOTS, deals=12, resume=path, record=tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_text() == games


def test_a_gap_is_played_too(tmp_path) -> None:
    path = run_of(tmp_path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([lines[0], lines[3], lines[1]]))
    assert arena("kuhn_poker", BOTS, deals=12, resume=path) == arena("kuhn_poker", BOTS, deals=12)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"seed": 1}, "line 1: of another match: seed: there 0, here 1"),
        ({"penalty": 1}, "line 1: of another match: penalty: there 100, here 1"),
        ({"bots": ["random", "rules"]}, r"of another match: bots: there \['rules', 'random'\]"),
        ({"game": "leduc_poker"}, "of another match: game: there 'kuhn_poker', here 'leduc_poker'"),
        ({"record": "games.jsonl"}, "line 2: the games were not kept"),
    ],
)
def test_a_run_of_another_match_is_refused(tmp_path, settings, words) -> None:
    path = run_of(tmp_path)
    before = path.read_bytes()
    arguments = {"game": "kuhn_poker", "bots": BOTS, "deals": 12, "resume": path} | settings
    with pytest.raises(InvalidFile, match=words):
        arena(**arguments)
    assert path.read_bytes() == before


def test_a_damaged_run_is_refused(tmp_path) -> None:
    path = run_of(tmp_path)
    lines = path.read_text().splitlines(keepends=True)
    for damaged, words in (
        ([lines[0], lines[1].replace("values", "valves"), lines[2]], "line 2: damaged"),
        ([lines[0], lines[1][:50] + "\n", lines[2]], "line 2: damaged, no JSON"),
        ([lines[0], lines[1], lines[1]], "deal 0 is there twice"),
        (["{}\n", lines[1]], "line 1: no arena's file"),
        ([lines[0], '{"first":0,"values":[[[1.0]]]}\n'], "line 2: damaged: want values of shape"),
        ([lines[0], '{"first":0}\n'], "line 2: damaged"),
        (["a line of something else, without an end"], "line 1: no arena's file: it begins 'a line"),
    ):
        path.write_text("".join(damaged))
        with pytest.raises(InvalidFile, match=words):
            arena("kuhn_poker", BOTS, deals=12, resume=path)


def test_a_policy_that_has_changed_is_another_bot(tmp_path) -> None:
    from cardenvs import spec
    from cardenvs.agents.policy import save_policy

    rules = spec("kuhn_poker")
    policy = tmp_path / "p.safetensors"
    for bias, refused in ((0, False), (1, True)):
        layers = [(np.zeros((2, 11), np.float32), np.array([bias, 0], np.float32))]
        save_policy(policy, rules, rules.options(), layers, "tanh", {})
        run = {"deals": 4, "resume": tmp_path / "run.jsonl"}
        if refused:
            with pytest.raises(InvalidFile, match="of another match: bots"):
                arena(rules, [policy, "random"], **run)
        else:
            arena(rules, [policy, "random"], **run)


# Stopping

VALUES = {
    "normal": lambda chance, n: chance.normal(size=n),
    "rare and large": lambda chance, n: np.where(chance.random(n) < 0.05, 20.0, 0.0) - 1,
    "rare losses": lambda chance, n: 1 - np.where(chance.random(n) < 0.02, 50.0, 0.0),
    "heavy tails": lambda chance, n: chance.standard_t(4, n),
    "a coin": lambda chance, n: chance.integers(0, 2, n) - 0.5,
}


@pytest.mark.parametrize("kind", VALUES)
def test_the_sequence_is_misled_in_fewer_than_one_run_of_twenty_however_long_one_looks(kind) -> None:
    chance = np.random.default_rng(1)
    runs = [VALUES[kind](chance, 4000)[:, None] for _ in range(400)]
    misled = [stopped_at(run, -1.0, ALPHA) is not None for run in runs]
    assert sum(misled) <= 20 + 2.33 * np.sqrt(400 * 0.05 * 0.95)


def test_looking_again_and_again_at_student_s_interval_would_mislead_more_often() -> None:
    chance = np.random.default_rng(1)
    misled = 0
    for _ in range(100):
        run = chance.normal(size=4000)
        means = (estimate(run[:n]) for n in looks(4000))
        misled += any(mean.low > 0 or mean.high < 0 for mean in means)
    assert misled > 15


def test_the_sequence_is_not_much_wider_than_student_s_interval() -> None:
    values = np.random.default_rng(2).normal(size=5000)
    for n in (FIRST, 1000, 5000):
        fixed, sequence = estimate(values[:n]), estimate(values[:n], sequential=True)
        assert sequence.mean == fixed.mean
        assert 1.3 < (sequence.high - sequence.low) / (fixed.high - fixed.low) < 1.8
    # the formula of the paper, computed by hand for t = 1000, alpha = 0.05, rho^2 = 0.0087818
    assert sequence_half_width(1000, 0.05) == pytest.approx(0.09599, abs=1e-5)


def test_it_stops_at_the_first_look_that_decides() -> None:
    chance = np.random.default_rng(3)
    values = chance.normal([2.0, 0.05], size=(20_000, 2))
    at = stopped_at(values, 0.0, ALPHA)
    assert at is not None
    assert (at - FIRST) % LOOK == 0
    assert stopped_at(values[:at], 0.0, ALPHA) == at
    assert stopped_at(values[: at - 1], 0.0, ALPHA) is None
    assert stopped_at(values[:, :1], 0.0, ALPHA) == FIRST < at
    assert stopped_at(values, 10.0, ALPHA) == FIRST
    assert stopped_at(values[: FIRST - 1], 10.0, ALPHA) is None
    narrow = stopped_at(values - [2.0, 0.05], 0.07, ALPHA)
    assert sequence_half_width(narrow, ALPHA) == pytest.approx(0.07, rel=0.1)


def test_equal_bots_are_known_to_be_equal_at_once() -> None:
    result = arena("leduc_poker", ["rules", "rules"], deals=2000, stop=0.0)
    assert result.deals == FIRST
    assert result.difference[0].payoff.low == result.difference[0].payoff.high == 0


def test_neither_batch_nor_resumption_moves_the_end(tmp_path) -> None:
    results = [
        arena("leduc_poker", ["rules", "random"], deals=5000, seed=8, stop=0.7, batch=batch, resume=resume)
        for batch, resume in ((4096, None), (70, tmp_path / "run"), (4096, tmp_path / "run"))
    ]
    assert results[0] == results[1] == results[2]
    assert results[0].stop == 0.7
    assert FIRST <= results[0].deals < 5000
    low, high = results[0].difference[0].payoff.low, results[0].difference[0].payoff.high
    assert low > 0 or high - low <= 1.4
    assert "95% sequence" in [column.header for column in results[0].table().renderables[1].columns]


def test_one_bot_alone_plays_all_deals() -> None:
    assert arena("kuhn_poker", ["random"], deals=500, stop=9.0).deals == 500


def test_a_width_below_zero_is_refused() -> None:
    for width in (-1, float("nan")):
        with pytest.raises(InvalidArgument, match="stop: want a half-width of at least 0"):
            arena("kuhn_poker", BOTS, stop=width)
