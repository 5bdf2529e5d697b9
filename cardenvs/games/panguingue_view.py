"""What a seat sees in panguingue: the observation, and its reading in words.

§ cites docs/rules/panguingue.md. The layout is that of §7, and after it whose turn it is, which matters to those who are
asked for a demand. Numbers of cards are exact, chips logarithms. Borrowed cards have left their set and count as
`pending`. The block `batch` is there with ``reshuffle="batch"`` alone.
"""

import math
from typing import Any

import numpy as np

from ..core.cards import has, lowest
from ..core.kernel import kernel
from ..core.layout import Layout
from .panguingue_record import (
    BATCH,
    DROPPING,
    MOST_CARDS,
    NO_CARD,
    PHASES,
)
from .panguingue_sets import (
    CARDS,
    KINDS,
    SLOTS,
    amount,
    copies_of,
    kind_of,
    kinds_in,
    lent_from,
    on_table,
    once,
    tag_of,
    total,
    worth,
)

# Where the blocks begin that do not grow with the seats.
HAND, MUST, PENDING, MOVING = 0, KINDS, 2 * KINDS, 3 * KINDS
PILE_TOP = 4 * KINDS + 2
PILE = PILE_TOP + KINDS + 1
TABLE = PILE + KINDS + 1
SEAT_SETS = SLOTS * KINDS
PER_SEAT = SEAT_SETS + 3 * SLOTS + SLOTS + 9


def layout_of(options: Any) -> Layout:
    """§7  339 + 142 * seats features, 40 more with batches; seats are relative to the observer, in order of play."""
    n = options.seats
    blocks: list[tuple[str, tuple[int, ...]]] = [
        ("hand", (KINDS,)), ("must", (KINDS,)), ("pending", (KINDS,)), ("moving", (KINDS,)), ("errand", (2,)),
        ("pile_top", (KINDS + 1,)), ("pile", (KINDS,)), ("pile_size", (1,)),
        ("sets", (n, SLOTS, KINDS)), ("kinds", (n, SLOTS, 3)), ("tags", (n, SLOTS)), ("hand_size", (n,)),
        ("table_size", (n,)), ("status", (n, 3)), ("to_act", (n,)), ("eldest", (n,)), ("net", (n,)), ("balance", (n,)),
        ("stock", (3,)), ("recycles", (1,)), ("renewed", (KINDS,)), ("renewed_next", (KINDS,)), ("pot", (1,)),
        ("participants", (1,)), ("phase", (5,)), ("deals", (2,)), ("rules", (2,)), ("turn", (n,)),
    ]  # fmt: skip
    if options.reshuffle == "batch":
        blocks.append(("batch", (KINDS,)))
    return Layout(tuple(blocks), low=-16.0, high=64.0)


@kernel
def kinds_at(n):
    """Where `kinds` begins, with n seats."""
    return TABLE + n * SEAT_SETS


@kernel
def sizes_at(n):
    """Where `hand_size` begins."""
    return TABLE + n * (SEAT_SETS + 4 * SLOTS)


@kernel
def stock_at(n):
    """Where `stock` begins."""
    return TABLE + n * PER_SEAT


@kernel
def phase_at(n):
    """Where `phase` begins."""
    return stock_at(n) + 4 + 2 * KINDS + 2


@kernel
def turn_at(n):
    """Where `turn` begins."""
    return phase_at(n) + 9


@kernel
def observe(s, seat, out):
    """§7  What `seat` may know."""
    out[:] = 0
    n = s.options.seats
    write(s.hand[seat], out, HAND)
    if s.must != NO_CARD:
        out[MUST + s.must] = 1
    for k in range(s.n_lent):
        out[PENDING + s.lent[k]] += 1
    if s.moving != NO_CARD:
        out[MOVING + s.moving] = 1
        out[MOVING + KINDS + s.errand] = 1
    top = KINDS if s.pile_size == 0 else np.int64(s.pile[s.pile_size - 1])
    out[PILE_TOP + top] = 1
    write(s.piled, out, PILE)
    out[PILE + KINDS] = s.pile_size / MOST_CARDS
    for k in range(n):
        observe_sets(s, (seat + k) % n, out, TABLE + k * SEAT_SETS, kinds_at(n) + 3 * SLOTS * k, n, k)
        observe_seat(s, (seat + k) % n, out, sizes_at(n) + k, n, k)
    observe_stock(s, out, stock_at(n))
    observe_rules(s, out, phase_at(n))
    out[turn_at(n) + (s.turn - seat) % n] = s.phase != DROPPING
    if s.options.reshuffle == BATCH:
        write(s.bottom, out, turn_at(n) + n)


@kernel
def write(heap, out, start):
    """The numbers of a heap."""
    kinds = once(heap)
    while kinds != 0:
        c = lowest(kinds)
        out[start + c] = amount(heap, c)
        kinds &= kinds - 1


@kernel
def observe_sets(s, seat, out, start, kinds, n, k):
    """The three slots of the k-th seat: `sets`, `kinds`, `tags`."""
    for slot in range(SLOTS):
        m = s.sets[seat, slot]
        if m == 0:
            continue
        out[kinds + 3 * slot + kind_of(m) - 1] = 1
        out[kinds_at(n) + 3 * SLOTS * n + SLOTS * k + slot] = worth(s.options.condition_values, tag_of(m))
        if seat == s.turn:
            m = lent_from(m, slot, s.lent, s.lenders, s.n_lent)
        left = kinds_in(m)
        while left != 0:
            c = lowest(left)
            out[start + KINDS * slot + c] = copies_of(m, c)
            left &= left - 1


