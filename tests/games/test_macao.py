"""docs/rules/macao.md: §9, same numbers, then what no example covers, by its §."""

import random

import numpy as np
import pytest

import cardenvs
from cardenvs.core.random import stream
from cardenvs.errors import IllegalAction, InvalidOption

from ..walker import grown
from .reading import deal_number, dealer, legal, named, seen

RANKS = "A23456789TJQK"


def with_suits(shoe):
    """Card names for ranks; the copies of a rank have the suits C D H S in turn."""
    ranks = shoe.split()
    return [rank + "CDHS"[ranks[:k].count(rank) % 4] for k, rank in enumerate(ranks)]


def coup(shoe, seats, **options):
    """A coup from a shoe given by ranks in the order in which it is dealt; seat 0 keeps the bank."""
    table = cardenvs.table("macao", seats=seats, first_banker=0, **options)
    cards = with_suits(shoe)
    return table.reset(hands=[cards[seats - 1], *cards[: seats - 1]], stock=cards[seats:])


def stood(shoe, seats, moves="", **options):
    """The payoffs of a coup after `moves`, all standing from then on."""
    table = coup(shoe, seats, **options).play(moves)
    while not table.over:
        table.step("STAND")
    return table.payoffs


def value(table, seat):
    """The points that a seat sees itself to have; 10 is bust."""
    return int(seen(table, seat, "value").argmax())


def all_stand(table):
    """Everybody stands until the coup is settled."""
    coup_of = deal_number(table), int(table.states["coup"][0])
    while not table.over and (deal_number(table), int(table.states["coup"][0])) == coup_of:
        table.step("STAND")


def shoe_left(table):
    """Cards in the shoe."""
    return len(table.places().get("stock", []))


def test_9_01_nine_pays_treble_and_eight_double():
    assert stood("9 8 7 5", 4) == [-6, 3, 2, 1]
    assert stood("9 8 7 5", 4, stake=5) == [-30, 15, 10, 5]


def test_9_02_a_banker_with_eight():
    assert stood("9 8 7 8", 4) == [0, 3, -2, -1]


def test_9_03_a_banker_with_six():
    assert stood("7 8 9 6 6", 5) == [-5, 1, 2, 3, -1]


def test_9_04_cards_that_lead_above_nine_are_lost():
    t = coup("3 5 6 8 9", 3).play("DRAW")
    assert value(t, 1) == 3
    t.play("DRAW")
    assert value(t, 2) == 5
    assert t.play("STAND").payoffs == [2, -1, -1]


def test_9_05_an_overdraw_keeps_the_first_card():
    t = coup("3 2 8", 2).play("DRAW")
    assert value(t, 1) == 3
    assert t.play("STAND").payoffs == [-1, 1]


def test_9_06_a_nine_with_a_drawn_card_is_paid_once():
    assert stood("4 8 5", 2, "DRAW") == [-1, 1]
    assert stood("9 8", 2) == [-3, 3]


def test_9_07_nines_tie_with_the_bankers():
    assert stood("9 9 9", 3) == [6, -3, -3]


@pytest.mark.parametrize(
    ("multiples", "payoffs"), [("ties", [4, -3, -1]), ("all", [6, -3, -3]), ("none", [2, -1, -1])]
)
def test_9_08_whom_the_bankers_nine_makes_pay_treble(multiples, payoffs):
    assert stood("9 3 9", 3, banker_multiples=multiples) == payoffs


def test_9_09_ties_at_eight_and_seven():
    assert stood("8 3 8", 3) == [3, -2, -1]
    assert stood("7 4 7", 3) == [2, -1, -1]


@pytest.mark.parametrize(("needs_natural", "payoffs"), [(True, [1, -1]), (False, [3, -3])])
def test_9_10_a_banker_who_drew(needs_natural, payoffs):
    assert stood("9 4 5", 2, "STAND DRAW", banker_needs_natural=needs_natural) == payoffs


