"""Humbug: whist for two with four hands; keep your own, or exchange it unseen for the one on your right.

Rules    docs/rules/humbug_whist.md, cited as §; §12 holds our decisions.
Deal     §2    four hands of thirteen, one for each player and one at his right; the dealer's last card names trumps.
Exchange §3.1  pone, then the dealer: keep the hand, or exchange it; a dealer who exchanges loses the trump card.
Name     §3.2  where the dealer names trumps, if he kept his hand.
Play     §3.3  thirteen tricks of two cards; follow suit, no duty to trump.
Claim    §3.4  where revokes are possible: three tricks or five points for each of the opponent's.
Settle   §4    tricks above six, honours, coronas, slams; a match is a rubber of two games of ten trick points.
Actions  §6    0 keep · 1 exchange · 2..53 play that card · 54..57 name C D H S · 58 take tricks · 59 take points

Two packs can be combined: every set of cards has a second one beside it, of those that are there twice (`.._twice`).
"""

import numpy as np

from ..core.cards import FRENCH, allow, bit, count, has
from ..core.deck import prepare_deal
from ..core.kernel import kernel
from ..core.knowledge import tell, tell_all, token
from ..core.record import NONE
from ..core.rules import Place, Rules, register
from .humbug_whist_hidden import find_cards, locate, own_place, redeal, side_place, spot
from .humbug_whist_record import (
    ACTION_NAMES,
    CARD,
    CLAIMED,
    CLAIMING,
    DEALER,
    DEALER_NAMES,
    EXCHANGE,
    EXCHANGED,
    EXCHANGING,
    FIRST_CARD,
    FIRST_SUIT,
    HAND,
    HELD,
    KEEP,
    KEPT,
    LOST,
    MATCH,
    MINI,
    NAMED,
    NAMING,
    NO_TRUMP,
    NOT_YET,
    NOWHERE,
    OPTIONS,
    PENALISED,
    PLACES,
    PLAYED,
    PLAYING,
    RANKS,
    REVOKED,
    SAID,
    SEATS,
    SHOWN,
    STATE,
    TAKE_POINTS,
    TAKE_TRICKS,
    TRUMP_LOST,
    TURN_UP,
    TWICE,
    UNNAMED,
    Options,
    pack_of,
)
from .humbug_whist_view import layout_of, observe, text

__all__ = ["OPTIONS", "RULES", "STATE", "Options"]

HONOURS = np.array([bit(suit * RANKS + 13) - bit(suit * RANKS + 8) for suit in range(4)], np.int64)  # A K Q J T
ACES = int(sum(bit(suit * RANKS + 12) for suit in range(4)))
GAMES = 2  # that make a rubber


# Deal


@kernel
def deal(s):
    """§2  Thirteen cards to each of the four places; the last one of the dealer's is turned up."""
    for place in range(4):
        find_cards(s, place)
    tell_all(s, token(DEALER, s.dealer))
    for seat in range(SEATS):
        clear_seat(s, seat)
        take_hand(s, seat, own_place(s, seat))
    s.turned, s.turn_up_lies, s.trump = NONE, NOWHERE, NO_TRUMP
    if s.options.trump == SHOWN:
        s.turned = np.int64(s.deck[4 * s.options.hand_size - 1])
        s.turn_up_lies = HELD
        s.trump = s.turned // RANKS
        tell_all(s, token(TURN_UP, s.turned))
    elif s.options.trump == DEALER_NAMES:
        s.trump = UNNAMED
    s.led = NONE
    s.trick_number = 0
    s.phase = EXCHANGING
    s.seat = 1 - s.dealer


@kernel
def clear_seat(s, seat):
    """Nothing said, played, shown or claimed yet."""
    s.said[seat] = NOT_YET
    s.played[seat] = s.played_twice[seat] = s.void[seat] = 0
    s.won[seat] = s.tricks[seat] = s.revokes[seat] = s.claims[seat] = s.fines[seat] = 0


