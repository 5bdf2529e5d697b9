"""docs/rules/panguingue.md: §9, same numbers, then what no example covers, by its §."""

import numpy as np
import pytest

import cardenvs
from cardenvs.core.random import stream
from cardenvs.core.table import Table
from cardenvs.errors import IllegalAction, InvalidCard, InvalidOption
from cardenvs.games import panguingue_record as record
from cardenvs.games import panguingue_sets as sets
from cardenvs.games.panguingue_sets import CARDS

from .panguingue_tables import (
    INDEX,
    RULES,
    card_set_has,
    four,
    give,
    hand_of,
    lay,
    legal,
    melding,
    pile,
    played,
    pot,
    stock,
    stock_seen,
    table_of,
    tag_value,
)
from .reading import deal_number, dealer, seen


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
        ("7S 7S 7S", 4),
        ("7D 7D 7D", 2),
        ("6S 6S 6S", 2),
        ("AH AH AH", 1),
        ("AS 2S 3S", 2),
        ("AC 2C 3C", 1),
        ("JD QD KD", 1),
        ("JS QS KS", 2),
        ("5D 5H 5S", 1),
        ("4C 4D 4H", 0),
        ("5C 6C 7C", 0),
        ("KC KD KH", 0),
    ],
)
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


# Beyond the examples


def test_1_cards():
    assert len(RULES.pack_of(RULES.options())) == 320
    assert RULES.pack_of(RULES.options(decks=5)).count(CARDS.card("7S")) == 5
    assert RULES.pack_of(RULES.options(seats=2, decks=2, ranks="67J", suits="CS", hand_size=3)) == sorted(
        CARDS.cards("6C 7C JC 6S 7S JS") * 2
    )


def test_1_numerals_are_another_way_to_read_the_cards():
    court = cardenvs.table("panguingue", seats=2).reset(hands="JC QD KH | ")
    numeral = cardenvs.table("panguingue", seats=2, deck_style="numeral").reset(hands="JC QD KH | ")
    assert {"JC", "QD", "KH"} <= set(court.text(0).replace(":", " ").split())
    assert {"8C", "9D", "10H"} <= set(numeral.text(0).replace(":", " ").split())
    assert not {"JC", "QD", "KH"} & set(numeral.text(0).replace(":", " ").split())
    assert court.legal_names() == numeral.legal_names()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"seats": 17}, "seats: want 2..16"),
        ({"decks": 0}, "decks: want 1..11"),
        ({"decks": 12}, "decks: want 1..11"),
        ({"hand_size": 11}, "hand_size: want 2..10 cards"),
        ({"ranks": "A3"}, "ranks: want neighbours"),
        ({"ranks": "89"}, "ranks: want different letters"),
        ({"suits": "SS"}, "suits: want different letters"),
        ({"first_eldest": 6}, "first_eldest: want 0..5"),
        ({"drop_penalty": -1}, "drop_penalty: want 0.."),
        ({"condition_values": (1, 2)}, "condition_values: want 10 numbers"),
        ({"condition_values": (64,) * 10}, "condition_values: want 10 numbers of 0..63"),
        ({"max_recycles": -1}, "max_recycles"),
        ({"match_deals": 0}, "match_deals"),
        ({"shuffle_batch": -1}, "shuffle_batch"),
        ({"demand": "always"}, "demand: want 'decision' or 'auto' or 'off'"),
        ({"seats": 8, "decks": 2}, "want a pack of at least 82, got 80"),
    ],
)
def test_5_options_are_checked(options, says):
    with pytest.raises(InvalidOption, match=says.replace("(", r"\(")):
        cardenvs.table("panguingue", **options)


def test_2_the_order_of_the_deal():
    deck = [c for c in range(40) for _ in range(8)]
    t = cardenvs.table("panguingue", seats=3).reset(deck=deck, dealer=0)
    assert t.seat == 1
    order = {1: deck[:5] + deck[15:20], 2: deck[5:10] + deck[20:25], 0: deck[10:15] + deck[25:30]}
    for seat, cards in order.items():
        assert hand_of(t, seat) == CARDS.text(sorted(cards))
    assert seen(t, 0, "pile_top")[deck[30]] == 1
    t.play("STAY STAY STAY")
    t.step("DRAW_STOCK")
    assert t.places()["hand 1"] == sorted([*order[1], deck[31]])


