"""CFR and its family: known values, OpenSpiel's curves, and what holds of any best response."""

import dataclasses
import json

import numpy as np
import pytest

from cardenvs import solve
from cardenvs.errors import InvalidArgument, InvalidFile

from .histories import averages
from .openspiel import FIGURES, curve, exploited, paired, solver
from .test_tree import THREE

CURVES = json.loads(FIGURES.read_text())
STEADY = {"cfr": 100, "cfr+": 100, "cfr, simultaneous": 100, "lcfr": 10, "dcfr": 10}
"""Iterations on Leduc poker for which rounding does not show."""
POINTS = [
    (game, algorithm, int(iteration), value)
    for game, curves in CURVES.items()
    for algorithm, points in curves.items()
    for iteration, value in points.items()
]


@pytest.fixture(scope="module")
def trees():
    return {game: solve.build(game) for game in ("kuhn_poker", "leduc_poker")}


def run_of(tree, algorithm, iterations):
    name, _, form = algorithm.partition(", ")
    run = solve.CFR(tree, name, alternating=form != "simultaneous")
    run.run(iterations)
    return run


@pytest.mark.parametrize("algorithm", solve.ALGORITHMS)
def test_kuhn_poker_is_worth_what_kuhn_found(trees, algorithm):
    tree = trees["kuhn_poker"]
    strategy = run_of(tree, algorithm, 5000).average()
    assert solve.exploitability(tree, strategy) < 2e-3
    assert solve.values(tree, strategy) == pytest.approx([-1 / 18, 1 / 18], abs=1e-4)


@pytest.mark.parametrize("algorithm", solve.ALGORITHMS)
def test_leduc_poker_is_worth_what_is_known(trees, algorithm):
    tree = trees["leduc_poker"]
    strategy = run_of(tree, algorithm, 2000).average()
    assert solve.exploitability(tree, strategy) < (1e-2 if algorithm in ("cfr", "lcfr") else 1e-3)
    assert solve.values(tree, strategy) == pytest.approx([-0.0856, 0.0856], abs=1e-3)


@pytest.mark.parametrize(("game", "algorithm", "iterations", "value"), POINTS)
def test_exploitability_is_openspiels(trees, game, algorithm, iterations, value):
    """The figures that ``python -m tests.solve.openspiel`` wrote.

    On Leduc poker roundings grow, until another order of the same sums makes a difference (the next test): there only the
    first digits can be the same.
    """
    tree = trees[game]
    steady = game == "kuhn_poker" or iterations <= STEADY[algorithm]
    close = {"abs": 1e-9} if steady else {"rel": 2e-3 if algorithm != "cfr+" else 0.1}
    found = solve.exploitability(tree, run_of(tree, algorithm, iterations).average())
    assert found == pytest.approx(value, **close)


@pytest.mark.parametrize("game", ["kuhn_poker", "leduc_poker"])
def test_summed_in_openspiels_order_its_figures_come_out_to_the_end(trees, game):
    """What is left of a difference above is the order of the sums: the game and the algorithm are the same."""
    strategies = averages(game, trees[game], [10, 100, 1000])
    for iterations, strategy in strategies.items():
        wanted = CURVES[game]["cfr"][str(iterations)]
        assert solve.exploitability(trees[game], strategy) == pytest.approx(wanted, abs=1e-9), iterations


def test_on_leduc_poker_roundings_grow_by_themselves(trees):
    """Two runs that differ in nothing but the last bit of each payoff, as another order of sums would make it."""
    tree = trees["leduc_poker"]
    pay = np.nextafter(tree.flat.pay, np.random.default_rng(0).choice([-np.inf, np.inf], len(tree.flat.pay)))
    other = dataclasses.replace(tree, flat=tree.flat._replace(pay=pay))

    def apart(iterations):
        one, two = (
            solve.exploitability(tree, run_of(each, "cfr", iterations).average()) for each in (tree, other)
        )
        return abs(one - two)

    assert apart(100) < 1e-9
    assert apart(1000) > 1e-9


