"""Three-card loo with the miss: play for a third of the pool a trick, or be looed; the first of its family.

Rules    docs/rules/loo.md, cited as §; §12 holds our decisions. The games of the family say where they differ.
Deal     §2    three cards each and three for the miss; the next one turned names trumps; the dealer fills the pool.
Declare  §3.1  from the dealer's left: refuse, play, or take the miss; the dealer must face a lone player.
Play     §3.2  lead the trump ace, or from two trumps a trump; follow and head, or trump and overtrump.
Settle   §4    a third of the pool a trick; none at all: looed.
Actions  §6    0..51 play that card · 52 refuse · 53 play · 54 take the miss · 57 pool

What the family shares reads only the record, so each game compiles it for its own.
"""

import dataclasses
from typing import Any, ClassVar

import numpy as np

from ..core.cards import FRENCH, allow, bit, count, has
from ..core.deck import prepare_deal
from ..core.kernel import kernel
from ..core.knowledge import tell, tell_all, token
from ..core.record import NONE, option_record
from ..core.rules import Place, Rules, register
from ..mechanics.pool import pay, split, stake
from ..mechanics.seats import left_of
from ..mechanics.tricks import dutiful, next_in, ruled_out, strongest, trick_order
from .loo_hidden import draw_hidden, keep_hidden, locate, scratch
from .loo_record import (
    ACTION_NAMES,
    BANK,
    CARD,
    CARDS,
    CIVIL,
    DEALER,
    DEALT_OUT,
    DECLARED,
    DECLARING,
    DEFENDS,
    EVERY_DEAL,
    EXCHANGED,
    FIRST_LEAD,
    FREE,
    HAND,
    MATCH,
    MISS,
    NOT_YET,
    PAM,
    PLACES,
    PLAY,
    PLAYING,
    PLAYS,
    POOL,
    REFUSE,
    REFUSED,
    SEATS,
    SPLIT,
    TAKE_MISS,
    TOOK_MISS,
    TURN_UP,
    FamilyOptions,
    PoolOptions,
    family_record,
    pack_of,
)
from .loo_view import layout_of, observe, tell_amounts, text

__all__ = ["OPTIONS", "RULES", "STATE", "Options"]

# Rows 0..3: that suit is trumps; rows 4..7: and Pam is its highest card (`pam_loo`).
_ORDERS = (trick_order(4, 13), trick_order(4, 13, top_trump=PAM))
SUIT = np.concatenate([order.suit for order in _ORDERS])
MEMBERS = np.concatenate([order.members for order in _ORDERS])
BEATS = np.concatenate([order.beats for order in _ORDERS])
PAM_ORDER = 4

TRIES = 20_000
"""Random placements of the hidden cards before `redeal` gives up."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options(FamilyOptions):
    """House rules (§5); the defaults are the source's."""

    SEATS: ClassVar[tuple[int, int]] = (2, 16)
    SPARE_HANDS: ClassVar[int] = 1


OPTIONS = option_record("loo", Options)
STATE = family_record("loo", OPTIONS)


# Deal


@kernel
def deal(s):
    """§2  Three cards to each and three to the miss; the next one is turned up and names trumps."""
    deal_cards(s, 1, 0)
    ante(s)


@kernel
def deal_cards(s, spare_hands, first_order):
    """§2  One at a time from the dealer's left, the spare hand last in each round; one card is turned up."""
    n, h = s.options.seats, s.options.hand_size
    width = n + spare_hands
    for seat in range(n):
        clear_seat(s, seat)
        s.dealt[seat] = dealt_to(s, (seat - s.dealer - 1) % n, width)
        s.hand[seat] = s.dealt[seat]
        tell(s, seat, token(HAND, s.dealt[seat]))
    s.miss = dealt_to(s, n, width) if spare_hands else 0
    s.miss_free = spare_hands == 1
    s.turned = np.int64(s.deck[h * width])
    s.trump = s.turned // 13
    s.order = first_order + s.trump
    s.stock_next = h * width + 1
    s.stock_end = s.deck_size
    if s.options.stock_limit != NONE:
        s.stock_end = min(s.deck_size, s.stock_next + s.options.stock_limit)
    s.marked = s.active = s.n_active = 0
    s.trick_number = s.trick_size = 0
    s.civil = False
    s.phase = DECLARING
    s.seat = left_of(s.dealer, 1, n)
    tell_all(s, token(DEALER, s.dealer))
    tell_all(s, token(TURN_UP, s.turned))


@kernel
def clear_seat(s, seat):
    """Nothing declared, exchanged, played or shown yet."""
    s.declared[seat] = NOT_YET
    s.put_away[seat] = s.drawn[seat] = s.swapped[seat] = s.drawn_from[seat] = 0
    s.trick[seat] = s.played[seat] = s.won[seat] = 0
    s.void[seat] = s.forbidden[seat] = 0
    s.most_trumps[seat] = CARDS


