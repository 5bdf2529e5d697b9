"""Stukolka: as loo, except that all fill the pool, nobody must play, and the spare hand (golets) leads.

Rules    docs/rules/stukolka.md, cited as §; §12 holds our decisions.
Deal     §2    three cards each; the next one turned names trumps; the golets are the three cards below it.
Declare  §3.1  from the dealer's left: pass, play, or take the golets; a lone player takes the pool (§3.4).
Draw     §3.2  `form="prikup"` alone: no golets, but all who play exchange cards with the stock.
Play     §3.3  lead the trump ace, or the king with the queen; follow, or else trump.
Settle   §4    a third of the pool a trick; none at all: a remise, as large as the pool.
Actions  §6    0..51 play or mark that card · 52 pass · 53 play · 54 take the golets · 56 done

In the record and the observation the golets are the family's miss, a remise is its loo. While seats draw, those still
to draw show no number in `exchanged`: none is not yet 0.
"""

import dataclasses
from typing import Any, ClassVar, Literal

import numpy as np

from ..core.cards import allow, bit, has
from ..core.kernel import kernel
from ..core.record import option_record
from ..core.rules import Place, Rules, register
from ..errors import InvalidOption
from ..mechanics.exchange import markable
from ..mechanics.hidden import cards_at, run_places
from ..mechanics.pool import pay, stake
from ..mechanics.seats import left_of, seats_between
from ..mechanics.tricks import dutiful, next_in, ruled_out
from . import loo
from .loo import (
    FAMILY,
    MEMBERS,
    TRIES,
    clear_looed,
    close_deal,
    deal_cards,
    declare,
    fix_fine,
    lay_card,
    note_shown,
    settle,
    start_play,
    take_miss,
    to_follow,
)
from .loo_hidden import draw_hidden, hand_at, keep_hidden, scratch
from .loo_record import (
    ACTION_NAMES,
    DEALT_OUT,
    DECLARING,
    DONE,
    MARKING,
    PLACES,
    PLAY,
    PLAYING,
    REFUSE,
    TAKE_MISS,
    PoolOptions,
    family_record,
)
from .loo_view import declared_at, told
from .pam_loo import exchange, mark_card, stock_left

__all__ = ["OPTIONS", "RULES", "STATE", "Options"]

PASS, TAKE_GOLETS = REFUSE, TAKE_MISS
_RENAMED = {"REFUSE": "PASS", "TAKE_MISS": "TAKE_GOLETS"}
_DECLARATIONS = ("not yet", "passes", "plays", "takes the golets", "", "")

# Words of the options, as the record holds them.
GOLETS = 0  # form
DEALER_ALONE = 1  # ante
FIRST_LEAD, EVERY_LEAD, OFF = range(3)  # forced_trump_lead


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(PoolOptions):
    """House rules (§5); the defaults are the source's."""

    SEATS: ClassVar[tuple[int, int]] = (2, 7)

    episode: Literal["deal", "match"] = "deal"
    """One deal, or deals in a row until each seat has dealt `rounds` times and there is no remise (§2)."""

    form: Literal["golets", "prikup", "shleif", "obligatory"] = "golets"
    """One spare hand for whoever takes it first, or an exchange for all who play; the others are left out (§12.1)."""

    stake: int = 3
    """Chips that go into an empty pool (§2), from each seat or from the dealer; a positive multiple of `hand_size`."""

    ante: Literal["all", "dealer"] = "all"
    """Who fills an empty pool (§2, §12.6)."""

    remise_limit: int | None = None
    """Most chips of a remise (§4), a positive multiple of `hand_size`; None: the whole pool."""

    forced_trump_lead: Literal["first_lead", "every_lead", "off"] = "first_lead"
    """Which leads the duty to lead the trump ace, or the king with the queen, binds (§3.3, §12.8)."""

    must_head: bool = False
    """Must a seat win the trick so far if it can (§3.3)?"""

    initial_pool: int = 0
    """Chips in the pool before the first deal (§2), a multiple of `hand_size`."""

    stock_limit: int | None = None
    """Undealt cards kept as stock, with `form="prikup"` alone; None: all."""

    def __post_init__(self) -> None:
        PoolOptions.__post_init__(self)
        if self.form not in ("golets", "prikup"):
            raise InvalidOption(
                f"form: want 'golets' or 'prikup', got {self.form!r} (no rules are known: docs/rules/stukolka.md, 12.1)"
            )
        self.check_chips("remise_limit", self.remise_limit)
        if self.initial_pool % self.hand_size:
            raise InvalidOption(
                f"initial_pool: want a multiple of {self.hand_size} chips, got {self.initial_pool!r}"
            )
        if self.stock_limit is not None and self.form == "golets":
            raise InvalidOption(f"stock_limit: want None unless form='prikup', got {self.stock_limit!r}")

    @property
    def cards_needed(self) -> int:
        """§2  The golets come from the stock; with a prikup the stock may be empty."""
        seats = self.seats + (self.form == "golets")
        return self.hand_size * seats + 1


