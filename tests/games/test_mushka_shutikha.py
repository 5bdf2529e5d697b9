"""docs/rules/mushka_shutikha.md: §9, same numbers, then what no example covers, by its §."""

import pytest

import cardenvs
from cardenvs.errors import InvalidArgument, InvalidOption

from . import mushka_deals as deals
from .mushka_deals import parts, phase, scores, tricks, trump, written
from .reading import deal_number, dealer, hand, legal, named, seen

TWO = "PLAY PLAY PASS PASS"


def laid(hands=(), **options):
    return deals.laid("mushka_shutikha", hands, **options)


def winner(cards):
    return deals.winner("mushka_shutikha", cards, "S", instant_win=False)


@pytest.mark.parametrize(
    ("cards", "best"),
    [("9S QS AS", "QS"), ("9S QS KS", "KS"), ("AD TD JD", "JD"), ("AD TD 9D", "AD"), ("KD 6S", "6S")],
)
def test_9_01_who_takes_the_trick(cards, best):
    assert winner(cards) == best


def test_9_02_the_stock():
    t = laid()
    assert round(seen(t, 0, "stock")[0] * 52) == 16
    assert hand(t, 0, "turned_card") == set()
    assert trump(t) == "S"


DEAL_3 = ["QS 7S 9D 8D 7C", "8S AS TD 6D 8C"]
PLAY_3 = "QS 8S  7S AS  TD 9D  6D 8D  7C 8C"


def test_9_03_the_queen_takes_a_trick():
    t = laid(DEAL_3).play(TWO)
    for cards, best in zip(PLAY_3.split("  "), (0, 1, 1, 0, 1), strict=True):
        t.play(cards)
        assert t.over or t.seat == best
    assert tricks(t) == [2, 3, 0, 0]
    assert written(t) == [9, 3, 0, 0]
    assert scores(t) == [16, 22, 25, 25]
    assert t.payoffs == [9, 3, 0, 0]


def test_9_04_the_king_beats_the_queen():
    t = laid(["QS 7S 9D 8D 7C", "KS AS TD 6D 8C"]).play(TWO).play("QS KS")
    assert t.seat == 1
    assert seen(t, 0, "points").tolist() == pytest.approx([0.4, 0.5, 0, 0])
    t.play("TD 9D  6D 8D  7S AS  8C 7C")
    assert tricks(t) == [1, 4, 0, 0]
    assert written(t) == [5, 8, 0, 0]
    assert scores(t) == [20, 17, 25, 25]


DEAL_5 = ["QS 7H 9D 8D 7C", "KS AS TD JD 8C"]
PLAY_5 = "QS KS  AS 7H  TD 8D  JD 9D  8C 7C"


def test_9_05_no_penalty_for_the_holder_of_the_lost_queen():
    t = laid(DEAL_5).play(TWO).play(PLAY_5)
    assert tricks(t) == [0, 5, 0, 0]
    assert written(t) == [4, 9, 0, 0]
    assert scores(t) == [21, 16, 25, 25]


def test_9_06_without_the_queen():
    hands = ["9D 8D 7D 6D 7C", "KS KD QD JD 8C"]
    t = laid(hands, stock="QS").play(TWO).play("9D KD  QD 8D  JD 7D  KS 6D  8C 7C")
    assert written(t) == [-5, 5, 0, 0]
    assert scores(t)[0] == 30
    t = laid(["QS 9D 8D 7D 7C", *hands[1:]], stock="6D").play("EXCHANGE QS DONE PLAY PASS PASS")
    t.play("9D KD  QD 8D  JD 7D  KS 6D  8C 7C")
    assert written(t) == [-5, 5, 0, 0]


def test_9_07_the_queen_alone_must_follow():
    t = laid(["KS 7H 9D 8D 7C", "QS AH TD JD 8C"]).play(TWO).play("KS")
    assert legal(t) == {"QS"}
    t.play("QS")
    assert seen(t, 0, "points").tolist() == pytest.approx([0.5, 0.4, 0, 0])


def test_9_08_two_finish_in_one_trick():
    t = laid(DEAL_5, start_scores=(4, 5, 9, 9), episode="match").play(TWO).play(PLAY_5)
    assert t.payoffs == [0, 18, -9, -9]
    t = laid(DEAL_5, start_scores=(4, 8, 9, 9), episode="match").play(TWO).play(PLAY_5)
    assert t.payoffs == [18, 0, -9, -9]


def test_9_09_overshoot_counts_tricks():
    t = laid(DEAL_3, start_scores=(2, 9, 9, 9), episode="match").play(TWO).play(PLAY_3)
    assert scores(t) == [0, 6, 9, 9]
    assert t.payoffs == [24, -6, -9, -9]
    t = laid(DEAL_3, start_scores=(1, 9, 9, 9), episode="match").play(TWO).play(PLAY_3)
    assert not t.over
    assert scores(t) == [25, 6, 9, 9]