def test_2_an_odd_hand_has_its_larger_half_first():
    t = cardenvs.table("panguingue", seats=2, hand_size=5, decks=1, first_eldest=0)
    t.reset(deck=list(range(40)))
    assert t.places()["hand 0"] == [0, 1, 2, 6, 7]
    assert t.places()["hand 1"] == [3, 4, 5, 8, 9]
    t = cardenvs.table("panguingue", seats=2, hand_size=5, decks=1, first_eldest=1)
    t.reset(deck=list(range(40)))
    assert t.places()["hand 1"] == [0, 1, 2, 6, 7]


def test_2_parts_of_a_deal_are_laid_by_name():
    t = cardenvs.table("panguingue", seats=2, first_eldest=1)
    t.reset(hands="7S 7S 7S | KC", up_card="AH", stock="2D 3D")
    assert t.seat == 1
    assert t.places()["hand 0"].count(CARDS.card("7S")) >= 3
    assert t.places()["pile"] == [CARDS.card("AH")]
    t.play("STAY STAY")
    t.step("DRAW_STOCK")
    assert CARDS.card("2D") in t.places()["hand 1"]
    with pytest.raises(InvalidCard, match="laid 9 times"):
        t.reset(hands="7S 7S 7S 7S 7S | 7S 7S 7S 7S")


def test_2_head_and_foot():
    t = cardenvs.table("panguingue", seats=6, first_eldest=0).play("STAY " * 6)
    assert stock_seen(t) == [259, 130, 129]
    stock(t, "AC").step("DRAW_STOCK")
    assert stock_seen(t) == [258, 129, 129]
    t.states["stock_next"] += 128
    assert stock_seen(t) == [130, 1, 129]
    t.states["stock_next"] += 100
    assert stock_seen(t) == [30, 0, 30]


def test_2_what_is_known_of_the_batch():
    options = {"episode": "match", "reshuffle": "batch", "max_recycles": 0}
    t = cardenvs.table("panguingue", seats=2, first_eldest=0, **options)
    hands = "7S 7S 7S 2C 4D 6H KS AH JD QC | 2C 4D 6H JD 3S KS 2D 4S 6C QD"
    t.reset(hands=hands, up_card="4C", stock="KD").play("STAY STAY")
    t.step("DRAW_STOCK")
    t.states["stock_next"] = t.states["stock_end"]
    played(t, "MELD 7S 7S 7S, DISCARD AH")
    assert deal_number(t) == 2
    for seat in range(2):
        known = seen(t, seat, "batch").astype(int)
        assert CARDS.text(np.repeat(np.arange(40), known)) == "4C AH 7S 7S 7S"


def test_2_a_stacked_deck_may_belie_the_batch():
    t = cardenvs.table("panguingue", seats=3, first_eldest=0, episode="match", reshuffle="batch")
    up = int(seen(t, 0, "pile_top").argmax())
    pack = sorted(int(card) for card in t.states["deck"][0, :320])
    t.stack(dealer=0, deck=[card for card in pack if card == up] + [card for card in pack if card != up])
    t.play("DROP DROP")
    assert seen(t, 0, "batch")[up] == 1
    assert t.redeal(0, stream(0))


def test_2_the_deals_of_a_match():
    t = cardenvs.table("panguingue", seats=2, first_eldest=0, episode="match", match_deals=3)
    for deal in range(1, 4):
        assert deal_number(t) == deal
        assert seen(t, 0, "deals").tolist() == pytest.approx([deal / 3, (3 - deal) / 3])
        t.step("DROP")
    assert t.over
    assert t.payoffs == [-2, 2]  # the winner is eldest next time, and drops in his turn


def test_3_1_the_last_one_in_is_not_asked():
    t = cardenvs.table("panguingue", seats=3, first_eldest=2, drop_penalty=5).play("DROP DROP")
    assert t.over
    assert t.payoffs == [-5, 10, -5]
    t = cardenvs.table("panguingue", seats=3, first_eldest=2).play("STAY DROP DROP")
    assert t.over
    assert t.payoffs == [-2, -2, 4]


def test_3_1_dropped_cards_are_dead():
    t = cardenvs.table("panguingue", seats=3, first_eldest=0).play("DROP STAY STAY")
    assert len(t.places()["dropped"]) == 10
    assert "hand 0" not in t.places()


