"""Skat's rule bot against docs/rules/skat.md §11."""

import numpy as np
import pytest

import cardenvs
from cardenvs.agents.rules.skat_hand import chance as chance_of
from cardenvs.agents.rules.skat_hand import limit, pack, strength, unsafe
from cardenvs.core import drivers
from cardenvs.core.kernel import kernel
from cardenvs.core.random import shuffle, stream, streams
from cardenvs.games.skat.contracts import (
    F_GRAND,
    F_GUCKI_GRAND,
    F_SOLO,
    F_TOURNE,
    FAMILY,
)
from cardenvs.games.skat.names import DECK

from ..games.skat_deals import auction, skat
from .asking import advice

BOOK_HAND = "JC JS JH JD AD KD QD 9D 8D 7C"


def advised(table):
    """The bot's next action, played."""
    move = advice(table)
    table.step(move)
    return move


def dealt(v, m=None, h=None, laid=None, **options):
    """Hands by role, and the skat."""
    return skat(parts={"hands": [v, m, h]} | ({"skat": laid} if laid else {}), **options)


@kernel
def _shares(options, random, hands, found):
    """How many random hands are good enough, to Vorhand, for a Solo, Grand, Gucki Grand and Tourné."""
    suits, ranks = pack(options[0])
    cards = np.arange(32)
    for _ in range(hands):
        shuffle(random, cards, 32)
        hand = np.int64(0)
        for k in range(10):
            hand |= np.int64(1) << cards[k]
        solo = False
        for row in range(len(FAMILY)):
            if chance_of(options[0], row, hand, 0, suits, ranks) == 0:
                continue
            if FAMILY[row] == F_SOLO:
                solo = True
            found[1] += FAMILY[row] == F_GRAND
            found[2] += FAMILY[row] == F_GUCKI_GRAND
            found[3] += FAMILY[row] == F_TOURNE
        found[0] += solo


def test_as_many_hands_are_good_enough_as_the_rules_count():
    rules = cardenvs.spec("skat")
    options = rules.encoded(rules.options())
    found = np.zeros(4, np.int64)
    _shares(options, stream(5), 20_000, found)
    found[3] //= 2  # either card may be turned
    assert (found / 20_000).tolist() == pytest.approx([0.18, 0.026, 0.023, 0.25], rel=0.15)


@kernel
def _weigh(options, hand, out):
    suits, ranks = pack(options[0])
    for trump in range(4):
        out[trump] = strength(hand, suits, ranks, trump)
    out[4] = unsafe(hand, suits, ranks)
    out[5] = limit(options[0], hand, 0, suits, ranks)


def weighed(hand, **values):
    """Strength by suit (C D H S), unsafe cards, and the limit of the bids."""
    rules = cardenvs.spec("skat")
    out = np.zeros(6, np.int64)
    cards = sum(1 << card for card in DECK.cards(hand))
    _weigh(rules.encoded(rules.options(**values)), cards, out)
    return out.tolist()


@pytest.mark.parametrize(
    ("hand", "strengths", "unsafe_cards", "most"),
    [
        (BOOK_HAND, [9, 12, 8, 8], 4, 100),  # a Grand with four jacks
        ("JC JS AH TH KH 9H AS TS 7D 8C", [10, 10, 10, 9], 9, 30),  # hearts with two
        ("7C 8C 9C 7D 8D 9D 7H 8H 7S 8S", [3, 3, 2, 2], 0, 40),  # an open Null
        ("7C 8C 9C 7D 8D 9D 7H KH 7S QS", [3, 3, 2, 2], 2, 15),  # a Gucki Null
        ("QC 9C KD 8D QH 9H TS 8S KS 7C", [3, 2, 2, 3], 8, 0),
    ],
)
def test_what_a_hand_is_worth(hand, strengths, unsafe_cards, most):
    assert weighed(hand) == [*strengths, unsafe_cards, most]


def test_the_book_s_hand_plays_a_grand_unannounced():
    t = dealt(BOOK_HAND, laid="8S 9S").play("PASS PASS")
    assert advised(t) == "HOLD"
    assert advised(t) == "GRAND"
    assert advised(t) == "ANN_NONE"
    assert advice(t) == "AD"  # there are no jacks to draw


def test_bids_and_holds_go_to_the_limit():
    t = dealt(BOOK_HAND).play("BID_100")
    assert advice(t) == "HOLD"
    t = dealt(BOOK_HAND).play("BID_101")
    assert advice(t) == "PASS"
    t = dealt(None, BOOK_HAND)
    assert advised(t) == "BID_10"
    t.play("HOLD")
    assert advice(t) == "BID_11"
    t = dealt(None, "7C 8C 9C 7D 8D 9D 7H 8H 7S 8S", bidding="suits")
    assert advice(t) == "BID_5"
    t = dealt("7C 8C 9C 7D 8D 9D 7H 8H 7S 8S", bidding="suits").play("BID_16")
    assert advised(t) == "HOLD"
    t = dealt("QC 9C KD 8D QH 9H TS 8S KS 7C").play("PASS PASS")
    assert advice(t) == "PASS"


