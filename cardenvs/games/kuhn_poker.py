"""Kuhn poker: one card each, one bet. A calibration game for the solvers, not part of the suite.

Rules    H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games I, 1950.
Deal     three cards J < Q < K, one to each of two seats, one chip each in the pot; seat 0 begins.
Play     pass or bet one chip; after a bet: pass (fold) or bet (call).
Settle   a folded pot goes to the other seat, else to the higher card.
Value    -1/18 for seat 0; 12 information sets.
Actions  0 pass · 1 bet
"""

import dataclasses
from typing import ClassVar

import numpy as np

from ..core.cards import Deck
from ..core.kernel import kernel
from ..core.knowledge import forget_deal, tell, tell_all
from ..core.layout import Layout
from ..core.options import Options as BaseOptions
from ..core.options import between
from ..core.random import below
from ..core.record import option_record, state_record
from ..core.rules import Place, Rules, register

__all__ = ["RULES", "STATE", "Options"]

PASS, BET = 0, 1
LONGEST = 3  # moves


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(BaseOptions):
    """The game has no options but its two seats."""

    SEATS: ClassVar[tuple[int, int]] = (2, 2)
    seats: int = 2

    def __post_init__(self) -> None:
        between("seats", self.seats, *self.SEATS)


OPTIONS = option_record("kuhn_poker", Options)
STATE = state_record(
    "kuhn_poker",
    OPTIONS,
    ("card", np.int64, (2,)),
    ("moves", np.int64, (LONGEST,)),  # PASS or BET, the first `played` count
    ("played", np.int64),
    ("stake", np.int64, (2,)),  # chips put in the pot
    seats=2,
    cards=3,
)


@kernel
def deal(s):
    """One card each, one chip each in the pot; seat 0 begins."""
    s.seat = 0
    for seat in range(2):
        s.card[seat] = s.deck[seat]
        s.stake[seat] = 1
        s.payoff[seat] -= 1
        tell(s, seat, s.card[seat])


@kernel
def legal(s, mask):
    """Pass or bet, always."""
    mask[PASS] = mask[BET] = 1
    return 2


@kernel
def apply(s, action):
    """A bet is called or the pot folded after the first bet, and shown after two passes or a call."""
    s.moves[s.played] = action
    s.played += 1
    tell_all(s, action)
    facing_bet = s.stake[1 - s.seat] > s.stake[s.seat]
    if action == BET:
        s.stake[s.seat] += 1
        s.payoff[s.seat] -= 1
        if facing_bet:
            show(s)
            return
    elif facing_bet:
        take_pot(s, 1 - s.seat)
        return
    elif s.played == 2:
        show(s)
        return
    s.seat = 1 - s.seat


@kernel
def show(s):
    """The higher card takes the pot."""
    take_pot(s, 0 if s.card[0] > s.card[1] else 1)


@kernel
def take_pot(s, winner):
    """The winner takes all that was put in."""
    s.payoff[winner] += s.stake[0] + s.stake[1]
    s.over = True


@kernel
def observe(s, seat, out):
    """Own card, the moves so far, and which seat one is."""
    out[:] = 0
    out[s.card[seat]] = 1
    for k in range(s.played):
        out[3 + 2 * k + s.moves[k]] = 1
    out[9 + seat] = 1


@kernel
def redeal(s, seat, random):
    """The other seat's card is one of the two that `seat` does not hold."""
    own = s.card[seat]
    other = (own + 1 + below(random, 2)) % 3
    s.card[1 - seat] = other
    s.deck[1 - seat] = other
    s.deck[2] = 3 - own - other
    forget_deal(s, 1 - seat)
    tell(s, 1 - seat, other)
    return True


@kernel
def locate(s, out):
    """Two hands, and the card left."""
    for place in range(3):
        out[place, s.deck[place]] = 1


def layout_of(options: Options) -> Layout:
    """11 features."""
    return Layout((("card", (3,)), ("moves", (LONGEST, 2)), ("seat", (2,))))


def shape_of(options: Options, dealer: int) -> dict[str, Place]:
    """Seat 0's card, seat 1's, the one left."""
    return {"hands": [[0], [1]], "stock": [2]}


def text(options: Options, seen: dict[str, np.ndarray]) -> str:
    """``player_0 holds K; pass bet``."""
    moves = [("pass", "bet")[int(move.argmax())] for move in seen["moves"] if move.any()]
    return f"player_{int(seen['seat'].argmax())} holds {'JQK'[int(seen['card'].argmax())]}; {' '.join(moves)}"


RULES = register(
    Rules(
        name="kuhn_poker",
        title="Kuhn poker",
        state=STATE,
        option_record=OPTIONS,
        options_class=Options,
        cards=Deck(ranks="JQK", suits="S"),
        action_names=("pass", "bet"),
        places=("hand 0", "hand 1", "stock"),
        deal=deal,
        legal=legal,
        apply=apply,
        observe=observe,
        redeal=redeal,
        locate=locate,
        layout_of=layout_of,
        pack_of=lambda options: [0, 1, 2],
        shape_of=shape_of,
        text=text,
        decisions=lambda options: LONGEST,
        unit=lambda options: 1,
        balance=lambda s: int(s.payoff.sum()) + (0 if s.over else int(s.stake.sum())),
        behaviours={"bets": ("bet",)},
        mini={"mini": {}},
        calibration=True,
    ),
    __name__,
)
