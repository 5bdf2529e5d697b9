"""What a seat sees in lenturlu: the observation, and its reading in words. § cites docs/rules/lenturlu.md.

The layout is that of §7. After it come the seat to act, which §7 leaves to who laid the top card and who passed, and the
stakes as exact numbers, since the advice of §11 compares them: §7 has only their logarithms.
"""

from typing import Any

import numpy as np

from ..core.cards import count, put
from ..core.kernel import kernel
from ..core.layout import Layout
from ..mechanics.amounts import size
from ..mechanics.seats import left_of, seats_between
from .lenturlu_record import CARDS, CONTINUE, LEAD, LOW_ACE, MOST_LAYOUT, RANKS, SEATS

OWN_RANKS = 3 * CARDS + 1 + RANKS + 1  # where `unseen` begins
FIXED = OWN_RANKS + RANKS  # features before the first block that grows with the seats
CHUNK = 2**20  # a stake is told as two such digits, exact in float32
SUITED = (1 << 0) | (1 << RANKS) | (1 << 2 * RANKS) | (1 << 3 * RANKS)  # the aces: shifted, all cards of a rank


def layout_of(options: Any) -> Layout:
    """§7  209 + 20 * seats features; seats are relative to the observer, the left neighbour first."""
    n = options.seats
    return Layout(
        (
            ("hand", (CARDS,)), ("laid", (CARDS,)), ("top", (CARDS + 1,)), ("needed", (RANKS + 1,)),
            ("unseen", (RANKS,)), ("last", (n,)), ("cards", (n,)), ("bought", (n,)), ("passed", (n, RANKS)),
            ("net", (n,)), ("stakes", (MOST_LAYOUT,)), ("stock", (1,)), ("bought_now", (1,)), ("phase", (2,)),
            ("dealer", (n,)), ("deal", (1,)), ("balance", (n,)), ("turn", (n,)), ("chips", (MOST_LAYOUT, 2)),
        ),
        low=-4.0,
        high=4.0,
    )  # fmt: skip


@kernel
def stakes_at(n):
    """Where `stakes` begins, with n seats."""
    return FIXED + n * (RANKS + 4)


@kernel
def phase_at(n):
    """Where `phase` begins."""
    return stakes_at(n) + MOST_LAYOUT + 2


@kernel
def dealer_at(n):
    """Where `dealer` begins."""
    return stakes_at(n) + MOST_LAYOUT + 4


@kernel
def chips_at(n):
    """Where `chips` begins."""
    return dealer_at(n) + 3 * n + 1


@kernel
def observe(s, seat, out):
    """§7  What `seat` may know."""
    out[:] = 0
    put(s.hand[seat], out, 0)
    put(s.laid, out, CARDS)
    going_on = s.phase == CONTINUE
    out[2 * CARDS + (s.top if going_on else CARDS)] = 1
    out[3 * CARDS + 1 + (s.needed if going_on else RANKS)] = 1
    unseen = s.cards & ~(s.laid | s.hand[seat])
    for rank in range(RANKS):
        out[OWN_RANKS + rank] = count(unseen & (SUITED << rank)) * 0.25
    observe_seats(s, seat, out, going_on)
    observe_table(s, seat, out)


@kernel
def observe_seats(s, seat, out, going_on):
    """Who laid the top card, and each seat's cards, purchases, passes and chips: `last` to `net`."""
    n = s.options.seats
    if going_on:
        out[FIXED + seats_between(seat, s.last, n)] = 1
    for k in range(n):
        other = left_of(seat, k, n)
        out[FIXED + n + k] = count(s.hand[other]) * (1 / 16)
        out[FIXED + 2 * n + k] = s.bought[other] * (1 / 8)
        put(s.passed[other], out, FIXED + 3 * n + RANKS * k)
        out[FIXED + (RANKS + 3) * n + k] = s.told[other]


@kernel
def observe_table(s, seat, out):
    """Stakes, stock, phase, dealer, deal and balances, the seat to act, and the stakes exactly."""
    n = s.options.seats
    start = stakes_at(n)
    for k in range(s.layout_size):
        out[start + k] = s.told[2 * SEATS + k]
        out[chips_at(n) + 2 * k] = (s.stakes[k] % CHUNK) * (1 / CHUNK)
        out[chips_at(n) + 2 * k + 1] = (s.stakes[k] // CHUNK) * (1 / CHUNK)
    out[start + MOST_LAYOUT] = (s.deck_size - s.stock_next) * (1 / 8)
    out[start + MOST_LAYOUT + 1] = s.bought_now
    out[phase_at(n) + s.phase] = 1
    start = dealer_at(n)
    out[start + seats_between(seat, s.dealer, n)] = 1
    out[start + n] = s.deal_number / (n * s.options.match_rounds)
    for k in range(n):
        out[start + n + 1 + k] = s.told[SEATS + left_of(seat, k, n)]
    out[start + 2 * n + 1 + seats_between(seat, s.seat, n)] = 1


@kernel
def tell_amounts(s):
    """Works out what observations say of the chips: once when they change, not at every look."""
    for seat in range(s.options.seats):
        s.told[seat] = size(s.payoff[seat] - s.opening[seat], 1)
        s.told[SEATS + seat] = size(s.opening[seat], 1)
    for k in range(s.layout_size):
        s.told[2 * SEATS + k] = size(s.stakes[k], 1)


def text(options: Any, seen: dict[str, np.ndarray]) -> str:
    """The table from one seat, all of it read off the observation."""
    stakes = [int(low * CHUNK) + int(high * CHUNK) * CHUNK for low, high in seen["chips"]]
    layout = ", ".join(f"{chips} on {card}" for card, chips in zip(options.layout, stakes, strict=False))
    lead = bool(seen["phase"][LEAD])
    state = (
        "lead"
        if lead
        else f"{_cards(seen['top'][:CARDS])} on top, {LOW_ACE.ranks[seen['needed'].argmax()]} needed"
    )
    lines = [
        f"{state}; stock {round(float(seen['stock'][0]) * 8)}; layout: {layout or 'none'}",
        f"your hand: {_cards(seen['hand'])}" + (", bought in this turn" if seen["bought_now"][0] else ""),
        f"laid: {_cards(seen['laid'])}",
    ]
    return "\n".join(lines + [_seat_line(k, seen) for k in range(options.seats)])


def _seat_line(k: int, seen: dict[str, np.ndarray]) -> str:
    words = [f"  {'you' if k == 0 else f'left {k}':8s}", f"{round(float(seen['cards'][k]) * 16)} cards"]
    if bought := round(float(seen["bought"][k]) * 8):
        words.append(f"{bought} bought")
    if passed := "".join(LOW_ACE.ranks[rank] for rank in np.flatnonzero(seen["passed"][k])):
        words.append(f"passed {passed}")
    words.append(f"net {_chips(seen['net'][k]):+d}")
    if balance := _chips(seen["balance"][k]):
        words.append(f"before {balance:+d}")
    names = {"turn": "to act", "dealer": "dealer", "last": "laid the top card"}
    return " ".join(words + [name for block, name in names.items() if seen[block][k]])


def _chips(feature: float) -> int:
    """The amount, as near as the observation tells it."""
    amount: int = round(2.0 ** (16 * abs(float(feature))) - 1)
    return -amount if feature < 0 else amount


def _cards(cards: np.ndarray) -> str:
    return LOW_ACE.text(int(card) for card in np.flatnonzero(cards))
