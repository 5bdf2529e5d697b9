"""Games on record: a file of JSON lines, written as games end, read back and played again.

The first line says which game, version and options; each further line is one game: its seed, dealer, decks, who sat
where, the actions and what they paid. ``docs/records.md`` has the schema. A line carries a digest of itself, and a game
played again must come to the same decks, payments and end: what was damaged, cut off or made by other rules is an
error that names the line.

Seed, dealer and actions say all. The decks are there for readers, and as a check, but those that somebody laid:
``decks_laid`` and ``dealer_laid`` tell which.
"""

import dataclasses
import hashlib
import json
import os
import pathlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from .core import drivers
from .core.injection import checked_seat, laid
from .core.random import GOLDEN
from .core.rules import Rules
from .core.table import Table
from .errors import CardenvsError, InvalidFile, UnknownGame
from .files import append_text, write_whole
from .games import spec

__all__ = [
    "FORMAT", "Forfeit", "Game", "Opening", "Record", "Retrace", "Writer", "begun_from", "game_fields", "game_from",
    "json_line", "parsed", "read", "recorded", "replay", "text_of", "write",
]  # fmt: skip

FORMAT = "cardenvs record"
"""What the first line of a record calls it."""
FORMAT_VERSION = 1
_DIGEST = 12  # hexadecimal digits


