"""docs/rules/loo.md: §9, same numbers, then what no example covers, by its §."""

import math

import pytest

import cardenvs
from cardenvs.errors import IllegalAction, InvalidCard, InvalidOption

from .reading import deal_number, dealer, hand, legal, named, pool, seen

REFUSED = "REFUSE REFUSE REFUSE"
"""All before the dealer of four."""


def four(hands=None, turned="5H", dealer=3, **options):
    """Four seats, seat 3 deals unless said; hands by seat, None or none at all is random."""
    rest = {name: options.pop(name) for name in ("miss",) if name in options}
    table = cardenvs.table("loo", **{"seats": 4, "first_dealer": dealer, **options})
    return table.reset(hands=hands or [None] * table.seats, turn_up=turned, **rest)


def play_out(table):
    """Plays the lowest legal card until the deal is over."""
    number = deal_number(table)
    while not table.over and deal_number(table) == number:
        table.step(table.legal()[0])


def lead_set(held, active, turned="5H", **options):
    """What seat 0 may lead to trick 1 when the first `active` of four seats play."""
    table = four([held, None, None, None], turned, **options)
    table.play("PLAY " * active + "REFUSE " * (4 - active))
    assert table.seat == 0
    return legal(table)


def follow_set(trick, held, **options):
    """What the next seat, holding `held`, may play to `trick`; hearts are trumps, no earlier seat has a choice."""
    played = trick.split()
    before = [f"{card} {rest}" for card, rest in zip(played, ("2C 2D", "3C 3D"), strict=False)]
    table = four([*before, held] + [None] * (3 - len(played)), **options)
    table.play("PLAY " * (len(played) + 1) + "REFUSE " * (3 - len(played)) + trick)
    assert table.seat == len(played)
    return legal(table)


def test_9_01_one_miss_for_the_first_who_wants_it():
    t = four()
    assert legal(t) == {"REFUSE", "PLAY", "TAKE_MISS"}
    t.play("TAKE_MISS")
    assert t.seat == 1
    assert legal(t) == {"REFUSE", "PLAY"}


def test_9_02_all_refuse_and_the_dealer_takes_his_ante_back():
    t = four()
    assert pool(t) == 3
    assert t.payoffs == [0, 0, 0, -3]
    t.play(REFUSED)
    assert t.over
    assert t.payoffs == [0, 0, 0, 0]

    t = four(episode="match").play(REFUSED)
    assert not t.over
    assert dealer(t) == 0
    assert pool(t) == 3
    assert t.payoffs == [-3, 0, 0, 0]


def test_9_03_all_refuse_and_the_dealer_takes_a_carried_pool():
    t = four(initial_pool=12)
    assert pool(t) == 12
    assert t.payoffs == [0, 0, 0, 0]
    t.play(REFUSED)
    assert t.over
    assert t.payoffs == [0, 0, 0, 12]


@pytest.mark.parametrize(
    ("declared", "choices"),
    [
        ("REFUSE PLAY REFUSE", "PLAY TAKE_MISS POOL"),
        ("REFUSE TAKE_MISS REFUSE", "PLAY POOL"),
        ("PLAY REFUSE PLAY", "REFUSE PLAY TAKE_MISS"),
    ],
)
def test_9_04_the_dealer_must_defend_against_a_lone_player(declared, choices):
    t = four().play(declared)
    assert t.seat == 3
    assert legal(t) == named(choices)


def test_9_05_a_pool_defender_may_first_draw_the_miss():
    t = four(pool_defence_draw=True).play("REFUSE PLAY REFUSE POOL")
    assert t.seat == 3
    assert legal(t) == {"PLAY", "TAKE_MISS"}


@pytest.mark.parametrize("active", [2, 3, 4])
def test_9_06_the_trump_ace_must_be_led(active):
    assert lead_set("AH KH 2C", active) == {"AH"}


@pytest.mark.parametrize("active", [2, 3, 4])
def test_9_07_the_king_must_be_led_when_the_ace_is_turned(active):
    assert lead_set("KH 3C 2C", active, turned="AH") == {"KH"}
    assert lead_set("KH 3C 2C", active) == {"KH", "3C", "2C"}


def test_9_08_two_trumps_must_lead_one_and_few_players_the_highest():
    assert lead_set("QH 7H 2C", 4) == {"QH", "7H"}
    assert lead_set("QH 7H 2C", 3) == {"QH"}
    assert lead_set("QH 7H 2C", 2) == {"QH"}
    assert lead_set("QH 7H 2C", 3, highest_trump_lead_max_players=2) == {"QH", "7H"}
    assert lead_set("QH 7H 2C", 2, highest_trump_lead_max_players=2) == {"QH"}


@pytest.mark.parametrize("active", [2, 3, 4])
def test_9_08_the_first_lead_alone_may_be_bound(active):
    hands = ["KC 3D 2D", "QH 7H AC", "2S 3S 4S", "6S 7S 8S"]
    play = "PLAY " * active + "REFUSE " * (4 - active) + " ".join(["KC", "AC", "2S", "6S"][:active])
    t = four(hands, forced_trump_lead="first_lead").play(play)
    assert t.seat == 1
    assert legal(t) == {"QH", "7H"}
    t = four(hands).play(play)
    assert legal(t) == ({"QH", "7H"} if active == 4 else {"QH"})


@pytest.mark.parametrize(("held", "playable"), [("KS 3S AC", "KS"), ("4S 3S AC", "4S 3S"), ("KS TS AC", "KS TS")])
def test_9_09_follow_and_head(held, playable):
    assert follow_set("9S", held) == named(playable)


