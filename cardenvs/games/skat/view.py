"""What a seat sees of Skat: the observation, and its reading in words.

§ cites docs/rules/skat.md. The layout is that of §7; all its amounts can be read back exactly from their fractions. A
seat that peeked shows as excluded, and the sheet scores count what is written in this deal so far.
"""

from typing import Any

import numpy as np

from ...core.cards import Deck, has, put
from ...core.kernel import kernel
from ...core.layout import Layout
from .contracts import F_RAMSCH, FAMILIES, MATCH, next_value
from .hidden import begun, opponent, seen_aside, unseen_cards
from .names import (
    ANNOUNCEMENTS,
    CARDS,
    JACKS,
    OUT,
    PHASES,
    PLAY,
    ROLE_NAMES,
    ROLES,
    SEATS,
    STATUSES,
    TOP_BID,
    TRUMP_NAMES,
    UNNAMED,
)
from .scoring import points_of

SLOT = np.array([0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 7, 8, 9, 10, 11], np.int64)
"""§7  The place of each phase in the one-hot vector."""

HUNDRED_TWENTY = 120
SHEET = 1000
MOST_SHEET = 16.0
PLANES = 14 * CARDS
VOIDS_AT = PLANES
PHASE_AT = VOIDS_AT + 15
ROLES_AT = PHASE_AT + 12
AUCTION_AT = ROLES_AT + 15
GAME_AT = AUCTION_AT + 25
TRICKS_AT = GAME_AT + 31
SHEET_AT = TRICKS_AT + 8
HAND_AT, DEALT_AT, ASIDE_AT, LOOKED_AT, TURNED_AT, EXPOSED_AT, PARTNER_AT = (k * CARDS for k in range(7))
TRICK_AT, PLAYED_AT, UNSEEN_AT = (k * CARDS for k in (7, 10, 13))


def layout_of(options: Any) -> Layout:
    """§7  561 features; roles are relative to the observer, who is the first, or Vorhand where he sits out."""
    return Layout(
        (
            ("hand", (CARDS,)), ("dealt", (CARDS,)), ("known_aside", (CARDS,)), ("looked", (CARDS,)),
            ("turned_up", (CARDS,)), ("exposed", (CARDS,)), ("partner", (CARDS,)), ("trick", (ROLES, CARDS)),
            ("played", (ROLES, CARDS)), ("unseen", (CARDS,)), ("void", (ROLES, 5)), ("phase", (12,)),
            ("role", (3,)), ("turn", (3,)), ("dealer", (SEATS,)), ("leader", (3,)),
            ("stage", (2,)), ("bid", (1,)), ("last_bid", (3,)), ("status", (ROLES, 4)), ("bidder", (3,)),
            ("holder", (3,)), ("next_bid", (1,)),
            ("soloist", (4,)), ("family", (13,)), ("open", (1,)), ("trump", (6,)), ("by_hand", (1,)),
            ("announced", (3,)), ("doubled", (1,)), ("base", (1,)), ("obligation", (1,)),
            ("trick_number", (1,)), ("tricks", (3,)), ("points", (3,)), ("points_aside", (1,)),
            ("sheet", (SEATS,)), ("match", (1,)),
        ),
        low=-MOST_SHEET,
        high=MOST_SHEET,
    )  # fmt: skip


@kernel
def observe(s, seat, out):
    """§7  What `seat` may know."""
    out[:] = 0
    me = s.role[seat]
    origin = 0 if me == OUT else me
    observe_cards(s, me, origin, out)
    out[PHASE_AT + SLOT[s.phase]] = 1
    if me != OUT:
        out[ROLES_AT + me] = 1
    if not s.over:
        out[ROLES_AT + 3 + (s.turn - origin) % ROLES] = 1
    out[ROLES_AT + 6 + (s.dealer - seat) % s.options.seats] = 1
    if s.phase == PLAY:
        out[ROLES_AT + 12 + (s.leader - origin) % ROLES] = 1
    observe_auction(s, origin, out, AUCTION_AT)
    observe_game(s, origin, out, GAME_AT)
    observe_tricks(s, me, origin, out, TRICKS_AT)
    observe_sheet(s, seat, out, SHEET_AT)


@kernel
def observe_cards(s, me, origin, out):
    """§7  The card planes, and the voids."""
    aside = seen_aside(s, me)
    if me != OUT:
        put(s.hand[me], out, HAND_AT)
        put(s.dealt[me], out, DEALT_AT)
        put(known_skat(s, me), out, ASIDE_AT)
        if me == s.soloist:
            put(s.looked, out, LOOKED_AT)
    put(s.turned, out, TURNED_AT)
    if s.exposed:
        put(s.hand[s.soloist], out, EXPOSED_AT)
    if begun(s) and opponent(s, me):
        for role in range(ROLES):
            if opponent(s, role) and (role != me or s.options.revolution_mode == 0):
                put(s.hand[role], out, PARTNER_AT)
    for k in range(ROLES):
        role = (origin + k) % ROLES
        put(s.trick[role], out, TRICK_AT + k * CARDS)
        put(s.played[role], out, PLAYED_AT + k * CARDS)
        for kind in range(JACKS + 1):
            out[VOIDS_AT + 5 * k + kind] = has(s.void[role], kind)
    put(unseen_cards(s, me) & ~aside, out, UNSEEN_AT)


@kernel
def known_skat(s, me):
    """§7  What was put away or peeked at; in Revolution the cards that the opponents have marked so far."""
    if me == s.soloist:
        return s.put_away
    if begun(s) and s.phase != PLAY and opponent(s, me):
        return s.saw[me] | s.sorted
    return s.saw[me]