@kernel
def observe_seat(s, seat, out, at, n, k):
    """Numbers of cards, in or out, chips of the k-th seat: `hand_size` to `balance`."""
    full = s.options.hand_size + 1
    lent = s.n_lent if seat == s.turn else 0
    out[at] = total(s.hand[seat]) / full
    out[at + n] = (on_table(s.sets[seat]) - lent) / full
    status = 1 if not has(s.inside, seat) else 0 if has(s.spoken, seat) else 2
    out[at + 2 * n + 2 * k + status] = 1
    out[at + 5 * n] = seat == s.seat and not s.over
    out[at + 6 * n] = seat == s.eldest
    out[at + 7 * n] = chips(s.payoff[seat] - s.before[seat])
    out[at + 8 * n] = chips(s.payoff[seat])


@kernel
def chips(amount):
    """A logarithm of chips with their sign."""
    size = math.log2(1 + abs(amount)) / 4
    return size if amount > 0 else -size


@kernel
def observe_stock(s, out, start):
    """`stock` to `participants`; a stock turned over in sight of all is known card by card."""
    left = s.stock_end - s.stock_next
    foot = 0 if s.recycles > 0 else min(left, (s.deck_size - s.options.seats * s.options.hand_size - 1) // 2)
    out[start] = left / MOST_CARDS
    out[start + 1] = (left - foot) / MOST_CARDS
    out[start + 2] = foot / MOST_CARDS
    out[start + 3] = math.log2(1 + s.recycles)
    if s.recycles > 0 and not s.options.recycle_shuffle:
        write(s.renewed, out, start + 4)
        if left > 0:
            out[start + 4 + KINDS + np.int64(s.pile[s.stock_next])] = 1
    out[start + 4 + 2 * KINDS] = chips(s.pot)
    participants = 0
    for seat in range(s.options.seats):
        participants += has(s.inside, seat)
    out[start + 5 + 2 * KINDS] = participants / s.options.seats


@kernel
def observe_rules(s, out, start):
    """`phase` to `rules`."""
    out[start + s.phase] = 1
    deals = s.options.match_deals if s.options.episode != 0 else 1
    out[start + 5] = s.deal_number / deals
    out[start + 6] = (deals - s.deal_number) / deals
    out[start + 7] = s.options.double_if_no_meld
    out[start + 8] = s.options.demand / 2


# In words


def text(options: Any, seen: dict[str, np.ndarray]) -> str:
    """The table from one seat, all of it read off the observation."""
    names = [name.translate(_NUMERAL) if options.deck_style == "numeral" else name for name in CARDS.names]
    stock, head, foot = (round(float(part) * MOST_CARDS) for part in seen["stock"])
    piled = round(float(seen["pile_size"][0]) * MOST_CARDS)
    lines = [
        f"{PHASES[int(seen['phase'].argmax())]}: pot {_chips(seen['pot'][0])}, pile {_top(names, seen)}, {piled} cards",
        f"stock {stock} (head {head}, foot {foot})",
        f"your hand: {_cards(names, seen['hand'])}"
        + _if_any(names, ", to be laid down", seen["must"])
        + _if_any(names, ", borrowed", seen["pending"])
        + _if_any(names, ", slot for", seen["moving"]),
    ]
    for title, block in ("pile", "pile"), ("renewed stock", "renewed"), ("in the batch", "batch"):
        if block in seen and seen[block].any():
            lines.append(f"{title}: {_cards(names, seen[block])}")
    return "\n".join(lines + [_seat_line(k, options, names, seen) for k in range(options.seats)])


_NUMERAL = str.maketrans({"J": "8", "Q": "9", "K": "10"})


def _top(names: list[str], seen: dict[str, np.ndarray]) -> str:
    card = int(seen["pile_top"].argmax())
    return "empty" if card == KINDS else names[card]


def _seat_line(k: int, options: Any, names: list[str], seen: dict[str, np.ndarray]) -> str:
    full = options.hand_size + 1
    words = [
        f"  {'you' if k == 0 else f'next {k}':8s}",
        ("in", "dropped", "not yet")[int(seen["status"][k].argmax())],
    ]
    words.append(f"{round(float(seen['hand_size'][k]) * full)} in hand, {_chips(seen['net'][k]):+d} chips")
    for slot in range(SLOTS):
        if seen["kinds"][k, slot].any():
            tag = round(float(seen["tags"][k, slot]))
            words.append(f"[{_cards(names, seen['sets'][k, slot])}{f' = {tag}' if tag else ''}]")
    words += [name.replace("_", " ") for name in ("eldest", "turn", "to_act") if seen[name][k]]
    return " ".join(words)


def _chips(feature: Any) -> int:
    """What `chips` wrote."""
    size = round(2 ** abs(4 * float(feature))) - 1
    return size if feature > 0 else -size


def _if_any(names: list[str], label: str, heap: np.ndarray) -> str:
    return f"{label} {_cards(names, heap)}" if heap.any() else ""


def _cards(names: list[str], heap: np.ndarray) -> str:
    return " ".join(names[c] for c in np.repeat(np.arange(KINDS), np.rint(heap).astype(int)))
