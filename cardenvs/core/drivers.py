"""Compiled loops that know no game: `states` is an array of any game's records."""

import numpy as np

from .deck import prepare_deal
from .kernel import kernel
from .knowledge import key
from .random import below, next_bits
from .rules import apply, choose, deal, legal, locate, observe, redeal

__all__ = [
    "ILLEGAL", "OVER", "PAID", "SEAT", "begin", "begin_one", "begin_playable", "begin_rows", "check_batch", "check_rows",
    "choose_batch", "copy", "deal_in", "key_of", "legal_in", "locate_in", "look", "look_batch", "look_one", "observe_all", "observe_in",
    "observe_rows", "playout", "prepare", "prepare_next", "random_action", "random_batch", "redeal_in",
    "reset_batch", "step", "step_batch", "step_one", "step_rows",
]  # fmt: skip

ILLEGAL, SEAT, PAID, OVER = -1, 0xFF, 0x100, 0x200
"""What `step_one` returns: ILLEGAL, or in the bits of SEAT the seat to act, with PAID and OVER where they hold."""


@kernel
def copy(states, i, source, j):
    """Makes game i of `states` game j of `source` (a slice of one: by record, it would take 20 s to compile)."""
    states[i : i + 1] = source[j : j + 1]


@kernel
def prepare(states, i, blank, random):
    """Makes game i ready for its first deal: seed drawn from `random`, deck shuffled, first dealer chosen."""
    states[i : i + 1] = blank[0:1]
    s = states[i]
    s.seed = next_bits(random)
    prepare_deal(s)
    if s.dealer < 0:
        s.dealer = below(s.random, s.options.seats)


@kernel
def prepare_next(states, i):
    """Orders the deck of the next deal, as the game itself will."""
    prepare_deal(states[i])


@kernel
def deal_in(states, i):
    """Deals from the deck as it lies."""
    deal(states, i)


@kernel
def begin(states, i, blank, random):
    """Begins game i anew; it may be over as dealt."""
    prepare(states, i, blank, random)
    deal(states, i)


@kernel
def begin_playable(states, i, blank, random):
    """Begins games until one has a decision; returns how many were over as dealt."""
    begin(states, i, blank, random)
    skipped = 0
    while states[i].over:
        begin(states, i, blank, random)
        skipped += 1
    return skipped


@kernel
def legal_in(states, i, mask):
    """Fills the legal mask (int8 ``[actions]``) of game i, zeros after the end; returns how many are legal."""
    if states[i].over:
        mask[:] = 0
        return 0
    return legal(states, i, mask)


@kernel
def step(states, i, action):
    """Plays a legal action of game i."""
    apply(states, i, action)


@kernel
def observe_in(states, i, seat, out):
    """Fills what `seat` sees of game i (float32 ``[features]``)."""
    observe(states, i, seat, out)


@kernel
def observe_all(states, out):
    """Fills what each seat sees of game 0 (float32 ``[seats, features]``)."""
    for seat in range(len(out)):
        observe(states, 0, seat, out[seat])


@kernel
def locate_in(states, i, out):
    """Fills where the cards of game i lie (int8 ``[places, cards]``)."""
    out[:] = 0
    locate(states, i, out)


@kernel
def key_of(states, i, seat):
    """The information set of `seat` in game i (uint64)."""
    return key(states[i], seat)


@kernel(wraps=True)
def redeal_in(states, i, seat, random):
    """Resamples what `seat` can't know of game i, later shuffles included; False: not within the try limit."""
    s = states[i]
    done = redeal(states, i, seat, random)
    s.seed = next_bits(random)
    s.random[0] = next_bits(random)
    s.stacked = False
    return done


@kernel
def random_action(mask, legal_actions, random):
    """A uniformly random legal action."""
    k = below(random, legal_actions)
    for action in range(len(mask)):
        k -= mask[action]
        if k < 0:
            return action
    return -1  # not reached: `mask` holds `legal_actions` ones


@kernel(nogil=True)
def playout(states, i, blank, random, steps, mask, observation):
    """Plays `steps` random legal actions of game i, games following each other; observes unless `observation` is empty.

    Returns how many games ended.
    """
    games = 0
    for _ in range(steps):
        if states[i].over:
            games += 1
            begin_playable(states, i, blank, random)
        legal_actions = legal(states, i, mask)
        if len(observation) > 0:
            observe(states, i, states[i].seat, observation)
        apply(states, i, random_action(mask, legal_actions, random))
    return games


@kernel
def begin_one(states, blank, random, observation, mask, paid):
    """Begins game 0 anew and looks, as `step_one`; returns how many deals were over as dealt."""
    skipped = begin_playable(states, 0, blank, random)
    look_one(states, observation, mask, paid)
    return skipped


@kernel
def look_one(states, observation, mask, paid):
    """Fills what the seat to act in game 0 sees and may do; nothing is reported as paid yet."""
    paid[:] = 0
    legal(states, 0, mask)
    observe(states, 0, states[0].seat, observation)


