"""Deals of preferans played by the book, as text that a player can follow: ``--rewrite-golden`` writes them anew."""

import pytest

import cardenvs

from ..golden import FOLDER, story
from .test_preferans import advice, gora, pool, whists

PLAYED = FOLDER / "preferans"
SCENES = {
    "made_closed_whist": (
        {},
        ["AS KS QS JS 9S AH KH 8D 9D 7C", "7S 8S TD JD AD KC JC 9C 7H 8H", "TS KD QD AC QC TC 8C JH TH 9H"],
        "QH 7D",
        "6S PASS PASS 7C 7D 8S WHIST PASS CLOSED",
    ),
    "under_ordered": (
        {},
        ["AS KS QS JS 9S AH KH 8D 9D 7C", "7S 8S TD JD AD KC JC 9C 7H 8H", "TS KD QD AC QC TC 8C JH TH 9H"],
        "QH 7D",
        "6S PASS PASS 7C 7D 7S WHIST WHIST",
    ),
    "failed_open_whist": (
        {},
        ["AS KS QS JS 9S AH KH 8D 9D 7C", "7S 8S TD JD AD KC JC 9C 7H 8H", "TS KD QD AC QC TC 8C JH TH 9H"],
        "QH 7D",
        "6S PASS PASS 7C 7D 9S PASS WHIST OPEN",
    ),
    "stalingrad": (
        {},
        ["AS KS QS 8S AH KH 7D 9D TC 7C", "JS TS 9S AD KD 8D 7H 8H AC KC", "7S JD TD QH JH TH QC JC 9C 8C"],
        "9H QD",
        "",
    ),
    "misere_made": (
        {},
        ["7S 8S 9S 7H 8H 7D 8D TD 7C 9C", "TS JS KS 9H QH AH 9D JD QD 8C", "QS AS JH KH KD AD JC QC KC AC"],
        "TH TC",
        "",
    ),
    "misere_caught": (
        {},
        ["7S 8S 9S 7H 8H 9H 7D 8D 7C TC", "8C 9C JC QC KC AC TH TS JS 9D", "TD JD QD JH QH KH AH QS KS AS"],
        "KD AD",
        "",
    ),
    "dealer_whists": (
        {"seats": 4},
        ["AS QS JS TS 9S AH KH 7D 8D 7C", "KS 8S AC JD TD 9D 7H 8H 9C 8C", "7S KD QD JH TH 9H TC JC QC AD", None],
        "QH KC",
        "6S PASS PASS 7D 8D 7S PASS PASS LOOK_D2 WHIST OPEN",
    ),
}
"""Options, the hands by seat, the talon, and the first moves; the book plays on. Seat 0 is forehand."""
SERIES = {"seats": 4, "episode": "match", "max_deals": 4, "pool_end": "deals"}
MATCH = {"episode": "match", "pool_target": 4, "jump_bids": "forbidden"}


class Played:
    """A game in the hands of the rule bot, but for some first moves, or for passes wherever one may pass."""

    def __init__(self, table, moves="", passes=False):
        self.table = table
        self.last = -1
        self.moves = moves.split()
        self.passes = passes

    def step(self):
        if self.passes and "PASS" in self.table.legal_names():
            word = "PASS"
        else:
            word = self.moves.pop(0) if self.moves else advice(self.table)
        names = [name for name in self.table.legal_names() if name.split()[-1] == word]
        self.last = self.table.rules.action_index[names[0]]
        self.table.step(self.last)


def sheet(table):
    """The accounts at the end."""
    return [
        f"  Sheet: pool {pool(table)}, gora {gora(table)}",
        f"    whists {', '.join(f'{pair} {n:g}' for pair, n in whists(table).items()) or 'none'}",
        f"    score {', '.join(f'{points / table.seats:+.2f}' for points in table.payoffs)}",
    ]


def played(table, moves="", passes=False):
    """The whole game and its sheet."""
    return "\n".join([*story(Played(table, moves, passes)), *sheet(table)]) + "\n"


def kept(name, text, request):
    """Asserts that a playthrough is as it was."""
    path = PLAYED / f"{name}.txt"
    if request.config.getoption("--rewrite-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", SCENES)
def test_a_deal_by_the_book(name, request):
    options, hands, talon, moves = SCENES[name]
    seats = options.get("seats", 3)
    table = cardenvs.table("preferans", first_dealer=seats - 1, **options).reset(hands=hands, talon=talon)
    kept(name, played(table, moves), request)


def test_a_raspas_series(request):
    table = cardenvs.table("preferans", seed=1, first_dealer=0, **SERIES)
    kept("raspas_series", played(table, passes=True), request)


def test_a_short_match_by_the_book(request):
    kept("short_match", played(cardenvs.table("preferans", seed=1, first_dealer=0, **MATCH)), request)