@pytest.mark.parametrize(("held", "playable"), [("KD 3H AC", "3H"), ("9H 3H AC", "9H 3H")])
def test_9_10_trump_what_you_cannot_follow(held, playable):
    assert follow_set("9S", held) == named(playable)


@pytest.mark.parametrize(
    ("held", "undertrump", "playable"),
    [
        ("9H 3H AC", "required", "9H"),
        ("4H 3H AC", "required", "4H 3H"),
        ("4H 3H AC", "free", "4H 3H AC"),
        ("AS 2S KH", "required", "AS 2S"),
    ],
)
def test_9_11_overtrump_or_undertrump(held, undertrump, playable):
    assert follow_set("9S 6H", held, undertrump=undertrump) == named(playable)


@pytest.mark.parametrize(
    ("trick", "held", "playable"),
    [("9H", "QH 3H AC", "QH"), ("9H KH", "QH 3H AC", "QH 3H"), ("9H", "QS 3S AC", "QS 3S AC")],
)
def test_9_12_trumps_led(trick, held, playable):
    assert follow_set(trick, held) == named(playable)


DEAL_13 = ["KH 9C 4C", "AC 7D 2D", "QH JH 3S", "8S 7S 6S"]
PLAY_13 = "PLAY PLAY PLAY REFUSE  9C AC JH  QH KH 2D  4C 7D 3S"


def test_9_13_a_full_deal():
    t = four(DEAL_13).play("PLAY PLAY PLAY REFUSE")
    assert t.seat == 0
    assert legal(t) == {"KH", "9C", "4C"}
    t.play("9C")
    assert legal(t) == {"AC"}
    t.play("AC")
    assert legal(t) == {"QH", "JH"}
    t.play("JH")
    assert t.seat == 2
    assert legal(t) == {"QH", "3S"}
    t.play("QH")
    assert t.seat == 0
    assert legal(t) == {"KH"}
    t.play("KH")
    assert legal(t) == {"7D", "2D"}
    t.play("2D")
    assert t.seat == 0
    t.play("4C 7D")
    assert not t.over
    t.play("3S")
    assert t.over
    assert t.payoffs == [2, -3, 1, -3]

    t = four(DEAL_13, episode="match").play(PLAY_13)
    assert dealer(t) == 0
    assert pool(t) == 3
    assert t.payoffs == [2, -3, 1, -3]


def test_9_14_the_same_for_twelve_and_limited():
    assert four(DEAL_13, initial_pool=12).play(PLAY_13).payoffs == [8, -12, 4, 0]
    assert four(DEAL_13, initial_pool=12, loo_limit=6).play(PLAY_13).payoffs == [8, -6, 4, 0]
    for limit, carried in (None, 12), (6, 6):
        t = four(DEAL_13, initial_pool=12, loo_limit=limit, episode="match").play(PLAY_13)
        assert pool(t) == carried


def test_9_15_a_split_pool_makes_the_deal_zero_sum():
    assert four(DEAL_13, deal_end_pool="split").play(PLAY_13).payoffs == [3, -2, 2, -3]


DEAL_16 = [None, "KS 8D 7D", None, "AD 2S 3C"]
PLAY_16 = "REFUSE PLAY REFUSE POOL  KS 2S  8D AD  3C 7D"


def test_9_16_playing_for_the_pool():
    t = four(DEAL_16, "6S", initial_pool=9).play("REFUSE PLAY REFUSE POOL")
    assert t.seat == 1
    assert legal(t) == {"KS", "8D", "7D"}
    t.play("KS")
    assert t.seat == 3
    assert legal(t) == {"2S"}
    t.play("2S 8D")
    assert legal(t) == {"AD"}
    t.play("AD")
    assert t.seat == 3
    t.play("3C 7D")
    assert t.over
    assert t.payoffs == [0, 3, 0, 0]

    t = four(DEAL_16, "6S", initial_pool=9, episode="match").play(PLAY_16)
    assert dealer(t) == 0
    assert pool(t) == 9
    assert t.payoffs == [-3, 3, 0, 0]


def test_9_17_thirds_left_in_the_pool_are_topped_up():
    assert four(DEAL_16, "6S").play(PLAY_16).payoffs == [0, 1, 0, -3]
    t = four(DEAL_16, "6S", episode="match").play(PLAY_16)
    assert dealer(t) == 0
    assert pool(t) == 6
    assert t.payoffs == [-4, 1, 0, -3]


def test_9_18_a_pool_defender_neither_wins_nor_loses():
    strong, weak = "AD KD QD", "8D 7D 3D"
    takes_all = "REFUSE PLAY REFUSE POOL  8D AD  KD 7D  QD 3D"
    takes_none = "REFUSE PLAY REFUSE POOL  AD 8D  KD 7D  QD 3D"
    assert four([None, weak, None, strong], "6S", initial_pool=9).play(takes_all).payoffs == [0, -9, 0, 0]
    assert four([None, strong, None, weak], "6S", initial_pool=9).play(takes_none).payoffs == [0, 9, 0, 0]

    t = four([None, weak, None, strong], "6S", initial_pool=9, episode="match").play(takes_all)
    assert pool(t) == 18
    assert t.payoffs == [0, -9, 0, 0]
    t = four([None, strong, None, weak], "6S", initial_pool=9, episode="match").play(takes_none)
    assert pool(t) == 3
    assert t.payoffs == [-3, 9, 0, 0]


