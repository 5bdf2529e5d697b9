"""The advice of docs/rules/skat.md §11: bid what the weakest acceptable outcome is worth, and declare the dearest safe game.

`skat_hand` weighs a hand, `skat_play` plays and puts away; this module reads the observation and says what is asked.
"""

import numpy as np

from ...core.cards import count, gather, has, lowest
from ...core.kernel import kernel
from ...core.rules import register_bot
from ...games.skat.cards import beating, class_cards, class_of, suit_of, trump_cards
from ...games.skat.contracts import (
    ACTION,
    BY_SUITS,
    F_DUO,
    F_GRAND,
    F_NULL,
    F_NULL_OUVERT,
    F_SOLO,
    F_UNO,
    FAMILY,
    ISKO,
    TRUMP,
    price,
)
from ...games.skat.names import (
    ACCEPT,
    ACCEPT_GRAND,
    ACE,
    ANN_NONE,
    ANN_SCHNEIDER,
    ANN_SCHWARZ,
    BID_ZERO,
    CARDS,
    CONTINUE,
    DEMAND,
    GRAND,
    HAND,
    HOLD,
    JACK,
    JACKS,
    MARK_FIRST,
    NO_TRUMPS,
    NULL,
    OUT,
    PASS,
    PASST_MIR_NICHT,
    PICKUP,
    ROLES,
    SUITS,
    TOP_BID,
    TRUMP_FIRST,
    TURN_0,
    VORHAND,
)
from ...games.skat.record import OPTIONS
from ...games.skat.scoring import points_of
from ...games.skat.view import (
    ASIDE_AT,
    AUCTION_AT,
    EXPOSED_AT,
    GAME_AT,
    HAND_AT,
    LOOKED_AT,
    PARTNER_AT,
    PHASE_AT,
    ROLES_AT,
    TRICK_AT,
    TURNED_AT,
    UNSEEN_AT,
    VOIDS_AT,
)
from .skat_hand import (
    ROWS,
    chance,
    expected,
    grand_chance,
    in_use,
    limit,
    measure,
    pack,
    side_runs,
    strength,
    unsafe,
)
from .skat_play import (
    discards,
    ducks,
    losers,
    null_opponent,
    null_soloist,
    opponent_follows,
    opponent_leads,
    soloist_follows,
    soloist_leads,
)

__all__ = ["act"]

# Phases as the observation groups them (§7).
BIDDING, OPENING, DECLARING, LOOKING, LOOKING2, NAMING, MARKING, ANNOUNCING, PLAYING, ANSWERING = (
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
)
SWITCH = 1
"""§11  A suit whose strength is so near may be played instead."""
SAFE_FOR_SCHNEIDER = 29
"""§11  The points that the opponents may reach when schneider is announced."""


@kernel
def act(options, observation, mask):
    """What the book says."""
    suits, ranks = pack(options)
    phase = observation[PHASE_AT : PHASE_AT + 12].argmax()
    if phase == PLAYING:
        return card_to_play(observation, mask, suits, ranks)
    if phase <= OPENING:
        return to_bid(options, observation, mask, phase, suits, ranks)
    if phase == ANSWERING:
        return DEMAND if playing_game(observation) and mask[DEMAND] and stage(observation) == 0 else CONTINUE
    if phase == MARKING:
        return to_mark(options, observation, mask, suits, ranks)
    if phase in (LOOKING, LOOKING2):
        return to_accept(observation, mask, suits, ranks)
    if phase == ANNOUNCING:
        return to_announce(observation, suits, ranks)
    if phase == NAMING and options.scoring == ISKO:
        return to_declare_isko(options, observation, mask, suits, ranks)
    if phase == NAMING:
        return best_suit(observation, mask, suits, ranks)
    if mask[HAND]:
        return to_choose_mode(options, observation, mask, suits, ranks)
    return to_declare(options, observation, mask, suits, ranks)


# What the observation says


@kernel
def set_at(observation, start):
    """The card set that stands at `start`."""
    return gather(observation[start : start + CARDS])


