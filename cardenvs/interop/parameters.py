"""A game's options as the parameters that OpenSpiel knows: integers, flags and texts, each of one type.

Options of other types are texts: ``none``, ``1 2 3``. A text that OpenSpiel would read as a number or a flag when it reads
it back stands in quotes: ``copies='2'``, ``ranks='2579'``.
"""

import dataclasses
import re
import typing
from typing import Any

from ..core.options import Options
from ..core.record import parts

__all__ = ["Parameters", "defaults_of", "parameters_of", "values_of"]

Parameters = dict[str, Any]
PLAIN = (int, bool)
MISREAD = re.compile(r"[-+.\d]+|[Tt]rue|[Ff]alse")


def defaults_of(options: type[Options]) -> Parameters:
    """What a game's options are unless said otherwise, as parameters."""
    return parameters_of(options, {field.name: field.default for field in dataclasses.fields(options)})


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
