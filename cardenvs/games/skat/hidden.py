"""Skat's cards as a seat can't see them: placed anew, or located.

Hard facts alone (§11): own, played, exposed, turned-up and privately known cards, the sizes of the hands, voids; a
soloist who took the skat holds, with what he put away, one set of cards that contains the card turned up. Every deck
order with every choice of what was put away is equally likely. § cites docs/rules/skat.md.
"""

import numpy as np

from ...core.cards import count, has, lowest
from ...core.kernel import kernel
from ...core.knowledge import forget_deal, tell, token
from ...core.random import below
from ...mechanics.hidden import some, tally
from ...mechanics.sharing import share
from .cards import class_cards, trump_cards, without_top
from .contracts import EXCHANGED, F_REVOLUTION, POOLED
from .deal import place_of, skat_place
from .names import (
    AWAY,
    DEALT,
    EXCHANGE,
    JACKS,
    LOOKED,
    MARK,
    MARKED,
    OPEN_HAND,
    OUT,
    PEEKED,
    POOL,
    ROLES,
    SKAT_PLACE,
    TAKEN,
    TAKEN_PLACE,
    TOGETHER,
    TRICK,
)
from .play import others_of


@kernel
def redeal(s, seat, random):
    """§11  A uniform placement of the cards that `seat` has not seen, among those that fit what was shown."""
    if s.over:
        return True
    me = s.role[seat]
    hands, may, sizes = np.zeros(ROLES, np.int64), np.zeros(ROLES, np.int64), np.zeros(ROLES, np.int64)
    seen = seen_aside(s, me)
    for role in range(ROLES):
        sizes[role] = 0 if sees_hand(s, me, role) else count(s.hand[role])
    unseen = unseen_cards(s, me) & ~seen
    for role in range(ROLES):
        may[role] = unseen & ~shown_void(s, role)
        if role != s.soloist:
            may[role] &= ~(from_skat(s, me) & ~s.on_table & ~seen)
    marking = s.phase == MARK and me != s.soloist
    if marking:
        sizes[s.soloist] += count(s.put_away)  # the marks so far are drawn from it afterwards
    pool = begun(s) and s.options.revolution_mode == POOLED and not opponent(s, me)
    if pool:
        first, second = others_of(s, s.soloist)
        sizes[first], sizes[second] = sizes[first] + sizes[second], 0
    aside = share(random, unseen, may, sizes, hands)
    for role in range(ROLES):
        if not sees_hand(s, me, role):
            s.hand[role] = hands[role]
    lay_aside(s, random, me, seen, aside, marking)
    lay_hands(s, random, me, pool)
    lay_deck(s, random, me)
    for role in range(ROLES):
        if role != me:
            tell_hidden(s, role)
    return True


# What a seat knows; `me` is its role, OUT if it sits out


@kernel
def opponent(s, role):
    """Is the role one of two against a soloist?"""
    return s.soloist != OUT and role != OUT and role != s.soloist


@kernel
def begun(s):
    """Are the opponents of a Revolution past showing each other their cards?"""
    return s.family == F_REVOLUTION and s.phase >= EXCHANGE


@kernel
def sees_hand(s, me, role):
    """Does it see that hand: its own, one that lies open, or its partner's in Revolution?"""
    if role == me or (role == s.soloist and s.exposed):
        return True
    return begun(s) and opponent(s, me) and opponent(s, role)


@kernel
def from_skat(s, me):
    """The cards that it knows to have been dealt to the skat."""
    if me == OUT or has(s.peeked_late, me):
        return s.turned
    return s.turned | s.saw[me]


@kernel
def seen_aside(s, me):
    """The cards that it knows to lie in the skat, or to have been put away."""
    if me == OUT:
        return s.on_table & s.turned
    if me == s.soloist:
        return s.put_away | (s.on_table & (s.looked | s.turned))
    if has(s.peeked_late, me):
        return s.saw[me]
    return s.on_table & from_skat(s, me)


@kernel
def unseen_cards(s, me):
    """The cards that it sees nowhere, what lies aside not considered."""
    cards = np.int64(0)
    for suit in range(len(s.suit_set)):
        cards |= s.suit_set[suit]
    for role in range(ROLES):
        cards &= ~s.played[role]
        if sees_hand(s, me, role):
            cards &= ~s.hand[role]
    return cards


@kernel
def shown_void(s, role):
    """The cards that a role has shown not to hold."""
    trumps = trump_cards(s.suit_set, s.rank_set, s.trump)
    cards = np.int64(0)
    for kind in range(JACKS + 1):
        if has(s.void[role], kind):
            cards |= class_cards(kind, s.suit_set, trumps)
    return cards


# Laying the cards anew


@kernel
def lay_aside(s, random, me, seen, aside, marking):
    """What lies in the skat or was put away; of cards still being marked only some can have been the first."""
    if me == s.soloist and me != OUT:
        if not s.taken:
            s.on_table = (s.on_table & seen) | aside
    elif marking:
        block = s.hand[s.soloist]
        marks = count(s.put_away)
        s.put_away = some(random, without_top(block, s.options.skat_size - marks), marks)
        s.hand[s.soloist] = block & ~s.put_away
    elif s.taken:
        s.put_away = aside | seen
    else:
        s.on_table = (s.on_table & seen) | aside


