"""Lenturlu: build sequences upwards whatever the suit; cover with a king, or be first out of cards.

Rules    docs/rules/lenturlu.md, cited as §; §12 holds our decisions.
Deal     §2    all cards but a small stock; every seat lays an ante on the five layout cards.
Lead     §3.1  any card, from the dealer's left.
Go on    §3.2  lay the next rank, as often as you can; or buy from the stock; or pass.
Close    §3.4  a king laid on a card wins the deal, or with the goal `out` the last card laid; pay cards win their stake.
Dead     §3.3  nobody goes on: who laid the last card leads anew.
Settle   §4    the winner takes the layout, and from each other seat the points of its hand or a flat sum.
Actions  §6    0..51 lay that card · 52 pass · 53, 54 buy one or two cards

`lenturlu_record` has options and record, `lenturlu_view` what a seat sees, `lenturlu_hidden` what it can't.
"""

from typing import Any

import numpy as np

from ..core.cards import allow, bit, has, highest, lowest
from ..core.deck import prepare_deal
from ..core.kernel import kernel
from ..core.knowledge import tell, tell_all, token
from ..core.rules import Place, Rules, register
from ..mechanics.pool import split, stake
from ..mechanics.seats import left_of
from .lenturlu_hidden import locate, redeal
from .lenturlu_record import (
    ACTION_NAMES,
    BOUGHT,
    BUY1,
    BUYS,
    CARRY,
    CONTINUE,
    DEALER,
    HAND,
    KING,
    LAYS,
    LEAD,
    LOW_ACE,
    MATCH,
    MOST_LAYOUT,
    OPTIONS,
    PASS,
    PASSES,
    PLACES,
    POINTS,
    RANKS,
    SEATS,
    STATE,
    Options,
    pack_of,
)
from .lenturlu_view import layout_of, observe, tell_amounts, text

__all__ = ["OPTIONS", "RULES", "STATE", "Options"]

OF_RANK = np.array([sum(1 << (RANKS * suit + rank) for suit in range(4)) for rank in range(RANKS)])
POINTS_OF = np.minimum(np.arange(RANKS) + 1, 10)


# Deal


@kernel
def deal(s):
    """§2  Hands one card at a time from the dealer's left, the rest is the stock; antes on the layout."""
    n = s.options.seats
    know_deck(s)
    tell_all(s, token(DEALER, s.dealer))
    for seat in range(n):
        s.opening[seat] = s.payoff[seat]
        s.bought[seat] = s.passed[seat] = s.hand[seat] = s.held[seat] = 0
    s.stock_next = n * s.options.hand_cards
    seat = s.dealer
    for k in range(s.stock_next):
        seat = left_of(seat, 1, n)
        s.hand[seat] |= bit(np.int64(s.deck[k]))
        s.held[seat] |= bit(k)
    for seat in range(n):
        tell(s, seat, token(HAND, s.hand[seat]))
    s.laid = s.pairs = s.winner = 0
    s.barred[:] = 0
    s.origin[:] = 0
    lay_antes(s)
    new_lead(s, left_of(s.dealer, 1, n))


@kernel
def know_deck(s):
    """§5  Reads the deck and the layout off the options."""
    s.cards = s.layout = 0
    for k in range(s.deck_size):
        s.cards |= bit(np.int64(s.pack[k]))
    s.closing = highest(s.options.ranks)
    s.layout_size = 0
    while s.layout_size < MOST_LAYOUT and s.options.layout[s.layout_size] > 0:
        if s.options.pay_cards != 0:
            s.layout |= bit(s.options.layout[s.layout_size] - 1)
        s.layout_size += 1


@kernel
def lay_antes(s):
    """§2  Each layout card gets its share of the antes by weight; chips left over go by the largest fractions."""
    n, ante = s.options.seats, s.options.ante
    for seat in range(n):
        s.payoff[seat] -= ante
    weights = s.options.layout_weights
    total, left, whole = n * ante, n * ante, np.int64(0)
    for k in range(s.layout_size):
        whole += weights[k]
    for k in range(s.layout_size):
        share = total * weights[k] // whole
        s.stakes[k] += share
        left -= share
    given = np.int64(0)
    for _ in range(left):
        best = -1
        for k in range(s.layout_size):
            if has(given, k):
                continue
            if best < 0 or total * weights[k] % whole > total * weights[best] % whole:
                best = k
        s.stakes[best] += 1
        given |= bit(best)
    tell_amounts(s)


# Lead and go on


@kernel
def legal(s, mask):
    """§3.1  Any card to lead with; §3.2  the next rank, a purchase without one, or a pass."""
    mask[:] = 0
    hand = s.hand[s.seat]
    if s.phase == LEAD:
        return allow(mask, hand)
    fitting = hand & OF_RANK[s.needed]
    n = 0
    if fitting == 0:
        n = may_buy(s, mask)
    elif kept_from_closing(s):
        fitting = 0
    else:
        n = allow(mask, fitting)
    if not s.options.must_play or fitting == 0:
        mask[PASS] = 1
        n += 1
    return n


