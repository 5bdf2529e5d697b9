"""Skat's auction (§3.1), its opening when nobody bids (§3.2), and the penalties for peeking at the skat (§8).

§ cites docs/rules/skat.md.
"""

from ...core.cards import bit, has, lowest
from ...core.kernel import kernel
from ...core.knowledge import tell, tell_all, token
from .contracts import BITS, F_DUO, F_UNO, FIXED, ISKO, MUST_PLAY, NEXT_ONLY, PENALISED, RAMSCH, word_above
from .deal import turn_to
from .declare import become_soloist
from .names import (
    BID2,
    BID_ZERO,
    CONTINUE,
    DEMAND,
    DONE,
    EXCLUDED,
    HINTERHAND,
    HOLD,
    JACKS,
    LIVE,
    OPENING,
    OUT,
    PASS,
    PASSED,
    PEEK,
    PEEK_RESPONSE,
    PEEKED,
    PLAY,
    PUBLIC,
    ROLES,
    VOIDED,
    VORHAND,
)
from .play import lead_off, settle_game
from .scoring import points_of

PEEK_PRICE = 10
ISKO_OPENING = 18  # what Vorhand must reach when he plays though nobody bid (§3.2)


@kernel
def may_bid(s, mask):
    """§3.1, §3.2  The bidder passes or goes higher, the holder passes or holds; Vorhand plays or passes at the opening."""
    mask[PASS] = 1
    n = 1
    if s.phase == OPENING or s.answering:
        mask[HOLD] = 1
        n += 1
    else:
        n += spread_bids(s, mask)
    return n + may_peek(s, mask)


@kernel
def spread_bids(s, mask):
    """§3.1  The bids above the last one, or only the next."""
    n = 0
    for word in range((s.bid + 1) // BITS, len(s.ladder)):
        bids = word_above(s.ladder, word, s.bid)
        while bids != 0:
            mask[BID_ZERO + BITS * word + lowest(bids)] = 1
            n += 1
            if s.options.jump_bids == NEXT_ONLY:
                return n
            bids &= bids - 1
    return n


@kernel
def bid(s, action):
    """§3.1  A bid asks the holder; held, the bidder goes on; who passes leaves the stage to the other."""
    if action == PEEK:
        peek(s)
        return
    tell_all(s, token(PUBLIC, action))
    if s.phase == OPENING:
        open_game(s, action == HOLD)
    elif action == PASS:
        s.status[s.turn] = PASSED
        leave(s)
    elif action == HOLD:
        s.last_bid[s.holder] = s.bid
        s.answering = False
        turn_to(s, s.bidder)
    else:
        s.bid = s.last_bid[s.bidder] = action - BID_ZERO
        s.answering = True
        turn_to(s, s.holder)


@kernel
def leave(s):
    """§3.1  The seat asked is out: the other one faces Hinterhand, or has won the auction."""
    survivor = s.bidder if s.answering else s.holder
    s.answering = False
    if s.stage == 1:
        s.stage = 2
        s.phase = BID2
        s.bidder, s.holder = HINTERHAND, survivor
        s.status[HINTERHAND] = LIVE
        turn_to(s, HINTERHAND)
    elif s.bid > 0:
        become_soloist(s, survivor)
    elif s.options.all_pass == MUST_PLAY:
        open_game(s, True)
    else:
        s.phase = OPENING
        turn_to(s, VORHAND)


@kernel
def open_game(s, plays):
    """§3.2  Nobody bid: Vorhand plays, or there is a Ramsch, or the deal is passed out."""
    if plays:
        s.bid = ISKO_OPENING if s.options.scoring == ISKO else 0
        become_soloist(s, VORHAND)
        return
    s.stage = 0
    if s.options.all_pass == RAMSCH:
        s.trump = JACKS
        lead_off(s)
    else:
        s.phase = DONE


# Peeking


@kernel
def may_peek(s, mask):
    """§8  Once a deal, before play or in it: not at Ramsch, Uno and Duo, nor a soloist who took the skat."""
    if s.options.peeking != PENALISED or has(s.peeked, s.turn):
        return 0
    barred = s.soloist == OUT or s.family in (F_UNO, F_DUO) or (s.taken and s.turn == s.soloist)
    if s.phase == PLAY and barred:
        return 0
    mask[PEEK] = 1
    return 1


@kernel
def peek(s):
    """§8  The seat sees the skat, or what was put away, and is out of the auction; the others are asked."""
    role = s.turn
    s.peeked |= bit(role)
    s.status[role] = EXCLUDED
    s.saw[role] = s.put_away if s.taken else s.skat_set
    tell_all(s, token(PUBLIC, PEEK))
    tell(s, s.seat_at[role], token(PEEKED, s.saw[role]))
    s.peeker = role
    s.answers = 0
    s.interrupted = s.phase
    if s.phase != PLAY:
        s.delta[s.seat_at[role]] -= PEEK_PRICE
        turn_to(s, (role + 1) % ROLES)
    else:
        s.peeked_late |= bit(role)
        if role == s.soloist:
            soloist_caught(s)
            return
        turn_to(s, s.soloist)
    s.phase = PEEK_RESPONSE


@kernel
def may_answer(mask):
    """§8  Let it pass, or not."""
    mask[CONTINUE] = mask[DEMAND] = 1
    return 2


@kernel
def answer(s, action):
    """§8  A new deal, or the end of the play, if anybody asked demands it; otherwise the game goes on."""
    tell_all(s, token(PUBLIC, action))
    if s.interrupted == PLAY:
        if action == DEMAND:
            opponent_caught(s)
        else:
            s.phase = PLAY
            turn_to(s, s.peeker)
    elif action == DEMAND:
        s.phase = VOIDED
    elif s.answers == 0:
        s.answers = 1
        turn_to(s, (s.peeker + 2) % ROLES)
    else:
        go_on(s)


@kernel
def go_on(s):
    """§8  The auction goes on as if the peeker had passed."""
    s.phase = s.interrupted
    if s.phase == OPENING:
        open_game(s, False)
    else:
        leave(s)


@kernel
def soloist_caught(s):
    """§8  The soloist keeps what his tricks have brought, without the skat; all else is the opponents'."""
    own = s.tricks[s.soloist]
    if FIXED[s.family]:
        own = s.options.hand_size  # lost: a null game wants no trick
    settle_game(s, s.points[s.soloist], own, s.options.hand_size - s.tricks[s.soloist])
    s.phase = DONE


@kernel
def opponent_caught(s):
    """§8  The opponents keep what their tricks have brought; all else is the soloist's."""
    if FIXED[s.family]:
        settle_game(s, 0, 0, 0)
    else:
        cards = s.suit_set[0] | s.suit_set[1] | s.suit_set[2] | s.suit_set[3]
        theirs = s.points[0] + s.points[1] + s.points[2] - s.points[s.soloist]
        lost = s.trick_number - s.tricks[s.soloist]
        points = points_of(cards, s.rank_set) - theirs
        settle_game(s, points, s.options.hand_size - lost, lost)
    s.phase = DONE
