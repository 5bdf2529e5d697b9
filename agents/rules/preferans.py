"""The advice of docs/rules/preferans.md §11: count tricks by the book's table, climb word by word, defend in concert.

`preferans_tables` holds the tables, `preferans_bids` what is said, this module what is played. Ties go to the lowest
card index.
"""

import numpy as np

from ...core.cards import bit, count, gather, lowest
from ...core.kernel import kernel
from ...core.rules import register_bot
from ...games.preferans.names import (
    AUCTION,
    CARDS,
    CONTRACT,
    DISCARD1,
    DISCARD2,
    MISERE,
    NO_SUIT,
    ORDER_OF_RANK,
    ORDERS,
    PLAY,
    RANKS,
    RASPAS,
    SEATS,
    TALON_SLOT,
    TRUMP,
)
from ...games.preferans.options import BY_DEALER, OPTIONS
from ...games.preferans.state import suit_cards
from ...games.preferans.view import (
    CONTRACT_AT,
    CONTROL,
    DECLARER,
    DISCARDED,
    FLAG,
    KNOWN,
    LAST,
    LEADER,
    PHASE,
    PLAYED,
    TRICK,
    VOID,
)
from ...mechanics.tricks import highest_rank, lowest_rank
from .preferans_bids import cards_at, discard, last_bid, order, whist_word, word

__all__ = ["act"]

NOBODY = -1


@kernel
def act(options, observation, mask):
    """The book's word or card."""
    phase = observation[PHASE : PHASE + 10].argmax()
    if phase == PLAY:
        return card_to_play(options, observation, mask)
    if phase == AUCTION:
        return word(options, observation, mask)
    if phase == CONTRACT:
        return order(options, observation, mask)
    if phase in (DISCARD1, DISCARD2):
        return discard(options, observation, mask, phase)
    return whist_word(options, observation, mask, phase)


# What lies on the table


@kernel
def contract_of(observation):
    """An order, MISERE or RASPAS."""
    if observation[CONTRACT_AT + MISERE] == 1:
        return np.int64(MISERE)
    if observation[CONTRACT_AT + RASPAS] == 1:
        return np.int64(RASPAS)
    return np.int64(observation[CONTRACT_AT : CONTRACT_AT + ORDERS].argmax())


@kernel
def in_deal(observation, slot):
    """Does a seat hold cards in this deal?"""
    start = CONTROL + SEATS * slot
    return observation[start : start + SEATS].max() == 1


@kernel
def trick_card(observation, slot):
    """The card of a slot in the trick, NOBODY's if there is none."""
    start = TRICK + CARDS * slot
    block = observation[start : start + CARDS]
    return np.int64(block.argmax()) if block.max() == 1 else np.int64(NOBODY)


@kernel
def led_suit(observation):
    """The suit of the talon's card or of the leader's, NO_SUIT before it."""
    card = trick_card(observation, TALON_SLOT)
    if card == NOBODY:
        card = trick_card(observation, observation[LEADER : LEADER + SEATS].argmax())
    return card // RANKS if card != NOBODY else np.int64(NO_SUIT)


@kernel
def beats(card, best, trump):
    """Does `card` take a trick from `best`, which is winning?"""
    return card > best if card // RANKS == best // RANKS else card // RANKS == trump


