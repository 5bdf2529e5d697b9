"""Panguingue's names, house rules and record.

§ cites docs/rules/panguingue.md.
"""

import dataclasses
from typing import Any, ClassVar, Literal

import numpy as np

from ..core.options import Options as BaseOptions
from ..core.options import at_least, between, check_letters, letter_bits
from ..core.record import option_record, state_record
from ..errors import InvalidOption
from .panguingue_sets import CARDS, CONDITIONS, KINDS, MOST_DECKS, PLANES, SLOTS, TYPE_CARDS, TYPES, VALUE_BITS

SEATS = 16
MOST_CARDS = MOST_DECKS * KINDS
MOST_CHIPS = 10**9  # of the forfeit
MOST_DUTIES, MOST_DOUBTS = 16, 3  # discards under the duty and slots of borrowings (§3.5) that `redeal` remembers

# Actions (§6)
STAY, DROP, DRAW_STOCK, TAKE_PILE, DEMAND, NO_DEMAND, SLOT = range(7)
DISCARD, LAYOFF, BORROW, MELD = range(9, 9 + 4 * KINDS, KINDS)
ACTIONS = MELD + TYPES
ACTION_NAMES = (
    "STAY", "DROP", "DRAW_STOCK", "TAKE_PILE", "DEMAND", "NO_DEMAND", *(f"SLOT {k}" for k in range(SLOTS)),
    *(f"{verb} {name}" for verb in ("DISCARD", "LAYOFF", "BORROW") for name in CARDS.names),
    *(f"MELD {CARDS.text(cards)}" for cards in TYPE_CARDS.tolist()),
)  # fmt: skip

# Phases (§3)
DROPPING, DRAWING, DEMANDING, MELDING, CHOOSING = range(5)
PHASES = ("drop", "draw", "demand", "meld", "slot")

# What a slot is chosen for.
LAYING, LENDING = range(2)

# Words of the options, as the record holds them.
MATCH = 1  # episode
DEMAND_ASKED, DEMAND_AUTO, DEMAND_OFF = range(3)  # demand
DUTY = 0  # safe_discard
VALLE_ONLY = 1  # final_conditions
BATCH = 1  # reshuffle

# Where a card can be; 0..15 is a seat's hand.
TABLE, PILE, STOCK, RENEWED, DROPPED, TAKEN = range(SEATS, SEATS + 6)
PLACES = (
    *(f"hand {seat}" for seat in range(SEATS)),
    "table", "pile", "stock", "renewed stock", "dropped", "taken",
)  # fmt: skip

# Events, the kinds of `knowledge.token`.
ELDEST, UP_CARD, CARD, DRAWN, PLAYED = range(1, 6)

NO_CARD = NOBODY = -1


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(BaseOptions):
    """House rules (§5); the defaults are the source's."""

    SEATS: ClassVar[tuple[int, int]] = (2, SEATS)

    seats: int = 6
    """Seats at the table."""

    decks: int = 8
    """Decks of 40 cards shuffled together, 1 to 11; the full game takes five or more (§1)."""

    deck_style: Literal["court", "numeral"] = "court"
    """What people read: A..7 J Q K, or the same cards as A..10 (§1)."""

    hand_size: int = 10
    """Cards in a hand, 2 to 10; one more on the table goes out (§3.5)."""

    ranks: str | None = None
    """The ranks in use, neighbours in "A234567JQK", as "A234"; None: all (§10)."""

    suits: str | None = None
    """The suits in use, as "S"; None: all (§10)."""

    first_eldest: int | None = None
    """The eldest hand of the (first) deal; None: drawn (§2)."""

    drop_penalty: int = 2
    """Chips that dropping costs (§3.1)."""

    demand: Literal["decision", "auto", "off"] = "decision"
    """May others demand that a seat lays off the pile's card: they are asked, always do, or may not (§3.3)."""

    safe_discard: Literal["duty", "off"] = "duty"
    """Must a discard not let the next seat out, if there is another (§3.5)?"""

    double_if_no_meld: bool = False
    """Does the winner take two chips from a seat without a set (§4)?"""

    final_conditions: Literal["all", "valle"] = "all"
    """Which conditions the winner collects again: all, or those of classes 1 and 2 (§4)."""

    free_noncomoquer: bool = False
    """May kings or aces of one suit be extended by other suits (§3.4, §12.5)?"""

    condition_values: tuple[int, ...] = (1, 1, 4, 2, 2, 1, 2, 1, 2, 1)
    """Chips of the conditions (§3.6), 0 to 63: spades and other suits of class 1, of class 2, and so on."""

    max_recycles: int = 1
    """How often the pile may become the stock in a deal (§3.7)."""

    recycle_shuffle: bool = False
    """Is it shuffled then (§3.7)?"""

    reshuffle: Literal["full", "batch"] = "full"
    """Between the deals of a match: shuffle all, or the cards used and some unused ones (§2)."""

    shuffle_batch: int = 40
    """Unused cards shuffled in with "batch" (§2)."""

    match_deals: int = 10
    """Deals of a match (§2)."""

    episode: Literal["deal", "match"] = "deal"
    """One deal, or `match_deals` of them (§2)."""

    def __post_init__(self) -> None:
        between("seats", self.seats, *self.SEATS)
        between("decks", self.decks, 1, MOST_DECKS)
        between("hand_size", self.hand_size, 2, 10, "cards")
        check_letters("ranks", self.ranks, CARDS.ranks)
        check_letters("suits", self.suits, CARDS.suits)
        if self.ranks is not None and "".join(sorted(self.ranks, key=CARDS.ranks.index)) not in CARDS.ranks:
            raise InvalidOption(f"ranks: want neighbours in {CARDS.ranks!r}, got {self.ranks!r}")
        if self.first_eldest is not None:
            between("first_eldest", self.first_eldest, 0, self.seats - 1)
        between("drop_penalty", self.drop_penalty, 0, MOST_CHIPS, "chips")
        values = self.condition_values
        if len(values) != CONDITIONS or not all(0 <= value < 1 << VALUE_BITS for value in values):
            raise InvalidOption(f"condition_values: want {CONDITIONS} numbers of 0..63 chips, got {values!r}")
        for name, low in ("max_recycles", 0), ("shuffle_batch", 0), ("match_deals", 1):
            at_least(name, getattr(self, name), low)
            between(name, getattr(self, name), low, 10**6)
        needed = self.seats * self.hand_size + 2
        if needed > len(pack_of(self)):
            raise InvalidOption(
                f"seats: {self.seats} seats of {self.hand_size} cards want a pack of at least {needed}, "
                f"got {len(pack_of(self))}"
            )

    def encoded(self) -> dict[str, int]:
        """The conditions as one number, the ranks and suits as bits."""
        return {
            "condition_values": sum(value << VALUE_BITS * k for k, value in enumerate(self.condition_values)),
            "ranks": letter_bits(self.ranks, CARDS.ranks),
            "suits": letter_bits(self.suits, CARDS.suits),
        }


