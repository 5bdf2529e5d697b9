"""docs/rules/mushka.md: §9, same numbers, then what no example covers, by its §."""

import pytest

import cardenvs
from cardenvs.errors import IllegalAction, InvalidCard, InvalidOption

from . import mushka_deals as deals
from .mushka_deals import parts, phase, scores, tricks, trump, written
from .reading import deal_number, dealer, hand, legal, named, seen

ACE = "AS KS 9D 8D 7C"
"""A hand with the ace of spades."""
PASSES = "PASS PASS PASS"


def laid(hands=(), turned="6H", **options):
    return deals.laid("mushka", hands, turned, **options)


def winner(cards, suit):
    return deals.winner("mushka", cards, suit)


def follow_set(led, held, turned="6H", **options):
    return deals.follow_set("mushka", led, held, turned, **options)


def test_9_01_the_accounts_of_two_races():
    t = laid(
        [ACE],
        episode="match",
        races=2,
        start_score=8,
        start_scores=(10, 9, 16, 2),
        no_trick_penalty=7,
    )
    hands = [None, "KD QD JD TD 8C", "AS KS QS JS TS", "KC QC JC TC 9C"]
    t.stack(dealer=0, **parts(t, hands, "6S"))
    t.play(f"PLAY {PASSES}")
    assert t.payoffs == [27, -9, -16, -2]
    assert scores(t) == [8, 8, 8, 8]
    t.play("PLAY PLAY PLAY PASS  8C AS KC  KS QC KD  QS JC QD  JS TC JD  TS 9C TD")
    assert t.over
    assert written(t) == [0, -7, 15, -7]
    assert scores(t) == [8, 15, 0, 15]
    assert t.payoffs == [19, -9 - 15, 22, -2 - 15]


@pytest.mark.parametrize(
    ("hands", "turned", "cards", "value"),
    [
        (["AD AC 9C 8C 7C", "9D KC QC JC TC"], "6H", "AD 9D  AC TC  9C KC  QC 8C  JC 7C", 2),
        (["AS KS 9C 8C 7C", "QS AC KC QC JC"], "6H", "AS QS  KS JC  7C QC  KC 8C  AC 9C", 7),
        (["AS KS 9C 8C 7C", "QS AC KC QC JC"], "6S", "AS QS  KS JC  7C QC  KC 8C  AC 9C", 12),
        (["9D 8D 9C 8C 7C", "AD AC KC QC JC"], "6H", "9D AD  AC 7C  KC 8C  QC 9C  JC 8D", -5),
        (["AS 8S 9C 8C 7C", "7H AC KC QC JC"], "6H", "AS 7H  AC 7C  KC 8C  QC 9C  JC 8S", -10),
        (["AS 8S 9C 8C 7C", "7H 6S KC QC TC"], "6H", "8S 6S  AS 7H  KC 7C  QC 8C  TC 9C", 6),
    ],
)
def test_9_02_values(hands, turned, cards, value):
    t = laid(hands, turned).play("PLAY PLAY PASS PASS").play(cards)
    assert t.over
    assert written(t)[0] == value
    assert written(t)[2:] == [0, 0]
    assert scores(t)[0] == 25 - value


def test_9_02_one_trick_and_one_revoke():
    t = laid(["AD KD QD JD KC", "9D 8D 7D TC AC"], revokes="penalised").play("PLAY PLAY PASS PASS")
    t.play("AD TC  KC AC  9D KD  QD 8D  JD 7D")
    assert tricks(t) == [4, 1, 0, 0]
    assert written(t) == [4, -4, 0, 0]


def test_9_03_what_may_be_declared():
    assert legal(laid([ACE])) == {"PLAY", "EXCHANGE"}
    assert legal(laid()) == {"PASS", "PLAY", "EXCHANGE"}
    assert legal(laid(stock_limit=0)) == {"PASS", "PLAY"}


def test_9_04_marking():
    t = laid([ACE]).play("EXCHANGE")
    assert t.seat == 0
    assert legal(t) == {"7C", "8D", "9D", "KS"}
    t.play("9D")
    assert legal(t) == {"KS", "DONE"}


