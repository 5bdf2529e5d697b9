"""The games for RLlib's new API stack.

from cardenvs.interop.rllib import RllibEnv

PPOConfig().environment(RllibEnv, env_config={"game": "loo", "seats": 4})

RLlib's own `PettingZooEnv` takes the AEC environment too, but gives a reward only to the seat that acts next, and so loses
what is paid to a seat that never acts. Here every seat is told of each payment as it is made. The observation has the keys
that RLlib's `ActionMaskingTorchRLModule` asks for.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from ..envs.registry import make

__all__ = ["RllibEnv"]

Seen = dict[str, dict[str, np.ndarray]]


class RllibEnv(MultiAgentEnv):  # type: ignore[misc]  # Ray is no dependency
    """A game whose seats move one at a time.

    Attributes:
        game: the PettingZoo environment.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        """A table.

        Args:
            config: ``game``, its name; the rest as `cardenvs.make` takes it.

        Raises:
            UnknownGame, InvalidOption, InvalidArgument: as `cardenvs.make`.
        """
        super().__init__()
        self.game = make(**config)
        self.possible_agents = self.agents = self.game.possible_agents.copy()
        self.observation_spaces, self.action_spaces = {}, self.game.action_spaces
        low, high, size = self.game.layout.low, self.game.layout.high, self.game.layout.size
        seen = spaces.Box(low, high, (size,))
        mask = spaces.Box(0.0, 1.0, (self.game.rules.actions,), np.float32)
        for agent in self.agents:
            self.observation_spaces[agent] = spaces.Dict({"observations": seen, "action_mask": mask})

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deals a new game; see `CardEnv.reset`."""
        self.game.reset(seed, options)
        self.agents = self.possible_agents.copy()
        return self._seen(self.game.agent_selection), {}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[Seen, dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Plays the action of the seat to act; at the end all seats see the table.

        Raises:
            IllegalAction: the rules forbid it.
        """
        game = self.game
        game.step(actions[game.agent_selection])
        rewards = game.rewards.copy()
        over = game.over
        seen = self._seen(*(self.possible_agents if over else (game.agent_selection,)))
        cut = over and game.truncations[self.possible_agents[0]]
        ended, stopped = over and not cut, bool(cut)
        return seen, rewards, {"__all__": ended}, {"__all__": stopped}, {}

    def _seen(self, *agents: str) -> Seen:
        views = {agent: self.game.observe(agent) for agent in agents}
        return {
            agent: {"observations": view["observation"], "action_mask": view["action_mask"].astype(np.float32)}
            for agent, view in views.items()
        }
