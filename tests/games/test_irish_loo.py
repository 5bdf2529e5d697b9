"""docs/rules/irish_loo.md: §9, same numbers, then what no example covers, by its §."""

import pytest

import cardenvs
from cardenvs.errors import IllegalAction, InvalidOption

from .reading import deal_number, dealer, hand, legal, named, pool, seen

REFUSED = "REFUSE REFUSE REFUSE"
"""All before the dealer of four."""


def four(hands=None, turned="5H", dealer=3, **options):
    """Four seats, seat 3 deals, unless said; hands by seat, None or none at all is random."""
    rest = {name: options.pop(name) for name in ("stock",) if name in options}
    table = cardenvs.table("irish_loo", **{"seats": 4, "first_dealer": dealer, **options})
    return table.reset(hands=hands or [None] * table.seats, turn_up=turned, **rest)


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


def test_9_01_the_club_law_makes_everybody_enter():
    t = four(turned="5C")
    for seat in range(4):
        assert t.seat == seat
        assert legal(t) == {"PLAY", "EXCHANGE"}
        t.play("PLAY")
    assert legal(four()) == {"REFUSE", "PLAY", "EXCHANGE"}


def test_9_02_without_the_club_law():
    assert legal(four(turned="5C", club_law=False)) == {"REFUSE", "PLAY", "EXCHANGE"}


def test_9_03_a_lone_player_is_defended_and_none_at_all_leaves_the_dealer_the_pool():
    t = four().play("REFUSE REFUSE PLAY")
    assert t.seat == 3
    assert legal(t) == {"PLAY", "EXCHANGE", "POOL"}
    t = four().play(REFUSED)
    assert t.over
    assert t.payoffs == [0, 0, 0, 0]
    t = four(initial_pool=12)
    assert t.payoffs == [0, 0, 0, 0]
    assert t.play(REFUSED).payoffs == [0, 0, 0, 12]


def test_9_04_two_seats():
    t = cardenvs.table("irish_loo", seats=2, first_dealer=1).reset(turn_up="5C")
    assert t.seat == 0
    assert legal(t) == {"PLAY", "EXCHANGE"}
    t.play("PLAY")
    assert t.seat == 1
    assert legal(t) == {"PLAY", "EXCHANGE"}
    t.reset(turn_up="5H")
    assert legal(t) == {"REFUSE", "PLAY", "EXCHANGE"}
    t.play("PLAY")
    assert legal(t) == {"PLAY", "EXCHANGE", "POOL"}


def test_9_05_cards_are_marked_upwards():
    t = four(["AC 9D 8D", None, None, None]).play("EXCHANGE")
    assert t.seat == 0
    assert legal(t) == {"AC", "9D", "8D"}
    assert t.legal() == [12, 19, 20]
    t.play("8D")
    assert legal(t) == {"9D", "DONE"}
    with pytest.raises(IllegalAction):
        t.step("AC")
    t.play("9D")
    assert legal(t) == {"DONE"}


def test_9_06_no_more_marks_than_stock():
    t = four(["2D 3D 4S", None, None, None], stock_limit=2).play("EXCHANGE 2D")
    assert legal(t) == {"3D", "4S", "DONE"}
    t.play("4S")
    assert legal(t) == {"DONE"}


DEAL_7 = ["2D 3D 4S", "AC 9D 8D", "KC QC 2S", "6C 4C 7D"]
STOCK_7 = "AS TC KD 3H"
DECLARE_7 = "PLAY  EXCHANGE 8D 9D DONE  PLAY  EXCHANGE 7D DONE"
PLAY_7 = DECLARE_7 + "  4S AS 2S 4C  6C 2D TC QC  KC KD 3D AC"


def test_9_07_a_full_deal_under_the_club_law():
    t = four(DEAL_7, "5C", stock=STOCK_7).play(DECLARE_7)
    assert hand(t, 1) == {"AC", "AS", "TC"}
    assert hand(t, 3) == {"6C", "4C", "KD"}
    assert t.seat == 0
    assert legal(t) == {"2D", "3D", "4S"}
    t.play("4S")
    assert legal(t) == {"AS"}
    t.play("AS 2S")
    assert t.seat == 3
    assert legal(t) == {"6C", "4C"}
    t.play("4C")
    assert t.seat == 3
    assert legal(t) == {"6C", "KD"}
    t.play("6C 2D")
    assert legal(t) == {"AC", "TC"}
    t.play("TC")
    assert legal(t) == {"KC", "QC"}
    t.play("QC")
    assert t.seat == 2
    t.play("KC KD 3D AC")
    assert t.over
    assert t.payoffs == [-3, 1, 1, -2]
    assert sum(t.payoffs) == -3


