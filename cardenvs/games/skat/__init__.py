"""Skat in the book's form, and the modern international game: one plays alone against two for the points of 32 cards.

Rules    docs/rules/skat.md, cited as §. Source: its §1. §12 holds our decisions.
Deal     §2    ten cards each to Vorhand, Mittelhand and Hinterhand, two to the skat.
Auction  §3.1  Mittelhand bids to Vorhand, then Hinterhand to the survivor; §3.2 nobody bids: play, Ramsch or nothing.
Declare  §3.3  Tourné (§3.4), Frage and Gucki (§3.5), Solos (announced by §3.7), Nulls, Revolution (§3.10), Uno, Duo;
         §3.6  the skat is put away; §3.11 the modern game; §3.12 bidding by suits.
Play     §3.8  follow suit, jacks are trumps; ten tricks, or until the settlement is fixed; §3.9 Ramsch.
Settle   §4    base value times matadors and steps against the bid; §4.5 each pays each.
Peek     §8    a look at the skat, at a price.
Actions  §6    0..31 play · 32..63 put away · 64.. the auction · 330.. declarations · 352.. isko, announcements, peeking

Modules  names, contracts (games and prices), scoring, record, cards (orders), deal, auction, declare, play, hidden
         (redeal), view (observation).
"""

from typing import Any

import numpy as np

from ...core.kernel import kernel
from ...core.rules import Place, Rules, register
from .auction import answer, bid, may_answer, may_bid, may_peek, peek
from .contracts import FIXED, SCORE, WORDS
from .deal import deal, fill
from .declare import may_say, say
from .hidden import locate, redeal
from .names import (
    ACTION_NAMES,
    CARDS,
    DECK,
    DONE,
    OPENING,
    OUT,
    PEEK,
    PEEK_RESPONSE,
    PLACES,
    PLAY,
    ROLES,
    SEATS,
    TOP_BID,
)
from .play import close_deal, may_play, play_card
from .record import OPTIONS, STATE, Options, pack_of
from .view import deck_of, layout_of, observe, text

__all__ = ["OPTIONS", "RULES", "STATE", "Options"]


@kernel
def legal(s, mask):
    """§3  Bids, declarations or cards."""
    mask[:] = 0
    if s.phase == PLAY:
        return may_play(s, mask) + may_peek(s, mask)
    if s.phase <= OPENING:
        return may_bid(s, mask)
    if s.phase == PEEK_RESPONSE:
        return may_answer(mask)
    return may_say(s, mask)


@kernel
def apply(s, action):
    """§3  A bid, a declaration or a card; a finished deal is settled, and the next one dealt."""
    if s.phase == PLAY:
        if action == PEEK:
            peek(s)
        else:
            play_card(s, action)
    elif s.phase <= OPENING:
        bid(s, action)
    elif s.phase == PEEK_RESPONSE:
        answer(s, action)
    else:
        say(s, action)
    if s.phase >= DONE:
        close_deal(s)


def shape_of(options: Options, dealer: int) -> dict[str, Place]:
    """§2  Hands by seat, empty for those who sit out; the two cards of the skat apart where one may be turned (§10)."""
    n, size = options.seats, options.hand_size
    third = dealer - 1 if n >= 5 else dealer + 3
    seats = [(dealer + 1) % n, (dealer + 2) % n, third % n]
    full = len(pack_of(options)) == CARDS
    hands: list[list[int]] = [[] for _ in range(n)]
    for role, seat in enumerate(seats):
        packets = [
            *range(3 * role, 3 * role + 3),
            *range(11 + 4 * role, 15 + 4 * role),
            *range(23 + 3 * role, 26 + 3 * role),
        ]
        hands[seat] = packets if full else list(range(size * role, size * role + size))
    skat = [9, 10] if full else list(range(ROLES * size, ROLES * size + options.skat_size))
    return {"hands": hands, "skat": [[k] for k in skat] if options.turns else skat}


def decisions(options: Options) -> int:
    """§3  Each bid made and held once, passes, a declaration, marks and cards; peeking may begin an auction four times."""
    auctions, peeks = (4, 9) if options.peeking == "penalised" else (1, 0)
    deal = auctions * (2 * TOP_BID + 4) + peeks + 5 + 2 + 2 * options.hand_size + ROLES * options.hand_size
    return deal * (options.match_rounds * options.seats if options.episode == "match" else 1)


