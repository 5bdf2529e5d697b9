"""The advice of §11 for lenturlu, hand by hand."""

import pytest

from ..games.test_lenturlu import partly
from .asking import advice

OTHERS = "| 2D 2H | 3D 3H"


def leads(hand, **options):
    """The card that seat 0 leads from a hand."""
    return advice(partly(f"{hand} {OTHERS}", "4D 4H", **options))


def goes_on(hand, moves="TC PASS", stock="4D 4H", **options):
    """What seat 1 says after `moves`."""
    return advice(partly(f"TC 2C 3C | {hand} | 3D 3H", stock, **options).play(moves))


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("JC QD KS QH 2S", "JC"),  # up to the king
        ("KS QH TS 3S", "QH"),
        ("4S 5D 9C TD JS", "9C"),  # the longest chain
        ("4S 5D 9C TD", "4S"),  # of equal ones the one that ends lowest
        ("KS 5D", "5D"),  # no king if anything else
        ("KS KC", "KC"),
        ("5S 5D 9C", "5D"),  # the lowest index of the rank
    ],
)
def test_leads_towards_a_king(hand, card):
    assert leads(hand) == card


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("7D KH JC 2S 3S", "7D"),  # 4 chips as on KH: the lowest index
        ("JC KH 2S 3S", "KH"),  # 4 chips against 3
        ("AS QS KC 4S", "AS"),
        ("KC KS 4S 5S", "KC"),  # no layout card: a king
        ("4S 5D 9C TD", "9C"),  # of equal chains the one that ends highest
        ("4S 5D 6S 9C TD", "4S"),
    ],
)
def test_leads_towards_an_empty_hand(hand, card):
    assert leads(hand, goal="out") == card


def test_pay_cards_are_no_lead_where_they_do_not_pay():
    assert leads("7D KH JC 2S 3S", goal="out", pay_cards=False) == "KH"
    assert leads("7D KC JC 2S 3S", goal="out", pay_cards=False) == "KC"


def test_chips_laid_in_play_count():
    t = partly(f"8C KH 7D 2S {OTHERS}", "4D 4H", goal="out").play("8C BUY2 PASS PASS PASS")
    assert advice(t) == "7D"  # 4 chips on each
    t = partly(f"8C KH 7D 2S {OTHERS}", "4D 4H", goal="out", buy_cost=2).play("8C BUY2 PASS PASS PASS")
    assert advice(t) == "KH"  # 8 now


def test_what_fits_is_laid():
    assert goes_on("JD JC 5H") == "JC"
    assert goes_on("JS JD 5H") == "JD"
    assert goes_on("JS JC 5H", pay_cards=True) == "JC"
    t = partly("TC 2C | QS QC 3D | 3H", pay_cards=True).play("TC")
    assert advice(t) == "PASS"


def test_a_layout_card_goes_first():
    t = partly("JC 2C | QS QC 3D | 3H 4H").play("JC PASS")
    assert advice(t) == "QC"
    t = partly("JD 2C | QS QC 3D | 3H 4H", pay_cards=True).play("JD PASS")
    assert advice(t) == "QS"


def test_cards_are_bought_to_close_alone():
    assert goes_on("QD KS 5H") == "BUY2"
    assert goes_on("QD KS 5H", stock="4D") == "BUY1"
    assert goes_on("QD KS 5H", max_buy=1) == "BUY1"
    assert goes_on("QD KS 5H", stock="") == "PASS"
    assert goes_on("QD 5H") == "PASS"  # two ranks missing
    assert goes_on("QD KS 5H", moves="TC PASS BUY2") == "PASS"
    assert goes_on("QD KS 5H", goal="out") == "PASS"


def test_a_leader_kept_from_closing_passes():
    t = partly("QS KS 4C | QH 2C | 5H 6H", leader_may_close=False).play("QS")
    assert advice(t) == "PASS"
