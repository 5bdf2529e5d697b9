"""docs/rules/stukolka.md: §9, same numbers, then what no example covers, by its §."""

import math

import pytest

import cardenvs
from cardenvs.core.random import stream
from cardenvs.errors import IllegalAction, InvalidOption

from .reading import deal_number, dealer, hand, legal, named, pool, seen

HANDS = ["KH 9C 4C", "AC 7D 2D", "QH JH 3S", "8S 7S 6S"]
GOLETS = "2S AH 5S"
ALL_PASS = "PASS PASS PASS PASS"


def four(hands=None, turned="5H", dealer=3, **options):
    """Four seats, seat 3 deals unless said; hands by seat, None or none at all is random."""
    rest = {name: options.pop(name) for name in ("golets", "stock") if name in options}
    table = cardenvs.table("stukolka", **{"seats": 4, "first_dealer": dealer, **options})
    return table.reset(hands=hands or [None] * table.seats, turn_up=turned, **rest)


def example(**options):
    """The cards of §9."""
    stock = "2S AH 5S KD".split()[: options.get("stock_limit")]
    below = {"stock": stock} if options.get("form") == "prikup" else {"golets": GOLETS}
    return four(HANDS, **{**below, **options})


def lead_set(held, turned="5H", **options):
    """What seat 0 may lead to trick 1."""
    table = four([held, None, None, None], turned, **options).play("PLAY PLAY PLAY PLAY")
    assert table.seat == 0
    return legal(table)


def follow_set(trick, held, **options):
    """What the next seat, holding `held`, may play to `trick`; hearts are trumps, no earlier seat has a choice."""
    played = trick.split()
    before = [f"{card} {rest}" for card, rest in zip(played, ("2C 2D", "3C 3D"), strict=False)]
    table = four([*before, held] + [None] * (3 - len(played)), **options)
    table.play("PLAY " * (len(played) + 1) + "PASS " * (3 - len(played)) + trick)
    assert table.seat == len(played)
    return legal(table)


def test_9_01_one_golets_for_the_first_who_wants_it():
    t = example()
    assert t.payoffs == [-3, -3, -3, -3]
    assert pool(t) == 12
    assert t.seat == 0
    assert legal(t) == {"PASS", "PLAY", "TAKE_GOLETS"}
    t.play("TAKE_GOLETS")
    assert hand(t, 0) == {"2S", "AH", "5S"}
    assert t.seat == 1
    assert legal(t) == {"PASS", "PLAY"}


def test_9_02_all_pass_and_the_pool_stays():
    t = example().play("PASS PASS PASS")
    assert legal(t) == {"PASS", "PLAY", "TAKE_GOLETS"}
    t.play("PASS")
    assert t.over
    assert t.payoffs == [-3, -3, -3, -3]
    assert pool(t) == 12

    t = example(episode="match").play(ALL_PASS)
    assert (deal_number(t), dealer(t), pool(t)) == (2, 0, 12)
    assert t.payoffs == [-3, -3, -3, -3]


def test_9_03_the_dealer_may_leave_the_pool_to_one():
    t = example().play("PASS PLAY PASS")
    assert t.seat == 3
    assert legal(t) == {"PASS", "PLAY", "TAKE_GOLETS"}
    t.play("PASS")
    assert t.over
    assert t.payoffs == [-3, 9, -3, -3]
    assert pool(t) == 0

    t = example(episode="match").play("PASS PLAY PASS PASS")
    assert pool(t) == 12
    assert t.payoffs == [-6, 6, -6, -6]


def test_9_04_the_golets_lead():
    t = example().play("PLAY PASS TAKE_GOLETS PLAY")
    assert t.seat == 2
    assert hand(t, 2) == {"2S", "AH", "5S"}
    assert legal(t) == {"AH"}


def test_9_05_without_them_the_first_who_plays_leads():
    assert example().play("PASS PLAY PLAY PLAY").seat == 1
    t = example().play("PLAY PLAY PLAY PASS")
    assert t.seat == 0
    assert legal(t) == {"KH", "9C", "4C"}


@pytest.mark.parametrize(
    ("held", "leads"),
    [
        ("AH KH 2D", "AH"),
        ("KH QH 2D", "KH"),
        ("KH JH 2D", "KH JH 2D"),
        ("QH JH 2D", "QH JH 2D"),
    ],
)
def test_9_06_the_first_lead(held, leads):
    assert lead_set(held) == named(leads)


