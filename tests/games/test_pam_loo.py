"""docs/rules/pam_loo.md: §9, same numbers, then what no example covers, by its §."""

import pytest

import cardenvs
from cardenvs.errors import IllegalAction, InvalidOption

from .reading import deal_number, dealer, hand, legal, named, pool, seen

REFUSED = "REFUSE REFUSE REFUSE"
"""All before the dealer of four."""

BY_RANK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS" if rank + suit != "JC"]


def laid(hands=None, turned="5H", dealer=3, stock="", **options):
    """Four seats, seat 3 deals, unless said; hands that are None are dull: no flush, no Pam."""
    table = cardenvs.table("pam_loo", **{"seats": 4, "first_dealer": dealer, **options})
    size = table.options.hand_size
    hands = list(hands or [None] * table.seats)
    taken = " ".join([turned, stock, *filter(None, hands)]).split()
    rest = [card for card in BY_RANK if card not in taken]
    for seat, held in enumerate(hands):
        if held is None:
            hands[seat], rest = " ".join(rest[:size]), rest[size:]
    return table.reset(hands=hands, turn_up=turned, stock=stock)


def lead_set(held, active, turned="5H", **options):
    """What seat 0 may lead to trick 1 when the first `active` of four seats play."""
    table = laid([held, None, None, None], turned, **options)
    table.play("PLAY " * active + "REFUSE " * (4 - active))
    assert table.seat == 0
    return legal(table)


FILLERS = ("3D 3S 6D 6S", "7D 7S 8D 8S")
"""What earlier seats hold beside the card they play, to hearts, clubs or Pam led: they have no choice."""


def follow_set(trick, held, turned="5H", **options):
    """What the next seat may play to `trick` (the first card CIVIL: AH with the call), all hands as long as `held`."""
    size = len(held.split())
    played = trick.split()
    before = [
        " ".join([card.replace("CIVIL", "AH"), *filler.split()[: size - 1]])
        for card, filler in zip(played, FILLERS, strict=False)
    ]
    hands = [*before, held] + [None] * (3 - len(played))
    table = laid(hands, turned, hand_size=size, stake=size, flushes=False, **options)
    table.play("PLAY " * (len(played) + 1) + "REFUSE " * (3 - len(played)) + trick)
    assert table.seat == len(played)
    return legal(table)


DIAMONDS = "AD QD TD 6D 2D"
"""A plain flush while hearts are trumps."""


def test_9_01_a_dealt_flush_takes_the_pool_and_pam_is_exempt():
    hands = ["2C 3C 9S KH 4D", DIAMONDS, "JC 8S 7S 3H 5C", "KS QS 4C 8H 9H"]
    t = laid(hands)
    assert t.over
    assert t.payoffs == [-5, 5, 0, -10]
    assert sum(t.payoffs) == -10
    t = laid(hands, initial_pool=20, loo_limit=10)
    assert t.over
    assert t.payoffs == [-10, 20, 0, -10]
    assert sum(t.payoffs) == 20 - 20


def test_9_02_a_trump_flush_beats_a_plain_one_which_pays_nothing():
    hands = [DIAMONDS, "9H 8H 6H 4H 3H", "JC 8S 7S 3C 5C", "KS QS 4C TC 9C"]
    t = laid(hands, initial_pool=10)
    assert t.over
    assert t.payoffs == [0, 10, 0, -10]


def test_9_03_pam_outranks_the_ace():
    t = laid([DIAMONDS, "JC 9S 8S 6S 4S", None, None], initial_pool=10)
    assert t.over
    assert t.payoffs == [0, 10, -10, -10]
    assert 10 - sum(t.payoffs) == 20


def test_9_04_the_fourth_card_decides():
    t = laid([DIAMONDS, "AS QS TS 7S 2S", None, None], initial_pool=10)
    assert t.over
    assert t.payoffs == [0, 10, -10, -10]


def test_9_05_equal_flushes_divide_and_the_rest_stays():
    hands = [DIAMONDS, "AS QS TS 6S 2S", None, None]
    t = laid(hands)
    assert t.over
    assert t.payoffs == [2, 2, -5, -10]
    assert sum(t.payoffs) == -11

    t = laid(hands, episode="match")
    assert not t.over
    assert (deal_number(t), dealer(t), pool(t)) == (2, 0, 15)
    assert t.payoffs == [2 - 4, 2, -5, -10]


def test_9_06_two_trump_flushes_are_compared_alike():
    t = laid(["AH QH TH 6H 2H", "JC 9H 8H 7H 4H", None, None], initial_pool=10)
    assert t.over
    assert t.payoffs == [0, 10, -10, -10]
    t = laid([DIAMONDS, "JC 9C 8C 6C 4C", None, None], "5C", initial_pool=10)
    assert t.over
    assert t.payoffs == [0, 10, -10, -10]


DEAL_7 = ["AD QD TD 6D 2C", "AS QS TC 6S 2S", "JC 8H 7C 3D 5C", "KS 3S 4C TH 9C"]


@pytest.mark.parametrize(
    ("flush_loos", "paid", "left"), [("all", [-5, 5, 0, -10], 10), ("not_refused", [0, 5, 0, -10], 5)]
)
def test_9_07_a_drawn_flush(flush_loos, paid, left):
    t = laid(DEAL_7, stock="JS", flush_loos=flush_loos).play("REFUSE")
    assert t.seat == 1
    assert legal(t) == {"REFUSE", "PLAY", "EXCHANGE"}
    t.play("EXCHANGE")
    assert t.seat == 1
    assert legal(t) == {"TC", "2S", "6S", "QS", "AS"}
    assert t.legal() == [8, 39, 43, 49, 51]
    t.play("TC DONE")
    assert t.over
    assert t.payoffs == paid
    assert -sum(t.payoffs) == left