def test_3_2_the_first_turn_may_take_the_card_turned_up():
    t = cardenvs.table("panguingue", seats=2, first_eldest=0)
    t.reset(hands="7C 7D | ", up_card="7H").play("STAY STAY")
    assert "TAKE_PILE" in legal(t)


def test_3_3_a_demand_may_let_a_seat_out():
    t = pile(ten_down(), "5S")
    t.step("DRAW_STOCK")
    assert t.seat == 1
    t.step("DEMAND")
    assert t.over
    assert t.payoffs == [12, -4, -4, -4]


def test_3_3_the_slot_of_a_card_demanded():
    t = pile(give(lay(four(), 0, "5S 6S 7S", "JC JD JH"), 0, "AC AD 4H 4C"), "JS")
    played(t, "DRAW_STOCK, DEMAND")
    assert t.seat == 0
    assert legal(t) == {"SLOT 0", "SLOT 1"}
    assert t.places()["taken"] == [CARDS.card("JS")]
    t.step("SLOT 1")
    assert legal(t) == {f"DISCARD {card}" for card in ("AC", "AD", "4H", "4C")}


def test_3_3_droppers_are_not_asked_and_new_sets_are_not_demanded():
    t = cardenvs.table("panguingue", seats=4, first_eldest=0).play("STAY DROP STAY DROP")
    t.states["hand"] = 0
    t.states["pile_size"] = 0
    t.states["piled"] = 0
    stock(pile(give(lay(t, 0, "5H 6H 7H"), 0, "KC KD"), "JH"), "AC").step("DRAW_STOCK")
    assert t.seat == 2
    t.step("NO_DEMAND")
    assert t.seat == 0
    t = stock(pile(give(four(), 0, "KC KD"), "KH"), "AC")
    assert "TAKE_PILE" in legal(t)
    t.step("DRAW_STOCK")
    assert t.seat == 0


def test_3_4_kings_of_one_suit_become_mixed():
    t = give(lay(melding(four(free_noncomoquer=True)), 0, "KS KS KS", tags={0: 2}), 0, "KD 2C")
    t.step("LAYOFF KD")
    assert seen(t, 0, "kinds")[0, 0].tolist() == [0, 0, 1]
    assert tag_value(t, 0, 0) == 0
    t = give(lay(melding(four(free_noncomoquer=True)), 0, "KS KS KS", tags={0: 2}), 0, "KS 2C")
    t.step("LAYOFF KS")
    assert tag_value(t, 0, 0) == 2
    assert legal(give(lay(melding(four(free_noncomoquer=True)), 0, "7S 7S 7S"), 0, "7D 2C"), "LAYOFF") == set()


def test_3_4_mixed_kings_stay_mixed():
    t = give(lay(melding(four()), 0, "KC KC KD KC"), 0, "KH KS 2C")
    assert legal(t, "BORROW") == {"KC", "KD"}
    played(t, "BORROW KD, MELD KD KH KS")
    assert table_of(t, 0) == ["KC KC KC", "KD KH KS"]
    assert seen(t, 0, "kinds")[0, 0].tolist() == [0, 0, 1]
    assert legal(give(t, 0, "KD"), "LAYOFF") == {"KD"}


def test_3_4_ends_of_the_suit():
    t = give(lay(melding(four()), 0, "AC 2C 3C", "JD QD KD"), 0, "4C KC AD 7D AC 2D")
    assert legal(t, "LAYOFF") == {"4C", "7D"}


def test_3_5_a_new_set_out_of_old_ones_alone_is_paid_again():
    t = give(lay(melding(four()), 0, "AS 2S 3S 4S 5S 6S", tags={0: 2}), 0, "QD")
    assert legal(t, "BORROW") == {"AS", "4S"}
    played(t, "BORROW AS, BORROW 2S, BORROW 3S, MELD AS 2S 3S")
    assert table_of(t, 0) == ["4S 5S 6S", "AS 2S 3S"]
    assert [tag_value(t, 0, slot) for slot in range(2)] == [0, 2]
    assert t.payoffs == [6, -2, -2, -2]