def test_9_08_the_loo_is_limited():
    t = four(DEAL_7, "5C", stock=STOCK_7, initial_pool=12).play(PLAY_7)
    assert t.payoffs == [-6, 4, 4, 4]
    assert 12 - sum(t.payoffs) == 6
    t = four(DEAL_7, "5C", stock=STOCK_7, initial_pool=12, loo_limit=None).play(PLAY_7)
    assert t.payoffs == [-12, 4, 4, 4]
    assert 12 - sum(t.payoffs) == 12


def test_9_09_one_seat_takes_all_from_six():
    t = cardenvs.table("irish_loo", seats=6, first_dealer=5, initial_pool=18)
    t.reset(hands="AC KC QC | 2D 3D 4D | 2H 3H 4H | 2S 3S 4S | 5D 6D 7D | 5S 6S 7S", turn_up="5C")
    assert pool(t) == 18
    t.play("PLAY " * 6 + "AC 2D 2H 2S 5D 5S  KC 3D 3H 3S 6D 6S  QC 4D 4H 4S 7D 7S")
    assert t.payoffs == [18, -6, -6, -6, -6, -6]
    assert 18 - sum(t.payoffs) == 30


@pytest.mark.parametrize("active", [2, 3, 4])
def test_9_10_forced_leads(active):
    assert lead_set("AH KH 2C", active) == {"AH"}
    assert lead_set("KH 3C 2C", active, turned="AH") == {"KH"}
    assert lead_set("KH 3C 2C", active) == {"KH", "3C", "2C"}
    assert lead_set("QH 7H 2C", active) == ({"QH", "7H"} if active == 4 else {"QH"})
    few = {"QH"} if active == 2 else {"QH", "7H"}
    assert lead_set("QH 7H 2C", active, highest_trump_lead_max_players=2) == few


@pytest.mark.parametrize("active", [2, 3, 4])
def test_9_10_the_first_lead_alone_may_be_bound(active):
    hands = ["KC 3D 2D", "QH 7H AC", "2S 3S 4S", "6S 7S 8S"]
    play = "PLAY " * active + "REFUSE " * (4 - active) + " ".join(["KC", "AC", "2S", "6S"][:active])
    t = four(hands, forced_trump_lead="first_lead").play(play)
    assert t.seat == 1
    assert legal(t) == {"QH", "7H"}


@pytest.mark.parametrize(
    ("trick", "held", "playable"),
    [
        ("9S", "KS 3S AC", "KS"),
        ("9S", "4S 3S AC", "4S 3S"),
        ("9S", "KS TS AC", "KS TS"),
        ("9S", "KD 3H AC", "3H"),
        ("9S", "9H 3H AC", "9H 3H"),
        ("9S 6H", "9H 3H AC", "9H"),
        ("9S 6H", "4H 3H AC", "4H 3H"),
        ("9S 6H", "AS 2S KH", "AS 2S"),
        ("9H", "QH 3H AC", "QH"),
        ("9H KH", "QH 3H AC", "QH 3H"),
        ("9H", "QS 3S AC", "QS 3S AC"),
    ],
)
def test_9_10_following(trick, held, playable):
    assert follow_set(trick, held) == named(playable)


def test_9_10_undertrumping_may_be_free():
    assert follow_set("9S 6H", "4H 3H AC", undertrump="free") == {"4H", "3H", "AC"}


POOL_THIRDS = [None, "KS 8D 7D", None, "AD 2S 3C"]
PLAY_THIRDS = "REFUSE PLAY REFUSE POOL  KS 2S  8D AD  3C 7D"