def pack_of(options: Any) -> list[int]:
    """§1  The kinds in use, each as often as there are decks."""
    return [c for c in CARDS.subset(options.ranks, options.suits) for _ in range(options.decks)]


OPTIONS = option_record("panguingue", Options)

_EACH = (SEATS,)
_HEAPS = (SEATS, PLANES)
STATE = state_record(
    "panguingue",
    OPTIONS,
    ("phase", np.int64),
    ("eldest", np.int64),
    ("spoken", np.int64),  # seat set: stayed or dropped
    ("inside", np.int64),  # seat set: not dropped
    ("turn", np.int64),  # seat whose turn it is; others may be asked in it
    ("pot", np.int64),  # chips
    ("carried", np.int64),  # of these, from earlier deals
    ("before", np.int64, _EACH),  # `payoff` when the deal began
    ("winner", np.int64),  # of the deal last settled, or NOBODY
    ("outs", np.int64, _EACH),  # deals of this episode won by eleven cards on the table
    ("hand", np.int64, _HEAPS),  # heaps
    ("sets", np.int64, (SEATS, SLOTS)),  # on the table; borrowed cards leave them with the MELD
    ("must", np.int64),  # the pile's card that has to be used at once, or NO_CARD
    ("lent", np.int64, (SLOTS,)),  # cards borrowed for the next set, the first n_lent count
    ("lenders", np.int64, (SLOTS,)),  # and their slots
    ("n_lent", np.int64),
    ("moving", np.int64),  # card whose slot is to be chosen, or NO_CARD
    ("errand", np.int64),  # LAYING or LENDING it
    ("stock_next", np.int64),  # position of the next card, in the deck or, renewed, in the pile's array
    ("stock_end", np.int64),
    ("recycles", np.int64),
    ("renewed", np.int64, (PLANES,)),  # heap: what is left of a renewed stock
    ("pile", np.int8, (MOST_CARDS,)),  # bottom first, the first pile_size count; a renewed stock lies above
    ("pile_size", np.int64),
    ("piled", np.int64, (PLANES,)),  # heap: the pile
    ("bottom_start", np.int64),  # deck position where the batch shuffled last begins
    ("bottom", np.int64, (PLANES,)),  # heap: known to be in that batch
    # What `redeal` has to keep of the deal: see panguingue_hidden.
    ("log", np.int16, (MOST_CARDS,)),
    ("log_size", np.int64),
    ("drew", np.bool_),  # the seat has drawn from the dealt stock and shown no card since
    ("known", np.int64, _HEAPS),  # heaps: drawn in sight of all and still in the hand
    ("duties", np.int64, (MOST_DUTIES,)),  # kind sets
    ("duty_seat", np.int64, (MOST_DUTIES,)),
    ("duty_at", np.int64, (MOST_DUTIES,)),  # deck positions dealt or drawn by then
    ("n_duties", np.int64),  # MOST_DUTIES + 1: more than are remembered
    (
        "doubt_sets",
        np.int64,
        (MOST_DOUBTS, SLOTS),
    ),  # sets when a card was borrowed of which several slots had a copy
    ("doubt_lent", np.int64, (MOST_DOUBTS, SLOTS)),  # and lent, lenders, n_lent, must
    ("doubt_lenders", np.int64, (MOST_DOUBTS, SLOTS)),
    ("doubt_n_lent", np.int64, (MOST_DOUBTS,)),
    ("doubt_must", np.int64, (MOST_DOUBTS,)),
    ("doubt_card", np.int64, (MOST_DOUBTS,)),
    ("doubt_slots", np.int64, (MOST_DOUBTS,)),  # slot set: from which it could be borrowed
    ("doubt_seat", np.int64, (MOST_DOUBTS,)),
    ("doubt_at", np.int64, (MOST_DOUBTS,)),
    ("doubt_shown", np.int64, (MOST_DOUBTS,)),  # entries of the seat in the log
    ("doubt_known", np.int64, (MOST_DOUBTS, PLANES)),
    ("new_doubts", np.int64),  # of these, since the last set was laid
    ("n_doubts", np.int64),  # MOST_DOUBTS + 1: more than are remembered
    seats=SEATS,
    cards=MOST_CARDS,
)
