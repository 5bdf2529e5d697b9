"""A game's options: a frozen dataclass, checked by type and word here and by sense in its own ``__post_init__``."""

import dataclasses
import difflib
import typing
from typing import Any, ClassVar, TypeVar

import numpy as np

from ..errors import InvalidOption, nearest
from .record import encode, parts, words

__all__ = [
    "Options", "at_least", "between", "check_letters", "encoded", "letter_bits", "options_from", "typed",
]  # fmt: skip

O = TypeVar("O", bound="Options")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What all games share; each adds its own fields (§5 of its rules file), integers, flags, words or None."""

    SEATS: ClassVar[tuple[int, int]]
    """The fewest and most seats."""

    seats: int
    """Seats at the table."""

    def encoded(self) -> dict[str, Any]:
        """Fields that the record holds otherwise than `record.encode` would: defaults worked out, sets as bits.

        A tuple, one number for each seat, fills the record's array (``[most seats]``).
        """
        return {}


def options_from(cls: type[O], values: dict[str, Any]) -> O:
    """The options of class `cls` with the given values.

    Raises:
        InvalidOption: a name that is unknown, or a value of the wrong type or out of range.
    """
    known = [field.name for field in dataclasses.fields(cls)]
    hints = typing.get_type_hints(cls)
    plain: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in values.items()
    }
    for name, value in plain.items():
        if name not in known:
            raise InvalidOption(f"unknown option {name!r}: {nearest(name, known)}")
        typed(name, hints[name], value)
    return cls(**plain)


def encoded(options: Options, record: np.dtype) -> np.ndarray:
    """The options as an array of one record."""
    array = np.zeros(1, record)
    hints = typing.get_type_hints(type(options))
    special = options.encoded()
    for field in dataclasses.fields(options):
        value = special.get(field.name)
        array[field.name] = encode(hints[field.name], getattr(options, field.name)) if value is None else value
    return array


def typed(name: str, hint: Any, value: Any) -> None:
    """Checks a value against its annotation: bool, int, str, None, words, tuples of these, or alternatives.

    Raises:
        InvalidOption: it is something else.
    """
    if not any(_fits(part, value) for part in parts(hint)):
        allowed = words(hint)
        close = difflib.get_close_matches(str(value), allowed, n=1, cutoff=0.5)
        guess = f" (did you mean {close[0]!r}?)" if close else ""
        raise InvalidOption(f"{name}: want {_described(hint)}, got {value!r}{guess}")


def _fits(part: Any, value: Any) -> bool:
    if typing.get_origin(part) is typing.Literal:
        return isinstance(value, str) and value in typing.get_args(part)
    if typing.get_origin(part) is tuple:
        inner = typing.get_args(part)[0]
        return isinstance(value, tuple) and all(_fits(inner, item) for item in value)
    return type(value) is part or (part is int and isinstance(value, np.integer))


def _described(hint: Any) -> str:
    names = {int: "an integer", bool: "True or False", str: "a word", type(None): "None"}
    return " or ".join(
        " or ".join(map(repr, typing.get_args(part)))
        if typing.get_origin(part) is typing.Literal
        else names.get(part) or f"a tuple of {_described(typing.get_args(part)[0])}"
        for part in parts(hint)
    )


def between(name: str, value: int, low: int, high: int, unit: str = "") -> None:
    """Checks that low <= value <= high.

    Raises:
        InvalidOption: it is not.
    """
    if not low <= value <= high:
        raise InvalidOption(f"{name}: want {low}..{high}{unit and ' ' + unit}, got {value!r}")


def at_least(name: str, value: int, low: int, unit: str = "") -> None:
    """Checks that value >= low.

    Raises:
        InvalidOption: it is not.
    """
    if value < low:
        raise InvalidOption(f"{name}: want an integer of at least {low}{unit and ' ' + unit}, got {value!r}")


def check_letters(name: str, letters: str | None, known: str) -> None:
    """Checks that `letters` (None: all) are different ones of `known`, and some.

    Raises:
        InvalidOption: they are not.
    """
    if letters is not None and (not letters or len(set(letters)) < len(letters) or not set(letters) <= set(known)):
        raise InvalidOption(f"{name}: want different letters of {known!r}, got {letters!r}")


def letter_bits(letters: str | None, known: str) -> int:
    """Letters (None: all) as the bits of their places in `known`."""
    return sum(1 << known.index(letter) for letter in letters or known)
