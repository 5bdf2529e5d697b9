"""docs/rules/panguingue.md: §9, same numbers, then what no example covers, by its §."""

import collections
import itertools

import numpy as np
import pytest

import cardenvs
from cardenvs.core import drivers
from cardenvs.core.random import stream
from cardenvs.core.table import Table
from cardenvs.errors import IllegalAction, InvalidCard, InvalidOption
from cardenvs.games import panguingue_record as record
from cardenvs.games import panguingue_sets as sets
from cardenvs.games.panguingue_sets import CARDS

from .reading import deal_number, dealer, seen

RULES = cardenvs.spec("panguingue")
INDEX = RULES.action_index


# Situations laid out by hand: fields of the record are written, the deck is left alone.


def four(**options) -> Table:
    """Four seats (or `seats`), seat 0 eldest, all in; hands, tables and the pile are empty, the stock is as dealt."""
    t = cardenvs.table("panguingue", **{"seats": 4, "first_eldest": 0, **options})
    for _ in range(t.seats):
        t.step("STAY")
    s = t.states
    s["hand"] = 0
    s["pile_size"] = 0
    s["piled"] = 0
    return t


def give(t: Table, seat: int, cards: str) -> Table:
    """Cards into a hand."""
    for card in CARDS.cards(cards):
        sets.put(t.states["hand"][0, seat], card)
    return t


def lay(t: Table, seat: int, *melds: str, tags: dict[int, int] | None = None) -> Table:
    """Sets on a seat's table: the first three cards make each, the others are laid off in order; `tags` are set after."""
    rows = t.states["sets"][0, seat]
    for meld in melds:
        cards = CARDS.cards(meld)
        slot = int((rows != 0).sum())
        rows[slot] = sets.NEW_SET[type_of(cards[:3])]
        for card in cards[3:]:
            assert card_set_has(sets.accepted(rows[slot], t.options.free_noncomoquer), card), meld
            rows[slot] = sets.extended(rows[slot], card)
    for slot, tag in (tags or {}).items():
        assert tag_value(t, seat, slot) == tag
    return t


def pile(t: Table, cards: str) -> Table:
    """The pile, bottom first."""
    for card in CARDS.cards(cards):
        t.states["pile"][0, t.states["pile_size"][0]] = card
        t.states["pile_size"] += 1
        sets.put(t.states["piled"][0], card)
    return t


def stock(t: Table, cards: str) -> Table:
    """The next cards of the stock."""
    for k, card in enumerate(CARDS.cards(cards)):
        t.states["deck"][0, t.states["stock_next"][0] + k] = card
    return t


def melding(t: Table) -> Table:
    """As if the seat to act had drawn."""
    t.states["phase"] = record.MELDING
    return t


def card_set_has(kinds: int, card: int) -> bool:
    return bool(int(kinds) >> card & 1)


def type_of(cards: list[int]) -> int:
    return sets.TYPE_CARDS.tolist().index(sorted(cards))


def tag_value(t: Table, seat: int, slot: int) -> int:
    return int(np.rint(seen(t, seat, "tags")[0, slot]))


def table_of(t: Table, seat: int) -> list[str]:
    """The sets on a seat's table, cards ascending."""
    blocks = seen(t, seat, "sets")[0]
    return [CARDS.text(np.repeat(np.arange(40), block.astype(int))) for block in blocks if block.any()]


def hand_of(t: Table, seat: int) -> str:
    return CARDS.text(np.repeat(np.arange(40), seen(t, seat, "hand").astype(int)))


def legal(t: Table, verb: str = "") -> set[str]:
    """The legal actions; those with `verb`, by what follows it."""
    names = t.legal_names()
    return {name.removeprefix(f"{verb} ") for name in names if name.startswith(f"{verb} ")} if verb else set(names)


def played(t: Table, moves: str) -> Table:
    """Plays moves separated by commas."""
    for move in moves.split(","):
        t.step(move.strip())
    return t


def pot(t: Table) -> int:
    return int(t.states["pot"][0])