def test_sure_tricks_are_announced():
    t = dealt("JC JS JH JD AS TS KS QS 9S AH", laid="7C 8C").play("PASS PASS HOLD TRUMP_S")
    assert advice(t) == "ANN_SCHWARZ"
    t = dealt("JC JS JH JD AS TS KS QS 9S 7H", laid="7C 8C").play("PASS PASS HOLD TRUMP_S")
    assert advice(t) == "ANN_SCHNEIDER"
    t = dealt("JC JS JH JD AS TS KS QS 9S TH", laid="7C 8C").play("PASS PASS HOLD TRUMP_S")
    assert advice(t) == "ANN_NONE"


def test_vorhand_leaves_the_suit_that_the_beaten_bidder_seems_to_hold():
    hand = "JC JS AC TC 9C 8C AH TH KH 9H"
    declared = [advice(dealt(hand).play(auction("V", bid))) for bid in (10, 24, 36)]
    assert declared == ["TRUMP_C", "TRUMP_H", "TRUMP_H"]


def test_a_tourne_takes_a_suit_that_fits_or_the_other_card():
    hand = "JC JS AH TH AS KS 9S 8S 7D 9C"
    t = dealt(hand, laid="7S KC").play("PASS PASS HOLD TURN_0")
    assert advice(t) == "ACCEPT"
    t = dealt("JC AH KH AS KS 9S 8H 7D 9C QD", laid="7C 8D").play("PASS PASS HOLD TURN_0")
    assert advice(t) == "PASST_MIR_NICHT"
    t = dealt("JC JS AH TH AS KS 9S 8S 7D 9C", laid="JH 8D").play("PASS PASS HOLD TURN_0")
    assert advice(t) == "ACCEPT_GRAND"


def test_what_is_put_away():
    t = dealt("JC JS AH TH KH 9H AS TS 7D 8C", laid="8H QC").play("PASS PASS HOLD TURN_0 ACCEPT")
    marks = [advised(t), advised(t)]
    assert marks == ["MARK_8C", "MARK_QC"]  # a suit emptied, and three points
    t = dealt("7C 8C 9C 7D 8D 9D 7H 8H 7S 8S", laid="AC KD").play("PASS PASS HOLD GUCKI_NULL")
    assert {advised(t), advised(t)} == {"MARK_AC", "MARK_KD"}


def test_a_null_soloist_ducks():
    t = dealt("7C 8C 9C 7D 8D 9D 7H 9H 7S QS", "AC KC QC TC JC AD KD QD TD JD").play(f"{auction('V', 20)} NULL")
    assert advised(t)[0] == "7"


def test_every_kind_of_game_is_played_out_by_legal_actions_alone():
    for values in (
        {}, {"scoring": "isko"}, {"bidding": "suits"}, {"peeking": "penalised", "seats": 5},
        {"games": ("revolution", "uno_duo", "frage"), "all_pass": "vorhand_must_play"},
        {"games": ("revolution",), "revolution_mode": "exchange", "all_pass": "vorhand_must_play"},
        cardenvs.spec("skat").mini["mini_gucki"],
    ):  # fmt: skip
        rules = cardenvs.spec("skat")
        options = rules.options(**values)
        states, seats = np.zeros(300, rules.state), np.zeros(300, np.int64)
        drivers.begin_rows(states, rules.blank(options), streams(1, 300))
        looks = np.zeros((300, rules.layout_of(options).size), np.float32)
        masks, actions = np.zeros((300, rules.actions), np.int8), np.zeros(300, np.int64)
        live = np.arange(300)
        while len(live):
            n = len(live)
            drivers.observe_rows(states, live, looks[:n], masks[:n], seats[:n])
            drivers.choose_batch(rules.encoded(options), looks[:n], masks[:n], actions[:n])
            assert (masks[np.arange(n), actions[:n]] == 1).all(), values
            drivers.step_rows(states, live, actions[:n])
            live = live[~states["over"][live]]


def test_it_beats_random_play():
    result = cardenvs.arena("skat", ["rules", "random"], deals=300, seed=3)
    assert result.payoff[0].mean > 60


def test_vorhand_leaves_it_for_a_suit_worth_less_than_the_bid():
    hand = "JC JS AS TS KS AH TH KH 7H 7C"
    assert advice(dealt(hand).play("BID_33 HOLD PASS PASS")) == "TRUMP_H"  # three spades too, nearly as good
    assert advice(dealt(hand).play("BID_20 HOLD PASS PASS")) == "TRUMP_S"  # not a multiple of spades


def test_declarations_that_bring_as_much_are_taken_in_order():
    t = dealt("AC JC 9D QD AD AH JH 7S QS JS", games=("gucki_grand", "solo"))
    assert advice(t.play("PASS PASS HOLD")) == "GUCKI_GRAND"


def test_a_second_card_is_put_away_after_a_mark_that_was_not_its_own():
    t = dealt("8C TC KD AD JD KH QS TS JS 8S", laid="8D QH").play("PASS PASS HOLD GUCKI_NULL MARK_8S")
    assert advice(t) in t.legal_names()
