"""docs/rules/lenturlu.md: §9, same numbers, then what no example covers, by its §."""

import numpy as np
import pytest

import cardenvs
from cardenvs.core.cards import card_set
from cardenvs.errors import InvalidOption

from .reading import deal_number, dealer, hand, legal, named, seen


def partly(hands, stock="", **options):
    """A deal of which only some cards matter: these hands, this stock (top first), the leader is seat 0."""
    each = hands.split("|")
    t = cardenvs.table("lenturlu", seats=len(each), first_dealer=len(each) - 1, **options)
    return lay(t, hands, stock)


def lay(table, hands, stock=""):
    """Puts these hands and this stock in the place of those dealt; the other cards are nowhere."""
    cards = table.rules.cards.cards
    held = [cards(words) for words in hands.split("|")]
    rest = cards(stock)
    s = table.states
    s["hand"][0, : len(held)] = [card_set(each) for each in held]
    size = int(s["deck_size"][0])
    s["deck"][0, size - len(rest) : size] = rest
    s["stock_next"] = size - len(rest)
    s["cards"] = card_set(sum(held, rest))
    return table


def stakes(table):
    """Chips on the layout cards."""
    return table.states["stakes"][0, : len(table.options.layout)].tolist()


@pytest.mark.parametrize(
    ("seats", "hand_cards", "stock", "chips"),
    [
        (3, 15, 7, [4, 2, 2, 3, 4]),
        (4, 12, 4, [6, 2, 3, 4, 5]),
        (5, 9, 7, [7, 3, 4, 5, 6]),
        (6, 8, 4, [8, 4, 5, 6, 7]),
        (7, 7, 3, [10, 4, 6, 7, 8]),
        (8, 6, 4, [11, 5, 6, 8, 10]),
    ],
)
def test_9_01_antes_on_the_layout(seats, hand_cards, stock, chips):
    t = cardenvs.table("lenturlu", seats=seats)
    assert stakes(t) == chips
    assert t.payoffs == [-5] * seats
    assert [len(hand(t, seat)) for seat in range(seats)] == [hand_cards] * seats
    assert len(t.places()["stock"]) == stock


HANDS_2 = "8C 9D TH KS 2C | JC 3D 5H | QD KH 4S | 7D QS AS | 2D 6H"
STOCK_2 = "JD 9S 4C"


def deal_2(**options):
    return partly(HANDS_2, STOCK_2, **options)


def test_9_02_the_leader_lays_a_run():
    t = deal_2()
    assert t.seat == 0
    assert legal(t) == named("8C 9D TH KS 2C")
    t.play("8C")
    assert legal(t) == named("9D PASS")
    t.play("9D")
    assert legal(t) == named("TH PASS")
    t.play("TH")
    assert t.seat == 0
    assert legal(t) == {"PASS", "BUY1", "BUY2"}
    t.play("PASS")
    assert t.seat == 1


def test_9_03_a_covering_king_wins():
    t = deal_2().play("8C 9D TH PASS")
    assert legal(t) == {"JC", "PASS"}
    t.play("JC")
    assert t.seat == 1
    assert legal(t) == {"PASS", "BUY1", "BUY2"}
    t.play("PASS")
    assert t.seat == 2
    assert legal(t) == {"QD", "PASS"}
    t.play("QD")
    assert legal(t) == {"KH", "PASS"}
    t.play("KH")
    assert t.over
    assert t.legal() == []


PLAY_2 = "8C 9D TH PASS JC PASS QD KH"


def test_9_04_a_flat_payment():
    assert deal_2(payment="flat").play(PLAY_2).payoffs == [-15, -15, 60, -15, -15]


def test_9_05_a_payment_by_points():
    assert deal_2().play(PLAY_2).payoffs == [-17, -13, 66, -23, -13]


def test_9_06_buying():
    t = partly("TC 2C 3C | QD KS 5H | 4D 4H | 6S 6C", "9C JD 8H 2S").play("TC PASS")
    assert t.seat == 1
    assert legal(t) == {"PASS", "BUY1", "BUY2"}
    t.play("BUY2")
    assert t.seat == 1
    assert hand(t, 1) == named("QD KS 5H 9C JD")
    assert legal(t) == {"JD", "PASS"}
    t.play("JD QD KS")
    assert t.over
    assert t.payoffs == [-10, 40, -13, -17]


