"""Ordinary mushka: five tricks, each writes a point off; who first comes from 25 to 0 wins the race. First of its family.

Rules    docs/rules/mushka.md, cited as §; §12 holds our decisions. Its variants say where they differ.
Deal     §2    five cards each; the next one turned names trumps; the rest is the stock.
Declare  §3.1  from the dealer's left, once: pass, play, or exchange cards; the ace of spades may not pass.
Mark     §3.2  the cards to throw, one by one in ascending order; then as many are drawn.
Play     §3.3  follow, or trump, or throw anything; a led ace loses to the ace of spades.
Settle   §4    a point a trick and more for the ace of spades; no trick: points added; one trick too many: anew from 25.
Race     §4.3  the first at 0 is paid by all others, and all begin anew.
Actions  §6    0..51 play or mark that card · 52 pass · 53 play · 54 exchange · 55 done

What the family shares reads only the record, so each game compiles it for its own.
"""

import dataclasses
from typing import Any

import numpy as np

from ..core.cards import FRENCH, allow, bit, count, has, lowest
from ..core.deck import prepare_deal
from ..core.kernel import kernel
from ..core.knowledge import tell, tell_all, token
from ..core.record import NONE, option_record
from ..core.rules import Place, Rules, register
from ..mechanics.exchange import markable
from ..mechanics.hidden import cards_at, run_places
from ..mechanics.pool import collect, transfer
from ..mechanics.seats import left_of
from ..mechanics.tricks import next_in
from .mushka_hidden import dealt_at, draw_hidden, keep_hidden, locate, scratch
from .mushka_order import ACE_OF_SPADES, ACE_ROWS, BEATS, MEMBERS, SUIT, exempted, lawful, row_led
from .mushka_record import (
    BY_POINTS,
    BY_TRICKS,
    CARD,
    DEALER,
    DEALT_OUT,
    DECLARED,
    DECLARING,
    DONE,
    DRAWN,
    EXCHANGE,
    EXCHANGED,
    FLAT,
    HAND,
    MARK,
    MARKING,
    MATCH,
    NOT_YET,
    PASS,
    PASSED,
    PENALISED,
    PLACES,
    PLAY,
    PLAYING,
    PLAYS,
    RANKS,
    RELATIVE,
    SCORE,
    SEATS,
    TURN_UP,
    FamilyOptions,
    PrivilegeOptions,
    action_names,
    family_record,
    pack_of,
)
from .mushka_view import layout_of, observe, text

__all__ = ["OPTIONS", "RULES", "STATE", "Options"]

TRIES = 20_000
"""Random placements of the hidden cards before `redeal` gives up."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(PrivilegeOptions):
    """House rules (§5); the defaults are the source's."""


OPTIONS = option_record("mushka", Options)
STATE = family_record("mushka", OPTIONS)


# Deal


