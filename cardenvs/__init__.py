"""Historical card games for reinforcement learning, search and game solving."""

from typing import Any

from .arena import arena, cross_table
from .core.rules import Rules
from .core.table import Table
from .envs.registry import env_modules, make, register, vector
from .envs.vector import VectorEnv
from .errors import CardenvsError
from .games import CALIBRATION, GAMES, games, spec

__all__ = [
    "CALIBRATION", "GAMES", "CardenvsError", "Rules", "Table", "VectorEnv", "arena", "cross_table", "games", "make", "spec",
    "table", "vector",
]  # fmt: skip

globals().update(env_modules(__name__))  # loo_v0, pam_loo_v0 ...
register()


def table(game: str, *, seed: int = 0, **options: Any) -> Table:
    """One game of `game`, step by step, dealt for `seed`.

    Raises:
        UnknownGame, InvalidOption: no such game, or an option that it does not take.
    """
    rules = spec(game)
    return Table(rules, rules.options(**options), seed)
