"""Skat's house rules and record.

§ cites docs/rules/skat.md.
"""

import dataclasses
from typing import Any, ClassVar, Literal

import numpy as np

from ...core.options import Options as BaseOptions
from ...core.options import between
from ...core.record import NONE, option_record, state_record
from ...errors import InvalidOption
from .contracts import EACH, MUST_PLAY, PASS_OUT, RAMSCH, RANK, SCORE, WORDS
from .contracts import GAMES as DECLARATIONS
from .names import CARDS, DECK, ROLES, SEATS

Word = Literal[
    "tourne", "gucki_grand", "gucki_null", "solo", "grand", "grand_ouvert", "null", "null_ouvert", "frage",
    "revolution", "uno_duo",
]  # fmt: skip
MOST_ROUNDS = 10**6


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(BaseOptions):
    """House rules (§5); the defaults are the source's."""

    SEATS: ClassVar[tuple[int, int]] = (3, 6)

    scoring: Literal["foster", "isko"] = "foster"
    """The book's game or the modern international one (§3.11)."""

    seats: int = 3
    """Seats at the table, three of them in play; at most 4 with `scoring="isko"`."""

    episode: Literal["deal", "match"] = "deal"
    """One deal, or `match_rounds` rounds in which each seat deals once (§2)."""

    match_rounds: int = 12
    """Deals for each seat in a match (§2)."""

    first_dealer: int | Literal["random"] | None = "random"
    """The seat that deals first; "random" or None: drawn (§2)."""

    payment: Literal["auto", "each", "score"] = "auto"
    """Each pays each the difference of their scores, or everyone gets what he writes (§4.5); auto: each, in isko score."""

    games: tuple[Word, ...] = (
        "tourne", "gucki_grand", "gucki_null", "solo", "grand", "grand_ouvert", "null", "null_ouvert",
    )  # fmt: skip
    """The games in use (§3.3)."""

    passt_mir_nicht: bool = True
    """May a Tourné pass over the first card (§3.4)?"""

    tourne_pick: Literal["either", "first"] = "either"
    """Which card of the skat a Tourné may turn (§3.4)."""

    announcements: bool = True
    """May a Solo announce schneider and schwarz (§3.7)?"""

    bidding: Literal["points", "suits"] = "points"
    """Bids are points, or ranks of games as in old German bidding (§3.12)."""

    bid_ladder: Literal["every_point", "values"] = "every_point"
    """Any number of points, or only what a game can be worth (§3.1)."""

    jump_bids: Literal["free", "next_only"] = "free"
    """Any higher bid, or only the next one (§3.1)."""

    min_bid: int | None = None
    """No bid is smaller (§3.1); None: no limit."""

    max_bid: int | None = None
    """No bid is larger (§3.1); None: no limit."""

    all_pass: Literal["auto", "ramsch", "vorhand_must_play", "pass_out"] = "auto"
    """What follows when nobody bids (§3.2); auto: Ramsch, in isko the deal is passed out."""

    ramsch_skat: Literal["last_trick", "nobody"] = "last_trick"
    """Who gets the skat's points at Ramsch (§4.3)."""

    ramsch_tie: Literal["all_lose", "last_trick"] = "all_lose"
    """Who of several with most points loses at Ramsch: all, or who took a trick last (§4.3)."""

    solo_values: Literal["own", "tourne_plus_one"] = "own"
    """What suit Solos are reckoned by (§4.2)."""

    solo_grand_value: int | Literal["auto"] = "auto"
    """Base value of a Solo Grand, 16 or 20; auto: 20, 16 with bidding by suits (§3.12)."""

    overbid_loss: Literal["next_multiple", "bid"] = "next_multiple"
    """What a game worth less than its bid loses (§4.2)."""

    grand_ouvert_all_tricks: bool = False
    """Must a Grand Ouvert take every trick (§3.7)?"""

    revolution_mode: Literal["pool", "exchange"] = "pool"
    """The opponents play their twenty cards as one hand, or sort them into two (§3.10)."""

    revolution_open: bool = True
    """Is the soloist's hand exposed (§3.10)?"""

    early_stop: bool = True
    """Does a game end as soon as its settlement is fixed (§3.8)?"""

    peeking: Literal["forbidden", "penalised"] = "forbidden"
    """May a seat look at the skat, at a price (§8)?"""

    seeger_fabian: bool = False
    """Does a game bring 50 points more, and a lost one something to the others (§4.5)?"""

    deck_suits: tuple[Literal["C", "D", "H", "S"], ...] = ("C", "D", "H", "S")
    """The suits in use, in this order."""

    deck_ranks: tuple[Literal["7", "8", "9", "Q", "K", "T", "A", "J"], ...] = (
        "7",
        "8",
        "9",
        "Q",
        "K",
        "T",
        "A",
        "J",
    )
    """The ranks in use, in this order; the jack always."""

    hand_size: int = 10
    """Cards in a hand, tricks in a deal."""

    skat_size: int = 2
    """Cards in the skat, 1 or 2."""

    def __post_init__(self) -> None:
        between("seats", self.seats, *self.SEATS)
        between("match_rounds", self.match_rounds, 1, MOST_ROUNDS)
        if isinstance(self.first_dealer, int):
            between("first_dealer", self.first_dealer, 0, self.seats - 1)
        for name in ("min_bid", "max_bid"):
            value = getattr(self, name)
            if value is not None:
                between(name, value, 0, 10**6)
        if self.solo_grand_value not in ("auto", 16, 20):
            raise InvalidOption(f"solo_grand_value: want 'auto', 16 or 20, got {self.solo_grand_value!r}")
        self._check_games()
        self._check_deck()
        if self.scoring == "isko":
            self._check_isko()
        if self.seeger_fabian and (self.scoring == "foster" or self.payment == "each"):
            raise InvalidOption(
                "seeger_fabian: want scoring 'isko' with payment 'score', "
                f"got {self.scoring!r} with payment {self.payment!r}"
            )

    def _check_games(self) -> None:
        if len(set(self.games)) < len(self.games):
            raise InvalidOption(f"games: want different ones, got {self.games!r}")
        if self.scoring == "foster" and not self.games:
            raise InvalidOption(f"games: want at least one, got {self.games!r}")
        ranked = {game.word for game in DECLARATIONS if RANK[game.family].any()}
        if self.scoring == "foster" and self.bidding == "suits" and not ranked & set(self.games):
            raise InvalidOption(
                f"games: want one that has a rank ({', '.join(sorted(ranked))}), got {self.games!r}"
            )

    def _check_deck(self) -> None:
        for name, values, known in (
            ("deck_suits", self.deck_suits, DECK.suits),
            ("deck_ranks", self.deck_ranks, DECK.ranks),
        ):
            if not values or list(values) != [letter for letter in known if letter in values]:
                raise InvalidOption(f"{name}: want some of {', '.join(known)} in this order, got {values!r}")
        if "J" not in self.deck_ranks:
            raise InvalidOption(f"deck_ranks: want the jack among them, got {self.deck_ranks!r}")
        between("skat_size", self.skat_size, 1, 2)
        cards = len(self.deck_suits) * len(self.deck_ranks)
        if self.hand_size < 1 or ROLES * self.hand_size + self.skat_size != cards:
            raise InvalidOption(
                f"hand_size: want three hands and a skat of {self.skat_size} to make up the {cards} cards, "
                f"got {self.hand_size!r}"
            )

    def _check_isko(self) -> None:
        if self.seats > 4:
            raise InvalidOption(f"seats: want 3..4 with scoring 'isko', got {self.seats!r}")
        for name, wanted in (("bidding", "points"), ("solo_values", "own"), ("peeking", "forbidden")):
            if getattr(self, name) != wanted:
                raise InvalidOption(f"{name}: want {wanted!r} with scoring 'isko', got {getattr(self, name)!r}")

    def encoded(self) -> dict[str, int]:
        """Defaults worked out, games, suits and ranks as bits."""
        isko = self.scoring == "isko"
        payment = {"each": EACH, "score": SCORE, "auto": SCORE if isko else EACH}
        all_pass = {"ramsch": RAMSCH, "vorhand_must_play": MUST_PLAY, "pass_out": PASS_OUT}
        grand = 16 if self.bidding == "suits" else 20
        return {
            "first_dealer": self.first_dealer if isinstance(self.first_dealer, int) else NONE,
            "payment": payment[self.payment],
            "games": sum(1 << WORDS.index(word) for word in self.games),
            "all_pass": all_pass.get(self.all_pass, PASS_OUT if isko else RAMSCH),
            "solo_grand_value": grand if isinstance(self.solo_grand_value, str) else self.solo_grand_value,
            "deck_suits": sum(1 << DECK.suits.index(suit) for suit in self.deck_suits),
            "deck_ranks": sum(1 << DECK.ranks.index(rank) for rank in self.deck_ranks),
        }

    @property
    def turns(self) -> bool:
        """Can a card of the skat be turned up alone?"""
        return self.scoring == "foster" and "tourne" in self.games


