"""Lenturlu's names, house rules and record. § cites docs/rules/lenturlu.md."""

import dataclasses
from typing import Any, ClassVar, Literal

import numpy as np

from ..core.cards import Deck
from ..core.options import Options as BaseOptions
from ..core.options import between, check_letters, checked_cards, letter_bits
from ..core.record import option_record, state_record
from ..errors import InvalidOption

SEATS = 8
CARDS = 52
RANKS = 13
LOW_ACE = Deck(ranks="A23456789TJQK", suits="CDHS")
MOST_LAYOUT = 5  # layout cards
MOST_CHIPS = 10**6  # of any amount named in the options
MOST_WEIGHT = 1000
HAND_CARDS = {3: 15, 4: 12, 5: 9, 6: 8, 7: 7, 8: 6}  # §2

# Actions (§6); 0..51 lays a card.
PASS, BUY1, BUY2 = range(52, 55)
ACTION_NAMES = (*(f"play {name}" for name in LOW_ACE.names), "PASS", "BUY1", "BUY2")

# Phases.
LEAD, CONTINUE = range(2)

# Words of the options, as the record holds them.
KING = 0  # goal
POINTS = 0  # payment
CARRY = 1  # leftover
MATCH = 1  # episode

# Where a card can be; 0..7 is a seat's hand.
STOCK, LAID = range(SEATS, SEATS + 2)
PLACES = (*(f"hand {seat}" for seat in range(SEATS)), "stock", "laid")

