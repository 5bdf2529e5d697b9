"""Humbug whist: names, house rules and record.

§ cites docs/rules/humbug_whist.md.
"""

import dataclasses
from typing import Any, ClassVar, Literal

import numpy as np

from ..core.cards import FRENCH
from ..core.options import Options as BaseOptions
from ..core.options import at_least, between, check_letters, letter_bits
from ..core.record import option_record, state_record
from ..errors import InvalidOption

SEATS = 2
RANKS = 13
CARDS = 52
MOST = 10**6  # of any amount named in the options

# Actions (§6).
KEEP, EXCHANGE, FIRST_CARD = 0, 1, 2
FIRST_SUIT = FIRST_CARD + CARDS
TAKE_TRICKS, TAKE_POINTS = FIRST_SUIT + 4, FIRST_SUIT + 5
ACTION_NAMES = (
    "KEEP",
    "EXCHANGE",
    *(f"play {name}" for name in FRENCH.names),
    *(f"NAME_{suit}" for suit in FRENCH.suits),
    "TAKE_TRICKS",
    "TAKE_POINTS",
)

# Phases.
EXCHANGING, NAMING, PLAYING, CLAIMING = range(4)
PHASES = ("exchange", "name trumps", "play", "claim")

# What a seat has said of its hand.
NOT_YET, KEPT, EXCHANGED = range(3)

# Trumps: a suit, or
NO_TRUMP, UNNAMED = 4, 5

# Where the card turned up is.
NOWHERE, HELD, PLAYED, LOST = range(4)

# Words of the options, as the record holds them.
SHOWN, DEALER_NAMES = range(2)  # trump
TRUMP_LOST = 1  # dealer_exchange
PENALISED = 1  # revokes
MATCH = 1  # episode

# Where a card can be; 0 and 1 are the hands.
TURNED, AWAY, STOCK, ON_TABLE, TAKEN = range(2, 7)
PLACES = ("hand 0", "hand 1", "turn-up", "put away", "stock", "trick", "taken")

# Events, the kinds of `knowledge.token`.
DEALER, TURN_UP, HAND, TWICE, SAID, NAMED, CARD, REVOKED, CLAIMED = range(1, 10)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(BaseOptions):
    """House rules (§5); the defaults are the source's, or ordinary whist's."""

    SEATS: ClassVar[tuple[int, int]] = (SEATS, SEATS)

    seats: int = 2
    """Seats at the table."""

    trump: Literal["turn_up", "dealer_names", "none"] = "turn_up"
    """What names trumps: the card turned up, a dealer who kept his hand, or nothing (§2, §3.2)."""

    dealer_exchange: Literal["card_lost", "no_trump"] = "card_lost"
    """What a dealer who exchanges loses, if a card was turned up: that card, or the deal its trumps (§3.1, §12.1)."""

    revokes: Literal["forbidden", "penalised"] = "forbidden"
    """Must suit be followed, or is it a revoke not to (§3.3, §3.4)?"""

    revoke_tricks: int = 3
    """Tricks that a revoke may cost (§3.4)."""

    revoke_points: int = 5
    """Points that it may cost instead (§3.4)."""

    trick_value: int = 2
    """Points for a trick above the book (§4)."""

    honours: bool = True
    """Do honours count (§4)?"""

    corona_unit: int = 5
    """Points for a corona of three, and for each further card (§4); 0: they do not count."""

    small_slam: int = 10
    """Points for all tricks but one (§4)."""

    grand_slam: int = 20
    """Points for all tricks (§4)."""

    game_points: int = 10
    """Trick points that win a game of a match (§4)."""

    rubber_bonus: int = 10
    """Points that the winner of two games gets from the loser (§4)."""

    packs: Literal["single", "alternating", "combined"] = "single"
    """One pack, two in turn, which changes nothing, or two together (§2)."""

    first_dealer: int | None = None
    """The seat that deals first; None: drawn (§2)."""

    ranks: str | None = None
    """The ranks in use, as "JQKA"; None: all."""

    suits: str | None = None
    """The suits in use, as "CS"; None: all."""

    hand_size: int = 13
    """Cards in a hand, tricks in a deal."""

    book: int = 6
    """Tricks that do not count (§4)."""

    episode: Literal["deal", "match"] = "deal"
    """One deal, or a rubber (§2)."""

    def __post_init__(self) -> None:
        between("seats", self.seats, *self.SEATS)
        for name in (
            "revoke_tricks", "revoke_points", "trick_value", "corona_unit", "small_slam", "grand_slam",
            "rubber_bonus", "book",
        ):  # fmt: skip
            at_least(name, getattr(self, name), 0)
            between(name, getattr(self, name), 0, MOST)
        at_least("game_points", self.game_points, 1)
        between("game_points", self.game_points, 1, MOST)
        if self.first_dealer is not None:
            between("first_dealer", self.first_dealer, 0, SEATS - 1)
        check_letters("ranks", self.ranks, FRENCH.ranks)
        check_letters("suits", self.suits, FRENCH.suits)
        between("hand_size", self.hand_size, 1, RANKS)
        if 4 * self.hand_size > len(pack_of(self)):
            raise InvalidOption(
                f"hand_size: four hands of {self.hand_size} want {4 * self.hand_size} cards, got {len(pack_of(self))}"
            )
        if self.episode == "match":
            self._check_match()

    def _check_match(self) -> None:
        """§4  Every deal must bring trick points, or a rubber might never end."""
        if self.hand_size <= 2 * self.book:
            raise InvalidOption(f"book: a match wants less than half of {self.hand_size} tricks, got {self.book}")
        if self.trick_value < 1:
            raise InvalidOption(f"trick_value: a match wants an integer of at least 1, got {self.trick_value}")

    def encoded(self) -> dict[str, int]:
        """The ranks and suits as bits."""
        return {
            "ranks": letter_bits(self.ranks, FRENCH.ranks),
            "suits": letter_bits(self.suits, FRENCH.suits),
        }


