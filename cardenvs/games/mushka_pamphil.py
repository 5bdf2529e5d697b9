"""Mushka-Pamphil: as mushka, except that the jack of clubs (Pamphil) is the highest trump, and AS an ordinary card.

Rules     docs/rules/mushka_pamphil.md, cited as §; what it leaves to ordinary mushka is in docs/rules/mushka.md.
Trump     §3.1  the dealer names trumps if Pamphil is turned up.
Announce  §3.2  else its holder may announce it, before the exchange, for a premium from each seat.
Play      §3.4  nothing beats Pamphil; it is a trump and no club.
Settle    §4    a point a trick, whoever holds Pamphil.
Actions   §6    as mushka · 56 be silent · 57 announce · 58..61 clubs, diamonds, hearts, spades are trumps
"""

import dataclasses
from typing import Any, Literal

import numpy as np

from ..core.cards import FRENCH, bit, has, lowest
from ..core.kernel import kernel
from ..core.knowledge import tell_all, token
from ..core.options import between
from ..core.record import option_record
from ..core.rules import Rules, register
from ..mechanics.hidden import cards_at
from ..mechanics.seats import left_of
from .mushka import (
    FAMILY,
    TRIES,
    begin_declarations,
    book,
    deal_cards,
    decide,
    decisions,
    had,
    may_declare,
    may_mark,
    may_play,
    name_trump,
    pay_side,
    play_card,
    privilege,
    start_play,
    take_trick,
    write_off,
)
from .mushka_hidden import dealt_at, draw_hidden, keep_hidden, scratch
from .mushka_order import ACE_OF_SPADES, BOTH_ROWS, PAMPHIL, PAMPHIL_ROWS
from .mushka_record import (
    ANNOUNCE,
    ANNOUNCED,
    ANNOUNCING,
    CHOOSING,
    DECLARING,
    MARKING,
    MOST,
    NAMED,
    PLAYING,
    RANKS,
    SILENT,
    TRUMP_CLUBS,
    PrivilegeOptions,
    action_names,
    family_record,
)

__all__ = ["OPTIONS", "RULES", "STATE", "Options"]

CHOICE, AUTO = range(2)  # announce
SUITS = 4


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(PrivilegeOptions):
    """House rules (§5); the defaults are the source's."""

    announce: Literal["choice", "auto", "off"] = "choice"
    """May the holder of Pamphil announce it, must it, or is there no premium (§3.2)?"""

    announce_premium: int = 5
    """Money for the announcement from each other seat (§4)."""

    trump_rechoice: bool = True
    """Does the dealer name trumps if Pamphil is turned up (§3.1)? Else they are clubs."""

    pamphil_bonus: int = 0
    """Points its holder writes off beside those of a trick or more (§4, §12.2)."""

    ace_of_spades_rules: bool = False
    """Has the ace of spades its privileges of ordinary mushka, below Pamphil (§12.1)?"""

    def __post_init__(self) -> None:
        PrivilegeOptions.__post_init__(self)
        between("announce_premium", self.announce_premium, 0, MOST, "chips")
        between("pamphil_bonus", self.pamphil_bonus, 0, MOST, "points")


OPTIONS = option_record("mushka_pamphil", Options)
STATE = family_record("mushka_pamphil", OPTIONS)


# Deal, trumps, announcement


