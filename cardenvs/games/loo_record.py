"""The loo family's names, house rules and record: what `loo`, `pam_loo`, `irish_loo` and `stukolka` share.

§ cites docs/rules/loo.md.
"""

import dataclasses
from typing import Any, ClassVar, Literal

import numpy as np

from ..core.cards import FRENCH
from ..core.options import Options, at_least, between, check_letters, letter_bits
from ..core.record import state_record
from ..errors import InvalidOption

SEATS = 16
CARDS = 52
PAM = FRENCH.card("JC")
BANK = 10**12  # chips in the pool that end a match (§2)
MOST_CHIPS = 10**9  # of any amount named in the options (§4)

# Actions (§6); 0..51 plays or marks a card.
REFUSE, PLAY, TAKE_MISS, EXCHANGE, DONE, POOL, CIVIL = range(52, 59)
ACTION_NAMES = (
    *(f"play {name}" for name in FRENCH.names),
    "REFUSE", "PLAY", "TAKE_MISS", "EXCHANGE", "DONE", "POOL", "CIVIL",
)  # fmt: skip

# What a seat has declared.
NOT_YET, REFUSED, PLAYS, TOOK_MISS, EXCHANGED, DEFENDS = range(6)
DECLARATIONS = ("not yet", "refuses", "plays", "takes the miss", "exchanges", "plays for the pool")

# Phases; DEALT_OUT: the deal is settled.
DECLARING, MARKING, PLAYING, DEALT_OUT = range(4)
PHASES = ("declare", "mark", "play", "over")

# Words of the options, as the record holds them.
EVERY_DEAL = 1  # dealer_ante
FIRST_LEAD = 1  # forced_trump_lead
FREE = 1  # undertrump
MATCH = 1  # episode
SPLIT = 1  # deal_end_pool

# Where a card can be; 0..15 is a seat's hand.
AWAY, MISS_PLACE, TURNED, STOCK, TRICK, TAKEN, OUT = range(SEATS, SEATS + 7)
PLACES = (
    *(f"hand {seat}" for seat in range(SEATS)),
    "put away", "miss", "turn-up", "stock", "trick", "taken", "out of play",
)  # fmt: skip

# Events, the kinds of `knowledge.token`.
DEALER, TURN_UP, HAND, DECLARED, MISS, MARK, DRAWN, CARD, SHOWN = range(1, 10)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class PoolOptions(Options):
    """House rules that `stukolka` has too (§5); the defaults are the source's."""

    SPARE_HANDS: ClassVar[int] = 0
    """Hands dealt beside the seats' (the miss)."""

    seats: int = 6
    """Seats at the table."""

    episode: Literal["deal", "match"] = "deal"
    """One deal, or deals in a row until each seat has dealt `rounds` times and nobody is looed (§2)."""

    stake: int = 3
    """Chips the dealer puts in (§2); a positive multiple of `hand_size`."""

    initial_pool: int = 0
    """Chips in the pool before the first deal; if any, as left by a loo (§2)."""

    first_dealer: int | None = None
    """The seat that deals first; None: drawn (§2)."""

    rounds: int = 1
    """Deals for each seat before a match may end (§2)."""

    max_deals: int | None = None
    """Deals after which a match ends in any case (§2); None: 4 * rounds * seats."""

    deal_end_pool: Literal["sink", "split"] = "sink"
    """What becomes of the pool after a single deal: out of the game, or shared (§2)."""

    hand_size: int = 3
    """Cards in a hand, tricks in a deal."""

    ranks: str | None = None
    """The ranks in use, as "JQKA"; None: all."""

    suits: str | None = None
    """The suits in use, as "CH"; None: all."""

    stock_limit: int | None = None
    """Undealt cards kept as stock; None: all."""

    def __post_init__(self) -> None:
        between("seats", self.seats, *self.SEATS)
        between("hand_size", self.hand_size, 1, 5)
        self.check_chips("stake", self.stake)
        between("initial_pool", self.initial_pool, 0, MOST_CHIPS, "chips")
        if self.first_dealer is not None:
            between("first_dealer", self.first_dealer, 0, self.seats - 1)
        between("rounds", self.rounds, 1, 10**6)
        if self.max_deals is not None:
            between("max_deals", self.max_deals, 1, 10**8)
        check_letters("ranks", self.ranks, FRENCH.ranks)
        check_letters("suits", self.suits, FRENCH.suits)
        if self.stock_limit is not None:
            at_least("stock_limit", self.stock_limit, 0, "cards")
        if self.cards_needed > len(pack_of(self)):
            raise InvalidOption(
                f"seats: {self.seats} seats of {self.hand_size} cards want a deck of at least {self.cards_needed}, "
                f"got {len(pack_of(self))}"
            )

    def check_chips(self, name: str, chips: int | str | None) -> None:
        """Checks an amount that the tricks must divide; words and None pass.

        Raises:
            InvalidOption: they don't divide it, or it is out of range.
        """
        if isinstance(chips, int) and not (0 < chips <= MOST_CHIPS and chips % self.hand_size == 0):
            raise InvalidOption(
                f"{name}: want a positive multiple of {self.hand_size} chips, at most {MOST_CHIPS}, got {chips!r}"
            )

    def encoded(self) -> dict[str, int]:
        """The limits worked out, the ranks and suits as bits."""
        return {
            "max_deals": self.most_deals,
            "ranks": letter_bits(self.ranks, FRENCH.ranks),
            "suits": letter_bits(self.suits, FRENCH.suits),
        }

    @property
    def cards_needed(self) -> int:
        """Cards that a deal takes."""
        return self.hand_size * (self.seats + self.SPARE_HANDS) + 1

    @property
    def most_deals(self) -> int:
        """No episode has more deals."""
        return self.max_deals or 4 * self.rounds * self.seats


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class FamilyOptions(PoolOptions):
    """House rules of `loo`, `pam_loo` and `irish_loo` (§5); the defaults are the source's."""

    loo_limit: int | None = None
    """Most chips a looed seat pays (§4), a positive multiple of `hand_size`; None: the whole pool."""

    dealer_ante: Literal["when_no_loo", "every_deal"] = "when_no_loo"
    """When the dealer puts in the stake: after a deal in which nobody was looed, or always (§2)."""

    forced_trump_lead: Literal["every_lead", "first_lead"] = "every_lead"
    """Which leads the duty to lead trumps binds (§3.2, §12.1)."""

    highest_trump_lead_max_players: int = 3
    """With at most so many active seats the highest trump must be led from two or more (§3.2); 0: never."""

    undertrump: Literal["required", "free"] = "required"
    """Must a seat play a trump that can't win, having none of the suit led (§3.2, §12.3)?"""

    pool_defence_draw: bool = False
    """May the dealer who plays for the pool change his cards first (§3.1, §12.5)?"""

    def __post_init__(self) -> None:
        PoolOptions.__post_init__(self)
        self.check_chips("loo_limit", self.loo_limit)
        between("highest_trump_lead_max_players", self.highest_trump_lead_max_players, 0, MOST_CHIPS)


