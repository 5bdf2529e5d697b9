"""RLlib, the new API stack: PPO with masks in self-play; one module plays and learns every seat.

python examples/rllib_ppo.py                   in an environment of its own, `make integrations`
python examples/rllib_ppo.py --ray ADDRESS     on the processors of a cluster

An illegal action would raise, so that a run that ends is one that used the masks. For the same reason RLlib's check of the
environment is off: it plays any action of the space.
"""

import argparse

import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from cardenvs.interop.rllib import RllibEnv

__all__ = ["train"]


def train(iterations: int = 2, seed: int = 1, workers: int = 0) -> dict[str, float]:
    """What the last iteration measured: the mean length of an episode, and how many there have been.

    Args:
        iterations: of PPO.
        seed: of all that is random.
        workers: processes that play, replaced when they die; 0: the one that learns plays too.
    """
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config={"head_fcnet_hiddens": [64, 64], "vf_share_layers": True},
    )
    config = (
        PPOConfig()
        .environment(
            RllibEnv, env_config={"game": "loo", "seats": 3, "scale_rewards": True}, disable_env_checking=True
        )
        .env_runners(num_env_runners=workers)
        .fault_tolerance(restart_failed_env_runners=True)
        .multi_agent(policies={"player"}, policy_mapping_fn=lambda agent, episode, **_: "player")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"player": module}))
        .training(train_batch_size=512, minibatch_size=128, num_epochs=2, lr=1e-3, gamma=1.0)
        .debugging(seed=seed)
    )
    algorithm = config.build_algo()
    for _ in range(iterations):
        result = algorithm.train()["env_runners"]
    algorithm.stop()
    return {"length": float(result["episode_len_mean"]), "episodes": float(result["num_episodes_lifetime"])}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--ray", metavar="ADDRESS", help="of a cluster")
    address = parser.parse_args().ray
    alone = {} if address else {"num_cpus": 1, "include_dashboard": False}
    ray.init(address=address or "local", log_to_driver=False, **alone)
    print(train(workers=int(ray.cluster_resources()["CPU"]) if address else 0))
    ray.shutdown()
