"""The trick solver against brute force by the games' own rules."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import cardenvs
from cardenvs.core import drivers
from cardenvs.core.table import Table
from cardenvs.games.preferans.names import PLAY
from cardenvs.search.endings import ending_of, open_action
from cardenvs.search.endings.preferans import preferans_value
from cardenvs.search.endings.skat import skat_value
from cardenvs.search.tricks import memo_of

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


def held(table: Table) -> int:
    """Cards in all hands."""
    return sum(int(hand).bit_count() for hand in table.states["hand"][0])


def endings(begin: Callable[[int], Table], cards: int, chance: random.Random) -> Iterator[Table]:
    """Games played at random until so many decisions are left, if they last so long."""
    found = 0
    while found < ENDINGS:
        table = begin(chance.randrange(1 << 30))
        while not table.over and held(table) > cards:
            table.step(chance.choice(table.legal()))
        if not table.over:
            found += 1
            yield table


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
        while table.states["phase"][0] != PLAY:
            legal = table.legal_names()
            table.step("WHIST" if "WHIST" in legal else f"bid {word}" if f"bid {word}" in legal else legal[0])
        return table

    for table in endings(begin, cards, chance):
        assert by_solver(table.clone(), ending, memo) == brute(table, ending)


def test_a_hand_that_can_not_lose() -> None:
    """Every trick, whoever leads: all points of the thirty cards that are played."""
    hands = ("JC JS JH JD AC TC KC QC 9C 8C", "7C AS TS KS QS 9S 8S 7S AH TH", "KH QH 9H 8H 7H AD TD KD QD 9D")
    for leader in range(3):
        assert skat_value(hands, "C", leader=leader) == 120
    assert skat_value(hands, "C", soloist=1) == 0


def test_jacks_are_the_highest_trumps_and_belong_to_no_suit() -> None:
    """The ace of trumps falls to a jack; at grand the jack of clubs need not follow clubs."""
    assert skat_value(("JD", "AC", "TC"), "C") == 2 + 11 + 10
    assert skat_value(("AC", "JD", "TC"), "C") == 0
    assert skat_value(("AC", "JC", "TC"), "jacks") == 0
    assert skat_value(("AC 7D", "JC TC", "8D 9D"), "jacks") == 11 + 10 + 0, (
        "the ten must follow, the jack takes the seven"
    )


def test_null_ranks_the_ten_below_the_jack() -> None:
    assert skat_value(("TC", "JC", "7C"), "none") == 0
    assert skat_value(("QC", "JC", "7C"), "none") == 1


def test_who_can_not_follow_must_trump_at_preferans() -> None:
    """The defender would keep his trump for the second trick, and may not."""
    hands = ("AS 7S", "8D KD", "9S TS")
    assert preferans_value(hands, "D") == 0
    assert preferans_value(hands, "NT") == 1
    assert preferans_value(("AS AC", "8D KS", "9S 9C"), "D") == 1


def test_the_table_on_a_misere_of_the_source() -> None:
    """7, 10 with no card between: the eight, then the nine, unless the other catcher has to overtake with the jack."""
    own = "7S TS 7C 8C 9C 7D 8D 9D 7H 8H"
    void = ("8S 9S JS QS KS AS TC JC TD JD", "QC KC AC QD KD AD TH JH QH KH")
    follows = ("8S 9S TC JC QC KC TD JD QD KD", "JS QS AC AD 9H TH JH QH KH AH")
    assert preferans_value((own, *void), "misère", leader=1) == 1
    assert preferans_value((own, *follows), "misère", leader=1) == 0