@dataclasses.dataclass(frozen=True, kw_only=True)
class Opening:
    """What a game begins with; all else follows from its actions."""

    seed: int
    """The state of the random stream that the game's first deal draws from, in 0..2**64 - 1."""
    dealer: int | None = None
    """The first dealer, if somebody chose him."""
    decks: Mapping[int, Sequence[Any]] = dataclasses.field(default_factory=dict)
    """The decks that somebody laid, by the number of the deal (from 1): cards in deal order."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Forfeit:
    """A game that ended because the player to act failed."""

    seat: int
    reason: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class Game:
    """One game of a record."""

    deal: int
    """Its number in a series: the arena's duplicate deal, the batch's environment, else the games before it."""
    seats: tuple[str, ...]
    """Who sat where, by name."""
    seed: int
    dealer: int
    """The first dealer."""
    decks: tuple[str | None, ...]
    """The deck of each deal, in deal order (``"7C JC ..."``); None where no decision fell between it and the next one."""
    actions: tuple[int, ...]
    payoffs: tuple[int, ...]
    """What each seat was paid in all."""
    truncated: bool
    """The rules ended it without settlement."""
    dealer_laid: bool = False
    decks_laid: tuple[int, ...] = ()
    """Numbers (from 1) of the deals whose decks were laid, not shuffled from the seed."""
    forfeit: Forfeit | None = None

    @property
    def opening(self) -> Opening:
        """What it began with."""
        decks = {number: (self.decks[number - 1] or "").split() for number in self.decks_laid}
        return Opening(seed=self.seed, dealer=self.dealer if self.dealer_laid else None, decks=decks)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Record:
    """A file of games, read and well formed; `replay` and `check` play them again."""

    path: str
    rules: Rules
    options: Any
    about: dict[str, Any]
    """What the writer had to say of all games."""
    games: tuple[Game, ...]

    def where(self, number: int) -> str:
        """The place of game `number` (from 0), for messages."""
        return f"{self.path}, line {number + 2}"

    def check(self) -> None:
        """Plays every game again.

        Raises:
            InvalidFile: one that the rules forbid, or that comes to something else than recorded.
        """
        for number in range(len(self.games)):
            for _ in replay(self, number):
                pass


class Retrace:
    """A game played again from its opening, noting dealer and decks.

    Attributes:
        table: where it is played.
        dealer: the first one.
        decks: the deck of each deal begun so far, card indices in deal order; None where no decision fell.
    """

    def __init__(self, table: Table, opening: Opening) -> None:
        self.table = table
        self._laid = opening.decks
        blank = table.blank
        if opening.dealer is not None:
            blank = blank.copy()
            blank["dealer"] = checked_seat(opening.dealer, table.seats, "dealer")
        states = table.states
        drivers.prepare(states, 0, blank, np.array([opening.seed], np.uint64))
        self.dealer = int(states["dealer"][0])
        if 1 in self._laid:
            order = laid(table.rules, table.options, self.dealer, states, list(self._laid[1]), {})
            states["deck"][0, : len(order)] = order
        self.decks: list[list[int] | None] = [self._deck()]
        drivers.deal_in(states, 0)
        self._mask = np.zeros(table.rules.actions, np.int8)
        self._note_deal()

    def step(self, action: int) -> None:
        """Plays an action.

        Raises:
            IllegalAction, GameOver: the rules forbid it.
            InvalidCard: the next deck can't be laid so.
        """
        table = self.table
        following = self._laid.get(len(self.decks) + 1)
        if following is not None:
            table.stack(dealer=0, deck=list(following))
        drivers.legal_in(table.states, 0, self._mask)
        if 0 <= action < len(self._mask) and self._mask[action]:
            drivers.step(table.states, 0, action)
        else:
            table.step(action)  # to be told why not
        self._note_deal()

    def _note_deal(self) -> None:
        number = int(self.table.states["deal_number"][0])
        if len(self.decks) < number:
            self.decks += [None] * (number - 1 - len(self.decks))
            self.decks.append(self._deck())

    def _deck(self) -> list[int]:
        states = self.table.states
        order: list[int] = states["deck"][0, : int(states["deck_size"][0])].tolist()
        return order


def begun_from(stream: np.ndarray) -> int:
    """The seed of the game that was last begun from a stream (uint64 ``[1]``), as its `Opening` has it."""
    return (int(stream[0]) - int(GOLDEN)) % 2**64


def recorded(
    table: Table,
    opening: Opening,
    actions: Iterable[int],
    seats: Sequence[str],
    deal: int,
    *,
    forfeit: Forfeit | None = None,
    payoffs: Sequence[int] | None = None,
) -> Game:
    """The record of a game that was played.

    Args:
        table: of its rules and options, to play it again on; what is on it is lost.
        opening: what it began with.
        actions: what was played, by index.
        seats: who sat where.
        deal: its number, see `Game`.
        forfeit: who ended it by failing, if somebody did.
        payoffs: what the seats were paid, if that is not what the rules say (after a forfeit).

    Raises:
        IllegalAction, GameOver, InvalidArgument, InvalidCard: no such game.
    """
    moves = tuple(int(action) for action in actions)
    trace = Retrace(table, opening)
    for action in moves:
        trace.step(action)
    cards = table.rules.deck(table.options)
    return Game(
        deal=int(deal),
        seats=tuple(map(_printable, seats)),
        seed=opening.seed,
        dealer=trace.dealer,
        decks=tuple(None if deck is None else cards.text(deck) for deck in trace.decks),
        actions=moves,
        payoffs=tuple(map(int, table.payoffs if payoffs is None else payoffs)),
        truncated=bool(table.states["truncated"][0]),
        dealer_laid=opening.dealer is not None,
        decks_laid=tuple(number for number in sorted(opening.decks) if number <= len(trace.decks)),
        forfeit=forfeit and dataclasses.replace(forfeit, reason=_printable(forfeit.reason)),
    )


def _printable(words: str) -> str:
    """Words that no terminal can stumble over."""
    return "".join(letter if letter.isprintable() else "?" for letter in words)


def json_line(fields: Mapping[str, Any]) -> str:
    """A line of the file: the fields and a digest of them."""
    return json.dumps({**fields, "check": _digest(fields)}, separators=(",", ":")) + "\n"


def _digest(fields: Mapping[str, Any]) -> str:
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGEST]


def _head(rules: Rules, options: Any, about: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game": rules.name,
        "version": rules.version,
        "options": dataclasses.asdict(options),
        "about": dict(about),
    }


def game_fields(game: Game) -> dict[str, Any]:
    """A game as the file has it: the seed in hexadecimal (JSON readers may round large numbers), defaults left out."""
    fields = dataclasses.asdict(game)
    for name in ("dealer_laid", "decks_laid", "forfeit"):
        if not fields[name]:
            del fields[name]
    return fields | {"seed": f"{game.seed:016x}"}


def write(
    path: str | os.PathLike[str], rules: Rules, options: Any, games: Iterable[Game], about: Mapping[str, Any]
) -> None:
    """Writes games to a file, whole or not at all, in place of what was there; see `Writer`.

    Raises:
        InvalidFile: it can't be written.
    """
    lines = [json_line(_head(rules, options, about)), *(json_line(game_fields(game)) for game in games)]
    write_whole(path, "".join(lines))


class Writer:
    """Adds games to a file, whole lines at a time; nothing is held open or back.

    Args:
        path: the file. If it is there already, it must be a record of the same game, version, options and `about`.
        rules: the game.
        options: its options.
        about: anything to be known of all games, as JSON can hold it.

    Raises:
        InvalidFile: it can't be written, or it is no such record.
    """

    def __init__(
        self, path: str | os.PathLike[str], rules: Rules, options: Any, about: Mapping[str, Any] | None = None
    ) -> None:
        self.path = pathlib.Path(path)
        head = json_line(_head(rules, options, about or {}))
        if not self.path.exists():
            append_text(self.path, head)
            return
        text = text_of(self.path)
        if text and not text.endswith("\n"):
            raise InvalidFile(f"{self.path}, line {len(text.splitlines())}: cut off in the middle of the line")
        if text and text[: text.find("\n") + 1] != head:
            raise InvalidFile(f"{self.path}, line 1: a record of other games than {rules.name} as played here")
        if not text:
            append_text(self.path, head)

    def append(self, games: Iterable[Game]) -> None:
        """Adds games to the file.

        Raises:
            InvalidFile: it can't be written.
        """
        append_text(self.path, "".join(json_line(game_fields(game)) for game in games))


def text_of(path: pathlib.Path) -> str:
    """What a text file says.

    Raises:
        InvalidFile: it can't be read, or is no text.
    """
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidFile(f"{path}: can't be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise InvalidFile(f"{path}: not one of ours (byte {error.start} is no text)") from error


def read(path: str | os.PathLike[str]) -> Record:
    """The games of a file, every line checked for form and against its digest; `Record.check` plays them again.

    Raises:
        InvalidFile: it is damaged, cut off, or no record of a game known here; the message names the line.
    """
    text = text_of(pathlib.Path(path))
    if not text:
        raise InvalidFile(f"{path}: empty; want a record, which begins with a line on its game")
    whole = text.endswith("\n")
    lines = text.removesuffix("\n").split("\n")
    head = parsed(f"{path}, line 1", lines[0], whole or len(lines) > 1)
    rules, options = _checked_head(f"{path}, line 1", head)
    games = []
    for number, line in enumerate(lines[1:], 2):
        where = f"{path}, line {number}"
        games.append(game_from(where, parsed(where, line, whole or number < len(lines)), rules, options))
    return Record(path=str(path), rules=rules, options=options, about=head["about"], games=tuple(games))


def parsed(where: str, line: str, ended: bool = True) -> dict[str, Any]:
    """The fields of a line, its digest checked and taken off.

    Raises:
        InvalidFile: it is damaged, or was cut off (not `ended`); `where` begins the message.
    """
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        reason = f"damaged, no JSON ({error})" if ended else "cut off in the middle of the line"
        raise InvalidFile(f"{where}: {reason}") from None
    if not isinstance(fields, dict):
        raise InvalidFile(f"{where}: want a JSON object, got {line[:40]!r}")
    if not ended:
        raise InvalidFile(f"{where}: cut off at the end of the line")
    check = fields.pop("check", None)
    if check is not None and check != _digest(fields):
        raise InvalidFile(f"{where}: damaged (what it says does not match its digest)")
    return fields


def _checked_head(where: str, head: dict[str, Any]) -> tuple[Rules, Any]:
    if head.get("format") != FORMAT:
        raise InvalidFile(f"{where}: no record: want format {FORMAT!r}, got {head.get('format')!r}")
    if head.get("format_version") != FORMAT_VERSION:
        wanted = f"this reads version {FORMAT_VERSION}"
        raise InvalidFile(f"{where}: a record of format version {head.get('format_version')!r}; {wanted}")
    _take(where, head, _HEAD)
    try:
        rules = spec(head["game"])
        options = rules.options(**head["options"])
    except (UnknownGame, CardenvsError) as error:
        raise InvalidFile(f"{where}: {error}") from None
    if head["version"] != rules.version:
        raise InvalidFile(
            f"{where}: played by version {head['version']} of {rules.name}, this is version {rules.version}"
        )
    return rules, options


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _all(value: object, fits: Any) -> bool:
    return isinstance(value, list) and all(fits(item) for item in value)


def _hexadecimal(value: object) -> bool:
    return isinstance(value, str) and len(value) == 16 and not set(value) - set("0123456789abcdef")


def _words(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()


def _forfeit(value: object) -> bool:
    named = isinstance(value, dict) and set(value) == {"seat", "reason"}
    return named and _whole(value["seat"]) and _words(value["reason"])  # type: ignore[index]


_HEAD = {
    "format": ("a word", lambda value: isinstance(value, str)),
    "format_version": ("a number", _whole),
    "game": ("a name", lambda value: isinstance(value, str)),
    "version": ("an integer", _whole),
    "options": ("an object", lambda value: isinstance(value, dict)),
    "about": ("an object", lambda value: isinstance(value, dict)),
}
_GAME = {
    "deal": ("an integer", _whole),
    "seats": ("a list of printable names", lambda value: _all(value, _words)),
    "seed": ("16 hexadecimal digits", _hexadecimal),
    "dealer": ("an integer", _whole),
    "decks": ("a list of decks", lambda value: value and _all(value, lambda item: isinstance(item, str | None))),
    "actions": ("a list of integers", lambda value: _all(value, _whole)),
    "payoffs": ("a list of integers", lambda value: _all(value, _whole)),
    "truncated": ("true or false", lambda value: isinstance(value, bool)),
}
_MORE = {
    "dealer_laid": ("true or false", lambda value: isinstance(value, bool)),
    "decks_laid": ("a list of integers", lambda value: _all(value, _whole)),
    "forfeit": ("an object with seat and reason", _forfeit),
}


def _take(
    where: str, fields: dict[str, Any], wanted: Mapping[str, Any], more: Mapping[str, Any] | None = None
) -> None:
    """Checks that an object has the fields wanted, perhaps `more`, and no others, each of its kind."""
    known = {**wanted, **(more or {})}
    for name in [*wanted, *fields]:
        if name not in fields:
            raise InvalidFile(f"{where}: {name} is missing")
        if name not in known:
            raise InvalidFile(f"{where}: unknown field {name!r}")
        kind, fits = known[name]
        if not fits(fields[name]):
            raise InvalidFile(f"{where}: {name}: want {kind}, got {json.dumps(fields[name])[:60]}")


def game_from(where: str, fields: dict[str, Any], rules: Rules, options: Any) -> Game:
    """The game that a line's fields say.

    Raises:
        InvalidFile: they are no game's; `where` begins the message.
    """
    _take(where, fields, _GAME, _MORE)
    for name in ("seats", "payoffs"):
        if len(fields[name]) != options.seats:
            raise InvalidFile(f"{where}: {name}: want {options.seats}, one a seat, got {len(fields[name])}")
    for number in fields.get("decks_laid", ()):
        if not 1 <= number <= len(fields["decks"]) or fields["decks"][number - 1] is None:
            raise InvalidFile(f"{where}: decks_laid: there is no deck {number}")
    fields |= {name: tuple(value) for name, value in fields.items() if isinstance(value, list)}
    forfeit = Forfeit(**fields.pop("forfeit")) if "forfeit" in fields else None
    return Game(**fields | {"seed": int(fields["seed"], 16)}, forfeit=forfeit)


def replay(record: Record, number: int) -> Iterator[Table]:
    """Plays game `number` (from 0) again: yields its table at every decision and at the end, one table all along.

    Raises:
        InvalidFile: the rules forbid what is recorded, or it comes to other decks, payments or another end.
    """
    game = record.games[number]
    where = record.where(number)
    table = Table(record.rules, record.options)
    try:
        trace = Retrace(table, game.opening)
        for action in game.actions:
            yield table
            trace.step(action)
    except InvalidFile:
        raise
    except CardenvsError as error:
        raise InvalidFile(f"{where}: {error}") from None
    _check_outcome(where, game, trace)
    yield table


def _check_outcome(where: str, game: Game, trace: Retrace) -> None:
    table = trace.table
    cards = table.rules.deck(table.options)
    if trace.dealer != game.dealer:
        raise InvalidFile(f"{where}: dealer: {game.dealer} is recorded, the seed draws {trace.dealer}")
    if len(trace.decks) != len(game.decks):
        raise InvalidFile(f"{where}: decks: {len(game.decks)} are recorded, {len(trace.decks)} dealt")
    for number, (deck, noted) in enumerate(zip(trace.decks, game.decks, strict=True), 1):
        if (None if deck is None else cards.text(deck)) != noted:
            raise InvalidFile(f"{where}: decks: deck {number} is not what its seed and the play come to")
    if game.forfeit is None:
        if not table.over:
            raise InvalidFile(f"{where}: actions: the game is not over after {len(game.actions)} actions")
        if table.payoffs != list(game.payoffs):
            raise InvalidFile(f"{where}: payoffs: {list(game.payoffs)} are recorded, played {table.payoffs}")
        if bool(table.states["truncated"][0]) != game.truncated:
            raise InvalidFile(f"{where}: truncated: {game.truncated} is recorded, played {not game.truncated}")
        return
    seat = game.forfeit.seat
    if table.over or table.seat != seat:
        raise InvalidFile(f"{where}: forfeit: seat {seat} is not the one to act")
    if game.payoffs[seat] > 0 or any(game.payoffs[:seat] + game.payoffs[seat + 1 :]):
        raise InvalidFile(f"{where}: payoffs: want a penalty for seat {seat} alone, got {list(game.payoffs)}")