def test_3_5_cards_from_two_sets_in_ascending_order():
    t = give(lay(melding(four()), 0, "3D 4D 5D 6D", "6S 7S JS 5S"), 0, "6H 2C")
    assert legal(t, "BORROW") == set()  # 6S is inside its run
    t = give(lay(melding(four()), 0, "3D 4D 5D 6D", "7S JS QS 6S"), 0, "6H 2C")
    assert legal(t, "BORROW") == {"6D"}
    t.step("BORROW 6D")
    assert legal(t) == {"BORROW 6S"}
    played(t, "BORROW 6S, MELD 6D 6H 6S")
    assert table_of(t, 0) == ["3D 4D 5D", "7S JS QS", "6D 6H 6S"]


def two_lenders() -> Table:
    """Both sets can spare the 6S."""
    return give(lay(melding(four()), 0, "6S 7S JS QS", "3S 4S 5S 6S"), 0, "6H 6D")


def test_3_5_the_slot_that_lends_is_chosen():
    t = two_lenders()
    t.step("BORROW 6S")
    assert legal(t) == {"SLOT 0", "SLOT 1"}
    played(t, "SLOT 1, MELD 6D 6H 6S")
    assert table_of(t, 0) == ["6S 7S JS QS", "3S 4S 5S", "6D 6H 6S"]


def test_3_5_with_the_piles_card_nothing_else_may_be_done():
    t = pile(give(lay(four(), 0, "5S 6S 7S"), 0, "JS QS 2C 2C 2C AD KD"), "4S")
    t.step("TAKE_PILE")
    assert legal(t) == {"LAYOFF 4S"}
    t.step("LAYOFF 4S")
    assert "MELD 2C 2C 2C" in legal(t)
    assert "DISCARD AD" in legal(t)


def test_3_5_the_piles_card_with_borrowed_ones():
    t = pile(give(lay(four(), 0, RUN), 0, "2C 2D 4H 6H KD"), "3S")
    t.step("TAKE_PILE")
    assert legal(t) == {"LAYOFF 3S", "BORROW 4S"}
    t.step("BORROW 4S")
    assert legal(t) == {"BORROW 5S"}
    assert t.places()["taken"] == CARDS.cards("3S 4S")
    played(t, "BORROW 5S, MELD 3S 4S 5S")
    assert table_of(t, 0) == ["6S 7S JS", "3S 4S 5S"]


def test_3_5_only_the_next_participant_counts_for_a_safe_discard():
    t = give(lay(melding(four()), 2, *TEN), 0, "KC 4S")
    assert legal(t, "DISCARD") == {"KC", "4S"}
    t.states["inside"] &= ~0b10
    assert legal(t, "DISCARD") == {"KC", "4S"}  # both are unsafe
    give(t, 0, "QD")
    assert legal(t, "DISCARD") == {"QD"}


def test_3_6_values_are_an_option():
    values = tuple(range(11, 21))
    cards = {"3C 3D 3H": 12, "5S 5S 5S": 13, "5D 5D 5D": 14, "AS AS AS": 15, "6H 6H 6H": 16}
    cards |= {"AS 2S 3S": 17, "AC 2C 3C": 18, "JS QS KS": 19, "JH QH KH": 20, "KC KC KD": 0, "2C 2D 2H": 0}
    for three, value in cards.items():
        assert worth(three, condition_values=values) == value


def test_3_6_droppers_do_not_pay():
    t = cardenvs.table("panguingue", seats=4, first_eldest=0).play("STAY DROP STAY STAY")
    give(melding(t), 0, "7S 7S 7S").step("MELD 7S 7S 7S")
    assert t.payoffs == [8, -2, -4, -4]


def small(**options) -> Table:
    """Three seats and nine cards of stock."""
    return cardenvs.table("panguingue", **{"seats": 3, "decks": 1, "first_eldest": 0, "demand": "off", **options})


def to_the_end_of_the_stock(t: Table) -> Table:
    """Draws and discards what was drawn."""
    t.play("STAY STAY STAY")
    for _ in range(9):
        played_turn(t)
    return t


def played_turn(t: Table) -> str:
    """Draws, and discards what that was; returns the card."""
    seat, before = t.seat, hand_of(t, t.seat).split()
    t.step("DRAW_STOCK")
    drawn = set(hand_of(t, seat).split()) - set(before)
    card = drawn.pop()
    t.step(f"DISCARD {card}")
    return card


def no_stock(t: Table) -> bool:
    """Is the pile's card the only one that may be drawn, if any?"""
    return t.over or legal(t) == {"TAKE_PILE"}


