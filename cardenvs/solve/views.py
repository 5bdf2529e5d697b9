"""What each information set of a tree looks like to its seat, for strategies that are functions of the observation."""

from typing import NamedTuple

import numpy as np

from ..core import drivers
from ..core.kernel import kernel
from ..core.knowledge import key
from ..core.rules import legal, observe
from .tree import Tree, dealt

__all__ = ["Views", "views"]


class Views(NamedTuple):
    """By information set, in the tree's order."""

    observation: np.ndarray
    """float32 ``[sets, features]``"""
    mask: np.ndarray
    """int8 ``[sets, actions]``, 1 = legal."""

    def strategy(self, tree: Tree, logits: np.ndarray) -> np.ndarray:
        """What a policy plays on the tree: the softmax of its logits (float ``[sets, actions]``) over the legal actions.

        Returns:
            float64 ``[sequences]``, see `Tree`.
        """
        legal = np.where(self.mask != 0, logits.astype(np.float64), -np.inf)
        chance = np.exp(legal - legal.max(1, keepdims=True))
        chance /= chance.sum(1, keepdims=True)
        return np.concatenate([np.ones(tree.seats), chance[self.mask != 0]])


def views(tree: Tree) -> Views:
    """What is seen in every information set; all play of all deals is walked once more."""
    rules, options = tree.rules, tree.options
    order = np.argsort(tree.key)
    seen = Views(
        observation=np.zeros((len(order), rules.layout_of(options).size), np.float32),
        mask=np.zeros((len(order), rules.actions), np.int8),
    )
    stack = np.zeros((rules.decisions(options) + 2) * rules.actions, rules.state)
    for blank, decks, _ in dealt(rules, options):
        walk(stack, blank, decks, tree.key[order], order, np.zeros(rules.actions, np.int8), *seen)
    return seen


@kernel(nogil=True)
def walk(stack, blank, decks, keys, order, mask, observations, masks):
    """Walks all play of every deck and fills what is seen; `keys` ascend, ``order[j]`` is the set of ``keys[j]``."""
    random = np.zeros(1, np.uint64)
    for d in range(len(decks)):
        drivers.prepare(stack, 0, blank, random)
        for c in range(decks.shape[1]):
            stack[0].deck[c] = decks[d, c]
        drivers.deal_in(stack, 0)
        top = 0
        while top >= 0:
            at = top
            if stack[at].over:
                top -= 1
                continue
            left = legal(stack, at, mask)
            seat = stack[at].seat
            if left > 1:
                k = order[np.searchsorted(keys, key(stack[at], seat))]
                masks[k] = mask
                observe(stack, at, seat, observations[k])
            for action in range(len(mask)):
                if mask[action] != 0:
                    left -= 1
                    if left > 0:
                        top += 1
                        drivers.copy(stack, top, stack, at)
                        drivers.step(stack, top, action)
                    else:
                        drivers.step(stack, at, action)