@pytest.mark.parametrize(("keeps", "payoffs"), [(True, [-3, 3]), (False, [-1, 1])])
def test_9_11_a_swapped_first_card(keeps, payoffs):
    assert stood("K 5 9", 2, "SWAP", swap_keeps_natural=keeps) == payoffs
    t = coup("K 5 Q 7", 2, swap_keeps_natural=keeps).play("SWAP")
    assert legal(t) == named("STAND DRAW SWAP")
    t.play("SWAP")
    assert t.seat == 1
    assert legal(t) == named("STAND DRAW")


def test_9_12_a_drawn_card_that_counts_nothing():
    t = coup("3 5 Q 6", 2).play("DRAW")
    assert value(t, 1) == 3
    assert legal(t) == named("STAND SWAP")
    t.play("SWAP")
    assert t.seat == 0
    assert value(t, 1) == 9
    assert t.play("STAND").payoffs == [-1, 1]

    t = coup("3 5 Q 6", 2, zero_swap="first").play("DRAW")
    assert t.seat == 0
    assert t.play("STAND").payoffs == [1, -1]


def test_9_13_drawing_to_an_eight_loses_its_multiple():
    assert stood("8 6 A", 2, "DRAW") == [-1, 1]
    assert stood("8 6 A", 2) == [-2, 2]


def test_9_14_nothing_ties_with_nothing():
    assert stood("K Q", 2) == [1, -1]


@pytest.mark.parametrize(("overdraw", "points", "payoffs"), [("bust", 10, [1, -1]), ("keep_first", 5, [-1, 1])])
def test_9_15_bust(overdraw, points, payoffs):
    t = coup("5 4 9", 2, overdraw=overdraw).play("DRAW")
    assert value(t, 1) == points
    assert t.play("STAND").payoffs == payoffs


def test_9_16_what_a_seat_may_do():
    assert legal(coup("J 2", 2)) == named("STAND DRAW SWAP")
    assert legal(coup("6 2", 2)) == named("STAND DRAW")
    t = coup("6 2 2", 2).play("DRAW")
    assert t.seat == 0


def test_9_17_a_bank_ends_when_it_can_not_deal_to_all():
    t = cardenvs.table("macao", seats=5, first_banker=0, episode="match", zero_swap="none")
    assert shoe_left(t) == 99
    for number in range(1, 21):
        assert int(t.states["coup"][0]) == number
        assert dealer(t) == 0
        all_stand(t)
    assert deal_number(t) == 2  # after 20 coups 4 cards were left
    assert dealer(t) == 1
    assert shoe_left(t) == 99

    t.reset(seed=1).play("DRAW DRAW DRAW DRAW STAND")
    for _ in range(18):
        assert deal_number(t) == 1
        all_stand(t)
    assert deal_number(t) == 2  # the twentieth coup took the last 5 cards, and nobody had a choice
    assert t.seat == 2


def test_9_17_the_last_coup_is_settled_on_first_cards():
    ranks = "A23456789"
    t = cardenvs.table("macao", seats=2, first_banker=0, episode="match", ranks=ranks, copies=1, zero_swap="none")
    deck = "2C 5C 3C 6C 4C 7C AC 8C 9C"
    t.reset(deck=deck).play("DRAW STAND")  # 2 + 3 against 5, a tie
    assert t.payoffs == [1, -1]
    t.play("STAND STAND")  # 6 against 4
    assert t.payoffs == [0, 0]
    t.play("STAND STAND")  # 7 against A, and at once 8 against 9
    assert deal_number(t) == 2
    assert t.payoffs == [0, 0]


def test_9_18_every_seat_keeps_the_bank_once():
    t = cardenvs.table("macao", seats=3, first_banker=1, episode="match", decks=1)
    decks, bankers = set(), []
    while not t.over:
        decks.add(t.states["deck"].tobytes())
        if len(bankers) < deal_number(t):
            bankers.append(dealer(t))
        t.step("STAND")
    assert bankers == [1, 2, 0]
    assert len(decks) == 3


