"""The bank's edge at macao when all play by the book, exactly and by simulation.

    python benchmarks/macao_edge.py                    # ten million coups, a minute or two
    python benchmarks/macao_edge.py --coups 100000     # a quick look

The book (docs/rules/macao.md §11) swaps every card that counts nothing, draws with up to seven points and stands on
eight and nine. Under the default rules a seat then ends on its first card that counts, or on that and one more. The
cards that count nothing are only skipped: those that count leave a shuffled shoe in uniformly random order, and
whatever the other seats draw from it, a punter and the banker have up to four of them at random. So the edge is a sum
over four cards, each weighed by the copies that are left, in whole numbers; the seats do not matter.

The simulation plays whole coups by the game's own rules and the bot itself. Each coup gives one number, the bank's gain
per punter, so the interval is right though punters of a coup share the banker's cards.
"""

import argparse
import itertools
import math
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

import cardenvs
import cardenvs.agents.rules.macao  # registers the bot
from cardenvs.core import drivers
from cardenvs.core.kernel import kernel
from cardenvs.core.random import stream
from cardenvs.core.rules import apply, choose, legal, observe

__all__ = ["exact", "simulated"]

MULTIPLES = ("ties", "all", "none")
DRAW_TO = 7  # points
Z = 1.96  # of a 95 % interval


def exact(multiples: str = "ties", decks: int = 2) -> Fraction:
    """What the bank gains per coup from each punter, in stakes."""
    shoe = dict.fromkeys(range(1, 10), 4 * decks)
    return -sum((chance * won(multiples, punter, banker) for punter, banker, chance in ends(shoe)), Fraction())


def ends(shoe: dict[int, int]) -> Iterator[tuple[tuple[int, bool], tuple[int, bool], Fraction]]:
    """Every way for a punter and the banker to end, (points, as dealt) each, with its chance.

    `shoe` is how many cards of each value count something.
    """
    orders = math.perm(sum(shoe.values()), 4)
    for cards in itertools.product(shoe, repeat=4):
        ways, left = 1, dict(shoe)
        for card in cards:
            ways *= left[card]
            left[card] -= 1
        if ways:
            yield ended(*cards[:2]), ended(*cards[2:]), Fraction(ways, orders)


def ended(first: int, second: int) -> tuple[int, bool]:
    """How a seat ends with two cards to come, the second of which it may not need."""
    if first > DRAW_TO:
        return first, True
    return (first + second if first + second <= 9 else first), False


def won(multiples: str, punter: tuple[int, bool], banker: tuple[int, bool]) -> int:
    """§4  What the punter wins, in stakes; written apart from the game's own rules, to check them."""
    (points, natural), (bank, bank_natural) = punter, banker
    price = {9: 3, 8: 2}
    if points > bank:
        return price.get(points, 1) if natural else 1
    applies = multiples == "all" or (multiples == "ties" and points == bank)
    return -(price.get(bank, 1) if applies and bank_natural else 1)


def simulated(coups: int, seed: int = 0, multiples: str = "ties", seats: int = 5) -> tuple[float, float]:
    """The mean gain of the bank per coup and punter over many coups, and its standard error, in stakes."""
    table = cardenvs.table("macao", seats=seats, first_banker=0, banker_multiples=multiples)
    sums = np.zeros(2, np.int64)
    observation = np.zeros(table.layout.size, np.float32)
    options = table.rules.encoded(table.options)
    play(table.states, table.blank, options, stream(seed), coups, table.mask(), observation, sums)
    mean = sums[0] / coups
    error = math.sqrt((sums[1] / coups - mean**2) / coups)
    return mean / (seats - 1), error / (seats - 1)


@kernel(nogil=True)
def play(states, blank, options, random, coups, mask, observation, sums):
    """Plays coups by the book; adds up the gain of seat 0, the banker, and its square (int64 ``[2]``)."""
    for _ in range(coups):
        drivers.begin(states, 0, blank, random)
        while not states[0].over:
            legal(states, 0, mask)
            observe(states, 0, states[0].seat, observation)
            apply(states, 0, choose(options, observation, mask))
        gain = states[0].payoff[0]
        sums[0] += gain
        sums[1] += gain * gain


def main() -> None:
    """Prints the edge under each reading of the banker's multiples, and the simulation beside it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--coups", type=int, default=10_000_000, help="coups to simulate (default: ten million)")
    parser.add_argument("--seed", type=int, default=0, help="of the simulation (default: 0)")
    parser.add_argument("--seats", type=int, default=5, help="at the table, the banker's included (default: 5)")
    parser.add_argument("--multiples", choices=MULTIPLES, default="ties", help="banker_multiples to simulate")
    arguments = parser.parse_args()
    for multiples in MULTIPLES:
        edge = exact(multiples)
        print(f"exact, banker_multiples={multiples}: {float(edge):+.6f} of a stake per punter and coup ({edge})")
    mean, error = simulated(arguments.coups, arguments.seed, arguments.multiples, arguments.seats)
    off = (mean - float(exact(arguments.multiples))) / error
    low, high = mean - Z * error, mean + Z * error
    print(
        f"{arguments.coups} coups, banker_multiples={arguments.multiples}: {mean:+.6f}, 95 % {low:+.6f} .. {high:+.6f}"
    )
    print(
        f"the exact edge is {off:+.2f} standard errors from the mean: {'inside' if abs(off) <= Z else 'OUTSIDE'}"
    )


if __name__ == "__main__":
    main()
