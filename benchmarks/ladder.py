"""Every bot against every other in every game, and on small tables against exact play; docs/ladder.md shows the results.

    python -m benchmarks.ladder
    python -m benchmarks.ladder --tables kuhn_poker-mini loo
    python -m benchmarks.ladder --workers 4 --json docs/ladder.json

Finished deals are kept in a folder: who runs it again goes on from there, or has the same numbers at once. The JSON is
written after each table; tables that were not asked for stay as they are.
"""

import argparse
import dataclasses
import json
import pathlib
from collections.abc import Sequence
from typing import Any

import rich.console

import cardenvs
from benchmarks.kept import kept
from benchmarks.search import decisions, milliseconds
from cardenvs import solve
from cardenvs.agents.tabular import save_strategy
from cardenvs.errors import InvalidArgument
from cardenvs.files import write_whole
from cardenvs.solve.tabular import tabulated

BOTS = ("random", "rules", "pimc", "ismcts")
WIDTH = 110
EACH = "ismcts:trees=each"
"""Plays on the small tables too, out of the order."""
POSITIONS = 20
"""Decisions over which the time of a search is taken."""
SOLVED, ALGORITHM = 1000, "dcfr"
"""Iterations of the solver, and which one."""


@dataclasses.dataclass(frozen=True)
class Plan:
    """What is played for one table."""

    game: str
    deals: int
    """Of each pair, at most."""
    mini: str | None = None
    """A configuration for two whose payoffs have a constant sum: it is solved, and an equilibrium, which can't lose, plays too."""

    @property
    def name(self) -> str:
        """As ``docs/solving.json`` has it."""
        return f"{self.game}-{self.mini}" if self.mini else self.game

    @property
    def options(self) -> dict[str, Any]:
        """Of the game; the others stay at their defaults."""
        return dict(cardenvs.spec(self.game).mini[self.mini]) if self.mini else {}


PLANS = (
    Plan("kuhn_poker", 2000, mini="mini"),
    Plan("leduc_poker", 2000, mini="mini"),
    Plan("humbug_whist", 1500, mini="mini"),
    Plan("lenturlu", 1500, mini="mini"),
    Plan("macao", 2000, mini="mini_swaps"),
    Plan("mushka", 600, mini="mini_three_cards"),
    Plan("humbug_whist", 600),
    Plan("stukolka", 1500),
    Plan("loo", 1200),
    Plan("irish_loo", 300),
    Plan("pam_loo", 120),
    Plan("mushka", 400),
    Plan("mushka_shutikha", 400),
    Plan("mushka_mistigri", 400),
    Plan("mushka_pamphil", 300),
    Plan("macao", 1500),
    Plan("kopilka", 80),
    Plan("lenturlu", 800),
    Plan("skat", 100),
    Plan("preferans", 400),
    Plan("panguingue", 24),
)
"""The small ones first. How many deals was set by the time that they take, and raised where there was more, never by what they showed."""
TABLES = {plan.name: plan for plan in PLANS}


def main(argv: Sequence[str] | None = None) -> None:
    """Plays what is asked for and writes the JSON."""
    arguments = _arguments(argv)
    for name in arguments.tables:
        table = played(TABLES[name], arguments)
        content = kept(arguments.json) | {name: table}
        write_whole(arguments.json, json.dumps({k: content[k] for k in TABLES if k in content}, indent=1) + "\n")


def played(plan: Plan, arguments: argparse.Namespace) -> dict[str, Any]:
    """One table: the fields of `cardenvs.arena.CrossTable`, and each bot's time for a decision."""
    folder = arguments.resume / plan.name
    folder.mkdir(parents=True, exist_ok=True)
    bots = [*BOTS, str(solved(plan, folder)), EACH] if plan.mini else list(BOTS)
    found = cardenvs.cross_table(
        plan.game,
        bots,
        deals=plan.deals if arguments.deals is None else min(plan.deals, arguments.deals),
        seed=arguments.seed,
        workers=arguments.workers,
        resume=folder,
        **plan.options,
    )
    rich.console.Console(width=WIDTH).print(found.table())
    tables = decisions(plan.game, POSITIONS + 1, 0, **plan.options)
    return json.loads(found.to_json()) | {
        "milliseconds": [float(milliseconds(tables, bot).mean()) for bot in bots]
    }


def solved(plan: Plan, folder: pathlib.Path) -> pathlib.Path:
    """The file of an equilibrium; made if it is not there."""
    path = folder / "exact.safetensors"
    if not path.exists():
        rules = cardenvs.spec(plan.game)
        tree = solve.build(rules, **plan.options)
        if tree.seats != 2 or not tree.constant_sum:
            raise InvalidArgument(
                f"{plan.name}: the sum of its payoffs varies, or more than two play: no exact play"
            )
        run = solve.CFR(tree, ALGORITHM)
        run.run(SOLVED)
        about = {"algorithm": ALGORITHM, "iterations": SOLVED, "gains": solve.gains(tree, run.average()).tolist()}
        save_strategy(path, rules, rules.options(**plan.options), tabulated(tree, run.average()), about)
    return path


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", nargs="+", default=list(TABLES), choices=TABLES, metavar="TABLE", help="(all)")
    parser.add_argument("--deals", type=int, help="of each pair, at most (as each table has it)")
    parser.add_argument("--seed", type=int, default=1, help="(1)")
    parser.add_argument("--workers", type=int, default=1, help="processes (1); changes no number")
    parser.add_argument("--resume", type=pathlib.Path, default=pathlib.Path("runs/ladder"), metavar="FOLDER")
    parser.add_argument("--json", type=pathlib.Path, default=pathlib.Path("docs/ladder.json"))
    return parser.parse_args(argv)


if __name__ == "__main__":
    main()