@kernel
def deal(s):
    """§2, §3.1  As mushka; if Pamphil is turned up the dealer names trumps, and nobody can announce."""
    deal_cards(s, 1)
    if s.options.ace_of_spades_rules:
        privilege(s, bit(ACE_OF_SPADES))
    name_trump(s, BOTH_ROWS if s.options.ace_of_spades_rules else PAMPHIL_ROWS, lowest(s.turned) // RANKS)
    begin_declarations(s)
    if not has(s.turned, PAMPHIL):
        if s.options.announce == CHOICE:
            s.phase = ANNOUNCING
        elif s.options.announce == AUTO:
            announce_dealt(s)
    elif s.options.trump_rechoice:
        s.phase, s.seat = CHOOSING, s.dealer


@kernel
def announce_dealt(s):
    """§3.2  Without a choice, a Pamphil that was dealt is announced."""
    for seat in range(s.options.seats):
        if has(s.dealt[seat], PAMPHIL):
            announce(s, seat)


@kernel
def announce(s, seat):
    """§3.2, §4  Every other seat pays the premium, and all know the holder."""
    s.announced = bit(seat)
    s.known[seat] = bit(PAMPHIL)
    tell_all(s, token(ANNOUNCED, seat))
    pay_side(s, seat, s.options.announce_premium)


@kernel
def may_name(s, mask):
    """§3.1  Any suit in use, clubs included."""
    suits = 0
    for suit in range(SUITS):
        mask[TRUMP_CLUBS + suit] = has(s.options.suits, suit)
        suits += mask[TRUMP_CLUBS + suit]
    return suits


@kernel
def may_announce(s, mask):
    """§3.2  Every seat is asked, so that being asked reveals nothing."""
    mask[SILENT] = 1
    mask[ANNOUNCE] = has(s.dealt[s.seat], PAMPHIL)
    return 1 + mask[ANNOUNCE]


@kernel
def answer(s, action):
    """§3.2  An announcement ends the round, and so does the last silence; that all others were silent shows then."""
    if action == ANNOUNCE:
        announce(s, s.seat)
    elif s.seat != s.dealer:
        s.seat = left_of(s.seat, 1, s.options.seats)
        return
    else:
        tell_all(s, token(ANNOUNCED, s.options.seats))
    begin_declarations(s)


# Play


@kernel
def legal(s, mask):
    """A trump suit (§3.1), an announcement (§3.2), then as mushka (§3.3, §3.4)."""
    mask[:] = 0
    if s.phase == CHOOSING:
        return may_name(s, mask)
    if s.phase == ANNOUNCING:
        return may_announce(s, mask)
    if s.phase == DECLARING:
        return may_declare(s, mask)
    if s.phase == MARKING:
        return may_mark(s, mask)
    return may_play(s, mask)


@kernel
def apply(s, action):
    """A trump suit, an announcement, a declaration, a mark or a card; the next deal follows where the match goes on."""
    done = False
    if s.phase == PLAYING:
        done = play_card(s, action) and take_trick(s, 1)
    elif s.phase == CHOOSING:
        name_trump(s, s.block, action - TRUMP_CLUBS)
        tell_all(s, token(NAMED, action))
        begin_declarations(s)
    elif s.phase == ANNOUNCING:
        answer(s, action)
    else:
        done = decide(s, action) and not start_play(s)
    if done and settle(s):
        deal(s)


# Settle


@kernel
def settle(s):
    """§4  As mushka, and more for Pamphil if so agreed; True if another deal is to follow."""
    for seat in range(s.options.seats):
        s.written[seat] = 0
        if has(s.active, seat):
            s.written[seat] = write_off(s, seat)
            if s.won[seat] > 0 and has(had(s, seat), PAMPHIL):
                s.written[seat] += s.options.pamphil_bonus
    return book(s)


# Hidden cards and names


@kernel
def redeal(s, seat, random):
    """§11  As mushka; an announcer was dealt Pamphil, and nobody where each must have announced it."""
    if s.over:
        return True
    deck, thrown = scratch()
    for _ in range(TRIES):
        if draw_hidden(s, seat, random, deck, thrown) and silence_holds(s, deck):
            keep_hidden(s, seat, deck, thrown)
            return True
    return False


@kernel
def silence_holds(s, deck):
    """§3.2  Where a dealt Pamphil is always announced, none was dealt unannounced."""
    if s.options.announce != AUTO or s.announced != 0:
        return True
    dealt = np.int64(0)
    for seat in range(s.options.seats):
        dealt |= cards_at(deck, dealt_at(s, seat))
    return not has(dealt, PAMPHIL)


_MINI: dict[str, Any] = {
    "seats": 2, "suits": "CH", "ranks": "JQKA", "hand_size": 2, "stock_limit": 1, "first_dealer": 1,
    "deal_reward": "relative",
}  # fmt: skip

RULES = register(
    Rules(
        name="mushka_pamphil",
        title="Mushka-Pamphil (the jack of clubs on top)",
        state=STATE,
        option_record=OPTIONS,
        options_class=Options,
        cards=FRENCH,
        action_names=action_names(FRENCH),
        deal=deal,
        legal=legal,
        apply=apply,
        redeal=redeal,
        mini={"mini": _MINI, "mini_auto": _MINI | {"announce": "auto"}},
        variants={
            "match": {"seats": 3, "episode": "match", "start_score": 12},
            "ace_of_spades": {"ace_of_spades_rules": True, "pamphil_bonus": 3, "special_must_follow": False},
            "auto": {"seats": 5, "announce": "auto", "deal_reward": "relative"},
            "clubs_stay": {"seats": 3, "announce": "off", "trump_rechoice": False, "revokes": "penalised"},
        },
        **FAMILY
        | {
            "decisions": lambda options: decisions(options) + options.most_deals * (options.seats + 1),
            "behaviours": FAMILY["behaviours"] | {"announces": ("ANNOUNCE",)},
        },
    ),
    __name__,
)