def test_9_05_following():
    assert follow_set("9D", "KD 2D 7H AS 3C") == {"KD", "2D"}
    assert follow_set("9D", "7H QH AS 3C 4C") == {"7H", "QH"}
    assert follow_set("9D", "AS 3C 4C 5C 2S") == {"AS", "3C", "4C", "5C", "2S"}


def test_9_06_following_the_trump_ace():
    assert follow_set("AH", "7H AS 3C") == {"7H"}
    assert follow_set("AH", "7H AS 3C", special_must_follow=False) == {"7H", "AS"}
    assert follow_set("AH", "AS 3C") == {"AS", "3C"}


@pytest.mark.parametrize(
    ("cards", "suit", "best"),
    [
        ("AH KH AS QH", "H", "AS"),
        ("AH AS KH QH", "H", "AS"),
        ("9D AH AS QD", "H", "AH"),
        ("AD 9D AS QD", "H", "AS"),
        ("AD 9D AS 2H", "H", "2H"),
        ("KH 9H AS QH", "H", "KH"),
        ("KD AS 2D", "H", "KD"),
        ("AS 9S 2H KS", "H", "2H"),
        ("AS 9S KD KS", "H", "AS"),
        ("AD AS 2S", "S", "AS"),
    ],
)
def test_9_07_who_takes_the_trick(cards, suit, best):
    assert winner(cards, suit) == best


DEAL_8 = ["AS KS 9D 8D 7C", "AH QH TD 6D 8C", "JH 9H KD 7D KC", "9S 8S 7S 6S AC"]
PLAY_8 = ("9D TD KD", "JH 7C QH", "AH 9H AS", "KS 8C KC", "8D 6D 7D")


def eighth(**options):
    """Example 8, played out."""
    return laid(DEAL_8, **options).play("PLAY PLAY PLAY PASS").play(" ".join(PLAY_8))


def test_9_08_a_full_deal():
    t = laid(DEAL_8).play("PLAY PLAY PLAY PASS")
    for cards, best in zip(PLAY_8, (2, 1, 0, 0, 0), strict=True):
        t.play(cards)
        assert t.over or t.seat == best
    assert t.over
    assert tricks(t) == [3, 1, 1, 0]
    assert written(t) == [8, 1, 1, 0]
    assert scores(t) == [17, 24, 24, 25]
    assert t.payoffs == [8, 1, 1, 0]
    assert eighth(deal_reward="relative").payoffs == [22, -6, -6, -10]


def test_9_09_a_seat_reaches_zero():
    t = eighth(start_scores=(8, 7, 3, 20))
    assert scores(t) == [0, 6, 2, 20]
    assert t.payoffs == [36, -5, -1, -20]
    assert eighth(start_scores=(8, 7, 3, 20), episode="match").payoffs == [28, -6, -2, -20]
    flat = eighth(start_scores=(8, 7, 3, 20), episode="match", settlement="flat")
    assert flat.payoffs == [30, -10, -10, -10]


def test_9_10_the_earlier_finisher_wins():
    t = eighth(start_scores=(8, 1, 3, 20), episode="match")
    assert t.payoffs == [0, 22, -2, -20]
    assert scores(t) == [0, 0, 2, 20]


def test_9_11_the_third_seat_finishes():
    t = eighth(start_scores=(9, 2, 1, 20), episode="match")
    assert scores(t) == [1, 1, 0, 20]
    assert t.payoffs == [-1, -1, 22, -20]


def test_9_12_overshoot():
    t = eighth(start_scores=(2, 9, 9, 9))
    assert scores(t) == [25, 8, 8, 9]
    assert t.payoffs == [-23, 1, 1, 0]
    t = eighth(start_scores=(2, 9, 9, 9), episode="match")
    assert not t.over
    assert scores(t) == [25, 8, 8, 9]
    assert t.payoffs == [0, 0, 0, 0]
    assert eighth(start_scores=(3, 2, 9, 9), episode="match").payoffs == [18, -1, -8, -9]


def test_9_13_an_overshoot_and_two_finishers():
    t = eighth(start_scores=(1, 1, 1, 5), episode="match")
    assert scores(t) == [25, 0, 0, 5]
    assert t.payoffs == [-25, 0, 30, -5]


