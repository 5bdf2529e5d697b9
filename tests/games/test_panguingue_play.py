"""Panguingue as a second reading of §3 in plain Python has it, and what holds in every game played."""

import collections
import itertools
import random

import numpy as np
import pytest

import cardenvs
from cardenvs.agents import RandomBot, RulesBot, Turn
from cardenvs.core.random import stream
from cardenvs.core.table import Table
from cardenvs.games import panguingue_record as record
from cardenvs.games.panguingue_sets import CARDS

from .panguingue_tables import RULES, legal, pot, stock_seen
from .reading import seen

Cards = collections.Counter


def set_kind(cards: Cards, made_as: str) -> str | None:
    """What a set made as a run, same or mixed is once cards have been borrowed; None: no set."""
    ranks = sorted(card % 10 for card in cards.elements())
    suits = {card // 10 for card in cards}
    if len(ranks) < 3:
        return None
    if made_as == "run":
        return "run" if ranks == list(range(ranks[0], ranks[-1] + 1)) else None
    if made_as == "mixed" and ranks[0] not in (0, 9):
        return "mixed" if len(suits) >= 3 else "same" if len(suits) == 1 else None
    return made_as


def new_kind(cards: Cards) -> str | None:
    """What three cards are as a new set."""
    if max(cards.values()) == 3:
        return "same"
    ranks, suits = sorted(card % 10 for card in cards.elements()), {card // 10 for card in cards}
    if len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + 3)):
        return "run"
    return "mixed" if len(set(ranks)) == 1 and (len(suits) == 3 or ranks[0] in (0, 9)) else None


def takes(cards: Cards, kind: str, card: int, free: bool) -> bool:
    """May the card be laid off?"""
    if kind == "run":
        low, high = min(cards), max(cards)
        return (card == low - 1 and low % 10 > 0) or (card == high + 1 and high % 10 < 9)
    same_rank = card % 10 == min(cards) % 10
    return card in cards if kind == "same" and not (free and card % 10 in (0, 9)) else same_rank


def readings(t: Table, seat: int) -> list[tuple[Cards, str]]:
    """The sets of a seat."""
    cards, kinds = seen(t, seat, "sets")[0], seen(t, seat, "kinds")[0]
    words = ("run", "same", "mixed")
    return [
        (+Cards({c: int(block[c]) for c in range(40)}), words[int(kinds[slot].argmax())])
        for slot, block in enumerate(cards)
        if kinds[slot].any()
    ]


THREES = [+Cards(cards) for cards in itertools.combinations_with_replacement(range(40), 3)]
NEW_SETS = [cards for cards in THREES if new_kind(cards)]


def completions(
    hand: Cards, table: list[tuple[Cards, str]], due: Cards, last: int
) -> list[tuple[Cards, list[int], list[int]]]:
    """All new sets with the cards due: the set, what is borrowed for it in ascending order, and from which slots."""
    found = []
    near = set(hand) | {card for cards, _ in table for card in +cards}
    for cards in NEW_SETS:
        if due - cards or not set(cards - due) <= near:
            continue
        rest = sorted((cards - due).elements())
        for slots in itertools.product(range(-1, len(table)), repeat=len(rest)):
            own = Cards(card for card, slot in zip(rest, slots, strict=True) if slot < 0)
            lent = [(card, slot) for card, slot in zip(rest, slots, strict=True) if slot >= 0]
            if own - hand or any(card < last for card, _ in lent):
                continue
            left = [set_.copy() for set_, _ in table]
            for card, slot in lent:
                left[slot][card] -= 1
            fine = all(min(set_.values()) >= 0 for set_ in left)
            if fine and all(set_kind(+set_, kind) for set_, (_, kind) in zip(left, table, strict=True)):
                found.append((cards, [card for card, _ in lent], [slot for _, slot in lent]))
    return found


def expected_in_turn(t: Table) -> set[str]:
    """What §3.5 allows after the draw."""
    seat, free = t.seat, t.options.free_noncomoquer
    hand = Cards({c: int(n) for c, n in enumerate(seen(t, seat, "hand"))})
    must = Cards({c: int(n) for c, n in enumerate(seen(t, seat, "must"))})
    pending = Cards({c: int(n) for c, n in enumerate(seen(t, seat, "pending"))})
    hand, must, pending = +hand, +must, +pending
    table = readings(t, seat)
    due = must + pending
    out = set()
    for cards, lent, _ in completions(hand, table, due, max(pending, default=0)):
        word = CARDS.text(sorted(cards.elements()))
        out.add(f"BORROW {CARDS.names[lent[0]]}" if lent else f"MELD {word}")
    if not pending:
        for card in must or hand:
            if any(takes(set_, kind, card, free) for set_, kind in table):
                out.add(f"LAYOFF {CARDS.names[card]}")
    if not due:
        out |= {f"DISCARD {CARDS.names[card]}" for card in hand if card in safe(t, hand)}
    return out


