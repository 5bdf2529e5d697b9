"""Skat beside OpenSpiel's, an engine of other hands: the same deals, the same cards, agreement at every step (§12.21).

OpenSpiel's game has no auction by numbers: its first seat that does not pass names a suit, Grand or Null, after which it
takes the skat and puts two cards away. That is a modern game picked up at 18.
"""

import random

import numpy as np
import pytest

import cardenvs
from cardenvs.core import drivers
from cardenvs.core.kernel import kernel
from cardenvs.core.rules import legal
from cardenvs.games.skat.names import ACTIONS, CARDS, DECK, GRAND, MARK_FIRST, NO_TRUMPS, NULL, OUT, TRUMP_FIRST
from cardenvs.games.skat.scoring import points_of

pyspiel = pytest.importorskip("pyspiel")

DEALS = 10_000
LONGEST = 60
THEIR_SUITS = "DHSC"
THEIR_RANKS = "789QKTAJ"
OURS = np.array([DECK.card(THEIR_RANKS[card % 8] + THEIR_SUITS[card // 8]) for card in range(CARDS)])
"""Our card for each of theirs."""
PASS = 32
GAMES = dict(
    zip(range(33, 39), [*(TRUMP_FIRST + "CDHS".index(suit) for suit in THEIR_SUITS), GRAND, NULL], strict=True)
)
"""Our declaration for each of theirs."""
NULL_WON, NULL_LOST = 90, 30
"""What theirs counts for a Null."""
WON_BY = ("BID_18 HOLD PASS PASS", "BID_18 PASS PASS", "PASS BID_18 PASS")
"""The auction by which seat 0, 1 or 2 becomes soloist."""


def card_bits(cards):
    """Their cards as our card set."""
    return sum(1 << int(OURS[card]) for card in cards)


def play_theirs(rules, chance, wanted):
    """One random game of theirs: deck, soloist, declaration, cards put away, then (seat, card, legal cards) of the play.

    `wanted` is the game that whoever speaks first names; it cycles through all, so that none is rare.
    """
    state = rules.new_initial_state()
    deck = []
    while state.is_chance_node():
        deck.append(chance.choice(state.legal_actions()))
        state.apply_action(deck[-1])
    soloist = chance.randrange(3)
    for _ in range(soloist):
        state.apply_action(PASS)
    assert state.current_player() == soloist
    assert state.legal_actions() == [PASS, *GAMES]
    state.apply_action(wanted)
    away = []
    for _ in range(2):
        assert state.current_player() == soloist
        away.append(chance.choice(state.legal_actions()))
        state.apply_action(away[-1])
    plays = []
    while not state.is_terminal():
        cards = state.legal_actions()
        card = chance.choice(cards)
        plays.append((state.current_player(), int(OURS[card]), card_bits(cards)))
        state.apply_action(card)
    points = round(state.returns()[soloist] * 120 + 60)
    return deck, soloist, wanted, away, plays, points


@kernel
def replay(states, blank, stream, deck, actions, seats, sets, told):
    """Plays one game of ours with these actions; returns the first step that differs from theirs, or their number.

    `seats` and `sets` say who is to act and which cards are legal, -1: theirs does not say. `told` gets whether
    the game is over, and what theirs would say of the soloist's points.
    """
    mask = np.zeros(ACTIONS, np.int8)
    drivers.prepare(states, 0, blank, stream)
    for k in range(CARDS):
        states[0].deck[k] = deck[k]
    drivers.deal_in(states, 0)
    for k in range(len(actions)):
        legal(states, 0, mask)
        if states[0].over or mask[actions[k]] == 0:
            return k
        if seats[k] >= 0:
            cards = np.int64(0)
            for card in range(CARDS):
                cards |= np.int64(mask[card]) << card
            if seats[k] != states[0].seat or cards != sets[k] or mask.sum() != mask[:CARDS].sum():
                return k
        drivers.step(states, 0, actions[k])
    s = states[0]
    told[0] = s.over
    told[1] = s.points[s.soloist] + points_of(s.put_away, s.rank_set)
    if s.trump == NO_TRUMPS:
        told[1] = NULL_LOST if s.tricks[s.soloist] > 0 else NULL_WON
    return len(actions)


def test_ten_thousand_random_deals_agree_at_every_step():
    theirs = pyspiel.load_game("skat")
    table = cardenvs.table("skat", scoring="isko", first_dealer=2)
    names = table.rules.action_index
    chance, stream, told = random.Random(1), np.zeros(1, np.uint64), np.zeros(2, np.int64)
    games = list(GAMES)
    for number in range(DEALS):
        deck, soloist, named, away, plays, points = play_theirs(theirs, chance, games[number % len(games)])
        marks = sorted(MARK_FIRST + int(OURS[card]) for card in away)
        before = [*(names[word] for word in WON_BY[soloist].split()), names["PICKUP"], *marks, GAMES[named]]
        actions = np.array([*before, *(card for _, card, _ in plays)])
        seats = np.array([-1] * len(before) + [seat for seat, _, _ in plays])
        sets = np.array([-1] * len(before) + [cards for _, _, cards in plays])
        assert len(actions) <= LONGEST
        step = replay(table.states, table.blank, stream, OURS[deck], actions, seats, sets, told)
        assert step == len(actions), (number, deck, step)
        assert told.tolist() == [1, points], (number, deck)


def test_a_deal_that_all_pass_is_over_in_both():
    state = pyspiel.load_game("skat").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for _ in range(3):
        state.apply_action(PASS)
    assert state.is_terminal()
    table = cardenvs.table("skat", scoring="isko").play("PASS PASS PASS")
    assert table.over
    assert table.states["soloist"][0] == OUT
    assert table.payoffs == state.returns() == [0, 0, 0]