@kernel
def deal(s):
    """§2  Five cards to each; the next one is turned up and names trumps; the ace of spades has privileges."""
    deal_cards(s, 1)
    privilege(s, bit(ACE_OF_SPADES))
    name_trump(s, ACE_ROWS, lowest(s.turned) // RANKS)
    begin_declarations(s)


@kernel
def deal_cards(s, turn_up):
    """§2  One at a time from the dealer's left; `turn_up` cards, one or none, to the middle; the rest is the stock."""
    n, h = s.options.seats, s.options.hand_size
    begin_scores(s)
    for seat in range(n):
        clear_seat(s, seat)
        s.dealt[seat] = cards_at(s.deck, dealt_at(s, seat))
        s.hand[seat] = s.dealt[seat]
        tell(s, seat, token(HAND, s.dealt[seat]))
    s.turned = cards_at(s.deck, run_places(n * h, turn_up))
    s.stock_next = n * h + turn_up
    s.stock_end = s.deck_size
    if s.options.stock_limit != NONE:
        s.stock_end = min(s.deck_size, s.stock_next + s.options.stock_limit)
    s.marked = s.active = s.n_active = s.announced = s.leads = 0
    s.trick_number = s.trick_size = 0
    tell_all(s, token(DEALER, s.dealer))
    tell_all(s, token(TURN_UP, s.turned))


@kernel
def begin_scores(s):
    """§2  The first race begins from `start_scores`; what a seat has left carries from deal to deal."""
    s.race_deal += 1
    s.race_over = False
    for seat in range(s.options.seats):
        if s.deal_number == 1:
            s.score[seat] = s.options.start_scores[seat]
        s.began[seat] = s.score[seat]


@kernel
def clear_seat(s, seat):
    """Nothing declared, exchanged, played or shown yet."""
    s.declared[seat] = NOT_YET
    s.put_away[seat] = s.drawn[seat] = s.swapped[seat] = s.drawn_from[seat] = 0
    s.known[seat] = s.shown[seat] = s.void[seat] = s.revoked[seat] = 0
    s.trick[seat] = s.played[seat] = s.plays[seat] = s.won[seat] = s.points[seat] = 0
    s.reached[seat] = s.options.hand_size + 1


@kernel
def privilege(s, card):
    """§3  The card (a set) that may not pass or be thrown, brings points, and beats a led ace."""
    s.special = card
    s.unmarkable = 0 if s.options.special_discardable else card
    s.exempt = 0 if s.options.special_must_follow else card


@kernel
def name_trump(s, block, suit):
    """§2  A suit becomes trumps, in the game's order of cards."""
    s.block, s.trump, s.order = block, suit, block + suit


@kernel
def begin_declarations(s):
    """§3.1  From the dealer's left."""
    s.phase = DECLARING
    s.seat = left_of(s.dealer, 1, s.options.seats)


# Declare and exchange


@kernel
def legal(s, mask):
    """Declarations (§3.1), cards to throw (§3.2), or cards to play (§3.3)."""
    mask[:] = 0
    if s.phase == DECLARING:
        return may_declare(s, mask)
    if s.phase == MARKING:
        return may_mark(s, mask)
    return may_play(s, mask)


@kernel
def apply(s, action):
    """A declaration, a mark or a card; the next deal follows where the match goes on."""
    if s.phase == PLAYING:
        done = play_card(s, action) and take_trick(s, 1)
    else:
        done = decide(s, action) and not start_play(s)
    if done and settle(s):
        deal(s)


@kernel
def may_declare(s, mask):
    """§3.1  Pass, but not with the special card; play; exchange, if there is a card to mark and one to draw."""
    hand = s.hand[s.seat]
    mask[PASS] = hand & s.special == 0
    mask[PLAY] = 1
    mask[EXCHANGE] = stock_left(s) > 0 and hand & ~s.unmarkable != 0
    return 1 + mask[PASS] + mask[EXCHANGE]


@kernel
def stock_left(s):
    """§3.2  Cards that can still be drawn; thrown ones are not used again."""
    return s.stock_end - s.stock_next


@kernel
def may_mark(s, mask):
    """§3.2  A card above the last one marked, while the stock has one for it; done once any is marked."""
    cards = markable(s.hand[s.seat] & ~s.unmarkable, s.marked, stock_left(s))
    mask[DONE] = s.marked != 0
    return allow(mask, cards) + mask[DONE]


@kernel
def decide(s, action):
    """§3.1, §3.2  A declaration, or a step of the exchange that belongs to it; True once all have declared."""
    if s.phase == DECLARING:
        declare(s, action)
        if action == EXCHANGE:
            s.phase = MARKING
            return False
    elif action == DONE:
        exchange(s)
    else:
        s.marked |= bit(action)
        tell(s, s.seat, token(MARK, action))
        return False
    s.phase = DECLARING
    if s.seat == s.dealer:
        return True
    s.seat = left_of(s.seat, 1, s.options.seats)
    return False


@kernel
def declare(s, action):
    """§3.1  Who passes is out of the deal, all others are active."""
    seat = s.seat
    tell_all(s, token(DECLARED, action))
    s.declared[seat] = PASSED if action == PASS else PLAYS if action == PLAY else EXCHANGED
    if action != PASS:
        s.active |= bit(seat)
        s.n_active += 1


@kernel
def exchange(s):
    """§3.2  The marked cards go aside, as many come from the top of the stock; all learn how many."""
    seat, k = s.seat, count(s.marked)
    s.swapped[seat], s.drawn_from[seat] = k, s.stock_next
    s.put_away[seat], s.drawn[seat] = s.marked, cards_at(s.deck, run_places(s.stock_next, k))
    s.hand[seat] = s.hand[seat] & ~s.marked | s.drawn[seat]
    s.stock_next += k
    s.marked = 0
    tell_all(s, token(DONE, k))
    tell(s, seat, token(DRAWN, s.drawn[seat]))


@kernel
def start_play(s):
    """§3.3, §3.4  The first active seat leads; False if nobody plays, or one alone, who gets a trick for each card."""
    if s.n_active > 1:
        s.phase = PLAYING
        s.seat = s.leader = next_in(s.active, s.dealer, s.options.seats)
        return True
    if s.n_active == 1:
        seat = lowest(s.active)
        s.won[seat] = s.points[seat] = s.options.hand_size
    return False


# Play


@kernel
def may_play(s, mask):
    """§3.3, §8  Any card to lead; lawful ones to follow, or any where revokes are penalised."""
    cards = s.hand[s.seat]
    if s.trick_size > 0 and s.options.revokes != PENALISED:
        cards = lawful(s.order, s.trump, s.led, cards, s.exempt)
    return allow(mask, cards)


@kernel
def play_card(s, card):
    """§3.3  A card to the trick; the highest trump wins it, else the highest of the suit led. True if it is full."""
    seat, shift = s.seat, 6 * s.trick_number
    if s.trick_size == 0:
        s.order = row_led(s.block, s.trump, s.special, card)
        s.leads |= card << shift
        s.leader, s.led, s.led_suit = seat, card, SUIT[s.order, card]
        s.best, s.best_seat = card, seat
    else:
        note_follow(s, card)
        if has(BEATS[s.order, s.best], card):
            s.best, s.best_seat = card, seat
    s.plays[seat] |= card << shift
    s.hand[seat] &= ~bit(card)
    s.trick[seat] = bit(card)
    tell_all(s, token(CARD, card))
    s.trick_size += 1
    if s.trick_size == s.n_active:
        return True
    s.seat = next_in(s.active, seat, s.options.seats)
    return False


@kernel
def note_follow(s, card):
    """§7, §8  A card shows what the hand lacks; or, where any is legal, may be a revoke that nobody sees."""
    seat = s.seat
    if s.options.revokes == PENALISED:
        s.revoked[seat] += not has(lawful(s.order, s.trump, s.led, s.hand[seat], s.exempt), card)
        return
    if SUIT[s.order, card] == s.led_suit or has(exempted(s.order, s.trump, s.led, s.exempt), card):
        return
    s.void[seat] |= bit(s.led_suit)
    if SUIT[s.order, card] != s.trump:
        s.void[seat] |= bit(4)


@kernel
def take_trick(s, points):
    """§3.3  The winner gets the trick's points and leads to the next. True after the last."""
    for seat in range(s.options.seats):
        s.played[seat] |= s.trick[seat]
        s.trick[seat] = 0
    s.won[s.best_seat] += 1
    s.points[s.best_seat] += points
    s.trick_number += 1
    s.trick_size = 0
    s.order = s.block + s.trump
    s.seat = s.leader = s.best_seat
    for seat in range(s.options.seats):
        if s.reached[seat] > s.options.hand_size and s.points[seat] >= s.began[seat]:
            s.reached[seat] = s.trick_number
    return s.trick_number == s.options.hand_size


# Settle


@kernel
def settle(s):
    """§4  Every active seat writes off its points; True if another deal is to follow."""
    for seat in range(s.options.seats):
        s.written[seat] = write_off(s, seat) if has(s.active, seat) else 0
    return book(s)


@kernel
def write_off(s, seat):
    """§4.1  A point a trick, more with the special card; points added without a trick, and for revokes."""
    holds = had(s, seat) & s.special != 0
    if s.won[seat] == 0:
        points = -(s.options.special_penalty if holds else s.options.no_trick_penalty)
    elif not holds:
        points = s.points[seat]
    elif s.special & MEMBERS[s.order, s.trump] != 0:
        points = s.points[seat] + s.options.special_bonus_trump
    else:
        points = s.points[seat] + s.options.special_bonus
    return points - revoke_points(s, seat)


@kernel
def had(s, seat):
    """§4.1  The hand when play began."""
    return s.hand[seat] | s.played[seat]


@kernel
def revoke_points(s, seat):
    """§4.1, §8  The points for the seat's revokes."""
    return s.options.revoke_penalty * s.revoked[seat]


@kernel
def book(s):
    """§4.1-§4.3  The points written off change the scores, and may end the race; True if another deal is to follow."""
    finishers = np.int64(0)
    for seat in range(s.options.seats):
        if overshoots(s, seat):
            s.score[seat] = s.options.start_score + revoke_points(s, seat)
        else:
            s.score[seat] = max(0, s.began[seat] - s.written[seat])
        if s.score[seat] == 0:
            finishers |= bit(seat)
    if finishers != 0:
        settle_race(s, first_finisher(s, finishers))
    return end_deal(s)


@kernel
def overshoots(s, seat):
    """§4.2  Who had one or two left and took more tricks (or wrote off more points) begins anew; a lone player never."""
    left = s.began[seat]
    if left > 2 or s.n_active < 2:
        return False
    if s.options.overshoot == BY_TRICKS:
        return s.won[seat] > left
    return s.options.overshoot == BY_POINTS and s.written[seat] > left


@kernel
def first_finisher(s, finishers):
    """§4.3  Who had enough points at the earliest trick; then who has most to spare; then from the dealer's left."""
    best = next_in(finishers, s.dealer, s.options.seats)
    seat = best
    for _ in range(1, count(finishers)):
        seat = next_in(finishers, seat, s.options.seats)
        earlier = s.reached[seat] - s.reached[best]
        spare = s.began[seat] - s.written[seat] - (s.began[best] - s.written[best])
        if earlier < 0 or (earlier == 0 and spare < 0):
            best = seat
    return best


@kernel
def win_at_once(s, winner):
    """§4.3  Of `mushka_shutikha` and `mushka_mistigri`: a hand wins the race, and nobody writes anything off."""
    for seat in range(s.options.seats):
        s.written[seat] = 0
    s.score[winner] = 0
    settle_race(s, winner)
    return end_deal(s)


@kernel
def settle_race(s, winner):
    """§4.3  Every other seat pays the winner for the points it has left, or a flat amount."""
    s.race_over, s.race_winner = True, winner
    for seat in range(s.options.seats):
        chips = s.score[seat] * s.options.point_value
        if s.options.settlement == FLAT:
            chips = s.options.flat_amount
        transfer(s.money, seat, winner, chips)
        transfer(s.payoff, seat, winner, chips * weight(s))


@kernel
def weight(s):
    """§2  What a point or a chip counts in the payoff: relative rewards are multiplied by the number of seats."""
    relative = s.options.episode != MATCH and s.options.deal_reward == RELATIVE
    return s.options.seats if relative else 1


@kernel
def pay_side(s, seat, chips):
    """§2  Every other seat pays, beside the points."""
    collect(s.money, s.options.seats, seat, chips)
    collect(s.payoff, s.options.seats, seat, chips * weight(s))


@kernel
def end_deal(s):
    """§2  A single deal pays the points and is over; a match goes on until its last race, or a void one (True)."""
    n = s.options.seats
    s.phase = DEALT_OUT
    if s.options.episode != MATCH:
        pay_points(s)
        s.over = True
        return False
    for seat in range(n):
        tell_all(s, token(SCORE, s.score[seat]))
    if s.race_over:
        s.race += 1
        if s.race == s.options.races:
            s.over = True
            return False
        s.race_deal = 0
        for seat in range(n):
            s.score[seat] = s.options.start_score
    elif s.race_deal == s.options.max_deals:
        s.over = s.truncated = True
        return False
    s.dealer = left_of(s.dealer, 1, n)
    prepare_deal(s)
    return True


@kernel
def pay_points(s):
    """§2  Each seat's own points; or, relative, `seats` times these less the sum of all."""
    total = 0
    for seat in range(s.options.seats):
        total += s.began[seat] - s.score[seat]
    for seat in range(s.options.seats):
        s.payoff[seat] += (s.began[seat] - s.score[seat]) * weight(s)
        if s.options.deal_reward == RELATIVE:
            s.payoff[seat] -= total


# Hidden cards and names


@kernel
def redeal(s, seat, random):
    """§11  A uniform placement of the cards that `seat` has not seen, among those that fit what was shown."""
    if s.over:
        return True
    deck, thrown = scratch()
    for _ in range(TRIES):
        if draw_hidden(s, seat, random, deck, thrown):
            keep_hidden(s, seat, deck, thrown)
            return True
    return False


def shape_of(options: FamilyOptions, dealer: int) -> dict[str, Place]:
    """§2  The order of the deal; what lies below a limited stock is out of it."""
    n, h = options.seats, options.hand_size
    hands: list[list[int]] = [[r * n + (seat - dealer - 1) % n for r in range(h)] for seat in range(n)]
    shape: dict[str, Place] = {"hands": hands}
    if options.TURN_UP:
        shape["turn_up"] = [n * h]
    undealt = list(range(n * h + options.TURN_UP, len(pack_of(options))))
    shape["stock"] = undealt[: options.stock_limit]
    return shape if options.stock_limit is None else shape | {"out": undealt[options.stock_limit :]}


def decisions(options: FamilyOptions) -> int:
    """Each seat declares, marks, and plays every card."""
    return options.most_deals * options.seats * (2 + 2 * options.hand_size)


def balance(s: Any) -> int:
    """§2  Money is zero-sum; a single deal pays the points written off beside it, unless relative."""
    points = s.options.episode != MATCH and s.options.deal_reward != RELATIVE
    return int(s.payoff.sum()) - (int((s.began - s.score).sum()) if points else 0)


def outcomes(states: np.ndarray) -> dict[str, np.ndarray]:
    """Of the deal last settled: who won the race, who played without a trick, and the points written off."""
    seats = np.arange(SEATS)
    return {
        "wins the race": states["race_over"][:, None] & (states["race_winner"][:, None] == seats),
        "without a trick": (states["active"][:, None] >> seats & 1 == 1) & (states["won"] == 0),
        "points written off": states["written"],
    }


FAMILY: dict[str, Any] = {
    "places": PLACES,
    "observe": observe,
    "locate": locate,
    "layout_of": layout_of,
    "pack_of": pack_of,
    "shape_of": shape_of,
    "text": text,
    "decisions": decisions,
    "balance": balance,
    "outcomes": outcomes,
    "settled": {"points written off": "written"},
    "unit": lambda options: options.start_score,
    "ordered": ("stock",),
    "behaviours": {"plays": ("PLAY",), "passes": ("PASS",), "exchanges": ("EXCHANGE",)},
}
"""What the rules of the family's games share."""

_MINI = {
    "seats": 2, "suits": "HS", "ranks": "JQKA", "hand_size": 2, "first_dealer": 1, "deal_reward": "relative",
}  # fmt: skip

RULES = register(
    Rules(
        name="mushka",
        title="Mushka (ordinary)",
        state=STATE,
        option_record=OPTIONS,
        options_class=Options,
        cards=FRENCH,
        action_names=action_names(FRENCH),
        deal=deal,
        legal=legal,
        apply=apply,
        redeal=redeal,
        mini={
            "mini": _MINI,
            "mini_one_card_stock": _MINI | {"stock_limit": 1},
            "mini_three_cards": _MINI | {"hand_size": 3},
        },
        variants={
            "match": {"seats": 3, "episode": "match", "races": 2, "start_scores": (12, 14, 16), "point_value": 2},
            "revokes": {"revokes": "penalised", "deal_reward": "relative", "start_score": 6},
            "ace_at_large": {"seats": 5, "special_discardable": True, "special_must_follow": False},
            "short_race": {"episode": "match", "start_score": 2, "overshoot": "points", "settlement": "flat"},
            "full_table": {"seats": 7, "episode": "match", "max_deals": 5, "overshoot": "off"},
        },
        **FAMILY,
    ),
    __name__,
)
