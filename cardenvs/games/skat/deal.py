"""Skat's deal: roles, cards, and a clean table (§2).

§ cites docs/rules/skat.md.
"""

import numpy as np

from ...core.cards import bit
from ...core.kernel import kernel
from ...core.knowledge import tell, tell_all, token
from .cards import lay_pack
from .contracts import F_RAMSCH, lay_ladder
from .names import (
    BID1,
    CARDS,
    DEALER,
    DEALT,
    HINTERHAND,
    LIVE,
    MITTELHAND,
    NONE_SAID,
    OUT,
    ROLES,
    SILENT,
    UNNAMED,
    VORHAND,
)


@kernel
def fill(s):
    """§3.1, §6  What follows from the options alone: suits, ranks and the ladder of bids."""
    lay_pack(s.options, s.suit_set, s.rank_set)
    lay_ladder(s.options, s.ladder)


@kernel
def deal(s):
    """§2  A deal begins with nothing written."""
    for seat in range(s.options.seats):
        s.delta[seat] = 0
    s.peeked = 0
    deal_cards(s)


@kernel
def seat_roles(s):
    """§2  Vorhand is left of the dealer, then Mittelhand; Hinterhand is third, from five seats on right of the dealer."""
    n = s.options.seats
    for seat in range(n):
        s.role[seat] = OUT
    for role in range(ROLES):
        seat = (s.dealer + n - 1) % n if role == HINTERHAND and n >= 5 else (s.dealer + 1 + role) % n
        s.role[seat] = role
        s.seat_at[role] = seat


@kernel
def place_of(s, role, k):
    """§2  The deck position of the k-th card of a role: 3, 4 and 3 with the skat between; small decks hand by hand."""
    if s.deck_size < CARDS:
        return s.options.hand_size * role + k
    if k < 3:
        return 3 * role + k
    if k < 7:
        return 11 + 4 * role + k - 3
    return 23 + 3 * role + k - 7


@kernel
def skat_place(s, k):
    """§2  The deck position of a card of the skat."""
    return (ROLES * s.options.hand_size if s.deck_size < CARDS else 9) + k


@kernel
def dealt_to(s, role):
    """§2  The cards dealt to a role."""
    cards = np.int64(0)
    for k in range(s.options.hand_size):
        cards |= bit(np.int64(s.deck[place_of(s, role, k)]))
    return cards


@kernel
def skat_card(s, k):
    """One card of the skat."""
    return np.int64(s.deck[skat_place(s, k)])


@kernel
def deal_cards(s):
    """§2  Roles by the dealer, a hand to each and the skat; the auction begins."""
    seat_roles(s)
    clear_deal(s)
    tell_all(s, token(DEALER, s.dealer))
    for role in range(ROLES):
        clear_role(s, role)
        s.dealt[role] = s.hand[role] = dealt_to(s, role)
        tell(s, s.seat_at[role], token(DEALT, s.dealt[role]))
    for k in range(s.options.skat_size):
        s.skat_set |= bit(skat_card(s, k))
    s.on_table = s.skat_set
    open_auction(s)


@kernel
def clear_deal(s):
    """Nothing bid, taken, said or played."""
    s.skat_set = s.put_away = s.looked_at = s.looked = s.turned = s.sorted = 0
    s.taken = s.exposed = s.by_hand = s.answering = s.open = s.made = False
    s.peeked_late = s.peeker = s.answers = s.interrupted = s.losers = 0
    s.soloist, s.family, s.trump = OUT, F_RAMSCH, UNNAMED
    s.price, s.loss, s.announced = 0, 1, NONE_SAID
    s.trick_number = s.trick_size = s.follow = s.beats = s.led_class = s.best = s.leader = 0


@kernel
def clear_role(s, role):
    """Nothing bid, seen, played or shown."""
    s.last_bid[role] = s.saw[role] = s.trick[role] = s.played[role] = 0
    s.tricks[role] = s.points[role] = s.last_won[role] = s.void[role] = 0
    s.status[role] = SILENT if role == HINTERHAND else LIVE


@kernel
def open_auction(s):
    """§3.1  Mittelhand bids to Vorhand, who always holds the game."""
    s.bid = 0
    s.stage = 1
    s.bidder, s.holder = MITTELHAND, VORHAND
    s.phase = BID1
    turn_to(s, MITTELHAND)


@kernel
def turn_to(s, role):
    """The role is to act."""
    s.turn = role
    s.seat = s.seat_at[role]