@pytest.mark.parametrize("limit", [None, "2x"])
def test_9_11_playing_for_the_pool(limit):
    options = {"initial_pool": 9, "loo_limit": limit}
    t = four(POOL_THIRDS, "6S", **options).play("REFUSE PLAY REFUSE POOL")
    assert t.seat == 1
    assert legal(t) == {"KS", "8D", "7D"}
    t.play("KS")
    assert legal(t) == {"2S"}
    t.play("2S 8D")
    assert legal(t) == {"AD"}
    t.play("AD 3C 7D")
    assert t.payoffs == [0, 3, 0, 0]
    assert 9 - sum(t.payoffs) == 6
    t = four(POOL_THIRDS, "6S", episode="match", **options).play(PLAY_THIRDS)
    assert dealer(t) == 0
    assert pool(t) == 9
    assert t.payoffs == [-3, 3, 0, 0]

    t = four(POOL_THIRDS, "6S", loo_limit=limit, episode="match").play(PLAY_THIRDS)
    assert pool(t) == 6
    assert t.payoffs == [-4, 1, 0, -3]


def test_9_11_a_pool_defender_who_takes_all_or_nothing():
    strong, weak = "AD KD QD", "8D 7D 3D"
    takes_all = "REFUSE PLAY REFUSE POOL  8D AD  KD 7D  QD 3D"
    takes_none = "REFUSE PLAY REFUSE POOL  AD 8D  KD 7D  QD 3D"
    for limit, paid, left in (None, -9, 18), ("2x", -6, 15):
        t = four([None, weak, None, strong], "6S", initial_pool=9, loo_limit=limit).play(takes_all)
        assert t.payoffs == [0, paid, 0, 0]
        assert 9 - sum(t.payoffs) == left
        t = four([None, strong, None, weak], "6S", initial_pool=9, loo_limit=limit).play(takes_none)
        assert t.payoffs == [0, 9, 0, 0]


def loo_in_every_deal(until, **options):
    """A match of three in which the dealer's left neighbour beats the next one, in every deal before `until`."""
    t = cardenvs.table("irish_loo", seats=3, first_dealer=0, episode="match", initial_pool=6, **options)
    hands = ["2D 3D 4D", "AH KH QH", "2C 3C 4C"]
    t.reset(hands=hands, turn_up="5H")
    while not t.over and deal_number(t) < until:
        hands = hands[-1:] + hands[:-1]
        t.stack(dealer=(dealer(t) + 1) % 3, hands=hands, turn_up="5H")
        t.play("PLAY PLAY REFUSE  AH 2C  KH 3C  QH 4C")
    return t


def test_9_12_a_match_goes_on_until_a_deal_without_a_loo_or_to_max_deals():
    t = loo_in_every_deal(until=4)
    assert not t.over
    assert deal_number(t) == 4
    assert t.payoffs == [0, 0, 0]
    t.play("REFUSE REFUSE")
    assert t.over
    assert t.payoffs == [6, 0, 0]

    t = loo_in_every_deal(until=99)
    assert t.over
    assert deal_number(t) == 12
    assert dealer(t) == 2
    assert t.payoffs == [2, 2, 2]


def test_9_13_the_next_ante():
    t = four(DEAL_7, "5C", stock=STOCK_7, episode="match").play(PLAY_7)
    assert dealer(t) == 0
    assert pool(t) == 3
    assert t.payoffs == [-3, 1, 1, -2]
    t = four(episode="match").play(REFUSED)
    assert pool(t) == 3
    assert t.payoffs == [-3, 0, 0, 0]


def test_9_14_action_indices():
    index = cardenvs.spec("irish_loo").action_index
    known = {"play 8D": 19, "DONE": 56, "EXCHANGE": 55, "PLAY": 53}
    assert {name: index[name] for name in known} == known


def test_2_cards_go_round_one_at_a_time_and_the_stock_follows():
    t = cardenvs.table("irish_loo", seats=4, first_dealer=1).reset(deck=list(range(52)))
    names = t.rules.cards.names
    for seat, first in (2, 0), (3, 1), (0, 2), (1, 3):
        assert hand(t, seat) == {names[card] for card in range(first, 12, 4)}
    assert hand(t, 0, "turned_card") == {names[12]}
    assert t.seat == 2
    t.play("EXCHANGE 2C TC DONE")
    assert hand(t, 2) == {names[4], names[13], names[14]}


@pytest.mark.parametrize(
    ("options", "filled", "ante"),
    [
        ({}, 3, 3),
        ({"stake": 12}, 12, 12),
        ({"initial_pool": 7}, 9, 2),
        ({"initial_pool": 7, "dealer_ante": "every_deal"}, 12, 5),
    ],
)
def test_2_the_pool_is_divisible_by_three(options, filled, ante):
    t = four(**options)
    assert pool(t) == filled
    assert t.payoffs == [0, 0, 0, -ante]


