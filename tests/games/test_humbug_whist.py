"""docs/rules/humbug_whist.md: §9, same numbers, then what no example covers, by its §."""

import random

import numpy as np
import pytest

import cardenvs
from cardenvs.core.cards import FRENCH, card_set
from cardenvs.core.random import stream
from cardenvs.errors import InvalidCard, InvalidOption
from cardenvs.games.humbug_whist import NO_TRUMP, corona_points, honour_points

from .reading import deal_number, dealer, hand, legal, named, seen

A = "AS KS QS AH KH QH 8H 7D 6D 5D 4C 3C 2C"
B = "TS 2S AC KC QC JC 9D 8D 5H 4H 3H 2H JS"
"""The hands of examples 6 to 12; the knave of spades is turned up where a card is."""

PENALISED = {"revokes": "penalised"}


def two(pone=A, dealer_hand=B, **options):
    """Player 0 is pone, player 1 deals; if a card is turned up it is the last of the dealer's."""
    parts = {name: options.pop(name) for name in ("sides", "turn_up") if name in options}
    table = cardenvs.table("humbug_whist", **{"first_dealer": 1, **options})
    cards = dealer_hand.split() if dealer_hand else []
    if table.options.trump == "turn_up" and cards:
        parts["turn_up"] = cards.pop()
    return table.reset(hands=[pone, cards], **parts)


def set_of(words):
    """Card names as a set."""
    return card_set(FRENCH.cards(words))


def tricks(table):
    """The tricks of both as they stand."""
    return [int(n) for n in table.states["tricks"][0]]


def revoking_card(table):
    """A card by which the second player revokes, if he can."""
    names = legal(table)
    led = seen(table, table.seat, "led")
    suit = FRENCH.names[int(led.argmax())][1] if led.any() else ""
    others = sorted(name for name in names if name[1] != suit)
    return others[0] if suit and len(others) < len(names) and others else None


