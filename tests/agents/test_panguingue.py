"""The advice of docs/rules/panguingue.md §11, hand by hand, and what becomes of it."""

import numpy as np
import pytest

import cardenvs
from cardenvs.agents import RulesBot, Turn
from cardenvs.agents.rules.panguingue import hopeless, in_a_set, next_step
from cardenvs.core import drivers
from cardenvs.core.cards import card_set
from cardenvs.core.random import streams
from cardenvs.core.table import Table
from cardenvs.games.panguingue_sets import (
    KINDS,
    NEW_SET,
    PLANES,
    RANKS,
    SLOTS,
    TYPE_CARDS,
    accepted,
    amount,
    extended,
    put,
)

from ..games.panguingue_tables import four, give, lay, melding, pile, stock
from .asking import advice


def opening(hand: str) -> str:
    """Stay or drop?"""
    return advice(cardenvs.table("panguingue", first_eldest=0).reset(hands=[hand] + [None] * 5))


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("AC 3D 5H 7S QC 2H 4S 6C JD KH", "DROP"),  # no outs at all
        ("AC AC 5H 7S QC 2H 4S 6C JD KH", "DROP"),  # any ace: 4
        ("AC AC 5H 6H QC 2H 4S 7C JD KH", "DROP"),  # and the 4 and 7 of hearts: 6
        ("AC AC 5H 6H KC 2H 4S 7C JD KH", "STAY"),  # and any king: 10
        ("7C 7D 7S 2H 4C 6D QH AC 3S KD", "STAY"),  # a set, and any seven: 10
    ],
)
def test_a_hand_needs_outs_or_sets_to_stay(hand, said):
    assert opening(hand) == said


def drawing(hand: str, top: str, *sets: str) -> str:
    """The source of the card."""
    return advice(pile(give(lay(four(), 0, *sets), 0, hand), top))


def test_the_piles_card_is_taken_for_a_set_more():
    assert drawing("7C 7D 4S 5C QH 2H 2D 3H KD AS", "7H") == "TAKE_PILE"
    assert drawing("7C 7D 7S 5C QH 2H 2D 3H KD AS", "7H") == "DRAW_STOCK"  # no more sets than before


def test_the_piles_card_is_taken_to_spare_a_useless_one():
    assert drawing("2C 2D 4H 4S 6S 6C 3D", "KD", "KC KD KH") == "DRAW_STOCK"
    assert drawing("2C 2D QS", "KD", "KC KD KH", "AC AD AH AS") == "TAKE_PILE"


def test_the_piles_card_is_taken_to_go_out():
    assert drawing("2C 2D 4H 4S", "AS", "KC KD KH", "AC AD AH") == "DRAW_STOCK"
    assert drawing("", "AS", "KC KD KH KS", "AC AD AH", "5C 5D 5H") == "TAKE_PILE"


def asked(*sets: str, top: str) -> Table:
    """Another seat is asked whether seat 0 has to lay off the pile's card."""
    t = stock(pile(give(lay(four(), 0, *sets), 0, "2S 2D"), top), "QC")
    t.step("DRAW_STOCK")
    assert t.seat == 1
    return t


def test_a_demand_breaks_the_pair_that_a_seat_waits_with():
    assert advice(asked("5H 6H 7H", "KC KD KH KS KS", top="JH")) == "DEMAND"
    assert advice(asked("5H 6H 7H", "KC KD KH KS", top="JH")) == "NO_DEMAND"
    assert advice(asked("5H 6H 7H JH", "KC KD KH KS KS KS", top="QH")) == "NO_DEMAND"  # it would go out


def goes_out(t: Table) -> list[str]:
    """What the advice plays until the turn ends."""
    said = []
    seat = t.seat
    while not t.over and t.seat == seat:
        said.append(advice(t))
        t.step(said[-1])
    return said


def test_a_way_out_is_found_through_a_borrowing():
    t = stock(give(lay(four(), 0, "3S 4S 5S 6S 7S", "KC KD KH KS"), 0, "2H"), "5S")
    t.step("DRAW_STOCK")
    assert advice(t) == "DISCARD 2H"
    t = stock(give(lay(four(), 0, "3S 4S 5S 6S 7S", "KC KD KH KS"), 0, "KC"), "5S")
    t.step("DRAW_STOCK")
    assert sum(said.startswith("BORROW") for said in goes_out(t)) == 2
    assert t.over


def test_the_slot_that_leads_out_is_chosen():
    # the queen needs the jack on the run
    t = melding(give(lay(four(), 0, "JC JD JH", "5S 6S 7S", "AC AD AH"), 0, "JS QS"))
    assert goes_out(t) == ["LAYOFF JS", "SLOT 1", "LAYOFF QS"]
    assert t.over


