"""docs/rules/kopilka.md: §9, same numbers, then what no example covers, by its §."""

import numpy as np
import pytest

import cardenvs
from cardenvs.core import drivers
from cardenvs.core.cards import card_set
from cardenvs.core.random import stream
from cardenvs.errors import IllegalAction, InvalidOption
from cardenvs.games.kopilka_record import LEAD, NO_SUIT

from .reading import deal_number, dealer, hand, legal, named, seen

C, D, H, S = 0, 2, 4, 6
"""Columns of the tally: plain tricks of a suit, doubled ones beside them."""


def four(hands, stock="", **options):
    """A dealt hand of four seats; seat 3 deals, so seat 0 leads."""
    return cardenvs.table("kopilka", first_dealer=3, **options).reset(hands=hands, stock=stock)


def partly(hands, stock="", **options):
    """The first lead from these hands, with this stock (top first); the other cards are nowhere."""
    each = hands.split("|")
    t = cardenvs.table("kopilka", seats=len(each), first_dealer=len(each) - 1, **options)
    return lay(t, hands, stock)


def lay(table, hands, stock=""):
    """Puts these hands and this stock in the place of those dealt."""
    cards = table.rules.cards.cards
    held, rest = [cards(words) for words in hands.split("|")], cards(stock)
    s = table.states
    s["hand"][0, : len(held)] = [card_set(each) for each in held]
    size = int(s["deck_size"][0])
    s["slots"][0, size - len(rest) : size] = rest
    s["stock_next"] = size - len(rest)
    s["set_size"] = 0
    s["phase"], s["last_suit"] = LEAD, NO_SUIT
    s["seat"] = (s["dealer"] + 1) % len(held)
    return table


def won(table, tricks, tally=None):
    """Says how many tricks of this deal each seat has, and the tricks of the party by suit."""
    table.states["tricks"][0, : len(tricks)] = tricks
    table.states["tally"] = 0
    for seat, row in (tally or {}).items():
        for column, n in row.items():
            table.states["tally"][0, seat, column] = n
    return table


def box(table):
    """Chips in the box."""
    return int(table.states["box"][0])


HANDS_1 = "7H 8H KH AS QD | 7C 8D 9S TC JD | 7D 8S 9C TD JC | AC KD QS JH KC"
STOCK_1 = "9H TH QH AH 7S 8C QC 9D AD TS JS KS"


def test_9_01_a_set_is_offered():
    t = four(HANDS_1, STOCK_1)
    assert seen(t, 0, "declarer").tolist() == [1, 0, 0, 0]
    assert t.seat == 1
    assert legal(t) == {"TAKE", "DECLINE"}
    t.play("TAKE")
    assert t.seat == 1
    assert legal(t) == named("7C TC 8D JD 7H 9S KEEP")
    t.play("7C")
    assert hand(t, 1) == named("TC 8D JD 7H 9S")
    assert hand(t, 1, "dead") == {"7C"}
    assert t.seat == 2


def test_9_02_the_declarer_makes_up_his_hand():
    t = four(HANDS_1, STOCK_1).play("TAKE 7C DECLINE TAKE")
    assert t.seat == 3
    assert hand(t, 3) == named("AC KD QS JH KC 8H")
    t.play("KEEP")
    assert len(hand(t, 3)) == 6
    assert hand(t, 0) == named("KH AS QD 9H TH")
    assert t.rules.cards.text(t.states["slots"][0, int(t.states["stock_next"][0]) :]) == STOCK_1[6:]
    assert t.seat == 0
    assert legal(t) == named("KH AS QD 9H TH")


HANDS_3 = "TH 7D | KH AS | QC 9D | AH 8H"


def test_9_03_suit_must_be_followed():
    assert legal(partly(HANDS_3).play("TH")) == {"KH"}
    assert legal(partly(HANDS_3, ace_spades="any_time").play("TH")) == {"KH", "AS"}


def test_9_04_a_plain_trick():
    t = partly(HANDS_3, "JH 7S").play("TH KH")
    assert t.seat == 2
    assert legal(t) == {"PASS", "DRAW"}
    t.play("DRAW")
    assert t.seat == 2
    assert legal(t) == {"JH"}
    t.play("JH")
    assert legal(t) == {"8H", "AH"}
    t.play("8H")
    assert t.seat == 1
    assert t.states["tally"][0, 1].tolist() == [0, 0, 0, 0, 1, 0, 0, 0]
    assert legal(t) == {"AS"}


