"""A recorded game as text."""

from collections.abc import Iterator, Sequence

from ..records import Record
from .scenes import Scene, scenes

__all__ = ["text"]


def text(record: Record, number: int) -> str:
    """Game `number` (from 0), decision by decision: what lies where, who chose what from what, and what that paid."""
    return "\n".join(_lines(record, number)) + "\n"


def _lines(record: Record, number: int) -> Iterator[str]:
    game = record.games[number]
    seats = game.seats
    yield f"{record.rules.title}, game {number + 1} of {len(record.games)} (deal {game.deal})"
    yield "  ".join(f"seat {seat}: {name}" for seat, name in enumerate(seats))
    before: Scene | None = None
    for scene in scenes(record, number):
        if before is None or scene.deal != before.deal:
            yield f"\nDeal {scene.deal}"
            yield from _places(scene)
        if scene.payoffs != (before.payoffs if before else [0] * len(seats)):
            yield "  paid " + _payments(before.payoffs if before else [0] * len(seats), scene.payoffs)
        if scene.seat is not None:
            yield f"  seat {scene.seat} {seats[scene.seat]}: {scene.action}   of {{{', '.join(scene.legal)}}}"
        before = scene
    assert before is not None, "a game has an end"
    yield "\nEnd"
    yield from _places(before)
    if before.note:
        yield f"  {before.note}"
    yield "  " + ", ".join(f"{name} {paid:+d}" for name, paid in zip(seats, before.payoffs, strict=True))


def _places(scene: Scene) -> Iterator[str]:
    for place, cards in scene.places.items():
        yield f"  {place}: {' '.join(cards)}"


def _payments(before: Sequence[int], now: Sequence[int]) -> str:
    changes = [b - a for a, b in zip(before, now, strict=True)]
    return ", ".join(f"seat {seat} {change:+d}" for seat, change in enumerate(changes) if change)
