"""Counterfactual regret minimisation over a whole tree: CFR and its descendants, in one compiled pass over flat arrays.

In sequence form (see `tree`) the counterfactual value of a choice is a sum over the ends below it plus the values of its
seat's next information sets, and a strategy's average is the average of its sequences' probabilities; so an iteration
is one sum over the ends and one pass over the sets, for each seat. The numbers are those of the papers.

With two seats whose payoffs sum to zero the average strategies approach a Nash equilibrium. With more seats, or another
sum, nothing of the kind is promised: see `response.gains` for what each seat could gain by itself.
"""

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..core.kernel import kernel
from ..errors import InvalidArgument, InvalidFile, nearest
from .response import fill_reach, fill_values
from .tree import Tree

__all__ = ["ALGORITHMS", "CFR", "Algorithm", "average"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Algorithm:
    """What tells one member of the family from another.

    After iteration t regrets above 0 are multiplied by t^alpha / (t^alpha + 1), those below by t^beta / (t^beta + 1), and
    its strategies count t^gamma in the average (N. Brown, T. Sandholm, "Solving imperfect-information games via
    discounted regret minimization", AAAI 2019, section "Discounted CFR").
    """

    alpha: float = math.inf
    beta: float = math.inf
    gamma: float = 0.0
    predictive: bool = False
    """Regrets are matched as if the last iteration's were added once more."""


ALGORITHMS = {
    "cfr": Algorithm(),
    "cfr+": Algorithm(beta=-math.inf, gamma=1),
    "lcfr": Algorithm(alpha=1, beta=1, gamma=1),
    "dcfr": Algorithm(alpha=1.5, beta=0, gamma=2),
    "pcfr+": Algorithm(beta=-math.inf, gamma=2, predictive=True),
}
"""By name:

- cfr: M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret minimization in games with incomplete information",
  NeurIPS 2007. Theirs is the simultaneous form.
- cfr+: O. Tammelin, "Solving large imperfect information games using CFR+", arXiv:1407.5042, 2014: regrets below 0 are
  forgotten. Averaging begins at once (his delay d is 0). Alternating.
- lcfr and dcfr: Brown and Sandholm as above; dcfr with their (3/2, 0, 2). Alternating.
- pcfr+: G. Farina, C. Kroer, T. Sandholm, "Faster game solving via predictive Blackwell approachability", AAAI 2021: the
  prediction is the last counterfactual values, the average quadratic. Alternating.
"""


class CFR:
    """One run over a tree.

    Args:
        tree: the game.
        algorithm: a name of `ALGORITHMS`, or an `Algorithm` of one's own.
        alternating: the seats are updated in turn, each against what the ones before have become; False: all at once,
            against the same strategies.

    Raises:
        InvalidArgument: no algorithm of that name.
    """

    def __init__(self, tree: Tree, algorithm: str | Algorithm = "cfr+", *, alternating: bool = True) -> None:
        if isinstance(algorithm, str) and algorithm not in ALGORITHMS:
            raise InvalidArgument(f"algorithm: no {algorithm!r}: {nearest(algorithm, ALGORITHMS)}")
        self.tree = tree
        self.algorithm = ALGORITHMS[algorithm] if isinstance(algorithm, str) else algorithm
        self.alternating = alternating
        self.iterations = 0
        self.policy = tree.uniform()
        """The current strategy: float64 ``[sequences]``."""
        self._regret = np.zeros(tree.sequences)
        self._total = np.zeros(tree.sequences)
        self._last = np.zeros(tree.sequences if self.algorithm.predictive else 0)
        self._reach = np.ones(tree.sequences)
        self._value = np.zeros(tree.sequences)
        fill_reach(tree.flat, self.policy, self._reach)

    def run(self, iterations: int) -> None:
        """Makes so many iterations more."""
        rule = self.algorithm
        iterate(
            self.tree.flat, self.policy, self._reach, self._value, self._regret, self._total, self._last,
            self.iterations, iterations, float(rule.alpha), float(rule.beta), float(rule.gamma), self.alternating,
        )  # fmt: skip
        self.iterations += iterations

    def average(self) -> np.ndarray:
        """The average strategy, float64 ``[sequences]``: what the theorems are about."""
        strategy = np.ones(self.tree.sequences)
        average(self.tree.flat, self._total, strategy)
        return strategy

    def state_dict(self) -> dict[str, np.ndarray]:
        """All that a run stands on, as plain arrays."""
        made = np.array([self.iterations], np.int64)
        return {"iterations": made, "policy": self.policy, "regret": self._regret, "total": self._total, "last": self._last}  # fmt: skip

    def load_state_dict(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Goes on where `state_dict` was taken.

        Raises:
            InvalidFile: arrays of another tree or algorithm.
        """
        for name, own in self.state_dict().items():
            got: Any = arrays.get(name, np.empty(0))
            if got.shape != own.shape or got.dtype != own.dtype:
                raise InvalidFile(f"CFR: {name}: want {own.dtype} {own.shape}, got {got.dtype} {got.shape}")
            own[:] = got
        self.iterations = int(arrays["iterations"][0])
        fill_reach(self.tree.flat, self.policy, self._reach)


@kernel(nogil=True)
def iterate(flat, policy, reach, value, regret, total, last, done, iterations, alpha, beta, gamma, alternating):
    """Makes iterations ``done + 1`` to ``done + iterations``; the arrays are float64 ``[sequences]``.

    `last`, each action's regret in the last iteration alone, has no entries where it is not wanted.
    """
    seats = len(flat.bounds) - 1
    for t in range(done + 1, done + iterations + 1):
        up, down, weight = discount(t, alpha), discount(t, beta), np.float64(t) ** gamma
        if alternating:
            for seat in range(seats):
                fill_values(flat, reach, seat, value)
                update(flat, policy, reach, value, regret, total, last, seat, up, down, weight)
        else:
            for seat in range(seats):
                fill_values(flat, reach, seat, value)
            for seat in range(seats):
                update(flat, policy, reach, value, regret, total, last, seat, up, down, weight)


@kernel
def discount(t, exponent):
    """What iteration t keeps of a regret."""
    if np.isinf(exponent):
        return 1.0 if exponent > 0 else 0.0
    power = np.float64(t) ** exponent
    return power / (power + 1.0)


@kernel
def update(flat, policy, reach, value, regret, total, last, seat, up, down, weight):
    """Counts a seat's strategy in the average, books its regrets, and matches them.

    `value` comes in as `fill_values` left it and is lifted here, from the last set to the first.
    """
    predictive = len(last) > 0
    for k in range(flat.bounds[seat + 1] - 1, flat.bounds[seat] - 1, -1):
        mean = 0.0
        for q in range(flat.first[k], flat.first[k + 1]):
            mean += policy[q] * value[q]
            total[q] += weight * reach[q]
        value[flat.parent[k]] += mean
        for q in range(flat.first[k], flat.first[k + 1]):
            gain = value[q] - mean
            kept = regret[q] + gain
            regret[q] = kept * (up if kept > 0 else down)
            if predictive:
                last[q] = gain
    for k in range(flat.bounds[seat], flat.bounds[seat + 1]):
        match(regret, last, flat.first[k], flat.first[k + 1], policy)
        for q in range(flat.first[k], flat.first[k + 1]):
            reach[q] = reach[flat.parent[k]] * policy[q]


@kernel
def match(regret, last, start, stop, policy):
    """Regret matching: actions in proportion to what is above 0 of their regrets; all alike if nothing is."""
    total = 0.0
    for q in range(start, stop):
        wanted = regret[q] + last[q] if len(last) > 0 else regret[q]
        policy[q] = max(wanted, 0.0)
        total += policy[q]
    for q in range(start, stop):
        policy[q] = policy[q] / total if total > 0 else 1.0 / (stop - start)


@kernel
def average(flat, total, strategy):
    """Fills a strategy from weighted sums of sequences' probabilities; sets that were never reached play uniformly."""
    for k in range(len(flat.parent)):
        whole = 0.0
        for q in range(flat.first[k], flat.first[k + 1]):
            whole += total[q]
        for q in range(flat.first[k], flat.first[k + 1]):
            strategy[q] = total[q] / whole if whole > 0 else 1.0 / (flat.first[k + 1] - flat.first[k])
