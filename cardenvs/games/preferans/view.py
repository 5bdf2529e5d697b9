"""What a seat sees in preferans: the observation, and its reading in words. § cites docs/rules/preferans.md.

The layout is that of §7. Nobody else sees how far the declarer is with his discards, so to the others the phases of
discarding look like the one in which he names his game, or like play after a bid of misère. Accounts are clipped at 16 times their unit.
"""

from typing import Any

import numpy as np

from ...core.cards import has, lowest
from ...core.kernel import kernel
from ...core.layout import Layout
from .names import ACTION_NAMES as NAMES
from .names import (
    BIDS,
    CARDS,
    CONTRACT,
    DEALT_OUT,
    DECK,
    DENOMS,
    DISCARD1,
    DISCARD2,
    MISERE,
    NO_BID,
    NOBODY,
    ORDERS,
    PHASES,
    PLAY,
    RANK_OF_ACTION,
    SEATS,
    TALON_SLOT,
    UNDECIDED,
    WORDS,
)
from .options import FULL
from .state import is_trick_contract, knows_hand, multiplier

KNOWN, FLAG, SHOWN, DISCARDED = 0, 128, 132, 164  # where the blocks begin
TRICK, LAST, PLAYED, VOID = 196, 356, 516, 676
BID_AT, PASSED, CONTRACT_AT, TRUMP_AT = 692, 844, 848, 877
DECLARER, WORD_AT, OPEN_AT, CATCH_AT, CONTROL = 883, 888, 904, 905, 906
TRICKS, PHASE, DEALER_AT, FOUR, LEADER = 922, 926, 936, 940, 941
TRICK_NO, SERIES_AT, PRICE_AT, POOL, GORA_AT, WHISTS_AT, TARGET = 945, 946, 949, 950, 954, 958, 974
FEATURES = 975

TALONLESS_FLAG = 26  # in the block of the contract
BIDS_AND_NONE = BIDS + 1
POINTS, WHIST_UNIT = 50, 200
MOST = 16.0


def layout_of(options: Any) -> Layout:
    """§7  975 features; seats are relative to the observer, the left neighbour first."""
    return Layout(
        (
            ("known", (SEATS, CARDS)), ("known_flag", (SEATS,)), ("talon", (CARDS,)), ("discards", (CARDS,)),
            ("trick", (SEATS + 1, CARDS)), ("last_trick", (SEATS + 1, CARDS)), ("played", (SEATS + 1, CARDS)),
            ("void", (SEATS, 4)), ("last_bid", (SEATS, BIDS_AND_NONE)), ("passed", (SEATS,)), ("contract", (29,)),
            ("trump", (6,)), ("declarer", (SEATS + 1,)), ("word", (SEATS, len(WORDS))), ("open", (1,)),
            ("catch", (1,)), ("controller", (SEATS, SEATS)), ("tricks", (SEATS,)), ("phase", (10,)),
            ("dealer", (SEATS,)), ("four_seats", (1,)), ("leader", (SEATS,)), ("tricks_played", (1,)),
            ("series", (3,)), ("multiplier", (1,)), ("pool", (SEATS,)), ("gora", (SEATS,)),
            ("whists", (SEATS, SEATS)), ("pool_target", (1,)),
        ),
        high=MOST,
    )  # fmt: skip


@kernel
def observe(s, seat, out):
    """§7  What `seat` may know."""
    out[:] = 0
    observe_common(s, seat, out)
    n = s.options.seats
    for k in range(n):
        other = (seat + k) % n
        observe_hand(s, seat, other, k, out)
        observe_words(s, seat, other, k, out)
        out[POOL + k] = min(MOST, s.pool[other] / POINTS)
        out[GORA_AT + k] = min(MOST, s.gora[other] / POINTS)
        for j in range(n):
            out[WHISTS_AT + SEATS * k + j] = min(MOST, s.whists[other, (seat + j) % n] / (n * WHIST_UNIT))


@kernel
def observe_common(s, seat, out):
    """What does not belong to one seat."""
    n = s.options.seats
    put(s.shown, out, SHOWN)
    if seat == s.declarer:
        put(s.discards, out, DISCARDED)
    put(s.trick[TALON_SLOT], out, TRICK + CARDS * TALON_SLOT)
    put(s.last_trick[TALON_SLOT], out, LAST + CARDS * TALON_SLOT)
    if s.options.history == FULL:
        put(s.played[TALON_SLOT], out, PLAYED + CARDS * TALON_SLOT)
    out[CONTRACT_AT + s.contract] = 1
    out[CONTRACT_AT + TALONLESS_FLAG] = s.talonless
    denom = s.contract % 5 if is_trick_contract(s) else 5
    out[TRUMP_AT + denom] = 1
    out[DECLARER + (SEATS if s.declarer == NOBODY else (s.declarer - seat) % n)] = 1
    out[OPEN_AT] = s.open
    out[CATCH_AT] = s.catch
    phase = phase_for(s, seat)
    if phase < DEALT_OUT:
        out[PHASE + phase] = 1
    out[DEALER_AT + (s.dealer - seat) % n] = 1
    out[FOUR] = n == SEATS
    if phase == PLAY:
        out[LEADER + (s.leader - seat) % n] = 1
    out[TRICK_NO] = s.trick_number / 10
    out[SERIES_AT + s.series] = 1
    out[PRICE_AT] = min(MOST, multiplier(s) / 4)
    out[TARGET] = min(MOST, s.options.pool_target / POINTS)


