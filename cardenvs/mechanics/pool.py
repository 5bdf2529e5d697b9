"""Chips between the seats and a pool: what the seats have been paid and what lies in the pool keep their sum.

`payoff` is int64 ``[>= seats]``; each function that moves chips in or out returns what is then in the pool.
"""

from ..core.kernel import kernel

__all__ = ["collect", "pay", "split", "stake", "transfer"]


@kernel
def stake(payoff, seat, chips, pool):
    """`seat` puts `chips` in."""
    payoff[seat] -= chips
    return pool + chips


@kernel
def pay(payoff, seat, chips, pool):
    """`seat` takes `chips` out."""
    payoff[seat] += chips
    return pool - chips


@kernel
def split(payoff, seats, first, pool):
    """All seats share the pool; single chips left over go one each to the seats from `first` on."""
    for k in range(seats):
        payoff[(first + k) % seats] += pool // seats + (1 if k < pool % seats else 0)
    return 0


@kernel
def transfer(payoff, giver, taker, chips):
    """One seat pays another."""
    payoff[giver] -= chips
    payoff[taker] += chips


@kernel
def collect(payoff, seats, taker, chips):
    """Every other seat pays `chips` to `taker`."""
    for seat in range(seats):
        transfer(payoff, seat, taker, chips)
