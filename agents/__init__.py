"""Players: random, by the book, trained, or a person; all behind one protocol."""

import importlib.util
import pathlib
from typing import Any

from ..core.rules import Rules
from ..errors import InvalidArgument, InvalidFile, nearest
from .bot import Bot, RandomBot, RulesBot, Turn

__all__ = ["Bot", "RandomBot", "RulesBot", "Turn", "bot_names", "make_bot"]

POLICY = ".safetensors"


def bot_names(rules: Rules) -> tuple[str, ...]:
    """The bots that a game has by name."""
    return ("random", "rules", "human") if _has_advice(rules) else ("random", "human")


def make_bot(bot: str | pathlib.Path | Bot, rules: Rules, options: Any) -> Bot:
    """A player for a game under given options.

    Args:
        bot: ``"random"``, ``"rules"`` (the advice of the game's rules), ``"human"`` (a person at the terminal), the path
            of a saved policy or strategy, or a player, which is handed back.
        rules: the game.
        options: its options.

    Raises:
        InvalidArgument: no bot of that name.
        InvalidFile: no such file, or none for this game and these options.
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
    path = pathlib.Path(bot)
    if path.suffix == POLICY or path.exists():
        if not path.exists():
            raise InvalidFile(f"bot: no file {str(path)!r}")
        return _load(path, rules, options)
    hint = nearest(str(bot), bot_names(rules))
    raise InvalidArgument(f"bot: {rules.name} has no {str(bot)!r}: {hint} (or the path of a saved policy)")


def _load(path: pathlib.Path, rules: Rules, options: Any) -> Bot:
    """The bot that a file holds; what that takes is imported only here."""
    from ..arrays import kind_of
    from .policy import load_policy
    from .tabular import STRATEGY, load_strategy

    load = load_strategy if kind_of(path) == STRATEGY else load_policy
    return load(path, rules, options)


def _has_advice(rules: Rules) -> bool:
    return importlib.util.find_spec(f"{__name__}.rules.{rules.name}") is not None
