"""The advice of §11 for the mushka family, hand by hand."""

import pytest

from ..games import mushka_deals
from .asking import advice


def declares(hand, turned="6H", *, game="mushka", before="", stock="", **options):
    """What the seat after those of `before` declares."""
    hands = [None] * len(before.split()) + [hand]
    if game == "mushka_pamphil":
        options.setdefault("announce", "off")
    return advice(mushka_deals.laid(game, hands, turned, stock, **options).play(before))


def thrown(hand, turned="6H", *, game="mushka", **options):
    """The cards that the book throws from a hand."""
    if game == "mushka_pamphil":
        options.setdefault("announce", "off")
    t = mushka_deals.laid(game, [hand], turned, **options).play("EXCHANGE")
    while (card := advice(t)) != "DONE":
        t.play(card)
    marked = t.layout.decode(t.observe(0))["marked"]
    return t.rules.cards.text(marked.nonzero()[0].tolist())


def plays(hands, moves, turned="6H", *, game="mushka", **options):
    """The card of the seat to act after `moves`."""
    if game == "mushka_pamphil":
        options.setdefault("announce", "off")
    return advice(mushka_deals.laid(game, hands, turned, **options).play(moves))


ALL = "PLAY PLAY PLAY PLAY"


@pytest.mark.parametrize(
    ("hand", "cards"),
    [
        ("KH 9H 9D 8D 7C", "7C 8D 9D"),  # all but the trumps
        ("KH 9S 7S 8D 7C", "7C 8D 9S"),  # the lowest spade stays, without the ace
        ("KH AS 7S 8D 7C", "7C 8D 7S"),  # with it spades go too
        ("KH AC KC AD 7D", "KC AC 7D AD"),  # plain aces go
    ],
)
def test_mushka_keeps_trumps_the_ace_and_a_spade(hand, cards):
    assert thrown(hand) == cards


def test_mushka_keeps_no_spade_to_lead_when_spades_are_trumps():
    assert thrown("7H 9S 7S 8D 7C", "6S") == "7C 8D 7H"


def test_the_longest_suit_goes_first_where_the_stock_is_short():
    assert thrown("KH 9D 8D 7C 8C", stock_limit=1) == "7C"
    assert thrown("KH 9D 8D 7D 8C", stock_limit=2) == "7D 8D"
    assert thrown("KH 9D 8D 7D 8C", stock_limit=3) == "7D 8D 9D"


@pytest.mark.parametrize(
    ("hand", "before", "score", "said"),
    [
        ("9D 8D 7D 8C 7C", "", 25, "EXCHANGE"),
        ("9D 8D 7D 8C 7C", "PLAY", 25, "EXCHANGE"),
        ("9D 8D 7D 8C 7C", "PLAY PLAY", 25, "PASS"),
        ("KH 8D 7D 8C 7C", "PLAY PLAY", 25, "EXCHANGE"),
        ("AS 8D 7D 8C 7C", "PLAY PLAY", 25, "EXCHANGE"),  # the ace may not pass
        ("KH QH JH TH 9H", "PLAY PLAY", 25, "PLAY"),  # nothing to throw
        ("KH QH 7D 8C 7C", "", 1, "PASS"),  # two trumps for one point
        ("KH QH 7D 8C 7C", "", 2, "EXCHANGE"),
        ("9D 8D 7D 8C 7C", "", 2, "PASS"),
        ("KH QH AS 8C 7C", "", 2, "EXCHANGE"),
    ],
)
def test_mushka_declarations(hand, before, score, said):
    seats = len(before.split())
    start = tuple(score if seat == seats else 25 for seat in range(4))
    assert declares(hand, before=before, start_scores=start) == said


def test_mushka_plays_without_a_stock():
    assert declares("KH 8D 7D 8C 7C", stock_limit=0) == "PLAY"


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("AH KS 9S 8D 7C", "9S"),  # a spade to draw the ace
        ("AH KH 9D 8D 7C", "9D"),  # the trump ace is exposed to it
        ("AH AS 9D 8D 7C", "AH"),  # but not if held oneself
        ("KH 9H 9D AD 7C", "9D"),  # the ace is out: a plain card that is none
        ("AH KH AD AC QH", "QH"),  # no such: a low trump
        ("AS AD AC AH KD", "AH"),
        ("AS AD AC KD 7H", "KD"),
    ],
)
def test_mushka_leads(hand, card):
    assert plays([hand], ALL) == card


def test_mushka_leads_the_trump_ace_when_spades_are_trumps():
    assert plays(["AS KS 9D 8D 7C"], ALL, "6S") == "AS"
    assert plays(["KS 7S QD 8D 7C", "AS 9C 8C 7D 7H"], ALL, "6S") == "QD"


def test_mushka_leads_its_only_card():
    assert plays(["KS"], ALL, hand_size=1) == "KS"


@pytest.mark.parametrize(
    ("hands", "moves", "card"),
    [
        (["9D 8C 7C 6C 9C", "AD TD 6D KC QC"], "9D", "AD"),  # no trick yet: the highest that wins
        (
            ["9D 8C 7C 6C 9C", "AC KC 7S 8S QC", "7D 6S 9S TS JS", "KD AD 6D JC TC"],
            "9D QC 7D",
            "KD",
        ),  # last: the lowest
        (["AH 8C 7C 6C 9C", "AS KC 8D 7D QC"], "AH", "AS"),  # an ace led
        (["AD 8C 7C 6C 9C", "AS KC 8H 7H QC"], "AD", "8H"),  # it must trump: the ace is not lawful
        (["AD 8C 7C 6C 9C", "QD TD 6D KC QC"], "AD", "6D"),  # beaten: the lowest
        (["AD 8C 7C 6C 9C", "AS 7S KC QC JC"], "AD", "AS"),
    ],
)
def test_mushka_follows(hands, moves, card):
    assert plays(hands, f"{ALL} {moves}", "6H") == card


