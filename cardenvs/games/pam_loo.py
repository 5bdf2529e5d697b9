"""Pam loo: as loo, except that hands have five cards, cards are exchanged with the stock, and Pam and flushes win.

Rules    docs/rules/pam_loo.md, cited as §; what it leaves to the base game is in docs/rules/loo.md.
Deal     §2    five cards each; the next one turned names trumps; the rest is the stock.
Flush    §3.1  five cards of a suit, or four and Pam, take the pool at once.
Declare  §3.2  refuse, play, or exchange cards.
Mark     §3.3  the cards to throw, one by one in ascending order; then as many are drawn.
Play     §3.4  as loo, the knave of clubs (Pam) being the highest trump; "Pam, be civil" with the trump ace.
Settle   §4    as loo; or by flush (§3.5).
Actions  §6    0..51 play or mark that card · 52 refuse · 53 play · 55 exchange · 56 done · 57 pool · 58 civil
"""

import dataclasses
from typing import ClassVar, Literal

import numpy as np

from ..core.cards import allow, bit, count, has
from ..core.kernel import kernel
from ..core.knowledge import tell, tell_all, token
from ..core.record import option_record
from ..core.rules import Rules, register
from ..mechanics.exchange import markable
from ..mechanics.hidden import cards_at, run_places
from ..mechanics.pool import pay
from .loo import (
    FAMILY,
    MEMBERS,
    PAM_ORDER,
    TRIES,
    ante,
    clear_looed,
    close_deal,
    deal_cards,
    declare,
    draws_for_pool,
    loo,
    may_declare,
    may_play,
    next_declarer,
    play_card,
    playable,
    settle,
)
from .loo_hidden import dealt_at, draw_hidden, hand_at, keep_hidden, scratch
from .loo_record import (
    CIVIL,
    DEALT_OUT,
    DECLARING,
    DONE,
    DRAWN,
    EXCHANGE,
    MARK,
    MARKING,
    PAM,
    PLAYING,
    REFUSED,
    SHOWN,
    FamilyOptions,
    family_record,
)

__all__ = ["OPTIONS", "RULES", "STATE", "Options"]

RANKS = 13
NOT_REFUSED = 1  # flush_loos


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(FamilyOptions):
    """House rules (§5); the defaults are the source's."""

    SEATS: ClassVar[tuple[int, int]] = (2, 10)

    stake: int = 5
    """Chips the dealer puts in (§2); a positive multiple of `hand_size`."""

    civil_call: bool = True
    """May the trump ace be led with "Pam, be civil" (§3.4)?"""

    flushes: bool = True
    """Do flushes win the pool (§3.1, §3.3, §3.5)?"""

    flush_loos: Literal["all", "not_refused"] = "all"
    """Who pays when a flush is shown: all others, or not those who have refused (§3.5, §12.2)."""

    pam_immunity: bool = False
    """Is who held Pam when play began never looed (§4)?"""

    hand_size: int = 5
    """Cards in a hand, tricks in a deal."""


OPTIONS = option_record("pam_loo", Options)
STATE = family_record("pam_loo", OPTIONS)


# Deal


@kernel
def deal(s):
    """§2  Five cards to each; the next one names trumps; a dealt flush ends the deal (§3.1), and a match goes on."""
    deal_hands(s)
    while s.phase == DEALT_OUT and close_deal(s):
        deal_hands(s)


@kernel
def deal_hands(s):
    """§3.1  All hands are checked for flushes before anybody declares."""
    deal_cards(s, 0, PAM_ORDER)
    ante(s)
    show_flushes(s, bit(s.options.seats) - 1)


# Declare


@kernel
def legal(s, mask):
    """Declarations (§3.2), cards to throw (§3.3), or cards to play (§3.4)."""
    mask[:] = 0
    if s.phase == DECLARING:
        return may_declare(s, EXCHANGE, stock_left(s) > 0, mask)
    if s.phase == MARKING:
        return may_mark(s, mask)
    mask[CIVIL] = may_call(s)
    return may_play(s, mask) + mask[CIVIL]


@kernel
def apply(s, action):
    """A declaration, a mark or a card; the next deal follows where the match goes on."""
    if s.phase == PLAYING:
        if play_card(s, trump_ace(s) if action == CIVIL else action, action == CIVIL):
            settle(s, bit(PAM) if s.options.pam_immunity else 0)
    elif s.phase == DECLARING:
        declare(s, action)
        if action == EXCHANGE:
            s.phase = MARKING
        elif not draws_for_pool(s, action, stock_left(s) > 0):
            next_declarer(s)
    elif action == DONE:
        exchange(s)
        if not show_flushes(s, bit(s.seat)):
            next_declarer(s)
    else:
        mark_card(s, action)
    if s.phase == DEALT_OUT and close_deal(s):
        deal(s)


@kernel
def stock_left(s):
    """§3.3  Cards that can still be drawn; thrown ones are not used again."""
    return s.stock_end - s.stock_next


# Mark


@kernel
def may_mark(s, mask):
    """§3.3  A card above the last one marked, while the stock has one for it; done once any is marked."""
    cards = markable(s.hand[s.seat], s.marked, stock_left(s))
    mask[DONE] = s.marked != 0
    return allow(mask, cards) + mask[DONE]