def test_9_08_pam_protects_in_a_refused_hand_but_not_when_exchanged_away():
    hands = ["AD QD TD JC 2C", DEAL_7[1], "6D 8H 7C 3D 5C", DEAL_7[3]]
    t = laid(hands, stock="JS")
    assert not t.over
    t.play("REFUSE EXCHANGE TC DONE")
    assert t.over
    assert t.payoffs == [0, 5, -5, -10]
    assert -sum(t.payoffs) == 10

    t = laid(hands, stock="4H JS").play("EXCHANGE JC DONE")
    assert t.seat == 1
    t.play("EXCHANGE TC DONE")
    assert t.over
    assert t.payoffs == [-5, 5, -5, -10]
    assert -sum(t.payoffs) == 15


def test_9_09_leads():
    assert lead_set("AH JC 4H 2C 3C", 3) == {"AH", "CIVIL"}
    assert lead_set("AH JC 4H 2C 3C", 3, civil_call=False) == {"AH"}
    assert lead_set("JC KH 4H 2C 3C", 3) == {"JC"}
    assert lead_set("JC KH 4H 2C 3C", 4) == {"JC", "KH", "4H"}
    assert lead_set("JC 9C 4C 2D 3C", 3) == {"JC", "9C", "4C", "2D", "3C"}


def test_9_10_leads_under_clubs():
    assert lead_set("JC AC 4C 2H 3H", 3, "5C") == {"AC", "CIVIL"}
    assert lead_set("JC KC 4C 2H 3H", 4, "AC") == {"KC"}
    assert lead_set("AC KC 4C 2H 3H", 3, "JC") == {"AC", "CIVIL"}


def test_9_11_pam_be_civil():
    assert follow_set("AH", "JC 9H 4H 2D AS") == {"JC"}
    assert follow_set("CIVIL", "JC 9H 4H 2D AS") == {"9H", "4H"}
    assert follow_set("AH", "JC 2D AS") == {"JC"}
    assert follow_set("CIVIL", "JC 2D AS") == {"2D", "AS"}
    for lead, paid in ("AH", [0, 4, 1, -5]), ("CIVIL", [0, 3, 2, -5]):
        t = laid(DEAL_14).play(PLAY_14 + lead)
        assert t.seat == 1
        assert legal(t) == {"JC"}
        assert t.play("JC").payoffs == paid


@pytest.mark.parametrize(
    ("trick", "held", "playable"),
    [
        ("AC", "JC 9H 4C 2D AS", "4C"),
        ("AC", "JC 2D", "JC"),
        ("AC", "JC 9H 2D", "JC 9H"),
        ("AC KH", "JC 9H 2D", "JC"),
        ("JC", "9H 2D AS", "9H"),
        ("JC", "2D AS", "2D AS"),
        ("9H", "JC TH 2H", "JC TH"),
        ("9H", "JC 2H", "JC"),
    ],
)
def test_9_12_pam_is_a_trump(trick, held, playable):
    assert follow_set(trick, held) == named(playable)


def test_9_13_a_full_deal():
    t = laid(["AH 9H KD 4D 2S", "JC 8H QD 3S 5C", "KH TD 9D 8S 7S", None])
    t.play("PLAY PLAY PLAY REFUSE")
    assert legal(t) == {"AH", "CIVIL"}
    t.play("CIVIL")
    assert legal(t) == {"8H"}
    t.play("8H")
    assert legal(t) == {"KH"}
    t.play("KH")
    assert t.seat == 0
    assert legal(t) == {"9H", "KD", "4D", "2S"}
    t.play("9H")
    assert legal(t) == {"JC"}
    t.play("JC")
    assert legal(t) == {"TD", "9D", "8S", "7S"}
    t.play("7S")
    assert t.seat == 1
    t.play("QD")
    assert legal(t) == {"TD", "9D"}
    t.play("9D")
    assert legal(t) == {"KD"}
    t.play("KD")
    assert t.seat == 0
    t.play("4D 3S")
    assert legal(t) == {"TD"}
    t.play("TD")
    assert t.seat == 2
    t.play("8S 2S 5C")
    assert t.over
    assert t.payoffs == [2, 1, 2, -5]
    assert sum(t.payoffs) == 0


DEAL_14 = [None, "JC AS KS QD 6D", "AH 2S 3S 2D 7D", None]
PLAY_14 = "REFUSE PLAY PLAY REFUSE  AS 2S  KS 3S  QD 2D  6D 7D  "


def test_9_14_pam_under_a_late_call():
    t = laid(DEAL_14).play("REFUSE PLAY PLAY REFUSE")
    assert t.seat == 1
    assert legal(t) == {"JC", "AS", "KS", "QD", "6D"}
    t.play("AS 2S KS 3S QD 2D 6D 7D")
    assert t.seat == 2
    assert legal(t) == {"AH", "CIVIL"}
    assert t.clone().play("CIVIL JC").payoffs == [0, 3, 2, -5]
    assert t.play("AH JC").payoffs == [0, 4, 1, -5]


def test_9_15_declarations_of_a_defending_dealer_and_with_a_short_stock():
    t = laid().play("REFUSE PLAY REFUSE")
    assert t.seat == 3
    assert legal(t) == {"PLAY", "EXCHANGE", "POOL"}
    assert legal(laid(stock_limit=0)) == {"REFUSE", "PLAY"}
    t = laid(["2S 3D 4C KS KD", None, None, None], stock_limit=1).play("EXCHANGE 2S")
    assert legal(t) == {"DONE"}


DEAL_16 = [None, "AH KH 3D 2D 4S", None, "QH JH AD 5S 6S"]
PLAY_16 = "REFUSE PLAY REFUSE POOL  CIVIL JH  KH QH  4S 5S  AD 2D  6S 3D"


