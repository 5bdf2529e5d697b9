"""The exact value of the tricks to come when all hands lie open: one seat, the soloist, against the two others.

Alpha-beta with zero windows over compact states: a hand is a set of places, where a game's cards stand in runs of one
group each (the trumps, a suit), the stronger above the weaker. What a game is about enters as a table: the places, what
each card and each trick is worth, whether one who can't follow must trump, and whether the soloist wants much or little.

Bounds are kept in a memo under a hash (Zobrist 1970) of who holds what by strength within what is left of each group,
and who leads. A memo serves any number of deals: endings that differ by names of cards alone share entries. Of cards
that touch and are worth the same, only the lowest is tried; of cards that touch and differ a little, one that falls
short by more rules out the others (quasi-symmetry: Kupferschmid, Helmert, "A Skat player based on Monte-Carlo
simulation", Computers and Games 2006). The driver is MTD(f): Plaat et al., "Best-first fixed-depth minimax algorithms",
Artificial Intelligence 87, 1996; it bisects.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.cards import above, bit, count, has, highest, lowest
from ..core.kernel import kernel
from ..core.random import next_bits, stream
from ..core.record import record

__all__ = [
    "FIELDS", "HANDS", "MEMO", "NONE", "TABLE", "best_place", "deal_value", "lay_table", "memo_of", "open_value", "set_game", "to_places",
]  # fmt: skip

HANDS = 3
"""The soloist's, and those of the two others."""
PLACES = 32
GROUPS = 5
KINDS = 8
NONE = -1
"""No place, no hand."""
BOUND = 10_000  # beyond any value

FIELDS: tuple[tuple[Any, ...], ...] = (
    ("place", np.int64, (PLACES,)),  # of each card
    ("card", np.int64, (PLACES,)),  # at each place
    ("group", np.int64, (PLACES,)),  # of each place
    ("members", np.int64, (GROUPS,)),  # place set of each group
    ("worth", np.int64, (PLACES,)),  # of the card at each place, to who wins it
    ("kind", np.int64, (PLACES,)),  # of each place: equal for equal worth, below KINDS, growing with it
    ("equals", np.int64, (KINDS,)),  # place set of each kind
    ("price", np.int64, (KINDS,)),  # what a card of that kind is worth
    ("trick", np.int64),  # what a trick is worth beside its cards
    ("trumps", np.int64),  # place set: wins over the other groups
    ("must_trump", np.bool_),  # who can't follow
    ("most", np.bool_),  # the soloist wants much; else little
    ("salt", np.int64),  # tells games apart in the memo
)
"""A game of tricks, one row of a record array; `set_game` fills one."""

MEMO = record(
    "trick_memo",
    ("key", np.int64),
    ("low", np.int16),  # the value is at least this
    ("high", np.int16),  # and at most this
    ("move", np.int8),  # place to lead, -1 none known
)
"""An entry of a memo."""

_random = stream(1970)
_numbers = np.array([int(next_bits(_random)) >> 1 for _ in range(HANDS * KINDS * GROUPS * PLACES)], np.int64)
CARD_KEY = _numbers.reshape(HANDS, KINDS, GROUPS, PLACES)
LEADER_KEY = np.array([[int(next_bits(_random)) >> 1 for _ in range(HANDS)] for _ in range(HANDS)], np.int64)


def memo_of(bits: int = 20) -> np.ndarray:
    """An empty memo of 2**bits entries, 16 bytes each."""
    return np.zeros(1 << bits, MEMO)


def set_game(
    game: Any,
    groups: Sequence[Sequence[int]],
    *,
    worth: Sequence[int] | None = None,
    trick: int = 0,
    trumps: int = NONE,
    must_trump: bool = False,
    most: bool = True,
    salt: int = 0,
) -> None:
    """Fills a row of a record array with `FIELDS`.

    Args:
        game: the row.
        groups: the cards of each group from the weakest up; a card is an index of at most 31.
        worth: of each card, by index; None: nothing.
        trick: what a trick is worth beside its cards.
        trumps: the group that wins over the others, NONE if there is none.
        must_trump: must one who can't follow play a trump?
        most: does the soloist want much (or little)?
        salt: a number that no other game in the same memo has.
    """
    game.card = game.place = NONE
    prices = [0] if worth is None else sorted(set(worth))
    game.price[: len(prices)] = prices
    place = 0
    for number, cards in enumerate(groups):
        game.members[number] = ((1 << len(cards)) - 1) << place
        for card in cards:
            game.place[card], game.card[place], game.group[place] = place, card, number
            game.worth[place] = 0 if worth is None else worth[card]
            game.kind[place] = prices.index(game.worth[place])
            game.equals[game.kind[place]] |= 1 << place
            place += 1
    game.trick, game.must_trump, game.most = trick, must_trump, most
    game.trumps = 0 if trumps == NONE else game.members[trumps]
    game.salt = int(stream(salt)[0]) >> 1