def dutiful_card(table):
    """The lowest card, of the suit led if there is one."""
    led = seen(table, table.seat, "led")
    cards = [FRENCH.card(name) for name in legal(table)]
    same = [card for card in cards if led.any() and card // 13 == int(led.argmax()) // 13]
    return FRENCH.names[min(same or cards)]


def played_out(table, won, revokes=(0, 0)):
    """Plays a deal on; each seat revokes so often. Before the last card the tricks are set right to end as `won`."""
    left = list(revokes)
    for _ in range(2 * table.options.hand_size - 1):
        seat = table.seat
        card = revoking_card(table) if left[seat] else None
        left[seat] -= card is not None
        table.step(card or dutiful_card(table))
    assert left == [0, 0]
    last = table.clone()
    last.states["options"]["episode"] = 0  # a match would go on
    last.step(dutiful_card(table))
    winner = int(np.argmax(last.states["won"][0] - table.states["won"][0]))
    table.states["won"][0] = table.states["tricks"][0] = [n - (seat == winner) for seat, n in enumerate(won)]
    table.step(dutiful_card(table))
    return table


def scored(won, said="KEEP KEEP", claims="", revokes=(0, 0), **options):
    """What player 0 gains by a deal with the hands A and B that ends with so many tricks, the revokes claimed."""
    options = (PENALISED if any(revokes) else {}) | options
    table = played_out(two(**options).play(said), won, revokes)
    table.play(claims)
    assert table.over
    assert table.payoffs[0] == -table.payoffs[1]
    return table.payoffs[0]


@pytest.mark.parametrize(
    ("own", "his", "points"),
    [
        (5, 0, (5, 0)), (4, 1, (4, 0)), (3, 2, (3, 0)), (3, 1, (3, 0)), (2, 2, (0, 0)), (2, 1, (2, 0)),
        (2, 0, (2, 0)), (1, 1, (0, 0)), (1, 0, (0, 0)),
    ],
)  # fmt: skip
def test_9_01_honours(own, his, points):
    assert (honour_points(own, his), honour_points(his, own)) == points


@pytest.mark.parametrize(
    ("own", "his", "points"), [(4, 0, (4, 0)), (3, 1, (3, 0)), (2, 2, (0, 0)), (2, 1, (2, 0))]
)
def test_9_02_aces_are_the_honours_without_trumps(own, his, points):
    assert (honour_points(own, his), honour_points(his, own)) == points


def corona(cards, trump):
    """The coronas of a hand at five points, all ranks in use."""
    return corona_points(set_of(cards), 2**13 - 1, trump, 5)


def test_9_03_coronas():
    clubs, hearts, spades = 0, 2, 3
    assert corona("AS KS QS JS", spades) == 20
    assert corona("AS KS QS JS", clubs) == 10
    assert corona("AS KS QS JS", NO_TRUMP) == 20
    assert corona("AS KS", spades) == corona("AS KS", NO_TRUMP) == 0
    assert corona("KS QS JS TS", spades) == 0
    assert corona("AH KH QH AD KD QD JD TD", hearts) == 25


def test_9_04_pone_exchanges():
    t = two(sides=["2D 3D 4D 6C 7C 8C 9C TC 6H 7H 9H TH JH", None])
    first = hand(t, 0)
    assert first == named(A)
    t.play("EXCHANGE")
    assert hand(t, 0) == named("2D 3D 4D 6C 7C 8C 9C TC 6H 7H 9H TH JH")
    assert hand(t, 0, "put_away") == first
    assert not seen(t, 1, "put_away").any()
    assert t.seat == 1
    t.play("KEEP")
    assert "JS" in hand(t, 1)
    assert seen(t, 0, "turn_up_lies").tolist() == [1, 0]
    assert seen(t, 0, "trump").argmax() == 3


def test_9_05_the_dealer_exchanges():
    side = [None, "AD KD QD JD TD 4D 3D 2D TC 9C 8C 7C 6C"]
    t = two(sides=side).play("KEEP EXCHANGE")
    assert hand(t, 1) == named(side[1])
    assert hand(t, 1, "put_away") == named(B)
    for seat in (0, 1):
        assert seen(t, seat, "trump").argmax() == 3
        assert seen(t, seat, "turn_up_lies").tolist() == [0, 1]
    assert not hand(t, 1) & {"JS"}

    t = two(sides=side, dealer_exchange="no_trump").play("KEEP EXCHANGE")
    assert seen(t, 0, "trump").argmax() == NO_TRUMP
    while not t.over:
        t.step(dutiful_card(t))
    # A has the aces of spades and hearts, the dealer that of diamonds: 2 against 1
    won = t.states["won"][0]
    points = [2 * max(0, int(n) - 6) + (10 if n == 12 else 20 if n == 13 else 0) for n in won]
    assert t.payoffs[0] == points[0] + 2 + 10 + 10 - points[1] - 30


def test_9_06_spades_are_trumps():
    assert scored((8, 5)) == 22 - 10


def test_9_07_without_trumps():
    assert scored((8, 5), trump="none") == 26 - 20


def test_9_08_hearts_are_trumps():
    assert scored((7, 6), said="KEEP KEEP NAME_H", trump="dealer_names") == 20 - 10


def test_9_09_slams():
    assert scored((12, 1)) == 40 - 10
    assert scored((13, 0)) == 52 - 10


def test_9_10_a_revoke():
    assert scored((8, 5), claims="TAKE_TRICKS", revokes=(1, 0)) == 18 - 14
    assert scored((8, 5), claims="TAKE_POINTS", revokes=(1, 0)) == 22 - 15


def test_9_11_who_revoked_makes_no_slam():
    assert scored((12, 1), claims="TAKE_TRICKS", revokes=(1, 0)) == 24 - 10
    assert scored((12, 1), claims="TAKE_POINTS", revokes=(1, 0)) == 30 - 15


def test_9_12_no_more_tricks_than_there_are():
    t = played_out(two(**PENALISED).play("KEEP KEEP"), (11, 2), (0, 1))
    assert t.seat == 0
    t.play("TAKE_TRICKS")
    assert tricks(t) == [13, 0]
    assert t.payoffs[0] == 14 + 3 + 15 - 10  # no slam: eleven tricks were won


def test_9_13_follow_suit():
    held = "9D 2D AS 2C 3C 4C 5C 6C 7C 8C 9C TC JC"
    t = two("7D 3D 4D 5D 6D 8D TD 2H 3H 4H 5H 6H 7H", f"{held}").play("KEEP KEEP 7D")
    assert legal(t) == {"9D", "2D"}
    t = two("7D 3D 4D 5D 6D 8D TD 2H 3H 4H 5H 6H 7H", f"{held}", **PENALISED).play("KEEP KEEP 7D")
    assert legal(t) == named(held)
    t.play("AS")
    while t.seat != 0 or int(t.states["trick_number"][0]) < 13:
        t.step(dutiful_card(t))
    assert seen(t, 0, "claims").tolist() == pytest.approx([1 / 13, 0])  # it was a revoke
    t = two("7D 3D 4D 5D 6D 8D TD 2H 3H 4H 5H 6H 7H", "AS 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC")
    assert legal(t.play("KEEP KEEP 7D")) == named("AS 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC")


def test_9_14_who_wins_a_trick():
    pone = "KD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD AC"
    trumps = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
    assert two(pone, trumps).play("KEEP KEEP KD 2S").seat == 1
    assert two(pone, trumps, trump="none").play("KEEP KEEP KD 2S").seat == 0
    assert two(pone, "AD 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS").play("KEEP KEEP KD AD").seat == 1


def test_9_15_the_first_of_two_like_cards_wins():
    t = two("QH 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "QH 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD", packs="combined")
    assert t.play("KEEP KEEP QH QH").seat == 0


def test_9_16_the_dealer_names():
    t = two(trump="dealer_names").play("KEEP KEEP")
    assert t.seat == 1
    assert t.legal() == [54, 55, 56, 57]
    assert legal(t) == named("NAME_C NAME_D NAME_H NAME_S")
    t = two(trump="dealer_names").play("KEEP EXCHANGE")
    assert t.seat == 0
    assert seen(t, 0, "trump").argmax() == NO_TRUMP
    assert legal(t) == named(A)


def rubber(games=(0, 0), trick_points=(0, 0), **options):
    """A match, the first deal of which begins with such a record; hands A and B."""
    t = two(episode="match", **options)
    t.states["games"][0] = games
    t.states["trick_points"][0] = trick_points
    return t


def test_9_17_a_game_is_won():
    t = rubber(trick_points=(6, 4)).play("KEEP KEEP")
    played_out(t, (9, 4))
    assert not t.over
    assert t.states["games"][0].tolist() == [1, 0]
    assert t.states["trick_points"][0].tolist() == [0, 0]
    assert t.payoffs[0] == 6 + 3 + 15 - 10


def test_9_18_the_rubber_is_won():
    t = rubber(games=(1, 1), trick_points=(4, 8)).play("KEEP KEEP")
    played_out(t, (6, 7))
    assert t.over
    assert t.payoffs[1] == 2 + 10 - (3 + 15) + 10
    t = rubber(games=(1, 1), trick_points=(4, 8), rubber_bonus=25).play("KEEP KEEP")
    assert played_out(t, (6, 7)).payoffs[1] == 2 + 10 - (3 + 15) + 25


def test_9_19_leads_and_deals_go_in_turn():
    t = two(episode="match").play("KEEP KEEP")
    assert t.seat == 0
    assert t.play("2C JC").seat == 1  # the lowest against the only higher one tried: the dealer won, and leads
    t = two(episode="match", game_points=100).play("KEEP KEEP")
    dealers = []
    for number in range(1, 5):
        assert deal_number(t) == number
        dealers.append(dealer(t))
        while not t.over and deal_number(t) == number:
            t.step("KEEP" if "KEEP" in legal(t) else dutiful_card(t))
    assert dealers == [1, 0, 1, 0]


def test_9_20_two_claims_in_a_row():
    t = played_out(two(**PENALISED).play("KEEP KEEP"), (8, 5), (0, 2))
    assert t.seat == 0
    assert legal(t) == named("TAKE_TRICKS TAKE_POINTS")
    assert not t.play("TAKE_POINTS").over
    assert t.seat == 0
    assert t.play("TAKE_POINTS").over


def test_9_21_both_revoked():
    t = played_out(two(**PENALISED).play("KEEP KEEP"), (2, 11), (1, 1))
    assert t.seat == 0
    assert tricks(t.play("TAKE_TRICKS")) == [5, 8]
    assert t.seat == 1
    assert tricks(t.play("TAKE_TRICKS")) == [2, 11]

    t = played_out(two(**PENALISED).play("KEEP KEEP"), (11, 2), (1, 1))
    assert tricks(t.play("TAKE_TRICKS")) == [13, 0]
    assert tricks(t.play("TAKE_TRICKS")) == [10, 3]
    assert t.payoffs[0] == 8 + 3 + 15 - 10


def test_9_22_claims_take_what_is_left():
    t = played_out(two(**PENALISED).play("KEEP KEEP"), (4, 9), (2, 0))
    assert t.seat == 1
    assert tricks(t.play("TAKE_TRICKS")) == [1, 12]
    assert tricks(t.play("TAKE_TRICKS")) == [0, 13]
    assert t.payoffs[1] == 14 + 10 - (3 + 15)


def test_9_23_two_packs_combined():
    pone, other = "AS AS KS QS TS TS 2H 3H 4H 5H 6H 7H 8H", "KS JS 2S 2D 3D 4D 5D 6D 7D 8D 2C 3C 4C"
    options = {"packs": "combined", "first_dealer": 1}
    t = cardenvs.table("humbug_whist", **options)
    words = other.split()
    t.reset(hands=[pone, [card for card in words if card != "JS"]], turn_up="JS").play("KEEP KEEP")
    assert played_out(t, (6, 7)).payoffs[0] == 6 + 10 - 2
    assert honour_points(6, 2) == 6
    assert honour_points(2, 6) == 0
    assert (honour_points(5, 3), honour_points(3, 5)) == (5, 3)
    pone, other = "AS AS AH AH AD 2H 3H 4H 5H 6H 7H 8H 9H", "AC AC AD 2S 3S 4S 5S 6S 7S 8S 9S TS JS"
    t = two(pone, other, trump="none", packs="combined").play("KEEP KEEP")
    assert played_out(t, (6, 7)).payoffs[0] == 5 - 3 - 2


def test_9_24_named_trumps_honours_and_coronas():
    # hearts named: A has AKQ of hearts, 3 honours, coronas 10 (hearts) + 5 (spades); B the clubs, 10
    assert scored((6, 7), said="KEEP KEEP NAME_H", trump="dealer_names") == 3 + 15 - 10 - 2
    # the dealer exchanges: aces and doubled coronas, whatever `dealer_exchange` says
    side = ["9C TC 9S 8S 7S 9H TH JH TD JD QD KD AD", None]
    for exchange in ("card_lost", "no_trump"):
        options = {"trump": "dealer_names", "dealer_exchange": exchange, "first_dealer": 0}
        t = cardenvs.table("humbug_whist", **options).reset(hands=[B, A], sides=side).play("KEEP EXCHANGE")
        assert played_out(t, (6, 7)).payoffs[1] == 2 + 2 + 10 + 10 - 30
    t = two(trump="none")
    assert not seen(t, 0, "turned").any()
    assert seen(t, 0, "trump").argmax() == NO_TRUMP


def test_2_the_order_of_the_deal():
    deck = [FRENCH.names[card] for card in range(52)]
    t = cardenvs.table("humbug_whist", first_dealer=1).reset(deck=deck)
    assert hand(t, 0) == set(deck[1::4])  # pone sits opposite the dealer: place 2
    assert hand(t, 1) == set(deck[3::4])
    assert hand(t, 0, "turned") == {deck[51]}
    assert seen(t, 0, "trump").argmax() == 3
    t.play("EXCHANGE EXCHANGE")
    assert hand(t, 0) == set(deck[0::4])
    assert hand(t, 1) == set(deck[2::4])


def test_2_two_packs_combined_leave_half_of_the_cards_out():
    t = cardenvs.table("humbug_whist", packs="combined", seed=3)
    assert len(t.places()["stock"]) == 104 - 26
    assert t.states["deck_size"] == 104
    t = cardenvs.table("humbug_whist", packs="alternating", seed=3)
    assert t.states["deck_size"] == 52
    assert t.observe(0).tobytes() == cardenvs.table("humbug_whist", seed=3).observe(0).tobytes()


def test_2_a_card_is_in_the_deck_once_or_twice():
    with pytest.raises(InvalidCard):
        two("AS AS", None)
    assert seen(two("AS AS", None, packs="combined"), 0, "hand")[51] == 2


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"seats": 3}, "seats: want 2..2"),
        ({"hand_size": 14}, "hand_size: want 1..13"),
        ({"hand_size": 3, "suits": "CS", "ranks": "JQKA"}, "hand_size: four hands of 3 want 12 cards, got 8"),
        ({"suits": "X"}, "suits: want different letters"),
        ({"ranks": "AA"}, "ranks: want different letters"),
        ({"episode": "match", "book": 7}, "book: a match wants"),
        ({"episode": "match", "trick_value": 0}, "trick_value: a match wants"),
        ({"first_dealer": 2}, "first_dealer: want 0..1"),
        ({"game_points": 0}, "game_points: want an integer of at least 1"),
        ({"book": -1}, "book: want"),
        ({"packs": "double"}, "packs: want"),
        ({"revoke_points": -1}, "revoke_points: want"),
    ],
)
def test_5_options_are_checked(options, told):
    with pytest.raises(InvalidOption, match=told):
        cardenvs.table("humbug_whist", **options)


