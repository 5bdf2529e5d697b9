"""Panguingue's cards as a seat can't see them: placed anew, or located.

What the others have shown of their hands stands in a log, one entry a card that left a hand for the table or the pile:
its kind, the seat, and whether the seat had drawn from the stock since its entry before. A card drawn from a stock that
was turned over in sight of all (§3.7) is known; when it leaves the hand, that shows nothing, and there is no entry.

A placement of the unseen cards fits if each card shown can have come from the seat's cards of that time, if who
discarded under the safe-discard duty (§3.5) held nothing safe, if who borrowed a card that lay in several sets could do
so from the slots that showed, if the seat to act can go on, and if what all know of the batch shuffled last (§7) lies in it. All that fit are equally likely: `redeal` begins with a random one and then exchanges
pairs of unseen cards at random where that fits, often enough to forget the beginning. § cites docs/rules/panguingue.md.
"""

import numpy as np

from ..core.cards import bit, count, has
from ..core.kernel import kernel
from ..core.knowledge import forget_deal, tell, token
from ..core.random import below
from .panguingue_record import (
    CARD,
    DRAWING,
    DRAWN,
    DROPPED,
    LAYING,
    MELDING,
    MOST_CARDS,
    MOST_DOUBTS,
    MOST_DUTIES,
    NO_CARD,
    PILE,
    RENEWED,
    SEATS,
    STOCK,
    TABLE,
    TAKEN,
)
from .panguingue_sets import (
    ALL,
    KINDS,
    PLANES,
    SLOTS,
    TYPE_CARDS,
    TYPE_COUNT,
    TYPES_OF,
    amount,
    clear,
    copies_of,
    lenders_of,
    lent_from,
    put,
    size_of,
    slots_for,
    take,
    usable,
    ways,
)

TRIES = 2000
"""Random placements before `redeal` gives up."""
EXCHANGES, EXCHANGES_A_CARD = 200, 8
"""Pairs tried for exchange: so many, and so many more for each card of the other hands."""

DREW = SEATS * KINDS
"""Added to an entry of the log: the seat had drawn."""
SEEN, LYING = SEATS, SEATS + 1
"""Whose a deck position is, if it is no other seat's: the observer's or open, or the stock's."""


@kernel
def show(s, seat, c):
    """A card leaves a hand in sight of all."""
    if amount(s.known[seat], c) > 0:
        take(s.known[seat], c)
        return
    s.log[s.log_size] = seat * KINDS + c + (DREW if s.drew else 0)
    s.log_size += 1
    s.drew = False


@kernel
def note_duty(s, dangers):
    """§11  Who discards an unsafe card held nothing but unsafe ones."""
    if s.n_duties < MOST_DUTIES:
        s.duties[s.n_duties] = dangers
        s.duty_seat[s.n_duties] = s.seat
        s.duty_at[s.n_duties] = s.stock_next if s.recycles == 0 else s.deck_size
    s.n_duties = min(s.n_duties + 1, MOST_DUTIES + 1)


@kernel
def note_doubt(s, c, slots):
    """§6  A card is borrowed from one of `slots`: where several sets have a copy, that depends on the hand."""
    seat, d = s.seat, s.n_doubts
    if count(slots_with(s, c)) < 2:
        return
    s.n_doubts = min(s.n_doubts + 1, MOST_DOUBTS + 1)
    if d >= MOST_DOUBTS:
        return
    s.new_doubts += 1
    for k in range(SLOTS):
        s.doubt_sets[d, k] = s.sets[seat, k]
        s.doubt_lent[d, k], s.doubt_lenders[d, k] = s.lent[k], s.lenders[k]
    s.doubt_n_lent[d], s.doubt_must[d] = s.n_lent, s.must
    s.doubt_card[d], s.doubt_slots[d], s.doubt_seat[d] = c, slots, seat
    s.doubt_at[d] = s.stock_next if s.recycles == 0 else s.deck_size
    s.doubt_shown[d] = 0
    for e in range(s.log_size):
        s.doubt_shown[d] += s.log[e] % DREW // KINDS == seat
    for k in range(PLANES):
        s.doubt_known[d, k] = s.known[seat, k]


