"""How fast the searches are: cards tried a second by the trick solver, deals solved, playouts a second by the bots.

    python benchmarks/search.py
    python benchmarks/search.py --games loo skat --deals 30

Processor time of this thread, one thread. The solver gets deals of ten cards each from the first card on: random hands,
and hands with which the book's bot would play the game. The bots get random decisions of random deals; the game's own
random playouts and those of its rule-based bot stand beside them, measured in turn.
"""

import argparse
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import cardenvs
from cardenvs.agents import make_bot
from cardenvs.agents.bot import single_turn
from cardenvs.agents.rules.skat_hand import chance, pack
from cardenvs.core.cards import card_set
from cardenvs.core.random import streams
from cardenvs.core.table import Table
from cardenvs.games.skat.contracts import GAMES
from cardenvs.search.endings import preferans, skat
from cardenvs.search.tricks import deal_value, memo_of

BOTS = ("pimc:worlds=20,open=0", "pimc:worlds=20", "ismcts:iterations=200,open=0", "ismcts:iterations=200")


def solved(games: np.ndarray, row: int, roof: int, deals: list[list[int]]) -> None:
    """Solves deals, the first uncounted, with one memo, and prints what it took."""
    memo, tried = memo_of(), np.zeros(1, np.int64)
    spent = []
    for k, hands in enumerate(deals):
        tried[0] = tried[0] if k > 1 else 0
        start = time.thread_time()
        deal_value(games, row, np.array(hands, np.int64), 0, 0, 0, roof, memo, tried)
        spent.append(time.thread_time() - start)
    ms = 1000 * np.array(spent[1:])
    rate = tried[0] / ms.sum() / 1000
    print(
        f"mean {ms.mean():6.1f} ms   median {np.median(ms):6.1f}   95 % {np.quantile(ms, 0.95):6.1f}   most {ms.max():7.1f}"
        f"   {rate:5.1f} million cards a second",
        flush=True,
    )


def random_deals(rng: np.random.Generator) -> Iterator[list[int]]:
    """Three hands of ten."""
    while True:
        deck = rng.permutation(32).tolist()
        yield [card_set(deck[10 * k : 10 * k + 10]) for k in range(3)]


def solver_table(deals: int, seed: int) -> None:
    """Every kind of game."""
    rng = np.random.default_rng(seed)
    options = cardenvs.spec("skat").options()
    record = cardenvs.spec("skat").encoded(options)
    suits, ranks = pack(record[0])
    games = skat.games_of(options)
    rows = {game.action: row for row, game in enumerate(GAMES)}
    for name, trump, roof in (("suit", 0, skat.ALL), ("grand", 4, skat.ALL), ("null", 5, skat.ANY_TRICK)):
        row = next(
            rows[game.action] for game in GAMES if game.trump == trump and game.word in ("solo", "grand", "null")
        )
        fit = (hands for hands in random_deals(rng) if chance(record[0], row, hands[0], 0, suits, ranks) > 0)
        for kind, source in (("random", random_deals(rng)), ("by the book", fit)):
            print(f"skat {name:12s} {kind:12s}", end=" ")
            solved(games, trump, roof, [next(source) for _ in range(deals + 1)])
    games = preferans.games_of(None)
    for row, name in ((3, "trumps"), (4, "no-trump"), (5, "misère")):
        print(f"preferans {name:7s} {'random':12s}", end=" ")
        source = random_deals(rng)
        solved(games, row, preferans.ALL, [next(source) for _ in range(deals + 1)])


def decisions(game: str, n: int, seed: int, **options: Any) -> list[Table]:
    """Random decisions with a choice, of random play."""
    rng = np.random.default_rng(seed)
    found: list[Table] = []
    table = cardenvs.table(game, seed=seed, **options)
    while len(found) < n:
        if table.over:
            table.reset()
        legal = table.legal()
        if len(legal) > 1 and rng.random() < 0.2:
            found.append(table.clone())
        if legal:
            table.step(int(rng.choice(legal)))
    return found


def milliseconds(tables: list[Table], name: str) -> np.ndarray:
    """Processor time of a bot's move at each table but the first, which may compile: float64 ``[tables - 1]``."""
    bot = make_bot(name, tables[0].rules, tables[0].options)
    spent = []
    for k, table in enumerate(tables):
        turn = single_turn(table.observe(table.seat), table.mask(), table.states, streams(k, 1)[0])
        start = time.thread_time()
        bot.act(turn)
        spent.append(time.thread_time() - start)
    return 1000 * np.array(spent[1:])


def bot_table(games: list[str], positions: int, seed: int) -> None:
    """Milliseconds a move of each search."""
    for game in games:
        tables = decisions(game, positions + 1, seed)
        print(f"\n{game}")
        for name in BOTS:
            ms = milliseconds(tables, name)
            print(f"  {name:30s} {ms.mean():8.1f} ms a move   median {np.median(ms):8.1f}")


def main() -> None:
    """Prints both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=50, help="for the solver, of each kind (50)")
    parser.add_argument("--games", nargs="*", default=["loo", "mushka", "skat", "preferans"], help="for the bots")
    parser.add_argument("--positions", type=int, default=30, help="decisions of each game for the bots (30)")
    parser.add_argument("--seed", type=int, default=0, help="(0)")
    arguments = parser.parse_args()
    solver_table(arguments.deals, arguments.seed)
    bot_table(arguments.games, arguments.positions, arguments.seed)


if __name__ == "__main__":
    main()
