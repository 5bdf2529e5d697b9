"""OpenSpiel: its solver and its best responses on a small configuration of a game.

python examples/openspiel_cfr.py
"""

import pyspiel

from cardenvs import spec
from cardenvs.interop import openspiel

__all__ = ["solve"]


def solve(game: str = "macao", iterations: int = 50) -> float:
    """How exploitable OpenSpiel's CFR+ is after so many iterations on the game's smallest configuration."""
    small = openspiel.load(game, **spec(game).mini["mini"])
    solver = pyspiel.CFRPlusSolver(small)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return pyspiel.nash_conv(small, solver.average_policy(), False) / 2


if __name__ == "__main__":
    print(f"exploitability {solve():.4f}")
