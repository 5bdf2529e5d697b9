"""docs/rules/preferans.md: §9, same numbers, then what no example covers, by its §."""

import numpy as np
import pytest

import cardenvs
from cardenvs.agents import RulesBot, Turn
from cardenvs.core.random import stream
from cardenvs.errors import IllegalAction, InvalidOption
from cardenvs.games.preferans import ledger
from cardenvs.games.preferans.names import DECK
from cardenvs.games.preferans.sure import sure_tricks

from .reading import deal_number, dealer, named, seen

DENOMS = "S C D H NT".split()


def orders(*levels, without=""):
    """The orders of whole levels, but for some."""
    return {f"{level}{denom}" for level in levels for denom in DENOMS} - named(without)


WITHOUT_TALON_9, WITHOUT_TALON_10 = ({f"{level}W{denom}" for denom in DENOMS} for level in (9, 10))


def game(seats=3, dealer=None, hands=None, talon=None, **options):
    """A table; the last seat deals unless said, so that seat 0 is forehand."""
    dealer = seats - 1 if dealer is None else dealer
    table = cardenvs.table("preferans", seats=seats, first_dealer=dealer, **options)
    parts = {name: part for name, part in (("hands", hands), ("talon", talon)) if part is not None}
    return table.reset(**parts)


def say(table, moves):
    """Plays words and cards by their short names; ``discard`` is the lowest card that may be discarded."""
    for move in moves.split():
        options = table.legal_names()
        names = [name for name in (f"play {move}", f"bid {move}", move) if name in options]
        table.step(table.legal()[0] if move == "discard" else names[0] if names else move)
    return table


def may(table):
    """The legal actions by short names."""
    return {name.removeprefix("play ").removeprefix("bid ") for name in table.legal_names()}


def ordered(order, whist="", declarer=0, seats=3, dealer=None, bid="6S", **options):
    """A lone bid, the lowest discards, the order and the words of the whist."""
    table = game(seats, dealer, **options)
    while table.seat != declarer:
        say(table, "PASS")
    say(table, bid)
    while table.seat != declarer:
        say(table, "PASS")
    return say(table, f"discard discard {order} {whist}")


def raspas(seats=3, dealer=None, **options):
    """All have passed."""
    return say(game(seats, dealer, **options), "PASS PASS PASS")


def misere(seats=3, **options):
    """Seat 0 plays a misère."""
    return say(game(seats, **options), "MIS PASS PASS discard discard")


def finish(table, *tricks):
    """The last trick of a deal in which the seats took so many, the rest of them unseen."""
    s = table.states[0]
    winner = next(seat for seat in range(table.seats) if tricks[seat] > 0 and s["active"] >> seat & 1)
    high = iter(["KS", "QS"])
    for seat in range(table.seats):
        s["won"][seat] = tricks[seat] - (seat == winner)
        s["hand"][seat] = 0
        if s["active"] >> seat & 1:
            s["hand"][seat] = 1 << DECK.card("AS" if seat == winner else next(high))
    s["trick_number"], s["trick_size"], s["led"], s["best_seat"] = 9, 0, 4, -1
    s["trick"][:] = 0
    s["turn"] = s["leader"] = winner
    s["seat"] = s["controller"][winner]
    number = deal_number(table)
    while not table.over and deal_number(table) == number:
        table.step(table.legal()[0])
    return table


def pool(table):
    """Pool points by seat."""
    return table.states["pool"][0, : table.seats].tolist()


def gora(table):
    """Gora points by seat."""
    return table.states["gora"][0, : table.seats].tolist()


def whists(table):
    """Whists by writer and target, zeros left out: ``{"1>0": 12}``."""
    n = table.seats
    sheet = table.states["whists"][0] / n
    return {f"{i}>{j}": sheet[i, j] for i in range(n) for j in range(n) if sheet[i, j]}


def series(table):
    """Raspas in a row before this deal."""
    return int(table.states["series"][0])


def marks(table, p, g, w, points):
    """Asserts the whole sheet."""
    assert (pool(table), gora(table), whists(table)) == (p, g, w)
    assert table.payoffs == points


# Auction and orders


def test_9_01_indices():
    rules = cardenvs.spec("preferans")
    names = {"TD": 11, "QH": 21, "9S": 26, "AS": 31}
    assert {name: DECK.card(name) for name in names} == names
    assert rules.action_index["bid 7H"] == 33 + 5 + 3 == 41
    assert rules.action_index["play 9C"] == 2
    assert rules.action_index["bid 9C"] == 49
    assert len(rules.action_names) == 77


def test_9_02_the_first_word():
    t = game()
    assert t.seat == 0
    assert may(t) == {"PASS", "MIS", "MISW"} | orders(6, 7, 8, 9, 10)
    assert len(t.legal()) == 28
    assert len(game(misere_mode="trading").legal()) == 27
    t = game(jump_bids="forbidden", raspas_exit_levels=(7,))
    assert may(t) == named("PASS 7S MIS MISW")


def test_9_03_over_six_spades():
    assert may(say(game(jump_bids="forbidden"), "6S")) == named("PASS 6C MIS MISW")
    assert len(say(game(), "6S").legal()) == 27


def test_9_04_orders_after_six_diamonds():
    t = say(game(), "6S 6C PASS 6D PASS")
    assert t.seat == 0
    say(t, "discard discard")
    assert may(t) == named("6D 6H 6NT") | orders(7, 8, 9, 10)
    assert len(t.legal()) == 23


def test_9_05_over_a_misere():
    t = say(game(), "6S MIS")
    over = {"PASS", "MISW"} | WITHOUT_TALON_9 | WITHOUT_TALON_10 | orders(10)
    assert may(t) == over
    assert len(t.legal()) == 17
    say(t, "PASS")
    assert t.seat == 0
    assert may(t) == over - {"MISW"}
    assert len(t.legal()) == 16


def test_9_06_nine_without_talon_over_misere():
    t = say(game(), "6S MIS 9WS PASS")
    assert t.seat == 1
    assert may(t) == named("PASS MISW")
    say(t, "PASS")
    assert t.seat == 2
    assert may(t) == orders(9, 10)
    assert not seen(t, 2, "talon").any()


def test_9_07_nine_with_talon_is_below_misere():
    t = say(game(), "9H")
    assert may(t) == named("PASS 9NT MIS 10S 10C 10D 10H 10NT MISW")


def test_9_08_over_misere_without_talon():
    t = say(game(), "PASS MISW")
    assert may(t) == {"PASS"} | WITHOUT_TALON_10


