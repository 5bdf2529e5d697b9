"""What the property tests share: the games and option sets they run over, and games played at random."""

import dataclasses
import json
import os
import pathlib
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

import cardenvs
from cardenvs.core import drivers
from cardenvs.core.random import stream
from cardenvs.core.rules import Rules
from cardenvs.core.table import Table

NAMES = cardenvs.games() + cardenvs.CALIBRATION
CHANCE = ("seed", "random", "stack", "stacked")
"""Fields of a state that say what is still to be shuffled, not what has happened."""


@dataclasses.dataclass(frozen=True)
class Case:
    """A game with one set of options."""

    game: str
    label: str
    values: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.game}-{self.label}"

    @property
    def rules(self) -> Rules:
        return cardenvs.spec(self.game)

    def table(self, seed: int = 0) -> Table:
        return cardenvs.table(self.game, seed=seed, **self.values)


def golden_cases() -> list[Case]:
    """The defaults and the variants of each game."""
    return [
        Case(name, label, values)
        for name in NAMES
        for label, values in {"defaults": {}, **cardenvs.spec(name).variants}.items()
    ]


def mini_cases() -> list[Case]:
    """The configurations small enough to walk whole."""
    return [Case(name, label, values) for name in NAMES for label, values in cardenvs.spec(name).mini.items()]


def seat_cases() -> list[Case]:
    """The fewest and the most seats of each game."""
    return [
        Case(name, f"seats={seats}", {"seats": seats})
        for name in NAMES
        for seats in sorted(set(cardenvs.spec(name).options_class.SEATS))
    ]


def all_cases() -> list[Case]:
    """Every option set that the property tests run over."""
    return golden_cases() + seat_cases() + mini_cases()


class Play:
    """A game played at random, with what it takes to play its current deal again from another deck."""

    def __init__(self, case: Case, seed: int) -> None:
        self.case = case
        self.random = random.Random(seed)
        self.table = case.table(seed)
        self.dealer = int(self.table.states["dealer"][0])
        self.actions: list[int] = []  # of the current deal
        self.seats: list[int] = []  # that played them
        self._before: tuple[Table, int] | None = (
            None  # a match: the table before this deal, and the last action there
        )
        self.repeatable = self._deal_number() == 1
        self.decisions = 0
        self.last = -1  # action played
        self.steps_left = 0  # of the search for other histories

    def step(self) -> None:
        """Plays a random legal action."""
        before, number, seat = self.table.clone(), self._deal_number(), self.table.seat
        action = self.random.choice(self.table.legal())
        self.table.step(action)
        self.last = action
        self.decisions += 1
        if self._deal_number() == number:
            self.actions.append(action)
            self.seats.append(seat)
        else:
            self.actions, self.seats, self._before = [], [], (before, action)
            self.repeatable = self._deal_number() == number + 1

    def deck(self) -> list[int]:
        """The current deal's deck, top card first."""
        return deck_of(self.table)

    def begun(self, deck: list[int]) -> Table:
        """The beginning of the current deal, from another deck."""
        if self._before is None:
            return self.case.table().reset(deck=deck, dealer=self.dealer)
        table, action = self._before[0].clone(), self._before[1]
        table.stack(deck=deck, dealer=0)
        table.step(action)
        return table

    def again(self, deck: list[int]) -> Table | None:
        """The same actions by the same seats from another deck; None where the rules forbid one of them."""
        table = self.begun(deck)
        for seat, action in zip(self.seats, self.actions, strict=True):
            if table.over or table.seat != seat or action not in table.legal():
                return None
            table.step(action)
        return table

    def histories(self, deck: list[int], seat: int, steps: int) -> Iterator[Table]:
        """Every way to the present in the eyes of `seat` from another deck: what it did not see others do may differ.

        The search ends after so many steps; `steps_left` is then 0.
        """
        self.steps_left = steps
        original = self.begun(self.deck())
        first = original.key(seat)
        keys, secret = [], []
        for actor, action in zip(self.seats, self.actions, strict=True):
            before = original.states["private_key"][0, actor]
            original.step(action)
            keys.append(original.key(seat))
            secret.append(actor != seat and original.states["private_key"][0, actor] != before)
        yield from self._continued(self.begun(deck), 0, seat, keys, secret)
        yield from self._followed(self.begun(deck), seat, [first, *keys], strayed=False)

    def _followed(self, table: Table, seat: int, keys: list[int], strayed: bool) -> Iterator[Table]:
        """The plays in which `seat` has these keys, one after the other.

        Where a seat whose only move is made for it looks as one that chooses that move, another may have a decision
        more (a state between two keys) or less (a key left out).
        """
        if table.over:
            return
        key = table.key(seat)
        if key in keys:
            keys = keys[keys.index(key) :]
            if len(keys) == 1 and table.seat == self.table.seat:
                yield table
                return
        elif strayed or table.seat == seat:
            return
        for action in table.legal():
            if (after := self._stepped(table, action)) is None:
                return
            yield from self._followed(after, seat, keys, strayed=key not in keys)

    def _continued(self, table: Table, k: int, seat: int, keys: list[int], secret: list[bool]) -> Iterator[Table]:
        if k == len(self.actions):
            yield table
            return
        if table.over or table.seat != self.seats[k]:
            return
        for action in table.legal():
            if secret[k] or action == self.actions[k]:
                if (after := self._stepped(table, action)) is None:
                    return
                if after.key(seat) == keys[k]:
                    yield from self._continued(after, k + 1, seat, keys, secret)

    def _stepped(self, table: Table, action: int) -> Table | None:
        """The game after an action; None: no steps are left."""
        if self.steps_left == 0:
            return None
        self.steps_left -= 1
        after = table.clone()
        after.step(action)
        return after

    def _deal_number(self) -> int:
        return int(self.table.states["deal_number"][0])


def plays(case: Case, decisions: int) -> Iterator[Play]:
    """Games at every decision of about `decisions` in all, and once more when they are over."""
    seed = 0
    while decisions > 0:
        seed += 1
        play = Play(case, seed)
        while not play.table.over:
            yield play
            play.step()
        yield play
        decisions -= max(play.decisions, 1)


def deck_of(table: Table) -> list[int]:
    """The current deal's deck, top card first."""
    return [int(card) for card in table.states["deck"][0, : int(table.states["deck_size"][0])]]


def locations(table: Table) -> np.ndarray:
    """How many of each card lie where (int8 ``[places, cards]``)."""
    out = np.zeros((len(table.rules.places), len(table.rules.cards.names)), np.int8)
    drivers.locate_in(table.states, 0, out)
    return out


def fields(table: Table) -> dict[str, bytes]:
    """What has happened in a game, by field."""
    return {name: table.states[name].tobytes() for name in table.rules.state.names if name not in CHANCE}


def warm(name: str) -> None:
    """Compiles what the tests call of a game."""
    table = cardenvs.table(name)
    out = np.zeros((len(table.rules.places), len(table.rules.cards.names)), np.int8)
    drivers.locate_in(table.states, 0, out)
    drivers.prepare_next(table.states.copy(), 0)
    for seat in range(table.seats):
        table.observe(seat)
        table.key(seat)
    table.redeal(table.seat, stream(0))
    table.step(table.legal()[0])


def interpreted(module: str, *arguments: str) -> Any:
    """What a module of the tests prints as JSON when it runs with the compiler off."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", f"tests.{module}", *arguments],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=pathlib.Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)
