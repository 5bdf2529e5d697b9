"""The learner's environment: a batch of games in which all other seats are played inside `step`.

In each game the learner holds one seat for an episode, the next seat in the next one. Opponents are drawn for every
episode and seat: the current policy, past versions, bots. A step plays the learner's action in every game, then moves
the others, game by game as far as it must, until every game waits for the learner again.
"""

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from ..agents.bot import Bot, Turn
from ..agents.policy import sample_actions
from ..core.random import streams
from ..envs.vector import VectorEnv
from ..errors import InvalidFile
from .config import Reward
from .credit import COUNTS, CURRENT, ROW, TRANSFORMS, begin_episodes, credit

__all__ = ["Actor", "Opponents", "SelfPlayVecEnv", "actor_of"]


class Actor(nn.Module):
    """A policy network without its value side: observation (float32 ``[n, features]``) to logits."""

    def __init__(self, hidden: nn.Module, last: nn.Module) -> None:
        super().__init__()
        self.hidden = hidden
        self.last = last

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        """The logits (float32 ``[n, actions]``), not masked."""
        logits: torch.Tensor = self.last(self.hidden(observation))
        return logits


def actor_of(policy: MaskableActorCriticPolicy) -> Actor:
    """The actor inside a policy: the same parameters, not a copy."""
    return Actor(policy.mlp_extractor.policy_net, policy.action_net)


class Opponents:
    """Who may sit opposite the learner.

    Attributes:
        versions: the pool, slot by slot; the oldest slot is overwritten when it is full.
        added: versions added so far.
    """

    def __init__(self, shares: Mapping[str, float], bots: Sequence[Bot], pool_size: int) -> None:
        """Takes the shares by name (self, pool, and the bots' in the order of `bots`)."""
        named = [share for name, share in shares.items() if name not in ("self", "pool")]
        weights = np.array([shares.get("self", 0.0), *named, shares.get("pool", 0.0)])
        self.bounds = np.cumsum(weights) / weights.sum()
        self.bots = list(bots)
        self.pool_size = pool_size
        self.versions: list[Actor] = []
        self.added = 0
        self.current: Actor | None = None

    def add(self, actor: Actor) -> None:
        """Puts a copy of `actor` into the pool."""
        version = copy.deepcopy(actor).requires_grad_(False)
        self.versions[self.added % self.pool_size : self.added % self.pool_size + 1] = [version]
        self.added += 1

    def act(self, player: int, games: VectorEnv, at: np.ndarray, random: np.ndarray) -> np.ndarray:
        """Actions (int64 ``[n]``) of the player with that code in the games `at`, drawn from `random` (uint64 ``[n, 1]``)."""
        observation, mask = games.observation[at], games.action_mask[at]
        if CURRENT < player <= len(self.bots):
            return self.bots[player - 1].act(Turn(observation, mask, games.seat[at], random, games.states[at]))
        actor = self.current if player == CURRENT else self.versions[player - 1 - len(self.bots)]
        assert actor is not None, "the current policy is set before the first step"
        actions = np.zeros(len(at), np.int64)
        sample_actions(_logits(actor, observation), mask, random, actions)
        return actions


def _logits(actor: Actor, observation: np.ndarray) -> np.ndarray:
    device = next(actor.parameters()).device
    with torch.inference_mode():
        logits: np.ndarray = actor(torch.from_numpy(observation).to(device)).cpu().numpy()
    return logits


class SelfPlayVecEnv(VecEnv):
    """`games` as Stable-Baselines3 and sb3-contrib see them, from the learner's seats.

    Attributes:
        games: the batch.
        opponents: who plays the other seats; set ``opponents.current`` before the first step.
        learner: int64 ``[num_envs]``, the learner's seat in each game: the batch's `watch`.
        rows: ``[num_envs]`` of `ROW`.
        counts: what happened since they were last taken.
    """

    render_mode = None

    def __init__(self, games: VectorEnv, opponents: Opponents, reward: Reward, seed: int) -> None:
        n, layout = games.num_envs, games.layout
        self.games = games
        self.opponents = opponents
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

    def state_dict(self) -> dict[str, np.ndarray]:
        """All that the environment stands on but the policies, as plain arrays."""
        games = {f"games.{name}": array for name, array in self.games.state_dict().items()}
        return {"rows": self.rows.view(np.uint8).copy(), **games}

    def load_state_dict(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Continues where `state_dict` was taken; the counts begin anew.

        Raises:
            InvalidFile: arrays of another game or size.
        """
        own, rows = self.rows.view(np.uint8), arrays.get("rows", np.empty(0))
        if rows.shape != own.shape:
            raise InvalidFile(f"self-play: rows: want {own.shape}, got {rows.shape}")
        self.games.load_state_dict(
            {name.removeprefix("games."): array for name, array in arrays.items() if name.startswith("games.")}
        )
        own[:] = rows
        self.counts[:] = 0

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
            actions[chosen] = self.opponents.act(int(player), self.games, at, random)
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

    def _seating(self) -> tuple[int, np.ndarray, int, int]:
        opponents = self.opponents
        return self.games.options.seats, opponents.bounds, len(opponents.bots), len(opponents.versions)

    def _infos(self) -> list[dict[str, Any]]:
        infos: list[dict[str, Any]] = [{}] * self.num_envs
        for i in np.flatnonzero(self._dones):
            infos[i] = {
                "episode": {"r": float(self._payoffs[i]), "l": int(self._lengths[i])},
                "terminal_observation": self._views[i].copy(),
                "TimeLimit.truncated": bool(self._cut[i]),
            }
        return infos