@kernel
def slots_with(s, c):
    """The slots of the seat to act that have a copy of c to lend, as far as their size goes."""
    slots = np.int64(0)
    for k in range(SLOTS):
        m = s.sets[s.seat, k]
        if size_of(m) > 3 and copies_of(lent_from(m, k, s.lent, s.lenders, s.n_lent), c) > 0:
            slots |= bit(k)
    return slots


@kernel
def clear_doubts(s, t, left):
    """The set of type t is laid, its cards `left` from the hand: forgets doubts that these settle, whatever else was held."""
    hand = s.hand[s.seat]
    a, b, c, d = hand[0], hand[1], hand[2], hand[3]
    for _ in range(s.new_doubts if s.n_doubts <= MOST_DOUBTS else 0):
        clear(hand)
        for i in range(3):
            if has(left, i):
                put(hand, TYPE_CARDS[t, i])
        least = lenders_in_doubt(s, s.n_doubts - 1, hand)
        hand[0] = hand[1] = np.int64(ALL)
        if least != lenders_in_doubt(s, s.n_doubts - 1, hand):
            break
        s.n_doubts -= 1
    s.new_doubts = 0
    hand[0], hand[1], hand[2], hand[3] = a, b, c, d


@kernel
def lenders_in_doubt(s, d, hand):
    """The slots from which the card of a doubt could have been borrowed with such a hand."""
    return lenders_of(
        hand,
        s.doubt_sets[d],
        s.doubt_lent[d],
        s.doubt_lenders[d],
        s.doubt_n_lent[d],
        s.doubt_must[d],
        s.doubt_card[d],
    )


@kernel
def stock_left(s):
    """§3.2, §3.7  Is there a stock to draw from, or a pile that may become one?"""
    return s.stock_next < s.stock_end or (s.recycles < s.options.max_recycles and s.pile_size > 0)


@kernel
def dealt_at(s, seat, k):
    """§2  The deck position of the k-th card dealt to a seat: first the larger half of each hand, then the rest."""
    n, h = s.options.seats, s.options.hand_size
    first = (h + 1) // 2
    place = (seat - s.eldest) % n
    return place * first + k if k < first else n * first + place * (h - first) + k - first


@kernel
def tell_hand(s, seat, heap):
    """A seat sees the hand that it is dealt, all cards together."""
    for c in range(KINDS):
        for _ in range(amount(heap, c)):
            tell(s, seat, token(CARD, c))


@kernel
def redeal(s, seat, random):
    """§11  A random placement, among all that fit, of the cards that `seat` has not seen.

    It gives up, and changes nothing, after a renewed stock was shuffled, and where the record remembers less than it should
    (`MOST_DUTIES`, `MOST_DOUBTS`).
    """
    if s.over:
        return True
    shuffled = s.recycles > 0 and s.options.recycle_shuffle
    if shuffled or s.n_duties > MOST_DUTIES or s.n_doubts > MOST_DOUBTS:
        return False
    owner, shown, at = (
        np.empty(MOST_CARDS, np.int64),
        np.empty(MOST_CARDS, np.int64),
        np.empty(MOST_CARDS, np.int64),
    )
    spots, cards = np.empty(MOST_CARDS, np.int64), np.empty(MOST_CARDS, np.int64)
    spot_from, shown_from = np.zeros(SEATS + 3, np.int64), np.zeros(SEATS + 3, np.int64)
    read_log(s, seat, owner, shown, at, shown_from)
    list_spots(s, owner, spots, spot_from)
    hand = s.hand[s.turn].copy()
    for _ in range(TRIES):
        if (
            place_all(s, random, owner, spots, spot_from, shown, at, shown_from, cards)
            and can_go_on(s, seat, spots, spot_from, shown, shown_from, cards)
            and doubts_fit(s, seat, spots, spot_from, shown, shown_from, cards)
        ):
            exchange(s, seat, random, owner, spots, spot_from, shown, at, shown_from, cards)
            for k in range(PLANES):
                s.hand[s.turn, k] = hand[k]
            keep(s, seat, spots, spot_from, shown, shown_from, cards)
            return True
    for k in range(PLANES):
        s.hand[s.turn, k] = hand[k]
    return False


# What is known. `owner` tells whose each deck position is. `spots` lists the positions by owner, those of the k-th from
# ``spot_from[k]`` on; `shown` the cards that came out of its hand, in order, from ``shown_from[k]`` on, and `at` how many
# positions had been dealt or drawn by then.