@pytest.mark.parametrize(
    ("trick", "held", "free", "heading"),
    [
        ("9S", "KS 3S AC", "KS 3S", "KS"),
        ("9S", "KD 3H 9H", "3H 9H", "3H 9H"),
        ("9S 6H", "9H 3H AC", "9H 3H", "9H"),
    ],
)
def test_9_07_following(trick, held, free, heading):
    assert follow_set(trick, held) == named(free)
    assert follow_set(trick, held, must_head=True) == named(heading)


@pytest.mark.parametrize("must_head", [False, True])
def test_9_07_neither_the_suit_nor_a_trump(must_head):
    hands = ["AC 9S 2D", "2C 6H 3D", "4C KD 3C", None]
    t = four(hands, must_head=must_head).play("PLAY PLAY PLAY PASS  AC 2C 4C  9S 6H")
    assert t.seat == 2
    assert legal(t) == {"KD", "3C"}


PLAY_8 = "PLAY PLAY TAKE_GOLETS PASS  AH KH 2D  5S 4C 7D  2S 9C AC"


def test_9_08_the_golets_take_all():
    t = example().play("PLAY PLAY TAKE_GOLETS PASS")
    assert t.seat == 2
    t.play("AH")
    assert t.seat == 0
    assert legal(t) == {"KH"}
    t.play("KH 2D")
    assert t.seat == 2
    t.play("5S 4C 7D")
    assert t.seat == 2
    t.play("2S 9C")
    assert not t.over
    t.play("AC")
    assert t.over
    assert t.payoffs == [-15, -15, 9, -3]
    assert pool(t) == 24


def test_9_09_the_same_for_thirty_six_and_limited():
    t = example(initial_pool=36)
    assert pool(t) == 36
    assert t.payoffs == [0, 0, 0, 0]
    t.play(PLAY_8)
    assert t.payoffs == [-36, -36, 36, 0]
    assert pool(t) == 72
    t = example(initial_pool=36, remise_limit=12).play(PLAY_8)
    assert t.payoffs == [-12, -12, 36, 0]
    assert pool(t) == 24


def test_9_10_the_dealer_alone_antes():
    t = example(ante="dealer")
    assert pool(t) == 3
    assert t.payoffs == [0, 0, 0, -3]
    t.play(PLAY_8)
    assert t.payoffs == [-3, -3, 3, -3]
    assert pool(t) == 6


def test_9_11_a_deal_on_own_cards():
    t = example().play("PLAY PLAY PLAY PASS  9C AC")
    assert t.seat == 2
    assert legal(t) == {"QH", "JH"}
    t.play("JH")
    assert t.seat == 2
    t.play("QH")
    assert legal(t) == {"KH"}
    t.play("KH 2D")
    assert t.seat == 0
    t.play("4C 7D 3S")
    assert t.over
    assert t.payoffs == [5, -15, 1, -3]
    assert pool(t) == 12


def test_9_12_a_lone_golets_taker():
    t = example().play("PASS PASS PASS TAKE_GOLETS")
    assert t.over
    assert t.payoffs == [-3, -3, -3, 9]


def test_9_13_the_prikup():
    t = example(form="prikup").play("PLAY PASS PLAY PASS")
    assert t.seat == 0
    assert t.legal() == [2, 7, 37, 56]
    assert legal(t) == {"4C", "9C", "KH", "DONE"}
    t.play("4C 9C DONE")
    assert hand(t, 0) == {"KH", "2S", "AH"}
    assert t.seat == 2
    t.play("JH 3S DONE")
    assert hand(t, 2) == {"QH", "5S", "KD"}
    assert t.seat == 0
    assert legal(t) == {"AH"}


def test_9_14_a_split_pool_makes_the_deal_zero_sum():
    t = example(deal_end_pool="split").play(PLAY_8)
    assert t.payoffs == [-9, -9, 15, 3]
    assert pool(t) == 0


def test_9_15_a_match_goes_on_until_a_deal_without_a_remise():
    t = four(dealer=0, episode="match").play(ALL_PASS).play(ALL_PASS)
    t.stack(dealer=3, hands=HANDS, turn_up="5H", golets=GOLETS)
    t.play(ALL_PASS)
    assert (deal_number(t), dealer(t), pool(t)) == (4, 3, 12)
    t.play(PLAY_8)
    assert not t.over
    assert (deal_number(t), dealer(t), pool(t)) == (5, 0, 24)
    assert t.payoffs == [-15, -15, 9, -3]
    t.play(ALL_PASS)
    assert t.over
    assert t.payoffs == [-9, -9, 15, 3]


# Deal and match


