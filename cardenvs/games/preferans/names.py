"""Preferans by number: suits and bids, actions, phases, places, events. § cites docs/rules/preferans.md."""

import numpy as np

from ...core.cards import Deck

SEATS = 4
CARDS = 32
RANKS = 8  # of a suit
DECK = Deck(ranks="789TJQKA", suits="CDHS")
SUIT = 0xFF  # the cards of suit 0
FULL_HAND = 10  # cards; without the talon only full hands are bid

# Denominations in bidding order (§1), and each one's trump suit; suit 4, which no card has, is none.
DENOMS = ("S", "C", "D", "H", "NT")
NO_TRUMP = 4  # denomination
NO_SUIT = 4
TRUMP = np.array([3, 0, 1, 2, NO_SUIT], np.int64)

# Steps: places in the price list, of the six to the ten; a small deck has fewer, the ten always among them (§10).
STEPS = 5
SIX, NINE, TEN = 0, 3, 4
MISERE_STEP = 5  # in tallies
ORDERS = 5 * STEPS  # an order is 5 * step + denomination

# Bids by rank (§3.1).
NO_BID = -1
MIS_RANK, NINE_W, TENS, MISW_RANK, TEN_W, BIDS = 20, 21, 26, 31, 32, 37
WITH_TALON = ((1 << MIS_RANK) - 1) | (0b11111 << TENS)  # rank sets; misère apart
NINES_W = 0b11111 << NINE_W
TENS_W = 0b11111 << TEN_W
MISERES = (1 << MIS_RANK) | (1 << MISW_RANK)
TALONLESS = NINES_W | TENS_W | (1 << MISW_RANK)

# Actions (§6); 0..31 plays or discards a card, BID + order bids or orders.
PASS, BID = 32, 33
MIS, MISW, BID_NINE_W, BID_TEN_W, HOLD, WHIST, HALF, OPEN, CLOSED, LOOK_D1, LOOK_D2 = (
    58, 59, 60, 65, 70, 71, 72, 73, 74, 75, 76,
)  # fmt: skip
ACTION_NAMES = (
    *(f"play {name}" for name in DECK.names),
    "PASS",
    *(f"bid {level}{denom}" for level in range(6, 11) for denom in DENOMS),
    "MIS",
    "MISW",
    *(f"bid {level}W{denom}" for level in (9, 10) for denom in DENOMS),
    "HOLD", "WHIST", "HALF", "OPEN", "CLOSED", "LOOK_D1", "LOOK_D2",
)  # fmt: skip
ACTION_OF_RANK = np.array(
    [*range(BID, BID + 20), MIS, *range(BID_NINE_W, BID_TEN_W), *range(BID + 20, MIS), MISW,
     *range(BID_TEN_W, HOLD)],
    np.int64,
)  # fmt: skip
RANK_OF_ACTION = np.full(len(ACTION_NAMES), NO_BID, np.int64)
RANK_OF_ACTION[ACTION_OF_RANK] = np.arange(BIDS)
ORDER_OF_RANK = np.array(
    [*range(20), NO_BID, *range(15, 20), *range(20, 25), NO_BID, *range(20, 25)], np.int64
)  # that a bid stands for

# Contracts, as the observation numbers them; 26 is there the flag of a game without the talon.
MISERE, RASPAS, UNDECIDED = 25, 27, 28

# Words of the whist.
NOT_YET, PASSES, WHISTS, HALVES = range(4)
WORDS = ("", "passes", "whists", "half-whists")

# Phases; DEALT_OUT: the deal is settled.
(
    AUCTION, DISCARD1, DISCARD2, CONTRACT, WHISTING, HALF_RETURN, DEALER_LOOK, DEALER_WHIST, OPENING, PLAY, DEALT_OUT,
) = range(11)  # fmt: skip
PHASES = (
    "auction", "discard", "discard", "contract", "whist", "half-whist", "dealer looks", "dealer whists", "opening",
    "play", "over",
)  # fmt: skip

TALON_SLOT = SEATS  # in tables by seat: the talon's card in a raspas
NOBODY = -1  # among seats

# Where a card can be; 0..3 is a seat's hand, SHOWN_HANDS + 0..3 one that lies open or that the dealer has looked at.
SHOWN_HANDS = SEATS
TALON_PLACE, DISCARD_PLACE, TRICK_PLACE, TAKEN = range(2 * SEATS, 2 * SEATS + 4)
PLACES = (
    *(f"hand {seat}" for seat in range(SEATS)),
    *(f"shown hand {seat}" for seat in range(SEATS)),
    "talon", "discards", "trick", "taken",
)  # fmt: skip

# Events, the kinds of `knowledge.token`.
DEALER, SERIES, HAND, WORD, TALON, DISCARD, LOOKED, EXPOSED, CARD, TALON_LEAD, RESULT = range(1, 12)