def test_9_19_several_draws():
    t = coup("5 4 9", 2, overdraw="bust", max_draws=2).play("DRAW")
    assert t.seat == 0
    assert value(t, 1) == 10
    t = coup("3 7 8 5", 2, max_draws=2).play("DRAW")
    assert value(t, 1) == 3
    t.play("DRAW")
    assert value(t, 1) == 8
    assert t.play("STAND").payoffs == [-1, 1]


def test_9_20_a_banker_without_a_turn():
    t = coup("K 9 Q 7 2", 3, banker_draws=False).play("SWAP STAND STAND")
    assert t.over
    assert t.payoffs == [-4, 1, 3]

    t = cardenvs.table("macao", seats=3, first_banker=0, ranks="79QK", copies=1)
    t.reset(deck="KC 9C QC 7C").play("SWAP")
    assert t.over
    assert t.payoffs == [-4, 1, 3]


def test_9_21_only_the_bankers_own_nine_as_dealt_counts():
    assert stood("4 9 5", 2, "DRAW") == [3, -3]
    assert stood("9 3 4 5", 3, "STAND STAND DRAW", banker_multiples="all") == [2, -1, -1]
    payoffs = stood("9 3 4 5", 3, "STAND STAND DRAW", banker_multiples="all", banker_needs_natural=False)
    assert payoffs == [6, -3, -3]


def test_2_the_shoe():
    table = cardenvs.table("macao")
    assert np.bincount(table.rules.pack_of(table.options)).tolist() == [2] * 52
    table = cardenvs.table("macao", decks=3)
    assert np.bincount(table.rules.pack_of(table.options)).tolist() == [3] * 52
    table = cardenvs.table("macao", ranks="K9", copies=5)
    names = table.rules.cards.text(table.rules.pack_of(table.options))
    assert names == "9C 9C KC KC 9D KD 9H KH 9S KS"


def test_2_the_order_of_the_deal_goes_round_from_the_left_of_any_banker():
    table = cardenvs.table("macao", seats=3, first_banker=1, ranks="23456", copies=1).reset(deck="2C 3C 4C 5C 6C")
    assert table.seat == 2
    assert [value(table, seat) for seat in range(3)] == [3, 4, 2]
    table.play("DRAW")
    assert value(table, 2) == 7
    assert table.seat == 0


def test_2_rounds_of_banks():
    table = cardenvs.table("macao", seats=2, first_banker=1, episode="match", bank_rounds=3, ranks="A2", copies=2)
    bankers = []
    while not table.over:
        if len(bankers) < deal_number(table):
            bankers.append(dealer(table))
        table.step("STAND")
    assert bankers == [1, 0, 1, 0, 1, 0]
    assert sum(table.payoffs) == 0


def test_2_drawn_cards_leave_the_shoe_for_the_coups_to_come():
    t = cardenvs.table("macao", seats=2, first_banker=0, episode="match", ranks="23456789", copies=1)
    t.reset(deck="2C 9C 3C 4C 5C 6C 7C 8C").play("DRAW STAND")
    assert t.payoffs == [1, -1]  # five against nine
    assert [value(t, 1), value(t, 0)] == [4, 5]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"seats": 13}, "seats: want 2..12"),
        ({"seats": 4, "ranks": "AK", "copies": 2}, "want a shoe of at least 5 cards, got 4"),
        ({"ranks": "AX"}, "ranks: want different letters"),
        ({"max_draws": 4}, "max_draws: want 1..3"),
        ({"stake": 0}, "stake: want 1"),
        ({"decks": 0}, "decks: want 1..8"),
        ({"copies": 0}, "copies: want 1"),
        ({"max_swaps": -1}, "max_swaps: want an integer of at least 0"),
        ({"first_banker": 5}, "first_banker: want 0..4"),
        ({"bank_rounds": 0}, "bank_rounds: want 1"),
        ({"overdraw": "bus"}, "did you mean 'bust'"),
    ],
)
def test_5_options_are_checked(options, told):
    with pytest.raises(InvalidOption, match=told):
        cardenvs.table("macao", **options)