def test_9_16_playing_for_the_pool():
    t = laid(DEAL_16, initial_pool=25).play("REFUSE PLAY REFUSE POOL")
    assert t.seat == 1
    assert legal(t) == {"AH", "CIVIL"}
    t.play("CIVIL")
    assert t.seat == 3
    assert legal(t) == {"QH", "JH"}
    t.play("JH KH QH 4S 5S")
    assert t.seat == 3
    t.play("AD 2D 6S 3D")
    assert t.over
    assert t.payoffs == [0, 10, 0, 0]
    assert 25 - sum(t.payoffs) == 15

    t = laid(DEAL_16, initial_pool=25, episode="match").play(PLAY_16)
    assert dealer(t) == 0
    assert pool(t) == 20
    assert t.payoffs == [-5, 10, 0, 0]


def test_9_17_all_refuse():
    t = laid().play(REFUSED)
    assert t.over
    assert t.payoffs == [0, 0, 0, 0]
    assert laid(initial_pool=25).play(REFUSED).payoffs == [0, 0, 0, 25]


DEAL_18 = ["AS KS QS 3D 4C", "JC 2S 3S 4S 2D", "AH 5S 6S 7S AD", None]
PLAY_18 = "PLAY PLAY PLAY REFUSE  AS 2S 5S  KS 3S 6S  QS 4S 7S  3D 2D AD  CIVIL 4C JC"


def test_9_18_a_trickless_pam():
    t = laid(DEAL_18).play(PLAY_18)
    assert t.over
    assert t.payoffs == [3, -5, 2, -5]
    assert sum(t.payoffs) == -5
    t = laid(DEAL_18, pam_immunity=True).play(PLAY_18)
    assert t.payoffs == [3, 0, 2, -5]
    assert sum(t.payoffs) == 0


@pytest.mark.parametrize(
    ("options", "filled", "ante"),
    [
        ({}, 5, 5),
        ({"stake": 10}, 10, 10),
        ({"initial_pool": 7}, 10, 3),
        ({"initial_pool": 10}, 10, 0),
        ({"initial_pool": 7, "dealer_ante": "every_deal"}, 15, 8),
        ({"initial_pool": 10, "dealer_ante": "every_deal"}, 15, 5),
        ({"initial_pool": 10**9}, 10**9, 0),
    ],
)
def test_2_the_pool_is_divisible_by_five(options, filled, ante):
    t = laid(**options)
    assert pool(t) == filled
    assert t.payoffs == [0, 0, 0, -ante]


def test_2_cards_go_round_one_at_a_time_and_the_stock_follows():
    t = cardenvs.table("pam_loo", seats=4, first_dealer=1).reset(deck=list(range(52)))
    names = t.rules.cards.names
    for seat, first in (2, 0), (3, 1), (0, 2), (1, 3):
        assert hand(t, seat) == {names[card] for card in range(first, 20, 4)}
    assert hand(t, 0, "turned_card") == {names[20]}
    assert t.seat == 2
    t.play("EXCHANGE 2C 6C DONE")
    assert hand(t, 2) == {names[8], names[12], names[16], names[21], names[22]}


def test_2_a_random_first_dealer_is_uniform():
    t = cardenvs.table("pam_loo", seats=4, seed=1)
    dealers = [dealer(t.reset()) for _ in range(400)]
    assert all(65 < dealers.count(seat) < 135 for seat in range(4))


def test_2_a_turned_pam_makes_clubs_trumps_and_is_nobodys():
    hands = ["KC 9C 8C 6C 4H", "AC 2D 3D 4S 5S", None, None]
    t = laid(hands, "JC")
    assert not t.over  # four of a suit and no Pam
    t.play("PLAY PLAY REFUSE REFUSE")
    assert legal(t) == {"KC"}
    t.play("KC")
    assert legal(t) == {"AC"}
    t.play("AC")
    assert t.seat == 1


def test_2_a_match_settles_a_dealt_flush_and_goes_on():
    hands = ["2C 3C 9S KH 4D", DIAMONDS, "JC 8S 7S 3H 5C", "KS QS 4C 8H 9H"]
    t = laid(hands, episode="match")
    assert not t.over
    assert (deal_number(t), dealer(t), pool(t)) == (2, 0, 10)
    assert t.payoffs == [-5, 5, 0, -10]
    assert t.seat == 1


def test_2_a_stacked_flush_is_settled_as_the_deal_before_it_ends():
    t = laid(episode="match")
    t.stack(dealer=0, hands=["2C 3C 9S KH 4D", "JC 8S 7S 3H 5C", DIAMONDS, "KS QS 4C 8H 9H"], turn_up="5H")
    t.play(REFUSED)
    assert (deal_number(t), dealer(t), pool(t)) == (3, 1, 10)
    assert t.payoffs == [-5 - 5, 0, 5, -5]


def test_2_a_match_can_end_with_a_dealt_flush():
    t = laid([DIAMONDS, "AS QS TS 6S 2S", None, None], episode="match", max_deals=1)
    assert t.over
    assert t.legal() == []
    assert t.payoffs == [2 + 3, 2 + 3, -5 + 3, -10 + 2]  # 11 left: 2 each, 3 more from the dealer's left


def test_2_a_dealt_flush_without_a_loo_can_end_a_match():
    t = cardenvs.table("pam_loo", seats=2, first_dealer=0, episode="match").reset(
        hands="2C 3D 4S 5S 6D | 2S 3C 4D 5C 6H", turn_up="5H"
    )
    t.stack(dealer=1, hands=["JC 2S 3S 4H 6H", DIAMONDS], turn_up="5H")
    t.play("REFUSE")
    assert t.over
    assert deal_number(t) == 2
    assert t.payoffs == [0, -5 + 5]


def test_2_split_after_a_flush():
    t = laid([DIAMONDS, "AS QS TS 6S 2S", None, None], deal_end_pool="split")
    assert t.payoffs == [2 + 3, 2 + 3, -5 + 3, -10 + 2]
    assert sum(t.payoffs) == 0


