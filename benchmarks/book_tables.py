"""The old books' tables of preferans and Skat, computed with the trick solver and printed beside the books' figures.

    python benchmarks/book_tables.py                      # all tables, some minutes
    python benchmarks/book_tables.py --layouts 100        # a quick look
    python benchmarks/book_tables.py --plot docs/book_tables.svg --json docs/book_tables.json

All hands lie open to all who play: the solver's figures are what best play with open hands gives. The books' figures
are an expert's impression of play with closed hands, so they need not agree; how they differ is the point.

Preferans, tricks of a suit (docs/rules/preferans.md §11.1): the declarer holds the suit's cards in question and, beside
them, winners from the top of the other suits, dealt round (A, A, A, K, K ...): entries and stoppers, each a sure trick.
Every split of the suit's other cards over the two defenders and the two cards out of play is solved and weighed by its
chance; the cards beside it are drawn at random. The figure is the declarer's tricks less the winners beside.

Preferans, misère (§11.2): beside the hole the declarer holds the lowest cards of the other suits, dealt round (7, 7, 7,
8, 8 ...): nothing to be caught there. The 22 other cards are dealt at random, two of them out of play. Caught: he takes
a trick against best play of all. Catchers lead: the defender before or behind him, half the time each.

Skat (docs/rules/skat.md §11): hands at random until one passes the book's test for a game; the soloist sits at each
place a third of the time, Vorhand leads. Made: 61 points with the skat, or no trick. Soloists who take the skat put away
what the book's bot would.
"""

import argparse
import dataclasses
import itertools
import json
import math
import pathlib
from collections.abc import Callable, Iterator

import numpy as np

from cardenvs.agents.rules.preferans_tables import HOLES, TRICKS
from cardenvs.agents.rules.skat_hand import chance as chance_of
from cardenvs.agents.rules.skat_hand import pack, strength
from cardenvs.agents.rules.skat_play import discards
from cardenvs.core.cards import card_set
from cardenvs.core.kernel import kernel
from cardenvs.games import spec
from cardenvs.games.skat.contracts import GAMES as SKAT_GAMES
from cardenvs.games.skat.names import JACKS, NO_TRUMPS
from cardenvs.games.skat.scoring import points_of
from cardenvs.search.endings import preferans, skat
from cardenvs.search.tricks import deal_value, memo_of

RANKS = "789TJQKA"
HAND = 10  # cards
OUT = 2  # cards out of play
WIN = 61  # card points that make a game of Skat
Z = 1.96  # of a 95 % interval

BOOK_HOLDINGS = (
    "A", "AK", "AKQ", "AKQJ", "AKQJ+1", "AKQJ+2", "AKQJ+3", "AKQJ+4", "AK+2", "AK+3", "AK+4", "AQ", "AQJ", "AQJ+1",
    "AQJ+2", "AQJ+3", "AQJ+4", "AJ", "AJ+1", "AJ+2", "AJ+3", "AJ+4", "A+2", "A+3", "A+4", "K", "KQ", "KQJ", "KQJ+1",
    "KQ+2", "KQ+3", "KQ+4", "KQJ+4", "KJ", "KJ+1", "KJ+2", "KJ+3", "KJ+4", "QJ", "QJ+1",
)  # fmt: skip
"""Rows 1 to 40 of the book, honours and how many small cards (seven to ten)."""
BOOK_HOLES = ("7T", "79", "7J", "7Q", "8", "89", "9", "78Q", "79Q", "78K", "79K", "78A", "79A", "78TA", "79JA")
"""Holdings with a figure in the book; ``7,(8/9),Q`` is two of them, ``7,(8/9),(T/J),A`` two of four."""


@dataclasses.dataclass(frozen=True)
class Figure:
    """One computed number beside the book's."""

    table: str
    row: str
    condition: str
    book: float
    found: float
    error: float
    """Standard error of `found`."""

    def line(self) -> str:
        """For people."""
        off = self.found - self.book
        return (
            f"{self.row:16s} {self.condition:22s} book {self.book:6.2f}   open hands {self.found:6.2f} "
            f"± {Z * self.error:.2f}   {off:+.2f}"
        )