def test_9_19_a_forced_ace_and_a_forced_king():
    t = four(["AH 9C 2S", "KC QC 4H", "AD JD TD", None]).play("PLAY PLAY PLAY REFUSE")
    assert legal(t) == {"AH"}
    t.play("AH")
    assert legal(t) == {"4H"}
    t.play("4H TD")
    assert t.seat == 0
    t.play("9C")
    assert legal(t) == {"KC", "QC"}
    t.play("KC JD")
    assert t.seat == 1
    t.play("QC AD 2S")
    assert t.over
    assert t.payoffs == [1, 2, -3, -3]


def test_9_20_an_ante_every_deal():
    t = four(DEAL_13, initial_pool=12, dealer_ante="every_deal")
    assert pool(t) == 15
    assert t.payoffs == [0, 0, 0, -3]
    assert t.play(PLAY_13).payoffs == [10, -15, 5, -3]


def test_9_21_a_match_goes_on_until_a_deal_without_a_loo():
    t = cardenvs.table("loo", seats=3, first_dealer=0, episode="match")
    t.reset(hands="2S 3S 4S | AH KH QH | 2C 3C 4C", turn_up="5H")
    assert pool(t) == 3
    t.play("PLAY PLAY REFUSE  AH 2C  KH 3C  QH 4C")
    assert t.payoffs == [-3, 3, -3]
    assert (deal_number(t), dealer(t), pool(t)) == (2, 1, 3)

    t.stack(dealer=2, hands="AH KH QH | 2C 3C 4C | 2S 3S 4S", turn_up="5H")
    t.play("REFUSE REFUSE")
    assert (deal_number(t), dealer(t), pool(t)) == (3, 2, 3)
    assert t.payoffs == [-3, 6, -6]

    t.stack(dealer=0, hands="4D 3D 5D | AH 2C 3C | AC KC 2D", turn_up="5H")
    t.play("PLAY PLAY PLAY  AH 2C 2S  KH 3C 3S  QH 4C 4S")
    assert t.payoffs == [0, 3, -9]
    assert (deal_number(t), dealer(t), pool(t)) == (4, 0, 6)
    assert not t.over

    t.play("PLAY PLAY REFUSE  AH 2D  2C AC  KC 3C")
    assert t.over
    assert t.payoffs == [0, 5, -5]


def test_9_22_the_last_pool_is_divided_from_the_last_dealers_left():
    t = four(["2S 3S 4S", None, None, "AH KH QH"], dealer=2, episode="match", initial_pool=6, max_deals=1)
    t.play("PLAY PLAY REFUSE REFUSE  AH 2S  KH 3S  QH 4S")
    assert t.over
    assert t.payoffs == [2 - 6, 1, 1, 2 + 6]


def test_9_23_action_indices():
    index = cardenvs.spec("loo").action_index
    known = {"play 2C": 0, "play AC": 12, "play 5H": 29, "play KH": 37, "play AS": 51, "REFUSE": 52, "POOL": 57}
    assert {name: index[name] for name in known} == known


def test_9_24_an_indivisible_pool_is_topped_up():
    t = four(initial_pool=7)
    assert pool(t) == 9
    assert t.payoffs == [0, 0, 0, -2]
    t = four(initial_pool=7, dealer_ante="every_deal")
    assert pool(t) == 12
    assert t.payoffs == [0, 0, 0, -5]


def test_9_25_the_bank_breaks():
    t = cardenvs.table("loo", seats=8, first_dealer=0, episode="match", initial_pool=999_999_999)
    hands = ["AH KH QH" if seat == 1 else None for seat in range(8)]
    t.reset(hands=hands, turn_up="5H")
    carried = []
    for deal in range(4):
        if deal < 3:
            hands = hands[-1:] + hands[:-1]
            t.stack(dealer=deal + 1, hands=hands, turn_up="5H")
        t.play("PLAY " * 8)
        play_out(t)
        if deal < 3:
            assert not t.over
            carried.append(pool(t))
    assert carried == [6_999_999_993, 48_999_999_951, 342_999_999_657]
    assert t.over
    assert deal_number(t) == 4

    pools = [999_999_999, *carried]
    paid = [-sum(pools)] * 8
    for deal, amount in enumerate(pools):
        paid[deal + 1] += 2 * amount
    share, left = divmod(2_400_999_997_599, 8)
    assert left == 7
    assert t.payoffs == [p + share + (seat != 3) for seat, p in enumerate(paid)]
    assert sum(t.payoffs) == 999_999_999
    assert t.observe(0).max() <= t.layout.high


def test_2_a_random_first_dealer_is_uniform():
    t = cardenvs.table("loo", seats=4, seed=1)
    dealers = [dealer(t.reset()) for _ in range(400)]
    assert all(65 < dealers.count(seat) < 135 for seat in range(4))


def test_2_the_first_dealer_can_be_named():
    t = cardenvs.table("loo", seats=4, first_dealer=2)
    assert [dealer(t.reset()) for _ in range(8)] == [2] * 8
    assert dealer(t.reset(dealer=1)) == 1
    assert t.seat == 2


def test_2_every_seat_deals_in_turn():
    t = cardenvs.table("loo", seats=3, first_dealer=1, episode="match", rounds=2)
    dealers = []
    while not t.over:
        dealers.append(dealer(t))
        t.play("REFUSE REFUSE")
    assert dealers == [1, 2, 0, 1, 2, 0]
    assert t.payoffs == [0, 0, 0]


