"""Duplicate deals, played: the games of some deals in all seatings, and what each bot made of each deal."""

import dataclasses
import itertools
import pathlib
from typing import Any

import numpy as np

from ..agents import make_bot
from ..agents.bot import FORFEIT, Bot, Turn
from ..core import drivers
from ..core.random import branches, stream, streams
from ..core.rules import Rules
from ..core.table import Table
from ..errors import IllegalAction, InvalidArgument
from ..records import Forfeit, Game, Opening, recorded

__all__ = ["Match", "Part", "Plan", "labels", "seatings"]

_BOTS = -1
"""Sets the bots' streams, `stream(seed, -1)` and on, apart from the deals', `stream(seed, deal)`."""


def seatings(bots: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Which bot sits in each seat, for each time a deal is played; over all of them, each bot equally often in each."""
    if bots <= seats:
        return tuple(tuple((seat + turn) % bots for seat in range(seats)) for turn in range(bots))
    return tuple(
        choice[turn:] + choice[:turn]
        for choice in itertools.combinations(range(bots), seats)
        for turn in range(seats)
    )


@dataclasses.dataclass(frozen=True)
class Plan:
    """What is to be played; plain data if the bots are, so that another process can take it up."""

    rules: Rules
    options: Any
    bots: tuple[str | pathlib.Path | Bot, ...]
    seed: int
    deals: int
    """The most."""
    penalty: int
    """What a seat that forfeits a game pays, in the rules' integers."""
    time_limit: float
    """Seconds that a program has for a move."""
    record: bool
    """Keep the games, not their results alone."""


@dataclasses.dataclass(frozen=True)
class Part:
    """Some deals, played in all seatings."""

    first: int
    values: np.ndarray
    """float64 ``[deals, bots, 1 + measures + 1]``: for each deal and bot the mean of its seats' payoffs, of what
    `Match.measures` names, and of the games it forfeited."""
    games: tuple[Game, ...] = ()
    """All games in order of deal and seating, if they are kept."""


class Match:
    """Plays chunks of the deals; what it measures of one deal does not depend on the chunk."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        rules, options = self.rules, self.options = plan.rules, plan.options
        self.bots = [make_bot(bot, rules, options, time_limit=plan.time_limit) for bot in plan.bots]
        self.labels = labels([bot.name for bot in self.bots])
        self.seatings = seatings(len(self.bots), options.seats)
        self.blank = rules.blank(options)
        self.features = rules.layout_of(options).size
        self.deal_streams = streams(plan.seed, plan.deals)
        self.bot_streams = streams(int(stream(plan.seed, _BOTS)[0]), plan.deals)
        self.habits = np.zeros((rules.actions, len(rules.behaviours)), np.int64)
        """1 where an action shows a habit."""
        for k, names in enumerate(rules.behaviours.values()):
            self.habits[[rules.action_index[name] for name in names], k] = 1

    @property
    def measures(self) -> tuple[str, ...]:
        """What `play` measures between the payoff and the forfeits."""
        outcomes = self.rules.outcomes(self.blank) if self.rules.outcomes else {}
        return (*self.rules.behaviours, *outcomes)

    def close(self) -> None:
        """Ends the programs among the bots that it made itself."""
        for given, bot in zip(self.plan.bots, self.bots, strict=True):
            if bot is not given and hasattr(bot, "close"):
                bot.close()

    def play(self, first: int, deals: int) -> Part:
        """Plays some deals in all seatings."""
        turns, seats = len(self.seatings), self.options.seats
        part = slice(first, first + deals)
        states = np.repeat(self.blank, deals * turns)
        seeds = np.repeat(self.deal_streams[part], turns, axis=0)
        drivers.begin_rows(states, self.blank, seeds.copy())
        chance = branches(self.bot_streams[part], turns * seats).reshape(deals * turns, seats, 1)
        owner = np.tile(np.array(self.seatings), (deals, 1))
        games = _Games(states, owner, chance, first)
        counts = self._play_out(games)
        lost = games.lost[:, None] == np.arange(seats)
        payoffs = np.where(games.lost[:, None] < 0, states["payoff"][:, :seats], -self.plan.penalty * lost)
        outcomes = self.rules.outcomes(states) if self.rules.outcomes else {}
        shown = [np.asarray(value, np.int64)[:, :seats] for value in outcomes.values()]
        shown = [np.where(games.lost[:, None] < 0, value, 0) for value in shown]
        columns = [payoffs, *np.moveaxis(counts, 2, 0), *shown, lost]
        values = np.stack(columns, axis=2).reshape(deals, turns * seats, -1)
        bot_of = np.array(self.seatings).reshape(-1)
        means = [values[:, bot_of == bot].mean(axis=1, dtype=np.float64) for bot in range(len(self.bots))]
        kept = self._kept(games, seeds, payoffs) if self.plan.record else ()
        return Part(first, np.stack(means, axis=1), kept)

    def _play_out(self, games: "_Games") -> np.ndarray:
        """Plays all games to their end.

        Returns:
            How often each seat showed each habit: int64 ``[n, seats, habits]``.
        """
        states = games.states
        counts = np.zeros((*games.owner.shape, self.habits.shape[1]), np.int64)
        live = np.flatnonzero(~states["over"])
        while len(live):
            mover = games.owner[live, states["seat"][live]]
            for number in range(len(self.bots)):
                rows = live[mover == number]
                if len(rows):
                    self._move(games, rows, number, counts)
            live = live[~states["over"][live] & (games.lost[live] < 0)]
        return counts

    def _move(self, games: "_Games", rows: np.ndarray, number: int, counts: np.ndarray) -> None:
        """Has a bot play one action in each of the games `rows`, or forfeit them."""
        bot, turn = self.bots[number], self._turn(games, rows)
        actions = np.asarray(bot.act(turn))
        self._check(number, actions, turn, games.first + rows // len(self.seatings))
        seat = games.states["seat"][rows]
        games.chance[rows, seat] = turn.random
        gone = actions == FORFEIT
        if gone.any():
            games.lost[rows[gone]] = seat[gone]
            excuses = getattr(bot, "excuses", {})
            games.reasons |= {int(rows[k]): excuses.get(int(k), "gave up") for k in np.flatnonzero(gone)}
            rows, seat, actions = rows[~gone], seat[~gone], actions[~gone]
        counts[rows, seat] += self.habits[actions]
        if self.plan.record:
            games.moves.append((rows, actions))
        drivers.step_rows(games.states, rows, actions.astype(np.int64))

    def _turn(self, games: "_Games", rows: np.ndarray) -> Turn:
        """The decisions of the games `rows`, in arrays that the bot may keep."""
        n, states = len(rows), games.states
        observation = np.empty((n, self.features), np.float32)
        mask = np.empty((n, self.rules.actions), np.int8)
        seat = np.empty(n, np.int64)
        drivers.observe_rows(states, rows, observation, mask, seat)
        raw = states.view(np.uint8).reshape(len(states), -1)  # by record, NumPy copies field by field
        return Turn(observation, mask, seat, games.chance[rows, seat], raw[rows].view(states.dtype)[:, 0])

    def _check(self, number: int, actions: np.ndarray, turn: Turn, deal: np.ndarray) -> None:
        bot, masks = self.labels[number], turn.mask
        if actions.shape != (len(masks),) or actions.dtype.kind not in "iu":
            want = f"integers of shape ({len(masks)},)"
            raise InvalidArgument(f"bot {bot}: want {want}, got {actions.dtype} of shape {actions.shape}")
        played = np.flatnonzero(actions != FORFEIT)
        found = drivers.check_batch(played, actions[played].astype(np.int64), masks)
        if found >= 0:
            wrong = played[found]
            names = self.rules.action_names
            tried = int(actions[wrong])
            shown = names[tried] if 0 <= tried < len(names) else f"action number {tried} (of {len(names)})"
            legal = ", ".join(names[action] for action in np.flatnonzero(masks[wrong]))
            where = f"deal {deal[wrong]}, seat {turn.seat[wrong]}"
            raise IllegalAction(f"{self.rules.name}: bot {bot} may not {shown} ({where}); legal: {legal}")

    def _kept(self, games: "_Games", seeds: np.ndarray, payoffs: np.ndarray) -> tuple[Game, ...]:
        """The games' records."""
        table = Table(self.rules, self.options)
        n = len(games.states)
        rows = np.concatenate([np.zeros(0, np.int64), *(rows for rows, _ in games.moves)])
        actions = np.concatenate([np.zeros(0, np.int64), *(actions for _, actions in games.moves)])
        order = np.argsort(rows, kind="stable")
        moves = np.split(actions[order], np.cumsum(np.bincount(rows, minlength=n))[:-1])
        return tuple(
            recorded(
                table,
                Opening(seed=int(seeds[row, 0])),
                moves[row].tolist(),
                [self.labels[bot] for bot in games.owner[row]],
                games.first + row // len(self.seatings),
                payoffs=payoffs[row],
                forfeit=Forfeit(seat=int(games.lost[row]), reason=games.reasons[row])
                if games.lost[row] >= 0
                else None,
            )
            for row in range(n)
        )


class _Games:
    """n games under way.

    Attributes:
        states: ``[n]``, dealt.
        owner: int64 ``[n, seats]``, the bot in each seat.
        chance: uint64 ``[n, seats, 1]``, the stream of each seat's bot.
        first: the number of the first deal.
        lost: int64 ``[n]``, the seat that forfeited, -1: none.
        reasons: why, by game.
        moves: (games, actions) played, in order, if they are kept.
    """

    def __init__(self, states: np.ndarray, owner: np.ndarray, chance: np.ndarray, first: int) -> None:
        self.states, self.owner, self.chance, self.first = states, owner, chance, first
        self.lost = np.full(len(states), -1)
        self.reasons: dict[int, str] = {}
        self.moves: list[tuple[np.ndarray, np.ndarray]] = []


def labels(names: list[str]) -> tuple[str, ...]:
    """Names by which to tell the bots apart: the second `rules` is ``rules 2``."""
    return tuple(
        name if names[:k].count(name) == 0 else f"{name} {names[:k].count(name) + 1}"
        for k, name in enumerate(names)
    )
