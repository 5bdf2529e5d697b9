"""A game's options: a frozen dataclass, checked by type and word here and by sense in its own ``__post_init__``."""

import dataclasses
import difflib
import typing
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

import numpy as np

from ..errors import InvalidCard, InvalidOption, nearest
from .cards import Deck
from .record import encode, field_name, parts, words

__all__ = [
    "Options", "at_least", "between", "check_letters", "checked_cards", "encoded", "letter_bits", "options_from", "typed",
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
    plain: dict[str, Any] = {}
    for name, value in values.items():
        if name not in known:
            raise InvalidOption(f"unknown option {name!r}: {nearest(name, known)}")
        plain[name] = _plain(name, hints[name], value)
        typed(name, hints[name], plain[name])
    return cls(**plain)


def _plain(name: str, hint: Any, value: Any) -> Any:
    """Values as options hold them: lists and mappings as tuples; letters or cards as one text or listed, as is wanted.

    So ``["A", 2]`` is ``"A2"``, ``["QC", "7D"]`` is ``"QC 7D"`` or the other way round, and ``{1: (1, 1), 2: (4, 2)}`` is
    ``(1, 1, 4, 2)``. The first dealer is None where it is "random".
    """
    if name.startswith("first_") and value == "random" and "random" not in words(hint):
        return None
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, Mapping) and all(isinstance(items, list | tuple) for items in value.values()):
        value = [item for key in sorted(value, key=str) for item in value[key]]
    if isinstance(value, str) and tuple[str, ...] in parts(hint):
        value = value.split()
    if not isinstance(value, list | tuple):
        return value
    if str in parts(hint) and value and all(isinstance(item, str | int) for item in value):
        words_given = [str(item) for item in value]
        return ("" if max(map(len, words_given)) == 1 else " ").join(words_given)
    return tuple(int(item) if isinstance(item, np.integer) else item for item in value)


def encoded(options: Options, record: np.dtype) -> np.ndarray:
    """The options as an array of one record."""
    array = np.zeros(1, record)
    hints = typing.get_type_hints(type(options))
    special = options.encoded()
    for field in dataclasses.fields(options):
        value = special.get(field.name)
        if value is None:
            value = encode(hints[field.name], getattr(options, field.name))
        array[field_name(field.name)] = value
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
    return type(value) is part


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


def checked_cards(name: str, deck: Deck, words: str | Sequence[object] | None) -> list[int]:
    """The different cards that an option lists (None: none).

    Raises:
        InvalidOption: no such card, or one listed twice.
    """
    try:
        cards = deck.cards(words or ())
    except InvalidCard as error:
        raise InvalidOption(f"{name}: {error}") from None
    if len(set(cards)) < len(cards):
        raise InvalidOption(f"{name}: want different cards, got {words!r}")
    return cards


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
