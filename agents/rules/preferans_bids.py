"""Preferans by the book up to the first lead: words, discards, order, whist. § cites docs/rules/preferans.md."""

import numpy as np

from ...core.cards import count, gather, has, highest, lowest
from ...core.kernel import kernel
from ...games.preferans.names import (
    BID,
    CARDS,
    CLOSED,
    DEALER_LOOK,
    DEALER_WHIST,
    DISCARD2,
    HALF,
    HALF_RETURN,
    HOLD,
    LOOK_D1,
    MIS,
    MISERE,
    MISW,
    NO_TRUMP,
    OPEN,
    OPENING,
    ORDER_OF_RANK,
    ORDERS,
    PASS,
    PASSES,
    RANK_OF_ACTION,
    RANKS,
    SEATS,
    STEPS,
    SUIT,
    TEN,
    TENS,
    TRUMP,
    WHIST,
    WHISTS,
)
from ...games.preferans.state import entry
from ...games.preferans.sure import sure_tricks
from ...games.preferans.view import BID_AT, BIDS_AND_NONE, CONTRACT_AT, DEALER_AT, DISCARDED, FLAG, KNOWN, WORD_AT
from .preferans_tables import (
    AFTER_NOBODY,
    AFTER_PASS,
    AFTER_WHIST,
    FORBIDDEN,
    HOLES,
    TAKES_BACK,
    TRICKS,
    WHIST_NEEDS,
)

JACK, QUEEN, KING, ACE = 16, 32, 64, 128  # in a holding
NT_LOSS = 50  # hundredths that no-trump costs without the lead


@kernel
def cards_at(observation, start):
    """A block of cards as a set."""
    return gather(observation[start : start + CARDS])


@kernel
def holding(cards, suit):
    """The cards of a suit, 7 = bit 0."""
    return (cards >> (RANKS * suit)) & SUIT


@kernel
def worth(cards, suit):
    """§11.1  Hundredths of a trick."""
    held = holding(cards, suit)
    return TRICKS[held >> 4, count(held & 15)]


@kernel
def total_worth(cards):
    """§11.1  Over all suits."""
    return worth(cards, 0) + worth(cards, 1) + worth(cards, 2) + worth(cards, 3)


@kernel
def forehand(options, observation):
    """§2  Has the bot the first lead: is the dealer on its right?"""
    return observation[DEALER_AT + options.seats - 1] == 1


# Auction


@kernel
def word(options, observation, mask):
    """§11.3  A safe misère; else the next word, as long as the hand is worth what it promises."""
    hand = cards_at(observation, KNOWN)
    lead = 1 if forehand(options, observation) else 0
    if mask[MIS] == 1 and misere_fits(hand, lead):
        return MIS
    if mask[MISW] == 1 and mask[MIS] == 0 and hole_sum(hand, lead) == 0 and misere_fits(hand, lead):
        return MISW
    return PASS if not opens(hand) else climb(observation, mask, highest_bid(options, hand))


@kernel
def hole_sum(hand, lead):
    """§11.2  The sum of the chances."""
    total = 0
    for suit in range(4):
        total += HOLES[lead, holding(hand, suit)]
    return total


@kernel
def misere_fits(hand, lead):
    """§11.2  No suit is forbidden, at most two are caught at all, in 80 % together."""
    holes = 0
    for suit in range(4):
        if FORBIDDEN[lead, holding(hand, suit)] == 1:
            return False
        holes += HOLES[lead, holding(hand, suit)] > 0
    return holes <= 2 and hole_sum(hand, lead) <= 80


@kernel
def opens(hand):
    """§11.3b  More than five tricks in a suit, or more than four in two."""
    best = second = np.int64(0)
    for suit in range(4):
        tricks = worth(hand, suit)
        if tricks > best:
            best, second = tricks, best
        elif tricks > second:
            second = tricks
    return best > 500 or best + second > 400


@kernel
def longest(hand):
    """§11.3c  The denomination of the longest suit; of equal ones the stronger, then the dearer."""
    best = 0
    for denom in range(1, NO_TRUMP):
        suit, champion = TRUMP[denom], TRUMP[best]
        more = count(holding(hand, suit)) - count(holding(hand, champion))
        if more > 0 or (more == 0 and worth(hand, suit) >= worth(hand, champion)):
            best = denom
    return best


@kernel
def highest_bid(options, hand):
    """§11.3c  The rank up to which to climb: a trick more than the hand is worth, hoped for from the talon."""
    level = total_worth(hand) // 100 + 1
    step = 0
    for k in range(STEPS):
        if 0 < entry(options.levels, k) <= level:
            step = k
    denom = longest(hand)
    return 5 * step + denom if step < TEN else TENS + denom


@kernel
def climb(observation, mask, top):
    """§11.3d  Hold where one may, else the lowest bid with the talon, unless it is above `top`."""
    if mask[HOLD] == 1 and standing(observation) <= top:
        return HOLD
    for action in range(BID, BID + ORDERS):
        if mask[action] == 1:
            return action if RANK_OF_ACTION[action] <= top else PASS
    return PASS


@kernel
def standing(observation):
    """The rank of the highest bid, -1 before any."""
    best = -1
    for slot in range(SEATS):
        best = max(best, last_bid(observation, slot))
    return best


@kernel
def last_bid(observation, slot):
    """The rank of a seat's last bid, -1 if none."""
    start = BID_AT + BIDS_AND_NONE * slot
    for k in range(1, BIDS_AND_NONE):
        if observation[start + k] == 1:
            return k - 1
    return -1


# Discards and order


