"""What OpenSpiel is told of a game: its type, and its options as parameters: integers, flags and texts, each of one type.

Options of other types are texts: ``none``, ``1 2 3``. A text that OpenSpiel would read as a number or a flag when it reads
it back stands in quotes: ``copies='2'``, ``ranks='2579'``.
"""

import dataclasses
import re
import typing
from typing import Any

import pyspiel

from ..core.options import Options
from ..core.record import parts
from ..core.rules import Rules

__all__ = ["PREFIX", "Parameters", "all_defaults", "game_type", "parameters_of", "values_of"]

PREFIX = "python_cardenvs_"
"""Before a game's name: what OpenSpiel calls it."""

Parameters = dict[str, Any]
"""A game's parameters by name, as OpenSpiel keeps them."""
PLAIN = (int, bool)
MISREAD = re.compile(r"[-+.\d]+|True|true|False|false")


def all_defaults(rules: Rules) -> Parameters:
    """All parameters of a game, at their defaults."""
    own = {field.name: field.default for field in dataclasses.fields(rules.options_class)}
    return {**parameters_of(rules.options_class, own), "chance": "auto", "rng_seed": -1}


def game_type(rules: Rules, *, explicit: bool, utility_sum: float | None) -> pyspiel.GameType:
    """What OpenSpiel wants to know of a game before there is one."""
    kinds, modes = pyspiel.GameType.Utility, pyspiel.GameType.ChanceMode
    utility = kinds.CONSTANT_SUM if utility_sum else kinds.ZERO_SUM if utility_sum == 0 else kinds.GENERAL_SUM
    low, high = rules.options_class.SEATS
    return pyspiel.GameType(
        short_name=PREFIX + rules.name,
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if explicit else modes.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.REWARDS,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=all_defaults(rules),
    )


def parameters_of(options: type[Options], values: dict[str, Any]) -> Parameters:
    """Values of options as parameters; what is no option stays as it is."""
    hints = typing.get_type_hints(options)
    return {name: _told(hints.get(name), value) for name, value in values.items()}


def values_of(options: type[Options], parameters: Parameters) -> dict[str, Any]:
    """The values that parameters tell."""
    hints = typing.get_type_hints(options)
    return {name: _read(hints.get(name), value) for name, value in parameters.items()}


def _told(hint: Any, value: Any) -> Any:
    if hint is None or hint in PLAIN:
        return value
    text = (
        " ".join(map(str, value)) if isinstance(value, tuple | list) else "none" if value is None else str(value)
    )
    return f"'{text}'" if MISREAD.fullmatch(text) else text


def _read(hint: Any, value: Any) -> Any:
    if hint is None or hint in PLAIN or not isinstance(value, str):
        return value
    kinds, text = parts(hint), value.strip("'")
    if text == "none" and type(None) in kinds:
        return None
    if bool in kinds and text in ("True", "False"):
        return text == "True"
    if int in kinds and re.fullmatch(r"-?\d+", text):
        return int(text)
    lists = [kind for kind in kinds if typing.get_origin(kind) is tuple]
    if lists:
        words = text.split()
        return tuple(map(int, words)) if typing.get_args(lists[0])[0] is int else tuple(words)
    return text
