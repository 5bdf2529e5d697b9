"""What a seat sees in kopilka: the observation, and its reading in words. § cites docs/rules/kopilka.md.

The layout is that of §7, but that the cards missing from the own set stand at its end. Before them come the seat to act,
the leader of the trick and whose set is on offer, which §7 leaves to be worked out.
"""

from typing import Any

import numpy as np

from ..core.cards import count, has, put
from ..core.kernel import kernel
from ..core.layout import Layout
from ..mechanics.amounts import size
from ..mechanics.seats import left_of, seats_between
from .kopilka_record import (
    CARDS,
    DISCARD,
    FOLLOW,
    MATCH,
    NO_SUIT,
    OFFER,
    PIQUET,
    RANKS,
    SEATS,
    SUITS,
)

PHASES = ("offer", "discard", "lead", "follow")
LED = 3 * CARDS  # where `led` begins
OTHERS = LED + CARDS  # where `others` begins


def layout_of(options: Any) -> Layout:
    """§7  121 + 118 * seats features; seats are relative to the observer, himself or the left neighbour first."""
    n = options.seats
    return Layout(
        (
            ("hand", (CARDS,)), ("dead", (CARDS,)), ("seen", (CARDS,)), ("led", (CARDS,)),
            ("others", (n - 1, CARDS)), ("passed", (n - 1,)), ("led_suit", (SUITS,)), ("last_suit", (SUITS + 1,)),
            ("ace_played", (1,)), ("known", (n, CARDS)), ("given", (n - 1, CARDS)), ("cards", (n,)),
            ("declarer", (n,)), ("set_size", (n,)), ("void", (n, SUITS)), ("tricks", (n,)),
            ("tally", (n, SUITS, 2)), ("net", (n,)), ("stock", (1,)), ("box", (1,)), ("deal", (1,)),
            ("dealer", (n,)), ("phase", (4,)), ("draws", (1,)), ("failures", (1,)), ("turn", (n,)),
            ("leader", (n,)), ("server", (n,)), ("missing", (CARDS,)),
        ),
        low=-4.0,
        high=4.0,
    )  # fmt: skip


@kernel
def last_suit_at(n):
    """Where `last_suit` begins, with n seats."""
    return OTHERS + (n - 1) * (CARDS + 1) + SUITS


@kernel
def known_at(n):
    """Where `known` begins."""
    return last_suit_at(n) + SUITS + 2


@kernel
def seats_cards_at(n):
    """Where `cards` begins."""
    return known_at(n) + (2 * n - 1) * CARDS


@kernel
def tricks_at(n):
    """Where `tricks` begins."""
    return seats_cards_at(n) + n * (3 + SUITS)


@kernel
def stock_at(n):
    """Where `stock` stands."""
    return tricks_at(n) + n * (2 + 2 * SUITS)


@kernel
def phase_at(n):
    """Where `phase` begins."""
    return stock_at(n) + 3 + n


@kernel
def leader_at(n):
    """Where `leader` begins."""
    return phase_at(n) + 6 + n


@kernel
def missing_at(n):
    """Where `missing` begins."""
    return leader_at(n) + 2 * n


@kernel
def observe(s, seat, out):
    """§7  What `seat` may know."""
    out[:] = 0
    n = s.options.seats
    put(own_hand(s, seat), out, 0)
    put(s.dead[seat], out, CARDS)
    put(s.seen, out, 2 * CARDS)
    if s.phase == FOLLOW:
        observe_trick(s, seat, out)
    out[last_suit_at(n) + s.last_suit] = 1
    out[known_at(n) - 1] = s.ace & s.seen != 0
    for k in range(n):
        other = left_of(seat, k, n)
        put(s.known[other], out, known_at(n) + CARDS * k)
        if k > 0:
            put(s.given[seat, other], out, known_at(n) + CARDS * (n - 1 + k))
    observe_seats(s, seat, out)
    observe_table(s, seat, out, stock_at(n))
    if has(s.served, seat):
        put(taken_from(s, seat), out, missing_at(n))


@kernel
def own_hand(s, seat):
    """The hand as its owner knows it: which cards of his set were taken, he learns when all have been asked (§3.1)."""
    return s.hand[seat] if has(s.served, seat) else s.hand[seat] | taken_from(s, seat)


@kernel
def taken_from(s, seat):
    """The cards that others took from a seat's set."""
    cards = np.int64(0)
    for other in range(s.options.seats):
        cards |= s.given[other, seat]
    return cards


