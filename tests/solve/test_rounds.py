"""Monte Carlo CFR in rounds: what the workers add is added up, and it learns."""

import numpy as np
import pytest

from cardenvs import solve, spec
from cardenvs.core.random import streams
from cardenvs.errors import InvalidArgument, InvalidFile
from cardenvs.solve import blocks, mccfr

METHODS = ("external", "outcome")


FIRST = blocks.REGRETS + 2 * spec("leduc_poker").actions
"""Where the blocks begin: the one of sets without room comes before."""


def parts_of(arrays) -> list[slice]:
    """Where the tables keep the regrets and sums of each information set."""
    found, at = [], FIRST
    while at < arrays["counts"][blocks.USED]:
        end = at + blocks.REGRETS + 2 * int(arrays["words"][at + blocks.SIZE])
        found.append(slice(at + blocks.REGRETS, end))
        at = end
    return found


def blocks_of(arrays) -> dict[int, np.ndarray]:
    """The regrets and sums of each information set in the tables, by its key."""
    words, numbers = arrays["words"], arrays["words"].view(float)
    parts = parts_of(arrays)
    return {int(words[part.start - blocks.REGRETS + blocks.KEY]): numbers[part].copy() for part in parts}


@pytest.mark.parametrize("method", METHODS)
def test_a_round_adds_what_each_worker_adds_alone(method) -> None:
    """Each worker is an `MCCFR` that goes on from a third of the tables with a stream of its own."""
    run = solve.Rounds("leduc_poker", method, workers=3, each=150, seed=7)
    random = streams(7, 3)
    for _ in range(2):
        tables = {name: array.copy() for name, array in run.state_dict().items()}
        before = blocks_of(tables)
        for part in parts_of(tables):
            tables["words"].view(float)[part] /= 3
        third = blocks_of(tables)
        wanted = {key: block.copy() for key, block in before.items()}
        for worker in range(3):
            alone = solve.MCCFR("leduc_poker", method)
            alone.load_state_dict({**tables, "random": random[worker]})
            alone.run(150)
            random[worker] = alone.state_dict()["random"]
            for key, block in blocks_of(alone.state_dict()).items():
                mine = wanted.setdefault(key, np.zeros(len(block)))
                mine += block - third.get(key, np.zeros(len(block)))
        run.run(450)
        got = blocks_of(run.state_dict())
        assert got.keys() == wanted.keys()
        assert all(np.allclose(got[key], wanted[key], rtol=1e-12, atol=1e-12) for key in got)
    assert run.iterations == 900
    assert run.sets == len(got) > len(before) > 0


@pytest.mark.parametrize(("method", "kuhn"), [("external", 0.01), ("outcome", 0.05)])
def test_it_comes_as_close_as_one_worker(method, kuhn) -> None:
    tree = solve.build("kuhn_poker")
    run = solve.Rounds("kuhn_poker", method, workers=4, each=250, seed=1)
    run.run(100_000)
    assert run.sets == 12
    assert solve.exploitability(tree, run.average().strategy(tree)) < kuhn


def test_a_run_taken_up_again_is_the_run_that_was_never_stopped() -> None:
    settings = {"workers": 2, "each": 100, "seed": 5}
    whole, part, rest = (solve.Rounds("leduc_poker", **settings) for _ in range(3))
    whole.run(800)
    part.run(400)
    rest.load_state_dict({name: array.copy() for name, array in part.state_dict().items()})
    rest.run(200)
    rest.run(200)
    for name, array in whole.state_dict().items():
        assert np.array_equal(array, rest.state_dict()[name]), name
    with pytest.raises(InvalidFile, match=r"random: want uint64 \(3, 1\), got uint64 \(2, 1\)"):
        solve.Rounds("leduc_poker", workers=3, each=100).load_state_dict(part.state_dict())


def test_tables_grow_as_long_as_they_may(monkeypatch) -> None:
    settings = {"workers": 2, "each": 250, "seed": 1}
    roomy = solve.Rounds("leduc_poker", **settings)
    monkeypatch.setattr(mccfr, "SLOTS", 512)
    monkeypatch.setattr(mccfr, "ROOM", 1024)
    small, full = (solve.Rounds("leduc_poker", **settings, max_bytes=most) for most in (1 << 20, 24 << 10))
    for run in (roomy, small, full):
        run.run(2000)
    one, other = blocks_of(roomy.state_dict()), blocks_of(small.state_dict())
    assert one.keys() == other.keys()
    assert all(np.array_equal(one[key], other[key]) for key in one)
    assert small.left_out == 0
    assert full.full
    assert full.left_out > 0
    assert full.bytes <= 24 << 10
    assert set(blocks_of(full.state_dict())) < set(one)


def test_wrong_numbers_are_refused() -> None:
    with pytest.raises(InvalidArgument, match="workers: want at least 1, got 0"):
        solve.Rounds("kuhn_poker", workers=0, each=10)
    with pytest.raises(InvalidArgument, match="each: want at least 1, got 0"):
        solve.Rounds("kuhn_poker", workers=2, each=0)
    run = solve.Rounds("kuhn_poker", workers=2, each=10)
    with pytest.raises(InvalidArgument, match="iterations: want a multiple of 20, a round, got 30"):
        run.run(30)
    assert run.iterations == 0
