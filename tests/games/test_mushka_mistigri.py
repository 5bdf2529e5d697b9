"""docs/rules/mushka_mistigri.md: §9, same numbers, then what no example covers, by its §."""

import pytest

import cardenvs
from cardenvs.errors import InvalidOption

from . import mushka_deals as deals
from .mushka_deals import parts, phase, scores, tricks, written
from .reading import deal_number, dealer, hand, legal, named, seen


def laid(hands=(), turned="8H", **options):
    return deals.laid("mushka_mistigri", hands, turned, **options)


def winner(cards, suit):
    return deals.winner("mushka_mistigri", cards, suit, instant_win=False)


def follow_set(led, held, turned="8H", **options):
    return deals.follow_set("mushka_mistigri", led, held, turned, **options)


@pytest.mark.parametrize(
    ("cards", "suit", "best"),
    [
        ("AD TD JD", "H", "JD"),
        ("AD TD 9D", "H", "AD"),
        ("KH KC QH", "H", "KC"),
        ("KD 9D KC", "H", "KC"),
        ("KD 2H KC", "H", "2H"),
        ("KC 2H QC", "H", "2H"),
        ("AH KC QH", "H", "QH"),
        ("KD KC", "C", "KC"),
    ],
)
def test_9_01_who_takes_the_trick(cards, suit, best):
    assert winner(cards, suit) == best


MISTIGRI = "KC QC TD 6D 9C"


def test_9_02_the_king_of_clubs_may_not_pass_or_be_thrown():
    t = laid([MISTIGRI])
    assert legal(t) == {"PLAY", "EXCHANGE"}
    t.play("EXCHANGE")
    assert legal(t) == {"QC", "TD", "6D", "9C"}


DIAMONDS = "AD QD 9D 8D 7D"


def test_9_03_five_of_a_suit():
    t = laid([DIAMONDS, "KC QC TD 6D 8C", "KH 9H JH 7H 6C"])
    assert not t.over
    assert t.payoffs == [15, -5, -5, -5]
    assert scores(t) == [25, 25, 25, 25]
    for seat in range(4):
        shown = seen(t, seat, "shown")
        assert shown.sum() == 5
        assert {t.rules.cards.names[card] for card in shown[-seat % 4].nonzero()[0]} == named(DIAMONDS)
    assert legal(t) == {"PASS", "PLAY", "EXCHANGE"}


@pytest.mark.parametrize("deck", [36, 52])
def test_9_04_the_higher_suit_is_paid(deck):
    t = laid([DIAMONDS, None, "KH 9H TH 7H 6H"], deck=deck)
    assert t.payoffs == [-5, -5, 15, -5]
    assert seen(t, 1, "shown").sum() == 10


def test_9_05_more_points_in_the_same_suit():
    t = deals.laid("mushka_mistigri", ["AH JH 9H 8H 2H", None, "QH TH 7H 6H 3H"], "4H", seats=5, dealer=4)
    assert t.payoffs == [-5, -5, 20, -5, -5]


def test_9_06_a_premium_and_an_instant_win():
    hands = ["AD QD 9D 8D KC", None, "KH 9H TH 7H 6H"]
    t = laid(hands, start_scores=(20, 18, 9, 3))
    assert t.over
    assert t.payoffs == [45, -23, 6, -8]
    t = laid(hands, start_scores=(20, 18, 9, 3), episode="match")
    assert t.payoffs == [30 - 5, -18 - 5, -9 + 15, -3 - 5]


def test_9_07_five_clubs_with_the_king_are_an_instant_win():
    hands = ["KC QC 9C 8C 7C", "KD QD TD 6D 8D"]
    t = laid(hands)
    assert t.over
    assert t.payoffs == [95, -10, -30, -30]
    assert laid(hands, episode="match").payoffs == [75 - 5, -25 + 15, -25 - 5, -25 - 5]


DEAL_8 = [None, "KH QH TH 6D 9H", "KC QC TD 7D 8C"]


