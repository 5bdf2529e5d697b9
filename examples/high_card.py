"""High card: keep your card or change it for the next of the stock; the highest wins. The example of "Add a game".

Deal     spades, one to each seat; the rest is the stock. The seat left of the dealer begins.
Turn     each seat once: keep, or change with the top card of the stock, which it alone sees.
Settle   the highest card is paid the stake by every other seat.
Actions  0 keep · 1 change
"""

import dataclasses
from typing import ClassVar

import numpy as np

from cardenvs.core.cards import Deck
from cardenvs.core.kernel import kernel
from cardenvs.core.knowledge import forget_deal, tell, tell_all
from cardenvs.core.layout import Layout
from cardenvs.core.options import Options as BaseOptions
from cardenvs.core.options import at_least, between
from cardenvs.core.random import shuffle
from cardenvs.core.record import option_record, state_record
from cardenvs.core.rules import Place, Rules, register, register_bot

SEATS, CARDS = 4, 13
KEEP, CHANGE = 0, 1


# Options: a frozen dataclass. They lie in the record, so no choice of them compiles anything.


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(BaseOptions):
    """House rules."""

    SEATS: ClassVar[tuple[int, int]] = (2, SEATS)
    seats: int = 3

    stake: int = 1
    """Chips that each of the others pays to the highest card."""

    cards: int = CARDS
    """Cards in use, the ace and what comes below; two for each seat at least."""

    def __post_init__(self) -> None:
        between("seats", self.seats, *self.SEATS)
        between("cards", self.cards, 2 * self.seats, CARDS)
        at_least("stake", self.stake, 1, "chips")


OPTIONS = option_record("high_card", Options)
STATE = state_record(
    "high_card",
    OPTIONS,
    ("card", np.int64, (SEATS,)),
    ("said", np.int64, (SEATS,)),  # KEEP or CHANGE, of the first `turns` seats from the dealer's left
    ("dropped", np.int64, (SEATS,)),  # the card that a seat changed away, -1 none
    ("turns", np.int64),  # seats that have spoken
    ("drawn", np.int64),  # cards off the stock
    seats=SEATS,
    cards=CARDS,
)


# The rules: plain functions over one record, compiled


@kernel
def deal(s):
    """One card each; the seat left of the dealer begins."""
    n = s.options.seats
    for k in range(n):
        seat = (s.dealer + 1 + k) % n
        s.card[seat], s.dropped[seat] = s.deck[k], -1
        tell(s, seat, s.card[seat])  # it alone sees it: this makes information sets
    tell_all(s, s.dealer)
    s.turns = s.drawn = 0
    s.seat = (s.dealer + 1) % n


@kernel
def legal(s, mask):
    """Keep or change, always."""
    mask[KEEP] = mask[CHANGE] = 1
    return 2


@kernel
def apply(s, action):
    """The seat keeps its card or draws another; after the last seat the cards are shown."""
    n, seat = s.options.seats, s.seat
    s.said[seat] = action
    tell_all(s, action)
    if action == CHANGE:
        s.dropped[seat], s.card[seat] = s.card[seat], s.deck[n + s.drawn]
        s.drawn += 1
        tell(s, seat, s.card[seat])
    s.turns += 1
    s.seat = (seat + 1) % n
    if s.turns == n:
        settle(s)


@kernel
def settle(s):
    """The highest card is paid by all others."""
    n = s.options.seats
    best = s.card[:n].argmax()
    for seat in range(n):
        s.payoff[seat] += s.options.stake * (n - 1) if seat == best else -s.options.stake
    s.over = True


# What a seat sees, and what it can't know


def layout_of(options: Options) -> Layout:
    """What the floats of an observation mean."""
    return Layout(
        (("card", (CARDS,)), ("dropped", (CARDS,)), ("said", (options.seats, 2)), ("place", (options.seats,)))
    )


@kernel
def observe(s, seat, out):
    """Own cards; what each seat has said, oneself first; how many spoke before oneself."""
    n = s.options.seats
    out[:] = 0
    out[s.card[seat]] = 1
    if s.dropped[seat] >= 0:
        out[CARDS + s.dropped[seat]] = 1
    for k in range(s.turns):
        speaker = (s.dealer + 1 + k) % n
        out[2 * CARDS + 2 * ((speaker - seat) % n) + s.said[speaker]] = 1
    out[2 * CARDS + 2 * n + (seat - s.dealer - 1) % n] = 1


@kernel
def redeal(s, seat, random):
    """The cards that `seat` has not seen are shuffled over the places that it can't see."""
    if s.over:
        return True
    n = s.options.seats
    unseen, places, size = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64), 0
    for k in range(s.deck_size):
        if s.deck[k] != s.card[seat] and s.deck[k] != s.dropped[seat]:
            unseen[size], places[size] = s.deck[k], k
            size += 1
    shuffle(random, unseen, size)
    for i in range(size):
        s.deck[places[i]] = unseen[i]
    drawn = 0
    for k in range(n):  # the others' cards are read off the new deck
        other = (s.dealer + 1 + k) % n
        changed = k < s.turns and s.said[other] == CHANGE
        if other != seat:
            forget_deal(s, other)
            s.card[other] = s.deck[k]
            tell(s, other, s.card[other])
            if changed:
                s.dropped[other], s.card[other] = s.deck[k], s.deck[n + drawn]
                tell(s, other, s.card[other])
        drawn += changed
    return True


@kernel
def locate(s, out):
    """Hands, the stock, and what was changed away, which the seat that did so knows."""
    n = s.options.seats
    for seat in range(n):
        out[seat, s.card[seat]] = 1
        if s.dropped[seat] >= 0:
            out[SEATS + 1 + seat, s.dropped[seat]] = 1
    for k in range(n + s.drawn, s.deck_size):
        out[SEATS, s.deck[k]] = 1


# The rule-based bot sees what its seat sees


@kernel
def act(options, observation, mask):
    """Changes a card below the eight."""
    return CHANGE if observation[:6].any() else KEEP


# Names, by which people and generic code speak of the game


def shape_of(options: Options, dealer: int) -> dict[str, Place]:
    """Each seat's hand, then the stock, by deck position."""
    n = options.seats
    return {"hands": [[(seat - dealer - 1) % n] for seat in range(n)], "stock": list(range(n, options.cards))}


def text(options: Options, seen: dict[str, np.ndarray]) -> str:
    """``8; keep change``."""
    said = [("keep", "change")[int(word.argmax())] for word in seen["said"] if word.any()]
    return f"{'23456789TJQKA'[int(seen['card'].argmax())]}; {' '.join(said)}"


RULES = register(
    Rules(
        name="high_card",
        title="High card",
        state=STATE,
        option_record=OPTIONS,
        options_class=Options,
        cards=Deck(ranks="23456789TJQKA", suits="S"),
        action_names=("keep", "change"),
        places=(*(f"hand {k}" for k in range(SEATS)), "stock", *(f"hand {k}, changed" for k in range(SEATS))),
        deal=deal,
        legal=legal,
        apply=apply,
        observe=observe,
        redeal=redeal,
        locate=locate,
        layout_of=layout_of,
        pack_of=lambda options: list(range(CARDS - options.cards, CARDS)),
        shape_of=shape_of,
        text=text,
        decisions=lambda options: options.seats,
        unit=lambda options: options.stake,
        ordered=("stock",),
        behaviours={"changes": ("change",)},
        mini={"mini": {"seats": 2, "cards": 4}},
    ),
    __name__,
)
register_bot(OPTIONS, act, __name__)
