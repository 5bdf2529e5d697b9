"""What has been played so far, on disk: a killed run goes on where it was.

A file of JSON lines: what is played, then some finished deals a line, added as they end. A line that a kill cut off is
dropped, and its deals are played again.
"""

import dataclasses
import hashlib
import json
import os
import pathlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..agents.bot import Bot
from ..errors import InvalidFile
from ..files import append_text
from ..records import Game, game_fields, game_from, json_line, parsed, text_of
from .match import Match, Part

__all__ = ["Journal"]

FORMAT, FORMAT_VERSION = "cardenvs arena", 1


class Journal:
    """The finished deals of one match of bots, in a file.

    Attributes:
        parts: what the file holds.

    Raises:
        InvalidFile: the file is damaged, or of another match; the message says where it differs.
    """

    def __init__(self, path: str | os.PathLike[str], match: Match) -> None:
        self.path, self._match = pathlib.Path(path), match
        self.parts: list[Part] = []
        head = json_line(_about(match))
        text = text_of(self.path) if self.path.exists() else ""
        whole = text[: text.rfind("\n") + 1]
        if whole:
            self._read(whole.split("\n")[:-1])
        elif not head.startswith(text):
            raise InvalidFile(f"{self.path}, line 1: no arena's file: it begins {text[:40]!r}")
        if whole != text:  # a kill has cut the last line off
            self._cut(len(whole.encode()))
        if not whole:
            append_text(self.path, head)

    def missing(self, deals: int) -> list[tuple[int, int]]:
        """Which of the first `deals` deals are not there: (first, how many)."""
        gaps, done = [], 0
        for part in sorted(self.parts, key=lambda part: part.first):
            if part.first > done:
                gaps.append((done, min(part.first, deals) - done))
            done = part.first + len(part.values)
        gaps.append((done, deals - done))
        return [(first, many) for first, many in gaps if many > 0]

    def add(self, part: Part) -> None:
        """Writes down some deals."""
        fields: dict[str, Any] = {"first": part.first, "values": part.values.tolist()}
        if self._match.plan.record:
            fields["games"] = [game_fields(game) for game in part.games]
        append_text(self.path, json_line(fields))

    def _read(self, lines: list[str]) -> None:
        self._check_head(f"{self.path}, line 1", parsed(f"{self.path}, line 1", lines[0]))
        for number, line in enumerate(lines[1:], 2):
            where = f"{self.path}, line {number}"
            self.parts.append(self._part(where, parsed(where, line)))
        ends = [0]
        for part in sorted(self.parts, key=lambda part: part.first):
            if part.first < ends[-1]:
                raise InvalidFile(f"{self.path}: deal {part.first} is there twice")
            ends.append(part.first + len(part.values))

    def _check_head(self, where: str, head: dict[str, Any]) -> None:
        if head.get("format") != FORMAT:
            raise InvalidFile(f"{where}: no arena's file: want format {FORMAT!r}, got {head.get('format')!r}")
        for name, mine in json.loads(json.dumps(_about(self._match))).items():
            if head.get(name) != mine:
                raise InvalidFile(f"{where}: of another match: {name}: there {head.get(name)!r}, here {mine!r}")

    def _part(self, where: str, fields: dict[str, Any]) -> Part:
        match = self._match
        shape = (len(match.bots), 2 + len(match.measures))
        try:
            values = np.array(fields["values"], np.float64)
            first = int(fields["first"])
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidFile(f"{where}: damaged ({error})") from None
        if values.ndim != 3 or values.shape[1:] != shape or first < 0:
            raise InvalidFile(f"{where}: damaged: want values of shape {shape} a deal, got {values.shape}")
        games: Iterable[Game] = ()
        if match.plan.record:
            if "games" not in fields:
                raise InvalidFile(f"{where}: the games were not kept; a record has to be asked for from the start")
            games = (game_from(where, game, match.rules, match.options) for game in fields["games"])
        return Part(first, values, tuple(games))

    def _cut(self, size: int) -> None:
        try:
            os.truncate(self.path, size)
        except OSError as error:
            raise InvalidFile(f"{self.path}: can't be written ({error.strerror})") from error


def _about(match: Match) -> dict[str, Any]:
    """What a file must agree on with the match that goes on with it; how many deals are wanted may change."""
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game": match.rules.name,
        "version": match.rules.version,
        "options": dataclasses.asdict(match.options),
        "seed": match.plan.seed,
        "penalty": match.plan.penalty,
        "bots": [_identity(bot, label) for bot, label in zip(match.plan.bots, match.labels, strict=True)],
    }


def _identity(bot: str | pathlib.Path | Bot, label: str) -> str:
    """A bot as given, with a digest of its file if it has one."""
    if not isinstance(bot, str | pathlib.Path):
        return label
    path = pathlib.Path(bot)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:12] if path.is_file() else ""
    return f"{bot} {digest}".strip()
