"""The decisions that an update learns from: who made them, what each brought its seat, and how good that was.

Every decision of the current policy is an entry, whichever seat it was made for. An entry is open until the same seat
decides again or the episode ends; then it knows its reward, all that the seat was paid in between whoever moved, and the
entry that follows it. Advantages are computed along these links, so other seats' moves, several moves in a row and
seats with a single decision need no special care. Entries still open when an update is due are carried into the next.
"""

from collections.abc import Mapping

import numpy as np
import torch

from ..core.kernel import kernel
from ..core.random import unit
from ..core.record import record
from .network import Rows, pick_rows

__all__ = [
    "COUNTS", "CURRENT", "CUT", "END", "FORCED", "MOST_SEATS", "OPEN", "ROW", "TRANSFORMS", "Entries", "advantages", "begin_episodes",
    "draw_player", "enter", "sample", "settle", "transformed",
]  # fmt: skip

CURRENT, FORCED = 0, -1
"""Player codes: the current policy (bots follow, then the versions of the pool); nobody, where one move is legal."""
OPEN, CUT, END = -3, -2, -1
"""What follows an entry, where no other does: not known yet; the rules ended the episode unsettled; the end."""
PLAIN, CLIP, SYMLOG = range(3)
TRANSFORMS = ("none", "clip", "symlog")
"""Of an episode's payoff, by number."""
MOST_SEATS = 16
"""The seats that a row has room for."""

ROW = record(
    "self_play_seats",
    ("player", np.int64, (MOST_SEATS,)),  # who sits where: a code
    ("open", np.int64, (MOST_SEATS,)),  # the seat's open entry, -1 none
    ("credited", np.float64, (MOST_SEATS,)),  # of this episode's transformed payoff
    ("learner", np.int64),  # a seat that the current policy holds whatever is drawn
    ("random", np.uint64, (1,)),  # the stream of the row's players
)
"""What is kept of each game."""
COUNTS = record(
    "self_play_totals",
    ("moves", np.int64),  # of all seats
    ("decisions", np.int64),  # entries made
    ("forced", np.int64),  # moves that were the only legal one
    ("episodes", np.int64),  # ended
    ("seats", np.int64),  # held by the current policy in them
    ("payoff", np.int64),  # of these
)
"""What is counted over all games."""