def test_mushka_ducks_once_it_has_its_points():
    hands = ["AD 8D QD 6D 9C", "KD 7D TD KC JC"]
    t = mushka_deals.laid("mushka", hands, "6H", start_scores=(9, 1, 9, 9)).play("PLAY PLAY PASS PASS  9C")
    assert advice(t) == "JC"  # the lowest card that wins, being last
    t.play("JC  TD AD  8D")
    assert advice(t) == "7D"


def test_pamphil_names_the_longest_suit_and_announces():
    assert plays([None, None, None, "9D 8D 7D AC KC"], "", "JC", game="mushka_pamphil") == "TRUMP_D"
    assert plays([None, None, None, "9D 8D AC KC AH"], "", "JC", game="mushka_pamphil") == "TRUMP_C"
    t = mushka_deals.laid("mushka_pamphil", ["JC 8D 7D 8C 7C"], "6H")
    assert advice(t) == "ANNOUNCE"
    t = mushka_deals.laid("mushka_pamphil", ["QC 8D 7D 8C 7C"], "6H", stock="JC")
    assert advice(t) == "SILENT"


def test_pamphil_keeps_itself_and_the_trumps():
    assert thrown("JC 9H 9S 8D 7C", game="mushka_pamphil") == "7C 8D 9S"
    assert thrown("AS 9H 9S 8D 7C", game="mushka_pamphil") == "7C 8D 9S AS"
    assert thrown("AS 9H 9S 8D 7C", game="mushka_pamphil", ace_of_spades_rules=True) == "7C 8D 9S"


@pytest.mark.parametrize(
    ("hands", "moves", "card"),
    [
        (["JC AH KH 8D 7C"], "", "JC"),
        (["JC AH KD 8D 7C"], "", "KD"),  # two trumps: not yet
        (["AH KH KD 8D 7C"], "", "KD"),  # Pamphil is out
        (["9H KH QH TH JH"], "", "9H"),
        (["9D 8C 7C 6C 9C", "JC QH KC QC 8S"], "9D", "QH"),
        (["9D 8C 7C 6C 9C", "JC KS KC QC 8S"], "9D", "JC"),  # nothing else would win
        (["9D 8C 7C 6C 9C", "JC AD 7D QC 8S"], "9D", "AD"),
        (["AD 8C 7C 6C 9C", "JC KD 7D QC 8S"], "AD", "7D"),
    ],
)
def test_pamphil_leads_and_follows(hands, moves, card):
    assert plays(hands, f"{ALL} {moves}", game="mushka_pamphil") == card


@pytest.mark.parametrize(
    ("hands", "moves", "card"),
    [
        (["QS KS 9D 8D 7C"], "", "QS"),
        (["QS 7S 9D 8D 7C"], "", "9D"),
        (["KS 7S 9D 8D 7C"], "", "7S"),  # to draw the queen
        (["KS TD 9D 8D 7C"], "", "TD"),
        (["QS 7S 8S 9S JS", "KS KD KH QD QH"], "", "7S"),
        (["QS 8C 7C 6C 9C", "KS AS 7D QC 8S"], "QS", "KS"),
        (["9D 8C 7C 6C 9C", "QS AS KC QC 8H"], "9D", "AS"),  # the queen is kept
        (["9D 8C 7C 6C 9C", "QS KS KC QC 8H"], "9D", "QS"),  # the king is one's own
        (["9S 8C 7C 6C 9C", "QS 8S KC QC 8H"], "9S", "8S"),
    ],
)
def test_shutikha_leads_and_follows(hands, moves, card):
    options = {"instant_win": False}
    assert plays(hands, f"{ALL} {moves}", None, game="mushka_shutikha", **options) == card


def test_shutikha_keeps_spades():
    assert thrown("QS 7S AD 8D 7C", None, game="mushka_shutikha") == "7C 8D AD"
    assert declares("9D 8D 7D 8C 7C", None, game="mushka_shutikha", before="PLAY PLAY") == "PASS"
    assert declares("QS 8D 7D 8C 7C", None, game="mushka_shutikha", before="PLAY PLAY") == "EXCHANGE"


@pytest.mark.parametrize(
    ("hand", "cards"),
    [
        ("KC 9D 8D 7D 6S", "6S"),  # three of a suit beside the king
        ("KC QC 8C 7C 6S", "6S"),
        ("9D 8D 7D 6D AH", "AH"),  # four of a suit, though the fifth is a trump
        ("KC 9D 8D 7S 6S", "8D 9D 6S 7S"),
        ("9C 7C 8D KH 6S", "9C 8D 6S"),  # a club to lead stays
    ],
)
def test_mistigri_draws_to_a_suit(hand, cards):
    assert thrown(hand, game="mushka_mistigri") == cards


@pytest.mark.parametrize(
    ("hands", "moves", "card"),
    [
        (["KH QC 9C 8D 7S"], "", "9C"),
        (["KH QH 9D 8D 7S"], "", "9D"),
        (["KH KC 9D 8D 7S"], "", "KH"),
        (["KH 8C 7C 6C 9C", "KC AS 7D QC 8S"], "KH", "KC"),
    ],
)
def test_mistigri_leads_and_follows(hands, moves, card):
    assert plays(hands, f"{ALL} {moves}", game="mushka_mistigri") == card
