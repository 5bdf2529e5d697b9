"""Mushka-Shutikha: as mushka, except that spades are trumps, kings are high, and the queen of spades is what counts.

Rules    docs/rules/mushka_shutikha.md, cited as §; what it leaves to ordinary mushka is in docs/rules/mushka.md.
Deal     §2    nothing is turned up.
Check    §3.1  five spades with the queen (Shutikha) win the race, as dealt or after the exchange (§3.3).
Play     §3.4  no card has supremacy; king, queen, jack, ace, ten ... in every suit.
Settle   §4.1  8 for a trick of the queen; 5 for the king that beats her, and 4 for her holder.
Actions  §6    as mushka
"""

import dataclasses
from typing import ClassVar

from ..core.cards import Deck, bit, has, lowest
from ..core.kernel import kernel
from ..core.knowledge import tell_all, token
from ..core.options import between
from ..core.record import option_record
from ..core.rules import Rules, register
from ..errors import InvalidOption
from ..mechanics.hidden import cards_at
from .mushka import (
    FAMILY,
    TRIES,
    begin_declarations,
    book,
    deal_cards,
    decide,
    legal,
    name_trump,
    play_card,
    revoke_points,
    start_play,
    take_trick,
    win_at_once,
)
from .mushka_hidden import dealt_at, draw_hidden, keep_hidden, played_from, scratch
from .mushka_order import MEMBERS, PLAIN_ROWS
from .mushka_record import (
    KING_HIGH,
    MOST,
    PLAYING,
    SHOWN,
    FamilyOptions,
    action_names,
    family_record,
    pack_of,
    ranks_of,
)

__all__ = ["OPTIONS", "RULES", "STATE", "Options"]

SPADES = 3
QUEEN, KING = (KING_HIGH.card(name) for name in ("QS", "KS"))


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(FamilyOptions):
    """House rules (§5); the defaults are the source's."""

    ORDER: ClassVar[Deck] = KING_HIGH
    TURN_UP: ClassVar[int] = 0

    queen_trick: int = 8
    """Points of a trick that the queen of spades takes (§4.1)."""

    king_over_queen: int = 5
    """Points of a trick in which the king of spades beats her (§4.1)."""

    queen_lost: int = 4
    """Points for her holder then (§4.1)."""

    instant_win: bool = True
    """Do five spades with the queen win the race (§4.3)?"""

    def __post_init__(self) -> None:
        FamilyOptions.__post_init__(self)
        for name in ("queen_trick", "king_over_queen", "queen_lost"):
            between(name, getattr(self, name), 0, MOST, "points")
        if "S" not in (self.suits or "S"):
            raise InvalidOption(f"suits: want spades among them, for they are trumps, got {self.suits!r}")
        everything_dealt = self.hand_size * self.seats == len(pack_of(self))
        if self.instant_win and self.suits == "S" and "Q" in ranks_of(self) and everything_dealt:
            raise InvalidOption("suits: want more than 'S', for every deal would be an instant win, got 'S'")


OPTIONS = option_record("mushka_shutikha", Options)
STATE = family_record("mushka_shutikha", OPTIONS)


# Deal and check


@kernel
def deal(s):
    """§3.1  Five cards to each; a hand that wins as dealt ends the deal, and a match goes on."""
    deal_hands(s)
    while wins_at_check(s, bit(s.options.seats) - 1) and win(s):
        deal_hands(s)


@kernel
def deal_hands(s):
    """§2  Spades are always trumps."""
    deal_cards(s, 0)
    name_trump(s, PLAIN_ROWS, SPADES)
    begin_declarations(s)


@kernel
def winning(cards):
    """§3.1  All spades, the queen among them."""
    return has(cards, QUEEN) and cards & ~MEMBERS[PLAIN_ROWS + SPADES, SPADES] == 0


