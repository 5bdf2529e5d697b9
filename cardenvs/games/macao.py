"""Macao: a banker against all others; a card each, another for who wants one, and nine is the best total.

Rules    docs/rules/macao.md, cited as §; §12 holds our decisions.
Deal     §2    one card to each, the banker last; coups go on from the same shoe until a bank has used it up.
Turns    §3    from the banker's left: stand, draw a card, or swap a card that counts nothing for another.
Settle   §4    who has more than the banker is paid, three times for a nine and twice for an eight as dealt;
               the others pay him, ties too.
Actions  §6    0 stand · 1 draw · 2 swap

A "deal" of the drivers is a bank here, the time for which one order of the shoe lasts. Suits mean nothing: cards of a
rank are told and seen as one.
"""

import numpy as np

from ..core.cards import bit, has
from ..core.deck import prepare_deal
from ..core.kernel import kernel
from ..core.knowledge import forget_deal, tell, tell_all, token
from ..core.random import below
from ..core.rules import Place, Rules, register
from ..mechanics.seats import left_of
from .macao_record import (
    ACTION_NAMES,
    ANY,
    ASIDE,
    BANKER,
    BEST,
    BUST,
    BUSTED,
    CARDS,
    DECK,
    DRAW,
    DREW,
    FACE_DOWN,
    FIRST,
    FIRST_CARD,
    MATCH,
    NO_MULTIPLES,
    OPEN,
    OPTIONS,
    PLACES,
    RANKS,
    SEATS,
    SHOWN,
    STAND,
    STATE,
    STOCK,
    STOOD,
    SWAP,
    THREW,
    TIES,
    UNSEEN,
    VALUES,
    Options,
    pack_of,
)
from .macao_view import layout_of, observe, text

__all__ = ["OPTIONS", "RULES", "STATE", "Options"]

TRIES = 20_000
"""Random placements of the hidden cards before `redeal` gives up."""


# Deal


@kernel
def deal(s):
    """§2  A bank begins: its first coup, up to the first seat that has a choice."""
    open_bank(s)
    move_on(s)


@kernel
def open_bank(s):
    """§2  The banker (the dealer of the record) begins to deal from a full shoe."""
    s.coup = s.shoe_next = 0
    for rank in range(RANKS):
        s.open_ranks[rank] = 0
    tell_all(s, token(BANKER, s.dealer))
    deal_coup(s)


@kernel
def deal_coup(s):
    """§2  One card to each punter from the banker's left, the banker last; only its holder sees it."""
    n = s.options.seats
    s.coup += 1
    s.stood = 0
    s.natural = bit(n) - 1
    s.seat = left_of(s.dealer, 1, n)
    for k in range(1, n + 1):
        seat = left_of(s.dealer, k, n)
        s.first_at[seat] = next_place(s)
        s.points[seat] = value_at(s, s.first_at[seat])
        s.draws[seat] = s.swaps[seat] = 0
        tell_hidden(s, seat)


@kernel
def next_place(s):
    """The position of the card that leaves the shoe now."""
    s.shoe_next += 1
    return s.shoe_next - 1


@kernel
def rank_at(s, place):
    """The rank of the card at a position of the deck."""
    return np.int64(s.deck[place]) % RANKS


@kernel
def value_at(s, place):
    """What the card at a position of the deck counts."""
    return VALUES[rank_at(s, place)]


@kernel
def tell_hidden(s, seat):
    """Tells a seat the cards that it alone sees now; all others that it had in this bank, all have seen since."""
    forget_deal(s, seat)
    tell(s, seat, token(FIRST, rank_at(s, s.first_at[seat])))
    if s.options.drawn_cards == FACE_DOWN:
        for k in range(s.draws[seat]):
            tell(s, seat, token(DREW, rank_at(s, s.drawn_at[seat, k])))


# Turns


@kernel
def legal(s, mask):
    """§3  Stand always; draw and swap where the rules allow it."""
    mask[STAND] = 1
    mask[DRAW] = may_draw(s)
    mask[SWAP] = may_swap(s)
    return 1 + np.int64(mask[DRAW]) + np.int64(mask[SWAP])


