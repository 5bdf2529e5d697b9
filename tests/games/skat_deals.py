"""Deals of Skat laid by hand, and games brought to their play or settlement, for the tests of docs/rules/skat.md."""

import cardenvs
from cardenvs.core.kernel import kernel
from cardenvs.core.table import Table
from cardenvs.games.skat.names import DECK, DONE, PLAY, ROLE_NAMES
from cardenvs.games.skat.play import close_deal, pay_deal, settle_game, settle_ramsch

DEAL_A = (
    "JC JS AH JD QH 7H JH 8H 9S 8D QC TH KH 9H AS KS QS AD 9D 8S 7S TD KD TS 7D 8C AC TC 7C QD KC 9C"
)  # fmt: skip
JACKS = ("JC", "JS", "JH", "JD")


def skat(deck: str | None = None, *, dealer: int = 2, parts: dict | None = None, **options) -> Table:
    """Three seats, V is seat 0 unless said, the deck or parts of the deal laid."""
    table = cardenvs.table("skat", **{"first_dealer": dealer, **options})
    return table.reset(deck=deck) if deck else table.reset(**(parts or {}))


def auction(role: str, bid: int) -> str:
    """What is said until `role` has won the auction with this bid; 0: nobody bid and V plays."""
    if bid == 0:
        assert role == "V"
        return "PASS PASS HOLD"
    return {
        "V": f"BID_{bid} HOLD PASS PASS",
        "M": f"BID_{bid} PASS PASS",
        "H": f"PASS BID_{bid} PASS",
    }[role]


def play_lowest(table: Table) -> str:
    """Every seat plays or marks its lowest card until the game is over; returns the winners of the tricks."""
    winners = ""
    while not table.over:
        before = table.states["tricks"][0].copy()
        table.step(table.legal()[0])
        won = (table.states["tricks"][0] - before).nonzero()[0]
        winners += ROLE_NAMES[won[0]] if len(won) else ""
    return winners


def mark_lowest(table: Table) -> Table:
    """The soloist puts his lowest cards away."""
    while table.legal_names()[0].startswith("MARK_"):
        table.step(table.legal()[0])
    return table


def trumps(trump: str) -> list[str]:
    """The trumps from the top: ``"H"`` hearts, ``"G"`` Grand."""
    return [*JACKS, *(() if trump == "G" else (f"{rank}{trump}" for rank in "ATKQ987"))]


def hand_with(trump: str, run: int, avoid: tuple[str, ...] = ()) -> str:
    """Ten cards whose matadors are `run` (with, or without if negative), filled up with side cards but `avoid`."""
    order = trumps(trump)
    held = order[:run] if run > 0 else order[-run : -run + 1]
    rest = [card for card in DECK.names if card not in order and card not in avoid]
    return " ".join([*held, *rest[: 10 - len(held)]])


@kernel
def _settle(states, points, own, lost):
    settle_game(states[0], points, own, lost)
    states[0].phase = DONE
    close_deal(states[0])


@kernel
def _settle_ramsch(states):
    settle_ramsch(states[0])
    states[0].phase = DONE
    close_deal(states[0])


@kernel
def _pay(states):
    pay_deal(states[0])


def settle_ramsch_now(table: Table) -> None:
    """Ends a Ramsch with the points and tricks that its state has been given."""
    _settle_ramsch(table.states)


def ramsch(points: list[int], tricks: list[int] | None = None, last=(10, 9, 8), **options) -> Table:
    """A Ramsch that ended with these points and tricks; `last` is the last trick that each role won."""
    parts = {"skat": ["7C", "8C"]}  # worth nothing
    table = skat(parts=parts, **options).play("PASS PASS PASS")
    table.states["points"][0] = points
    table.states["tricks"][0] = tricks or [4, 3, 3]
    table.states["last_won"][0] = last
    settle_ramsch_now(table)
    return table


def balanced(scores: list[int]) -> list[int]:
    """What is paid for what was written."""
    table = cardenvs.table("skat", seats=len(scores))
    table.states["delta"][0, : len(scores)] = scores
    _pay(table.states)
    return table.payoffs


def reckoned(table: Table, points: int, own: int = 5, lost: int = 5) -> int:
    """What the soloist writes if the game, which has come to its play, ends with these points and tricks."""
    assert table.states["phase"][0] == PLAY
    seat = int(table.states["seat_at"][0][table.states["soloist"][0]])
    before = int(table.states["sheet"][0, seat])
    _settle(table.states, points, own, lost)
    return int(table.states["sheet"][0, seat]) - before


def solo(
    trump: str, run: int, bid: int = 0, say: str = "ANN_NONE", skat_cards: str | None = None, **options
) -> Table:
    """V plays a Solo in a suit, ``"G"`` Grand, with (or without) so many matadors."""
    parts = {"hands": [hand_with(trump, run, tuple((skat_cards or "").split())), None, None]}
    left = [card for card in reversed(DECK.names) if card not in trumps(trump) and card not in parts["hands"][0]]
    parts["skat"] = (skat_cards or " ".join(left[:2])).split()
    game = "GRAND" if trump == "G" else f"TRUMP_{trump}"
    return skat(parts=parts, **options).play(f"{auction('V', bid)} {game} {say}")


def tourne(trump: str, run: int, bid: int = 0, passt: bool = False, grand: bool = False, **options) -> Table:
    """V turns a card: its suit is trumps, or Grand if it is a jack; `run` counts it. `passt`: the second card."""
    card = JACKS[run - 1] if grand else f"7{trump}"
    kind = "G" if grand else trump
    other = "8S" if trump != "S" else "8H"
    held = [c for c in hand_with(kind, run, (card, other)).split() if c != card]
    rest = [c for c in DECK.names if c not in trumps(kind) and c not in (card, other, *held)]
    hand = [*held, *rest][:10]
    table = skat(parts={"hands": [hand, None, None], "skat": [other, card] if passt else [card, other]}, **options)
    table.play(f"{auction('V', bid)} TURN_0 {'PASST_MIR_NICHT' if passt else ''}")
    if not passt or grand:
        table.play("ACCEPT_GRAND" if grand else "ACCEPT")
    return mark_lowest(table)


def delta(table: Table) -> list[int]:
    """What each seat has written."""
    return [int(score) for score in table.states["sheet"][0, : table.seats]]


def soloist_points(table: Table) -> int:
    """The points of the soloist's tricks and of what counts for him."""
    s = table.states[0]
    rest = s.put_away if s.taken else s.skat_set
    worth = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    aside = sum(worth.get(DECK.names[card][0], 0) for card in range(32) if int(rest) >> card & 1)
    return int(s.points[s.soloist]) + (aside if s.tricks[s.soloist] else 0)
