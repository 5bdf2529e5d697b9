"""TorchRL: PPO with masks in self-play; one network plays and learns every seat.

python examples/torchrl_ppo.py

TorchRL's `PettingZooWrapper` takes the environment as it is. Rewards come to every seat at every move, and each seat's
observation is there all the time, so advantages run over all moves at the table; only the rows of the seat that moved
(``("player", "mask")``) are learnt from.
"""

import warnings

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torchrl.envs import PettingZooWrapper, check_env_specs
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import cardenvs

__all__ = ["train"]

SEEN, MASK = ("player", "observation", "observation"), ("player", "action_mask")
KEYS = {name: ("player", name) for name in ("reward", "done", "terminated", "advantage", "value_target")}
KEYS["value"] = ("player", "state_value")


def table(game: str, seats: int, seed: int) -> PettingZooWrapper:
    """The game, all seats in one group."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "PettingZoo in TorchRL is tested")  # with a release of 2023
        env = cardenvs.make(game, seats=seats, scale_rewards=True)
        return PettingZooWrapper(env, use_mask=True, group_map={"player": env.possible_agents}, seed=seed)


def train(
    game: str = "loo", seats: int = 3, updates: int = 4, steps: int = 512, epochs: int = 3, seed: int = 1
) -> list[float]:
    """The losses of so many updates, each from `steps` moves at the table."""
    torch.manual_seed(seed)
    env = table(game, seats, seed)
    check_env_specs(env)
    features, actions = env.observation_spec[SEEN].shape[-1], env.observation_spec[MASK].shape[-1]
    logits = TensorDictModule(
        MLP(features, actions, num_cells=[64, 64]), in_keys=[SEEN], out_keys=[("player", "logits")]
    )
    actor = ProbabilisticActor(
        logits,
        in_keys={"logits": ("player", "logits"), "mask": MASK},
        out_keys=[("player", "action")],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        log_prob_key=("player", "log_prob"),
    )
    critic = TensorDictModule(MLP(features, 1, num_cells=[64, 64]), in_keys=[SEEN], out_keys=[KEYS["value"]])
    advantages = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    advantages.set_keys(**KEYS)
    objective = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    objective.set_keys(action=("player", "action"), sample_log_prob=("player", "log_prob"), **KEYS)
    optimizer = torch.optim.Adam(objective.parameters(), lr=1e-3)
    losses = []
    for _ in range(updates):
        with torch.no_grad():
            played = env.rollout(steps, actor, break_when_any_done=False)
            advantages(played)
        seats = played["player"]
        moved = seats[seats["mask"]]  # one row a move, the seat's that made it
        rows = TensorDict({"player": moved}, batch_size=moved.batch_size)
        for _ in range(epochs):
            for part in torch.randperm(len(rows)).split(128):
                found = objective(rows[part])
                loss = found["loss_objective"] + found["loss_critic"] + found["loss_entropy"]
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        losses.append(float(loss.detach()))
    return losses


if __name__ == "__main__":
    torch.set_num_threads(1)  # networks so small gain nothing from more
    print("losses", *(f"{loss:.3f}" for loss in train()))