OPTIONS = option_record("skat", Options)
STATE = state_record(
    "skat",
    OPTIONS,
    # What follows from the options alone.
    ("suit_set", np.int64, (4,)),  # card set of each suit
    ("rank_set", np.int64, (8,)),  # card set of each rank
    ("ladder", np.int64, (5,)),  # set of the bids (`contracts.BITS`)
    # The deal; arrays of three go by role.
    ("phase", np.int64),
    ("turn", np.int64),  # role to act
    ("role", np.int64, (SEATS,)),  # by seat
    ("seat_at", np.int64, (ROLES,)),  # by role
    ("dealt", np.int64, (ROLES,)),  # card set
    ("hand", np.int64, (ROLES,)),  # card set
    ("skat_set", np.int64),  # card set, as dealt
    ("on_table", np.int64),  # card set: what still lies in the skat
    ("put_away", np.int64),  # card set: the soloist's
    ("taken", np.bool_),  # the soloist took the skat
    ("looked_at", np.int64),  # which card of the skat a Tourné turned first
    ("looked", np.int64),  # card set: that card
    ("turned", np.int64),  # card set: the card that all have seen
    ("sorted", np.int64),  # card set: the hand that the first opponent makes of the twenty cards
    # Auction.
    ("bid", np.int64),  # the last one made; then what the soloist must reach
    ("stage", np.int64),  # 1 and 2, then 0
    ("bidder", np.int64),  # role
    ("holder", np.int64),  # role
    ("answering", np.bool_),  # it is the holder's turn
    ("last_bid", np.int64, (ROLES,)),  # made or held
    ("status", np.int64, (ROLES,)),
    # Peeking.
    ("peeked", np.int64),  # role set, deals that were voided included
    ("peeked_late", np.int64),  # role set: in the play of this deal
    ("saw", np.int64, (ROLES,)),  # card set: seen by peeking in this deal
    ("peeker", np.int64),  # role
    ("answers", np.int64),  # so many have let it pass
    ("interrupted", np.int64),  # phase
    # Game.
    ("soloist", np.int64),  # role, OUT: nobody
    ("family", np.int64),
    ("trump", np.int64),
    ("price", np.int64),  # value; all of it in a game without multipliers
    ("loss", np.int64),  # what a lost game counts, 1 or 2
    ("open", np.bool_),
    ("exposed", np.bool_),  # the soloist's hand lies open
    ("by_hand", np.bool_),
    ("announced", np.int64),
    # Play.
    ("trick_number", np.int64),  # tricks finished
    ("trick_size", np.int64),
    ("leader", np.int64),  # role
    ("trick", np.int64, (ROLES,)),  # card set of at most one card
    ("led_class", np.int64),  # suit, or JACKS for trumps
    ("follow", np.int64),  # card set of that class
    ("beats", np.int64),  # card set: what would beat the best card so far
    ("best", np.int64),  # role
    ("played", np.int64, (ROLES,)),  # card set, the trick on the table included
    ("tricks", np.int64, (ROLES,)),
    ("points", np.int64, (ROLES,)),  # in tricks
    ("last_won", np.int64, (ROLES,)),  # number of the last trick won, from 1
    ("void", np.int64, (ROLES,)),  # bits: shown to have none of a suit's plain cards, JACKS: no trumps
    # Payments.
    ("delta", np.int64, (SEATS,)),  # written in this deal, paid at its end
    ("sheet", np.int64, (SEATS,)),  # written in the deals before
    ("deals_settled", np.int64),
    ("made", np.bool_),  # the soloist of the deal last settled won
    ("losers", np.int64),  # seat set: who lost the Ramsch last settled
    seats=SEATS,
    cards=CARDS,
)


def pack_of(options: Any) -> list[int]:
    """The cards in use: the first slots, suit * ranks + rank (§6)."""
    return list(range(len(options.deck_suits) * len(options.deck_ranks)))