@kernel
def read_log(s, seat, owner, shown, at, shown_from):
    """Fills `owner`, `shown`, `at`, `shown_from`."""
    n, h = s.options.seats, s.options.hand_size
    for other in range(n):
        for k in range(h):
            owner[dealt_at(s, other, k)] = SEEN if other == seat else other
    owner[n * h] = SEEN
    for e in range(s.log_size):
        shown_from[s.log[e] % DREW // KINDS + 1] += 1
    for other in range(n):
        shown_from[other + 1] += shown_from[other]
    end = n * h + 1
    filled = np.zeros(SEATS, np.int64)
    for e in range(s.log_size):
        other = s.log[e] % DREW // KINDS
        if s.log[e] >= DREW:
            owner[end] = SEEN if other == seat else other
            end += 1
        entry = shown_from[other] + filled[other]
        filled[other] += 1
        shown[entry], at[entry] = s.log[e] % KINDS, end
    if s.drew:
        owner[end] = SEEN if s.turn == seat else s.turn
        end += 1
    for p in range(end, s.deck_size):
        owner[p] = LYING


@kernel
def list_spots(s, owner, spots, spot_from):
    """Fills `spots`, `spot_from`."""
    size = 0
    for k in range(SEATS + 2):
        spot_from[k] = size
        for p in range(s.deck_size):
            if owner[p] == k:
                spots[size] = p
                size += 1
    spot_from[SEATS + 2] = size


# A random placement


@kernel
def place_all(s, random, owner, spots, spot_from, shown, at, shown_from, cards):
    """Fills `cards`, the kind at each deck position; False where the choice made before leaves none."""
    pool = np.zeros(PLANES, np.int64)
    for p in range(s.deck_size):
        cards[p] = s.deck[p] if owner[p] == SEEN else NO_CARD
        if owner[p] != SEEN:
            put(pool, np.int64(s.deck[p]))
    for other in range(s.options.seats):
        if spot_from[other] < spot_from[other + 1]:
            for e in range(shown_from[other], shown_from[other + 1]):
                take(pool, shown[e])
                if not place_shown(s, random, other, spots, spot_from, shown[e], at[e], cards):
                    return False
    rest = np.empty(MOST_CARDS, np.int64)
    return place_bottom(s, random, owner, pool, cards) and place_rest(s, random, owner, pool, rest, cards)


@kernel
def place_shown(s, random, other, spots, spot_from, c, end, cards):
    """A card shown came from any of the seat's positions of that time, unless it was safe and drawn after a duty."""
    begin = 0
    for d in range(s.n_duties):
        if s.duty_seat[d] == other and s.duty_at[d] < end and not has(s.duties[d], c):
            begin = max(begin, s.duty_at[d])
    choices = 0
    chosen = 0
    for k in range(spot_from[other], spot_from[other + 1]):
        p = spots[k]
        if begin <= p < end and cards[p] == NO_CARD:
            choices += 1
            if below(random, choices) == 0:
                chosen = p
    if choices > 0:
        cards[chosen] = c
    return choices > 0


@kernel
def place_bottom(s, random, owner, pool, cards):
    """§7  What is known to be in the batch shuffled last, and is not yet there."""
    for c in range(KINDS):
        for _ in range(max(0, amount(s.bottom, c) - in_bottom(s, c, cards))):
            choices = 0
            chosen = 0
            for p in range(s.bottom_start, s.deck_size):
                if cards[p] == NO_CARD and has(allowed_at(s, owner[p], p), c):
                    choices += 1
                    if below(random, choices) == 0:
                        chosen = p
            if choices == 0 or amount(pool, c) == 0:
                return False
            cards[chosen] = c
            take(pool, c)
    return True


@kernel
def in_bottom(s, c, cards):
    """Copies of c in the batch shuffled last."""
    copies = 0
    for p in range(s.bottom_start, s.deck_size):
        copies += cards[p] == c
    return copies


@kernel
def allowed_at(s, seat, p):
    """§3.5  The kinds that a seat can have had at a deck position and not yet shown, by its discards under the duty."""
    kinds = np.int64(-1)
    for d in range(s.n_duties):
        if s.duty_seat[d] == seat and p < s.duty_at[d]:
            kinds &= s.duties[d]
    return kinds


@kernel
def place_rest(s, random, owner, pool, rest, cards):
    """The cards left over, first where a duty allows but some; False if none of these is left."""
    size = 0
    for c in range(KINDS):
        for _ in range(amount(pool, c)):
            rest[size] = c
            size += 1
    if s.n_duties > 0:
        for p in range(s.deck_size):
            allowed = allowed_at(s, owner[p], p)
            if cards[p] == NO_CARD and allowed != -1:
                k = draw_allowed(random, rest, size, allowed)
                if k == size:
                    return False
                size -= 1
                cards[p], rest[k] = rest[k], rest[size]
    for p in range(s.deck_size):
        if cards[p] == NO_CARD:
            k = below(random, size)
            size -= 1
            cards[p], rest[k] = rest[k], rest[size]
    return True


@kernel
def draw_allowed(random, rest, size, allowed):
    """The index of a random one of the first `size` cards among the kinds allowed; `size` if there is none."""
    choices = 0
    chosen = size
    for k in range(size):
        if has(allowed, rest[k]):
            choices += 1
            if below(random, choices) == 0:
                chosen = k
    return chosen


@kernel
def hand_of(s, seat, spots, spot_from, shown, shown_from, cards):
    """Makes a seat's hand what a placement leaves in it."""
    hand = s.hand[seat]
    for k in range(PLANES):
        hand[k] = s.known[seat, k]
    for k in range(spot_from[seat], spot_from[seat + 1]):
        put(hand, cards[spots[k]])
    for e in range(shown_from[seat], shown_from[seat + 1]):
        take(hand, shown[e])


@kernel
def can_go_on(s, seat, spots, spot_from, shown, shown_from, cards):
    """§3.2, §3.5  Can the seat whose turn it is do what it has begun, or draw at all? Its hand is the placement's then."""
    turn = s.turn
    bound = s.must != NO_CARD or s.n_lent > 0
    if turn == seat or not ((s.phase == MELDING and bound) or (s.phase == DRAWING and not stock_left(s))):
        return True
    hand_of(s, turn, spots, spot_from, shown, shown_from, cards)
    free = s.options.free_noncomoquer
    if s.phase == DRAWING:
        return usable(s.hand[turn], s.sets[turn], np.int64(s.pile[s.pile_size - 1]), free)
    if s.n_lent == 0 and slots_for(s.sets[turn], s.must, free) != 0:
        return True
    c = s.lent[0] if s.n_lent > 0 else s.must
    for k in range(TYPE_COUNT[c]):
        if ways(s.hand[turn], s.sets[turn], s.lent, s.lenders, s.n_lent, s.must, TYPES_OF[c, k]) != 0:
            return True
    return False


@kernel
def doubts_fit(s, seat, spots, spot_from, shown, shown_from, cards):
    """§6  Could each card in doubt be borrowed from the slots that showed, and from no other?"""
    if s.n_doubts == 0:
        return True
    hand = np.empty(PLANES, np.int64)
    for d in range(s.n_doubts):
        other = s.doubt_seat[d]
        if other == seat:
            continue
        for k in range(PLANES):
            hand[k] = s.doubt_known[d, k]
        for k in range(spot_from[other], spot_from[other + 1]):
            if spots[k] < s.doubt_at[d]:
                put(hand, cards[spots[k]])
        for e in range(shown_from[other], shown_from[other] + s.doubt_shown[d]):
            take(hand, shown[e])
        if lenders_in_doubt(s, d, hand) != s.doubt_slots[d]:
            return False
    return True


# Exchanges


@kernel
def exchange(s, seat, random, owner, spots, spot_from, shown, at, shown_from, cards):
    """Exchanges pairs of unseen cards where what comes of it fits; one of each pair lies in a hand or came out of it."""
    held, free = spot_from[SEATS], spot_from[SEATS]
    free += spot_from[LYING + 1] - spot_from[LYING]
    for _ in range(EXCHANGES + EXCHANGES_A_CARD * held):
        p = spots[below(random, held)]
        k = below(random, free)
        q = spots[k if k < held else k - held + spot_from[LYING]]
        if cards[p] == cards[q]:
            continue
        cards[p], cards[q] = cards[q], cards[p]
        if not (
            fits(s, owner[p], cards[p], cards[q], spots, spot_from, shown, at, shown_from, cards)
            and (
                owner[q] == LYING
                or fits(s, owner[q], cards[p], cards[q], spots, spot_from, shown, at, shown_from, cards)
            )
            and bottom_fits(s, p, q, cards)
            and can_go_on(s, seat, spots, spot_from, shown, shown_from, cards)
            and doubts_fit(s, seat, spots, spot_from, shown, shown_from, cards)
        ):
            cards[p], cards[q] = cards[q], cards[p]


@kernel
def fits(s, seat, a, b, spots, spot_from, shown, at, shown_from, cards):
    """Can a seat have shown, and not shown, of the kinds a and b what it has?"""
    return kind_fits(s, seat, a, spots, spot_from, shown, at, shown_from, cards) and kind_fits(
        s, seat, b, spots, spot_from, shown, at, shown_from, cards
    )


@kernel
def kind_fits(s, seat, c, spots, spot_from, shown, at, shown_from, cards):
    """Of each kind, no more was shown than there was; and at a discard under the duty, no safe one was left."""
    copies = 0
    for e in range(shown_from[seat], shown_from[seat + 1]):
        if shown[e] == c:
            copies += 1
            if held_until(seat, c, at[e], spots, spot_from, cards) < copies:
                return False
    for d in range(s.n_duties):
        if s.duty_seat[d] == seat and not has(s.duties[d], c):
            end = s.duty_at[d]
            copies = 0
            for e in range(shown_from[seat], shown_from[seat + 1]):
                copies += shown[e] == c and at[e] <= end
            if held_until(seat, c, end, spots, spot_from, cards) != copies:
                return False
    return True


@kernel
def held_until(seat, c, end, spots, spot_from, cards):
    """How many of c a seat got from the deck positions below `end`."""
    copies = 0
    for k in range(spot_from[seat], spot_from[seat + 1]):
        if spots[k] >= end:
            break
        copies += cards[spots[k]] == c
    return copies


@kernel
def bottom_fits(s, p, q, cards):
    """§7  Are the cards that just changed places, if they did so across its edge, not missed in the batch shuffled last?"""
    if (p < s.bottom_start) == (q < s.bottom_start):
        return True
    gone = cards[min(p, q)]
    known = amount(s.bottom, gone)
    return known == 0 or in_bottom(s, gone, cards) >= known


@kernel
def keep(s, seat, spots, spot_from, shown, shown_from, cards):
    """Makes a placement the state's, and tells the other seats what they would have seen."""
    for p in range(s.deck_size):
        s.deck[p] = cards[p]
    heap = np.zeros(PLANES, np.int64)
    for other in range(s.options.seats):
        if other != seat:
            hand_of(s, other, spots, spot_from, shown, shown_from, cards)
            forget_deal(s, other)
            clear(heap)
            for k in range(s.options.hand_size):
                put(heap, cards[dealt_at(s, other, k)])
            tell_hand(s, other, heap)
            for k in range(spot_from[other], spot_from[other + 1]):
                if spots[k] > s.options.seats * s.options.hand_size:
                    tell(s, other, token(DRAWN, cards[spots[k]]))


@kernel
def locate(s, out):
    """Hands by seat, or dropped; sets, pile, what is left of the stock, and cards under way to a set."""
    for seat in range(s.options.seats):
        where = seat if has(s.inside, seat) else DROPPED
        for c in range(KINDS):
            out[where, c] += amount(s.hand[seat], c)
            for k in range(SLOTS):
                out[TABLE, c] += copies_of(s.sets[seat, k], c)
    for k in range(s.n_lent):
        out[TABLE, s.lent[k]] -= 1
        out[TAKEN, s.lent[k]] += 1
    if s.must != NO_CARD:
        out[TAKEN, s.must] += 1
    if s.moving != NO_CARD and s.errand == LAYING:
        out[TAKEN, s.moving] += 1
    for p in range(s.pile_size):
        out[PILE, s.pile[p]] += 1
    for p in range(s.stock_next, s.stock_end):
        out[STOCK if s.recycles == 0 else RENEWED, s.deck[p] if s.recycles == 0 else s.pile[p]] += 1
