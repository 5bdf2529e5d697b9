"""Macao: cards, names, house rules and record.

§ cites docs/rules/macao.md.
"""

import dataclasses
from typing import ClassVar, Literal

import numpy as np

from ..core.cards import Deck
from ..core.options import Options as BaseOptions
from ..core.options import at_least, between, check_letters, letter_bits
from ..core.record import option_record, state_record
from ..errors import InvalidOption

DECK = Deck(ranks="A23456789TJQK")
RANKS = len(DECK.ranks)
VALUES = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0], np.int64)
BEST = 9
BUSTED = -1  # points

SEATS = 12
MOST_DRAWS = 3
MOST_PACKS = 8
COPIES = 4 * MOST_PACKS  # of a rank
CARDS = RANKS * COPIES

STAND, DRAW, SWAP = range(3)
ACTION_NAMES = ("STAND", "DRAW", "SWAP")

# Words of the options, as the record holds them.
ANY, FIRST_CARD = range(2)  # zero_swap
BUST = 1  # overdraw
TIES, ALL, NO_MULTIPLES = range(3)  # banker_multiples
FACE_DOWN = 1  # drawn_cards
MATCH = 1  # episode

# Where a card can be; 0..11 is what a seat alone sees.
OPEN, STOCK, ASIDE = SEATS, 2 * SEATS, 2 * SEATS + 1
PLACES = (
    *(f"hand {seat}" for seat in range(SEATS)),
    *(f"drawn {seat}" for seat in range(SEATS)),
    "stock",
    "aside",
)

# Events, the kinds of `knowledge.token`; a rank that is not shown is told as UNSEEN.
BANKER, FIRST, DREW, THREW, STOOD, SHOWN = range(1, 7)
UNSEEN = RANKS


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(BaseOptions):
    """House rules (§5); the defaults are the source's."""

    SEATS: ClassVar[tuple[int, int]] = (2, SEATS)

    seats: int = 5
    """Seats at the table, the banker's included."""

    stake: int = 1
    """Chips that each seat stakes in a coup (§2)."""

    decks: int = 2
    """Packs of 52 cards in the shoe (§2)."""

    max_draws: int = 1
    """Cards that a seat may draw in a coup (§3)."""

    zero_swap: Literal["any", "first", "none"] = "any"
    """Which cards that count nothing may be replaced (§3): any, the first card alone, none."""

    max_swaps: int | None = None
    """Cards that a seat may replace in a coup (§3); None: any number."""

    swap_keeps_natural: bool = True
    """Does a first card that came by a swap count as dealt (§3, §12.4)?"""

    overdraw: Literal["keep_first", "bust"] = "keep_first"
    """A card that would lead above nine: counts nothing, or loses the coup (§3, §12.11)."""

    banker_draws: bool = True
    """Has the banker a turn (§3, §12.1)?"""

    banker_multiples: Literal["ties", "all", "none"] = "ties"
    """Whom the banker's nine and eight make pay more: who has as many, all who do not beat him, nobody (§4, §12.2)."""

    banker_needs_natural: bool = True
    """Must the banker have stood on his first card for that (§4, §12.3)?"""

    drawn_cards: Literal["face_up", "face_down"] = "face_up"
    """Are drawn cards open to all (§3, §12.7)?"""

    first_banker: int | None = None
    """The seat that keeps the bank first; None: drawn (§2)."""

    bank_rounds: int = 1
    """Banks that each seat keeps in a match (§2)."""

    ranks: str | None = None
    """The ranks in use, as "2579"; None: all."""

    copies: int | None = None
    """Cards of each rank in the shoe; None: four a pack."""

    episode: Literal["deal", "match"] = "deal"
    """One coup from a full shoe, or banks of all seats in turn (§2)."""

    def __post_init__(self) -> None:
        between("seats", self.seats, *self.SEATS)
        between("stake", self.stake, 1, 10**6, "chips")
        between("decks", self.decks, 1, MOST_PACKS)
        between("max_draws", self.max_draws, 1, MOST_DRAWS)
        if self.max_swaps is not None:
            at_least("max_swaps", self.max_swaps, 0)
        if self.first_banker is not None:
            between("first_banker", self.first_banker, 0, self.seats - 1)
        between("bank_rounds", self.bank_rounds, 1, 10**6)
        check_letters("ranks", self.ranks, DECK.ranks)
        if self.copies is not None:
            between("copies", self.copies, 1, COPIES)
        if len(pack_of(self)) <= self.seats:
            raise InvalidOption(
                f"seats: {self.seats} seats want a shoe of at least {self.seats + 1} cards, got {len(pack_of(self))}"
            )

    @property
    def copies_of_each(self) -> int:
        """Cards of each rank in the shoe."""
        return 4 * self.decks if self.copies is None else self.copies

    @property
    def banks(self) -> int:
        """Shoes dealt from in an episode."""
        return self.seats * self.bank_rounds if self.episode == "match" else 1

    @property
    def most_swaps(self) -> int:
        """No coup has more swaps: each throws a card that counts nothing away."""
        zeros = sum(VALUES[DECK.ranks.index(rank)] == 0 for rank in self.ranks or DECK.ranks) * self.copies_of_each
        if self.zero_swap == "none":
            return 0
        return int(zeros) if self.max_swaps is None else min(int(zeros), self.seats * self.max_swaps)

    def encoded(self) -> dict[str, int]:
        """The numbers worked out, the ranks as bits."""
        return {
            "copies": self.copies_of_each,
            "max_swaps": CARDS if self.max_swaps is None else min(self.max_swaps, CARDS),
            "ranks": letter_bits(self.ranks, DECK.ranks),
        }


def pack_of(options: Options) -> list[int]:
    """§2, §5  The shoe; copy j of a rank has suit j mod 4."""
    ranks = [DECK.ranks.index(rank) for rank in options.ranks or DECK.ranks]
    return sorted(j % 4 * RANKS + rank for j in range(options.copies_of_each) for rank in ranks)


OPTIONS = option_record("macao", Options)
STATE = state_record(
    "macao",
    OPTIONS,
    ("coup", np.int64),  # of this bank, from 1
    ("shoe_next", np.int64),  # position in the deck
    ("first_at", np.int64, (SEATS,)),  # position in the deck of each first card
    ("drawn_at", np.int64, (SEATS, MOST_DRAWS)),  # of the cards drawn, the first `draws` count
    ("draws", np.int64, (SEATS,)),
    ("swaps", np.int64, (SEATS,)),
    ("points", np.int64, (SEATS,)),  # 0..9, or BUSTED
    ("natural", np.int64),  # seat set: nine and eight count as dealt
    ("stood", np.int64),  # seat set
    ("open_ranks", np.int64, (RANKS,)),  # cards of each rank that all have seen of this shoe
    seats=SEATS,
    cards=CARDS,
)