def test_9_09_hold():
    t = say(game(hold_bid=True, jump_bids="forbidden"), "6S PASS 6C")
    assert t.seat == 0
    assert "HOLD" in may(t)
    say(t, "HOLD")
    assert t.seat == 2
    assert may(t) == named("PASS 6D")
    say(t, "6D")
    assert "HOLD" in may(t)
    say(t, "6H")
    assert t.seat == 2
    assert "HOLD" not in may(t)
    assert "HOLD" not in may(say(game(), "6S PASS 6C"))
    t = say(game(hold_bid=True), "6S PASS 6C HOLD PASS")
    assert t.seat == 0
    assert "6C" in may(say(t, "discard discard"))
    assert "6S" not in may(t)


def test_9_10_orders_and_a_traded_misere():
    t = say(game(), "7C PASS PASS discard discard")
    assert len(t.legal()) == 19
    t = say(game(misere_mode="trading"), "8S PASS PASS discard discard")
    assert may(t) == orders(8, 9, 10) | {"MIS"}
    assert len(t.legal()) == 16


def test_9_11_discards_in_ascending_order():
    t = game(hands=["7C TD JD QD KD AD 7H 8H 9H KS", None, None], talon="9C AS")
    say(t, "6S PASS PASS")
    twelve = named("7C 9C TD JD QD KD AD 7H 8H 9H KS AS")
    assert may(t) == twelve - {"AS"}
    say(t, "9C")
    assert may(t) == twelve - {"7C", "9C"}


def test_9_12_three_passes_and_a_lone_bidder():
    t = raspas()
    assert seen(t, 0, "contract").nonzero()[0].tolist() == [27]
    t = say(game(), "PASS PASS")
    assert t.seat == 2
    assert "PASS" in may(t)
    say(t, "6S")
    assert t.seat == 2
    assert seen(t, 2, "declarer").argmax() == 0
    assert seen(t, 2, "talon").sum() == 2


def test_9_13_who_defends_with_four_seats():
    t = game(4)
    assert seen(t, 3, "known").sum() == 0
    say(t, "PASS PASS 6S discard discard 7D")
    assert t.seat == 0
    say(t, "PASS")
    assert t.seat == 1
    t = say(game(4), "6S PASS PASS discard discard 7D")
    assert t.seat == 1
    say(t, "PASS")
    assert t.seat == 2


# Play


def following(hand, order, lead="TD"):
    """What seat 1, reduced to `hand`, may play when seat 0 leads."""
    t = ordered(order, "WHIST WHIST")
    s = t.states[0]
    s["hand"][0], s["hand"][1] = 1 << DECK.card(lead), sum(1 << card for card in DECK.cards(hand))
    say(t, lead)
    assert t.seat == 1
    return may(t)


def test_9_14_follow_or_trump():
    assert following("8D AH", "7H") == {"8D"}
    assert following("7H AS KS", "7H") == {"7H"}
    assert following("AS KC", "7H") == {"AS", "KC"}
    assert following("7H AS KS", "7NT") == named("7H AS KS")


@pytest.mark.parametrize(
    ("trick", "order", "taker"),
    [("AD 7H KD", "7H", 1), ("AD 7H KD", "7NT", 0), ("AD 7H KD", "7S", 0), ("TD 7H 9H", "7H", 2)],
)
def test_9_15_who_takes_a_trick(trick, order, taker):
    t = ordered(order, "WHIST WHIST")
    for seat, card in enumerate(trick.split()):
        t.states[0]["hand"][seat] = 1 << DECK.card(card) | 1 << DECK.card("7C")
    say(t, trick)
    assert t.seat == taker
    assert t.states["won"][0, taker] == 1


def test_9_16_open_whist():
    t = ordered("7D", "PASS WHIST OPEN")
    assert t.seat == 0
    assert seen(t, 0, "known_flag").tolist() == [1, 0, 0, 0]
    t.step(t.legal()[0])
    assert seen(t, 0, "known_flag").tolist() == [1, 1, 1, 0]
    assert seen(t, 1, "known_flag").tolist() == [1, 1, 0, 0]
    assert [t.seat, t.states["turn"][0]] == [2, 1]
    t.step(t.legal()[0])
    assert [t.seat, t.states["turn"][0]] == [2, 2]

    t = ordered("7D", "PASS WHIST OPEN", dealer=0)
    assert seen(t, 0, "known_flag").tolist() == [1, 1, 1, 0]
    assert [t.seat, t.states["turn"][0]] == [2, 1]


def test_9_17_stalingrad():
    t = ordered("6S")
    assert [t.seat, t.states["turn"][0]] == [0, 0]
    assert seen(t, 0, "word")[1:3, 2].tolist() == [1, 1]
    t.step(t.legal()[0])
    assert seen(t, 0, "known_flag").tolist() == [1, 0, 0, 0]
    assert may(ordered("6S", stalingrad=False)) == {"PASS", "WHIST"}


def test_9_18_the_dealer_whists():
    t = ordered("7D", "PASS PASS", seats=4)
    assert t.seat == 3
    assert may(t) == named("PASS LOOK_D1 LOOK_D2")
    say(t, "LOOK_D2")
    assert seen(t, 3, "known_flag").tolist() == [0, 0, 0, 1]
    assert seen(t, 3, "known")[3].sum() == 10
    assert may(t) == named("PASS WHIST")
    say(t, "WHIST")
    assert may(t) == named("OPEN CLOSED")
    say(t, "OPEN")
    assert t.seat == 0
    t.step(t.legal()[0])
    for hand in 1, 2:
        assert [t.seat, t.states["turn"][0]] == [3, hand]
        t.step(t.legal()[0])
    marks(finish(t, 7, 2, 1, 0), [4, 0, 0, 0], [0] * 4, {"3>0": 12}, [72, -40, -40, 8])


def test_9_19_the_talon_leads_for_the_dealer():
    hands = [
        "9H 7C 8D 9D TD JD QD KD AD 7S",
        "7H AC 9C TC JC QC KC 7D 8S 9S",
        "8H AS JH QH KH AH TS JS QS KS",
        None,
    ]
    t = say(game(4, hands=hands, talon="TH 8C"), "PASS PASS PASS")
    assert seen(t, 1, "trick")[4].nonzero()[0].tolist() == [DECK.card("TH")]
    assert may(t) == {"9H"}
    say(t, "9H 7H 8H")
    assert t.states["won"][0].tolist() == [0, 0, 0, 1]
    assert seen(t, 1, "trick")[4].nonzero()[0].tolist() == [DECK.card("8C")]
    assert t.seat == 0
    say(t, "7C AC AS")
    assert t.states["won"][0].tolist() == [0, 1, 0, 1]
    assert t.seat == 0
    assert may(t) == named("8D 9D TD JD QD KD AD 7S")