OPTIONS = option_record("stukolka", Options)
STATE = family_record(
    "stukolka",
    OPTIONS,
    ("apart", np.int64),  # seat set: shown not to hold both king and queen of trumps
)


# Deal


@kernel
def deal(s):
    """§2  Three cards to each, the next one turned up; the golets are the next three of the stock (§12.3)."""
    deal_cards(s, 0, 0)
    if s.options.form == GOLETS:
        s.miss = cards_at(s.deck, run_places(s.stock_next, s.options.hand_size))
        s.miss_free = True
        s.stock_next += s.options.hand_size
    s.apart = 0
    ante(s)


@kernel
def ante(s):
    """§2  A pool that was carried on is played for as it is; an empty one is filled by all, or by the dealer."""
    if s.deal_number == 1:
        s.pool = s.options.initial_pool
    if s.pool == 0:
        for seat in range(s.options.seats):
            if s.options.ante != DEALER_ALONE or seat == s.dealer:
                s.pool = stake(s.payoff, seat, s.options.stake, s.pool)
    fix_fine(s, s.options.remise_limit)


@kernel
def legal(s, mask):
    """Declarations (§3.1), cards to throw (§3.2), or cards to play (§3.3)."""
    mask[:] = 0
    if s.phase == DECLARING:
        mask[PASS] = mask[PLAY] = 1
        mask[TAKE_GOLETS] = s.miss_free
        return 2 + np.int64(s.miss_free)
    if s.phase == MARKING:
        mask[DONE] = 1
        return 1 + allow(mask, markable(s.hand[s.seat], s.marked, stock_left(s)))
    return allow(mask, playable(s))


@kernel
def apply(s, action):
    """A declaration, a mark or a card; the next deal follows where the match goes on."""
    if s.phase == PLAYING:
        if play_card(s, action):
            settle(s, 0)
    elif s.phase == DECLARING:
        declare(s, action)
        if action == TAKE_GOLETS:
            take_miss(s)
            s.first_in = s.seat  # §3.3: leads, whatever his place
        next_declarer(s)
    elif action == DONE:
        exchange(s)
        next_drawer(s)
    else:
        mark_card(s, action)
    if s.phase == DEALT_OUT and close_deal(s):
        deal(s)


@kernel
def next_declarer(s):
    """§3.1  The next seat declares; after the dealer those who play draw or begin, or there are too few (§3.4)."""
    if s.seat != s.dealer:
        s.seat = left_of(s.seat, 1, s.options.seats)
    elif s.n_active < 2:
        settle_lone(s)
    elif s.options.form == GOLETS:
        start_play(s)
    else:
        s.phase = MARKING
        s.seat = first_drawer(s)


@kernel
def settle_lone(s):
    """§3.4  A lone player takes the pool without play; if all passed it stays (§12.4, §12.5)."""
    for seat in range(s.options.seats):
        if has(s.active, seat):
            s.pool = pay(s.payoff, seat, s.pool, s.pool)
    clear_looed(s)
    s.phase = DEALT_OUT


@kernel
def first_drawer(s):
    """§3.2  The exchange begins as the declarations did, from the dealer's left."""
    return next_in(s.active, s.dealer, s.options.seats)


@kernel
def next_drawer(s):
    """§3.2  The next active seat exchanges; after the last one play begins."""
    s.seat = next_in(s.active, s.seat, s.options.seats)
    if s.seat == first_drawer(s):
        start_play(s)


# Play


@kernel
def playable(s):
    """§3.3  What the duties to lead or to follow leave of the hand."""
    hand = s.hand[s.seat]
    if s.trick_size == 0:
        return may_lead(s, hand)
    a, b, c, d = to_follow(s, s.options.must_head, True)
    return dutiful(hand, a, b, c, d)


@kernel
def may_lead(s, hand):
    """§3.3  The trump ace; else the king from king and queen of trumps; else any card."""
    if not lead_bound(s):
        return hand
    ace = trump_ace(s)
    pair = king_and_queen(ace)
    return hand & bit(ace) if has(hand, ace) else bit(ace - 1) if hand & pair == pair else hand


@kernel
def lead_bound(s):
    """§3.3  The duties bind the first lead, every lead or none (§12.8)."""
    scope = s.options.forced_trump_lead
    return scope == EVERY_LEAD or (scope == FIRST_LEAD and s.trick_number == 0)