def test_2_cards_go_round_one_at_a_time_and_the_miss_comes_last():
    t = cardenvs.table("loo", seats=4, first_dealer=1).reset(deck=list(range(52)))
    names = t.rules.cards.names
    for seat, first in (2, 0), (3, 1), (0, 2), (1, 3):
        assert hand(t, seat) == {names[first], names[first + 5], names[first + 10]}
    assert hand(t, 0, "turned_card") == {names[15]}
    t.play("TAKE_MISS")
    assert hand(t, 2) == {names[4], names[9], names[14]}


def test_2_an_ante_every_deal_follows_a_loo_too():
    t = four(DEAL_13, episode="match", dealer_ante="every_deal").play(PLAY_13)
    assert pool(t) == 6
    assert t.payoffs == [2 - 3, -3, 1, -3]


def test_2_top_up_beside_an_ante_every_deal():
    t = four(DEAL_16, "6S", episode="match", dealer_ante="every_deal").play(PLAY_16)
    assert pool(t) == 6
    assert t.payoffs == [-4, 1, 0, -3]


@pytest.mark.parametrize(("carried", "topped"), [(1, 3), (2, 3), (3, 3), (4, 6), (10**9, 10**9 + 2)])
def test_2_a_carried_pool_needs_only_the_top_up(carried, topped):
    t = four(initial_pool=carried)
    assert pool(t) == topped
    assert t.payoffs == [0, 0, 0, carried - topped]


def test_2_a_loo_of_an_earlier_deal_is_forgotten():
    t = four(DEAL_13, episode="match").play(PLAY_13)
    assert pool(t) == 3
    t.play(REFUSED)
    assert dealer(t) == 1
    assert pool(t) == 3
    assert t.payoffs == [2 + 3, -3 - 3, 1, -3]


def test_2_the_stake_is_the_ante_and_the_loo():
    t = four(DEAL_13, stake=12)
    assert pool(t) == 12
    assert t.play(PLAY_13).payoffs == [8, -12, 4, -12]


def test_2_a_deal_without_a_loo_ends_no_match_before_its_rounds():
    t = cardenvs.table("loo", seats=2, first_dealer=0, episode="match", rounds=3)
    for _ in range(5):
        t.play("REFUSE")
        assert not t.over
    t.play("REFUSE")
    assert t.over
    assert deal_number(t) == 6


def lose_every_deal(**options):
    """A match of two seats in which the dealer is looed in every deal."""
    t = cardenvs.table("loo", seats=2, first_dealer=0, episode="match", **options)
    t.reset(hands="2C 3C 4C | AH KH QH", turn_up="5H")
    while not t.over:
        winner = t.seat
        hands = ["2C 3C 4C"] * 2
        hands[1 - winner] = "AH KH QH"
        t.stack(dealer=winner, hands=hands, turn_up="5H")
        t.play("PLAY PLAY  AH 2C  KH 3C  QH 4C")
    return t


@pytest.mark.parametrize(
    ("options", "deals"),
    [
        ({}, 8),
        ({"rounds": 2}, 16),
        ({"max_deals": 3}, 3),
        ({"max_deals": 1}, 1),
        ({"rounds": 9, "max_deals": 5}, 5),
    ],
)
def test_2_a_match_ends_hard_at_max_deals(options, deals):
    t = lose_every_deal(**options)
    assert deal_number(t) == deals
    gains = [0, 0]
    gains[0] -= 3  # the only ante: a loo pays for each later pool
    for deal in range(deals):
        gains[deal % 2] -= 3
        gains[1 - deal % 2] += 3
    for seat, share in ((deals % 2), 2), (1 - deals % 2, 1):
        gains[seat] += share
    assert t.payoffs == gains
    assert sum(gains) == 0


def test_2_a_deal_is_over_after_its_settlement():
    t = four().play(REFUSED)
    assert t.over
    assert t.legal() == []
    assert deal_number(t) == 1


def test_2_a_split_goes_on_from_the_dealers_left():
    hands = [DEAL_13[(seat + 2) % 4] for seat in range(4)]
    t = four(hands, dealer=1, deal_end_pool="split").play(PLAY_13)
    assert t.payoffs == [1 + 1, -3, 2 + 1, -3 + 1]


def test_2_a_split_divides_what_a_pool_defender_left():
    assert four(DEAL_16, "6S", deal_end_pool="split").play(PLAY_16).payoffs == [1, 2, 0, -3]


def test_2_a_split_with_a_carried_pool_pays_that_pool_out():
    t = four(DEAL_13, initial_pool=12, deal_end_pool="split").play(PLAY_13)
    assert t.payoffs == [8 + 3, -12 + 3, 4 + 3, 0 + 3]


def test_2_a_split_of_nothing():
    assert four(deal_end_pool="split").play(REFUSED).payoffs == [0, 0, 0, 0]


def test_2_a_match_carries_its_pool_on_whatever_ends_a_deal():
    t = four(DEAL_13, episode="match", deal_end_pool="split").play(PLAY_13)
    assert t.payoffs == [2, -3, 1, -3]
    assert pool(t) == 3


@pytest.mark.parametrize("last", range(4))
def test_3_1_the_dealers_left_declares_first_and_the_dealer_last(last):
    t = four(dealer=last)
    order = []
    for _ in range(4):
        order.append(t.seat)
        t.play("PLAY")
    assert order == [(last + k) % 4 for k in (1, 2, 3, 4)]


def test_3_1_the_miss_replaces_the_hand():
    t = four(["2C 3C 4C", None, None, None], miss="9S 8S 7D").play("TAKE_MISS")
    assert hand(t, 0) == {"9S", "8S", "7D"}
    assert hand(t, 0, "put_away") == {"2C", "3C", "4C"}
    t.play("REFUSE REFUSE PLAY")
    assert t.seat == 0
    assert legal(t) == {"9S", "8S", "7D"}


