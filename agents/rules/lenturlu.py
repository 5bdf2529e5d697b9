"""The advice of docs/rules/lenturlu.md §11: lead from a chain, lay what fits, buy when one rank is missing to close."""

import numpy as np

from ...core.cards import bit, gather, has, highest, lowest
from ...core.kernel import kernel
from ...core.rules import register_bot
from ...games.lenturlu import OF_RANK, OPTIONS, next_rank_of
from ...games.lenturlu_record import BUY1, BUY2, CARDS, CONTINUE, KING, MOST_LAYOUT, PASS, RANKS
from ...games.lenturlu_view import CHUNK, chips_at, phase_at

__all__ = ["act"]


@kernel
def act(options, observation, mask):
    """The book's card, purchase or pass."""
    hand = gather(observation[:CARDS])
    legal = gather(mask[:CARDS])
    if observation[phase_at(options.seats) + CONTINUE] == 1:
        if legal != 0:
            return pay_card_or_lowest(options, legal)
        return buys(options, observation, mask, hand)
    if options.goal == KING:
        return lead_to_close(options, hand)
    return lead_to_empty(options, observation, hand)


@kernel
def pay_card_or_lowest(options, cards):
    """A layout card if it pays, else the lowest index."""
    paying = cards & pay_cards(options)
    return lowest(paying if paying != 0 else cards)


@kernel
def pay_cards(options):
    """The layout cards, if they pay (a set)."""
    cards = np.int64(0)
    if options.pay_cards != 0:
        for k in range(MOST_LAYOUT):
            if options.layout[k] > 0:
                cards |= bit(options.layout[k] - 1)
    return cards


@kernel
def buys(options, observation, mask, hand):
    """With the goal `king`, two cards or one when no rank but the one needed is missing up to the king."""
    needed = observation[3 * CARDS + 1 : 3 * CARDS + 1 + RANKS].argmax()
    top = highest(options.ranks)
    missing = 0
    rank = needed
    while rank < top:
        rank = next_rank_of(options.ranks, rank)
        missing += hand & OF_RANK[rank] == 0
    if options.goal != KING or missing > 0:
        return PASS
    return BUY2 if mask[BUY2] else BUY1 if mask[BUY1] else PASS


@kernel
def chain(options, hand, rank):
    """How many ranks in a row from `rank` on are in the hand."""
    top = highest(options.ranks)
    length = 0
    while hand & OF_RANK[rank] != 0:
        length += 1
        if rank == top:
            break
        rank = next_rank_of(options.ranks, rank)
    return length


@kernel
def closes(options, hand, rank):
    """Does the chain from `rank` on reach the king?"""
    top = highest(options.ranks)
    while rank < top and hand & OF_RANK[rank] != 0:
        rank = next_rank_of(options.ranks, rank)
    return rank == top and hand & OF_RANK[top] != 0


@kernel
def lead_to_close(options, hand):
    """The lowest rank whose chain reaches the king; else the longest chain, the lowest of several; a king last."""
    top = highest(options.ranks)
    best, length = top, 0
    for rank in range(top):
        own = chain(options, hand, rank)
        if own > 0 and closes(options, hand, rank):
            return lowest(hand & OF_RANK[rank])
        if own > length:
            best, length = rank, own
    return lowest(hand & OF_RANK[best])


@kernel
def lead_to_empty(options, observation, hand):
    """The layout card with the highest stake; else a king; else the longest chain, the highest of several."""
    paying = hand & pay_cards(options)
    if paying != 0:
        return richest(options, observation, paying)
    top = highest(options.ranks)
    if hand & OF_RANK[top] != 0:
        return lowest(hand & OF_RANK[top])
    best, length = 0, 0
    for rank in range(top):
        own = chain(options, hand, rank)
        if own > 0 and own >= length:
            best, length = rank, own
    return lowest(hand & OF_RANK[best])


@kernel
def richest(options, observation, paying):
    """The card of the set with most chips on it, the lowest index of several."""
    best, most = CARDS, np.int64(-1)
    for k in range(MOST_LAYOUT):
        card, place = options.layout[k] - 1, chips_at(options.seats) + 2 * k
        chips = np.int64(observation[place] * CHUNK) + np.int64(observation[place + 1] * CHUNK) * CHUNK
        if card >= 0 and has(paying, card) and (chips > most or (chips == most and card < best)):
            best, most = card, chips
    return best


register_bot(OPTIONS, act, __name__)
