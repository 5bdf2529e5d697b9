"""The mushka family's names, house rules and record: what `mushka` and its three variants have in common.

§ cites docs/rules/mushka.md.
"""

import dataclasses
from typing import Any, ClassVar, Literal

import numpy as np

from ..core.cards import FRENCH, Deck
from ..core.options import Options, at_least, between, check_letters, letter_bits
from ..core.record import state_record
from ..errors import InvalidOption

SEATS = 7
CARDS = 52
RANKS = 13
MOST = 10**4  # of any amount named in the options: no sum of a match overflows
KING_HIGH = Deck("23456789TAJQK")
"""The cards where the king is the highest and the ace stands between ten and jack."""

# Actions (§6); 0..51 plays or marks a card.
PASS, PLAY, EXCHANGE, DONE, SILENT, ANNOUNCE, TRUMP_CLUBS = range(52, 59)
WORDS = (
    "PASS", "PLAY", "EXCHANGE", "DONE", "SILENT", "ANNOUNCE", "TRUMP_C", "TRUMP_D", "TRUMP_H", "TRUMP_S",
)  # fmt: skip

# What a seat has declared.
NOT_YET, PASSED, PLAYS, EXCHANGED = range(4)
DECLARATIONS = ("not yet", "passes", "plays", "exchanges")

# Phases, `CHOOSING` and `ANNOUNCING` in `mushka_pamphil` alone; DEALT_OUT: the deal is settled.
CHOOSING, ANNOUNCING, DECLARING, MARKING, PLAYING, DEALT_OUT = range(6)
PHASES = ("trump", "announce", "declare", "mark", "play", "over")

# Words of the options, as the record holds them.
MATCH = 1  # episode
RELATIVE = 1  # deal_reward
BY_TRICKS, BY_POINTS = range(2)  # overshoot
FLAT = 1  # settlement
PENALISED = 1  # revokes

# Where a card can be; 0..6 is a seat's hand.
AWAY, TURNED, STOCK, TRICK, TAKEN, OUT, OPEN = range(SEATS, SEATS + 7)
PLACES = (
    *(f"hand {seat}" for seat in range(SEATS)),
    "put away", "turn-up", "stock", "trick", "taken", "out of play", "open",
)  # fmt: skip

# Events, the kinds of `knowledge.token`.
DEALER, TURN_UP, HAND, DECLARED, MARK, DRAWN, CARD, SHOWN, SCORE, NAMED, ANNOUNCED = range(1, 12)

DECKS = {2: 32, 3: 32, 4: 36}  # by seats; 52 cards for more
RANKS_OF = {32: "789TJQKA", 36: "6789TJQKA", 52: "23456789TJQKA"}


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class FamilyOptions(Options):
    """House rules of the family (§5); the defaults are the source's."""

    SEATS: ClassVar[tuple[int, int]] = (2, SEATS)
    ORDER: ClassVar[Deck] = FRENCH
    """The cards in the game's own order."""
    TURN_UP: ClassVar[int] = 1
    """Cards turned up for trumps."""

    seats: int = 4
    """Seats at the table."""

    deck: int | None = None
    """Cards in the deck: 32, 36 or 52; None: 32 for up to three seats, 36 for four, 52 for more (§1)."""

    episode: Literal["deal", "match"] = "deal"
    """One deal, or `races` races (§2)."""

    races: int = 1
    """Races in a match (§2)."""

    max_deals: int = 200
    """Deals after which a race that nobody has won is void, and the match with it (§2)."""

    deal_reward: Literal["points", "relative"] = "points"
    """What a single deal pays: each seat its own points, or `seats` times what they exceed the average (§2)."""

    start_score: int = 25
    """Points that each seat has to write off in a race (§2)."""

    start_scores: tuple[int, ...] | None = None
    """The same by seat, for the first race alone (§2); None: `start_score`."""

    no_trick_penalty: int = 5
    """Points added to a seat that played and took no trick (§4.1)."""

    overshoot: Literal["tricks", "points", "off"] = "tricks"
    """What, above the one or two that a seat had left, makes it start anew (§4.2)."""

    settlement: Literal["remaining", "flat"] = "remaining"
    """What the winner of a race gets from each other seat: its points left, or `flat_amount` (§4.3)."""

    point_value: int = 1
    """Money for a point left (§2)."""

    flat_amount: int = 10
    """Money from each seat under flat settlement (§4.3)."""

    revokes: Literal["forbidden", "penalised"] = "forbidden"
    """Are unlawful cards impossible, or do they cost `revoke_penalty` (§8)?"""

    revoke_penalty: int = 5
    """Points added for each revoke (§4.1)."""

    first_dealer: int | None = None
    """The seat that deals first; None: drawn (§2)."""

    hand_size: int = 5
    """Cards in a hand, tricks in a deal."""

    ranks: str | None = None
    """The ranks in use, as "JQKA"; None: the deck's."""

    suits: str | None = None
    """The suits in use, as "HS"; None: all."""

    stock_limit: int | None = None
    """Cards kept as stock, its top ones; None: all."""

    def __post_init__(self) -> None:
        between("seats", self.seats, *self.SEATS)
        if self.deck is not None and self.deck not in RANKS_OF:
            raise InvalidOption(f"deck: want 32, 36, 52 or None, got {self.deck!r}")
        between("races", self.races, 1, 10**3)
        between("max_deals", self.max_deals, 1, 10**5)
        for name in ("start_score", "point_value", "flat_amount"):
            between(name, getattr(self, name), 1, MOST)
        if self.start_scores is not None and not (
            len(self.start_scores) == self.seats and all(0 < score <= MOST for score in self.start_scores)
        ):
            raise InvalidOption(f"start_scores: want {self.seats} scores of 1..{MOST}, got {self.start_scores!r}")
        for name in ("no_trick_penalty", "revoke_penalty"):
            between(name, getattr(self, name), 0, MOST, "points")
        if self.first_dealer is not None:
            between("first_dealer", self.first_dealer, 0, self.seats - 1)
        between("hand_size", self.hand_size, 1, 5)
        check_letters("ranks", self.ranks, self.ORDER.ranks)
        check_letters("suits", self.suits, self.ORDER.suits)
        if self.stock_limit is not None:
            at_least("stock_limit", self.stock_limit, 0, "cards")
        self._check_deck()

    def _check_deck(self) -> None:
        needed, size = self.hand_size * self.seats + self.TURN_UP, len(pack_of(self))
        if needed > size:
            raise InvalidOption(
                f"seats: {self.seats} seats of {self.hand_size} cards want a deck of at least {needed}, got {size}"
            )

    def encoded(self) -> dict[str, Any]:
        """The deck and the scores worked out, the ranks and suits as bits."""
        scores = self.start_scores or (self.start_score,) * self.seats
        return {
            "deck": len(pack_of(self)),
            "start_scores": (*scores, *[0] * (SEATS - self.seats)),
            "ranks": letter_bits(ranks_of(self), self.ORDER.ranks),
            "suits": letter_bits(self.suits, self.ORDER.suits),
        }

    @property
    def most_deals(self) -> int:
        """No episode has more deals."""
        return self.races * self.max_deals if self.episode == "match" else 1


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class PrivilegeOptions(FamilyOptions):
    """House rules of the card that has the privileges: AS in ordinary mushka (§5)."""

    special_penalty: int = 10
    """Points added to a seat that held the card and took no trick (§4.1)."""

    special_bonus: int = 5
    """Points its holder writes off beside those of a trick or more (§4.1)."""

    special_bonus_trump: int = 10
    """The same where the card is a trump (§4.1)."""

    special_discardable: bool = False
    """May it be thrown in the exchange (§3.2, §12.5)?"""

    special_must_follow: bool = True
    """Must it follow as any card; or may it, if no trump, always go on a led card of its rank (§3.3, §12.4)?"""

    def __post_init__(self) -> None:
        FamilyOptions.__post_init__(self)
        for name in ("special_penalty", "special_bonus", "special_bonus_trump"):
            between(name, getattr(self, name), 0, MOST, "points")


