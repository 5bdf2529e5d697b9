"""Distinct choices from sets, every way of choosing equally likely: unseen cards for places, or places for cards.

Items choose one after the other, each uniformly from what the earlier ones left of its set. A way then comes up in
inverse proportion to the choices there were on it, so it is kept with a chance in proportion to them: step by step,
by the most choices that the step can have. Where the sets lie inside each other, and the smaller come first, every
way has the same number of choices and none is given up.
"""

import numpy as np

from ..core.cards import count, pick
from ..core.kernel import kernel
from ..core.random import below

__all__ = ["choose_distinct", "most_choices", "sort_by_size"]


@kernel
def most_choices(sets, n, most):
    """Fills `most` (int64 ``[>= n]``): no item has more choices than its set less the earlier sets that lie inside it."""
    for i in range(n):
        inside = 0
        for j in range(i):
            inside += sets[j] & ~sets[i] == 0
        most[i] = max(1, count(sets[i]) - inside)


@kernel
def choose_distinct(random, sets, most, n, taken, chosen):
    """Items 0 .. n - 1 choose distinct members of their sets, none of `taken`; False where the way is given up.

    Args:
        random: a stream.
        sets: int64 ``[>= n]``, what each item can choose.
        most: int64 ``[>= n]``, the most choices it can have, as `most_choices` finds for these sets or larger ones.
        n: how many items.
        taken: the set of what is gone already.
        chosen: int64 ``[>= n]``, filled with the choices.
    """
    for i in range(n):
        free = sets[i] & ~taken
        k = below(random, most[i])
        if k >= count(free):
            return False
        chosen[i] = pick(free, k)
        taken |= np.int64(1) << chosen[i]
    return True


@kernel
def sort_by_size(items, sets, n):
    """Sorts items (int64 ``[>= n]``) and their sets, the smallest set first."""
    for i in range(1, n):
        item, own = items[i], sets[i]
        j = i
        while j > 0 and count(sets[j - 1]) > count(own):
            items[j], sets[j] = items[j - 1], sets[j - 1]
            j -= 1
        items[j], sets[j] = item, own