@kernel
def step_one(states, action, observation, mask, paid):
    """Plays an action of game 0 if its `mask` allows it, and looks again; all in one call, for speed from Python.

    `paid` (int64 ``[2, seats]``) keeps what has been reported of the game so far, and below it what this move brought.

    Returns:
        ILLEGAL, and nothing has changed; else the seat to act with PAID, OVER. After the end observation and mask are
        left as they are.
    """
    if not 0 <= action < len(mask) or mask[action] == 0:
        return ILLEGAL
    apply(states, 0, action)
    s = states[0]
    outcome = s.seat
    for seat in range(paid.shape[1]):
        paid[1, seat] = s.payoff[seat] - paid[0, seat]
        if paid[1, seat] != 0:
            paid[0, seat] = s.payoff[seat]
            outcome |= PAID
    if s.over:
        return outcome | OVER
    legal(states, 0, mask)
    observe(states, 0, s.seat, observation)
    return outcome


@kernel
def check_rows(rows, games):
    """Are `rows` strictly ascending and each one of `games`?"""
    last = -1
    for row in rows:
        if not last < row < games:
            return False
        last = row
    return True


@kernel
def check_batch(rows, actions, masks):
    """The first k whose action the mask of game ``rows[k]`` forbids, or -1."""
    for k in range(len(rows)):
        if not 0 <= actions[k] < masks.shape[1] or masks[rows[k], actions[k]] == 0:
            return k
    return -1


@kernel(nogil=True)
def reset_batch(states, rows, blank, streams, observations, masks, seats, paid, skipped):
    """Begins every game of `rows` anew; see `step_batch` for the arrays."""
    for i in rows:
        skipped[i] = begin_playable(states, i, blank, streams[i])
        paid[i] = 0
        look(states, i, observations, masks, seats)


@kernel(nogil=True)
def look_batch(states, rows, observations, masks, seats):
    """Fills the seat to act, its legal mask and what it sees, for every game of `rows`."""
    for i in rows:
        look(states, i, observations, masks, seats)


@kernel
def look(states, i, observations, masks, seats):
    """Fills the seat to act in game i, its legal mask and what it sees."""
    seats[i] = states[i].seat
    legal(states, i, masks[i])
    observe(states, i, seats[i], observations[i])


@kernel(nogil=True)
def step_batch(
    states,
    rows,
    actions,
    blank,
    streams,
    observations,
    masks,
    seats,
    rewards,
    payoffs,
    done,
    truncated,
    paid,
    skipped,
    watch,
    last_view,
):
    """Plays the legal ``actions[k]`` in game ``rows[k]`` and deals finished games anew.

    `rewards` (float32 ``[games, seats]``) is what was paid since the step before, a deal's opening payments included;
    `paid` (int64) what has been reported of the game so far. Observations, masks and seats are those of the seat now
    to act, in the new game where one ended; rewards, payoffs, done and truncated those of the game that was played,
    and so is `last_view`: what the seat ``watch[i]``, unless negative, saw of its end.
    """
    n_seats = rewards.shape[1]
    for k in range(len(rows)):
        i = rows[k]
        apply(states, i, actions[k])
        s = states[i]
        for seat in range(n_seats):
            rewards[i, seat] = s.payoff[seat] - paid[i, seat]
            payoffs[i, seat] = paid[i, seat] = s.payoff[seat]
        done[i] = s.over
        truncated[i] = s.truncated
        skipped[i] = 0
        if s.over:
            if watch[i] >= 0:
                observe(states, i, watch[i], last_view[i])
            skipped[i] = begin_playable(states, i, blank, streams[i])
            paid[i] = 0
        look(states, i, observations, masks, seats)  # while the game is in the processor's cache


@kernel(nogil=True)
def random_batch(masks, streams, actions):
    """A uniformly random legal action for every row."""
    for i in range(len(masks)):
        total = np.int64(0)  # not 0, which would stay as narrow as the mask uncompiled
        for action in range(masks.shape[1]):
            total += masks[i, action]
        actions[i] = random_action(masks[i], total, streams[i])


@kernel(nogil=True)
def choose_batch(options, observations, masks, actions):
    """The rule-based bot's action for every row."""
    for i in range(len(masks)):
        actions[i] = choose(options, observations[i], masks[i])


@kernel(nogil=True)
def begin_rows(states, blank, streams):
    """Begins every game anew, each from its own stream; some may be over as dealt."""
    for i in range(len(states)):
        begin(states, i, blank, streams[i])


@kernel(nogil=True)
def observe_rows(states, rows, observations, masks, seats):
    """Fills entry k with what the seat to act in game ``rows[k]`` sees, its legal mask and its number."""
    for k in range(len(rows)):
        i = rows[k]
        seats[k] = states[i].seat
        legal(states, i, masks[k])
        observe(states, i, seats[k], observations[k])


@kernel(nogil=True)
def step_rows(states, rows, actions):
    """Plays the legal ``actions[k]`` in game ``rows[k]``; finished games stay as they are."""
    for k in range(len(rows)):
        apply(states, rows[k], actions[k])
