"""docs/rules/mushka_pamphil.md: §9, same numbers, then what no example covers, by its §."""

import pytest

import cardenvs
from cardenvs.errors import InvalidOption

from . import mushka_deals as deals
from .mushka_deals import parts, phase, scores, tricks, trump, written
from .reading import hand, legal, named, seen

OFF = {"announce": "off"}
"""Straight to the declarations."""
SILENT = "SILENT SILENT SILENT SILENT"


def laid(hands=(), turned="6H", **options):
    return deals.laid("mushka_pamphil", hands, turned, **options)


def winner(cards, suit, **options):
    return deals.winner("mushka_pamphil", cards, suit, **OFF, **options)


def follow_set(led, held, turned="6H", **options):
    return deals.follow_set("mushka_pamphil", led, held, turned, **OFF, **options)


@pytest.mark.parametrize(
    ("cards", "suit", "best"),
    [
        ("AH JC KH", "H", "JC"),
        ("AD AS 2D", "H", "AD"),
        ("AH AS 2H", "H", "AH"),
        ("JC AS KS", "S", "JC"),
        ("AC JC KC", "C", "JC"),
    ],
)
def test_9_01_who_takes_the_trick(cards, suit, best):
    assert winner(cards, suit) == best


@pytest.mark.parametrize(
    ("led", "held", "playable"),
    [
        ("9H", "JC KD 2S", "JC"),
        ("9H", "JC 2H 2S", "JC 2H"),
        ("9C", "JC 2C 2S", "2C"),
        ("9C", "JC 2D 2S", "JC"),
        ("9D", "JC 2C 2S", "JC"),
        ("9D", "JC 9H 2C", "JC 9H"),
        ("JC", "9H 2C KC", "9H"),
        ("JC", "9S 2C KC", "9S 2C KC"),
    ],
)
def test_9_02_following(led, held, playable):
    assert follow_set(led, held) == named(playable)


def test_9_03_the_dealer_names_trumps():
    t = laid(turned="JC")
    assert t.seat == 3
    assert t.legal() == [58, 59, 60, 61]
    assert seen(t, 0, "trump").sum() == 0
    t.step(61)
    assert trump(t) == "S"
    assert phase(t) == "DECLARE"
    assert t.seat == 0


PAMPHIL_2 = [None, None, "JC 9H KD 7D KC"]


def test_9_04_the_announcement():
    t = laid(PAMPHIL_2)
    for seat in range(2):
        assert t.seat == seat
        assert legal(t) == {"SILENT"}
        t.play("SILENT")
    assert legal(t) == {"SILENT", "ANNOUNCE"}
    silent = t.clone().play("SILENT")
    t.play("ANNOUNCE")
    assert t.payoffs == [-5, -5, 15, -5]
    assert phase(t) == "DECLARE"
    assert t.seat == 0
    assert silent.seat == 3
    assert legal(silent) == {"SILENT"}
    silent.play("SILENT")
    assert silent.payoffs == [0, 0, 0, 0]
    assert phase(silent) == "DECLARE"
    assert silent.seat == 0


def test_9_05_announced_without_a_choice_or_by_nobody():
    t = laid(PAMPHIL_2, announce="auto")
    assert t.payoffs == [-5, -5, 15, -5]
    assert phase(t) == "DECLARE"
    t = laid(stock="JC")
    for _ in range(4):
        assert legal(t) == {"SILENT"}
        t.play("SILENT")
    assert t.payoffs == [0, 0, 0, 0]
    assert phase(t) == "DECLARE"


def test_9_06_the_ace_of_spades():
    held = ["AS KS 9D 8D 7C"]
    assert legal(laid(held, **OFF)) == {"PASS", "PLAY", "EXCHANGE"}
    assert legal(laid(held, ace_of_spades_rules=True, **OFF)) == {"PLAY", "EXCHANGE"}


DEAL_7 = ["AS KS 9D 8D 7C", "AH QH TD 6D 8C", "JC 9H KD 7D KC", "9S 8S 7S 6S AC"]
PLAY_7 = ("AS QH JC", "KD 9D TD", "KC 7C 8C", "9H 8D AH", "6D 7D KS")


