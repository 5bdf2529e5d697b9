"""Panguingue (pan): rummy with eight decks; conditions are paid at once, and eleven cards on the table go out.

Rules    docs/rules/panguingue.md, cited as §; §12 holds our decisions.
Deal     §2    ten cards each, five at a time from the eldest hand; one card is turned up and begins the pile.
Drop     §3.1  from the eldest: stay, or forfeit two chips to the pot.
Draw     §3.2  the stock's next card, or the pile's last one if it can be laid down at once.
Demand   §3.3  others may demand that a seat lays the pile's card off on a set of its own.
Meld     §3.5  lay off, borrow from own sets, lay new sets of three; a discard ends the turn.
Pay      §3.6  a condition is paid by all who are in, when it is made.
Settle   §4    the winner takes a chip, his conditions once more, and the pot; without a winner (§3.7) nothing.
Actions  §6    0 stay · 1 drop · 2 stock · 3 pile · 4 demand · 5 no demand · 6..8 slot · 9.. discard · 49.. lay off ·
               89.. borrow · 129..264 meld

Cards are kinds and their numbers (panguingue_sets). Seats are numbered in the direction of play.
"""

from typing import Any

import numpy as np

from ..core.cards import bit, count, has, lowest
from ..core.deck import prepare_deal
from ..core.kernel import kernel
from ..core.knowledge import tell, tell_all, token
from ..core.random import shuffle
from ..core.rules import Place, Rules, register
from ..mechanics.pool import pay, split, stake
from ..mechanics.tricks import next_in
from .panguingue_batch import shuffle_batch
from .panguingue_hidden import (
    clear_doubts,
    dealt_at,
    locate,
    note_doubt,
    note_duty,
    redeal,
    show,
    stock_left,
    tell_hand,
)
from .panguingue_meld import lenders, may_choose, may_meld, unsafe
from .panguingue_record import (
    ACTION_NAMES,
    BATCH,
    BORROW,
    CHOOSING,
    DEMAND,
    DEMAND_AUTO,
    DEMAND_OFF,
    DEMANDING,
    DISCARD,
    DRAW_STOCK,
    DRAWING,
    DRAWN,
    DROP,
    DROPPING,
    DUTY,
    ELDEST,
    LAYING,
    LAYOFF,
    LENDING,
    MATCH,
    MELD,
    MELDING,
    NO_CARD,
    NO_DEMAND,
    NOBODY,
    OPTIONS,
    PLACES,
    PLAYED,
    SEATS,
    SLOT,
    STATE,
    STAY,
    TAKE_PILE,
    UP_CARD,
    VALLE_ONLY,
    Options,
    pack_of,
)
from .panguingue_sets import (
    CARDS,
    LAST_VALLE_ROW,
    NEW_SET,
    SLOTS,
    TYPE_CARDS,
    after_lending,
    clear,
    copy,
    extended,
    free_slot,
    lent_from,
    on_table,
    put,
    slots_for,
    tag_of,
    take,
    usable,
    wanted,
    worth,
)
from .panguingue_view import layout_of, observe, text

__all__ = ["OPTIONS", "RULES", "STATE", "Options"]


# Deal


@kernel
def fill(s):
    """§5  Whoever is to be eldest first sits after the dealer."""
    if s.options.first_eldest >= 0:
        s.dealer = (s.options.first_eldest - 1) % s.options.seats


@kernel
def deal(s):
    """§2  Ten cards each, in two batches from the eldest hand; the next one turned begins the pile."""
    n, h = s.options.seats, s.options.hand_size
    s.eldest = (s.dealer + 1) % n
    begin_deal(s)
    tell_all(s, token(ELDEST, s.eldest))
    for seat in range(n):
        clear_seat(s, seat)
        for k in range(h):
            put(s.hand[seat], np.int64(s.deck[dealt_at(s, seat, k)]))
        tell_hand(s, seat, s.hand[seat])
    up = np.int64(s.deck[n * h])
    add_to_pile(s, up)
    tell_all(s, token(UP_CARD, up))
    s.stock_next, s.stock_end = n * h + 1, s.deck_size


@kernel
def begin_deal(s):
    """Nobody has spoken, nothing lies on the table."""
    s.phase = DROPPING
    s.seat = s.turn = s.eldest
    s.spoken, s.inside = 0, bit(s.options.seats) - 1
    s.carried = s.pot
    s.winner = NOBODY
    s.must = s.moving = NO_CARD
    s.n_lent = s.recycles = s.pile_size = 0
    s.log_size = s.n_duties = s.n_doubts = s.new_doubts = 0
    s.drew = False
    clear(s.renewed)
    clear(s.piled)
    if s.deal_number == 1:
        s.bottom_start = s.deck_size


