"""Records: the fixed-size state of a game, and its options, as NumPy structured dtypes."""

import dataclasses
import types
import typing
from typing import Any

import numpy as np

from .kernel import tag_of

__all__ = ["NONE", "encode", "option_record", "parts", "record", "state_record", "tag_of", "words"]

NONE = -1
"""How the record holds an option that is None."""


def record(tag: str, *fields: tuple[Any, ...]) -> np.dtype:
    """An aligned dtype whose fields read as attributes; the zero-width field `tag` makes it unlike any other.

    The holes that alignment leaves are fields too (``_0``, ``_1`` ...): NumPy copies a record field by field into memory
    that it has not cleared, and equal games must have equal bytes.
    """
    own = [*fields, (tag, np.int64, (0,))]
    hidden = [field[0] for field in own if hasattr(np.record, field[0])]
    assert not hidden, f"{tag}: fields {hidden} would read as NumPy's own attributes in the interpreted mode"
    aligned = np.dtype(own, align=True)
    whole: list[tuple[Any, ...]] = []
    end = 0
    for field in [*own, ()]:
        start = aligned.fields[field[0]][1] if field else aligned.itemsize  # type: ignore[index]
        if start > end:
            whole.append((f"_{len(whole)}", np.uint8, (start - end,)))
        if field:
            whole.append(field)
            end = start + aligned[field[0]].itemsize
    return np.dtype((np.record, np.dtype(whole, align=True)))


def state_record(tag: str, options: np.dtype, *fields: tuple[Any, ...], seats: int, cards: int) -> np.dtype:
    """The state of a game: what every game has, then its own fields.

    Args:
        tag: the game's name.
        options: its option record.
        *fields: its own fields, ``(name, dtype)`` or ``(name, dtype, shape)``.
        seats: the most seats the game takes.
        cards: the most cards its deck holds.
    """
    return record(
        tag,
        ("options", options),
        ("seed", np.uint64),  # all chance of the game derives from it
        ("deal_number", np.int64),  # deals begun, this one included
        ("random", np.uint64, (1,)),  # the stream of this deal
        ("seat", np.int64),  # to act
        ("over", np.bool_),
        ("truncated", np.bool_),  # over without settlement
        ("payoff", np.int64, (seats,)),  # booked so far
        ("dealer", np.int64),  # -1 before the first deal, unless given
        ("deck_size", np.int64),
        ("pack", np.int8, (cards,)),  # the cards in use, sorted
        ("deck", np.int8, (cards,)),  # this deal's order, top card first
        ("stack", np.int8, (cards,)),  # the next deal's order, if stacked
        ("stacked", np.bool_),
        ("public_key", np.uint64),  # see knowledge.py
        ("private_key", np.uint64, (seats,)),
        ("deal_key", np.uint64, (seats,)),
        *fields,
    )


def option_record(tag: str, options: Any) -> np.dtype:
    """The record of an options dataclass: flags are bool, all else int64 (see `encode`), encoded tuples arrays."""
    hints = typing.get_type_hints(options)
    special = options().encoded()
    names = [field.name for field in dataclasses.fields(options)]
    return record(f"{tag}_options", *((name, *_option_dtype(hints[name], special.get(name))) for name in names))


def _option_dtype(hint: Any, value: Any) -> tuple[Any, ...]:
    """The dtype of an option, and its shape if it has one."""
    if isinstance(value, tuple):
        return np.int64, (len(value),)
    return (np.bool_ if hint is bool else np.int64,)


def encode(hint: Any, value: Any) -> int:
    """An option's value as its record holds it: a number as it is, a word as its place among the words allowed."""
    if value is None:
        return NONE
    if isinstance(value, str):
        return words(hint).index(value)
    return int(value)


def words(hint: Any) -> list[str]:
    """The words that an option's type allows, in order."""
    return [
        word for part in parts(hint) if typing.get_origin(part) is typing.Literal for word in typing.get_args(part)
    ]


def parts(hint: Any) -> tuple[Any, ...]:
    """The alternatives of a type: ``int | None`` is int and NoneType."""
    return typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