def worth(cards: str, **options) -> int:
    """What a new set of these cards is worth, to be read off a table where it is made."""
    t = give(melding(four(**options)), 0, cards + " 4C")
    t.step("MELD " + CARDS.text(sorted(CARDS.cards(cards))))
    assert t.payoffs[0] == 3 * -t.payoffs[1]
    assert tag_value(t, 0, 0) == -t.payoffs[1]
    return -t.payoffs[1]


def test_9_01_types():
    known = {
        "AC 2C 3C": 0, "5S 6S 7S": 28, "6S 7S JS": 29, "JS QS KS": 31, "7S 7S 7S": 68, "5D 5H 5S": 88, "4C 4D 4H": 87,
        "7C 7D 7H": 99, "AC AC AD": 112, "KC KD KH": 111, "KH KS KS": 135,
    }  # fmt: skip
    for cards, number in known.items():
        assert INDEX[f"MELD {cards}"] == 129 + number
    assert RULES.actions == 265


def test_9_02_what_is_no_set():
    names = set(INDEX)
    for cards in "4C 4C 4D", "AC QC KC", "AC 2C KC", "AC KC 2C":
        assert f"MELD {cards}" not in names
    assert legal(give(melding(four()), 0, "4C 4C 4D QS KS AS 2S"), "MELD") == set()
    t = give(melding(four()), 0, "4C KC KC KD")
    assert legal(t, "MELD") == {"KC KC KD"}
    t.step("MELD KC KC KD")
    assert t.payoffs == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("7S 7S 7S", 4), ("7D 7D 7D", 2), ("6S 6S 6S", 2), ("AH AH AH", 1), ("AS 2S 3S", 2), ("AC 2C 3C", 1),
        ("JD QD KD", 1), ("JS QS KS", 2), ("5D 5H 5S", 1), ("4C 4D 4H", 0), ("5C 6C 7C", 0), ("KC KD KH", 0),
    ],
)  # fmt: skip
def test_9_03_values(cards, value):
    assert worth(cards) == value


def test_9_03_the_maker_is_paid_by_each():
    t = give(melding(four()), 0, "7S 7S 7S 4C")
    t.step("MELD 7S 7S 7S")
    assert t.payoffs == [12, -4, -4, -4]


def test_9_04_lay_off():
    t = give(lay(melding(four()), 0, "6S 6S 6S", "5C 5D 5H"), 0, "6S 6C 5S 5C 7H")
    assert legal(t, "LAYOFF") == {"5C", "5S", "6S"}


def test_9_05_kings_of_one_suit():
    t = give(lay(melding(four()), 0, "KC KC KC"), 0, "KC KD")
    assert legal(t, "LAYOFF") == {"KC"}
    t = give(lay(melding(four(free_noncomoquer=True)), 0, "KC KC KC"), 0, "KC KD")
    assert legal(t, "LAYOFF") == {"KC", "KD"}


RUN = "4S 5S 6S 7S JS"


def test_9_06_borrowing():
    t = give(lay(melding(four()), 0, RUN), 0, "3S 2C 2D 4H 6H")
    assert legal(t, "LAYOFF") == {"3S"}
    assert "BORROW 4S" in legal(t)
    t.step("BORROW 4S")
    assert legal(t) == {"BORROW 5S"}
    t.step("BORROW 5S")
    assert legal(t) == {"MELD 3S 4S 5S"}
    t.step("MELD 3S 4S 5S")
    assert table_of(t, 0) == ["6S 7S JS", "3S 4S 5S"]


def test_9_07_borrowing_at_either_end():
    t = give(lay(melding(four()), 0, RUN), 0, "6S 2C 2D 4H 6H")
    assert legal(t, "BORROW") == {"4S", "7S"}
    assert legal(t, "LAYOFF") == set()
    left = played(t.clone(), "BORROW 4S, BORROW 5S")
    assert legal(left) == {"MELD 4S 5S 6S"}
    assert table_of(played(left, "MELD 4S 5S 6S"), 0) == ["6S 7S JS", "4S 5S 6S"]
    right = played(t.clone(), "BORROW 7S, BORROW JS")
    assert legal(right) == {"MELD 6S 7S JS"}
    assert table_of(played(right, "MELD 6S 7S JS"), 0) == ["4S 5S 6S", "6S 7S JS"]