@kernel
def winning(options, observation, led, trump):
    """The slot that wins the trick so far; NOBODY if no card takes part yet."""
    best_slot, best = NOBODY, np.int64(NOBODY)
    slots = SEATS + (1 if options.raspas_talon == BY_DEALER else 0)
    for slot in range(slots):
        card = trick_card(observation, slot)
        if card == NOBODY or (best == NOBODY and card // RANKS != led and card // RANKS != trump):
            continue
        if best == NOBODY or beats(card, best, trump):
            best_slot, best = slot, card
    return best_slot


@kernel
def cards_in_trick(observation):
    """Cards of hands in the trick."""
    n = 0
    for slot in range(SEATS):
        n += trick_card(observation, slot) != NOBODY
    return n


@kernel
def outstanding(options, observation, hand):
    """Cards that may still be played against the hand whose turn it is, other hands in sight apart."""
    gone = hand | cards_at(observation, DISCARDED)
    for slot in range(SEATS + 1):
        gone |= cards_at(observation, PLAYED + CARDS * slot) | cards_at(observation, TRICK + CARDS * slot)
        gone |= cards_at(observation, LAST + CARDS * slot)
    theirs, shown = np.int64(0), 0
    for slot in range(1, SEATS):
        theirs |= cards_at(observation, KNOWN + CARDS * slot)
        shown += observation[FLAG + slot] == 1
    if observation[DECLARER] == 1 and shown == 2:
        return theirs
    return options.cards & ~gone & ~theirs & ~cards_at(observation, KNOWN)


@kernel
def above(card):
    """The cards of its suit that are higher."""
    return suit_cards(card // RANKS) & -(bit(card) << 1)


@kernel
def unbeaten(cards, rivals):
    """Those of `cards` that no rival of the same suit is above."""
    kept = np.int64(0)
    while cards != 0:
        card = lowest(cards)
        kept |= bit(card) if above(card) & rivals == 0 else 0
        cards &= cards - 1
    return kept


@kernel
def beating(cards, best, trump):
    """Those of `cards` that take the trick from `best`."""
    kept = np.int64(0)
    while cards != 0:
        card = lowest(cards)
        kept |= bit(card) if beats(card, best, trump) else 0
        cards &= cards - 1
    return kept


@kernel
def lawful(hand, led, trump):
    """Follow suit, else trump: never a revoke, though it may be open."""
    follows = hand & suit_cards(led)
    if led == NO_SUIT or follows != 0:
        return follows if led != NO_SUIT else hand
    trumps = hand & suit_cards(trump)
    return trumps if trumps != 0 else hand


# Which card


@kernel
def card_to_play(options, observation, mask):
    """The card of the hand whose turn it is, by its part in the deal."""
    contract = contract_of(observation)
    trump = TRUMP[contract % 5] if contract < ORDERS else np.int64(NO_SUIT)
    led = led_suit(observation)
    legal = gather(mask[:CARDS])
    slot = slot_to_play(observation, legal)
    hand = cards_at(observation, KNOWN + CARDS * slot)
    cards = legal & lawful(hand, led, trump)
    declarer = observation[DECLARER : DECLARER + SEATS + 1].argmax()
    if contract == RASPAS or (contract == MISERE and slot == declarer):
        return duck(options, observation, cards, hand, led)
    if contract == MISERE:
        return catch(observation, cards, led, declarer)
    if slot == declarer:
        return declare(options, observation, cards, hand, led, trump)
    return defend(options, observation, cards, hand, led, trump, slot, declarer)


@kernel
def slot_to_play(observation, legal):
    """The hand in sight that the legal cards are of."""
    for slot in range(SEATS):
        if legal & ~cards_at(observation, KNOWN + CARDS * slot) == 0:
            return slot
    return 0


@kernel
def declare(options, observation, cards, hand, led, trump):
    """§11.3  Draw trumps, cash, then the longest side suit; following, win cheaply if last or surely."""
    rivals = outstanding(options, observation, hand)
    if led == NO_SUIT:
        trumps = cards & suit_cards(trump)
        if trumps != 0 and rivals & suit_cards(trump) != 0:
            return highest_rank(trumps, RANKS)
        sure = unbeaten(cards, rivals)
        return lowest(sure) if sure != 0 else low_of_longest(cards, trump)
    best = trick_card(observation, winning(options, observation, led, trump))
    winners = beating(cards, best, trump)
    if cards_in_trick(observation) < 2:
        winners = unbeaten(winners, rivals)
    return lowest_rank(winners, RANKS) if winners != 0 else lowest_rank(cards, RANKS)


@kernel
def low_of_longest(cards, trump):
    """The lowest card of the longest side suit; of trumps alone, the lowest."""
    best, most = np.int64(NO_SUIT), 0
    for suit in range(4):
        n = count(cards & suit_cards(suit))
        if suit != trump and n > most:
            best, most = np.int64(suit), n
    return lowest(cards & suit_cards(best)) if most > 0 else lowest(cards)


@kernel
def defend(options, observation, cards, hand, led, trump, slot, declarer):
    """§11.3  Leave the partner his tricks, take the declarer's cheaply; lead winners, then the partner's suit."""
    rivals = outstanding(options, observation, hand)
    partner = partner_of(observation, slot, declarer)
    if led == NO_SUIT:
        sure = unbeaten(cards, rivals)
        if sure != 0:
            return lowest(sure)
        suit = bid_suit(observation, partner)
        if suit != trump and cards & suit_cards(suit) != 0:
            return lowest(cards & suit_cards(suit))
        return low_of_longest(cards, trump)
    holder = winning(options, observation, led, trump)
    best = trick_card(observation, holder)
    winners = beating(cards, best, trump)
    if holder == partner:
        declared = trick_card(observation, declarer) != NOBODY
        if declared or above(best) & rivals == 0:
            return lowest_rank(cards, RANKS)
        winners = unbeaten(winners, rivals)
    return lowest_rank(winners, RANKS) if winners != 0 else lowest_rank(cards, RANKS)


@kernel
def partner_of(observation, slot, declarer):
    """The other defending hand."""
    for other in range(SEATS):
        if other != slot and other != declarer and in_deal(observation, other):
            return other
    return slot


@kernel
def bid_suit(observation, slot):
    """The suit that a seat bid last, NO_SUIT if none."""
    rank = last_bid(observation, slot)
    if rank < 0 or ORDER_OF_RANK[rank] < 0:
        return np.int64(NO_SUIT)
    return TRUMP[ORDER_OF_RANK[rank] % 5]


@kernel
def duck(options, observation, cards, hand, led):
    """§11.3  Take no trick: the highest card that loses; what must win, high if last; void, the highest; lead low."""
    if led == NO_SUIT:
        return safest_lead(cards, outstanding(options, observation, hand))
    if cards & suit_cards(led) == 0:
        return throw(cards)
    holder = winning(options, observation, led, np.int64(NO_SUIT))
    losing = cards & ~above(trick_card(observation, holder)) if holder != NOBODY else np.int64(0)
    if losing != 0:
        return highest_rank(losing, RANKS)
    return highest_rank(cards, RANKS) if cards_in_trick(observation) == 2 else lowest_rank(cards, RANKS)


@kernel
def throw(cards):
    """The highest rank; of equal ones that of the shorter suit."""
    best = lowest(cards)
    rest = cards
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        higher = card % RANKS - best % RANKS
        shorter = count(cards & suit_cards(card // RANKS)) < count(cards & suit_cards(best // RANKS))
        if higher > 0 or (higher == 0 and shorter):
            best = card
    return best


@kernel
def safest_lead(cards, rivals):
    """Of the lowest cards of each suit the one with most higher cards about, then the lower."""
    best, most = lowest(cards), -1
    for suit in range(4):
        own = cards & suit_cards(suit)
        if own == 0:
            continue
        card = lowest(own)
        higher = count(above(card) & rivals)
        if higher > most or (higher == most and card % RANKS < best % RANKS):
            best, most = card, higher
    return best


@kernel
def catch(observation, cards, led, declarer):
    """§11.3  Let a misère win: just below his card, low before it; lead low where he may have to follow."""
    if led == NO_SUIT:
        held = cards
        for suit in range(4):
            if observation[VOID + 4 * declarer + suit] == 1:
                held &= ~suit_cards(suit)
        return lowest_rank(held if held != 0 else cards, RANKS)
    his = trick_card(observation, declarer)
    if his == NOBODY:
        return lowest_rank(cards, RANKS)
    below = cards & (bit(his) - 1) & suit_cards(led) if his // RANKS == led else np.int64(0)
    return highest_rank(below if below != 0 else cards, RANKS)


register_bot(OPTIONS, act, __name__)
