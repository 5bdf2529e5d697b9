"""Seats around a table: 0 .. n - 1, the next number to the left.

Comparisons, since a division would cost more than all else in a short rule.
"""

from ..core.kernel import kernel

__all__ = ["left_of", "seats_between"]


@kernel
def left_of(seat, k, n):
    """The k-th seat to the left of `seat`, 0 <= k <= n."""
    other = seat + k
    return other - n if other >= n else other


@kernel
def seats_between(seat, other, n):
    """How many seats to the left of `seat` the `other` sits, 0 .. n - 1."""
    k = other - seat
    return k + n if k < 0 else k