def test_2_a_random_first_dealer_is_uniform():
    t = cardenvs.table("irish_loo", seats=4, seed=1)
    dealers = [dealer(t.reset()) for _ in range(400)]
    assert all(65 < dealers.count(seat) < 135 for seat in range(4))


@pytest.mark.parametrize(
    ("options", "loo"),
    [
        ({}, 6),
        ({"loo_limit": "2x"}, 6),
        ({"stake": 6}, 12),
        ({"stake": 15}, 27),
        ({"loo_limit": 3}, 3),
        ({"loo_limit": 9}, 9),
        ({"loo_limit": 30}, 27),
        ({"loo_limit": None}, 27),
    ],
)
def test_2_the_default_limit_is_two_stakes(options, loo):
    hands = ["AH KH QH", "2C 3C 4C", "2D 3D 4D", None]
    play = "PLAY PLAY PLAY REFUSE  AH 2C 2D  KH 3C 3D  QH 4C 4D"
    t = four(hands, initial_pool=27, episode="match", **options).play(play)
    assert t.payoffs == [27, -loo, -loo, 0]
    assert pool(t) == 2 * loo


def test_2_split():
    t = four(DEAL_7, "5C", stock=STOCK_7, deal_end_pool="split").play(PLAY_7)
    assert t.payoffs == [-3 + 1, 1 + 1, 1 + 1, -2]


@pytest.mark.parametrize(
    ("declared", "choices"),
    [
        ("", "REFUSE PLAY EXCHANGE"),
        ("PLAY", "REFUSE PLAY EXCHANGE"),
        ("REFUSE REFUSE", "REFUSE PLAY EXCHANGE"),
        ("PLAY REFUSE PLAY", "REFUSE PLAY EXCHANGE"),
        ("PLAY PLAY PLAY", "REFUSE PLAY EXCHANGE"),
        ("PLAY REFUSE REFUSE", "PLAY EXCHANGE POOL"),
        ("REFUSE PLAY REFUSE", "PLAY EXCHANGE POOL"),
    ],
)
@pytest.mark.parametrize("stock", [None, 0])
@pytest.mark.parametrize(("turned", "club_law"), [("5H", True), ("5C", False)])
def test_3_1_what_may_be_declared(declared, choices, stock, turned, club_law):
    t = four(turned=turned, stock_limit=stock, club_law=club_law).play(declared)
    assert legal(t) == named(choices) - (set() if stock is None else {"EXCHANGE"})


def test_3_1_the_club_law_without_a_stock():
    t = four(turned="5C", stock_limit=0)
    for _ in range(4):
        assert legal(t) == {"PLAY"}
        t.play("PLAY")
    assert t.seat == 0


def test_3_1_the_club_law_with_two_seats_knows_no_pool_defence():
    t = cardenvs.table("irish_loo", seats=2, first_dealer=1, pool_defence_draw=True)
    t.reset(hands="2D 3D 4D | AC KC QC", turn_up="5C", stock="2S 3S")
    t.play("EXCHANGE 2D DONE")
    assert legal(t) == {"PLAY", "EXCHANGE"}
    t.play("EXCHANGE QC DONE")
    assert t.seat == 0
    assert hand(t, 1) == {"AC", "KC", "3S"}


def test_3_1_an_exchanger_has_declared_to_play():
    t = four(["2C 3D 4S", None, None, None], stock="6D").play("EXCHANGE 2C DONE")
    assert t.seat == 1
    assert hand(t, 0) == {"6D", "3D", "4S"}
    assert hand(t, 0, "put_away") == {"2C"}
    assert seen(t, 1, "exchanged")[3].tolist() == [0, 1, 0, 0, 0, 0]
    t.play("REFUSE REFUSE")
    assert legal(t) == {"PLAY", "EXCHANGE", "POOL"}
    t.play("PLAY")
    assert t.seat == 0


def test_3_1_all_three_may_go():
    t = four(["2C 3D 4S", None, None, None], stock="KC KD KS").play("EXCHANGE 2C 3D 4S")
    assert legal(t) == {"DONE"}
    t.play("DONE")
    assert hand(t, 0) == {"KC", "KD", "KS"}