def test_3_1_nobody_learns_what_was_exchanged():
    one = two(sides=["2D 3D 4D 6C 7C 8C 9C TC 6H 7H 9H TH JH", None]).play("EXCHANGE")
    other = two(A.replace("2C", "2D"), sides=["2C 3D 4D 6C 7C 8C 9C TC 6H 7H 9H TH JH", None]).play("EXCHANGE")
    assert one.key(1) == other.key(1)
    assert one.observe(1).tobytes() == other.observe(1).tobytes()
    assert one.key(0) != other.key(0)
    kept = two().play("KEEP")
    assert kept.key(1) != one.key(1)
    assert seen(kept, 1, "said").tolist() == [[0, 0], [1, 0]]
    assert seen(one, 1, "said").tolist() == [[0, 0], [0, 1]]


def test_3_1_a_lost_card_can_not_come_back():
    t = two(dealer_exchange="no_trump").play("EXCHANGE EXCHANGE")
    assert t.places()["put away"] == sorted(FRENCH.cards(f"{A} {B}"))
    assert sorted(FRENCH.names[card] for card in np.flatnonzero(seen(t, 0, "turned"))) == ["JS"]


def test_3_2_only_suits_of_the_deck_can_be_named():
    mini = {"suits": "CS", "ranks": "JQKA", "hand_size": 2, "book": 1}
    t = cardenvs.table("humbug_whist", trump="dealer_names", **mini).play("KEEP KEEP")
    assert legal(t) == named("NAME_C NAME_S")


