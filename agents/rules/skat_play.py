"""How docs/rules/skat.md §11 plays its cards and puts them away.

Card sets in, a card out; `suits` and `ranks` are the sets of each suit and rank of the deck.
"""

import numpy as np

from ...core.cards import bit, count, has, lowest
from ...core.kernel import kernel
from ...games.skat.cards import NULL_HEIGHT, beating, class_cards, class_of, rank_of, trump_cards
from ...games.skat.names import ACE, JACK, NO_TRUMPS, SUITS, TEN
from ...games.skat.scoring import points_of
from .skat_hand import card_unsafe, unsafe

WORTH_A_TRUMP = 3  # points in the trick


# Choosing among cards; ties go to the lowest index


@kernel
def richest(cards, ranks):
    """The card of most points."""
    best, most = lowest(cards), np.int64(-1)
    while cards != 0:
        card = lowest(cards)
        if points_of(bit(card), ranks) > most:
            best, most = card, points_of(bit(card), ranks)
        cards &= cards - 1
    return best


@kernel
def weakest(cards, suits, ranks, trump):
    """The card that most cards beat: among trumps the lowest one."""
    best, most = lowest(cards), np.int64(-1)
    while cards != 0:
        card = lowest(cards)
        n = count(beating(card, suits, ranks, trump))
        if n > most:
            best, most = card, n
        cards &= cards - 1
    return best


@kernel
def cheapest(cards, suits, ranks, trump):
    """The side card of fewest points, else the lowest trump."""
    plain = cards & ~trump_cards(suits, ranks, trump)
    if plain == 0:
        return weakest(cards, suits, ranks, trump)
    best, least = lowest(plain), np.int64(100)
    while plain != 0:
        card = lowest(plain)
        if points_of(bit(card), ranks) < least:
            best, least = card, points_of(bit(card), ranks)
        plain &= plain - 1
    return best


@kernel
def masters(cards, out, suits, ranks, trump):
    """The cards that no card of their class still out can beat."""
    trumps = trump_cards(suits, ranks, trump)
    found = np.int64(0)
    rest = cards
    while rest != 0:
        card = lowest(rest)
        same = class_cards(class_of(card, suits, trumps), suits, trumps)
        if beating(card, suits, ranks, trump) & same & out == 0:
            found |= bit(card)
        rest &= rest - 1
    return found


@kernel
def side_suit(cards, suits, trumps, longest):
    """The cards held in the longest or the shortest side suit."""
    best = np.int64(0)
    for suit in range(SUITS):
        own = cards & suits[suit] & ~trumps
        if own != 0 and (best == 0 or ((count(own) > count(best)) == longest and count(own) != count(best))):
            best = own
    return best


@kernel
def top_card(cards, suits, ranks, trump):
    """The strongest card of a set."""
    best, least = lowest(cards), np.int64(100)
    while cards != 0:
        card = lowest(cards)
        n = count(beating(card, suits, ranks, trump))
        if n < least:
            best, least = card, n
        cards &= cards - 1
    return best


# Games with trumps


@kernel
def soloist_leads(cards, out, drawn, suits, ranks, trump):
    """§11  High trumps while the others may have any (`drawn`: they can't), side masters, low trumps, a long suit."""
    trumps = trump_cards(suits, ranks, trump)
    own = cards & trumps
    if own != 0 and out & trumps != 0 and not drawn:
        top = top_card(own, suits, ranks, trump)
        if masters(bit(top), out, suits, ranks, trump) != 0:
            return top
    sure = masters(cards & ~trumps, out, suits, ranks, trump)
    if sure != 0:
        return richest(sure, ranks)
    if own != 0 and count(own) >= count(out & trumps) > 0 and not drawn:
        return weakest(own, suits, ranks, trump)
    side = side_suit(cards, suits, trumps, True)
    return cheapest(side if side != 0 else cards, suits, ranks, trump)


@kernel
def soloist_follows(cards, winners, pile, void, last, out, suits, ranks, trump):
    """§11  Last: the richest side winner, or a trump for a trick worth it; second: a master, or a low ruff."""
    trumps = trump_cards(suits, ranks, trump)
    if last and winners & ~trumps != 0:
        return richest(winners & ~trumps, ranks)
    sure = masters(winners, out, suits, ranks, trump)
    if not last and not void and sure != 0:
        return richest(sure, ranks)
    if (last or void) and winners & trumps != 0 and points_of(pile, ranks) >= WORTH_A_TRUMP:
        return weakest(winners & trumps, suits, ranks, trump)
    return cheapest(cards, suits, ranks, trump)


@kernel
def opponent_leads(cards, out, suits, ranks, trump):
    """§11  A master of the shortest side suit, else its cheapest card."""
    trumps = trump_cards(suits, ranks, trump)
    side = side_suit(cards, suits, trumps, False)
    if side == 0:
        return weakest(cards, suits, ranks, trump)
    sure = masters(side, out, suits, ranks, trump)
    return richest(sure, ranks) if sure != 0 else cheapest(side, suits, ranks, trump)


