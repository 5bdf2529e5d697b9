"""Bots head to head on duplicate deals, with intervals.

Luck is shared out before anything is measured. Each deal is played once for every rotation of the bots through the
seats, with the same cards and the same dealer, so that every bot sits once in every seat of every deal. A deal gives
each bot one number, its mean over those seats; deals are independent, so the intervals come from these numbers alone,
and the interval of a difference from the differences within a deal.

Seating: bot ``(seat + rotation) % bots`` sits in `seat`; two bots at five seats play A B A B A, then B A B A B. Where
there are more bots than seats, every choice of as many bots as seats plays all its rotations.

A deal that is over as dealt counts: it is part of the game. Under ``episode="match"`` a deal is the first of a match,
and all numbers are per match.
"""

from .cross import CrossTable, Pair, cross_table
from .match import seatings
from .ratings import Rating
from .result import Difference, Estimate, Result
from .run import arena

__all__ = [
    "CrossTable", "Difference", "Estimate", "Pair", "Rating", "Result", "arena", "cross_table", "seatings",
]  # fmt: skip