def seventh(**options):
    """Example 7, played out."""
    t = laid(DEAL_7, **options).play("SILENT SILENT ANNOUNCE PLAY PLAY PLAY PASS")
    return t.play(" ".join(PLAY_7))


def test_9_07_a_full_deal():
    t = laid(DEAL_7).play("SILENT SILENT ANNOUNCE PLAY PLAY PLAY PASS AS")
    assert legal(t) == {"AH", "QH"}
    t.play("QH")
    assert legal(t) == {"JC", "9H"}
    t.play("JC")
    assert t.seat == 2
    for cards, best in zip(PLAY_7[1:], (2, 2, 1, 1), strict=True):
        t.play(cards)
        assert t.over or t.seat == best
    assert tricks(t) == [0, 1, 4, 0]
    assert written(t) == [-5, 1, 4, 0]
    assert scores(t) == [30, 24, 21, 25]
    assert t.payoffs == [-10, -4, 19, -5]


def test_9_08_a_bonus_for_pamphil():
    t = seventh(pamphil_bonus=5)
    assert written(t) == [-5, 1, 9, 0]
    assert scores(t) == [30, 24, 16, 25]


def test_9_09_a_seat_finishes():
    t = seventh(start_scores=(25, 25, 4, 25), episode="match")
    assert t.payoffs == [-30 - 5, -24 - 5, 79 + 15, -25 - 5]


def test_9_10_overshoot():
    t = seventh(start_scores=(25, 25, 2, 25), episode="match")
    assert not t.over
    assert scores(t)[2] == 25


def test_9_11_no_overshoot_from_three():
    t = laid(DEAL_7, start_scores=(25, 25, 3, 25), episode="match").play("SILENT SILENT ANNOUNCE")
    t.play("PLAY PLAY PLAY PASS").play(" ".join(PLAY_7[:3]))
    assert int(t.states["reached"][0, 2]) == 3
    t.play(" ".join(PLAY_7[3:]))
    assert t.over
    assert scores(t) == [30, 24, 0, 25]


def test_9_12_flat_settlement():
    t = seventh(start_scores=(25, 25, 4, 25), episode="match", settlement="flat")
    assert t.payoffs == [-10 - 5, -10 - 5, 30 + 15, -10 - 5]


# What no example covers


@pytest.mark.parametrize(("choice", "suit"), [("TRUMP_C", "C"), ("TRUMP_D", "D"), ("TRUMP_H", "H")])
def test_3_1_any_suit_may_be_named(choice, suit):
    t = laid(turned="JC").play(choice)
    assert trump(t) == suit
    assert seen(t, 1, "trump").argmax() == "CDHS".index(suit)


def test_3_1_only_suits_in_use():
    t = cardenvs.table("mushka_pamphil", **cardenvs.spec("mushka_pamphil").mini["mini"]).reset(turn_up="JC")
    assert t.seat == 1
    assert legal(t) == {"TRUMP_C", "TRUMP_H"}


def test_3_1_clubs_stay_without_the_right():
    t = laid(turned="JC", trump_rechoice=False)
    assert trump(t) == "C"
    assert phase(t) == "DECLARE"


@pytest.mark.parametrize("announce", ["choice", "auto", "off"])
def test_3_1_a_turned_pamphil_cannot_be_announced(announce):
    t = laid(turned="JC", announce=announce).play("TRUMP_H")
    assert phase(t) == "DECLARE"
    assert t.payoffs == [0, 0, 0, 0]


def test_3_2_the_dealer_is_asked_last():
    t = laid([None, None, None, "JC 9H KD 7D KC"]).play("SILENT SILENT SILENT")
    assert legal(t) == {"SILENT", "ANNOUNCE"}
    t.play("ANNOUNCE")
    assert t.payoffs == [-5, -5, -5, 15]
    assert t.seat == 0


def test_3_2_a_drawn_pamphil_brings_nothing():
    t = laid(["AC 9H KD 7D KC"], stock="JC", announce="auto").play("EXCHANGE 7D DONE")
    assert "JC" in hand(t, 0)
    assert t.payoffs == [0, 0, 0, 0]


def test_3_2_without_an_announcement_nothing_is_paid():
    t = laid(PAMPHIL_2, **OFF)
    assert phase(t) == "DECLARE"
    assert t.payoffs == [0, 0, 0, 0]


