"""Plays each game's rule-based bot against random play and writes docs/baselines.json, which the games' pages show.

    python tools/measure_baselines.py            # all: a few minutes, and as many again where nothing is compiled yet
    python tools/measure_baselines.py loo skat

Default options, duplicate deals; a row is an `arena` result without what a page does not show.
"""

import json
import pathlib
import sys

import cardenvs
from cardenvs.files import write_whole

DEALS = 2_000
SEED = 0
BOTS = ("rules", "random")
SHOWN = ("game", "version", "options", "seed", "deals", "per", "bots", "payoff", "difference")
TARGET = pathlib.Path(__file__).parent.parent / "docs" / "baselines.json"


def main(chosen: list[str]) -> None:
    """Measures what is asked for and puts it in the table."""
    for game in chosen or cardenvs.GAMES + cardenvs.CALIBRATION:
        result = cardenvs.arena(game, BOTS, deals=DEALS, seed=SEED, progress=False)
        rows = json.loads(TARGET.read_text(encoding="utf-8")) if TARGET.exists() else {}
        found = json.loads(result.to_json())
        rows[game] = {name: found[name] for name in SHOWN}
        write_whole(TARGET, json.dumps(rows, indent=1, sort_keys=True) + "\n")
        print(game, result.difference[0].payoff, flush=True)  # noqa: T201  it takes minutes


if __name__ == "__main__":
    main(sys.argv[1:])
