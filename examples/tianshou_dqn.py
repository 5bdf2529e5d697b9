"""Tianshou: DQN with masks learns seat 0 of a game; the others play random legal moves.

python examples/tianshou_dqn.py

Tianshou's `PettingZooEnv` takes the environment as it is, and its Q-learning policies use the masks. Two things to know: a
transition carries only what its own move paid, so the horizon of returns must reach the end of the episode, where it need
not guess; and its stock PPO ignores masks, so that the actor must apply them.
"""

import logging

import numpy as np
import torch
from tianshou.algorithm import DQN, MARLRandomDiscreteMaskedOffPolicyAlgorithm, MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.env.pettingzoo_env import PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import cardenvs

__all__ = ["train"]


def train(
    game: str = "loo", seats: int = 3, steps: int = 2000, epochs: int = 2, tests: int = 100, seed: int = 1
) -> float:
    """The learner's best mean payoff in `tests` games, in units of the game, in `epochs` of so many moves at the table."""

    def table() -> PettingZooEnv:
        """The game, as Tianshou sees it."""
        return PettingZooEnv(cardenvs.make(game, seats=seats, scale_rewards=True))

    logging.getLogger("tianshou").setLevel(
        logging.ERROR
    )  # it warns at each collection that there are several seats
    np.random.seed(seed)
    torch.manual_seed(seed)
    env = table()
    net = Net(
        state_shape=env.observation_space["observation"].shape,
        action_shape=env.action_space.n,
        hidden_sizes=[64, 64],
    )
    policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.1)
    decisions = env.env.rules.decisions(env.env.options)
    learner = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=1.0,
        n_step_return_horizon=decisions,
        target_update_freq=100,
    )
    others = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=env.action_space) for _ in env.agents[1:]]
    players = MultiAgentOffPolicyAlgorithm(algorithms=[learner, *others], env=env)
    tables, test_tables = DummyVectorEnv([table] * 8), DummyVectorEnv([table] * 8)
    tables.seed(seed)
    test_tables.seed(seed + 1)
    collected = Collector(players, tables, VectorReplayBuffer(20_000, len(tables)), exploration_noise=True)
    tested = Collector(players, test_tables)
    collected.reset()
    collected.collect(n_step=1000)
    result = players.run_training(
        OffPolicyTrainerParams(
            training_collector=collected,
            test_collector=tested,
            max_epochs=epochs,
            epoch_num_steps=steps,
            collection_step_num_env_steps=40,
            test_step_num_episodes=tests,
            batch_size=64,
            update_step_num_gradient_steps_per_sample=0.1,
            multi_agent_return_reduction=lambda returns: returns[:, 0],
            show_progress=False,
        )
    )
    return float(result.best_reward)


if __name__ == "__main__":
    torch.set_num_threads(1)  # networks so small gain nothing from more
    print(f"best mean payoff against random players: {train():.2f}")