class Entries:
    """Room for `size` decisions, as arrays; the first `used` count.

    Attributes:
        index, value, offset: what the seat saw, as `network.Rows`; with room for more.
        mask: int8 ``[size, actions]``.
        action: int64 ``[size]``.
        logp: float32 ``[size]``, of the action when it was chosen.
        reward: float32 ``[size]``, until the entry that follows.
        following: int64 ``[size]``: that entry, or OPEN, CUT, END.
        game, seat: int64 ``[size]``: whose decision it was.
    """

    NAMES = ("mask", "action", "logp", "reward", "following", "game", "seat")

    def __init__(self, size: int, features: int, actions: int) -> None:
        self._features = features
        self.index, self.value = np.zeros(0, np.int32), np.zeros(0, np.float32)
        self.offset = np.zeros(size + 1, np.int32)
        self.mask = np.zeros((size, actions), np.int8)
        self.action, self.game, self.seat = (np.zeros(size, np.int64) for _ in range(3))
        self.logp, self.reward = (np.zeros(size, np.float32) for _ in range(2))
        self.following = np.full(size, OPEN, np.int64)
        self.used = 0

    def make_room(self, n: int) -> None:
        """Sees that n more observations fit."""
        held = self.offset[self.used]
        need = int(held) + n * self._features
        if need > len(self.index):
            for name in ("index", "value"):
                old = getattr(self, name)
                grown = np.zeros(need + need // 2, old.dtype)
                grown[:held] = old[:held]
                setattr(self, name, grown)

    def rows(self, chosen: np.ndarray) -> Rows:
        """What was seen at the entries `chosen` (int64 ``[k]``)."""
        return pick_rows(self.index, self.value, self.offset, chosen)

    def since(self, first: int) -> Rows:
        """What was seen from entry `first` on, a view of it."""
        begin, end = self.offset[first], self.offset[self.used]
        arrays = (self.index[begin:end], self.value[begin:end], self.offset[first : self.used + 1] - begin)
        return Rows(*map(torch.from_numpy, arrays))

    def state_dict(self) -> dict[str, np.ndarray]:
        """The entries as plain arrays."""
        z = self.offset[self.used]
        seen = {"index": self.index[:z], "value": self.value[:z], "offset": self.offset[: self.used + 1]}
        return {name: getattr(self, name)[: self.used] for name in self.NAMES} | seen

    def load_state_dict(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Continues where `state_dict` was taken."""
        self.used = 0
        self.make_room(len(arrays["index"]))
        for name, array in arrays.items():
            getattr(self, name)[: len(array)] = array
        self.used = len(arrays["action"])

    def keep_open(self, rows: np.ndarray) -> None:
        """Moves the open entries to the front and forgets the rest; `rows` (``[games]`` of ROW) point at them."""
        kept = np.flatnonzero(self.following[: self.used] == OPEN)
        index, value, offset = (tensor.numpy() for tensor in self.rows(kept))
        self.index[: len(index)], self.value[: len(value)], self.offset[: len(offset)] = index, value, offset
        for name in self.NAMES:
            array = getattr(self, name)
            array[: len(kept)] = array[kept]
        rows["open"][self.game[: len(kept)], self.seat[: len(kept)]] = np.arange(len(kept))
        self.used = len(kept)


@kernel(nogil=True)
def begin_episodes(rows, chosen, seats, bounds):
    """Draws who sits where in the games `chosen`; the seat that the current policy holds for certain moves on by one."""
    for i in chosen:
        begin_episode(rows, i, seats, bounds)


@kernel
def begin_episode(rows, i, seats, bounds):
    """The same for game i."""
    row = rows[i]
    row.learner = (row.learner + 1) % seats
    for seat in range(seats):
        player = draw_player(row.random, bounds)
        row.player[seat] = CURRENT if seat == row.learner else player
        row.open[seat] = -1
        row.credited[seat] = 0.0


@kernel
def draw_player(random, bounds):
    """A player's code; `bounds` (float64) are the cumulative shares of all codes, up to 1."""
    share, code = unit(random), 0
    while code < len(bounds) - 1 and share >= bounds[code]:
        code += 1
    return code


@kernel
def transformed(payoff, transform, scale, bound):
    """The payoff as the learner is to value it (float64)."""
    value = payoff / scale
    if transform == CLIP:
        return min(max(value, -bound), bound)
    if transform == SYMLOG:
        return np.sign(value) * np.log1p(abs(value))
    return value


@kernel(nogil=True)
def enter(
    rows, seats, observations, masks, paid, transform, scale, bound,
    used, entry_index, entry_value, entry_offset, entry_mask, entry_reward, following, game, entry_seat, actions, players, counts,
):  # fmt: skip
    """Makes an entry of each game in which the current policy is to choose, from `used` on.

    It closes the seat's entry before. Moves that are the only legal one are written to `actions` (int64 ``[games]``);
    `players` (int64 ``[games]``) becomes who is to move, FORCED there.

    Returns:
        How many entries are used now.
    """
    for i in range(len(rows)):
        legal, only = 0, 0
        for action in range(masks.shape[1]):
            if masks[i, action] != 0:
                legal += 1
                only = action
        counts[0].moves += 1
        if legal == 1:
            actions[i] = only
            players[i] = FORCED
            counts[0].forced += 1
            continue
        row, seat = rows[i], seats[i]
        players[i] = row.player[seat]
        if row.player[seat] != CURRENT:
            continue
        before = row.open[seat]
        if before >= 0:
            value = transformed(paid[i, seat], transform, scale, bound)
            entry_reward[before] = value - row.credited[seat]
            row.credited[seat] = value
            following[before] = used
        row.open[seat] = used
        z = entry_offset[used]
        for feature in range(observations.shape[1]):
            if observations[i, feature] != 0:
                entry_index[z], entry_value[z] = feature, observations[i, feature]
                z += 1
        entry_offset[used + 1] = z
        entry_mask[used] = masks[i]
        entry_reward[used] = 0
        following[used] = OPEN
        game[used] = i
        entry_seat[used] = seat
        counts[0].decisions += 1
        used += 1
    return used


@kernel(nogil=True)
def sample(rows, logits, first, entry_mask, entry_action, logp, game, actions):
    """Draws the actions of the entries from `first` on by the masked softmax of `logits`; notes their log-probabilities."""
    for j in range(len(logits)):
        k = first + j
        top = -np.inf
        for action in range(logits.shape[1]):
            if entry_mask[k, action] != 0:
                top = max(top, np.float64(logits[j, action]))
        total = 0.0
        for action in range(logits.shape[1]):
            if entry_mask[k, action] != 0:
                total += np.exp(np.float64(logits[j, action]) - top)
        left, chosen = unit(rows[game[k]].random) * total, -1
        for action in range(logits.shape[1]):
            if entry_mask[k, action] != 0:
                chosen = action  # the last legal one stands where rounding leaves a crumb
                left -= np.exp(np.float64(logits[j, action]) - top)
                if left < 0:
                    break
        entry_action[k] = chosen
        logp[k] = np.float64(logits[j, chosen]) - top - np.log(total)
        actions[game[k]] = chosen


@kernel(nogil=True)
def settle(
    rows, done, truncated, payoffs, transform, scale, bound, reward, following, bounds, first_version, scores, counts
):  # fmt: skip
    """Closes the entries of games that ended, and draws who sits where in the next ones.

    `scores` (float64 ``[pool, 2]``): for each version from the player code `first_version` on, games against it and
    how many of them the current policy's seats won, on average and ties half.

    Returns:
        How many entries are open now.
    """
    seats = payoffs.shape[1]
    n_open = 0
    for i in range(len(rows)):
        row = rows[i]
        if not done[i]:
            for seat in range(seats):
                n_open += row.open[seat] >= 0
            continue
        own, total = 0, 0
        for seat in range(seats):
            if row.player[seat] == CURRENT:
                own += 1
                total += payoffs[i, seat]
            k = row.open[seat]
            if k >= 0:
                reward[k] = transformed(payoffs[i, seat], transform, scale, bound) - row.credited[seat]
                following[k] = CUT if truncated[i] else END
        for seat in range(seats):
            version = row.player[seat] - first_version
            if 0 <= version < len(scores):
                margin = total - own * payoffs[i, seat]
                scores[version, 0] += 1
                scores[version, 1] += 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
        counts[0].episodes += 1
        counts[0].seats += own
        counts[0].payoff += total
        begin_episode(rows, i, seats, bounds)
    return n_open


@kernel(nogil=True)
def advantages(reward, following, value, gamma, gae_lambda, out):
    """Generalised advantage estimation (Schulman et al. 2016, eq. 16) along the links of the entries.

    ``A_k = r_k + gamma V(next) - V(k) + gamma lambda A_next``, the last two terms 0 at the end of an episode. An entry that
    is open or cut has no reward yet: it gets 0, and lends its value to the one before, which stops the sum there.

    Args:
        reward: float32 ``[n]``.
        following: int64 ``[n]``, always a later entry, or a code.
        value: float32 ``[n]``.
        gamma: 0 to 1.
        gae_lambda: 0 to 1.
        out: float32 ``[n]``.
    """
    for k in range(len(out) - 1, -1, -1):
        after = following[k]
        if after == END:
            out[k] = reward[k] - value[k]
        elif after >= 0:
            out[k] = reward[k] + gamma * value[after] - value[k] + gamma * gae_lambda * out[after]
        else:
            out[k] = 0