@kernel
def opponent_follows(cards, winners, partner_sure, last, out, suits, ranks, trump):
    """§11  Points to a partner who surely wins; otherwise overtake if that is sure, or throw the cheapest."""
    if partner_sure:
        plain = cards & ~ranks[JACK]
        return richest(plain, ranks) if plain != 0 else cheapest(cards, suits, ranks, trump)
    sure = winners if last else masters(winners, out, suits, ranks, trump)
    if sure != 0:
        plain = sure & ~trump_cards(suits, ranks, trump)
        return richest(plain if plain != 0 else sure, ranks)
    return cheapest(cards, suits, ranks, trump)


# Games that avoid tricks


@kernel
def null_height(card, ranks):
    """How high a card stands without trumps."""
    return NULL_HEIGHT[rank_of(card, ranks)]


@kernel
def lowest_null(cards, ranks):
    """The lowest card without trumps."""
    best = lowest(cards)
    while cards != 0:
        if null_height(lowest(cards), ranks) < null_height(best, ranks):
            best = lowest(cards)
        cards &= cards - 1
    return best


@kernel
def highest_null(cards, ranks):
    """The highest card without trumps."""
    best = lowest(cards)
    while cards != 0:
        if null_height(lowest(cards), ranks) > null_height(best, ranks):
            best = lowest(cards)
        cards &= cards - 1
    return best


@kernel
def null_soloist(cards, hand, winners, follow, leads, suits, ranks):
    """§11  Leads the lowest, ducks with the highest below the best, discards what is most unsafe."""
    if leads:
        return lowest_null(cards, ranks)
    if cards & follow == 0:
        return most_unsafe(cards, hand, suits, ranks)
    below = cards & ~winners
    return highest_null(below, ranks) if below != 0 else lowest_null(cards, ranks)


@kernel
def most_unsafe(cards, hand, suits, ranks):
    """The card that stands highest over the lower ones of its suit."""
    best, most = lowest(cards), np.int64(-100)
    while cards != 0:
        card = lowest(cards)
        if card_unsafe(card, hand, suits, ranks) > most:
            best, most = card, card_unsafe(card, hand, suits, ranks)
        cards &= cards - 1
    return best


@kernel
def null_opponent(cards, leads, suits, ranks):
    """§11  The lowest card, leading that of the shortest suit."""
    if leads:
        return lowest_null(side_suit(cards, suits, 0, False), ranks)
    return lowest_null(cards, ranks)


@kernel
def ducks(cards, winners, leads, suits, ranks, trump):
    """§11  The highest card that does not win, otherwise the cheapest."""
    below = cards & ~winners
    if leads or below == 0:
        return cheapest(cards, suits, ranks, trump)
    return (
        top_card(below, suits, ranks, trump)
        if below & ~trump_cards(suits, ranks, trump) == 0
        else richest(below, ranks)
    )


# Putting away


@kernel
def discard_score(pair, cards, suits, ranks, trump):
    """§11  Points, and 6 for a side suit emptied; not trumps, aces, nor a ten with its ace."""
    trumps = trump_cards(suits, ranks, trump)
    score = points_of(pair, ranks) - 40 * count(pair & trumps) - 20 * count(pair & ranks[ACE] & ~trumps)
    for suit in range(SUITS):
        own = cards & suits[suit] & ~trumps
        if own != 0 and own & ~pair == 0:
            score += 6
        if own & pair & ranks[TEN] != 0 and own & ranks[ACE] != 0:
            score -= 8
    return score


@kernel
def null_score(pair, cards, suits, ranks):
    """§11  Few unsafe cards left, then high ones gone."""
    score = -100 * unsafe(cards & ~pair, suits, ranks)
    while pair != 0:
        score += null_height(lowest(pair), ranks)
        pair &= pair - 1
    return score


@kernel
def discards(cards, size, suits, ranks, trump):
    """The one or two of `cards` to put away; ties to the lowest indices."""
    best, most = np.int64(0), np.int64(-100000)
    first = cards
    while first != 0:
        rest = first & (first - 1) if size == 2 else bit(lowest(first))
        while rest != 0:
            pair = bit(lowest(first)) | bit(lowest(rest))
            if trump == NO_TRUMPS:
                score = null_score(pair, cards, suits, ranks)
            else:
                score = discard_score(pair, cards, suits, ranks, trump)
            if score > most:
                best, most = pair, score
            rest &= rest - 1
        first &= first - 1
    return best


@kernel
def losers(cards, suits, ranks, trump):
    """§11  The cards of a hand that may lose a trick: the trumps outside a run that is too short, the same in side suits."""
    trumps = trump_cards(suits, ranks, trump)
    found = weak_cards(cards, trumps, suits, ranks, trump)
    for suit in range(SUITS):
        found |= weak_cards(cards, suits[suit] & ~trumps, suits, ranks, trump)
    return found


@kernel
def weak_cards(cards, kind, suits, ranks, trump):
    """The cards of one class outside the run from the top, none if the run outlasts all that others can hold."""
    run = np.int64(0)
    left = kind
    while left != 0:
        card = top_card(left, suits, ranks, trump)
        if not has(cards, card):
            break
        run |= bit(card)
        left &= ~bit(card)
    return np.int64(0) if count(run) >= count(kind & ~cards) else cards & kind & ~run
