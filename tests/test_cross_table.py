"""Every bot against every other; ratings; the mixture that nobody beats."""

import io
import itertools
import json
import sys

import numpy as np
import pytest
from rich.console import Console

from cardenvs import arena, cross_table
from cardenvs.agents import RandomBot, Turn
from cardenvs.arena import cross
from cardenvs.arena.ratings import nash_average, rate
from cardenvs.arena.stopping import FIRST
from cardenvs.cli import main
from cardenvs.errors import InvalidArgument, InvalidFile

ROCK_PAPER_SCISSORS = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], np.float64)
LADDER = np.array([[0, 1, 3], [-1, 0, 1], [-3, -1, 0]], np.float64)


class Always:
    """Plays one action, come what may."""

    def __init__(self, action: int, name: str) -> None:
        self.action, self.name = action, name

    def act(self, turn: Turn) -> np.ndarray:
        return np.full(len(turn.mask), self.action)


def test_a_cross_table_is_the_arena_of_every_pair() -> None:
    bots = ["rules", "random", Always(1, "bet")]
    measured = cross_table("kuhn_poker", bots, deals=30, seed=4)
    assert measured.bots == ("rules", "random", "bet")
    assert [(pair.first, pair.second) for pair in measured.pairs] == [
        ("rules", "random"), ("rules", "bet"), ("random", "bet"),
    ]  # fmt: skip
    for (a, b), pair in zip(itertools.combinations(bots, 2), measured.pairs, strict=True):
        alone = arena("kuhn_poker", [a, b], deals=30, seed=4)
        assert (pair.payoffs, pair.difference) == (alone.payoff, alone.difference[0].payoff)
        assert (pair.deals, pair.forfeits) == (30, (0, 0))
    advantage = measured.advantage()
    assert (advantage == -advantage.T).all()
    assert advantage[0, 2] == measured.pairs[1].difference.mean


def test_equal_bots_are_told_apart_by_number() -> None:
    measured = cross_table("kuhn_poker", ["random", "random", "random"], deals=4)
    assert measured.bots == ("random", "random 2", "random 3")
    assert measured.pairs[2].second == "random 3"


def test_each_pair_stops_by_itself() -> None:
    measured = cross_table("leduc_poker", ["rules", "rules", "random"], deals=3000, stop=0.6)
    deals = [pair.deals for pair in measured.pairs]
    assert deals[0] == FIRST  # equal as they are, they are known to be so at the first look
    assert deals[1] == deals[2]
    for pair in measured.pairs:
        low, high = pair.difference.low, pair.difference.high
        assert low > 0 or high - low <= 1.2


def test_a_cross_table_goes_on_from_its_folder(tmp_path) -> None:
    class Asked(RandomBot):
        turns = 0

        def act(self, turn: Turn) -> np.ndarray:
            self.turns += 1
            return super().act(turn)

    first, second = Asked(), Asked()
    folder = tmp_path / "new" / "ladder"
    one = cross_table("kuhn_poker", [first, "rules", "random"], deals=20, resume=folder)
    assert sorted(path.name for path in folder.iterdir()) == ["0-1.jsonl", "0-2.jsonl", "1-2.jsonl"]
    (folder / "1-2.jsonl").unlink()
    assert cross_table("kuhn_poker", [second, "rules", "random"], deals=20, resume=folder) == one
    assert (first.turns > 0, second.turns) == (True, 0)
    with pytest.raises(InvalidFile, match=r"0-1.jsonl, line 1: of another match: seed"):
        cross_table("kuhn_poker", [second, "rules", "random"], deals=20, seed=1, resume=folder)
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidFile, match="no folder can be made there"):
        cross_table("kuhn_poker", ["rules", "random"], deals=20, resume=tmp_path / "file")


def test_two_bots_at_least() -> None:
    with pytest.raises(InvalidArgument, match="bots: want at least 2, got 1"):
        cross_table("kuhn_poker", ["random"])


