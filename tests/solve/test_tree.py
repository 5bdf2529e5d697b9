"""The tree of a small game: its size, its shape, and what is refused."""

import math

import numpy as np
import pytest

import cardenvs
from cardenvs import solve
from cardenvs.errors import InvalidArgument, InvalidOption, Unsolvable
from cardenvs.solve.deals import count_deals, deals
from cardenvs.solve.tree import Flat

from ..test_trees import COUNTS

SMALL = ("kuhn_poker-mini", "leduc_poker-mini", "macao-mini", "macao-mini_swaps")
THREE = {"seats": 3, "ranks": "259", "copies": 2, "zero_swap": "none", "first_banker": 0}
"""Macao for three with six cards."""


def built(case):
    game, label = case.split("-")
    return solve.build(game, **cardenvs.spec(game).mini[label])


@pytest.mark.parametrize("case", SMALL)
def test_the_tree_has_the_size_that_the_rules_count(case):
    size = built(case).size
    found = {"deals": size.deals, "nodes": size.nodes, "sets": size.sets, "choices": size.choices}
    assert found == {name: COUNTS[case][name] for name in found}
    assert size.exact


@pytest.mark.parametrize("case", SMALL)
def test_sets_stand_below_sequences_of_their_seat(case):
    tree = built(case)
    flat = tree.flat
    assert len(tree.key) == tree.size.choices == len(set(tree.key.tolist()))
    assert flat.first[-1] == tree.sequences == tree.size.sequences
    owner = np.concatenate(
        [np.arange(tree.seats), np.repeat([tree.seat_of(k) for k in range(len(tree.key))], np.diff(flat.first))]
    )
    for k in range(len(tree.key)):
        assert flat.parent[k] < flat.first[k] or flat.parent[k] < tree.seats
        assert owner[flat.parent[k]] == tree.seat_of(k)
        actions = tree.action[tree.part(k)]
        assert (np.diff(actions) > 0).all()
        assert len(actions) > 1


def physical(rules, options, deck):
    """Cards that lie as in a deck of cards that stand for all that are alike."""
    left = list(rules.pack_of(options))
    order = []
    for wanted in deck:
        order.append(next(card for card in left if rules.alike(card) == wanted))
        left.remove(order[-1])
    return order


def test_a_tree_says_what_each_key_may_do():
    tree = solve.build("leduc_poker")
    table = cardenvs.table("leduc_poker", seed=3)
    while not table.over:
        k = tree.set_of[table.key(table.seat)]
        assert tree.seat_of(k) == table.seat
        assert tree.action[tree.part(k)].tolist() == table.legal()
        table.step(table.legal()[-1])


@pytest.mark.parametrize(("game", "options"), [("leduc_poker", {}), ("macao", THREE)])
def test_uniform_play_is_worth_the_mean_over_all_plays(game, options):
    """The mean by walking all plays one by one, in exact order of deals, beside the sums in sequence form."""
    rules = cardenvs.spec(game)
    tree = solve.build(game, **options)
    chosen = rules.options(**options)
    parts = solve.deals.parts_of(rules, chosen, 0)
    total, weights = np.zeros(chosen.seats), 0
    for deck, weight in deals(solve.deals.pack_of(rules, chosen), parts):
        waiting = [(cardenvs.table(game, **options).reset(deck=physical(rules, chosen, deck), dealer=0), 1.0)]
        weights += weight
        while waiting:
            table, chance = waiting.pop()
            if table.over:
                total += np.array(table.payoffs) * chance * weight
                continue
            for action in table.legal():
                after = table.clone()
                after.step(action)
                waiting.append((after, chance / len(table.legal())))
    assert weights == math.factorial(len(rules.pack_of(chosen)))
    assert solve.values(tree, tree.uniform()) == pytest.approx(total / weights, abs=1e-12)