@kernel
def wins_at_check(s, seats):
    """§3.1, §3.3  Has one of these seats a hand that wins the race?"""
    if s.options.instant_win:
        for seat in range(s.options.seats):
            if has(seats, seat) and winning(s.hand[seat]):
                return True
    return False


@kernel
def win(s):
    """§4.3  Its holder shows the hand and is paid; True if another deal is to follow."""
    winner = 0
    while not has(s.hand[winner], QUEEN):
        winner += 1
    s.shown[winner] = s.hand[winner]
    tell_all(s, token(SHOWN, winner))
    tell_all(s, token(SHOWN, s.hand[winner]))
    return win_at_once(s, winner)


# Play and settle


@kernel
def apply(s, action):
    """A declaration, a mark or a card; the next deal follows where the match goes on."""
    done = more = False
    if s.phase == PLAYING:
        done = play_card(s, action) and take_trick(s, trick_points(s))
    elif decide(s, action):
        if wins_at_check(s, s.active):
            more = win(s)
        else:
            done = not start_play(s)
    if done:
        more = settle(s)
    if more:
        deal(s)


@kernel
def trick_points(s):
    """§4.1  What the full trick counts; a queen that the king beats brings her holder points too."""
    if s.best == QUEEN:
        return s.options.queen_trick
    for seat in range(s.options.seats):
        if s.best == KING and has(s.trick[seat], QUEEN):
            s.points[seat] += s.options.queen_lost
            return s.options.king_over_queen
    return 1


@kernel
def settle(s):
    """§4.1  Every active seat writes off its points; True if another deal is to follow."""
    if s.n_active == 1:
        credit_queen(s, lowest(s.active))
    for seat in range(s.options.seats):
        s.written[seat] = write_off(s, seat) if has(s.active, seat) else 0
    return book(s)


@kernel
def credit_queen(s, seat):
    """§3.5  A lone player's queen counts as if she took a trick."""
    if has(s.hand[seat], QUEEN):
        s.points[seat] += s.options.queen_trick - 1


@kernel
def write_off(s, seat):
    """§4.1  The points of the tricks and of a lost queen; points added without either, and for revokes."""
    none = s.won[seat] == 0 and not has(s.played[seat], QUEEN)
    return (-s.options.no_trick_penalty if none else s.points[seat]) - revoke_points(s, seat)


# Hidden cards and names


@kernel
def redeal(s, seat, random):
    """§11  As mushka; a hand that wins would have been shown, as dealt and when play began."""
    if s.over:
        return True
    deck, thrown = scratch()
    for _ in range(TRIES):
        if draw_hidden(s, seat, random, deck, thrown) and no_winner(s, seat, deck, thrown):
            keep_hidden(s, seat, deck, thrown)
            return True
    return False


@kernel
def no_winner(s, seat, deck, thrown):
    """§3.1, §3.3  No other dealt hand wins, and no active one once play has begun."""
    if s.options.instant_win:
        for other in range(s.options.seats):
            if other != seat:
                playing = s.phase == PLAYING and has(s.active, other)
                if winning(cards_at(deck, dealt_at(s, other))):
                    return False
                if playing and winning(played_from(s, other, deck, thrown)):
                    return False
    return True


_MINI = {
    "seats": 2, "suits": "HS", "ranks": "AJQK", "hand_size": 2, "first_dealer": 1, "deal_reward": "relative",
}  # fmt: skip

RULES = register(
    Rules(
        name="mushka_shutikha",
        title="Mushka-Shutikha (spades are trumps, their queen counts)",
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
            "short_hands": {"seats": 3, "episode": "match", "hand_size": 2, "suits": "DS", "point_value": 3},
            "no_instant_win": {"seats": 5, "instant_win": False, "queen_trick": 6, "king_over_queen": 3},
            "revokes": {"seats": 3, "revokes": "penalised", "start_scores": (1, 2, 3), "overshoot": "points"},
        },
        **FAMILY,
    ),
    __name__,
)
