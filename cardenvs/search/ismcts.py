"""Information-set Monte Carlo tree search for one observer: a tree of what can be done, grown through random worlds.

Each iteration redeals what the observer can't know, walks down the tree by the actions that are legal in this world,
adds a node, plays the deal on and adds every seat's payment to the nodes passed (max^n). An edge is judged by its mean
for the seat that takes it, plus a bonus that counts how often it was available, not how often its parent was passed.
Source: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4, 2012 (SO-ISMCTS).

In one tree a seat other than the observer chooses by what is best over all worlds, as if it did not know its own cards.
Where each seat has a tree of its own, branching by what that seat knows, it does (MO-ISMCTS, in the same paper); since then
each of its hands has to be learnt by itself, that pays where hands are few. Here the trees are nodes found by their seats'
keys, the edges their children.

Departures: the exploration bonus is in standard deviations of what seats were paid so far, since payments have no known
range; a node's first child is what the playout policy would do, and others follow as the node is passed (progressive
widening), since an auction can have 200 bids; an only legal action gets a node but ends no walk.
"""

import numpy as np

from ..core.drivers import copy, random_action, redeal_in
from ..core.kernel import kernel
from ..core.knowledge import key
from ..core.record import record
from ..core.rules import apply, legal
from .playout import deal_done, play_on, policy_action

__all__ = ["NODE", "SET", "SPREAD", "clear_tree", "grow", "visits_of"]

NODE = record(
    "tree_node",
    ("action", np.int64),  # that leads here
    ("visits", np.int64),
    ("available", np.int64),  # how often the action was legal when its parent was passed
    ("child", np.int64),  # the first, NONE if there is none
    ("sibling", np.int64),  # the next
)
"""A node of a tree."""
SET = record(
    "tree_set",
    ("key", np.uint64),  # what the seat to act knows
    ("node", np.int64),  # NONE: no entry
)
"""An entry of the table by which a seat's tree finds the node of what it knows."""
NONE = -1
ROOT = 0
WIDTH = 2.0  # children at most this times the root of the visits

SPREAD = 3
"""Entries of `spread` (float64): payments seen, their mean, the sum of squares around it."""


@kernel
def clear_tree(tree, sets, totals, used, spread):
    """Leaves the root alone."""
    used[0] = 0
    new_node(tree, totals, used, NONE)
    spread[:] = 0
    for k in range(len(sets)):
        sets[k].node = NONE


@kernel
def new_node(tree, totals, used, action):
    """A node without children; its number."""
    number = used[0]
    used[0] += 1
    tree[number].action = action
    tree[number].visits = tree[number].available = 0
    tree[number].child = tree[number].sibling = NONE
    totals[number] = 0
    return number


@kernel
def set_of(tree, sets, totals, used, known):
    """The node of an information set by its key, a new one if need be; NONE where the tree is full."""
    place = np.int64(known & np.uint64(len(sets) - 1))
    while sets[place].node != NONE and sets[place].key != known:
        place = (place + 1) & (len(sets) - 1)
    if sets[place].node == NONE:
        if used[0] == len(tree):
            return np.int64(NONE)
        sets[place].key = known
        sets[place].node = ROOT if tree[ROOT].child == NONE else new_node(tree, totals, used, NONE)
    return sets[place].node


@kernel
def add_child(tree, totals, used, node, action):
    """A new child, NONE where the tree is full."""
    if used[0] == len(tree):
        return np.int64(NONE)
    child = new_node(tree, totals, used, action)
    tree[child].sibling = tree[node].child
    tree[node].child = child
    return child


@kernel
def note_available(tree, node, mask):
    """Counts the children whose action is legal as available once more, takes them off the mask; returns how many."""
    known = 0
    child = tree[node].child
    while child != NONE:
        if mask[tree[child].action] != 0:
            tree[child].available += 1
            mask[tree[child].action] = 0
            known += 1
        child = tree[child].sibling
    return known


@kernel
def promising(tree, totals, node, seat, mask, bonus):
    """The child with the highest upper confidence bound for `seat` among those legal by `mask`."""
    chosen, top = np.int64(NONE), -np.inf
    child = tree[node].child
    while child != NONE:
        if mask[tree[child].action] != 0:
            visits = max(tree[child].visits, 1)
            score = totals[child, seat] / visits + bonus * np.sqrt(np.log(tree[child].available) / visits)
            if score > top:
                chosen, top = child, score
        child = tree[child].sibling
    return chosen