@kernel
def role_of(observation):
    """The own role."""
    return observation[ROLES_AT : ROLES_AT + ROLES].argmax()


@kernel
def number(observation, start, unit):
    """A whole number that stands as a fraction."""
    return np.int64(observation[start] * unit + 0.5)


@kernel
def bid_of(observation):
    """The last bid, and what the soloist must reach."""
    return number(observation, AUCTION_AT + 2, TOP_BID)


@kernel
def stage(observation):
    """1 and 2 in the auction, else 0."""
    return 1 if observation[AUCTION_AT] == 1 else 2 if observation[AUCTION_AT + 1] == 1 else 0


@kernel
def playing_game(observation):
    """Has somebody become soloist?"""
    return observation[GAME_AT + OUT] == 0


@kernel
def trump_of(observation):
    """The trumps; NO_TRUMPS where there are none or they are not named."""
    named = observation[GAME_AT + 18 : GAME_AT + 24]
    return named.argmax() if named.max() > 0 else NO_TRUMPS


# The auction


@kernel
def to_bid(options, observation, mask, phase, suits, ranks):
    """§11  The smallest bid, or to hold, as far as the hand is safe; play at the opening if it is good for anything."""
    safe = limit(options, set_at(observation, HAND_AT), role_of(observation), suits, ranks)
    if phase == OPENING:
        return HOLD if safe > 0 else PASS
    if mask[HOLD]:
        return HOLD if bid_of(observation) <= safe else PASS
    offer = number(observation, AUCTION_AT + 24, TOP_BID)
    return BID_ZERO + offer if 0 < offer <= safe else PASS


# Declarations


@kernel
def to_declare(options, observation, mask, suits, ranks):
    """§11  The game that brings most on average among the safe ones, or the longest suit."""
    hand, role, bid = set_at(observation, HAND_AT), role_of(observation), bid_of(observation)
    best = best_row(options, mask, hand, role, bid, suits, ranks)
    if best < 0:
        return longest_suit(mask, hand, suits, ranks)
    if FAMILY[best] == F_SOLO and role == VORHAND and number(observation, AUCTION_AT + 3, TOP_BID) == bid > 0:
        best = switched(options, mask, hand, bid, best, suits, ranks)
    return ACTION[best]


@kernel
def best_row(options, mask, hand, role, bid, suits, ranks):
    """§11  The declaration of largest average among those that are safe for the bid; -1: none."""
    best, most = -1, 0
    for row in range(ROWS):
        if mask[ACTION[row]] == 0 or chance(options, row, hand, role, suits, ranks) == 0:
            continue
        brings = expected(options, row, hand, role, suits, ranks)
        if measure(options, row, hand, suits, ranks) >= bid and (best < 0 or brings > most):
            best, most = row, brings
    return best


@kernel
def switched(options, mask, hand, bid, row, suits, ranks):
    """§11  Vorhand leaves a suit that the beaten bidder seems to hold, for another as good."""
    base = price(options, F_SOLO, TRUMP[row], False, False)
    if options.bidding == BY_SUITS or bid % base != 0:
        return row
    own = strength(hand, suits, ranks, TRUMP[row])
    for other in range(ROWS):
        if FAMILY[other] != F_SOLO or other == row or mask[ACTION[other]] == 0:
            continue
        near = abs(strength(hand, suits, ranks, TRUMP[other]) - own) <= SWITCH
        if near and chance(options, other, hand, VORHAND, suits, ranks) > 0:
            return other
    return row


@kernel
def longest_suit(mask, hand, suits, ranks):
    """§11  Nothing is safe: the suit of largest strength, else a Tourné, else the first that is legal."""
    best, most = -1, -1
    for suit in range(SUITS):
        if mask[TRUMP_FIRST + suit] and strength(hand, suits, ranks, suit) > most:
            best, most = TRUMP_FIRST + suit, strength(hand, suits, ranks, suit)
    if best >= 0:
        return best
    return TURN_0 if mask[TURN_0] else first_legal(mask)