def test_2_a_match_ends_after_its_rounds_without_a_loo():
    t = cardenvs.table("pam_loo", seats=2, first_dealer=0, episode="match")
    t.reset(hands=["2C 3D 4S 5S 6D", "2S 3C 4D 5C 6H"], turn_up="5H")
    t.stack(dealer=1, hands=["2C 3D 4S 5S 6D", "2S 3C 4D 5C 6H"], turn_up="5H")
    t.play("REFUSE")
    assert not t.over
    t.play("REFUSE")
    assert t.over
    assert t.payoffs == [0, 0]


@pytest.mark.parametrize(
    ("held", "flush"),
    [
        ("2D 3D 4D 5D 6D", True),
        ("2D 3D 4D 5D JC", True),
        ("2C 3C 4C 5C JC", True),
        ("2C 3C 4C 5C 6C", True),
        ("2H 3H 4H 6H JC", True),
        ("2D 3D 4D 5D 6S", False),
        ("2C 3C 4C JC 6S", False),
        ("2D 3D 4D 5S JC", False),
        ("2D 3D 4D 5D JS", False),
        ("2H 3H 4H JH JC", True),
    ],
)
def test_3_1_what_is_a_flush(held, flush):
    t = laid([held, None, None, None])
    assert t.over == flush
    if flush:
        assert t.payoffs == [5, -5, -5, -10]


def test_3_1_a_flush_is_no_choice():
    t = laid([None, None, DIAMONDS, None])
    assert t.over
    assert t.legal() == []
    assert t.payoffs == [-5, -5, 5, -10]


def test_3_1_without_flushes_play_goes_on():
    t = laid([DIAMONDS, "AS QS TC 6S 2S", None, None], stock="JS", flushes=False)
    assert not t.over
    t.play("PLAY EXCHANGE TC DONE REFUSE REFUSE")
    assert t.seat == 0
    assert legal(t) == named(DIAMONDS)


@pytest.mark.parametrize(
    ("declared", "choices"),
    [
        ("", "REFUSE PLAY EXCHANGE"),
        ("PLAY", "REFUSE PLAY EXCHANGE"),
        ("REFUSE REFUSE", "REFUSE PLAY EXCHANGE"),
        ("PLAY REFUSE PLAY", "REFUSE PLAY EXCHANGE"),
        ("PLAY PLAY PLAY", "REFUSE PLAY EXCHANGE"),
        ("PLAY REFUSE REFUSE", "PLAY EXCHANGE POOL"),
        ("REFUSE REFUSE PLAY", "PLAY EXCHANGE POOL"),
    ],
)
@pytest.mark.parametrize("stock", [None, 0])
def test_3_2_what_may_be_declared(declared, choices, stock):
    t = laid(stock_limit=stock).play(declared)
    assert legal(t) == named(choices) - (set() if stock is None else {"EXCHANGE"})


def test_3_2_an_exchanger_has_declared_to_play():
    t = laid(["2C 3D 4S 5S KC", None, None, None], stock="6D").play("EXCHANGE 2C DONE REFUSE REFUSE")
    assert t.seat == 3
    assert legal(t) == {"PLAY", "EXCHANGE", "POOL"}
    with pytest.raises(IllegalAction):
        t.step("REFUSE")
    t.play("PLAY")
    assert t.seat == 0
    assert hand(t, 0) == {"6D", "3D", "4S", "5S", "KC"}
    assert hand(t, 0, "put_away") == {"2C"}


@pytest.mark.parametrize(
    ("declared", "leader"),
    [
        ("REFUSE EXCHANGE 2C DONE PLAY REFUSE", 1),
        ("PLAY EXCHANGE 2C DONE PLAY REFUSE", 0),
        ("REFUSE REFUSE PLAY EXCHANGE 2S DONE", 2),
        ("REFUSE REFUSE PLAY POOL", 2),
    ],
)
def test_3_2_the_first_to_declare_in_leads(declared, leader):
    hands = [None, "2C 3D 4S 7S KC", None, "2S 3C 4D 7D KD"]
    assert laid(hands, stock="QC").play(declared).seat == leader


def test_3_2_a_pool_defender_keeps_his_cards():
    t = laid([None, "2C 3D 4S 7S KC", None, None]).play("REFUSE PLAY REFUSE POOL")
    assert t.seat == 1
    assert legal(t) == {"2C", "3D", "4S", "7S", "KC"}


@pytest.mark.parametrize(("choice", "held"), [("PLAY", "2S"), ("EXCHANGE 2S DONE", "AH")])
def test_3_2_a_drawing_pool_defender_still_plays_for_the_pool(choice, held):
    hands = [None, "AC KC QC TC 2D", None, "2S 3S 4S 6D 7D"]
    t = laid(hands, stock="AH", pool_defence_draw=True, initial_pool=25).play("REFUSE PLAY REFUSE POOL")
    assert t.seat == 3
    assert legal(t) == {"PLAY", "EXCHANGE"}
    t.play(choice)
    assert t.seat == 1
    assert held in hand(t, 3)
    if choice == "PLAY":
        t.play("AC 2S  KC 3S  QC 4S  TC 6D  2D 7D")
        assert t.payoffs == [0, 20, 0, 0]
    else:
        t.play("AC AH  3S 2D  4S TC  6D QC  7D KC")
        assert t.payoffs == [0, -25, 0, 0]


def test_3_2_no_second_choice_without_a_stock():
    t = laid(pool_defence_draw=True, stock_limit=0).play("REFUSE PLAY REFUSE POOL")
    assert t.seat == 1
    assert len(legal(t) & {"PLAY", "EXCHANGE"}) == 0