# From the caller's cards to places


@kernel
def to_places(t, cards):
    """The places of a card set."""
    places = np.int64(0)
    while cards != 0:
        places |= bit(t.place[lowest(cards)])
        cards &= cards - 1
    return places


@kernel
def position_key(t, hands, soloist, leader):
    """The hash of who holds what, by strength within what is left of each group, and who leads."""
    key = t.salt ^ LEADER_KEY[soloist, leader]
    rest = hands[0] | hands[1] | hands[2]
    number, rank = np.int64(NONE), np.int64(0)
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        if t.group[place] != number:
            number, rank = t.group[place], np.int64(0)
        hand = 0 if has(hands[0], place) else 1 if has(hands[1], place) else 2
        key ^= CARD_KEY[hand, t.kind[place], number, rank]
        rank += 1
    return key


# One state


@kernel
def wins_over(t, place, best):
    """Does a card win over the best card so far?"""
    if t.group[place] == t.group[best]:
        return place > best
    return has(t.trumps, place)


@kernel
def lawful(t, hand, led):
    """The cards that may be played to a trick: of the group led, else trumps where that is a duty, else any."""
    if led == NONE:
        return hand
    same = hand & t.members[t.group[led]]
    if same != 0:
        return same
    if t.must_trump and hand & t.trumps != 0:
        return hand & t.trumps
    return hand


@kernel
def distinct(t, cards, hand, rivals):
    """Of cards that touch and are worth the same, the lowest; `rivals` are the places that part cards."""
    kept = cards
    rest = cards & (cards - 1)
    below = lowest(cards)
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        between = rivals & (bit(place) - 1) & -bit(below)
        if between == 0 and t.group[place] == t.group[below] and t.worth[place] == t.worth[below]:
            kept &= ~bit(place)
        below = place
    return kept


@kernel
def winners(own, one, two):
    """Of a hand's cards of a group those that win if it leads one after the other and nobody trumps."""
    tops = above(own, one | two)
    return own if count(tops) >= max(count(one), count(two)) else tops


@kernel
def sure(t, hands, hand):
    """The cards that the leader can lead one after the other without losing a trick, the trumps first."""
    own, one, two = hands[hand], hands[(hand + 1) % HANDS], hands[(hand + 2) % HANDS]
    cards = winners(own & t.trumps, one & t.trumps, two & t.trumps)
    if count(cards) < max(count(one & t.trumps), count(two & t.trumps)):
        return cards
    for number in range(GROUPS):
        members = t.members[number]
        if own & members != 0:
            cards |= winners(own & members, one & members, two & members)
    return cards


@kernel
def worth_of(t, cards):
    """What a hand's cards bring that each win a trick."""
    total = t.trick * count(cards)
    while cards != 0:
        total += t.worth[lowest(cards)]
        cards &= cards - 1
    return total


@kernel
def cheapest(t, hand, n):
    """What a hand's n cards of least worth come to."""
    total, kind = np.int64(0), 0
    while n > 0:
        some = min(n, count(hand & t.equals[kind]))
        total += some * t.price[kind]
        n -= some
        kind += 1
    return total


@kernel
def brought(t, hands, hand, cards):
    """What a hand's cards bring at least that each win a trick: themselves, and what the others have to add."""
    n = count(cards)
    return (
        worth_of(t, cards) + cheapest(t, hands[(hand + 1) % HANDS], n) + cheapest(t, hands[(hand + 2) % HANDS], n)
    )


@kernel
def top_trumps(t, hands, hand):
    """A hand's trumps above all others: they win a trick each, whoever leads."""
    rivals = hands[(hand + 1) % HANDS] | hands[(hand + 2) % HANDS]
    return above(hands[hand] & t.trumps, rivals & t.trumps)


@kernel
def least_and_most(t, hands, soloist, leader, left):
    """Quick bounds of the value for a soloist who wants much; a trick is about to begin."""
    low, high = np.int64(0), left
    for hand in range(HANDS):
        cards = sure(t, hands, hand) if hand == leader else top_trumps(t, hands, hand)
        if cards == 0:
            continue
        if hand == soloist:
            low = brought(t, hands, hand, cards)
        else:
            high = min(high, left - brought(t, hands, hand, cards))
    return low, high