def pack_of(options: Any) -> list[int]:
    """The cards in use; of two packs combined each is there twice."""
    cards = FRENCH.subset(options.ranks, options.suits)
    return sorted(cards * 2) if options.packs == "combined" else cards


MINI: dict[str, Any] = {
    "suits": "CS",
    "ranks": "JQKA",
    "hand_size": 2,
    "book": 1,
    "small_slam": 0,
    "grand_slam": 0,
    "first_dealer": 0,
}
"""The small game of §10."""

_EACH = (SEATS,)
OPTIONS = option_record("humbug_whist", Options)
STATE = state_record(
    "humbug_whist",
    OPTIONS,
    ("phase", np.int64),
    ("trump", np.int64),  # suit, NO_TRUMP or UNNAMED
    ("turned", np.int64),  # card turned up, or NONE
    ("turn_up_lies", np.int64),  # NOWHERE if no card is turned up
    ("dealt", np.int64, (4,)),  # card set by place: 0 the dealer's, then clockwise
    ("dealt_twice", np.int64, (4,)),  # those of them that are there twice, here as below
    ("at", np.int64, _EACH),  # the place whose hand a seat plays
    ("said", np.int64, _EACH),
    ("hand", np.int64, _EACH),  # card set
    ("hand_twice", np.int64, _EACH),
    ("played", np.int64, _EACH),  # card set
    ("played_twice", np.int64, _EACH),
    ("led", np.int64),  # card, or NONE
    ("trick_number", np.int64),  # tricks finished
    ("leads", np.int64, (RANKS,)),  # cards, by trick
    ("answers", np.int64, (RANKS,)),
    ("led_by", np.int64, (RANKS,)),  # seats
    ("void", np.int64, _EACH),  # suit set, shown by not following
    ("won", np.int64, _EACH),  # tricks won in play
    ("tricks", np.int64, _EACH),  # tricks as they stand
    ("revokes", np.int64, _EACH),  # established at the end of play
    ("claims", np.int64, _EACH),  # left
    ("fines", np.int64, _EACH),  # claims for which points were taken
    ("trick_points", np.int64, _EACH),  # in this game of the rubber
    ("games", np.int64, _EACH),  # won
    ("scores", np.int64, _EACH),  # points written so far
    seats=SEATS,
    cards=2 * CARDS,
)
