"""Who sits where in the games of `SelfPlayVecEnv`, and what its learner is credited with.

Credit: a decision is rewarded with all that the learner's seat is paid until its next decision or the end of the
episode; the first one also with what was paid before it, such as antes. An episode that ends without any decision of
the learner is no experience: it is counted, and none of its payments reach another episode.
"""

import numpy as np

from ..core.kernel import kernel
from ..core.record import record
from .experience import MOST_SEATS, draw_player, transformed

__all__ = ["COUNTS", "ROW", "begin_episodes", "credit"]

ROW = record(
    "self_play_row",
    ("player", np.int64, (MOST_SEATS,)),  # who sits where, but for the learner's seat: a code, see `experience`
    ("decisions", np.int64),  # of the learner in this episode
    ("credited", np.float64),  # of this episode's transformed payoff
    ("random", np.uint64, (1,)),  # the stream of the row's opponents
)
"""What is kept of each game."""
COUNTS = record(
    "self_play_counts",
    ("moves", np.int64),  # of all seats
    ("episodes", np.int64),  # with at least one decision of the learner
    ("idle", np.int64),  # episodes without
    ("decisions", np.int64),  # in the episodes counted
    ("payoff", np.int64),  # of the learner in them
)
"""What is counted over all games."""


@kernel(nogil=True)
def begin_episodes(rows, learner, chosen, seats, bounds):
    """Moves the learner one seat on in the games `chosen`, and draws who sits elsewhere."""
    for i in chosen:
        begin_episode(rows, learner, i, seats, bounds)


@kernel
def begin_episode(rows, learner, i, seats, bounds):
    """The same for game i."""
    row = rows[i]
    learner[i] = (learner[i] + 1) % seats
    row.decisions = 0
    row.credited = 0.0
    for seat in range(seats):
        row.player[seat] = draw_player(row.random, bounds)


@kernel(nogil=True)
def credit(
    rows, learner, moved, seat, done, truncated, payoff, last_view, transform, scale, bound,
    rewards, dones, cut, lengths, payoffs, views, counts, seats, bounds,
):  # fmt: skip
    """Books what a move in each game of `moved` brought the learner; returns the games where another seat is to act.

    `seat` to `last_view` are the batch's buffers, `rewards` to `views` the learner's, of the episode that a step ends.
    """
    left = np.empty(len(moved), np.int64)
    n_left = 0
    count = counts[0]
    count.moves += len(moved)
    for i in moved:
        row = rows[i]
        own = payoff[i, learner[i]]
        if row.decisions > 0 and (done[i] or seat[i] == learner[i]):
            value = transformed(own, transform, scale, bound)
            rewards[i] = value - row.credited
            row.credited = value
        if done[i]:
            if row.decisions > 0:
                dones[i] = True
                cut[i] = truncated[i]
                lengths[i] = row.decisions
                payoffs[i] = own
                views[i] = last_view[i]
                count.episodes += 1
                count.decisions += row.decisions
                count.payoff += own
            else:
                count.idle += 1
            begin_episode(rows, learner, i, seats, bounds)
        if seat[i] != learner[i]:
            left[n_left] = i
            n_left += 1
    return left[:n_left]
