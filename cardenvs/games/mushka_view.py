"""What a seat sees in the mushka family: the observation, and its reading in words.

§ cites docs/rules/mushka.md. The layout is that of §7; scores and money are cut off at 64 times their scales.
"""

from typing import Any

import numpy as np

from ..core.cards import Deck, has, put
from ..core.kernel import kernel
from ..core.layout import Layout
from ..mechanics.seats import left_of, seats_between
from .mushka_record import CARDS, CHOOSING, DECLARATIONS, MARKING, PHASES, PLAYING

FIXED = 4 * CARDS + 4  # features before the first block that grows with the seats
TRICKS, POINTS, SCORE, MONEY = 5, 10, 25, 100  # scales
MOST_SHOWN = 64


def layout_of(options: Any) -> Layout:
    """§7  231 + 179 * seats features; seats are relative to the observer, the left neighbour first."""
    n = options.seats
    return Layout(
        (
            ("hand", (CARDS,)), ("marked", (CARDS,)), ("thrown", (CARDS,)), ("turned_card", (CARDS,)),
            ("trump", (4,)), ("trick_now", (n, CARDS)), ("tricks_past", (n, CARDS)), ("leader", (n,)),
            ("winning", (n,)), ("led_suit", (4,)), ("trick_no", (5,)), ("declared", (n, 4)), ("exchanged", (n, 6)),
            ("void", (n, 5)), ("tricks", (n,)), ("points", (n,)), ("score", (n,)), ("net", (n,)),
            ("shown", (n, CARDS)), ("announced", (n,)), ("stock", (1,)), ("own_revokes", (1,)), ("deal_no", (1,)),
            ("race_no", (1,)), ("dealer", (n,)), ("phase", (6,)),
        ),
        low=-MOST_SHOWN,
        high=MOST_SHOWN,
    )  # fmt: skip


@kernel
def declared_at(n):
    """Where `declared` begins, with n seats."""
    return FIXED + n * (2 * CARDS + 2) + 9


@kernel
def tricks_at(n):
    """Where `tricks` begins; `points`, `score` and `net` follow, n each."""
    return declared_at(n) + 15 * n


@kernel
def shown_at(n):
    """Where `shown` begins."""
    return tricks_at(n) + 4 * n


@kernel
def stock_at(n):
    """Where `stock` stands; `own_revokes`, `deal_no` and `race_no` follow."""
    return shown_at(n) + (CARDS + 1) * n


@kernel
def phase_at(n):
    """Where `phase` begins."""
    return stock_at(n) + 4 + n


@kernel
def observe(s, seat, out):
    """§7  What `seat` may know."""
    out[:] = 0
    n = s.options.seats
    put(s.hand[seat], out, 0)
    if s.phase == MARKING and s.seat == seat:
        put(s.marked, out, CARDS)
    put(s.put_away[seat], out, 2 * CARDS)
    put(s.turned, out, 3 * CARDS)
    if s.phase != CHOOSING:
        out[4 * CARDS + s.trump] = 1
    observe_play(s, seat, out, FIXED, FIXED + n * CARDS, FIXED + 2 * n * CARDS)
    observe_seats(s, seat, out, declared_at(n), tricks_at(n), shown_at(n))
    observe_deal(s, seat, out, stock_at(n))


@kernel
def observe_play(s, seat, out, now, past, trick):
    """The tricks: `trick_now`, `tricks_past`, and from `leader` to `trick_no`."""
    n = s.options.seats
    for k in range(n):
        other = left_of(seat, k, n)
        put(s.trick[other], out, now + CARDS * k)
        put(s.played[other], out, past + CARDS * k)
    if s.phase == PLAYING:
        out[trick + seats_between(seat, s.leader, n)] = 1
        if s.trick_size > 0:
            out[trick + n + seats_between(seat, s.best_seat, n)] = 1
            out[trick + 2 * n + s.led_suit] = 1
        out[trick + 2 * n + 4 + s.trick_number] = 1


