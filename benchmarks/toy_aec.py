"""The least that a PettingZoo AEC environment can be, around toy whist: no checks, no options, no rendering."""

from typing import Any, ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv

import toy_whist
from cardenvs.core.random import stream


class ToyWhistEnv(AECEnv):
    """Toy whist; the reward is a seat's tricks, paid at the end."""

    metadata: ClassVar = {"name": "toy_whist", "render_modes": [], "is_parallelizable": False}

    def __init__(self) -> None:
        self.possible_agents = [f"player_{seat}" for seat in range(toy_whist.SEATS)]
        box = gymnasium.spaces.Box(0, 1, (toy_whist.FEATURES,), np.float32)
        mask = gymnasium.spaces.Box(0, 1, (toy_whist.ACTIONS,), np.int8)
        self._observation_space = gymnasium.spaces.Dict({"observation": box, "action_mask": mask})
        self._action_space = gymnasium.spaces.Discrete(toy_whist.ACTIONS)
        self._states = np.zeros(1, toy_whist.STATE)
        self._states["random"][0] = stream(0)
        self._idle = np.zeros(toy_whist.ACTIONS, np.int8)
        self._mask = self._idle.copy()
        self._seen = np.zeros(toy_whist.FEATURES, np.float32)

    def observation_space(self, agent: str) -> gymnasium.Space:
        return self._observation_space

    def action_space(self, agent: str) -> gymnasium.Space:
        return self._action_space

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        if seed is not None:
            self._states["random"][0] = stream(seed)
        toy_whist.reset_batch(self._states, self._seen[None], self._mask[None])
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        if agent == self.agent_selection:
            return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}
        seen = self._seen.copy()
        toy_whist.observe(self._states[0], self.possible_agents.index(agent), seen)
        return {"observation": seen, "action_mask": self._idle.copy()}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        self._clear_rewards()
        toy_whist.step_one(self._states, action, self._seen, self._mask)
        self.agent_selection = self.possible_agents[self._states["seat"][0]]
        if self._states["over"][0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self._states["taken"][0].tolist(), strict=True))
            self._accumulate_rewards()