@kernel
def trump_ace(s):
    """The ace of trumps."""
    return 13 * s.trump + 12


@kernel
def king_and_queen(ace):
    """The two cards below an ace."""
    return bit(ace - 1) | bit(ace - 2)


@kernel
def play_card(s, card):
    """A card to the trick, and what it shows of the hand it came from (§11). True after the deal's last."""
    if s.trick_size == 0:
        note_lead(s, card)
    else:
        a, b, c, d = to_follow(s, s.options.must_head, True)
        note_shown(s, ruled_out(card, a, b, c, d))
    return lay_card(s, card, False)


@kernel
def note_lead(s, card):
    """§11  Where the duties bind, who leads no trump ace has none; who leads no king either has not both, or had."""
    ace = trump_ace(s)
    if not lead_bound(s) or card == ace:
        return
    s.forbidden[s.seat] |= bit(ace)
    if card != ace - 1 and s.played[s.seat] & king_and_queen(ace) == 0:
        s.apart |= bit(s.seat)


# What is seen, hidden cards and names


@kernel
def observe(s, seat, out):
    """§7  As in the family; a seat that is still to draw has no number of cards exchanged."""
    loo.observe(s, seat, out)
    if s.phase == MARKING:
        n, other = s.options.seats, s.seat
        drawing = True
        while drawing:
            out[declared_at(n) + 6 * n + 6 * seats_between(seat, other, n)] = 0
            other = next_in(s.active, other, n)
            drawing = other != first_drawer(s)


@kernel
def redeal(s, seat, random):
    """§11  A uniform placement of the cards that `seat` has not seen, among those that fit what was shown."""
    if s.over:
        return True
    width = s.options.seats
    deck, thrown = scratch()
    for _ in range(TRIES):
        if draw_hidden(s, seat, random, width, MEMBERS[s.order, s.trump], deck, thrown) and kept_apart(
            s, seat, width, deck, thrown
        ):
            keep_hidden(s, seat, random, width, deck, thrown)
            return True
    return False


@kernel
def kept_apart(s, seat, width, deck, thrown):
    """§3.3, §11  King and queen of trumps in one hand would have been led."""
    pair = king_and_queen(trump_ace(s))
    for other in range(s.options.seats):
        cards = cards_at(deck, hand_at(s, other, width, thrown))
        if other != seat and has(s.apart, other) and cards & pair == pair:
            return False
    return True


def shape_of(options: Options, dealer: int) -> dict[str, Place]:
    """§2  The order of the deal; the golets come off the stock."""
    shape = loo.shape_of(options, dealer)
    if options.form == "golets":
        h, stock = options.hand_size, shape["stock"]
        shape |= {"golets": stock[:h], "stock": stock[h:]}
    return shape


def text(options: Any, seen: dict[str, np.ndarray]) -> str:
    """The table from one seat, all of it read off the observation."""
    return told(options, seen, _DECLARATIONS, "golets", "remise")


def outcomes(states: np.ndarray) -> dict[str, np.ndarray]:
    """Who paid a remise in the deal last settled."""
    return {"remise": loo.outcomes(states)["looed"]}


_MINI = {
    "seats": 2, "suits": "CH", "ranks": "JQKA", "hand_size": 2, "stake": 2, "first_dealer": 1,
}  # fmt: skip

_FAMILY = FAMILY | {
    "action_names": tuple(_RENAMED.get(name, name) for name in ACTION_NAMES),
    "places": tuple("golets" if place == "miss" else place for place in PLACES),
    "observe": observe,
    "shape_of": shape_of,
    "text": text,
    "outcomes": outcomes,
}

RULES = register(
    Rules(
        name="stukolka",
        title="Stukolka (three cards, one golets)",
        state=STATE,
        option_record=OPTIONS,
        options_class=Options,
        deal=deal,
        legal=legal,
        apply=apply,
        redeal=redeal,
        ordered=("stock",),
        behaviours={
            "plays": ("PLAY",),
            "passes": ("PASS",),
            "takes the golets": ("TAKE_GOLETS",),
        },
        mini={"mini": _MINI, "mini_prikup": _MINI | {"form": "prikup", "stock_limit": 1}},
        variants={
            "match": {"seats": 4, "episode": "match", "remise_limit": 12},
            "heading": {"seats": 3, "must_head": True, "forced_trump_lead": "every_lead", "ante": "dealer"},
            "prikup": {"seats": 4, "form": "prikup", "deal_end_pool": "split"},
            "short_stock": {
                "seats": 5,
                "form": "prikup",
                "stock_limit": 4,
                "forced_trump_lead": "off",
                "initial_pool": 36,
            },
        },
        **_FAMILY,
    ),
    __name__,
)