@kernel
def first_legal(mask):
    """The legal action of lowest index."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return -1  # not reached: something is legal


@kernel
def best_suit(observation, mask, suits, ranks):
    """§11  Frage: the legal suit of largest strength, the dearer one of equals."""
    hand = set_at(observation, HAND_AT)
    best, most = -1, -1
    for k in range(SUITS):
        suit = (k + 1) % SUITS  # D H S C, from the cheapest
        if mask[TRUMP_FIRST + suit] and strength(hand, suits, ranks, suit) >= most:
            best, most = TRUMP_FIRST + suit, strength(hand, suits, ranks, suit)
    return best


@kernel
def to_accept(observation, mask, suits, ranks):
    """§11  Tourné: Grand with three jacks and two aces, a suit of five, or of four with high side cards, else the other."""
    looking = observation[PHASE_AT + LOOKING] == 1
    turned = set_at(observation, LOOKED_AT if looking else TURNED_AT)
    cards = set_at(observation, HAND_AT) | turned
    if mask[ACCEPT_GRAND] and count(cards & ranks[JACK]) >= 3 and count(cards & ranks[ACE]) >= 2:
        return ACCEPT_GRAND
    suit = suit_of(lowest(turned), suits)
    length = count(cards & trump_cards(suits, ranks, suit))
    good = length >= 5 or (length >= 4 and side_runs(cards, suits, ranks, suit) >= 2)
    return PASST_MIR_NICHT if mask[PASST_MIR_NICHT] and not good else ACCEPT


@kernel
def to_announce(observation, suits, ranks):
    """§11  Schwarz with no loser, schneider with one that can't bring the opponents thirty points."""
    trump = trump_of(observation)
    weak = losers(set_at(observation, HAND_AT), suits, ranks, trump)
    if weak == 0:
        return ANN_SCHWARZ
    if count(weak) == 1 and 21 + points_of(weak, ranks) <= SAFE_FOR_SCHNEIDER:
        return ANN_SCHNEIDER
    return ANN_NONE


# Putting away


@kernel
def to_mark(options, observation, mask, suits, ranks):
    """§11  The cards to put away, in increasing order; in Revolution the first that can be marked."""
    if observation[GAME_AT] == 0:
        return first_legal(mask)
    marked = set_at(observation, ASIDE_AT)
    cards = set_at(observation, HAND_AT) | marked
    trump = trump_of(observation)
    if options.scoring == ISKO:
        trump = planned(cards, role_of(observation), suits, ranks)
    chosen = discards(cards, options.skat_size, suits, ranks, trump) & ~marked
    card = lowest(chosen)
    return MARK_FIRST + card if mask[MARK_FIRST + card] else first_legal(mask)  # after a mark that was not its own


# The modern game


@kernel
def planned(cards, role, suits, ranks):
    """§11  After picking up: Grand if the hand is good for it, Null if it has no suit and few high cards, else a suit."""
    if grand_chance(cards, suits, ranks, role) > 0:
        return JACKS
    best, most = 0, -1
    for suit in range(SUITS):
        if suits[suit] != 0 and strength(cards, suits, ranks, suit) > most:
            best, most = suit, strength(cards, suits, ranks, suit)
    return NO_TRUMPS if most < 8 and unsafe(cards, suits, ranks) <= 3 else best


@kernel
def to_choose_mode(options, observation, mask, suits, ranks):
    """§11  From the hand if a Solo, Grand or Null is good enough, else with the skat if that is allowed."""
    hand, role, bid = set_at(observation, HAND_AT), role_of(observation), bid_of(observation)
    for row in range(ROWS):
        by_hand = FAMILY[row] in (F_SOLO, F_GRAND, F_NULL, F_NULL_OUVERT)
        good = by_hand and in_use(options, row) and chance(options, row, hand, role, suits, ranks) > 0
        if good and measure(options, row, hand, suits, ranks) >= bid:
            return HAND
    return PICKUP if mask[PICKUP] else HAND