def test_9_05_the_ace_of_spades_doubles_a_trick():
    t = partly("TH 7D | AS 9C | QC 9D | AH 8H", "JC 7S").play("TH")
    assert legal(t) == {"AS", "PASS", "DRAW"}
    t.play("AS DRAW")
    assert t.seat == 2
    assert legal(t) == {"PASS"}
    t.play("PASS AH")
    assert t.seat == 1
    assert t.states["tally"][0, 1].tolist() == [0, 0, 0, 0, 0, 1, 0, 0]
    assert legal(t) == {"9C"}


def test_9_06_a_lead_that_nobody_follows():
    t = partly("TH 7D | 9C JC | QC 9D | 8C 9S").play("TH PASS PASS PASS")
    assert t.seat == 1
    assert hand(t, 0) == {"TH", "7D"}
    assert seen(t, 1, "failures") * 8 == 1
    assert legal(t) == {"9C", "JC"}
    t.states["hand"][0, 1] |= card_set(t.rules.cards.cards("8H"))
    assert legal(t) == {"9C", "JC"}


def test_9_07_who_has_only_the_last_suit_passes_the_lead_on():
    t = partly("KH QH 9H | 7H 9D | 8H JD | 7C TD").play("KH 7H 8H PASS")
    assert t.seat == 1
    assert legal(t) == {"9D"}


def test_9_08_nobody_has_another_suit():
    t = partly("KH QH | 7H TH | 8H JH | 9H AH").play("KH 7H 8H 9H")
    assert t.seat == 0
    assert legal(t) == {"QH"}


def test_9_09_first_out_is_who_played_his_last_card_first():
    t = partly("KH | AH | 7D 8C | 9D TC").play("KH AH PASS PASS")
    assert t.over
    assert t.states["first_out"][0] == 1 << 0
    assert t.payoffs == [-10 + 40 + 15 + 10 - 4, -15 + 4, -20, -20]


def test_9_10_a_card_taken_back_is_not_out():
    t = partly("KH | 7C 8C | 7D 8D | 9D TC").play("KH PASS PASS PASS")
    assert not t.over
    assert hand(t, 0) == {"KH"}
    assert t.seat == 1


def test_9_11_the_ace_led_is_a_doubled_spade_trick():
    t = partly("AS 9S 7D | KS 7C | 8C 9C | TC JC").play("AS")
    assert legal(t) == {"KS"}
    t.play("KS PASS PASS")
    assert t.seat == 0
    assert t.states["tally"][0, 0].tolist() == [0, 0, 0, 0, 0, 0, 0, 1]
    assert legal(t) == {"7D"}


