"""Panguingue's cards as numbers: hands, sets on the table, and the 136 types of new sets.

A card is a kind, suit * 10 + rank; copies of a kind can't be told apart. § cites docs/rules/panguingue.md.

A hand or a heap is a multiset of kinds in binary, int64 ``[4]``: bit c of ``heap[k]`` is bit k of the number of copies
of c. So one operation looks at all kinds at once.

A set on the table is one int64, 0 if there is none: its kind (RUN, SAME, MIXED), the row of the condition that it was
made as (its tag), and its cards: of a run the set of kinds, of a group its rank and four bits a suit for the copies.
"""

import itertools

import numpy as np

from ..core.cards import Deck, bit, count, has, highest, lowest
from ..core.kernel import kernel

CARDS = Deck(ranks="A234567JQK", suits="CDHS")
RANKS, SUITS, KINDS = 10, 4, 40
ACE, KING = 0, 9
SPADES = 3
PLANES = 4
SLOTS = 3  # sets a seat can have
TYPES = 136
MOST_DECKS = 11

RUN, SAME, MIXED = 1, 2, 3
ALL = (1 << KINDS) - 1
RANK_AT, TAG_AT, KIND_AT = 40, 44, 48  # bits of a set on the table
COPY_BITS = 4
COPIES = (1 << COPY_BITS * SUITS) - 1

# Rows of `condition_values`: two a class (§3.6), spades and others; row 0 is no condition.
GROUP_OF_VALUES, SAME_VALUES, SAME_OTHERS, LOW_RUN, HIGH_RUN = range(5)
NO_CONDITION, CONDITIONS = 0, 10
LAST_VALLE_ROW = 4
VALUE_BITS = 6

SUIT_BITS = np.array([((1 << RANKS) - 1) << (RANKS * suit) for suit in range(SUITS)])
RANK_BITS = np.array([sum(1 << (RANKS * suit + rank) for suit in range(SUITS)) for rank in range(RANKS)])
LAST_START = RANKS - 3
RUN_STARTS = sum(1 << c for c in range(KINDS) if c % RANKS <= LAST_START)
VALLE = [CARDS.ranks.index(rank) for rank in "357"]


def _type_cards() -> list[tuple[int, int, int]]:
    """§6  The cards of each type, ascending."""
    runs = [(c, c + 1, c + 2) for c in range(KINDS) if c % RANKS <= LAST_START]
    same = [(c, c, c) for c in range(KINDS)]
    suits = range(SUITS)
    threes = list(itertools.combinations(suits, 3))[::-1]  # the missing suit ascends
    mixed = [(a * RANKS + rank, b * RANKS + rank, c * RANKS + rank) for rank in range(RANKS) for a, b, c in threes]
    pairs = [(two, one) for two, one in itertools.product(suits, suits) if two != one]
    loose = [
        (low, two * RANKS + rank, high)
        for rank in (ACE, KING)
        for two, one in pairs
        for low, high in [sorted((two * RANKS + rank, one * RANKS + rank))]
    ]
    return runs + same + mixed + loose


def _kind(cards: tuple[int, ...]) -> int:
    if len(set(cards)) == 1:
        return SAME
    return RUN if cards[0] // RANKS == cards[2] // RANKS and cards[0] % RANKS != cards[2] % RANKS else MIXED


def _row(cards: tuple[int, ...]) -> int:
    """§3.6  The row of the condition that a new set is."""
    suit, rank = divmod(cards[0], RANKS)
    kind = _kind(cards)
    if kind == RUN and rank in (ACE, KING - 2):
        group = LOW_RUN if rank == ACE else HIGH_RUN
    elif kind == SAME:
        group = SAME_VALUES if rank in VALLE else SAME_OTHERS
    elif kind == MIXED and rank in VALLE:
        return 2 * GROUP_OF_VALUES + 2  # it has no suit: the second number counts
    else:
        return NO_CONDITION
    return 2 * group + (1 if suit == SPADES else 2)