def test_9_07_the_stock_limits_what_can_be_bought():
    hands = "5C 2C | 9D 3D | 8H 3H"
    assert legal(partly(hands, "KH 2H").play("5C")) == {"PASS", "BUY1", "BUY2"}
    assert legal(partly(hands, "KH").play("5C")) == {"PASS", "BUY1"}
    assert legal(partly(hands).play("5C")) == {"PASS"}


def test_9_08_a_dead_sequence():
    t = partly("5C 9C | 7H 8H | 2S 3S").play("5C PASS")
    order = []
    for _ in range(2):
        order.append(t.seat)
        t.play("PASS")
    assert order == [1, 2]
    assert t.seat == 0
    assert legal(t) == {"9C"}


def test_9_09_a_led_king_wins_nothing():
    t = partly("KC 9C | 7H 8H | 2S 3S").play("KC")
    assert not t.over
    assert t.seat == 0
    assert legal(t) == {"9C"}
    assert t.payoffs == [-5, -5, -5]


def test_9_10_the_leader_may_close_his_own_run():
    t = partly("QD KS | 7H 8H | 2S 3S").play("QD")
    assert legal(t) == {"KS", "PASS"}
    t.play("KS")
    assert t.over
    assert t.payoffs == [-5 + 15 + 15 + 5, -5 - 15, -5 - 5]


def test_9_11_laying_is_a_right():
    hands = "6C 2C | 7D 9D | 2S 3S"
    assert legal(partly(hands).play("6C PASS")) == {"7D", "PASS"}
    assert legal(partly(hands, must_play=True).play("6C PASS")) == {"7D"}


HANDS_12 = "6C 2C 9S | 7D KH 3C | QS AS 3H | 2H 2D 8S | 4C 5C"


def test_9_12_a_pay_card_takes_its_stake_and_the_others_stake_anew():
    t = partly(HANDS_12, goal="out").play("6C PASS 7D")
    assert t.payoffs == [-7, 2, -7, -7, -7]
    assert stakes(t) == [8, 3, 4, 5, 6]
    assert t.seat == 1
    assert legal(t) == {"KH", "3C"}


def test_9_13_first_out():
    t = partly(HANDS_12, goal="out").play("6C PASS 7D KH")
    assert t.payoffs == [-9, 8, -9, -9, -9]
    assert stakes(t) == [8, 3, 4, 5, 8]
    assert t.seat == 1
    t.play("3C")
    assert t.over
    assert stakes(t) == [0] * 5
    assert t.payoffs == [-20, 93, -34, -21, -18]


@pytest.mark.parametrize(("pay_cards", "points"), [(True, 39), (False, 21)])
def test_9_14_layout_cards_left_count_double(pay_cards, points):
    t = partly("KC QC | QS 7D AS 3C | 2D", pay_cards=pay_cards, ante=0, restake=0).play("QC KC")
    assert t.payoffs == [points + 2, -points, -2]


def test_9_15_the_last_card_is_a_layout_card():
    t = partly("6C 2C | 7D | QS 3H", goal="out")
    assert stakes(t) == [4, 2, 2, 3, 4]
    t.play("6C PASS 7D")
    assert t.over
    assert t.payoffs == [-7, 35, -28]


@pytest.mark.parametrize("goal", ["king", "out"])
def test_9_16_an_ace_is_led_for_its_stake(goal):
    t = partly("AS 9C | 7H 8H | 2S 3S", goal=goal, pay_cards=True).play("AS")
    assert t.seat == 0
    assert legal(t) == {"9C"}
    assert t.payoffs == [-5 + 2, -7, -7]
    assert stakes(t) == [4, 2, 4, 3, 4]


def test_9_17_the_king_among_the_pay_cards():
    t = partly("KH 9C | 7H 8H | 2S 3S", pay_cards=True).play("KH")
    assert not t.over
    assert t.seat == 0
    assert t.payoffs == [-5 + 4, -7, -7]
    assert stakes(t) == [4, 2, 2, 3, 4]

    t = partly("QC KH 9C | 7H 8H | 2S 3S", pay_cards=True).play("QC KH")
    assert t.over
    assert stakes(t) == [0] * 5
    assert t.payoffs == [-5 + 15 + 15 + 5, -20, -10]


def test_9_18_a_void_deal():
    t = partly("2C | 3C | 4C | 5C | 6C").play("2C 3C 4C 5C 6C")
    assert t.over
    assert t.payoffs == [0] * 5


