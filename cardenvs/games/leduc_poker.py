"""Leduc poker: six cards, two rounds of betting, one public card. A calibration game for the solvers, not of the suite.

Rules    F. Southey et al., "Bayes' bluff: opponent modelling in poker", UAI 2005; details as OpenSpiel's leduc_poker.
Deal     J Q K in two suits, one card to each of two seats, one chip each in the pot.
Play     seat 0 begins each round: fold (only against a raise), call (or check), raise; a raise is 2 chips in the first
         round and 4 in the second, two raises a round at most. After the first round a card is turned up for both.
Settle   a folded pot goes to the other seat; else a pair with the public card wins, else the higher rank, equal ranks
         take back what they put in. Suits do not count, but a seat sees them.
Value    -0.0856 for seat 0; 936 information sets.
Actions  0 fold · 1 call · 2 raise
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
from ..core.random import shuffle
from ..core.record import option_record, state_record
from ..core.rules import Place, Rules, register

__all__ = ["RULES", "STATE", "Options"]

FOLD, CALL, RAISE = 0, 1, 2
CARDS, RANKS = 6, 3
LONGEST = 4  # moves of a round
MOST_RAISES = 2  # in a round
FIRST_RAISE = 2  # chips; twice as much in the second round


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(BaseOptions):
    """The game has no options but its two seats."""

    SEATS: ClassVar[tuple[int, int]] = (2, 2)
    seats: int = 2

    def __post_init__(self) -> None:
        between("seats", self.seats, *self.SEATS)


OPTIONS = option_record("leduc_poker", Options)
STATE = state_record(
    "leduc_poker",
    OPTIONS,
    ("card", np.int64, (2,)),
    ("public", np.int64),  # the card turned up, once `street` is 1
    ("street", np.int64),  # the round of betting, 0 or 1
    ("moves", np.int64, (2, LONGEST)),  # of each round, the first `played` count
    ("played", np.int64, (2,)),
    ("raises", np.int64),  # in this round
    ("stake", np.int64, (2,)),  # chips put in the pot
    seats=2,
    cards=CARDS,
)


@kernel
def deal(s):
    """One card each, one chip each in the pot; seat 0 begins."""
    s.seat = 0
    for seat in range(2):
        s.card[seat] = s.deck[seat]
        bet(s, seat, 1)
        tell(s, seat, s.card[seat])


@kernel
def bet(s, seat, chips):
    """Chips go from a seat to the pot."""
    s.stake[seat] += chips
    s.payoff[seat] -= chips


@kernel
def legal(s, mask):
    """Call or check always; fold against a raise; raise while the round has had fewer than two."""
    mask[FOLD] = s.stake[1 - s.seat] > s.stake[s.seat]
    mask[CALL] = 1
    mask[RAISE] = s.raises < MOST_RAISES
    return mask[FOLD] + mask[CALL] + mask[RAISE]


@kernel
def apply(s, action):
    """A fold ends the game; a call ends the round unless it opens it."""
    s.moves[s.street, s.played[s.street]] = action
    s.played[s.street] += 1
    tell_all(s, action)
    if action == FOLD:
        take_pot(s, 1 - s.seat)
        return
    bet(s, s.seat, s.stake[1 - s.seat] - s.stake[s.seat])
    if action == RAISE:
        s.raises += 1
        bet(s, s.seat, FIRST_RAISE * (1 + s.street))
    elif s.played[s.street] > 1:
        end_round(s)
        return
    s.seat = 1 - s.seat


@kernel
def end_round(s):
    """The first round ends with a card turned up, the second with the hands shown."""
    if s.street == 1:
        show(s)
        return
    s.street = 1
    s.raises = 0
    s.public = s.deck[2]
    tell_all(s, s.public)
    s.seat = 0


@kernel
def show(s):
    """A pair wins, else the higher rank; equal ranks take their own chips back."""
    a, b = strength(s, 0), strength(s, 1)
    if a != b:
        take_pot(s, 0 if a > b else 1)
        return
    for seat in range(2):
        s.payoff[seat] += s.stake[seat]
    s.over = True


@kernel
def strength(s, seat):
    """A pair with the public card beats every rank."""
    rank = s.card[seat] % RANKS
    return rank + RANKS if rank == s.public % RANKS else rank


@kernel
def take_pot(s, winner):
    """The winner takes all that was put in."""
    s.payoff[winner] += s.stake[0] + s.stake[1]
    s.over = True


@kernel
def observe(s, seat, out):
    """Own card, the public card, the moves of both rounds, and which seat one is."""
    out[:] = 0
    out[s.card[seat]] = 1
    if s.street == 1:
        out[CARDS + s.public] = 1
    for street in range(2):
        for k in range(s.played[street]):
            out[2 * CARDS + 3 * (LONGEST * street + k) + s.moves[street, k]] = 1
    out[2 * CARDS + 6 * LONGEST + seat] = 1


@kernel
def redeal(s, seat, random):
    """What `seat` has not seen lies in any order: the other hand, the stock, a public card yet to come."""
    keep_seen(s, seat)
    shuffle(random, s.deck, CARDS - 1 - s.street)
    keep_seen(s, seat)
    other = 1 - seat
    s.card[other] = s.deck[other]
    forget_deal(s, other)
    tell(s, other, s.card[other])
    return True


@kernel
def keep_seen(s, seat):
    """Swaps the cards that `seat` has seen with the last ones of the deck; twice is back again."""
    swap(s.deck, seat, CARDS - 1)
    if s.street == 1:
        swap(s.deck, 2, CARDS - 2)


@kernel
def swap(cards, j, k):
    """Two cards change places."""
    cards[j], cards[k] = cards[k], cards[j]


@kernel
def locate(s, out):
    """Two hands, the public card once it is turned up, and the stock."""
    for k in range(CARDS):
        place = min(k, 3)
        out[3 if k == 2 and s.street == 0 else place, s.deck[k]] = 1


def layout_of(options: Options) -> Layout:
    """38 features."""
    blocks = (("card", (CARDS,)), ("public", (CARDS,)), ("moves", (2, LONGEST, 3)), ("seat", (2,)))
    return Layout(blocks)


def shape_of(options: Options, dealer: int) -> dict[str, Place]:
    """Seat 0's card, seat 1's, the public card, those left."""
    return {"hands": [[0], [1]], "public": [2], "stock": [3, 4, 5]}


def text(options: Options, seen: dict[str, np.ndarray]) -> str:
    """``player_0 holds KS, JH is up; call call; raise``."""
    rounds = [
        " ".join(("fold", "call", "raise")[int(move.argmax())] for move in moves if move.any())
        for moves in seen["moves"]
    ]
    holder = f"player_{int(seen['seat'].argmax())} holds {DECK.names[int(seen['card'].argmax())]}"
    up = f", {DECK.names[int(seen['public'].argmax())]} is up" if seen["public"].any() else ""
    return "; ".join(filter(None, [holder + up, *rounds]))


DECK = Deck(ranks="JQK", suits="HS")
RULES = register(
    Rules(
        name="leduc_poker",
        title="Leduc poker",
        state=STATE,
        option_record=OPTIONS,
        options_class=Options,
        cards=DECK,
        action_names=("fold", "call", "raise"),
        places=("hand 0", "hand 1", "public", "stock"),
        deal=deal,
        legal=legal,
        apply=apply,
        observe=observe,
        redeal=redeal,
        locate=locate,
        layout_of=layout_of,
        pack_of=lambda options: list(range(CARDS)),
        shape_of=shape_of,
        text=text,
        decisions=lambda options: 2 * LONGEST,
        unit=lambda options: 1,
        balance=lambda s: int(s.payoff.sum()) + (0 if s.over else int(s.stake.sum())),
        behaviours={"raises": ("raise",), "folds": ("fold",)},
        mini={"mini": {}},
        calibration=True,
    ),
    __name__,
)