@kernel
def discard(options, observation, mask, phase):
    """§11.3  The discards that leave the best ten cards, lower first."""
    legal = gather(mask[:CARDS])
    before = cards_at(observation, DISCARDED)
    cards = cards_at(observation, KNOWN) | before
    lead = 1 if forehand(options, observation) else 0
    caught = observation[CONTRACT_AT + MISERE] == 1
    two = count(options.cards) - 3 * options.hand_size == 2
    firsts = before if phase == DISCARD2 else legal
    best, choice = np.int64(-(1 << 40)), np.int64(0)
    while firsts != 0:
        first = firsts & -firsts
        firsts &= ~first
        seconds = cards & -(first << 1) if two else first
        while seconds != 0:
            pair = first | (seconds & -seconds)
            seconds &= seconds - 1
            score = harmless(cards & ~pair, pair, lead) if caught else promise(options, cards & ~pair, lead)
            if score > best:
                best, choice = score, pair
    return highest(choice) if phase == DISCARD2 else lowest(choice)


@kernel
def promise(options, kept, lead):
    """§11.3  How good ten cards are for a contract: their worth, then the number of trumps."""
    denom = best_trump(options, kept)
    tricks = total_worth(kept) - (NT_LOSS if denom == NO_TRUMP and lead == 0 else 0)
    return 64 * tricks + count(holding(kept, TRUMP[denom]))


@kernel
def best_trump(options, kept):
    """§11.3  The denomination with most trumps, the lowest of equal ones; no-trump where no suit may be bid."""
    best, most = NO_TRUMP, -1
    for denom in range(NO_TRUMP):
        trumps = count(holding(kept, TRUMP[denom]))
        if has(options.denoms, denom) and trumps > most:
            best, most = denom, trumps
    return best


@kernel
def harmless(kept, pair, lead):
    """§11.3  How good ten cards are for a misère: few holes, then high cards away."""
    ranks = lowest(pair) % RANKS + highest(pair) % RANKS
    return ranks - 64 * hole_sum(kept, lead)


@kernel
def order(options, observation, mask):
    """§11.3  What the hand is worth or sure of, at least the bid."""
    hand = cards_at(observation, KNOWN)
    lead = forehand(options, observation)
    denom = best_trump(options, hand)
    tricks = total_worth(hand) - (NT_LOSS if denom == NO_TRUMP and not lead else 0)
    others = options.cards & ~hand & ~cards_at(observation, DISCARDED)
    level = max(tricks // 100, sure_tricks(hand, others, TRUMP[denom], lead))
    bid = ORDER_OF_RANK[last_bid(observation, 0)]
    first = max(bid // 5, step_for(options, level))
    for step in range(first, min(first + 2, STEPS)):
        if mask[BID + 5 * step + denom] == 1:
            return BID + 5 * step + denom
    return BID + bid


@kernel
def step_for(options, level):
    """The lowest step of at least that level, else the highest there is."""
    for step in range(STEPS):
        if entry(options.levels, step) >= level:
            return step
    return TEN


# Whist


@kernel
def whist_word(options, observation, mask, phase):
    """§11.3  Whist on enough tricks, else half a whist or none; look at the first hand that passed; lie open."""
    if phase == OPENING:
        return OPEN if mask[OPEN] == 1 else CLOSED
    if phase == DEALER_LOOK:
        return LOOK_D1
    slot = looked_at(observation) if phase == DEALER_WHIST else 0
    contract = observation[CONTRACT_AT : CONTRACT_AT + ORDERS].argmax()
    hand = cards_at(observation, KNOWN + CARDS * slot)
    need = WHIST_NEEDS[said_before(observation, phase), contract // 5]
    if defence(hand, contract % 5) >= need:
        return WHIST
    return HALF if mask[HALF] == 1 else PASS


@kernel
def looked_at(observation):
    """The slot of the hand that the dealer sees."""
    for slot in range(1, SEATS):
        if observation[FLAG + slot] == 1:
            return slot
    return 0


@kernel
def said_before(observation, phase):
    """Which row of WHIST_NEEDS applies."""
    if phase == HALF_RETURN:
        return TAKES_BACK
    said = AFTER_NOBODY
    for slot in range(1, SEATS):
        if observation[WORD_AT + SEATS * slot + WHISTS] == 1:
            return AFTER_WHIST
        if observation[WORD_AT + SEATS * slot + PASSES] == 1:
            said = AFTER_PASS
    return said


@kernel
def defence(hand, denom):
    """§11.3  Hundredths of a trick that a hand is worth against a contract."""
    tricks = np.int64(0)
    for suit in range(4):
        held = holding(hand, suit)
        if suit == TRUMP[denom]:
            tricks += trump_defence(held)
        else:
            tricks += side_defence(held)
            extra = count(held) - 4
            if extra > 0 and denom != NO_TRUMP:
                tricks -= 30 * extra
            elif extra > 0 and held & (ACE | KING) != 0:
                tricks += 100 * extra
    return tricks


@kernel
def trump_defence(held):
    """§11.3  The ace, a guarded king, queen and knave."""
    n = count(held)
    tricks = (held & ACE != 0) + (held & KING != 0 and n >= 2) + (held & QUEEN != 0 and n >= 3)
    return 100 * (tricks + (held & JACK != 0 and n >= 4))


@kernel
def side_defence(held):
    """§11.3  The ace; the king with it, with the queen, or guarded; the queen with two guards."""
    tricks = 100 if held & ACE != 0 else 0
    if held & KING != 0:
        if held & (ACE | QUEEN) != 0:
            tricks += 100
        elif count(held) >= 2:
            tricks += 70
    elif held & QUEEN != 0 and count(held) >= 3:
        tricks += 25
    return tricks
