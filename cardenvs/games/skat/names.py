"""Skat's cards, actions, phases and events by name.

§ cites docs/rules/skat.md.
"""

from ...core.cards import Deck

DECK = Deck(ranks="789QKTAJ", suits="CDHS")
"""§1  Natural order of the ranks, the jack last; a smaller deck is ``Deck(ranks, suits)`` of its own letters."""
CARDS = 32
SEATS = 6

# Ranks.
_SEVEN, _EIGHT, _NINE, QUEEN, KING, TEN, ACE, JACK = range(8)
RANKS = 8

# Suits, and the other kinds of trumps; UNNAMED: not yet said.
CLUBS, DIAMONDS, HEARTS, SPADES, JACKS, NO_TRUMPS, UNNAMED = range(7)
SUITS = 4
TRUMP_NAMES = ("clubs", "diamonds", "hearts", "spades", "jacks", "none")

# Roles in a deal; OUT: sits out this deal (or, as soloist: nobody).
VORHAND, MITTELHAND, HINTERHAND, OUT = range(4)
ROLES = 3
ROLE_NAMES = ("V", "M", "H")

# Actions (§6); 0..31 plays a card.
MARK_FIRST = 32
PASS, HOLD = 64, 65
BID_ZERO = 65  # BID_v is 65 + v
TOP_BID = 264
TURN_0, TURN_1 = 330, 331
ACCEPT, ACCEPT_GRAND, PASST_MIR_NICHT = 332, 333, 334
FRAGE, GUCKI_GRAND, GUCKI_NULL, GUCKI_NULL_OUVERT = range(335, 339)
TRUMP_FIRST = 339  # TRUMP_C, TRUMP_D, TRUMP_H, TRUMP_S
GRAND, GRAND_OUVERT, NULL, NULL_OUVERT = range(343, 347)
REVOLUTION, UNO, UNO_OUVERT, DUO, DUO_OUVERT = range(347, 352)
PICKUP, HAND = 352, 353
ANN_NONE, ANN_SCHNEIDER, ANN_SCHWARZ, ANN_OUVERT = range(354, 358)
PEEK, CONTINUE, DEMAND = 358, 359, 360
ACTIONS = 361

ACTION_NAMES = (
    *(f"play {name}" for name in DECK.names),
    *(f"MARK_{name}" for name in DECK.names),
    "PASS", "HOLD",
    *(f"BID_{value}" for value in range(1, TOP_BID + 1)),
    "TURN_0", "TURN_1", "ACCEPT", "ACCEPT_GRAND", "PASST_MIR_NICHT",
    "FRAGE", "GUCKI_GRAND", "GUCKI_NULL", "GUCKI_NULL_OUVERT",
    *(f"TRUMP_{suit}" for suit in DECK.suits),
    "GRAND", "GRAND_OUVERT", "NULL", "NULL_OUVERT", "REVOLUTION", "UNO", "UNO_OUVERT", "DUO", "DUO_OUVERT",
    "PICKUP", "HAND", "ANN_NONE", "ANN_SCHNEIDER", "ANN_SCHWARZ", "ANN_OUVERT", "PEEK", "CONTINUE", "DEMAND",
)  # fmt: skip

# Phases (§3).
(
    BID1, BID2, OPENING, DECLARE, MODE, LOOK, LOOK2, FRAGE_TRUMP, ISKO_DECLARE, MARK, EXCHANGE, ANNOUNCE, PLAY,
    PEEK_RESPONSE, DONE,
) = range(15)  # fmt: skip
VOIDED = 15  # to be dealt again; no seat ever sees it
PHASES = (
    "bid", "bid", "opening", "declare", "look", "look", "name trumps", "put away", "announce", "play", "answer a peek",
    "over",
)  # fmt: skip
"""As the observation groups them (§7)."""

# What a seat is in the auction (§7).
SILENT, LIVE, PASSED, EXCLUDED = range(4)
STATUSES = ("silent", "live", "passed", "excluded")

# Announcements (§3.7).
NONE_SAID, SCHNEIDER, SCHWARZ = range(3)
ANNOUNCEMENTS = ("", "schneider", "schwarz")

# Where a card can be; 0..5 is a seat's hand.
OPEN_HAND, TOGETHER, SKAT_PLACE, AWAY, TRICK, TAKEN_PLACE = range(SEATS, SEATS + 6)
PLACES = (
    *(f"hand {seat}" for seat in range(SEATS)),
    "open hand", "opponents together", "skat", "put away", "trick", "taken",
)  # fmt: skip

# Events, the kinds of `knowledge.token`; PUBLIC is any action that all see.
DEALER, DEALT, PUBLIC, LOOKED, TURNED_UP, TAKEN, MARKED, PUT_AWAY, EXPOSED, POOL, PEEKED = range(1, 12)
