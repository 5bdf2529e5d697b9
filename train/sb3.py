"""The bridge to Stable-Baselines3: a batch of games as one learner's environment, all other seats played inside `step`.

In each game the learner holds one seat for an episode, the next seat in the next one. Opponents are drawn for every
episode and seat: the current policy, past versions, bots. A step plays the learner's action in every game, then moves
the others, game by game as far as it must, until every game waits for the learner again.
"""

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from ..core.random import streams
from ..envs.vector import VectorEnv
from .config import Reward
from .credit import COUNTS, ROW, begin_episodes, credit
from .experience import TRANSFORMS
from .league import League

__all__ = ["Actor", "SelfPlayVecEnv", "actor_of"]


class Actor(nn.Module):
    """A policy network without its value side: observation (float32 ``[n, features]``) to logits."""

    def __init__(self, hidden: nn.Module, last: nn.Linear) -> None:
        super().__init__()
        self.hidden = hidden
        self.last = last

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        """The logits (float32 ``[n, actions]``), not masked."""
        logits: torch.Tensor = self.last(self.hidden(observation))
        return logits

    def logits(self, observation: np.ndarray) -> np.ndarray:
        """The same for an array, as the league asks."""
        with torch.inference_mode():
            logits: np.ndarray = self(torch.from_numpy(observation).to(self.last.weight.device)).cpu().numpy()
        return logits


def actor_of(policy: MaskableActorCriticPolicy) -> Actor:
    """The actor inside a policy: the same parameters, not a copy."""
    assert isinstance(policy.action_net, nn.Linear)
    return Actor(policy.mlp_extractor.policy_net, policy.action_net)


class SelfPlayVecEnv(VecEnv):
    """`games` as Stable-Baselines3 and sb3-contrib see them, from the learner's seats.

    Attributes:
        games: the batch.
        league: who plays the other seats; set ``league.current`` to `actor_of` the model's policy before the first step.
        learner: int64 ``[num_envs]``, the learner's seat in each game: the batch's `watch`.
        rows: ``[num_envs]`` of `ROW`.
        counts: what happened since they were last taken.
    """

    render_mode = None

    def __init__(self, games: VectorEnv, league: League, reward: Reward, seed: int) -> None:
        n, layout = games.num_envs, games.layout
        self.games = games
        self.league = league
        self.learner = games.watch
        self.rows = np.zeros(n, ROW)
        self.counts = np.zeros(1, COUNTS)
        self._terms = (
            TRANSFORMS.index(reward.transform),
            float(reward.scale or games.rules.unit(games.options)),
            reward.bound,
        )
        self._rewards, self._dones = np.zeros(n, np.float32), np.zeros(n, np.bool_)
        self._cut, self._lengths = np.zeros(n, np.bool_), np.zeros(n, np.int64)
        self._payoffs, self._views = np.zeros(n, np.int64), np.zeros((n, layout.size), np.float32)
        self._actions = np.zeros(n, np.int64)
        super().__init__(
            n,
            spaces.Box(layout.low, layout.high, (layout.size,), np.float32),
            spaces.Discrete(games.rules.actions),
        )
        self.rows["random"] = streams(seed, n)
        self.learner[:] = np.arange(n) % games.options.seats - 1  # an episode's seat is the next one

    def reset(self) -> np.ndarray:
        """Deals every game anew and plays up to the learner's first decisions."""
        self.games.reset()
        every = np.arange(self.num_envs)
        begin_episodes(self.rows, self.learner, every, *self._seating())
        self._finish(every[self.games.seat != self.learner])
        return self.games.observation.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Takes the learner's actions (int ``[num_envs]``)."""
        self._actions = np.asarray(actions, np.int64)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Plays on to the learner's next decisions: observations, rewards, dones, infos."""
        self._rewards[:] = 0
        self._dones[:] = False
        self.rows["decisions"] += 1
        self._finish(self._play(np.arange(self.num_envs), self._actions))
        return self.games.observation.copy(), self._rewards.copy(), self._dones.copy(), self._infos()

    def action_masks(self) -> np.ndarray:
        """The learner's legal actions (int8 ``[num_envs, actions]``), a view."""
        return self.games.action_mask

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of this environment, once for every game."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:  # noqa: ARG002
        """Sets an attribute of this environment."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """The method's result for each game asked for."""
        result = getattr(self, method_name)(*args, **kwargs)
        return [result[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:  # noqa: ARG002
        """No game is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Ends the threads of the batch."""
        self.games.close()

    def take_counts(self) -> np.ndarray:
        """The counts since they were last taken."""
        taken = self.counts.copy()
        self.counts[:] = 0
        return taken

    def _finish(self, waiting: np.ndarray) -> None:
        """Moves the other seats in the games `waiting` until none is left."""
        while len(waiting):
            waiting = self._play(waiting, self._others(waiting))

    def _others(self, waiting: np.ndarray) -> np.ndarray:
        """An action (int64 ``[n]``) for the seat to act in each game of `waiting`, none of them the learner's."""
        actions = np.zeros(len(waiting), np.int64)
        players = self.rows["player"][waiting, self.games.seat[waiting]]
        for player in np.unique(players):
            chosen = np.flatnonzero(players == player)
            at = waiting[chosen]
            random = self.rows["random"][at]
            actions[chosen] = self.league.act(int(player), self.games, at, random)
            self.rows["random"][at] = random
        return actions

    def _play(self, moving: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Plays an action in each game of `moving` and books it; returns those where another seat is to act."""
        games = self.games
        games.step(actions, moving)
        came = (games.seat, games.done, games.truncated, games.payoff, games.last_view)
        own = (self._rewards, self._dones, self._cut, self._lengths, self._payoffs, self._views)
        left: np.ndarray = credit(
            self.rows, self.learner, moving, *came, *self._terms, *own, self.counts, *self._seating()
        )
        return left

    def _seating(self) -> tuple[int, np.ndarray]:
        return self.games.options.seats, self.league.bounds()

    def _infos(self) -> list[dict[str, Any]]:
        infos: list[dict[str, Any]] = [{}] * self.num_envs
        for i in np.flatnonzero(self._dones):
            infos[i] = {
                "episode": {"r": float(self._payoffs[i]), "l": int(self._lengths[i])},
                "terminal_observation": self._views[i].copy(),
                "TimeLimit.truncated": bool(self._cut[i]),
            }
        return infos
