"""Skat's play and settlement: tricks (§3.8-§3.10), the reckoning of a deal (§4), and the end of the episode (§2).

§ cites docs/rules/skat.md.
"""

from ...core.cards import bit, count, has, spread
from ...core.deck import prepare_deal
from ...core.kernel import kernel
from ...core.knowledge import tell_all, token
from .cards import beating, class_cards, class_of, trump_cards
from .contracts import (
    BY_BID,
    BY_SUITS,
    EACH,
    F_DUO,
    F_RAMSCH,
    F_REVOLUTION,
    F_UNO,
    FIXED,
    ISKO,
    LAST_TRICK,
    MATCH,
    NOBODY,
    POOLED,
    PRICE,
    RANK,
    extra_step,
)
from .deal import deal_cards, turn_to
from .names import CARDS, DONE, JACKS, OUT, PLAY, PUBLIC, ROLES, SCHWARZ, VORHAND
from .scoring import (
    foster_score,
    is_made,
    isko_made,
    isko_score,
    isko_steps,
    matadors,
    next_multiple,
    points_of,
    ramsch_price,
    steps,
)

# Play


@kernel
def lead_off(s):
    """§3.8  Vorhand leads to the first trick, whoever is soloist."""
    s.phase = PLAY
    s.leader = VORHAND
    turn_to(s, VORHAND)


@kernel
def pooled(s, role):
    """§3.10  Does the role play from the twenty cards that the opponents put together?"""
    return s.family == F_REVOLUTION and s.options.revolution_mode == POOLED and role != s.soloist


@kernel
def others_of(s, role):
    """The first and second role clockwise from `role`."""
    return (role + 1) % ROLES, (role + 2) % ROLES


@kernel
def opponents_cards(s):
    """§3.10  What the two opponents hold together."""
    first, second = others_of(s, s.soloist)
    return s.hand[first] | s.hand[second]


@kernel
def playable(s):
    """§3.8  Follow the class led if you can; otherwise any card."""
    cards = opponents_cards(s) if pooled(s, s.turn) else s.hand[s.turn]
    same = cards & s.follow
    return same if s.trick_size > 0 and same != 0 else cards


@kernel
def may_play(s, mask):
    """§3.8  The cards that can be played."""
    cards = playable(s)
    spread(cards, mask[:CARDS])
    return count(cards)


@kernel
def play_card(s, card):
    """§3.8  A card to the trick: the highest trump wins it, else the highest of the suit led."""
    role = s.turn
    if s.trick_size == 0:
        lead_card(s, card)
    else:
        follow_card(s, card)
    for other in range(ROLES):
        s.hand[other] &= ~bit(card)  # a card of the pool may be either opponent's
    s.trick[role] = bit(card)
    s.played[role] |= bit(card)
    tell_all(s, token(PUBLIC, card))
    s.trick_size += 1
    if s.trick_size < ROLES:
        turn_to(s, (role + 1) % ROLES)
        return
    finish_trick(s)
    if decided(s):
        settle(s)


@kernel
def lead_card(s, card):
    """§3.8  The card led says what is to be followed."""
    trumps = trump_cards(s.suit_set, s.rank_set, s.trump)
    s.led_class = class_of(card, s.suit_set, trumps)
    s.follow = class_cards(s.led_class, s.suit_set, trumps)
    s.beats = beating(card, s.suit_set, s.rank_set, s.trump)
    s.leader = s.best = s.turn


@kernel
def follow_card(s, card):
    """§3.8  A better card takes the lead of the trick; one of another class shows that there is none to follow with."""
    if not has(s.follow, card):
        for role in range(ROLES):
            if role == s.turn or (pooled(s, s.turn) and pooled(s, role)):
                s.void[role] |= bit(s.led_class)
    if has(s.beats, card):
        s.beats = beating(card, s.suit_set, s.rank_set, s.trump)
        s.best = s.turn


@kernel
def finish_trick(s):
    """§3.8  The winner takes the points and leads to the next trick."""
    cards = s.trick[0] | s.trick[1] | s.trick[2]
    s.trick_number += 1
    s.points[s.best] += points_of(cards, s.rank_set)
    s.tricks[s.best] += 1
    s.last_won[s.best] = s.trick_number
    for role in range(ROLES):
        s.trick[role] = 0
    s.trick_size = 0
    s.follow = s.beats = s.led_class = 0
    s.leader = s.best
    turn_to(s, s.best)


@kernel
def decided(s):
    """§3.8  The last trick, a trick for the soloist of a null game, or where no more trick can change the settlement."""
    if s.trick_number == s.options.hand_size:
        return True
    if s.soloist == OUT:
        return False
    own = s.tricks[s.soloist]
    if FIXED[s.family] and s.family != F_UNO and s.family != F_DUO:
        return own > 0
    if not s.options.early_stop:
        return False
    if s.family == F_UNO or s.family == F_DUO:
        return own > wanted_tricks(s)
    return s.announced == SCHWARZ and s.trick_number > own