FIVE = "QS 7S KS 8S TS"


def test_9_10_five_spades_as_dealt():
    t = laid([FIVE])
    assert t.over
    assert t.payoffs == [100, -25, -25, -25]
    assert scores(t) == [0, 25, 25, 25]
    assert seen(t, 2, "shown")[2].sum() == 5
    t = laid([FIVE], episode="match")
    assert t.over
    assert t.payoffs == [75, -25, -25, -25]


DEAL_11 = ["QS 7S KS 8S 7C"]


def test_9_11_five_spades_after_the_exchange():
    scores_11 = {"start_scores": (20, 18, 9, 3)}
    t = laid(DEAL_11, stock="TS", episode="match", **scores_11).play("EXCHANGE 7C DONE PASS PASS")
    assert not t.over
    t.play("PASS")
    assert t.over
    assert t.payoffs == [30, -18, -9, -3]
    t = laid(DEAL_11, stock="TS", **scores_11).play("EXCHANGE 7C DONE PASS PASS PASS")
    assert t.payoffs == [50, -18, -9, -3]
    assert written(t) == [0, 0, 0, 0]
    flat = laid(DEAL_11, stock="TS", settlement="flat", episode="match", **scores_11)
    assert flat.play("EXCHANGE 7C DONE PASS PASS PASS").payoffs == [30, -10, -10, -10]


def test_9_12_five_spades_without_the_queen():
    t = laid(["AS 7S KS 8S TS"])
    assert not t.over
    assert legal(t) == {"PASS", "PLAY", "EXCHANGE"}


def test_9_13_alone():
    assert scores(laid(DEAL_3).play("PLAY PASS PASS PASS")) == [13, 25, 25, 25]
    assert scores(laid(["AS 7S 9D 8D 7C"]).play("PLAY PASS PASS PASS")) == [20, 25, 25, 25]


def test_9_14_the_ace_of_spades_has_no_privilege():
    assert legal(laid(["AS 7S 9D 8D 7C"])) == {"PASS", "PLAY", "EXCHANGE"}
    t = laid(["AS 9D 8D 7D 7C", "QS KS JS KD KC"]).play(TWO).play("AS KS  KD 7D  KC 7C  QS 8D  JS 9D")
    assert written(t) == [-5, 4 + 8, 0, 0]


def test_9_15_all_pass():
    t = laid().play("PASS PASS PASS PASS")
    assert scores(t) == [25, 25, 25, 25]
    assert t.payoffs == [0, 0, 0, 0]


# What no example covers


@pytest.mark.parametrize(("seats", "stock"), [(2, 22), (3, 17), (4, 16), (5, 27), (6, 22), (7, 17)])
def test_2_stocks(seats, stock):
    t = cardenvs.table("mushka_shutikha", seats=seats, instant_win=False)
    assert round(seen(t, 0, "stock")[0] * 52) == stock


def test_2_nothing_is_turned_up():
    t = cardenvs.table(
        "mushka_shutikha", seats=2, first_dealer=1, hand_size=1, ranks="AJQK", suits="S", stock_limit=1
    )
    t.reset(deck="AS JS KS QS").play("EXCHANGE AS DONE")
    assert hand(t, 0) == {"KS"}
    with pytest.raises(InvalidArgument, match="turn_up"):
        t.reset(turn_up="AS")


def test_3_1_in_a_match_the_next_deal_follows_at_once():
    t = laid(episode="match", races=2)
    t.stack(dealer=0, **parts(t, [None, FIVE]))
    t.play("PASS PASS PASS PASS")
    assert t.payoffs == [-25, 75, -25, -25]
    assert (deal_number(t), dealer(t), t.seat) == (3, 1, 2)
    assert scores(t) == [25, 25, 25, 25]
    assert seen(t, 0, "shown").sum() == 0


def test_3_1_no_instant_win_if_so_agreed():
    t = laid([FIVE], instant_win=False)
    assert not t.over
    t.play("PLAY PASS PASS PASS")
    assert scores(t) == [13, 25, 25, 25]


def test_3_1_passed_hands_are_not_checked_again():
    t = laid([None, "QS 7S KS 8S 7C"], stock="TS").play("PASS EXCHANGE 7C DONE PASS PASS")
    assert t.over
    assert t.payoffs[1] == 100
    t = laid([None, "QS 7S KS 8S 7C"], stock="TS").play("PASS PASS PASS PASS")
    assert t.payoffs == [0, 0, 0, 0]


def test_3_3_the_second_check_comes_before_a_lone_players_credit():
    t = laid(["QS 7S KS 8S 7C"], stock="TS").play("EXCHANGE 7C DONE PASS PASS PASS")
    assert t.payoffs == [100, -25, -25, -25]