@kernel
def take_hand(s, seat, place):
    """The cards at a place become the hand of a seat, which alone sees them."""
    s.at[seat] = place
    s.hand[seat], s.hand_twice[seat] = s.dealt[place], s.dealt_twice[place]
    tell(s, seat, token(HAND, s.dealt[place]))
    tell(s, seat, token(TWICE, s.dealt_twice[place]))


# The phases


@kernel
def legal(s, mask):
    """Hands (§3.1), suits (§3.2), cards (§3.3) or claims (§3.4) to choose from."""
    mask[:] = 0
    if s.phase == PLAYING:
        return allow(mask[FIRST_CARD:], playable(s))
    if s.phase == NAMING:
        return allow(mask[FIRST_SUIT:], s.options.suits)
    first = KEEP if s.phase == EXCHANGING else TAKE_TRICKS
    mask[first] = mask[first + 1] = 1
    return 2


@kernel
def apply(s, action):
    """A choice of any phase; after the last one of a deal the next is dealt where the rubber goes on."""
    done = False
    if s.phase == PLAYING:
        done = play_card(s, action - FIRST_CARD) and end_play(s)
    elif s.phase == EXCHANGING:
        choose_hand(s, action)
    elif s.phase == NAMING:
        name_trump(s, action - FIRST_SUIT)
    else:
        done = claim(s, action)
    if done:
        settle(s)
        if not s.over:
            s.dealer = 1 - s.dealer
            prepare_deal(s)
            deal(s)


@kernel
def choose_hand(s, action):
    """§3.1  Pone first; who exchanges lays his hand aside face down and takes the one at his right, unseen till then."""
    seat = s.seat
    tell_all(s, token(SAID, action))
    s.said[seat] = KEPT
    if action == EXCHANGE:
        s.said[seat] = EXCHANGED
        take_hand(s, seat, side_place(s, seat))
        if seat == s.dealer:
            lose_trump(s)
    if seat != s.dealer:
        s.seat = s.dealer
    elif s.trump == UNNAMED:
        s.phase = NAMING
    else:
        start_play(s)


@kernel
def lose_trump(s):
    """§3.1  A dealer who exchanges loses the card turned up, or the deal its trumps; §3.2: or the right to name them."""
    if s.options.trump == SHOWN:
        s.turn_up_lies = LOST
        if s.options.dealer_exchange == TRUMP_LOST:
            s.trump = NO_TRUMP
    else:
        s.trump = NO_TRUMP


@kernel
def name_trump(s, suit):
    """§3.2  The dealer names the trump suit."""
    tell_all(s, token(NAMED, suit))
    s.trump = suit
    start_play(s)


@kernel
def start_play(s):
    """§3.3  Pone leads."""
    s.phase = PLAYING
    s.seat = 1 - s.dealer


