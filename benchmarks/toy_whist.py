"""Toy whist, the yardstick of the machine: four seats, thirteen tricks, no bidding, no options, no keys, no payments.

It is as little as a trick game can be while keeping a real shape (52 cards, 160 features), with loops written for it
alone. What a real game adds to these figures is the price of its rules and of generic drivers.
"""

import numpy as np

from cardenvs.core.kernel import kernel
from cardenvs.core.random import below, shuffle
from cardenvs.core.record import record

SEATS, HAND, SUIT = 4, 13, 13
ACTIONS = 52  # play that card = suit * 13 + rank
FEATURES = 3 * 52 + SEATS  # own hand, cards gone, cards of this trick, tricks taken

STATE = record(
    "toy_whist",
    ("random", np.uint64, (1,)),
    ("deck", np.int8, (52,)),
    ("hand", np.int64, (SEATS,)),  # card sets
    ("gone", np.int64),  # card set
    ("trick", np.int64, (SEATS,)),  # cards in order of play, the first trick_size count
    ("trick_size", np.int64),
    ("taken", np.int64, (SEATS,)),  # tricks
    ("tricks", np.int64),  # tricks over
    ("trump", np.int64),  # suit
    ("seat", np.int64),  # to act
    ("over", np.bool_),
)


@kernel
def deal(s):
    """Thirteen cards each; the suit of the last one is trump; seat 0 leads."""
    for card in range(52):
        s.deck[card] = card
    shuffle(s.random, s.deck, 52)
    for seat in range(SEATS):
        s.hand[seat] = 0
        s.taken[seat] = 0
        for k in range(HAND):
            s.hand[seat] |= np.int64(1) << s.deck[HAND * seat + k]
    s.trump = s.deck[51] // SUIT
    s.gone = s.trick_size = s.tricks = s.seat = 0
    s.over = False


@kernel
def legal(s, mask):
    """Follow suit if you can."""
    cards = s.hand[s.seat]
    if s.trick_size > 0:
        led = cards & (np.int64(0x1FFF) << (SUIT * (s.trick[0] // SUIT)))
        if led != 0:
            cards = led
    n = 0
    for card in range(ACTIONS):
        mask[card] = (cards >> card) & 1
        n += mask[card]
    return n


@kernel
def apply(s, card):
    """The highest trump takes the trick, else the highest card of the suit led, and leads to the next."""
    played = np.int64(1) << card
    s.hand[s.seat] &= ~played
    s.gone |= played
    s.trick[s.trick_size] = card
    s.trick_size += 1
    s.seat = (s.seat + 1) % SEATS
    if s.trick_size < SEATS:
        return
    best = 0
    for k in range(1, SEATS):
        same_suit = s.trick[k] // SUIT == s.trick[best] // SUIT
        if s.trick[k] > s.trick[best] if same_suit else s.trick[k] // SUIT == s.trump:
            best = k
    s.seat = (s.seat + best) % SEATS
    s.taken[s.seat] += 1
    s.tricks += 1
    s.trick_size = 0
    s.over = s.tricks == HAND


@kernel
def observe(s, seat, out):
    """Own hand, cards gone, cards of this trick, and the tricks taken, own first."""
    for card in range(52):
        out[card] = (s.hand[seat] >> card) & 1
        out[52 + card] = (s.gone >> card) & 1
        out[104 + card] = 0
    for k in range(s.trick_size):
        out[104 + s.trick[k]] = 1
    for k in range(SEATS):
        out[156 + k] = s.taken[(seat + k) % SEATS] / HAND


@kernel
def playout(states, steps, mask, observation):
    """Plays `steps` random legal actions on game 0, deals following each other; observes unless `observation` is empty."""
    s = states[0]
    for _ in range(steps):
        if s.over:
            deal(s)
        k = below(s.random, legal(s, mask))
        if len(observation) > 0:
            observe(s, s.seat, observation)
        for card in range(ACTIONS):
            k -= mask[card]
            if k < 0:
                apply(s, card)
                break


@kernel
def reset_batch(states, observations, masks):
    """Deals every game."""
    for i in range(len(states)):
        deal(states[i])
        legal(states[i], masks[i])
        observe(states[i], states[i].seat, observations[i])


@kernel
def step_batch(states, actions, observations, masks, done):
    """Plays one legal action in every game, and deals finished games anew."""
    for i in range(len(states)):
        s = states[i]
        apply(s, actions[i])
        done[i] = s.over
        if s.over:
            deal(s)
        legal(s, masks[i])
        observe(s, s.seat, observations[i])


@kernel
def step_one(states, action, observation, mask):
    """Plays one legal action; the mask and what the seat to act sees, unless the deal is over."""
    s = states[0]
    apply(s, action)
    if not s.over:
        legal(s, mask)
        observe(s, s.seat, observation)
