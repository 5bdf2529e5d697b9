"""Solves the mini configuration(s) of every game and writes docs/solving.json, which docs/solving.md shows.

    python tools/solve_minis.py                      # all: a few hours on one core
    python tools/solve_minis.py loo-mini skat-mini_solo

Two seats whose payoffs sum to the same: until half of NashConv is below a thousandth of the stake, or `ITERATIONS` are made.
Otherwise: as many iterations, and what each seat could still gain by itself.
"""

import json
import pathlib
import sys
import time

import cardenvs
from cardenvs import solve
from cardenvs.files import write_whole

ITERATIONS = 2_000
STEP = 50
AIM = 1e-3
"""Of the stake."""
ALGORITHM = "dcfr"
TARGET = pathlib.Path(__file__).parent.parent / "docs" / "solving.json"


def main(chosen: list[str]) -> None:
    """Solves what is asked for and writes the table anew."""
    for game in cardenvs.CALIBRATION + cardenvs.games():
        for label in cardenvs.spec(game).mini:
            case = f"{game}-{label}"
            if chosen and case not in chosen:
                continue
            row = solved(game, label)
            rows = json.loads(TARGET.read_text(encoding="utf-8")) if TARGET.exists() else {}
            rows[case] = row
            print(case, row, flush=True)  # noqa: T201  it takes hours
            write_whole(TARGET, json.dumps(rows, indent=1, sort_keys=True) + "\n")


def solved(game: str, label: str) -> dict[str, object]:
    """One row."""
    rules = cardenvs.spec(game)
    started = time.process_time()
    tree = solve.build(game, **rules.mini[label])
    built = time.process_time() - started
    run = solve.CFR(tree, ALGORITHM)
    unit = stake(rules, tree.options)
    while run.iterations < ITERATIONS:
        run.run(STEP)
        gains = solve.gains(tree, run.average())
        if gains.max() < AIM * unit and gains.sum() / 2 < AIM * unit:
            break
    size = tree.size
    return {
        "seats": tree.seats,
        "deals": size.deals,
        "nodes": size.nodes,
        "sets": size.sets,
        "choices": size.choices,
        "constant_sum": tree.constant_sum,
        "unit": unit,
        "build_seconds": round(built, 2),
        "iterations": run.iterations,
        "seconds": round(time.process_time() - started - built, 2),
        "values": [round(float(value), 6) for value in solve.values(tree, run.average())],
        "gains": [float(f"{gain:.3g}") for gain in gains],
    }


def stake(rules: cardenvs.Rules, options: object) -> int:
    """What the gains are held against: the unit of the game's payments."""
    return rules.unit(options)


if __name__ == "__main__":
    main(sys.argv[1:])