ONE_TRICK = ["AS 8S 9C 8C 7C", "6S AC KC QC JC"]
ONE_TRICK_PLAY = "PLAY PLAY PASS PASS  AS 6S  7C AC  KC 8C  QC 9C  JC 8S"


def test_9_14_points_of_the_ace_are_no_overshoot():
    t = laid(ONE_TRICK, start_scores=(2, 9, 9, 9)).play(ONE_TRICK_PLAY)
    assert written(t)[0] == 6
    assert scores(t)[0] == 0
    t = laid(ONE_TRICK, start_scores=(2, 9, 9, 9), overshoot="points").play(ONE_TRICK_PLAY)
    assert scores(t)[0] == 25


def test_9_15_alone():
    t = laid([ACE]).play(f"PLAY {PASSES}")
    assert t.over
    assert scores(t) == [15, 25, 25, 25]
    t = laid([ACE], start_scores=(2, 9, 9, 9), episode="match").play(f"PLAY {PASSES}")
    assert t.payoffs == [27, -9, -9, -9]


def test_9_16_all_pass():
    t = laid(turned="AS").play(f"{PASSES} PASS")
    assert t.over
    assert scores(t) == [25, 25, 25, 25]
    assert t.payoffs == [0, 0, 0, 0]
    t = laid(turned="AS", episode="match").play(f"{PASSES} PASS")
    assert not t.over
    assert dealer(t) == 0
    assert scores(t) == [25, 25, 25, 25]


def test_9_17_no_trick_and_two_revokes():
    t = laid(["AC AD KD QD JD", "8D 7D KC QC JC"], revokes="penalised").play("PLAY PLAY PASS PASS")
    t.play("AC 7D  AD KC  KD 8D  QD QC  JD JC")
    assert tricks(t) == [5, 0, 0, 0]
    assert written(t)[1] == -5 - 2 * 5
    assert scores(t)[1] == 40


def test_9_18_the_stock_runs_out():
    t = deals.laid("mushka", seats=7, dealer=6)
    for _ in range(3):
        t.play("EXCHANGE")
        cards = [card for card in sorted(t.legal()) if card < 52]
        for card in cards:
            t.step(card)
        t.play("DONE")
    t.play("EXCHANGE")
    t.step(t.legal()[0])
    assert legal(t) == {"DONE"}
    t.play("DONE")
    while phase(t) == "DECLARE":
        assert legal(t) == {"PASS", "PLAY"}
        t.play("PASS")


def test_9_19_the_first_active_seat_leads():
    t = laid().play("PASS PLAY PASS PLAY")
    assert t.seat == 1


@pytest.mark.parametrize(("seats", "last"), [(5, [5]), (6, [1, 0])])
def test_9_20_how_much_stock_is_left_after_four_exchanges(seats, last):
    t = deals.laid("mushka", seats=seats, dealer=seats - 1)
    for _ in range(4):
        exchange_all(t)
    for number in last:
        if number == 0:
            assert legal(t) == {"PASS", "PLAY"}
            break
        assert exchange_all(t) == number


def exchange_all(t):
    """The seat to act exchanges as many cards as it may; how many."""
    t.play("EXCHANGE")
    number = 0
    while min(t.legal()) < 52:
        t.step(min(t.legal()))
        number += 1
    t.play("DONE")
    return number


def test_9_21_indices():
    index = cardenvs.spec("mushka").action_index
    known = {
        "play 7C": 5, "play 9D": 20, "play KS": 50, "play AS": 51, "PASS": 52, "PLAY": 53, "EXCHANGE": 54,
        "DONE": 55, "SILENT": 56, "ANNOUNCE": 57,
    }  # fmt: skip
    assert {name: index[name] for name in known} == known
    assert len(index) == 62


# What no example covers


@pytest.mark.parametrize(
    ("seats", "deck", "lowest", "stock"),
    [(2, 32, "7", 21), (3, 32, "7", 16), (4, 36, "6", 15), (5, 52, "2", 26), (6, 52, "2", 21), (7, 52, "2", 16)],
)
def test_2_decks_and_stocks(seats, deck, lowest, stock):
    t = cardenvs.table("mushka", seats=seats)
    pack = t.rules.pack_of(t.options)
    assert len(pack) == deck
    assert t.rules.cards.names[pack[0]] == lowest + "C"
    assert round(seen(t, 0, "stock")[0] * 52) == stock


