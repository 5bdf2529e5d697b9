"""Preferans: bid for tricks with the talon, or for none; the others whist; if all pass, everyone avoids tricks.

Rules    docs/rules/preferans.md, cited as §; §12 holds our decisions.
Deal     §2    ten cards each to three hands and two to the talon; with four seats the dealer sits out.
Auction  §3.1  six in spades to ten at no-trump, misère, games without the talon; all pass: raspas.
Talon    §3.2  shown, taken up, two cards discarded;  Order §3.3  any contract not below the bid.
Whist    §3.4  whist, pass or half; open or closed; a dealer who sits out may take over a hand that passed.
Play     §3.5  follow suit, else trump;  Raspas §3.6  no trumps, the talon may lead.
Settle   §4    pool, gora and whists; made, failed, under-ordered, unplayed, misère, raspas; revokes §8.
Score    §4.5  n times the whists of all accounts; §4.6 closing pools never changes it.
Actions  §6    0..31 play or discard that card · 32 pass · 33..57 bid or order · 58 misère · 59 misère without talon
               60..69 nines and tens without talon · 70 hold · 71 whist · 72 half · 73 open · 74 closed · 75 76 look

A package: `names`, `options`, `state`; `auction`, `play`, `settle` in the order of the game; `ledger` and `sure`, pure
functions of the score sheet and of cards; `hidden` and `view`, what a seat can't and can see.
"""

import numpy as np

from ...core.cards import bit, spread
from ...core.deck import prepare_deal
from ...core.kernel import kernel
from ...core.knowledge import tell, tell_all, token
from ...core.rules import Place, Rules, register
from .auction import bid, discard, discardable, list_bids, may_bid, may_order, may_whist, order, whist
from .hidden import locate, redeal
from .names import (
    ACTION_NAMES,
    AUCTION,
    CARDS,
    CONTRACT,
    DEALER,
    DEALT_OUT,
    DECK,
    DISCARD1,
    DISCARD2,
    HAND,
    NO_BID,
    NO_SUIT,
    NOBODY,
    NOT_YET,
    PLACES,
    PLAY,
    SEATS,
    SERIES,
    UNDECIDED,
)
from .options import DEAL, OPTIONS, Options
from .play import may_play, play_card
from .settle import match_ends, pass_deal
from .state import STATE
from .view import layout_of, observe, text

__all__ = ["OPTIONS", "RULES", "STATE", "Options"]


@kernel
def deal(s):
    """§2  Ten cards to each hand from the dealer's left, the last two to the talon; forehand bids first."""
    n, h = s.options.seats, s.options.hand_size
    if s.deal_number == 1 and s.options.episode == DEAL:
        s.series = s.options.raspas_stage
    clear_deal(s)
    s.first = s.leader = s.seat = (s.dealer + 1) % n
    tell_all(s, token(DEALER, s.dealer))
    tell_all(s, token(SERIES, s.series))
    for k in range(3):
        seat = (s.first + k) % n
        s.active |= bit(seat)
        for p in range(h * k, h * (k + 1)):
            s.dealt[seat] |= bit(np.int64(s.deck[p]))
        s.hand[seat] = s.dealt[seat]
        tell(s, seat, token(HAND, s.dealt[seat]))
    s.talon_size = s.deck_size - 3 * h
    for k in range(s.talon_size):
        s.talon[k] = np.int64(s.deck[3 * h + k])
    list_bids(s)


@kernel
def clear_deal(s):
    """Nothing said, shown or played yet; the accounts stand."""
    s.phase = AUCTION
    s.active = s.shown = s.discards = s.passed = s.bid_tricks = s.bid_misere = s.exposed = 0
    s.standing = NO_BID
    s.bidder = s.declarer = s.looked = s.best_seat = NOBODY
    s.defenders[0] = s.defenders[1] = NOBODY
    s.contract, s.trump, s.led = UNDECIDED, NO_SUIT, NO_SUIT
    s.talonless = s.open = s.catch = s.to_expose = False
    s.trick_number = s.trick_size = s.failed_by = 0
    for seat in range(SEATS):
        s.dealt[seat] = s.hand[seat] = s.won[seat] = s.void[seat] = s.gain[seat] = 0
        s.last_bid[seat], s.word[seat], s.controller[seat] = NO_BID, NOT_YET, seat
    for slot in range(SEATS + 1):
        s.trick[slot] = s.last_trick[slot] = s.played[slot] = 0


@kernel
def legal(s, mask):
    """The words of the auction, cards to discard, orders, words of the whist, cards to play."""
    mask[:] = 0
    if s.phase == PLAY:
        return may_play(s, mask)
    if s.phase == AUCTION:
        return may_bid(s, mask)
    if s.phase == CONTRACT:
        return may_order(s, mask)
    if s.phase == DISCARD1 or s.phase == DISCARD2:
        cards = discardable(s)
        spread(cards, mask[:CARDS])
        return mask[:CARDS].sum()
    return may_whist(s, mask)


