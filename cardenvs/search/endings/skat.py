"""Skat with open hands: the soloist's card points, or whether he takes a trick of a null game.

Not solved: Ramsch (three sides), Uno and Duo (an exact number of tricks) and a Revolution played from one pool. The
soloist is taken to want points and the opponents to deny them, whatever the steps of the reckoning: that is best play
for the game itself, and nearly so for schneider; schwarz counts tricks, which this does not.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.cards import card_set, count, has
from ...core.kernel import kernel
from ...core.record import record
from ...games.skat import RULES
from ...games.skat.cards import beating, class_cards, lay_pack, trump_cards
from ...games.skat.contracts import F_DUO, F_REVOLUTION, F_UNO, POOLED
from ...games.skat.names import JACKS, NO_TRUMPS, OUT, PLAY, RANKS, SUITS
from ...games.skat.scoring import points_of
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

__all__ = ["GAMES", "TRUMPS", "games_of", "skat_value"]

GAMES = record("skat_ending", *FIELDS)
"""One row for each kind of trumps, as the game numbers them: C D H S, jacks, none."""
TRUMPS = ("C", "D", "H", "S", "jacks", "none")
"""What each row has for trumps."""
ANY_TRICK, ALL = 1, 120  # a null game is lost by the first trick; else all points count


def games_of(options: Any) -> np.ndarray:
    """The tables for a deck: one row of `GAMES` for each kind of trumps."""
    suits, ranks = np.zeros(SUITS, np.int64), np.zeros(RANKS, np.int64)
    lay_pack(RULES.encoded(options)[0], suits, ranks)
    cards = [card for card in range(len(RULES.cards.names)) if has(int(np.bitwise_or.reduce(suits)), card)]
    worth = [int(points_of(1 << card, ranks)) for card in range(len(RULES.cards.names))]
    games = np.zeros(NO_TRUMPS + 1, GAMES)
    for trump in range(NO_TRUMPS + 1):
        trumps = trump_cards(suits, ranks, trump)
        groups = []
        for kind in range(JACKS + 1):
            members = [card for card in cards if has(int(class_cards(kind, suits, trumps)), card)]
            groups.append(sorted(members, key=lambda card: -count(beating(card, suits, ranks, trump))))
        if trump == NO_TRUMPS:
            set_game(games[trump], groups, trick=1, most=False, salt=trump)
        else:
            set_game(games[trump], groups, worth=worth, trumps=JACKS, salt=trump)
    return games


@kernel
def open_play(games, s, cards, memo, tried):
    """A card with which the side to play gets the most that it can."""
    if s.phase != PLAY or s.soloist == OUT or s.family in (F_UNO, F_DUO) or count(s.hand[s.turn]) > cards:
        return np.int64(NONE)
    if s.family == F_REVOLUTION and s.options.revolution_mode == POOLED:
        return np.int64(NONE)
    t = games[s.trump]
    hands, table = np.zeros(HANDS, np.int64), np.zeros(TABLE, np.int64)
    for role in range(HANDS):
        hands[role] = to_places(t, s.hand[role])
    lay_table(t, s.trick, s.leader, table)
    roof = ANY_TRICK if s.trump == NO_TRUMPS else ALL
    value = open_value(t, hands, s.soloist, s.turn, table, np.int64(0), roof, memo, tried)
    return t.card[best_place(t, hands, s.soloist, s.turn, table, value, memo, tried)]


register_ending(GAMES, open_play, __name__)


def skat_value(
    hands: Sequence[str | Sequence[int]],
    trump: str,
    *,
    soloist: int = 0,
    leader: int = 0,
    memo: np.ndarray | None = None,
) -> int:
    """What the soloist takes of a full pack's cards with open hands, a trick about to begin.

    Args:
        hands: three hands of equal size, as ``"JC AS"`` or names or indices.
        trump: one of `TRUMPS`.
        soloist: the hand that plays alone.
        leader: the hand that leads.
        memo: to be used for more than one call.

    Returns:
        Card points, the skat not counted; without trumps 1 if he must take a trick, else 0.

    Raises:
        InvalidCard: no such card.
    """
    sets = np.array([card_set(RULES.cards.cards(hand)) for hand in hands], np.int64)
    row = TRUMPS.index(trump)
    memo = memo_of() if memo is None else memo
    roof = ANY_TRICK if row == NO_TRUMPS else ALL
    return int(
        deal_value(games_of(RULES.options()), row, sets, soloist, leader, 0, roof, memo, np.zeros(1, np.int64))
    )