def test_2_every_seat_deals_in_turn_and_all_pass_ends_a_match():
    t = four(dealer=1, episode="match", rounds=2)
    dealers = []
    while not t.over:
        dealers.append(dealer(t))
        t.play(ALL_PASS)
    assert dealers == [1, 2, 3, 0, 1, 2, 3, 0]
    assert t.payoffs == [0, 0, 0, 0]


def test_2_cards_go_round_one_at_a_time_and_the_golets_come_off_the_stock():
    t = cardenvs.table("stukolka", seats=4, first_dealer=1).reset(deck=list(range(52)))
    names = t.rules.cards.names
    for seat, first in (2, 0), (3, 1), (0, 2), (1, 3):
        assert hand(t, seat) == {names[first], names[first + 4], names[first + 8]}
    assert hand(t, 0, "turned_card") == {names[12]}
    t.play("TAKE_GOLETS")
    assert hand(t, 2) == {names[13], names[14], names[15]}
    assert hand(t, 2, "put_away") == {names[0], names[4], names[8]}


@pytest.mark.parametrize("limit", [None, 3, 12, 24])
def test_2_remises_are_played_for_without_an_ante(limit):
    t = example(episode="match", remise_limit=limit).play(PLAY_8)
    carried = 24 if limit is None else 2 * min(limit, 12)
    fine = carried // 2
    assert pool(t) == carried
    assert t.payoffs == [-3 - fine, -3 - fine, 9, -3]


def test_2_the_next_dealer_antes_alone():
    t = four(episode="match", ante="dealer").play("PLAY PASS PASS PASS")
    assert (dealer(t), pool(t)) == (0, 3)
    assert t.payoffs == [3 - 3, 0, 0, -3]
    t.play(ALL_PASS)
    assert (dealer(t), pool(t)) == (1, 3)
    assert t.payoffs == [0, 0, 0, -3]


def test_2_a_carried_pool_is_no_remise_of_the_last_deal():
    t = four(episode="match").play("PLAY PASS PASS PASS " + ALL_PASS + " PASS PLAY PASS PASS " + "PASS PASS PASS")
    assert deal_number(t) == 4
    t.play("PASS")
    assert t.over
    assert sum(t.payoffs) == 0


@pytest.mark.parametrize(("options", "deals"), [({}, 8), ({"rounds": 2}, 16), ({"max_deals": 3}, 3)])
def test_2_a_match_ends_hard_at_max_deals(options, deals):
    t = cardenvs.table("stukolka", seats=2, first_dealer=0, episode="match", **options)
    t.reset(hands="2C 3C 4C | AH KH QH", turn_up="5H")
    while not t.over:
        winner = t.seat
        hands = ["2C 3C 4C"] * 2
        hands[1 - winner] = "AH KH QH"
        t.stack(dealer=winner, hands=hands, turn_up="5H")
        t.play("PLAY PLAY  AH 2C  KH 3C  QH 4C")
    assert deal_number(t) == deals
    gains = [-3, -3]
    for deal in range(deals):
        gains[deal % 2] -= 6
        gains[1 - deal % 2] += 6
    assert t.payoffs == [gain + 3 for gain in gains]


def test_2_the_last_pool_is_divided_from_the_last_dealers_left():
    hands = ["2S 3S 4S", None, None, "AH KH QH"]
    t = four(hands, dealer=2, episode="match", initial_pool=6, max_deals=1)
    t.play("PLAY PLAY PASS PASS")
    assert t.seat == 3
    t.play("AH 2S  KH 3S  QH 4S")
    assert t.over
    assert t.payoffs == [2 - 6, 1, 1, 2 + 6]


def test_2_the_bank_breaks():
    t = cardenvs.table("stukolka", seats=7, first_dealer=0, episode="match", initial_pool=999_999_999)
    hands = ["AH KH QH" if seat == 1 else None for seat in range(7)]
    t.reset(hands=hands, turn_up="5H")
    carried = []
    for deal in range(4):
        if deal < 3:
            hands = hands[-1:] + hands[:-1]
            t.stack(dealer=deal + 1, hands=hands, turn_up="5H")
        t.play("PLAY " * 7)
        number = deal_number(t)
        while not t.over and deal_number(t) == number:
            t.step(t.legal()[-1] if t.seat == (deal + 1) % 7 else t.legal()[0])
        if not t.over:
            carried.append(pool(t))
    assert carried == [999_999_999 * 6, 999_999_999 * 36, 999_999_999 * 216]
    assert t.over
    assert deal_number(t) == 4
    assert sum(t.payoffs) == 999_999_999
    assert t.observe(0).max() <= t.layout.high