def test_2_cards_are_dealt_one_by_one_from_the_dealers_left():
    t = cardenvs.table("mushka", seats=3, first_dealer=1, hand_size=2, ranks="789", suits="CDH")
    t.reset(deck="7C 8C 9C 7D 8D 9D 7H 8H 9H")
    assert [hand(t, seat) for seat in (2, 0, 1)] == [{"7C", "7D"}, {"8C", "8D"}, {"9C", "9D"}]
    assert hand(t, 0, "turned_card") == {"7H"}
    assert trump(t) == "H"
    t.play("EXCHANGE 7C DONE EXCHANGE 8C DONE PASS")
    assert hand(t, 2) == {"8H", "7D"}
    assert hand(t, 0) == {"9H", "8D"}


def test_2_the_first_dealer_is_drawn_or_named():
    drawn = {dealer(cardenvs.table("mushka", seed=seed)) for seed in range(60)}
    assert drawn == {0, 1, 2, 3}
    assert dealer(cardenvs.table("mushka", first_dealer=2)) == 2


def test_2_a_match_goes_on_and_scores_carry():
    t = eighth(episode="match")
    assert not t.over
    assert (deal_number(t), dealer(t), t.seat) == (2, 0, 1)
    assert t.payoffs == [0, 0, 0, 0]
    assert scores(t) == [17, 24, 24, 25]
    assert written(t) == [8, 1, 1, 0]


def test_2_the_environment_reports_what_a_deal_wrote_off():
    env = cardenvs.make("mushka", seats=4, first_dealer=3, episode="match")
    env.reset(seed=0, options=parts(cardenvs.table("mushka", seats=4), DEAL_8, "6H"))
    for name in " ".join(["PLAY PLAY PLAY PASS", *PLAY_8]).split():
        assert "settled" not in env.infos[env.agent_selection]
        index = env.rules.action_index
        env.step(index.get(name, index.get(f"play {name}")))
    told = [env.infos[f"player_{seat}"] for seat in range(4)]
    assert [info["points written off"] for info in told] == [8, 1, 1, 0]
    assert {info["settled"] for info in told} == {1}
    while not env.terminations["player_0"] and env.infos["player_0"]["settled"] == 1:
        before = env.infos
        assert [before[f"player_{seat}"]["points written off"] for seat in range(4)] == [8, 1, 1, 0]
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert env.infos["player_0"]["settled"] == 2


def test_2_a_race_without_a_finish_is_void():
    t = laid(turned="AS", episode="match", max_deals=2)
    t.stack(dealer=0, **parts(t, turned="AS"))
    t.play(f"{PASSES} PASS")
    assert not t.over
    t.play(f"{PASSES} PASS")
    assert t.over
    assert t.states["truncated"][0]
    assert t.payoffs == [0, 0, 0, 0]


def test_2_max_deals_counts_each_race_anew():
    t = laid([ACE], episode="match", races=2, max_deals=1, start_scores=(10, 9, 9, 9), start_score=10)
    t.stack(dealer=0, **parts(t, [None, ACE], "6H"))
    t.play(f"PLAY {PASSES}")
    assert not t.over
    assert t.payoffs == [27, -9, -9, -9]
    t.play(f"PLAY {PASSES}")
    assert t.over
    assert not t.states["truncated"][0]
    assert t.payoffs == [17, 21, -19, -19]


def test_2_the_deal_passes_over_race_ends():
    t = laid([ACE], episode="match", races=2, start_scores=(10, 9, 9, 9)).play(f"PLAY {PASSES}")
    assert dealer(t) == 0
    assert t.seat == 1
    assert scores(t) == [25, 25, 25, 25]
    assert seen(t, 0, "race_no")[0] == pytest.approx(1 / 2)


def test_2_a_single_deal_is_not_truncated():
    t = laid([ACE]).play(f"PLAY {PASSES}")
    assert t.over
    assert not t.states["truncated"][0]


