"""The advice of §11 for humbug whist, hand by hand."""

import pytest

import cardenvs

from ..games.test_humbug_whist import PENALISED, played_out, two
from .asking import advice


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("AC KC 2C 3C 4C 2D 3D 4D 2H 3H 4H 2S 3S", "EXCHANGE"),  # 7 + 4 = 11 against (33 + 22) / 3
        ("AC AD AH KC KD 2C 2D 2H 3H 4H 2S 3S 4S", "KEEP"),  # 18 + 6 = 24 against (22 + 20) / 3
        ("AC AD 2C 3C 2D 3D 2H 3H 4H 2S 3S 4S 5S", "EXCHANGE"),  # 8 + 8 = 16 against (32 + 18) / 3 = 16.67
        ("AC AD JH 3C 2D 3D 2H 3H 4H 2S 3S 4S 5S", "KEEP"),  # 9 + 8 = 17 against (31 + 18) / 3 = 16.33
    ],
)
def test_pone_exchanges_what_is_below_the_average(hand, said):
    table = cardenvs.table("humbug_whist", first_dealer=1).reset(hands=[hand, None], turn_up="9S")
    assert advice(table) == said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        # without trumps named: 9 (+ 2 for the right to name) against (40 - 9) / 3 = 10.33
        ({"trump": "dealer_names"}, "KEEP"),
        ({"trump": "none"}, "EXCHANGE"),
    ],
)
def test_a_dealer_counts_what_he_would_lose(options, said):
    hand = "AC AD JH 3C 2D 3D 2H 3H 4H 2S 3S 4S 5S"
    table = cardenvs.table("humbug_whist", first_dealer=1, **options).reset(hands=[None, hand]).play("KEEP")
    assert advice(table) == said


@pytest.mark.parametrize(("exchange", "said"), [("card_lost", "EXCHANGE"), ("no_trump", "KEEP")])
def test_a_dealer_counts_the_card_or_the_trumps(exchange, said):
    # 7 + 8 = 15, and 1 or 2, against (33 + 18) / 3 = 17
    hand = "AC KD 3C 4C 2D 3D 2H 3H 4H 2S 3S 4S"
    table = cardenvs.table("humbug_whist", first_dealer=1, dealer_exchange=exchange)
    table.reset(hands=[None, hand], turn_up="5S").play("KEEP")
    assert advice(table) == said


def test_copies_count_where_two_packs_are_combined():
    # 16 of aces, no trumps: 7 * 16 = 112 against (80 - 16) + 2 * 26 = 116
    hand = "AC AC AD AD 2H 3H 4H 5H 6H 7H 8H 9H TH"
    table = cardenvs.table("humbug_whist", first_dealer=1, packs="combined")
    assert advice(table.reset(hands=[hand, None], turn_up="9S")) == "EXCHANGE"
    assert advice(table.reset(hands=[hand.replace("TH", "JH"), None], turn_up="9S")) == "KEEP"


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("2C 3C 4C 5C 2D 3D 4D 2H 3H 4H 2S 3S 4S", "NAME_C"),  # the longest
        ("2C 3C 4C TC 2D 3D 4D 5D 2H 3H 4H 2S 3S", "NAME_C"),  # the longest with most honours
        ("2C 3C 4C TC 2D 3D 4D JD 2H 3H 4H 2S 3S", "NAME_D"),  # the highest index
    ],
)
def test_the_suit_named(hand, said):
    table = cardenvs.table("humbug_whist", first_dealer=1, trump="dealer_names").reset(hands=[None, hand])
    assert advice(table.play("KEEP KEEP")) == said


def leads(hand, turned="9S", other=None):
    """The first lead from a hand."""
    table = cardenvs.table("humbug_whist", first_dealer=1).reset(hands=[hand, other], turn_up=turned)
    return advice(table.play("KEEP KEEP"))


def test_leads():
    assert leads("AC 3C 2C AD KD 3D 2D 2H 3H 4H 5H 6H AS") == "AD"  # the longest suit with a master
    assert leads("AC 3C 2C AD 3D 2D 2H 3H 4H 5H 6H 7H AS") == "AD"  # as long: the higher index
    assert leads("2C 3C 4C 2D 3D 4D 5D 2H 3H 4H 5H AS KS") == "AS"  # trumps last
    assert leads("AC 3C 4C 2D 3D 4D 5D 2H AS 2S 3S 4S 5S") == "AS"  # five trumps first
    assert leads("AC 3C 4C 2D 3D 4D 5D 2H KS 2S 3S 4S 5S") == "AC"  # five, but the ace is out
    assert leads("2C 3C 4C 2D 3D 4D 5D 2H 3H 4H 5H 6H KS") == "2H"  # no master: low from the longest
    assert leads("TS JS QS KS 2S 3S 4S 5S 6S 7S 8S 2C 3C", turned="AS") == "2C"