def test_2_a_split_goes_on_from_the_dealers_left():
    hands = ["2S 3S 4S", None, "AH KH QH", None]
    t = four(hands, dealer=1, initial_pool=6, deal_end_pool="split").play("PLAY PASS PLAY PASS")
    assert t.seat == 2
    t.play("AH 2S  KH 3S  QH 4S")
    assert t.payoffs == [-6 + 1, 1, 6 + 2, 2]


# Declare


@pytest.mark.parametrize("last", range(4))
def test_3_1_the_dealers_left_declares_first_and_the_dealer_last(last):
    t = four(dealer=last)
    order = []
    for _ in range(4):
        order.append(t.seat)
        t.play("PLAY")
    assert order == [(last + k) % 4 for k in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("declared", "choices"),
    [
        ("PASS", "PASS PLAY TAKE_GOLETS"),
        ("PLAY PLAY PLAY", "PASS PLAY TAKE_GOLETS"),
        ("TAKE_GOLETS PASS PASS", "PASS PLAY"),
        ("PASS TAKE_GOLETS", "PASS PLAY"),
        ("PASS PASS TAKE_GOLETS", "PASS PLAY"),
        ("PASS PASS PASS", "PASS PLAY TAKE_GOLETS"),
    ],
)
def test_3_1_nobody_is_obliged(declared, choices):
    assert legal(four().play(declared)) == named(choices)
    prikup = declared.replace("TAKE_GOLETS", "PLAY")
    assert legal(four(form="prikup").play(prikup)) == {"PASS", "PLAY"}


def test_3_1_there_is_one_golets():
    t = four().play("TAKE_GOLETS")
    with pytest.raises(IllegalAction, match="seat 1 may not TAKE_GOLETS"):
        t.step("TAKE_GOLETS")


def test_3_1_the_golets_replace_the_hand():
    t = example().play("TAKE_GOLETS")
    assert hand(t, 0, "put_away") == {"KH", "9C", "4C"}
    for observer in 1, 2, 3:
        assert not hand(t, observer, "put_away")
    t.play("PASS PASS PLAY")
    assert legal(t) == {"AH"}


# Draw


def test_3_2_who_plays_draws_in_the_order_of_the_declarations():
    t = example(form="prikup").play("PASS PLAY PLAY PLAY")
    order = []
    while seen(t, t.seat, "phase").argmax() == 1:
        order.append(t.seat)
        assert "DONE" in legal(t)
        t.play("DONE")
    assert order == [1, 2, 3]
    assert t.seat == 1
    assert hand(t, 1) == named(HANDS[1])


def test_3_2_the_dealer_draws_last_whoever_plays():
    t = example(form="prikup", dealer=1).play("PASS PLAY PLAY PLAY")
    order = []
    for _ in range(3):
        order.append(t.seat)
        t.play("DONE")
    assert order == [3, 0, 1]
    assert t.seat == 3


def test_3_2_cards_are_marked_upwards():
    t = example(form="prikup").play("PLAY PASS PLAY PASS")
    t.play("9C")
    assert legal(t) == {"KH", "DONE"}
    assert hand(t, 0, "marked") == {"9C"}
    assert not hand(t, 2, "marked")
    t.play("KH")
    assert legal(t) == {"DONE"}
    t.play("DONE")
    assert hand(t, 0) == {"4C", "2S", "AH"}
    assert hand(t, 0, "put_away") == {"9C", "KH"}


def test_3_2_how_many_is_public_and_which_is_not():
    tables = [example(form="prikup").play(f"PLAY PASS PLAY PASS {thrown} DONE") for thrown in ("4C", "KH")]
    assert seen(tables[0], 2, "exchanged").argmax(1).tolist() == [0, 0, 1, 0]
    assert tables[0].observe(2).tolist() == tables[1].observe(2).tolist()
    assert tables[0].key(2) == tables[1].key(2)
    assert tables[0].key(0) != tables[1].key(0)
    none = example(form="prikup").play("PLAY PASS PLAY PASS DONE")
    assert seen(none, 2, "exchanged").argmax(1).tolist() == [0, 0, 0, 0]
    assert none.key(2) != tables[0].key(2)


def test_3_2_who_has_drawn_is_seen():
    t = example(form="prikup").play("PLAY PASS PLAY PLAY")
    drawn = [t.observe(1)]
    for still in ({0, 2, 3}, {2, 3}, {3}):
        shown = seen(t, 1, "exchanged").sum(1)
        assert {(1 + k) % 4 for k in range(4) if shown[k] == 0} == still
        t.play("DONE")
        drawn.append(t.observe(1))
    assert len({one.tobytes() for one in drawn}) == 4
    assert (seen(t, 1, "exchanged")[:, 0] == 1).all()