def test_3_2_premiums_are_options_and_weigh_in_relative_rewards():
    assert laid(PAMPHIL_2, announce="auto", announce_premium=2).payoffs == [-2, -2, 6, -2]
    assert laid(PAMPHIL_2, announce="auto", deal_reward="relative").payoffs == [-20, -20, 60, -20]
    t = seventh(deal_reward="relative")
    points = [-10, -4, 19, -5]
    assert t.payoffs == [4 * own - sum(points) for own in points]


def test_3_2_all_see_who_announced():
    t = laid(PAMPHIL_2).play("SILENT SILENT ANNOUNCE")
    for seat in range(4):
        assert seen(t, seat, "announced").tolist() == [float((seat + k) % 4 == 2) for k in range(4)]


def test_3_3_pamphil_may_be_passed_or_thrown():
    t = laid(["JC 9H KD 7D KC"], **OFF)
    assert legal(t) == {"PASS", "PLAY", "EXCHANGE"}
    assert "JC" in legal(t.play("EXCHANGE"))


@pytest.mark.parametrize(
    ("cards", "suit", "best"),
    [
        ("AH AS KH", "H", "AS"),
        ("AH AS JC", "H", "JC"),
        ("AH JC AS", "H", "JC"),
        ("AD AS 9D", "H", "AS"),
        ("AD AS JC", "H", "JC"),
        ("AD JC AS", "H", "JC"),
        ("AD AS 2H", "H", "2H"),
        ("KH AH AS", "H", "AH"),
    ],
)
def test_3_4_the_ace_of_spades_is_below_pamphil(cards, suit, best):
    assert winner(cards, suit, ace_of_spades_rules=True) == best


@pytest.mark.parametrize(
    ("led", "held", "options", "playable"),
    [
        ("AH", "AS 9H 3C", {}, "9H"),
        ("AH", "AS 9H 3C", {"special_must_follow": False}, "9H"),  # without its rules the option says nothing
        ("AH", "AS 9H 3C", {"special_must_follow": False, "ace_of_spades_rules": True}, "9H AS"),
        ("AC", "JC 9D 3S", {}, "JC"),
        ("AC", "JC 9C 3S", {}, "9C"),
    ],
)
def test_3_4_following(led, held, options, playable):
    assert follow_set(led, held, **options) == named(playable)


def test_3_4_clubs_as_trumps_hold_pamphil():
    assert follow_set("9C", "JC 2C 2S", "6C") == {"JC", "2C"}
    assert follow_set("JC", "KC 2H 2S", "6C") == {"KC"}


def test_3_5_all_pass_and_one_alone():
    t = laid(**OFF).play("PASS PASS PASS PASS")
    assert t.payoffs == [0, 0, 0, 0]
    held = ["JC AS 9D 8D 7C"]
    assert scores(laid(held, **OFF).play("PLAY PASS PASS PASS"))[0] == 20
    assert scores(laid(held, pamphil_bonus=3, **OFF).play("PLAY PASS PASS PASS"))[0] == 17
    both = {"pamphil_bonus": 3, "ace_of_spades_rules": True}
    assert scores(laid(held, **both, **OFF).play("PLAY PASS PASS PASS"))[0] == 12
    assert scores(laid(held, "6S", **both, **OFF).play("PLAY PASS PASS PASS"))[0] == 7


def test_4_no_trick_with_the_ace_of_spades():
    hands = ["AS 8S 9D 8D 7D", "7H AC KC QC TC"]
    moves = "PLAY PLAY PASS PASS  AS 7H  AC 7D  KC 8D  QC 9D  TC 8S"
    assert written(laid(hands, **OFF).play(moves))[:2] == [-5, 5]
    assert written(laid(hands, ace_of_spades_rules=True, **OFF).play(moves))[:2] == [-10, 5]


