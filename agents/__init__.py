"""Players: random, by the book, trained, a program, or a person; all behind one protocol."""

import importlib
import importlib.util
import inspect
import os
import pathlib
import re
import sys
from typing import Any

from ..core.rules import Rules, has_bot
from ..errors import InvalidArgument, InvalidFile, nearest
from .bot import Bot, RandomBot, RulesBot, Turn

__all__ = ["TIME_LIMIT", "Bot", "RandomBot", "RulesBot", "Turn", "bot_names", "make_bot"]

POLICY = ".safetensors"
PROGRAM = "program:"
TIME_LIMIT = 5.0
"""Seconds that a program has for a move, unless told otherwise."""


def bot_names(rules: Rules) -> tuple[str, ...]:
    """The bots that a game has by name."""
    return ("random", "rules", "human") if _has_advice(rules) else ("random", "human")


def make_bot(bot: str | pathlib.Path | Bot, rules: Rules, options: Any, *, time_limit: float = TIME_LIMIT) -> Bot:
    """A player for a game under given options.

    Args:
        bot: ``"random"``, ``"rules"`` (the advice of the game's rules), ``"human"`` (a person at the terminal), the path
            of a saved policy, ``"program:COMMAND"`` (see `agents.program`), ``"module:Class"`` (a class of one's own,
            called with rules and options, or with nothing), or a player, which is handed back.
        rules: the game.
        options: its options.
        time_limit: seconds that a program has for a move.

    Raises:
        InvalidArgument: no bot of that name, or a class that makes none.
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
    if isinstance(bot, str) and bot.startswith(PROGRAM):
        from .program import ProgramBot

        return ProgramBot(bot.removeprefix(PROGRAM), rules, options, time_limit=time_limit)
    path = pathlib.Path(bot)
    if path.suffix == POLICY or path.exists():
        if not path.exists():
            raise InvalidFile(f"bot: no file {str(path)!r}")
        from .policy import load_policy  # torch only when a policy plays

        return load_policy(path, rules, options)
    if re.fullmatch(r"[\w.]+:\w+", str(bot)):
        return _of_class(str(bot), rules, options)
    hint = nearest(str(bot), bot_names(rules))
    more = "the path of a saved policy, program:COMMAND, module:Class"
    raise InvalidArgument(f"bot: {rules.name} has no {str(bot)!r}: {hint} (or {more})")


def _of_class(name: str, rules: Rules, options: Any) -> Bot:
    """A player of the class ``module:Class``, the module found as `python -m` would find it."""
    module, _, word = name.partition(":")
    if os.getcwd() not in sys.path:  # noqa: PTH109  sys.path holds words
        sys.path.insert(0, os.getcwd())  # noqa: PTH109
    try:
        kind = getattr(importlib.import_module(module), word)
    except ModuleNotFoundError as error:
        raise InvalidArgument(f"bot: {name!r}: no module {error.name!r}") from None
    except AttributeError:
        raise InvalidArgument(f"bot: {name!r}: {module} has no {word}") from None
    try:
        inspect.signature(kind).bind(rules, options)
        bot: Any = kind(rules, options)
    except TypeError:
        bot = kind()
    if not isinstance(getattr(bot, "name", None), str) or not callable(getattr(bot, "act", None)):
        raise InvalidArgument(f"bot: {name!r}: want a class with a name and an act(turn)")
    made: Bot = bot
    return made


def _has_advice(rules: Rules) -> bool:
    return has_bot(rules.option_record) or importlib.util.find_spec(f"{__name__}.rules.{rules.name}") is not None
