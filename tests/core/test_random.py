"""Random streams: the published numbers, uniformity, and seeds that do not interfere."""

import collections
import itertools
import math

import numpy as np
import pytest
from scipy import stats

from cardenvs.core.random import below, mix, next_bits, shuffle, stream, streams, unit


def counted(seed: int) -> np.ndarray:
    return np.array([seed], np.uint64)


@pytest.mark.parametrize(
    ("seed", "numbers"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]),
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]),
    ],
)
def test_the_numbers_are_those_of_splitmix64(seed: int, numbers: list[int]) -> None:
    random = counted(seed)
    assert [int(next_bits(random)) for _ in numbers] == numbers


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 52])
def test_below_is_uniform(bound: int) -> None:
    random = stream(7, bound)
    drawn = collections.Counter(int(below(random, bound)) for _ in range(400 * bound))
    assert set(drawn) == set(range(bound))
    assert bound == 1 or stats.chisquare(list(drawn.values())).pvalue > 1e-3


def test_shuffle_reaches_every_order_equally_often() -> None:
    random = stream(11)
    drawn: collections.Counter[tuple[int, ...]] = collections.Counter()
    for _ in range(200 * math.factorial(4)):
        cards = np.arange(4, dtype=np.int8)
        shuffle(random, cards, 4)
        drawn[tuple(cards.tolist())] += 1
    assert set(drawn) == set(itertools.permutations(range(4)))
    assert stats.chisquare(list(drawn.values())).pvalue > 1e-3


def test_shuffle_leaves_the_rest_alone() -> None:
    cards = np.arange(10, dtype=np.int8)
    shuffle(stream(1), cards, 4)
    assert sorted(cards[:4].tolist()) == [0, 1, 2, 3]
    assert cards[4:].tolist() == [4, 5, 6, 7, 8, 9]


def test_unit_is_uniform_between_zero_and_one() -> None:
    random = stream(5)
    drawn = [float(unit(random)) for _ in range(2000)]
    assert 0 <= min(drawn) <= max(drawn) < 1
    assert stats.kstest(drawn, "uniform").pvalue > 1e-3


def test_mix_is_one_to_one() -> None:
    assert len({int(mix(np.uint64(k))) for k in range(5000)}) == 5000


def test_streams_of_different_numbers_differ() -> None:
    pairs = list(itertools.product(range(-3, 30), range(30)))
    assert len({int(stream(a, b)[0]) for a, b in pairs}) == len(pairs)
    assert stream(1, 2)[0] != stream(2, 1)[0]
    assert stream(1)[0] != stream(1, 0)[0]


def test_seeds_may_be_any_integer() -> None:
    assert stream(-1)[0] == stream(2**64 - 1)[0]
    assert stream(10**30).dtype == np.uint64


def test_a_batch_of_streams_is_a_stream_for_each_game() -> None:
    assert streams(9, 5).tolist() == [stream(9, k).tolist() for k in range(5)]
    assert streams(9, 5).tolist() == streams(9, 8)[:5].tolist()