def test_2_point_value_multiplies_the_settlement_alone():
    t = eighth(start_scores=(8, 7, 3, 20), point_value=3)
    assert t.payoffs == [8 + 84, 1 - 18, 1 - 6, -60]
    assert eighth(start_scores=(8, 7, 3, 20), settlement="flat", flat_amount=4, episode="match").payoffs == [
        12,
        -4,
        -4,
        -4,
    ]
    assert eighth(start_scores=(8, 7, 3, 20), settlement="flat", point_value=7).payoffs == [38, -9, -9, -10]


def test_2_relative_rewards_cover_the_settlement():
    t = eighth(start_scores=(8, 7, 3, 20), deal_reward="relative")
    points = [36, -5, -1, -20]
    assert t.payoffs == [4 * own - sum(points) for own in points]


def test_3_1_the_turned_ace_is_nobodys():
    t = laid(turned="AS")
    assert trump(t) == "S"
    for _ in range(4):
        assert legal(t) == {"PASS", "PLAY", "EXCHANGE"}
        t.play("PASS")


def test_3_1_a_hand_of_the_ace_alone_can_only_play():
    t = deals.laid("mushka", ["AS"], "6H", hand_size=1)
    assert legal(t) == {"PLAY"}
    t = deals.laid("mushka", ["AS"], "6H", hand_size=1, special_discardable=True)
    assert legal(t) == {"PLAY", "EXCHANGE"}
    t.play("EXCHANGE")
    assert legal(t) == {"AS"}


def test_3_1_a_drawn_ace_does_not_bind():
    t = laid([None, None], stock="AS").play("EXCHANGE")
    t.step(t.legal()[0])
    t.play("DONE")
    assert "AS" in hand(t, 0)
    assert t.seat == 1


def test_3_2_the_exchange():
    t = laid([ACE], stock="7D 8H").play("EXCHANGE 8D 9D")
    assert hand(t, 0) == named(ACE)
    assert hand(t, 0, "marked") == {"8D", "9D"}
    assert hand(t, 1, "marked") == set()
    t.play("DONE")
    assert hand(t, 0) == named("AS KS 7C 7D 8H")
    assert hand(t, 0, "thrown") == {"8D", "9D"}
    assert hand(t, 1, "thrown") == set()
    assert seen(t, 1, "exchanged")[3].tolist() == [0, 0, 1, 0, 0, 0]
    assert seen(t, 1, "declared")[3].tolist() == [0, 0, 0, 1]
    assert round(seen(t, 1, "stock")[0] * 52) == 13
    with pytest.raises(IllegalAction):
        t.step("DONE")


def test_3_2_no_more_marks_than_stock():
    t = laid([ACE], stock_limit=1).play("EXCHANGE 7C")
    assert legal(t) == {"DONE"}
    t.play("DONE")
    assert legal(t) == {"PASS", "PLAY"}


def test_3_2_the_ace_may_be_thrown_if_agreed():
    t = laid([ACE], special_discardable=True)
    assert legal(t) == {"PLAY", "EXCHANGE"}
    t.play("EXCHANGE")
    assert legal(t) == {"7C", "8D", "9D", "KS", "AS"}
    t.play("AS")
    assert legal(t) == {"DONE"}


def test_3_2_a_thrown_ace_counts_for_nothing():
    t = laid(["AS KS 9D 8D 7C"], special_discardable=True, stock="7D").play("EXCHANGE AS DONE")
    t.play(PASSES)
    assert scores(t)[0] == 20


@pytest.mark.parametrize("last", range(4))
def test_3_3_the_first_lead(last):
    assert laid(turned="AS", dealer=last).play("PLAY PLAY PLAY PLAY").seat == (last + 1) % 4


@pytest.mark.parametrize(
    ("led", "held", "turned", "options", "playable"),
    [
        ("9H", "7H AS 3C", "6H", {}, "7H"),
        ("9D", "AS 8H 3C", "6H", {}, "8H"),
        ("9D", "AS 8H 3C", "6S", {}, "AS"),
        ("AD", "AS 8H 3C", "6H", {}, "8H"),
        ("AD", "AS 8H 3C", "6H", {"special_must_follow": False}, "8H AS"),
        ("AD", "AS 8D 3C", "6H", {"special_must_follow": False}, "8D AS"),
        ("AD", "AS 8D 3C", "6S", {"special_must_follow": False}, "8D"),
        ("KD", "AS 8D 3C", "6H", {"special_must_follow": False}, "8D"),
        ("9S", "AS 8S 3C", "6H", {}, "AS 8S"),
        ("9D", "7H AS 8D", "6H", {"revokes": "penalised"}, "7H AS 8D"),
    ],
)
def test_3_3_following(led, held, turned, options, playable):
    assert follow_set(led, held, turned, **options) == named(playable)


