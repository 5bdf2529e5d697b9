"""Solving beside OpenSpiel's C++ and Python and, where it is installed, LiteEFG: CFR, best response, MCCFR, on Leduc poker.

    python benchmarks/cfr.py                          # a minute or two
    python benchmarks/cfr.py --cpu-time --json runs/cfr.json

All contestants take turns, several rounds over, in one run; a rate is the median over the rounds, a ratio the median of
the ratios within a round. One thread.

An iteration is the same work for all: CFR updates both seats in turn, MCCFR plays once for each seat. A best response is the
exploitability of the uniform strategy, so both seats' best responses and values.
"""

import argparse
import json
import pathlib
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import rich.console
import rich.table

import peers
from cardenvs import solve
from cardenvs.files import write_whole
from cardenvs.solve.mccfr import MCCFR
from measure import Loop, Side, measure

WIDTH = 120
GAMES = ("kuhn_poker", "leduc_poker")


class Aim(NamedTuple):
    """One comparison: ours, the other, and the ratio aimed at, if any."""

    ours: str
    other: str
    target: float | None = None


AIMS = (
    Aim("CFR", "OpenSpiel C++ CFR", 50),
    Aim("CFR", "OpenSpiel Python CFR", 500),
    Aim("CFR+", "OpenSpiel C++ CFR+", 50),
    Aim("CFR+", "LiteEFG CFR+"),
    Aim("external sampling", "OpenSpiel C++ external sampling", 20),
    Aim("outcome sampling", "OpenSpiel C++ outcome sampling", 20),
    Aim("exploitability", "OpenSpiel C++ exploitability", 50),
)


def main() -> None:
    """Measures, prints a table, writes JSON."""
    arguments = _arguments()
    clock = time.process_time if arguments.cpu_time else time.perf_counter
    sides = {
        name: Side(name, loop, clock=clock)
        for name, loop in contestants(arguments.game)
        if not arguments.only or any(word in name for word in arguments.only)
    }
    measure(sides.values(), arguments.rounds, arguments.seconds)
    rows = [
        {
            "what": aim.ours,
            "value": sides[aim.ours].rate,
            "against": aim.other,
            "their": sides[aim.other].rate,
            "ratio": sides[aim.ours].ratio(sides[aim.other]),
            "target": aim.target,
        }
        for aim in AIMS
        if aim.other in sides and aim.ours in sides
    ]
    table = rich.table.Table(title=f"{arguments.game}: iterations (or calls) a second")
    for heading in ("", "ours", "against", "theirs", "ratio", "target", "met"):
        table.add_column(heading, justify="left" if heading in ("", "against") else "right")
    for row in rows:
        target = row["target"]
        met = "" if target is None else "yes" if row["ratio"] >= target else "no"
        aim = "" if target is None else f"≥ {target:g}"
        figures = (f"{row['value']:,.0f}", row["against"], f"{row['their']:,.1f}", f"{row['ratio']:.1f}")
        table.add_row(row["what"], *figures, aim, met)
    rich.console.Console(width=WIDTH).print(table)
    about = {"game": arguments.game, "date": time.strftime("%Y-%m-%d"), "cpu_time": arguments.cpu_time}
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    write_whole(arguments.json, json.dumps({"about": about, "comparisons": rows}, indent=1) + "\n")


def contestants(game: str) -> Iterator[tuple[str, Loop]]:
    """Everything that is measured."""
    tree = solve.build(game)
    uniform = tree.uniform()
    yield "CFR", batched(solve.CFR(tree, "cfr").run)
    yield "CFR+", batched(solve.CFR(tree, "cfr+").run)
    yield "external sampling", batched(MCCFR(game, "external").run)
    yield "outcome sampling", batched(MCCFR(game, "outcome").run)
    yield "exploitability", repeated(lambda: solve.exploitability(tree, uniform))
    if peers.installed("pyspiel"):
        yield from openspiel(game)
    if peers.installed("LiteEFG"):
        yield "LiteEFG CFR+", repeated(lite_efg(game))


def openspiel(game: str) -> Iterator[tuple[str, Loop]]:
    """The same in OpenSpiel."""
    import pyspiel
    from open_spiel.python.algorithms import cfr

    theirs = pyspiel.load_game(game)
    yield "OpenSpiel C++ CFR", repeated(pyspiel.CFRSolver(theirs).evaluate_and_update_policy)
    yield "OpenSpiel C++ CFR+", repeated(pyspiel.CFRPlusSolver(theirs).evaluate_and_update_policy)
    yield "OpenSpiel Python CFR", repeated(cfr.CFRSolver(theirs).evaluate_and_update_policy)
    yield "OpenSpiel C++ external sampling", repeated(pyspiel.ExternalSamplingMCCFRSolver(theirs).run_iteration)
    yield "OpenSpiel C++ outcome sampling", repeated(pyspiel.OutcomeSamplingMCCFRSolver(theirs).run_iteration)
    uniform = pyspiel.UniformRandomPolicy(theirs)
    yield "OpenSpiel C++ exploitability", repeated(lambda: pyspiel.exploitability(theirs, uniform))


def lite_efg(game: str) -> Callable[[], Any]:
    """One iteration of LiteEFG's own CFR+ on OpenSpiel's game, both seats in turn."""
    import LiteEFG
    import pyspiel
    from LiteEFG.baselines import CFRplus

    environment = LiteEFG.OpenSpielEnv(pyspiel.load_game(game), traverse_type="Enumerate", regenerate=False)
    algorithm = CFRplus.graph()
    environment.set_graph(algorithm)

    def iterate() -> None:
        algorithm.update_graph(environment)
        environment.update_strategy(algorithm.current_strategy())

    return iterate


def batched(run: Callable[[int], Any]) -> Loop:
    """Many iterations in one call."""

    def loop(steps: int) -> int:
        run(steps)
        return steps

    return loop


def repeated(once: Callable[[], Any]) -> Loop:
    """One call for each."""

    def loop(steps: int) -> int:
        for _ in range(steps):
            once()
        return steps

    return loop


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="leduc_poker", choices=GAMES)
    parser.add_argument(
        "--only", nargs="*", metavar="WORD", help="contestants whose names hold one of these words"
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each contestant in each round")
    parser.add_argument(
        "--cpu-time", action="store_true", help="count processor time, on a machine that others use"
    )
    parser.add_argument("--json", type=pathlib.Path, default=pathlib.Path("runs/cfr.json"))
    return parser.parse_args()


if __name__ == "__main__":
    main()
