"""A recorded game as one HTML file that needs nothing else: no network, no library."""

import dataclasses
import html
import importlib.resources
import json
from collections.abc import Sequence

from ..errors import InvalidArgument
from ..records import Record
from .scenes import scenes

__all__ = ["page"]

_TEMPLATE = "replay.html"


def page(record: Record, games: Sequence[int] | None = None) -> str:
    """A page on which to step through games of a record, all cards open.

    Args:
        record: the record.
        games: numbers (from 0) of those to show; None: all.

    Raises:
        InvalidArgument: there is no such game.
        InvalidFile: the rules forbid what is recorded, or it comes to something else.
    """
    numbers = range(len(record.games)) if games is None else games
    for number in numbers:
        if not 0 <= number < len(record.games):
            raise InvalidArgument(f"games: want numbers in 0..{len(record.games) - 1}, got {number}")
    shown = [
        {
            "number": number + 1,
            "deal": record.games[number].deal,
            "seats": record.games[number].seats,
            "scenes": [dataclasses.asdict(scene) for scene in scenes(record, number)],
        }
        for number in numbers
    ]
    data = {"title": record.rules.title, "options": dataclasses.asdict(record.options), "games": shown}
    # "<" can only stand in strings there: nothing in a name can end the script
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    template = importlib.resources.files(__package__).joinpath(_TEMPLATE).read_text(encoding="utf-8")
    head, body = template.split("__TITLE__", 1)
    before, after = body.split("__DATA__", 1)
    return head + html.escape(record.rules.title) + before + text + after