@kernel
def alike(t, hand, rivals, place, slack):
    """Which cards of a hand touch `place`, and how much more or less the value can be with the farthest of them.

    Two touching cards of one hand change places: then all goes on as before, but that the difference of their worth may
    be won by another side. So their values differ by no more, and along a run by no more than the sum.

    Args:
        t: the game.
        hand: place set.
        rivals: the places that part cards.
        place: one of the hand's.
        slack: cards farther away are left out.
    """
    found, distance = np.int64(0), np.int64(0)
    for up in range(2):
        near, away = place, np.int64(0)
        while True:
            rest = hand & t.members[t.group[place]]
            rest &= -bit(near + 1) if up == 1 else bit(near) - 1
            if rest == 0:
                break
            far = lowest(rest) if up == 1 else highest(rest)
            between = rivals & (bit(max(near, far)) - bit(min(near, far)))
            away += abs(t.worth[far] - t.worth[near])
            if between != 0 or away > slack:
                break
            found |= bit(far)
            distance = max(distance, away)
            near = far
    return found, distance


# Which card first


@kernel
def height(t, place):
    """How strong a card is within its group."""
    return place - lowest(t.members[t.group[place]])


@kernel
def appeal(t, hands, soloist, seat, size, led, best, winner, place):
    """How promising a card looks: high worth in tricks that its side will win, low in others. Never changes the value."""
    rank = height(t, place)
    worth = t.worth[place]
    if not t.most:
        return appeal_little(t, hands, soloist, seat, size, best, winner, place, rank)
    if size == 0:
        return appeal_led(t, hands, soloist, seat, place, rank)
    after = (seat + 1) % HANDS
    takes = wins_over(t, place, best)
    friendly = (winner == soloist) == (seat == soloist)
    if size == 2:
        if friendly:
            return 2 * worth - rank - (10 if takes else 0)
        return 50 + worth - rank if takes else -2 * worth - rank
    if (after == soloist) == (seat == soloist):
        if takes:
            return 60 + worth - rank
        fine = friendly or overtaken(t, hands[after], led, best)
        return 30 + 2 * worth - rank if fine else -2 * worth - rank
    threat = overtaken(t, hands[after], led, place if takes else best)
    if takes:
        return 5 - worth - rank if threat else 60 + worth - rank
    return 30 + 2 * worth - rank if friendly and not threat else -2 * worth - rank


@kernel
def appeal_led(t, hands, soloist, seat, place, rank):
    """`appeal` of a card to lead; trumps before cards that might have been trumped."""
    worth = t.worth[place]
    first, second = (seat + 1) % HANDS, (seat + 2) % HANDS
    partner = second if first == soloist else first
    lost = overtaken(t, hands[second if partner == first else first], place, place)
    if seat == soloist:
        lost |= overtaken(t, hands[partner], place, place)
    if not lost:
        rivals = hands[first] | hands[second]
        higher = rivals & t.members[t.group[place]] & -bit(place)
        open_to = higher != 0 or (rivals & t.trumps != 0 and not has(t.trumps, place))
        return (80 if open_to else 100) + worth
    if seat != soloist and outdoes(t, hands[partner], hands[soloist], place):
        return 60 + worth
    return -2 * worth - rank


@kernel
def outdoes(t, hand, rival, led):
    """Has a hand a better card for a trick than the rival, one of the group led, or else a trump?"""
    members = t.members[t.group[led]]
    own, other = hand & members, rival & members
    if own != 0:
        return other != 0 and own > other
    own, over = hand & t.trumps, rival & t.trumps
    return own != 0 and members != t.trumps and (other != 0 or own > over)


@kernel
def overtaken(t, hand, led, best):
    """Can a hand play a card that beats the best one?"""
    members = t.members[t.group[led]]
    if hand & members != 0:
        return t.group[best] == t.group[led] and hand & members & -bit(best) != 0
    if has(t.trumps, best):
        return hand & t.trumps & -bit(best) != 0
    return hand & t.trumps != 0


@kernel
def appeal_little(t, hands, soloist, seat, size, best, winner, place, rank):
    """`appeal` where the soloist avoids tricks."""
    if size == 0:
        answers = hands[soloist] & t.members[t.group[place]]
        if seat != soloist and answers == 0:
            return -20 - rank
        return -rank
    takes = wins_over(t, place, best)
    if seat == soloist:
        if takes:
            return rank if size == 2 else -rank
        return 50 + rank
    if winner == soloist:
        return -rank if takes else 50 + rank
    return rank if size == 2 and (seat + 1) % HANDS == soloist and not takes else -rank