def test_9_08_only_an_end_can_be_borrowed():
    t = give(lay(melding(four()), 0, RUN), 0, "JC JD 2C 2D 4H")
    assert legal(t, "BORROW") == {"JS"}
    t.step("BORROW JS")
    assert legal(t) == {"MELD JC JD JS"}
    assert table_of(played(t, "MELD JC JD JS"), 0) == ["4S 5S 6S 7S", "JC JD JS"]


def test_9_09_a_tag_is_lost():
    t = give(lay(melding(four()), 0, "JS QS KS 7S", tags={0: 2}), 0, "KC KD 4H")
    played(t, "BORROW KS, MELD KC KD KS")
    assert table_of(t, 0) == ["7S JS QS", "KC KD KS"]
    assert tag_value(t, 0, 0) == 0
    assert t.payoffs == [0, 0, 0, 0]


HAND_10 = "7C 7D 4S 5C QH 2H 2D 3H KD AS"


def test_9_10_the_piles_card_must_be_melded():
    t = pile(give(four(), 0, HAND_10), "7H")
    assert legal(t) == {"DRAW_STOCK", "TAKE_PILE"}
    t.step("TAKE_PILE")
    assert legal(t) == {"MELD 7C 7D 7H"}
    assert legal(pile(give(four(), 0, HAND_10), "7C")) == {"DRAW_STOCK"}


def test_9_11_going_out():
    t = stock(give(lay(four(), 0, "KC KC KD KS", "AS 2S 3S 4S", tags={0: 0, 1: 2}), 0, "7C 7D"), "7H")
    t.step("DRAW_STOCK")
    t.step("MELD 7C 7D 7H")
    assert t.over
    assert t.payoffs == [15, -5, -5, -5]


def nine_down() -> Table:
    return stock(give(lay(four(), 0, "AS 2S 3S", "KC KD KS", "5C 5D 5H"), 0, "QD"), "KH")


def test_9_12_nine_down_one_in_hand():
    t = nine_down()
    t.step("DRAW_STOCK")
    assert legal(t) == {"LAYOFF KH", "DISCARD QD", "DISCARD KH"}
    t.step("LAYOFF KH")
    assert legal(t) == {"DISCARD QD"}
    assert not t.over
    t.step("DISCARD QD")
    assert hand_of(t, 0) == ""
    assert not t.over


def ten_down(**options) -> Table:
    return lay(four(**options), 0, "AS 2S 3S", "KC KD KS KH", "5C 5D 5H")


def test_9_13_ten_down_must_draw_what_fits():
    t = stock(pile(ten_down(), "7H"), "QD")
    assert legal(t) == {"DRAW_STOCK"}
    t.step("DRAW_STOCK")
    assert legal(t) == {"DISCARD QD"}
    t = pile(ten_down(), "5S")
    t.step("TAKE_PILE")
    assert legal(t) == {"LAYOFF 5S"}
    t.step("LAYOFF 5S")
    assert t.over
    assert t.payoffs == [12, -4, -4, -4]


def demanded(**options) -> Table:
    return stock(pile(give(lay(four(**options), 0, "5H 6H 7H", "KC KD KH KS KS"), 0, "2S 2D"), "JH"), "AC")


def test_9_14_demand():
    t = demanded()
    t.step("DRAW_STOCK")
    assert t.seat == 1
    assert legal(t) == {"DEMAND", "NO_DEMAND"}
    t.step("NO_DEMAND")
    assert t.seat == 2
    t.step("DEMAND")
    assert t.seat == 0
    assert table_of(t, 0) == ["5H 6H 7H JH", "KC KD KH KS KS"]
    assert hand_of(t, 0) == "2D 2S"
    assert legal(t) == {"DISCARD 2S", "DISCARD 2D"}
    t.step("DISCARD 2S")
    assert t.seat == 1


def test_9_14_nobody_demands():
    t = demanded()
    played(t, "DRAW_STOCK, NO_DEMAND, NO_DEMAND")
    assert t.seat == 3
    t.step("NO_DEMAND")
    assert t.seat == 0
    assert hand_of(t, 0) == "AC 2D 2S"