def test_3_swaps_may_be_few():
    t = coup("K 5 Q 7", 2, max_swaps=1).play("SWAP")
    assert legal(t) == named("STAND DRAW")
    with pytest.raises(IllegalAction):
        t.step("SWAP")
    assert legal(coup("K 5", 2, max_swaps=0)) == named("STAND DRAW")


def test_3_the_limit_of_swaps_holds_for_first_and_drawn_cards_together():
    t = coup("K 5 2 Q J 3", 2, max_swaps=2).play("SWAP DRAW")
    assert legal(t) == named("STAND SWAP")
    t.play("SWAP")  # the knave: nothing again, but no third swap
    assert t.seat == 0
    assert value(t, 1) == 2


def test_3_only_the_last_drawn_card_can_be_swapped():
    t = coup("2 5 Q 3 K 4", 2, max_draws=3).play("DRAW")
    assert legal(t) == named("STAND DRAW SWAP")
    t.play("DRAW")  # on top of the queen
    assert legal(t) == named("STAND DRAW")
    assert value(t, 1) == 5
    t.play("DRAW")
    assert legal(t) == named("STAND SWAP")
    t.play("SWAP")
    assert value(t, 1) == 9


def test_3_a_seat_that_has_drawn_keeps_its_first_card():
    t = coup("K 5 3", 2).play("DRAW")
    assert t.seat == 0
    assert value(t, 1) == 3


def test_3_zeros_may_never_be_swapped():
    assert legal(coup("K 5 Q", 2, zero_swap="none")) == named("STAND DRAW")
    t = coup("K 5 Q", 2, zero_swap="none").play("DRAW")
    assert t.seat == 0


def test_3_first_cards_alone_may_be_swapped():
    t = coup("K 5 Q 2 J", 2, zero_swap="first").play("SWAP")
    assert legal(t) == named("STAND DRAW SWAP")
    t.play("SWAP DRAW")
    assert t.seat == 0
    assert value(t, 1) == 2


def test_3_standing_is_seen():
    t = coup("5 2 9", 3)
    before = t.key(0)
    after = t.clone().play("STAND").key(0)
    assert after != before
    assert after != t.clone().play("STAND STAND").key(0)


def test_3_the_order_of_draws_counts():
    assert value(coup("3 7 8 5 ", 2, max_draws=3).play("DRAW DRAW"), 1) == 8
    assert value(coup("3 7 5 8", 2, max_draws=3).play("DRAW DRAW"), 1) == 8
    assert value(coup("3 7 4 5", 2, max_draws=3).play("DRAW DRAW"), 1) == 7
    assert value(coup("3 7 5 4", 2, max_draws=3).play("DRAW DRAW"), 1) == 8


def test_3_a_swap_can_not_save_who_is_bust():
    t = coup("5 2 9 K", 2, overdraw="bust", max_draws=3).play("DRAW")
    assert t.seat == 0
    t.play("DRAW STAND")
    assert t.payoffs == [1, -1]


def test_3_a_bust_punter_loses_to_a_bust_banker():
    assert stood("5 5 9 8", 2, "DRAW DRAW", overdraw="bust") == [1, -1]


def test_3_swapping_a_drawn_zero_may_go_bust():
    t = coup("5 2 K 9", 2, overdraw="bust").play("DRAW SWAP")
    assert t.seat == 0
    assert value(t, 1) == 10


def test_3_standing_unasked_looks_as_standing():
    bust = coup("5 2 9", 2, overdraw="bust", max_draws=2).play("DRAW")
    calm = coup("K 2 9", 2, overdraw="bust", max_draws=2).play("DRAW")
    assert bust.seat == 0
    assert calm.seat == 1
    calm.play("STAND")
    assert bust.key(0) == calm.key(0)
    assert bust.observe(0).tobytes() == calm.observe(0).tobytes()