def test_9_08_the_second_check():
    t = laid(DEAL_8, stock="JH").play("PASS EXCHANGE 6D DONE")
    assert t.seat == 2
    assert legal(t) == {"PLAY", "EXCHANGE"}
    t.play("PLAY")
    assert t.payoffs == [0, 0, 0, 0]
    t.play("PASS")
    assert t.payoffs == [-5, 15, -5, -5]
    assert hand(t, 1) == named("KH QH TH JH 9H")
    assert seen(t, 0, "shown")[1].sum() == 5
    assert t.seat == 1
    assert phase(t) == "PLAY"


def test_9_09_no_second_premium():
    t = laid([DIAMONDS]).play("PLAY PLAY PASS PASS")
    assert phase(t) == "PLAY"
    assert t.payoffs == [15, -5, -5, -5]


DEAL_10 = ["KC 9C JD 7D 6S", "AH QH TD 6D 8C", "KH 9H QD 7C TS", "9S 8S 7S 8D AC"]
PLAY_10 = ("JD TD QD", "KH KC AH", "9C 8C 7C", "7D 6D 9H", "TS 6S QH")


def tenth(**options):
    """Example 10, played out."""
    return laid(DEAL_10, "6H", **options).play("PLAY PLAY PLAY PASS").play(" ".join(PLAY_10))


def test_9_10_a_full_deal():
    t = laid(DEAL_10, "6H").play("PLAY PLAY PLAY PASS")
    for cards, best in zip(PLAY_10, (2, 0, 0, 2, 1), strict=True):
        t.play(cards)
        assert t.over or t.seat == best
    assert tricks(t) == [2, 1, 2, 0]
    assert written(t) == [7, 1, 2, 0]
    assert scores(t) == [18, 24, 23, 25]
    assert t.payoffs == [7, 1, 2, 0]


@pytest.mark.parametrize(("lead", "value"), [("KC", -10), ("QC", -5)])
def test_9_11_no_trick(lead, value):
    t = laid([f"{lead} 9D 8D 7D 6S", "7H KD QD JD AD"], "6H").play("PLAY PLAY PASS PASS")
    t.play(f"{lead} 7H  KD 7D  QD 8D  JD 9D  AD 6S")
    assert written(t)[0] == value


@pytest.mark.parametrize(("turned", "value"), [("6H", 7), ("6C", 12)])
def test_9_11_two_tricks_with_the_king(turned, value):
    t = laid(["KC JC 9D 8D 7D", "TC KD QD JD AS"], turned).play("PLAY PLAY PASS PASS")
    t.play("KC TC  JC AS  7D KD  QD 8D  JD 9D")
    assert tricks(t) == [2, 3, 0, 0]
    assert written(t)[0] == value


def test_9_12_the_bonus_counts_after_the_last_trick():
    t = tenth(start_scores=(7, 1, 9, 20), episode="match")
    assert scores(t) == [0, 0, 7, 20]
    assert t.payoffs == [0, 27, -7, -20]


def test_9_13_overshoot():
    t = tenth(start_scores=(25, 25, 1, 25))
    assert scores(t)[2] == 25
    t = laid(["KC 9D 8D 7D 6S", "QC KD QD JD AD"], "6H", start_scores=(2, 25, 25, 25))
    t.play("PLAY PLAY PASS PASS  KC QC  7D KD  QD 8D  JD 9D  AD 6S")
    assert written(t)[0] == 6
    assert scores(t)[0] == 0


def test_9_14_alone_and_nobody():
    assert scores(laid([MISTIGRI]).play("PLAY PASS PASS PASS")) == [15, 25, 25, 25]
    t = laid(turned="KC").play("PASS PASS PASS PASS")
    assert t.payoffs == [0, 0, 0, 0]


def test_9_15_indices():
    index = cardenvs.spec("mushka_mistigri").action_index
    known = {"play KC": 12, "play AH": 35, "play KH": 38, "play AC": 9, "play JC": 10, "play QC": 11, "DONE": 55}
    assert {name: index[name] for name in known} == known
    assert len(index) == 62


# What no example covers