@kernel
def dealt_to(s, place, width):
    """§2  The cards that the `place`-th of `width` hands in the order of the deal gets."""
    cards = 0
    for r in range(s.options.hand_size):
        cards |= bit(np.int64(s.deck[r * width + place]))
    return cards


@kernel
def ante(s):
    """§2  The dealer puts in the stake if nobody was looed, and what makes the pool divisible by the tricks."""
    h = s.options.hand_size
    if s.deal_number == 1:
        s.pool = s.options.initial_pool
        s.refill = s.pool == 0
    chips = s.options.stake if s.refill or s.options.dealer_ante == EVERY_DEAL else 0
    chips += -(s.pool + chips) % h
    s.pool = stake(s.payoff, s.dealer, chips, s.pool)
    fix_fine(s, s.options.loo_limit)


@kernel
def fix_fine(s, limit):
    """§4  What a loo costs in this deal: the pool, or the limit if that is less."""
    s.fine = s.pool if limit == NONE else min(s.pool, limit)
    tell_amounts(s)


# Declare


@kernel
def legal(s, mask):
    """Declarations (§3.1) or cards (§3.2)."""
    mask[:] = 0
    if s.phase == DECLARING:
        return may_declare(s, TAKE_MISS, s.miss_free, mask)
    return may_play(s, mask)


@kernel
def apply(s, action):
    """A declaration or a card; the next deal follows where the match goes on."""
    if s.phase == PLAYING:
        if play_card(s, action, False):
            settle(s, 0)
    else:
        declare(s, action)
        if action == TAKE_MISS:
            take_miss(s)
        if not draws_for_pool(s, action, s.miss_free):
            next_declarer(s)
    if s.phase == DEALT_OUT and close_deal(s):
        deal(s)


@kernel
def may_declare(s, swap, swap_free, mask):
    """§3.1  Refuse, play, or change cards (`swap`); the dealer may not refuse to face a lone player."""
    mask[PLAY] = 1
    mask[swap] = swap_free
    if s.declared[s.seat] == DEFENDS:
        return 1 + np.int64(swap_free)
    obliged = s.seat == s.dealer and s.n_active == 1
    mask[POOL if obliged else REFUSE] = 1
    return 2 + np.int64(swap_free)


@kernel
def declare(s, action):
    """§3.1  Each seat declares once; who plays for the pool does so whatever he plays with."""
    seat = s.seat
    tell_all(s, token(DECLARED, action))
    if action == REFUSE:
        s.declared[seat] = REFUSED
    elif s.declared[seat] != DEFENDS:
        if action == POOL:
            s.declared[seat] = DEFENDS
        else:
            s.declared[seat] = PLAYS if action == PLAY else TOOK_MISS if action == TAKE_MISS else EXCHANGED
        if s.n_active == 0:
            s.first_in = seat
        s.active |= bit(seat)
        s.n_active += 1


@kernel
def take_miss(s):
    """§3.1  The three cards go face down to the middle, and the miss to the seat."""
    seat = s.seat
    s.put_away[seat] = s.hand[seat]
    s.hand[seat] = s.drawn[seat] = s.miss
    s.swapped[seat] = s.options.hand_size
    s.miss_free = False
    tell(s, seat, token(MISS, s.miss))


@kernel
def draws_for_pool(s, action, swap_free):
    """§3.1  A dealer who plays for the pool chooses his cards by a second decision, if the house rules let him."""
    return action == POOL and s.options.pool_defence_draw and swap_free


@kernel
def next_declarer(s):
    """§3.1  The next seat declares; a dealer whom nobody faces takes the pool (§3.4); after him play begins."""
    s.phase = DECLARING
    if s.seat == s.dealer:
        start_play(s)
        return
    s.seat = left_of(s.seat, 1, s.options.seats)
    if s.seat == s.dealer and s.n_active == 0:
        s.pool = pay(s.payoff, s.dealer, s.pool, s.pool)
        clear_looed(s)
        s.phase = DEALT_OUT


@kernel
def start_play(s):
    """§3.2  The seat that was first to declare that it plays leads."""
    s.phase = PLAYING
    s.seat = s.leader = s.first_in


# Play


@kernel
def may_play(s, mask):
    """Cards alone."""
    return allow(mask, playable(s))


@kernel
def playable(s):
    """§3.2  What the duties to lead or to follow leave of the hand."""
    hand = s.hand[s.seat]
    if s.trick_size == 0:
        return may_lead(s, hand)
    if s.civil and hand != bit(PAM):
        hand &= ~bit(PAM)
    a, b, c, d = following(s)
    return dutiful(hand, a, b, c, d)


