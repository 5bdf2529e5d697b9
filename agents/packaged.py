"""The trained policies that come with the package, one a game, by name: ``ppo:loo``.

Each is a file of `policy` in half precision, for one seat count and set of options, and says how it was trained and what it
won in the arena.
"""

import pathlib
from typing import Any

from ..core.rules import Rules
from ..errors import InvalidArgument
from .policy import PolicyBot, load_policy

__all__ = ["FOLDER", "PREFIX", "packaged_bot", "packaged_names"]

FOLDER = pathlib.Path(__file__).parent / "policies"
"""Where they lie."""
PREFIX = "ppo:"
"""Before the game, in a policy's name."""


def packaged_names() -> tuple[str, ...]:
    """The names of all packaged policies."""
    return tuple(sorted(PREFIX + path.stem for path in FOLDER.glob("*.safetensors")))


def packaged_bot(name: str, rules: Rules, options: Any) -> PolicyBot:
    """The packaged policy of that name.

    Raises:
        InvalidArgument: there is none, or it plays another game.
        InvalidFile: it plays the game under other options, or an earlier version of it.
    """
    names = packaged_names()
    if name not in names:
        raise InvalidArgument(f"bot: no {name!r}; packaged are {', '.join(names) or 'none'}")
    game = name.removeprefix(PREFIX)
    if game != rules.name:
        raise InvalidArgument(f"bot: {name} plays {game}, not {rules.name}")
    return load_policy(FOLDER / f"{game}.safetensors", rules, options, name=name, label=f"bot: {name}")