def test_3_nobody_sees_the_first_cards_of_others():
    one, other = coup("5 2 7", 3).play("STAND"), coup("9 2 7", 3).play("STAND")
    for seat in (0, 2):
        assert one.key(seat) == other.key(seat)
        assert one.observe(seat).tobytes() == other.observe(seat).tobytes()
    assert one.key(1) != other.key(1)


@pytest.mark.parametrize("lie", ["face_up", "face_down"])
def test_3_drawn_cards_face_up_and_face_down(lie):
    one = coup("2 5 3", 2, drawn_cards=lie).play("DRAW")
    other = coup("2 5 4", 2, drawn_cards=lie).play("DRAW")
    assert (one.key(0) == other.key(0)) == (lie == "face_down")
    assert (one.observe(0).tobytes() == other.observe(0).tobytes()) == (lie == "face_down")
    assert one.key(1) != other.key(1)
    assert value(one, 1) == 5
    assert seen(one, 0, "draws")[1] == 1
    assert seen(one, 0, "seen").sum() * 8 == pytest.approx(1 if lie == "face_down" else 2)
    assert seen(one, 1, "seen").sum() * 8 == pytest.approx(2)


def test_3_a_card_drawn_face_down_is_thrown_face_up():
    t = coup("2 5 K 3", 2, drawn_cards="face_down").play("DRAW")
    assert seen(t, 0, "seen")[RANKS.index("K")] == 0
    t.play("SWAP")
    assert seen(t, 0, "seen")[RANKS.index("K")] * 8 == pytest.approx(1)
    assert seen(t, 0, "seen")[RANKS.index("3")] == 0


def test_3_all_cards_are_open_after_the_settlement():
    t = cardenvs.table("macao", seats=2, first_banker=0, episode="match", drawn_cards="face_down")
    t.reset(hands="5C | KC", stock="QC 2C 9C 9D").play("SWAP SWAP DRAW STAND")
    shown = {rank: round(8 * share) for rank, share in zip(RANKS, seen(t, 1, "seen"), strict=True) if share}
    own = RANKS[int(seen(t, 1, "first").argmax())]
    assert own == "9"
    assert shown == {"K": 1, "Q": 1, "2": 1, "9": 2, "5": 1}


@pytest.mark.parametrize("points", range(1, 10))
@pytest.mark.parametrize("banker", range(1, 10))
def test_4_the_whole_table_of_payments(points, banker):
    first = {9: 3, 8: 2}.get(points, 1)
    tie = {9: 3, 8: 2}.get(banker, 1)
    expected = first if points > banker else -tie if points == banker else -1
    shoe = f"{RANKS[points - 1]} {RANKS[banker - 1]}"
    assert stood(shoe, 2)[1] == expected
    assert stood(shoe, 2, stake=7)[1] == 7 * expected
    assert stood(shoe, 2, banker_multiples="all")[1] == (first if points > banker else -tie)
    assert stood(shoe, 2, banker_multiples="none")[1] == (first if points > banker else -1)


def test_4_a_swap_takes_the_bankers_multiples_too():
    assert stood("9 K 9", 2, "STAND SWAP") == [3, -3]
    assert stood("9 K 9", 2, "STAND SWAP", swap_keeps_natural=False) == [1, -1]


def test_7_what_a_seat_sees():
    t = coup("K 5 8 2 Q 3", 3).play("SWAP DRAW SWAP")  # seat 1: K for 2, draws Q, swaps it for 3
    assert t.seat == 2
    me = {name: t.layout.decode(t.observe(1))[name] for name, _ in t.layout.blocks}
    assert RANKS[int(me["first"].argmax())] == "2"
    assert me["drawn"].tolist() == [float(rank == "3") for rank in RANKS]
    assert me["value"].argmax() == 5
    assert not me["natural"][0]
    assert me["banker"].tolist() == [0, 0, 1]
    assert me["acted"].tolist() == [1, 0, 0]
    assert me["to_act"].tolist() == [0, 1, 0]
    assert me["stood"].tolist() == [1, 0, 0]
    assert me["draws"].tolist() == [1, 0, 0]
    assert (me["swaps"] * 128).tolist() == [2, 0, 0]
    assert me["drew"][0].tolist() == me["drawn"].tolist()
    assert not me["drew"][1:].any()
    assert {rank: 8 * share for rank, share in zip(RANKS, me["seen"], strict=True) if share} == {
        "K": 1,
        "Q": 1,
        "2": 1,
        "3": 1,
    }
    assert me["shoe"][0] == pytest.approx(98 / 104)
    assert me["phase"].tolist() == [1, 0]
    t.play("STAND")
    assert seen(t, 1, "phase").tolist() == [0, 1]