@pytest.mark.parametrize(("limit", "second"), [(2, "DONE"), (3, "AC DONE"), (4, "AC 2D DONE")])
def test_3_2_the_stock_runs_out(limit, second):
    t = example(form="prikup", stock_limit=limit, dealer=3).play("PLAY PLAY PASS PASS  4C 9C")
    assert legal(t) == ({"DONE"} if limit == 2 else {"KH", "DONE"})
    t.play("DONE")
    assert t.seat == 1
    if limit == 2:
        assert legal(t) == {"DONE"}
    else:
        assert legal(t) == {"AC", "7D", "2D", "DONE"}
    t.play(second)
    assert t.seat == 0
    assert seen(t, 0, "stock_left")[0] == 0


def test_3_2_an_empty_stock_leaves_done():
    t = example(form="prikup", stock_limit=0).play("PLAY PASS PASS PLAY")
    assert legal(t) == {"DONE"}
    t.play("DONE")
    assert t.seat == 3
    assert legal(t) == {"DONE"}


def test_3_2_a_lone_player_does_not_draw():
    t = example(form="prikup").play("PASS PASS PLAY PASS")
    assert t.over
    assert t.payoffs == [-3, -3, 9, -3]


def test_3_2_thrown_cards_win_nothing_and_drawn_ones_do():
    t = example(form="prikup").play("PLAY PASS PLAY PASS  4C 9C DONE  3S DONE")
    assert hand(t, 2) == {"QH", "JH", "5S"}
    t.play("AH JH  2S 5S  QH KH")
    assert t.over
    assert t.payoffs == [-3 + 8, -3, -3 + 4, -3]


# Play


@pytest.mark.parametrize(
    ("declared", "leader"),
    [
        ("PASS TAKE_GOLETS PLAY PASS", 1),
        ("PLAY TAKE_GOLETS PLAY PLAY", 1),
        ("PLAY PLAY PASS TAKE_GOLETS", 3),
        ("TAKE_GOLETS PLAY PLAY PLAY", 0),
        ("PASS PASS PLAY PLAY", 2),
        ("PLAY PASS PASS PLAY", 0),
    ],
)
def test_3_3_who_leads(declared, leader):
    assert four().play(declared).seat == leader


def test_3_3_play_goes_round_the_active_seats():
    t = four(["2C 3C 4C", None, "6C 7C 8C", "AC KC QC"]).play("PLAY PASS PLAY PLAY")
    order = []
    for card in ("2C", "6C", "AC", "KC", "3C", "7C"):
        order.append(t.seat)
        t.play(card)
    assert order == [0, 2, 3, 3, 0, 2]
    assert t.seat == 3


@pytest.mark.parametrize(
    ("held", "turned", "leads"),
    [
        ("AH KH QH", "5H", "AH"),
        ("AH 3C 2C", "5H", "AH"),
        ("AH QH 2C", "KH", "AH"),
        ("KH QH JH", "5H", "KH"),
        ("KH QH 2C", "AH", "KH"),
        ("KH 3H 2C", "AH", "KH 3H 2C"),
        ("KH JH 2C", "QH", "KH JH 2C"),
        ("QH JH 2C", "KH", "QH JH 2C"),
        ("9H 8H 2C", "5H", "9H 8H 2C"),
        ("AC KC QC", "5H", "AC KC QC"),
        ("AC KC QC", "5C", "AC"),
    ],
)
def test_3_3_the_lead_to_trick_1(held, turned, leads):
    assert lead_set(held, turned) == named(leads)
    assert lead_set(held, turned, forced_trump_lead="every_lead") == named(leads)
    assert lead_set(held, turned, forced_trump_lead="off") == named(held)


@pytest.mark.parametrize(("held", "forced"), [("AH 7D", "AH"), ("KH QH", "KH"), ("KH 7D", "KH 7D")])
def test_3_3_later_leads_are_free_unless_agreed_otherwise(held, forced):
    hands = ["KC 3D 2D", f"{held} AC", "2S 3S 4S", "6S 7S 8S"]
    declared = "PLAY PLAY PLAY PLAY  KC AC 2S 6S"
    for scope in "first_lead", "off":
        t = four(hands, forced_trump_lead=scope).play(declared)
        assert t.seat == 1
        assert legal(t) == named(held)
    assert legal(four(hands, forced_trump_lead="every_lead").play(declared)) == named(forced)


def test_3_3_the_golets_are_bound_as_any_hand():
    t = four(golets="KH QH 2C").play("PLAY TAKE_GOLETS PASS PASS")
    assert t.seat == 1
    assert legal(t) == {"KH"}


