"""The advice of docs/rules/panguingue.md §11: keep cards that many others complete, lay down conditions, and go out.

A hand is a heap (int64 ``[4]``) and a seat's table three sets (int64 ``[3]``), as in the game itself, read off the
observation; borrowed cards are out of their sets there, so a set may be broken until the new one lies.
"""

import numpy as np

from ...core.cards import bit, count, has, lowest
from ...core.kernel import kernel
from ...core.rules import register_bot
from ...games.panguingue_record import (
    ACTIONS,
    BORROW,
    DEMAND,
    DISCARD,
    DRAW_STOCK,
    DROP,
    LAYOFF,
    MELD,
    NO_CARD,
    NO_DEMAND,
    OPTIONS,
    SLOT,
    STAY,
    TAKE_PILE,
)
from ...games.panguingue_sets import (
    ACE,
    COPY_BITS,
    KIND_AT,
    KINDS,
    KING,
    NEW_SET,
    PLANES,
    RANK_AT,
    RANK_BITS,
    RANKS,
    RUN,
    RUN_STARTS,
    SLOTS,
    SUIT_BITS,
    SUITS,
    TYPE_BITS,
    TYPE_CARDS,
    TYPES,
    accepted_by,
    after_lending,
    amount,
    copies_of,
    extended,
    first_step,
    kinds_in,
    loans,
    on_table,
    once,
    put,
    single,
    slots_for,
    sources,
    tag_of,
    take,
    thrice,
    total,
    twice,
    valid,
    wanted,
    works,
    worth,
)
from ...games.panguingue_view import (
    HAND,
    MOVING,
    MUST,
    PENDING,
    PILE,
    PILE_TOP,
    SEAT_SETS,
    TABLE,
    kinds_at,
    sizes_at,
    turn_at,
)

__all__ = ["act"]

SCORE_TO_STAY = 8
PLAN_WORTH = 6  # points of a set in the score
FEW = 5  # cards in the hand from which a way out is looked for
DEPTH = 8  # cards and sets laid in a row
MOST_STEPS = 4000  # tried before the search gives up
WAYS = 64  # to lay a set of a type


@kernel
def act(options, observation, mask):
    """The book's action."""
    hand = heap_at(observation, HAND)
    if mask[STAY]:
        return stay_or_drop(options, hand)
    if mask[DEMAND]:
        waiting = table_size(options, observation, turn_of(options, observation)) == options.hand_size - 2
        return DEMAND if waiting else NO_DEMAND
    sets = sets_at(options, observation, 0)
    if mask[DRAW_STOCK] or mask[TAKE_PILE]:
        return source(options, observation, mask, hand, sets)
    if mask[SLOT] + mask[SLOT + 1] + mask[SLOT + 2] > 0:
        return slot(options, observation, mask, hand, sets)
    return move(options, observation, mask, hand, sets)


# What the observation says


@kernel
def heap_at(observation, start):
    """The heap whose numbers begin at `start`."""
    heap = np.zeros(PLANES, np.int64)
    for c in range(KINDS):
        for _ in range(np.int64(observation[start + c])):
            put(heap, c)
    return heap


@kernel
def sets_at(options, observation, k):
    """The sets of the k-th seat."""
    sets = np.zeros(SLOTS, np.int64)
    for slot in range(SLOTS):
        kind = first_in(observation, kinds_at(options.seats) + 3 * (SLOTS * k + slot), 3) + 1
        if kind > 0:
            sets[slot] = set_at(observation, TABLE + k * SEAT_SETS + slot * KINDS, kind)
    return sets


@kernel
def first_in(marks, start, size):
    """The first of `size` entries from `start` on that is not zero, or -1."""
    for k in range(size):
        if marks[start + k] != 0:
            return np.int64(k)
    return np.int64(-1)