def test_9_19_a_match():
    t = cardenvs.table("lenturlu", episode="match", first_dealer=3, seed=1)
    dealers, leaders = [], []
    while not t.over:
        if len(dealers) < deal_number(t):
            dealers.append(dealer(t))
            leaders.append(t.seat)
        t.step(t.legal()[-1])
    assert dealers == [3, 4, 0, 1, 2]
    assert leaders == [4, 0, 1, 2, 3]
    assert sum(t.payoffs) == 0


def test_9_20_stakes_carried_on():
    t = partly(HANDS_12, goal="out", leftover="carry", episode="match").play("6C PASS 7D KH 3C")
    assert not t.over
    assert (deal_number(t), dealer(t)) == (2, 0)
    assert t.payoffs == [-20 - 5, 65 - 5, -34 - 5, -21 - 5, -18 - 5]
    assert stakes(t) == [15, 6, 8, 10, 14]


@pytest.mark.parametrize("must_play", [False, True])
def test_9_21_a_leader_kept_from_closing(must_play):
    hands = "JD QS KS 4C | QH 2C | 5H 6H"
    t = partly(hands, "9C 9D", leader_may_close=False, must_play=must_play).play("JD QS")
    assert t.seat == 0
    assert legal(t) == {"PASS"}
    t.play("PASS PASS PASS")
    assert t.seat == 0
    assert legal(t) == {"KS", "4C"}


def test_9_22_his_later_turns_are_free():
    t = partly("JD QS KS 4C | QH 2C | 5H 6H", "9C 9D", leader_may_close=False).play("JD")
    assert legal(t) == {"QS", "PASS"}
    t.play("PASS QH")
    assert t.seat == 1
    assert legal(t) == {"PASS", "BUY1", "BUY2"}
    t.play("PASS PASS")
    assert t.seat == 0
    assert legal(t) == {"KS", "PASS"}
    t.play("KS")
    assert t.over
    assert t.payoffs == [23, -7, -16]


def test_9_23_the_last_card_ends_the_turn():
    t = partly("QC | 2D 3D | 4S 5S", "9C 9D").play("QC")
    assert t.seat == 1
    assert legal(t) == {"PASS", "BUY1", "BUY2"}
    t.play("PASS PASS")
    assert t.seat == 1
    assert legal(t) == {"2D", "3D"}


def test_9_24_bought_cards_can_cost_chips():
    t = partly("QC 3H | KH 2D | 4S 5S", "9C 9D", buy_cost=2).play("QC BUY2")
    assert stakes(t) == [4, 2, 2, 3, 8]
    assert t.payoffs == [-9, -5, -5]
    t.play("PASS KH")
    assert t.over
    assert t.payoffs == [-30, 44, -14]


def test_9_25_a_deal_made_void_by_a_pay_card():
    t = partly("2C | 3C | JC", pay_cards=True).play("2C 3C PASS")
    assert t.seat == 2
    assert t.legal_names() == ["play JC"]
    t.play("JC")
    assert t.over
    assert t.payoffs == [-1, -1, 2]


def test_2_cards_go_round_one_at_a_time_from_the_dealers_left():
    t = cardenvs.table("lenturlu", seats=5, first_dealer=1).reset(deck=list(range(52)))
    names = t.rules.cards.names
    for seat, first in (2, 0), (3, 1), (4, 2), (0, 3), (1, 4):
        assert hand(t, seat) == {names[first + 5 * k] for k in range(9)}
    assert t.seat == 2
    assert t.places()["stock"] == list(range(45, 52))
    t.play("8D BUY2")
    assert hand(t, 2) == {names[5 * k] for k in range(9)} - {"8D"} | {names[45], names[46]}


def test_2_a_random_first_dealer_is_uniform():
    t = cardenvs.table("lenturlu", seats=4, seed=1)
    dealers = [dealer(t.reset()) for _ in range(400)]
    assert all(65 < dealers.count(seat) < 135 for seat in range(4))