@kernel
def phase_for(s, seat):
    """Only the declarer knows how far he is with his discards; to the others a misère that was bid has begun."""
    if seat != s.declarer and (s.phase == DISCARD1 or s.phase == DISCARD2):
        return PLAY if s.contract == MISERE else CONTRACT
    return s.phase


@kernel
def observe_hand(s, seat, other, k, out):
    """The cards of one seat, as far as they are seen, and who plays them."""
    if knows_hand(s, seat, other):
        put(s.hand[other], out, KNOWN + CARDS * k)
        out[FLAG + k] = 1
    put(s.trick[other], out, TRICK + CARDS * k)
    put(s.last_trick[other], out, LAST + CARDS * k)
    if s.options.history == FULL:
        put(s.played[other], out, PLAYED + CARDS * k)
        for suit in range(4):
            out[VOID + 4 * k + suit] = has(s.void[other], suit)
    out[TRICKS + k] = s.won[other] / 10


@kernel
def observe_words(s, seat, other, k, out):
    """What one seat has said, and which hands it plays."""
    n = s.options.seats
    bid = s.last_bid[other]
    out[BID_AT + BIDS_AND_NONE * k + (0 if bid == NO_BID else 1 + bid)] = 1
    out[PASSED + k] = has(s.passed, other)
    out[WORD_AT + 4 * k + s.word[other]] = 1
    if has(s.active, other):
        out[CONTROL + SEATS * k + (s.controller[other] - seat) % n] = 1


@kernel
def put(cards, out, start):
    """Ones for the cards of a set."""
    while cards != 0:
        out[start + lowest(cards)] = 1
        cards &= cards - 1


# In words


def text(options: Any, seen: dict[str, np.ndarray]) -> str:
    """The table from one seat, all of it read off the observation."""
    phase = PHASES[int(seen["phase"].argmax())] if seen["phase"].any() else PHASES[DEALT_OUT]
    head = f"{phase}: {_contract(seen)}"
    if seen["tricks_played"][0]:
        head += f", {round(float(seen['tricks_played'][0]) * 10)} tricks played"
    head += _if_any(", talon", seen["talon"]) + _if_any(", discarded", seen["discards"])
    head += _if_any(", the talon leads", seen["trick"][TALON_SLOT])
    head += f", raspas at {round(float(seen['multiplier'][0]) * 4)}"
    return "\n".join([head, *(_seat_line(k, options.seats, seen) for k in range(options.seats))])


def _contract(seen: dict[str, np.ndarray]) -> str:
    codes = [int(code) for code in np.flatnonzero(seen["contract"]) if code != TALONLESS_FLAG]
    code = codes[0]
    if code == UNDECIDED:
        return "no contract yet"
    name = f"{6 + code // 5}{DENOMS[code % 5]}" if code < ORDERS else "misère" if code == MISERE else "raspas"
    name += " without the talon" if seen["contract"][TALONLESS_FLAG] else ""
    return name + (", caught" if seen["catch"][0] else ", open" if seen["open"][0] else "")


def _seat_line(k: int, seats: int, seen: dict[str, np.ndarray]) -> str:
    words = [f"  {'you' if k == 0 else f'left {k}':8s}"]
    if seen["known_flag"][k]:
        words.append(f"holds {_cards(seen['known'][k]) or 'nothing'}")
    if rank := int(seen["last_bid"][k].argmax()):
        words.append(NAMES[int(np.flatnonzero(rank - 1 == RANK_OF_ACTION)[0])])
    words += ["passed" if seen["passed"][k] else "", WORDS[int(seen["word"][k].argmax())]]
    words += [_if_any("plays", seen["trick"][k]), _if_any("last", seen["last_trick"][k])]
    words += [_if_any("played", seen["played"][k]), f"{round(float(seen['tricks'][k]) * 10)} tricks"]
    voids = "".join(suit for suit, flag in zip(DECK.suits, seen["void"][k], strict=True) if flag)
    words += [f"void {voids}" if voids else ""]
    player = int(seen["controller"][k].argmax())
    if seen["controller"][k].any() and player != k:
        words.append(f"played by {'you' if player == 0 else f'left {player}'}")
    words += [name for name in ("declarer", "dealer", "leader") if seen[name][k]]
    sheet = f"pool {round(float(seen['pool'][k]) * POINTS)} gora {round(float(seen['gora'][k]) * POINTS)} whists"
    marks = (str(round(float(seen["whists"][k, j]) * WHIST_UNIT)) for j in range(seats) if j != k)
    return " ".join(filter(None, [*words, sheet, *marks]))


def _if_any(label: str, cards: np.ndarray) -> str:
    return f"{label} {_cards(cards)}" if cards.any() else ""


def _cards(cards: np.ndarray) -> str:
    return DECK.text(int(card) for card in np.flatnonzero(cards))