@kernel
def kept_from_closing(s):
    """§3.4  The leader may not lay a king in the turn in which he led, if the house rules say so."""
    closes = s.options.goal == KING and s.needed == s.closing
    return closes and s.led_turn and not s.options.leader_may_close


@kernel
def may_buy(s, mask):
    """§3.2  One or two cards, once a turn, as far as the stock reaches."""
    if s.bought_now:
        return 0
    most = min(s.options.max_buy, s.deck_size - s.stock_next)
    for k in range(most):
        mask[BUY1 + k] = 1
    return most


@kernel
def apply(s, action):
    """A card, a pass or a purchase; the next deal follows where the match goes on."""
    if action == PASS:
        pass_on(s)
    elif action >= BUY1:
        buy(s, action - BUY1 + 1)
    elif lay(s, action) and next_deal(s):
        deal(s)


@kernel
def pass_on(s):
    """§3.2  A pass ends the turn."""
    tell_all(s, token(PASSES, 0))
    s.passed[s.seat] |= bit(s.needed)
    if s.options.must_play and not kept_from_closing(s):
        s.barred[s.needed] |= s.held[s.seat]
    end_turn(s)


@kernel
def buy(s, number):
    """§3.2  The top of the stock, unseen by others, when no card of the rank needed is held."""
    seat, p = s.seat, s.stock_next
    tell_all(s, token(BUYS, number))
    s.barred[s.needed] |= s.held[seat]
    cards = bit(np.int64(s.deck[p]))
    s.held[seat] |= bit(p)
    if number == 2:
        cards |= bit(np.int64(s.deck[p + 1]))
        s.held[seat] |= bit(p + 1)
        s.pairs |= bit(p)
    tell(s, seat, token(BOUGHT, cards))
    s.hand[seat] |= cards
    s.stock_next += number
    s.bought[seat] += number
    s.bought_now = True
    if s.options.buy_cost > 0:
        last = s.layout_size - 1
        s.stakes[last] = stake(s.payoff, seat, number * s.options.buy_cost, s.stakes[last])
        tell_amounts(s)


@kernel
def lay(s, card):
    """§3.4  A card, and what it brings, in this order: its stake, the end of the deal, new stakes, the next lead.

    Returns whether the deal is over.
    """
    seat, rank = s.seat, card % RANKS
    covering = s.phase == CONTINUE
    tell_all(s, token(LAYS, card))
    s.hand[seat] &= ~bit(card)
    s.laid |= bit(card)
    s.origin[card] = s.held[seat] & ~s.barred[rank]
    s.top, s.last = card, seat
    pays = has(s.layout, card)
    if pays:
        take_stake(s, card)
    if wins(s, rank, covering):
        s.winner = bit(seat)
        settle(s, seat)
        return True
    if nobody_holds_cards(s):
        settle_void(s)
        return True
    if pays:
        restake(s, card)
    go_on(s, pays, rank, covering)
    return False


@kernel
def go_on(s, pays, rank, covering):
    """§3.1-§3.4  The same player goes on, or leads again; with an empty hand he leaves it to the next."""
    if pays or rank == s.closing:
        new_lead(s, s.seat)
        return
    if not covering:
        s.phase = CONTINUE
        s.led_turn = True
    s.needed = next_rank_of(s.options.ranks, rank)
    if s.hand[s.seat] == 0:
        end_turn(s)


@kernel
def wins(s, rank, covering):
    """§3.4  A covering king wins, or with the goal `out` the last card of a hand."""
    if s.options.goal == KING:
        return covering and rank == s.closing
    return s.hand[s.seat] == 0


@kernel
def nobody_holds_cards(s):
    """§3.5  Then the deal is void."""
    return s.hand[s.seat] == 0 and s.laid | cards_in_stock(s) == s.cards


@kernel
def cards_in_stock(s):
    """The card set of the stock."""
    cards = np.int64(0)
    for p in range(s.stock_next, s.deck_size):
        cards |= bit(np.int64(s.deck[p]))
    return cards


@kernel
def next_rank_of(ranks, rank):
    """§5  The rank above, among those of the deck (a set)."""
    return lowest(ranks >> (rank + 1)) + rank + 1


@kernel
def new_lead(s, seat):
    """§3.1  A lead by the seat, or by the next one with cards (§3.3)."""
    while s.hand[seat] == 0:
        seat = left_of(seat, 1, s.options.seats)
    s.seat = seat
    s.phase = LEAD
    s.led_turn = s.bought_now = False


@kernel
def end_turn(s):
    """§3.2  The next seat with cards acts; when it comes round to who laid the top card, the sequence is dead (§3.3)."""
    s.led_turn = s.bought_now = False
    seat = left_of(s.seat, 1, s.options.seats)
    while seat != s.last and s.hand[seat] == 0:
        seat = left_of(seat, 1, s.options.seats)
    if seat == s.last:
        new_lead(s, seat)
    else:
        s.seat = seat


# Pay cards


@kernel
def layout_index(s, card):
    """Which of the layout cards it is."""
    k = 0
    while s.options.layout[k] != card + 1:
        k += 1
    return k