def test_3_1_the_dealer_may_take_the_miss():
    t = four([None, None, None, "2C 3C 4C"], miss="AS KS QS").play("REFUSE PLAY PLAY TAKE_MISS")
    assert hand(t, 3) == {"AS", "KS", "QS"}
    assert t.seat == 1


@pytest.mark.parametrize(
    ("declared", "choices"),
    [
        ("PLAY PLAY PLAY", "REFUSE PLAY TAKE_MISS"),
        ("PLAY TAKE_MISS REFUSE", "REFUSE PLAY"),
        ("TAKE_MISS PLAY PLAY", "REFUSE PLAY"),
        ("PLAY REFUSE REFUSE", "PLAY TAKE_MISS POOL"),
        ("REFUSE REFUSE PLAY", "PLAY TAKE_MISS POOL"),
        ("TAKE_MISS REFUSE REFUSE", "PLAY POOL"),
        ("PLAY", "REFUSE PLAY TAKE_MISS"),
        ("REFUSE REFUSE", "REFUSE PLAY TAKE_MISS"),
        ("REFUSE TAKE_MISS", "REFUSE PLAY"),
    ],
)
@pytest.mark.parametrize("draw", [False, True])
def test_3_1_what_may_be_declared(declared, choices, draw):
    assert legal(four(pool_defence_draw=draw).play(declared)) == named(choices)


def test_3_1_a_lone_player_cannot_be_left_alone():
    t = four().play("REFUSE PLAY REFUSE")
    with pytest.raises(IllegalAction, match="seat 3 may not REFUSE"):
        t.step("REFUSE")
    assert t.seat == 3


def test_3_1_a_pool_defender_plays_his_own_cards():
    t = four([None, "2D 3D 4D", None, "2C 3C 4C"], miss="AS KS QS").play("REFUSE PLAY REFUSE POOL")
    assert hand(t, 3) == {"2C", "3C", "4C"}
    assert t.seat == 1
    assert legal(t) == {"2D", "3D", "4D"}


@pytest.mark.parametrize(("choice", "held"), [("PLAY", "2C 3C 4C"), ("TAKE_MISS", "AS KS QS")])
def test_3_1_a_drawing_pool_defender_still_plays_for_the_pool(choice, held):
    t = four([None, "9S 8S 7S", None, "2C 3C 4C"], miss="AS KS QS", pool_defence_draw=True, initial_pool=9)
    t.play(f"REFUSE PLAY REFUSE POOL {choice}")
    assert hand(t, 3) == named(held)
    assert t.seat == 1
    play_out(t)
    assert t.payoffs == ([0, 9, 0, 0] if choice == "PLAY" else [0, -9, 0, 0])


def test_3_1_no_second_choice_without_a_miss():
    t = four(miss="2D 3D 4D", pool_defence_draw=True).play("REFUSE TAKE_MISS REFUSE POOL")
    assert t.seat == 1
    assert legal(t) == {"2D", "3D", "4D"}


def test_3_1_a_defending_dealer_can_be_looed():
    hands = [None, "AH KH QH", None, "2C 3C 4C"]
    play = "AH 2C  KH 3C  QH 4C"
    assert four(hands).play(f"REFUSE PLAY REFUSE PLAY {play}").payoffs == [0, 3, 0, -6]
    t = four(hands, miss="2S 3S 4S").play("REFUSE PLAY REFUSE TAKE_MISS  AH 2S  KH 3S  QH 4S")
    assert t.payoffs == [0, 3, 0, -6]


def test_3_1_a_defending_dealer_can_win():
    t = four([None, "2C 3C 4C", None, "AH KH QH"]).play("REFUSE PLAY REFUSE PLAY  2C AH  KH 3C  QH 4C")
    assert t.payoffs == [0, -3, 0, 0]


@pytest.mark.parametrize(
    ("declared", "leader"),
    [
        ("REFUSE TAKE_MISS PLAY REFUSE", 1),
        ("REFUSE PLAY TAKE_MISS REFUSE", 1),
        ("REFUSE REFUSE PLAY PLAY", 2),
        ("REFUSE REFUSE PLAY TAKE_MISS", 2),
        ("REFUSE REFUSE TAKE_MISS POOL", 2),
        ("PLAY REFUSE REFUSE PLAY", 0),
        ("TAKE_MISS PLAY PLAY PLAY", 0),
    ],
)
def test_3_2_the_first_to_declare_in_leads(declared, leader):
    assert four().play(declared).seat == leader


def test_3_2_play_goes_round_the_active_seats():
    t = four(["2C 3C 4C", None, "6C 7C 8C", "AC KC QC"]).play("PLAY REFUSE PLAY PLAY")
    order = []
    for card in ("2C", "6C", "AC", "KC", "3C", "7C"):
        order.append(t.seat)
        t.play(card)
    assert order == [0, 2, 3, 3, 0, 2]
    assert t.seat == 3


@pytest.mark.parametrize(
    ("most", "active", "playable"),
    [(0, 2, "QH 7H"), (1, 2, "QH 7H"), (4, 4, "QH"), (16, 4, "QH"), (3, 4, "QH 7H")],
)
def test_3_2_how_many_players_bind_the_highest_trump(most, active, playable):
    assert lead_set("QH 7H 2C", active, highest_trump_lead_max_players=most) == named(playable)