@kernel
def lay_hands(s, random, me, pool):
    """What each role had been dealt, and the skat."""
    for role in range(ROLES):
        if role != s.soloist and not sees_hand(s, me, role):
            s.dealt[role] = s.hand[role] | s.played[role]
    if begun(s) and not opponent(s, me):
        lay_revolution(s, random, pool)
    if s.soloist == OUT or (me == s.soloist and count(s.on_table) == s.options.skat_size):
        s.skat_set = s.on_table
    elif me != s.soloist:
        lay_soloist(s, random, me)


@kernel
def lay_soloist(s, random, me):
    """Which of the soloist's cards came from the skat: those seen there, and any others."""
    cards = s.hand[s.soloist] | s.played[s.soloist] | s.put_away | s.on_table
    s.skat_set = s.on_table | (from_skat(s, me) & cards)
    s.skat_set |= some(random, cards & ~s.skat_set, s.options.skat_size - count(s.skat_set))
    s.dealt[s.soloist] = cards & ~s.skat_set


@kernel
def lay_revolution(s, random, pool):
    """§3.10  Of the opponents' twenty cards any ten may have been dealt to the one, and any mark so far sorted out."""
    first, second = others_of(s, s.soloist)
    cards = s.hand[first] | s.hand[second] | s.played[first] | s.played[second]
    s.dealt[first] = some(random, cards, s.options.hand_size)
    s.dealt[second] = cards & ~s.dealt[first]
    if pool or s.phase == EXCHANGE:
        gone = s.played[first] | s.played[second]
        s.hand[first], s.hand[second] = s.dealt[first] & ~gone, s.dealt[second] & ~gone
    if s.options.revolution_mode == EXCHANGED:
        if s.phase == EXCHANGE:
            marks = count(s.sorted)
            s.sorted = some(random, without_top(cards, s.options.hand_size - marks), marks)
        else:
            s.sorted = s.hand[first] | s.played[first]


@kernel
def lay_deck(s, random, me):
    """The deck order: hands in any order, the skat with the card that was looked at or turned in its place."""
    for role in range(ROLES):
        if role != me:
            lay_cards(s, random, role)
    if s.options.skat_size == 1:
        s.deck[skat_place(s, 0)] = lowest(s.skat_set)
        s.looked = s.skat_set if s.looked != 0 else 0
        return
    first = some(random, s.skat_set, 1)
    if s.turned != 0:
        turned_at = s.looked_at if s.loss == 1 else 1 - s.looked_at
        first = s.turned if turned_at == 0 else s.skat_set & ~s.turned
    elif s.looked != 0 and me == s.soloist:
        first = s.looked if s.looked_at == 0 else s.skat_set & ~s.looked
    s.deck[skat_place(s, 0)] = lowest(first)
    s.deck[skat_place(s, 1)] = lowest(s.skat_set & ~first)
    if s.looked != 0:
        s.looked = first if s.looked_at == 0 else s.skat_set & ~first


@kernel
def lay_cards(s, random, role):
    """Lays what a role was dealt at its places, in random order."""
    cards = s.dealt[role]
    k = 0
    while cards != 0:
        j = below(random, k + 1)
        s.deck[place_of(s, role, k)] = s.deck[place_of(s, role, j)]
        s.deck[place_of(s, role, j)] = lowest(cards)
        cards &= cards - 1
        k += 1


@kernel
def tell_hidden(s, role):
    """Tells a role anew what it alone has seen in this deal."""
    seat = s.seat_at[role]
    forget_deal(s, seat)
    tell(s, seat, token(DEALT, s.dealt[role]))
    if s.saw[role] != 0:
        s.saw[role] = s.put_away if s.taken and has(s.peeked_late, role) else s.skat_set
        if not has(s.peeked_late, role):
            tell(s, seat, token(PEEKED, s.saw[role]))
    if role == s.soloist:
        tell_soloist(s, seat)
    elif opponent(s, role) and begun(s):
        first, second = others_of(s, s.soloist)
        tell(s, seat, token(POOL, s.dealt[second] if role == first else s.dealt[first]))
        tell_marks(s, seat, s.sorted)
    if has(s.peeked_late, role):
        tell(s, seat, token(PEEKED, s.saw[role]))


@kernel
def tell_soloist(s, seat):
    """What the soloist saw of the skat, and what he put away."""
    passed = s.looked != 0 and s.turned != 0 and s.turned != s.looked
    if s.looked != 0:
        tell(s, seat, token(LOOKED, lowest(s.looked)))
    if s.taken:
        tell(s, seat, token(TAKEN, s.skat_set & ~s.looked if passed else s.skat_set))
    tell_marks(s, seat, s.put_away)


@kernel
def tell_marks(s, seat, marks):
    """Cards marked in increasing order."""
    while marks != 0:
        tell(s, seat, token(MARKED, lowest(marks)))
        marks &= marks - 1


# Where the cards are


@kernel
def locate(s, out):
    """Hands by seat unless others see them, the skat, what was put away, the trick and the tricks taken."""
    for role in range(ROLES):
        shown = begun(s) and opponent(s, role)
        where = OPEN_HAND if role == s.soloist and s.exposed else TOGETHER if shown else s.seat_at[role]
        tally(where, s.hand[role], out)
        tally(TRICK, s.trick[role], out)
        tally(TAKEN_PLACE, s.played[role] & ~s.trick[role], out)
    tally(SKAT_PLACE, s.on_table, out)
    tally(AWAY, s.put_away, out)
