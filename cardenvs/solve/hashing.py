"""A compiled hash table from information sets (`key`, uint64) to numbers: open addressing with linear probing.

Keys are scrambled already, so that their low bits choose the slot. A key of 0 marks a free slot; that a game makes one
is as likely as that two of its keys collide.
"""

import numpy as np

from ..core.kernel import kernel

__all__ = ["empty", "find", "widened"]


@kernel
def empty(slots):
    """A table of `slots` (a power of two): keys (uint64) and numbers (int64)."""
    return np.zeros(slots, np.uint64), np.zeros(slots, np.int64)


@kernel(inline="always")
def find(keys, key):
    """The slot of a key, or the free one where it belongs: is it there if ``keys[slot]`` is not 0."""
    last = np.uint64(len(keys) - 1)
    slot = np.int64(key & last)
    while keys[slot] != key and keys[slot] != 0:
        slot += 1
        if slot == len(keys):
            slot = 0
    return slot


@kernel
def widened(keys, numbers):
    """The same table with twice the slots."""
    more, moved = empty(2 * len(keys))
    for k in range(len(keys)):
        if keys[k] != 0:
            slot = find(more, keys[k])
            more[slot] = keys[k]
            moved[slot] = numbers[k]
    return more, moved