def test_3_1_one_suit_is_no_flush():
    t = four(["2D 3D 4D", None, None, None], stock="5D").play("EXCHANGE 2D DONE")
    assert not t.over
    assert t.seat == 1


@pytest.mark.parametrize(("choice", "held"), [("PLAY", "2S 3S 4S"), ("EXCHANGE 2S DONE", "AH 3S 4S")])
def test_3_1_a_drawing_pool_defender_still_plays_for_the_pool(choice, held):
    hands = [None, "AC KC QC", None, "2S 3S 4S"]
    t = four(hands, stock="AH", pool_defence_draw=True, initial_pool=9).play("REFUSE PLAY REFUSE POOL")
    assert t.seat == 3
    assert legal(t) == {"PLAY", "EXCHANGE"}
    t.play(choice)
    assert t.seat == 1
    assert hand(t, 3) == named(held)
    t.play("AC")
    if choice == "PLAY":
        t.play("2S  KC 3S  QC 4S")
        assert t.payoffs == [0, 9, 0, 0]
    else:
        t.play("AH  3S KC  4S QC")
        assert t.payoffs == [0, -6, 0, 0]


def test_3_1_no_second_choice_without_a_stock_or_the_option():
    hands = [None, "AC KC QC", None, None]
    for options in {"pool_defence_draw": True, "stock_limit": 0}, {}:
        t = four(hands, **options).play("REFUSE PLAY REFUSE POOL")
        assert t.seat == 1
        assert legal(t) == {"AC", "KC", "QC"}


@pytest.mark.parametrize(
    ("declared", "leader"),
    [
        ("REFUSE EXCHANGE 2D DONE PLAY REFUSE", 1),
        ("PLAY EXCHANGE 2D DONE PLAY REFUSE", 0),
        ("REFUSE REFUSE PLAY POOL", 2),
    ],
)
def test_3_2_the_first_to_declare_in_leads(declared, leader):
    assert four([None, "2D 3D 4D", None, None]).play(declared).seat == leader


@pytest.mark.parametrize("last", range(4))
def test_3_2_under_the_club_law_the_dealers_left_leads(last):
    t = four(turned="5C", dealer=last).play("PLAY PLAY PLAY PLAY")
    assert t.seat == (last + 1) % 4


def test_3_2_all_count_as_active_under_the_club_law():
    t = four(["QC 7C 2D", None, None, None], "5C").play("PLAY PLAY PLAY PLAY")
    assert legal(t) == {"QC", "7C"}
    t = cardenvs.table("irish_loo", seats=3, first_dealer=2).reset(hands=["QC 7C 2D", None, None], turn_up="5C")
    t.play("PLAY PLAY PLAY")
    assert legal(t) == {"QC"}


def test_3_2_the_jack_of_clubs_is_a_plain_card():
    assert follow_set("9S", "JC 3H 2S") == {"2S"}
    assert follow_set("9H", "JC TH 2H") == {"TH"}
    assert lead_set("AH JC 2D", 2) == {"AH"}


def test_3_3_the_stock_is_drawn_from_the_top_until_it_is_gone():
    hands = ["2C 9C 5D", "2D 3D 9S", "3C 4C 6D", None]
    t = four(hands, stock="KC KD KH", stock_limit=3).play("EXCHANGE 2C 9C DONE")
    assert hand(t, 0) == {"KC", "KD", "5D"}
    assert legal(t) == {"REFUSE", "PLAY", "EXCHANGE"}
    t.play("EXCHANGE 2D")
    assert legal(t) == {"DONE"}
    t.play("DONE")
    assert hand(t, 1) == {"KH", "3D", "9S"}
    assert legal(t) == {"REFUSE", "PLAY"}


def test_3_3_sixteen_seats_leave_three_cards_of_stock():
    t = cardenvs.table("irish_loo", seats=16, first_dealer=15)
    t.reset(hands=["2C 9D 5D"] + [None] * 15, turn_up="5C", stock="AC KC QC")
    t.play("EXCHANGE 2C 5D 9D DONE")
    for _ in range(15):
        assert legal(t) == {"PLAY"}
        t.play("PLAY")
    assert t.seat == 0
    assert hand(t, 0) == {"AC", "KC", "QC"}
    while not t.over:
        t.step(t.legal()[0])
    assert t.payoffs == [3] + [-3] * 14 + [-6]


