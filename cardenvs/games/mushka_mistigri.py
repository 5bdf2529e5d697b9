"""Mushka-Mistigri: as mushka, except that kings are high, KC has the place of AS, and hands of one suit bring money.

Rules    docs/rules/mushka_mistigri.md, cited as §; what it leaves to ordinary mushka is in docs/rules/mushka.md.
Check    §3.1  after the deal and after the exchange: five cards of a suit are shown, the best of them are paid for;
               four of a suit and the king of clubs (Mistigri) win the race.
Declare  §3.2  the king of clubs may not pass.
Play     §3.4  a led king loses to the king of clubs; king, queen, jack, ace, ten ... in every suit.
Settle   §4    as mushka, with the king of clubs.
Actions  §6    as mushka
"""

import dataclasses
from typing import ClassVar

import numpy as np

from ..core.cards import Deck, bit, has, highest, lowest
from ..core.kernel import kernel
from ..core.knowledge import tell_all, token
from ..core.options import between
from ..core.record import option_record
from ..core.rules import Rules, register
from ..mechanics.hidden import cards_at
from .mushka import (
    FAMILY,
    TRIES,
    begin_declarations,
    deal_cards,
    decide,
    legal,
    name_trump,
    pay_side,
    play_card,
    privilege,
    settle,
    start_play,
    take_trick,
    win_at_once,
)
from .mushka_hidden import dealt_at, draw_hidden, keep_hidden, played_from, scratch
from .mushka_order import KING_OF_CLUBS, KING_ROWS
from .mushka_record import (
    KING_HIGH,
    MOST,
    PLAYING,
    RANKS,
    SHOWN,
    PrivilegeOptions,
    action_names,
    family_record,
)

__all__ = ["OPTIONS", "RULES", "STATE", "Options"]

POINTS = np.array([2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 4, 5])  # of a rank, two to king (§3.1)
SUIT_PLACE = np.array([1, 2, 3, 0])  # spades < clubs < diamonds < hearts (§1)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(PrivilegeOptions):
    """House rules (§5); the defaults are the source's."""

    ORDER: ClassVar[Deck] = KING_HIGH

    suit_premium: int = 5
    """Money from each other seat for the best hand of one suit (§4.2)."""

    instant_win: bool = True
    """Do the king of clubs and four cards of a suit win the race (§3.1)?"""

    def __post_init__(self) -> None:
        PrivilegeOptions.__post_init__(self)
        between("suit_premium", self.suit_premium, 0, MOST, "chips")


OPTIONS = option_record("mushka_mistigri", Options)
STATE = family_record("mushka_mistigri", OPTIONS)


# Deal and checks


@kernel
def deal(s):
    """§3.1  Five cards to each, and the check; a hand that wins as dealt ends the deal, and a match goes on."""
    deal_hands(s)
    while opens_winner(s, bit(s.options.seats) - 1) and win(s):
        deal_hands(s)


