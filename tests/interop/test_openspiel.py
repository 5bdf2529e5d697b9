"""The games in OpenSpiel's hands: its own checks pass, and its algorithms find what ours find."""

import json
import pathlib

import numpy as np
import pytest

from cardenvs import solve, spec
from cardenvs.core.random import stream
from cardenvs.errors import IllegalAction, InvalidArgument, InvalidOption, Unsolvable

from ..support import Case, mini_cases

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import exploitability, ismcts, mcts  # noqa: E402

from cardenvs.interop import openspiel  # noqa: E402

COUNTS = json.loads((pathlib.Path(__file__).parent.parent / "mini_counts.json").read_text())
NAMED = ("macao-mini", "panguingue-mini_b", "kuhn_poker-mini")
SMALL = sorted((case for case in mini_cases() if str(case) in NAMED), key=lambda case: NAMED.index(str(case)))
SAMPLED = [Case("loo", "four", {"seats": 4}), Case("leduc_poker", "sampled", {"chance": "sampled", "rng_seed": 3})]


def loaded(case, **parameters):
    return openspiel.load(case.game, **case.values, **parameters)


def nodes(state):
    """Every state with a decision below one, itself included."""
    if state.is_terminal():
        return
    if not state.is_chance_node():
        yield state
    for action in state.legal_actions():
        yield from nodes(state.child(action))


def strategy(tree, table):
    """One of OpenSpiel's tabular policies on a tree of ours."""
    rows = {int(name.split()[0], 16): [p for _, p in sorted(row)] for name, row in table.policy_table().items()}
    assert {int(key) for key in tree.key} <= rows.keys()
    return tree.strategy(rows)


@pytest.mark.parametrize("case", [*SMALL, *SAMPLED], ids=str)
def test_it_passes_their_random_simulations(case):
    # OpenSpiel stores no game of sampled chance that is written in Python: it has no way to ask for its random state.
    pyspiel.random_sim_test(loaded(case), num_sims=3, serialize=case in SMALL, verbose=False)


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_the_chance_node_and_the_information_sets_are_those_of_the_rules(case):
    game, counted = loaded(case), COUNTS[str(case)]
    root = game.new_initial_state()
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert len(root.chance_outcomes()) == counted["deals"]
    assert sum(chance for _, chance in root.chance_outcomes()) == pytest.approx(1)
    seen, alike, n = {}, {}, 0
    for state in nodes(root):
        n += 1
        player = state.current_player()
        name, tensor = state.information_state_string(), bytes(np.array(state.information_state_tensor()))
        assert int(name[:16], 16) == state.key(player)
        assert seen.setdefault(name, tensor) == tensor
        assert alike.setdefault(tensor, name) == name
        assert name[17:] == state.observation_string(player)
        assert len(state.observation_tensor()) == game.layout.size
    assert (n, len(seen)) == (counted["nodes"], counted["sets"])


@pytest.mark.parametrize("case", mini_cases(), ids=str)
def test_a_game_is_found_again_by_what_it_is_called(case):
    game = loaded(case, chance="sampled")
    again = pyspiel.load_game(str(game))
    assert again.options == game.options == case.rules.options(**case.values)
    assert str(again) == str(game)


def test_options_of_every_type_are_parameters():
    game = pyspiel.load_game(
        "python_cardenvs_panguingue(chance=sampled,ranks=none,condition_values=1 1 4 2 2 1 2 1 2 1)"
    )
    assert game.options == spec("panguingue").options()
    assert openspiel.load("macao", copies=2, ranks="2579", zero_swap="none").options.ranks == "2579"


@pytest.mark.parametrize(
    ("case", "theirs", "ours"),
    [(case, "CFRPlusSolver", "cfr+") for case in SMALL]
    + [(SMALL[0], "CFRSolver", "cfr"), (SMALL[-1], "CFRSolver", "cfr")],
    ids=str,
)
def test_their_cfr_is_ours(case, theirs, ours):
    game, tree = loaded(case), solve.build(case.game, **case.values)
    solver, run = getattr(pyspiel, theirs)(game), solve.CFR(tree, ours)
    for _ in range(4):  # later, rounding decides some ties where regrets cancel out
        solver.evaluate_and_update_policy()
    run.run(4)
    found = strategy(tree, solver.tabular_average_policy())
    assert found == pytest.approx(run.average(), abs=1e-9)
    assert solve.gains(tree, found) == pytest.approx(solve.gains(tree, run.average()), abs=1e-9)


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_their_best_response_is_worth_as_much_as_ours(case):
    game, tree = loaded(case), solve.build(case.game, **case.values)
    uniform = pyspiel.UniformRandomPolicy(game)
    for seat in range(game.num_players()):
        theirs = pyspiel.TabularBestResponse(game, seat, uniform).value_from_state(game.new_initial_state())
        assert theirs == pytest.approx(solve.best_response(tree, tree.uniform(), seat)[0], abs=1e-9)


