"""What a seat may lay down, borrow and discard in panguingue: the legal actions of a turn after the draw.

§ cites docs/rules/panguingue.md.
"""

import numpy as np

from ..core.cards import bit, count, has
from ..core.kernel import kernel
from ..mechanics.tricks import next_in
from .panguingue_record import BORROW, DISCARD, DUTY, LAYOFF, LENDING, MELD, NO_CARD, SLOT
from .panguingue_sets import (
    SLOTS,
    TYPE_BITS,
    TYPE_CARDS,
    TYPE_COUNT,
    TYPES,
    TYPES_OF,
    accepted_by,
    lenders_of,
    loans,
    mark,
    melds,
    on_table,
    once,
    slots_for,
    usable_kinds,
    ways,
)


@kernel
def may_meld(s, mask):
    """§3.5  The pile's card first, then what a borrowed card asks for, else anything in the hand."""
    hand, sets = s.hand[s.seat], s.sets[s.seat]
    if s.must != NO_CARD or s.n_lent > 0:
        n = may_borrow(s, mask, True)
        if s.n_lent == 0 and slots_for(sets, s.must, s.options.free_noncomoquer) != 0:
            mask[LAYOFF + s.must] = 1
            n += 1
        return n
    held = once(hand)
    n = melds(hand, mask, MELD)
    n += mark(held & accepted_by(sets, s.options.free_noncomoquer), mask, LAYOFF, False)
    if loans(sets) != 0:
        n += may_borrow(s, mask, False)
    return n + mark(may_discard(s, held), mask, DISCARD, False)


@kernel
def may_borrow(s, mask, laying):
    """§3.5  A card is borrowed only for a new set that can be laid; `laying`: mark the sets that need no other too."""
    hand, sets = s.hand[s.seat], s.sets[s.seat]
    fixed = s.must if s.must != NO_CARD else s.lent[0]
    spare = loans(sets)
    known = once(hand) | spare | bit(s.must) if s.must != NO_CARD else once(hand) | spare
    n = np.int64(0)
    for k in range(TYPE_COUNT[fixed] if laying else TYPES):
        t = TYPES_OF[fixed, k] if laying else k
        if TYPE_BITS[t] & ~known != 0 or not (laying or TYPE_BITS[t] & spare != 0):
            continue
        found = ways(hand, sets, s.lent, s.lenders, s.n_lent, s.must, t)
        if laying and has(found, 0):
            mask[MELD + t] = 1
            n += 1
        for i in range(3):
            action = BORROW + TYPE_CARDS[t, i]
            if (found >> (1 + 3 * i)) & 7 != 0 and mask[action] == 0:
                mask[action] = 1
                n += 1
    return n


@kernel
def may_discard(s, held):
    """§3.5  Not what lets a next seat with ten down out, if there is anything else."""
    if s.options.safe_discard != DUTY:
        return held
    safe = held & ~unsafe(s)
    return safe if safe != 0 else held


@kernel
def unsafe(s):
    """§3.5  What the next seat, all its cards on the table, could go out with."""
    q = next_in(s.inside, s.seat, s.options.seats)
    if on_table(s.sets[q]) < s.options.hand_size:
        return np.int64(0)
    return usable_kinds(s.hand[q], s.sets[q], s.options.free_noncomoquer)


@kernel
def lenders(s, c):
    """§6  The slots from which the seat to act can borrow c."""
    return lenders_of(s.hand[s.seat], s.sets[s.seat], s.lent, s.lenders, s.n_lent, s.must, c)


@kernel
def may_choose(s, mask):
    """§6  The slots that accept the card, or can lend it."""
    if s.errand == LENDING:
        slots = lenders(s, s.moving)
    else:
        slots = slots_for(s.sets[s.seat], s.moving, s.options.free_noncomoquer)
    for k in range(SLOTS):
        mask[SLOT + k] = has(slots, k)
    return count(slots)