@pytest.mark.parametrize(
    ("ante", "weights", "chips"),
    [
        (1, (1, 1, 1, 1, 1), [1, 1, 1, 0, 0]),  # equal fractions go by the order of the layout
        (10, (0, 0, 0, 0, 1), [0, 0, 0, 0, 30]),
        (1, (9, 0, 0, 0, 1), [3, 0, 0, 0, 0]),  # 2.7 and 0.3
        (0, (7, 3, 4, 5, 6), [0, 0, 0, 0, 0]),
    ],
)
def test_2_antes_are_shared_by_weight(ante, weights, chips):
    t = cardenvs.table("lenturlu", seats=3, ante=ante, layout_weights=weights)
    assert stakes(t) == chips
    assert t.payoffs == [-ante] * 3


def test_2_rounds_multiply_the_deals_of_a_match():
    t = cardenvs.table("lenturlu", seats=3, episode="match", match_rounds=2, seed=2)
    numbers = set()
    while not t.over:
        numbers.add(deal_number(t))
        t.step(t.legal()[0])
    assert numbers == set(range(1, 7))


def test_3_2_laid_cards_may_be_of_any_suit():
    t = partly("6C 7D 7S 2H | 8H 8C | 3S").play("6C")
    assert legal(t) == {"7D", "7S", "PASS"}
    t.play("7S PASS")
    assert legal(t) == {"8H", "8C", "PASS"}


def test_3_2_one_purchase_a_turn_and_a_new_one_in_the_next():
    t = partly("5C 2C | 9D 3D | 8H 3H", "KH 2H 4H 9H").play("5C BUY1")
    assert legal(t) == {"PASS"}
    t.play("PASS BUY1")
    assert legal(t) == {"PASS"}
    t.play("PASS PASS")
    assert t.seat == 0
    t.play("2C")
    assert legal(t) == {"PASS", "BUY1", "BUY2"}


def test_3_2_a_bought_card_may_be_laid_and_followed():
    t = partly("5C 7C | 9D 3D | 8H 3H", "6H KD").play("5C BUY1")
    assert legal(t) == {"6H", "PASS"}
    t.play("6H")
    assert legal(t) == {"7C", "PASS"}


def test_3_2_a_bought_card_must_be_laid_where_laying_is_a_duty():
    t = partly("5C 7C | 9D 3D | 8H 3H", "6H KD", must_play=True).play("5C")
    assert legal(t) == {"PASS", "BUY1", "BUY2"}
    t.play("BUY1")
    assert legal(t) == {"6H"}


@pytest.mark.parametrize(("most", "choices"), [(0, "PASS"), (1, "PASS BUY1"), (2, "PASS BUY1 BUY2")])
def test_3_2_how_many_may_be_bought(most, choices):
    assert legal(partly("5C 2C | 9D 3D | 8H 3H", "KH 2H", max_buy=most).play("5C")) == named(choices)


def test_3_2_only_the_number_of_bought_cards_is_seen():
    plays = [partly("5C 2C | 9D 3D | 8H 3H", stock).play("5C BUY1") for stock in ("KH 2H", "2H KH")]
    for seat in 1, 2:
        assert plays[0].key(seat) == plays[1].key(seat)
        assert plays[0].observe(seat).tolist() == plays[1].observe(seat).tolist()
    assert plays[0].key(0) != plays[1].key(0)


def test_3_2_cards_bought_together_are_seen_together():
    plays = [partly("5C 2C | 9D 3D | 8H 3H", stock).play("5C BUY2") for stock in ("KH 2H", "2H KH")]
    assert plays[0].key(0) == plays[1].key(0)


def test_3_3_others_may_go_on_until_the_turn_is_back():
    t = partly("5C 8C | 6H 2H | 7S 3S").play("5C PASS 6H PASS")
    assert t.seat == 2
    t.play("7S PASS")
    assert t.seat == 0
    t.play("8C PASS PASS")
    assert t.seat == 1  # seat 0 has no cards: the next with cards leads
    t = partly("5C 8C | 6H 2H | 7S 3S").play("5C PASS 6H PASS 7S PASS PASS PASS")
    assert t.seat == 2
    assert legal(t) == {"3S"}


def test_3_4_a_king_ends_a_trick_of_the_second_form():
    t = partly("QC KC 2C | 3D 4D | 5H 6H", goal="out").play("QC KC")
    assert t.seat == 0
    assert t.legal_names() == ["play 2C"]
    t = partly("KC 2C | 3D 4D | 5H 6H", goal="out").play("KC")
    assert t.seat == 0
    assert t.legal_names() == ["play 2C"]


def test_3_4_a_king_may_be_the_last_card():
    t = partly("QC KC | 3D 4D | 5H 6H", goal="out").play("QC KC")
    assert t.over
    assert t.payoffs == [-5 + 15 + 7 + 11, -5 - 7, -5 - 11]