# Events, the kinds of `knowledge.token`.
DEALER, HAND, LAYS, PASSES, BUYS, BOUGHT = range(1, 7)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(BaseOptions):
    """House rules (§5); the defaults are the source's."""

    SEATS: ClassVar[tuple[int, int]] = (3, SEATS)

    seats: int = 5
    """Seats at the table, 3 to 8; 2 where `hand_cards` is given."""

    goal: Literal["king", "out"] = "king"
    """Who wins: who covers with a king, or who is first out of cards (§3.4)."""

    pay_cards: bool | Literal["auto"] = "auto"
    """Do the layout cards win what lies on them (§3.4)? auto: with the goal `out`."""

    restake: int = 2
    """Chips that each other seat lays on a layout card that was won (§3.4)."""

    payment: Literal["points", "flat"] = "points"
    """What a loser pays: the points left in hand, or a flat sum (§4)."""

    flat: int = 10
    """Chips of the flat payment (§4)."""

    ante: int = 5
    """Chips that each seat lays on the layout before a deal (§2)."""

    layout_weights: tuple[int, ...] = (7, 3, 4, 5, 6)
    """How the antes are shared among the layout cards (§2)."""

    max_buy: int = 2
    """Cards that may be bought at once, 0 to 2; 0: no buying (§3.2)."""

    buy_cost: int = 0
    """Chips for a bought card, laid on the last layout card (§5)."""

    must_play: bool = False
    """Is passing forbidden to a seat that may lay a card (§3.2)?"""

    leader_may_close: bool = True
    """With the goal `king`: may the leader lay a king in the turn in which he led (§3.4)?"""

    leftover: Literal["winner", "carry"] = "winner"
    """With the goal `out`, between the deals of a match: who has the chips left on the layout (§4)."""

    first_dealer: int | None = None
    """The seat that deals first; None: drawn (§2)."""

    match_rounds: int = 1
    """Deals of each seat in a match (§2)."""

    ranks: str | None = None
    """The ranks in use, as "A23"; None: all. The highest one closes like a king."""

    suits: str | None = None
    """The suits in use, as "DS"; None: all."""

    hand_cards: int | None = None
    """Cards of each hand; None: by the number of seats (§2)."""

    stock_cards: int | None = None
    """Cards of the stock; None: what the hands leave. Hands and stock use up the deck."""

    layout: tuple[str, ...] = ("7D", "QS", "AS", "JC", "KH")
    """The layout cards, at most five of the deck, as ["2D", "AS"]."""

    episode: Literal["deal", "match"] = "deal"
    """One deal, or `seats` x `match_rounds` of them (§2)."""

    def __post_init__(self) -> None:
        between("seats", self.seats, 2, SEATS)
        for name in ("restake", "flat", "ante", "buy_cost"):
            between(name, getattr(self, name), 0, MOST_CHIPS, "chips")
        between("max_buy", self.max_buy, 0, 2, "cards")
        between("match_rounds", self.match_rounds, 1, 1000)
        if self.first_dealer is not None:
            between("first_dealer", self.first_dealer, 0, self.seats - 1)
        check_letters("ranks", self.ranks, LOW_ACE.ranks)
        check_letters("suits", self.suits, LOW_ACE.suits)
        self._check_deal()
        self._check_layout()

    def _check_deal(self) -> None:
        if self.hand_cards is None and self.seats not in HAND_CARDS:
            raise InvalidOption(
                f"hand_cards: want the cards of each hand, as there are {self.seats} seats, got None"
            )
        pack = len(pack_of(self))
        if pack < self.seats:
            raise InvalidOption(f"seats: {self.seats} want a pack of as many cards, got {pack}")
        if self.seats == 2 and pack == CARDS:
            raise InvalidOption(
                "seats: want at least 3 with the whole pack, got 2 (a smaller one has `ranks`, `suits`)"
            )
        between("hand_cards", self.hand_size, 1, pack // self.seats, f"cards for {self.seats} seats")
        rest = pack - self.seats * self.hand_size
        if self.stock_cards not in (None, rest):
            raise InvalidOption(
                f"stock_cards: want {rest}, what the hands leave of the deck, got {self.stock_cards!r}"
            )

    def _check_layout(self) -> None:
        cards = checked_cards("layout", LOW_ACE, self.layout)
        if len(cards) > MOST_LAYOUT or not set(cards) <= set(pack_of(self)):
            raise InvalidOption(
                f"layout: want at most {MOST_LAYOUT} different cards of the deck, got {self.layout!r}"
            )
        if not cards and (self.ante or self.buy_cost):
            name = "ante" if self.ante else "buy_cost"
            raise InvalidOption(f"{name}: want 0 with an empty layout, got {getattr(self, name)!r}")
        weights = self.layout_weights
        if len(weights) != len(cards) or (cards and not sum(weights)):
            raise InvalidOption(
                f"layout_weights: want one for each of {len(cards)} layout cards, not all 0, got {weights!r}"
            )
        for weight in weights:
            between("layout_weights", weight, 0, MOST_WEIGHT)

    def encoded(self) -> dict[str, Any]:
        """Defaults worked out, ranks and suits as bits; of a layout card one more than the card, 0 for none."""
        layout = [card + 1 for card in LOW_ACE.cards(self.layout)]
        return {
            "pay_cards": int(self.pays),
            "ranks": letter_bits(self.ranks, LOW_ACE.ranks),
            "suits": letter_bits(self.suits, LOW_ACE.suits),
            "hand_cards": self.hand_size,
            "stock_cards": len(pack_of(self)) - self.seats * self.hand_size,
            "layout": (*layout, *[0] * (SEATS - len(layout))),
            "layout_weights": (*self.layout_weights, *[0] * (SEATS - len(layout))),
        }

    @property
    def pays(self) -> bool:
        """Do the layout cards win what lies on them?"""
        return self.goal == "out" if self.pay_cards == "auto" else bool(self.pay_cards)

    @property
    def hand_size(self) -> int:
        """Cards of each hand."""
        return HAND_CARDS[self.seats] if self.hand_cards is None else self.hand_cards

    @property
    def deals(self) -> int:
        """Deals of an episode."""
        return self.match_rounds * self.seats if self.episode == "match" else 1


def pack_of(options: Any) -> list[int]:
    """The cards in use."""
    return LOW_ACE.subset(options.ranks, options.suits)


OPTIONS = option_record("lenturlu", Options)
STATE = state_record(
    "lenturlu",
    OPTIONS,
    ("phase", np.int64),
    ("cards", np.int64),  # card set: the deck
    ("closing", np.int64),  # the highest rank
    ("hand", np.int64, (SEATS,)),  # card set
    ("laid", np.int64),  # card set: in this deal
    ("top", np.int64),  # card, while the phase is CONTINUE
    ("needed", np.int64),  # rank, likewise
    ("last", np.int64),  # the seat that laid the top card
    ("led_turn", np.bool_),  # the seat to act has led in this turn
    ("bought_now", np.bool_),  # it has bought in this turn
    ("stock_next", np.int64),  # position in the deck
    ("layout", np.int64),  # card set, if it wins anything
    ("layout_size", np.int64),
    ("stakes", np.int64, (MOST_LAYOUT,)),  # chips on each layout card
    ("opening", np.int64, (SEATS,)),  # chips: what each seat had been paid before this deal
    ("bought", np.int64, (SEATS,)),  # cards, in this deal
    ("passed", np.int64, (SEATS,)),  # rank set: needed when the seat passed, in this deal
    ("winner", np.int64),  # seat set: of the last deal; empty if void
    ("held", np.int64, (SEATS,)),  # set of deck positions: all that the seat was dealt or bought
    ("pairs", np.int64),  # set of deck positions: the first cards of purchases of two
    ("barred", np.int64, (RANKS,)),  # set of deck positions: shown not to be of the rank
    ("origin", np.int64, (CARDS,)),  # set of deck positions: where a laid card can have been
    ("told", np.float64, (2 * SEATS + MOST_LAYOUT,)),  # amounts as observations have them
    seats=SEATS,
    cards=CARDS,
)