def test_4_two_bonuses_tie_and_the_seat_with_more_to_spare_wins():
    hands = ["AS KS QS JS 9S", "JC TS 7D 8D 9D"]
    moves = "PLAY PLAY PASS PASS  AS TS  KS JC  7D 9S  8D JS  9D QS"
    options = {"ace_of_spades_rules": True, "pamphil_bonus": 5, "episode": "match", **OFF}
    t = laid(hands, start_scores=(6, 9, 9, 9), **options).play(moves)
    assert written(t) == [6, 9, 0, 0]
    assert t.payoffs == [18, 0, -9, -9]  # both by bonus, none to spare: nearest to the dealer's left
    t = laid(hands, start_scores=(6, 8, 9, 9), **options).play(moves)
    assert t.payoffs == [0, 18, -9, -9]


def test_4_a_tie_goes_round_from_the_dealers_left():
    hands = ["AS KS QS JS 9S", "JC TS 7D 8D 9D"]
    options = {"ace_of_spades_rules": True, "pamphil_bonus": 5, "episode": "match", **OFF}
    t = laid(hands, start_scores=(6, 9, 9, 9), dealer=0, **options)
    t.play("PLAY PASS PASS PLAY  TS AS  KS JC  7D 9S  8D JS  9D QS")
    assert written(t) == [6, 9, 0, 0]
    assert t.payoffs == [0, 18, -9, -9]


def test_4_a_match_pays_the_premium_at_once():
    t = seventh(episode="match")
    assert not t.over
    assert t.payoffs == [-5, -5, 15, -5]
    assert seen(t, 2, "net").tolist() == pytest.approx([0.15, -0.05, -0.05, -0.05])


def test_4_an_announcement_in_the_next_deal():
    t = laid(**OFF, episode="match")
    t.stack(dealer=0, **parts(t, PAMPHIL_2, "6H"))
    t.play("PASS PASS PASS PASS")
    assert phase(t) == "DECLARE"


def test_5_defaults():
    options = cardenvs.spec("mushka_pamphil").options()
    expected = {
        "announce": "choice",
        "announce_premium": 5,
        "trump_rechoice": True,
        "pamphil_bonus": 0,
        "ace_of_spades_rules": False,
        "seats": 4,
        "start_score": 25,
        "no_trick_penalty": 5,
        "special_penalty": 10,
        "special_bonus": 5,
        "special_bonus_trump": 10,
    }
    assert {name: getattr(options, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("announce", ["always"]),
        ("announce_premium", [-1]),
        ("trump_rechoice", [1]),
        ("pamphil_bonus", [-1]),
        ("ace_of_spades_rules", ["yes"]),
        ("special_bonus", [-1]),
        ("seats", [8]),
    ],
)
def test_5_a_wrong_option_is_named_in_one_line(option, values):
    for value in values:
        with pytest.raises(InvalidOption, match=f"^{option}: want ") as caught:
            cardenvs.table("mushka_pamphil", **{option: value})
        assert "\n" not in str(caught.value)


def test_6_indices():
    index = cardenvs.spec("mushka_pamphil").action_index
    known = {"play JC": 9, "PASS": 52, "SILENT": 56, "ANNOUNCE": 57, "TRUMP_C": 58, "TRUMP_S": 61}
    assert {name: index[name] for name in known} == known
    assert len(index) == 62


@pytest.mark.parametrize(
    ("led", "held", "played", "voids"),
    [
        ("9C", "JC 2D 2S", "JC", [0]),
        ("9C", "JC 2C 2S", "2C", []),
        ("9H", "JC KD 2S", "JC", []),  # Pamphil follows trumps
        ("9H", "QC KD 2S", "KD", [2, 4]),
        ("JC", "QC KD 2S", "QC", [2, 4]),
    ],
)
def test_7_proved_voids(led, held, played, voids):
    t = laid([f"{led} 3D 3S", held], hand_size=3, deck=52, **OFF).play(f"PLAY PLAY PASS PASS {led} {played}")
    assert seen(t, 0, "void")[1].nonzero()[0].tolist() == voids


def test_7_nobody_learns_who_is_silent_with_pamphil():
    t, u = laid(PAMPHIL_2), laid([None, None, "TC 9H KD 7D KC"], stock="JC")
    for table in t, u:
        table.play(SILENT)
    assert seen(t, 2, "announced").sum() == seen(u, 2, "announced").sum() == 0
    assert t.observe(2).tolist() != u.observe(2).tolist()
    assert t.states["public_key"] == u.states["public_key"]