@kernel
def to_declare_isko(options, observation, mask, suits, ranks):
    """§11  From the hand as in the book; picked up what was planned, if it can be worth the bid."""
    hand, role, bid = set_at(observation, HAND_AT), role_of(observation), bid_of(observation)
    if observation[GAME_AT + 24] == 1:
        best = best_row(options, mask, hand, role, bid, suits, ranks)
        return ACTION[best] if best >= 0 else longest_suit(mask, hand, suits, ranks)
    trump = planned(hand | set_at(observation, ASIDE_AT), role, suits, ranks)
    action = GRAND if trump == JACKS else NULL if trump == NO_TRUMPS else TRUMP_FIRST + trump
    if mask[action]:
        return action
    return longest_suit(mask, hand, suits, ranks)


# Play


@kernel
def card_to_play(observation, mask, suits, ranks):
    """§11  By the kind of game, as soloist or opponent, leading or following."""
    legal = gather(mask[:CARDS])
    trump = trump_of(observation)
    hand = set_at(observation, HAND_AT)
    size, best_rel, winners, follow = trick_so_far(observation, legal, suits, ranks, trump)
    soloist = observation[GAME_AT : GAME_AT + OUT + 1].argmax()
    out = set_at(observation, UNSEEN_AT) | set_at(observation, PARTNER_AT)
    if soloist != 0:
        out |= set_at(observation, EXPOSED_AT)
    out &= ~hand
    if trump == NO_TRUMPS:
        if soloist == 0:
            return null_soloist(legal, hand, winners, follow, size == 0, suits, ranks)
        return null_opponent(legal, size == 0, suits, ranks)
    if soloist == OUT or observation[GAME_AT + 4 + F_UNO] == 1 or observation[GAME_AT + 4 + F_DUO] == 1:
        return ducks(legal, winners, size == 0, suits, ranks, trump)
    if soloist == 0:
        if size == 0:
            return soloist_leads(legal, out, drawn(observation), suits, ranks, trump)
        pile = set_at(observation, TRICK_AT + CARDS) | set_at(observation, TRICK_AT + 2 * CARDS)
        void = legal & follow == 0
        return soloist_follows(legal, winners, pile, void, size == 2, out, suits, ranks, trump)
    if size == 0:
        return opponent_leads(legal, out, suits, ranks, trump)
    partner_sure = best_rel != soloist and (
        size == 2 or winners_out(observation, best_rel, out, suits, ranks, trump) == 0
    )
    return opponent_follows(legal, winners, partner_sure, size == 2, out, suits, ranks, trump)


@kernel
def trick_so_far(observation, legal, suits, ranks, trump):
    """How many cards lie in the trick, whose (by relative role) is best, which legal ones beat it, what is to follow."""
    size = 0
    best_rel = 0
    winners, follow = legal, legal
    leader = observation[ROLES_AT + 12 : ROLES_AT + 15].argmax()
    for k in range(ROLES):
        rel = (leader + k) % ROLES
        played = set_at(observation, TRICK_AT + rel * CARDS)
        if played == 0:
            continue
        card = lowest(played)
        if size == 0:
            trumps = trump_cards(suits, ranks, trump)
            follow = class_cards(class_of(card, suits, trumps), suits, trumps)
            best, best_rel = card, rel
        elif has(beating(best, suits, ranks, trump), card):
            best, best_rel = card, rel
        winners = legal & beating(best, suits, ranks, trump)
        size += 1
    return size, best_rel, winners, follow


@kernel
def winners_out(observation, rel, out, suits, ranks, trump):
    """The cards still out that beat the one a role has played."""
    return beating(lowest(set_at(observation, TRICK_AT + rel * CARDS)), suits, ranks, trump) & out


@kernel
def drawn(observation):
    """Have both other roles shown that they have no trumps?"""
    return observation[VOIDS_AT + 5 + JACKS] == 1 and observation[VOIDS_AT + 10 + JACKS] == 1


register_bot(OPTIONS, act, __name__)
