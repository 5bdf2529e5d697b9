"""Players: random, by the book, searching, trained, programs, or a person; all behind one protocol."""

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

__all__ = ["SEARCHES", "TIME_LIMIT", "Bot", "RandomBot", "RulesBot", "Turn", "bot_names", "make_bot"]

POLICY = ".safetensors"
PACKAGED, PROGRAM = "ppo:", "program:"
SEARCHES = ("pimc", "ismcts")
"""The bots that take settings after a colon."""
TIME_LIMIT = 5.0
"""Seconds that a program has for a move, unless told otherwise."""


def bot_names(rules: Rules) -> tuple[str, ...]:
    """The bots that a game has by name."""
    return ("random", *(("rules",) if _has_advice(rules) else ()), *SEARCHES, "human")


def make_bot(bot: str | pathlib.Path | Bot, rules: Rules, options: Any, *, time_limit: float = TIME_LIMIT) -> Bot:
    """A player for a game under given options.

    Args:
        bot: a player, which is handed back, or one of these:

            - ``"random"``; ``"rules"``, the advice of the game's rules; ``"human"``, a person at the terminal;
            - ``"pimc"`` or ``"ismcts"``, a search, with settings as in ``"pimc:worlds=50"``;
            - the path of a saved policy, strategy or set of networks; ``"ppo:loo"``, the trained policy that comes with the package;
            - ``"program:COMMAND"`` (see `agents.program`);
            - ``"module:Class"``, a class of one's own, called with rules and options, or with nothing.
        rules: the game.
        options: its options.
        time_limit: seconds that a program has for a move.

    Raises:
        InvalidArgument: no bot of that name, a setting that it has not, or a class that makes none.
        InvalidFile: no such file, or none for this game and these options.
    """
    if not isinstance(bot, str | pathlib.Path):
        return bot
    name = str(bot)
    if name == "random":
        return RandomBot()
    if name == "rules" and _has_advice(rules):
        return RulesBot(rules, options)
    if name == "human":
        from .human import HumanBot

        return HumanBot(rules, options)
    if name.partition(":")[0] in SEARCHES:
        from .search import search_bot  # compiled code of its own

        return search_bot(name, rules, options)
    if name.startswith(PACKAGED):
        from .packaged import packaged_bot

        return packaged_bot(name, rules, options)
    if name.startswith(PROGRAM):
        from .program import ProgramBot

        return ProgramBot(name.removeprefix(PROGRAM), rules, options, time_limit=time_limit)
    path = pathlib.Path(bot)
    if path.suffix == POLICY or path.exists():
        return _of_file(path, rules, options)
    if re.fullmatch(r"[\w.]+:\w+", name):
        return _of_class(name, rules, options)
    raise _unknown(name, rules)


def _unknown(name: str, rules: Rules) -> InvalidArgument:
    from .packaged import packaged_names

    own = [packaged for packaged in packaged_names() if packaged == PACKAGED + rules.name]
    hint = nearest(name, (*bot_names(rules), *own))
    more = "the path of a saved policy, program:COMMAND, module:Class"
    return InvalidArgument(f"bot: {rules.name} has no {name!r}: {hint} (or {more})")


def _of_file(path: pathlib.Path, rules: Rules, options: Any) -> Bot:
    """The bot that a file holds."""
    if not path.exists():
        raise InvalidFile(f"bot: no file {str(path)!r}")
    from ..arrays import kind_of
    from .networks import NETWORKS, load_networks
    from .policy import load_policy
    from .tabular import STRATEGY, load_strategy

    kind = kind_of(path)
    if kind == NETWORKS:
        return load_networks(path, rules, options)
    return load_strategy(path, rules, options) if kind == STRATEGY else load_policy(path, rules, options)


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
