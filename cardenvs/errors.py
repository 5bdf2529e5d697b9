"""What can go wrong at a public entry.

CardenvsError
├── UnknownGame        no game of that name
├── InvalidOption      a game option that is unknown, of the wrong type or out of range
├── InvalidCard        a word that names no card, or a card twice, missing or not of this deck
├── InvalidArgument    any other argument out of its stated range
├── IllegalAction      an action that the rules forbid now
├── GameOver           a move after the end
├── NotReset           a move or a look before the first reset
├── Unsolvable         a game that a solver refuses: its tree is too large, or not all of it follows from one deal
├── InvalidConfig      a configuration file with unknown or mistyped keys
└── InvalidFile        a damaged, foreign or mismatched file (checkpoint, policy, saved table)
"""

import difflib
from collections.abc import Iterable

__all__ = [
    "CardenvsError",
    "GameOver",
    "IllegalAction",
    "InvalidArgument",
    "InvalidCard",
    "InvalidConfig",
    "InvalidFile",
    "InvalidOption",
    "NotReset",
    "UnknownGame",
    "Unsolvable",
    "nearest",
]


class CardenvsError(ValueError):
    """Anything that a caller of this package did wrong; the message is one line."""


class UnknownGame(CardenvsError):
    """No game of that name."""


class InvalidOption(CardenvsError):
    """A game option that is unknown, of the wrong type or out of range."""


class InvalidCard(CardenvsError):
    """A word that names no card, or a card that is doubled, missing or not of this deck."""


class InvalidArgument(CardenvsError):
    """An argument out of its stated range."""


class IllegalAction(CardenvsError):
    """An action that the rules forbid now; nothing has changed."""


class GameOver(CardenvsError):
    """A move was asked for after the end."""


class NotReset(CardenvsError, AttributeError):
    """An environment was used before its first reset (what it lacks until then are attributes)."""


class Unsolvable(CardenvsError):
    """A game that a solver refuses: its tree is too large, or not all of it follows from one deal."""


class InvalidConfig(CardenvsError):
    """A configuration with unknown or mistyped keys."""


class InvalidFile(CardenvsError):
    """A damaged or foreign file, or one made for another game, version or option set."""


def nearest(word: str, valid: Iterable[str]) -> str:
    """The tail of an error message: the closest valid name, or all of them."""
    names = list(valid)
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    return f"did you mean {close[0]!r}?" if close else f"valid: {', '.join(names)}"