@kernel
def mark_card(s, card):
    """§3.3  Marked cards stay in the hand until the seat is done, and nobody else learns of them."""
    s.marked |= bit(card)
    tell(s, s.seat, token(MARK, card))


@kernel
def exchange(s):
    """§3.3  The marked cards go aside, as many come from the top of the stock; all learn how many."""
    seat, k = s.seat, count(s.marked)
    s.swapped[seat], s.drawn_from[seat] = k, s.stock_next
    s.put_away[seat], s.drawn[seat] = s.marked, cards_at(s.deck, run_places(s.stock_next, k))
    s.hand[seat] = s.hand[seat] & ~s.marked | s.drawn[seat]
    s.stock_next += k
    s.marked = 0
    tell_all(s, token(DONE, k))
    if k > 0:
        tell(s, seat, token(DRAWN, s.drawn[seat]))


# Play


@kernel
def trump_ace(s):
    """The ace of trumps."""
    return RANKS * s.trump + RANKS - 1


@kernel
def may_call(s):
    """§3.4  Whoever may lead the trump ace may call on Pam to be civil."""
    return s.options.civil_call and s.trick_size == 0 and has(playable(s), trump_ace(s))


# Flushes


@kernel
def flush(s, cards):
    """§3.5  The strength of a flush, 0 for none: trumps before others, then card by card, Pam above the ace."""
    others = cards & ~bit(PAM)
    for k in range(4):
        suit = (s.trump + k) % 4
        if others & ~((bit(RANKS) - 1) << (RANKS * suit)) == 0:
            strength = others >> (RANKS * suit)
            strength += bit(RANKS) if has(cards, PAM) else 0
            return strength + (bit(RANKS + 1) if k == 0 else 0)
    return np.int64(0)


@kernel
def show_flushes(s, seats):
    """§3.5  The best flush among these seats takes the pool, equal ones share it; True if there was one."""
    if not s.options.flushes:
        return False
    best = np.int64(0)
    flushes = winners = np.int64(0)
    for seat in range(s.options.seats):
        strength = flush(s, s.hand[seat]) if has(seats, seat) else 0
        if strength > 0:
            flushes |= bit(seat)
            if strength > best:
                best, winners = strength, np.int64(0)
            if strength == best:
                winners |= bit(seat)
    if flushes == 0:
        return False
    settle_flush(s, flushes, winners)
    return True


@kernel
def settle_flush(s, flushes, winners):
    """§3.5  Winners share the pool, the odd chips stay; all others without flush or Pam are looed; no trick is played."""
    share = s.pool // count(winners)
    fines = 0
    clear_looed(s)
    for seat in range(s.options.seats):
        if has(winners, seat):
            s.pool = pay(s.payoff, seat, share, s.pool)
        spared = s.options.flush_loos == NOT_REFUSED and s.declared[seat] == REFUSED
        if not (has(flushes, seat) or has(s.hand[seat], PAM) or spared):
            fines += loo(s, seat)
    s.pool += fines
    show_hands(s, flushes)
    s.phase = DEALT_OUT


@kernel
def show_hands(s, seats):
    """§3.5  The flushes lie open."""
    for seat in range(s.options.seats):
        if has(seats, seat):
            s.played[seat], s.hand[seat] = s.hand[seat], 0
            tell_all(s, token(SHOWN, seat))
            tell_all(s, token(SHOWN, s.played[seat]))


# Hidden cards and names


@kernel
def redeal(s, seat, random):
    """§11  As loo, the stock, the thrown and the drawn cards included; hands that were checked held no flush."""
    if s.over:
        return True
    width = s.options.seats
    deck, thrown = scratch()
    for _ in range(TRIES):
        if draw_hidden(s, seat, random, width, MEMBERS[s.order, s.trump], deck, thrown) and no_flush(
            s, seat, width, deck, thrown
        ):
            keep_hidden(s, seat, random, width, deck, thrown)
            return True
    return False


@kernel
def no_flush(s, seat, width, deck, thrown):
    """§3.1, §3.3  A flush would have been shown, as dealt and after an exchange."""
    if s.options.flushes:
        for other in range(s.options.seats):
            if other != seat:
                dealt = cards_at(deck, dealt_at(s, other, width))
                if flush(s, dealt) > 0 or flush(s, cards_at(deck, hand_at(s, other, width, thrown))) > 0:
                    return False
    return True


_MINI = {
    "seats": 2, "suits": "CH", "ranks": "JQKA", "hand_size": 3, "stake": 3, "first_dealer": 1,
}  # fmt: skip

RULES = register(
    Rules(
        name="pam_loo",
        title="Pam loo (five cards, Pam and flushes)",
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
        mini={
            "mini": _MINI,
            "mini_no_flushes": _MINI | {"hand_size": 2, "stake": 2, "stock_limit": 1, "flushes": False},
        },
        variants={
            "match": {"seats": 4, "episode": "match", "loo_limit": 20, "flush_loos": "not_refused"},
            "immunity": {"seats": 3, "pam_immunity": True, "civil_call": False, "pool_defence_draw": True},
            "full_table": {"seats": 10, "flushes": False, "undertrump": "free"},
        },
        **FAMILY,
    ),
    __name__,
)
