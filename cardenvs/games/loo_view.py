"""What a seat sees in the loo family: the observation, and its reading in words.

§ cites docs/rules/loo.md. The layout is that of §7, and after it the pool as an exact number, since rules turn on it:
§7 has only its logarithm.
"""

import math
from typing import Any

import numpy as np

from ..core.cards import FRENCH, has, put
from ..core.kernel import kernel
from ..core.layout import Layout
from ..mechanics.seats import left_of, seats_between
from .loo_record import CARDS, DECLARATIONS, MARKING, MATCH, PHASES, PLAYING

FIXED = 4 * CARDS + 4  # features before the first block that grows with the seats
CHUNK = 2**20  # the pool is told as two such digits, exact in float32


def layout_of(options: Any) -> Layout:
    """§7  233 + 127 * seats features; seats are relative to the observer, the left neighbour first."""
    n = options.seats
    return Layout(
        (
            ("hand", (CARDS,)), ("marked", (CARDS,)), ("put_away", (CARDS,)), ("turned_card", (CARDS,)),
            ("trump", (4,)), ("trick_now", (n, CARDS)), ("tricks_past", (n, CARDS)), ("leader", (n,)),
            ("winning", (n,)), ("led_suit", (4,)), ("trick_no", (5,)), ("civil", (1,)), ("declared", (n, 6)),
            ("exchanged", (n, 6)), ("void", (n, 5)), ("tricks", (n,)), ("miss_free", (1,)), ("stock_left", (1,)),
            ("money", (3,)), ("net", (n,)), ("looed", (n,)), ("dealer", (n,)), ("phase", (4,)), ("pool", (2,)),
        ),
        low=-4.0,
        high=4.0,
    )  # fmt: skip


@kernel
def declared_at(n):
    """Where `declared` begins, with n seats."""
    return FIXED + n * (2 * CARDS + 2) + 10


@kernel
def stock_left_at(n):
    """Where `stock_left` stands."""
    return declared_at(n) + 18 * n + 1


@kernel
def money_at(n):
    """Where `money` begins."""
    return declared_at(n) + 18 * n + 2


@kernel
def dealer_at(n):
    """Where `dealer` begins."""
    return money_at(n) + 3 + 2 * n


@kernel
def phase_at(n):
    """Where `phase` begins."""
    return dealer_at(n) + n


@kernel
def pool_at(n):
    """Where `pool` begins."""
    return phase_at(n) + 4


@kernel
def observe(s, seat, out):
    """§7  What `seat` may know."""
    out[:] = 0
    n = s.options.seats
    put(s.hand[seat], out, 0)
    if s.phase == MARKING and s.seat == seat:
        put(s.marked, out, CARDS)
    put(s.put_away[seat], out, 2 * CARDS)
    out[3 * CARDS + s.turned] = 1
    out[4 * CARDS + s.trump] = 1
    observe_play(s, seat, out, FIXED, FIXED + n * CARDS, FIXED + 2 * n * CARDS)
    observe_seats(s, seat, out, declared_at(n))
    observe_money(s, seat, out, money_at(n))