def test_9_15_a_slot_is_chosen():
    t = give(lay(melding(four()), 0, "5S 6S 7S", "JC JD JH"), 0, "JS 2C")
    t.step("LAYOFF JS")
    assert t.seat == 0
    assert legal(t) == {"SLOT 0", "SLOT 1"}
    assert table_of(played(t.clone(), "SLOT 0"), 0) == ["5S 6S 7S JS", "JC JD JH"]
    assert table_of(played(t, "SLOT 1"), 0) == ["5S 6S 7S", "JC JD JH JS"]


TEN = ("AS 2S 3S", "KC KD KS KH", "5C 5D 5H")


def before_ten(hand: str, *melds: str, **options) -> Table:
    """Seat 0 to discard, seat 1 with ten down."""
    return give(lay(melding(four(**options)), 1, *melds), 0, hand)


def test_9_16_safe_discards():
    assert legal(before_ten("KC 4S 5S QD 6H", *TEN), "DISCARD") == {"QD", "6H"}
    assert legal(before_ten("KC 4S 5S", *TEN), "DISCARD") == {"KC", "4S", "5S"}


def test_9_17_unsafe_by_borrowing():
    t = before_ten("5S QD", "3S 4S 5S 6S 7S", "KC KD KS KH KC")
    assert not card_set_has(sets.accepted_by(t.states["sets"][0, 1], False), CARDS.card("5S"))
    assert legal(t, "DISCARD") == {"QD"}
    assert legal(before_ten("5S", "3S 4S 5S 6S 7S", "KC KD KS KH KC"), "DISCARD") == {"5S"}


def test_9_18_drops():
    t = cardenvs.table("panguingue", seats=4, first_eldest=1)
    assert t.seat == 1
    t.play("DROP STAY DROP STAY")
    assert pot(t) == 4
    assert t.payoffs == [0, -2, 0, -2]
    assert t.seat == 2
    t = cardenvs.table("panguingue", seats=4, first_eldest=1).play("DROP DROP DROP")
    assert t.over
    assert t.payoffs == [6, -2, -2, -2]


def settled(without_set: str = "", **options) -> Table:
    """Example 19: seat 1 of five has dropped, seat 2 lays off its eleventh card."""
    t = cardenvs.table("panguingue", seats=5, first_eldest=1, **options).play("DROP STAY STAY STAY STAY")
    t.states["hand"] = 0
    lay(t, 2, "7S 7S 7S", "JD QD KD", "5C 5D 5H 5S", tags={0: 4, 1: 1, 2: 1})
    if without_set:
        lay(t, 0, without_set)
    t.states["payoff"][0, :5] = [-6, -2, 18, -6, -6]
    assert t.seat == 2
    stock(t, "7S")
    played(t, "DRAW_STOCK, LAYOFF 7S")
    assert t.over
    return t


def test_9_19_settlement_with_a_dropper():
    assert settled().payoffs == [-13, -2, 41, -13, -13]


def test_9_20_double_without_a_set():
    assert settled("2C 3C 4C", double_if_no_meld=True).payoffs == [-13, -2, 43, -14, -14]


def test_9_21_valle_conditions_only():
    assert settled(final_conditions="valle").payoffs == [-12, -2, 38, -12, -12]


def exhausted(piled: str = "QC 3D AH") -> Table:
    t = pile(give(lay(four(), 0, "5H 6H 7H"), 0, "2S 2D"), piled)
    t.states["stock_next"] = t.states["stock_end"]
    return t


def test_9_22_exhaustion():
    t = exhausted()
    assert legal(t) == {"DRAW_STOCK"}
    t.step("DRAW_STOCK")
    assert hand_of(t, 0) == "QC 2D 2S"
    assert t.places()["renewed stock"] == sorted(CARDS.cards("3D AH"))
    assert "pile" not in t.places()
    assert seen(t, 0, "pile_top")[40] == 1
    assert CARDS.names[seen(t, 1, "renewed_next").argmax()] == "3D"

    t = melding(exhausted("QC 3D"))
    t.states["recycles"] = 1
    t.states["seat"] = t.states["turn"] = 3
    give(t, 3, "AH").step("DISCARD AH")
    assert t.over
    assert t.payoffs == [0, 0, 0, 0]


