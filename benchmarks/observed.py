"""Does a game's observation tell a seat as much as all that it has seen? Exactly, in every mini configuration.

    python -m benchmarks.observed [--only GAME ...] [--json docs/observed.json]

`key` tells two pasts apart wherever the seat could. The observation need not: it may forget the order of old tricks. Counted
here are a game's information sets with a choice, and how many of them the observation and the legal actions tell apart.
Where those are fewer, the game is solved twice: with all that a seat has seen, and with one strategy for all information
sets that look alike. How much a seat could still gain against each by playing otherwise, with a perfect memory, is what
forgetting costs at most.
"""

import argparse
import pathlib
from typing import Any

import numpy as np

from cardenvs import CALIBRATION, games, solve, spec
from cardenvs.core.kernel import kernel
from cardenvs.solve.response import fill_reach, fill_values
from cardenvs.solve.tree import Tree
from cardenvs.solve.views import Views, views

from .kept import keep, kept

ITERATIONS = 1000


def looks(tree: Tree, seen: Views) -> np.ndarray:
    """Numbers from 0 (int64 ``[sets]``), equal where a seat has the same observation and legal actions."""
    numbers: dict[bytes, int] = {}
    look = np.zeros(len(tree.key), np.int64)
    for k in range(len(look)):
        told = bytes([tree.seat_of(k)]) + seen.mask[k].tobytes() + seen.observation[k].tobytes()
        look[k] = numbers.setdefault(told, len(numbers))
    return look


def solved(tree: Tree, look: np.ndarray, iterations: int) -> np.ndarray:
    """A strategy that is the same in all sets of a look, by CFR+ with their regrets added up.

    Tammelin, "Solving large imperfect information games using CFR+", arXiv:1407.5042, 2014. Without perfect recall it need not
    converge: its worth is what is measured. With a look for each set it is CFR+ itself.

    Args:
        tree: the game.
        look: int64 ``[sets]``.
        iterations: passes over the tree.
    """
    flat, seats, first = tree.flat, tree.seats, tree.flat.first
    widths = np.diff(first)
    width_of = np.zeros(look.max() + 1, np.int64)
    width_of[look] = widths
    begins = np.cumsum(width_of) - width_of
    slot = np.repeat(begins[look] - first[:-1], widths) + np.arange(seats, tree.sequences)
    regret, total = np.zeros(width_of.sum()), np.zeros(width_of.sum())
    strategy, reach = tree.uniform(), np.ones(tree.sequences)
    value, gain = np.zeros(tree.sequences), np.zeros(tree.sequences)
    for iteration in range(1, iterations + 1):
        for seat in range(seats):
            fill_reach(flat, strategy, reach)
            fill_values(flat, reach, seat, value)
            gain[:] = 0
            regrets(flat, strategy, seat, value, gain)
            regret = np.maximum(regret + np.bincount(slot, gain[seats:], len(regret)), 0)
            strategy[seats:] = shares(regret[slot], first, seats)
        fill_reach(flat, strategy, reach)
        total += iteration * np.bincount(slot, reach[seats:], len(total))
    strategy[seats:] = shares(total[slot], first, seats)
    return strategy


def shares(weights: np.ndarray, first: np.ndarray, seats: int) -> np.ndarray:
    """Each sequence's part of its set's weights (float64 ``[sequences - seats]``); alike where all are 0."""
    sums = np.repeat(np.add.reduceat(weights, first[:-1] - seats), np.diff(first))
    alike = np.repeat(1 / np.diff(first), np.diff(first))
    return np.where(sums > 0, weights / np.where(sums > 0, sums, 1), alike)


@kernel(nogil=True)
def regrets(flat, strategy, seat, value, gain):
    """Fills how much better each action of a seat's sets is than its strategy there; `value` as `fill_values` left it."""
    for k in range(flat.bounds[seat + 1] - 1, flat.bounds[seat] - 1, -1):
        mean = 0.0
        for q in range(flat.first[k], flat.first[k + 1]):
            mean += strategy[q] * value[q]
        for q in range(flat.first[k], flat.first[k + 1]):
            gain[q] = value[q] - mean
        value[flat.parent[k]] += mean


def measured(game: str, options: dict[str, Any]) -> dict[str, float]:
    """Information sets and looks; where they differ, the most that any seat would gain against either solution."""
    tree = solve.build(game, **options)
    look = looks(tree, views(tree))
    row: dict[str, float] = {"sets": len(look), "looks": int(look.max()) + 1}
    if row["looks"] < row["sets"]:
        for what, by in (("gain", np.arange(len(look))), ("gain by looks", look)):
            row[what] = float(solve.gains(tree, solved(tree, by, ITERATIONS)).max())
    return row


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", help="mini configurations by the beginning of their names")
    parser.add_argument("--json", type=pathlib.Path, help="file for the figures; those in it already stay")
    given = parser.parse_args()
    for game in games() + CALIBRATION:
        for label, options in spec(game).mini.items():
            name = f"{game}-{label}"
            if name in kept(given.json) or (given.only and not name.startswith(tuple(given.only))):
                continue
            row = measured(game, options)
            print(name, row, flush=True)
            keep(given.json, name, row)


if __name__ == "__main__":
    main()
