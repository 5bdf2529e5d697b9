"""Kopilka's names, house rules and record. § cites docs/rules/kopilka.md."""

import dataclasses
from typing import Any, ClassVar, Literal

import numpy as np

from ..core.cards import Deck, card_set
from ..core.options import Options as BaseOptions
from ..core.options import between, check_letters, checked_cards, letter_bits
from ..core.record import option_record, state_record
from ..errors import InvalidOption

SEATS = 4
SUITS = 4
RANKS = 8
CARDS = 32
PIQUET = Deck(ranks="789TJQKA", suits="CDHS")
SPADES = 3
MOST_CHIPS = 10**6  # of any amount named in the options
MOST_PRICE = 10**4

# Actions (§6); 0..31 plays or discards a card.
PASS, DRAW, TAKE, DECLINE, KEEP = range(32, 37)
ACTION_NAMES = (*(f"play {name}" for name in PIQUET.names), "PASS", "DRAW", "TAKE", "DECLINE", "KEEP")

# Phases.
OFFER, DISCARD, LEAD, FOLLOW = range(4)

# Words of the options, as the record holds them.
PENALISED = 1  # revokes
ANY_TIME = 1  # ace_spades
MUST = 1  # take_discard
MATCH = 1  # episode

NO_SUIT = 4  # for the suit of the last lead, before the first

# Where a card can be; 0..3 is a seat's hand.
STOCK, DEAD, PLAYED = range(SEATS, SEATS + 3)
PLACES = (*(f"hand {seat}" for seat in range(SEATS)), "stock", "dead", "played")

# Events, the kinds of `knowledge.token`; those of one seat alone are kept in the record's log.
DEALER, HAND, DECLARED, TAKES, DECLINES, DISCARDS, KEEPS, LEADS, CARD, PASSES, FINED, DRAWS = range(1, 13)
TAKEN, THROWN, MISSING, REPLACED, DRAWN = range(13, 18)