def test_3_2_a_pool_defender_counts_as_active():
    hands = ["QH 7H 2C", None, None, None]
    declared = "PLAY REFUSE REFUSE POOL"
    assert legal(four(hands).play(declared)) == {"QH"}
    assert legal(four(hands, highest_trump_lead_max_players=2).play(declared)) == {"QH"}
    assert legal(four(hands, highest_trump_lead_max_players=1).play(declared)) == {"QH", "7H"}


@pytest.mark.parametrize(
    ("held", "turned", "active", "playable"),
    [
        ("KH QH 2C", "AH", 4, "KH"),
        ("QH JH 2C", "AH", 4, "QH JH"),
        ("KH 3H 2C", "QH", 4, "KH 3H"),
        ("AH 3C 2C", "KH", 4, "AH"),
        ("AH KH QH", "5H", 4, "AH"),
        ("9H 8H 7H", "5H", 4, "9H 8H 7H"),
        ("9H 8H 7H", "5H", 3, "9H"),
        ("AC KC 2D", "5H", 3, "AC KC 2D"),
        ("AC 2D 3D", "5S", 2, "AC 2D 3D"),
        ("AC 2D 3D", "5C", 4, "AC"),
    ],
)
@pytest.mark.parametrize("scope", ["every_lead", "first_lead"])
def test_3_2_the_lead_to_trick_1(held, turned, active, playable, scope):
    assert lead_set(held, active, turned, forced_trump_lead=scope) == named(playable)


@pytest.mark.parametrize(
    ("held", "turned", "forced"), [("AH 7H", "5H", "AH"), ("AH 7D", "5H", "AH"), ("KH 7D", "AH", "KH")]
)
def test_3_2_later_leads_are_bound_too_unless_agreed_otherwise(held, turned, forced):
    hands = ["KC 3D 2D", f"{held} AC", "2S 3S 4S", "6S 7S 8S"]
    declared = "PLAY PLAY PLAY PLAY  KC AC 2S 6S"
    assert legal(four(hands, turned).play(declared)) == {forced}
    assert legal(four(hands, turned, forced_trump_lead="first_lead").play(declared)) == named(held)


@pytest.mark.parametrize(
    ("trick", "held", "undertrump", "playable"),
    [
        ("9S", "KD 3H AC", "free", "3H"),  # nothing to undertrump yet
        ("9S", "TS 2S KH", "required", "TS"),
        ("9S", "8S 2S KH", "required", "8S 2S"),
        ("9S 6H", "8H 3H AC", "free", "8H"),
        ("9S 6H", "KD QD AC", "required", "KD QD AC"),
        ("9S 6H", "4H KD AC", "required", "4H"),
        ("9S 6H", "4H KD AC", "free", "4H KD AC"),
        ("9S 6H", "3S KH AC", "required", "3S"),
        ("9S KS", "AS QS 3H", "required", "AS"),
        ("9S KS", "QS JS 3H", "required", "QS JS"),
        ("9H", "8H 3H AC", "free", "8H 3H"),
        ("9H KH", "AH QH 3H", "required", "AH"),
        ("9H KH", "QS 3S AC", "required", "QS 3S AC"),
    ],
)
def test_3_2_following(trick, held, undertrump, playable):
    assert follow_set(trick, held, undertrump=undertrump) == named(playable)


def test_3_2_a_discard_never_wins():
    t = four(["2S 3D 4D", "AC KC QC", "AD KD QD", None]).play("PLAY PLAY PLAY REFUSE  2S AC AD")
    assert t.seat == 0


def test_3_2_the_highest_of_several_trumps_wins():
    t = four(["AS 3D 4D", "6H KC QC", "8H KD QD", "7H 2C 3C"])
    t.play("PLAY PLAY PLAY PLAY  AS 6H 8H 7H")
    assert t.seat == 2


def test_3_4_one_seat_takes_all():
    t = four(["AH KH QH", "2C 3C 4C", "2D 3D 4D", "2S 3S 4S"])
    t.play("PLAY PLAY PLAY PLAY  AH 2C 2D 2S  KH 3C 3D 3S  QH 4C 4D 4S")
    assert t.payoffs == [3, -3, -3, -6]
    assert sum(t.payoffs) == -9


def test_3_4_two_seats():
    t = cardenvs.table("loo", seats=2, first_dealer=1)
    t.reset(hands="AH 2C 3C | AC KC 2D", turn_up="5H")
    assert legal(t) == {"REFUSE", "PLAY", "TAKE_MISS"}
    t.play("PLAY")
    assert legal(t) == {"PLAY", "TAKE_MISS", "POOL"}
    t.play("PLAY  AH 2D  2C AC  KC 3C")
    assert t.payoffs == [1, 2 - 3]

    t.reset().play("REFUSE")
    assert t.over
    assert t.payoffs == [0, 0]
    t.reset().play("TAKE_MISS")
    assert legal(t) == {"PLAY", "POOL"}


@pytest.mark.parametrize(("limit", "loo"), [(3, 3), (6, 6), (12, 12), (15, 12), (None, 12)])
def test_4_a_loo_pays_the_pool_up_to_the_limit(limit, loo):
    t = four(["AH KH QH", "2C 3C 4C", "2D 3D 4D", None], initial_pool=12, loo_limit=limit, episode="match")
    t.play("PLAY PLAY PLAY REFUSE  AH 2C 2D  KH 3C 3D  QH 4C 4D")
    assert t.payoffs == [12, -loo, -loo, 0]
    assert pool(t) == 2 * loo


