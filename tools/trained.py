"""Packages what the runs of configs/ppo came to, and writes docs/trained.json and docs/trained.svg, which docs/policies.md shows.

    for game in $(ls configs/ppo); do cardenvs train ppo --config configs/ppo/$game; done      # hours
    python tools/trained.py runs/*                                                             # some minutes

Seconds are of collecting and learning, by the clock of the machine, without evaluations.
"""

import csv
import json
import pathlib
import sys
from typing import Any

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

import cardenvs
from cardenvs.agents.packaged import FOLDER
from cardenvs.agents.policy import read_policy
from cardenvs.files import write_whole
from cardenvs.train.package import package

DOCS = pathlib.Path(__file__).parent.parent / "docs"
ROWS, PICTURE = DOCS / "trained.json", DOCS / "trained.svg"
DEALS = 20_000
COLUMNS = 3


def main(runs: list[str]) -> None:
    """Packages each run, and writes its row and curve beside those of the others."""
    for run in map(pathlib.Path, runs):
        about = read_policy(package(run, FOLDER, DEALS))[0]
        rows = json.loads(ROWS.read_text(encoding="utf-8")) if ROWS.exists() else {}
        rows[about["game"]] = {"seconds": round(seconds(run)), "curves": curves(run)}
        print(about["game"], result(about))  # noqa: T201  a command prints
        write_whole(ROWS, json.dumps(rows, indent=1, sort_keys=True) + "\n")
    draw(json.loads(ROWS.read_text(encoding="utf-8")))


def result(about: dict[str, Any]) -> dict[str, dict[str, float]]:
    """By how much the policy's seats were paid more than each baseline's, as packaged."""
    return {name: match["difference"][0]["payoff"] for name, match in about["arena"].items()}


def seconds(run: pathlib.Path) -> float:
    """How long the updates of a run took, whatever parts it was made in."""
    board = EventAccumulator(str(run / "tensorboard"))
    board.Reload()
    speed = {event.step: event.value for event in board.Scalars("time/steps_per_second")}
    steps = sorted(speed)
    return sum((step - before) / speed[step] for before, step in zip([0, *steps], steps, strict=False))


def curves(run: pathlib.Path) -> dict[str, list[list[float]]]:
    """Of each baseline: steps, and the policy's margin with its interval."""
    found: dict[str, list[list[float]]] = {}
    with (run / "evaluation.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            point = [int(row["steps"]), *(round(float(row[name]), 4) for name in ("mean", "low", "high"))]
            found.setdefault(row["baseline"], []).append(point)
    return found


def draw(rows: dict[str, dict[str, Any]]) -> None:
    """One panel a game: the margins over its baselines against millions of steps."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    mpl.rcParams["svg.hashsalt"] = "trained"
    games = [name for name in cardenvs.GAMES if name in rows]
    height = -(-len(games) // COLUMNS)
    figure = Figure(figsize=(11, 2.4 * height), layout="constrained")
    for name, panel in zip(games, figure.subplots(height, COLUMNS, squeeze=False).flat, strict=False):
        for baseline, curve in rows[name]["curves"].items():
            steps, mean, low, high = zip(*curve, strict=True)
            millions = [step / 1e6 for step in steps]
            panel.plot(millions, mean, label=f"over {baseline}", marker=".")
            panel.fill_between(millions, low, high, alpha=0.2)
        panel.axhline(0, color="0.5", linewidth=0.8)
        panel.set_title(name, fontsize=9)
    for panel in figure.axes[len(games) :]:
        panel.remove()
    figure.axes[0].legend(fontsize=8)
    figure.supxlabel("decisions learnt from, millions", fontsize=9)
    figure.supylabel("margin a seat, chips or points an episode", fontsize=9)
    figure.savefig(PICTURE, metadata={"Date": None})


if __name__ == "__main__":
    main(sys.argv[1:])
