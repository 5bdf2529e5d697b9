"""The advice of §11 for macao, and the bank's edge when all take it."""

import itertools
import pathlib
import sys
from fractions import Fraction

import pytest

import cardenvs

from ..games.test_macao import coup
from .asking import advice

BENCHMARKS = pathlib.Path(__file__).parents[2] / "benchmarks"


@pytest.mark.parametrize(
    ("first", "said"),
    [("K", "SWAP"), ("T", "SWAP"), ("A", "DRAW"), ("4", "DRAW"), ("7", "DRAW"), ("8", "STAND"), ("9", "STAND")],
)
def test_first_cards(first, said):
    assert advice(coup(f"{first} 5", 2)) == said
    assert advice(coup(f"9 {first}", 2).play("STAND")) == said  # the banker does the same


def test_zeros_that_can_not_be_swapped_are_drawn_to():
    assert advice(coup("K 5", 2, zero_swap="none")) == "DRAW"


def test_a_drawn_zero_is_swapped():
    assert advice(coup("7 5 Q", 2).play("DRAW")) == "SWAP"


def test_more_draws_up_to_seven():
    assert advice(coup("3 5 4", 2, max_draws=2).play("DRAW")) == "DRAW"
    assert advice(coup("3 5 5", 2, max_draws=2).play("DRAW")) == "STAND"


@pytest.mark.parametrize(("first", "said"), [("K", "SWAP"), ("4", "DRAW"), ("5", "STAND"), ("7", "STAND")])
def test_nobody_risks_a_bust_above_four(first, said):
    assert advice(coup(f"{first} 5", 2, overdraw="bust")) == said


@pytest.mark.parametrize(("first", "said"), [("4", "SWAP"), ("5", "STAND")])
def test_a_swap_of_a_drawn_zero_may_go_bust_too(first, said):
    assert advice(coup(f"{first} 5 Q", 2, overdraw="bust").play("DRAW")) == said


@pytest.mark.parametrize(("drawn", "said"), [("2", "STAND"), ("3", "DRAW"), ("9", "DRAW"), ("A", "STAND")])
def test_a_bankers_five_draws_against_a_good_draw(drawn, said):
    table = coup(f"A 8 5 {drawn}", 3, overdraw="bust").play("DRAW STAND")
    assert table.seat == 0
    assert advice(table) == said
    table = coup(f"A 8 6 {drawn}", 3, overdraw="bust").play("DRAW STAND")
    assert advice(table) == "STAND"


@pytest.fixture
def macao_edge(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import macao_edge

    yield macao_edge
    sys.modules.pop("macao_edge")


def test_the_edge_is_the_one_in_the_documentation(macao_edge):
    page = (BENCHMARKS.parent / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    for multiples in macao_edge.MULTIPLES:
        edge = macao_edge.exact(multiples)
        assert isinstance(edge, Fraction)
        assert f"| `{multiples}` | {float(edge):+.6f} |" in page


def test_the_edge_is_what_all_physical_orders_of_a_small_shoe_give(macao_edge):
    """For two seats with one copy of a few ranks, every order of the shoe played by the game and the bot."""
    table = cardenvs.table("macao", seats=2, first_banker=0, ranks="2479", copies=1)
    gains = []
    for order in itertools.permutations(["2C", "4C", "7C", "9C"]):
        table.reset(deck=order)
        while not table.over:
            table.step(advice(table))
        gains.append(table.payoffs[0])
    ends = macao_edge.ends({2: 1, 4: 1, 7: 1, 9: 1})
    assert Fraction(sum(gains), len(gains)) == -sum(
        chance * macao_edge.won("ties", punter, banker) for punter, banker, chance in ends
    )


def test_a_short_simulation_agrees_with_the_edge(macao_edge):
    mean, error = macao_edge.simulated(20_000, seed=1)
    assert abs(mean - float(macao_edge.exact())) < 4 * error
    assert 0 < error < 0.02
