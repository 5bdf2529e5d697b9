"""Panguingue between the deals of a match, where only a batch of the cards is shuffled (``reshuffle="batch"``).

§ cites docs/rules/panguingue.md.
"""

from ..core.deck import prepare_deal
from ..core.kernel import kernel
from ..core.random import shuffle
from .panguingue_sets import KINDS, SLOTS, amount, copies_of, copy, put


@kernel
def shuffle_batch(s):
    """§2  The rest of the stock comes first, less a batch, which is shuffled under it with the cards that were used.

    Of those, table and pile are known to all (§7). A stacked deck may belie that: then the whole pack counts as the batch.
    """
    start = s.deck_size
    if s.recycles == 0:
        start = min(s.stock_end, s.stock_next + s.options.shuffle_batch)
    stacked = s.stacked
    note_bottom(s)
    for p in range(s.deck_size):
        s.pile[p] = s.deck[p]
    prepare_deal(s)
    s.bottom_start = s.deck_size - start
    if not stacked:
        for p in range(s.deck_size):
            s.deck[p] = s.pile[(start + p) % s.deck_size]
        shuffle(s.random, s.deck[s.bottom_start :], start)
    if not bottom_true(s):
        s.bottom_start = 0


@kernel
def bottom_true(s):
    """Lies in the batch what is known to be there?"""
    for c in range(KINDS):
        copies = 0
        for p in range(s.bottom_start, s.deck_size):
            copies += s.deck[p] == c
        if copies < amount(s.bottom, c):
            return False
    return True


@kernel
def note_bottom(s):
    """§7  What everybody has seen go into the batch: the pile, and the sets on the table."""
    copy(s.piled, s.bottom)
    for seat in range(s.options.seats):
        for k in range(SLOTS):
            for c in range(KINDS):
                for _ in range(copies_of(s.sets[seat, k], c)):
                    put(s.bottom, c)