@kernel
def clear_seat(s, seat):
    """An empty hand, no sets."""
    s.before[seat] = s.payoff[seat]
    clear(s.hand[seat])
    clear(s.known[seat])
    for k in range(SLOTS):
        s.sets[seat, k] = 0


@kernel
def add_to_pile(s, c):
    """A card face up on the pile."""
    s.pile[s.pile_size] = c
    s.pile_size += 1
    put(s.piled, c)


@kernel
def take_from_pile(s):
    """The top card of the pile."""
    s.pile_size -= 1
    c = np.int64(s.pile[s.pile_size])
    take(s.piled, c)
    return c


@kernel
def top(s):
    """The top card of a pile that is not empty."""
    return np.int64(s.pile[s.pile_size - 1])


@kernel
def legal(s, mask):
    """What the phase allows (§6)."""
    mask[:] = 0
    if s.phase == DROPPING:
        mask[STAY] = mask[DROP] = 1
        return np.int64(2)
    if s.phase == DRAWING:
        return may_draw(s, mask)
    if s.phase == DEMANDING:
        mask[DEMAND] = mask[NO_DEMAND] = 1
        return np.int64(2)
    if s.phase == MELDING:
        return may_meld(s, mask)
    return may_choose(s, mask)


@kernel
def apply(s, action):
    """Plays on; the next deal follows where the match goes on."""
    tell_all(s, token(PLAYED, action))
    if action <= DROP:
        stay_or_drop(s, action)
    elif action == DRAW_STOCK:
        ask_for_stock(s)
    elif action == TAKE_PILE:
        s.must = take_from_pile(s)
        s.phase = MELDING
    elif action <= NO_DEMAND:
        answer(s, action)
    elif action < DISCARD:
        choose_slot(s, action - SLOT)
    elif action < LAYOFF:
        discard(s, action - DISCARD)
    elif action < BORROW:
        lay_off(s, action - LAYOFF)
    elif action < MELD:
        borrow(s, action - BORROW)
    else:
        meld(s, action - MELD)


# Drop


@kernel
def stay_or_drop(s, action):
    """§3.1  From the eldest: stay, or forfeit to the pot; the last one in wins at once, else the first one in begins."""
    seat, n = s.seat, s.options.seats
    s.spoken |= bit(seat)
    if action == DROP:
        s.inside &= ~bit(seat)
        s.pot = stake(s.payoff, seat, s.options.drop_penalty, s.pot)
        if count(s.inside) == 1:
            win(s, next_in(s.inside, seat, n))
            return
    s.seat = (seat + 1) % n
    if s.seat == s.eldest:
        begin_turn(s, next_in(s.inside, s.dealer, n))


# Draw


@kernel
def begin_turn(s, seat):
    """§3.2  The seat draws; if it can't (§3.7), the deal ends without a winner."""
    s.phase = DRAWING
    s.seat = s.turn = seat
    s.drew = False
    if not (stock_left(s) or may_take(s)):
        end_without_winner(s)


@kernel
def may_take(s):
    """§3.2  The pile's card may be taken only to be laid down at once."""
    if s.pile_size == 0:
        return False
    return usable(s.hand[s.turn], s.sets[s.turn], top(s), s.options.free_noncomoquer)


@kernel
def may_draw(s, mask):
    """§3.2  From the stock, or the pile."""
    mask[DRAW_STOCK] = stock_left(s)
    mask[TAKE_PILE] = may_take(s)
    return np.int64(mask[DRAW_STOCK] + mask[TAKE_PILE])


@kernel
def ask_for_stock(s):
    """§3.2  Who may be made to lay off the pile's card waits for the others' word (§3.3), else draws."""
    seat = s.seat
    fits = s.pile_size > 0 and slots_for(s.sets[seat], top(s), s.options.free_noncomoquer) != 0
    if not fits or s.options.demand == DEMAND_OFF:
        draw(s)
    elif s.options.demand == DEMAND_AUTO:
        obey(s)
    else:
        s.phase = DEMANDING
        s.seat = next_in(s.inside, seat, s.options.seats)


@kernel
def draw(s):
    """§3.2  The next card of the stock; in a stock renewed in sight of all (§3.7) everybody knows it."""
    seat = s.turn
    if s.stock_next == s.stock_end:
        renew_stock(s)
    c = np.int64(s.deck[s.stock_next] if s.recycles == 0 else s.pile[s.stock_next])
    s.stock_next += 1
    put(s.hand[seat], c)
    if s.recycles == 0:
        s.drew = True
        tell(s, seat, token(DRAWN, c))
    elif s.options.recycle_shuffle:
        tell(s, seat, token(DRAWN, c))
    else:
        put(s.known[seat], c)
        take(s.renewed, c)
    s.seat = seat
    s.phase = MELDING


