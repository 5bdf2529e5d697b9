"""Kopilka, the piggy bank: tricks priced by suit, paid from a common box; who can't follow draws or passes.

Rules    docs/rules/kopilka.md, cited as §; §12 holds our decisions.
Deal     §2    five cards each; an ante in the box for a party of four deals.
Offer    §3.1  who holds three of a suit offers them face down; each other seat may take one and discard one.
Lead     §3.2  never the suit of the lead before; who has no other passes the lead on.
Follow   §3.3  follow suit, or draw, or pass; the ace of spades takes every trick and doubles it.
Trick    §3.4  a lead that nobody follows is taken back; who is first out of cards ends the deal.
Settle   §4    fees and fines into the box; after the last deal tricks are paid from it, the rest to the last first out.
Actions  §6    0..31 play or discard that card · 32 pass · 33 draw · 34 take · 35 decline · 36 keep

`kopilka_record` has options and record, `kopilka_view` what a seat sees, `kopilka_hidden` what it can't.
"""

from typing import Any

import numpy as np

from ..core.cards import allow, bit, count, has, highest
from ..core.deck import prepare_deal
from ..core.kernel import kernel
from ..core.knowledge import tell, tell_all, token
from ..core.rules import Place, Rules, register
from ..mechanics.hidden import cards_at
from ..mechanics.pool import pay, stake
from ..mechanics.seats import left_of, seats_between
from .kopilka_hidden import bar, keep_fact, locate, note, redeal
from .kopilka_record import (
    ACTION_NAMES,
    ANY_TIME,
    CARD,
    DEALER,
    DECLARED,
    DECLINE,
    DECLINES,
    DISCARD,
    DISCARDS,
    DRAW,
    DRAWN,
    DRAWS,
    FINED,
    FOLLOW,
    HAND,
    KEEP,
    KEEPS,
    LEAD,
    LEADS,
    MATCH,
    MISSING,
    MUST,
    NO_SUIT,
    OFFER,
    OPTIONS,
    PASS,
    PASSES,
    PENALISED,
    PIQUET,
    PLACES,
    RANKS,
    REPLACED,
    SEATS,
    SPADES,
    STATE,
    SUITS,
    TAKE,
    TAKEN,
    TAKES,
    THROWN,
    Options,
    pack_of,
)
from .kopilka_view import layout_of, observe, tell_amounts, text

__all__ = ["OPTIONS", "RULES", "STATE", "Options"]

OF_SUIT = np.array([((1 << RANKS) - 1) << (RANKS * suit) for suit in range(SUITS)] + [0])
"""The cards of a suit; none of NO_SUIT."""


# Deal


@kernel
def deal(s):
    """§2  Five cards each, one at a time from the dealer's left, the rest is the stock; antes at a party's beginning."""
    n = s.options.seats
    s.cards = 0
    for k in range(s.deck_size):
        s.cards |= bit(np.int64(s.deck[k]))
    spades = s.cards & OF_SUIT[SPADES]
    s.ace = bit(highest(spades)) if spades != 0 else 0
    if s.deal_number == 1:
        for seat in range(n):
            s.box = stake(s.payoff, seat, s.options.ante, s.box)
    tell_amounts(s)
    tell_all(s, token(DEALER, s.dealer))
    clear(s)
    sizes = np.int64(0)
    for j in range(n):
        seat = left_of(s.dealer, j + 1, n)
        lay_out(s, seat, j)
        sizes = sizes << 8 | s.set_size[seat]
    tell_all(s, token(DECLARED, sizes))
    s.stock_next = n * s.options.hand_size
    for k in range(s.stock_next, s.deck_size):
        s.slots[k] = s.deck[k]
    s.server = s.dealer  # the offering begins at his left
    next_offering(s)


@kernel
def clear(s):
    """Nothing declared, taken, played or shown yet."""
    for seat in range(s.options.seats):
        s.dead[seat] = s.known[seat] = s.void[seat] = s.tricks[seat] = s.trick[seat] = 0
        s.given[seat, :] = 0
    s.served = s.passed = s.failures = s.draws = s.seen = s.shown = s.first_out = 0
    s.last_suit = NO_SUIT
    s.barred[:] = 0
    s.facts = s.log_size = 0


