"""The advice of §11 for the loo family, hand by hand."""

import pytest

import cardenvs

from .asking import advice


def declares(
    hand: str, *, game: str = "loo", turn_up: str = "5H", before: str = "", seats: int = 4, **options
) -> str:
    """The declaration of the seat that comes after `before`; the last seat deals."""
    table = cardenvs.table(game, seats=seats, first_dealer=seats - 1, **options)
    hands = [None] * seats
    hands[min(len(before.split()), seats - 1)] = hand
    table.reset(hands=hands, turn_up=turn_up)
    return advice(table.play(before))


def plays(hands: str, moves: str, *, game: str = "loo", turn_up: str = "5H", **options) -> str:
    """The card of the seat to act after `moves`."""
    table = cardenvs.table(game, seats=4, first_dealer=3, **options).reset(hands=hands, turn_up=turn_up)
    return advice(table.play(moves))


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("AH 2C 3C", "PLAY"),  # the ace: one sure trick
        ("KH QH 2C", "PLAY"),  # king and queen: the ace takes one
        ("QH JH TH", "PLAY"),  # ace and king take two
        ("KH 3H 2C", "PLAY"),  # 85
        ("JH 3H 2C", "REFUSE"),  # 70
        ("KH AC AD", "PLAY"),  # one trump, the king: 75, just enough
        ("QH AC AD", "REFUSE"),  # 55
        ("AC AD AS", "REFUSE"),  # 45 at most without trumps
    ],
)
def test_unlimited_loo_wants_three_chances_in_four(hand, said):
    assert declares(hand, before="REFUSE") == said


def test_the_king_is_sure_when_the_ace_is_turned_up():
    assert declares("KH 2C 3C", turn_up="AH", before="PLAY PLAY") == "PLAY"


def test_seats_in_the_game_take_chances_away_and_the_dealer_has_more():
    assert declares("KH AC AD", before="PLAY PLAY") == "REFUSE"  # 75 - 5
    assert declares("KH AC AD", before="PLAY PLAY REFUSE") == "PLAY"  # the dealer: 75 - 5 + 5


def test_a_limit_makes_the_miss_worth_taking():
    # the pool of 12 against a loo of 3: 4 chips a trick at 45 in a hundred beat 3 at 55
    assert declares("2C 3C 4D", initial_pool=12, loo_limit=3) == "TAKE_MISS"
    assert declares("2C 3C 4D", initial_pool=12, loo_limit=3, before="TAKE_MISS REFUSE") == "REFUSE"


def test_large_pools_are_weighed_exactly():
    # 45 * pool against 55 * limit * 3: a chip's difference in a thousand million decides
    pool, limit = 999_999_999, 272_727_273
    assert 45 * pool < 55 * limit * 3
    assert declares("2C 3C 4D", initial_pool=pool, loo_limit=limit) == "REFUSE"
    assert declares("2C 3C 4D", initial_pool=pool, loo_limit=limit - 3) == "TAKE_MISS"


def test_a_weak_dealer_plays_for_the_pool_and_draws_if_he_may():
    assert declares("2C 3C 4D", before="REFUSE PLAY REFUSE") == "POOL"
    assert declares("2C 3C 4D", before="REFUSE PLAY REFUSE POOL", pool_defence_draw=True) == "TAKE_MISS"


def test_leads_by_the_book():
    other = "| 6D 7D 8D | 6S 7S 8S |"
    ins = "PLAY PLAY PLAY REFUSE"
    assert plays(f"AH 2H 3C {other}", ins) == "AH"  # no unseen trump above it
    assert plays(f"2H AC 3S {other}", ins) == "AC"  # a plain ace
    assert plays(f"2H 9C 3S {other}", ins) == "3S"  # the lowest plain card
    assert plays("9H KH 3H | 6D 7D 8D | 6S 7S 8S | 2S 3S 4S", "PLAY PLAY PLAY PLAY") == "3H"  # trumps alone