def test_9_20_the_talon_names_the_suit():
    hands = ["9H 7C 8C 9C TC JC QC KC AC 7D", "8H 8D 9D TD JD QD KD AD 7S 8S", "7H JH QH KH AH 9S TS JS QS KS"]
    t = say(game(hands=hands, talon="TH AS"), "PASS PASS PASS 9H 8H 7H")
    assert t.states["won"][0].tolist() == [1, 0, 0, 0]
    hands = ["9H 7C 8C 9C TC JC QC KC AC 7S", "KS 7D 8D 9D TD JD QD KD AD TS", "QH 7H 8H JH KH AH 9S 8S JS QS"]
    t = say(game(hands=hands, talon="TH AS"), "PASS PASS PASS 9H")
    assert "KS" in may(t)
    say(t, "KS QH")
    assert t.states["won"][0].tolist() == [0, 0, 1, 0]
    assert t.seat == 0
    assert may(t) == {"7S"}


# Settlement


def test_9_21_seven_made_by_one_whister():
    marks(finish(ordered("7D", "WHIST PASS CLOSED"), 7, 2, 1), [4, 0, 0], [0] * 3, {"1>0": 12}, [44, -4, -40])


@pytest.mark.parametrize(
    ("convention", "g", "w", "points"),
    [
        ("sochi", 2, {"2>0": 6}, [42, 0, -42]),
        ("leningrad", 2, {"2>0": 12}, [64, -20, -44]),
        ("rostov", 1, {"2>0": 6}, [32, -10, -22]),
    ],
)
def test_9_22_a_lone_whister_short_of_one_trick(convention, g, w, points):
    t = finish(ordered("6C", "PASS WHIST OPEN", convention=convention), 7, 2, 1)
    marks(t, [2, 0, 0], [0, 0, g], w, points)


@pytest.mark.parametrize(
    ("tricks", "g", "w", "points"),
    [
        ((7, 3, 0), [0, 0, 2], {"1>0": 6}, [42, 18, -60]),
        ((8, 1, 1), [0, 2, 2], {"1>0": 2, "2>0": 2}, [68, -34, -34]),
        ((9, 1, 0), [0, 2, 4], {"1>0": 2}, [94, -14, -80]),
    ],
)
def test_9_23_two_whisters_on_a_six(tricks, g, w, points):
    marks(finish(ordered("6H", "WHIST WHIST"), *tricks), [2, 0, 0], g, w, points)
    marks(finish(ordered("6S"), *tricks), [2, 0, 0], g, w, points)


def test_9_24_two_whisters_on_seven_and_eight():
    marks(finish(ordered("7C", "WHIST WHIST"), 8, 2, 0), [4, 0, 0], [0] * 3, {"1>0": 8}, [56, -16, -40])
    marks(finish(ordered("8C", "WHIST WHIST"), 10, 0, 0), [6, 0, 0], [0, 0, 6], {}, [180, 0, -180])


@pytest.mark.parametrize(
    ("convention", "g", "w", "points"),
    [
        ("sochi", 12, {"1>0": 12 + 24, "2>0": 12}, [-384, 228, 156]),
        ("leningrad", 24, {"1>0": 48, "2>0": 48}, [-768, 384, 384]),
        ("rostov", 12, {"1>0": 20 + 12, "2>0": 20 + 12}, [-432, 216, 216]),
    ],
)
def test_9_25_eight_failed_by_two(convention, g, w, points):
    t = finish(ordered("8D", "WHIST PASS CLOSED", convention=convention), 6, 3, 1)
    marks(t, [0] * 3, [g, 0, 0], w, points)


@pytest.mark.parametrize(
    ("options", "w", "points"),
    [
        ({}, {"1>0": 20, "2>0": 4, "3>0": 4}, [-232, 120, 56, 56]),
        ({"dealer_consolation": False}, {"1>0": 20, "2>0": 4}, [-216, 120, 56, 40]),
        ({"convention": "rostov"}, {"1>0": 18, "2>0": 18, "3>0": 10}, [-304, 112, 112, 80]),
    ],
)
def test_9_26_seven_failed_at_four_seats(options, w, points):
    t = finish(ordered("7D", "WHIST PASS CLOSED", seats=4, **options), 6, 3, 1, 0)
    marks(t, [0] * 4, [4, 0, 0, 0], w, points)


@pytest.mark.parametrize(
    ("order", "tricks", "p", "g", "w", "points"),
    [
        ("7D", (7, 1, 2, 0), 4, [0, 0, 0, 0], {"3>0": 12}, [72, -40, -40, 8]),
        ("6D", (8, 1, 1, 0), 2, [0, 0, 0, 4], {"3>0": 4}, [84, 20, 20, -124]),
        ("6D", (5, 2, 3, 0), 0, [2, 0, 0, 0], {"1>0": 2, "2>0": 2, "3>0": 12}, [-124, 28, 28, 68]),
    ],
)
@pytest.mark.parametrize("how", ["OPEN", "CLOSED"])
def test_9_27_the_dealer_whists_with_a_hand(order, tricks, p, g, w, points, how):
    t = finish(ordered(order, f"PASS PASS LOOK_D2 WHIST {how}", seats=4), *tricks)
    marks(t, [p, 0, 0, 0], g, w, points)


@pytest.mark.parametrize(
    ("order", "options", "p", "w", "points"),
    [
        ("6C", {}, 2, {"2>0": 4}, [28, -20, -8]),
        ("7C", {}, 4, {"2>0": 4}, [68, -40, -28]),
        ("8C", {}, 6, {}, [120, -60, -60]),
        ("9C", {}, 8, {}, [160, -80, -80]),
        ("6C", {"convention": "leningrad"}, 2, {"2>0": 8}, [56, -40, -16]),
    ],
)
def test_9_28_nobody_whists(order, options, p, w, points):
    t = ordered(order, "PASS PASS", **options)
    assert t.over
    marks(t, [p, 0, 0], [0] * 3, w, points)


@pytest.mark.parametrize("words", ["PASS PASS PASS", "PASS PASS LOOK_D1 PASS"])
def test_9_28_nor_does_the_dealer(words):
    marks(ordered("6C", words, seats=4), [2, 0, 0, 0], [0] * 4, {"2>0": 4}, [44, -20, -4, -20])


def test_9_29_misere():
    marks(finish(misere(), 0, 6, 4), [10, 0, 0], [0] * 3, {}, [200, -100, -100])
    marks(finish(misere(4), 0, 6, 4, 0), [10, 0, 0, 0], [0] * 4, {}, [300, -100, -100, -100])
    marks(finish(misere(), 2, 6, 2), [0] * 3, [20, 0, 0], {}, [-400, 200, 200])
    marks(finish(misere(convention="leningrad"), 2, 6, 2), [0] * 3, [40, 0, 0], {}, [-800, 400, 400])


def test_9_30_ten():
    marks(finish(ordered("10H"), 10, 0, 0), [10, 0, 0], [0] * 3, {}, [200, -100, -100])
    marks(finish(ordered("10H"), 9, 1, 0), [0] * 3, [10, 0, 0], {"1>0": 10, "2>0": 10}, [-260, 130, 130])
    t = finish(ordered("10H", "WHIST PASS CLOSED", convention="leningrad"), 10, 0, 0)
    marks(t, [10, 0, 0], [0, 10, 0], {}, [500, -400, -100])
    t = finish(ordered("10H", "WHIST PASS CLOSED", convention="leningrad"), 9, 1, 0)
    marks(t, [0] * 3, [20, 0, 0], {"1>0": 30, "2>0": 30}, [-580, 290, 290])