def test_conditions_are_laid_at_once_and_other_sets_when_it_is_time():
    assert advice(give(melding(four()), 0, "7C 7D 7H 2C 4S 6D QH AS 3S KD 5S")) == "MELD 7C 7D 7H"
    assert advice(give(melding(four()), 0, "4C 4D 4H 2C 7S 6D QH AS 3S KD 5S")).startswith("DISCARD")
    t = give(melding(four(double_if_no_meld=True)), 0, "4C 4D 4H 2C 7S 6D QH AS 3S KD 5S")
    assert advice(t) == "MELD 4C 4D 4H"
    assert advice(give(melding(four()), 0, "4C 4D 4H 6C 6D 6H QH AS 3S KD 5S")) == "MELD 4C 4D 4H"
    t = give(melding(four()), 0, "7S 7S 7S 5C 5D 5H 2D QC")
    assert advice(t) == "MELD 7S 7S 7S"  # the worthiest first


def test_the_piles_card_goes_into_the_planned_set():
    t = pile(give(four(), 0, "7C 7D 4S 5C QH 2H 2D 3H KD AS"), "7H")
    t.step("TAKE_PILE")
    assert advice(t) == "MELD 7C 7D 7H"


def test_the_least_useful_card_is_discarded():
    assert advice(give(melding(four()), 0, "7C 7D 4S 4H AC AD 2S")) == "DISCARD 2S"  # in no pair
    # of useless cards one that the next seat can't lay off, then one that lies in the pile
    t = lay(give(melding(four()), 0, "2C 5S QH KD"), 1, "2D 2H 2S")
    assert advice(t) == "DISCARD KD"
    assert advice(pile(t, "QH QH KD")) == "DISCARD QH"


def test_the_cards_that_make_sets_are_those_of_some_type():
    rng = np.random.default_rng(1)
    for _ in range(300):
        heap = np.zeros(PLANES, np.int64)
        for c in rng.choice(KINDS, 8):
            for _ in range(rng.integers(1, 4)):
                put(heap, c)
        held = [amount(heap, c) for c in range(KINDS)]
        made = [cards for cards in TYPE_CARDS.tolist() if all(cards.count(c) <= held[c] for c in cards)]
        assert in_a_set(heap) == card_set(sorted({c for cards in made for c in cards}))


def lays_all(options, hand, sets) -> bool:
    """Does any sequence of at most eight steps lay all cards, as far as 1000 steps show?"""
    hands, tables = np.zeros((9, PLANES), np.int64), np.zeros((9, SLOTS), np.int64)
    tried, due, depth = np.zeros(9, np.int64), np.full(SLOTS + 1, -1), 0
    hands[0], tables[0] = hand, sets
    for _ in range(1000):
        after = hands[depth + 1], tables[depth + 1]
        if next_step(options, due, 0, True, tried[depth:], hands[depth], tables[depth], *after) == 0:
            if depth == 0:
                return False
            depth -= 1
        elif not hands[depth + 1].any():
            return True
        elif depth < 7:
            depth += 1
            tried[depth] = 0
    return False


def test_no_hand_that_could_go_out_is_hopeless():
    rules = cardenvs.spec("panguingue")
    options = rules.encoded(rules.options())[0]
    rng = np.random.default_rng(2)
    counts = {(out, hopeless_): 0 for out in (False, True) for hopeless_ in (False, True)}
    for start in [*range(RANKS)] * 40:
        sets, hand = np.zeros(SLOTS, np.int64), np.zeros(PLANES, np.int64)
        kinds = rng.choice([c for c in range(KINDS) if (c - start) % RANKS < 3], 7, replace=False)
        made = [t for t in range(len(TYPE_CARDS)) if np.isin(TYPE_CARDS[t], kinds).all()]
        for slot, t in enumerate(rng.choice(made, rng.integers(0, 3))):
            sets[slot] = NEW_SET[t]
            for c in kinds[: rng.integers(0, 6)]:
                if accepted(sets[slot], False) >> c & 1:
                    sets[slot] = extended(sets[slot], c)
        for c in rng.choice(kinds, rng.integers(1, 5)):
            put(hand, c)
        counts[lays_all(options, hand, sets), bool(hopeless(hand, sets, np.full(SLOTS + 1, -1), 0))] += 1
    assert counts[True, True] == 0
    assert min(counts[True, False], counts[False, True]) > 40


@pytest.mark.parametrize(("seats", "share"), [(2, 0.7), (4, 0.95), (6, 0.98)])
def test_it_goes_out_in_most_deals_against_itself(seats, share):
    rules = cardenvs.spec("panguingue")
    options = rules.options(seats=seats)
    bot, games = RulesBot(rules, options), 200
    states = np.zeros(games, rules.state)
    drivers.begin_rows(states, rules.blank(options), streams(1, games))
    while len(rows := np.flatnonzero(~states["over"])):
        seen = np.zeros((len(rows), rules.layout_of(options).size), np.float32)
        masks, seat = np.zeros((len(rows), rules.actions), np.int8), np.zeros(len(rows), np.int64)
        drivers.observe_rows(states, rows, seen, masks, seat)
        turn = Turn(seen, masks, seat, np.zeros((len(rows), 1), np.uint64), states[rows])
        drivers.step_rows(states, rows, bot.act(turn))
    assert states["outs"].sum() >= share * games