@kernel
def renew_stock(s):
    """§3.7  The whole pile is turned over, so that its first card is drawn first.

    It stays where it is, above what will be the new pile: with each card drawn at most one is discarded.
    """
    s.recycles += 1
    s.stock_next, s.stock_end = 0, s.pile_size
    if s.options.recycle_shuffle:
        shuffle(s.random, s.pile, s.pile_size)
    else:
        copy(s.piled, s.renewed)
    s.pile_size = 0
    clear(s.piled)


# Demand


@kernel
def answer(s, action):
    """§3.3  The first demand binds; if nobody demands, the stock's card is drawn."""
    if action == DEMAND:
        obey(s)
        return
    s.seat = next_in(s.inside, s.seat, s.options.seats)
    if s.seat == s.turn:
        draw(s)


@kernel
def obey(s):
    """§3.3  The pile's card is laid off, and the turn goes on without a draw."""
    s.seat = s.turn
    place(s, take_from_pile(s))


# Meld


@kernel
def discard(s, c):
    """§3.5  A card on the pile ends the turn."""
    seat = s.seat
    dangers = unsafe(s) if s.options.safe_discard == DUTY else np.int64(0)
    from_hand(s, c)
    add_to_pile(s, c)
    if has(dangers, c):
        note_duty(s, dangers)
    begin_turn(s, next_in(s.inside, seat, s.options.seats))


@kernel
def from_hand(s, c):
    """A card of the hand comes to light."""
    take(s.hand[s.seat], c)
    show(s, s.seat, c)


@kernel
def lay_off(s, c):
    """§3.5  A card of the hand, or the pile's card, on an own set."""
    if s.must == NO_CARD:
        from_hand(s, c)
    s.must = NO_CARD
    place(s, c)


@kernel
def place(s, c):
    """§3.3, §3.5  A card on the set that accepts it; if several do, the seat chooses one."""
    slots = slots_for(s.sets[s.seat], c, s.options.free_noncomoquer)
    s.moving, s.errand = c, LAYING
    if count(slots) > 1:
        s.phase = CHOOSING
    else:
        choose_slot(s, lowest(slots))


@kernel
def borrow(s, c):
    """§3.5  A card out of an own set, for the next new one; if several can lend it, the seat chooses one."""
    slots = lenders(s, c)
    note_doubt(s, c, slots)
    s.moving, s.errand = c, LENDING
    if count(slots) > 1:
        s.phase = CHOOSING
    else:
        choose_slot(s, lowest(slots))


@kernel
def choose_slot(s, slot):
    """§3.5  The card is laid off on the set in that slot, or borrowed from it."""
    seat, c = s.seat, s.moving
    s.moving = NO_CARD
    s.phase = MELDING
    if s.errand == LAYING:
        s.sets[seat, slot] = extended(s.sets[seat, slot], c)
        go_out(s)
    else:
        s.lent[s.n_lent], s.lenders[s.n_lent] = c, slot
        s.n_lent += 1


@kernel
def meld(s, t):
    """§3.4, §3.5  A new set; the sets that lent to it change before it is paid."""
    seat = s.seat
    left = wanted(t, s.must, s.lent, s.n_lent)
    clear_doubts(s, t, left)
    for i in range(3):
        if has(left, i):
            from_hand(s, TYPE_CARDS[t, i])
    for k in range(SLOTS):
        rest = lent_from(s.sets[seat, k], k, s.lent, s.lenders, s.n_lent)
        s.sets[seat, k] = after_lending(rest) if rest != s.sets[seat, k] else rest
    s.must = NO_CARD
    s.n_lent = 0
    s.sets[seat, free_slot(s.sets[seat])] = NEW_SET[t]
    collect(s, seat, value_of(s, NEW_SET[t]), 0)
    go_out(s)


@kernel
def go_out(s):
    """§3.5  Eleven cards on the table."""
    if on_table(s.sets[s.seat]) == s.options.hand_size + 1:
        settle(s)


# Pay and settle


@kernel
def value_of(s, m):
    """§3.6  What the condition of a set pays as long as it has its tag."""
    return worth(s.options.condition_values, tag_of(m))


@kernel
def collect(s, seat, chips, without_set):
    """§3.6, §4  From each other seat that is in, and `without_set` more from one with nothing on the table."""
    for other in range(s.options.seats):
        if other != seat and has(s.inside, other):
            due = chips + (without_set if s.sets[other, 0] == 0 else 0)
            s.payoff[other] -= due
            s.payoff[seat] += due


@kernel
def settle(s):
    """§4  A chip, or two from who has no set, the winner's conditions once more, and the pot."""
    conditions = np.int64(0)
    for k in range(SLOTS):
        m = s.sets[s.seat, k]
        if s.options.final_conditions != VALLE_ONLY or tag_of(m) <= LAST_VALLE_ROW:
            conditions += value_of(s, m)
    collect(s, s.seat, 1 + conditions, 1 if s.options.double_if_no_meld else 0)
    s.outs[s.seat] += 1
    win(s, s.seat)