@kernel
def deal_hands(s):
    """§2, §3.2  As mushka, the king of clubs in the place of the ace of spades."""
    deal_cards(s, 1)
    privilege(s, bit(KING_OF_CLUBS))
    name_trump(s, KING_ROWS, lowest(s.turned) // RANKS)
    begin_declarations(s)


@kernel
def one_suit(cards):
    """Are they all of one suit? So is a set of none."""
    return cards == 0 or lowest(cards) // RANKS == highest(cards) // RANKS


@kernel
def winning(s, cards):
    """§3.1b  The king of clubs, and the rest of one suit, clubs included."""
    return s.options.instant_win and has(cards, KING_OF_CLUBS) and one_suit(cards & ~bit(KING_OF_CLUBS))


@kernel
def earns_premium(s, cards):
    """§3.1a  Five cards of a suit that are no instant win."""
    return one_suit(cards) and not winning(s, cards)


@kernel
def strength(cards):
    """§3.1a  Of a hand of one suit: the higher suit, then more points, then the higher top card."""
    points = 0
    rest = cards
    while rest != 0:
        points += POINTS[lowest(rest) % RANKS]
        rest &= rest - 1
    return (SUIT_PLACE[lowest(cards) // RANKS] * 64 + points) * 64 + highest(cards) % RANKS


@kernel
def opens_winner(s, seats):
    """§3.1, §3.3  A check over these seats: premiums are opened and paid; True if a hand of theirs wins the race.

    Who has opened at the first check does not open at the second: its dealt hand is `known`.
    """
    best = -1
    best_seat = 0
    wins = False
    for seat in range(s.options.seats):
        if not has(seats, seat):
            continue
        wins = wins or winning(s, s.hand[seat])
        if s.known[seat] == 0 and earns_premium(s, s.hand[seat]):
            show(s, seat)
            if strength(s.hand[seat]) > best:
                best, best_seat = strength(s.hand[seat]), seat
    if best >= 0:
        pay_side(s, best_seat, s.options.suit_premium)
    return wins


@kernel
def show(s, seat):
    """§3.1  A hand is opened to all; before the exchange it is as it was dealt."""
    s.shown[seat] |= s.hand[seat]
    if s.active == 0:
        s.known[seat] = s.hand[seat]
    tell_all(s, token(SHOWN, seat))
    tell_all(s, token(SHOWN, s.hand[seat]))


@kernel
def win(s):
    """§4.3  The king of clubs' holder shows the hand and is paid; True if another deal is to follow."""
    winner = 0
    while not has(s.hand[winner], KING_OF_CLUBS):
        winner += 1
    show(s, winner)
    return win_at_once(s, winner)


# Play


@kernel
def apply(s, action):
    """A declaration, a mark or a card; the next deal follows where the match goes on."""
    done = more = False
    if s.phase == PLAYING:
        done = play_card(s, action) and take_trick(s, 1)
    elif decide(s, action):
        if opens_winner(s, s.active):
            more = win(s)
        else:
            done = not start_play(s)
    if done:
        more = settle(s)
    if more:
        deal(s)


# Hidden cards and names


@kernel
def redeal(s, seat, random):
    """§11  As mushka; hands of one suit, and those that win, would have been shown."""
    if s.over:
        return True
    deck, thrown = scratch()
    for _ in range(TRIES):
        if draw_hidden(s, seat, random, deck, thrown) and checks_hold(s, seat, deck, thrown):
            keep_hidden(s, seat, deck, thrown)
            return True
    return False


@kernel
def checks_hold(s, seat, deck, thrown):
    """§3.1, §3.3  Nobody unshown had such a hand as dealt, or, once play has begun and if active, after the exchange."""
    for other in range(s.options.seats):
        if other == seat:
            continue
        dealt = cards_at(deck, dealt_at(s, other))
        if winning(s, dealt) or (s.known[other] == 0 and one_suit(dealt)):
            return False
        if s.phase == PLAYING and has(s.active, other):
            hand = played_from(s, other, deck, thrown)
            if winning(s, hand) or (s.shown[other] == 0 and one_suit(hand)):
                return False
    return True


_MINI = {
    "seats": 2, "suits": "CH", "ranks": "AJQK", "hand_size": 3, "first_dealer": 1, "deal_reward": "relative",
}  # fmt: skip

RULES = register(
    Rules(
        name="mushka_mistigri",
        title="Mushka-Mistigri (the king of clubs, and hands of one suit)",
        state=STATE,
        option_record=OPTIONS,
        options_class=Options,
        cards=KING_HIGH,
        action_names=action_names(KING_HIGH),
        deal=deal,
        legal=legal,
        apply=apply,
        redeal=redeal,
        mini={"mini": _MINI},
        variants={
            "match": {"seats": 3, "episode": "match", "races": 2, "start_score": 12},
            "short_hands": {"seats": 3, "episode": "match", "hand_size": 3, "max_deals": 20},
            "premiums": {"seats": 4, "hand_size": 3, "suits": "CHS", "instant_win": False, "revokes": "penalised"},
            "king_at_large": {
                "seats": 5,
                "special_discardable": True,
                "special_must_follow": False,
                "special_bonus_trump": 5,
                "deal_reward": "relative",
            },
        },
        **FAMILY,
    ),
    __name__,
)