class Solver:
    """Deals of one game, solved one after another with one memo."""

    def __init__(self, games: np.ndarray) -> None:
        self.games = games
        self.memo, self.tried = memo_of(), np.zeros(1, np.int64)

    def value(self, row: int, hands: list[int], soloist: int, leader: int, roof: int, floor: int = 0) -> int:
        """What the soloist takes, told apart between `floor` and `roof` alone."""
        cards = np.array(hands, np.int64)
        return int(deal_value(self.games, row, cards, soloist, leader, floor, roof, self.memo, self.tried))


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """Of independent values."""
    return float(np.mean(values)), float(np.std(values, ddof=1) / math.sqrt(len(values)))


# Tricks of a suit


def holding_of(name: str) -> list[int]:
    """The ranks of ``"AK+2"``: honours, and as many small cards from the ten down."""
    honours, _, small = name.partition("+")
    return [RANKS.index(letter) for letter in honours] + [3 - k for k in range(int(small or 0))]


def book_tricks(name: str) -> float:
    """§11.1  What the book gives the holding."""
    honours, _, small = name.partition("+")
    return float(TRICKS[sum(1 << "JQKA".index(letter) for letter in honours), int(small or 0)]) / 100


def beside(cards: int, from_top: bool) -> list[int]:
    """So many cards of the other three suits, dealt round from their tops or their bottoms."""
    order = [suit * 8 + (7 - k if from_top else k) for k in range(8) for suit in range(3)]
    return order[:cards]


SUIT = 3
"""The suit in question: spades. The others are 0, 1, 2."""