def test_3_3_the_turn_up_stays_in_the_hand_until_it_is_played():
    t = two().play("KEEP KEEP")
    assert seen(t, 0, "turn_up_lies").tolist() == [1, 0]
    assert "turn-up" in t.places()
    t.play("AS JS")
    assert seen(t, 0, "turn_up_lies").tolist() == [0, 0]
    assert hand(t, 0, "played_other") == {"JS"}


def test_3_3_the_copy_of_a_lost_card_is_another_card():
    side = "JS 3S 4S 2D 3D 4D 5D 6D TD JD QD KD AD"
    t = two("AS KS QS 2C 3C 4C 5C 6C 7C 8C 9C TC JC", None, packs="combined", sides=[None, side], turn_up="JS")
    t.play("KEEP EXCHANGE AS JS")
    assert seen(t, 0, "turn_up_lies").tolist() == [0, 1]


def test_3_3_a_void_that_was_shown():
    t = two("AD KD 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", trump="none")
    t.play("KEEP KEEP AD 2S")
    assert seen(t, 0, "void").tolist() == [0, 1, 0, 0]
    assert seen(t, 1, "void").tolist() == [0, 0, 0, 0]
    t = two(
        "AD KD 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC",
        "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
        trump="none",
        **PENALISED,
    )
    t.play("KEEP KEEP AD 2S")
    assert not seen(t, 0, "void").any()


