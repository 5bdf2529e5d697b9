"""Random playouts of the suite's games beside OpenSpiel's skat in its own compiled loop over bots, all in one run.

    python benchmarks/games.py                           # every game with its defaults
    python benchmarks/games.py --games kopilka lenturlu --json runs/games.json

Rates are medians over the rounds, ratios medians of the ratios within a round, as in throughput.py; one thread.
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

WIDTH = 100
PEER = "skat"
TARGET = 3


def main() -> None:
    """Measures, prints a table, writes JSON."""
    arguments = _arguments()
    clock = time.thread_time if arguments.cpu_time else time.perf_counter
    peer = Side(f"OpenSpiel {PEER} in C++", peers.openspiel_compiled(PEER), clock=clock)
    sides = [Side(game, ours.game_playout(game, observed=False), clock=clock) for game in arguments.games]
    measure([peer, *sides], arguments.rounds, arguments.seconds)
    rows = [
        {"game": side.name, "value": side.rate, "ratio": side.ratio(peer), "met": side.ratio(peer) >= TARGET}
        for side in sides
    ]
    table = rich.table.Table(
        "game", "decisions/s", "ratio", "met", title=f"Against {peer.name}: {peer.rate / 1e6:.2f} M"
    )
    for row in rows:
        table.add_row(
            row["game"], f"{row['value'] / 1e6:.2f} M", f"{row['ratio']:.1f}", "yes" if row["met"] else "no"
        )
    rich.console.Console(width=WIDTH).print(table)
    about = {"date": time.strftime("%Y-%m-%d"), "against": peer.name, "rate": peer.rate, "target": TARGET}
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    write_whole(arguments.json, json.dumps({"about": about, "games": rows}, indent=1) + "\n")


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