@kernel
def lay_out(s, seat, j):
    """§3.1  The hand of the j-th seat from the dealer's left; three cards of a suit or more come first, as dealt."""
    n, h = s.options.seats, s.options.hand_size
    hand = np.int64(0)
    for r in range(h):
        hand |= bit(np.int64(s.deck[r * n + j]))
    offered = np.int64(0)
    if s.options.offer_min > 0:
        for suit in range(SUITS):
            if count(hand & OF_SUIT[suit]) >= s.options.offer_min:
                offered = hand & OF_SUIT[suit]
    s.set_size[seat] = count(offered)
    front, back = j * h, j * h + s.set_size[seat]
    for r in range(h):
        card = np.int64(s.deck[r * n + j])
        if has(offered, card):
            s.slots[front] = card
            front += 1
        else:
            s.slots[back] = card
            back += 1
    s.hand[seat] = hand
    s.held[seat] = (bit(h) - 1) << (j * h)
    tell(s, seat, token(HAND, hand))


# Offer


@kernel
def next_offering(s):
    """§3.1  The next declarer from the dealer's left offers; after the last one the dealer's left leads."""
    n = s.options.seats
    seat = left_of(s.server, 1, n)
    for _ in range(n):
        if s.set_size[seat] > 0 and not has(s.served, seat):
            s.server = seat
            s.asked, s.taken = 1, 0
            s.phase = OFFER
            s.seat = left_of(seat, 1, n)
            return
        seat = left_of(seat, 1, n)
    give_lead(s, left_of(s.dealer, 1, n))


@kernel
def offered_slots(s, seat):
    """The slots of a seat's set."""
    j = seats_between(left_of(s.dealer, 1, s.options.seats), seat, s.options.seats)
    return (bit(s.set_size[seat]) - 1) << (j * s.options.hand_size)


@kernel
def offer(s, action):
    """§3.1  One card, the first dealt of those left, or none."""
    if action != TAKE:
        tell_all(s, token(DECLINES, 0))
        ask_next(s)
        return
    tell_all(s, token(TAKES, 0))
    seat, owner = s.seat, s.server
    slots = offered_slots(s, owner) & s.held[owner]
    slots &= -slots
    card = cards_at(s.slots, slots)
    s.held[owner] &= ~slots
    s.held[seat] |= slots
    s.hand[owner] &= ~card
    s.hand[seat] |= card
    s.given[seat, owner] = card
    s.taken += 1
    note(s, seat, TAKEN, slots)
    s.phase = DISCARD


@kernel
def may_discard(s):
    """§3.1  Any card, but none of a set that is still to be offered."""
    hand = s.hand[s.seat]
    if s.set_size[s.seat] > 0 and not has(s.served, s.seat):
        hand &= ~cards_at(s.slots, offered_slots(s, s.seat))
    return hand


@kernel
def discard(s, action):
    """§3.1  A card face down, or none."""
    if action == KEEP:
        tell_all(s, token(KEEPS, 0))
    else:
        tell_all(s, token(DISCARDS, 0))
        s.hand[s.seat] &= ~bit(action)
        s.dead[s.seat] |= bit(action)
        slots = s.held[s.seat]
        while s.slots[highest(slots)] != action:
            slots &= ~bit(highest(slots))
        note(s, s.seat, THROWN, bit(highest(slots)))
    ask_next(s)


@kernel
def ask_next(s):
    """§3.1  The next seat may take; when all have been asked, or nothing is left, the declarer makes up his hand."""
    s.asked += 1
    if s.asked < s.options.seats and s.taken < s.set_size[s.server]:
        s.phase = OFFER
        s.seat = left_of(s.server, s.asked, s.options.seats)
        return
    make_up(s)
    next_offering(s)


@kernel
def make_up(s):
    """§3.1  The declarer takes the rest back and draws a card for each that is missing, as far as the stock reaches."""
    owner = s.server
    s.served |= bit(owner)
    if s.taken == 0:
        return
    offered = offered_slots(s, owner)
    note(s, owner, MISSING, offered & ~s.held[owner])
    number = min(s.taken, s.deck_size - s.stock_next)
    slots = (bit(number) - 1) << s.stock_next
    s.stock_next += number
    s.held[owner] |= slots
    s.hand[owner] |= cards_at(s.slots, slots)
    note(s, owner, REPLACED, slots)