def test_3_3_revokes_are_not_seen_before_the_end():
    t = two(**PENALISED).play("KEEP KEEP 7D 2S")  # the dealer has diamonds
    for seat in (0, 1):
        assert not seen(t, seat, "revokes").any()
        assert not seen(t, seat, "claims").any()
        assert not t.states["revokes"].any()
    while int(t.states["trick_number"][0]) < 13:
        t.step(dutiful_card(t))
    assert seen(t, 0, "revokes").tolist() == pytest.approx([0, 1 / 13])
    assert seen(t, 0, "claims").tolist() == pytest.approx([1 / 13, 0])


def test_3_4_claims_change_what_the_match_counts():
    t = rubber(trick_points=(8, 8), **PENALISED).play("KEEP KEEP")
    played_out(t, (7, 6), (1, 0))
    t.play("TAKE_TRICKS")  # 4 - 9: six trick points for the dealer, none for pone
    assert t.states["games"][0].tolist() == [0, 1]
    t = rubber(trick_points=(8, 8), **PENALISED).play("KEEP KEEP")
    played_out(t, (7, 6), (1, 0))
    t.play("TAKE_POINTS")
    assert t.states["games"][0].tolist() == [1, 0]


def test_4_honours_and_coronas_do_not_count_for_games():
    t = rubber(trick_points=(6, 0)).play("KEEP KEEP")
    played_out(t, (7, 6))
    assert t.states["games"][0].tolist() == [0, 0]
    assert t.states["trick_points"][0].tolist() == [8, 0]
    assert t.payoffs[0] == 2 + 3 + 15 - 10