def test_9_23_the_winner_is_eldest():
    t = cardenvs.table("panguingue", seats=4, first_eldest=0, episode="match").play("DROP DROP DROP")
    assert deal_number(t) == 2
    assert (dealer(t), t.seat) == (2, 3)
    assert t.payoffs == [-2, -2, -2, 6]


def test_9_24_a_batch_is_shuffled_under_the_rest():
    t = cardenvs.table(
        "panguingue", seats=4, first_eldest=0, episode="match", reshuffle="batch", shuffle_batch=2, decks=5
    )
    t.states["stock_next"] = t.states["stock_end"] - 4
    deck = t.states["deck"][0, :200].copy()
    t.play("DROP DROP DROP")
    following = t.states["deck"][0, :200]
    assert deal_number(t) == 2
    assert following[:2].tolist() == deck[-2:].tolist()
    assert sorted(following[2:]) == sorted(deck[:-2])
    assert following[2:].tolist() != deck[:-2].tolist()

    t = cardenvs.table("panguingue", seats=4, first_eldest=0, episode="match", reshuffle="batch", decks=5)
    t.states["recycles"] = 1
    deck = t.states["deck"][0, :200].copy()
    t.play("DROP DROP DROP")
    assert sorted(t.states["deck"][0, :200]) == sorted(deck)
    assert int(t.states["bottom_start"][0]) == 0


def test_9_25_a_remainder_of_one_suit():
    t = give(lay(melding(four()), 0, "5D 5H 5S 5S 5S", tags={0: 1}), 0, "5C QD 2H")
    assert legal(t, "LAYOFF") == {"5C"}
    assert legal(t, "BORROW") == {"5D"}
    t.step("BORROW 5D")
    assert legal(t) == {"BORROW 5H"}
    t.step("BORROW 5H")
    assert legal(t) == {"MELD 5C 5D 5H"}
    t.step("MELD 5C 5D 5H")
    assert t.payoffs == [3, -1, -1, -1]
    assert table_of(t, 0) == ["5S 5S 5S", "5C 5D 5H"]
    assert tag_value(t, 0, 0) == 0
    assert seen(t, 0, "kinds")[0, 0].tolist() == [0, 1, 0]
    held = t.states["sets"][0, 0]
    slots = {card: int(sets.slots_for(held, CARDS.card(card), False)) for card in ("5S", "5C")}
    assert slots == {"5S": 0b11, "5C": 0b10}


def test_9_26_auto_demand_and_none():
    t = demanded(demand="auto")
    t.step("DRAW_STOCK")
    assert t.seat == 0
    assert table_of(t, 0)[0] == "5H 6H 7H JH"
    assert legal(t) == {"DISCARD 2S", "DISCARD 2D"}
    t = demanded(demand="off")
    t.step("DRAW_STOCK")
    assert t.seat == 0
    assert hand_of(t, 0) == "AC 2D 2S"


def test_9_27_without_the_duty():
    t = before_ten("KC 4S 5S QD 6H", *TEN, safe_discard="off")
    assert legal(t, "DISCARD") == {"KC", "4S", "5S", "QD", "6H"}


def without_winner(last: bool) -> Table:
    """Example 28: three seats, 5 chips carried over, seat 1 drops, and the stock ends."""
    t = cardenvs.table("panguingue", seats=3, first_eldest=1, episode="match", match_deals=2, max_recycles=0)
    t.states["pot"] = t.states["carried"] = 5
    t.states["deal_number"] = 2 if last else 1
    t.play("DROP STAY STAY")
    assert pot(t) == 7
    t.states["stock_next"] = t.states["stock_end"]
    for seat in range(3):
        t.states["hand"][0, seat] = 0
    give(t, 2, "QC QD 4H 2S 4C")
    melding(t)
    t.step("DISCARD 2S")
    return t


def test_9_28_a_last_deal_without_a_winner():
    t = without_winner(last=True)
    assert t.over
    assert t.payoffs == [2, 2, 1]
    assert pot(t) == 0
    t = without_winner(last=False)
    assert not t.over
    assert t.payoffs == [0, -2, 0]
    assert pot(t) == 7
    assert (deal_number(t), dealer(t), t.seat) == (2, 0, 1)