@kernel
def observe_auction(s, origin, out, start):
    """§7  The auction: 25 features."""
    if s.stage > 0:
        out[start + s.stage - 1] = 1
        out[start + 18 + (s.bidder - origin) % ROLES] = 1
        out[start + 21 + (s.holder - origin) % ROLES] = 1
        out[start + 24] = next_value(s.ladder, s.bid) / TOP_BID
    out[start + 2] = s.bid / TOP_BID
    for k in range(ROLES):
        role = (origin + k) % ROLES
        out[start + 3 + k] = s.last_bid[role] / TOP_BID
        out[start + 6 + 4 * k + s.status[role]] = 1


@kernel
def observe_game(s, origin, out, start):
    """§7  The game: 31 features."""
    if s.soloist == OUT:
        out[start + 3] = 1
    else:
        out[start + (s.soloist - origin) % ROLES] = 1
    if s.family != F_RAMSCH:
        out[start + 4 + s.family] = 1
    out[start + 17] = s.open
    if s.trump != UNNAMED:
        out[start + 18 + s.trump] = 1
    out[start + 24] = s.by_hand
    out[start + 25 + s.announced] = 1
    out[start + 28] = s.loss == 2
    out[start + 29] = s.price / 60
    if s.soloist != OUT:
        out[start + 30] = s.bid / TOP_BID


@kernel
def observe_tricks(s, me, origin, out, start):
    """§7  Tricks and points: 8 features."""
    out[start] = s.trick_number / 10
    for k in range(ROLES):
        role = (origin + k) % ROLES
        out[start + 1 + k] = s.tricks[role] / 10
        out[start + 4 + k] = s.points[role] / HUNDRED_TWENTY
    out[start + 7] = points_of(seen_aside(s, me), s.rank_set) / HUNDRED_TWENTY


@kernel
def observe_sheet(s, seat, out, start):
    """§7  What each seat has written, and how much of the match is played: 7 features."""
    n = s.options.seats
    for k in range(n):
        other = (seat + k) % n
        score = (s.sheet[other] + s.delta[other]) / SHEET
        out[start + k] = min(max(score, -MOST_SHEET), MOST_SHEET)
    if s.options.episode == MATCH:
        out[start + 6] = s.deals_settled / (s.options.match_rounds * n)


# In words


def deck_of(options: Any) -> Deck:
    """The names of the cards in use."""
    return Deck("".join(options.deck_ranks), "".join(options.deck_suits))


def text(options: Any, seen: dict[str, np.ndarray]) -> str:
    """The table from one seat, all of it read off the observation."""
    deck = deck_of(options)

    def cards(block: np.ndarray) -> str:
        return deck.text(int(card) for card in np.flatnonzero(block))

    def shown(label: str, block: np.ndarray) -> str:
        return f"{label} {cards(block)}" if block.any() else ""

    role = f"{ROLE_NAMES[int(seen['role'].argmax())]}" if seen["role"].any() else "sitting out"
    own = [
        shown("hand:", seen["hand"]),
        shown("known aside:", seen["known_aside"]),
        shown("looked at:", seen["looked"]),
    ]
    public = [
        shown("turned up:", seen["turned_up"]),
        shown("open hand:", seen["exposed"]),
        shown("partner's:", seen["partner"]),
    ]
    bid, trick = _number(seen["bid"], TOP_BID), _number(seen["trick_number"], 10) + 1
    lines = [
        f"{PHASES[int(seen['phase'].argmax())]}: {_game(seen)}, bid {bid}, trick {trick}",
        f"you ({role}) " + "; ".join(filter(None, own)),
        "; ".join(filter(None, public)),
    ]
    lines += [_role_line(k, seen, cards) for k in range(ROLES)]
    scores = " ".join(str(_number(value, SHEET)) for value in seen["sheet"][: options.seats])
    dealer = int(seen["dealer"].argmax())
    lines.append(f"  dealer {'you' if dealer == 0 else f'left {dealer}'}; written: {scores}")
    return "\n".join(filter(None, lines))


def _number(value: Any, unit: int) -> int:
    return round(float(np.asarray(value).sum()) * unit)


def _game(seen: dict[str, np.ndarray]) -> str:
    if not seen["family"].any():
        return "Ramsch" if seen["trump"].any() else "auction"
    words = [FAMILIES[int(seen["family"].argmax())]]
    if seen["trump"].any():
        words.append(f"trumps {TRUMP_NAMES[int(seen['trump'].argmax())]}")
    words += [ANNOUNCEMENTS[int(seen["announced"].argmax())]]
    words += [word for word in ("open", "by_hand", "doubled") if seen[word][0]]
    return " ".join(filter(None, words)).replace("by_hand", "by hand").replace("doubled", "a loss counts double")


def _role_line(k: int, seen: dict[str, np.ndarray], cards: Any) -> str:
    base = int(seen["role"].argmax()) if seen["role"].any() else 0
    words = [f"  {ROLE_NAMES[(base + k) % ROLES]}", STATUSES[int(seen["status"][k].argmax())]]
    if seen["last_bid"][k]:
        words.append(f"bid {_number(seen['last_bid'][k], TOP_BID)}")
    words.append(f"{_number(seen['tricks'][k], 10)} tricks, {_number(seen['points'][k], HUNDRED_TWENTY)} points")
    words += [
        f"{name} {cards(seen[block][k])}"
        for name, block in (("plays", "trick"), ("played", "played"))
        if seen[block][k].any()
    ]
    voids = "".join(letter for letter, flag in zip("CDHST", seen["void"][k], strict=True) if flag)
    words += [f"void {voids}" if voids else "", *(name for name in ("turn", "leader", "soloist") if seen[name][k])]
    return " ".join(filter(None, words))