@kernel
def most_appealing(t, hands, soloist, seat, size, led, best, winner, cards, known):
    """The card to try first, the one in the memo before all."""
    if known != NONE and has(cards, known):
        return known
    if cards & (cards - 1) == 0:
        return lowest(cards)
    chosen, top = lowest(cards), np.int64(-BOUND)
    while cards != 0:
        place = lowest(cards)
        score = appeal(t, hands, soloist, seat, size, led, best, winner, place)
        if score > top:
            chosen, top = place, score
        cards &= cards - 1
    return chosen


# Search


@kernel
def search(t, hands, soloist, seat, size, led, best, winner, gain, left, alpha, beta, memo, tried):
    """The value for the soloist of what is not yet won: exact between alpha and beta, else a bound on that side.

    Args:
        t: the game.
        hands: int64 ``[3]``, place sets; as before when it returns.
        soloist: the hand that plays alone.
        seat: the hand to play.
        size: cards on the table.
        led: the place of the first card on the table, NONE if there is none.
        best: that of the best card there.
        winner: the hand that played it.
        gain: what the cards on the table are worth.
        left: what is not yet won, cards on the table included.
        alpha: values up to this are of no interest.
        beta: nor are values from this on.
        memo: bounds found before.
        tried: int64 ``[1]``, counts the cards tried.
    """
    low, high, known, slot, key = np.int64(0), left, np.int64(NONE), np.int64(0), np.int64(0)
    if size == 0:
        if hands[seat] == 0:
            return np.int64(0)
        key = position_key(t, hands, soloist, seat)
        slot = key & (len(memo) - 1)
        if memo[slot].key == key:
            low, high = np.int64(memo[slot].low), np.int64(memo[slot].high)
            known = np.int64(memo[slot].move)
        elif t.most:
            low, high = least_and_most(t, hands, soloist, seat, left)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
    rising = (seat == soloist) == t.most
    value = np.int64(-BOUND if rising else BOUND)
    floor, roof = alpha, beta
    rivals = hands[(seat + 1) % HANDS] | hands[(seat + 2) % HANDS]
    if size > 0:
        rivals |= bit(best)
    cards = distinct(t, lawful(t, hands[seat], led), hands[seat], rivals)
    move = known
    while cards != 0:
        place = most_appealing(t, hands, soloist, seat, size, led, best, winner, cards, known)
        cards &= ~bit(place)
        tried[0] += 1
        takes = size == 0 or wins_over(t, place, best)
        new_winner = seat if takes else winner
        total = gain + t.worth[place]
        hands[seat] ^= bit(place)
        if size < 2:
            found = search(
                t, hands, soloist, (seat + 1) % HANDS, size + 1, place if size == 0 else led, place if takes else best,
                new_winner, total, left, alpha, beta, memo, tried,
            )  # fmt: skip
        else:
            total += t.trick
            won = total if new_winner == soloist else np.int64(0)
            found = won + search(
                t, hands, soloist, new_winner, np.int64(0), np.int64(NONE), np.int64(NONE), np.int64(NONE), np.int64(0),
                left - total, alpha - won, beta - won, memo, tried,
            )  # fmt: skip
        hands[seat] ^= bit(place)
        if rising:
            if found > value:
                value, move = found, place
            alpha = max(alpha, value)
        else:
            if found < value:
                value, move = found, place
            beta = min(beta, value)
        if alpha >= beta:
            break
        if cards != 0:
            same, distance = alike(t, hands[seat], rivals, place, alpha - found if rising else found - beta)
            if same & cards != 0:
                cards &= ~same
                value = max(value, found + distance) if rising else min(value, found - distance)
    if size == 0:
        keep(memo[slot], key, low, high, value, floor, roof, move)
    return value


@kernel
def keep(entry, key, low, high, value, floor, roof, move):
    """Notes in the memo what a search between floor and roof has shown."""
    entry.key = key
    entry.low = value if value > floor else low
    entry.high = value if value < roof else high
    entry.move = move


# From outside

TABLE = 5
"""Entries of a table, which says what lies on it: int64 ``[TABLE]``."""
SIZE, LED, BEST, WINNER, GAIN = range(TABLE)