@kernel
def observe_seats(s, seat, out, start, tricks, shown):
    """What each seat declared, exchanged, lacks, took, has to write off, got and showed: `declared` to `announced`."""
    n = s.options.seats
    for k in range(n):
        other = left_of(seat, k, n)
        out[start + 4 * k + s.declared[other]] = 1
        out[start + 4 * n + 6 * k + s.swapped[other]] = 1
        put(s.void[other], out, start + 10 * n + 5 * k)
        out[tricks + k] = s.won[other] * (1 / TRICKS)
        out[tricks + n + k] = s.points[other] * (1 / POINTS)
        out[tricks + 2 * n + k] = min(s.score[other] * (1 / SCORE), MOST_SHOWN)
        out[tricks + 3 * n + k] = max(-MOST_SHOWN, min(s.money[other] * (1 / MONEY), MOST_SHOWN))
        put(s.shown[other], out, shown + CARDS * k)
        out[shown + CARDS * n + k] = has(s.announced, other)


@kernel
def observe_deal(s, seat, out, start):
    """The stock, the own revokes, where the match stands, the dealer and the phase: `stock` to the end."""
    n = s.options.seats
    out[start] = (s.stock_end - s.stock_next) * (1 / CARDS)
    out[start + 1] = s.revoked[seat] * (1 / TRICKS)
    out[start + 2] = s.race_deal / s.options.max_deals
    out[start + 3] = s.race / s.options.races
    out[start + 4 + seats_between(seat, s.dealer, n)] = 1
    out[phase_at(n) + s.phase] = 1


def text(options: Any, seen: dict[str, np.ndarray]) -> str:
    """The table from one seat, all of it read off the observation."""
    deck: Deck = options.ORDER
    trump = seen["trump"].argmax() if seen["trump"].any() else None
    head = [
        PHASES[int(seen["phase"].argmax())] + _if_any(": turned up", seen["turned_card"], deck),
        f"trumps {'to be named' if trump is None else deck.suits[int(trump)]}",
        f"stock {round(float(seen['stock'][0]) * CARDS)}",
    ]
    if options.episode == "match":
        head.append(f"deal {round(float(seen['deal_no'][0]) * options.max_deals)} of the race")
        head.append(f"{round(float(seen['race_no'][0]) * options.races)} races over")
    own = f"your hand: {deck.text(_members(seen['hand'])) or 'none'}"
    own += _if_any("; marked", seen["marked"], deck) + _if_any("; thrown", seen["thrown"], deck)
    if revokes := round(float(seen["own_revokes"][0]) * TRICKS):
        own += f"; revokes {revokes}"
    return "\n".join([", ".join(head), own] + [_seat_line(k, seen, deck) for k in range(options.seats)])


def _seat_line(k: int, seen: dict[str, np.ndarray], deck: Deck) -> str:
    words = [
        f"{round(float(seen['score'][k]) * SCORE)} left to write off",
        DECLARATIONS[int(seen["declared"][k].argmax())],
    ]
    if number := int(seen["exchanged"][k].argmax()):
        words.append(f"{number} exchanged")
    tricks, points = round(float(seen["tricks"][k]) * TRICKS), round(float(seen["points"][k]) * POINTS)
    if tricks:
        words.append("1 trick" if tricks == 1 else f"{tricks} tricks")
    if points != tricks:
        words.append(f"{points} points")
    for label, block in ("on the table", "trick_now"), ("played", "tricks_past"), ("has shown", "shown"):
        words.append(_if_any(label, seen[block][k], deck))
    voids = "".join(letter for letter, flag in zip("CDHST", seen["void"][k], strict=True) if flag)
    words += [f"void {voids}" if voids else "", "announced Pamphil" if seen["announced"][k] else ""]
    if money := round(float(seen["net"][k]) * MONEY):
        words.append(f"money {money:+d}")
    words += [name for name in ("dealer", "leader", "winning") if seen[name][k]]
    return f"  {'you' if k == 0 else f'left {k}':8s}" + ", ".join(filter(None, words))


def _if_any(label: str, cards: np.ndarray, deck: Deck) -> str:
    return f"{label} {deck.text(_members(cards))}" if cards.any() else ""


def _members(cards: np.ndarray) -> list[int]:
    return [int(card) for card in np.flatnonzero(cards)]
