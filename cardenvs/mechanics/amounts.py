"""Amounts as observations tell them."""

import math

from ..core.kernel import kernel

__all__ = ["size"]


@kernel
def size(chips, unit):
    """An amount on a scale on which a match's largest fits too: log2 of its units, by 16; the sign kept."""
    magnitude = math.log2(1 + abs(chips) / unit) / 16
    return -magnitude if chips < 0 else magnitude
