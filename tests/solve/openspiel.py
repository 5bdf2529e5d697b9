"""OpenSpiel's solvers on the games that both have, and the way from its information states to ours.

    python -m tests.solve.openspiel            # writes its exploitabilities anew, a few minutes
    python -m tests.solve.openspiel apart      # how far its two solvers and ours are apart, as long again

Its games deal card by card at chance nodes; the cards of Leduc are numbered rank by rank there, suit by suit here.
"""

import json
import pathlib
import sys
from collections.abc import Iterator
from typing import Any

import cardenvs
from cardenvs import solve
from cardenvs.solve.deals import deals, pack_of, parts_of

FIGURES = pathlib.Path(__file__).with_name("openspiel.json")
"""Exploitability by game, algorithm and iteration."""
THEIR_CARD = {"kuhn_poker": lambda card: card, "leduc_poker": lambda card: card % 3 * 2 + card // 3}
POINTS = [10, 100, 200, 500, 1000]
COMPILED = {"cfr": "CFRSolver", "cfr+": "CFRPlusSolver"}
"""Solvers in C++; they update the seats in turn."""


def paired(game: str) -> dict[int, Any]:
    """One of OpenSpiel's states for each of our information sets, by key; fails unless they match one to one."""
    import pyspiel

    rules = cardenvs.spec(game)
    options = rules.options()
    theirs = pyspiel.load_game(game)
    states: dict[int, Any] = {}
    names: dict[int, str] = {}
    for deck, _ in deals(pack_of(rules, options), parts_of(rules, options, 0)):
        table = cardenvs.table(game).reset(deck=list(deck))
        chance = [THEIR_CARD[game](card) for card in deck]
        waiting = [(table, _dealt(theirs.new_initial_state(), chance))]
        while waiting:
            table, state = waiting.pop()
            assert table.over == state.is_terminal()
            if table.over:
                assert table.payoffs == state.returns()
                continue
            assert table.seat == state.current_player()
            assert table.legal() == state.legal_actions()
            key, name = table.key(table.seat), state.information_state_string()
            states.setdefault(key, state)
            assert names.setdefault(key, name) == name
            for action in table.legal():
                after = table.clone()
                after.step(action)
                waiting.append((after, _dealt(state.child(action), chance)))
    assert len(set(names.values())) == len(names)
    return states


def _dealt(state: Any, chance: list[int]) -> Any:
    """The state with the cards dealt that are due."""
    while state.is_chance_node():
        given = sum(move.player < 0 for move in state.full_history())
        state.apply_action(chance[given])
    return state


def solver(game: str, algorithm: str) -> Any:
    """One of OpenSpiel's solvers, and how to make it iterate."""
    import pyspiel
    from open_spiel.python.algorithms import cfr, discounted_cfr

    theirs = pyspiel.load_game(game)
    if algorithm in COMPILED:
        return getattr(pyspiel, COMPILED[algorithm])(theirs)
    if algorithm == "cfr, simultaneous":
        form = {"alternating_updates": False, "linear_averaging": False, "regret_matching_plus": False}
        return cfr._CFRSolver(theirs, **form)
    return {"lcfr": discounted_cfr.LCFRSolver, "dcfr": discounted_cfr.DCFRSolver}[algorithm](theirs)


def exploited(game: str, policy: Any) -> float:
    """OpenSpiel's exploitability of a policy."""
    import pyspiel
    from open_spiel.python import policy as policies

    theirs = pyspiel.load_game(game)
    if isinstance(policy, policies.Policy):
        policy = policies.python_policy_to_pyspiel_policy(policies.tabular_policy_from_callable(theirs, policy))
    return float(pyspiel.exploitability(theirs, policy))


def curve(game: str, algorithm: str, iterations: list[int]) -> dict[str, float]:
    """OpenSpiel's exploitability of the average policy after so many iterations."""
    run = solver(game, algorithm)
    found, done = {}, 0
    for wanted in iterations:
        while done < wanted:
            run.evaluate_and_update_policy()
            done += 1
        found[str(wanted)] = exploited(game, run.average_policy())
    return found


def apart(game: str) -> Iterator[tuple[int, float, float, float]]:
    """By iterations, how far exploitabilities of CFR are from those of its C++: ours, its Python's, ours summed in its order."""
    import pyspiel
    from open_spiel.python.algorithms import cfr

    from .histories import averages

    theirs, tree = pyspiel.load_game(game), solve.build(game)
    compiled, python, ours = pyspiel.CFRSolver(theirs), cfr.CFRSolver(theirs), solve.CFR(tree, "cfr")
    ordered = averages(game, tree, POINTS)
    for wanted in POINTS:
        for _ in range(wanted - ours.iterations):
            compiled.evaluate_and_update_policy()
            python.evaluate_and_update_policy()
        ours.run(wanted - ours.iterations)
        figure = exploited(game, compiled.average_policy())
        found = solve.exploitability(tree, ours.average()), exploited(game, python.average_policy())
        last = solve.exploitability(tree, ordered[wanted])
        yield wanted, abs(found[0] - figure), abs(found[1] - figure), abs(last - figure)


def main() -> None:
    """Writes the figures, or what is apart."""
    if sys.argv[1:] == ["apart"]:
        for game in THEIR_CARD:
            for iterations, *distances in apart(game):
                print(game, iterations, *(f"{distance:.1e}" for distance in distances), flush=True)  # noqa: T201
        return
    figures: dict[str, dict[str, dict[str, float]]] = {}
    for game in ("kuhn_poker", "leduc_poker"):
        figures[game] = {}
        for algorithm in ("cfr", "cfr+", "cfr, simultaneous", "lcfr", "dcfr"):
            quick = game == "kuhn_poker" or algorithm in COMPILED
            figures[game][algorithm] = curve(game, algorithm, [10, 100, 1000] if quick else [10, 100])
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
