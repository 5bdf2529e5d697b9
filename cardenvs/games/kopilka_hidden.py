"""Kopilka's cards as a seat can't see them: what is shown of them, placing them anew, locating them.

A slot is a place of the deal: seat by seat from the dealer's left, in a hand a set on offer first, in the order in which
it was dealt; then the stock. A set of slots is a bit mask, as a card set is one of cards. § cites docs/rules/kopilka.md.

Sets on offer and discards bind many cards at once, so cards are placed by a random walk: from the true placement, steps
that are as likely as their reverse, none that contradicts what the seat knows. Every placement with its discards is
equally likely in the end, and enough steps are made that nothing is left of the beginning.
"""

import numpy as np

from ..core.cards import bit, count, has, lowest, pick
from ..core.kernel import kernel
from ..core.knowledge import forget_deal, tell, token
from ..core.random import below
from ..mechanics.hidden import cards_at, tally
from ..mechanics.seats import left_of, seats_between
from .kopilka_record import (
    CARDS,
    DEAD,
    FACTS,
    HAND,
    LEAD,
    LOG,
    NO_SUIT,
    PLAYED,
    RANKS,
    REPLACED,
    SEATS,
    SLOT_BITS,
    STOCK,
    SUITS,
    TAKEN,
    THROWN,
)

STEPS = 1300
"""Of the walk; twice as many where others have declared sets."""
RING = 4  # cards that change places in a step, at most


# What is shown


@kernel
def note(s, seat, event, slots):
    """Tells a seat alone of some cards, and keeps it for telling it anew."""
    tell(s, seat, token(event, cards_at(s.slots, slots)))
    s.log[s.log_size] = entry(seat, event, slots)
    s.log_size += 1


@kernel
def entry(seat, event, slots):
    """A line of the log."""
    return (event * SEATS + seat) << SLOT_BITS | slots


@kernel
def event_of(line):
    """The event of a line of the log."""
    return (line >> SLOT_BITS) // SEATS


@kernel
def seat_of(line):
    """The seat of a line of the log."""
    return (line >> SLOT_BITS) % SEATS


@kernel
def slots_of(line):
    """The slots of a line of the log."""
    return line & (bit(SLOT_BITS) - 1)


@kernel
def bar(s, suit, seat):
    """§11  The seat holds no card of the suit now."""
    s.barred[suit] |= s.held[seat]


@kernel
def keep_fact(s, suit, seat):
    """§4, §11  The seat held a card of the suit when it paid for its pass; the last word on the same slots counts."""
    about = suit << SLOT_BITS | s.held[seat]
    for k in range(min(s.facts, FACTS)):
        if s.fact_slots[k] == about:
            s.fact_seen[k] = s.seen
            return
    if s.facts < FACTS:
        s.fact_slots[s.facts] = about
        s.fact_seen[s.facts] = s.seen
    s.facts += 1


# Placing anew


@kernel
def redeal(s, seat, random):
    """§11  A uniform placement of the cards that `seat` has not seen, among those that fit what was shown."""
    if s.over:
        return True
    if s.facts > FACTS:
        return False
    can, limit, fixed = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64), np.zeros(CARDS, np.bool_)
    for k in range(s.deck_size):
        fixed[s.slots[k]] = know(s, seat, s.slots[k], bit(k), can, limit)
    lines, sources = np.zeros(LOG, np.int64), np.zeros(LOG, np.int64)
    throws = list_throws(s, seat, lines, sources)
    gone = cards_thrown(s)
    walk(s, seat, random, can, limit, fixed, lines, sources, throws)
    follow_own(s, seat, gone)
    keep_deck(s, random)
    for other in range(s.options.seats):
        keep_hand(s, other)
        if other != seat:
            tell_hidden(s, other)
    for k in range(s.log_size):
        line = s.log[k]
        if event_of(line) == TAKEN:
            s.given[seat_of(line), owner_of(s, lowest(slots_of(line)))] = cards_at(s.slots, slots_of(line))
    return True