@pytest.mark.parametrize(
    ("column", "price"), [(S, 1), (C, 2), (D, 3), (H, 4), (S + 1, 2), (C + 1, 4), (D + 1, 6), (H + 1, 8)]
)
def test_9_12_prices(column, price):
    t = won(
        partly("7C | AC 9D | 8D JD | 9H TH", ante=0, deal_fee=0, fine_no_trick=0), [0, 0, 1, 0], {2: {column: 1}}
    )
    t.play("7C AC PASS PASS")
    levy = -(-(price + 2) // 4)
    assert t.payoffs == [4 * levy - price - 2 - levy, 2 - levy, price - levy, -levy]


TRICKS_13 = ([3, 0, 0, 2], {0: {H: 2, S + 1: 1}, 3: {D: 1, H + 1: 1}})
"""All but seat 1's, the last one."""


def test_9_13_a_pay_out():
    t = won(partly("7C 9D | AC 9H | 8D JD | 8C"), *TRICKS_13).play("7C AC PASS 8C")
    assert t.over
    assert t.payoffs == [-5, -13, -20, 38]


def test_9_14_the_first_out_pays_no_fine():
    t = won(partly("7C 9D | AC 9H | 8C | 8D JD"), *TRICKS_13).play("7C AC 8C PASS")
    assert t.payoffs == [-5, -13, 22, -4]


def test_9_15_a_box_that_is_too_small():
    tricks, tally = TRICKS_13
    t = won(
        partly("7C 9D | AC 9H | 8D JD | 8C", ante=2, deal_fee=1, fine_no_trick=1),
        tricks,
        tally | {0: {H: 7, S + 1: 1}},
    )
    t.play("7C AC PASS 8C")
    assert t.payoffs == [19, -9, -12, 2]


def finish(table, first_out, winner, trickless, tally=None):
    """Plays the last trick of a deal: the leader's club goes to the winner's ace; who has no trick at the end is said."""
    seats = range(4)
    leader = (dealer(table) + 1) % 4
    spare = ["9D", "9H", "JD", "JH"]
    clubs = {winner: "AC"} | ({leader: "7C"} if leader != winner else {})
    clubs |= {} if first_out in clubs else {first_out: "8C"}
    if leader == winner:
        clubs.setdefault((leader + 1) % 4, "9C")
    hands = [[clubs[seat]] if seat in clubs else [] for seat in seats]
    for seat in seats:
        if seat != first_out:
            hands[seat].append(spare[seat])
    lay(table, "|".join(" ".join(cards) for cards in hands))
    won(table, [seat not in trickless and seat != winner for seat in seats], tally)
    order = [(leader + k) % 4 for k in seats]
    return table.play(" ".join(clubs.get(seat, "PASS") for seat in order))


def test_9_16_a_match():
    t = cardenvs.table("kopilka", first_dealer=3, episode="match")
    finish(t, first_out=1, winner=1, trickless={2})
    assert box(t) == 60
    finish(t, first_out=1, winner=2, trickless=set())
    assert box(t) == 75
    finish(t, first_out=0, winner=0, trickless={2, 3})
    assert box(t) == 100
    assert (deal_number(t), dealer(t)) == (4, 2)
    assert t.payoffs == [-20, -15, -35, -30]
    values = {0: {H: 5, S: 1}, 1: {H: 4, S: 1}, 2: {D: 3}, 3: {H: 3, S: 2}}
    finish(t, first_out=3, winner=3, trickless={0}, tally=values)
    assert t.over
    assert t.payoffs == [-9, -3, -31, 43]


def test_9_17_a_pass_at_a_price():
    t = partly("TH 7D | 7H 9C | QC 9D | 8C 9S", "JC 7S", revokes="penalised").play("TH")
    assert legal(t) == {"7H", "PASS"}
    t.play("PASS")
    assert t.payoffs == [-10, -15, -10, -10]
    assert box(t) == 45
    with pytest.raises(IllegalAction):
        partly("TH 7D | 7H 9C | QC 9D | 8C 9S", "JC 7S", revokes="penalised").play("TH DRAW")


def test_9_18_a_blocked_deal_has_an_heir():
    t = partly("7C 9D | 9H | 8D JD KD | TH", fine_no_trick=0, block_after=1).play("7C PASS PASS PASS")
    assert t.over
    assert t.payoffs == [-15, -15 + 60, -15, -15]


def test_9_19_any_number_of_draws():
    t = partly("TH 7D | 9C JC | QC 9D | 8C 9S", "7S 8S KH QD", max_draws=0).play("TH")
    for _ in range(3):
        assert legal(t) == {"PASS", "DRAW"}
        t.play("DRAW")
    assert legal(t) == {"KH"}
    t = partly("TH 7D | 9C JC | QC 9D | 8C 9S", "7S 8S", max_draws=0).play("TH DRAW DRAW")
    assert legal(t) == {"PASS"}


def test_9_20_a_set_stays_whole_until_it_is_offered():
    t = four("7H 8H KH AS QD | 7C 8S 9S JD TC | 7D 8D TD JC 9C | AC KD QS JH KC")
    assert seen(t, 0, "declarer").tolist() == [1, 0, 1, 0]
    t.play("DECLINE TAKE")
    assert t.seat == 2
    assert legal(t) == named("7H JC 9C KEEP")
    t = four("JD QD KD AS QH | 7C 8S 9S 9D TC | 7D 8D TD JC 9C | AC AD QS JH KC")
    t.play("DECLINE TAKE")
    assert legal(t) == named("JD JC 9C KEEP")


HANDS_21 = "AH 7C | 7H | 8H TC | 9H QC JC"


def test_9_21_playing_on():
    t = partly(HANDS_21, play_on=True).play("AH 7H 8H 9H")
    assert not t.over
    assert t.states["first_out"][0] == 1 << 1
    assert t.seat == 0
    t.play("7C")
    assert t.seat == 2
    t.play("TC")
    assert legal(t) == {"JC", "QC"}
    t.play("JC")
    assert t.over
    assert t.payoffs == [-11, 44, -20, -13]
    assert partly(HANDS_21).play("AH 7H 8H 9H").over


def test_9_22_a_winner_who_is_out_leaves_the_lead():
    t = partly("7H 8C | AH | KD TC | 9D QC", play_on=True).play("7H AH PASS PASS")
    assert t.states["first_out"][0] == 1 << 1
    assert t.seat == 2
    assert legal(t) == {"KD", "TC"}


def test_9_23_playing_on_into_a_block():
    t = partly("7H 8C | AH | KD | 9S QS", play_on=True, block_after=2).play("7H AH PASS PASS")
    assert t.seat == 2
    t.play("KD PASS PASS")
    assert t.seat == 3
    t.play("9S PASS PASS")
    assert t.over
    assert t.payoffs == [-20, 60, -20, -20]


def test_9_24_fined_passes_stand():
    t = partly("7S 8C | AS 9C | KS TC | QH JC", "QS 7D", revokes="penalised").play("7S")
    assert legal(t) == {"AS", "PASS"}
    t.play("PASS")
    assert legal(t) == {"KS", "PASS"}
    t.play("PASS")
    assert legal(t) == {"PASS", "DRAW"}
    t.play("DRAW")
    assert legal(t) == {"QS", "PASS"}
    t.play("PASS")
    assert hand(t, 0) == {"7S", "8C"}
    assert box(t) == 55
    assert t.payoffs == [-10, -15, -15, -15]
    assert t.seat == 1
    assert legal(t) == {"9C"}


def test_2_cards_go_round_one_at_a_time_from_the_dealers_left():
    t = cardenvs.table("kopilka", first_dealer=1, offer_min=0).reset(deck=list(range(32)))
    names = t.rules.cards.names
    for seat, first in (2, 0), (3, 1), (0, 2), (1, 3):
        assert hand(t, seat) == {names[first + 4 * k] for k in range(5)}
    assert t.seat == 2
    assert t.places()["stock"] == list(range(20, 32))


def test_2_a_random_first_dealer_is_uniform():
    t = cardenvs.table("kopilka", seed=1)
    dealers = [dealer(t.reset()) for _ in range(400)]
    assert all(65 < dealers.count(seat) < 135 for seat in range(4))


def test_2_an_ante_is_for_a_party():
    t = cardenvs.table(
        "kopilka", episode="match", first_dealer=2, party_deals=3, deal_fee=0, fine_no_trick=0, seed=1
    )
    dealers = []
    while not t.over:
        if len(dealers) < deal_number(t):
            dealers.append(dealer(t))
            assert t.payoffs == [-10] * 4
            assert box(t) == 40
        t.step(t.legal()[0])
    assert dealers == [2, 3, 0]
    assert sum(t.payoffs) == 0


def test_3_1_all_sets_are_offered_from_the_dealers_left():
    hands = "7H 8H KH AS QD | 7C 8C 9C JD TS | 7D 8D TD JC 9S | AC KD QS JH KC"
    t = four(hands)
    assert seen(t, 3, "set_size").tolist() == [0, 3 / 8, 3 / 8, 3 / 8]
    asked = []
    while t.legal_names() == ["TAKE", "DECLINE"]:
        asked.append(t.seat)
        t.play("DECLINE")
    assert asked == [1, 2, 3, 2, 3, 0, 3, 0, 1]
    assert t.seat == 0


def test_3_1_the_cards_taken_are_those_dealt_first():
    t = four(HANDS_1, STOCK_1).play("TAKE KEEP TAKE KEEP TAKE KEEP")
    assert [hand(t, seat) & named("7H 8H KH") for seat in range(4)] == [set(), {"7H"}, {"8H"}, {"KH"}]
    assert hand(t, 0) == named("AS QD 9H TH QH")
    t = four("KH AS 8H QD 7H" + HANDS_1[14:], STOCK_1).play("DECLINE TAKE")
    assert hand(t, 2) & named("7H 8H KH") == {"KH"}


def test_3_1_the_suit_is_not_named_and_the_owner_learns_late():
    t = four(HANDS_1, STOCK_1)
    other = four("7H KH 8H AS QD" + HANDS_1[14:], STOCK_1)
    for table in t, other:
        table.play("DECLINE TAKE 9C TAKE")
    for seat in 0, 1, 2:
        assert t.key(seat) == other.key(seat)
        assert t.observe(seat).tolist() == other.observe(seat).tolist()
    assert t.key(3) != other.key(3)
    assert hand(t, 0) == named("7H 8H KH AS QD")
    assert not seen(t, 0, "missing").any()
    t.play("KEEP")
    other.play("KEEP")
    assert hand(t, 0) == named("KH AS QD 9H TH")
    assert t.key(0) != other.key(0)
    for table, missing in (t, "7H 8H"), (other, "7H KH"):
        assert np.flatnonzero(seen(table, 0, "missing")).tolist() == table.rules.cards.cards(missing)
        assert not any(seen(table, seat, "missing").any() for seat in (1, 2, 3))


def test_3_1_which_taker_got_which_stays_hidden():
    t = four(HANDS_1, STOCK_1).play("DECLINE TAKE KEEP TAKE KEEP")
    other = four("8H 7H KH AS QD" + HANDS_1[14:], STOCK_1).play("DECLINE TAKE KEEP TAKE KEEP")
    assert t.key(0) == other.key(0)
    assert t.observe(0).tolist() == other.observe(0).tolist()
    assert t.key(2) != other.key(2)
    assert np.argwhere(seen(t, 2, "given")).tolist() == [[1, t.rules.cards.card("7H")]]


def test_3_1_a_discard_can_be_a_duty():
    t = four(HANDS_1, STOCK_1, take_discard="must").play("TAKE")
    assert legal(t) == named("7C TC 8D JD 7H 9S")


def test_3_1_a_served_declarer_may_discard_any_card():
    t = four("7H 8H KH AS QD | 7C 8C 9C JD TS | 7D 8S TD JC 9S | AC KD QS JH KC").play("DECLINE DECLINE DECLINE")
    assert t.seat == 2  # seat 1 offers now
    t.play("DECLINE DECLINE TAKE")
    assert t.seat == 0
    assert legal(t) == named("7H 8H KH AS QD 7C KEEP")


def test_3_1_two_seats_are_offered_at_most_two_cards_of_three():
    t = cardenvs.table("kopilka", seats=3, first_dealer=2)
    t.reset(hands="7H 8H KH AS QD | 7C 8C 9S JD TS | 7D 8S TD JC 9C").play("TAKE KEEP TAKE KEEP")
    assert t.seat == 0
    assert len(hand(t, 0)) == 5


def test_3_1_a_used_up_set_ends_the_offering():
    t = cardenvs.table("kopilka", seats=3, hand_size=3, offer_min=2, first_dealer=2)
    t.reset(hands="7H 8H AS | 7C 9S JD | 7D 8S JC").play("TAKE KEEP TAKE KEEP")
    assert t.seat == 0
    assert len(hand(t, 0)) == 3


def test_3_1_the_stock_may_run_out_of_cards_to_replace():
    t = cardenvs.table("kopilka", seats=2, hand_size=5, ranks="789TJQ", suits="CD", offer_min=3, first_dealer=1)
    t.reset(hands="7C 8C 9C 7D 8D | TC JC QC 9D TD", stock="JD QD")
    for _ in range(2):
        t.play("TAKE KEEP")
    assert len(t.places().get("stock", [])) == 0
    assert [len(hand(t, seat)) for seat in range(2)] == [6, 6]


def test_3_1_nothing_is_offered_without_offering():
    t = four(HANDS_1, STOCK_1, offer_min=0)
    assert t.seat == 0
    assert legal(t) == named("7H 8H KH AS QD")
    assert seen(t, 0, "declarer").tolist() == [0] * 4


def test_3_1_larger_sets_only():
    assert legal(four(HANDS_1, STOCK_1, offer_min=4)) == named("7H 8H KH AS QD")


def test_3_2_failed_leads_bar_their_suit_too():
    t = partly("TH 7D | 9C JC | QC 9D | 8D 9S").play("TH PASS PASS PASS 9C")
    assert t.seat == 2
    t.play("QC PASS PASS")
    assert t.seat == 2
    assert legal(t) == {"9D"}


def test_3_2_a_lead_passed_on_is_no_failure():
    t = partly("KH QH 9H | 7H 9D | 8H JD | 7C TD").play("KH 7H 8H PASS")
    assert seen(t, 0, "failures") == 0


def test_3_3_a_drawn_card_of_the_suit_must_be_played():
    t = partly("TH 7D | 9C JC | QC 9D | 8C 9S", "KH 7S").play("TH DRAW")
    assert legal(t) == {"KH"}


def test_3_3_the_ace_may_be_drawn():
    t = partly("TH 7D | 9C JC | QC 9D | 8C 9S", "AS 7S").play("TH DRAW")
    assert legal(t) == {"AS", "PASS"}


@pytest.mark.parametrize(("most", "draws"), [(1, 1), (2, 2), (3, 3), (0, 4)])
def test_3_3_how_many_may_be_drawn(most, draws):
    t = partly("TH 7D | 9C JC | QC 9D | 8C 9S", "7S 8S QD KD", max_draws=most).play("TH")
    for _ in range(draws):
        t.play("DRAW")
    assert legal(t) == {"PASS"}
    t.play("PASS")
    assert ("DRAW" in legal(t)) == (draws < 4)


def test_3_3_the_ace_must_follow_spades():
    t = partly("7S 8C | AS 9C | KS TC | QH JC").play("7S")
    assert legal(t) == {"AS"}
    t = partly("7S 8C | AS 9S 9C | KS TC | QH JC", ace_spades="any_time").play("7S")
    assert legal(t) == {"AS", "9S"}


def test_3_3_penalised_and_any_time_together():
    t = partly("TH 7D | KH AS | QC 9D | AH 8H", revokes="penalised", ace_spades="any_time").play("TH")
    assert legal(t) == {"KH", "AS", "PASS"}


def test_3_4_highest_of_the_suit_wins_and_nothing_beats_the_ace():
    t = partly("TH 7D | QH 8D | KH 9D | JH TD").play("TH QH KH JH")
    assert t.seat == 2
    t = partly("TH 7D | AS 8D | AH 9D | JH TD").play("TH AS AH JH")
    assert t.seat == 1
    t = partly("KS 7D | AS 8D | QS 9D | JS TD").play("KS AS QS JS")
    assert t.seat == 1
    assert t.states["tally"][0, 1].tolist() == [0, 0, 0, 0, 0, 0, 0, 1]


def test_3_4_a_block_after_twice_the_seats():
    t = partly("TH 7H | 9C JC | QD 9D | 8S 9S")
    leaders = []
    while not t.over:
        leaders.append(t.seat)
        t.step(t.legal()[0])
        t.play("PASS PASS PASS")
    assert leaders == [0, 1, 2, 3] * 2
    assert t.states["first_out"][0] == 0


def test_3_4_a_success_starts_the_count_anew():
    t = partly("TH 7D | 9C 8H | QD 9D 8C | 8S 9S JC").play("TH 8H PASS PASS")
    assert seen(t, 0, "failures") == 0


def test_4_fines_go_to_the_box_at_once():
    t = partly("TH 7D | 7H 9C | QC 9D | 8H 9S", revokes="penalised", fine_pass=7).play("TH PASS PASS")
    assert t.payoffs == [-10, -17, -10, -10]


def test_4_a_blocked_deal_spares_nobody():
    t = partly("7C 9D | 9H | 8D JD KD | TH", block_after=1, episode="match").play("7C PASS PASS PASS")
    assert not t.over
    assert t.payoffs == [-20] * 4


def test_4_the_heir_of_a_block_sits_nearest_to_the_dealers_left():
    t = cardenvs.table("kopilka", first_dealer=1, block_after=1)
    lay(t, "9H | 7D 8D | 7C | TS").play("7C PASS PASS PASS")
    assert t.payoffs == [-20, -20, 60, -20]


def test_4_no_levy_from_a_full_box():
    t = won(partly("7C 9D | AC 9H | 8D JD | 8C", ante=0), [2, 0, 0, 0], {0: {H: 4, S: 1}})
    t.play("7C AC PASS 8C")
    assert t.payoffs == [-5 + 17, -5 + 2, -10, 1]  # 20 chips for 19
    t = won(partly("7C 9D | AC 9H | 8D JD | 8C", ante=0), [2, 0, 0, 0], {0: {H: 4, S: 3}})
    t.play("7C AC PASS 8C")
    assert t.payoffs == [-6 + 19, -6 + 2, -11, -1 + 3]  # 20 for 21: a chip each


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seats": 5}, "seats: want 2..4"),
        ({"ante": -1}, "ante: want 0..1000000"),
        ({"prices": (1, 2, 3)}, "prices: want four"),
        ({"prices": (1, 2, 3, -4)}, "prices: want 0"),
        ({"hand_size": 3}, "hand_size: want 4..8"),
        ({"hand_size": 9}, "hand_size: want 4..8"),
        ({"offer_min": 2}, "offer_min: want 3"),
        ({"hand_size": 6, "offer_min": 3}, "offer_min: want 4"),
        ({"block_after": 0}, "block_after: want 1"),
        ({"max_draws": -1}, "max_draws: want 0"),
        ({"removed": "QC QQ"}, "QQ"),
        ({"ranks": "78", "suits": "C"}, "hand_size: want 4..0"),
        ({"revokes": "allowed"}, "revokes: want 'forbidden' or 'penalised'"),
    ],
)
def test_5_options_out_of_range(options, message):
    with pytest.raises(Exception, match=message) as caught:
        cardenvs.table("kopilka", **options)
    assert isinstance(caught.value, InvalidOption) or "QQ" in message


