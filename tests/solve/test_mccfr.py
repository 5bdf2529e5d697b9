"""Monte Carlo CFR: it finds what the whole tree gives, remembers, and knows its limits."""

import sys

import numpy as np
import pytest

from cardenvs import solve
from cardenvs.errors import InvalidArgument, InvalidFile
from cardenvs.solve import blocks, mccfr
from cardenvs.solve.tabular import tabulated

from .test_tree import THREE

METHODS = ("external", "outcome")


def exploited(tree, run):
    return solve.exploitability(tree, run.average().strategy(tree))


@pytest.mark.parametrize(("method", "kuhn", "leduc"), [("external", 0.01, 0.12), ("outcome", 0.05, 0.9)])
def test_it_comes_as_close_as_openspiels_does(method, kuhn, leduc):
    """After 100,000 and 50,000 iterations; OpenSpiel's come to .003 and .07 (external), .01 and .6 (outcome)."""
    tree = solve.build("kuhn_poker")
    run = solve.MCCFR("kuhn_poker", method, seed=1)
    run.run(100_000)
    assert exploited(tree, run) < kuhn
    assert run.sets == 12
    assert solve.values(tree, run.average().strategy(tree)) == pytest.approx([-1 / 18, 1 / 18], abs=2 * kuhn)
    tree = solve.build("leduc_poker")
    run = solve.MCCFR("leduc_poker", method, seed=1)
    run.run(50_000)
    assert exploited(tree, run) < leduc
    assert 0.9 * len(tree.key) < run.sets <= len(tree.key)
    assert run.left_out == 0


def first_regrets(run, tree):
    """The regrets that a run has booked, by the tree's sequences."""
    found = np.zeros(tree.sequences)
    words = run.state_dict()["words"]
    for block in map(int, run._index[run._index > 0]):
        part, n = tree.part(tree.set_of[int(words[block + blocks.KEY])]), int(words[block + blocks.SIZE])
        assert n == part.stop - part.start
        start = block + blocks.REGRETS
        found[part] = words.view(np.float64)[start : start + n]
    return found


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("game", "options"), [("kuhn_poker", {}), ("macao", THREE)])
def test_sampled_regrets_are_the_exact_ones_in_the_mean(game, options, method):
    """The regrets of the first iteration, everybody playing uniformly, over many samples."""
    tree = solve.build(game, **options)
    exact = solve.CFR(tree, "cfr", alternating=False)
    exact.run(1)
    wanted = exact.state_dict()["regret"]
    samples = 3000
    run = solve.MCCFR(game, method, seed=2, **options)
    blank = {name: array.copy() for name, array in run.state_dict().items()}
    total, squares = np.zeros(tree.sequences), np.zeros(tree.sequences)
    for _ in range(samples):
        random = run.state_dict()["random"].copy()
        run.load_state_dict(blank | {"random": random})
        regrets = np.zeros(tree.sequences)
        run.run(1)
        regrets = first_regrets(run, tree)
        total += regrets
        squares += regrets**2
    mean = total / samples
    error = np.sqrt((squares / samples - mean**2) / samples)
    seat = 0  # the first to be traversed: the others' regrets already see what it has learnt
    part = slice(int(tree.flat.first[tree.flat.bounds[seat]]), int(tree.flat.first[tree.flat.bounds[seat + 1]]))
    assert (np.abs(mean - wanted)[part] <= 5 * error[part] + 1e-12).all()
    assert np.abs(wanted[part]).max() > 0.01


@pytest.mark.parametrize("method", METHODS)
def test_a_run_taken_up_again_is_the_run_that_was_never_stopped(method):
    whole = solve.MCCFR("leduc_poker", method, seed=5)
    whole.run(300)
    part = solve.MCCFR("leduc_poker", method, seed=5)
    part.run(120)
    saved = {name: array.copy() for name, array in part.state_dict().items()}
    part.run(10)
    again = solve.MCCFR("leduc_poker", method)
    again.load_state_dict(saved)
    again.run(180)
    assert again.iterations == 300
    assert again._index.tobytes() == whole._index.tobytes()
    for name, array in whole.state_dict().items():
        assert array.tobytes() == again.state_dict()[name].tobytes(), name


