"""AgileRL: double DQN with masks in self-play; one network plays and learns every seat.

python examples/agilerl_dqn.py         in an environment of its own, `make integrations`

The AEC environment is taken as it is, in a loop of one's own, as AgileRL's tutorials on self-play have it: a seat's transition
goes from one decision of that seat to its next. Exploration and play know the masks; DQN's targets do not, and count what an
illegal action is worth in the next state. Some hundred games show that it fits, not that it plays well: it does not yet beat
chance. Why not one of its algorithms for several agents: docs/guides/frameworks.md.
"""

import random
from collections.abc import Iterator

import numpy as np
import torch
from agilerl.algorithms import DQN
from agilerl.components.data import Transition
from agilerl.components.replay_buffer import ReplayBuffer

from cardenvs import loo_v0
from cardenvs.envs.aec import CardEnv

__all__ = ["game", "train"]


def game(env: CardEnv, agent: DQN, explore: float) -> Iterator[Transition]:
    """Plays a game; the transitions of all seats, as they come to be known."""
    decided: dict[str, tuple[np.ndarray, int]] = {}
    env.reset()
    for seat in env.agent_iter():
        seen, paid, terminated, truncated, _ = env.last()  # paid since this seat's last decision
        over, now = terminated or truncated, seen["observation"]
        if seat in decided:
            before, action = decided.pop(seat)
            row = Transition(
                obs=before[None],
                action=np.array([action]),
                next_obs=now[None],
                reward=np.array([paid]),
                done=np.array([over]),
            )
            row.batch_size = [1]
            yield row
        if over:
            env.step(None)
            continue
        chosen = int(agent.get_action(now[None], explore, seen["action_mask"][None])[0])
        decided[seat] = now, chosen
        env.step(chosen)


def measured(env: CardEnv, agent: DQN, games: int, chance: np.random.Generator) -> float:
    """The mean payoff of a seat that the agent plays against random players, in chips."""
    payoff = 0
    for k in range(games):
        env.reset(seed=k)
        own = env.possible_agents[k % len(env.possible_agents)]
        for seat in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            mask = seen["action_mask"]
            if terminated or truncated:
                env.step(None)
            elif seat == own:
                env.step(int(agent.get_action(seen["observation"][None], 0.0, mask[None])[0]))
            else:
                env.step(chance.choice(mask.nonzero()[0]))
        payoff += env.payoffs[k % len(env.possible_agents)]
    return payoff / games


def train(games: int = 500, tests: int = 300, seed: int = 1) -> tuple[float, float]:
    """The mean payoff of a seat against random players before and after so many games of self-play, in chips."""
    torch.manual_seed(seed)
    random.seed(seed)
    np.random.seed(seed)
    env = loo_v0.env(seats=3, scale_rewards=True)
    env.reset(seed=seed)
    network = {"latent_dim": 64, "encoder_config": {"hidden_size": [64]}, "head_config": {"hidden_size": [64]}}
    agent = DQN(
        env.observation_space("player_0")["observation"],
        env.action_space("player_0"),
        net_config=network,
        batch_size=64,
        lr=1e-3,
        gamma=1.0,
        tau=0.01,
        double=True,
    )
    table, chance = loo_v0.env(seats=3), np.random.default_rng(seed)
    before = measured(table, agent, tests, chance)
    memory = ReplayBuffer(max_size=10_000)
    moves = 0
    for k in range(games):
        for transition in game(env, agent, max(0.05, 1 - 2 * k / games)):
            memory.add(transition.to_tensordict())
            moves += 1
            if len(memory) >= 500 and moves % 4 == 0:
                agent.learn(memory.sample(agent.batch_size))
    return before, measured(table, agent, tests, chance)


if __name__ == "__main__":
    torch.set_num_threads(1)  # networks so small gain nothing from more
    first, last = train()
    print(f"mean payoff against random players: {first:.2f} before, {last:.2f} after")
