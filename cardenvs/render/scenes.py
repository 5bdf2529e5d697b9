"""A recorded game as a row of scenes: where all cards lie, who is to act and may do what, what he did, what was paid."""

import dataclasses

from ..core.table import Table
from ..records import Record, replay

__all__ = ["Scene", "scenes"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Scene:
    """A decision, or the end, of a game; all cards open."""

    deal: int
    """The deal's number in the episode, from 1."""
    seat: int | None
    """The seat to act; None at the end."""
    places: dict[str, list[str]]
    """The cards by name in each place that holds any."""
    legal: list[str]
    """The legal actions by name."""
    action: str | None
    """What was played; None at the end."""
    payoffs: list[int]
    """What each seat had been paid by then."""
    view: str
    """What the seat to act sees, in words; at the end, what seat 0 does."""
    note: str = ""
    """How the game ended, if not by the rules alone."""


def scenes(record: Record, number: int) -> list[Scene]:
    """Game `number` (from 0) of a record, played again.

    Raises:
        InvalidFile: the rules forbid what is recorded, or it comes to something else.
    """
    game = record.games[number]
    actions = [*game.actions, None]
    shown = [_scene(table, action) for table, action in zip(replay(record, number), actions, strict=True)]
    end = dataclasses.replace(shown[-1], payoffs=list(game.payoffs))
    if game.forfeit is not None:
        note = f"{game.seats[game.forfeit.seat]} (seat {game.forfeit.seat}) forfeits: {game.forfeit.reason}"
        end = dataclasses.replace(end, note=note)
    elif game.truncated:
        end = dataclasses.replace(end, note="ended by the rules without settlement")
    return [*shown[:-1], end]


def _scene(table: Table, action: int | None) -> Scene:
    names = table.rules.deck(table.options).names
    ended = action is None
    return Scene(
        deal=int(table.states["deal_number"][0]),
        seat=None if ended else table.seat,
        places={place: [names[card] for card in cards] for place, cards in table.places().items()},
        legal=[] if ended else table.legal_names(),
        action=None if action is None else table.action_name(action),
        payoffs=table.payoffs,
        view=table.text(0 if ended else table.seat),
    )
