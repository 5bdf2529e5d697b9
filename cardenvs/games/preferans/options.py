"""The house rules of preferans (§5), and the conventions that preset many of them.

§ cites docs/rules/preferans.md.
"""

import dataclasses
import typing
from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from ...core.options import Options as BaseOptions
from ...core.options import between, checked_cards
from ...core.record import encode, option_record
from ...errors import InvalidOption
from .names import CARDS, DECK, DENOMS, FULL_HAND, STEPS

FIELD = 12  # bits of one number in a packed tuple
MOST = 1000  # of any price

# Words of the options, as the record holds them.
DEAL, MATCH = 0, 1  # episode
ALL, FIRST = 0, 1  # pool_end
FULL = 0  # whist_responsibility, history
GREEDY = 0  # whist_sharing
VALUE, TEN_EACH = 0, 1  # consolation
GORA = 0  # raspas_scoring
SAME_DEALER = 0  # raspas_redeal
RESET = 0  # raspas_after_last
ANY = 0  # raspas_exit
BY_DEALER, BY_SUIT, UNUSED = 0, 1, 2  # raspas_talon
CHECKED = 0  # ten_game
CABAL = 0  # misere_mode
ALLOWED = 0  # jump_bids
EVERY_STEP = 0  # nt_steps
AUTO, DECLARED = 0, 1  # half_whist
OFF = 0  # under_order
FORBIDDEN = 0  # revokes

