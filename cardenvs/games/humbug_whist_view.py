"""What a player sees at humbug whist: the observation, and its reading in words.

§ cites docs/rules/humbug_whist.md. The layout is that of §7; blocks for two begin with the observer. The rules turn on
no amount that it does not tell exactly.
"""

from typing import Any

import numpy as np

from ..core.cards import FRENCH, lowest
from ..core.kernel import kernel
from ..core.layout import Layout
from ..core.record import NONE
from ..mechanics.amounts import size
from .humbug_whist_hidden import own_place
from .humbug_whist_record import (
    CARDS,
    CLAIMING,
    EXCHANGED,
    HELD,
    LOST,
    MATCH,
    NOT_YET,
    PHASES,
    SEATS,
    UNNAMED,
)

# Where blocks begin.
OWN_HAND, PUT_AWAY, TURNED_CARD, OWN_PLAYED, HIS_PLAYED, LED_CARD = range(0, 6 * CARDS, CARDS)
LIES = 6 * CARDS
TRUMP = LIES + 2
VOID = TRUMP + 5
TRICKS = VOID + 4
SAID_AT = TRICKS + 2
DEALS = SAID_AT + 4
PHASE = DEALS + 1
TRICK_NUMBER = PHASE + 4
REVOKES = TRICK_NUMBER + 1
CLAIMS = REVOKES + 2
FINES = CLAIMS + 2
RUBBER = FINES + 2


def layout_of(options: Any) -> Layout:
    """§7  347 features."""
    return Layout(
        (
            ("hand", (CARDS,)), ("put_away", (CARDS,)), ("turned", (CARDS,)), ("played", (CARDS,)),
            ("played_other", (CARDS,)), ("led", (CARDS,)), ("turn_up_lies", (2,)), ("trump", (5,)), ("void", (4,)),
            ("tricks", (2,)), ("said", (2, 2)), ("dealer", (1,)), ("phase", (4,)), ("trick_number", (1,)),
            ("revokes", (2,)), ("claims", (2,)), ("fines", (2,)), ("games", (2,)), ("trick_points", (2,)),
            ("scores", (2,)),
        ),
        low=-4.0,
        high=4.0,
    )  # fmt: skip


@kernel
def observe(s, seat, out):
    """§7  What `seat` may know."""
    out[:] = 0
    other = 1 - seat
    put(s.hand[seat], s.hand_twice[seat], out, OWN_HAND)
    if s.said[seat] == EXCHANGED:
        place = own_place(s, seat)
        put(s.dealt[place], s.dealt_twice[place], out, PUT_AWAY)
    put(s.played[seat], s.played_twice[seat], out, OWN_PLAYED)
    put(s.played[other], s.played_twice[other], out, HIS_PLAYED)
    if s.turned != NONE:
        out[TURNED_CARD + s.turned] = 1
        out[LIES] = s.turn_up_lies == HELD
        out[LIES + 1] = s.turn_up_lies == LOST
    if s.led != NONE:
        out[LED_CARD + s.led] = 1
    if s.trump != UNNAMED:
        out[TRUMP + s.trump] = 1
    for suit in range(4):
        out[VOID + suit] = (s.void[other] >> suit) & 1
    observe_state(s, seat, out)
    if s.options.episode == MATCH:
        observe_rubber(s, seat, out)


@kernel
def put(once, twice, out, start):
    """How many of each card: the members of a set, and of those that are there twice."""
    while once != 0:
        out[start + lowest(once)] = 1
        once &= once - 1
    while twice != 0:
        out[start + lowest(twice)] = 2
        twice &= twice - 1


@kernel
def observe_state(s, seat, out):
    """How far the deal is: `tricks` to `fines`; revokes come to light at the end alone."""
    share = 1 / s.options.hand_size
    for k in range(SEATS):
        player = seat if k == 0 else 1 - seat
        out[TRICKS + k] = s.tricks[player] * share
        if s.said[player] != NOT_YET:
            out[SAID_AT + 2 * k + (s.said[player] == EXCHANGED)] = 1
        if s.phase == CLAIMING:
            out[REVOKES + k] = s.revokes[player] * share
            out[CLAIMS + k] = s.claims[player] * share
            out[FINES + k] = s.fines[player] * share
    out[DEALS] = seat == s.dealer
    out[PHASE + s.phase] = 1
    out[TRICK_NUMBER] = s.trick_number * share


@kernel
def observe_rubber(s, seat, out):
    """The record of the match: `games` to `scores`."""
    for k in range(SEATS):
        player = seat if k == 0 else 1 - seat
        out[RUBBER + k] = s.games[player] * 0.5
        out[RUBBER + 2 + k] = s.trick_points[player] / s.options.game_points
        out[RUBBER + 4 + k] = size(s.scores[player], 1)


def text(options: Any, seen: dict[str, np.ndarray]) -> str:
    """The table from one seat, all of it read off the observation."""
    trump = ("C", "D", "H", "S", "none")[int(seen["trump"].argmax())] if seen["trump"].any() else "not named"
    turned = f", turned up {_cards(seen['turned'])}" if seen["turned"].any() else ""
    lies = next(
        (f" ({word})" for word, flag in zip(("held", "lost"), seen["turn_up_lies"], strict=True) if flag), ""
    )
    lines = [
        f"{PHASES[int(seen['phase'].argmax())]}: trumps {trump}{turned}{lies}, "
        f"trick {round(float(seen['trick_number'][0]) * options.hand_size) + 1}"
        + (f", led {_cards(seen['led'])}" if seen["led"].any() else ""),
        f"your hand: {_cards(seen['hand']) or 'none'}"
        + (f"; put away {_cards(seen['put_away'])}" if seen["put_away"].any() else ""),
    ]
    return "\n".join(lines + [_player_line(k, options, seen) for k in range(SEATS)])


def _player_line(k: int, options: Any, seen: dict[str, np.ndarray]) -> str:
    def number(block: str, scale: int) -> int:
        return round(float(seen[block][k]) * scale)

    played = seen["played_other" if k else "played"]
    void = "".join(suit for suit, flag in zip(FRENCH.suits, seen["void"], strict=True) if flag and k)
    tricks = number("tricks", options.hand_size)
    words = [
        "dealer" if bool(seen["dealer"][0]) == (k == 0) else "pone",
        next((word for word, flag in zip(("kept", "exchanged"), seen["said"][k], strict=True) if flag), ""),
        f"{tricks} trick{'s' * (tricks > 1)}" if tricks else "",
        f"played {_cards(played)}" if played.any() else "",
        f"void {void}" if void else "",
    ]
    words += [
        f"{found} {block}"
        for block in ("revokes", "claims", "fines")
        if (found := number(block, options.hand_size))
    ]
    if options.episode == "match":
        words.append(f"{number('games', 2)} games, {number('trick_points', options.game_points)} trick points")
        words.append(f"score {round(2 ** (16 * float(seen['scores'][k])) - 1)}")
    return f"  {'other' if k else 'you':8s}" + ", ".join(filter(None, words))


def _cards(counts: np.ndarray) -> str:
    return FRENCH.text(int(card) for card in np.repeat(np.arange(CARDS), counts.astype(int)))