@kernel
def set_at(observation, start, kind):
    """The set whose numbers begin at `start`, its tag left out."""
    m = np.int64(kind) << KIND_AT
    for c in range(KINDS):
        copies = np.int64(observation[start + c])
        if copies > 0 and kind == RUN:
            m |= bit(c)
        elif copies > 0:
            m |= (np.int64(c % RANKS) << RANK_AT) | (copies << (COPY_BITS * (c // RANKS)))
    return m


@kernel
def card_at(observation, start):
    """The card marked among those that begin at `start`, or NO_CARD."""
    return first_in(observation, start, KINDS)


@kernel
def turn_of(options, observation):
    """Whose turn it is, counted from the own seat."""
    return first_in(observation, turn_at(options.seats), options.seats)


@kernel
def table_size(options, observation, k):
    """How many cards the k-th seat has on the table."""
    cards = np.int64(0)
    for c in range(SEAT_SETS):
        cards += np.int64(observation[TABLE + k * SEAT_SETS + c])
    return cards


@kernel
def in_use(options):
    """The kinds in the pack."""
    kinds = np.int64(0)
    for suit in range(SUITS):
        if has(options.suits, suit):
            kinds |= options.ranks << (RANKS * suit)
    return kinds


# What a hand is good for


@kernel
def outs(options, heap):
    """§11  How many kinds complete a set with two cards of the heap."""
    held, doubled = once(heap), twice(heap)
    found = doubled  # two alike want a third
    for suit in range(SUITS):
        own = held & SUIT_BITS[suit]
        near, far = own & (own << 1), own & (own << 2)
        found |= (near << 1 | near >> 2 | far >> 1) & SUIT_BITS[suit]
    for rank in range(RANKS):
        own = held & RANK_BITS[rank]
        if (rank in (ACE, KING) and (count(own) > 1 or own & doubled != 0)) or count(own) > 2:
            found |= RANK_BITS[rank]
        elif count(own) == 2:
            found |= RANK_BITS[rank] & ~own
    return count(found & in_use(options))


@kernel
def use(options, heap, c):
    """§11  How many outs a card adds to the rest of the hand."""
    whole = outs(options, heap)
    take(heap, c)
    rest = outs(options, heap)
    put(heap, c)
    return whole - rest


@kernel
def plan(options, heap):
    """§11  The most sets that the heap makes at once, the worthiest, the lowest: types (int64 ``[3]``), -1 for none."""
    best, found = nothing(SLOTS), nothing(SLOTS)
    most = np.int64(0)
    rest = np.zeros(PLANES, np.int64)
    copy(heap, rest)
    for a in range(TYPES):
        if not takes(rest, a):
            continue
        found[0], found[1], found[2] = a, -1, -1
        most = better(options, found, 1, most, best)
        for b in range(a, TYPES):
            if not takes(rest, b):
                continue
            found[1], found[2] = b, -1
            most = better(options, found, 2, most, best)
            for c in range(b, TYPES):
                if takes(rest, c):
                    found[2] = c
                    most = better(options, found, 3, most, best)
                    gives_back(rest, c)
            gives_back(rest, b)
        gives_back(rest, a)
    return best


@kernel
def nothing(size):
    """No cards, or no types."""
    out = np.zeros(size, np.int64)
    for k in range(size):
        out[k] = -1
    return out


@kernel
def copy(source, target):
    """Makes `target` equal to `source`."""
    for k in range(len(source)):
        target[k] = source[k]


@kernel
def takes(heap, t):
    """Takes the cards of a type out of a heap, if it has them."""
    if TYPE_BITS[t] & ~once(heap) != 0:
        return False
    for i in range(3):
        if amount(heap, TYPE_CARDS[t, i]) == 0:
            for j in range(i):
                put(heap, TYPE_CARDS[t, j])
            return False
        take(heap, TYPE_CARDS[t, i])
    return True


@kernel
def gives_back(heap, t):
    """Puts the cards of a type back."""
    for i in range(3):
        put(heap, TYPE_CARDS[t, i])


@kernel
def better(options, found, sets, most, best):
    """Keeps a family of sets if it is better than the best so far, whose rank is `most`; returns the rank of the best."""
    rank = np.int64(sets) << 32
    for k in range(sets):
        rank += value(options, found[k])
    if rank <= most:
        return most
    copy(found, best)
    return rank


@kernel
def value(options, t):
    """What a new set of a type is worth."""
    return worth(options.condition_values, tag_of(NEW_SET[t]))


@kernel
def sets_in(plan):
    """How many sets a plan has."""
    sets = 0
    for k in range(SLOTS):
        sets += plan[k] >= 0
    return sets


@kernel
def planned(plan, c):
    """How many copies of c a plan needs."""
    copies = 0
    for k in range(SLOTS):
        if plan[k] >= 0:
            for i in range(3):
                copies += TYPE_CARDS[plan[k], i] == c
    return copies


@kernel
def useless(options, heap):
    """The kinds in the hand that add no outs."""
    kinds = np.int64(0)
    left = once(heap)
    while left != 0:
        c = lowest(left)
        if use(options, heap, c) == 0:
            kinds |= bit(c)
        left &= left - 1
    return kinds


# Drop and draw


@kernel
def stay_or_drop(options, hand):
    """§11  A score of the outs and of the sets that the hand has."""
    score = outs(options, hand) + PLAN_WORTH * sets_in(plan(options, hand))
    return STAY if score >= SCORE_TO_STAY else DROP


@kernel
def source(options, observation, mask, hand, sets):
    """§11.2  The pile's card if it goes out, makes a set more, or spares a useless card; else the stock."""
    if mask[TAKE_PILE] == 0 or (
        mask[DRAW_STOCK] and not wants(options, hand, sets, card_at(observation, PILE_TOP))
    ):
        return DRAW_STOCK
    return TAKE_PILE


@kernel
def wants(options, hand, sets, c):
    """§11.2  Is the pile's card worth taking?"""
    due = nothing(SLOTS + 1)
    due[0] = c
    if way_out(options, hand, sets, due, 1, True) != 0:
        return True
    before = sets_in(plan(options, hand))
    put(hand, c)
    after = sets_in(plan(options, hand))
    take(hand, c)
    return after > before or (has(accepted_by(sets, options.free_noncomoquer), c) and useless(options, hand) != 0)


# Lay down and discard


@kernel
def move(options, observation, mask, hand, sets):
    """§11.4  The way out, the pile's card, conditions, sets when it is time, useless cards; else a discard."""
    due = nothing(SLOTS + 1)
    n = list_due(observation, due)
    step = way_out(options, hand, sets, due, n, first_in(observation, PENDING, KINDS) < 0)
    if step != 0 and mask[step]:
        return step
    must = card_at(observation, MUST)
    if n > 0:
        return forced(options, mask, hand, must, n)
    laid = plan(options, hand)
    best = -1
    for k in range(SLOTS):
        t = laid[k]
        if t >= 0 and value(options, t) > (0 if best < 0 else value(options, best)):
            best = t
    own = on_table(sets)
    hurry = options.double_if_no_meld and own == 0
    if best < 0 and laid[0] >= 0 and (own + 3 * sets_in(laid) >= 6 or hurry):
        best = laid[0]
    if best >= 0:
        return MELD + best
    spare = useless(options, hand) & accepted_by(sets, options.free_noncomoquer)
    return LAYOFF + lowest(spare) if spare != 0 else discard(options, observation, mask, hand, laid)


@kernel
def list_due(observation, due):
    """The cards that the next set must have: the pile's, and those borrowed in ascending order; returns how many."""
    n = 0
    must = card_at(observation, MUST)
    if must != NO_CARD:
        due[n] = must
        n += 1
    for c in range(KINDS):
        for _ in range(np.int64(observation[PENDING + c])):
            due[n] = c
            n += 1
    return n


@kernel
def forced(options, mask, hand, must, n):
    """§11.4  With the pile's card the planned set, or any, or a lay-off; in a borrowing the lowest action."""
    if must != NO_CARD and n == 1:
        put(hand, must)
        laid = plan(options, hand)
        take(hand, must)
        for k in range(SLOTS):
            t = laid[k]
            if t >= 0 and planned(laid, must) > 0 and has(TYPE_BITS[t], must) and mask[MELD + t]:
                return MELD + t
        for t in range(TYPES):
            if mask[MELD + t]:
                return MELD + t
    return first_in(mask, 0, ACTIONS)


@kernel
def slot(options, observation, mask, hand, sets):
    """§11.4  The lowest slot, unless another alone leads out."""
    c = card_at(observation, MOVING)
    due = nothing(SLOTS + 1)
    n = list_due(observation, due)
    after = np.zeros(SLOTS, np.int64)
    if n == 0 and observation[MOVING + KINDS] == 1:
        for k in range(SLOTS):
            if mask[SLOT + k]:
                copy(sets, after)
                after[k] = extended(after[k], c)
                if total(hand) == 0 or way_out(options, hand, after, due, 0, False) != 0:
                    return SLOT + k
    return first_in(mask, 0, ACTIONS)


@kernel
def discard(options, observation, mask, hand, laid):
    """§11.5  The card that is in no planned set, of least use, of no use to the next seat, often piled, lowest."""
    next_takes = accepted_by(
        sets_at(options, observation, next_in_play(options, observation)), options.free_noncomoquer
    )
    best = -1
    least = np.int64(0)
    for c in range(KINDS):
        if mask[DISCARD + c]:
            cost = np.int64(amount(hand, c) <= planned(laid, c))
            cost = cost * 64 + use(options, hand, c)
            cost = cost * 2 + has(next_takes, c)
            cost = cost * 16 - np.int64(observation[PILE + c])
            if best < 0 or cost < least:
                best, least = c, cost
    return DISCARD + best


@kernel
def next_in_play(options, observation):
    """The next seat that is in, counted from the own."""
    status = sizes_at(options.seats) + 2 * options.seats
    k = 1
    while observation[status + 3 * k] == 0:
        k += 1
    return k


# The way out


@kernel
def way_out(options, hand, sets, due, n, layable):
    """§11.4  The first action of a sequence that lays all cards of the hand, 0 if there is none or the hand is large.

    `due` holds the n cards that the next set must have; `layable`: a single one may be laid off instead. Depth first: level
    d of `hands` and `tables` is what d steps leave, ``tried[d]`` how many of the steps from there have been tried.
    """
    if total(hand) > FEW or hopeless(hand, sets, due, n):
        return np.int64(0)
    hands, tables = np.zeros((DEPTH + 1, PLANES), np.int64), np.zeros((DEPTH + 1, SLOTS), np.int64)
    tried = np.zeros(DEPTH + 1, np.int64)
    copy(hand, hands[0])
    copy(sets, tables[0])
    action = first = np.int64(0)
    depth = 0
    for _ in range(MOST_STEPS):
        left = n if depth == 0 else 0
        action = next_step(
            options,
            due,
            left,
            layable,
            tried[depth:],
            hands[depth],
            tables[depth],
            hands[depth + 1],
            tables[depth + 1],
        )
        if action == 0:
            if depth == 0:
                return np.int64(0)
            depth -= 1
            continue
        first = action if depth == 0 else first
        depth += 1
        tried[depth] = 0
        if total(hands[depth]) == 0:
            return first
        if depth == DEPTH:
            depth -= 1
    return np.int64(0)


@kernel
def hopeless(hand, sets, due, n):
    """Has the hand a card that makes no set even with all the others of the hand, due, and on the table?"""
    heap = np.zeros(PLANES, np.int64)
    copy(hand, heap)
    for j in range(n):
        put(heap, due[j])
    for k in range(SLOTS):
        kinds = kinds_in(sets[k])
        while kinds != 0:
            for _ in range(copies_of(sets[k], lowest(kinds))):
                put(heap, lowest(kinds))
            kinds &= kinds - 1
    return (once(hand) | kinds_of(due, n)) & ~in_a_set(heap) != 0


@kernel
def in_a_set(heap):
    """The kinds of the cards of a heap that make a set with others of it."""
    held = once(heap)
    runs = held & (held >> 1) & (held >> 2) & RUN_STARTS
    kinds = runs | (runs << 1) | (runs << 2) | thrice(heap)
    for rank in range(RANKS):
        own = held & RANK_BITS[rank]
        if count(own) > 2 or (rank in (ACE, KING) and copies_in(heap, own) > 2):
            kinds |= own
    return kinds


@kernel
def copies_in(heap, kinds):
    """How many cards of some kinds."""
    cards = np.int64(0)
    for k in range(PLANES):
        cards += count(heap[k] & kinds) << k
    return cards


@kernel
def next_step(options, due, n, layable, tried, hand, sets, hand_after, sets_after):
    """The next step not tried, a card to a slot or a set of a type: its action, 0 if there is none, and what it leaves."""
    while tried[0] < KINDS * SLOTS:
        c, k = next_layoff(options, due, n, layable, tried, hand, sets)
        if c != NO_CARD:
            copy(hand, hand_after)
            copy(sets, sets_after)
            if n == 0:
                take(hand_after, c)
            sets_after[k] = extended(sets[k], c)
            return LAYOFF + c
    if sets[SLOTS - 1] != 0:
        return np.int64(0)
    last = due[n - 1] if n > 0 and not layable else 0
    known = once(hand) | loans(sets) | kinds_of(due, n)
    while tried[0] < KINDS * SLOTS + WAYS * TYPES:
        t = (tried[0] - KINDS * SLOTS) // WAYS
        way = -1 if TYPE_BITS[t] & ~known != 0 else next_way(hand, sets, due, n, last, t, tried)
        if way < 0:
            tried[0] = KINDS * SLOTS + WAYS * (t + 1)
        elif lay(hand, sets, t, way, wanted(t, NO_CARD, due, n), hand_after, sets_after):
            step = first_step(t, way)
            if step == 1:
                return MELD + t
            for i in range(3):
                if (step >> (1 + 3 * i)) & 7 != 0:
                    return BORROW + TYPE_CARDS[t, i]
    return np.int64(0)


@kernel
def next_layoff(options, due, n, layable, tried, hand, sets):
    """The next card not tried that can be laid off, and the slot; NO_CARD after the last."""
    c, k = tried[0] // SLOTS, tried[0] % SLOTS
    kinds = once(hand) if n == 0 else bit(due[0]) if n == 1 and layable else 0
    kinds &= accepted_by(sets, options.free_noncomoquer) & -bit(c)
    while kinds != 0:
        if lowest(kinds) != c:
            c, k = lowest(kinds), 0
        slots = slots_for(sets, c, options.free_noncomoquer) & -bit(k)
        if slots != 0:
            k = lowest(slots)
            tried[0] = c * SLOTS + k + 1
            return c, k
        kinds &= kinds - 1
    tried[0] = KINDS * SLOTS
    return NO_CARD, 0


@kernel
def kinds_of(due, n):
    """The kinds of the first n cards."""
    kinds = np.int64(0)
    for j in range(n):
        kinds |= bit(due[j])
    return kinds


@kernel
def next_way(hand, sets, due, n, last, t, tried):
    """The next way not tried in which a set of a type can be laid (see `panguingue_sets.ways`), -1 after the last."""
    left = wanted(t, NO_CARD, due, n)
    if left < 0:
        return -1
    a = sources(hand, sets, last, left, t, 0)
    b = sources(hand, sets, last, left, t, 1)
    c = sources(hand, sets, last, left, t, 2)
    for way in range((tried[0] - KINDS * SLOTS) % WAYS, WAYS):
        fits = (a >> (way & 3)) & (b >> ((way >> 2) & 3)) & (c >> (way >> 4)) & 1 != 0
        if fits and works(hand, sets, due, due, 0, left, t, way):
            tried[0] = KINDS * SLOTS + WAYS * t + way + 1
            return way
    return -1


@kernel
def lay(hand, sets, t, way, left, hand_after, sets_after):
    """Fills what a set laid so leaves; False where a set that lent a card is none any more."""
    copy(hand, hand_after)
    copy(sets, sets_after)
    for i in range(3):
        c, lender = TYPE_CARDS[t, i], (way >> (2 * i)) & 3
        if lender > 0:
            sets_after[lender - 1] -= single(sets[lender - 1], c)
        elif has(left, i):
            take(hand_after, c)
    for k in range(SLOTS):
        if sets_after[k] == 0:
            sets_after[k] = NEW_SET[t]
            return True
        if not valid(sets_after[k]):
            return False
        sets_after[k] = after_lending(sets_after[k])
    return True


register_bot(OPTIONS, act, __name__)
