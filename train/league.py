"""Who may sit opposite the learner: the policy as it is, past versions of it, bots."""

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import torch

from ..agents.bot import Bot, Turn
from ..agents.policy import sample_actions
from ..envs.vector import VectorEnv
from .config import Pool
from .experience import CURRENT

__all__ = ["League", "Policy", "played"]

PRIOR = 2.0
"""Even games that a version's record begins with."""


class Policy(Protocol):
    """A network that chooses: ours, or one of another library behind this face."""

    def logits(self, observation: np.ndarray) -> np.ndarray:
        """float32 ``[n, actions]``, not masked, for observations (float32 ``[n, features]``)."""
        ...

    def requires_grad_(self, requires_grad: bool = ...) -> Any:
        """As torch's modules have it, like the next two."""
        ...

    def state_dict(self) -> dict[str, torch.Tensor]:
        """Its parameters by name."""
        ...

    def load_state_dict(self, state_dict: Mapping[str, torch.Tensor]) -> Any:
        """Takes them over."""
        ...


def played(bot: Bot, games: VectorEnv, at: np.ndarray, random: np.ndarray) -> np.ndarray:
    """A bot's actions (int64 ``[n]``) in the games `at`, drawn from `random` (uint64 ``[n, 1]``)."""
    return bot.act(Turn(games.observation[at], games.action_mask[at], games.seat[at], random, games.states[at]))


class League:
    """Opponents by share, and the pool of past versions.

    Attributes:
        versions: the pool, slot by slot.
        added: versions added so far.
        scores: float64 ``[pool, 2]``: games against each version, and how many the learner's seats won.
        current: the policy as it is; to be set before the first move.
    """

    def __init__(self, shares: Mapping[str, float], bots: Sequence[Bot], pool: Pool, seed: int = 0) -> None:
        """Takes the shares by name (self, pool, and the bots' in the order of `bots`)."""
        named = [share for name, share in shares.items() if name not in ("self", "pool")]
        total = sum(shares.values())
        self._fixed = np.array([shares.get("self", 0.0), *named]) / total
        self._pool_share = shares.get("pool", 0.0) / total
        self.bots = list(bots)
        self.pool = pool
        self.random = np.random.Generator(np.random.PCG64(seed))
        self.versions: list[Policy] = []
        self.added = 0
        self.scores = np.zeros((pool.size, 2))
        self.current: Policy | None = None

    @property
    def first_version(self) -> int:
        """The player code of slot 0 of the pool."""
        return 1 + len(self.bots)

    def add(self, policy: Policy) -> None:
        """Offers a copy of `policy` to the pool.

        A full pool drops its oldest version for it; under ``keep: all`` it is a uniform sample of all versions there
        ever were (Vitter's reservoir).
        """
        self.added += 1
        slot = (self.added - 1) % self.pool.size
        if self.pool.keep == "all" and self.added > self.pool.size:
            slot = int(self.random.integers(self.added))
        if slot < self.pool.size:
            self.versions[slot : slot + 1] = [copy.deepcopy(policy).requires_grad_(False)]
            self.scores[slot] = 0

    def bounds(self) -> np.ndarray:
        """The cumulative shares of all player codes; the policy as it is has the pool's share while there is none.

        A version's part of the pool's share goes with ``(1 - w) ** pool.priority``, w the learner's part of the games won
        against it (Vinyals et al. 2019, "hard" prioritised fictitious self-play, at 2); all are equal at 0.
        """
        shares = self._fixed.copy()
        if not self.versions:
            shares[CURRENT] += self._pool_share
            return np.cumsum(shares)
        scores = self.scores[: len(self.versions)]
        won = (scores[:, 1] + PRIOR / 2) / (scores[:, 0] + PRIOR)
        weights = (1 - won) ** self.pool.priority
        weights /= weights.sum()
        return np.cumsum(np.concatenate((shares, self._pool_share * weights)))

    def act(self, player: int, games: VectorEnv, at: np.ndarray, random: np.ndarray) -> np.ndarray:
        """Actions (int64 ``[n]``) of the player with that code in the games `at`, drawn from `random` (uint64 ``[n, 1]``)."""
        if CURRENT < player < self.first_version:
            return played(self.bots[player - 1], games, at, random)
        observation, mask = games.observation[at], games.action_mask[at]
        policy = self.current if player == CURRENT else self.versions[player - self.first_version]
        assert policy is not None, "the current policy is set before the first move"
        actions = np.zeros(len(at), np.int64)
        sample_actions(policy.logits(observation), mask, random, actions)
        return actions

    def state_dict(self) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """What the league stands on beside its bots: in JSON's types, and as arrays."""
        arrays = {"scores": self.scores.copy()}
        for slot, version in enumerate(self.versions):
            arrays |= {f"{slot}.{name}": tensor.cpu().numpy() for name, tensor in version.state_dict().items()}
        return {"added": self.added, "random": self.random.bit_generator.state}, arrays

    def load_state_dict(self, head: Mapping[str, Any], arrays: Mapping[str, np.ndarray], policy: Policy) -> None:
        """Continues where `state_dict` was taken; `policy` is a network like the versions."""
        self.added = head["added"]
        self.random.bit_generator.state = head["random"]
        self.scores[:] = arrays["scores"]
        self.versions = []
        for slot in range(min(self.added, self.pool.size)):
            version = copy.deepcopy(policy).requires_grad_(False)
            version.load_state_dict(
                {name: torch.from_numpy(arrays[f"{slot}.{name}"].copy()) for name in version.state_dict()}
            )
            self.versions.append(version)
