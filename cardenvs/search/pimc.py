"""Perfect-information Monte Carlo: what each action is worth on average over worlds that the seat can't tell apart.

A world is the state with all redealt that the seat can't know. In each world every legal action is tried and the deal
played on (`playout.play_on`), with the same chance for each: that takes the luck of the world out of comparisons.
Known limits of the method: strategy fusion and non-locality, Frank and Basin, Artificial Intelligence 100, 1998; it
never plays to learn, nor to hide.

Where many actions are tried in few worlds, the best mean is often luck. So the squares are kept too of what each action
brought more than one that is good by itself, in the same worlds: by them a caller sees whether it is better for sure.
"""

from ..core.drivers import copy, redeal_in
from ..core.kernel import kernel
from ..core.random import next_bits
from ..core.rules import apply
from .playout import play_on

__all__ = ["add_worlds"]

WORLD, TRIAL = 0, 1


@kernel(nogil=True)
def add_worlds(
    states,
    i,
    root_mask,
    worlds,
    policy,
    games,
    cards,
    memo,
    tried,
    work,
    mask,
    observation,
    chance,
    random,
    against,
    paid,
    totals,
    squares,
):
    """Tries every legal action of game i in so many worlds.

    Args:
        states: ``[n]``, games; not changed.
        i: which of them.
        root_mask: int8 ``[actions]``, the legal actions.
        worlds: how many to draw.
        policy: see `play_on`; so are games, cards, memo, tried, mask and observation.
        games: as there.
        cards: as there.
        memo: as there.
        tried: as there.
        work: ``[2]``, records to work in.
        mask: as there.
        observation: as there.
        chance: uint64 ``[1]``, a stream to work in.
        random: the stream that all chance comes from.
        against: a legal action.
        paid: float64 ``[actions]``, to work in.
        totals: float64 ``[actions]``, what the seat was paid after each action is added.
        squares: float64 ``[actions]``, the square of what it was paid more than after `against` is added.

    Returns:
        How many worlds there were: where a redeal hits its try limit there is one less.
    """
    seat = states[i].seat
    drawn = 0
    for _ in range(worlds):
        copy(work, WORLD, states, i)
        if not redeal_in(work, WORLD, seat, random):
            continue
        drawn += 1
        luck = next_bits(random)
        for action in range(len(root_mask)):
            if root_mask[action] != 0:
                copy(work, TRIAL, work, WORLD)
                chance[0] = luck
                apply(work, TRIAL, action)
                play_on(work, TRIAL, states, i, policy, games, cards, memo, tried, mask, observation, chance)
                paid[action] = work[TRIAL].payoff[seat]
        for action in range(len(root_mask)):
            if root_mask[action] != 0:
                totals[action] += paid[action]
                squares[action] += (paid[action] - paid[against]) ** 2
    return drawn
