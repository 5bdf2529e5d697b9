"""The advice of §11 for preferans: the book's tables, then word by word and card by card."""

import pytest

import cardenvs
from cardenvs.agents.rules.preferans_tables import FORBIDDEN, HOLES, TRICKS
from cardenvs.arena import arena

from . import asking

BOOK = {  # docs/rules/preferans.md §11.1, the rows of the source; x is a small card
    "A": 1, "AK": 2, "AKQ": 3, "AKQJ": 4, "AKQJx": 5, "AKQJxx": 6, "AKQJxxx": 7, "AKQJxxxx": 8, "AKxx": 3,
    "AKxxx": 4.5, "AKxxxx": 6, "AQ": 1, "AQJ": 1, "AQJx": 2.5, "AQJxx": 3.5, "AQJxxx": 6.5, "AQJxxxx": 7, "AJ": 1,
    "AJx": 1, "AJxx": 2, "AJxxx": 4.5, "AJxxxx": 5.5, "Axx": 1, "Axxx": 1.5, "Axxxx": 2.5, "K": 0, "KQ": 0.85,
    "KQJ": 1.75, "KQJx": 3, "KQxx": 3, "KQxxx": 4, "KQxxxx": 5, "KQJxxxx": 6, "KJ": 0, "KJx": 0, "KJxx": 1.25,
    "KJxxx": 2.5, "KJxxxx": 4.5, "QJ": 0, "QJx": 0.15,
}  # fmt: skip


@pytest.mark.parametrize("held", BOOK)
def test_the_trick_estimates_are_the_book_s(held):
    honours = sum(1 << "JQKA".index(card) for card in held if card != "x")
    assert TRICKS[honours, held.count("x")] == round(100 * BOOK[held])


def test_a_better_holding_is_never_worth_less_but_where_the_book_says_so():
    odd = {(0b1110, 2), (0b1110, 3)}  # AQJ with two and three small, as printed
    for honours in range(16):
        for small in range(4):
            if (honours, small) not in odd:
                assert TRICKS[honours, small] <= TRICKS[honours, small + 1]


HOLDINGS = {  # §11.2: catchers lead, own lead
    "7": (0, 0), "8": (30, 5), "9": (85, 15), "T": (100, 100), "A": (100, 100), "78": (0, 0), "79": (0, 5),
    "7T": (50, 50), "7J": (80, 80), "7Q": (95, 95), "7K": (100, 100), "89": (80, 80), "8T": (100, 100),
    "78T": (0, 0), "78J": (0, 0), "79J": (0, 5), "78Q": (20, 20), "79K": (70, 70), "78A": (100, 100),
    "79TA": (10, 10), "78JA": (10, 10), "78TK": (0, 0), "": (0, 0),
}  # fmt: skip


@pytest.mark.parametrize("held", HOLDINGS)
def test_the_misere_holes_are_the_book_s(held):
    bits = sum(1 << "789TJQKA".index(card) for card in held)
    assert (HOLES[0, bits], HOLES[1, bits]) == HOLDINGS[held]


def test_suits_that_forbid_a_misere():
    def forbidden(held, lead):
        return FORBIDDEN[lead, sum(1 << "789TJQKA".index(card) for card in held)] == 1

    assert [forbidden("8", lead) for lead in range(2)] == [True, False]
    assert [forbidden("89", lead) for lead in range(2)] == [True, True]
    assert not forbidden("7A", 0)
    assert not forbidden("", 0)


def advice(table):
    """What the book says for the seat to act, in short."""
    return asking.advice(table).removeprefix("bid ")


def at(hands, talon, moves, dealer=2, **options):
    """A table after words and cards by their short names."""
    table = cardenvs.table("preferans", first_dealer=dealer, **options).reset(hands=hands, talon=talon)
    for move in moves.split():
        options = table.legal_names()
        names = [name for name in (f"play {move}", f"bid {move}", move) if name in options]
        table.step(names[0])
    return table


STRONG = "AS KS QS JS 9S AH KH 7D 8D 7C"


def test_discards_keep_what_is_worth_most_and_the_order_follows():
    t = at([STRONG, None, None], "TS QH", "6S PASS PASS")
    first = advice(t)
    assert first in ("7C", "7D", "8D")
    t.step(f"play {first}")
    second = advice(t)
    assert second in ("7D", "8D")
    t.step(f"play {second}")
    assert advice(t) == "9S"  # six spades and three hearts: nine


def test_an_order_is_never_below_the_bid():
    t = at(["AS KS QS JS TS 9S 7D 8D 7C 8C", None, None], "9C TC", "8H PASS PASS 7C 8C")
    assert advice(t) == "9S"  # worth a seven, bid eight hearts: spades only as a nine