def test_3_3_cards_are_marked_upwards():
    t = laid(["2C 9C 5D 4H AS", None, None, None], stock="KS").play("EXCHANGE")
    assert legal(t) == {"2C", "9C", "5D", "4H", "AS"}
    t.play("9C")
    assert legal(t) == {"5D", "4H", "AS", "DONE"}
    with pytest.raises(IllegalAction):
        t.step("2C")
    with pytest.raises(IllegalAction):
        t.step("9C")
    t.play("4H")
    assert legal(t) == {"AS", "DONE"}
    t.play("AS")
    assert legal(t) == {"DONE"}


def test_3_3_the_highest_card_marked_first_leaves_only_done():
    t = laid(["2C 9C 5D 4H AS", None, None, None]).play("EXCHANGE AS")
    assert legal(t) == {"DONE"}


def test_3_3_all_five_may_go():
    t = laid(["2C 9C 5D 4H AS", None, None, None], stock="KC KD KH KS 3D").play("EXCHANGE 2C 9C 5D 4H AS")
    assert legal(t) == {"DONE"}
    t.play("DONE")
    assert t.seat == 1
    assert hand(t, 0) == {"KC", "KD", "KH", "KS", "3D"}
    assert hand(t, 0, "put_away") == {"2C", "9C", "5D", "4H", "AS"}
    assert seen(t, 1, "exchanged")[3].tolist() == [0, 0, 0, 0, 0, 1]


def test_3_3_the_stock_is_drawn_from_the_top_until_it_is_gone():
    hands = ["2C 9C 5D 4H AS", "2D 3D 9S TS QC", "3C 4C 6D 7D AD", None]
    t = laid(hands, stock="KC KD KH", stock_limit=3).play("EXCHANGE 2C 9C DONE")
    assert hand(t, 0) == {"KC", "KD", "5D", "4H", "AS"}
    assert legal(t) == {"REFUSE", "PLAY", "EXCHANGE"}
    t.play("EXCHANGE 2D")
    assert legal(t) == {"DONE"}  # one card is left
    t.play("DONE")
    assert hand(t, 1) == {"KH", "3D", "9S", "TS", "QC"}
    assert t.seat == 2
    assert legal(t) == {"REFUSE", "PLAY"}
    t.play("REFUSE")
    assert legal(t) == {"REFUSE", "PLAY"}


def test_3_3_a_lone_player_who_emptied_the_stock_is_defended_without_it():
    t = laid(["2C 9C 5D 4H AS", None, None, None], stock="KC", stock_limit=1)
    t.play("EXCHANGE 2C DONE REFUSE REFUSE")
    assert legal(t) == {"PLAY", "POOL"}


def test_3_3_a_short_stock_limits_the_marks():
    t = laid(["2C 9C 5D 4H AS", None, None, None], stock="KC KD", stock_limit=2).play("EXCHANGE 2C 9C")
    assert legal(t) == {"DONE"}


def test_3_3_ten_seats_leave_one_card_of_stock():
    hands = ["2C 9C 5D 4H AS"] + [None] * 9
    t = laid(hands, seats=10, dealer=9, stock="JC").play("EXCHANGE 2C")
    assert legal(t) == {"DONE"}
    t.play("DONE")
    assert hand(t, 0) == {"JC", "9C", "5D", "4H", "AS"}
    assert legal(t) == {"REFUSE", "PLAY"}


LEADS = [
    ("AH 4H 2C 3D 4S", 4, {}, "AH CIVIL"),
    ("AH 2D 2C 3D 4S", 4, {}, "AH CIVIL"),
    ("AC 2D 2C 3D 4S", 4, {}, "AC 2D 2C 3D 4S"),
    ("JC 2D 2C 3D 4S", 2, {}, "JC 2D 2C 3D 4S"),
    ("JC 2H 2C 3D 4S", 2, {}, "JC"),
    ("JC 2H 2C 3D 4S", 4, {}, "JC 2H"),
    ("KH 2H 2C 3D 4S", 3, {}, "KH"),
    ("JC KH 4H 2C 3C", 3, {"highest_trump_lead_max_players": 2}, "JC KH 4H"),
    ("JC KH 4H 2C 3C", 2, {"highest_trump_lead_max_players": 2}, "JC"),
    ("JC KH 4H 2C 3C", 2, {"highest_trump_lead_max_players": 0}, "JC KH 4H"),
    ("AH JC 4H 2C 3C", 4, {"forced_trump_lead": "first_lead"}, "AH CIVIL"),
    ("AH JC 4H 2C 3C", 4, {"highest_trump_lead_max_players": 0}, "AH CIVIL"),
]


@pytest.mark.parametrize(("held", "active", "options", "playable"), LEADS)
def test_3_4_the_lead_to_trick_1(held, active, options, playable):
    assert lead_set(held, active, **options) == named(playable)


def test_3_4_the_king_under_a_turned_ace_comes_before_pam_and_has_no_call():
    assert lead_set("JC KH 4H 2C 3C", 2, "AH") == {"KH"}
    assert lead_set("JC QH 4H 2C 3C", 2, "AH") == {"JC"}


@pytest.mark.parametrize(
    ("scope", "call", "playable"),
    [
        ("first_lead", True, "AH CIVIL 7H 2C 3D"),
        ("first_lead", False, "AH 7H 2C 3D"),
        ("every_lead", True, "AH CIVIL"),
        ("every_lead", False, "AH"),
    ],
)
def test_3_4_an_ace_that_need_not_be_led_may_still_be_civil(scope, call, playable):
    hands = ["KS 3S 4S 6D 7D", "AH 7H AS 2C 3D", "5S 6S 7C 8D 8C", None]
    t = laid(hands, forced_trump_lead=scope, civil_call=call).play("PLAY PLAY PLAY REFUSE  KS AS 5S")
    assert t.seat == 1
    assert legal(t) == named(playable)


