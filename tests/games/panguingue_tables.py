"""Situations of panguingue laid out by hand, and what is read off a table.

Fields of the record are written; the deck is left alone, so that cards may be there more often than the pack has them.
"""

import numpy as np

import cardenvs
from cardenvs.core.table import Table
from cardenvs.games import panguingue_record as record
from cardenvs.games import panguingue_sets as sets
from cardenvs.games.panguingue_sets import CARDS

from .reading import seen

RULES = cardenvs.spec("panguingue")
INDEX = RULES.action_index


def four(**options) -> Table:
    """Four seats (or `seats`), seat 0 eldest, all in; hands, tables and the pile are empty, the stock is as dealt."""
    t = cardenvs.table("panguingue", **{"seats": 4, "first_eldest": 0, **options})
    for _ in range(t.seats):
        t.step("STAY")
    s = t.states
    s["hand"] = 0
    s["pile_size"] = 0
    s["piled"] = 0
    return t


def give(t: Table, seat: int, cards: str) -> Table:
    """Cards into a hand."""
    for card in CARDS.cards(cards):
        sets.put(t.states["hand"][0, seat], card)
    return t


def lay(t: Table, seat: int, *melds: str, tags: dict[int, int] | None = None) -> Table:
    """Sets on a seat's table: the first three cards make each, the others are laid off in order; `tags` are set after."""
    rows = t.states["sets"][0, seat]
    for meld in melds:
        cards = CARDS.cards(meld)
        slot = int((rows != 0).sum())
        rows[slot] = sets.NEW_SET[type_of(cards[:3])]
        for card in cards[3:]:
            assert card_set_has(sets.accepted(rows[slot], t.options.free_noncomoquer), card), meld
            rows[slot] = sets.extended(rows[slot], card)
    for slot, tag in (tags or {}).items():
        assert tag_value(t, seat, slot) == tag
    return t


def pile(t: Table, cards: str) -> Table:
    """The pile, bottom first."""
    for card in CARDS.cards(cards):
        t.states["pile"][0, t.states["pile_size"][0]] = card
        t.states["pile_size"] += 1
        sets.put(t.states["piled"][0], card)
    return t


def stock(t: Table, cards: str) -> Table:
    """The next cards of the stock."""
    for k, card in enumerate(CARDS.cards(cards)):
        t.states["deck"][0, t.states["stock_next"][0] + k] = card
    return t


def melding(t: Table) -> Table:
    """As if the seat to act had drawn."""
    t.states["phase"] = record.MELDING
    return t


def card_set_has(kinds: int, card: int) -> bool:
    return bool(int(kinds) >> card & 1)


def type_of(cards: list[int]) -> int:
    return sets.TYPE_CARDS.tolist().index(sorted(cards))


def tag_value(t: Table, seat: int, slot: int) -> int:
    return int(np.rint(seen(t, seat, "tags")[0, slot]))


def table_of(t: Table, seat: int) -> list[str]:
    """The sets on a seat's table, cards ascending."""
    blocks = seen(t, seat, "sets")[0]
    return [CARDS.text(np.repeat(np.arange(40), block.astype(int))) for block in blocks if block.any()]


def hand_of(t: Table, seat: int) -> str:
    return CARDS.text(np.repeat(np.arange(40), seen(t, seat, "hand").astype(int)))


def legal(t: Table, verb: str = "") -> set[str]:
    """The legal actions; those with `verb`, by what follows it."""
    names = t.legal_names()
    return {name.removeprefix(f"{verb} ") for name in names if name.startswith(f"{verb} ")} if verb else set(names)


def played(t: Table, moves: str) -> Table:
    """Plays moves separated by commas."""
    for move in moves.split(","):
        t.step(move.strip())
    return t


def pot(t: Table) -> int:
    return int(t.states["pot"][0])


def stock_seen(t: Table) -> list[int]:
    return [round(float(part) * record.MOST_CARDS) for part in seen(t, 0, "stock")]
