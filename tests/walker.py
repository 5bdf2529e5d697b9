"""Whole trees of small games: every distinct deal, every play of it, what each seat is told and sees on the way."""

import dataclasses
from typing import Any

import numpy as np

from cardenvs.core import drivers
from cardenvs.core.cards import next_action
from cardenvs.core.kernel import kernel
from cardenvs.core.knowledge import key
from cardenvs.core.random import GOLDEN, mix
from cardenvs.core.rules import Rules, legal, observe
from cardenvs.solve.deals import dealers, deals, pack_of, parts_of


@dataclasses.dataclass(frozen=True)
class Tree:
    """Every decision of a game in arrays, one row a decision node."""

    deals: int
    seat: np.ndarray
    """int64 ``[nodes]``: to act."""
    choices: np.ndarray
    """int64 ``[nodes]``: how many actions are legal."""
    masks: np.ndarray
    """uint64 ``[nodes]``: a hash of the legal mask."""
    keys: np.ndarray
    """uint64 ``[nodes, seats]``: the information set of each seat."""
    seen: np.ndarray
    """uint64 ``[nodes, seats]``: a hash of what each seat has observed on the way, changes only."""

    @property
    def own_keys(self) -> np.ndarray:
        """uint64 ``[nodes]``: the information set of the seat to act."""
        return self.keys[np.arange(len(self.seat)), self.seat]

    @property
    def counts(self) -> dict[str, int]:
        """The numbers that section 10 of the rules states."""
        return {
            "deals": self.deals,
            "nodes": len(self.seat),
            "sets": len(np.unique(self.own_keys)),
            "choices": len(np.unique(self.own_keys[self.choices > 1])),
            "ends": self.deals + int((self.choices - 1).sum()),
        }


def grown(rules: Rules, options: Any) -> Tree:
    """The whole tree of a small game."""
    blank = rules.blank(options)
    pack = pack_of(rules, options)
    depth = rules.decisions(options) + 1
    stack = np.zeros(depth, rules.state)
    masks = np.zeros((depth, rules.actions), np.int8)
    trail = np.zeros((depth, options.seats, 2), np.uint64)  # what was seen so far, what was seen last
    features = np.zeros(rules.layout_of(options).size, np.float32)
    total, rows = 0, []
    for dealer in dealers(rules, options, blank):
        blank["dealer"] = dealer
        decks = np.array([deck for deck, _ in deals(pack, parts_of(rules, options, dealer))], np.int8)
        none = (np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.uint64))
        pairs = np.empty((0, options.seats), np.uint64)
        nodes = walk(decks, blank, stack, masks, trail, features, *none, pairs, pairs)
        out = (np.empty(nodes, np.int64), np.empty(nodes, np.int64), np.empty(nodes, np.uint64))
        told, seen = np.empty((nodes, options.seats), np.uint64), np.empty((nodes, options.seats), np.uint64)
        walk(decks, blank, stack, masks, trail, features, *out, told, seen)
        rows.append((*out, told, seen))
        total += len(decks)
    return Tree(total, *(np.concatenate(column) for column in zip(*rows, strict=True)))


@kernel
def walk(decks, blank, stack, masks, trail, features, seats, choices, hashes, told, seen):
    """Walks all play of every deck, depth first; fills the arrays of `Tree` unless they are empty, returns the nodes."""
    nodes = 0
    random = np.zeros(1, np.uint64)
    for d in range(len(decks)):
        drivers.prepare(stack, 0, blank, random)
        for k in range(decks.shape[1]):
            stack[0].deck[k] = decks[d, k]
        drivers.deal_in(stack, 0)
        for k in range(trail.shape[1]):
            trail[0, k, 0] = trail[0, k, 1] = 0
        nodes = enter(stack, 0, masks, trail, features, nodes, seats, choices, hashes, told, seen)
        depth = 0
        while depth >= 0:
            action = next_action(masks[depth], 0)
            if action < 0:
                depth -= 1
                continue
            masks[depth, action] = 0
            drivers.copy(stack, depth + 1, stack, depth)
            depth += 1
            drivers.step(stack, depth, action)
            for k in range(trail.shape[1]):
                trail[depth, k, 0], trail[depth, k, 1] = trail[depth - 1, k, 0], trail[depth - 1, k, 1]
            nodes = enter(stack, depth, masks, trail, features, nodes, seats, choices, hashes, told, seen)
    return nodes


@kernel(wraps=True)
def enter(stack, depth, masks, trail, features, nodes, seats, choices, hashes, told, seen):
    """Notes one node and fills its mask; a finished game has no actions."""
    for action in range(masks.shape[1]):
        masks[depth, action] = 0
    if stack[depth].over:
        return nodes
    legal_actions = legal(stack, depth, masks[depth])
    if len(seats) > 0:
        seats[nodes] = stack[depth].seat
        choices[nodes] = legal_actions
        hashes[nodes] = hashed(masks[depth])
        for seat in range(trail.shape[1]):
            observe(stack, depth, seat, features)
            look = hashed(features.view(np.int32))
            if look != trail[depth, seat, 1]:
                trail[depth, seat, 0] = mix(trail[depth, seat, 0] + GOLDEN) ^ look
                trail[depth, seat, 1] = look
            told[nodes, seat] = key(stack[depth], seat)
            seen[nodes, seat] = trail[depth, seat, 0]
    return nodes + 1


@kernel(wraps=True)
def hashed(numbers):
    """A hash of whole numbers, in order."""
    bits = GOLDEN
    for number in numbers:
        bits = mix((bits ^ np.uint64(number)) + GOLDEN)
    return bits
