"""Small configurations, walked whole: their sizes, and what keys tell apart."""

import itertools
import json
import math
import pathlib
from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from cardenvs.core import drivers
from cardenvs.core.random import stream
from cardenvs.core.table import Table
from cardenvs.solve.deals import canonical, deals, pack_of, parts_of

from .support import Case, deck_of, mini_cases, plays
from .walker import Tree, grown

COUNTS = json.loads((pathlib.Path(__file__).parent / "mini_counts.json").read_text())
"""What section 10 of each rules file counts: deals, decision nodes, information sets, those with a choice, ends of the game."""


@pytest.fixture(scope="module", params=mini_cases(), ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    return request.param


@pytest.fixture(scope="module")
def tree(case: Case) -> Tree:
    return grown(case.rules, case.table().options)


def test_the_tree_has_the_size_that_the_rules_count(case: Case, tree: Tree) -> None:
    counted = COUNTS[str(case)]
    assert {name: tree.counts[name] for name in counted} == counted


def distinct_pairs(keys: np.ndarray, others: np.ndarray) -> int:
    """How many different pairs of hashes there are; a hash of both is far quicker to sort than the pairs."""
    with np.errstate(over="ignore"):
        return len(np.unique(keys * np.uint64(0x9E3779B97F4A7C15) + others))


def test_a_key_stands_for_one_set_of_actions(case: Case, tree: Tree) -> None:
    keys = len(np.unique(tree.own_keys))
    assert keys == distinct_pairs(tree.own_keys, tree.masks)


def test_keys_tell_apart_exactly_what_a_seat_has_seen(case: Case, tree: Tree) -> None:
    """Both ways, for every seat at every decision: equal keys, equal sequences of observations."""
    for seat in range(tree.keys.shape[1]):
        known = distinct_pairs(tree.keys[:, seat], tree.seen[:, seat])
        assert len(np.unique(tree.keys[:, seat])) == known, f"seat {seat}: one key for what it saw differ"
        assert len(np.unique(tree.seen[:, seat])) == known, f"seat {seat}: two keys for what looked the same"


def test_no_two_seats_share_a_key(case: Case, tree: Tree) -> None:
    distinct = [np.unique(tree.keys[:, seat]) for seat in range(tree.keys.shape[1])]
    assert len(np.unique(np.concatenate(distinct))) == sum(map(len, distinct))


def test_the_deals_make_up_all_physical_orders(case: Case) -> None:
    options = case.table().options
    pack = pack_of(case.rules, options)
    dealt = list(deals(pack, parts_of(case.rules, options, 0)))
    assert len({deck for deck, _ in dealt}) == len(dealt)
    assert sum(weight for _, weight in dealt) == math.factorial(len(pack))


# Redeal against all that could have been

SAMPLES = 4000
STATES = 6
Way = tuple[tuple[int, ...], bytes]
"""A deal, and what every seat was told in it."""


def way(table: Table, parts: Any) -> Way:
    told = table.states["private_key"].tobytes() + table.states["public_key"].tobytes()
    return canonical(table.rules, deck_of(table), parts), told


def ready_to_deal(table: Table) -> np.ndarray:
    """The blank record of a game with the same dealer."""
    blank = table.blank.copy()
    blank["dealer"] = table.states["dealer"]
    return blank


def consistent(case: Case, target: Table, past: list[int], seat: int, parts: Any) -> Counter[Way]:
    """Every deal and play that `seat` can't tell from the present, with its number of physical orders.

    `past` is the sequence of the seat's keys at the decisions so far; plays that leave it are not followed.
    """
    found: Counter[Way] = Counter()
    ready = target.states.copy()
    drivers.prepare(ready, 0, ready_to_deal(target), stream(0))
    start = target.clone()
    for deck, weight in deals(pack_of(case.rules, target.options), parts):
        drivers.copy(start.states, 0, ready, 0)
        start.states["deck"][0, : len(deck)] = deck
        drivers.deal_in(start.states, 0)
        if start.over or start.key(seat) not in past:
            continue
        stack = [(start.clone(), 0)]
        while stack:
            table, k = stack.pop()
            if table.over or (key := table.key(seat)) not in past[k:]:
                continue
            if key == past[-1] and table.seat == seat:
                found[way(table, parts)] += weight
                continue
            for action in table.legal():
                after = table.clone()
                after.step(action)
                stack.append((after, k + past[k:].index(key)))
    return found


def test_redeal_reaches_every_consistent_deal_as_often_as_it_should(case: Case) -> None:
    """Pearson's chi-square over everything that the seat can't tell from the present, at a few random decisions."""
    tested = 0
    for play in itertools.islice(plays(case, 10_000), 0, None, 5):
        if play.table.over:
            continue
        seat = play.table.seat
        parts = parts_of(case.rules, play.table.options, int(play.table.states["dealer"][0]))
        replay = play.begun(play.deck())
        past = [replay.key(seat)]
        for action in play.actions:
            replay.step(action)
            past.append(replay.key(seat))
        possible = consistent(case, play.table, past, seat, parts)
        assert way(play.table, parts) in possible
        check_frequencies(play.table, seat, possible, parts, tested)
        tested += 1
        if tested == STATES:
            break
    assert tested == STATES


def check_frequencies(table: Table, seat: int, possible: Counter[Way], parts: Any, number: int) -> None:
    drawn = stream(number)
    samples = max(SAMPLES, 10 * len(possible))
    found: Counter[Way] = Counter()
    other = table.clone()
    for _ in range(samples):
        drivers.copy(other.states, 0, table.states, 0)
        if other.redeal(seat, drawn):
            found[way(other, parts)] += 1
    assert set(found) <= set(possible), "redealt to what the seat knows to be untrue"
    total = sum(possible.values())
    expected = np.array([possible[each] * sum(found.values()) / total for each in possible])
    observed = np.array([found[each] for each in possible])
    assert (observed[expected > 30] > 0).all()
    if len(possible) > 1:
        assert stats.chisquare(observed, expected).pvalue > 1e-4