# Lead and follow


@kernel
def legal(s, mask):
    """Taking (§3.1), discarding (§3.1), leading (§3.2), following (§3.3)."""
    mask[:] = 0
    if s.phase == FOLLOW:
        return may_follow(s, mask)
    if s.phase == LEAD:
        return allow(mask, may_lead(s))
    if s.phase == OFFER:
        mask[TAKE] = mask[DECLINE] = 1
        return 2
    keeps = s.options.take_discard != MUST
    mask[KEEP] = keeps
    return allow(mask, may_discard(s)) + np.int64(keeps)


@kernel
def apply(s, action):
    """A decision of the phase; the next deal follows where the match goes on."""
    ended = False
    if s.phase == FOLLOW:
        ended = follow(s, action)
    elif s.phase == LEAD:
        ended = lead(s, action)
    elif s.phase == OFFER:
        offer(s, action)
    else:
        discard(s, action)
    if ended and close_deal(s):
        deal(s)


@kernel
def give_lead(s, seat):
    """§3.2  The seat leads, or the first one after it that has cards, and one of another suit than was led last.

    Who is passed over has shown that he holds that suit alone; if nobody has another, the first one leads it again.
    """
    n = s.options.seats
    while s.hand[seat] == 0:
        seat = left_of(seat, 1, n)
    entitled = seat
    for _ in range(n):
        if s.hand[seat] & ~OF_SUIT[s.last_suit] != 0:
            break
        if s.hand[seat] != 0:
            for suit in range(SUITS):
                if suit != s.last_suit:
                    bar(s, suit, seat)
        seat = left_of(seat, 1, n)
    s.seat = seat if s.hand[seat] & ~OF_SUIT[s.last_suit] != 0 else entitled
    s.phase = LEAD
    tell_all(s, token(LEADS, s.seat))


@kernel
def may_lead(s):
    """§3.2  A card of another suit than the last lead's, unless nobody has one."""
    hand = s.hand[s.seat]
    other = hand & ~OF_SUIT[s.last_suit]
    return other if other != 0 else hand


@kernel
def lead(s, card):
    """§3.2  The card is the trick so far. True if the deal is over."""
    put_down(s, card)
    s.led = s.best = card
    s.leader = s.best_seat = s.seat
    s.passed = 0
    s.phase = FOLLOW
    return next_follower(s)