@kernel
def apply(s, action):
    """One move of the phase; the next deal follows where the match goes on."""
    if s.phase == PLAY:
        play_card(s, action)
    elif s.phase == AUCTION:
        bid(s, action)
    elif s.phase == CONTRACT:
        order(s, action)
    elif s.phase == DISCARD1 or s.phase == DISCARD2:
        discard(s, action)
    else:
        whist(s, action)
    if s.phase == DEALT_OUT:
        next_deal(s)


@kernel
def next_deal(s):
    """§2  The match ends, or the next dealer deals."""
    if match_ends(s):
        s.over = True
        return
    pass_deal(s)
    prepare_deal(s)
    deal(s)


# Names


def shape_of(options: Options, dealer: int) -> dict[str, Place]:
    """§2  Forehand's cards, the next two hands', the talon in the order in which a raspas turns it."""
    n, h = options.seats, options.hand_size
    hands: list[list[int]] = [[] for _ in range(n)]
    for k in range(3):
        hands[(dealer + 1 + k) % n] = list(range(h * k, h * (k + 1)))
    return {"hands": hands, "talon": list(range(3 * h, 3 * h + options.talon_size))}


def decisions(options: Options) -> int:
    """Every bid once, each but the highest held once; passes, discards, an order, five words of the whist, the cards."""
    bids = 37 + (25 if options.hold_bid else 0) + 3
    deals = options.max_deals if options.episode == "match" else 1
    return deals * (bids + options.talon_size + 1 + 5 + 3 * options.hand_size)


def outcomes(states: np.ndarray) -> dict[str, np.ndarray]:
    """Of all deals of the episode: contracts that a seat declared and made, by level, what they lacked, and raspas."""
    kinds = ("six", "seven", "eight", "nine", "ten", "misère")
    found = {"raspas": np.repeat(states["tally_raspas"][:, None], SEATS, axis=1)}
    for k, kind in enumerate(kinds):
        found[f"declares {kind}"] = states["tally_declared"][:, :, k]
        found[f"makes {kind}"] = states["tally_made"][:, :, k]
    remises = states["tally_declared"].sum(axis=2) - states["tally_made"].sum(axis=2)
    return found | {"remises": remises, "tricks lacking": states["tally_lacking"]}


_MINI = {
    "cards": "QH KH AH JS QS KS AS",
    "hand_size": 2,
    "levels": (1, 2),
    "values": (2, 4),
    "quotas": (1, 0),
    "half_quotas": (1, 0),
    "misere_value": 4,
    "first_dealer": 2,
    "jump_bids": "forbidden",
    "raspas_exit_levels": (1,),
}

RULES = register(
    Rules(
        name="preferans",
        title="Preferans",
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
        layout_of=layout_of,
        pack_of=lambda options: options.pack,
        shape_of=shape_of,
        text=text,
        decisions=decisions,
        unit=lambda options: options.seats,
        ordered=("talon",),
        behaviours={
            "bids": tuple(name for name in ACTION_NAMES if name.startswith("bid")),
            "bids misère": ("MIS", "MISW"),
            "passes": ("PASS",),
            "whists": ("WHIST",),
            "half-whists": ("HALF",),
            "opens": ("OPEN",),
        },
        outcomes=outcomes,
        mini={
            "mini_misere": _MINI | {"denoms": ("H",)},
            "mini_trumps": _MINI | {"denoms": ("S", "H"), "allow_misere": False},
        },
        variants={
            "four_seats": {"seats": 4, "jump_bids": "forbidden"},
            "match": {"episode": "match", "pool_target": 4, "max_deals": 8, "jump_bids": "forbidden"},
            "leningrad": {
                "convention": "leningrad",
                "seats": 4,
                "episode": "match",
                "pool_target": 6,
                "pool_end": "first",
                "max_deals": 8,
            },
            "rostov": {
                "convention": "rostov",
                "jump_bids": "forbidden",
                "half_whist": "declared",
                "nt_steps": "six_only",
                "hold_bid": True,
            },
            "trading": {
                "misere_mode": "trading",
                "jump_bids": "forbidden",
                "hold_bid": True,
                "catch_open": False,
                "ten_game": "whisted",
            },
            "spades": {
                "seats": 4,
                "episode": "match",
                "pool_end": "deals",
                "max_deals": 6,
                "denoms": ("S",),
                "allow_misere": False,
                "jump_bids": "forbidden",
            },
            "low_levels": {
                "levels": (2, 3, 4, 5),
                "values": (2, 4, 6, 8),
                "quotas": (4, 2, 1, 1),
                "half_quotas": (2, 1, 0, 0),
                "raspas_exit_levels": (2,),
                "ten_game": "whisted",
                "jump_bids": "forbidden",
            },
            "penalised": {"revokes": "penalised", "history": "last_trick", "half_whist": "none"},
        },
    ),
    __name__,
)