@kernel
def owner_of(s, slot):
    """The seat that a slot was dealt to."""
    return left_of(s.dealer, slot // s.options.hand_size + 1, s.options.seats)


@kernel
def dealt_slots(s, seat):
    """The slots dealt to a seat."""
    n, h = s.options.seats, s.options.hand_size
    return (bit(h) - 1) << (h * seats_between(left_of(s.dealer, 1, n), seat, n))


@kernel
def set_slots(s, seat):
    """Those of its set."""
    slots = dealt_slots(s, seat)
    return (bit(s.set_size[seat]) - 1) * (slots & -slots)


@kernel
def know(s, seat, card, slot, can, limit):
    """What `seat` knows of a card that lies in `slot` (a set of one).

    Fills `limit`, the slots in which it can be, and `can`, those of them where it can be if it was not discarded there.
    Returns whether it is a card that was shown, and so was not discarded.
    """
    suit = card // RANKS
    own = dealt_slots(s, seat)
    if own & slot != 0:
        limit[card] = own_group(s, seat, own, slot)
        if slot & s.held[seat] == 0:
            return know_taken(s, seat, card, can, limit)
        can[card] = limit[card]
        return False
    if slot & s.held[seat] != 0:
        can[card] = limit[card] = got_group(s, seat, slot)
        return False
    if has(s.shown, card):
        can[card] = limit[card] = s.origin[card]
        return True
    limit[card] = (bit(s.deck_size) - 1) & ~(s.held[seat] | own)
    can[card] = limit[card] & ~s.barred[suit]
    return False


@kernel
def own_group(s, seat, own, slot):
    """The slots among which a seat can't tell its dealt cards apart: taken ones, the rest of the set, the others."""
    offered = set_slots(s, seat)
    if offered & slot == 0:
        return own & ~offered
    if not has(s.served, seat):
        return offered
    left = offered & s.held[seat]
    return left if left & slot != 0 else offered & ~left


@kernel
def know_taken(s, seat, card, can, limit):
    """As `know`, of a card that another seat has taken from this one."""
    if has(s.shown, card):
        limit[card] &= s.origin[card]
        can[card] = limit[card]
        return True
    can[card] = limit[card] & ~s.barred[card // RANKS]
    return False


@kernel
def got_group(s, seat, slot):
    """The slots whose cards the seat got together with that in `slot`."""
    for k in range(s.log_size):
        line = s.log[k]
        if seat_of(line) == seat and event_of(line) == REPLACED and slots_of(line) & slot != 0:
            return slots_of(line)
    return slot


@kernel
def list_throws(s, seat, lines, sources):
    """Fills the lines of the log that tell of others' discards, and the slots each can have come from; returns how many."""
    held = np.zeros(SEATS, np.int64)
    for other in range(s.options.seats):
        held[other] = dealt_slots(s, other)
    n, server = 0, s.dealer
    for k in range(s.log_size):
        line = s.log[k]
        other, event, slots = seat_of(line), event_of(line), slots_of(line)
        if event == TAKEN:
            server = owner_of(s, lowest(slots))
            held[server] &= ~slots
            held[other] |= slots
        elif event == REPLACED:
            held[other] |= slots
        elif event == THROWN and other != seat:
            lines[n] = k
            sources[n] = held[other] & ~(set_slots(s, other) if comes_after(s, other, server) else 0)
            n += 1
    return n


@kernel
def cards_thrown(s):
    """The card of each discard, by line of the log."""
    cards = np.zeros(LOG, np.int64)
    for k in range(s.log_size):
        if event_of(s.log[k]) == THROWN:
            cards[k] = s.slots[lowest(slots_of(s.log[k]))]
    return cards


@kernel
def follow_own(s, seat, gone):
    """The seat's own discards are where the same cards are now."""
    for k in range(s.log_size):
        if event_of(s.log[k]) == THROWN and seat_of(s.log[k]) == seat:
            s.log[k] = entry(seat, THROWN, bit(slot_of(s, gone[k])))


@kernel
def comes_after(s, seat, server):
    """Does the seat offer its set later than the `server`?"""
    n = s.options.seats
    first = left_of(s.dealer, 1, n)
    return seats_between(first, seat, n) > seats_between(first, server, n)


@kernel
def walk(s, seat, random, can, limit, fixed, lines, sources, throws):
    """Random changes of `s.slots` and of the discards, each as likely as its reverse."""
    thrown = np.int64(0)
    for k in range(throws):
        thrown |= slots_of(s.log[lines[k]])
    declarers = np.int64(0)
    for other in range(s.options.seats):
        if other != seat and s.set_size[other] > 0:
            declarers |= bit(other)
    ring = np.zeros(2 * CARDS, np.int64)
    for _ in range(STEPS if declarers == 0 else 2 * STEPS):
        move = below(random, 16)
        if move < 2 and throws > 0:
            thrown = throw_another(s, seat, random, can, fixed, lines, sources, throws, thrown)
        elif move < 7 and declarers != 0:
            declarer = pick(declarers, below(random, count(declarers)))
            change_set(s, seat, random, declarer, can, limit, fixed, thrown, ring)
        else:
            size = 2 + below(random, RING) % (RING - 1)
            for k in range(size):
                ring[k] = below(random, s.deck_size)
            if all_differ(ring, size) and rotates(s, ring, 0, size, can, limit, fixed, thrown):
                rotate(s, ring, 0, size)
                if not fits(s, seat, thrown):
                    rotate_back(s, ring, 0, size)


@kernel
def all_differ(ring, size):
    """Are the first `size` slots different?"""
    for k in range(size):
        for j in range(k):
            if ring[j] == ring[k]:
                return False
    return True


@kernel
def may_lie(card, slot, can, limit, fixed, thrown):
    """Can the card lie in the slot, with these slots discarded?"""
    if fixed[card]:
        return has(can[card] & ~thrown, slot)
    return has(can[card] | limit[card] & thrown, slot)


@kernel
def rotates(s, ring, start, size, can, limit, fixed, thrown):
    """Can each card of a ring of slots move to the next one?"""
    for k in range(size):
        card, slot = s.slots[ring[start + k]], ring[start + (k + 1) % size]
        if not may_lie(card, slot, can, limit, fixed, thrown):
            return False
    return True


@kernel
def rotate(s, ring, start, size):
    """Moves each card of a ring of slots to the next one."""
    last = s.slots[ring[start + size - 1]]
    for k in range(size - 1, 0, -1):
        s.slots[ring[start + k]] = s.slots[ring[start + k - 1]]
    s.slots[ring[start]] = last


@kernel
def rotate_back(s, ring, start, size):
    """Undoes `rotate`."""
    first = s.slots[ring[start]]
    for k in range(size - 1):
        s.slots[ring[start + k]] = s.slots[ring[start + k + 1]]
    s.slots[ring[start + size - 1]] = first


@kernel
def fits(s, seat, thrown):
    """Is what was seen possible: the sets declared and no others (§3.1), the lead (§3.2), the fined passes (§4)?"""
    for other in range(s.options.seats):
        if other != seat and not declares(s, other):
            return False
    if s.phase == LEAD and s.seat != seat and not may_lead_as(s, thrown):
        return False
    for k in range(s.facts):
        about = s.fact_slots[k]
        cards = cards_at(s.slots, slots_of(about) & ~thrown) & ~s.fact_seen[k]
        if cards & (((1 << RANKS) - 1) << (RANKS * (about >> SLOT_BITS))) == 0:
            return False
    return True


@kernel
def may_lead_as(s, thrown):
    """Can the leader lead a suit that was not led last, if he could in the true placement (which `s.hand` still has)?"""
    last = ((1 << RANKS) - 1) << (RANKS * s.last_suit) if s.last_suit != NO_SUIT else 0
    if s.hand[s.seat] & ~last == 0:
        return True
    return cards_at(s.slots, s.held[s.seat] & ~thrown) & ~(s.seen | last) != 0


@kernel
def declares(s, seat):
    """Does a hand as dealt hold the set declared first, and no other?"""
    if s.options.offer_min == 0:
        return True
    slots = dealt_slots(s, seat)
    start = lowest(slots)
    size = s.set_size[seat]
    counts = np.int64(0)  # eight bits a suit
    for k in range(start, start + s.options.hand_size):
        counts += bit(8 * (s.slots[k] // RANKS))
    for suit in range(SUITS):
        n = (counts >> (8 * suit)) & 255
        if n >= s.options.offer_min and (size != n or s.slots[start] // RANKS != suit):
            return False
    if size == 0:
        return True
    return (counts >> (8 * (s.slots[start] // RANKS))) & 255 == size and one_suit(s, start, size)


@kernel
def one_suit(s, start, size):
    """Are the cards of a run of slots of one suit?"""
    same = np.int64(0)
    for k in range(start, start + size):
        same += s.slots[k] // RANKS == s.slots[start] // RANKS
    return same == size


@kernel
def throw_another(s, seat, random, can, fixed, lines, sources, throws, thrown):
    """One of the discards came from another slot, if it can have; returns the slots discarded from."""
    k = below(random, throws)
    line = s.log[lines[k]]
    before = slots_of(line)
    after = bit(pick(sources[k], below(random, count(sources[k]))))
    back, gone = s.slots[lowest(before)], s.slots[lowest(after)]
    if after & thrown != 0 or fixed[gone] or can[back] & before == 0:
        return thrown
    changed = thrown & ~before | after
    if not fits(s, seat, changed):
        return thrown
    s.log[lines[k]] = entry(seat_of(line), THROWN, after)
    return changed


@kernel
def change_set(s, seat, random, declarer, can, limit, fixed, thrown, ring):
    """The set declared is of another suit: its cards change places with as many of that suit."""
    slots = set_slots(s, declarer)
    start, size = lowest(slots), s.set_size[declarer]
    suit = below(random, SUITS)
    if suit == s.slots[start] // RANKS:
        return
    ranks = bit(RANKS) - 1
    for k in range(size):  # pairs of slots: of the set, and of a card of the new suit
        rank = pick(ranks, below(random, count(ranks)))
        ranks &= ~bit(rank)
        ring[2 * k] = start + k
        ring[2 * k + 1] = slot_of(s, RANKS * suit + rank)
        if ring[2 * k + 1] < 0:
            return
        if not rotates(s, ring, 2 * k, 2, can, limit, fixed, thrown):
            return
    for k in range(size):
        rotate(s, ring, 2 * k, 2)
    if not fits(s, seat, thrown):
        for k in range(size):
            rotate(s, ring, 2 * k, 2)


@kernel
def slot_of(s, card):
    """Where a card lies, -1 if it is not in the deck."""
    for k in range(s.deck_size):
        if s.slots[k] == card:
            return k
    return -1


@kernel
def keep_deck(s, random):
    """Makes the slots a deck order: the cards of a set lie at random ones of their hand's places, in their order."""
    n, h = s.options.seats, s.options.hand_size
    for j in range(n):
        size = s.set_size[left_of(s.dealer, j + 1, n)]
        front, back = j * h, j * h + size
        for r in range(h):
            if below(random, h - r) < j * h + size - front:
                s.deck[r * n + j] = s.slots[front]
                front += 1
            else:
                s.deck[r * n + j] = s.slots[back]
                back += 1
    for k in range(n * h, s.deck_size):
        s.deck[k] = s.slots[k]


@kernel
def keep_hand(s, seat):
    """Reads a seat's hand and discards off the slots."""
    thrown = np.int64(0)
    for k in range(s.log_size):
        line = s.log[k]
        if seat_of(line) == seat and event_of(line) == THROWN:
            thrown |= slots_of(line)
    s.dead[seat] = cards_at(s.slots, thrown)
    s.hand[seat] = cards_at(s.slots, s.held[seat] & ~thrown) & ~s.seen


@kernel
def tell_hidden(s, seat):
    """Tells a seat its cards of this deal anew."""
    forget_deal(s, seat)
    tell(s, seat, token(HAND, cards_at(s.slots, dealt_slots(s, seat))))
    for k in range(s.log_size):
        line = s.log[k]
        if seat_of(line) == seat:
            tell(s, seat, token(event_of(line), cards_at(s.slots, slots_of(line))))


@kernel
def locate(s, out):
    """Hands by seat, the stock, the cards discarded, and those played and not taken back."""
    for seat in range(s.options.seats):
        tally(seat, s.hand[seat], out)
        tally(DEAD, s.dead[seat], out)
    for k in range(s.stock_next, s.deck_size):
        out[STOCK, s.slots[k]] += 1
    tally(PLAYED, s.seen, out)