@pytest.mark.parametrize(
    ("cards", "suit", "best"),
    [
        ("AH AS", "H", "AS"),
        ("AC AS AD", "H", "AS"),
        ("AD AS 2H 3H", "H", "3H"),
        ("AD 2H AS", "H", "2H"),
        ("KH AH AS", "H", "AH"),
        ("2D 3D 3C", "H", "3D"),
        ("2D 3C", "H", "2D"),
        ("TD JD QD 9D", "H", "QD"),
        ("AS AH", "H", "AH"),
        ("KD AD AS", "H", "AD"),  # no ace was led
        ("AD AS KS", "S", "AS"),
    ],
)
def test_3_3_more_tricks(cards, suit, best):
    assert winner(cards, suit) == best


def test_3_3_any_card_may_be_led():
    t = laid([ACE]).play("PLAY PLAY PASS PASS")
    assert legal(t) == named(ACE)


def test_4_1_bonus_and_penalties_are_options():
    t = laid([ACE], special_bonus=7).play(f"PLAY {PASSES}")
    assert written(t)[0] == 12
    t = laid([ACE], "6S", special_bonus_trump=3).play(f"PLAY {PASSES}")
    assert written(t)[0] == 8
    hands, cards = ["AS 8S 9C 8C 7C", "7H AC KC QC JC"], "AS 7H  AC 7C  KC 8C  QC 9C  JC 8S"
    assert written(laid(hands, special_penalty=2).play(f"PLAY PLAY PASS PASS {cards}"))[0] == -2
    hands = ["9D 8D 9C 8C 7C", "AD AC KC QC JC"]
    t = laid(hands, no_trick_penalty=3).play("PLAY PLAY PASS PASS  9D AD  AC 7C  KC 8C  QC 9C  JC 8D")
    assert t.payoffs == [-3, 5, 0, 0]


def test_4_2_overshoot_off():
    t = eighth(start_scores=(2, 9, 9, 9), overshoot="off", episode="match")
    assert t.payoffs == [25, -8, -8, -9]


def test_4_2_overshoot_with_revokes():
    t = laid(["AC KC QC 9D 8D", "AD KD TD 9C 8C"], start_scores=(9, 1, 9, 9), revokes="penalised")
    t.play("PLAY PLAY PASS PASS  9D KD  AD 8D  8C QC  KC TD  AC 9C")
    assert tricks(t) == [3, 2, 0, 0]
    assert scores(t) == [6, 25 + 5, 9, 9]


def test_4_2_as_many_tricks_as_points_is_no_overshoot():
    t = eighth(start_scores=(9, 1, 9, 9), episode="match")
    assert t.over
    assert t.payoffs == [-1, 18, -8, -9]


def test_4_3_revokes_can_undo_a_finish():
    hands = ["AC KC QC 9D 8D", "AD KD 7C 9C 8C"]
    moves = "PLAY PLAY PASS PASS  9D KD  AD AC  8C QC  KC 9C  8D 7C"
    t = laid(hands, start_scores=(3, 9, 9, 9), revokes="penalised", episode="match").play(moves)
    assert not t.over
    assert scores(t) == [5, 7, 9, 9]
    t = laid(hands, start_scores=(3, 9, 9, 9), revokes="penalised", revoke_penalty=0, episode="match").play(moves)
    assert t.payoffs == [25, -7, -9, -9]


def test_4_3_revoke_points_do_not_delay_the_moment():
    # Seat 0 has its two points after trick 4, though it needs those of the ace to make up for the revoke.
    hands = ["8S 7D AC AS 6D", "9S KC QC QS KD"]
    t = laid(hands, start_scores=(2, 3, 9, 9), revokes="penalised", overshoot="off", episode="match")
    t.play("PLAY PLAY PASS PASS  8S 9S  KC 7D  QC AC  AS QS  6D KD")
    assert written(t) == [2, 3, 0, 0]
    assert t.payoffs == [18, 0, -9, -9]