def balance(s: Any) -> int:
    """§4.5  Where each pays each, payments cancel out; otherwise everyone gets what he wrote."""
    return int(s.payoff.sum() - (s.sheet.sum() if s.options.payment == SCORE else 0))


def unit(options: Options) -> int:
    """A small Solo for the soloist: 20 points, from each where each pays each."""
    each = options.payment == "each" or (options.payment == "auto" and options.scoring == "foster")
    return 20 * (options.seats - 1) if each else 20


def outcomes(states: np.ndarray) -> dict[str, np.ndarray]:
    """Of the deal last settled: who played alone, who made his game, who lost a Ramsch."""
    seat = np.where(
        states["soloist"] == OUT,
        -1,
        np.take_along_axis(states["seat_at"], states["soloist"][:, None] % ROLES, 1)[:, 0],
    )
    alone = seat[:, None] == np.arange(SEATS)
    made = alone & states["made"][:, None]
    return {
        "soloist": alone,
        "made": made,
        "null made": made & FIXED[states["family"]][:, None],
        "ramsch lost": states["losers"][:, None] >> np.arange(SEATS) & 1 == 1,
    }


def _named(*beginnings: str) -> tuple[str, ...]:
    return tuple(name for name in ACTION_NAMES if name.startswith(beginnings))


_SMALL_DECK = {
    "deck_suits": ("C", "D"), "deck_ranks": ("9", "T", "A", "J"), "hand_size": 2, "skat_size": 2, "first_dealer": 2,
    "announcements": False, "bid_ladder": "values", "jump_bids": "next_only", "tourne_pick": "first", "all_pass": "ramsch",
}  # fmt: skip

RULES = register(
    Rules(
        name="skat",
        title="Skat",
        state=STATE,
        option_record=OPTIONS,
        options_class=Options,
        cards=DECK,
        action_names=ACTION_NAMES,
        places=PLACES,
        deal=deal,
        legal=legal,
        apply=apply,
        observe=observe,
        redeal=redeal,
        locate=locate,
        deck_of=deck_of,
        fill=fill,
        layout_of=layout_of,
        pack_of=pack_of,
        shape_of=shape_of,
        text=text,
        decisions=decisions,
        unit=unit,
        balance=balance,
        behaviours={
            "bids": _named("BID_"),
            "holds": ("HOLD",),
            "tourné": _named("TURN_"),
            "gucki": _named("GUCKI"),
            "suit solo": _named("TRUMP_"),
            "grand": _named("GRAND"),
            "null": _named("NULL"),
            "by hand": ("HAND",),
            "announces": ("ANN_SCHNEIDER", "ANN_SCHWARZ", "ANN_OUVERT"),
        },
        outcomes=outcomes,
        mini={
            "mini_solo": {**_SMALL_DECK, "games": ("solo", "grand", "null"), "max_bid": 24},
            "mini_tourne": {**_SMALL_DECK, "games": ("tourne", "grand"), "passt_mir_nicht": False, "max_bid": 10},
            "mini_passt": {**_SMALL_DECK, "games": ("tourne",), "max_bid": 0},
            "mini_gucki": {
                **_SMALL_DECK,
                "games": ("gucki_grand", "gucki_null", "solo", "grand", "null"),
                "max_bid": 15,
            },
        },
        variants={
            "isko_match": {
                "scoring": "isko",
                "seats": 4,
                "episode": "match",
                "match_rounds": 1,
                "seeger_fabian": True,
            },
            "all_games": {"games": WORDS, "bid_ladder": "values", "jump_bids": "next_only", "seats": 5},
            "closed_revolution": {"games": ("revolution",), "revolution_open": False, "bid_ladder": "values"},
            "exchange": {"games": ("revolution", "uno_duo"), "revolution_mode": "exchange", "early_stop": False},
            "suits": {
                "bidding": "suits",
                "games": ("tourne", "frage", "solo", "null"),
                "payment": "score",
                "solo_values": "tourne_plus_one",
            },
            "peeking": {"peeking": "penalised", "max_bid": 18, "seats": 4, "overbid_loss": "bid"},
            "ramsch_match": {
                "max_bid": 0,
                "episode": "match",
                "match_rounds": 1,
                "ramsch_tie": "last_trick",
                "ramsch_skat": "nobody",
                "grand_ouvert_all_tricks": True,
            },
        },
    ),
    __name__,
)
