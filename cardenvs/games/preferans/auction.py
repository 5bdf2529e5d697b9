"""Preferans up to the first lead: bids, talon, discards, the order, the whist. § cites docs/rules/preferans.md.

Each phase gives its legal actions and then its move; the moves leave the seat to act in `s.seat` and the phase in
`s.phase`.
"""

import numpy as np

from ...core.cards import bit, count, has, highest, lowest
from ...core.kernel import kernel
from ...core.knowledge import tell, tell_all, token
from ...mechanics.tricks import next_in
from .ledger import write
from .names import (
    ACTION_OF_RANK,
    BID,
    CLOSED,
    CONTRACT,
    DEALER_LOOK,
    DEALER_WHIST,
    DEALT_OUT,
    DISCARD,
    DISCARD1,
    DISCARD2,
    FULL_HAND,
    HALF,
    HALF_RETURN,
    HALVES,
    HOLD,
    LOOK_D1,
    LOOK_D2,
    LOOKED,
    MIS,
    MIS_RANK,
    MISERE,
    MISERES,
    MISW_RANK,
    NINE,
    NINE_W,
    NINES_W,
    NO_BID,
    NO_SUIT,
    NO_TRUMP,
    OPEN,
    OPENING,
    ORDER_OF_RANK,
    ORDERS,
    PASS,
    PASSES,
    RANK_OF_ACTION,
    SIX,
    STEPS,
    TALON,
    TALONLESS,
    TEN,
    TEN_W,
    TENS,
    TENS_W,
    TRUMP,
    WHIST,
    WHISTING,
    WHISTS,
    WITH_TALON,
    WORD,
)
from .options import ALLOWED, AUTO, CABAL, CHECKED, DECLARED, EVERY_STEP
from .play import start_catch, start_play, start_raspas
from .settle import close_accounts, price
from .state import entry

# Auction


@kernel
def list_bids(s):
    """§3.1, §10  The orders and bids that the options have at all."""
    s.bids = s.orders = np.int64(0)
    for step in range(STEPS):
        for denom in range(NO_TRUMP + 1):
            if entry(s.options.levels, step) == 0 or not has(s.options.denoms, denom):
                continue
            order = 5 * step + denom
            s.orders |= bit(order)
            if denom == NO_TRUMP and step != SIX and s.options.nt_steps != EVERY_STEP:
                continue
            s.bids |= bit(order if step < TEN else TENS + denom)
            if s.options.hand_size == FULL_HAND and step >= NINE:
                s.bids |= bit((NINE_W if step == NINE else TEN_W) + denom)
    if s.options.allow_misere:
        s.bids |= bit(MIS_RANK) if s.options.misere_mode == CABAL else 0
        s.bids |= bit(MISW_RANK) if s.options.hand_size == FULL_HAND else 0


@kernel
def may_bid(s, mask):
    """§3.1  Pass, any higher bid within the house rules, or hold."""
    bids = open_bids(s)
    if s.options.jump_bids != ALLOWED:
        bids = bids & MISERES | least(bids & WITH_TALON) | least(bids & NINES_W) | least(bids & TENS_W)
    n = 1 + count(bids)
    while bids != 0:
        mask[ACTION_OF_RANK[lowest(bids)]] = 1
        bids &= bids - 1
    mask[PASS] = 1
    if may_hold(s):
        mask[HOLD] = 1
        n += 1
    return n


@kernel
def open_bids(s):
    """§3.1, §3.7  The ranks above the standing bid that the seat may say."""
    bids = s.bids & -bit(s.standing + 1)
    exit_step = entry(s.options.raspas_exit_levels, s.series)
    bids &= ~(bit(5 * exit_step) - 1)  # a first trick bid; a misère ranks above them all
    if s.standing < MIS_RANK:
        bids &= ~(NINES_W | TENS_W)
    if has(s.bid_misere, s.seat):
        return bids & bit(MISW_RANK)
    return bids & ~MISERES if has(s.bid_tricks, s.seat) else bids