@pytest.mark.parametrize(
    ("hands", "paid"),
    [
        (["KS QS JS AS TS", "QC JC AC TC 9C"], 1),  # spades below clubs
        (["AC QC TC 9C 8C", "AD JD 7D 9D 8D"], 1),  # clubs below diamonds
        (["AD QD TD 9D 8D", "AH JH 7H 9H 6H"], 1),
        (["KC QC TC 9C 7C", "KS QS JS AS TS"], 0),
    ],
)
def test_3_1_suits_in_order(hands, paid):
    t = laid(hands, instant_win=False)
    assert t.payoffs == [15 if seat == paid else -5 for seat in range(4)]


@pytest.mark.parametrize(
    ("hands", "paid"),
    [
        (["KH 6H 4H 3H 2H", "QH 7H 5H 9H TH"], 1),  # 20 points to 35
        (["KH TH 4H 3H 2H", "QH JH 9H 7H AH"], 0),  # 24 to 23
        (["KH 9H 4H 3H 2H", "QH JH 7H 5H 6H"], 1),  # 23 to 24
        (["TH 9H 3H 2H AH", "KH 7H 5H 6H JH"], 1),  # 25 each: the higher top card
    ],
)
def test_3_1_points_of_a_suit(hands, paid):
    t = laid(hands, "8H", deck=52)
    assert t.payoffs == [15 if seat == paid else -5 for seat in range(4)]


def test_3_1_five_clubs_with_the_king_without_instant_wins():
    t = laid(["KC QC 9C 8C 7C", "KD QD TD 6D 8D"], instant_win=False)
    assert not t.over
    assert t.payoffs == [-5, 15, -5, -5]
    assert seen(t, 0, "shown").sum() == 10
    assert legal(t) == {"PLAY", "EXCHANGE"}


def test_3_1_four_of_any_suit_and_the_king_win():
    t = laid(["AH QH 9H 7H KC"])
    assert t.over
    assert t.payoffs == [100, -25, -25, -25]
    t = laid(["AH QH 9H 7H KC"], instant_win=False)
    assert not t.over
    assert t.payoffs == [0, 0, 0, 0]


def test_3_1_in_a_match_mistigri_starts_anew():
    t = laid(turned="8H", episode="match", races=2)
    t.stack(dealer=0, **parts(t, [None, "AH QH 9H 7H KC"], "8H"))
    t.play("PASS PASS PASS PASS")
    assert t.payoffs == [-25, 75, -25, -25]
    assert (deal_number(t), dealer(t)) == (3, 1)
    assert scores(t) == [25, 25, 25, 25]


def test_3_1_an_instant_win_of_the_only_race_ends_the_match():
    assert laid(["AH QH 9H 7H KC"], episode="match").over


def test_3_3_an_instant_win_after_the_exchange():
    t = laid(["AH QH 9H 6D KC"], stock="7H").play("EXCHANGE 6D DONE PLAY PASS")
    assert not t.over
    t.play("PASS")
    assert t.over
    assert t.payoffs == [100, -25, -25, -25]
    assert seen(t, 1, "shown")[3].sum() == 5


def test_3_3_who_opened_at_the_first_check_may_still_win_at_once():
    t = laid([DIAMONDS], stock="KC").play("EXCHANGE 7D DONE PASS PASS PASS")
    assert t.over
    assert t.payoffs == [15 + 100, -5 - 25, -5 - 25, -5 - 25]
    assert seen(t, 0, "shown")[0].sum() == 6


def test_3_3_another_suit_brings_no_second_premium():
    t = laid([DIAMONDS], stock="KH QH JH 7H 6H").play("EXCHANGE 7D 8D 9D AD QD DONE PASS PLAY PASS")
    assert t.payoffs == [15, -5, -5, -5]
    assert hand(t, 0) == named("KH QH JH 7H 6H")
    assert seen(t, 1, "shown")[3].sum() == 5


def test_3_3_a_lone_player_is_checked_too():
    t = laid(DEAL_8[:2], stock="JH").play("PASS EXCHANGE 6D DONE PASS PASS")
    assert t.over
    assert t.payoffs == [-5, 15 + 5, -5, -5]


