"""A game between a person at the terminal and bots."""

import itertools
import os
from collections.abc import Callable, Sequence
from typing import Any

from .agents.bot import Bot, single_move, single_turn
from .agents.human import HumanBot
from .core.injection import checked_seat
from .core.random import branches, next_bits, stream
from .core.table import Table
from .records import Opening, Writer, begun_from, recorded

__all__ = ["play", "seen_as"]

_BOTS, _WORLDS = -1, -2
"""Set the streams of bots and of `seen_as` apart from those of the deals."""
WORLDS = 8
"""Worlds that `seen_as` tries."""


def play(
    table: Table,
    *,
    seat: int,
    bots: Sequence[Bot],
    seed: int,
    ask: Callable[[str], str] = input,
    say: Callable[[str], Any] = print,
    record: str | os.PathLike[str] | None = None,
) -> list[int]:
    """Plays a game to its end, telling the person what the seat may know and nothing else.

    Args:
        table: the game, dealt.
        seat: the person's.
        bots: for the other seats, in order and over again.
        seed: fixes the bots' chance.
        ask: prints a question and returns the line typed.
        say: prints a line.
        record: a file to which the game is added at its end (`cardenvs.records`); `seed` must be what it was dealt for.

    Returns:
        What each seat was paid.

    Raises:
        InvalidArgument: no such seat.
        InvalidFile: the record can't be written, or is one of other games.
    """
    checked_seat(seat, table.seats)
    writer = None if record is None else Writer(record, table.rules, table.options)
    others = itertools.cycle(bots)
    person = HumanBot(table.rules, table.options, ask, say)
    players = [person if k == seat else next(others) for k in range(table.seats)]
    chance = branches(stream(seed, _BOTS)[None], table.seats)[0]
    names = [_name(k, seat, table.seats) for k in range(table.seats)]
    passed = _pass_over(table, names, say)
    paid, moves = [0] * table.seats, []
    while not table.over:
        mover = table.seat
        paid = _tell_payments(names, paid, table.payoffs, say)
        turn = single_turn(table.observe(mover), table.mask(), table.states, chance[mover])
        action = single_move(players[mover], turn)
        seen = None if mover == seat else seen_as(table, action, seat)
        table.step(action)
        moves.append(action)
        if seen:
            say(f"{names[mover]}: {seen}")
    say(table.text(seat))
    _tell_payments(names, paid, table.payoffs, say)
    say(f"the end: {_payments(names, table.payoffs, 'all come out even')}")
    if writer is not None:
        begun, blank = stream(seed, 0), Table(table.rules, table.options)
        for _ in range(passed + 1):
            next_bits(begun)
        opening = Opening(seed=begun_from(begun))
        writer.append([recorded(blank, opening, moves, [player.name for player in players], passed)])
    return table.payoffs


def _pass_over(table: Table, names: list[str], say: Callable[[str], Any]) -> int:
    """Deals again until somebody has a decision; returns how often."""
    passed = 0
    while table.over:
        say(f"over as dealt: {_payments(names, table.payoffs)}; dealt again")
        table.reset()
        passed += 1
    return passed


def seen_as(table: Table, action: int, watcher: int) -> str | None:
    """What `watcher` sees when the seat to act plays a legal `action`: its name, or less.

    The watcher's information set decides. Where the move leaves it as it is, there was nothing to see. Where another
    move would have led to the same one, here or in a world that the watcher holds possible, it saw that a move was made,
    not which.

    Returns:
        The action's name, ``"moves unseen"`` or None.
    """
    after = _key_after(table, action, watcher)
    if after == table.key(watcher):
        return None
    random = stream(_WORLDS, table.key(watcher))
    for number in range(1 + WORLDS):
        world = table.clone()
        if number > 0 and not world.redeal(watcher, random):
            continue
        if any(_key_after(world, other, watcher) == after for other in world.legal() if other != action):
            return "moves unseen"
    return table.action_name(action)


def _key_after(table: Table, action: int, watcher: int) -> int:
    following = table.clone()
    following.step(action)
    return following.key(watcher)


def _name(seat: int, person: int, seats: int) -> str:
    """A seat by number, and by its place from the person's."""
    left = (seat - person) % seats
    return f"player_{seat} ({f'left {left}' if left else 'you'})"


def _tell_payments(names: list[str], before: list[int], now: list[int], say: Callable[[str], Any]) -> list[int]:
    changes = [b - a for a, b in zip(before, now, strict=True)]
    if any(changes):
        say(f"paid: {_payments(names, changes)}")
    return now


def _payments(names: list[str], payoffs: list[int], none: str = "nobody is paid") -> str:
    paid = [f"{name} {chips:+d}" for name, chips in zip(names, payoffs, strict=True) if chips]
    return ", ".join(paid) or none