def test_a_card_becomes_a_master_when_the_higher_ones_are_gone():
    table = two("KC 2C 3D 4D 5D 6D 2H 3H 4H 5H 2S 3S 4S", "AC 4C 7D 8D 9D TD 6H 7H 8H 9H 5S 6S 7S")
    table.play("KEEP KEEP 2C AC 7D 3D 8D 4D 9D 5D TD 6D 4C KC")
    assert table.seat == 0
    assert advice(table) == "2H"  # clubs are gone; four hearts are longer than three trumps
    table = two("KC QC 2C 4D 5D 6D 2H 3H 4H 5H 2S 3S 4S", "AC 4C 7D 8D 9D TD 6H 7H 8H 9H 5S 6S 7S")
    table.play("KEEP KEEP 2C AC 7D 4D 8D 5D 9D 6D 4C QC")
    assert advice(table) == "KC"


def test_what_the_other_put_away_is_unknown_and_the_lost_card_is_not():
    # the ace of spades was turned up and lost: the king is a master; five trumps come first
    hand = "KS 2S 3S 4S 5S 2C 3C 2D 3D 2H 3H 4H 5H"
    table = cardenvs.table("humbug_whist", first_dealer=1).reset(hands=[hand, None], turn_up="AS")
    assert advice(table.clone().play("KEEP EXCHANGE")) == "KS"
    assert advice(table.clone().play("KEEP KEEP")) == "2H"


def test_an_unseen_copy_does_not_beat_a_card():
    hand = "AC 3C 2C 2D 3D 4D 5D 2H 3H 4H 5H 6H 2S"
    table = cardenvs.table("humbug_whist", first_dealer=1, packs="combined")
    assert advice(table.reset(hands=[hand, None], turn_up="9S").play("KEEP KEEP")) == "AC"
    hand = "KC 3C 2C 2D 3D 4D 5D 2H 3H 4H 5H 6H 2S"
    assert advice(table.reset(hands=[hand, None], turn_up="9S").play("KEEP KEEP")) == "2H"


def answers(led, hand, turned="9S", **options):
    """The dealer's answer to a lead."""
    table = cardenvs.table("humbug_whist", first_dealer=1, **options)
    rest = "TC 2C 3C 4C 5C 6C 7C 8C".split()
    table.reset(hands=[[led, *(card for card in rest if card != led)], hand], turn_up=turned)
    return advice(table.play(f"KEEP KEEP {led}"))


@pytest.mark.parametrize("options", [{}, PENALISED])
def test_answers(options):
    assert answers("TD", "2D 3D JD AD 2H 3H 4H 5H 6H 7H 8H 2S", **options) == "JD"  # the lowest that wins
    assert answers("TD", "2D 3D 5H AH 2H 3H 4H 9H 6H 7H 8H 2S", **options) == "2D"  # none wins
    assert answers("TD", "JH 5H AH 2H 3H 4H 9H 6H 7H 8H 3S 2S", **options) == "2S"  # the lowest trump
    assert answers("TS", "2H 3H 4H 5H 6H 7H 8H 9C JC QC 2D 3D", turned="9H", **options) == "2H"


def test_a_void_without_trumps_throws_from_the_shortest_suit():
    table = cardenvs.table("humbug_whist", first_dealer=1, trump="none")
    table.reset(hands=["TC", "2H 3H 4H 5H 6H 7H 8H 2S 3S 4S 6D 7D 8D"])
    assert advice(table.play("KEEP KEEP TC")) == "2S"  # as short as the diamonds: the higher index
    table.reset(hands=["TC", "2H 3H 4H 5H 6H 7H 8H 2S 3S 4S 6S 7D 8D"])
    assert advice(table.play("KEEP KEEP TC")) == "7D"


@pytest.mark.parametrize(
    ("won", "options", "said"),
    [
        ((8, 5), {}, "TAKE_TRICKS"),  # from 5 - 8 to 8 - 5: four points each way
        ((11, 2), {}, "TAKE_TRICKS"),  # from 2 - 11 to 5 - 8: three of the other's count no more
        ((11, 2), {"revoke_points": 7}, "TAKE_POINTS"),
        ((8, 5), {"revoke_points": 8}, "TAKE_TRICKS"),  # equal
        ((8, 5), {"revoke_points": 9}, "TAKE_POINTS"),
    ],
)
def test_claims(won, options, said):
    table = played_out(two(**PENALISED, **options).play("KEEP KEEP"), won, (1, 0))
    assert table.seat == 1
    assert advice(table) == said