def test_5_the_highest_spade_plays_the_ace():
    t = cardenvs.table(
        "kopilka", seats=2, hand_size=2, ranks="QKA", suits="CS", offer_min=0, first_dealer=1, removed="AS"
    )
    t.reset(hands="QC AC | KS KC", stock="QS").play("AC")
    assert legal(t) == {"KC"}
    t.reset(hands="QC AC | KS QS", stock="KC").play("AC")
    assert legal(t) == {"KS", "PASS", "DRAW"}


def test_6_action_indices():
    index = cardenvs.spec("kopilka").action_index
    known = {
        "play 7C": 0, "play AC": 7, "play 7D": 8, "play TH": 19, "play AH": 23, "play 7S": 24, "play AS": 31,
        "PASS": 32, "DRAW": 33, "TAKE": 34, "DECLINE": 35, "KEEP": 36,
    }  # fmt: skip
    assert {name: index[name] for name in known} == known
    assert len(index) == 37


def test_7_voids_are_flagged_until_a_draw():
    t = partly("TH 7D | 9C JC | QC 9D | 8C 9S", "7S 8S").play("TH PASS DRAW")
    assert seen(t, 0, "void").tolist() == [[0] * 4, [0, 0, 1, 0], [0] * 4, [0] * 4]
    t.play("PASS PASS")
    assert seen(t, 0, "void").tolist() == [[0] * 4, [0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 1, 0]]
    assert np.argwhere(seen(t, 2, "known")).tolist() == [[2, t.rules.cards.card("TH")]]


