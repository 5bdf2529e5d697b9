"""The advice of §11 for kopilka, hand by hand."""

import pytest

import cardenvs

from ..games.test_kopilka import HANDS_1, STOCK_1, four, partly, won
from .asking import advice


def leads(hand, others="9C | 9D | 9S", **options):
    """The card that seat 0 leads from a hand."""
    return advice(partly(f"{hand} | {others}", **options))


def follows(hand, trick, rest="TD | JD", **options):
    """What the second seat says to a trick begun by the first."""
    return advice(partly(f"{trick} QS | {hand} | {rest}", "QD KD", **options).play(trick))


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("7C 8D 9D TD QH", "TAKE"),  # the seven is alone
        ("TC 8D 9D JD KH", "DECLINE"),  # the ten and the king are
        ("7C 8C TD JD QD", "DECLINE"),
        ("9S TD JD QD KD", "TAKE"),
    ],
)
def test_a_low_card_alone_in_its_suit_wants_company(hand, said):
    t = cardenvs.table("kopilka", first_dealer=3, offer_min=3)
    t.reset(hands=f"7H 8H AH KS QS | {hand} | |")
    while t.seat != 1 or "TAKE" not in t.legal_names():
        t.play("DECLINE")
    assert advice(t) == said


def test_the_lowest_card_alone_in_its_suit_is_discarded():
    t = four(HANDS_1, STOCK_1).play("TAKE")
    assert advice(t) == "7H"  # 9S is alone too
    t = four("7H 8H KH AS QD | 7C TC 8D JD TD | 7D 8S 9C TS JC | AC KD QS JH KC").play("TAKE")
    while advice(t) in ("TAKE", "DECLINE"):
        t.play("DECLINE")
    t = cardenvs.table("kopilka", first_dealer=3).reset(
        hands="7H 8H KH AS QD | 7C TC 8D JD 9H | 7D 8S 9C TS JC | "
    )
    assert advice(t.play("TAKE")) == "7C"  # nothing is alone


def test_leads_by_the_book():
    assert leads("AS 7D") == "AS"  # two cards left
    assert leads("AS 7D KD") == "AS"  # the best of its suit
    assert leads("AC AH 7D") == "AH"  # the dearest suit
    assert leads("AC AD 7H") == "AD"
    assert leads("KC QC 8D 7H") == "QC"  # the lowest of the longest suit
    assert leads("KC 8D 7H") == "KC"  # as many of each: the cheapest suit
    assert leads("KC 8D 7H", prices=(4, 3, 2, 1)) == "7H"
    assert leads("AC AH 7D", prices=(4, 3, 2, 1)) == "AC"


def test_a_king_is_sure_when_the_ace_has_been_played():
    t = partly("AH KD 7C | KH 8H QC JC | 9H TD | TH 9D").play("AH 8H 9H TH")
    assert advice(t) == "7C"
    t = partly("7H KD 7C | AH KH QC JC | 9H TD | TH 9D").play("7H AH 9H TH")
    assert t.seat == 1
    t.play("QC").play("PASS PASS 7C")
    assert t.seat == 1
    assert advice(t) == "KH"


def test_follows_by_the_book():
    assert follows("KH 9H 7H", "8H") == "KH"  # others may still play: the highest that wins
    assert follows("KH 9H 7H", "AH") == "7H"
    t = partly("8H QS | 7C TD | 7D JD | KH 9H 7H").play("8H PASS PASS")
    assert advice(t) == "9H"  # the last: the lowest that wins
    t = partly("8H QS | AS TD | 7D JD | KH 9H 7H").play("8H AS PASS")
    assert advice(t) == "7H"  # nothing beats the ace of spades


def test_an_ace_of_spades_that_may_be_played_at_any_time_is_the_highest_winner():
    t = cardenvs.table("kopilka", ace_spades="any_time", offer_min=0)
    t.reset(hands="KH 7C 8C 9C TC | AS 7H 9D TD JD | 7S 8S 9S TS JS | QS KS QD KD AD", dealer=3)
    assert advice(t.play("KH")) == "AS"


def test_seats_without_cards_are_not_waited_for():
    t = partly("AH 7C 8D | KH | 9H QC TD | TH JC 9D", play_on=True).play("AH KH 9H TH")
    assert t.seat == 0
    t.play("7C")
    assert t.seat == 2
    assert advice(t) == "QC"


def test_what_one_does_without_the_suit():
    assert follows("AS TC JC", "8H") == "AS"  # hearts are dear
    assert follows("AS TC JC", "8D") == "AS"
    assert follows("AS TD JD", "8C") == "DRAW"  # three cards, no trick
    assert follows("AS TD", "8C") == "AS"  # two cards
    assert follows("TD JD 9S KS", "8C") == "PASS"  # four cards
    t = won(partly("8C QS | TD JD 9D | 7D 8D | 7H 8H", "QD KD"), [0, 1, 0, 0]).play("8C")
    assert advice(t) == "PASS"  # a trick already


def test_a_pass_at_a_price_is_never_advised():
    assert follows("KH 9H 7H", "8H", revokes="penalised") == "KH"
