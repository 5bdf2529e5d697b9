"""Players: random, by the book, trained, or a person; all behind one protocol."""

import importlib.util
import pathlib
from typing import Any

from ..core.rules import Rules
from ..errors import InvalidArgument, InvalidFile, nearest
from .bot import Bot, RandomBot, RulesBot, Turn
from .packaged import PREFIX, packaged_bot, packaged_names
from .policy import load_policy

__all__ = ["Bot", "RandomBot", "RulesBot", "Turn", "bot_names", "make_bot"]

POLICY = ".safetensors"


def bot_names(rules: Rules) -> tuple[str, ...]:
    """The bots that a game has by name."""
    return ("random", "rules", "human") if _has_advice(rules) else ("random", "human")


def make_bot(bot: str | pathlib.Path | Bot, rules: Rules, options: Any) -> Bot:
    """A player for a game under given options.

    Args:
        bot: ``"random"``, ``"rules"`` (the advice of the game's rules), ``"human"`` (a person at the terminal), the path
            of a saved policy, ``"ppo:loo"`` (the trained policy of that game that comes with the package), or a player,
            which is handed back.
        rules: the game.
        options: its options.

    Raises:
        InvalidArgument: no bot of that name.
        InvalidFile: no such file, or not a policy for this game and these options.
    """
    if not isinstance(bot, str | pathlib.Path):
        return bot
    if bot == "random":
        return RandomBot()
    if bot == "human":
        from .human import HumanBot

        return HumanBot(rules, options)
    if bot == "rules" and _has_advice(rules):
        return RulesBot(rules, options)
    if str(bot).startswith(PREFIX):
        return packaged_bot(str(bot), rules, options)
    path = pathlib.Path(bot)
    if path.suffix == POLICY or path.exists():
        if not path.exists():
            raise InvalidFile(f"bot: no file {str(path)!r}")
        return load_policy(path, rules, options)
    own = [name for name in packaged_names() if name == PREFIX + rules.name]
    hint = nearest(str(bot), (*bot_names(rules), *own))
    raise InvalidArgument(f"bot: {rules.name} has no {str(bot)!r}: {hint} (or the path of a saved policy)")


def _has_advice(rules: Rules) -> bool:
    return importlib.util.find_spec(f"{__name__}.rules.{rules.name}") is not None