def test_the_seed_is_all_the_chance():
    runs = [solve.MCCFR("leduc_poker", seed=seed) for seed in (1, 1, 2)]
    for run in runs:
        run.run(50)
    words = [run.state_dict()["words"].tobytes() for run in runs]
    assert words[0] == words[1] != words[2]


@pytest.mark.parametrize("method", METHODS)
def test_what_is_borrowed_is_given_back(method):
    """Its loops do not count references to these arrays: nothing may be let go, or held, that was not theirs."""
    run = solve.MCCFR("leduc_poker", method)
    lent = (run._words, run._index, run._counts, run._random, run._stack, run._fresh, *run._scratch)
    before = [sys.getrefcount(array) for array in lent]
    for _ in range(3):
        run.run(1)
    assert [sys.getrefcount(array) for array in lent] == before
    assert run._words is lent[0]


def test_the_table_grows_and_forgets_nothing(monkeypatch):
    large = solve.MCCFR("leduc_poker", seed=3)
    monkeypatch.setattr(mccfr, "SLOTS", 512)
    monkeypatch.setattr(mccfr, "ROOM", 1024)
    small = solve.MCCFR("leduc_poker", seed=3)
    before = small.bytes
    for run in (large, small):
        run.run(2000)
    assert small.bytes > before
    assert small.left_out == 0
    one, other = large.average(), small.average()
    assert one.key.tobytes() == other.key.tobytes()
    assert one.chance.tobytes() == other.chance.tobytes()


def test_a_full_table_is_reported_and_still_plays(monkeypatch):
    monkeypatch.setattr(mccfr, "SLOTS", 512)
    monkeypatch.setattr(mccfr, "ROOM", 1024)
    run = solve.MCCFR("leduc_poker", max_bytes=24 * 1024)
    run.run(3000)
    assert run.bytes <= 24 * 1024
    assert run.full
    assert run.left_out > 0
    assert 100 < run.sets < 936
    assert "visits to sets that found no room" in run.report()
    assert "the table is full: max_bytes=24,576" in run.report()
    tree = solve.build("leduc_poker")
    assert exploited(tree, run) < exploited(tree, solve.MCCFR("leduc_poker"))  # an empty table plays uniformly


def test_a_trees_strategy_as_a_table_is_the_same_strategy():
    tree = solve.build("leduc_poker")
    run = solve.CFR(tree, "cfr")
    run.run(20)
    table = tabulated(tree, run.average())
    assert (table.key[1:] > table.key[:-1]).all()
    assert table.strategy(tree).tobytes() == run.average().tobytes()


def test_bad_arguments_are_named():
    with pytest.raises(InvalidArgument, match="method: no 'extern'"):
        solve.MCCFR("kuhn_poker", "extern")
    with pytest.raises(InvalidArgument, match="epsilon: want more than 0, at most 1, got 0"):
        solve.MCCFR("kuhn_poker", "outcome", epsilon=0)
    with pytest.raises(InvalidArgument, match="max_bytes: want at least"):
        solve.MCCFR("kuhn_poker", max_bytes=10)
    run = solve.MCCFR("kuhn_poker")
    with pytest.raises(InvalidFile, match="MCCFR: counts"):
        run.load_state_dict(run.state_dict() | {"counts": np.zeros(2)})


@pytest.mark.parametrize("damage", ["size", "mark", "counts", "slots", "cut"])
def test_a_damaged_table_is_refused(damage):
    run = solve.MCCFR("kuhn_poker", seed=1)
    run.run(100)
    arrays = {name: array.copy() for name, array in run.state_dict().items()}
    run.load_state_dict(arrays)
    words, block = arrays["words"], int(run._index[run._index > 0][0])
    if damage == "size":
        words[block + blocks.SIZE] = 1 << 40
    elif damage == "mark":
        other = int(run._index[run._index > 0][1])
        words[block + blocks.MARK] = words[other + blocks.MARK]
    elif damage == "counts":
        arrays["counts"][blocks.SETS] -= 1
    elif damage == "slots":
        arrays["slots"][0] = 8
    else:
        arrays["words"] = words[:20].copy()
    with pytest.raises(InvalidFile, match="inconsistent"):
        run.load_state_dict(arrays)