LOG = 64  # private events in a deal, at most
FACTS = 32  # fined passes that still say something of a hand
SLOT_BITS = 32


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(BaseOptions):
    """House rules (§5); the defaults are the source's."""

    SEATS: ClassVar[tuple[int, int]] = (2, SEATS)

    seats: int = 4
    """Seats at the table; the game is for 4, small configurations for 2 or 3 too."""

    ante: int = 10
    """Chips that each seat puts in the box for a party (§2)."""

    deal_fee: int = 5
    """Chips that each seat but the first out pays at the end of a deal (§4)."""

    fine_no_trick: int = 5
    """Chips that such a seat pays besides, if it won no trick (§4)."""

    fine_pass: int = 5
    """Chips for a pass with the led suit in hand, where `revokes` allows it (§4)."""

    revokes: Literal["forbidden", "penalised"] = "forbidden"
    """May a seat that can follow pass, at a price (§3.3)?"""

    prices: tuple[int, ...] = (2, 3, 4, 1)
    """Chips for a trick in clubs, diamonds, hearts, spades; doubled tricks count twice (§4)."""

    party_deals: int = 4
    """Deals of a party, which a match is (§2)."""

    max_draws: int = 1
    """Cards that may be drawn in a turn (§3.3); 0: any number."""

    ace_spades: Literal["void_only", "any_time"] = "void_only"
    """When the ace of spades may be played on another suit: by who can't follow, or always (§3.3)."""

    take_discard: Literal["may", "must"] = "may"
    """May or must a card be discarded for one that was taken (§3.1)?"""

    offer_min: int = 3
    """Cards of a suit that must be offered (§3.1), more than half a hand; 0: no offering."""

    play_on: bool = False
    """Does the deal go on after the first seat is out (§3.4)?"""

    block_after: int | None = None
    """Failed leads in a row that end a deal (§3.4); None: twice the seats."""

    first_dealer: int | None = None
    """The seat that deals first; None: drawn (§2)."""

    hand_size: int = 5
    """Cards dealt to each seat, at least as many as there are seats."""

    ranks: str | None = None
    """The ranks in use, as "QKA"; None: all."""

    suits: str | None = None
    """The suits in use, as "CS"; None: all. The highest spade is the ace of spades."""

    removed: str | None = None
    """Cards left out, as "QC KC"; None: none."""

    episode: Literal["deal", "match"] = "deal"
    """A party of one deal, or of `party_deals` (§2)."""

    def __post_init__(self) -> None:
        between("seats", self.seats, *self.SEATS)
        for name in ("ante", "deal_fee", "fine_no_trick", "fine_pass"):
            between(name, getattr(self, name), 0, MOST_CHIPS, "chips")
        if len(self.prices) != SUITS:
            raise InvalidOption(f"prices: want four, for C, D, H and S, got {self.prices!r}")
        for price in self.prices:
            between("prices", price, 0, MOST_PRICE, "chips")
        between("party_deals", self.party_deals, 1, 1000)
        between("max_draws", self.max_draws, 0, CARDS)
        if self.block_after is not None:
            between("block_after", self.block_after, 1, 1000)
        if self.first_dealer is not None:
            between("first_dealer", self.first_dealer, 0, self.seats - 1)
        check_letters("ranks", self.ranks, PIQUET.ranks)
        check_letters("suits", self.suits, PIQUET.suits)
        checked_cards("removed", PIQUET, self.removed)
        between("hand_size", self.hand_size, self.seats, len(pack_of(self)) // self.seats)
        if self.offer_min != 0:
            between("offer_min", self.offer_min, self.hand_size // 2 + 1, CARDS, "cards, or 0")

    def encoded(self) -> dict[str, Any]:
        """Defaults worked out, card sets as bits; a price for each suit."""
        return {
            "prices": self.prices,
            "block_after": self.most_failures,
            "ranks": letter_bits(self.ranks, PIQUET.ranks),
            "suits": letter_bits(self.suits, PIQUET.suits),
            "removed": card_set(PIQUET.cards(self.removed or "")),
        }

    @property
    def most_failures(self) -> int:
        """Failed leads in a row that end a deal."""
        return 2 * self.seats if self.block_after is None else self.block_after

    @property
    def deals(self) -> int:
        """Deals of an episode."""
        return self.party_deals if self.episode == "match" else 1


def pack_of(options: Any) -> list[int]:
    """The cards in use."""
    removed = PIQUET.cards(options.removed or "")
    return [card for card in PIQUET.subset(options.ranks, options.suits) if card not in removed]


OPTIONS = option_record("kopilka", Options)
STATE = state_record(
    "kopilka",
    OPTIONS,
    ("phase", np.int64),
    ("cards", np.int64),  # card set: the deck
    ("ace", np.int64),  # card set: the highest spade, if there is one
    ("box", np.int64),  # chips
    ("hand", np.int64, (SEATS,)),  # card set; a set on offer belongs to it, but for what was taken
    ("dead", np.int64, (SEATS,)),  # card set: discarded
    ("given", np.int64, (SEATS, SEATS)),  # card set: what a seat took from another
    ("set_size", np.int64, (SEATS,)),  # cards that must be offered, 0 for none
    ("server", np.int64),  # whose set is on offer
    ("served", np.int64),  # seat set: whose offering is over
    ("asked", np.int64),  # how far from the server the seat sits that may take
    ("taken", np.int64),  # cards taken from the server
    ("stock_next", np.int64),  # slot
    ("last_suit", np.int64),  # suit of the last lead, or NO_SUIT
    ("leader", np.int64),
    ("led", np.int64),  # card, while the phase is FOLLOW
    ("trick", np.int64, (SEATS,)),  # card set: what each seat has played to the trick
    ("passed", np.int64),  # seat set: of this trick
    ("best", np.int64),  # card that wins so far
    ("best_seat", np.int64),
    ("draws", np.int64),  # cards drawn in this turn
    ("failures", np.int64),  # leads in a row that nobody followed
    ("seen", np.int64),  # card set: played and not taken back
    ("known", np.int64, (SEATS,)),  # card set: taken back by a leader, still in hand
    ("void", np.int64, (SEATS,)),  # suit set: shown to lack, since the last draw
    ("tricks", np.int64, (SEATS,)),  # of this deal
    ("tally", np.int64, (SEATS, 2 * SUITS)),  # tricks of the party by suit: plain, doubled
    ("first_out", np.int64),  # seat set: one or none
    ("slots", np.int64, (CARDS,)),  # card: seat by seat from the dealer's left, a set first; then the stock
    ("held", np.int64, (SEATS,)),  # slot set: all that a seat got, less what was taken from it
    ("barred", np.int64, (SUITS,)),  # slot set: shown not to be of the suit
    ("shown", np.int64),  # card set: played or led at some time
    ("origin", np.int64, (CARDS,)),  # slot set: where a card that was shown can have been
    ("fact_slots", np.int64, (FACTS,)),  # slot set and, above it, a suit: one of them was of it, at a fined pass
    ("fact_seen", np.int64, (FACTS,)),  # card set: `seen` at that time
    ("facts", np.int64),  # how many; more than FACTS are not kept
    ("log", np.int64, (LOG,)),  # what one seat alone was told: slot set, above it the seat, above it the event
    ("log_size", np.int64),
    ("told", np.float64, (SEATS + 1,)),  # amounts as observations have them
    seats=SEATS,
    cards=CARDS,
)
