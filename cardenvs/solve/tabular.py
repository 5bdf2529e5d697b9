"""A strategy as a table: the probabilities of each information set's actions, by its key."""

import dataclasses

import numpy as np

from .tree import Tree

__all__ = ["Tabular", "tabulated"]


@dataclasses.dataclass(frozen=True, eq=False)
class Tabular:
    """What to play in each information set; where none is given, every legal action alike."""

    key: np.ndarray
    """uint64 ``[sets]``, ascending."""
    first: np.ndarray
    """int64 ``[sets + 1]``: where the probabilities of each set begin."""
    chance: np.ndarray
    """float64 ``[actions of all sets]``: of the legal actions, ascending."""

    def strategy(self, tree: Tree) -> np.ndarray:
        """The same on a tree, to be measured: float64 ``[sequences]``, see `Tree`."""
        strategy = tree.uniform()
        there = np.minimum(np.searchsorted(self.key, tree.key), len(self.key) - 1) if len(self.key) else None
        if there is None:
            return strategy
        for k in np.flatnonzero(self.key[there] == tree.key):
            strategy[tree.part(int(k))] = self.chance[self.first[there[k]] : self.first[there[k] + 1]]
        return strategy


def tabulated(tree: Tree, strategy: np.ndarray) -> Tabular:
    """A tree's strategy as a table."""
    order = np.argsort(tree.key)
    widths = np.diff(tree.flat.first)[order]
    first = np.concatenate([[0], np.cumsum(widths)])
    source = np.repeat(tree.flat.first[:-1][order] - first[:-1], widths) + np.arange(first[-1])
    return Tabular(tree.key[order], first, strategy[source])