def test_4_nobody_is_looed_when_each_active_seat_takes_a_trick():
    hands = ["AH 2C 3C", "AC 2D 3D", "AD KC 4D", None]
    t = four(hands, initial_pool=9, episode="match").play("PLAY PLAY PLAY REFUSE  AH 2D 4D  2C AC KC  3D AD 3C")
    assert t.payoffs == [3 - 3, 3, 3, 0]
    assert pool(t) == 3


def test_4_sixteen_seats_use_the_whole_pack():
    t = cardenvs.table("loo", seats=16, first_dealer=15)
    t.reset(hands=["AH KH QH"] + [None] * 15, turn_up="5H", miss="2H 3H 4H")
    t.play("PLAY " * 15 + "TAKE_MISS")
    assert hand(t, 15) == {"2H", "3H", "4H"}
    assert t.seat == 0
    play_out(t)
    assert t.payoffs == [3] + [-3] * 14 + [-6]


def test_5_defaults():
    options = cardenvs.spec("loo").options()
    expected = {
        "seats": 6,
        "episode": "deal",
        "stake": 3,
        "loo_limit": None,
        "dealer_ante": "when_no_loo",
        "forced_trump_lead": "every_lead",
        "highest_trump_lead_max_players": 3,
        "undertrump": "required",
        "pool_defence_draw": False,
        "initial_pool": 0,
        "first_dealer": None,
        "rounds": 1,
        "max_deals": None,
        "deal_end_pool": "sink",
        "hand_size": 3,
    }
    assert {name: getattr(options, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("seats", [1, 17, 0, "6"]),
        ("episode", ["game", None]),
        ("stake", [0, -3, 4, 1_000_000_002, 3.0, None]),
        ("loo_limit", [0, -3, 5, 1_000_000_002, "2x"]),
        ("dealer_ante", ["never"]),
        ("forced_trump_lead", ["no", True]),
        ("highest_trump_lead_max_players", [-1, None]),
        ("undertrump", ["forbidden"]),
        ("pool_defence_draw", ["yes", 1]),
        ("initial_pool", [-1, 1_000_000_001, None]),
        ("first_dealer", [-1, 6]),
        ("rounds", [0, -1, None]),
        ("max_deals", [0, -1]),
        ("deal_end_pool", ["burn"]),
        ("hand_size", [0, -1]),
        ("ranks", ["1", "AZ"]),
        ("suits", ["X", "HX"]),
    ],
)
def test_5_a_wrong_option_is_named_in_one_line(option, values):
    for value in values:
        with pytest.raises(InvalidOption, match=f"^{option}: want ") as caught:
            cardenvs.table("loo", **{option: value})
        assert "\n" not in str(caught.value)
        assert repr(value) in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 16},
        {"seats": 2},
        {"stake": 999_999_999},
        {"loo_limit": 999_999_999},
        {"initial_pool": 10**9},
        {"seats": 4, "first_dealer": 0},
        {"seats": 4, "first_dealer": 3},
        {"highest_trump_lead_max_players": 100},
    ],
)
def test_5_the_bounds_belong_to_their_ranges(options):
    assert cardenvs.table("loo", **options).seats == options.get("seats", 6)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"hand_size": 2}, "stake"),
        ({"hand_size": 2, "stake": 4, "loo_limit": 3}, "loo_limit"),
        ({"seats": 16, "suits": "CDH"}, "seats|hand_size|suits"),
        ({"seats": 2, "hand_size": 2, "stake": 2, "suits": "CH", "ranks": "QKA"}, "seats|hand_size|ranks|suits"),
    ],
)
def test_5_options_that_do_not_fit_together(options, named):
    with pytest.raises(InvalidOption, match=f"^({named}): "):
        cardenvs.table("loo", **options)


def test_5_an_unknown_option_gets_the_nearest_name():
    with pytest.raises(InvalidOption, match=r"unknown option 'stakes'.*'stake'"):
        cardenvs.table("loo", stakes=3)


def small(hands, **options):
    """§10: two seats, two cards each from eight; hearts are trumps."""
    t = cardenvs.table("loo", seats=2, suits="CH", ranks="JQKA", hand_size=2, stake=2, first_dealer=1, **options)
    return t.reset(hands=hands, turn_up="JH")


def test_5_hand_size_replaces_three_everywhere():
    t = small("AH KH | JC QC")
    assert pool(t) == 2
    t.play("PLAY PLAY  AH JC  KH QC")
    assert t.over
    assert t.payoffs == [2, -2 - 2]

    t = small("AH JC | KC QC").play("PLAY PLAY  AH QC  JC KC")
    assert t.payoffs == [1, 1 - 2]
    t = small("AH JC | KC QC").play("PLAY POOL  AH QC  JC KC")
    assert t.payoffs == [1, -2]
    t = small("JC QC | AH KH").play("PLAY POOL  JC AH  KH QC")
    assert t.payoffs == [-2, -2]


def test_5_hand_size_is_what_pools_are_divisible_by():
    t = small("AH JC | KC QC", initial_pool=3)
    assert pool(t) == 4
    t = cardenvs.table("loo", seats=4, hand_size=5, stake=5, initial_pool=7, first_dealer=0)
    assert pool(t) == 10


@pytest.mark.parametrize(
    ("hands", "play", "shares"),
    [
        ("AH JC | KC QC", "PLAY PLAY  AH QC  JC KC", [1, -1]),
        ("AH JC | KC QC", "PLAY POOL  AH QC  JC KC", [1 + 1, -2]),
        ("AH KH | JC QC", "PLAY PLAY  AH JC  KH QC", [2 + 1, -4 + 1]),
        ("JC QC | AH KH", "PLAY POOL  JC AH  KH QC", [-2 + 2, -2 + 2]),
    ],
)
def test_5_the_mini_game_split_is_zero_sum(hands, play, shares):
    assert small(hands, deal_end_pool="split").play(play).payoffs == shares


