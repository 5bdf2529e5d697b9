"""What strategies are worth, and what a seat could gain against them: exact, for any number of seats."""

import numpy as np

from ..core.kernel import kernel
from ..errors import InvalidArgument
from .tree import Tree

__all__ = ["best_response", "exploitability", "fill_reach", "fill_values", "gains", "nash_conv", "values"]


def values(tree: Tree, strategy: np.ndarray) -> np.ndarray:
    """What each seat is paid on average if all follow a strategy: float64 ``[seats]``."""
    reach = _reach(tree, strategy)
    worth = np.zeros(tree.sequences)
    return np.array([_expected(tree.flat, reach, seat, worth) for seat in range(tree.seats)])


def best_response(tree: Tree, strategy: np.ndarray, seat: int) -> tuple[float, np.ndarray]:
    """The most that a seat can be paid on average while the others follow a strategy, and how.

    Args:
        tree: the game.
        strategy: float64 ``[sequences]``, see `Tree`.
        seat: the one that deviates.

    Returns:
        What it is paid, and the strategy with that seat's part replaced by a best response: its best action in every one of
        its sets, the lowest of equals.
    """
    if not 0 <= seat < tree.seats:
        raise InvalidArgument(f"seat: want 0..{tree.seats - 1}, got {seat!r}")
    best = _checked(tree, strategy).copy()
    value = respond(tree.flat, _reach(tree, strategy), seat, np.zeros(tree.sequences), best)
    return float(value), best


def gains(tree: Tree, strategy: np.ndarray) -> np.ndarray:
    """What each seat would gain on average by a best response to the others: float64 ``[seats]``, none below 0.

    With two seats whose payoffs sum to zero, all of them 0 is a Nash equilibrium; so it is with more, but how far from one
    strategies are the gains tell only seat by seat.
    """
    reach = _reach(tree, strategy)
    worth, best = np.zeros(tree.sequences), np.zeros(tree.sequences)
    found = np.zeros(tree.seats)
    for seat in range(tree.seats):
        found[seat] = -_expected(tree.flat, reach, seat, worth)
        found[seat] += respond(tree.flat, reach, seat, worth, best)
    return np.maximum(found, 0.0)  # rounding


def nash_conv(tree: Tree, strategy: np.ndarray) -> float:
    """The sum of both seats' gains; 0 is a Nash equilibrium.

    The name is of M. Lanctot et al., "A unified game-theoretic approach to multiagent reinforcement learning", NeurIPS 2017.

    Raises:
        InvalidArgument: there are more than two seats; `gains` tells of each.
    """
    if tree.seats != 2:
        raise InvalidArgument(f"nash_conv: want a game for two, got {tree.seats} seats; use gains")
    return float(gains(tree, strategy).sum())


def exploitability(tree: Tree, strategy: np.ndarray) -> float:
    """Half of `nash_conv`: what a best response gains on average over the seats.

    Raises:
        InvalidArgument: as `nash_conv`, and where the payoffs do not always have the same sum: the half means nothing then.
    """
    if not tree.constant_sum:
        raise InvalidArgument("exploitability: want payoffs that sum to the same at every end; use nash_conv")
    return nash_conv(tree, strategy) / 2


def _checked(tree: Tree, strategy: np.ndarray) -> np.ndarray:
    if strategy.shape != (tree.sequences,) or strategy.dtype != np.float64:
        raise InvalidArgument(f"strategy: want float64 ({tree.sequences},), got {strategy.dtype} {strategy.shape}")
    return strategy


def _reach(tree: Tree, strategy: np.ndarray) -> np.ndarray:
    """For each sequence, the probability that its seat plays so."""
    reach = np.ones(tree.sequences)
    fill_reach(tree.flat, _checked(tree, strategy), reach)
    return reach


@kernel
def fill_reach(flat, policy, reach):
    """Fills for each sequence the probability that its seat plays so."""
    for k in range(len(flat.parent)):
        for q in range(flat.first[k], flat.first[k + 1]):
            reach[q] = reach[flat.parent[k]] * policy[q]


@kernel
def fill_values(flat, reach, seat, value):
    """Fills for a seat's sequences what it is paid at the ends that lie there, times the chance that all others let it."""
    value[seat] = paid_at(flat, reach, seat)
    for q in range(flat.first[flat.bounds[seat]], flat.first[flat.bounds[seat + 1]]):
        value[q] = paid_at(flat, reach, q)


@kernel
def paid_at(flat, reach, sequence):
    """What a sequence's seat is paid at the ends of that sequence, times the chance that all others let it."""
    paid = 0.0
    if flat.others.shape[1] == 1:
        for e in range(flat.row[sequence], flat.row[sequence + 1]):
            paid += flat.pay[e] * reach[flat.others[e, 0]]
        return paid
    for e in range(flat.row[sequence], flat.row[sequence + 1]):
        chance = flat.pay[e]
        for other in range(flat.others.shape[1]):
            chance *= reach[flat.others[e, other]]
        paid += chance
    return paid


@kernel(nogil=True)
def respond(flat, reach, seat, value, best):
    """Writes a best response of a seat into `best` and returns what it is paid; `value` is scratch."""
    fill_values(flat, reach, seat, value)
    for k in range(flat.bounds[seat + 1] - 1, flat.bounds[seat] - 1, -1):
        choice = flat.first[k]
        for q in range(flat.first[k], flat.first[k + 1]):
            best[q] = 0.0
            if value[q] > value[choice]:
                choice = q
        best[choice] = 1.0
        value[flat.parent[k]] += value[choice]
    return value[seat]


@kernel(nogil=True)
def _expected(flat, reach, seat, value):
    """What a seat is paid if all play as `reach` says; `value` is scratch."""
    fill_values(flat, reach, seat, value)
    paid = value[seat]
    for q in range(flat.first[flat.bounds[seat]], flat.first[flat.bounds[seat + 1]]):
        paid += reach[q] * value[q]
    return paid