@kernel
def win(s, winner):
    """§4  The winner takes the pot, and is eldest in the next deal (§2)."""
    s.pot = pay(s.payoff, winner, s.pot, s.pot)
    s.winner = winner
    n = s.options.seats
    close_deal(s, (winner - 1) % n)


@kernel
def end_without_winner(s):
    """§3.7  The pot waits for the next deal; after the last one it goes back."""
    if last_deal(s):
        refund(s)
    close_deal(s, s.dealer)


@kernel
def refund(s):
    """§3.7  To each his forfeit; what was carried over is split, odd chips to the lowest seats."""
    for seat in range(s.options.seats):
        if not has(s.inside, seat):
            s.pot = pay(s.payoff, seat, s.options.drop_penalty, s.pot)
    s.pot = split(s.payoff, s.options.seats, 0, s.pot)


@kernel
def last_deal(s):
    """§2  Is no other deal to follow?"""
    return s.options.episode != MATCH or s.deal_number >= s.options.match_deals


@kernel
def close_deal(s, dealer):
    """§2  The episode ends, or the next deal follows."""
    if last_deal(s):
        s.over = True
        return
    s.dealer = dealer
    if s.options.reshuffle == BATCH:
        shuffle_batch(s)
    else:
        prepare_deal(s)
    deal(s)


# Names


def shape_of(options: Options, dealer: int) -> dict[str, Place]:
    """§2  The order of the deal."""
    n, h = options.seats, options.hand_size
    first = (h + 1) // 2
    hands: list[list[int]] = []
    for seat in range(n):
        place = (seat - dealer - 1) % n
        later = n * first + place * (h - first)
        hands.append([*range(place * first, (place + 1) * first), *range(later, later + h - first)])
    return {"hands": hands, "up_card": [n * h], "stock": list(range(n * h + 1, len(pack_of(options))))}


def decisions(options: Options) -> int:
    """Each turn draws from the stock or adds to a table; what is laid on the tables in a deal is bounded."""
    n, h, cards = options.seats, options.hand_size, len(pack_of(options))
    stock = cards - n * h
    turns = stock * (1 + options.max_recycles) + n * (h + 1)
    laying = 7 * ((h + 1) // 3) + 2 * (
        h + 1
    )  # a set with three cards borrowed and their slots; a card and its slot
    deals = options.match_deals if options.episode == "match" else 1
    return deals * (n + turns * (n + 1) + n * laying)


def balance(s: Any) -> int:
    """§4  Every payment has a payer, or lies in the pot."""
    return int(s.payoff.sum() + s.pot)


def outcomes(states: np.ndarray) -> dict[str, np.ndarray]:
    """Deals won by eleven cards on the table, and who won the last deal in any way."""
    return {"goes out": states["outs"], "won": states["winner"][:, None] == np.arange(SEATS)}


_MINI = {"seats": 2, "suits": "S", "max_recycles": 0, "first_eldest": 0}

RULES = register(
    Rules(
        name="panguingue",
        title="Panguingue (pan)",
        state=STATE,
        option_record=OPTIONS,
        options_class=Options,
        cards=CARDS,
        action_names=ACTION_NAMES,
        places=PLACES,
        fill=fill,
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
        unit=lambda options: 1,
        balance=balance,
        outcomes=outcomes,
        ordered=("stock",),
        behaviours={
            "stays": ("STAY",),
            "drops": ("DROP",),
            "takes the pile": ("TAKE_PILE",),
            "demands": ("DEMAND",),
            "borrows": tuple(name for name in ACTION_NAMES if name.startswith("BORROW")),
        },
        mini={
            "mini_a": {**_MINI, "ranks": "A23", "decks": 3, "hand_size": 2},
            "mini_b": {**_MINI, "ranks": "A234", "decks": 2, "hand_size": 3},
            "mini_c": {**_MINI, "ranks": "A234", "decks": 3, "hand_size": 5},
        },
        variants={
            "match": {
                "seats": 3,
                "decks": 2,
                "episode": "match",
                "match_deals": 3,
                "reshuffle": "batch",
                "shuffle_batch": 10,
                "double_if_no_meld": True,
                "final_conditions": "valle",
            },
            "short_stock": {"seats": 3, "decks": 1, "max_recycles": 3, "deck_style": "numeral"},
            "auto_demand": {
                "seats": 2,
                "decks": 8,
                "ranks": "JQK",
                "suits": "DHS",
                "demand": "auto",
                "free_noncomoquer": True,
                "safe_discard": "off",
            },
            "no_demand": {"seats": 4, "ranks": "A23", "suits": "CHS", "hand_size": 8, "demand": "off"},
        },
    ),
    __name__,
)