@kernel
def may_lead(s, hand):
    """§3.2  The trump ace (the king if the ace is turned up); else from two trumps a trump, the highest among few."""
    if not lead_bound(s):
        return hand
    top = bit(top_trump(s))
    if hand & top != 0:
        return top
    trumps = hand & MEMBERS[s.order, s.trump]
    if count(trumps) < 2:
        return hand
    if s.n_active <= s.options.highest_trump_lead_max_players:
        return bit(strongest(trumps, BEATS[s.order]))
    return trumps


@kernel
def lead_bound(s):
    """§3.2  The duties bind every lead, or only the first (§12.1)."""
    return s.options.forced_trump_lead != FIRST_LEAD or s.trick_number == 0


@kernel
def top_trump(s):
    """§3.2  The trump that must be led: the ace, or the king when the ace is turned up."""
    ace = 13 * s.trump + 12
    return ace - 1 if s.turned == ace else ace


@kernel
def following(s):
    """§3.2  What to follow with, best first: head in suit, follow, head with a trump, trump (§12.3)."""
    return to_follow(s, True, s.options.undertrump != FREE)


@kernel
def to_follow(s, must_head, must_trump):
    """§3.2  As `following`, where these duties hold."""
    same = MEMBERS[s.order, SUIT[s.order, s.led]]
    trumps = MEMBERS[s.order, s.trump]
    heads = BEATS[s.order, s.best] if must_head else 0
    return same & heads, same, trumps & heads, trumps if must_trump else 0


@kernel
def play_card(s, card, civil):
    """A card to the trick, and what it shows of the hand it came from (§11). True after the deal's last."""
    if s.trick_size == 0:
        note_lead(s, card)
    else:
        a, b, c, d = following(s)
        note_shown(s, ruled_out(card, a, b, c, d))
    return lay_card(s, card, civil)


@kernel
def lay_card(s, card, civil):
    """§3.2  A card to the trick; the highest trump wins it, else the highest of the suit led. True after the last."""
    seat = s.seat
    if s.trick_size == 0:
        s.leader, s.led, s.civil = seat, card, civil
        s.best, s.best_seat = card, seat
    elif has(BEATS[s.order, s.best], card) and not (s.civil and card == PAM):
        s.best, s.best_seat = card, seat
    if has(MEMBERS[s.order, s.trump], card):
        s.most_trumps[seat] = max(0, s.most_trumps[seat] - 1)
    s.hand[seat] &= ~bit(card)
    s.trick[seat] = bit(card)
    tell_all(s, token(CARD, CIVIL if civil else card))
    s.trick_size += 1
    if s.trick_size < s.n_active:
        s.seat = next_in(s.active, seat, s.options.seats)
        return False
    finish_trick(s)
    return s.trick_number == s.options.hand_size


@kernel
def note_lead(s, card):
    """§11  What a lead shows of the hand it came from, where the duties bound it."""
    if not lead_bound(s) or card == top_trump(s):
        return
    s.forbidden[s.seat] |= bit(top_trump(s))
    trumps = MEMBERS[s.order, s.trump]
    if not has(trumps, card):
        s.most_trumps[s.seat] = min(s.most_trumps[s.seat], 1)
    elif s.n_active <= s.options.highest_trump_lead_max_players:
        s.forbidden[s.seat] |= trumps & BEATS[s.order, card]


@kernel
def note_shown(s, shown):
    """§7, §11  That a hand holds none of the cards `shown`: voids, or that it could not head the trick."""
    seat = s.seat
    suit = SUIT[s.order, s.led]
    if has(shown, s.led):
        s.void[seat] |= bit(suit)
    trumps = MEMBERS[s.order, s.trump]
    if s.civil:
        shown &= ~bit(PAM)
    if trumps & ~shown == 0:
        s.void[seat] |= bit(4)
    s.forbidden[seat] |= shown


@kernel
def finish_trick(s):
    """§3.2  The winner leads to the next trick; after the last one the deal is settled (§3.3), the rest unseen."""
    for seat in range(s.options.seats):
        s.played[seat] |= s.trick[seat]
        s.trick[seat] = 0
    s.won[s.best_seat] += 1
    s.trick_number += 1
    s.trick_size = 0
    s.civil = False
    s.seat = s.leader = s.best_seat


# Settle


