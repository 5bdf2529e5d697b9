"""The order of the next deal's deck."""

import numpy as np

from .kernel import kernel
from .knowledge import keep_deal
from .random import mix, shuffle

__all__ = ["prepare_deal"]


@kernel(wraps=True)
def prepare_deal(s):
    """Orders the deck of the next deal, from the seed and the deal's number alone or as stacked."""
    s.deal_number += 1
    s.random[0] = mix(s.seed + mix(np.uint64(s.deal_number)))
    for k in range(s.deck_size):
        s.deck[k] = s.pack[k]
    shuffle(s.random, s.deck, s.deck_size)
    if s.stacked:
        for k in range(s.deck_size):
            s.deck[k] = s.stack[k]
        s.stacked = False
    keep_deal(s)