@kernel
def wanted_tricks(s):
    """§4.2  How many tricks the soloist of a game without multipliers must take, neither more nor less."""
    return 1 if s.family == F_UNO else 2 if s.family == F_DUO else 0


# Settle


@kernel
def settle(s):
    """§4.1  The skat or what was put away counts for a soloist who has a trick."""
    if s.soloist == OUT:
        settle_ramsch(s)
    else:
        own = s.tricks[s.soloist]
        points = s.points[s.soloist]
        if own > 0:
            points += points_of(s.put_away if s.taken else s.skat_set, s.rank_set)
        settle_game(s, points, own, s.trick_number - own)
    s.phase = DONE


@kernel
def settle_game(s, points, own, lost):
    """§4.2, §4.4  The soloist writes what his game is worth, or what it costs."""
    if FIXED[s.family]:
        score = s.price if own == wanted_tricks(s) else -s.price * s.loss
    elif s.options.scoring == ISKO:
        score = isko_result(s, points, own, lost)
    else:
        score = foster_result(s, points, own, lost)
    s.made = score > 0
    seat = s.seat_at[s.soloist]
    s.delta[seat] += score
    if s.options.seeger_fabian:
        for other in range(s.options.seats):
            if other == seat:
                s.delta[other] += 50 if s.made else -50
            elif not s.made:
                s.delta[other] += 40 if s.options.seats == 3 else 30


@kernel
def matadors_of(s):
    """§4.1  By the soloist's twelve cards, the skat always among them."""
    return matadors(s.dealt[s.soloist] | s.skat_set, s.suit_set, s.rank_set, s.trump)


@kernel
def foster_result(s, points, own, lost):
    """§4.2  Base value times matadors and steps, against the bid; a loss may count double."""
    total = points_of(s.suit_set[0] | s.suit_set[1] | s.suit_set[2] | s.suit_set[3], s.rank_set)
    made = is_made(s.announced, points, lost, total)
    n = matadors_of(s) + steps(s.announced, made, points, own, lost, total) + extra_step(s.options, s.family)
    if s.options.bidding == BY_SUITS:
        if RANK[s.family, s.trump] < s.bid:
            return -s.loss * n * base_of_rank(s.bid)
        score = foster_score(made, s.price * n, 0, 0)
    else:
        overbid = s.bid if s.options.overbid_loss == BY_BID else next_multiple(s.price, s.bid)
        score = foster_score(made, s.price * n, s.bid, overbid)
    return score if score > 0 else score * s.loss


@kernel
def base_of_rank(rank):
    """§4.2  The base value of the Tourné or Frage that a rank names; dearer ranks can't be overbid."""
    for family in range(F_RAMSCH):
        for trump in range(JACKS + 1):
            if RANK[family, trump] == rank:
                return PRICE[family, trump]
    return 0


@kernel
def isko_result(s, points, own, lost):
    """§4.4  Base value times matadors and steps; a loss counts double."""
    total = points_of(s.suit_set[0] | s.suit_set[1] | s.suit_set[2] | s.suit_set[3], s.rank_set)
    n = matadors_of(s) + isko_steps(s.by_hand, s.announced, s.open, points, own, lost, total)
    made = isko_made(s.announced, points, lost, total)
    return isko_score(made, s.price * n, s.bid, s.price)


@kernel
def settle_ramsch(s):
    """§4.3  Most points lose; the skat goes to the winner of the last trick, and seats without a trick raise the price."""
    if s.options.ramsch_skat != NOBODY:
        s.points[s.best] += points_of(s.skat_set, s.rank_set)
    most = max(s.points[0], s.points[1], s.points[2])
    without_trick = 0
    latest = 0
    for role in range(ROLES):
        without_trick += 1 if s.tricks[role] == 0 else 0
        if s.points[role] == most:
            latest = max(latest, s.last_won[role])
    s.losers = 0
    for role in range(ROLES):
        if s.points[role] == most and (s.options.ramsch_tie != LAST_TRICK or s.last_won[role] == latest):
            s.losers |= bit(s.seat_at[role])
            s.delta[s.seat_at[role]] -= ramsch_price(without_trick)


@kernel
def close_deal(s):
    """§2, §8  A finished deal is paid; the episode ends or the next seat deals. A voided deal is dealt again."""
    n = s.options.seats
    if s.phase == DONE:
        pay_deal(s)
        s.deals_settled += 1
        if s.options.episode != MATCH or s.deals_settled == s.options.match_rounds * n:
            s.over = True
            return
        s.dealer = (s.dealer + 1) % n
        s.peeked = 0
    prepare_deal(s)
    deal_cards(s)


@kernel
def pay_deal(s):
    """§4.5  Each pays each the difference of what they wrote, or everyone gets what he wrote."""
    n = s.options.seats
    total = s.delta.sum()
    for seat in range(n):
        score = s.delta[seat]
        s.payoff[seat] += n * score - total if s.options.payment == EACH else score
        s.sheet[seat] += score
        s.delta[seat] = 0