@kernel
def apply(s, action):
    """§3  A seat acts until it stands; seats that can only stand do so unasked."""
    if action == DRAW:
        draw(s)
    elif action == SWAP:
        swap(s)
    else:
        stand(s)
    move_on(s)


@kernel
def move_on(s):
    """§3  To the next seat that has a choice, coups and banks later if need be, or to the end."""
    while not (s.over or has_choice(s)):
        stand(s)


@kernel
def has_choice(s):
    """§3  Can the seat do anything but stand? A banker without a turn can't."""
    return (s.options.banker_draws or s.seat != s.dealer) and (may_draw(s) or may_swap(s))


@kernel
def may_draw(s):
    """§3  While fewer cards are drawn than allowed, the shoe has one, and the seat has not gone bust."""
    seat = s.seat
    return s.draws[seat] < s.options.max_draws and s.shoe_next < s.deck_size and s.points[seat] != BUSTED


@kernel
def may_swap(s):
    """§3  If the last card of the seat counts nothing."""
    seat = s.seat
    if s.shoe_next == s.deck_size or s.swaps[seat] >= s.options.max_swaps:
        return False
    if s.draws[seat] == 0:
        return s.options.zero_swap <= FIRST_CARD and value_at(s, s.first_at[seat]) == 0
    return s.options.zero_swap == ANY and value_at(s, s.drawn_at[seat, s.draws[seat] - 1]) == 0


@kernel
def draw(s):
    """§3  The next card of the shoe; whatever the seat has is then no longer as dealt."""
    seat = s.seat
    place = next_place(s)
    s.drawn_at[seat, s.draws[seat]] = place
    s.draws[seat] += 1
    s.natural &= ~bit(seat)
    take_drawn(s, seat, place)


@kernel
def take_drawn(s, seat, place):
    """§3  Adds a drawn card to the points, and shows it unless it lies face down."""
    s.points[seat] = together(s.points[seat], value_at(s, place), s.options.overdraw)
    if s.options.drawn_cards == FACE_DOWN:
        tell_all(s, token(DREW, UNSEEN))
        tell_hidden(s, seat)
    else:
        tell_all(s, token(DREW, rank_at(s, place)))
        s.open_ranks[rank_at(s, place)] += 1


@kernel
def together(points, value, overdraw):
    """§3  A card that would lead above nine counts nothing, or with `BUST` loses for good."""
    if points == BUSTED or points + value <= BEST:
        return points if points == BUSTED else points + value
    return BUSTED if overdraw == BUST else points


@kernel
def swap(s):
    """§3  The last card, which counts nothing, is thrown aside face up, and the next of the shoe takes its place."""
    seat = s.seat
    k = s.draws[seat] - 1
    thrown = rank_at(s, s.first_at[seat] if k < 0 else s.drawn_at[seat, k])
    tell_all(s, token(THREW, thrown))
    s.swaps[seat] += 1
    place = next_place(s)
    if k < 0:
        s.open_ranks[thrown] += 1
        s.first_at[seat] = place
        s.points[seat] = value_at(s, place)
        if not s.options.swap_keeps_natural:
            s.natural &= ~bit(seat)
        tell_hidden(s, seat)
    else:
        s.open_ranks[thrown] += s.options.drawn_cards == FACE_DOWN  # face up it was seen before
        s.drawn_at[seat, k] = place
        take_drawn(s, seat, place)


@kernel
def stand(s):
    """§3  The turn goes on to the left; when the banker has stood the coup is settled."""
    tell_all(s, token(STOOD, 0))
    s.stood |= bit(s.seat)
    if s.seat != s.dealer:
        s.seat = left_of(s.seat, 1, s.options.seats)
        return
    settle(s)
    show_cards(s)
    close_coup(s)


# Settle


@kernel
def settle(s):
    """§4  Each punter is paid by the banker or pays him."""
    for seat in range(s.options.seats):
        if seat != s.dealer:
            chips = s.options.stake * stakes_won(s, seat)
            s.payoff[seat] += chips
            s.payoff[s.dealer] -= chips