def test_4_a_game_that_both_would_win():
    both = {"book": 0, "game_points": 10}
    t = rubber(**both).play("KEEP KEEP")
    assert played_out(t, (7, 6)).states["games"][0].tolist() == [1, 0]  # 14 to 12
    t = rubber(trick_points=(2, 8), **both).play("KEEP KEEP")
    assert played_out(t, (7, 6)).states["games"][0].tolist() == [0, 1]  # 16 to 20
    t = rubber(trick_points=(2, 4), **both).play("KEEP KEEP")
    assert played_out(t, (7, 6)).states["games"][0].tolist() == [1, 0]  # 16 each, with more tricks
    t = two(A.removesuffix(" 2C"), B.removeprefix("TS "), episode="match", hand_size=12, **both)
    assert played_out(t.play("KEEP KEEP"), (6, 6)).states["games"][0].tolist() == [1, 0]  # all equal: pone
    assert t.states["trick_points"][0].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("options", "gain"),
    [
        ({"honours": False}, 12 - 3),
        ({"corona_unit": 0}, 12 - 15 + 10),
        ({"corona_unit": 3}, 4 + 3 + 9 - 6),
        ({"trick_value": 0}, 12 - 4),
        ({"trick_value": 5}, 12 + 6),
    ],
)
def test_4_prices(options, gain):
    assert scored((8, 5), **options) == gain


def test_4_prices_of_slams_and_revokes():
    assert scored((12, 1), small_slam=7) == 30 - 10 + 7
    assert scored((13, 0), grand_slam=70) == 42 - 20 + 70
    assert scored((8, 5), claims="TAKE_POINTS", revokes=(1, 0), revoke_points=50) == 22 - 60
    assert scored((8, 5), claims="TAKE_TRICKS", revokes=(1, 0), revoke_tricks=1) == 2 + 18 - 10
    assert scored((8, 5), claims="TAKE_TRICKS", revokes=(1, 0), revoke_tricks=0) == 12


