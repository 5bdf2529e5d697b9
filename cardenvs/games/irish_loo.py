"""Irish loo: as loo, except that there is no miss, cards are exchanged with the stock, and clubs bind everybody.

Rules    docs/rules/irish_loo.md, cited as §; what it leaves to the base game is in docs/rules/loo.md.
Deal     §2    three cards each; the next one turned names trumps; the rest is the stock.
Declare  §3.1  refuse, play, or exchange cards; with clubs trumps nobody may refuse.
Mark     §3.1  as pam_loo: the cards to throw, one by one; then as many are drawn.
Play     §3.2  as loo.
Settle   §4    as loo; what a looed seat pays is limited.
Actions  §6    0..51 play or mark that card · 52 refuse · 53 play · 55 exchange · 56 done · 57 pool
"""

import dataclasses
from typing import ClassVar, Literal

from ..core.kernel import kernel
from ..core.record import option_record
from ..core.rules import Rules, register
from .loo import (
    FAMILY,
    ante,
    close_deal,
    deal_cards,
    declare,
    draws_for_pool,
    may_declare,
    may_play,
    next_declarer,
    place_anew,
    play_card,
    settle,
)
from .loo_record import (
    DEALT_OUT,
    DECLARING,
    DONE,
    EXCHANGE,
    MARKING,
    PLAY,
    PLAYING,
    FamilyOptions,
    family_record,
)
from .pam_loo import exchange, mark_card, may_mark, stock_left

__all__ = ["OPTIONS", "RULES", "STATE", "Options"]

CLUBS = 0


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(FamilyOptions):
    """House rules (§5); the defaults are the source's."""

    SEATS: ClassVar[tuple[int, int]] = (2, 16)

    loo_limit: int | Literal["2x"] | None = "2x"  # type: ignore[assignment]  # one word more than the family's
    """Most chips a looed seat pays (§4, §12.1); "2x": twice the stake; None: the whole pool."""

    club_law: bool = True
    """Must everybody play when clubs are trumps (§3.1)?"""

    def encoded(self) -> dict[str, int]:
        """The limit of twice the stake worked out."""
        limit = {"loo_limit": 2 * self.stake} if self.loo_limit == "2x" else {}
        return FamilyOptions.encoded(self) | limit


OPTIONS = option_record("irish_loo", Options)
STATE = family_record("irish_loo", OPTIONS)


# Deal


@kernel
def deal(s):
    """§2  Three cards to each; the next one is turned up and names trumps; the rest is the stock."""
    deal_cards(s, 0, 0)
    ante(s)


# Declare


@kernel
def legal(s, mask):
    """Declarations, cards to throw (§3.1), or cards to play (§3.2)."""
    mask[:] = 0
    if s.phase == DECLARING:
        if club_law(s):
            mask[PLAY] = 1
            mask[EXCHANGE] = stock_left(s) > 0
            return 1 + mask[EXCHANGE]
        return may_declare(s, EXCHANGE, stock_left(s) > 0, mask)
    if s.phase == MARKING:
        return may_mark(s, mask)
    return may_play(s, mask)


@kernel
def apply(s, action):
    """A declaration, a mark or a card; the next deal follows where the match goes on."""
    if s.phase == PLAYING:
        if play_card(s, action, False):
            settle(s, 0)
    elif s.phase == DECLARING:
        declare(s, action)
        if action == EXCHANGE:
            s.phase = MARKING
        elif not draws_for_pool(s, action, stock_left(s) > 0):
            next_declarer(s)
    elif action == DONE:
        exchange(s)
        next_declarer(s)
    else:
        mark_card(s, action)
    if s.phase == DEALT_OUT and close_deal(s):
        deal(s)


@kernel
def club_law(s):
    """§3.1  With clubs trumps every seat plays, the dealer included: nobody chose to be alone."""
    return s.options.club_law and s.trump == CLUBS


# Hidden cards and names


@kernel
def redeal(s, seat, random):
    """§11  As loo, the stock, the thrown and the drawn cards included."""
    return place_anew(s, seat, random, s.options.seats)


_MINI = {
    "seats": 2, "suits": "CH", "ranks": "JQKA", "hand_size": 2, "stake": 2, "loo_limit": 4, "first_dealer": 1,
}  # fmt: skip

RULES = register(
    Rules(
        name="irish_loo",
        title="Irish loo (three cards, exchange, club law)",
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
            "refuses": ("REFUSE",),
            "exchanges": ("EXCHANGE",),
            "plays for the pool": ("POOL",),
        },
        mini={"mini": _MINI, "mini_one_card_stock": _MINI | {"stock_limit": 1}},
        variants={
            "match": {"seats": 3, "episode": "match", "rounds": 2},
            "pool_defence": {"seats": 2, "pool_defence_draw": True, "club_law": False},
            "full_table": {"seats": 16, "loo_limit": None, "dealer_ante": "every_deal"},
        },
        **FAMILY,
    ),
    __name__,
)