CONVENTIONS: dict[str, dict[str, Any]] = {
    "sochi": {
        "price_multiplier": 1,
        "pool_value": 10,
        "whist_responsibility": "full",
        "whist_sharing": "greedy",
        "consolation": "value",
        "raspas_scoring": "gora",
        "raspas_progression": (1, 2, 4),
        "raspas_redeal": "same_dealer",
        "raspas_after_last": "reset",
        "raspas_exit": "any",
        "raspas_exit_levels": (6, 6, 6),
        "raspas_talon": None,
        "ten_game": "checked",
    },
    "leningrad": {
        "price_multiplier": 2,
        "pool_value": 20,
        "whist_responsibility": "half",
        "whist_sharing": "gentleman",
        "consolation": "value",
        "raspas_scoring": "gora",
        "raspas_progression": (1, 2, 3),
        "raspas_redeal": "rotate",
        "raspas_after_last": "hold",
        "raspas_exit": "made",
        "raspas_exit_levels": (6, 7, 8),
        "raspas_talon": None,
        "ten_game": "whisted",
    },
    "rostov": {
        "price_multiplier": 1,
        "pool_value": 10,
        "whist_responsibility": "half",
        "whist_sharing": "gentleman",
        "consolation": "ten",
        "raspas_scoring": "whists",
        "raspas_progression": (1,),
        "raspas_redeal": "rotate",
        "raspas_after_last": "reset",
        "raspas_exit": "any",
        "raspas_exit_levels": (6,),
        "raspas_talon": "unused",
        "ten_game": "checked",
    },
}
"""§4  What each convention presets; a `raspas_talon` of None is "dealer" with four seats and "suit" with three."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(BaseOptions):
    """House rules (§5). Where the default is None, the convention says (§4)."""

    SEATS: ClassVar[tuple[int, int]] = (3, 4)

    seats: int = 3
    """Seats at the table; of four the dealer sits out the deal (§2)."""

    episode: Literal["deal", "match"] = "deal"
    """One deal, or deals in a row until `pool_end` (§2)."""

    convention: Literal["sochi", "leningrad", "rostov"] = "sochi"
    """Presets prices and the raspas (§4)."""

    first_dealer: int | None = None
    """The seat that deals first; None: drawn (§2)."""

    pool_target: int = 10
    """Pool points that close a seat's pool (§2, §4.6)."""

    pool_end: Literal["all", "first", "deals"] = "all"
    """A match ends when all pools are closed, when the first is, or after `max_deals` deals (§2)."""

    max_deals: int = 200
    """Deals after which a match ends in any case (§2)."""

    raspas_stage: int = 0
    """All-pass deals that precede a single deal, which makes its raspas dearer (§2)."""

    price_multiplier: int | None = None
    """Whists and gora points a pool point of the contract's value costs (§4)."""

    pool_value: int | None = None
    """Whists a pool point is worth (§4.5), a multiple of 10."""

    whist_responsibility: Literal["full", "half"] | None = None
    """Does a whister pay the full price for a missing trick, or half of it (§4.1)?"""

    whist_sharing: Literal["greedy", "gentleman"] | None = None
    """Does the passer get half of the whists on a failed contract (§4.2)?"""

    consolation: Literal["value", "ten", "none"] | None = None
    """Whists that each other seat gets for a trick that the declarer lacks (§4.2)."""

    raspas_scoring: Literal["gora", "whists"] | None = None
    """Do tricks of a raspas cost gora points, or whists to the hand with the fewest (§4.4)?"""

    raspas_progression: tuple[int, ...] | None = None
    """The price of the first, second, third raspas in a row (§2); one to three steps."""

    raspas_redeal: Literal["same_dealer", "rotate"] | None = None
    """Who deals after a raspas that is not the last of a series (§2)."""

    raspas_after_last: Literal["reset", "hold"] | None = None
    """Does a new series begin after the last step, or stay the price (§2)?"""

    raspas_exit: Literal["any", "made"] | None = None
    """Does any contract end a series, or only one that is made (§2)?"""

    raspas_exit_levels: tuple[int, ...] | None = None
    """The lowest level of the first trick bid after no, one, two raspas (§2); the last counts on."""

    raspas_talon: Literal["dealer", "suit", "unused"] | None = None
    """In a raspas the talon plays for the dealer (four seats), only names the suit led, or stays away (§3.6)."""

    ten_game: Literal["checked", "whisted"] | None = None
    """Is the ten only caught, or whisted as any contract (§3.4)?"""

    raspas_zero_bonus: bool = True
    """Does a hand without a trick in a raspas earn pool points (§4.4)?"""

    raspas_dealer_fine: int | Literal["auto"] = "auto"
    """Gora points of the dealer after the last raspas of a series (§2); auto: 10 with four seats, else 0."""

    misere_mode: Literal["cabal", "trading"] = "cabal"
    """Must a misère be bid at once, or may it be ordered after a trick bid (§3.1)?"""

    jump_bids: Literal["allowed", "forbidden"] = "allowed"
    """May a bid pass over the next higher one (§3.1)?"""

    hold_bid: bool = False
    """May the elder of two bidders hold at the same bid (§3.1)?"""

    nt_steps: Literal["all", "six_only"] = "all"
    """At which levels no-trump may be bid (§3.1)."""

    stalingrad: bool = True
    """Must both whist on a six in spades (§3.4)?"""

    half_whist: Literal["auto", "declared", "none"] = "auto"
    """The pay of the declarer's right-hand hand if nobody whists: by itself, if it asks, or none (§4.3)."""

    dealer_whist: bool = True
    """May a dealer who sits out whist for a hand that passed (§3.4)?"""

    dealer_consolation: bool = True
    """Does a dealer who sits out get consolation (§4.2)?"""

    open_whist: bool = True
    """May a lone whister lay both hands open (§3.4)?"""

    catch_open: bool = True
    """Do the hands that catch a misère or a ten lie open (§3.5)?"""

    under_order: Literal["off", "sure"] = "sure"
    """Is a declarer punished who was sure of more tricks than he ordered (§4.2a)?"""

    revokes: Literal["forbidden", "penalised"] = "forbidden"
    """Are cards that break the rules impossible, or played and punished (§8)?"""

    history: Literal["full", "last_trick"] = "full"
    """How much of the finished tricks a seat is shown (§7)."""

    cards: str | None = None
    """The cards in use, as "QH KH AH"; None: all 32 (§10)."""

    hand_size: int = 10
    """Cards in a hand; one or two more are the talon (§10)."""

    levels: tuple[int, ...] = (6, 7, 8, 9, 10)
    """Tricks of the contracts; the first is played as the six, the last as the ten (§10)."""

    values: tuple[int, ...] = (2, 4, 6, 8, 10)
    """Pool points of each level (§4), even."""

    quotas: tuple[int, ...] = (4, 2, 1, 1, 1)
    """Tricks the whisters must take at each level (§3.4): even, or 1."""

    half_quotas: tuple[int, ...] = (2, 1, 0, 0, 0)
    """Tricks paid at each level if nobody whists (§4.3)."""

    misere_value: int = 10
    """Pool points of a misère, and gora points of its every trick (§4.4)."""

    denoms: tuple[Literal["S", "C", "D", "H", "NT"], ...] = ("S", "C", "D", "H", "NT")
    """Trumps that may be bid (§10)."""

    allow_misere: bool = True
    """May a misère be bid (§10)?"""

    def __post_init__(self) -> None:
        between("seats", self.seats, *self.SEATS)
        if self.first_dealer is not None:
            between("first_dealer", self.first_dealer, 0, self.seats - 1)
        between("pool_target", self.pool_target, 1, 10**6)
        between("max_deals", self.max_deals, 1, 10**6)
        self._check_deck()
        self._check_levels()
        self._check_prices()
        self._check_raspas()

    def _check_deck(self) -> None:
        between("hand_size", self.hand_size, 1, FULL_HAND, "cards")
        size = len(self.pack)
        if not 1 <= self.talon_size <= 2:
            raise InvalidOption(
                f"cards: want {3 * self.hand_size + 1} or {3 * self.hand_size + 2} cards "
                f"for three hands of {self.hand_size} and the talon, got {size}"
            )
        if not self.denoms or len(set(self.denoms)) < len(self.denoms):
            raise InvalidOption(f"denoms: want different ones of {DENOMS}, got {self.denoms!r}")

    def _check_levels(self) -> None:
        rising = list(self.levels) == sorted(set(self.levels))
        if not 2 <= len(self.levels) <= STEPS or not rising:
            raise InvalidOption(f"levels: want two to five rising numbers of tricks, got {self.levels!r}")
        for level in self.levels:
            between("levels", level, 1, self.hand_size, "tricks")
        for name in ("values", "quotas", "half_quotas"):
            if len(getattr(self, name)) != len(self.levels):
                raise InvalidOption(
                    f"{name}: want one for each of the levels {self.levels}, got {getattr(self, name)!r}"
                )
        for value in self.values:
            between("values", value, 2, MOST, "pool points")
            if value % 2:
                raise InvalidOption(f"values: want even numbers, got {self.values!r}")
        for quota in self.quotas:
            between("quotas", quota, 0, self.hand_size, "tricks")
            if quota % 2 and quota != 1:
                raise InvalidOption(f"quotas: want 1 or even numbers, got {self.quotas!r}")
        for quota in self.half_quotas:
            between("half_quotas", quota, 0, self.hand_size, "tricks")
        between("misere_value", self.misere_value, 1, MOST, "points")

    def _check_prices(self) -> None:
        between("price_multiplier", self.chosen("price_multiplier"), 1, 100)
        value = self.chosen("pool_value")
        between("pool_value", value, 10, MOST, "whists")
        if value % 10:
            raise InvalidOption(f"pool_value: want a multiple of 10 whists, got {value!r}")

    def _check_raspas(self) -> None:
        steps = self.chosen("raspas_progression")
        if not 1 <= len(steps) <= 3:
            raise InvalidOption(f"raspas_progression: want one to three steps, got {steps!r}")
        for step in steps:
            between("raspas_progression", step, 1, 100)
        between("raspas_stage", self.raspas_stage, 0, len(steps) - 1)
        exits = self.chosen("raspas_exit_levels")
        if not 1 <= len(exits) <= 3 or not set(exits) <= set(self.levels):
            raise InvalidOption(
                f"raspas_exit_levels: want one to three of the levels {self.levels}, got {exits!r}"
            )
        if self.chosen("raspas_talon") == "dealer" and self.seats == 3:
            raise InvalidOption("raspas_talon: 'dealer' wants four seats, got seats=3")
        if isinstance(self.raspas_dealer_fine, int):
            between("raspas_dealer_fine", self.raspas_dealer_fine, 0, 10, "gora points")

    def chosen(self, name: str) -> Any:
        """An option, or what the convention presets for it."""
        value = getattr(self, name)
        if value is None:
            value = CONVENTIONS[self.convention][name]
        if value is None:
            value = "dealer" if self.seats == 4 else "suit"
        return value

    @property
    def pack(self) -> list[int]:
        """The cards in use, ascending."""
        return sorted(checked_cards("cards", DECK, self.cards)) if self.cards is not None else list(range(CARDS))

    @property
    def talon_size(self) -> int:
        """Cards in the talon, and cards to discard."""
        return len(self.pack) - 3 * self.hand_size

    @property
    def steps(self) -> list[int]:
        """The step of each level (§10)."""
        return [*range(len(self.levels) - 1), STEPS - 1]

    def encoded(self) -> dict[str, int]:
        """The convention filled in, tables packed by step, sets as bits."""
        hints = typing.get_type_hints(type(self))
        chosen = {name: self.chosen(name) for name in CONVENTIONS["sochi"]}
        exits = chosen.pop("raspas_exit_levels")
        progression = chosen.pop("raspas_progression")
        step_of = dict(zip(self.levels, self.steps, strict=True))
        fine = self.raspas_dealer_fine
        return {
            **{name: encode(hints[name], value) for name, value in chosen.items()},
            **{name: self._by_step(getattr(self, name)) for name in ("levels", "values", "quotas", "half_quotas")},
            "raspas_progression": _packed(progression),
            "raspas_exit_levels": _packed([step_of[exits[min(k, len(exits) - 1)]] for k in range(3)]),
            "raspas_dealer_fine": (10 if self.seats == 4 else 0) if fine == "auto" else fine,
            "cards": sum(1 << card for card in self.pack),
            "denoms": sum(1 << DENOMS.index(denom) for denom in self.denoms),
        }

    def _by_step(self, numbers: Sequence[int]) -> int:
        by_step = [0] * STEPS
        for step, number in zip(self.steps, numbers, strict=True):
            by_step[step] = number
        return _packed(by_step)


def _packed(numbers: Sequence[int]) -> int:
    """Small numbers in one; a level, a value or a price of 0 stands for none."""
    return sum(number << (FIELD * k) for k, number in enumerate(numbers))


OPTIONS = option_record("preferans", Options)