@kernel
def settle(s, immune):
    """§4  A share of the pool a trick; who took none is looed, but not who played for the pool or holds `immune`."""
    share = s.pool // s.options.hand_size
    fines = 0
    clear_looed(s)
    for seat in range(s.options.seats):
        if not has(s.active, seat) or s.declared[seat] == DEFENDS:
            continue
        s.pool = pay(s.payoff, seat, share * s.won[seat], s.pool)
        if s.won[seat] == 0 and s.played[seat] & immune == 0:
            fines += loo(s, seat)
    s.pool += fines
    s.phase = DEALT_OUT


@kernel
def loo(s, seat):
    """§4  A looed seat pays for the next pool; returns the chips."""
    s.looed |= bit(seat)
    s.refill = False
    return stake(s.payoff, seat, s.fine, 0)


@kernel
def clear_looed(s):
    """§2  Nobody is looed yet, so the next dealer is to fill the pool."""
    s.refill = True
    s.looed = 0


@kernel
def close_deal(s):
    """§2  The episode ends, or the next seat deals (returns True)."""
    n = s.options.seats
    if s.options.episode == MATCH:
        even = s.deal_number >= s.options.rounds * n
        if not (even and s.refill) and s.deal_number < s.options.max_deals and s.pool < BANK:
            s.dealer = left_of(s.dealer, 1, n)
            prepare_deal(s)
            return True
    if s.options.episode == MATCH or s.options.deal_end_pool == SPLIT:
        s.pool = split(s.payoff, n, s.dealer + 1, s.pool)
    tell_amounts(s)
    s.over = True
    return False


# Hidden cards and names


@kernel
def redeal(s, seat, random):
    """§11  A uniform placement of the cards that `seat` has not seen, among those that fit what was shown."""
    return place_anew(s, seat, random, s.options.seats + 1)


@kernel
def place_anew(s, seat, random, width):
    """§11  As `redeal`, where `width` hands are dealt in a round."""
    if s.over:
        return True
    deck, thrown = scratch()
    for _ in range(TRIES):
        if draw_hidden(s, seat, random, width, MEMBERS[s.order, s.trump], deck, thrown):
            keep_hidden(s, seat, random, width, deck, thrown)
            return True
    return False


def shape_of(options: PoolOptions, dealer: int) -> dict[str, Place]:
    """§2  The order of the deal; what lies below a limited stock is out of play."""
    n, h, width = options.seats, options.hand_size, options.seats + options.SPARE_HANDS
    hands: list[list[int]] = [[r * width + (seat - dealer - 1) % n for r in range(h)] for seat in range(n)]
    shape: dict[str, Place] = {"hands": hands}
    if options.SPARE_HANDS:
        shape["miss"] = [r * width + n for r in range(h)]
    undealt = list(range(h * width + 1, len(pack_of(options))))
    shape |= {"turn_up": [h * width], "stock": undealt[: options.stock_limit]}
    return shape if options.stock_limit is None else shape | {"out": undealt[options.stock_limit :]}


def decisions(options: PoolOptions) -> int:
    """Each seat declares, chooses again, marks and plays every card."""
    deals = options.most_deals if options.episode == "match" else 1
    return deals * options.seats * (3 + 2 * options.hand_size)


def balance(s: Any) -> int:
    """§4  What the seats were paid and what lies in the pool are the chips that came with it."""
    return int(s.payoff.sum() + s.pool - s.options.initial_pool)


def outcomes(states: np.ndarray) -> dict[str, np.ndarray]:
    """Who was looed in the deal last settled."""
    return {"looed": states["looed"][:, None] >> np.arange(SEATS) & 1 == 1}


FAMILY: dict[str, Any] = {
    "cards": FRENCH,
    "action_names": ACTION_NAMES,
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
    "unit": lambda options: options.stake,
}
"""What the rules of the family's games share."""

RULES = register(
    Rules(
        name="loo",
        title="Loo (three cards, with the miss)",
        state=STATE,
        option_record=OPTIONS,
        options_class=Options,
        deal=deal,
        legal=legal,
        apply=apply,
        redeal=redeal,
        behaviours={
            "plays": ("PLAY",),
            "refuses": ("REFUSE",),
            "takes the miss": ("TAKE_MISS",),
            "plays for the pool": ("POOL",),
        },
        mini={
            "mini": {"seats": 2, "suits": "CH", "ranks": "JQKA", "hand_size": 2, "stake": 2, "first_dealer": 1},
        },
        variants={
            "match": {"seats": 3, "episode": "match", "loo_limit": 12},
            "pool_defence": {
                "seats": 2,
                "pool_defence_draw": True,
                "initial_pool": 7,
                "dealer_ante": "every_deal",
            },
            "first_lead": {"seats": 5, "forced_trump_lead": "first_lead", "undertrump": "free"},
            "full_table": {"seats": 16, "highest_trump_lead_max_players": 0, "deal_end_pool": "split"},
        },
        **FAMILY,
    ),
    __name__,
)