@kernel
def put_down(s, card):
    """A card leaves the hand for all to see."""
    seat = s.seat
    tell_all(s, token(CARD, card))
    s.hand[seat] &= ~bit(card)
    s.trick[seat] = bit(card)
    s.seen |= bit(card)
    s.known[seat] &= ~bit(card)
    if not has(s.shown, card):
        s.shown |= bit(card)
        s.origin[card] = s.held[seat] & ~s.barred[card // RANKS]


@kernel
def may_follow(s, mask):
    """§3.3  Follow suit; without the suit pass, draw, or play the ace of spades."""
    hand = s.hand[s.seat]
    following = hand & OF_SUIT[s.led // RANKS]
    ace = hand & s.ace
    if following != 0:
        revokes = s.options.revokes == PENALISED
        mask[PASS] = revokes
        return allow(mask, following | (ace if s.options.ace_spades == ANY_TIME else 0)) + np.int64(revokes)
    mask[PASS] = 1
    draws = s.stock_next < s.deck_size and (s.options.max_draws == 0 or s.draws < s.options.max_draws)
    mask[DRAW] = draws
    return 1 + np.int64(draws) + allow(mask, ace)


@kernel
def follow(s, action):
    """§3.3  A card, a pass, or a card from the stock. True if the deal is over."""
    suit = s.led // RANKS
    if action == DRAW:
        draw(s, suit)
        return False
    if action == PASS:
        pass_by(s, suit)
    else:
        if action // RANKS != suit and s.options.ace_spades != ANY_TIME:
            s.void[s.seat] |= bit(suit)
            bar(s, suit, s.seat)
        put_down(s, action)
        if beats(s, action):
            s.best, s.best_seat = action, s.seat
    return next_follower(s)


@kernel
def beats(s, card):
    """§3.4  The ace of spades wins, else the highest card of the suit led."""
    if has(s.ace, card):
        return True
    return card // RANKS == s.best // RANKS and card > s.best and not has(s.ace, s.best)


@kernel
def pass_by(s, suit):
    """§3.3, §4  A pass shows that the seat can't follow, or costs a fine."""
    seat = s.seat
    s.passed |= bit(seat)
    if s.hand[seat] & OF_SUIT[suit] != 0:
        tell_all(s, token(FINED, 0))
        s.box = stake(s.payoff, seat, s.options.fine_pass, s.box)
        tell_amounts(s)
        keep_fact(s, suit, seat)
    else:
        tell_all(s, token(PASSES, 0))
        s.void[seat] |= bit(suit)
        bar(s, suit, seat)


@kernel
def draw(s, suit):
    """§3.3  A card from the stock, for one who can't follow; he is asked again."""
    seat = s.seat
    tell_all(s, token(DRAWS, 0))
    bar(s, suit, seat)
    s.void[seat] = 0
    slots = bit(s.stock_next)
    s.hand[seat] |= cards_at(s.slots, slots)
    s.held[seat] |= slots
    s.stock_next += 1
    s.draws += 1
    note(s, seat, DRAWN, slots)


@kernel
def next_follower(s):
    """§3.3  The next seat with cards; after the last one the trick is over. True if the deal is over too."""
    s.draws = 0
    s.seat = left_of(s.seat, 1, s.options.seats)
    while s.seat != s.leader and s.hand[s.seat] == 0:
        s.seat = left_of(s.seat, 1, s.options.seats)
    return s.seat == s.leader and end_trick(s)


@kernel
def end_trick(s):
    """§3.4  A trick that somebody followed to is won; else the leader takes his card back. True if the deal is over."""
    n = s.options.seats
    s.last_suit = s.led // RANKS
    followed = np.int64(0)
    for seat in range(n):
        followed += s.trick[seat] != 0
    if followed == 1:
        return take_back(s)
    winner = s.best_seat
    doubled = has(s.ace, s.best)
    s.tricks[winner] += 1
    s.tally[winner, 2 * s.last_suit + np.int64(doubled)] += 1
    s.failures = 0
    note_first_out(s)
    in_play = np.int64(0)
    for seat in range(n):
        s.trick[seat] = 0
        in_play += s.hand[seat] != 0
    if in_play < n and (not s.options.play_on or in_play < 2):
        return True
    give_lead(s, winner)
    return False


@kernel
def take_back(s):
    """§3.4  The lead goes to the next seat; after too many such leads in a row the deal is blocked."""
    leader = s.leader
    s.hand[leader] |= bit(s.led)
    s.known[leader] |= bit(s.led)
    s.seen &= ~bit(s.led)
    s.trick[leader] = 0
    s.failures += 1
    if s.failures >= s.options.block_after:
        return True
    give_lead(s, left_of(leader, 1, s.options.seats))
    return False


@kernel
def note_first_out(s):
    """§3.4  First out is who played his last card first, in the first trick that takes somebody's last card."""
    seat = s.leader
    for _ in range(s.options.seats):
        if s.first_out == 0 and s.trick[seat] != 0 and s.hand[seat] == 0:
            s.first_out = bit(seat)
        seat = left_of(seat, 1, s.options.seats)


# Settle


@kernel
def close_deal(s):
    """§4  Fees and fines; then the next seat deals (True), or the party is paid out and over."""
    for seat in range(s.options.seats):
        if not has(s.first_out, seat):
            chips = s.options.deal_fee + (s.options.fine_no_trick if s.tricks[seat] == 0 else 0)
            s.box = stake(s.payoff, seat, chips, s.box)
    if s.options.episode == MATCH and s.deal_number < s.options.party_deals:
        s.dealer = left_of(s.dealer, 1, s.options.seats)
        prepare_deal(s)
        return True
    pay_out(s)
    tell_amounts(s)
    s.over = True
    return False


@kernel
def pay_out(s):
    """§4  All tricks of the party are paid from the box, which all fill up if it is too small; the heir has the rest."""
    n = s.options.seats
    total = np.int64(0)
    for seat in range(n):
        total += value(s, seat)
    levy = max(0, total - s.box + n - 1) // n
    for seat in range(n):
        s.box = stake(s.payoff, seat, levy, s.box)
    for seat in range(n):
        s.box = pay(s.payoff, seat, value(s, seat), s.box)
    s.box = pay(s.payoff, heir(s), s.box, s.box)


@kernel
def value(s, seat):
    """§4  The price of a seat's tricks; doubled ones count twice."""
    chips = np.int64(0)
    for suit in range(SUITS):
        chips += s.options.prices[suit] * (s.tally[seat, 2 * suit] + 2 * s.tally[seat, 2 * suit + 1])
    return chips


@kernel
def heir(s):
    """§4  The first out of the last deal; if it was blocked, who has the fewest cards, first from the dealer's left."""
    best = left_of(s.dealer, 1, s.options.seats)
    for k in range(1, s.options.seats + 1):
        seat = left_of(s.dealer, k, s.options.seats)
        if has(s.first_out, seat):
            return seat
        if count(s.hand[seat]) < count(s.hand[best]):
            best = seat
    return best


# Names


def shape_of(options: Options, dealer: int) -> dict[str, Place]:
    """§2  The order of the deal; within a hand it decides which cards of a set are taken."""
    n, h = options.seats, options.hand_size
    hands: list[list[int]] = [[r * n + (seat - dealer - 1) % n for r in range(h)] for seat in range(n)]
    return {"hands": hands, "stock": list(range(n * h, len(pack_of(options))))}


def decisions(options: Options) -> int:
    """Offers and discards; then each trick takes two cards at least, and fewer leads than block a deal fail before it."""
    n, cards = options.seats, len(pack_of(options))
    tricks = (cards // 2 + 1) * options.most_failures
    return options.deals * (2 * n * (n - 1) + n * tricks + cards - n * options.hand_size)


def balance(s: Any) -> int:
    """§4  What the seats were paid and what lies in the box."""
    return int(s.payoff.sum() + s.box)


def outcomes(states: np.ndarray) -> dict[str, np.ndarray]:
    """Who was first out of the last deal, and the tricks of the party."""
    return {
        "first out": states["first_out"][:, None] >> np.arange(SEATS) & 1 == 1,
        "tricks": states["tally"].sum(axis=2),
    }


_MINI = {"seats": 2, "hand_size": 2, "suits": "CS", "offer_min": 2, "block_after": 2, "first_dealer": 1}

RULES = register(
    Rules(
        name="kopilka",
        title="Kopilka (the piggy bank)",
        state=STATE,
        option_record=OPTIONS,
        options_class=Options,
        cards=PIQUET,
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
        ordered=("hands", "stock"),
        behaviours={
            "takes": ("TAKE",),
            "declines": ("DECLINE",),
            "keeps all": ("KEEP",),
            "passes": ("PASS",),
            "draws": ("DRAW",),
        },
        outcomes=outcomes,
        mini={
            "mini": _MINI | {"ranks": "QKA"},
            "mini_must_discard": _MINI | {"ranks": "QKA", "take_discard": "must"},
            "mini_no_offer": _MINI | {"ranks": "QKA", "offer_min": 3},
            "mini_five_cards": _MINI | {"ranks": "QKA", "removed": "QC", "take_discard": "must"},
        },
        variants={
            "match": {"episode": "match"},
            "penalised": {"revokes": "penalised", "ace_spades": "any_time", "max_draws": 0},
            "play_on": {"play_on": True, "take_discard": "must", "block_after": 3},
            "no_offer": {"seats": 3, "offer_min": 0, "prices": (1, 1, 1, 1), "max_draws": 2},
            "poor_box": {"episode": "match", "party_deals": 2, "ante": 0, "deal_fee": 1, "fine_no_trick": 0},
        },
    ),
    __name__,
)