def test_4_3_a_finisher_of_the_last_trick_is_before_one_by_bonus():
    t = laid(["AS 9D 8D 7D 6D", "QS AD KD QD JD"], start_scores=(4, 4, 9, 9), episode="match")
    t.play("PLAY PLAY PASS PASS  AS QS  9D AD  KD 8D  QD 7D  JD 6D")
    assert written(t) == [6, 4, 0, 0]
    assert t.payoffs == [0, 18, -9, -9]


def test_5_defaults():
    options = cardenvs.spec("mushka").options()
    expected = {
        "seats": 4,
        "deck": None,
        "episode": "deal",
        "races": 1,
        "max_deals": 200,
        "deal_reward": "points",
        "start_score": 25,
        "start_scores": None,
        "no_trick_penalty": 5,
        "special_penalty": 10,
        "special_bonus": 5,
        "special_bonus_trump": 10,
        "special_discardable": False,
        "special_must_follow": True,
        "overshoot": "tricks",
        "settlement": "remaining",
        "point_value": 1,
        "flat_amount": 10,
        "revokes": "forbidden",
        "revoke_penalty": 5,
        "first_dealer": None,
        "hand_size": 5,
        "ranks": None,
        "suits": None,
        "stock_limit": None,
    }
    assert {name: getattr(options, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("seats", [1, 8, "4"]),
        ("deck", [40, "36"]),
        ("episode", ["game"]),
        ("races", [0]),
        ("max_deals", [0]),
        ("deal_reward", ["zero"]),
        ("start_score", [0, 10**9]),
        ("start_scores", [(25, 25, 25), (0, 1, 1, 1), 25]),
        ("no_trick_penalty", [-1]),
        ("special_penalty", [-1]),
        ("special_bonus", [-1]),
        ("special_bonus_trump", [-1]),
        ("special_discardable", ["no", 1]),
        ("special_must_follow", [0]),
        ("overshoot", ["on"]),
        ("settlement", ["money"]),
        ("point_value", [0]),
        ("flat_amount", [0]),
        ("revokes", ["allowed"]),
        ("revoke_penalty", [-1]),
        ("first_dealer", [-1, 4]),
        ("hand_size", [0, 6]),
        ("ranks", ["1", "AA"]),
        ("suits", ["X", ""]),
        ("stock_limit", [-1]),
    ],
)
def test_5_a_wrong_option_is_named_in_one_line(option, values):
    for value in values:
        with pytest.raises(InvalidOption, match=f"^{option}: want ") as caught:
            cardenvs.table("mushka", **{option: value})
        assert "\n" not in str(caught.value)
        assert repr(value) in str(caught.value)


@pytest.mark.parametrize("options", [{"seats": 7, "deck": 32}, {"seats": 3, "ranks": "AKQ"}])
def test_5_a_deck_that_does_not_fit(options):
    with pytest.raises(InvalidOption, match=r"^seats: \d seats of 5 cards want a deck of at least \d+, got \d+$"):
        cardenvs.table("mushka", **options)


def test_5_thirty_six_cards_serve_seven_seats_without_a_stock():
    t = deals.laid("mushka", seats=7, deck=36, dealer=6)
    assert "EXCHANGE" not in legal(t)


def test_5_cards_outside_the_deck_are_refused():
    with pytest.raises(InvalidCard, match="2S is not in the deck"):
        cardenvs.table("mushka").reset(turn_up="2S")


def test_5_start_scores_are_for_the_first_race():
    t = laid([ACE], episode="match", races=2, start_scores=[10, 9, 8, 7], start_score=30)
    assert scores(t) == [10, 9, 8, 7]
    t.play(f"PLAY {PASSES}")
    assert t.payoffs == [24, -9, -8, -7]
    assert scores(t) == [30] * 4


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_7_size(seats):
    assert cardenvs.spec("mushka").layout(seats=seats).size == 231 + 179 * seats