def test_5_a_reduced_deck_keeps_its_indices():
    t = small("AH JC | KC QC").play("PLAY PLAY")
    assert t.legal() == [38]
    with pytest.raises(InvalidCard):
        small("AH 2C | KC QC")


def test_6_fifty_nine_actions():
    names = cardenvs.spec("loo").action_names
    deck = [f"play {rank}{suit}" for suit in "CDHS" for rank in "23456789TJQKA"]
    words = ["REFUSE", "PLAY", "TAKE_MISS", "EXCHANGE", "DONE", "POOL", "CIVIL"]
    assert list(names) == deck + words


@pytest.mark.parametrize("seats", [2, 6, 16])
def test_7_size(seats):
    layout = cardenvs.spec("loo").layout(seats=seats)
    assert sum(place.stop - place.start for name, place, _ in layout if name != "pool") == 231 + 127 * seats


def test_7_what_a_seat_sees_of_the_declarations():
    t = four(["2C 3C 4C", None, None, None], miss="AS KS QS", initial_pool=21, loo_limit=6)
    assert seen(t, 2, "declared").argmax(1).tolist() == [0, 0, 0, 0]
    assert seen(t, 2, "miss_free").tolist() == [1]
    t.play("TAKE_MISS REFUSE PLAY")
    for observer in range(4):
        declared = [3, 1, 2, 0]  # MISS, REFUSE, PLAY, not yet
        assert seen(t, observer, "declared").argmax(1).tolist() == declared[observer:] + declared[:observer]
        assert seen(t, observer, "dealer").argmax() == (3 - observer) % 4
        assert seen(t, observer, "miss_free").tolist() == [0]
        assert seen(t, observer, "phase").tolist() == [1, 0, 0, 0]
        assert hand(t, observer, "turned_card") == {"5H"}
        assert seen(t, observer, "trump").tolist() == [0, 0, 1, 0]
        assert hand(t, observer, "put_away") == ({"2C", "3C", "4C"} if observer == 0 else set())
        money = [math.log2(1 + 21 / 3) / 16, math.log2(1 + 6 / 3) / 16, 1 / 16]
        assert seen(t, observer, "money").tolist() == pytest.approx(money)


def test_7_what_a_seat_sees_of_the_play():
    t = four(DEAL_13).play("PLAY PLAY PLAY REFUSE  9C AC")
    assert seen(t, 1, "leader").tolist() == [0, 0, 0, 1]
    assert seen(t, 1, "winning").tolist() == [1, 0, 0, 0]
    assert seen(t, 1, "led_suit").tolist() == [1, 0, 0, 0]
    assert seen(t, 1, "trick_no").tolist() == [1, 0, 0, 0, 0]
    assert seen(t, 1, "phase").tolist() == [0, 0, 1, 0]
    assert [row.nonzero()[0].tolist() for row in seen(t, 1, "trick_now")] == [[12], [], [], [7]]
    assert not seen(t, 1, "tricks_past").any()
    t.play("JH QH")
    assert seen(t, 1, "leader").tolist() == [0, 1, 0, 0]
    assert seen(t, 1, "trick_no").tolist() == [0, 1, 0, 0, 0]
    assert seen(t, 1, "tricks").tolist() == pytest.approx([0, 1 / 3, 0, 0])
    assert [row.nonzero()[0].tolist() for row in seen(t, 1, "tricks_past")] == [[12], [35], [], [7]]
    assert [row.nonzero()[0].tolist() for row in seen(t, 1, "trick_now")] == [[], [36], [], []]


def test_7_who_was_looed_and_the_score_of_the_match():
    t = four(DEAL_13, episode="match").play(PLAY_13)
    assert seen(t, 0, "looed").tolist() == [0, 1, 0, 0]
    assert seen(t, 1, "looed").tolist() == [1, 0, 0, 0]
    net = [math.copysign(math.log2(1 + abs(paid)) / 16, paid) for paid in (2, -3, 1, -3)]
    assert seen(t, 0, "net").tolist() == pytest.approx(net)
    t.play(REFUSED)
    assert not seen(t, 0, "looed").any()


@pytest.mark.parametrize(
    ("trick", "held", "played", "undertrump", "voids"),
    [
        ("9S", "KS 3S AC", "KS", "required", []),
        ("9S", "KD 3H AC", "3H", "required", [3]),
        ("9S", "KD QD AC", "QD", "required", [3, 4]),
        ("9S", "KD QD AC", "QD", "free", [3, 4]),
        ("9S 6H", "KD QD AC", "QD", "required", [3, 4]),
        ("9S 6H", "KD QD AC", "QD", "free", [3]),
        ("9S 6H", "4H QD AC", "4H", "free", [3]),
        ("9H", "QS 3S AC", "3S", "required", [2, 4]),
    ],
)
def test_7_proved_voids(trick, held, played, undertrump, voids):
    seat = len(trick.split())
    before = [f"{card} {rest}" for card, rest in zip(trick.split(), ("2C 2D", "3C 3D"), strict=False)]
    t = four([*before, held] + [None] * (3 - seat), undertrump=undertrump)
    t.play("PLAY " * (seat + 1) + "REFUSE " * (3 - seat) + f"{trick} {played}")
    assert seen(t, seat, "void")[0].nonzero()[0].tolist() == voids
    assert seen(t, 0, "void")[seat].nonzero()[0].tolist() == voids
