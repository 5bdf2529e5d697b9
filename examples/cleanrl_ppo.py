"""PPO with masks in one file, in the manner of CleanRL: one seat of a game learns against bots.

python examples/cleanrl_ppo.py

The algorithm is J. Schulman et al., "Proximal policy optimization algorithms", 2017, with generalised advantages. A masked
action gets the logit -1e8, so that its probability is 0 and the entropy counts legal actions alone.
"""

import dataclasses

import gymnasium
import numpy as np
import torch
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from torch import nn
from torch.distributions import Categorical

import cardenvs  # noqa: F401  (names the games to Gymnasium)

__all__ = ["Agent", "Config", "train"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Config:
    """What can be set."""

    game: str = "cardenvs/Loo-v0"
    bots: str = "random"
    seats: int = 3
    envs: int = 16
    steps: int = 64
    """Of each environment in an update."""
    updates: int = 30
    epochs: int = 4
    minibatches: int = 4
    learning_rate: float = 1e-3
    discount: float = 1.0
    trace: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    norm: float = 0.5
    """The gradient's greatest."""
    seed: int = 1


class Agent(nn.Module):
    """Two networks: a policy and a value."""

    def __init__(self, features: int, actions: int) -> None:
        super().__init__()
        self.actor = nn.Sequential(
            nn.Linear(features, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, actions)
        )
        self.critic = nn.Sequential(
            nn.Linear(features, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1)
        )

    def policy(self, seen: torch.Tensor, mask: torch.Tensor) -> Categorical:
        """The policy over legal actions."""
        return Categorical(logits=self.actor(seen).masked_fill(~mask, -1e8))

    def value(self, seen: torch.Tensor) -> torch.Tensor:
        """What the learner will still be paid."""
        return self.critic(seen).squeeze(-1)


def train(config: Config) -> list[float]:
    """The mean payoff of the episodes that ended in each update, in units of the game."""
    torch.manual_seed(config.seed)
    # The default, NEXT_STEP, spends a step on every reset, and what it records there is no decision.
    envs = SyncVectorEnv([lambda: _made(config)] * config.envs, autoreset_mode=AutoresetMode.SAME_STEP)
    features, actions = envs.single_observation_space.shape[0], int(envs.single_action_space.n)
    agent = Agent(features, actions)
    optimizer = torch.optim.Adam(agent.parameters(), lr=config.learning_rate, eps=1e-5)
    shape = (config.steps, config.envs)
    seen, mask = torch.zeros(*shape, features), torch.zeros(*shape, actions, dtype=torch.bool)
    action, chance = torch.zeros(shape, dtype=torch.int64), torch.zeros(shape)
    reward, done, value = torch.zeros(shape), torch.zeros(shape), torch.zeros(shape)
    now, _ = envs.reset(seed=config.seed)
    payoff, means = np.zeros(config.envs), []

    for _ in range(config.updates):
        ended = []
        for t in range(config.steps):
            seen[t] = torch.from_numpy(now)
            mask[t] = torch.from_numpy(np.stack(envs.call("action_masks"))).bool()
            with torch.no_grad():
                policy = agent.policy(seen[t], mask[t])
                action[t] = policy.sample()
                chance[t], value[t] = policy.log_prob(action[t]), agent.value(seen[t])
            now, paid, terminated, truncated, _ = envs.step(action[t].numpy())
            over = terminated | truncated
            reward[t], done[t] = torch.from_numpy(paid), torch.from_numpy(over)
            payoff += paid
            ended += payoff[over].tolist()
            payoff[over] = 0
        means.append(float(np.mean(ended)))

        with torch.no_grad():
            following, gain = agent.value(torch.from_numpy(now)), torch.zeros(config.envs)
            advantage = torch.zeros(shape)
            for t in reversed(range(config.steps)):
                goes_on = 1 - done[t]
                delta = reward[t] + config.discount * goes_on * following - value[t]
                advantage[t] = gain = delta + config.discount * config.trace * goes_on * gain
                following = value[t]
        flat = [x.flatten(0, 1) for x in (seen, mask, action, chance, advantage, advantage + value)]
        for _ in range(config.epochs):
            for rows in torch.randperm(config.steps * config.envs).chunk(config.minibatches):
                _learn(agent, optimizer, config, *(x[rows] for x in flat))
    envs.close()
    return means


def _made(config: Config) -> gymnasium.Env:
    return gymnasium.make(
        config.game,
        bots=config.bots,
        seats=config.seats,
        illegal="raise",
        scale_rewards=True,
        disable_env_checker=True,
    )


def _learn(agent, optimizer, config, seen, mask, action, chance, advantage, target):
    """One step down the gradient of the clipped surrogate."""
    policy = agent.policy(seen, mask)
    ratio = (policy.log_prob(action) - chance).exp()
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    surrogate = torch.min(ratio * advantage, ratio.clamp(1 - config.clip, 1 + config.clip) * advantage).mean()
    error = (agent.value(seen) - target).square().mean() / 2
    loss = config.value * error - surrogate - config.entropy * policy.entropy().mean()
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(agent.parameters(), config.norm)
    optimizer.step()


if __name__ == "__main__":
    for number, mean in enumerate(train(Config())):
        print(f"update {number}: mean payoff {mean:.2f}")
