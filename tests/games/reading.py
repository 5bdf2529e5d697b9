"""What the tests of the games read off a table, in the words of the rules."""

import numpy as np

from cardenvs.core.table import Table


def named(words: str) -> set[str]:
    """The set of the names in ``"KS QS PLAY"``."""
    return set(words.split())


def legal(table: Table) -> set[str]:
    """The legal actions, cards by their names alone."""
    return {name.removeprefix("play ") for name in table.legal_names()}


def seen(table: Table, seat: int, block: str) -> np.ndarray:
    """A block of what a seat sees."""
    return table.layout.decode(table.observe(seat))[block]


def hand(table: Table, seat: int, block: str = "hand") -> set[str]:
    """The names of the cards in a block of what a seat sees."""
    return {table.rules.cards.names[card] for card in seen(table, seat, block).nonzero()[0]}


def pool(table: Table) -> int:
    """Chips in the pool, the ante included."""
    return int(table.states["pool"][0])


def dealer(table: Table) -> int:
    """Who deals."""
    return int(table.states["dealer"][0])


def deal_number(table: Table) -> int:
    """Which deal of the episode it is, from 1."""
    return int(table.states["deal_number"][0])