def test_the_command_prints_a_table_or_json(capsys, tmp_path) -> None:
    line = ["ladder", "kuhn_poker", "--bots", "rules", "random", "--deals", "20", "--seed", "3"]
    measured = cross_table("kuhn_poker", ["rules", "random"], deals=20, seed=3)
    assert main([*line, "--json", "--out", str(tmp_path / "a.json")]) == 0
    assert capsys.readouterr().out == (tmp_path / "a.json").read_text() == measured.to_json() + "\n"
    assert json.loads(measured.to_json())["pairs"][0]["first"] == "rules"
    assert main(line) == 0
    out = capsys.readouterr().out
    assert "kuhn_poker: 20 deals, seed 3" in out
    with Console(width=200, file=io.StringIO()) as console:
        console.print(measured.table())
    assert out == console.file.getvalue()
    mean = measured.pairs[0].difference.mean
    assert f"{mean:+.2f} ± " in out
    assert f"{-mean:+.2f} ± " in out


# Ratings


def test_ratings_follow_who_beats_whom_and_grow_surer() -> None:
    few = rate("abc", [((0, 1, 2), (3, 2, 1))] * 5)
    many = rate("abc", [((0, 1, 2), (3, 2, 1))] * 50)
    assert [rating.bot for rating in many] == ["a", "b", "c"]
    assert few[0].mu > few[1].mu > few[2].mu
    assert all(after.sigma < before.sigma < 25 / 3 for before, after in zip(few, many, strict=True))
    even = rate("ab", [((0, 1), (1, 1))] * 20)
    assert even[0].mu == pytest.approx(even[1].mu)


def test_the_arena_rates_by_deals() -> None:
    """Who always bets takes the ante of who always passes, whatever the cards."""
    bots = [Always(0, "passes"), Always(1, "bets"), Always(0, "passes")]
    result = arena("kuhn_poker", bots, deals=60, ratings=True)
    assert [rating.bot for rating in result.ratings] == ["passes", "bets", "passes 2"]
    first, bets, second = result.ratings
    assert bets.mu - 2 * bets.sigma > max(first.mu, second.mu)
    assert str(bets) in result.table().renderables[-1]
    assert arena("kuhn_poker", bots, deals=4).ratings == ()


def test_without_openskill_it_says_what_to_install(capsys, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    line = ["evaluate", "kuhn_poker", "--bots", "rules", "random", "--deals", "4"]
    assert main([*line, "--ratings"]) == 2
    assert "ratings need cardenvs with its extra, [ratings]" in capsys.readouterr().err
    monkeypatch.setattr(cross, "ratings_available", lambda: False)
    assert cross_table("kuhn_poker", ["rules", "random"], deals=4).ratings == ()


# Nash averaging


@pytest.mark.parametrize(
    ("matrix", "who", "weights"),
    [
        (ROCK_PAPER_SCISSORS, [0, 1, 2], [1 / 3, 1 / 3, 1 / 3]),
        (ROCK_PAPER_SCISSORS, [0, 0, 1, 2], [1 / 6, 1 / 6, 1 / 3, 1 / 3]),
        (LADDER, [0, 1, 2], [1, 0, 0]),
        (LADDER, [2, 1, 0, 0], [0, 0, 0.5, 0.5]),
        (0 * LADDER, [0, 1, 2], [1 / 3, 1 / 3, 1 / 3]),
        (1e-6 * ROCK_PAPER_SCISSORS, [0, 1, 2], [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_nash_averaging_of_known_matrices(matrix, who, weights) -> None:
    advantage = matrix[np.ix_(who, who)]
    found, average = nash_average(advantage)
    assert found == pytest.approx(weights, abs=1e-4)
    assert average == pytest.approx(advantage @ found)


def test_nobody_beats_the_mixture() -> None:
    chance = np.random.default_rng(5)
    for n in (2, 3, 5, 8):
        matrix = chance.normal(size=(n, n))
        weights, average = nash_average(matrix - matrix.T)
        assert weights.sum() == pytest.approx(1)
        assert (weights >= 0).all()
        assert average.max() == pytest.approx(0, abs=1e-5)
        assert weights @ average == pytest.approx(0, abs=1e-5)
