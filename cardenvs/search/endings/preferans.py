"""Preferans with open hands: the tricks of the declarer, who wants many, or at a misère none.

Not solved: the raspas, where each of three avoids tricks for himself. Fines for tricks beyond the order (§4.2a) are left
out of account, and a lone whister plays both hands, as he does.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.cards import card_set, count
from ...core.kernel import kernel
from ...core.record import record
from ...games.preferans import RULES
from ...games.preferans.names import CARDS, MISERE, NO_SUIT, NOBODY, PLAY, RANKS
from ..tricks import (
    FIELDS,
    HANDS,
    NONE,
    TABLE,
    best_place,
    deal_value,
    lay_table,
    memo_of,
    open_value,
    set_game,
    to_places,
)  # fmt: skip
from . import register_ending

__all__ = ["CONTRACTS", "GAMES", "games_of", "preferans_value"]

GAMES = record("preferans_ending", *FIELDS)
"""One row for each suit as trumps, in the order of the deck; then no-trump, and misère."""
CONTRACTS = ("C", "D", "H", "S", "NT", "misère")
"""What each row is: its trumps, no-trump, misère."""
MISERE_ROW = len(CONTRACTS) - 1
ALL = 32  # more than all tricks


def games_of(options: Any) -> np.ndarray:
    """The tables: one row of `GAMES` for each of `CONTRACTS`; the same for any part of the deck."""
    suits = [list(range(first, first + RANKS)) for first in range(0, CARDS, RANKS)]
    games = np.zeros(len(CONTRACTS), GAMES)
    for row in range(len(CONTRACTS)):
        trumps = row if row < NO_SUIT else NONE
        set_game(games[row], suits, trick=1, trumps=trumps, must_trump=True, most=row != MISERE_ROW, salt=row)
    return games


@kernel
def open_play(games, s, cards, memo, tried):
    """A card with which the side to play takes, or leaves to the declarer, as many tricks as it can."""
    if s.phase != PLAY or s.declarer == NOBODY or count(s.hand[s.turn]) > cards:
        return np.int64(NONE)
    t = games[MISERE_ROW if s.contract == MISERE else s.trump]
    n = s.options.seats
    hands, trick, table = np.zeros(HANDS, np.int64), np.zeros(HANDS, np.int64), np.zeros(TABLE, np.int64)
    for k in range(HANDS):
        seat = (s.first + k) % n
        hands[k], trick[k] = to_places(t, s.hand[seat]), s.trick[seat]
    soloist, turn = (s.declarer - s.first) % n, (s.turn - s.first) % n
    lay_table(t, trick, (s.leader - s.first) % n, table)
    value = open_value(t, hands, soloist, turn, table, np.int64(0), ALL, memo, tried)
    return t.card[best_place(t, hands, soloist, turn, table, value, memo, tried)]


register_ending(GAMES, open_play, __name__)


def preferans_value(
    hands: Sequence[str | Sequence[int]],
    contract: str,
    *,
    declarer: int = 0,
    leader: int = 0,
    memo: np.ndarray | None = None,
) -> int:
    """How many tricks the declarer takes with open hands, a trick about to begin.

    Args:
        hands: three hands of equal size, as ``"AS KS"`` or names or indices.
        contract: one of `CONTRACTS`; at the misère he avoids tricks.
        declarer: his hand.
        leader: the hand that leads.
        memo: to be used for more than one call.

    Raises:
        InvalidCard: no such card.
    """
    sets = np.array([card_set(RULES.cards.cards(hand)) for hand in hands], np.int64)
    memo = memo_of() if memo is None else memo
    row = CONTRACTS.index(contract)
    return int(deal_value(games_of(None), row, sets, declarer, leader, 0, ALL, memo, np.zeros(1, np.int64)))