@kernel
def observe_trick(s, seat, out):
    """The trick so far: `led` to `led_suit`."""
    n = s.options.seats
    out[LED + s.led] = 1
    for k in range(1, n):
        other = left_of(seat, k, n)
        put(s.trick[other], out, OTHERS + CARDS * (k - 1))
        out[OTHERS + CARDS * (n - 1) + k - 1] = has(s.passed, other)
    out[last_suit_at(n) - SUITS + s.led // RANKS] = 1


@kernel
def observe_seats(s, seat, out):
    """What is known of each seat: `cards` to `net`."""
    n = s.options.seats
    start, tricks = seats_cards_at(n), tricks_at(n)
    share = 1 / (RANKS * s.options.party_deals) if s.options.episode == MATCH else 1 / RANKS
    for k in range(n):
        other = left_of(seat, k, n)
        out[start + k] = count(s.hand[other]) * (1 / RANKS)
        out[start + n + k] = s.set_size[other] > 0
        out[start + 2 * n + k] = s.set_size[other] * (1 / RANKS)
        put(s.void[other], out, start + 3 * n + SUITS * k)
        out[tricks + k] = s.tricks[other] * (1 / RANKS)
        for j in range(2 * SUITS):
            out[tricks + n + 2 * SUITS * k + j] = s.tally[other, j] * share
        out[tricks + n * (1 + 2 * SUITS) + k] = s.told[other]


@kernel
def observe_table(s, seat, out, start):
    """Stock, box, deal and dealer, the phase, and who acts, leads, offers: `stock` to `server`."""
    n = s.options.seats
    out[start] = (s.deck_size - s.stock_next) * (1 / CARDS)
    out[start + 1] = s.told[SEATS]
    out[start + 2] = s.deal_number / s.options.party_deals
    out[start + 3 + seats_between(seat, s.dealer, n)] = 1
    start = phase_at(n)
    out[start + s.phase] = 1
    out[start + 4] = s.draws * (1 / RANKS)
    out[start + 5] = s.failures / s.options.block_after
    out[start + 6 + seats_between(seat, s.seat, n)] = 1
    if s.phase == FOLLOW:
        out[leader_at(n) + seats_between(seat, s.leader, n)] = 1
    elif s.phase <= DISCARD:
        out[leader_at(n) + n + seats_between(seat, s.server, n)] = 1


@kernel
def tell_amounts(s):
    """Works out what observations say of the chips: once when they change, not at every look."""
    for seat in range(s.options.seats):
        s.told[seat] = size(s.payoff[seat], 1)
    s.told[SEATS] = size(s.box, 1)


def text(options: Any, seen: dict[str, np.ndarray]) -> str:
    """The table from one seat, all of it read off the observation."""
    phase = int(seen["phase"].argmax())
    last = int(seen["last_suit"].argmax())
    state = [PHASES[phase], f"box {_chips(seen['box'][0])}", f"stock {round(float(seen['stock'][0]) * CARDS)}"]
    if last != NO_SUIT and phase not in (OFFER, DISCARD):
        state.append(f"last lead {PIQUET.suits[last]}")
    if seen["led"].any():
        state.append(f"led {_cards(seen['led'])}")
    if failures := round(float(seen["failures"][0]) * options.most_failures):
        state.append(f"{failures} leads in a row failed")
    lines = [
        ", ".join(state),
        f"your hand: {_cards(seen['hand'])}"
        + _if_any("; discarded", seen["dead"])
        + _if_any("; taken from you", seen["missing"]),
        f"played: {_cards(seen['seen'])}",
    ]
    return "\n".join(lines + [_seat_line(options, k, seen) for k in range(options.seats)])


def _seat_line(options: Any, k: int, seen: dict[str, np.ndarray]) -> str:
    words = [f"  {'you' if k == 0 else f'left {k}':8s}", f"{round(float(seen['cards'][k]) * RANKS)} cards"]
    if seen["declarer"][k]:
        words.append(f"declared {round(float(seen['set_size'][k]) * RANKS)}")
    words.append(f"{round(float(seen['tricks'][k]) * RANKS)} tricks")
    won = np.rint(seen["tally"][k] * RANKS * options.deals).astype(int)
    tally = [
        f"{n}{suit}{mark}"
        for suit, row in zip(PIQUET.suits, won, strict=True)
        for n, mark in zip(row, " x", strict=True)
        if n
    ]
    words.append(f"in all {''.join(tally).replace(' ', '')}" if tally else "")
    if k > 0:
        words += [_if_any("plays", seen["others"][k - 1]), "passed" if seen["passed"][k - 1] else ""]
        words.append(_if_any("gave you", seen["given"][k - 1]))
    words.append(_if_any("took back", seen["known"][k]))
    voids = "".join(suit for suit, flag in zip(PIQUET.suits, seen["void"][k], strict=True) if flag)
    words += [f"void {voids}" if voids else "", f"net {_chips(seen['net'][k]):+d}"]
    names = {"turn": "to act", "dealer": "dealer", "leader": "leader", "server": "offers"}
    return " ".join(filter(None, words + [name for block, name in names.items() if seen[block][k]]))


def _chips(feature: float) -> int:
    """The amount, as near as the observation tells it."""
    amount: int = round(2.0 ** (16 * abs(float(feature))) - 1)
    return -amount if feature < 0 else amount


def _if_any(label: str, cards: np.ndarray) -> str:
    return f"{label} {_cards(cards)}" if cards.any() else ""


def _cards(cards: np.ndarray) -> str:
    return PIQUET.text(int(card) for card in np.flatnonzero(cards))