def test_3_4_the_call_is_offered_after_pam_is_gone():
    hands = ["JC 2S 3S 4C 5C", "8H AS 7D 2D 3C", "AH 9H 4S 5S 9C", None]
    t = laid(hands).play("PLAY PLAY PLAY REFUSE  JC 8H 9H")
    assert t.seat == 0
    t.play("2S AS 4S")
    assert t.seat == 1
    t.play("3C 9C 4C")
    assert t.seat == 2
    assert legal(t) == {"AH", "CIVIL"}
    t.play("CIVIL")
    assert legal(t) == {"3S", "5C"}


@pytest.mark.parametrize(
    ("trick", "held", "playable"),
    [
        ("CIVIL", "JC 2D 4S 2C AS", "2D 4S 2C AS"),
        ("CIVIL", "JC KH 4S 2C AS", "KH"),
        ("AH", "KH 4H 4S 2C AS", "KH 4H"),
        ("AC", "JC 2C 4D 4S 4H", "2C"),
        ("AC JC", "9H 2D 4S 5S 9S", "9H"),
        ("AC 9H", "JC 2H 2D 4S 5S", "JC"),
        ("AC 9H", "JC TH 2H 4S 5S", "JC TH"),
        ("AC JC", "2D 4S 5S 9S KS", "2D 4S 5S 9S KS"),
        ("9H JC", "AH 2H 2D 4S 5S", "AH 2H"),
        ("9H KH", "JC AH 2H 4S 5S", "JC AH"),
        ("9H KH", "QC 2D 4S 5S TS", "QC 2D 4S 5S TS"),
    ],
)
def test_3_4_following(trick, held, playable):
    assert follow_set(trick, held) == named(playable)


def test_3_4_undertrumping_pam_may_be_free():
    assert follow_set("AC JC", "9H 2D 4S 5S 9S", undertrump="free") == {"9H", "2D", "4S", "5S", "9S"}
    assert follow_set("AC", "9H 2D 4S 5S 9S", undertrump="free") == {"9H"}


def test_3_4_pam_is_no_club_and_clubs_do_not_follow_him():
    hands = ["JC 2S 3S 4D 6D", "KC QC TC 7D 8D", "AC 9C 8C 7S 8S", None]
    t = laid(hands).play("PLAY PLAY PLAY REFUSE  JC")
    assert legal(t) == {"KC", "QC", "TC", "7D", "8D"}
    t.play("KC AC")
    assert t.seat == 0


def test_3_4_pam_led_under_clubs_draws_clubs():
    hands = ["JC 2S 3S 4D 6D", "KC QC 2H 7D 8D", "AC 9C 8H 7S 8S", None]
    t = laid(hands, "5C").play("PLAY PLAY PLAY REFUSE  JC")
    assert legal(t) == {"KC", "QC"}
    t.play("KC")
    assert legal(t) == {"AC", "9C"}


def test_3_4_a_civil_ace_under_clubs_is_followed_without_pam():
    assert follow_set("AC", "JC 4C 2D AS KD", turned="5C") == {"JC"}
    hands = ["AC 3D 3S 6D 6S", "JC 4C 2D AS KD", None, None]
    t = laid(hands, "5C").play("PLAY PLAY REFUSE REFUSE CIVIL")
    assert legal(t) == {"4C"}


def test_3_4_only_the_civil_trick_binds_pam():
    hands = ["AH 9H 3D 3S 6D", "JC 4H 2D AS KD", None, None]
    t = laid(hands).play("PLAY PLAY REFUSE REFUSE  CIVIL 4H")
    assert t.seat == 0
    t.play("9H")
    assert legal(t) == {"JC"}
    t.play("JC")
    assert t.seat == 1


def test_3_4_the_plain_ace_has_no_call():
    t = laid(["AS 3D 4D 6C 7C", None, None, None]).play("PLAY PLAY REFUSE REFUSE")
    assert "CIVIL" not in legal(t)


@pytest.mark.parametrize(
    ("first", "second", "turned", "winner"),
    [
        (DIAMONDS, "AS QS TS 6S 3S", "5H", 1),  # the fifth card
        ("AD QD TD 6D 3D", "AS QS TS 6S 2S", "5H", 0),
        ("KD QD TD 6D 3D", "AS 9S 8S 6S 2S", "5H", 1),
        ("AD KD QD JD TD", "2H 3H 4H 6H 7H", "5H", 1),
        ("JC KD QD JD TD", "2H 3H 4H 6H 7H", "5H", 1),
        ("JC 2D 3D 4D 5D", "AS KS QS JS TS", "5H", 0),
        ("JC 2C 3C 4C 5C", "AS KS QS JS TS", "5H", 0),
        ("AH KH QH JH TH", "JC 2H 3H 4H 6H", "5H", 1),
        ("AC KC QC TC 9C", "AS KS QS JS TS", "5H", 1),  # without the jack, clubs lose at the fourth card
    ],
)
def test_3_5_the_best_flush(first, second, turned, winner):
    t = laid([first, second, None, None], turned, initial_pool=10)
    assert t.over
    assert t.payoffs == [10 * (winner == 0), 10 * (winner == 1), -10, -10]


def test_3_5_three_equal_flushes():
    t = laid([DIAMONDS, "AS QS TS 6S 2S", "AC QC TC 6C 2C", None], initial_pool=10, episode="match")
    assert t.payoffs == [3 - 4, 3, 3, -10]
    assert pool(t) == 15  # one left, ten of the loo, four to be divisible


def test_3_5_the_beaten_flush_is_no_loo():
    t = cardenvs.table("pam_loo", seats=2, first_dealer=1, episode="match")
    t.reset(hands=[DIAMONDS, "AS QS TS 6S 3S"], turn_up="5H")
    assert t.payoffs == [-5, -5 + 5]  # nobody was looed: the next dealer antes
    assert pool(t) == 5


def test_3_5_pam_alone_is_no_loo():
    t = cardenvs.table("pam_loo", seats=2, first_dealer=1, episode="match")
    t.reset(hands=[DIAMONDS, "JC 9S TS 6S 3D"], turn_up="5H")
    assert t.payoffs == [5 - 5, -5]
    assert pool(t) == 5


