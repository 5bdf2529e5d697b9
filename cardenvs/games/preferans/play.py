"""Tricks of preferans: contracts, misères and the raspas. § cites docs/rules/preferans.md."""

from ...core.cards import bit, count, has, lowest
from ...core.kernel import kernel
from ...core.knowledge import tell_all, token
from ...mechanics.tricks import next_in
from .names import CARD, EXPOSED, NO_SUIT, NOBODY, PLAY, RANKS, RASPAS, SEATS, TALON_LEAD, TALON_SLOT
from .options import BY_DEALER, FORBIDDEN, UNUSED
from .settle import settle, settle_revoke
from .state import beats_best, lawful

# Start


@kernel
def start_play(s):
    """§3.5  Forehand leads, whoever declares; hands that are to lie open are shown first, or after his card."""
    s.to_expose = s.open
    begin(s)


@kernel
def start_catch(s):
    """§3.4, §3.5  A misère or a ten is caught, by each with his own hand, in the open."""
    s.catch = True
    s.to_expose = s.options.catch_open
    begin(s)


@kernel
def start_raspas(s):
    """§3.6  All have passed: no trumps, and the talon may lead the first tricks."""
    s.contract = RASPAS
    begin(s)


@kernel
def begin(s):
    """§3.5, §3.6  The first trick."""
    s.phase = PLAY
    lead(s, s.first)
    if s.to_expose and s.first != s.declarer:
        expose(s)
    s.seat = s.controller[s.turn]


@kernel
def lead(s, seat):
    """A trick begins with the hand of `seat`, or in a raspas with a card of the talon and then that hand."""
    s.turn = s.leader = seat
    s.trick_size = 0
    s.led, s.best_seat = NO_SUIT, NOBODY
    if led_by_talon(s):
        turn_talon(s)


@kernel
def led_by_talon(s):
    """§3.6  The talon leads the first tricks of a raspas, unless it stays away."""
    return s.contract == RASPAS and s.options.raspas_talon != UNUSED and s.trick_number < s.talon_size


@kernel
def turn_talon(s):
    """§3.6  The next card of the talon names the suit; for a dealer who sits out it takes part."""
    card = s.talon[s.trick_number]
    s.shown |= bit(card)
    s.trick[TALON_SLOT] = bit(card)
    s.played[TALON_SLOT] |= bit(card)
    s.led = card // RANKS
    if s.options.raspas_talon == BY_DEALER:
        s.best, s.best_seat = card, s.dealer
    tell_all(s, token(TALON_LEAD, card))


@kernel
def expose(s):
    """§3.5  Both defending hands are laid open."""
    s.to_expose = False
    for k in range(2):
        seat = s.defenders[k]
        s.exposed |= bit(seat)
        tell_all(s, token(EXPOSED, s.hand[seat]))


# Cards


@kernel
def may_play(s, mask):
    """§3.5, §8  The lawful cards of the hand whose turn it is; where revokes are only punished, all of it."""
    cards = lawful(s) if s.options.revokes == FORBIDDEN else s.hand[s.turn]
    n = count(cards)
    while cards != 0:
        mask[lowest(cards)] = 1
        cards &= cards - 1
    return n


@kernel
def play_card(s, card):
    """§3.5  A card to the trick; after the third the winner leads; the last trick ends the deal."""
    tell_all(s, token(CARD, card))
    if s.options.revokes != FORBIDDEN and not has(lawful(s), card):
        settle_revoke(s)
        return
    put(s, card)
    if s.trick_size == 3:
        finish_trick(s)
        if s.trick_number == s.options.hand_size:
            settle(s)
            return
    else:
        s.turn = next_in(s.active, s.turn, s.options.seats)
    if s.to_expose:
        expose(s)  # declarer was forehand, and has led
    s.seat = s.controller[s.turn]


@kernel
def put(s, card):
    """§3.5, §3.6  The card leaves the hand and may be the best so far; it may show what the hand lacks."""
    seat, suit = s.turn, card // RANKS
    s.hand[seat] &= ~bit(card)
    s.trick[seat] = bit(card)
    s.played[seat] |= bit(card)
    s.trick_size += 1
    if s.led == NO_SUIT:
        s.led, s.best, s.best_seat = suit, card, seat
        return
    if suit != s.led:
        s.void[seat] |= bit(s.led)
        if suit != s.trump and s.trump != NO_SUIT:
            s.void[seat] |= bit(s.trump)
    if beats_best(s, card):
        s.best, s.best_seat = card, seat


@kernel
def finish_trick(s):
    """§3.5, §3.6  The winner leads next; while the talon leads, and right after, it is forehand's turn."""
    winner = s.first if s.best_seat == NOBODY else s.best_seat
    by_talon = s.trick[TALON_SLOT] != 0
    s.won[winner] += 1
    for slot in range(SEATS + 1):
        s.last_trick[slot] = s.trick[slot]
        s.trick[slot] = 0
    s.trick_number += 1
    if s.trick_number < s.options.hand_size:
        lead(s, s.first if by_talon else winner)