def ranks_of(options: Any) -> str:
    """The ranks in use."""
    size = options.deck or DECKS.get(options.seats, 52)
    return str(options.ranks or RANKS_OF[size])


def pack_of(options: Any) -> list[int]:
    """The cards in use."""
    deck: Deck = options.ORDER
    return deck.subset(ranks_of(options), options.suits)


def action_names(deck: Deck) -> tuple[str, ...]:
    """§6  The cards in the game's own order, then the family's words."""
    return (*(f"play {name}" for name in deck.names), *WORDS)


def family_record(tag: str, options: np.dtype) -> np.dtype:
    """The state of a game of the family."""
    each = (SEATS,)
    return state_record(
        tag,
        options,
        ("phase", np.int64),
        # The race
        ("score", np.int64, each),  # points left to write off; new ones once the deal is settled
        ("began", np.int64, each),  # the same when the deal began
        ("money", np.int64, each),  # side payments and settlements so far
        ("race", np.int64),  # races finished
        ("race_deal", np.int64),  # deals of this race, this one included
        ("race_over", np.bool_),  # somebody has won it
        ("race_winner", np.int64),  # seat, if so
        ("written", np.int64, each),  # points written off in the deal last settled
        # The deal
        ("trump", np.int64),  # suit
        ("block", np.int64),  # first row of the game's trick orders
        ("order", np.int64),  # row for this deal, or for this trick (supremacy)
        ("turned", np.int64),  # card set of the card turned up
        ("special", np.int64),  # card set of the card with the privileges
        ("unmarkable", np.int64),  # card set: may not be thrown
        ("exempt", np.int64),  # card set: may always go on a led card of its rank
        ("dealt", np.int64, each),  # card set
        ("hand", np.int64, each),  # card set; a passed hand stays until the next deal
        ("put_away", np.int64, each),  # card set: thrown
        ("drawn", np.int64, each),  # card set: from the stock
        ("swapped", np.int64, each),  # how many cards thrown
        ("drawn_from", np.int64, each),  # position in the deck of the first card drawn
        ("marked", np.int64),  # card set of the seat that is marking
        ("known", np.int64, each),  # card set: all have seen that it was dealt to this seat
        ("shown", np.int64, each),  # card set: opened at a check
        ("announced", np.int64),  # seat set: who announced Pamphil
        ("stock_next", np.int64),  # position in the deck
        ("stock_end", np.int64),
        ("declared", np.int64, each),
        ("active", np.int64),  # seat set
        ("n_active", np.int64),
        # Play
        ("leader", np.int64),
        ("trick_number", np.int64),  # tricks finished
        ("trick_size", np.int64),
        ("trick", np.int64, each),  # card set of at most one card
        ("led", np.int64),  # card
        ("led_suit", np.int64),  # that it counts as
        ("best", np.int64),  # card that wins so far
        ("best_seat", np.int64),
        ("played", np.int64, each),  # card set, in finished tricks
        ("leads", np.int64),  # cards led, six bits each, the first lowest
        ("plays", np.int64, each),  # cards played, alike
        ("won", np.int64, each),  # tricks
        ("points", np.int64, each),  # of the tricks
        ("reached", np.int64, each),  # the trick after which these were enough to finish; else one after the last
        ("void", np.int64, each),  # bits: shown to have none of suit 0..3, 4 = no trumps
        ("revoked", np.int64, each),  # revokes
        seats=SEATS,
        cards=CARDS,
    )
