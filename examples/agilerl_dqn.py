"""AgileRL: double DQN with masks learns one seat of a game against bots.

python examples/agilerl_dqn.py         in an environment of its own, `make integrations`

AgileRL's algorithms for several agents want all of them to act at once; a card game is not that. One seat among bots, the
Gymnasium form, is what its DQN takes as it is, with the mask of `infos`. Its targets know no masks: a value that an illegal
action has in the next state counts there.
"""

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import DQN
from agilerl.components.data import Transition
from agilerl.components.replay_buffer import ReplayBuffer

import cardenvs  # noqa: F401  (names the games to Gymnasium)

__all__ = ["train"]


def train(steps: int = 3000, seed: int = 1) -> float:
    """Mean payoff of the last 200 episodes, in units of the game, after so many decisions."""
    torch.manual_seed(seed)
    env = gymnasium.make(
        "cardenvs/Loo-v0", seats=3, bots="random", illegal="raise", scale_rewards=True, disable_env_checker=True
    )
    network = {"latent_dim": 64, "encoder_config": {"hidden_size": [64]}, "head_config": {"hidden_size": [64]}}
    agent = DQN(
        env.observation_space,
        env.action_space,
        net_config=network,
        batch_size=64,
        lr=1e-3,
        gamma=1.0,
        tau=0.01,
        double=True,
    )
    memory = ReplayBuffer(max_size=10_000)
    seen, info = env.reset(seed=seed)
    payoff, ended = 0.0, []
    for step in range(steps):
        chance = max(0.05, 1 - 2 * step / steps)
        action = int(agent.get_action(seen[None], chance, info["action_mask"][None])[0])
        following, reward, terminated, truncated, info = env.step(action)
        over = terminated or truncated
        row = Transition(
            obs=seen[None],
            action=np.array([action]),
            next_obs=following[None],
            reward=np.array([reward]),
            done=np.array([over]),
        )
        row.batch_size = [1]
        memory.add(row.to_tensordict())
        if len(memory) >= 500 and step % 4 == 0:
            agent.learn(memory.sample(agent.batch_size))
        seen, payoff = following, payoff + reward
        if over:
            ended.append(payoff)
            payoff = 0.0
            seen, info = env.reset()
    return float(np.mean(ended[-200:]))


if __name__ == "__main__":
    print(f"mean payoff against random players: {train():.2f}")
