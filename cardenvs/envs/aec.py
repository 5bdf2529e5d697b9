"""PettingZoo's agent-environment cycle: one class for all games, its checks inside, one compiled call a step."""

import operator
import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
from gymnasium import spaces

from ..core import drivers
from ..core.injection import begin_with, checked_seat
from ..core.kernel import direct
from ..core.random import stream
from ..core.rules import Rules
from ..errors import GameOver, IllegalAction, InvalidArgument, NotReset
from ..render import ALL, SIZE, Renderer, Viewer

__all__ = ["CardEnv"]

RENDER_MODES = ("ansi", "rgb_array", "human")
PICTURES = RENDER_MODES[1:]
"""Modes that draw."""
SMALLEST, LARGEST = 64, 4096
"""Pixels on a side of a picture."""
LAID_DEALS = 100
"""How often a deal with laid cards is dealt again where it was over as dealt, before that is called the caller's fault."""

_FROM_RESET = (
    "_over", "over", "seat", "payoffs", "agents", "num_agents", "agent_selection", "rewards", "_cumulative_rewards",
    "terminations", "truncations", "infos",
)  # fmt: skip
"""What there is only from the first reset on."""

Observation = dict[str, np.ndarray]


class CardEnv(pettingzoo.AECEnv[str, Any, Any]):
    """A card game as a PettingZoo environment; ``cardenvs.make`` and ``cardenvs.<game>_v0.env`` make it.

    ==================  ==============================================================================================
    agents              ``player_0`` ..., one a seat; all stay to the end, a seat that is out is just not asked
    observation space   ``Dict(observation=Box(float32, [features]), action_mask=Box(0, 1, [actions], int8))``
    action mask         the legal actions of the seat to act, zeros for seats that wait, ones after the end
    action space        ``Discrete(actions)``; the names are ``rules.action_names``
    rewards             what each move paid, in the game's own chips or points, an ante with the deal's first move;
                        divided by the rules' unit under `scale_rewards`
    infos               ``{"skipped": n}``: deals passed over before this one, because they were over as dealt; where the
                        game says more of a settled deal (`Rules.settled`), that too, and ``"settled"``, the deal's number
    end                 after the rules' last decision, which comes within ``rules.decisions(options)`` of them
    ==================  ==============================================================================================

    Order and legality are checked inside, so there is nothing to wrap: `env` and `raw_env` are the same. A copy or a
    pickle taken at any point continues identically.

    Attributes:
        rules: the game.
        options: its options.
        layout: which slice of the observation holds what.
        states: array of the one state record, for compiled drivers and bots that search.
        state_space: all seats' observations, concatenated.
        viewer: whose view `render` draws where it is not told: a seat, ``"all"``, or None for the seat to act.
    """

    def __init__(
        self,
        rules: Rules,
        options: Any,
        render_mode: str | None = None,
        scale_rewards: bool = False,
        render_size: tuple[int, int] = SIZE,
    ) -> None:
        self.metadata = {
            "name": f"{rules.name}_v{rules.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        if render_mode not in (None, *RENDER_MODES):
            raise InvalidArgument(f"render_mode: want None, 'ansi', 'rgb_array' or 'human', got {render_mode!r}")
        self.rules = rules
        self.options = options
        self.render_mode = render_mode
        self.viewer: Viewer | None = None
        self.scale_rewards = bool(scale_rewards)
        self.layout = rules.layout_of(options)
        self.possible_agents = [f"player_{seat}" for seat in range(options.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._make_spaces()
        self._scale = rules.unit(options) if scale_rewards else 1
        self._renderer = Renderer(rules, options, _checked_size(render_size)) if render_mode in PICTURES else None
        self.blank = rules.blank(options)
        self.states = self.blank.copy()
        self._stream = stream(secrets.randbits(64))
        self._features = self.layout.size
        self._observation = np.zeros(self._features, np.float32)
        self._mask = np.zeros(rules.actions, np.int8)
        self._waits, self._gone = np.zeros_like(self._mask), np.ones_like(self._mask)
        self._paid = np.zeros((2, options.seats), np.int64)
        self._nothing = dict.fromkeys(self.possible_agents, 0.0)
        self._false = dict.fromkeys(self.possible_agents, False)
        self._play = self._compiled()

    def _make_spaces(self) -> None:
        low, high, size = self.layout.low, self.layout.high, self.layout.size
        mask = spaces.Box(0, 1, (self.rules.actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": spaces.Box(low, high, (size,)), "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.rules.actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(low, high, (size * len(self.possible_agents),))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of the agent's observations; the same object at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of the agent's actions; the same object at every call."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deals a new game: the seed's first, or the next one in its sequence.

        Args:
            seed: begins a sequence of games; any integer. Until one is given the sequence is a random one.
            options: lays the deal: ``deck`` (every card in deal order) or parts by name (`rules.shape_of`, such as
                ``hands``), the rest at random; ``dealer``, a seat. Other keys are ignored.

        Raises:
            InvalidCard, InvalidArgument: a deal that can't be laid so, or that leaves nobody a decision.
        """
        random = self._stream if seed is None else stream(seed, 0)
        laid = self._laid(options) if options else {}
        if laid:
            skipped = self._begin_laid(random, **laid)
        else:
            skipped = drivers.begin_one(self.states, self.blank, random, self._observation, self._mask, self._paid)
        self._stream = random
        self.agents = self.possible_agents.copy()
        self.rewards = self._nothing.copy()
        self._cumulative_rewards = self._nothing.copy()
        self.terminations = self._false.copy()
        self.truncations = self._false.copy()
        self.infos = {agent: {"skipped": skipped} for agent in self.agents}
        self.agent_selection = self.agents[self.states["seat"][0]]
        self._rewarded = self._over = False
        self._settled = int(self.states["deal_number"][0]) - 1
        if self._renderer:
            self._renderer.begin(self.states)
            self._show()

    def step(self, action: int | None) -> None:
        """Plays the action of `agent_selection`; None for an agent whose game is over.

        Raises:
            IllegalAction: the rules forbid it now, or it is no action; nothing has changed.
            GameOver: the game has ended: None is all that is left to play, and reset() once all have played it.
            NotReset: reset() deals first.
        """
        if self._over:
            self._leave(action)
            return
        try:
            chosen = operator.index(action)  # type: ignore[arg-type]
            outcome = self._play(self.states, chosen, self._observation, self._mask, self._paid)
        except (TypeError, OverflowError) as error:
            raise self._refusal(action) from error
        if outcome < 0:
            raise self._refusal(action)
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        if outcome & drivers.PAID:
            self._reward()
        elif self._rewarded:
            self.rewards = self._nothing.copy()
            self._rewarded = False
        if outcome & drivers.OVER:
            self._end()
        else:
            self.agent_selection = self.possible_agents[outcome & drivers.SEAT]
        if self.rules.settled:
            self._report()
        if self._renderer:
            self._renderer.follow(self.states, self._seat_of[agent], chosen)
            self._show()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:  # type: ignore[override]
        """The agent to act, again and again until all have left; the loop steps in between."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:  # PettingZoo's, with fewer calls
        """What the agent to act sees, was paid since its last action, whether it has ended, and its info."""
        agent = self.agent_selection
        seen: Observation | None = None
        if observe and self._over:
            seen = self.observe(agent)
        elif observe:
            seen = {"observation": self._observation.copy(), "action_mask": self._mask.copy()}
        over = self.terminations[agent], self.truncations[agent]
        return seen, self._cumulative_rewards[agent], *over, self.infos[agent]

    def observe(self, agent: str) -> Observation:
        """What the agent sees and may do; a copy."""
        if self._over:
            return {"observation": self._final[self._seat_of[agent]].copy(), "action_mask": self._gone.copy()}
        if agent == self.agent_selection:
            return {"observation": self._observation.copy(), "action_mask": self._mask.copy()}
        return {"observation": self._view(self._seat_of[agent]), "action_mask": self._waits.copy()}

    def state(self) -> np.ndarray:
        """All seats' observations, concatenated: float32 ``[seats * features]``."""
        self._check_reset()
        return self._views().ravel()

    def render(self, seat: Viewer | None = None) -> str | np.ndarray | None:
        """The table as one seat sees it: words under ``"ansi"``, a picture under ``"rgb_array"``.

        Under ``"human"`` it is drawn in a window, which every reset and every step do by themselves.

        Args:
            seat: whose view, that seat in front; ``"all"``, in pictures: every hand is open; by default `viewer`.

        Returns:
            A string, uint8 ``[height, width, 3]`` or None.
        """
        if self.render_mode is None:
            gymnasium.logger.warn(f'{self}: no render_mode was given; make it with render_mode="ansi"')
            return None
        self._check_reset()
        asked: Any = self.viewer if seat is None else seat
        near: int = 0  # the table does not turn with the seat to act
        viewer: Viewer = ALL
        if asked is None:
            viewer = self.seat
        elif asked != ALL or self._renderer is None:
            viewer = near = checked_seat(asked, len(self.possible_agents))
        if self._renderer is None:
            return self.rules.text(self.options, self.layout.decode(self._view(int(viewer))))
        if self.render_mode == "rgb_array":
            return self._renderer.picture(self.states, viewer, near)
        self._renderer.show(self.states, viewer, near, self.metadata["render_fps"])
        return None

    def close(self) -> None:
        """Closes the window, if there is one."""
        if self._renderer:
            self._renderer.close()

    @property
    def over(self) -> bool:
        """Has the game ended (the agents may still have to leave)?"""
        over: bool = self._over
        return over

    @property
    def seat(self) -> int:
        """The seat to act; after the end whichever the rules left."""
        self._check_reset()
        return int(self.states["seat"][0])

    @property
    def payoffs(self) -> list[int]:
        """What each seat has been paid so far in this game, in the rules' integers, never scaled."""
        self._check_reset()
        return [int(p) for p in self.states["payoff"][0][: len(self.possible_agents)]]

    def __getattr__(self, name: str) -> Any:
        if name in _FROM_RESET:
            raise NotReset(f"{self}: call reset() first")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_play"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._play = self._compiled()

    def _compiled(self) -> Callable[..., int]:
        """`drivers.step_one` for this game's records."""
        return direct(drivers.step_one, self.states, 0, self._observation, self._mask, self._paid)

    def _show(self) -> None:
        """Shows people what has come of a deal or a move."""
        if self.render_mode == "human":
            self.render()

    def _check_reset(self) -> None:
        if "_over" not in self.__dict__:
            raise NotReset(f"{self}: call reset() first")

    def _laid(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Those of the reset options that lay a deal."""
        parts = self.rules.shape_of(self.options, 0)
        return {name: value for name, value in options.items() if name in ("deck", "dealer") or name in parts}

    def _begin_laid(self, random: np.ndarray, deck: Any = None, dealer: int | None = None, **parts: Any) -> int:
        states, drawn = self.states.copy(), random.copy()
        for skipped in range(LAID_DEALS):
            begin_with(self.rules, self.options, states, self.blank, drawn, deck, dealer, parts)
            if not states["over"][0]:
                self.states[:], random[:] = states, drawn
                drivers.look_one(self.states, self._observation, self._mask, self._paid)
                return skipped
        raise InvalidArgument(
            "options: this deal is over as dealt, nobody has a decision (cardenvs.table plays it)"
        )

    def _view(self, seat: int) -> np.ndarray:
        """What one seat sees: float32 ``[features]``."""
        out = np.empty(self._features, np.float32)
        drivers.observe_in(self.states, 0, seat, out)
        return out

    def _views(self) -> np.ndarray:
        """What every seat sees: float32 ``[seats, features]``."""
        out = np.empty((len(self.possible_agents), self._features), np.float32)
        drivers.observe_all(self.states, out)
        return out

    def _reward(self) -> None:
        """Hands out what the move has paid."""
        rewards = self.rewards = self._nothing.copy()
        agents, totals, scale = self.agents, self._cumulative_rewards, self._scale
        for seat, chips in enumerate(self._paid[1].tolist()):
            if chips:
                reward = rewards[agents[seat]] = chips / scale
                totals[agents[seat]] += reward
        self._rewarded = True

    def _end(self) -> None:
        """The game is over for all at once; each agent leaves by a step of its own."""
        self._over = True
        ends = self.truncations if self.states["truncated"][0] else self.terminations
        for agent in self.agents:
            ends[agent] = True
        self.agent_selection = self.agents[0]
        self._final = self._views()

    def _report(self) -> None:
        """Says of a deal that this move has settled what the game has to say."""
        settled = int(self.states["deal_number"][0]) - (not self._over)
        if settled == self._settled:
            return
        self._settled = settled
        for seat, agent in enumerate(self.agents):
            words = {name: int(self.states[field][0][seat]) for name, field in self.rules.settled.items()}
            self.infos[agent] = {**self.infos[agent], "settled": settled, **words}

    def _leave(self, action: object) -> None:
        if not self.agents:
            raise GameOver(f"{self}: the game is over and all agents have left; reset() deals a new one")
        if action is not None:
            raise GameOver(f"{self}: the game is over; {self.agent_selection} can only step(None), got {action!r}")
        agent = self.agents.pop(0)
        if self._rewarded:
            self.rewards = dict.fromkeys((agent, *self.agents), 0.0)
            self._rewarded = False
        del self.rewards[agent], self._cumulative_rewards[agent]
        del self.terminations[agent], self.truncations[agent], self.infos[agent]
        if self.agents:
            self.agent_selection = self.agents[0]

    def _refusal(self, action: object) -> IllegalAction:
        names = self.rules.action_names
        known = isinstance(action, int | np.integer) and 0 <= action < len(names)
        tried = names[int(action)] if known else f"play {action!r} (want an index below {len(names)})"  # type: ignore[call-overload]
        legal = ", ".join(names[k] for k in np.flatnonzero(self._mask))
        return IllegalAction(f"{self}: {self.agent_selection} may not {tried}; legal: {legal}")


def _checked_size(size: Any) -> tuple[int, int]:
    """A picture's width and height.

    Raises:
        InvalidArgument: they are no such pair.
    """
    try:
        width, height = (operator.index(length) for length in size)
    except (TypeError, ValueError):
        width = height = 0
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        raise InvalidArgument(f"render_size: want (width, height) in {SMALLEST}..{LARGEST} pixels, got {size!r}")
    return width, height