def test_3_3_premiums_are_paid_at_both_checks():
    t = laid([DIAMONDS, "KH QH TH 6D 9H"], stock="JH").play("PASS EXCHANGE 6D DONE PLAY PASS")
    assert t.payoffs == [15 - 5, -5 + 15, -10, -10]


def test_3_3_passed_hands_are_not_checked():
    t = laid([DIAMONDS]).play("PASS PLAY PLAY PASS")
    assert t.payoffs == [15, -5, -5, -5]


@pytest.mark.parametrize(
    ("led", "held", "turned", "options", "playable"),
    [
        ("KD", "KC 9H 3S", "8H", {}, "9H"),
        ("KD", "KC 9H 3S", "8H", {"special_must_follow": False}, "KC 9H"),
        ("AD", "KC 9H 3S", "8H", {"special_must_follow": False}, "9H"),
        ("KD", "KC 9D 3S", "8C", {"special_must_follow": False}, "9D"),
        ("KH", "KC 9D 3S", "8H", {}, "KC 9D 3S"),
    ],
)
def test_3_4_following(led, held, turned, options, playable):
    assert follow_set(led, held, turned, **options) == named(playable)


@pytest.mark.parametrize(
    ("cards", "suit", "best"),
    [("KH KC", "H", "KC"), ("QD KD KC", "H", "KD"), ("KD KC 2H", "H", "2H"), ("2C KC", "H", "KC")],
)
def test_3_4_more_tricks(cards, suit, best):
    assert winner(cards, suit) == best


def test_4_2_premiums_are_options_and_weigh_in_relative_rewards():
    assert laid([DIAMONDS], suit_premium=2).payoffs == [6, -2, -2, -2]
    assert laid([DIAMONDS], suit_premium=0).payoffs == [0, 0, 0, 0]
    assert seen(laid([DIAMONDS], suit_premium=0), 1, "shown").sum() == 5
    assert laid([DIAMONDS], deal_reward="relative").payoffs == [60, -20, -20, -20]


def test_4_3_flat_settlement_of_an_instant_win():
    t = laid(["AH QH 9H 7H KC"], settlement="flat", start_scores=(7, 6, 5, 4))
    assert t.payoffs == [30 + 7, -10, -10, -10]
    assert written(t) == [0, 0, 0, 0]


def test_5_defaults():
    options = cardenvs.spec("mushka_mistigri").options()
    expected = {
        "suit_premium": 5,
        "instant_win": True,
        "special_bonus": 5,
        "special_bonus_trump": 10,
        "special_penalty": 10,
        "special_discardable": False,
        "special_must_follow": True,
        "no_trick_penalty": 5,
        "seats": 4,
    }
    assert {name: getattr(options, name) for name in expected} == expected


@pytest.mark.parametrize(("option", "values"), [("suit_premium", [-1]), ("instant_win", [0]), ("seats", [9])])
def test_5_a_wrong_option_is_named_in_one_line(option, values):
    for value in values:
        with pytest.raises(InvalidOption, match=f"^{option}: want ") as caught:
            cardenvs.table("mushka_mistigri", **{option: value})
        assert "\n" not in str(caught.value)


def test_5_the_king_may_be_thrown_if_agreed():
    t = laid([MISTIGRI], special_discardable=True)
    assert legal(t) == {"PLAY", "EXCHANGE"}
    assert "KC" in legal(t.play("EXCHANGE"))


def test_5_short_hands():
    t = cardenvs.table("mushka_mistigri", **cardenvs.spec("mushka_mistigri").mini["mini"])
    t.reset(hands="KC AH QH | JC AC QC", turn_up="JH")
    assert t.over
    assert t.payoffs == [2 * (50 - 5) - 25, 2 * (-25 + 5) - 25]


@pytest.mark.parametrize("seats", [2, 7])
def test_7_size(seats):
    assert cardenvs.spec("mushka_mistigri").layout(seats=seats).size == 231 + 179 * seats
