"""The trick solver against brute force by the games' own rules."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import cardenvs
from cardenvs.core import drivers
from cardenvs.core.table import Table
from cardenvs.search.endings import ending_of, open_action
from cardenvs.search.endings.preferans import preferans_value
from cardenvs.search.endings.skat import skat_value
from cardenvs.search.tricks import NONE, memo_of

BITS = 12
"""Of the memos here: small, so that entries are overwritten and wrong ones would show."""
ENDINGS = 12
"""Positions of each kind."""


class Ending:
    """How to read a game: who plays alone, whose turn it is, what he has taken, and whether he wants it."""

    def __init__(self, soloist: str, taken: str, wants: bool) -> None:
        self.soloist, self.taken, self.wants = soloist, taken, wants

    def tally(self, s: Any) -> int:
        return int(s[self.taken][s[self.soloist]])

    def rising(self, s: Any) -> bool:
        return bool((s["turn"] == s[self.soloist]) == self.wants)


def brute(table: Table, ending: Ending) -> int:
    """The soloist's tally with best play of all, by trying every play."""
    stack = np.repeat(table.states, 16)
    masks = np.zeros((16, table.rules.actions), np.int8)
    return _brute(stack, 0, masks, ending)


def _brute(stack: np.ndarray, k: int, masks: np.ndarray, ending: Ending) -> int:
    if drivers.legal_in(stack, k, masks[k]) == 0:
        return ending.tally(stack[k])
    values = []
    for action in np.flatnonzero(masks[k]):
        drivers.copy(stack, k + 1, stack, k)
        drivers.step(stack, k + 1, action)
        values.append(_brute(stack, k + 1, masks, ending))
    return max(values) if ending.rising(stack[k]) else min(values)


def by_solver(table: Table, ending: Ending, memo: np.ndarray) -> int:
    """The soloist's tally when every card is the solver's."""
    games, tried = ending_of(table.rules, table.options), np.zeros(1, np.int64)
    while not table.over:
        action = int(open_action(games, table.states, 0, 10, memo, tried))
        assert action in table.legal()
        table.step(action)
    return ending.tally(table.states[0])


def endings(begin: Callable[[int], Table], cards: int, chance: random.Random) -> Iterator[Table]:
    """Games played at random until so many decisions are left, if they last so long."""
    found = 0
    while found < ENDINGS:
        table = begin(chance.randrange(1 << 30))
        hand = "hand"
        while not table.over and table.states[hand][0].any():
            s = table.states[0]
            held = sum(int(each).bit_count() for each in s["hand"])
            if held <= cards:
                found += 1
                yield table
                break
            table.step(chance.choice(table.legal()))


SKAT = {
    "suit": ("TRUMP_D ANN_NONE", Ending("soloist", "points", wants=True)),
    "grand": ("GRAND ANN_NONE", Ending("soloist", "points", wants=True)),
    "null": ("NULL", Ending("soloist", "tricks", wants=False)),
}
AUCTIONS = ("PASS PASS HOLD", "BID_10 PASS PASS", "PASS BID_10 PASS")
"""Vorhand, Mittelhand, Hinterhand plays alone."""


@pytest.mark.parametrize("kind", SKAT)
@pytest.mark.parametrize("cards", [8, 9])
def test_skat_endings_are_worth_what_trying_every_play_finds(kind: str, cards: int) -> None:
    moves, ending = SKAT[kind]
    chance, memo = random.Random(cards), memo_of(BITS)

    def begin(seed: int) -> Table:
        return cardenvs.table("skat", seed=seed).play(f"{chance.choice(AUCTIONS)} {moves}")

    for table in endings(begin, cards, chance):
        assert by_solver(table.clone(), ending, memo) == brute(table, ending)


PREFERANS = {"trumps": ("7D", True), "no-trump": ("6NT", True), "misère": ("MIS", False)}


@pytest.mark.parametrize("kind", PREFERANS)
@pytest.mark.parametrize("cards", [8, 9])
def test_preferans_endings_are_worth_what_trying_every_play_finds(kind: str, cards: int) -> None:
    word, wants = PREFERANS[kind]
    ending = Ending("declarer", "won", wants)
    chance, memo = random.Random(cards), memo_of(BITS)

    def begin(seed: int) -> Table:
        table = cardenvs.table("preferans", seed=seed, seats=chance.choice((3, 4)))
        for k in (0, 1, 2) if chance.randrange(2) else (1, 0, 2):
            table.step("PASS" if k else word if word == "MIS" else f"bid {word}")
        while table.text and not started(table):
            legal = table.legal_names()
            table.step("WHIST" if "WHIST" in legal else f"bid {word}" if f"bid {word}" in legal else legal[0])
        return table

    for table in endings(begin, cards, chance):
        assert by_solver(table.clone(), ending, memo) == brute(table, ending)


def started(table: Table) -> bool:
    """Is the first trick to be led?"""
    from cardenvs.games.preferans.names import PLAY

    return bool(table.states["phase"][0] == PLAY)