def safe(t: Table, hand: Cards) -> set[int]:
    """The cards that the duty leaves."""
    inside = [k for k in range(1, t.seats) if seen(t, t.seat, "status")[k, 0]]
    q = (t.seat + inside[0]) % t.seats
    table = readings(t, q)
    if t.options.safe_discard == "off" or sum(cards.total() for cards, _ in table) < t.options.hand_size:
        return set(hand)
    free = t.options.free_noncomoquer
    unsafe = {
        card
        for card in hand
        if any(takes(set_, kind, card, free) for set_, kind in table)
        or completions(Cards(), table, Cards([card]), 0)
    }
    return set(hand) - unsafe or set(hand)


def expected_draw(t: Table) -> set[str]:
    """What §3.2 allows."""
    seat, top = t.seat, int(seen(t, t.seat, "pile_top").argmax())
    hand = +Cards({c: int(n) for c, n in enumerate(seen(t, seat, "hand"))})
    table = readings(t, seat)
    left = stock_seen(t)[0] > 0 or (top < 40 and int(t.states["recycles"][0]) < t.options.max_recycles)
    out = {"DRAW_STOCK"} if left else set()
    if top < 40:
        fits = any(takes(set_, kind, top, t.options.free_noncomoquer) for set_, kind in table)
        if fits or completions(hand, table, Cards([top]), 0):
            out.add("TAKE_PILE")
    return out


def check_decision(t: Table) -> None:
    phase = seen(t, t.seat, "phase").argmax()
    if phase == record.MELDING:
        assert legal(t) == expected_in_turn(t), t.text(t.seat)
    elif phase == record.DRAWING:
        assert legal(t) == expected_draw(t), t.text(t.seat)


BORROWERS = [
    {"seats": 2, "decks": 4, "ranks": "A2345", "demand": "off"},
    {"seats": 3, "decks": 6, "ranks": "567J", "suits": "DHS", "free_noncomoquer": True, "demand": "auto"},
    {"seats": 2, "decks": 11, "suits": "HS", "ranks": "7JQK", "free_noncomoquer": True, "max_recycles": 2},
    {"seats": 4},
]


@pytest.mark.parametrize("options", BORROWERS, ids=str)
def test_3_5_random_play_is_as_a_second_reading_of_the_rules_has_it(options):
    choice = random.Random(7)
    t = cardenvs.table("panguingue", seed=1, **options)
    verbs: Cards = Cards()
    for _ in range(1200):
        if t.over:
            t.reset()
        check_decision(t)
        # discards end a turn: put off, they let tables grow
        names = t.legal_names()
        laying = [name for name in names if not name.startswith("DISCARD") and name != "DROP"]
        name = choice.choice(laying if laying and choice.random() < 0.8 else names)
        verbs[name.split()[0]] += 1
        t.step(name)
    assert verbs["MELD"] > 50
    assert verbs["LAYOFF"] > 20
    assert options["seats"] == 4 or verbs["BORROW"] > 20


def check_tables(t: Table) -> None:
    """§3, §3.4  Whole hands, whole sets, three at most; payments add up."""
    h, turn = t.options.hand_size, int(t.states["turn"][0])
    places = t.places()
    assert sum(map(len, places.values())) == len(RULES.pack_of(t.options))
    assert sum(t.payoffs) + pot(t) == 0
    borrowing = seen(t, 0, "pending").any()
    for seat in range(t.seats):
        cards = len(places.get(f"hand {seat}", []))
        table = readings(t, seat)
        cards += sum(set_.total() for set_, _ in table)
        dropped = seen(t, seat, "status")[0, 1]
        if seat != turn or t.states["phase"] in (record.DRAWING, record.DEMANDING):
            assert cards == (0 if dropped else h)
            assert all(set_kind(set_, kind) == kind for set_, kind in table)
        elif not borrowing:
            assert all(set_kind(set_, kind) == kind for set_, kind in table)


@pytest.mark.parametrize("bot", ["random", "rules"])
@pytest.mark.parametrize("seats", range(2, 17))
def test_3_hands_and_tables_are_whole_at_every_number_of_seats(seats, bot):
    t = cardenvs.table("panguingue", seats=seats, seed=seats)
    choose = {"random": RandomBot(), "rules": RulesBot(t.rules, t.options)}[bot]
    drawn = stream(seats)[None]
    decisions = 0
    while decisions < 300:
        t.reset()
        while not t.over:
            if decisions % 5 == 0:
                check_tables(t)
            turn = Turn(t.observe(t.seat)[None], t.mask()[None], np.array([t.seat]), drawn, t.states)
            t.step(int(choose.act(turn)[0]))
            decisions += 1
        assert sum(t.payoffs) == 0