@pytest.mark.parametrize(
    ("trick", "held", "free", "heading"),
    [
        ("9S", "TS 2S KH", "TS 2S", "TS"),
        ("9S", "8S 2S KH", "8S 2S", "8S 2S"),
        ("9S", "3S KH AC", "3S", "3S"),
        ("9S", "KD QD AC", "KD QD AC", "KD QD AC"),
        ("9S 6H", "4H 3H AC", "4H 3H", "4H 3H"),
        ("9S 6H", "4H 8H AC", "4H 8H", "8H"),
        ("9S 6H", "AS 2S KH", "AS 2S", "AS 2S"),
        ("9S KS", "AS QS 3H", "AS QS", "AS"),
        ("9H", "QH 3H AC", "QH 3H", "QH"),
        ("9H KH", "QH 3H AC", "QH 3H", "QH 3H"),
        ("9H", "QS 3S AC", "QS 3S AC", "QS 3S AC"),
    ],
)
def test_3_3_following(trick, held, free, heading):
    assert follow_set(trick, held) == named(free)
    assert follow_set(trick, held, must_head=True) == named(heading)


def test_3_3_who_wins_a_trick():
    hands = ["9S 3D 4D", "KS KC QC", "AD KD QD", "7H 2C 3C"]
    assert four(hands).play("PLAY PLAY PLAY PLAY  9S KS AD 7H").seat == 3
    assert four(hands).play("PLAY PLAY PLAY PASS  9S KS AD").seat == 1


# Degenerate cases and settlement


@pytest.mark.parametrize("form", ["golets", "prikup"])
def test_3_4_two_seats(form):
    t = cardenvs.table("stukolka", seats=2, first_dealer=1, form=form)
    assert pool(t) == 6
    assert t.reset().play("PASS PASS").payoffs == [-3, -3]
    assert t.reset().play("PASS PLAY").payoffs == [-3, 3]
    assert t.reset().play("PLAY PASS").payoffs == [3, -3]
    assert t.over


def test_3_4_a_lone_player_takes_a_carried_pool():
    t = four(initial_pool=36, remise_limit=3).play("PASS PASS PLAY PASS")
    assert t.payoffs == [0, 0, 36, 0]
    assert pool(t) == 0


def test_3_4_all_pass_leaves_a_carried_pool():
    t = four(initial_pool=36).play(ALL_PASS)
    assert t.over
    assert t.payoffs == [0, 0, 0, 0]
    assert pool(t) == 36
    assert four(initial_pool=36, deal_end_pool="split").play(ALL_PASS).payoffs == [9, 9, 9, 9]


def test_4_no_remise_when_each_player_takes_a_trick():
    hands = ["AH 2C 3C", "AC 2D 3D", "AD KC 4D", None]
    play = "PLAY PLAY PLAY PASS  AH 2D 4D  2C AC KC  3D AD 3C"
    t = four(hands).play(play)
    assert t.payoffs == [1, 1, 1, -3]
    assert pool(t) == 0
    t = four(hands, episode="match").play(play)
    assert pool(t) == 12
    assert t.payoffs == [-2, -2, -2, -6]


@pytest.mark.parametrize(("limit", "fine"), [(3, 3), (12, 12), (15, 12), (None, 12)])
def test_4_a_remise_is_the_pool_up_to_the_limit(limit, fine):
    t = four(["AH KH QH", "2C 3C 4C", "2D 3D 4D", "2S 3S 4S"], remise_limit=limit)
    t.play("PLAY PLAY PLAY PLAY  AH 2C 2D 2S  KH 3C 3D 3S  QH 4C 4D 4S")
    assert t.payoffs == [9, -3 - fine, -3 - fine, -3 - fine]
    assert pool(t) == 3 * fine
    assert sum(t.payoffs) == -pool(t)


def test_4_the_stake_fills_the_pool():
    t = example(stake=30).play(PLAY_8)
    assert t.payoffs == [-150, -150, 90, -30]


# Options


