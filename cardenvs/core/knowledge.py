"""What a seat has been told, folded into one 64-bit key: equal exactly when the seat can't tell two histories apart.

A key is kept in two parts, what all have seen and what the seat alone has seen, so that telling all is one operation
and `redeal` can rebuild a seat's private part without replaying the public one. That loses nothing: when a private
event happens is fixed by the public events (a draw follows its declaration), or its token says so.

A token is an int64 that names one event: an event kind in the top byte, its value (a card, a card set, a count) below.
Cards seen together are one card set, so that their order tells nothing. uint64 stays in here and in `random`.
"""

import numpy as np

from .kernel import kernel
from .random import GOLDEN, mix

__all__ = ["forget_deal", "key", "keep_deal", "tell", "tell_all", "token"]


@kernel
def token(kind, value):
    """The event `kind` (0..127) with `value` (0 <= value < 2**56)."""
    return (kind << 56) | value


@kernel(wraps=True)
def _fold(bits, event):
    return mix((bits ^ np.uint64(event)) + GOLDEN)


@kernel
def tell(s, seat, event):
    """`seat` alone sees `event`."""
    s.private_key[seat] = _fold(s.private_key[seat], event)


@kernel
def tell_all(s, event):
    """Every seat sees `event`."""
    s.public_key = _fold(s.public_key, event)


@kernel(wraps=True)
def key(s, seat):
    """The information set of `seat` (uint64)."""
    return mix((s.private_key[seat] ^ np.uint64(seat + 1)) + mix(s.public_key + GOLDEN))


@kernel
def keep_deal(s):
    """Marks the beginning of a deal: what `forget_deal` goes back to."""
    for seat in range(len(s.private_key)):
        s.deal_key[seat] = s.private_key[seat]


@kernel
def forget_deal(s, seat):
    """Takes back what `seat` alone was told in this deal, for `redeal` to tell it anew."""
    s.private_key[seat] = s.deal_key[seat]
