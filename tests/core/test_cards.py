"""Card sets and card names."""

import random

import numpy as np
import pytest

from cardenvs.core.cards import FRENCH, Deck, bit, card_set, count, first, has, highest, lowest, pick, spread
from cardenvs.errors import InvalidCard

SETS = [random.Random(k).sample(range(63), random.Random(k).randint(1, 63)) for k in range(60)] + [[0], [62]]


@pytest.mark.parametrize("cards", SETS, ids=len)
def test_sets_hold_their_cards(cards: list[int]) -> None:
    held = card_set(cards)
    assert count(held) == len(cards)
    assert lowest(held) == min(cards)
    assert highest(held) == max(cards)
    assert [pick(held, k) for k in range(len(cards))] == sorted(cards)
    assert [card for card in range(63) if has(held, card)] == sorted(cards)
    assert sum(int(bit(card)) for card in cards) == held
    out = np.full(63, 9, np.float32)
    spread(held, out)
    assert np.flatnonzero(out).tolist() == sorted(cards)
    assert set(out.tolist()) <= {0.0, 1.0}


def test_the_empty_set_holds_none() -> None:
    assert card_set([]) == 0
    assert count(0) == 0
    assert not has(0, 0)


def test_first_takes_the_first_set_that_is_not_empty() -> None:
    assert [first(*sets) for sets in [(1, 2, 4, 8), (0, 2, 4, 8), (0, 0, 4, 8), (0, 0, 0, 8), (0, 0, 0, 0)]] == [
        1,
        2,
        4,
        8,
        0,
    ]


def test_names_and_indices_agree() -> None:
    assert len(FRENCH.names) == 52
    assert [FRENCH.card(name) for name in ("2C", "AC", "5H", "KH", "AS")] == [0, 12, 29, 37, 51]
    assert FRENCH.cards(range(52)) == FRENCH.cards(" ".join(FRENCH.names)) == list(range(52))
    assert FRENCH.text([37, 0]) == "KH 2C"
    assert FRENCH.cards(["KH", 0, np.int64(5)]) == [37, 0, 5]


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("1H", "no '1H'"),
        ("KX", "KS"),
        ("kh", "KH"),
        ("", "no ''"),
        (52, "0..51"),
        (-1, "0..51"),
        (None, "None"),
        (True, "True"),
        (1.5, "1.5"),
    ],
)
def test_what_names_no_card_is_refused(word: object, message: str) -> None:
    with pytest.raises(InvalidCard, match=r"^card: ") as error:
        FRENCH.card(word)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_short_deck_has_its_own_indices() -> None:
    deck = Deck(ranks="JQK", suits="HS")
    assert deck.names == ("JH", "QH", "KH", "JS", "QS", "KS")
    assert deck.subset("QK", None) == [1, 2, 4, 5]
    assert deck.subset(None, "S") == [3, 4, 5]
