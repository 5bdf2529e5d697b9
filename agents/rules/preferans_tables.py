"""The tables of docs/rules/preferans.md §11 as data: tricks that a suit is worth, and chances that a misère is caught.

A holding is the set of a suit's cards, 7 = bit 0 to A = bit 7. Tricks are in hundredths, chances in percent.
"""

import numpy as np

__all__ = ["FORBIDDEN", "HOLES", "TRICKS", "WHIST_NEEDS"]

_MATRIX = {  # §11.1: honours, then the worth with 0..4 small cards
    "AKQJ": (4, 5, 6, 7, 8),
    "AKQ": (3, 4, 5, 6, 7),
    "AKJ": (2, 3, 4.5, 6.5, 7),
    "AK": (2, 2, 3, 4.5, 6),
    "AQJ": (1, 2.5, 3.5, 6.5, 7),
    "AQ": (1, 1, 3, 4.5, 5.5),
    "AJ": (1, 1, 2, 4.5, 5.5),
    "A": (1, 1, 1, 1.5, 2.5),
    "KQJ": (1.75, 3, 4, 5, 6),
    "KQ": (0.85, 0.85, 3, 4, 5),
    "KJ": (0, 0, 1.25, 2.5, 4.5),
    "K": (0, 0.5, 0.5, 0.5, 1.5),
    "QJ": (0, 0.15, 0.25, 1.25, 2.25),
    "Q": (0, 0, 0.25, 0.25, 1.25),
    "J": (0, 0, 0, 0, 1),
    "": (0, 0, 0, 0, 0),
}
_HONOURS = "JQKA"  # bits 4..7 of a holding

TRICKS = np.zeros((16, 5), np.int64)
"""int64 ``[honours, small cards]``: hundredths of a trick (§11.1)."""
for _names, _row in _MATRIX.items():
    TRICKS[sum(1 << _HONOURS.index(name) for name in _names)] = [round(100 * tricks) for tricks in _row]

SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(8)
_SINGLE = {SEVEN: (0, 0), EIGHT: (30, 5), NINE: (85, 15)}  # §11.2: if the catchers lead, if the player does
_SECOND = {EIGHT: (0, 0), NINE: (0, 5), TEN: (50, 50), JACK: (80, 80), QUEEN: (95, 95)}
_THIRD = {QUEEN: 20, KING: 70, ACE: 100}
_FOURTH_ACE = 10
_SURE = (100, 100)


def _hole(cards: list[int], lead: int) -> int:
    """§11.2  The chance in percent that a holding is caught; `lead` is 1 where the misère player leads first."""
    if not cards:
        return 0
    if len(cards) == 1:
        return _SINGLE.get(cards[0], _SURE)[lead]
    if cards[0] != SEVEN:
        return 80 if cards == [EIGHT, NINE] else 100
    chance = _SECOND.get(cards[1], _SURE)[lead]
    if cards[1] in (EIGHT, NINE) and len(cards) > 2:
        chance = max(chance, _THIRD.get(cards[2], 0))
        if len(cards) == 4 and cards[2] in (TEN, JACK) and cards[3] == ACE:
            chance = max(chance, _FOURTH_ACE)
    return chance


_HOLDINGS = [[rank for rank in range(8) if holding >> rank & 1] for holding in range(256)]
HOLES = np.array([[_hole(cards, lead) for cards in _HOLDINGS] for lead in range(2)], np.int64)
"""int64 ``[own lead, holding]``: percent (§11.2)."""
FORBIDDEN = np.array(
    [
        [
            (len(cards) > 1 and cards[0] != SEVEN) or (cards in ([EIGHT], [NINE]) and not lead)
            for cards in _HOLDINGS
        ]
        for lead in range(2)
    ],
    np.int64,
)
"""int64 ``[own lead, holding]``: 1 where no misère is bid whatever the chances (§11.2)."""

AFTER_NOBODY, AFTER_WHIST, AFTER_PASS, TAKES_BACK = range(4)
WHIST_NEEDS = np.array(
    [[200, 100, 100, 100, 100], [200, 100, 150, 150, 100], [300, 170, 100, 100, 100], [250, 150, 100, 100, 100]],
    np.int64,
)
"""int64 ``[what was said before, step]``: hundredths of a trick that a whist wants (§11.3)."""