@kernel
def note_payment(spread, paid):
    """Welford's running variance."""
    spread[0] += 1
    off = paid - spread[1]
    spread[1] += off / spread[0]
    spread[2] += off * (paid - spread[1])


@kernel
def deviation(spread):
    """The standard deviation of the payments so far, 1 before there is one."""
    return np.sqrt(spread[2] / spread[0]) if spread[2] > 0 else 1.0


@kernel(nogil=True)
def grow(
    states, i, iterations, explore, tree, sets, totals, used, spread, path, policy, games, cards, memo, tried, work,
    mask, unknown, observation, random,
):  # fmt: skip
    """Grows the tree by so many iterations from game i.

    Args:
        states: ``[n]``, games; not changed.
        i: which of them.
        iterations: how many.
        explore: weight of the bonus, in standard deviations of a payment.
        tree: ``[nodes]`` of `NODE`.
        sets: of `SET`, a power of two of them and more than nodes: each seat has a tree of its own; or none: one for all.
        totals: float64 ``[nodes, seats]``, payments added up.
        used: int64 ``[1]``, nodes in use.
        spread: float64 ``[SPREAD]``.
        path: int64 ``[depth]``, to work in.
        policy: see `play_on`; so are games, cards, memo, tried, mask and observation.
        games: as there.
        cards: as there.
        memo: as there.
        tried: as there.
        work: ``[1]``, a record to work in.
        mask: as there.
        unknown: int8 ``[actions]``, to work in.
        observation: as there.
        random: the stream that all chance comes from.

    Returns:
        How many worlds there were: where a redeal hits its try limit there is one less.
    """
    observer, drawn = states[i].seat, 0
    for _ in range(iterations):
        copy(work, 0, states, i)
        if not redeal_in(work, 0, observer, random):
            continue
        drawn += 1
        bonus = explore * deviation(spread)
        depth = walk(
            states, i, work, tree, sets, totals, used, path, policy, mask, unknown, observation, bonus, random
        )
        play_on(work, 0, states, i, policy, games, cards, memo, tried, mask, observation, random)
        for seat in range(totals.shape[1]):
            note_payment(spread, np.float64(work[0].payoff[seat]))
            for k in range(depth + 1):
                totals[path[k], seat] += work[0].payoff[seat]
        for k in range(depth + 1):
            tree[path[k]].visits += 1
    return drawn


@kernel
def walk(states, i, work, tree, sets, totals, used, path, policy, mask, unknown, observation, bonus, random):
    """Walks down until a node is new, the deal over or the tree full; `path` are the nodes passed, returns the last."""
    node, depth, new = np.int64(ROOT), 0, False
    path[0] = ROOT
    while not (new or depth >= len(path) - 2 or deal_done(work, 0, states, i)):
        if len(sets) > 0:
            node = set_of(tree, sets, totals, used, key(work[0], work[0].seat))
            if node == NONE:
                break
            if node != ROOT:
                depth += 1
                path[depth] = node
        n = legal(work, 0, mask)
        unknown[:] = mask
        known = note_available(tree, node, unknown)
        widens = known == 0 or known < WIDTH * np.sqrt(tree[node].visits)
        if known < n and widens:
            if known == 0:
                action = policy_action(policy, work, 0, mask, n, observation, random)
            else:
                action = random_action(unknown, n - known, random)
            child = add_child(tree, totals, used, node, action)
            if child == NONE:
                break
            tree[child].available = 1
            new = n > 1
        else:
            child = promising(tree, totals, node, work[0].seat, mask, bonus)
        apply(work, 0, tree[child].action)
        depth += 1
        path[depth] = child
        node = child
    return depth


@kernel
def visits_of(tree, visits):
    """Fills how often each action of the root was tried (int64 ``[actions]``)."""
    visits[:] = 0
    child = tree[ROOT].child
    while child != NONE:
        visits[tree[child].action] = tree[child].visits
        child = tree[child].sibling
