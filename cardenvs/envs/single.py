"""Gymnasium's form of a game: one learner among bots."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces

from ..core.injection import checked_seat
from ..core.random import below, stream
from ..errors import GameOver, InvalidArgument, NotReset
from ..games import spec
from ..render import SIZE
from .aec import RENDER_MODES, CardEnv
from .recording import RecordingEnv

__all__ = ["LearnerEnv"]

LEARNER = "learner"
"""Who sits in the learner's seat, on record."""
IDLE_GAMES = 1000
"""So many games in a row without a decision for the learner are the fault of whoever laid the deal."""


class LearnerEnv(gymnasium.Env[np.ndarray, np.int64]):
    """One seat of a card game; bots play the others. ``gymnasium.make("cardenvs/Loo-v0", bots="rules")`` makes it.

    ==================  ==============================================================================================
    observation         ``Box(float32, [features])``: what the learner's seat sees when it is to act, or at the end
    action space        ``Discrete(actions)``; the names are ``game.rules.action_names``
    action mask         ``action_masks()`` (int8 ``[actions]``), as sb3-contrib's MaskablePPO asks; also in infos
    reward              all that the learner's seat was paid since its last action, or since the deal, up to its next
                        decision or the end; the rewards of an episode sum to the seat's payoff
    infos               ``action_mask``; ``seat``, the learner's; ``illegal``, was the last action replaced;
                        ``skipped``, the games passed over before this one, because the learner had no decision in them
    ==================  ==============================================================================================

    Gymnasium lets any action of the space be played at any time. One that the rules forbid is by default replaced by
    a random legal one, which `infos` report: that makes unmasked algorithms run, not learn well. Under
    ``illegal="raise"`` it is an error.

    Attributes:
        game: the game itself, as a PettingZoo environment.
        seat: where the learner sits in this episode.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  (Gymnasium's own name and type)

    def __init__(
        self,
        game: str,
        *,
        bots: Any = "random",
        seat: int | Literal["random"] = "random",
        illegal: Literal["replace", "raise"] = "replace",
        render_mode: str | None = None,
        scale_rewards: bool = False,
        render_size: tuple[int, int] = SIZE,
        record: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        """The learner's table.

        Args:
            game: the game's name.
            bots: who plays the other seats: a bot's name (``"random"``, ``"rules"``, a saved policy's path), a `Bot`, or
                a sequence of these, the seat after the learner's first.
            seat: the learner's, or ``"random"``: drawn for each episode.
            illegal: what an illegal action gets: ``"replace"`` or ``"raise"``.
            render_mode: what `render` gives: ``"ansi"`` words, ``"rgb_array"`` a picture; ``"human"`` opens a window.
            scale_rewards: divide rewards by the unit of the game's rules.
            render_size: pixels of a picture or window, width and height.
            record: a file to which every finished game is added (`cardenvs.records`), those passed over too.
            **options: the game's.

        Raises:
            UnknownGame, InvalidOption, InvalidArgument: no such game, option, bot, seat, mode or size.
            InvalidFile: the record can't be written, or is one of other games.
            gymnasium.error.DependencyNotInstalled: a mode that draws, without pygame.
        """
        if illegal not in ("replace", "raise"):
            raise InvalidArgument(f"illegal: want 'replace' or 'raise', got {illegal!r}")
        rules = spec(game)
        settings = (rules, rules.options(**options), render_mode, scale_rewards, render_size)
        self.game = CardEnv(*settings) if record is None else RecordingEnv(*settings, record=record)
        self.game.metadata["render_fps"] = self.metadata["render_fps"]
        self.render_mode = render_mode
        self._seats = len(self.game.possible_agents)
        self._fixed_seat = None if seat == "random" else checked_seat(seat, self._seats)
        self._illegal = illegal
        self._bots = self._made(bots)
        self._scale = rules.unit(self.game.options) if scale_rewards else 1
        layout = self.game.layout
        self.observation_space = spaces.Box(layout.low, layout.high, (layout.size,))
        self.action_space = spaces.Discrete(rules.actions)
        self.seat = -1

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deals a new game and plays it up to the learner's first decision.

        Args:
            seed: begins a sequence of games.
            options: ``seat`` seats the learner for this episode; the rest lays the deal, as in `CardEnv.reset`.

        Raises:
            InvalidCard, InvalidArgument: a deal that can't be laid so, or that leaves the learner no decision.
        """
        super().reset(seed=seed)
        if seed is not None or self.seat < 0:
            base = int(self.np_random.integers(1 << 62)) if seed is None else seed
            self._draws = stream(base, -1)
            self._streams = [stream(base, -2 - k) for k in range(len(self._bots))]
            seed = base
        options = options or {}
        chosen = options.get("seat", self._fixed_seat)
        skipped = 0
        for _ in range(IDLE_GAMES):
            draws = self._draws.copy()  # a reset that is refused changes nothing
            seat = below(draws, self._seats) if chosen is None else checked_seat(chosen, self._seats)
            self.game.viewer = seat
            self.game.reset(seed=seed, options=options)
            skipped += self.game.infos["player_0"]["skipped"]
            seed = None
            self.seat, self._draws = seat, draws
            self._paid = 0
            if isinstance(self.game, RecordingEnv):
                self.game.seat_names = self._names()
            self._play_on()
            if not self.game.over:
                return self._seen(), self._info(skipped=skipped)
            skipped += 1
        raise InvalidArgument(f"options: seat {self.seat} has no decision in {IDLE_GAMES} games dealt so")

    def step(self, action: SupportsFloat) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Plays the learner's action and the bots' up to its next decision or the end.

        Raises:
            IllegalAction: the rules forbid it, under ``illegal="raise"``; nothing has changed.
            GameOver: the game has ended; reset() deals a new one.
            NotReset: reset() deals first.
        """
        if self.seat < 0:
            raise NotReset("call reset() first")
        if self.game.over:
            raise GameOver(f"{self.game}: the game is over; reset() deals a new one")
        self.game.viewer = self.seat
        mask = self.action_masks()
        illegal = self._illegal == "replace" and self.action_space.contains(action) and not mask[action]  # type: ignore[call-overload]
        self.game.step(self._drawn(mask) if illegal else action)  # type: ignore[arg-type]
        self._play_on()
        payoff = self.game.payoffs[self.seat]
        reward, self._paid = (payoff - self._paid) / self._scale, payoff
        terminated, truncated = self.game.terminations["player_0"], self.game.truncations["player_0"]
        return self._seen(), reward, terminated, truncated, self._info(illegal=illegal)

    def action_masks(self) -> np.ndarray:
        """What the learner may do now: int8 ``[actions]``, 1 = legal; ones after the end."""
        return self.game.observe(f"player_{self.seat}")["action_mask"]

    def render(self) -> str | np.ndarray | None:
        """The table as the learner sees it; in the window, every move of the bots too."""
        return self.game.render(self.seat if self.seat >= 0 else None)

    def close(self) -> None:
        """Closes the window, if there is one."""
        self.game.close()

    def _made(self, bots: Any) -> list[Any]:
        """One bot for each other seat, the one after the learner first."""
        from ..agents import make_bot  # players stand on the environments

        several = isinstance(bots, Sequence) and not isinstance(bots, str)
        named = list(bots) if several else [bots] * (self._seats - 1)
        if len(named) != self._seats - 1:
            raise InvalidArgument(
                f"bots: want one, or {self._seats - 1} for {self._seats} seats, got {len(named)}"
            )
        return [make_bot(bot, self.game.rules, self.game.options) for bot in named]

    def _names(self) -> tuple[str, ...]:
        """Who sits in each seat."""
        names = [LEARNER, *(bot.name for bot in self._bots)]
        return tuple(names[(seat - self.seat) % self._seats] for seat in range(self._seats))

    def _play_on(self) -> None:
        """The bots move until the learner is to act or the game is over."""
        from ..agents.bot import single_move, single_turn

        game = self.game
        while not game.over and game.seat != self.seat:
            seen = game.observe(game.agent_selection)
            k = (game.seat - self.seat - 1) % self._seats
            turn = single_turn(seen["observation"], seen["action_mask"], game.states, self._streams[k])
            game.step(single_move(self._bots[k], turn))

    def _drawn(self, mask: np.ndarray) -> int:
        legal = np.flatnonzero(mask)
        return int(legal[below(self._draws, len(legal))])

    def _seen(self) -> np.ndarray:
        return self.game.observe(f"player_{self.seat}")["observation"]

    def _info(self, *, illegal: bool = False, skipped: int = 0) -> dict[str, Any]:
        info = {"action_mask": self.action_masks(), "seat": self.seat, "illegal": illegal, "skipped": skipped}
        return {**self.game.infos[f"player_{self.seat}"], **info}