@kernel
def playable(s):
    """§3.3  Anything to lead; then the suit led if there is any, unless revokes are only penalised."""
    hand = s.hand[s.seat]
    if s.led == NONE or s.options.revokes == PENALISED:
        return hand
    same = hand & suit_cards(s.led // RANKS)
    return same if same != 0 else hand


@kernel
def suit_cards(suit):
    """All cards of a suit."""
    return np.int64(2**RANKS - 1) << (suit * RANKS)


@kernel
def play_card(s, card):
    """§3.3  A card leads or answers; True after the answer in the last trick."""
    seat = s.seat
    remove_card(s, seat, card)
    tell_all(s, token(CARD, card))
    if s.led == NONE:
        s.led = card
        s.seat = 1 - seat
        return False
    if card // RANKS != s.led // RANKS and s.options.revokes != PENALISED:
        s.void[seat] |= bit(s.led // RANKS)
    winner = seat if beats(card, s.led, s.trump) else 1 - seat
    s.leads[s.trick_number], s.answers[s.trick_number] = s.led, card
    s.led_by[s.trick_number] = 1 - seat
    s.won[winner] += 1
    s.tricks[winner] += 1
    s.trick_number += 1
    s.led = NONE
    s.seat = winner
    return s.trick_number == s.options.hand_size


@kernel
def remove_card(s, seat, card):
    """One copy goes from the hand to the cards played; the first copy of the dealer's turned card is that card."""
    if has(s.hand_twice[seat], card):
        s.hand_twice[seat] &= ~bit(card)
    else:
        s.hand[seat] &= ~bit(card)
    if has(s.played[seat], card):
        s.played_twice[seat] |= bit(card)
    s.played[seat] |= bit(card)
    if card == s.turned and seat == s.dealer and s.turn_up_lies == HELD:
        s.turn_up_lies = PLAYED


@kernel
def beats(card, led, trump):
    """§3.3  The answer wins with a higher card of the suit led, or with a trump on another suit."""
    if card // RANKS == led // RANKS:
        return card > led
    return card // RANKS == trump


@kernel
def end_play(s):
    """§3.4  Revokes come to light; True if there is nothing to claim."""
    if s.options.revokes != PENALISED:
        return True
    for seat in range(SEATS):
        s.revokes[seat] = count_revokes(s, seat)
        s.claims[1 - seat] = s.revokes[seat]
        tell_all(s, token(REVOKED, s.revokes[seat]))
    s.phase = CLAIMING
    return not next_claim(s)


@kernel
def count_revokes(s, seat):
    """§3.3  Answers in another suit while the suit led was in the hand, as what was played later shows."""
    later, revokes = np.int64(0), 0  # suits
    for k in range(s.options.hand_size - 1, -1, -1):
        led = s.led_by[k] == seat
        suit = (s.leads[k] if led else s.answers[k]) // RANKS
        wanted = s.leads[k] // RANKS
        revokes += suit != wanted and has(later, wanted)
        later |= bit(suit)
    return revokes


@kernel
def next_claim(s):
    """§3.4  Pone claims first, then the dealer; False if all is claimed."""
    s.seat = 1 - s.dealer if s.claims[1 - s.dealer] > 0 else s.dealer
    return s.claims[s.seat] > 0


@kernel
def claim(s, action):
    """§3.4  Three tricks, or all if there are fewer, or five points; True after the last claim."""
    seat = s.seat
    tell_all(s, token(CLAIMED, action))
    s.claims[seat] -= 1
    if action == TAKE_POINTS:
        s.fines[seat] += 1
    else:
        taken = min(s.options.revoke_tricks, s.tricks[1 - seat])
        s.tricks[seat] += taken
        s.tricks[1 - seat] -= taken
    return not next_claim(s)


# Settle


@kernel
def settle(s):
    """§4  Each gains what he made more than the other."""
    for seat in range(SEATS):
        points = trick_points(s, seat)
        s.trick_points[seat] += points
        points += card_points(s, seat) + slam(s, seat) + s.options.revoke_points * s.fines[seat]
        s.scores[seat] += points
        s.payoff[seat] += points
        s.payoff[1 - seat] -= points
    if s.options.episode == MATCH:
        count_games(s)
    else:
        s.over = True


@kernel
def count_games(s):
    """§4  Ten trick points win a game, two games the rubber and its bonus."""
    leader = ahead(s)
    if s.trick_points[leader] < s.options.game_points:
        return
    s.games[leader] += 1
    s.trick_points[0] = s.trick_points[1] = 0
    if s.games[leader] == GAMES:
        s.payoff[leader] += s.options.rubber_bonus
        s.payoff[1 - leader] -= s.options.rubber_bonus
        s.over = True


@kernel
def ahead(s):
    """§4  Who has more trick points; in small games both can score at once: who took more tricks, else pone."""
    a, b = s.trick_points[0], s.trick_points[1]
    if a == b:
        a, b = s.tricks[0], s.tricks[1]
    if a == b:
        return 1 - s.dealer
    return 0 if a > b else 1


@kernel
def trick_points(s, seat):
    """§4  For each trick above the book, as they stand after the claims."""
    return s.options.trick_value * max(0, s.tricks[seat] - s.options.book)


@kernel
def card_points(s, seat):
    """§4  Honours and coronas of the hand with which the play began."""
    own, his = s.at[seat], s.at[1 - seat]
    points = corona_points(s.dealt[own], s.options.ranks, s.trump, s.options.corona_unit)
    if s.options.honours:
        honours = ACES if s.trump == NO_TRUMP else HONOURS[s.trump]
        x = count(s.dealt[own] & honours) + count(s.dealt_twice[own] & honours)
        y = count(s.dealt[his] & honours) + count(s.dealt_twice[his] & honours)
        points += honour_points(x, y)
    return points


@kernel
def honour_points(own, his):
    """§4  Three honours or more count as many points, two only against one or none."""
    if own == 2 and his > 1:
        return 0
    return own if own >= 2 else 0


@kernel
def corona_points(cards, ranks, trump, unit):
    """§4  Ace, king, queen of a suit and each further rank (`ranks` is a bit set) count a unit, in trumps two.

    So they do in all suits without trumps.
    """
    units = 0
    for suit in range(4):
        held = (cards >> (suit * RANKS)) & ranks
        length = 0
        for rank in range(RANKS - 1, -1, -1):
            if has(held, rank):
                length += 1
            elif rank == RANKS - 1 or has(ranks, rank):
                break
        units += max(0, length - 2) * (2 if trump in (suit, NO_TRUMP) else 1)
    return units * unit


@kernel
def slam(s, seat):
    """§4  All tricks but one, or all, won in play by a player who did not revoke."""
    won = s.won[seat]
    if won == 0 or s.revokes[seat] > 0:
        return 0
    if won == s.options.hand_size:
        return s.options.grand_slam
    return s.options.small_slam if won == s.options.hand_size - 1 else 0


# Names


def shape_of(options: Options, dealer: int) -> dict[str, Place]:
    """§2  The order of the deal: each player's hand and the one at his right; the turned card is one of the dealer's."""
    h = options.hand_size
    spots = [[spot(place, r) for r in range(h)] for place in range(4)]
    hands: list[list[int]] = [spots[0 if seat == dealer else 2] for seat in range(SEATS)]
    sides: list[list[int]] = [spots[3 if seat == dealer else 1] for seat in range(SEATS)]
    shape: dict[str, Place] = {"hands": hands, "sides": sides}
    if options.trump == "turn_up":
        hands[dealer] = hands[dealer][:-1]
        shape["turn_up"] = [4 * h - 1]
    if len(pack_of(options)) > 4 * h:
        shape["stock"] = list(range(4 * h, len(pack_of(options))))
    return shape


def decisions(options: Options) -> int:
    """Two exchanges, a name, the cards, a claim for each trick at most; deals as §4 counts them."""
    claims = options.hand_size if options.revokes == "penalised" else 0
    deal = 3 + 2 * options.hand_size + claims
    if options.episode != "match":
        return deal
    most_deals = 2 * -(-options.game_points // options.trick_value) - 1  # of a game
    return (2 * GAMES - 1) * most_deals * deal


RULES = register(
    Rules(
        name="humbug_whist",
        title="Humbug whist",
        state=STATE,
        option_record=OPTIONS,
        options_class=Options,
        cards=FRENCH,
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
        unit=lambda options: max(1, options.trick_value),
        behaviours={
            "exchanges": ("EXCHANGE",),
            "takes tricks for a revoke": ("TAKE_TRICKS",),
        },
        outcomes=lambda states: {"tricks": states["tricks"]},
        mini={
            "mini": MINI,
            "mini_four_suits": MINI | {"suits": None, "ranks": "KA"},
            "mini_named": MINI | {"trump": "dealer_names"},
            "mini_no_trump": MINI | {"trump": "none"},
        },
        variants={
            "match": {"episode": "match"},
            "no_trump_after_exchange": {"dealer_exchange": "no_trump"},
            "dealer_names": {"trump": "dealer_names", "packs": "alternating"},
            "no_trump": {"trump": "none", "honours": False, "small_slam": 0},
            "penalised": {"revokes": "penalised"},
            "combined": {"packs": "combined"},
            "combined_penalised_match": {
                "packs": "combined",
                "revokes": "penalised",
                "trump": "dealer_names",
                "episode": "match",
                "game_points": 4,
            },
        },
    ),
    __name__,
)