def test_every_first_dealer_is_dealt_for():
    """A game whose dealer is drawn: each dealer's deals, with equal chances."""
    named = THREE | {"seats": 2}
    drawn = solve.build("macao", **(named | {"first_banker": None}))
    each = [solve.build("macao", **(named | {"first_banker": seat})) for seat in range(2)]
    assert drawn.size.deals == sum(tree.size.deals for tree in each)
    assert drawn.size.nodes == sum(tree.size.nodes for tree in each)
    means = np.mean([solve.values(tree, tree.uniform()) for tree in each], axis=0)
    assert solve.values(drawn, drawn.uniform()) == pytest.approx(means, abs=1e-12)


def test_flat_arrays_are_as_documented():
    flat = solve.build("kuhn_poker").flat
    assert isinstance(flat, Flat)
    assert [array.dtype for array in flat] == [np.int64, np.int64, np.int64, np.int64, np.int32, np.float64]
    assert flat.row[-1] == len(flat.pay) == len(flat.others)
    assert (np.diff(flat.row) >= 0).all()


def test_a_large_game_is_refused_with_the_numbers():
    with pytest.raises(
        Unsolvable, match=r"macao: .* deals, about .* decision nodes .*: more than max_nodes=1,000"
    ):
        solve.build("macao", max_nodes=1000)
    with pytest.raises(Unsolvable, match=r"leduc_poker: at least 120 deals, about [\d,]+ decision nodes"):
        solve.build("leduc_poker", max_nodes=4000)
    with pytest.raises(
        Unsolvable, match=r"leduc_poker: 120 deals, 4,320 decision nodes, .* MiB: more than max_bytes=1,000"
    ):
        solve.build("leduc_poker", max_bytes=1000)
    assert solve.build("leduc_poker", max_nodes=4320).size.nodes == 4320


def test_a_preview_of_a_large_game_is_an_estimate():
    size = solve.preview("leduc_poker", max_nodes=100)
    assert not size.exact
    assert 1000 < size.nodes < 20_000  # 4,320 in truth
    assert solve.preview("macao").nodes > 1e9


def test_a_match_is_refused():
    with pytest.raises(Unsolvable, match="shuffle cards after the deal"):
        solve.preview("macao", **(THREE | {"episode": "match"}))


def test_bad_arguments_are_named():
    with pytest.raises(InvalidOption, match="seats"):
        solve.build("leduc_poker", seats=3)
    tree = solve.build("kuhn_poker")
    with pytest.raises(InvalidArgument, match="want 2 probabilities that sum to 1"):
        tree.strategy({int(tree.key[0]): [0.5, 0.6]})
    with pytest.raises(InvalidArgument, match=r"strategy: want float64 \(26,\)"):
        solve.values(tree, np.ones(3))


@pytest.mark.parametrize(
    ("pack", "parts"),
    [
        ([0, 1, 2, 3, 4], [((0, 1), False), ((2,), False), ((3, 4), True)]),
        ([0, 0, 0, 1, 1, 2], [((0, 1), False), ((2, 3), False), ((4, 5), True)]),
        ([0, 0, 1, 1], [((0, 1, 2), True), ((3,), False)]),
    ],
)
def test_deals_are_the_distinct_ones_with_their_weights(pack, parts):
    """Against every order of physical cards, made alike by hand."""
    import itertools
    from collections import Counter

    expected = Counter()
    for order in itertools.permutations(pack):
        deck = list(order)
        for spots, ordered in parts:
            cards = [order[spot] for spot in spots]
            for spot, card in zip(spots, cards if ordered else sorted(cards), strict=True):
                deck[spot] = card
        expected[tuple(deck)] += 1
    found = dict(deals(pack, parts))
    assert found == expected
    assert count_deals(pack, parts, 10_000) == (len(expected), True)


def test_counting_copies_stops_at_the_limit():
    ordered, unordered = [((0, 1), True), ((2, 3, 4, 5), True)], [((0, 1), False), ((2, 3, 4, 5), False)]
    pack = [0, 0, 1, 1, 2, 2]
    assert count_deals(pack, ordered, 5) == (90, False)
    assert count_deals(pack, ordered, 90) == (90, True)
    assert count_deals(pack, unordered, 2) == (3, False)
    assert count_deals(pack, unordered, 6) == (6, True)