@pytest.mark.parametrize(
    ("led", "held", "played", "options", "voids"),
    [
        ("9D", "KD 7H AS", "KD", {}, []),
        ("9D", "QC 7H AS", "7H", {}, [1]),
        ("9D", "QC 7C AS", "7C", {}, [1, 4]),
        ("9H", "QC 7C AS", "7C", {}, [2, 4]),
        ("AH", "QC 7C AS", "AS", {}, [2, 4]),
        ("AH", "QC 7H AS", "AS", {"special_must_follow": False}, []),
        ("AD", "QC 7D AS", "AS", {"special_must_follow": False}, []),
        ("AD", "QC 7H AS", "7H", {"special_must_follow": False}, [1]),
        ("9D", "QC 7H AS", "7H", {"revokes": "penalised"}, []),
    ],
)
def test_7_proved_voids(led, held, played, options, voids):
    t = deals.laid("mushka", [f"{led} 3D 3S", held], "6H", hand_size=3, deck=52, **options)
    t.play(f"PLAY PLAY PASS PASS {led} {played}")
    assert seen(t, 0, "void")[1].nonzero()[0].tolist() == voids


def test_7_what_a_seat_sees_of_play():
    t = laid(DEAL_8).play("PLAY PLAY PLAY PASS 9D TD")
    assert seen(t, 2, "leader").argmax() == 2
    assert seen(t, 2, "winning").argmax() == 3
    assert seen(t, 2, "led_suit").tolist() == [0, 1, 0, 0]
    assert seen(t, 2, "trick_no").tolist() == [1, 0, 0, 0, 0]
    t.play("KD JH")
    assert seen(t, 1, "tricks").tolist() == pytest.approx([0, 0.2, 0, 0])
    assert seen(t, 1, "points").tolist() == pytest.approx([0, 0.1, 0, 0])
    assert seen(t, 1, "score").tolist() == [1, 1, 1, 1]
    assert seen(t, 1, "dealer").argmax() == 2
    assert seen(t, 0, "led_suit").tolist() == [0, 0, 1, 0]


def test_7_money_so_far():
    t = laid([ACE], episode="match", races=2, start_scores=(10, 9, 8, 7)).play(f"PLAY {PASSES}")
    assert seen(t, 1, "net").tolist() == pytest.approx([-0.09, -0.08, -0.07, 0.24])


def test_7_others_revokes_stay_hidden_until_the_deal_is_over():
    t = laid(["AC 9D 8D 7D 6D", "KD 9C KC QC JC"], revokes="penalised").play("PLAY PLAY PASS PASS  AC KD")
    assert seen(t, 1, "own_revokes")[0] > 0
    assert seen(t, 0, "own_revokes")[0] == 0


def test_8_a_revoke_has_its_normal_effect():
    t = laid(["AC 9D 8D 7D 6D", "7H 9C KC QC JC"], revokes="penalised").play("PLAY PLAY PASS PASS  AC 7H")
    assert t.seat == 1
    t = laid(["AH 9D 8D 7D 6D", "AS 9H KC QC JC"], revokes="penalised").play("PLAY PLAY PASS PASS  AH AS")
    assert t.seat == 1
    assert seen(t, 1, "own_revokes")[0] > 0


def test_8_not_trumping_is_a_revoke_too():
    t = laid(["AC 9D 8D 7D 6D", "9H JD KS QS JS"], revokes="penalised").play("PLAY PLAY PASS PASS  AC KS")
    assert seen(t, 1, "own_revokes")[0] == pytest.approx(1 / 5)
    t.play("6D JD")
    assert seen(t, 1, "own_revokes")[0] == pytest.approx(1 / 5)


def test_8_lawful_play_is_no_revoke():
    t = laid(["AH 9D 8D 7D 6D", "AS 9H KC QC JC"], revokes="penalised", special_must_follow=False)
    t.play("PLAY PLAY PASS PASS  AH AS")
    assert seen(t, 1, "own_revokes")[0] == 0


def test_10_the_mini_game():
    t = cardenvs.table("mushka", **cardenvs.spec("mushka").mini["mini"])
    t.reset(hands="AS KH | QH JH", turn_up="AH")
    assert legal(t) == {"PLAY", "EXCHANGE"}
    t.play("PLAY PASS")
    assert t.over
    assert t.payoffs == [7, -7]
    assert set(cardenvs.spec("mushka").mini) == {"mini", "mini_one_card_stock", "mini_three_cards"}