def test_9_31_overtricks():
    t = finish(ordered("9H", "PASS WHIST CLOSED", declarer=1), 0, 10, 0)
    marks(t, [0, 8, 0], [8, 0, 0], {}, [-240, 240, 0])
    t = finish(ordered("7D", "WHIST PASS CLOSED", convention="leningrad"), 9, 1, 0)
    marks(t, [4, 0, 0], [0, 4, 0], {"1>0": 8}, [176, -136, -40])


def test_9_32_raspas_at_four_seats():
    t = finish(raspas(4), 3, 5, 1, 1)
    marks(t, [0] * 4, [3, 5, 1, 1], {}, [-20, -100, 60, 60])
    t = finish(raspas(4, raspas_stage=2), 4, 4, 2, 0)
    marks(t, [0] * 4, [16, 16, 8, 10], {}, [-140, -140, 180, 100])
    t = game(4, episode="match")
    for _ in range(3):
        assert dealer(t) == 3
        finish(say(t, "PASS PASS PASS"), 4, 4, 2, 0)
    assert (dealer(t), series(t)) == (0, 0)


def test_9_33_raspas_at_three_seats():
    t = finish(raspas(raspas_stage=1), 6, 4, 0)
    marks(t, [0, 0, 2], [12, 8, 0], {}, [-180, -60, 240])
    t = finish(raspas(raspas_stage=1, convention="leningrad"), 6, 4, 0)
    marks(t, [0, 0, 2], [24, 16, 0], {}, [-360, -120, 480])


@pytest.mark.parametrize(
    ("tricks", "p", "w", "points"),
    [
        ((6, 3, 1), [0] * 3, {"2>0": 30, "2>1": 15}, [-90, -45, 135]),
        ((2, 6, 2), [0] * 3, {"0>1": 15, "2>1": 15}, [45, -90, 45]),
        ((0, 10, 0), [1, 0, 1], {"0>1": 25, "2>1": 25}, [85, -170, 85]),
    ],
)
def test_9_34_raspas_in_whists(tricks, p, w, points):
    marks(finish(raspas(convention="rostov"), *tricks), p, [0] * 3, w, points)


SURE = {
    "AS KS QS JS TS 9S AH KH 7D 8D": ("S", 8, 6),
    "AS KS QS JS TS 9S 8S AH 7D 8D": ("S", 8, 7),
    "AS KS QS AH KH QH AD 7D 8D AC": (None, 8, 8),
    "AS KS QS JS TS AH KH QH 7D 8D": (None, 8, 0),
}


@pytest.mark.parametrize("hand", SURE)
def test_9_35_sure_tricks(hand):
    trump, leading, not_leading = SURE[hand]
    own = sum(1 << card for card in DECK.cards(hand))
    others = (1 << 32) - 1 & ~own & ~sum(1 << card for card in DECK.cards("7C 8C"))
    suit = 4 if trump is None else DECK.suits.index(trump)
    assert sure_tricks(own, others, suit, True) == leading
    assert sure_tricks(own, others, suit, False) == not_leading


def laid(hand, discards, order, whist="", dealer=2, **options):
    """Seat 0 plays this hand, having discarded these cards."""
    t = game(dealer=dealer, hands=[hand, None, None], talon=discards, **options)
    while t.seat != 0:
        say(t, "PASS")
    say(t, "6S PASS PASS" if dealer == 2 else "6S")
    return say(t, f"{discards} {order} {whist}")


def finish_laid(table, *tricks):
    """As `finish`, the declarer having played the hand he was dealt, less his discards."""
    table.states["played"][0, 0] = table.states["hand"][0, 0]
    return finish(table, *tricks)


def test_9_36_under_ordering():
    hand = "AS KS QS JS TS 9S AH KH 7D 8D"
    t = finish_laid(laid(hand, "7C 8C", "6S"), 8, 1, 1)
    marks(t, [0] * 3, [4, 0, 0], {"1>0": 6, "2>0": 6}, [-116, 58, 58])
    t = finish_laid(laid(hand, "7C 8C", "6S", under_order="off"), 8, 1, 1)
    marks(t, [2, 0, 0], [0, 2, 2], {"1>0": 2, "2>0": 2}, [68, -34, -34])
    sure_seven = "AH KH QH JH TH 9H 8H AS 7D 8D"
    t = finish_laid(laid(sure_seven, "7C 8C", "6H", "WHIST PASS CLOSED", dealer=0), 8, 1, 1)
    marks(t, [0] * 3, [2, 0, 0], {"1>0": 2 + 4, "2>0": 2}, [-64, 38, 26])


def test_9_37_revokes():
    hands = [
        "7S 8C 9C TC JC QC KC 7D 8D 9D",
        "AC AD 7H 8H 9H TH JH QH KH 8S",
        "TD JD QD KD AH 7C 9S TS JS QS",
        None,
    ]
    t = say(game(4, hands=hands, talon="KS AS", raspas_stage=2, revokes="penalised"), "PASS PASS PASS 7S AC")
    assert t.over
    marks(t, [0] * 4, [0, 40, 0, 10], {}, [500, -1100, 500, 100])


def test_9_37_a_declarer_revokes():
    hands = ["7S 8C 9C TC JC QC KC 7D 8D 9D", "AC AD 7H 8H 9H TH JH QH KH AS", "TD JD QD KD AH 7C 9S TS JS QS"]
    t = say(game(hands=hands, talon="KS 8S", revokes="penalised"), "MIS PASS PASS 8S KS 7S AS 9S AC 7C")
    assert not t.over
    assert "7D" in may(t)
    say(t, "7D")
    assert t.over
    marks(t, [0] * 3, [100, 0, 0], {}, [-2000, 1000, 1000])

    t = say(game(hands=hands, talon="KS 8S", revokes="penalised"), "6S PASS PASS 8S KS 7H WHIST PASS CLOSED")
    say(t, "7S AS 9S AD TD 7D AC 7C 9D")
    marks(t, [0] * 3, [28, 0, 0], {"1>0": 28 + 8, "2>0": 28}, [-752, 388, 364])


def test_9_37_a_whister_revokes():
    hands = ["7S 8C 9C TC JC QC KC 7D 8D 9D", "AC AD 7H 8H 9H TH JH QH KH AS", "TD JD QD KD AH 7C 9S TS JS QS"]
    t = say(game(hands=hands, talon="KS 8S", revokes="penalised"), "6S PASS PASS 8S KS 7H WHIST PASS CLOSED 7S AD")
    marks(t, [4, 0, 0], [0, 8, 0], {}, [160, -200, 40])


# Match