def test_3_5_a_flush_without_a_loo_forgets_the_loo_before_it():
    t = cardenvs.table("pam_loo", seats=2, first_dealer=0, episode="match", rounds=2)
    t.reset(hands="2S 3S 4D 6D 7D | AH KH QH JH 2C", turn_up="5H")
    t.stack(dealer=1, hands=[DIAMONDS, "JC 9S TS 6S 3D"], turn_up="5H")
    t.play("PLAY PLAY  AH 2S  KH 3S  QH 4D  JH 6D  2C 7D")
    assert (deal_number(t), dealer(t), pool(t)) == (3, 0, 5)
    assert t.payoffs == [-10 + 5 - 5, 5]
    assert not seen(t, 0, "looed").any()


def test_3_5_a_drawn_pam_protects_and_completes_a_flush():
    hands = ["AD QD TC 6D 2C", "AS QS TS 6S 2D", "8H 7C 3D 5C 9D", None]
    t = laid(hands, stock="JC JS").play("EXCHANGE 2C DONE")
    assert t.seat == 1
    t.play("EXCHANGE 2D DONE")
    assert t.over
    assert t.payoffs == [0, 5, -5, -10]

    t = laid(hands, stock="JC").play("REFUSE EXCHANGE 2D DONE")
    assert t.over
    assert t.payoffs == [-5, 5, -5, -10]


@pytest.mark.parametrize("flush_loos", ["all", "not_refused"])
def test_3_5_a_flush_completed_by_the_dealer(flush_loos):
    hands = ["3H 4H 2S 3S 2C", "JC 8H 7C 3D 5C", "KS KD 4C TH 9C", "AS QS TC 6S 2D"]
    t = laid(hands, stock="JS 4S", flush_loos=flush_loos).play("PLAY REFUSE REFUSE EXCHANGE TC 2D DONE")
    assert t.over
    refused = -5 if flush_loos == "all" else 0
    assert t.payoffs == [-5, 0, refused, -5 + 5]


def test_3_5_a_pool_defenders_drawn_flush_counts_in_full():
    hands = ["3H 4H 2S 3S 2C", "JC 8H 7C 3D 5C", "KS KD 4C TH 9C", "AS QS TC 6S 2D"]
    t = laid(hands, stock="JS 4S", pool_defence_draw=True, initial_pool=20, loo_limit=10)
    t.play("PLAY REFUSE REFUSE POOL EXCHANGE TC 2D DONE")
    assert t.over
    assert t.payoffs == [-10, 0, -10, 20]


def test_3_5_a_mere_exchange_goes_on():
    t = laid(DEAL_7, stock="JH").play("REFUSE EXCHANGE TC DONE")
    assert not t.over
    assert t.seat == 2
    assert legal(t) == {"REFUSE", "PLAY", "EXCHANGE"}


def test_4_trickless_seats_are_looed_up_to_the_limit():
    hands = ["AH KH QH JH 2C", "2D 3D 4S 6S 3C", "2S 3S 4D 6D 4C", None]
    play = "PLAY PLAY PLAY REFUSE  AH 2D 2S  KH 3D 3S  QH 4S 4D  JH 6S 6D  2C 3C 4C"
    t = laid(hands, initial_pool=50, episode="match").play(play)
    assert t.payoffs == [40, -50, 10, 0]
    assert pool(t) == 50
    t = laid(hands, initial_pool=50, loo_limit=15, episode="match").play(play)
    assert t.payoffs == [40, -15, 10, 0]
    assert pool(t) == 15


def test_4_immunity_is_for_who_holds_pam_when_play_begins():
    drawn = ["AS KS QS 3D 4C", "9D 2S 3S 4S 2D", "AH 5S 6S 7S AD", None]
    play = "AS 2S 5S  KS 3S 6S  QS 4S 7S  3D 2D AD  CIVIL 4C JC"
    t = laid(drawn, stock="JC", pam_immunity=True).play("PLAY EXCHANGE 9D DONE PLAY REFUSE " + play)
    assert t.payoffs == [3, 0, 2, -5]

    thrown = laid(DEAL_18, stock="5C", pam_immunity=True).play("PLAY EXCHANGE JC DONE PLAY REFUSE")
    thrown.play("AS 2S 5S  KS 3S 6S  QS 4S 7S  3D 2D AD  CIVIL 4C 5C")
    assert thrown.payoffs == [3, -5, 2, -5]


def test_4_playing_for_the_pool_without_a_trick():
    hands = [None, "AH KH QH JH TH", None, "2C 3D 4S 6S 3C"]
    t = laid(hands, flushes=False, initial_pool=25)
    t.play("REFUSE PLAY REFUSE POOL  AH 2C KH 3D QH 4S JH 6S TH 3C")
    assert t.payoffs == [0, 25, 0, 0]


def test_5_defaults():
    options = cardenvs.spec("pam_loo").options()
    expected = {
        "seats": 6,
        "episode": "deal",
        "stake": 5,
        "loo_limit": None,
        "dealer_ante": "when_no_loo",
        "forced_trump_lead": "every_lead",
        "highest_trump_lead_max_players": 3,
        "undertrump": "required",
        "civil_call": True,
        "flushes": True,
        "flush_loos": "all",
        "pam_immunity": False,
        "pool_defence_draw": False,
        "initial_pool": 0,
        "first_dealer": None,
        "rounds": 1,
        "max_deals": None,
        "deal_end_pool": "sink",
        "hand_size": 5,
        "stock_limit": None,
    }
    assert {name: getattr(options, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("seats", [1, 11]),
        ("episode", ["game"]),
        ("stake", [0, -5, 3, 1_000_000_005]),
        ("loo_limit", [0, 3, -5, 1_000_000_005, "2x"]),
        ("dealer_ante", ["never"]),
        ("forced_trump_lead", ["no"]),
        ("highest_trump_lead_max_players", [-1]),
        ("undertrump", ["forbidden"]),
        ("civil_call", ["yes", 0]),
        ("flushes", ["no", 1]),
        ("flush_loos", ["none", None]),
        ("pam_immunity", [1]),
        ("pool_defence_draw", [0]),
        ("initial_pool", [-1, 1_000_000_001]),
        ("first_dealer", [-1, 6]),
        ("rounds", [0]),
        ("max_deals", [0]),
        ("deal_end_pool", ["burn"]),
        ("hand_size", [0]),
        ("stock_limit", [-1]),
    ],
)
def test_5_a_wrong_option_is_named_in_one_line(option, values):
    for value in values:
        with pytest.raises(InvalidOption, match=f"^{option}: want ") as caught:
            cardenvs.table("pam_loo", **{option: value})
        assert "\n" not in str(caught.value)
        assert repr(value) in str(caught.value)


