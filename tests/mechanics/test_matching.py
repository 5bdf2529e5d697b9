"""Distinct places: every way equally likely, by trial, and by walking where trial is hopeless."""

import itertools
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from cardenvs.core.cards import card_set
from cardenvs.core.random import stream
from cardenvs.mechanics.matching import (
    find_places,
    most_choices,
    place_all,
    sort_by_size,
    try_places,
    wander,
)

SETS = {
    "nested": [[0], [0, 1, 2], [0, 1, 2], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]],
    "crossed": [[0, 1], [1, 2, 3], [0, 3, 4], [2, 4], [0, 1, 2, 3, 4]],
    "rings": [[0, 1], [1, 2], [0, 2], [3, 4], [3, 4]],
    "room to spare": [[0, 1, 2], [2, 3], [3, 4, 5, 6]],
}


def arrays(sets):
    cards, places = np.arange(len(sets)), np.array([card_set(each) for each in sets], np.int64)
    sort_by_size(cards, places, len(sets))
    return cards, places


def ways(sets):
    """Every way, as places by card."""
    return {way for way in itertools.product(*sets) if len(set(way)) == len(way)}


def check_uniform(found, sets):
    possible = ways(sets)
    assert set(found) == possible
    assert len(possible) == 1 or stats.chisquare([found[way] for way in sorted(possible)]).pvalue > 1e-4


def ordered(cards, places):
    way = [0] * len(cards)
    for card, place in zip(cards, places, strict=True):
        way[card] = int(place)
    return tuple(way)


@pytest.mark.parametrize("name", SETS)
def test_places_are_uniform(name):
    sets, random, found = SETS[name], stream(1), Counter()
    cards, choices = arrays(sets)
    places = np.zeros(len(sets), np.int64)
    for _ in range(4000):
        place_all(random, choices, len(sets), places)
        found[ordered(cards, places)] += 1
    check_uniform(found, sets)


@pytest.mark.parametrize("name", ["nested", "crossed", "rings"])
def test_a_walk_is_uniform_too(name):
    sets, random, found = SETS[name], stream(2), Counter()
    cards, choices = arrays(sets)
    places = np.zeros(len(sets), np.int64)
    for _ in range(4000):
        find_places(random, choices, len(sets), places)
        wander(random, choices, len(sets), places, 500)
        found[ordered(cards, places)] += 1
    check_uniform(found, sets)


def test_nested_sets_never_fail():
    _, choices = arrays(SETS["nested"])
    most, places, random = np.zeros(5, np.int64), np.zeros(5, np.int64), stream(3)
    most_choices(choices, 5, most)
    assert most.tolist() == [1, 2, 1, 2, 1]
    assert all(try_places(random, choices, most, 5, places) for _ in range(100))


def test_a_way_is_found_where_there_is_but_one():
    n = 40
    sets = [list(range(k + 1)) for k in range(n)]  # card k must lie at place k
    shuffled = np.random.default_rng(4).permutation(n)
    choices = np.array([card_set(sets[k]) for k in shuffled], np.int64)
    places = np.zeros(n, np.int64)
    for seed in range(20):
        find_places(stream(seed), choices, n, places)
        assert places.tolist() == shuffled.tolist()
