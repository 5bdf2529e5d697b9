"""The state of a game of preferans, and what all its parts read off it. § cites docs/rules/preferans.md."""

import numpy as np

from ...core.cards import has
from ...core.kernel import kernel
from ...core.record import state_record
from .names import CARDS, MISERE_STEP, ORDERS, RANKS, SEATS, SUIT
from .options import FIELD, OPTIONS

_EACH = (SEATS,)
_SLOTS = (SEATS + 1,)  # the seats, and the talon in a raspas

STATE = state_record(
    "preferans",
    OPTIONS,
    ("phase", np.int64),
    ("first", np.int64),  # forehand: the first hand to the dealer's left
    ("active", np.int64),  # seat set: hands in the deal
    ("series", np.int64),  # raspas in a row before this deal (k)
    ("dealt", np.int64, _EACH),  # card set
    ("hand", np.int64, _EACH),  # card set
    ("talon", np.int64, (2,)),  # cards, in order
    ("talon_size", np.int64),
    ("shown", np.int64),  # card set: of the talon, seen by all
    ("discards", np.int64),  # card set of the declarer
    # Auction
    ("bids", np.int64),  # rank set: that the options have
    ("orders", np.int64),  # order set: the same
    ("last_bid", np.int64, _EACH),  # rank
    ("standing", np.int64),  # rank of the highest bid
    ("bidder", np.int64),  # whose it is
    ("passed", np.int64),  # seat set
    ("bid_tricks", np.int64),  # seat set: made a trick bid
    ("bid_misere", np.int64),  # seat set
    # Contract
    ("declarer", np.int64),  # seat, or NOBODY
    ("defenders", np.int64, (2,)),  # D1 and D2: the next hands clockwise (§3.4)
    ("contract", np.int64),  # an order, MISERE, RASPAS or UNDECIDED
    ("trump", np.int64),  # suit
    ("talonless", np.bool_),
    ("word", np.int64, _EACH),  # of the whist
    ("looked", np.int64),  # seat whose hand the dealer saw, or NOBODY
    ("controller", np.int64, _EACH),  # seat that plays each hand
    ("open", np.bool_),
    ("catch", np.bool_),  # the defenders only catch
    ("to_expose", np.bool_),  # the defending hands are about to be laid open
    ("exposed", np.int64),  # seat set: hands that lie open
    # Play
    ("turn", np.int64),  # seat whose hand plays
    ("leader", np.int64),  # seat whose hand leads, or plays first to the talon's card
    ("trick_number", np.int64),  # tricks finished
    ("trick_size", np.int64),  # cards from hands
    ("trick", np.int64, _SLOTS),  # card set of at most one card
    ("last_trick", np.int64, _SLOTS),
    ("played", np.int64, _SLOTS),  # card set, this trick's included
    ("led", np.int64),  # suit
    ("best", np.int64),  # card that wins so far, if there is a best_seat
    ("best_seat", np.int64),
    ("won", np.int64, _EACH),  # tricks
    ("void", np.int64, _EACH),  # suit set, as shown
    # Accounts (§4); whists times the number of seats, so that shares of a pool point are whole
    ("pool", np.int64, _EACH),
    ("gora", np.int64, _EACH),
    ("whists", np.int64, (SEATS, SEATS)),  # that the row's seat wrote on the column's
    ("gain", np.int64, _EACH),  # pool points of this deal
    ("failed_by", np.int64),  # tricks that the last contract lacked, 0 = made
    # Tallies for the arena, by step and misère
    ("tally_declared", np.int64, (SEATS, MISERE_STEP + 1)),
    ("tally_made", np.int64, (SEATS, MISERE_STEP + 1)),
    ("tally_lacking", np.int64, _EACH),  # tricks in failed contracts, tricks taken in a misère
    ("tally_raspas", np.int64),  # deals
    seats=SEATS,
    cards=CARDS,
)


@kernel
def entry(packed, k):
    """The k-th number of a packed tuple."""
    return (packed >> (FIELD * k)) & ((1 << FIELD) - 1)


@kernel
def suit_cards(suit):
    """The cards of a suit; none for NO_SUIT."""
    return np.int64(SUIT) << (RANKS * suit)


@kernel
def is_trick_contract(s):
    """Is an order played, rather than a misère or a raspas?"""
    return s.contract < ORDERS


@kernel
def step_of(s):
    """The price step of the contract: of the six to the ten, or the misère's."""
    return s.contract // 5 if s.contract < ORDERS else np.int64(MISERE_STEP)


@kernel
def multiplier(s):
    """§2  The price of a trick in a raspas now."""
    return entry(s.options.raspas_progression, s.series)


@kernel
def last_stage(s):
    """§2  Is this the last step of a series?"""
    return s.series == 2 or entry(s.options.raspas_progression, s.series + 1) == 0


@kernel
def lawful(s):
    """§3.5, §3.6  Follow suit; else trump, if there are trumps; else any card."""
    hand = s.hand[s.turn]
    follows = hand & suit_cards(s.led)
    if follows != 0:
        return follows
    trumps = hand & suit_cards(s.trump)
    return trumps if trumps != 0 and s.led < 4 else hand


@kernel
def beats_best(s, card):
    """§3.5  Does a card win the trick as it lies: the highest trump, else the highest of the suit led?"""
    suit = card // RANKS
    if s.best_seat < 0:
        return suit == s.led
    best = s.best // RANKS
    return card > s.best if suit == best else suit == s.trump


@kernel
def seats_from(s, seat, k):
    """The k-th seat clockwise from one."""
    return (seat + k) % s.options.seats


@kernel
def knows_hand(s, seat, other):
    """§7  Does `seat` see the hand of `other`: its own, one laid open, one that the dealer looked at?"""
    if other == seat:
        return has(s.active, seat)
    return has(s.exposed, other) or (seat == s.dealer and other == s.looked)