def test_9_38_a_series_by_one_dealer():
    t = game(4, dealer=0, episode="match")
    fines = []
    for multiplier in 1, 2, 4:
        assert dealer(t) == 0
        assert seen(t, 0, "multiplier")[0] * 4 == multiplier
        before = gora(t)
        finish(say(t, "PASS PASS PASS"), 0, 3, 4, 3)
        fines.append(gora(t)[0] - before[0])
        assert gora(t)[1] - before[1] == 3 * multiplier
    assert fines == [0, 0, 10]
    assert (dealer(t), series(t)) == (1, 0)

    t = game(4, dealer=0, episode="match")
    finish(say(t, "PASS PASS PASS"), 0, 3, 4, 3)
    assert (dealer(t), series(t)) == (0, 1)
    say(t, "6S PASS PASS discard discard 6C PASS WHIST CLOSED")
    finish(t, 0, 4, 4, 2)
    assert (dealer(t), series(t)) == (1, 0)


def test_9_39_a_series_by_turns_and_its_exit():
    t = game(convention="leningrad", episode="match")
    finish(say(t, "PASS PASS PASS"), 3, 3, 4)
    assert (dealer(t), series(t)) == (0, 1)
    assert may(t) == named("PASS MIS MISW") | orders(7, 8, 9, 10)
    finish(say(t, "PASS PASS PASS"), 3, 3, 4)
    assert (dealer(t), series(t)) == (1, 2)
    assert may(t) == named("PASS MIS MISW") | orders(8, 9, 10)

    t = game(convention="leningrad", episode="match")
    finish(say(t, "PASS PASS PASS"), 3, 3, 4)
    finish(say(t, "7S PASS PASS discard discard 7H WHIST PASS CLOSED"), 2, 6, 2)
    assert (dealer(t), series(t)) == (1, 1)
    finish(say(t, "7S PASS PASS discard discard 7H WHIST PASS CLOSED"), 1, 2, 7)
    assert (dealer(t), series(t)) == (2, 0)


def accounts(p, g=(0, 0, 0)):
    """An empty sheet of three but for pools and goras."""
    return np.array(p), np.array(g), np.zeros((3, 3), np.int64)


def after(sheet, seat, points, target=10, value=10):
    """The sheet with pool points added, and n times the change of the score."""
    old, new = np.zeros(3, np.int64), np.zeros(3, np.int64)
    ledger.score(*sheet, 3, value, old)
    ledger.add_pool(*sheet, 3, seat, points, target, value)
    ledger.score(*sheet, 3, value, new)
    p, g, w = sheet
    return p.tolist(), g.tolist(), (w / 3).tolist(), (new - old).tolist()


def test_9_40_help_for_the_fullest_pool():
    p, g, w, change = after(accounts([9, 6, 4]), 0, 6)
    assert p == [10, 10, 5]
    assert g == [0, 0, 0]
    assert w == [[0, 40, 10], [0, 0, 0], [0, 0, 0]]
    assert change == [3 * 40, 3 * -20, 3 * -20]
    assert after(accounts([9, 6, 4]), 0, 6, target=0)[3] == change


def test_9_41_gora_is_written_off_and_the_rest_shared():
    p, g, w, change = after(accounts([10, 10, 8], [3, 0, 0]), 0, 8)
    assert p == [10, 10, 10]
    assert g == [0, 0, 0]
    assert w == [[0, 10, 20 + 10], [0, 0, 0], [0, 0, 0]]
    assert change == [160, -80, -80]
    assert ledger.sheet_closed(np.array(p), 3, 10)
    p, g, w, change = after(accounts([10, 10, 8], [30, 0, 0]), 0, 8, value=20)
    assert p == [10, 10, 10]
    assert g == [18, 0, 0]
    assert w == [[0, 0, 40], [0, 0, 0], [0, 0, 0]]
    assert change == [320, -160, -160]