@kernel
def least(ranks):
    """The set of the lowest rank; empty for an empty set."""
    return ranks & -ranks


@kernel
def may_hold(s):
    """§3.1  The elder of the two bidders left may take over the other's trick bid."""
    if not s.options.hold_bid or s.standing == NO_BID or not has(WITH_TALON, s.standing):
        return False
    elder = place(s, s.seat) < place(s, s.bidder)
    return elder and count(s.passed) == 1 and has(s.bid_tricks, s.seat)


@kernel
def place(s, seat):
    """§2  Which hand it is: 0 forehand, then clockwise."""
    return (seat - s.first) % s.options.seats


@kernel
def bid(s, action):
    """§3.1, §3.7  A pass is for good; the last one left with a bid is declarer, even a lone one; all pass: a raspas."""
    seat = s.seat
    tell_all(s, token(WORD, action))
    if action == PASS:
        s.passed |= bit(seat)
    else:
        if action != HOLD:
            s.standing = RANK_OF_ACTION[action]
        s.last_bid[seat], s.bidder = s.standing, seat
        if has(MISERES, s.standing):
            s.bid_misere |= bit(seat)
        else:
            s.bid_tricks |= bit(seat)
    left = s.active & ~s.passed
    if left == 0:
        start_raspas(s)
    elif s.standing != NO_BID and count(left) == 1:
        take_over(s)
    else:
        s.seat = next_in(left, seat, s.options.seats)


@kernel
def take_over(s):
    """§3.2  The declarer takes up the talon, for all to see, unless he bid without it."""
    s.seat = s.declarer = s.bidder
    s.defenders[0] = next_in(s.active, s.declarer, s.options.seats)
    s.defenders[1] = next_in(s.active, s.defenders[0], s.options.seats)
    s.talonless = has(TALONLESS, s.standing)
    if s.standing == MISW_RANK:
        name_misere(s)
        start_catch(s)
    elif s.talonless:
        s.phase = CONTRACT
    else:
        for k in range(s.talon_size):
            s.shown |= bit(s.talon[k])
        s.hand[s.declarer] |= s.shown
        tell_all(s, token(TALON, s.shown))
        s.phase = DISCARD1
        if s.standing == MIS_RANK:
            name_misere(s)


# Discards and order


@kernel
def discardable(s):
    """§3.2  Any card; of two, in ascending order, so that the first leaves a higher one."""
    hand = s.hand[s.seat]
    if s.phase == DISCARD2:
        return hand & -(s.discards << 1)
    return hand & ~bit(highest(hand)) if s.talon_size == 2 else hand


@kernel
def discard(s, card):
    """§3.2  A card goes face down; after as many as the talon had the declarer names his game."""
    s.discards |= bit(card)
    s.hand[s.seat] &= ~bit(card)
    tell(s, s.seat, token(DISCARD, card))
    if count(s.discards) < s.talon_size:
        s.phase = DISCARD2
    elif s.contract == MISERE:
        start_catch(s)
    else:
        s.phase = CONTRACT


@kernel
def may_order(s, mask):
    """§3.3  Any order not below the bid; in trading a misère over a bid up to nine."""
    orders = s.orders & -bit(ORDER_OF_RANK[s.standing])
    n = count(orders)
    while orders != 0:
        mask[BID + lowest(orders)] = 1
        orders &= orders - 1
    if s.options.misere_mode != CABAL and s.options.allow_misere and s.standing < MIS_RANK:
        mask[MIS] = 1
        n += 1
    return n


@kernel
def order(s, action):
    """§3.3, §3.4  The contract stands; a ten may only be caught; on the six of spades both whist; else they say."""
    tell_all(s, token(WORD, action))
    if action == MIS:
        name_misere(s)
        start_catch(s)
        return
    s.contract = action - BID
    s.trump = TRUMP[s.contract % 5]
    d1, d2 = s.defenders[0], s.defenders[1]
    if s.contract >= ORDERS - 5 and s.options.ten_game == CHECKED:
        start_catch(s)
    elif s.contract == 0 and s.options.stalingrad:
        s.word[d1] = s.word[d2] = WHISTS
        start_play(s)
    else:
        s.phase, s.seat = WHISTING, d1


