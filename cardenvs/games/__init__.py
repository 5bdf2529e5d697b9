"""The games, found by name and loaded when asked for."""

import functools
import importlib

from ..core.rules import Rules, registered
from ..errors import UnknownGame, nearest

__all__ = ["CALIBRATION", "GAMES", "games", "spec"]

GAMES = (
    "loo",
    "pam_loo",
    "irish_loo",
    "mushka",
    "mushka_pamphil",
    "mushka_shutikha",
    "mushka_mistigri",
    "stukolka",
    "kopilka",
    "lenturlu",
    "macao",
    "humbug_whist",
    "skat",
    "preferans",
    "panguingue",
)
"""The suite's games in the order of its table."""
CALIBRATION = ("kuhn_poker", "leduc_poker")
"""Tiny games with known values that check the solvers; outside the suite."""


def games() -> tuple[str, ...]:
    """The names of the suite's games."""
    return GAMES


@functools.cache
def spec(name: str) -> Rules:
    """The rules of a game: options, action names, feature layout, seats, version.

    Games outside this package are found once the module that registers them is imported.

    Raises:
        UnknownGame: there is none of that name.
    """
    if name not in GAMES + CALIBRATION:
        if added := registered(name):
            return added
        raise UnknownGame(f"no game {name!r}: {nearest(str(name), GAMES + CALIBRATION)}")
    rules: Rules = importlib.import_module(f".{name}", __name__).RULES
    return rules
