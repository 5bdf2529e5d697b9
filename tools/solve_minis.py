"""Solves the mini configuration(s) of every game and writes docs/solving.json, which docs/solving.md shows.

    python tools/solve_minis.py                      # all: some minutes, most of them compiling once
    python tools/solve_minis.py loo-mini skat-mini_solo

Each is solved until no seat could gain more than `AIM` by itself, or for `ITERATIONS`.
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
"""Of a chip or point; a stake is at least one."""
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
    while run.iterations < ITERATIONS:
        run.run(STEP)
        gains = solve.gains(tree, run.average())
        if gains.max() < AIM:
            break
    size = tree.size
    return {
        "seats": tree.seats,
        "deals": size.deals,
        "nodes": size.nodes,
        "sets": size.sets,
        "choices": size.choices,
        "constant_sum": tree.constant_sum,
        "build_seconds": round(built, 2),
        "iterations": run.iterations,
        "seconds": round(time.process_time() - started - built, 2),
        "values": [round(float(value), 6) for value in solve.values(tree, run.average())],
        "gains": [float(f"{gain:.3g}") for gain in gains],
    }


if __name__ == "__main__":
    main(sys.argv[1:])