def test_their_exploitability_in_python_is_ours():
    game, tree = loaded(SMALL[-1]), solve.build(SMALL[-1].game)
    found = exploitability.exploitability(game, policies.UniformRandomPolicy(game))
    assert found == pytest.approx(solve.exploitability(tree, tree.uniform()))


def test_their_search_finds_what_every_equilibrium_plays():
    """Where our solver plays one action of Kuhn poker and its search can tell: after a bet, a king calls, a jack folds."""
    game, tree = loaded(SMALL[-1]), solve.build("kuhn_poker")
    run = solve.CFR(tree, "cfr+")
    run.run(1000)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        2.0,
        200,
        random_state=np.random.RandomState(1),
    )
    checked = 0
    for state in nodes(game.new_initial_state()):
        chances = run.average()[tree.part(tree.set_of[state.key(state.current_player())])]
        moves = [state.action_to_string(0, action) for action in state.history()[1:]]
        if moves[-1:] == ["bet"] and chances.max() > 0.999:
            assert max(bot.get_policy(state), key=lambda pair: pair[1])[0] == chances.argmax()
            checked += 1
    assert checked == 8


@pytest.mark.parametrize("case", [*SMALL, *SAMPLED], ids=str)
def test_a_resampled_state_looks_the_same_to_its_player_and_has_a_history(case):
    game, draws = loaded(case), np.random.default_rng(5)
    sampler = pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)
    differ = 0
    for _ in range(4):
        state = game.new_initial_state()
        while not state.is_terminal():
            outcomes = (
                [action for action, _ in state.chance_outcomes()]
                if state.is_chance_node()
                else state.legal_actions()
            )
            state.apply_action(int(draws.choice(outcomes)))
            for player in range(game.num_players()):
                other = state.resample_from_infostate(player, sampler)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
                assert other.current_player() == state.current_player()
                assert other.history()[1:] == state.history()[1:]
                differ += str(other) != str(state)
                if game.outcomes:
                    again = game.new_initial_state()
                    for action in other.history():
                        again.apply_action(action)
                    assert again.key(player) == state.key(player)
    assert differ


def test_resampled_deals_come_as_often_as_they_should():
    state = loaded(SMALL[-1]).new_initial_state()
    state.apply_action(0)
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    found = [str(state.resample_from_infostate(0, sampler)) for _ in range(400)]
    counts = [found.count(name) for name in set(found)]
    assert len(counts) == 2
    assert min(counts) > 150


def test_sampled_deals_follow_the_seed():
    def dealt(seed):
        game = openspiel.load("loo", seats=3, rng_seed=seed)
        states = [game.new_initial_state() for _ in range(3)]
        for state in states:
            state.apply_action(0)
        return [str(state) for state in states]

    assert dealt(1) == dealt(1)
    assert len({*dealt(1), *dealt(2)}) == 6


def test_a_state_that_was_stored_goes_on_the_same():
    game = openspiel.load("loo", seats=3, rng_seed=1)
    state, random = game.new_initial_state(), stream(4)
    state.apply_action(0)
    state.apply_action(state.legal_actions()[0])
    other = game.deserialize_state(state.serialize())
    while not state.is_terminal():
        assert other.legal_actions() == state.legal_actions()
        assert other.rewards() == state.rewards()
        action = state.legal_actions()[int(random[0]) % len(state.legal_actions())]
        state.apply_action(action)
        other.apply_action(action)
    assert other.returns() == state.returns()


def test_bad_parameters_and_moves_are_named():
    with pytest.raises(InvalidOption, match="unknown option 'seat'"):
        openspiel.load("loo", seat=3)
    with pytest.raises(InvalidArgument, match="chance: want one of"):
        openspiel.load("loo", chance="some")
    with pytest.raises(InvalidArgument, match="rng_seed: want"):
        openspiel.load("loo", rng_seed="x")
    with pytest.raises(Unsolvable):
        openspiel.load("loo", chance="explicit")
    game = loaded(SMALL[-1])
    with pytest.raises(InvalidArgument, match="observer: want"):
        game.make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
        )
    state = game.new_initial_state()
    state.apply_action(0)
    with pytest.raises(IllegalAction, match="may not play 7"):
        state.apply_action(7)