def test_5_there_is_no_miss_to_take():
    assert "TAKE_MISS" not in legal(laid())
    with pytest.raises(IllegalAction):
        laid().step("TAKE_MISS")


def small(hands, turned="JH", hand_size=3, **options):
    """§10: two seats and eight cards; hearts are trumps."""
    t = cardenvs.table(
        "pam_loo",
        **{
            "seats": 2,
            "suits": "CH",
            "ranks": "JQKA",
            "hand_size": hand_size,
            "stake": hand_size,
            "first_dealer": 1,
            **options,
        },
    )
    return t.reset(hands=hands, turn_up=turned)


@pytest.mark.parametrize(
    ("hands", "turned", "paid"),
    [
        ("AH KH QH | AC KC JC", "JH", [3, -3]),  # a trump flush beats Pam's; he pays nothing more
        ("AC KC QC | AH KH JC", "JH", [0, 0]),
        ("AC KC QC | AH KH JH", "JC", [3, -3]),
        ("AC KC QH | AH KH JC", "JH", [-3, 0]),
        ("AC KC JC | AH QC JH", "KH", [3, -6]),
    ],
)
def test_5_short_flushes(hands, turned, paid):
    t = small(hands, turned)
    assert t.over
    assert t.payoffs == paid


def test_5_a_short_deck_leaves_one_card_of_stock():
    t = small("AH KC QH | AC JC KH").play("EXCHANGE KC")
    assert legal(t) == {"DONE"}
    t.play("DONE")
    assert hand(t, 0) == {"AH", "QC", "QH"}
    assert legal(t) == {"PLAY", "POOL"}
    t.play("PLAY")
    assert legal(t) == {"AH", "CIVIL"}
    t.play("CIVIL KH QH JC")
    assert t.seat == 1
    t.play("AC QC")
    assert t.payoffs == [1, 2 - 3]


def test_5_stock_limit_and_two_card_hands():
    t = small("AH KC | JC QH", hand_size=2, stock_limit=1, flushes=False)
    assert pool(t) == 2
    t.play("PLAY PLAY")
    assert legal(t) == {"AH", "CIVIL"}
    assert t.clone().play("AH JC QH KC").payoffs == [-2, 2 - 2]
    assert t.play("CIVIL QH KC JC").payoffs == [1, 1 - 2]


def test_6_action_indices():
    index = cardenvs.spec("pam_loo").action_index
    known = {
        "play JC": 9,
        "REFUSE": 52,
        "PLAY": 53,
        "TAKE_MISS": 54,
        "EXCHANGE": 55,
        "DONE": 56,
        "POOL": 57,
        "CIVIL": 58,
    }
    assert {name: index[name] for name in known} == known
    assert len(index) == 59


@pytest.mark.parametrize(
    ("lead", "held", "played", "voids"),
    [
        ("AC", "JC 9H 2D", "JC", [0]),
        ("AC", "JC 2C 2D", "2C", []),
        ("AC", "KD 4D AS", "4D", [0, 4]),
        ("9H", "JC 2D AS", "JC", []),  # Pam follows trumps
        ("AH", "KD 2D AS", "2D", [2, 4]),
        ("CIVIL", "KD 2D AS", "2D", [2]),
        ("JC", "KD 2D AS", "2D", [2, 4]),
        ("JC", "KC 2D AS", "KC", [2, 4]),
        ("JC", "KH 2D AS", "KH", []),
    ],
)
def test_7_proved_voids(lead, held, played, voids):
    hands = [lead.replace("CIVIL", "AH") + " 3D 3S", held, None, None]
    t = laid(hands, hand_size=3, stake=3, flushes=False).play(f"PLAY PLAY REFUSE REFUSE {lead}")
    assert seen(t, 1, "civil").tolist() == [lead == "CIVIL"]
    t.play(played)
    assert seen(t, 0, "void")[1].nonzero()[0].tolist() == voids


def test_7_marks_are_seen_by_their_seat_alone():
    t = laid(["2C 9C 5D 4H AS", None, None, None]).play("EXCHANGE 2C 5D")
    assert hand(t, 0, "marked") == {"2C", "5D"}
    assert hand(t, 1, "marked") == set()
    assert seen(t, 1, "phase").tolist() == [0, 1, 0, 0]
    before = seen(t, 1, "stock_left")[0]
    assert before == pytest.approx(31 / 52)
    t.play("DONE")
    assert hand(t, 0, "marked") == set()
    assert hand(t, 1, "put_away") == set()
    assert seen(t, 1, "stock_left")[0] == pytest.approx(29 / 52)
    assert seen(t, 1, "declared")[3].argmax() == 4


@pytest.mark.parametrize("seats", [2, 10])
def test_7_size(seats):
    layout = cardenvs.spec("pam_loo").layout(seats=seats)
    assert sum(place.stop - place.start for name, place, _ in layout if name != "pool") == 231 + 127 * seats