@kernel
def stakes_won(s, punter):
    """§4  More points than the banker's win, ties lose; how many stakes, a nine or an eight as dealt says."""
    own, his = s.points[punter], s.points[s.dealer]
    if own > his:
        return multiple(own, has(s.natural, punter))
    kind = s.options.banker_multiples
    if kind == NO_MULTIPLES or (kind == TIES and own < his):
        return -1
    return -multiple(his, has(s.natural, s.dealer) or not s.options.banker_needs_natural)


@kernel
def multiple(points, natural):
    """§4  Treble for a nine, double for an eight, if it is `natural`."""
    if not natural:
        return 1
    return 3 if points == BEST else 2 if points == BEST - 1 else 1


@kernel
def show_cards(s):
    """§3  At the settlement all cards are open."""
    for k in range(1, s.options.seats + 1):
        seat = left_of(s.dealer, k, s.options.seats)
        show_card(s, s.first_at[seat])
        if s.options.drawn_cards == FACE_DOWN:
            for j in range(s.draws[seat]):
                show_card(s, s.drawn_at[seat, j])


@kernel
def show_card(s, place):
    """A card that was hidden is open to all."""
    tell_all(s, token(SHOWN, rank_at(s, place)))
    s.open_ranks[rank_at(s, place)] += 1


@kernel
def close_coup(s):
    """§2  A match goes on with the next coup while the shoe has a card for each seat, then with the next bank."""
    n = s.options.seats
    if s.options.episode == MATCH:
        if s.deck_size - s.shoe_next >= n:
            deal_coup(s)
            return
        if s.deal_number < n * s.options.bank_rounds:
            s.dealer = left_of(s.dealer, 1, n)
            prepare_deal(s)
            open_bank(s)
            return
    s.over = True


# Hidden cards and names


@kernel
def redeal(s, seat, random):
    """§11  A uniform order of the cards that `seat` has not seen, among those that fit what the others did."""
    if s.over:
        return True
    places, cards = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    held = list_held(s, seat, places)
    n = held
    for place in range(s.shoe_next, s.deck_size):
        places[n] = place
        n += 1
    for k in range(n):
        cards[k] = s.deck[places[k]]
    before = cards.copy()
    found = False
    for _ in range(TRIES):
        lay_random(s, random, places, cards, 0, held, n)
        found = can_be(s, seat)
        if found:
            break
    if found:
        lay_random(s, random, places, cards, held, n, n)
    else:
        for k in range(n):
            s.deck[places[k]] = before[k]
    for other in range(s.options.seats):
        if other != seat:
            s.points[other] = worth(s, other)
            tell_hidden(s, other)
    return found


@kernel
def list_held(s, seat, places):
    """Fills the positions of the cards that other seats alone see; returns how many."""
    n = 0
    for other in range(s.options.seats):
        if other == seat:
            continue
        places[n] = s.first_at[other]
        n += 1
        if s.options.drawn_cards == FACE_DOWN:
            for k in range(s.draws[other]):
                places[n] = s.drawn_at[other, k]
                n += 1
    return n


@kernel
def lay_random(s, random, places, cards, start, stop, n):
    """Lays random ones of the cards from `start` on at the places from `start` to `stop`."""
    for k in range(start, stop):
        j = k + below(random, n - k)
        cards[k], cards[j] = cards[j], cards[k]
        s.deck[places[k]] = cards[k]


@kernel
def can_be(s, seat):
    """§11  Could all others have done what they did? Who drew again had not gone bust; who is to act has a choice."""
    for other in range(s.options.seats):
        if other == seat:
            continue
        draws = s.draws[other]
        total, last = value_at(s, s.first_at[other]), 1
        for k in range(draws):
            if s.options.overdraw == BUST and total > BEST:
                return False
            last = value_at(s, s.drawn_at[other, k])
            total += last
        if other == s.seat:
            if s.options.overdraw == BUST and total > BEST:
                return False
            if draws == s.options.max_draws and last != 0:
                return False
    return True


@kernel
def worth(s, seat):
    """§3  The points of a seat's cards."""
    points = value_at(s, s.first_at[seat])
    for k in range(s.draws[seat]):
        points = together(points, value_at(s, s.drawn_at[seat, k]), s.options.overdraw)
    return points