def test_7_a_fined_pass_flags_no_void():
    t = partly("TH 7D | 7H 9C | QC 9D | 8C 9S", revokes="penalised").play("TH PASS")
    assert not seen(t, 0, "void").any()


def test_7_what_lies_on_the_table_counts_for_its_owner():
    t = four(HANDS_1, STOCK_1).play("TAKE KEEP")
    assert (seen(t, 0, "cards") * 8).tolist() == [4, 6, 5, 5]
    assert seen(t, 2, "server").tolist() == [0, 0, 1, 0]


def alike(table, other, seat):
    """How many cards the hands of the others hold in both games, and whether their sets are of the same suits."""
    hands = [int(h) & int(g) for h, g in zip(table.states["hand"][0], other.states["hand"][0], strict=True)]
    same = sum(hand.bit_count() for k, hand in enumerate(hands) if k != seat)
    starts = [
        5 * ((k - dealer(table) - 1) % 4) for k in range(4) if k != seat and table.states["set_size"][0, k] > 0
    ]
    suits = [int(table.states["slots"][0, k]) // 8 == int(other.states["slots"][0, k]) // 8 for k in starts]
    return same, suits


def test_11_nothing_is_left_of_the_true_placement():
    """Two placements are as alike as one of them and the truth are."""
    choice, drawn = np.random.default_rng(1), stream(2)
    t = cardenvs.table("kopilka", seed=3)
    one, two = t.clone(), t.clone()
    cards, suits = [], []
    for _ in range(3000):
        if t.over:
            t.reset()
        seat = int(choice.integers(4))
        for other in one, two:
            drivers.copy(other.states, 0, t.states, 0)
            assert other.redeal(seat, drawn)
        truth, chance = alike(t, one, seat), alike(one, two, seat)
        cards.append(truth[0] - chance[0])
        suits += [int(a) - int(b) for a, b in zip(truth[1], chance[1], strict=True)]
        t.step(int(choice.choice(t.legal())))
    for difference in cards, suits:
        assert abs(np.mean(difference)) < 4 * np.std(difference) / len(difference) ** 0.5
