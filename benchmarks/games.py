"""Random playouts of the suite's games beside OpenSpiel's in its own compiled loop over bots, all in one run.

    python benchmarks/games.py                           # every game with its defaults
    python benchmarks/games.py --games kopilka lenturlu --json runs/games.json

Each game is held to OpenSpiel's skat, panguingue to its gin rummy; skat in a batch also to the Python binding. Rates are
medians over the rounds, ratios medians of the ratios within a round, as in throughput.py; one thread.
"""

import argparse
import json
import pathlib
import time

import rich.console
import rich.table

import cardenvs
import ours
import peers
from cardenvs.files import write_whole
from measure import Side, measure

WIDTH = 110
SKAT, RUMMY, BINDING = "OpenSpiel skat in C++", "OpenSpiel gin_rummy in C++", "OpenSpiel skat in Python, observed"
PLAYOUT = ("playout", SKAT, 3)
"""What is measured of a game, beside what, and the ratio aimed at."""
COMPARED = {"panguingue": [("playout", RUMMY, 20)], "skat": [PLAYOUT, ("batch, observed", BINDING, 10)]}
"""The same where it differs."""


def main() -> None:
    """Measures, prints a table, writes JSON."""
    arguments = _arguments()
    clock = time.thread_time if arguments.cpu_time else time.perf_counter
    loops = {
        SKAT: peers.openspiel_compiled("skat"),
        RUMMY: peers.openspiel_compiled("gin_rummy"),
        BINDING: peers.openspiel_python("skat", observed=True),
    }
    compared = [(game, *case) for game in arguments.games for case in COMPARED.get(game, [PLAYOUT])]
    for game, what, _, _ in compared:
        made = ours.game_batch(game) if what.startswith("batch") else ours.game_playout(game, observed=False)
        loops[f"{game}: {what}"] = made
    sides = {name: Side(name, loop, clock=clock) for name, loop in loops.items()}
    measure(sides.values(), arguments.rounds, arguments.seconds)
    rows = []
    for game, what, against, target in compared:
        side, peer = sides[f"{game}: {what}"], sides[against]
        ratio = side.ratio(peer)
        figures = {"value": side.rate, "peer": peer.rate, "ratio": ratio, "target": target, "met": ratio >= target}
        rows.append({"game": game, "what": what, "against": against, **figures})
    _show(rows)
    content = {"about": {"date": time.strftime("%Y-%m-%d"), "cpu_time": arguments.cpu_time}, "games": rows}
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    write_whole(arguments.json, json.dumps(content, indent=1) + "\n")


def _show(rows: list[dict]) -> None:
    table = rich.table.Table("game", "measured", "decisions/s", "against", "ratio", "aim", "met")
    for row in rows:
        against = f"{row['against']} {row['peer'] / 1e6:.3g} M"
        ratio, aim, met = f"{row['ratio']:.1f}", f"≥ {row['target']}", "yes" if row["met"] else "no"
        table.add_row(row["game"], row["what"], f"{row['value'] / 1e6:.2f} M", against, ratio, aim, met)
    rich.console.Console(width=WIDTH).print(table)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=list(cardenvs.GAMES), choices=cardenvs.GAMES, metavar="GAME")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.3, help="of each contestant in each round")
    parser.add_argument(
        "--cpu-time", action="store_true", help="count processor time, on a machine that others use"
    )
    parser.add_argument("--json", type=pathlib.Path, default=pathlib.Path("runs/games.json"))
    return parser.parse_args()


if __name__ == "__main__":
    main()
