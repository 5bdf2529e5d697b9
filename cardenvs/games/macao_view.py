"""What a seat sees at macao: the observation, and its reading in words.

§ cites docs/rules/macao.md. The layout is that of §7; own draws and swaps are the first of those by seat, which also
tell how many cards a seat drew where they lie face down.
"""

from typing import Any

import numpy as np

from ..core.cards import has
from ..core.kernel import kernel
from ..core.layout import Layout
from ..mechanics.amounts import size
from ..mechanics.seats import left_of
from .macao_record import DECK, FACE_DOWN, MATCH, RANKS

# Where the blocks that come before those by seat begin.
FIRST, DRAWN, VALUE, NATURAL, BY_SEAT = 0, 13, 26, 37, 38
BUSTED = 10  # feature of VALUE
MOST_SWAPS = 128  # cards that count nothing in the largest shoe


def layout_of(options: Any) -> Layout:
    """§7  56 + 20 * seats features; seats are relative to the observer, the left neighbour first."""
    n = options.seats
    return Layout(
        (
            ("first", (13,)), ("drawn", (13,)), ("value", (11,)), ("natural", (1,)), ("banker", (n,)),
            ("acted", (n,)), ("to_act", (n,)), ("stood", (n,)), ("draws", (n,)), ("swaps", (n,)),
            ("balance", (n,)), ("drew", (n, 13)), ("seen", (13,)), ("shoe", (1,)), ("coup", (1,)), ("bank", (1,)),
            ("phase", (2,)),
        ),
        low=-4.0,
        high=4.0,
    )  # fmt: skip


@kernel
def draws_at(n):
    """Where `draws` begins, with n seats."""
    return BY_SEAT + 4 * n


@kernel
def drew_at(n):
    """Where `drew` begins."""
    return BY_SEAT + 7 * n


@kernel
def seen_at(n):
    """Where `seen` begins."""
    return drew_at(n) + RANKS * n


@kernel
def observe(s, seat, out):
    """§7  What `seat` may know."""
    out[:] = 0
    n = s.options.seats
    observe_own(s, seat, out)
    for k in range(n):
        observe_seat(s, left_of(seat, k, n), k, n, out)
    observe_shoe(s, seat, out, seen_at(n))


@kernel
def observe_own(s, seat, out):
    """The own cards and what they are worth: `first` to `natural`."""
    out[FIRST + np.int64(s.deck[s.first_at[seat]]) % RANKS] = 1
    for k in range(s.draws[seat]):
        out[DRAWN + np.int64(s.deck[s.drawn_at[seat, k]]) % RANKS] += 1
    out[VALUE + (BUSTED if s.points[seat] < 0 else s.points[seat])] = 1
    out[NATURAL] = has(s.natural, seat)


@kernel
def observe_seat(s, other, k, n, out):
    """What all see of the seat k places to the left: from `banker` to `drew`."""
    stood = has(s.stood, other)
    at = BY_SEAT + k
    out[at] = other == s.dealer
    out[at + n] = stood or s.draws[other] + s.swaps[other] > 0
    out[at + 2 * n] = other == s.seat and not s.over
    out[at + 3 * n] = stood
    out[at + 4 * n] = s.draws[other]
    out[at + 5 * n] = s.swaps[other] * (1 / MOST_SWAPS)
    if s.options.episode == MATCH:
        out[at + 6 * n] = size(s.payoff[other], s.options.stake)
    if s.options.drawn_cards != FACE_DOWN:
        for j in range(s.draws[other]):
            out[drew_at(n) + RANKS * k + np.int64(s.deck[s.drawn_at[other, j]]) % RANKS] += 1


@kernel
def observe_shoe(s, seat, out, start):
    """The ranks seen of this shoe, own hidden cards among them, what is left of it, and how far the match is."""
    share = 1 / s.options.copies
    for rank in range(RANKS):
        out[start + rank] = s.open_ranks[rank] * share
    if not s.over:
        out[start + np.int64(s.deck[s.first_at[seat]]) % RANKS] += share
        if s.options.drawn_cards == FACE_DOWN:
            for k in range(s.draws[seat]):
                out[start + np.int64(s.deck[s.drawn_at[seat, k]]) % RANKS] += share
    n = s.options.seats
    at = start + RANKS
    out[at] = (s.deck_size - s.shoe_next) / s.deck_size
    out[at + 1] = s.coup / (s.deck_size // n)
    out[at + 2] = s.deal_number / (n * s.options.bank_rounds) if s.options.episode == MATCH else 1
    out[at + 3 + (s.seat == s.dealer)] = 1


def text(options: Any, seen: dict[str, np.ndarray]) -> str:
    """The table from one seat, all of it read off the observation."""
    each = options.copies_of_each
    kinds = len(options.ranks or DECK.ranks)
    left = round(float(seen["shoe"][0]) * kinds * each)
    coup = round(float(seen["coup"][0]) * (kinds * each // options.seats))
    points = int(seen["value"].argmax())
    own = _ranks(seen["first"]) + (f", drew {_ranks(seen['drawn'])}" if seen["drawn"].any() else "")
    turn = ("punters", "banker")[int(seen["phase"].argmax())]
    bank = round(float(seen["bank"][0]) * options.banks)
    gone = _ranks(np.round(seen["seen"] * each))
    lines = [
        f"{turn}: bank {bank}, coup {coup}, {left} cards in the shoe; seen {gone}",
        f"your card: {own}; {'bust' if points == BUSTED else points} points"
        + (", as dealt" if seen["natural"][0] else ""),
    ]
    return "\n".join(lines + [_seat_line(k, seen, options.stake) for k in range(options.seats)])


def _seat_line(k: int, seen: dict[str, np.ndarray], stake: int) -> str:
    words = [name for name, block in (("banker", "banker"), ("to act", "to_act")) if seen[block][k]]
    if draws := int(seen["draws"][k]):
        words.append(f"drew {_ranks(seen['drew'][k]) or draws}")
    if swaps := round(float(seen["swaps"][k]) * MOST_SWAPS):
        words.append(f"swapped {swaps}")
    words.append("stood" if seen["stood"][k] else "")
    if balance := float(seen["balance"][k]):
        chips = round(stake * (2 ** (16 * abs(balance)) - 1))
        words.append(f"{'-' if balance < 0 else '+'}{chips} chips")
    return f"  {'you' if k == 0 else f'left {k}':8s}" + ", ".join(filter(None, words))


def _ranks(counts: np.ndarray) -> str:
    return "".join(rank * int(number) for rank, number in zip(DECK.ranks, counts, strict=True))