def test_3_4_a_covering_pay_card_ends_the_trick_at_once():
    t = partly("TC QC 2C | JC QD | 5H 6H", pay_cards=True).play("TC PASS JC")
    assert t.seat == 1
    assert t.legal_names() == ["play QD"]  # a lead: no pass


def test_3_4_pay_cards_can_be_left_out():
    t = partly("6C 7D 2C | 3D 4D | 5H 6H", goal="out", pay_cards=False).play("6C 7D")
    assert t.payoffs == [-5, -5, -5]
    assert legal(t) == {"PASS"}


def test_3_4_those_without_cards_stake_anew_too():
    t = partly("6C | 7H 7D 3H | 5H 6H", pay_cards=True).play("6C 7D")
    assert t.payoffs == [-7, -5 + 4, -7]
    assert stakes(t)[0] == 4


def test_3_4_the_last_pay_card_leaves_the_lead_to_the_next():
    t = partly("6C 2C | 7D | 5H 6H", pay_cards=True).play("6C PASS 7D")
    assert not t.over
    assert t.seat == 2
    assert t.legal_names() == ["play 5H", "play 6H"]


def test_3_4_a_kept_leader_without_a_king_may_buy():
    t = partly("JD QS 4C | QH 2C | 5H 6H", "KD 9D", leader_may_close=False).play("JD QS")
    assert legal(t) == {"PASS", "BUY1", "BUY2"}
    t.play("BUY1")
    assert legal(t) == {"PASS"}


def test_3_4_the_ban_on_closing_is_for_the_first_form():
    t = partly("QS KS 4C | QH 2C | 5H 6H", goal="out", leader_may_close=False, pay_cards=False).play("QS")
    assert legal(t) == {"KS", "PASS"}


def test_3_4_who_follows_the_leader_may_close():
    t = partly("JS 4C | QH KC 2C | 5H 6H", leader_may_close=False).play("JS PASS QH")
    assert legal(t) == {"KC", "PASS"}


def test_3_5_seats_without_cards_are_passed_over_and_pay_the_flat_sum():
    t = partly("2C | 3D 9D | QH KH 4H", payment="flat").play("2C 3D PASS")
    assert t.seat == 2
    t.play("4H PASS PASS")
    assert t.seat == 2
    t.play("QH")
    assert t.seat == 2
    t.play("KH")
    assert t.payoffs == [-15, -15, 30]


def test_3_6_a_void_deal_leaves_its_chips_for_the_next():
    t = partly("2C | 3C | 4C", episode="match").play("2C 3C 4C")
    assert (deal_number(t), dealer(t)) == (2, 0)
    assert t.payoffs == [-10] * 3
    assert stakes(t) == [8, 4, 4, 6, 8]


def test_3_6_chips_over_go_from_the_dealers_left():
    t = partly("AS 2C | 3C | 4C", pay_cards=True, restake=1).play("AS 2C 3C 4C")
    assert t.over
    assert stakes(t) == [0] * 5
    assert t.payoffs == [-5 + 2 + 5, -6 + 5, -6 + 5]  # 15 - 2 + 2 chips
    t = partly("AS 2C | 3C | 4C", pay_cards=True, restake=1, ante=4).play("AS 2C 3C 4C")
    assert sum(t.payoffs) == 0
    assert t.payoffs[0] - t.payoffs[1] == 1 + 2  # 12 chips, two of them taken and two new: 4 each


def test_4_the_last_deal_of_a_match_carries_nothing():
    t = cardenvs.table("lenturlu", seats=3, goal="out", leftover="carry", episode="match", first_dealer=0, seed=3)
    while not t.over:
        t.step(t.legal()[0])
    assert stakes(t) == [0] * 5
    assert sum(t.payoffs) == 0


def test_4_carrying_on_has_no_effect_on_the_first_form():
    t = partly("QD KS | 7H 8H | 2S 3S", leftover="carry", episode="match").play("QD KS")
    assert t.payoffs == [-5 + 15 + 15 + 5 - 5, -5 - 15 - 5, -5 - 5 - 5]


@pytest.mark.parametrize(
    ("left", "points"), [("AC 2C", 3), ("TC JC", 20), ("QD KD", 20), ("9H 5S", 14), ("AD TS KH", 21)]
)
def test_4_points_of_the_cards(left, points):
    t = partly(f"QC KC | {left} | 2D", ante=0).play("QC KC")
    assert t.payoffs == [points + 2, -points, -2]


