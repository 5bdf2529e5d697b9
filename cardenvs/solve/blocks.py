"""The table of Monte Carlo CFR: a block of numbers for each information set, and the index that finds it.

`words` (uint64) and `pool` (float64) are the same memory. Blocks lie in it one after the other, in the order in which their sets were met:
first one that all sets share for which there was no room, then each set's own. A set's mark and regrets lie side by side, since
memory is what a large table waits for, and the index is small: from a mark's low bits to a block (uint32; 0, no block).
"""

import numpy as np

from ..core.kernel import kernel
from ..core.knowledge import key

__all__ = [
    "KEY", "LEFT_OUT", "MARK", "REGRETS", "SETS", "SHORT", "SIZE", "USED", "added", "crowded", "indexed", "looked_up", "slot_of",
]  # fmt: skip

SETS = 0
"""Among the counts: information sets stored."""
USED = 1
"""Among the counts: words in use."""
LEFT_OUT = 2
"""Among the counts: visits to sets that found no room."""
SHORT = 3
"""Among the counts: is there a set that the table has not grown for?"""
KEY = 0
"""In a block: the set's key."""
SIZE = 1
"""In a block: how many actions."""
MARK = 2
"""In a block: what `mark` makes of the set."""
REGRETS = 3
"""In a block: where the regrets begin; the sums of the actions' probabilities follow them."""
_32 = np.uint64(32)


@kernel
def crowded(index, pool, counts):
    """Is it time for a larger table?"""
    return 4 * counts[SETS] > len(index) or 2 * counts[USED] > len(pool) or counts[SHORT] > 0


@kernel(wraps=True, inline="always")
def mark(s):
    """Tells the information sets of the seats to act apart as `key` does, from the same two halves, in a few cycles.

    They are scrambled as they are, each in the same way: turned round, one is not mistaken for the other.
    """
    return (s.private_key[s.seat] ^ np.uint64(s.seat)) + ((s.public_key << _32) | (s.public_key >> _32))


@kernel(inline="always")
def slot_of(own, index, words):
    """Where the index names the set of that mark, or would."""
    slot = np.int64(own & np.uint64(len(index) - 1))
    while index[slot] != 0 and words[index[slot] + MARK] != own:
        slot += 1
        if slot == len(index):
            slot = 0
    return slot


@kernel(inline="always")
def looked_up(states, i, n, index, words, pool, counts):
    """The block of the information set of the seat to act, of n actions; a new one if it has not been met."""
    own = mark(states[i])
    slot = slot_of(own, index, words)
    if index[slot] == 0:
        return added(key(states[i], states[i].seat), own, n, slot, index, words, pool, counts)
    return np.int64(index[slot])


@kernel
def added(name, own, n, slot, index, words, pool, counts):
    """The block of a new information set, whose key is `name`.

    Where there is no room, the block at 0, which all such sets share: zeros now, and nobody reads it later.
    """
    size = REGRETS + 2 * n
    if 8 * counts[SETS] >= 7 * len(index) or counts[USED] + size > len(pool):
        counts[LEFT_OUT] += 1
        counts[SHORT] = 1
        pool[:size] = 0.0
        return np.int64(0)
    block = counts[USED]
    index[slot] = block
    words[block + KEY], words[block + SIZE], words[block + MARK] = name, n, own
    counts[SETS] += 1
    counts[USED] += size
    return block


@kernel
def indexed(index, words, first, used, most):
    """Fills an empty index of the blocks ``words[first:used]``; how many there are, -1 if that is not what they are.

    Blocks lie in the order in which their sets were met: the index comes out as it was.
    """
    sets = 0
    block = first
    while block + REGRETS <= used:
        n = np.int64(words[block + SIZE])
        if not 2 <= n <= most or sets + 1 == len(index):
            return -1
        slot = np.int64(words[block + MARK] & np.uint64(len(index) - 1))
        while index[slot] != 0:
            if words[index[slot] + MARK] == words[block + MARK]:
                return -1
            slot = (slot + 1) % len(index)
        index[slot] = block
        sets += 1
        block += REGRETS + 2 * n
    return sets if block == used else -1