@kernel
def observe_play(s, seat, out, now, past, trick):
    """The tricks: `trick_now`, `tricks_past`, and from `leader` to `civil`."""
    n = s.options.seats
    for k in range(n):
        other = left_of(seat, k, n)
        put(s.trick[other], out, now + CARDS * k)
        put(s.played[other], out, past + CARDS * k)
    if s.phase == PLAYING:
        out[trick + seats_between(seat, s.leader, n)] = 1
        if s.trick_size > 0:
            out[trick + n + seats_between(seat, s.best_seat, n)] = 1
            out[trick + 2 * n + s.led // 13] = 1
            out[trick + 2 * n + 9] = s.civil
        out[trick + 2 * n + 4 + s.trick_number] = 1


@kernel
def observe_seats(s, seat, out, start):
    """What each seat declared, exchanged, lacks and won: `declared` to `stock_left`."""
    n = s.options.seats
    share = 1 / s.options.hand_size
    for k in range(n):
        other = left_of(seat, k, n)
        out[start + 6 * k + s.declared[other]] = 1
        exchanged = 0 if s.miss != 0 else s.swapped[other]
        out[start + 6 * n + 6 * k + exchanged] = 1
        put(s.void[other], out, start + 12 * n + 5 * k)
        out[start + 17 * n + k] = s.won[other] * share
    out[start + 18 * n] = s.miss_free
    out[stock_left_at(n)] = (s.stock_end - s.stock_next) * (1 / CARDS)


@kernel
def observe_money(s, seat, out, start):
    """Logarithms of the amounts, who was looed and who deals, the phase, and the pool itself: `money` to the end."""
    n = s.options.seats
    for k in range(3):
        out[start + k] = s.told[k]
    for k in range(n):
        other = left_of(seat, k, n)
        if s.options.episode == MATCH:
            out[start + 3 + k] = size(s.payoff[other], 1)
        out[start + 3 + n + k] = has(s.looed, other)
    out[dealer_at(n) + seats_between(seat, s.dealer, n)] = 1
    out[phase_at(n) + s.phase] = 1
    out[pool_at(n)], out[pool_at(n) + 1] = s.told[3], s.told[4]


@kernel
def tell_amounts(s):
    """Works out what observations say of pool, fine and deal: once when they change, not at every look."""
    s.told[0] = size(s.pool, s.options.stake)
    s.told[1] = size(s.fine, s.options.stake)
    s.told[2] = s.deal_number / s.options.max_deals
    s.told[3] = (s.pool % CHUNK) / CHUNK
    s.told[4] = (s.pool // CHUNK) / CHUNK


@kernel
def size(chips, unit):
    """An amount on a scale on which a match's largest pool fits too: log2 of its units, by 16; the sign kept."""
    magnitude = math.log2(1 + abs(chips) / unit) / 16
    return -magnitude if chips < 0 else magnitude


def text(options: Any, seen: dict[str, np.ndarray]) -> str:
    """The table from one seat, all of it read off the observation."""
    return told(options, seen, DECLARATIONS, "miss", "looed")


def told(options: Any, seen: dict[str, np.ndarray], said: tuple[str, ...], spare: str, fined: str) -> str:
    """As `text`, in a game's words for the declarations, the spare hand and who was looed."""
    pool = int(seen["pool"][0] * CHUNK) + int(seen["pool"][1] * CHUNK) * CHUNK
    phase = PHASES[int(seen["phase"].argmax())]
    lines = [
        f"{phase}: pool {pool}, turned up {_cards(seen['turned_card'])}, "
        f"trumps {FRENCH.suits[int(seen['trump'].argmax())]}, stock {round(float(seen['stock_left'][0]) * CARDS)}"
        + (f", {spare} free" if seen["miss_free"][0] else "")
        + (", Pam, be civil" if seen["civil"][0] else ""),
        f"your hand: {_cards(seen['hand']) or 'none'}"
        + _if_any("; marked", seen["marked"])
        + _if_any("; put away", seen["put_away"]),
    ]
    return "\n".join(lines + [_seat_line(k, seen, said, fined) for k in range(options.seats)])


def _seat_line(k: int, seen: dict[str, np.ndarray], said: tuple[str, ...], fined: str) -> str:
    words = [said[int(seen["declared"][k].argmax())]]
    if number := int(seen["exchanged"][k].argmax()):
        words.append(f"{number} exchanged")
    if tricks := round(float(seen["tricks"][k]) * _tricks(seen)):
        words.append("1 trick" if tricks == 1 else f"{tricks} tricks")
    words += [_if_any("on the table", seen["trick_now"][k]), _if_any("played", seen["tricks_past"][k])]
    voids = "".join(letter for letter, flag in zip("CDHST", seen["void"][k], strict=True) if flag)
    words += [f"void {voids}" if voids else "", fined if seen["looed"][k] else ""]
    words += [name for name in ("dealer", "leader", "winning") if seen[name][k]]
    return f"  {'you' if k == 0 else f'left {k}':8s}" + ", ".join(filter(None, words))


def _tricks(seen: dict[str, np.ndarray]) -> int:
    """Tricks in the deal, of which `tricks` tells shares: as many as there are cards in a hand."""
    return int(seen["hand"].sum() + seen["trick_now"][0].sum() + seen["tricks_past"][0].sum())


def _if_any(label: str, cards: np.ndarray) -> str:
    return f"{label} {_cards(cards)}" if cards.any() else ""


def _cards(cards: np.ndarray) -> str:
    return FRENCH.text(int(card) for card in np.flatnonzero(cards))