def test_5_defaults():
    options = cardenvs.spec("stukolka").options()
    expected = {
        "seats": 6,
        "episode": "deal",
        "form": "golets",
        "stake": 3,
        "ante": "all",
        "remise_limit": None,
        "forced_trump_lead": "first_lead",
        "must_head": False,
        "initial_pool": 0,
        "first_dealer": None,
        "rounds": 1,
        "max_deals": None,
        "deal_end_pool": "sink",
        "hand_size": 3,
        "ranks": None,
        "suits": None,
        "stock_limit": None,
    }
    assert {name: getattr(options, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("seats", [1, 8, "6"]),
        ("episode", ["game", None]),
        ("form", ["shleif", "obligatory", "miss", None]),
        ("stake", [0, -3, 4, 1_000_000_002, None]),
        ("ante", ["none", True]),
        ("remise_limit", [0, -3, 5, 1_000_000_002, "2x"]),
        ("forced_trump_lead", ["no", True]),
        ("must_head", ["yes", 1]),
        ("initial_pool", [-3, 7, 1_000_000_002, None]),
        ("first_dealer", [-1, 6]),
        ("rounds", [0, None]),
        ("max_deals", [0]),
        ("deal_end_pool", ["burn"]),
        ("hand_size", [0, 6]),
        ("ranks", ["1"]),
        ("suits", ["X"]),
        ("stock_limit", [-1, 4]),
    ],
)
def test_5_a_wrong_option_is_named_in_one_line(option, values):
    for value in values:
        with pytest.raises(InvalidOption, match=f"^{option}: want ") as caught:
            cardenvs.table("stukolka", **{option: value})
        assert "\n" not in str(caught.value)
        assert repr(value) in str(caught.value)


@pytest.mark.parametrize("form", ["shleif", "obligatory"])
def test_5_the_forms_left_out_name_the_rules_file(form):
    with pytest.raises(InvalidOption, match=r"docs/rules/stukolka\.md"):
        cardenvs.table("stukolka", form=form)


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"hand_size": 2}, "stake"),
        ({"hand_size": 2, "stake": 4, "remise_limit": 3}, "remise_limit"),
        ({"hand_size": 2, "stake": 2, "initial_pool": 3}, "initial_pool"),
        ({"seats": 7, "suits": "CH", "ranks": "3456789TJQKA"}, "seats"),  # 24 cards, 25 needed
        ({"seats": 2, "first_dealer": 2}, "first_dealer"),
    ],
)
def test_5_options_that_do_not_fit_together(options, option):
    with pytest.raises(InvalidOption, match=f"^{option}: want|^{option}: .* want "):
        cardenvs.table("stukolka", **options)


def test_5_a_prikup_needs_no_stock():
    t = cardenvs.table("stukolka", seats=2, first_dealer=1, suits="C", ranks="89TJQKA", form="prikup")
    assert legal(t.play("PLAY PLAY")) == {"DONE"}


def small(hands, golets, **options):
    """§10: two seats, two cards each from eight; hearts are trumps."""
    t = cardenvs.table(
        "stukolka", seats=2, suits="CH", ranks="JQKA", hand_size=2, stake=2, first_dealer=1, **options
    )
    return t.reset(hands=hands, turn_up="JH", golets=golets)


def test_5_hand_size_replaces_three_everywhere():
    t = small("JC QC | AC KH", "AH KC")
    assert pool(t) == 4
    t.play("TAKE_GOLETS PLAY  AH KH  KC AC")
    assert t.over
    assert t.payoffs == [-2 + 2, -2 + 2]
    t = small("JC QC | AC KH", "AH KC").play("PLAY TAKE_GOLETS")
    assert t.seat == 1
    assert legal(t) == {"AH"}
    t.play("AH JC KC QC")
    assert t.payoffs == [-2 - 4, -2 + 4]


# Actions, observation, hidden cards


def test_6_fifty_nine_actions():
    index = cardenvs.spec("stukolka").action_index
    known = {"play 2C": 0, "play AS": 51, "PASS": 52, "PLAY": 53, "TAKE_GOLETS": 54, "DONE": 56}
    assert {name: index[name] for name in known} == known
    assert len(index) == 59


@pytest.mark.parametrize("seats", [2, 6, 7])
def test_7_size(seats):
    layout = cardenvs.spec("stukolka").layout(seats=seats)
    assert sum(place.stop - place.start for name, place, _ in layout if name != "pool") == 231 + 127 * seats


def test_7_what_a_seat_sees_of_the_declarations():
    t = example(initial_pool=21, remise_limit=6)
    assert seen(t, 2, "miss_free").tolist() == [1]
    t.play("TAKE_GOLETS PASS PLAY")
    for observer in range(4):
        declared = [3, 1, 2, 0]  # GOLETS, PASS, PLAY, not yet
        assert seen(t, observer, "declared").argmax(1).tolist() == declared[observer:] + declared[:observer]
        assert seen(t, observer, "miss_free").tolist() == [0]
        assert not seen(t, observer, "exchanged")[:, 1:].any()
        money = [math.log2(1 + 21 / 3) / 16, math.log2(1 + 6 / 3) / 16, 1 / 16]
        assert seen(t, observer, "money").tolist() == pytest.approx(money)
    assert "takes the golets" in t.text(1)
    assert "golets free" not in t.text(1)
    assert "golets free" in example().text(1)