def test_follows_by_the_book():
    ins = "PLAY PLAY PLAY REFUSE"
    assert (
        plays("9C 2D 3D | TC KC 2S | 6S 7S 8S |", f"{ins} 9C") == "KC"
    )  # no trick yet, not the last: the highest
    assert plays("9C 2D 3D | 2S 3S 4S | TC KC 8S |", f"{ins} 9C 2S") == "TC"  # the last: the lowest that wins
    assert plays("9C 2D 3D | KC 3S 4S | 3C 7C 8S |", f"{ins} 9C KC") == "3C"  # it can't win: the lowest
    assert plays("9C 2D 3D | KC 3S 4S | 4D 2S 8S |", f"{ins} 9C KC") == "2S"


@pytest.mark.parametrize("game", ["pam_loo", "irish_loo"])
def test_the_exchange_throws_what_is_no_trump(game):
    hand = {"pam_loo": "9H 4H 3H 2C 4D", "irish_loo": "AH 2C 4D"}[game]
    thrown = {"pam_loo": ["2C", "4D"], "irish_loo": ["2C", "4D"]}[game]
    table = cardenvs.table(game, seats=4, first_dealer=3).reset(hands=f"{hand} | | |", turn_up="5H")
    for said in ["EXCHANGE", *thrown, "DONE"]:
        assert advice(table) == said
        table.step(said)


@pytest.mark.parametrize(
    ("game", "hand", "options"), [("irish_loo", "7H 4H TH", {}), ("pam_loo", "7H 4H TH 2H 6H", {"flushes": False})]
)
def test_who_has_begun_an_exchange_of_trumps_alone_throws_the_lowest(game, hand, options):
    """The advice would have kept them; a search tries it all the same, and plays on by the advice."""
    table = cardenvs.table(game, seats=4, first_dealer=3, **options).reset(hands=f"{hand} | | |", turn_up="5H")
    table.step("EXCHANGE")
    assert advice(table) == min(hand.split(), key=lambda card: "23456789T".index(card[0]))


def test_under_pam_the_ace_counts_as_the_king_does():
    # §11 names king and queen, under which an ace is sure; here Pam may lie above it
    assert declares("AH 2C 3C 4D 5S", game="pam_loo", loo_limit=5, initial_pool=10) == "PLAY"


def test_four_to_a_flush_are_kept():
    table = cardenvs.table("pam_loo", seats=4, first_dealer=3)
    table.reset(hands="AD QD TD JC 2S | | |", turn_up="5H")
    for said in ["EXCHANGE", "2S", "DONE"]:
        assert advice(table) == said
        table.step(said)


def test_a_short_stock_takes_the_lowest_of_the_longest_suit():
    table = cardenvs.table("pam_loo", seats=4, first_dealer=3, stock_limit=2, initial_pool=100, loo_limit=5)
    table.reset(hands="2H 2C 9S 3S 4D | | |", turn_up="5H")
    for said in ["EXCHANGE", "3S", "9S", "DONE"]:
        assert advice(table) == said
        table.step(said)


def test_pam_is_asked_to_be_civil_unless_held_or_seen():
    ins = "PLAY PLAY PLAY REFUSE"
    cards = "| 6D 7D 8D 9D 2S | 6S 7S 8S 9S 2D |"
    assert plays(f"AH 2C 3C 4D 5S {cards}", ins, game="pam_loo") == "CIVIL"
    assert plays(f"AH JC 3C 4D 5S {cards}", ins, game="pam_loo") == "AH"
    assert plays(f"AC 2H 3H 4D 5S {cards}", ins, game="pam_loo", turn_up="JC") == "AC"


def test_under_the_club_law_weak_hands_are_exchanged_and_strong_ones_kept():
    assert declares("2D 3D 4S", game="irish_loo", turn_up="5C") == "EXCHANGE"
    assert declares("AC KC QC", game="irish_loo", turn_up="5C") == "PLAY"
