"""Bots on one scale: ratings with their uncertainty, and Nash averaging.

A rating comes from a table of any size: the bots of a deal are ranked by what each made of it, over all seatings. So a
rating measures how often a bot does better than others with the same cards, not by how much; payoffs say that.

Nash averaging asks which mixture of the bots no bot beats, and rates each bot against that mixture. Copies of a bot, or
many weak ones to be beaten, change nothing. Source: D. Balduzzi, K. Tuyls, J. Perolat, T. Graepel, "Re-evaluating
evaluation", NeurIPS 2018; of several such mixtures the one of greatest entropy.
"""

import dataclasses
import importlib.util
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

__all__ = ["Rating", "nash_average", "rate", "ratings_available"]


@dataclasses.dataclass(frozen=True)
class Rating:
    """A bot's skill by openskill's Plackett-Luce model (25 at first), as a normal distribution."""

    bot: str
    mu: float
    sigma: float

    def __str__(self) -> str:
        return f"{self.mu:.1f} ± {2 * self.sigma:.1f}"


def ratings_available() -> bool:
    """Is openskill, the extra ``[ratings]``, installed?"""
    return importlib.util.find_spec("openskill") is not None


def rate(bots: Sequence[str], contests: Iterable[tuple[Sequence[int], Any]]) -> tuple[Rating, ...]:
    """Rates bots by contests among some of them, in order.

    Args:
        bots: their names.
        contests: which bots took part in each, by number, and what each made of it.

    Raises:
        ModuleNotFoundError: openskill is not installed.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)  # bots do not change from one contest to the next
    ratings = [model.rating(name=bot) for bot in bots]
    for who, made in contests:
        rated = model.rate([[ratings[bot]] for bot in who], scores=list(map(float, made)))
        for bot, team in zip(who, rated, strict=True):
            ratings[bot] = team[0]
    return tuple(Rating(bot, float(r.mu), float(r.sigma)) for bot, r in zip(bots, ratings, strict=True))


def nash_average(advantage: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The mixture of bots that no bot beats, and what each bot makes of it.

    Args:
        advantage: float64 ``[bots, bots]``, how much more the row's bot is paid than the column's where the two meet;
            antisymmetric.

    Returns:
        The weights (float64 ``[bots]``, of sum 1) and each bot's mean advantage over the mixture (at most 0).
    """
    import scipy.optimize

    solve: Any = scipy.optimize  # its stubs know fewer ways to say this than it does
    n = len(advantage)
    scale = float(np.abs(advantage).max())
    if scale == 0:
        return np.full(n, 1 / n), np.zeros(n)
    matrix = np.asarray(advantage, np.float64) / scale
    simplex = {"A_eq": np.ones((1, n)), "b_eq": [1.0], "bounds": [(0, 1)] * n}
    most = [solve.linprog(-row, A_ub=matrix, b_ub=np.zeros(n), **simplex) for row in np.eye(n)]
    corners = np.array([found.x for found in most])
    inside = corners.mean(axis=0)  # a mixture with every bot that any such mixture has
    can = np.flatnonzero(inside > 1e-9)

    def disorder(weights: np.ndarray) -> float:
        return float(np.sum(weights * np.log(np.maximum(weights, 1e-300))))

    best = solve.minimize(
        disorder,
        inside[can],
        jac=lambda weights: np.log(np.maximum(weights, 1e-300)) + 1,
        method="SLSQP",
        bounds=[(0, 1)] * len(can),
        constraints=[
            solve.LinearConstraint(np.ones((1, len(can))), 1, 1),
            solve.LinearConstraint(matrix[:, can], -np.inf, 0),
        ],
        tol=1e-12,
    )
    weights = np.zeros(n)
    weights[can] = np.clip(best.x, 0, 1)
    fits = best.success and (matrix @ weights <= 1e-6).all()
    weights = weights / weights.sum() if fits else inside
    return weights, advantage @ weights
