"""The advice of §11 for stukolka, hand by hand."""

import pytest

import cardenvs

from .asking import advice
from .test_loo_family import declares, plays


def knocks(hand, before="PASS", seats=6, **options):
    """The declaration of the seat that comes after `before` among six."""
    return declares(hand, game="stukolka", before=before, seats=seats, **options)


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("AH 2C 3C", "PLAY"),  # a sure trick
        ("KH QH 2C", "PLAY"),
        ("QH 3H 2C", "PLAY"),  # two trumps with the queen
        ("JH 3H AC", "PLAY"),  # two small trumps and an ace
        ("JH 3H KC", "PASS"),  # doubtful, and early
        ("3H AC KC", "PASS"),
        ("AC AD AS", "PASS"),
    ],
)
def test_early_seats_knock_with_good_hands_alone(hand, said):
    assert knocks(hand) == said


def test_two_small_trumps_and_an_ace_stand_against_three():
    assert knocks("JH 3H AC", "PLAY PLAY PLAY") == "PLAY"
    assert knocks("JH 3H AC", "PLAY PLAY PLAY PLAY") == "PASS"


@pytest.mark.parametrize("hand", ["JH 3H KC", "JH 3H 2H", "3H AC KC", "3H AC AD"])
def test_doubtful_hands_play_late_against_few(hand):
    assert knocks(hand, "PASS PASS PLAY PLAY") == "PLAY"
    assert knocks(hand, "PASS PASS PASS PLAY PLAY") == "PLAY"
    assert knocks(hand, "PASS PLAY PLAY PLAY") == "PASS"
    assert knocks(hand, "PASS PASS PLAY") == "PASS"


def test_against_golets_alone_aces_will_do():
    assert knocks("AC AD 2S", "TAKE_GOLETS") == "PLAY"
    assert knocks("AC 3D 2S", "TAKE_GOLETS") == "PASS"
    assert knocks("AC AD 2S", "PLAY") == "PASS"
    assert knocks("AC AD 2S", "TAKE_GOLETS PLAY") == "PASS"
    last = "TAKE_GOLETS PASS PASS PASS PASS"
    assert knocks("AC 3D 2S", last) == "PLAY"
    assert knocks("4H 3D 2S", last) == "PLAY"
    assert knocks("4C 3D 2S", last) == "PASS"


def test_the_golets_are_bought_late():
    assert knocks("4C 3D 2S", "") == "PASS"
    assert knocks("4C 3D 2S", "PASS PASS PASS") == "PASS"
    assert knocks("4C 3D 2S", "PASS PASS PASS PASS") == "TAKE_GOLETS"
    assert knocks("4C 3D 2S", "PASS PASS PLAY PASS") == "PASS"  # a remise costs three tricks
    assert knocks("4C 3D 2S", "PASS PASS PLAY PASS", remise_limit=12) == "TAKE_GOLETS"  # two
    assert knocks("4C 3D 2S", "PASS PASS PLAY PASS", remise_limit=15) == "PASS"
    assert knocks("4C 3D 2S", "PASS PLAY PLAY PASS", remise_limit=3) == "PASS"


@pytest.mark.parametrize("form", ["golets", "prikup"])
def test_the_dealer_takes_a_free_pool(form):
    assert knocks("4C 3D 2S", "PASS PASS PASS PASS PASS", form=form) == "PLAY"


def test_the_prikup_replaces_all_but_trumps_and_aces():
    t = cardenvs.table("stukolka", seats=4, first_dealer=3, form="prikup")
    t.reset(hands="4H KD 9C | AC 3H AH | 2C 3C 4D |", turn_up="5H").play("PLAY PLAY PLAY PASS")
    for said in ("9C", "KD", "DONE", "DONE", "2C", "3C", "4D", "DONE"):
        assert advice(t) == said
        t.step(said)
    t = cardenvs.table("stukolka", seats=4, first_dealer=3, form="prikup", stock_limit=1)
    t.reset(hands="4H KD 9S | | |", turn_up="5H").play("PLAY PLAY PLAY PASS")
    assert advice(t) == "9S"  # the lower one, as there is one card to draw


def test_cards_are_played_as_in_loo():
    ins = "PLAY PLAY PLAY PASS"
    other = "| 6D 7D 8D | 6S 7S 8S |"
    assert plays(f"2H AC 3S {other}", ins, game="stukolka") == "AC"
    assert plays("9C 2D 3D | TC KC 2S | 6S 7S 8S |", f"{ins} 9C", game="stukolka") == "KC"
    assert plays("9C 2D 3D | 2S 3S 4S | TC KC 8S |", f"{ins} 9C 2S", game="stukolka") == "TC"