def _set(cards: tuple[int, ...]) -> int:
    """A new set, as it lies on the table."""
    kind = _kind(cards)
    body = sum(1 << c for c in cards) if kind == RUN else sum(1 << COPY_BITS * (c // RANKS) for c in cards)
    rank = 0 if kind == RUN else cards[0] % RANKS
    return kind << KIND_AT | _row(cards) << TAG_AT | rank << RANK_AT | body


_CARDS = _type_cards()
TYPE_CARDS = np.array(_CARDS, np.int64)
TYPE_BITS = np.array([sum(1 << c for c in set(cards)) for cards in _CARDS], np.int64)
NEW_SET = np.array([_set(cards) for cards in _CARDS], np.int64)
_TYPES_OF = [[t for t, cards in enumerate(_CARDS) if c in cards] for c in range(KINDS)]
TYPE_COUNT = np.array([len(types) for types in _TYPES_OF], np.int64)
TYPES_OF = np.array([types + [0] * (TYPE_COUNT.max() - len(types)) for types in _TYPES_OF], np.int64)
"""The first ``TYPE_COUNT[c]`` entries of row c: the types that kind c belongs to."""


# Heaps


@kernel
def put(heap, c):
    """One more copy of c."""
    carry = bit(c)
    for k in range(PLANES):
        heap[k], carry = heap[k] ^ carry, heap[k] & carry


@kernel
def take(heap, c):
    """One copy of c less; the heap has one."""
    debt = bit(c)
    for k in range(PLANES):
        heap[k], debt = heap[k] ^ debt, ~heap[k] & debt


@kernel
def amount(heap, c):
    """How many copies of c."""
    copies = np.int64(0)
    for k in range(PLANES):
        copies += ((heap[k] >> c) & 1) << k
    return copies


@kernel
def total(heap):
    """How many cards."""
    cards = np.int64(0)
    for k in range(PLANES):
        cards += count(heap[k]) << k
    return cards


@kernel
def clear(heap):
    """No cards."""
    for k in range(PLANES):
        heap[k] = 0


@kernel
def copy(source, target):
    """Makes the heap `target` equal to `source`."""
    for k in range(PLANES):
        target[k] = source[k]


@kernel
def once(heap):
    """The kinds of which there is a copy."""
    return heap[0] | heap[1] | heap[2] | heap[3]


@kernel
def twice(heap):
    """The kinds of which there are two copies or more."""
    return heap[1] | heap[2] | heap[3]


@kernel
def thrice(heap):
    """The kinds of which there are three copies or more."""
    return heap[0] & heap[1] | heap[2] | heap[3]


# Sets on the table


@kernel
def kind_of(m):
    """RUN, SAME or MIXED; 0: there is no set."""
    return m >> KIND_AT


@kernel
def rank_of(m):
    """The rank of a group."""
    return (m >> RANK_AT) & 15


@kernel
def tag_of(m):
    """The row of the condition that still counts, 0 for none."""
    return (m >> TAG_AT) & 15


@kernel
def untagged(m):
    """The set, its tag lost."""
    return m & ~(np.int64(15) << TAG_AT)


@kernel
def of_kind(m, kind):
    """The set, another kind from now on; its tag is lost."""
    return untagged(m) & (bit(KIND_AT) - 1) | (np.int64(kind) << KIND_AT)


@kernel
def loose(rank):
    """§1  Aces and kings, the non-comoquers."""
    return rank in (ACE, KING)


@kernel
def copies_of(m, c):
    """How many copies of c lie in the set."""
    if kind_of(m) == RUN:
        return (m >> c) & 1
    if m == 0 or rank_of(m) != c % RANKS:
        return np.int64(0)
    return (m >> (COPY_BITS * (c // RANKS))) & 15


@kernel
def single(m, c):
    """What one copy of c adds to the number of a set that it fits."""
    return bit(c) if kind_of(m) == RUN else bit(COPY_BITS * (c // RANKS))


@kernel
def size_of(m):
    """How many cards lie in the set."""
    if kind_of(m) == RUN:
        return count(m & ALL)
    cards = np.int64(0)
    for suit in range(SUITS):
        cards += (m >> (COPY_BITS * suit)) & 15
    return cards


@kernel
def kinds_in(m):
    """The kinds in the set."""
    if kind_of(m) == RUN:
        return m & ALL
    kinds = np.int64(0)
    for suit in range(SUITS):
        if (m >> (COPY_BITS * suit)) & 15 != 0:
            kinds |= bit(suit * RANKS + rank_of(m))
    return kinds


@kernel
def accepted(m, free):
    """§3.4  The kinds that may be laid off: next to a run, the identical card, the rank; `free`: `free_noncomoquer`."""
    if m == 0:
        return np.int64(0)
    if kind_of(m) == RUN:
        run = m & ALL
        return (run << 1 | run >> 1) & ~run & SUIT_BITS[lowest(run) // RANKS]
    rank = rank_of(m)
    if kind_of(m) == MIXED or (free and loose(rank)):
        return RANK_BITS[rank]
    return kinds_in(m)


@kernel
def accepted_by(sets, free):
    """§3.4  The kinds that may be laid off on some set of a seat (int64 ``[3]``)."""
    return accepted(sets[0], free) | accepted(sets[1], free) | accepted(sets[2], free)


@kernel
def slots_for(sets, c, free):
    """§3.4  The slots whose set accepts c."""
    slots = np.int64(0)
    for k in range(SLOTS):
        if has(accepted(sets[k], free), c):
            slots |= bit(k)
    return slots


@kernel
def extended(m, c):
    """§3.4  The set with c laid off on it; a group of one suit that takes another is mixed, and its tag lost."""
    other_suit = kind_of(m) == SAME and copies_of(m, c) == 0
    longer = m + single(m, c)
    return of_kind(longer, MIXED) if other_suit else longer


@kernel
def valid(m):
    """§3.4  Is what borrowing leaves a set?"""
    if size_of(m) < 3:
        return False
    if kind_of(m) == RUN:
        run = m & ALL
        return highest(run) - lowest(run) + 1 == count(run)
    if kind_of(m) == SAME or loose(rank_of(m)):
        return True
    suits = count(kinds_in(m))
    return suits >= 3 or suits == 1


@kernel
def after_lending(m):
    """§3.4, §3.6  What is left of one suit is a group of one suit; a run that lost a card of its condition, its tag."""
    if kind_of(m) == RUN:
        group = (tag_of(m) - 1) // 2
        start = 0 if group == LOW_RUN else KING - 2
        whole = np.int64(7) << (lowest(m) // RANKS * RANKS + start)
        return untagged(m) if tag_of(m) != NO_CONDITION and m & whole != whole else m
    if kind_of(m) == MIXED and not loose(rank_of(m)) and count(kinds_in(m)) == 1:
        return of_kind(m, SAME)
    return m


@kernel
def on_table(sets):
    """Cards in all sets of a seat."""
    return size_of(sets[0]) + size_of(sets[1]) + size_of(sets[2])


@kernel
def free_slot(sets):
    """§3  Slots fill in order; a seat never has more than three sets."""
    slot = 0
    while sets[slot] != 0:
        slot += 1
    return slot


# New sets


@kernel
def loans(sets):
    """§3.5  The kinds in sets that can spare a card."""
    kinds = np.int64(0)
    for k in range(SLOTS):
        if size_of(sets[k]) > 3:
            kinds |= kinds_in(sets[k])
    return kinds


@kernel
def wanted(t, must, lent, n_lent):
    """§3.5  Which of the three cards of type t are still to come (bits), -1 if it lacks `must` or a borrowed card."""
    left = np.int64(7)
    for j in range(-1, n_lent):
        c = must if j < 0 else lent[j]
        if c >= 0:
            hit = 3
            for i in range(3):
                if has(left, i) and TYPE_CARDS[t, i] == c:
                    hit = i
            if hit == 3:
                return np.int64(-1)
            left &= ~bit(hit)
    return left


@kernel
def lent_from(m, slot, lent, lenders, n_lent):
    """A set without the cards borrowed from it so far."""
    for j in range(n_lent):
        if lenders[j] == slot:
            m -= single(m, lent[j])
    return m


@kernel
def ways(hand, sets, lent, lenders, n_lent, must, t):
    """§6  The next steps to a new set of type t: bit 0, lay it; bit 1 + 3i + k, borrow its card i from slot k.

    `lent` and `lenders` (int64 ``[3]``) are the cards borrowed so far and their slots, `must` the pile's card or -1. A plan
    has two bits a card: 0 the hand, k + 1 slot k. Cards are borrowed in ascending order.
    """
    left = wanted(t, must, lent, n_lent)
    if left < 0:
        return np.int64(0)
    last = lent[n_lent - 1] if n_lent > 0 else 0
    a = sources(hand, sets, last, left, t, 0)
    b = sources(hand, sets, last, left, t, 1)
    c = sources(hand, sets, last, left, t, 2)
    found = np.int64(0)
    if a == 0 or b == 0 or c == 0:
        return found
    for plan in range(64):
        if (a >> (plan & 3)) & (b >> ((plan >> 2) & 3)) & (c >> (plan >> 4)) & 1 != 0 and works(
            hand, sets, lent, lenders, n_lent, left, t, plan
        ):
            found |= first_step(t, plan)
    return found


@kernel
def sources(hand, sets, last, left, t, i):
    """Where card i of type t can come from, as far as it alone goes: bit 0 the hand, bit k + 1 slot k."""
    if not has(left, i):
        return np.int64(1)
    c = TYPE_CARDS[t, i]
    found = np.int64(has(once(hand), c))
    if c >= last:
        for k in range(SLOTS):
            if copies_of(sets[k], c) > 0 and size_of(sets[k]) > 3:
                found |= bit(k + 1)
    return found


@kernel
def works(hand, sets, lent, lenders, n_lent, left, t, plan):
    """§3.5  Has the hand what the plan takes from it, and are the sets valid without what it borrows and what was lent?"""
    for i in range(1, 3):
        copies = 0
        for j in range(i + 1):
            if has(left, j) and (plan >> (2 * j)) & 3 == 0:
                copies += TYPE_CARDS[t, j] == TYPE_CARDS[t, i]
        if copies > 1 and amount(hand, TYPE_CARDS[t, i]) < copies:
            return False
    if plan == 0 and n_lent == 0:
        return True
    for k in range(SLOTS):
        m = lent_from(sets[k], k, lent, lenders, n_lent)
        for i in range(3):
            if (plan >> (2 * i)) & 3 == k + 1:
                if copies_of(m, TYPE_CARDS[t, i]) == 0:
                    return False
                m -= single(m, TYPE_CARDS[t, i])
        if m != sets[k] and not valid(m):
            return False
    return True


@kernel
def first_step(t, plan):
    """The bits of `ways` for one plan: its lowest borrowed kind, from any slot that lends a copy."""
    first = 0
    while first < 3 and (plan >> (2 * first)) & 3 == 0:
        first += 1
    if first == 3:
        return np.int64(1)
    steps = np.int64(0)
    for i in range(first, 3):
        lender = (plan >> (2 * i)) & 3
        if lender != 0 and TYPE_CARDS[t, i] == TYPE_CARDS[t, first]:
            steps |= bit(3 * i + lender)
    return steps


@kernel
def lenders_of(hand, sets, lent, lenders, n_lent, must, c):
    """§6  The slots from which c can be borrowed so that the new set can be laid; the arguments are those of `ways`."""
    slots = np.int64(0)
    for k in range(TYPE_COUNT[c]):
        t = TYPES_OF[c, k]
        found = ways(hand, sets, lent, lenders, n_lent, must, t)
        for i in range(3):
            if TYPE_CARDS[t, i] == c:
                slots |= (found >> (1 + 3 * i)) & 7
    return slots


@kernel
def usable(hand, sets, c, free):
    """§3.2  Can c be laid off, or be part of a new set with cards of the hand and borrowed ones?"""
    if slots_for(sets, c, free) != 0:
        return True
    known = once(hand) | loans(sets) | bit(c)
    for k in range(TYPE_COUNT[c]):
        t = TYPES_OF[c, k]
        if TYPE_BITS[t] & ~known == 0 and ways(hand, sets, sets, sets, 0, c, t) != 0:
            return True
    return False


@kernel
def usable_kinds(hand, sets, free):
    """§3.5  All kinds that are `usable`."""
    kinds = accepted_by(sets, free)
    if once(hand) | loans(sets) == 0:
        return kinds
    for c in range(KINDS):
        if not has(kinds, c) and usable(hand, sets, c, free):
            kinds |= bit(c)
    return kinds


@kernel
def melds(hand, mask, start):
    """§3.4  Marks the types that the hand alone makes, from ``mask[start]`` on; returns how many."""
    held = once(hand)
    n = mark(held & (held >> 1) & (held >> 2) & RUN_STARTS, mask, start, True)
    n += mark(thrice(hand), mask, start + 32, False)
    for rank in range(RANKS):
        suits = held & RANK_BITS[rank]
        if count(suits) >= 3:
            for missing in range(SUITS):
                if suits & ~bit(missing * RANKS + rank) == RANK_BITS[rank] & ~bit(missing * RANKS + rank):
                    mask[start + 72 + rank * SUITS + missing] = 1
                    n += 1
    doubled = twice(hand) & (RANK_BITS[ACE] | RANK_BITS[KING])
    while doubled != 0:
        two, rank = lowest(doubled) // RANKS, lowest(doubled) % RANKS
        for k in range(3):
            one = k + 1 if k >= two else k
            if has(held, one * RANKS + rank):
                mask[start + 112 + (12 if rank == KING else 0) + 3 * two + k] = 1
                n += 1
        doubled &= doubled - 1
    return n


@kernel
def mark(kinds, mask, start, runs):
    """Marks kinds, or the runs that begin with them, from ``mask[start]`` on; returns how many."""
    n = count(kinds)
    while kinds != 0:
        c = lowest(kinds)
        mask[start + (c // RANKS * 8 + c % RANKS if runs else c)] = 1
        kinds &= kinds - 1
    return n


@kernel
def worth(values, row):
    """§3.6  The chips of a condition; `values` holds ten numbers of six bits, one a row."""
    return (values >> (VALUE_BITS * (row - 1))) & 63 if row != NO_CONDITION else np.int64(0)