def splits(missing: list[int]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Who gets each missing card (0, 1: a defender, 2: out of play) and the chance of it, by counting deals."""
    room = (HAND, HAND, OUT)
    others = 2 * HAND + OUT - len(missing)
    ways = {}
    for owners in itertools.product(range(3), repeat=len(missing)):
        left = [room[k] - owners.count(k) for k in range(3)]
        if min(left) >= 0:
            ways[owners] = math.factorial(others) // math.prod(map(math.factorial, left))
    total = sum(ways.values())
    for owners, n in ways.items():
        yield owners, n / total


CONDITIONS = {"no-trump, own lead": (4, 0), "trumps, own lead": (SUIT, 0), "trumps, their lead": (SUIT, 1)}
"""The row of the solver's tables, and who leads."""
TRUMPS_FROM = 4
"""With fewer cards nobody names a suit trumps: the figure would count what defenders ruff elsewhere."""


def suit_tricks(solver: Solver, name: str, contract: int, leader: int, rng: np.random.Generator) -> float:
    """The mean over all splits, each with other cards drawn at random."""
    own = [SUIT * 8 + rank for rank in holding_of(name)]
    winners = beside(HAND - len(own), from_top=True)
    missing = [SUIT * 8 + rank for rank in range(8) if SUIT * 8 + rank not in own]
    others = [card for card in range(SUIT * 8) if card not in winners]
    total = 0.0
    for owners, weight in splits(missing):
        hands: list[list[int]] = [[], [], []]
        for card, owner in zip(missing, owners, strict=True):
            hands[owner].append(card)
        rest = iter(rng.permutation(others))
        for k, size in enumerate((HAND, HAND, OUT)):
            hands[k] += [int(next(rest)) for _ in range(size - len(hands[k]))]
        sets = [card_set(own + winners), card_set(hands[0]), card_set(hands[1])]
        total += weight * (solver.value(contract, sets, 0, leader, preferans.ALL) - len(winners))
    return total


def tricks_table(rounds: int, rng: np.random.Generator) -> Iterator[Figure]:
    """Every row of the book."""
    solver = Solver(preferans.games_of(None))
    for name in BOOK_HOLDINGS:
        for condition, (contract, leader) in CONDITIONS.items():
            if contract == SUIT and len(holding_of(name)) < TRUMPS_FROM:
                continue
            found = [suit_tricks(solver, name, contract, leader, rng) for _ in range(rounds)]
            yield Figure("tricks", name, condition, book_tricks(name), *mean_and_error(found))


# The holes of a misère


def caught(solver: Solver, hole: str, leader: int, rng: np.random.Generator) -> bool:
    """Does the declarer take a trick in a random deal?"""
    own = [SUIT * 8 + RANKS.index(rank) for rank in hole]
    own += beside(HAND - len(own), from_top=False)
    rest = [int(card) for card in rng.permutation([card for card in range(32) if card not in own])]
    sets = [card_set(own), card_set(rest[:HAND]), card_set(rest[HAND : 2 * HAND])]
    return solver.value(preferans.MISERE_ROW, sets, 0, leader, 1) > 0


def misere_table(layouts: int, rng: np.random.Generator) -> Iterator[Figure]:
    """Every hole of the book, under its conditions of the lead."""
    solver = Solver(preferans.games_of(None))
    for hole in BOOK_HOLES:
        holding = sum(1 << RANKS.index(rank) for rank in hole)
        for own_lead, condition in ((1, "own lead"), (0, "catchers lead")):
            leaders = [0 if own_lead else 1 + k % 2 for k in range(layouts)]
            found = [100.0 * caught(solver, hole, leader, rng) for leader in leaders]
            yield Figure("misère", hole, condition, float(HOLES[own_lead, holding]), *mean_and_error(found))


# Games of Skat


def solo_rows() -> Iterator[tuple[str, int, Callable[[int, float], bool]]]:
    """A name for each promise of the book, its row among the game's declarations, and which hands it is made for."""
    for row, game in enumerate(SKAT_GAMES):
        if game.word == "solo" and game.trump == 0:
            for s in (8, 9, 10, 11):
                yield f"Solo, strength {s}{'+' if s == 11 else ''}", row, lambda own, _p, s=s: min(own, 11) == s
        if game.word == "grand":
            yield "Grand, 3 jacks", row, lambda _s, p: p < 0.9
            yield "Grand, 4 jacks", row, lambda _s, p: p >= 0.9
        if game.word in ("gucki_grand", "null", "null_ouvert") or (game.word == "gucki_null" and not game.open):
            yield game.word.replace("_", " ").capitalize(), row, lambda _s, _p: True


@kernel
def find_hand(decks, options, row, place, suits, ranks, trump):
    """The first deck whose hand at `place` passes the book's test; -1: none. Returns it, the strength, the chance."""
    for k in range(len(decks)):
        hand = np.int64(0)
        for card in decks[k, 10 * place : 10 * place + 10]:
            hand |= np.int64(1) << card
        p = chance_of(options[0], row, hand, place, suits, ranks)
        if p > 0:
            return k, strength(hand, suits, ranks, trump), p
    return -1, 0, 0.0


def made(solver: Solver, deck: list[int], place: int, row: int, suits: np.ndarray, ranks: np.ndarray) -> bool:
    """Does the soloist make his game with open hands?"""
    game = SKAT_GAMES[row]
    hands = [card_set(deck[10 * k : 10 * k + 10]) for k in range(3)]
    aside = card_set(deck[30:])
    if game.takes_skat:
        cards = hands[place] | aside
        aside = int(discards(cards, 2, suits, ranks, game.trump))
        hands[place] = cards & ~aside
    if game.trump == NO_TRUMPS:
        return solver.value(NO_TRUMPS, hands, place, 0, skat.ANY_TRICK) == 0
    wanted = WIN - int(points_of(aside, ranks))
    return solver.value(game.trump, hands, place, 0, wanted, wanted - 1) >= wanted


def skat_table(layouts: int, chance: np.random.Generator) -> Iterator[Figure]:
    """Every game that the book gives a chance."""
    rules = spec("skat")
    options = rules.encoded(rules.options())
    suits, ranks = pack(options[0])
    solver = Solver(skat.games_of(rules.options()))
    rows = list(solo_rows())
    for (name, row, fits), rng in zip(rows, chance.spawn(len(rows)), strict=True):
        found: list[float] = []
        promised: list[float] = []
        trump = SKAT_GAMES[row].trump
        while len(found) < layouts:
            place = len(found) % 3
            decks = np.argsort(rng.random((500, 32)), axis=1)
            k, s, p = find_hand(decks, options, row, place, suits, ranks, min(trump, JACKS))
            if k < 0 or not fits(s, p):
                continue
            deck = [int(card) for card in decks[k]]
            found.append(100.0 * made(solver, deck, place, row, suits, ranks))
            promised.append(100 * p)
        yield Figure("skat", name, "made, per cent", float(np.mean(promised)), *mean_and_error(found))


# Together

TITLES = {
    "tricks": "Preferans: tricks that a suit is worth",
    "misère": "Preferans: chance in per cent that a hole is caught",
    "skat": "Skat: chance in per cent that a game is made",
}


def figures(arguments: argparse.Namespace) -> Iterator[Figure]:
    """All figures asked for."""
    makers = {"tricks": (tricks_table, arguments.rounds), "misere": (misere_table, arguments.layouts)}
    makers["skat"] = (skat_table, arguments.layouts)
    for number, (table, (maker, amount)) in enumerate(makers.items()):
        if table in arguments.tables:
            yield from maker(amount, np.random.default_rng([arguments.seed, number]))


def plot(found: list[Figure], path: pathlib.Path) -> None:
    """The book's figures against the computed ones, a panel each table; on the diagonal they agree."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    mpl.rcParams["svg.hashsalt"] = "book tables"
    figure, panels = pyplot.subplots(1, len(TITLES), figsize=(13, 4.4))
    for (table, title), panel in zip(TITLES.items(), panels, strict=True):
        rows = [each for each in found if each.table == table]
        if not rows:
            continue
        top = max(max(each.book, each.found) for each in rows)
        panel.plot([0, top], [0, top], color="0.6", linewidth=1)
        for condition in dict.fromkeys(each.condition for each in rows):
            some = [each for each in rows if each.condition == condition]
            panel.errorbar(
                [each.book for each in some], [each.found for each in some], [Z * each.error for each in some],
                fmt="o", markersize=4, label=condition,
            )  # fmt: skip
        panel.set(title=title, xlabel="the book", ylabel="open hands, best play")
        panel.title.set_fontsize(10)
        panel.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def main() -> None:
    """Prints the tables; writes the plot and the numbers where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--tables", nargs="+", choices=("tricks", "misere", "skat"), default=("tricks", "misere", "skat")
    )
    parser.add_argument("--layouts", type=int, default=1000, help="deals for each misère and Skat figure (1000)")
    parser.add_argument("--rounds", type=int, default=4, help="drawings of the cards beside a suit (4)")
    parser.add_argument("--seed", type=int, default=0, help="(0)")
    parser.add_argument(
        "--json", type=pathlib.Path, metavar="FILE", help="write the figures there, keeping tables not asked for"
    )
    parser.add_argument("--plot", type=pathlib.Path, metavar="FILE", help="draw them there")
    arguments = parser.parse_args()
    found: list[Figure] = []
    table = ""
    for figure in figures(arguments):
        if figure.table != table:
            table = figure.table
            print(f"\n{TITLES[table]}\n")
        print(figure.line(), flush=True)
        found.append(figure)
    if arguments.json:
        found = kept(arguments.json, found)
        rows = [dataclasses.asdict(figure) for figure in found]
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    if arguments.plot:
        plot(found, arguments.plot)


def kept(path: pathlib.Path, found: list[Figure]) -> list[Figure]:
    """The figures found, with those that a file has of other tables."""
    old = [Figure(**row) for row in json.loads(path.read_text(encoding="utf-8"))] if path.exists() else []
    tables = {figure.table for figure in found}
    return sorted(
        [figure for figure in old if figure.table not in tables] + found,
        key=lambda figure: list(TITLES).index(figure.table),
    )


if __name__ == "__main__":
    main()
