"""The score sheet of preferans (§4): pools, goras and whists of each seat, in whole numbers; no cards, no state.

`pool` and `gora` are int64 ``[>= seats]``. `whists` is int64 ``[>= seats, >= seats]``: what the row's seat has written on
the column's, times the number of seats, so that a pool point shared among all stays whole. Prices are in whists or
gora points a trick. § cites docs/rules/preferans.md.
"""

from ...core.kernel import kernel

__all__ = [
    "GORA_VALUE", "add_pool", "console", "fine_pair", "raspas_gora", "raspas_whists", "score", "sheet_closed", "write",
]  # fmt: skip

GORA_VALUE = 10
"""Whists that a gora point costs (§4.5)."""


@kernel
def write(whists, seats, seat, on, n):
    """§4  A seat writes n whists on another."""
    whists[seat, on] += seats * n


@kernel
def console(whists, seats, declarer, excused, n):
    """§4.2  Every other seat writes n whists on the declarer; not the seat `excused`, if there is one."""
    for seat in range(seats):
        if seat != declarer and seat != excused:
            write(whists, seats, seat, declarer, n)


@kernel
def fine_pair(gora, first, tricks_first, second, tricks_second, quota, price):
    """§4.1  Two whisters short of their quota: of one trick, the second pays; else whoever lacks his half of it."""
    missing = quota - tricks_first - tricks_second
    half = quota // 2
    if missing <= 0:
        return
    if quota == 1 or tricks_first >= half:
        gora[second] += price * missing
    elif tricks_second >= half:
        gora[first] += price * missing
    else:
        gora[first] += price * (half - tricks_first)
        gora[second] += price * (half - tricks_second)


@kernel
def raspas_gora(gora, tricks, seats, price):
    """§4.4  Every trick of a raspas costs gora points."""
    for seat in range(seats):
        gora[seat] += price * tricks[seat]


@kernel
def raspas_whists(whists, tricks, hands, seats, price):
    """§4.4  The hands with the fewest tricks share, rounded down, what each trick of the other hands costs.

    `hands` is the set of seats that hold cards.
    """
    least, fewest = 0, -1
    for seat in range(seats):
        if (hands >> seat) & 1 == 1:
            if fewest < 0 or tricks[seat] < fewest:
                least, fewest = 0, tricks[seat]
            least += 1 if tricks[seat] == fewest else 0
    for seat in range(seats):
        for other in range(seats):
            both = (hands >> seat) & (hands >> other) & 1
            if both == 1 and tricks[seat] == fewest and tricks[other] > fewest:
                write(whists, seats, seat, other, price * tricks[other] // least)


@kernel
def add_pool(pool, gora, whists, seats, seat, points, target, value):
    """§4.6  Pool points of a seat fill its pool, then help others for whists, then write off gora, then are shared.

    `target` closes a pool, 0 never does; `value` is the whists of a pool point. The score of all seats moves as if the
    points had gone to a pool without end.
    """
    if target == 0:
        pool[seat] += points
        return
    own = min(points, max(0, target - pool[seat]))
    pool[seat] += own
    points -= own
    while points > 0:
        other = _fullest_open(pool, seats, seat, target)
        if other < 0:
            break
        help_ = min(points, target - pool[other])
        pool[other] += help_
        points -= help_
        write(whists, seats, seat, other, value * help_)
    worth = value * points
    off = min(gora[seat], worth // GORA_VALUE)
    gora[seat] -= off
    for other in range(seats):
        if other != seat:
            whists[seat, other] += worth - GORA_VALUE * off  # a share is the n-th part, and whists count n times


@kernel
def _fullest_open(pool, seats, seat, target):
    """§4.6  The fullest pool still open, ties to the next clockwise from `seat`; -1 if all are closed."""
    best = -1
    for k in range(1, seats):
        other = (seat + k) % seats
        if pool[other] < target and (best < 0 or pool[other] > pool[best]):
            best = other
    return best


@kernel
def sheet_closed(pool, seats, target):
    """§2  Is every pool closed? As help goes to open pools first, this says how much was earned in all."""
    still_open = 0
    for seat in range(seats):
        still_open += pool[seat] < target
    return still_open == 0


@kernel
def score(pool, gora, whists, seats, value, out):
    """§4.5  The settlement: n times each seat's score in whists, their sum 0, into `out` (int64 ``[>= seats]``)."""
    pools = goras = 0
    for seat in range(seats):
        pools += pool[seat]
        goras += gora[seat]
    for seat in range(seats):
        points = value * (seats * pool[seat] - pools) - GORA_VALUE * (seats * gora[seat] - goras)
        for other in range(seats):
            points += whists[seat, other] - whists[other, seat]
        out[seat] = points