def test_7_who_has_acted_and_who_has_stood():
    t = coup("2 5 4", 2, max_draws=2).play("DRAW")
    assert seen(t, 0, "acted").tolist() == [0, 1]
    assert seen(t, 0, "stood").tolist() == [0, 0]
    t = coup("K 5 4", 2).play("SWAP")
    assert seen(t, 0, "acted").tolist() == [0, 1]


def test_7_what_is_seen_at_the_end():
    t = coup("5 2 9 4", 2, drawn_cards="face_down").play("DRAW DRAW")
    assert t.over
    for seat in (0, 1):
        shown = {rank: 8 * share for rank, share in zip(RANKS, seen(t, seat, "seen"), strict=True) if share}
        assert shown == dict.fromkeys("2459", 1)


def test_7_the_balance_of_a_match():
    t = cardenvs.table("macao", seats=2, first_banker=0, episode="match", stake=10)
    t.reset(hands="5C | 9C").play("STAND STAND")
    assert t.payoffs == [-30, 30]
    assert seen(t, 1, "balance").tolist() == pytest.approx([2 / 16, -2 / 16])
    assert "+30 chips" in t.text(1)


def test_10_the_whole_game_for_two_without_swaps():
    rules = cardenvs.spec("macao")
    tree = grown(rules, rules.options(seats=2, zero_swap="none", first_banker=0))
    assert tree.deals == 13**4
    assert tree.counts["sets"] == 13 + 13 * 14


def first_cards(table, seat, samples=2000):
    """The values of the first card of another seat in redealt states."""
    drawn, found = stream(1), set()
    for _ in range(samples):
        other = table.clone()
        assert other.redeal((seat + 1) % 2, drawn)
        found.add(int(other.states["points"][0, seat]))
    return found


def test_11_who_drew_again_was_not_bust():
    t = coup("3 2 6", 2, overdraw="bust", max_draws=2).play("DRAW")
    assert t.seat == 1  # and has a choice, so its first card is three at most
    assert first_cards(t, 1) == {6, 7, 8, 9}


def test_11_who_drew_three_times_was_not_bust_before():
    t = coup("2 2 3 A 9", 2, overdraw="bust", max_draws=3).play("DRAW DRAW DRAW")
    assert t.seat == 0
    drawn = stream(1)
    for _ in range(200):
        other = t.clone()
        assert other.redeal(0, drawn)
        assert RANKS[int(seen(other, 1, "first").argmax())] in "A2345TJQK"  # and 3 and 1 is nine at most


def test_11_who_may_still_swap_has_drawn_a_zero():
    t = coup("3 2 K", 2, drawn_cards="face_down").play("DRAW")
    assert t.seat == 1
    drawn = stream(1)
    for _ in range(200):
        other = t.clone()
        assert other.redeal(0, drawn)
        assert legal(other) == named("STAND SWAP")


def test_11_who_stood_may_hold_anything():
    t = coup("9 2", 2).play("STAND")
    assert first_cards(t, 1) == set(range(10))


def test_12_longer_matches_keep_the_sum():
    t = cardenvs.table("macao", seats=4, episode="match", decks=1, max_draws=3, drawn_cards="face_down")
    choice = random.Random(7)
    while not t.over:
        t.step(choice.choice(t.legal()))
        assert sum(t.payoffs) == 0