@pytest.mark.parametrize(
    ("game", "algorithm"), [("kuhn_poker", "cfr"), ("kuhn_poker", "dcfr"), ("leduc_poker", "cfr+")]
)
def test_the_figures_are_what_openspiel_gives(game, algorithm):
    pytest.importorskip("pyspiel")
    found = curve(game, algorithm, [10])
    assert found["10"] == pytest.approx(CURVES[game][algorithm]["10"], abs=1e-12)


@pytest.mark.parametrize("game", ["kuhn_poker", "leduc_poker"])
def test_a_policy_of_openspiel_is_as_exploitable_here(trees, game):
    """Its average after a few iterations, and what it plays now, set by set."""
    pytest.importorskip("pyspiel")
    tree, states = trees[game], paired(game)
    run = solver(game, "cfr")
    for _ in range(5):
        run.evaluate_and_update_policy()
    for policy in (run.average_policy(), run.current_policy()):
        table = {
            key: [policy.action_probabilities(state)[action] for action in state.legal_actions()]
            for key, state in states.items()
        }
        assert set(table) == {int(key) for key in tree.key}
        strategy = tree.strategy(table)
        assert solve.nash_conv(tree, strategy) == pytest.approx(2 * exploited(game, policy), abs=1e-9)


@pytest.mark.parametrize(("game", "options"), [("leduc_poker", {}), ("macao", THREE)])
def test_a_best_response_gains_what_it_says_and_nothing_gains_more(game, options):
    tree = solve.build(game, **options)
    strategy = run_of(tree, "cfr", 3).average()
    before, gained = solve.values(tree, strategy), solve.gains(tree, strategy)
    draw = np.random.default_rng(0)
    for seat in range(tree.seats):
        value, best = solve.best_response(tree, strategy, seat)
        assert solve.values(tree, best)[seat] == pytest.approx(value, abs=1e-12)
        assert value - before[seat] == pytest.approx(gained[seat], abs=1e-12)
        assert gained[seat] > 1e-3
        for _ in range(20):  # other pure strategies of the seat
            other = strategy.copy()
            for k in range(tree.flat.bounds[seat], tree.flat.bounds[seat + 1]):
                part = tree.part(k)
                other[part] = np.eye(part.stop - part.start)[draw.integers(part.stop - part.start)]
            assert solve.values(tree, other)[seat] <= value + 1e-12


def test_with_three_seats_the_gains_are_told_for_each():
    tree = solve.build("macao", **THREE)
    before = solve.gains(tree, tree.uniform())
    after = solve.gains(tree, run_of(tree, "cfr+", 500).average())
    assert after.shape == (3,)
    assert (after < before / 20).all()
    with pytest.raises(InvalidArgument, match="want a game for two, got 3 seats"):
        solve.nash_conv(tree, tree.uniform())


@pytest.mark.parametrize("algorithm", ["cfr+", "dcfr", "pcfr+", "cfr, simultaneous"])
def test_a_run_taken_up_again_is_the_run_that_was_never_stopped(trees, algorithm):
    tree = trees["leduc_poker"]
    whole = run_of(tree, algorithm, 50)
    part = run_of(tree, algorithm, 20)
    saved = {name: array.copy() for name, array in part.state_dict().items()}
    part.run(7)
    again = run_of(tree, algorithm, 1)
    again.load_state_dict(saved)
    again.run(30)
    assert again.iterations == 50
    assert again.average().tobytes() == whole.average().tobytes()
    assert again.policy.tobytes() == whole.policy.tobytes()


def test_bad_arguments_are_named(trees):
    with pytest.raises(InvalidArgument, match=r"algorithm: no 'cfr2': did you mean 'cfr'"):
        solve.CFR(trees["kuhn_poker"], "cfr2")
    with pytest.raises(InvalidFile, match="CFR: policy: want float64"):
        solve.CFR(trees["kuhn_poker"]).load_state_dict(solve.CFR(trees["leduc_poker"]).state_dict())
    with pytest.raises(InvalidArgument, match=r"seat: want 0\.\.1, got 2"):
        solve.best_response(trees["kuhn_poker"], trees["kuhn_poker"].uniform(), 2)