@kernel
def name_misere(s):
    """§3.3, §3.4  A misère has no trumps and no whisters; a bid of it is the order."""
    s.contract, s.trump, s.catch = MISERE, NO_SUIT, True


# Whist


@kernel
def may_whist(s, mask):
    """§3.4  The words of the two other hands, of a dealer who sits out, and of a lone whister."""
    if s.phase == OPENING:
        mask[CLOSED] = 1
        mask[OPEN] = s.options.open_whist
        return 1 + mask[OPEN]
    mask[PASS] = 1
    if s.phase == DEALER_LOOK:
        mask[LOOK_D1] = mask[LOOK_D2] = 1
        return 3
    mask[WHIST] = 1
    mask[HALF] = may_halve(s)
    return 2 + mask[HALF]


@kernel
def may_halve(s):
    """§3.4  D2 may ask for half a whist on a six or seven on which D1 passed."""
    if s.phase != WHISTING or s.options.half_whist != DECLARED or half_quota(s) == 0:
        return False
    return s.seat == s.defenders[1] and s.word[s.defenders[0]] == PASSES


@kernel
def half_quota(s):
    """§4.3  Tricks that are paid if nobody whists."""
    return entry(s.options.half_quotas, s.contract // 5)


@kernel
def whist(s, action):
    """§3.4  One word of the whist."""
    tell_all(s, token(WORD, action))
    d1, d2 = s.defenders[0], s.defenders[1]
    if s.phase == OPENING:
        open_hands(s, action, d1, d2)
    elif s.phase == DEALER_LOOK or s.phase == DEALER_WHIST:
        dealer_whists(s, action, d1, d2)
    else:
        s.word[s.seat] = WHISTS if action == WHIST else HALVES if action == HALF else PASSES
        if action == HALF:
            s.phase, s.seat = HALF_RETURN, d1
        elif s.phase == WHISTING and s.seat == d1:
            s.seat = d2
        else:
            end_whist(s, d1, d2)


@kernel
def end_whist(s, d1, d2):
    """§3.4  Two whisters play closed, one chooses; if none, a dealer who sits out may step in; else nothing is played."""
    first, second = s.word[d1] == WHISTS, s.word[d2] == WHISTS
    if first and second:
        start_play(s)
    elif first or second:
        s.phase, s.seat = OPENING, d1 if first else d2
    elif s.options.seats == 4 and s.options.dealer_whist and s.word[d2] != HALVES:
        s.phase, s.seat = DEALER_LOOK, s.dealer
    else:
        unplayed(s, d2)


@kernel
def dealer_whists(s, action, d1, d2):
    """§3.4  The dealer looks at one hand that passed, and takes it over or passes too."""
    if action == PASS:
        s.word[s.dealer] = PASSES
        unplayed(s, d2)
    elif action == WHIST:
        s.word[s.dealer] = WHISTS
        s.controller[s.looked] = s.dealer
        s.phase = OPENING
    else:
        s.looked = d1 if action == LOOK_D1 else d2
        tell(s, s.dealer, token(LOOKED, s.dealt[s.looked]))
        s.phase = DEALER_WHIST


@kernel
def open_hands(s, action, d1, d2):
    """§3.4, §3.5  Open: the whister plays both hands; closed: each is played by its own."""
    if action == OPEN:
        s.open = True
        s.controller[d1] = s.controller[d2] = s.seat
    start_play(s)


@kernel
def unplayed(s, d2):
    """§4.3  Nobody whists: the contract counts, and the hand on the declarer's right may be paid its half whist."""
    asked = s.word[d2] == HALVES or s.options.half_whist == AUTO
    if asked:
        write(s.whists, s.options.seats, d2, s.declarer, price(s) * half_quota(s))
    s.gain[s.declarer] = entry(s.options.values, s.contract // 5)
    s.failed_by = 0
    s.phase = DEALT_OUT
    close_accounts(s)