def family_record(tag: str, options: np.dtype, *own: tuple[Any, ...]) -> np.dtype:
    """The state of a game of the family, with its own fields last."""
    each = (SEATS,)
    return state_record(
        tag,
        options,
        ("phase", np.int64),
        ("order", np.int64),  # row of the trick order's tables
        ("trump", np.int64),  # suit
        ("turned", np.int64),  # card turned up
        ("pool", np.int64),  # chips in it now
        ("fine", np.int64),  # chips a looed seat pays
        ("told", np.float64, (5,)),  # the amounts as observations have them (loo_view.py)
        ("refill", np.bool_),  # nobody was looed: the next dealer puts in the stake
        ("looed", np.int64),  # seat set, in the deal last settled
        ("dealt", np.int64, each),  # card set
        ("hand", np.int64, each),  # card set; a refused hand stays until the next deal
        ("put_away", np.int64, each),  # card set: thrown, or given up for the miss
        ("drawn", np.int64, each),  # card set: from the stock, or the miss
        ("swapped", np.int64, each),  # how many cards put away
        ("drawn_from", np.int64, each),  # position in the deck of the first card drawn
        ("marked", np.int64),  # card set of the seat that is marking
        ("miss", np.int64),  # card set; empty in games without one
        ("miss_free", np.bool_),
        ("stock_next", np.int64),  # position in the deck
        ("stock_end", np.int64),
        ("declared", np.int64, each),
        ("active", np.int64),  # seat set
        ("n_active", np.int64),
        ("first_in", np.int64),  # the seat that was first to declare that it plays
        ("leader", np.int64),
        ("trick_number", np.int64),  # tricks finished
        ("trick_size", np.int64),
        ("trick", np.int64, each),  # card set of at most one card
        ("led", np.int64),  # card
        ("best", np.int64),  # card that wins so far
        ("best_seat", np.int64),
        ("civil", np.bool_),  # Pam may not win this trick
        ("played", np.int64, each),  # card set, in finished tricks
        ("won", np.int64, each),  # tricks
        ("void", np.int64, each),  # bits: shown to have none of suit 0..3, 4 = no trumps
        ("forbidden", np.int64, each),  # card set: shown not to be in the hand
        ("most_trumps", np.int64, each),  # shown to be in the hand at most
        *own,
        seats=SEATS,
        cards=CARDS,
    )


def pack_of(options: Any) -> list[int]:
    """The cards in use."""
    return FRENCH.subset(options.ranks, options.suits)