def test_7_the_golets_show_to_their_taker_alone():
    tables = [four(HANDS, golets=golets).play("PLAY TAKE_GOLETS") for golets in (GOLETS, "2C 3C 5C")]
    for observer in 0, 2, 3:
        assert tables[0].observe(observer).tolist() == tables[1].observe(observer).tolist()
        assert tables[0].key(observer) == tables[1].key(observer)
    assert tables[0].key(1) != tables[1].key(1)
    free = [four(HANDS, golets=golets) for golets in (GOLETS, "2C 3C 5C")]
    assert all(free[0].observe(seat).tolist() == free[1].observe(seat).tolist() for seat in range(4))


@pytest.mark.parametrize(
    ("trick", "held", "played", "voids"),
    [
        ("9S", "KS 3S AC", "3S", []),
        ("9S", "KD 3H AC", "3H", [3]),
        ("9S", "KD QD AC", "QD", [3, 4]),
        ("9S 6H", "4H QD AC", "4H", [3]),
        ("9H", "QS 3S AC", "3S", [2, 4]),
    ],
)
def test_7_proved_voids(trick, held, played, voids):
    seat = len(trick.split())
    before = [f"{card} {rest}" for card, rest in zip(trick.split(), ("2C 2D", "3C 3D"), strict=False)]
    t = four([*before, held] + [None] * (3 - seat))
    t.play("PLAY " * (seat + 1) + "PASS " * (3 - seat) + f"{trick} {played}")
    assert seen(t, seat, "void")[0].nonzero()[0].tolist() == voids
    assert seen(t, 0, "void")[seat].nonzero()[0].tolist() == voids


def test_7_who_paid_a_remise():
    t = example(episode="match").play(PLAY_8)
    assert seen(t, 0, "looed").tolist() == [1, 1, 0, 0]
    assert "remise" in t.text(3)
    t.play(ALL_PASS)
    assert not seen(t, 0, "looed").any()


def redealt(table, seat, times=400):
    """The hands of seat 0 (what is left of them) that `seat` thinks possible, by sampling."""
    drawn = stream(1)
    for _ in range(times):
        other = table.clone()
        assert other.redeal(seat, drawn)
        yield hand(other, 0)


@pytest.mark.parametrize(
    ("lead", "ace", "both"), [("9C", False, False), ("QH", False, False), ("KH", False, True), ("AH", True, True)]
)
def test_11_what_a_first_lead_shows(lead, ace, both):
    held = {"9C": "9C 4C 2C", "QH": "QH 4C 2C", "KH": "KH QH 2C", "AH": "AH KH QH"}[lead]
    small = {"seats": 2, "first_dealer": 1, "suits": "CH", "ranks": "2349JQKA"}
    t = cardenvs.table("stukolka", **small).reset(hands=[held, None], turn_up="JH").play(f"PLAY PLAY {lead}")
    hands = [left | {lead} for left in redealt(t, 1)]
    held_by_1 = hand(t, 1)
    assert any("AH" in cards for cards in hands) == (ace and "AH" not in held_by_1)
    if not held_by_1 & {"KH", "QH"}:
        assert any({"KH", "QH"} <= cards for cards in hands) == both


def test_11_a_free_lead_shows_nothing():
    small = {"seats": 2, "first_dealer": 1, "suits": "CH", "ranks": "2349JQKA", "forced_trump_lead": "off"}
    t = cardenvs.table("stukolka", **small).reset(hands="9C 4C 2C | 2H 3H 4H", turn_up="JH").play("PLAY PLAY 9C")
    hands = list(redealt(t, 1))
    assert any("AH" in cards for cards in hands)
    assert any({"KH", "QH"} <= cards for cards in hands)


def test_11_a_king_without_its_queen_may_be_led_late():
    """King led to the first trick; the queen led next shows nothing about a pair, as the king is gone."""
    small = {"seats": 2, "first_dealer": 1, "suits": "CH", "ranks": "2349JQKA", "forced_trump_lead": "every_lead"}
    t = cardenvs.table("stukolka", **small).reset(hands="KH QH 2C | 3H 4H 3C", turn_up="JH")
    t.play("PLAY PLAY KH 3H QH")
    assert {frozenset(left) for left in redealt(t, 1)} >= {frozenset({"2C"}), frozenset({"9H"})}