@kernel
def take_stake(s, card):
    """§3.4  Who lays a layout card takes what lies on it."""
    k = layout_index(s, card)
    s.payoff[s.seat] += s.stakes[k]
    s.stakes[k] = 0
    tell_amounts(s)


@kernel
def restake(s, card):
    """§3.4  All others lay new chips on it."""
    k = layout_index(s, card)
    for seat in range(s.options.seats):
        if seat != s.seat:
            s.stakes[k] = stake(s.payoff, seat, s.options.restake, s.stakes[k])
    tell_amounts(s)


# Settle


@kernel
def settle(s, winner):
    """§4  The winner takes the layout, unless it is carried on, and a payment from each other seat."""
    if s.options.goal == KING or s.options.leftover != CARRY or last_deal(s):
        for k in range(s.layout_size):
            s.payoff[winner] += s.stakes[k]
            s.stakes[k] = 0
    for seat in range(s.options.seats):
        if seat != winner:
            chips = payment(s, seat)
            s.payoff[seat] -= chips
            s.payoff[winner] += chips
    tell_amounts(s)


@kernel
def payment(s, seat):
    """§4  A flat sum, or the points left in hand: aces 1, pips, pictures 10; layout cards double if they pay."""
    if s.options.payment != POINTS:
        return s.options.flat_
    points = np.int64(0)
    cards = s.hand[seat]
    while cards != 0:
        card = lowest(cards)
        points += POINTS_OF[card % RANKS] * (2 if has(s.layout, card) else 1)
        cards &= cards - 1
    return points


@kernel
def settle_void(s):
    """§3.6  Nobody pays; the chips on the layout stay for the next deal, or are shared after the last one."""
    if not last_deal(s):
        return
    chips = np.int64(0)
    for k in range(s.layout_size):
        chips += s.stakes[k]
        s.stakes[k] = 0
    split(s.payoff, s.options.seats, s.dealer + 1, chips)
    tell_amounts(s)


@kernel
def last_deal(s):
    """§2  Is this the last deal of the episode?"""
    return s.options.episode != MATCH or s.deal_number == s.options.seats * s.options.match_rounds


@kernel
def next_deal(s):
    """§2  The next seat deals (True), or the episode is over."""
    if last_deal(s):
        s.over = True
        return False
    s.dealer = left_of(s.dealer, 1, s.options.seats)
    prepare_deal(s)
    return True


# Names


def shape_of(options: Options, dealer: int) -> dict[str, Place]:
    """§2  The order of the deal."""
    n, h = options.seats, options.hand_size
    hands: list[list[int]] = [[r * n + (seat - dealer - 1) % n for r in range(h)] for seat in range(n)]
    return {"hands": hands, "stock": list(range(n * h, len(pack_of(options))))}


def decisions(options: Options) -> int:
    """Every card is laid once, with a pass of every seat after it, and bought at most once."""
    cards = len(pack_of(options))
    return options.deals * (cards * (options.seats + 1) + cards - options.seats * options.hand_size)


def balance(s: Any) -> int:
    """§4  What the seats were paid and what lies on the layout."""
    return int(s.payoff.sum() + s.stakes.sum())


def outcomes(states: np.ndarray) -> dict[str, np.ndarray]:
    """Who won the last deal."""
    return {"wins": states["winner"][:, None] >> np.arange(SEATS) & 1 == 1}


_MINI = {
    "seats": 2,
    "ranks": "A23",
    "suits": "DS",
    "hand_cards": 2,
    "stock_cards": 2,
    "first_dealer": 1,
    "layout": ("2D", "AS"),
    "layout_weights": (1, 1),
}

RULES = register(
    Rules(
        name="lenturlu",
        title="Lenturlu (stops with five pay cards)",
        state=STATE,
        option_record=OPTIONS,
        options_class=Options,
        cards=LOW_ACE,
        action_names=ACTION_NAMES,
        places=PLACES,
        deal=deal,
        legal=legal,
        apply=apply,
        observe=observe,
        redeal=redeal,
        locate=locate,
        layout_of=layout_of,
        pack_of=pack_of,
        shape_of=shape_of,
        text=text,
        decisions=decisions,
        unit=lambda options: max(options.ante, 1),
        balance=balance,
        ordered=("stock",),
        behaviours={"passes": ("PASS",), "buys one": ("BUY1",), "buys two": ("BUY2",)},
        outcomes=outcomes,
        mini={
            "mini": _MINI | {"layout": (), "layout_weights": (), "ante": 0},
            "mini_pay_cards": _MINI | {"pay_cards": True},
            "mini_out": _MINI | {"goal": "out"},
        },
        variants={
            "match": {"seats": 4, "episode": "match"},
            "pay_cards": {"pay_cards": True, "restake": 1, "payment": "flat"},
            "must_play": {"must_play": True, "leader_may_close": False, "buy_cost": 2},
            "out": {"goal": "out"},
            "out_match": {"seats": 3, "goal": "out", "episode": "match", "leftover": "carry", "max_buy": 1},
            "out_must_play": {"seats": 7, "goal": "out", "must_play": True, "pay_cards": False, "max_buy": 0},
        },
    ),
    __name__,
)