def test_4_a_slam_of_the_dealer():
    assert scored((1, 12)) == 18 - (12 + 10 + 10)
    assert scored((0, 13)) == 18 - (14 + 10 + 20)


def test_4_coronas_skip_ranks_that_are_not_in_use():
    ranks = sum(1 << FRENCH.ranks.index(rank) for rank in "A975")
    assert corona_points(set_of("AS 9S 7S"), ranks, NO_TRUMP, 5) == 10
    assert corona_points(set_of("AS 9S 5S"), ranks, NO_TRUMP, 5) == 0
    assert corona_points(set_of("9S 7S 5S"), ranks & ~(1 << 12), NO_TRUMP, 5) == 0


def test_4_a_rubber_lasts_as_long_as_stated():
    for seed in range(3):
        t = cardenvs.table("humbug_whist", episode="match", seed=seed)
        choice = random.Random(seed)
        while not t.over:
            t.step(choice.choice(t.legal()))
        assert deal_number(t) <= 27
        assert max(t.states["games"][0]) == 2


def test_7_what_a_seat_sees():
    t = two(episode="match").play("KEEP KEEP 2C QC KC 3C AC")
    me = t.layout.decode(t.observe(0))
    assert hand(t, 0) == named("AS KS QS AH KH QH 8H 7D 6D 5D 4C")
    assert hand(t, 0, "played") == named("2C 3C")
    assert hand(t, 0, "played_other") == named("QC KC AC")
    assert hand(t, 0, "led") == {"AC"}
    assert me["tricks"].tolist() == pytest.approx([0, 2 / 13])
    assert me["said"].tolist() == [[1, 0], [1, 0]]
    assert not me["dealer"][0]
    assert seen(t, 1, "dealer")[0]
    assert me["phase"].tolist() == [0, 0, 1, 0]
    assert me["trick_number"][0] == pytest.approx(2 / 13)


def test_7_the_record_of_the_rubber():
    t = rubber(games=(1, 0), trick_points=(6, 4))
    assert seen(t, 0, "games").tolist() == [0.5, 0]
    assert seen(t, 1, "games").tolist() == [0, 0.5]
    assert seen(t, 0, "trick_points").tolist() == pytest.approx([0.6, 0.4])
    played_out(t.play("KEEP KEEP"), (8, 5))
    assert seen(t, 0, "scores").tolist() == pytest.approx([np.log2(23) / 16, np.log2(11) / 16])


def test_11_a_redealt_hand_keeps_to_what_was_shown():
    t = two("AD KD 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS")
    t.play("KEEP KEEP AD 2S")
    drawn = stream(1)
    for _ in range(50):
        other = t.clone()
        assert other.redeal(0, drawn)
        held = hand(other, 1)
        assert len(held) == 12
        assert not any(card.endswith("D") for card in held)
        assert "AS" in held  # turned up


def test_11_where_suits_need_not_be_followed_nothing_is_shown():
    t = two("AD KD 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", **PENALISED)
    t.play("KEEP KEEP AD 2S")
    drawn, diamonds = stream(1), 0
    for _ in range(50):
        other = t.clone()
        assert other.redeal(0, drawn)
        diamonds += any(card.endswith("D") for card in hand(other, 1))
    assert diamonds > 40


def test_11_copies_of_played_cards_may_be_in_the_hand():
    t = cardenvs.table("humbug_whist", packs="combined", suits="C", hand_size=6, book=0, trump="none", seed=2)
    t.play("KEEP KEEP").play(dutiful_card(t))
    drawn, again = stream(3), 0
    for _ in range(100):
        other = t.clone()
        assert other.redeal(t.seat, drawn)
        left = seen(other, 1 - t.seat, "hand")
        assert left.sum() == 5
        again += (left * seen(other, 1 - t.seat, "played")).any()
    assert 5 < again < 95
