"""How much a policy can lose to opponents that know it, for games small enough to walk whole: slow, plain, and exact."""

import functools
import itertools

import numpy as np

from cardenvs import Table, spec


class Tree:
    """All games of a two-handed zero-sum game.

    Attributes:
        observation, mask: what each information set sees and may do, in the order of their numbers.
    """

    def __init__(self, game, dealt, **options):
        """`dealt` cards from the top of the deck are seen by somebody; how the others lie makes no difference."""
        rules = spec(game)
        self.numbers = {}
        self.observation, self.mask = [], []
        cards = rules.pack_of(rules.options(**options))
        self.roots = []
        for top in itertools.permutations(cards, dealt):
            rest = [card for card in cards if card not in top]
            self.roots.append(self._node(Table(rules, rules.options(**options)).reset(deck=[*top, *rest])))
        self.observation, self.mask = np.array(self.observation), np.array(self.mask)

    def _node(self, table):
        """A node: the first seat's payoff at the end; else seat, number of its information set, children by action."""
        if table.over:
            return table.payoffs[0]
        seat, key = table.seat, (table.seat, table.key(table.seat))
        if key not in self.numbers:
            self.numbers[key] = len(self.numbers)
            self.observation.append(table.observe(seat))
            self.mask.append(table.mask())
        children = {}
        for action in table.legal():
            after = table.clone()
            after.step(action)
            children[action] = self._node(after)
        return seat, self.numbers[key], children

    def exploitability(self, policy):
        """Mean of what best responses to `policy` (float64 ``[information sets, actions]``) win in either seat."""
        return (self._best(policy, 0) + self._best(policy, 1)) / 2

    def value(self, policy):
        """What the first seat wins where both play `policy`."""

        def walk(node):
            if not isinstance(node, tuple):
                return node
            _, number, children = node
            return sum(policy[number, action] * walk(child) for action, child in children.items())

        return sum(map(walk, self.roots)) / len(self.roots)

    def _best(self, policy, player):
        """What a best response in `player`'s seat wins."""
        members = {}  # information set of the player: its nodes, and how the others' play leads there
        reach = [(node, 1.0) for node in self.roots]
        while reach:
            node, odds = reach.pop()
            if not isinstance(node, tuple):
                continue
            seat, number, children = node
            if seat == player:
                members.setdefault(number, []).append((children, odds))
            for action, child in children.items():
                reach.append((child, odds * (1.0 if seat == player else policy[number, action])))

        @functools.cache
        def best(number):
            nodes = members[number]
            return max(nodes[0][0], key=lambda action: sum(odds * walk(kids[action]) for kids, odds in nodes))

        def walk(node):
            if not isinstance(node, tuple):
                return node if player == 0 else -node
            seat, number, children = node
            if seat == player:
                return walk(children[best(number)])
            return sum(policy[number, action] * walk(child) for action, child in children.items())

        return sum(map(walk, self.roots)) / len(self.roots)

    def policy_of(self, logits):
        """Probabilities from logits (float ``[information sets, actions]``)."""
        odds = np.where(self.mask != 0, np.exp(logits - logits.max(1, keepdims=True)), 0.0)
        return odds / odds.sum(1, keepdims=True)