def test_3_3_a_lone_player_who_emptied_the_stock_is_defended_without_it():
    t = four(["2C 9C 5D", None, None, None], stock="KC", stock_limit=1).play("EXCHANGE 2C DONE REFUSE REFUSE")
    assert legal(t) == {"PLAY", "POOL"}


def test_4_under_the_club_law_at_least_one_of_four_is_looed():
    hands = ["AC 2D 3D", "AD 6C 2H", "AH 2S 3S", "4D 4H 4S"]
    t = four(hands, "5C").play("PLAY PLAY PLAY PLAY  AC 6C 2S 4S  2D AD 3S 4D  2H AH 4H 3D")
    assert t.payoffs == [1, 1, 1, -6]


def test_4_a_match_under_the_club_law_ends_at_max_deals():
    t = cardenvs.table("irish_loo", seats=4, first_dealer=0, episode="match", max_deals=2, initial_pool=6)
    hands = ["4D 4H 4S", "AC KC QC", "AD 2D 3D", "AH 2H 3H"]
    t.reset(hands=hands, turn_up="5C")
    t.stack(dealer=1, hands=hands[-1:] + hands[:-1], turn_up="5C")
    play = "PLAY PLAY PLAY PLAY  AC 2D 2H 4D  KC 3D 3H 4H  QC AD AH 4S"
    t.play(play)
    assert t.payoffs == [-6, 6, -6, -6]
    assert pool(t) == 18
    t.play(play)
    assert t.over
    # 18 left by the three others again, four each and two more from the last dealer's left
    assert t.payoffs == [-6 - 6 + 4, 6 - 6 + 4, -6 + 18 + 5, -6 - 6 + 5]
    assert sum(t.payoffs) == 6


def test_5_defaults():
    options = cardenvs.spec("irish_loo").options()
    expected = {
        "seats": 6,
        "episode": "deal",
        "stake": 3,
        "loo_limit": "2x",
        "club_law": True,
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
        "stock_limit": None,
    }
    assert {name: getattr(options, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("seats", [1, 17]),
        ("episode", ["game"]),
        ("stake", [0, -3, 4, 1_000_000_002]),
        ("loo_limit", [0, 4, -3, 1_000_000_002, "3x", True]),
        ("club_law", ["no", 1]),
        ("dealer_ante", ["never"]),
        ("forced_trump_lead", ["no"]),
        ("highest_trump_lead_max_players", [-1]),
        ("undertrump", ["forbidden"]),
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
            cardenvs.table("irish_loo", **{option: value})
        assert "\n" not in str(caught.value)
        assert repr(value) in str(caught.value)


def small(hands, turned, **options):
    """§10: two seats, two cards each from eight."""
    t = cardenvs.table(
        "irish_loo",
        seats=2,
        suits="CH",
        ranks="JQKA",
        hand_size=2,
        stake=2,
        loo_limit=4,
        first_dealer=1,
        **options,
    )
    return t.reset(hands=hands, turn_up=turned)


def test_5_the_mini_game():
    t = small("AC KC | JH QH", "JC")
    assert legal(t) == {"PLAY", "EXCHANGE"}
    t.play("PLAY PLAY  AC JH KC QH")
    assert t.payoffs == [2, -2 - 2]
    t = small("AC KH | QC KC", "JH")
    assert legal(t) == {"REFUSE", "PLAY", "EXCHANGE"}
    t.play("PLAY POOL  AC QC  KH KC")
    assert t.payoffs == [2, -2]


def test_5_a_stock_limit_leaves_cards_out_of_play():
    t = small("AC KH | QC KC", "JH", stock_limit=1).play("EXCHANGE AC")
    assert legal(t) == {"DONE"}
    t.play("DONE")
    assert legal(t) == {"PLAY", "POOL"}
    t = small("AC KH | QC KC", "JH").play("EXCHANGE AC KH DONE")
    assert legal(t) == {"PLAY", "EXCHANGE", "POOL"}


def test_6_there_is_no_miss_and_no_call():
    t = four(["AH 2C 3C", None, None, None])
    assert {"TAKE_MISS", "CIVIL"}.isdisjoint(legal(t))
    t.play("PLAY PLAY REFUSE REFUSE")
    assert legal(t) == {"AH"}
    assert len(cardenvs.spec("irish_loo").action_index) == 59