WHIST_HANDS = [
    ("AH KH AC 7S 8S 7D 8D 9D TD 7H", "7D", "WHIST"),  # three and more
    ("AH 7H AC 7S 8S 7D 8D 9D TD JD", "7D", "WHIST"),  # two aces
    ("QH 7H 8H JC 7S 8S 9S TS 9C TC", "7D", "PASS"),
]


@pytest.mark.parametrize(("hand", "order", "said"), WHIST_HANDS)
def test_whist_on_pure_tricks(hand, order, said):
    t = at([None, hand, None], None, "6S PASS PASS")
    for _ in range(2):
        t.step(t.legal()[0])
    t.step(f"bid {order}")
    assert advice(t) == said


def test_a_lone_whister_lies_open_and_the_dealer_looks():
    t = at([None, None, None], None, "6S PASS PASS")
    for _ in range(2):
        t.step(t.legal()[0])
    for move in "bid 7D", "WHIST", "PASS":
        t.step(move)
    assert advice(t) == "OPEN"
    t = at([None, "AH KH AC AS 8S 7D 8D 9D TD 7H", None, None], None, "6S PASS PASS", seats=4, dealer=3)
    for _ in range(2):
        t.step(t.legal()[0])
    for move in "bid 7D", "PASS", "PASS":
        t.step(move)
    assert advice(t) == "LOOK_D1"
    t.step("LOOK_D1")
    assert advice(t) == "WHIST"


def test_declarer_draws_trumps_then_cashes():
    hands = [
        "AS KS QS JS TS AH KH 7D 8D 7C",
        "7S 8S 7H 8H 9H TH 9D TD 8C 9C",
        "9S QH JH JD QD KD AD TC JC QC",
    ]
    t = at(hands, "KC AC", "7S PASS PASS 7D 8D 7S WHIST WHIST")
    assert advice(t) == "AS"
    for card in "AS 7S 9S KS 8S TC".split():
        t.step(f"play {card}")
    assert advice(t) == "KC"  # no trump is out: the first sure winner


def test_defenders_leave_a_trick_to_each_other():
    hands = [
        "AS KS QS JS TS 9S 7H 7D 8D 7C",
        "7S 8S AH 8H 9H TH 9D TD 8C 9C",
        "KH QH JH JD QD KD AD TC JC QC",
    ]
    t = at(hands, "KC AC", "7S PASS PASS 7D 8D 7S WHIST WHIST 7H AH")
    assert advice(t) == "JH"
    t = at(hands, "KC AC", "7S PASS PASS 7D 8D 7S WHIST WHIST 7C 8C")
    assert advice(t) == "TC"


def test_a_misere_ducks_and_is_caught_from_below():
    hands = [
        "7S 8S TS 7H 8H 9H 7D 8D 9D 7C",
        "9S QS TH JH QH TD JD QD 8C 9C",
        "JS KS AS KH AH KD AD TC JC QC",
    ]
    t = at(hands, "KC AC", "MIS PASS PASS KC AC")
    assert advice(t) in ("7S", "7H", "7D", "7C")
    t = at(hands, "KC AC", "MIS PASS PASS KC AC TS")
    assert advice(t) == "9S"
    t.step("play 9S")
    assert advice(t) == "AS"  # nothing is below: the highest


def test_a_raspas_hand_plays_its_highest_loser():
    hands = [
        "7S 8S TS 7H 8H 9H 7D 8D 9D 7C",
        "9S QS TH JH QH TD JD QD 8C 9C",
        "JS KS AS KH AH KD AD TC JC QC",
    ]
    t = at(hands, "KC AC", "PASS PASS PASS 7C 9C", raspas_talon="unused")
    assert advice(t) == "QC"  # must win, and plays last
    t = at(hands, "KC AC", "PASS PASS PASS TS", raspas_talon="unused")
    assert advice(t) == "9S"


@pytest.mark.parametrize("label", ["defaults", *cardenvs.spec("preferans").variants])
def test_the_book_beats_chance(label):
    options = cardenvs.spec("preferans").variants.get(label, {})
    result = arena("preferans", ["rules", "random"], deals=60, seed=1, progress=False, **options)
    assert result.difference[0].payoff.low > 0


def test_the_book_keeps_to_lawful_cards_where_others_are_punished():
    result = arena("preferans", ["rules"], deals=300, seed=2, progress=False, revokes="penalised")
    free = arena("preferans", ["rules"], deals=300, seed=2, progress=False)
    assert result.behaviour == free.behaviour
    assert sum(result.behaviour[f"declares {level}"][0].mean for level in ("six", "seven", "eight")) > 0


@pytest.mark.parametrize("label", cardenvs.spec("preferans").mini)
def test_the_book_plays_small_decks(label):
    arena("preferans", ["rules", "random"], deals=50, progress=False, **cardenvs.spec("preferans").mini[label])