@kernel
def lay_table(t, cards, leader, table):
    """Fills `table` (int64 ``[TABLE]``) with the trick that `leader` led; `cards` (int64 ``[3]``) is each hand's card set."""
    table[SIZE], table[LED], table[BEST], table[WINNER], table[GAIN] = 0, NONE, NONE, NONE, 0
    for k in range(HANDS):
        hand = (leader + k) % HANDS
        if cards[hand] != 0:
            add_card(t, table, hand, t.place[lowest(cards[hand])])


@kernel
def add_card(t, table, hand, place):
    """A card more on the table."""
    if table[SIZE] == 0:
        table[LED] = place
    if table[SIZE] == 0 or wins_over(t, place, table[BEST]):
        table[BEST], table[WINNER] = place, hand
    table[GAIN] += t.worth[place]
    table[SIZE] += 1


@kernel
def open_value(t, hands, soloist, seat, table, floor, roof, memo, tried):
    """What the soloist takes of all that is not yet won, the trick on the table included.

    Args:
        t: the game, a row of `FIELDS`.
        hands: int64 ``[3]``, place sets.
        soloist: the hand that plays alone.
        seat: the hand to play.
        table: int64 ``[TABLE]``, see `lay_table`.
        floor: smaller values are reported as this.
        roof: greater ones as this.
        memo: bounds found before (`memo_of`).
        tried: int64 ``[1]``, counts the cards tried.
    """
    left = not_won(t, hands, seat, table)
    low, high = min(max(np.int64(0), floor), left), min(left, roof)
    guess = (low + high) // 2
    while low < high:
        beta = max(guess, low + 1)
        guess = searched(t, hands, soloist, seat, table, left, beta - 1, beta, memo, tried)
        if guess < beta:
            high = max(guess, low)
        else:
            low = min(guess, high)
        guess = (low + high) // 2
    return low


@kernel
def deal_value(games, row, cards, soloist, leader, floor, roof, memo, tried):
    """`open_value` of hands given as card sets (int64 ``[3]``), a trick about to begin; `games` are rows of `FIELDS`."""
    t = games[row]
    hands, table = np.zeros(HANDS, np.int64), np.zeros(TABLE, np.int64)
    for hand in range(HANDS):
        hands[hand] = to_places(t, cards[hand])
    lay_table(t, np.zeros(HANDS, np.int64), leader, table)
    return open_value(t, hands, soloist, leader, table, floor, roof, memo, tried)


@kernel
def best_place(t, hands, soloist, seat, table, value, memo, tried):
    """A card by which the hand to play brings about `value`, which `open_value` found; the lowest of equal ones."""
    left = not_won(t, hands, seat, table)
    cards = lawful(t, hands[seat], table[LED])
    alpha = value - 1 if (seat == soloist) == t.most else value
    following = np.zeros(TABLE, np.int64)
    while cards & (cards - 1) != 0:
        place = lowest(cards)
        following[:] = table
        hands[seat] ^= bit(place)
        add_card(t, following, seat, place)
        found = finished(t, hands, soloist, seat, following, left, alpha, memo, tried)
        hands[seat] ^= bit(place)
        if (found > alpha) == ((seat == soloist) == t.most):
            return place
        cards &= cards - 1
    return lowest(cards)


@kernel
def finished(t, hands, soloist, seat, table, left, alpha, memo, tried):
    """The value after a card of `seat`, more than alpha or not; a full trick is taken up."""
    if table[SIZE] < HANDS:
        return searched(t, hands, soloist, (seat + 1) % HANDS, table, left, alpha, alpha + 1, memo, tried)
    winner, total = table[WINNER], table[GAIN] + t.trick
    won = total if winner == soloist else np.int64(0)
    table[SIZE], table[LED], table[BEST], table[WINNER], table[GAIN] = 0, NONE, NONE, NONE, 0
    alpha -= won
    return won + searched(t, hands, soloist, winner, table, left - total, alpha, alpha + 1, memo, tried)


@kernel
def searched(t, hands, soloist, seat, table, left, alpha, beta, memo, tried):
    """`search` from a table."""
    size, led, best, winner, gain = table[SIZE], table[LED], table[BEST], table[WINNER], table[GAIN]
    return search(t, hands, soloist, seat, size, led, best, winner, gain, left, alpha, beta, memo, tried)


@kernel
def not_won(t, hands, seat, table):
    """What all cards in hands and on the table are worth, and the tricks to come."""
    total = table[GAIN] + t.trick * count(hands[seat])
    for hand in range(HANDS):
        total += worth_of(t, hands[hand]) - t.trick * count(hands[hand])
    return total