@kernel
def locate(s, out):
    """First cards and cards face down by seat, cards face up by seat, the shoe, and what was used or thrown aside."""
    for place in range(s.deck_size):
        out[ASIDE if place < s.shoe_next else STOCK, s.deck[place]] += 1
    for seat in range(s.options.seats):
        fetch(s, s.first_at[seat], seat, out)
        for k in range(s.draws[seat]):
            fetch(s, s.drawn_at[seat, k], seat if s.options.drawn_cards == FACE_DOWN else OPEN + seat, out)


@kernel
def fetch(s, place, to, out):
    """Counts a card elsewhere than aside."""
    out[ASIDE, s.deck[place]] -= 1
    out[to, s.deck[place]] += 1


def shape_of(options: Options, dealer: int) -> dict[str, Place]:
    """§2  The order of the deal; cards that a single coup can't reach are not stock."""
    n, size = options.seats, len(pack_of(options))
    shape: dict[str, Place] = {"hands": [[(seat - dealer - 1) % n] for seat in range(n)]}
    drawing = n if options.banker_draws else n - 1
    reached = n + drawing * options.max_draws + options.most_swaps if options.episode == "deal" else size
    if reached >= size:
        return shape | {"stock": list(range(n, size))}
    return shape | {"stock": list(range(n, reached)), "unused": list(range(reached, size))}


def decisions(options: Options) -> int:
    """Each decision of a bank takes a card from the shoe or stands on a first card from it."""
    size = len(pack_of(options))
    if options.episode == "match":
        return options.banks * size
    return min(size, options.seats * (1 + options.max_draws) + options.most_swaps)


def outcomes(states: np.ndarray) -> dict[str, np.ndarray]:
    """Who had an eight or a nine as dealt in the coup last settled."""
    seats = np.arange(SEATS)
    natural = states["natural"][:, None] >> seats & 1 == 1
    playing = seats < states["options"]["seats"][:, None]
    return {"eight or nine as dealt": natural & playing & (states["points"] >= BEST - 1)}


RULES = register(
    Rules(
        name="macao",
        title="Macao",
        state=STATE,
        option_record=OPTIONS,
        options_class=Options,
        cards=DECK,
        action_names=ACTION_NAMES,
        places=PLACES,
        deal=deal,
        legal=legal,
        apply=apply,
        observe=observe,
        redeal=redeal,
        locate=locate,
        layout_of=layout_of,
        pack_of=pack_of,
        shape_of=shape_of,
        text=text,
        decisions=decisions,
        unit=lambda options: options.stake,
        alike=lambda card: card % RANKS,
        ordered=("stock",),
        dealer_option="first_banker",
        behaviours={"draws": ("DRAW",), "swaps": ("SWAP",)},
        outcomes=outcomes,
        mini={
            "mini": {"seats": 2, "ranks": "2579", "copies": 2, "zero_swap": "none", "first_banker": 0},
            "mini_swaps": {"seats": 2, "ranks": "A59T", "copies": 2, "max_swaps": 1, "first_banker": 0},
            "mini_first_swaps": {
                "seats": 2,
                "ranks": "A4789T",
                "copies": 2,
                "max_swaps": 1,
                "zero_swap": "first",
                "first_banker": 0,
            },
        },
        variants={
            "match": {"seats": 3, "episode": "match", "decks": 1, "stake": 5},
            "bust": {"seats": 4, "overdraw": "bust", "max_draws": 2, "banker_multiples": "all"},
            "face_down": {"seats": 4, "drawn_cards": "face_down", "banker_needs_natural": False},
            "face_down_bust": {"seats": 3, "drawn_cards": "face_down", "overdraw": "bust", "max_draws": 3},
            "first_swaps": {"seats": 3, "zero_swap": "first", "swap_keeps_natural": False, "max_swaps": 1},
            "idle_banker": {"banker_draws": False, "zero_swap": "none", "banker_multiples": "none"},
            "full_table": {"seats": 12, "max_draws": 3, "episode": "match", "copies": 3},
        },
    ),
    __name__,
)