MINI = {"ranks": "A23", "suits": "DS", "layout": ("2D", "AS"), "layout_weights": (1, 1)}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seats": 9}, "seats: want 2..8"),
        ({"seats": 2}, "hand_cards: want the cards of each hand"),
        ({"ante": -1}, "ante: want 0..1000000"),
        ({"goal": "queen"}, "goal: want 'king' or 'out'"),
        ({"max_buy": 3}, "max_buy: want 0..2"),
        ({"layout": (), "layout_weights": ()}, "ante: want 0 with an empty layout"),
        ({"layout": (), "layout_weights": (), "ante": 0, "buy_cost": 1}, "buy_cost: want 0 with an empty layout"),
        ({"layout_weights": (1, 2)}, "layout_weights: want one for each of 5"),
        ({"layout_weights": (0, 0, 0, 0, 0)}, "layout_weights: want .* not all 0"),
        ({"layout": ("7D", "7D"), "layout_weights": (1, 1)}, "layout: want different cards"),
        ({"ranks": "A23", "seats": 3, "hand_cards": 3}, "layout: want at most 5 different cards of the deck"),
        ({"seats": 2, "hand_cards": 2, "stock_cards": 3, **MINI}, "stock_cards: want 2"),
        ({"seats": 3, "hand_cards": 3, **MINI}, "hand_cards: want 1..2"),
        ({"ranks": "A1"}, "ranks: want different letters"),
        ({"first_dealer": 5}, "first_dealer: want 0..4"),
        ({"match_rounds": 0}, "match_rounds: want 1"),
    ],
)
def test_5_options_out_of_range(options, message):
    with pytest.raises(InvalidOption, match=message):
        cardenvs.table("lenturlu", **options)


def test_5_the_next_rank_of_a_short_deck():
    t = cardenvs.table(
        "lenturlu",
        seats=2,
        ranks="A5Q",
        suits="DS",
        hand_cards=2,
        first_dealer=1,
        layout=("5D",),
        layout_weights=(1,),
    ).reset(hands="AD 5S | QD QS", stock="5D AS")
    t.play("AD")
    assert legal(t) == {"5S", "PASS"}
    t.play("5S QD")  # seat 0 is out of cards; the queen closes like a king, and counts 10
    assert t.over
    assert t.payoffs == [-5, 5]


def test_6_action_indices():
    index = cardenvs.spec("lenturlu").action_index
    known = {
        "play AC": 0, "play TC": 9, "play JC": 10, "play KC": 12, "play 7D": 19, "play KH": 38, "play AS": 39,
        "play QS": 50, "play KS": 51, "PASS": 52, "BUY1": 53, "BUY2": 54,
    }  # fmt: skip
    assert {name: index[name] for name in known} == known
    assert len(index) == 55


def test_7_what_a_seat_sees():
    t = deal_2().play("8C 9D TH BUY1 PASS")
    assert seen(t, 1, "top")[t.rules.cards.card("TH")] == 1
    assert seen(t, 1, "needed").tolist() == [0] * 10 + [1, 0, 0, 0]
    assert seen(t, 1, "last").tolist() == [0, 0, 0, 0, 1]
    assert seen(t, 1, "turn").tolist() == [1, 0, 0, 0, 0]
    assert (seen(t, 1, "cards") * 16).tolist() == [3, 3, 3, 2, 3]
    assert (seen(t, 1, "bought") * 8).tolist() == [0, 0, 0, 0, 1]
    assert np.argwhere(seen(t, 1, "passed")).tolist() == [[4, 10]]
    assert (seen(t, 1, "chips")[:, 0] * 2**20).tolist() == [7, 3, 4, 5, 6]
    assert seen(t, 1, "stock") * 8 == 2
    assert hand(t, 1, "laid") == named("8C 9D TH")


def test_7_large_stakes_are_told_exactly():
    t = cardenvs.table("lenturlu", seats=8, ante=10**6, layout_weights=(1000, 0, 0, 0, 1))
    low, high = seen(t, 0, "chips")[0].tolist()
    assert round(low * 2**20) + round(high * 2**20) * 2**20 == stakes(t)[0]
    assert t.observe(0).max() <= t.layout.high