def test_3_3_the_exchanger_shows_only_when_all_have_declared():
    t = laid(["QS 7S KS 8S 7C"], stock="TS").play("EXCHANGE 7C DONE PLAY")
    assert phase(t) == "DECLARE"
    assert seen(t, 1, "shown").sum() == 0
    t.play("PLAY PASS")
    assert t.over
    assert seen(t, 1, "shown")[3].sum() == 5
    assert seen(t, 1, "phase").tolist() == [0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize(
    ("cards", "best"),
    [("KS QS AS", "KS"), ("TS AS JS", "JS"), ("TS AS 9S", "AS"), ("KD QS KS", "KS"), ("KH AH", "KH")],
)
def test_3_4_more_tricks(cards, best):
    assert winner(cards) == best


def test_4_1_values_are_options():
    t = laid(DEAL_5, king_over_queen=3, queen_lost=2).play(TWO).play(PLAY_5)
    assert written(t) == [2, 7, 0, 0]
    t = laid(DEAL_3, queen_trick=6).play(TWO).play(PLAY_3)
    assert written(t) == [7, 3, 0, 0]
    assert scores(laid(DEAL_3, queen_trick=6).play("PLAY PASS PASS PASS"))[0] == 15


def test_4_1_revokes_count_beside_the_queen():
    t = laid(DEAL_5, revokes="penalised").play(TWO).play("QS KS  AS 7C  TD 7H  JD 9D  8C 8D")
    assert written(t)[0] == 4 - 5


def test_4_2_a_lost_queen_is_no_trick_too_many():
    t = laid(DEAL_5, start_scores=(1, 25, 9, 9), episode="match").play(TWO).play(PLAY_5)
    assert t.payoffs[0] == 16 + 9 + 9
    t = laid(DEAL_5, start_scores=(1, 25, 9, 9), overshoot="points").play(TWO).play(PLAY_5)
    assert scores(t)[0] == 25


def test_4_3_equal_finishers_of_one_trick_go_round_from_the_dealers_left():
    t = laid(DEAL_5, start_scores=(3, 4, 9, 9), episode="match").play(TWO).play(PLAY_5)
    # Both finish in trick 1; seat 0 at 3 - 4, seat 1 at 4 - 9.
    assert t.payoffs == [0, 18, -9, -9]


def test_4_3_point_value_counts_in_an_instant_win():
    assert laid([FIVE], point_value=2, episode="match").payoffs == [150, -50, -50, -50]
    assert laid([FIVE], deal_reward="relative").payoffs == [4 * 100 - 25, *[-4 * 25 - 25] * 3]


def test_5_defaults():
    options = cardenvs.spec("mushka_shutikha").options()
    expected = {
        "queen_trick": 8,
        "king_over_queen": 5,
        "queen_lost": 4,
        "instant_win": True,
        "no_trick_penalty": 5,
        "seats": 4,
        "start_score": 25,
    }
    assert {name: getattr(options, name) for name in expected} == expected
    assert not hasattr(options, "special_bonus")


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("queen_trick", [-1]),
        ("king_over_queen", [-1]),
        ("queen_lost", [-1]),
        ("instant_win", [1]),
        ("suits", ["CDH"]),
        ("seats", [0]),
    ],
)
def test_5_a_wrong_option_is_named_in_one_line(option, values):
    for value in values:
        with pytest.raises(InvalidOption, match=f"^{option}: want ") as caught:
            cardenvs.table("mushka_shutikha", **{option: value})
        assert "\n" not in str(caught.value)


def test_5_a_deck_in_which_every_deal_would_be_over_is_refused():
    with pytest.raises(InvalidOption, match=r"^suits: want more than 'S'"):
        cardenvs.table("mushka_shutikha", seats=2, hand_size=2, suits="S", ranks="JQKA")
    cardenvs.table("mushka_shutikha", seats=2, hand_size=2, suits="S", ranks="JQKA9")


def test_5_no_card_is_kept_from_the_whole_deck():
    t = cardenvs.table("mushka_shutikha", seats=7, deck=36, hand_size=5, stock_limit=0)
    assert "EXCHANGE" not in legal(t) or t.over


def test_6_indices():
    index = cardenvs.spec("mushka_shutikha").action_index
    known = {"play TS": 47, "play AS": 48, "play JS": 49, "play QS": 50, "play KS": 51, "PASS": 52, "DONE": 55}
    assert {name: index[name] for name in known} == known
    assert len(index) == 62


def test_7_any_card_may_be_thrown():
    t = laid(["QS KS AS 8D 7C"]).play("EXCHANGE")
    assert legal(t) == named("QS KS AS 8D 7C")


@pytest.mark.parametrize("seats", [2, 7])
def test_7_size(seats):
    assert cardenvs.spec("mushka_shutikha").layout(seats=seats).size == 231 + 179 * seats