def test_3_7_the_pile_is_turned_over():
    t = to_the_end_of_the_stock(small(seed=4))
    piled = [int(c) for c in t.states["pile"][0, :10]]
    assert t.places()["pile"] == sorted(piled)
    for card in piled:
        assert CARDS.names[card] == played_turn(t)
    assert t.states["recycles"] == 1
    assert no_stock(t)  # and the pile may not be turned over again
    assert t.payoffs == [0, 0, 0]


def test_3_7_as_often_as_the_option_says():
    t = to_the_end_of_the_stock(small(seed=4, max_recycles=2))
    for _ in range(20):
        played_turn(t)
    assert no_stock(t)
    assert no_stock(to_the_end_of_the_stock(small(seed=4, max_recycles=0)))


def test_3_7_it_may_be_shuffled():
    t = to_the_end_of_the_stock(small(seed=4, recycle_shuffle=True))
    piled = [int(c) for c in t.states["pile"][0, :10]]
    drawn = [played_turn(t) for _ in range(10)]
    assert sorted(drawn) == sorted(CARDS.names[card] for card in piled)
    assert drawn != [CARDS.names[card] for card in piled]
    assert no_stock(t)


def test_3_7_a_shuffled_stock_is_drawn_in_secret():
    t = to_the_end_of_the_stock(small(seed=4, recycle_shuffle=True))
    t.step("DRAW_STOCK")
    assert not seen(t, 1, "renewed").any()
    assert not seen(t, 1, "renewed_next").any()
    assert t.states["known"].sum() == 0
    before = t.places()
    assert not t.redeal(1, stream(0))
    assert t.places() == before


def test_3_7_forfeits_go_back_after_a_single_deal():
    t = cardenvs.table(
        "panguingue", seats=4, decks=2, first_eldest=0, max_recycles=0, demand="off", drop_penalty=7
    ).play("STAY DROP STAY DROP")
    assert t.payoffs == [0, -7, 0, -7]
    t.states["hand"] = 0
    t.states["stock_next"] = t.states["stock_end"]
    give(melding(t), 0, "2C KC").step("DISCARD 2C")
    assert t.over
    assert t.payoffs == [0, 0, 0, 0]


def test_4_the_winner_takes_what_was_carried_over():
    t = cardenvs.table("panguingue", seats=2, first_eldest=0, episode="match", match_deals=2)
    t.states["pot"] = t.states["carried"] = 9
    t.states["payoff"][0, :2] = [-4, -5]
    t.step("DROP")
    assert t.payoffs == [-6, 6]


def test_4_lost_tags_are_not_collected_again():
    t = stock(give(lay(four(), 0, "JS QS KS 7S", "2C 2D 2H 2S", tags={0: 2, 1: 0}), 0, "KC KD"), "4H")
    t.step("DRAW_STOCK")
    played(t, "BORROW KS, MELD KC KD KS")
    assert not t.over
    t.step("DISCARD 4H")
    t.states["seat"] = t.states["turn"] = 0
    t.states["phase"] = record.DRAWING
    pile(t, "2C").step("TAKE_PILE")
    t.step("LAYOFF 2C")
    assert t.over
    assert t.payoffs == [3, -1, -1, -1]


def test_6_actions():
    names = RULES.action_names
    assert names[9] == "DISCARD AC"
    assert names[48] == "DISCARD KS"
    assert names[49] == "LAYOFF AC"
    assert names[89 + 36] == "BORROW 7S"
    assert names[264] == "MELD KH KS KS"
    with pytest.raises(IllegalAction, match="seat 0 may not DRAW_STOCK; legal: STAY, DROP"):
        cardenvs.table("panguingue", first_eldest=0).step("DRAW_STOCK")


def test_7_the_size_of_the_observation():
    assert RULES.layout(seats=6).size == 339 + 142 * 6
    assert RULES.layout(seats=16, reshuffle="batch").size == 379 + 142 * 16


def test_7_borrowed_cards_are_on_their_way():
    t = two_lenders()
    t.step("BORROW 6S")
    assert seen(t, 1, "moving")[CARDS.card("6S")] == 1
    assert seen(t, 1, "errand").tolist() == [0, 1]
    t.step("SLOT 0")
    assert seen(t, 1, "pending")[CARDS.card("6S")] == 1
    assert seen(t, 1, "sets")[3, 0, CARDS.card("6S")] == 0
    assert seen(t, 1, "sets")[3, 1, CARDS.card("6S")] == 1