def settlement(p, g, rows, value=10):
    """The score of each seat."""
    n = len(p)
    out = np.zeros(n, np.int64)
    ledger.score(np.array(p), np.array(g), n * np.array(rows), n, value, out)
    assert out.sum() == 0
    assert (out % n == 0).all()
    return (out // n).tolist()


def test_9_42_the_settlement_of_four():
    rows = [(0, 30, 10, 0), (24, 0, 0, 16), (6, 18, 0, 40), (0, 12, 28, 0)]
    assert settlement([10] * 4, [12, 4, 20, 8], rows) == [0, 50, -64, 14]


def test_9_43_the_settlement_of_three():
    rows = [(0, 44, 20), (30, 0, 52), (61, 15, 0)]
    assert settlement([14, 9, 7], [18, 6, 9], rows) == [-57, 63, -6]
    assert settlement([14, 9, 7], [18, 6, 9], rows, value=20) == [-17, 53, -36]


# Baseline


def advice(table):
    """What the book says for the seat to act, in short."""
    turn = Turn(
        observation=table.observe(table.seat)[None],
        mask=table.mask()[None],
        seat=np.array([table.seat]),
        random=np.zeros((1, 1), np.uint64),
        states=table.states,
    )
    action = int(RulesBot(table.rules, table.options).act(turn)[0])
    return table.action_name(action).removeprefix("play ").removeprefix("bid ")


def next_word(hand, standing, **options):
    """What forehand says who has bid once and finds a higher bid."""
    table = game(hands=[hand, None, None], **options)
    opening = advice(table)
    if opening == "PASS":
        return opening
    return advice(say(table, f"{opening} {standing} PASS"))


def test_9_44_climbing_word_by_word():
    strong = "AS KS QS JS 9S AH KH 7D 8D 7C"
    assert advice(game(hands=[strong, None, None])) == "6S"
    assert next_word(strong, "6D") == "6H"
    assert next_word(strong, "7NT") == "8S"
    assert next_word(strong, "8S") == "PASS"
    six = "AS KS QS JS TS 9S 7D 8D 7C 8C"
    assert next_word(six, "6NT") == "7S"
    assert next_word(six, "7S") == "PASS"
    assert advice(game(hands=["AS KS 9S 8S AH 7H 8D 9D 7C 8C", None, None])) == "PASS"


def test_9_45_when_to_bid_misere():
    def says(hand, seat):
        hands = [None, None, None]
        hands[seat] = hand
        return advice(say(game(hands=hands), "PASS " * seat))

    two_holes = "7S 8S 9S 7H 9H 7D 8D TD 7C TC"
    assert [says(two_holes, seat) for seat in range(3)] == ["MIS"] * 3
    single_eight = "8S 7H 8H 9H 7D 9D JD 7C 8C TC"
    assert [says(single_eight, seat) for seat in range(3)] == ["MIS", "PASS", "PASS"]
    queen_and_jack = "7S QS 7H JH 7D 8D 9D 7C 8C 9C"
    assert [says(queen_and_jack, seat) for seat in range(3)] == ["PASS"] * 3


# Further options


def test_9_46_half_whist_by_declaration():
    t = ordered("7D", "PASS", half_whist="declared")
    assert t.seat == 2
    assert may(t) == named("PASS WHIST HALF")
    say(t, "HALF")
    assert t.seat == 1
    assert may(t) == named("PASS WHIST")
    marks(say(t.clone(), "PASS"), [4, 0, 0], [0] * 3, {"2>0": 4}, [68, -40, -28])
    say(t, "WHIST")
    assert t.seat == 1
    assert may(t) == named("OPEN CLOSED")
    marks(finish(say(t, "CLOSED"), 7, 2, 1), [4, 0, 0], [0] * 3, {"1>0": 12}, [44, -4, -40])
    t = ordered("7D", "PASS PASS", half_whist="declared")
    marks(t, [4, 0, 0], [0] * 3, {}, [80, -40, -40])
    assert may(ordered("8D", "PASS", half_whist="declared")) == named("PASS WHIST")
    assert may(ordered("7D", "WHIST", half_whist="declared")) == named("PASS WHIST")


def test_9_47_no_trump_bids_of_six_alone():
    t = say(game(nt_steps="six_only"), "9H")
    assert may(t) == named("PASS MIS 10S 10C 10D 10H MISW")
    t = say(game(nt_steps="six_only"), "MIS")
    suits = "S C D H"
    assert may(t) == named("PASS MISW") | {f"{bid}{suit}" for bid in ("9W", "10", "10W") for suit in suits.split()}
    assert len(t.legal()) == 14
    t = say(game(nt_steps="six_only"), "7H PASS PASS discard discard")
    assert len(t.legal()) == 17
    assert named("7NT 10NT") <= may(t)


def test_9_48_no_way_back_from_a_misere():
    t = say(game(), "MISW 10WS PASS")
    assert t.seat == 0
    assert may(t) == {"PASS"}


def test_9_49_odd_whists_are_rounded_down():
    t = finish(raspas(4, convention="rostov", raspas_talon="dealer"), 2, 2, 5, 1)
    marks(t, [0] * 4, [0] * 4, {"0>2": 12, "1>2": 12}, [48, 48, -96, 0])


# What no example covers: §2


def unplayed(table):
    """Forehand declares an eight that nobody whists on: 6 pool points."""
    return say(table, "8S PASS PASS discard discard 8S PASS PASS")


def test_2_the_deal_passes_on_and_the_dealer_of_four_sits_out():
    t = game(4, episode="match", dealer_whist=False)
    for number in range(4):
        assert dealer(t) == (3 + number) % 4
        assert t.seat == number
        assert not t.states["hand"][0, dealer(t)]
        assert not seen(t, dealer(t), "known_flag").any()
        unplayed(t)


def test_2_a_match_ends_when_all_pools_are_closed():
    t = game(episode="match", pool_target=4, raspas_progression=(1,))
    unplayed(t)  # 4 for itself, 2 for the next
    assert pool(t) == [4, 2, 0]
    unplayed(t)
    assert pool(t) == [4, 4, 4]
    assert t.over
    assert sum(t.payoffs) == 0


def test_2_a_match_ends_with_the_first_full_pool_or_the_last_deal():
    t = unplayed(game(episode="match", pool_target=6, pool_end="first"))
    assert t.over
    t = unplayed(game(episode="match", pool_target=7, pool_end="first"))
    assert not t.over
    for _ in range(3):
        unplayed(t)
    assert t.over
    assert pool(t) == [12, 6, 6]
    t = game(episode="match", pool_target=1, pool_end="deals", max_deals=3)
    unplayed(unplayed(t))
    assert not t.over
    assert unplayed(t).over
    t = game(episode="match", pool_target=1000, max_deals=2)
    assert unplayed(unplayed(t)).over


def test_2_the_series_holds_its_last_step_and_only_the_same_dealer_is_fined():
    t = game(episode="match", convention="leningrad", raspas_dealer_fine=10)
    for expected, stage in enumerate([1, 2, 2, 2]):
        before = sum(gora(t))
        finish(say(t, "PASS PASS PASS"), 3, 3, 4)
        assert series(t) == stage
        assert sum(gora(t)) - before == 2 * 10 * min(expected + 1, 3)
    t = finish(raspas(raspas_stage=2, raspas_dealer_fine=7), 3, 3, 4)
    assert gora(t) == [12, 12, 16 + 7]
    t = finish(raspas(raspas_stage=1, raspas_dealer_fine=7), 3, 3, 4)
    assert gora(t) == [6, 6, 8]


def test_2_an_unplayed_game_and_a_misere_end_a_series_that_wants_a_made_one():
    def second(moves, *tricks):
        t = game(episode="match", convention="leningrad")
        finish(say(t, "PASS PASS PASS"), 3, 3, 4)
        say(t, moves)
        return series(finish(t, *tricks) if tricks else t)

    assert second("7S PASS PASS discard discard 7S PASS PASS") == 0
    assert second("MIS PASS PASS discard discard", 5, 0, 5) == 0
    assert second("MIS PASS PASS discard discard", 5, 1, 4) == 1


# §3.1 .. 3.4


def test_3_1_nothing_beats_the_last_bid():
    t = say(game(), "MISW 10WNT")
    assert t.seat == 2
    assert may(t) == {"PASS"}


def test_3_1_a_trading_seat_may_not_fall_to_a_misere_without_talon():
    t = say(game(misere_mode="trading"), "6S MISW PASS")
    assert t.seat == 0
    assert may(t) == {"PASS"} | WITHOUT_TALON_10
    t = say(game(misere_mode="trading"), "10S PASS PASS discard discard")
    assert "MIS" not in may(t)
    t = say(game(misere_mode="trading"), "9NT PASS PASS discard discard MIS")
    assert t.states["catch"][0]
    assert seen(t, 0, "contract").nonzero()[0].tolist() == [25]


def test_3_1_without_jumps_each_kind_climbs_by_itself():
    t = say(game(jump_bids="forbidden"), "MIS")
    assert may(t) == named("PASS 9WS 10S MISW 10WS")
    t = say(game(jump_bids="forbidden", hold_bid=True), "6S 6C PASS HOLD")
    assert t.seat == 1
    assert may(t) == named("PASS 6D")


def test_3_2_games_without_the_talon_leave_it_face_down():
    t = say(game(), "PASS MISW PASS")
    assert t.seat == 0  # who leads
    for seat in range(3):
        assert not seen(t, seat, "talon").any()
    assert len(t.places()["talon"]) == 2
    t = say(game(), "MIS 9WD PASS PASS 9D WHIST WHIST")
    assert seen(t, 0, "contract").nonzero()[0].tolist() == [5 * 3 + 2, 26]
    assert len(t.places()["talon"]) == 2
    assert t.seat == 0
    while not t.over:
        t.step(t.legal()[0])
    assert len(t.places()["talon"]) == 2


def test_3_2_only_the_declarer_sees_his_discards():
    t = say(game(), "6S PASS PASS")
    cards = t.legal_names()[:2]
    say(t, "discard discard")
    first = DECK.card(cards[0].removeprefix("play "))
    assert seen(t, 0, "discards")[first] == 1
    assert not seen(t, 1, "discards").any()
    assert seen(t, 1, "talon").sum() == 2


def test_3_4_the_words_of_the_whist():
    t = ordered("7D", "PASS WHIST")
    assert t.seat == 2
    assert may(t) == {"OPEN", "CLOSED"}
    assert may(ordered("7D", "PASS WHIST", open_whist=False)) == {"CLOSED"}
    assert may(ordered("7D", "WHIST WHIST")) & {"OPEN", "CLOSED"} == set()
    assert ordered("7D", "PASS PASS", seats=4, dealer_whist=False).over
    assert may(ordered("10D", convention="leningrad")) == {"PASS", "WHIST"}
    assert ordered("10D").states["catch"][0]
    assert ordered("7D", "PASS HALF PASS", seats=4, half_whist="declared").over


def test_3_4_a_dealer_who_looked_may_pass_and_nobody_else_has_seen_the_hand():
    t = ordered("7D", "PASS PASS LOOK_D1", seats=4)
    keys = [t.key(seat) for seat in range(3)]
    hand = seen(t, 3, "known")[2].nonzero()[0].tolist()
    assert hand == seen(t, 1, "known")[0].nonzero()[0].tolist()
    assert seen(t, 0, "known_flag").tolist() == [1, 0, 0, 0]
    other = t.clone()
    assert other.redeal(0, stream(1))
    assert other.key(0) == keys[0]
    assert other.key(3) != t.key(3)
    marks(say(t, "PASS"), [4, 0, 0, 0], [0] * 4, {"2>0": 4}, [104, -40, -24, -40])


# §3.5, 3.6


def test_3_5_who_plays_which_hand():
    t = ordered("7D", "PASS PASS LOOK_D2 WHIST CLOSED", seats=4)
    order = []
    for _ in range(3):
        order.append((int(t.states["turn"][0]), t.seat))
        t.step(t.legal()[0])
    assert order == [(0, 0), (1, 1), (2, 3)]
    assert seen(t, 0, "known_flag").tolist() == [1, 0, 0, 0]
    assert seen(t, 0, "controller")[2].tolist() == [0, 0, 0, 1]
    assert seen(t, 2, "known")[0].sum() == 9  # whose hand it is still sees it


def test_3_5_catchers_lie_open_and_play_their_own():
    last = "PASS PASS MIS discard discard"
    t = say(game(dealer=0), last)
    assert t.seat == 1
    assert seen(t, 0, "known_flag").tolist() == [1, 1, 1, 0]
    assert seen(t, 1, "known_flag").tolist() == [1, 1, 0, 0]
    t = misere(dealer=2)
    assert seen(t, 0, "known_flag").tolist() == [1, 0, 0, 0]
    t.step(t.legal()[0])
    assert seen(t, 0, "known_flag").tolist() == [1, 1, 1, 0]
    t = say(game(dealer=0, catch_open=False), last)
    assert seen(t, 0, "known_flag").tolist() == [1, 0, 0, 0]
    t = ordered("10S", dealer=0)
    assert seen(t, 0, "known_flag").tolist() == [1, 1, 1, 0]


def test_3_5_a_void_is_seen_and_so_is_a_lack_of_trumps():
    hands = ["7S 8S AC KC QC JC TC 9C 8C 7C", "7D 8D 9D TD JD QD KD AD 7H 8H", "9S TS JS QS KS AS 9H TH JH QH"]
    t = say(game(hands=hands, talon="KH AH"), "6S PASS PASS KH AH 6C WHIST WHIST 7S 7D 9S")
    assert seen(t, 0, "void")[1].tolist() == [1, 0, 0, 1]  # no spades, and no clubs, the trumps
    assert t.seat == 2
    t = game(hands=hands, talon="KH AH", history="last_trick")
    say(t, "6S PASS PASS KH AH 6C WHIST WHIST 7S 7D 9S")
    assert not seen(t, 0, "void").any()


def test_3_6_a_talon_that_stays_away():
    t = raspas(raspas_talon="unused")
    assert t.seat == 0
    assert len(t.legal()) == 10
    for _ in range(3):
        t.step(t.legal()[0])
    assert t.states["won"][0, t.seat] == 1
    while not t.over:
        t.step(t.legal()[0])
    assert not any(seen(t, seat, "talon").any() for seat in range(3))


def test_3_6_after_the_talon_the_winner_leads():
    hands = ["9H TH 7C 8C 9C TC JC QC KC 7D", "7H 8H 8D 9D TD JD QD KD AD 7S", "JH QH AS 8S 9S TS JS QS KS AC"]
    t = say(game(hands=hands, talon="KH AH"), "PASS PASS PASS 9H 7H JH TH 8H QH")
    assert t.states["won"][0].tolist() == [0, 0, 2, 0]
    assert t.seat == 0
    say(t, "7C 8D AC")
    assert t.seat == 2
    assert may(t) == named("AS 8S 9S TS JS QS KS")


def test_3_6_nobody_can_follow_the_talon():
    options = {
        **cardenvs.spec("preferans").mini["mini_trumps"],
        "cards": "7C JS QS KS AS QH KH",
    }
    t = cardenvs.table("preferans", **options).reset(hands=["JS QS", "KS AS", "QH KH"], talon="7C")
    say(t, "PASS PASS PASS JS KS QH")
    assert t.states["won"][0].tolist() == [1, 0, 0, 0]
    assert t.seat == 0


# §4


def test_4_2a_only_tricks_above_the_order_and_below_ten():
    hand = "AS KS QS JS TS 9S AH KH 7D 8D"
    t = finish_laid(laid(hand, "7C 8C", "8S", "WHIST WHIST"), 9, 1, 0)  # sure of eight: as ordered
    assert pool(t) == [6, 0, 0]
    t = finish_laid(laid(hand, "7C 8C", "7S", "WHIST WHIST"), 7, 2, 1)  # threw one away
    assert pool(t) == [4, 0, 0]
    t = finish_laid(laid(hand, "7C 8C", "7S", "WHIST WHIST", dealer=0), 9, 1, 0)  # without the lead sure of six
    assert pool(t) == [4, 0, 0]
    t = finish_laid(laid(hand, "7C 8C", "7S", "WHIST WHIST"), 9, 1, 0)
    assert pool(t) == [0, 0, 0]
    assert gora(t) == [4, 0, 0]


def test_4_6_the_score_moves_as_if_pools_had_no_end():
    rng = np.random.default_rng(0)
    for _ in range(500):
        n = int(rng.integers(3, 5))
        target, value = int(rng.integers(1, 12)), 10 * int(rng.integers(1, 4))
        p, g = rng.integers(0, target + 1, n), rng.integers(0, 30, n)
        w = rng.integers(0, 50, (n, n))
        seat, points = int(rng.integers(n)), int(rng.integers(0, 40))
        before, capped, free = np.zeros((3, n), np.int64)
        ledger.score(p, g, w, n, value, before)
        earned = p.sum() + points
        endless = p.copy()
        ledger.add_pool(endless, g.copy(), w, n, seat, points, 0, value)
        ledger.score(endless, g, w, n, value, free)
        ledger.add_pool(p, g, w, n, seat, points, target, value)
        ledger.score(p, g, w, n, value, capped)
        assert capped.tolist() == free.tolist()
        change = (capped - before).tolist()
        assert change == [points * value * ((n if k == seat else 0) - 1) for k in range(n)]
        assert p.max() <= target
        assert g.min() >= 0
        assert p.sum() == min(earned, n * target)


def test_4_6_forehand_books_its_pool_points_first():
    t = game(episode="match", pool_target=3, raspas_progression=(2,))
    t.states["pool"][0, :3] = [1, 2, 0]
    finish(say(t, "PASS PASS PASS"), 0, 0, 10)
    # 2 points of seat 0 fill its own pool; of those of seat 1, one fills its own and one helps seat 2
    assert pool(t) == [3, 3, 1]
    assert whists(t) == {"1>2": 10}


# §7, §8


def test_7_the_last_trick_alone_may_be_remembered():
    def after_four_cards(**options):
        t = ordered("7D", "WHIST WHIST", **options)
        for _ in range(4):
            t.step(t.legal()[0])
        return t

    t, u = after_four_cards(history="last_trick"), after_four_cards()
    assert seen(t, 0, "last_trick").sum() == 3
    assert not seen(t, 0, "played").any()
    assert seen(u, 0, "played").sum() == 4


REVOKE = [
    "7S 8C 9C TC JC QC KC 7D 8D 9D",
    "AC AD 7H 8H 9H TH JH QH KH AS",
    "TD JD QD KD AH 7C 9S TS JS QS",
]


def revoked(moves, **options):
    """The end of a deal in which the last card of `moves` breaks a rule."""
    t = say(game(hands=REVOKE, talon="KS 8S", revokes="penalised", **options), moves)
    assert t.over
    return t


def test_8_a_catcher_revokes():
    t = revoked("MIS PASS PASS 8S KS 7S AD")
    marks(t, [10, 0, 0], [0, 10, 0], {}, [300, -300, 0])
    t = revoked("6S PASS PASS 8S KS 10H 7S AD")
    marks(t, [10, 0, 0], [0, 10, 0], {}, [300, -300, 0])


def test_8_the_other_whister_writes_his_finished_tricks():
    t = revoked("6S PASS PASS 8S KS 7H WHIST WHIST 7S AS 9S AD KD 7D AC TD")
    # seat 2 follows clubs with the ten of diamonds, holding the seven of clubs; seat 1 has two tricks
    marks(t, [4, 0, 0], [0, 0, 8], {"1>0": 8}, [136, 64, -200])


def test_8_a_passer_pays_and_an_open_whister_pays_for_both_hands():
    t = revoked("6S PASS PASS 8S KS 7H PASS WHIST CLOSED 7S AD")
    marks(t, [4, 0, 0], [0, 8, 0], {}, [160, -200, 40])
    t = revoked("6S PASS PASS 8S KS 7H PASS WHIST OPEN 7S AD")
    marks(t, [4, 0, 0], [0, 0, 8], {}, [160, 40, -200])


def test_8_a_revoke_in_a_raspas_counts_in_the_series():
    hands = ["7S 8C 9C TC JC QC KC 7D 8D 9D", "AC AD 7H 8H 9H TH JH QH KH 8S", "TD JD QD KD AH 7C 9S TS JS QS"]
    t = say(game(hands=hands, talon="KS AS", revokes="penalised", convention="rostov"), "PASS PASS PASS 7S AC")
    marks(t, [0] * 3, [0] * 3, {"0>1": 25, "2>1": 25}, [75, -150, 75])
    t = game(hands=hands, talon="KS AS", revokes="penalised", episode="match")
    say(t, "PASS PASS PASS 7S AC")
    assert (dealer(t), series(t), gora(t), pool(t)) == (2, 1, [0, 10, 0], [0, 0, 0])


def test_8_revokes_are_masked_unless_punished():
    t = say(game(hands=REVOKE, talon="KS 8S"), "6S PASS PASS 8S KS 7H WHIST WHIST 7S")
    assert may(t) == {"AS"}
    with pytest.raises(IllegalAction):
        t.step("play AD")


# §5


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seats": 5}, "seats: want 3..4"),
        ({"first_dealer": 3}, "first_dealer: want 0..2"),
        ({"raspas_talon": "dealer"}, "raspas_talon: 'dealer' wants four seats"),
        ({"raspas_stage": 3}, "raspas_stage: want 0..2"),
        ({"raspas_progression": (1, 2, 3, 4)}, "raspas_progression: want one to three"),
        ({"raspas_exit_levels": (5,)}, "raspas_exit_levels: want one to three of the levels"),
        ({"raspas_dealer_fine": 11}, "raspas_dealer_fine: want 0..10"),
        ({"pool_value": 15}, "pool_value: want a multiple of 10"),
        ({"convention": "sotchi"}, "convention: want 'sochi' or 'leningrad' or 'rostov', got 'sotchi'"),
        ({"cards": "7C 8C"}, "cards: want 31 or 32 cards"),
        ({"values": (2, 4, 6, 8, 9)}, "values: want even numbers"),
        ({"quotas": (3, 2, 1, 1, 1)}, "quotas: want 1 or even numbers"),
        ({"levels": (6, 8, 7, 9, 10)}, "levels: want two to five rising"),
        ({"half_quotas": (2, 1)}, "half_quotas: want one for each of the levels"),
        ({"denoms": ()}, "denoms: want different ones"),
    ],
)
def test_5_options_are_checked(options, message):
    with pytest.raises(InvalidOption, match=message):
        cardenvs.spec("preferans").options(**options)


def test_4_conventions_preset_what_is_not_given():
    def encoded(**options):
        rules = cardenvs.spec("preferans")
        return rules.encoded(rules.options(**options))[0]

    assert [encoded(convention=name)["price_multiplier"] for name in ("sochi", "leningrad", "rostov")] == [1, 2, 1]
    assert encoded(convention="leningrad", price_multiplier=3)["price_multiplier"] == 3
    assert [encoded(seats=n)["raspas_talon"] for n in (3, 4)] == [1, 0]
    assert encoded(convention="rostov", seats=4)["raspas_talon"] == 2
    assert [encoded(seats=n)["raspas_dealer_fine"] for n in (3, 4)] == [0, 10]
