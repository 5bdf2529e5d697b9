"""CFR history by history, adding in the order in which OpenSpiel adds, on our rules.

The library sums over merged ends and information sets. In exact arithmetic that is the same; where roundings grow, only the
same sums in the same order can show that the two solve the same game by the same algorithm.
"""

from typing import Any, NamedTuple

import numpy as np

import cardenvs
from cardenvs.core.kernel import kernel
from cardenvs.solve.deals import deals, pack_of, parts_of
from cardenvs.solve.tree import Tree

from .openspiel import THEIR_CARD

CHANCE, END = 2, 3
NONE = -1


class Histories(NamedTuple):
    """All histories of a game for two, each before what follows it; edges lead to what follows."""

    seat: np.ndarray
    """int64 ``[n]``: who acts, CHANCE or END."""
    pay: np.ndarray
    """float64 ``[n, 2]``: at the ends."""
    first: np.ndarray
    """int64 ``[n + 1]``: the first edge of each."""
    child: np.ndarray
    """int64 ``[edges]``: the history it leads to."""
    sequence: np.ndarray
    """int64 ``[edges]``: of the tree, where a seat acts, else NONE."""
    chance: np.ndarray
    """float64 ``[edges]``: where chance does."""


def histories(game: str, tree: Tree) -> Histories:
    """The cards come one by one at chance nodes, as there, when the first seat is told of them."""
    number, rules = THEIR_CARD[game], cardenvs.spec(game)
    options = rules.options()
    decks = [tuple(map(int, deck)) for deck, _ in deals(pack_of(rules, options), parts_of(rules, options, 0))]
    nodes: list[tuple[int, Any, list[tuple[int, int, float]]]] = []

    def grow(tables: list[tuple[tuple[int, ...], Any]], dealt: int) -> int:
        """Adds the history that all of `tables` are in, unlike only in cards to come, and what follows; its number."""
        edges: list[tuple[int, int, float]] = []
        here, table = len(nodes), tables[0][1]
        nodes.append((END, table.payoffs, edges))
        if len({(each.key(0), each.key(1)) for _, each in tables}) > 1:
            nodes[here] = (CHANCE, (0, 0), edges)
            cards = sorted({deck[dealt] for deck, _ in tables}, key=number)
            same = ([each for each in tables if each[0][dealt] == card] for card in cards)
            edges.extend((grow(those, dealt + 1), NONE, 1 / len(cards)) for those in same)
        elif not table.over:
            nodes[here] = (table.seat, (0, 0), edges)
            part = tree.part(tree.set_of[table.key(table.seat)])
            for sequence, action in enumerate(table.legal(), part.start):
                after = [(deck, each.clone()) for deck, each in tables]
                for _, each in after:
                    each.step(action)
                edges.append((grow(after, dealt), sequence, 0.0))
        return here

    grow([(deck, cardenvs.table(game).reset(deck=list(deck))) for deck in decks], 0)
    all_edges = [edge for *_, edges in nodes for edge in edges]
    return Histories(
        seat=np.array([seat for seat, *_ in nodes]),
        pay=np.array([pay for _, pay, _ in nodes], float),
        first=np.cumsum([0, *(len(edges) for *_, edges in nodes)]),
        child=np.array([child for child, *_ in all_edges]),
        sequence=np.array([sequence for _, sequence, _ in all_edges]),
        chance=np.array([chance for *_, chance in all_edges]),
    )


@kernel
def iterate(all_histories, first, policy, regret, total, iterations):
    """CFR with the seats in turn; `first` has the first sequence of each set, the other arrays an entry for each sequence."""
    seat, pay, edges, child, sequence, chance = all_histories
    n, likely = len(seat), chance.copy()
    reach, value = np.ones((n, 3)), np.zeros((n, 2))
    for _ in range(iterations):
        for player in range(2):
            for e in range(len(likely)):
                if sequence[e] != NONE:
                    likely[e] = policy[sequence[e]]
            for h in range(n):
                for e in range(edges[h], edges[h + 1]):
                    reach[child[e]] = reach[h]
                    reach[child[e], seat[h]] *= likely[e]
            for h in range(n - 1, -1, -1):
                value[h] = pay[h]
                for e in range(edges[h], edges[h + 1]):
                    value[h] += likely[e] * value[child[e]]
            for h in range(n):
                if seat[h] == player:
                    others = reach[h, 1 - player] * reach[h, CHANCE]
                    for e in range(edges[h], edges[h + 1]):
                        regret[sequence[e]] += others * (value[child[e], player] - value[h, player])
                        total[sequence[e]] += reach[h, player] * policy[sequence[e]]
            for k in range(len(first) - 1):
                above = 0.0
                for q in range(first[k], first[k + 1]):
                    above += max(regret[q], 0.0)
                for q in range(first[k], first[k + 1]):
                    policy[q] = max(regret[q], 0.0) / above if above > 0 else 1 / (first[k + 1] - first[k])


def averages(game: str, tree: Tree, points: list[int]) -> dict[int, np.ndarray]:
    """The average strategy, as the tree's, after so many iterations."""
    policy, regret, total = tree.uniform(), np.zeros(tree.sequences), np.zeros(tree.sequences)
    every, first, done, found = histories(game, tree), tree.flat.first, 0, {}
    for wanted in points:
        iterate(every, first, policy, regret, total, wanted - done)
        done, found[wanted] = wanted, tree.uniform()
        for k in range(len(first) - 1):
            part = total[first[k] : first[k + 1]]
            if part.sum() > 0:
                found[wanted][first[k] : first[k + 1]] = part / part.sum()
    return found
