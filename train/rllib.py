"""PPO by self-play on a Ray cluster, by RLlib: the games are played by as many workers as the cluster has processors.

    cardenvs train ppo --config configs/ppo/kuhn_ray.yaml --ray [ADDRESS]

The algorithm is RLlib's, not that of `selfplay_ppo`: one network plays and learns all seats, without a pool, bots or an
average, and the value network learns plain returns. `ppo` refuses a configuration that asks for more. What comes of it is the
same: ``policy.safetensors``, a bot, and ``match.json``, played on the cluster too.
"""

import pathlib
from collections.abc import Mapping
from typing import Any

import torch
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch.torch_rl_module import TorchRLModule
from torch import nn

from ..agents import Bot
from ..agents.policy import Layers, save_policy
from ..arena import arena
from ..cluster import Address, connected, processors
from ..games import spec
from ..interop.rllib import RllibEnv
from .config import Config
from .folder import claim_folder
from .logs import Bar, CsvLog
from .network import BETWEEN, ILLEGAL_LOGIT
from .ppo import FILES, Result

__all__ = ["MaskedPolicy", "train_on"]

PLAYER = "player"
"""The module that plays and learns every seat."""
PATIENCE = 600.0
"""Seconds that workers have to play their part of an update, compiling the rules for the first time."""


class MaskedPolicy(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]  # Ray is unchecked
    """The networks of `cardenvs train ppo`: a policy over legal actions, and a value network of its own."""

    def setup(self) -> None:
        """Makes them; the configuration has `net` and `activation`."""
        features = self.observation_space["observations"].shape[0]
        net, activation = self.model_config["net"], self.model_config["activation"]
        self.policy = _layers([features, *net, int(self.action_space.n)], activation)
        self.value = _layers([features, *net, 1], activation)

    def _forward(self, batch: Mapping[str, Any], **_: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.policy(seen["observations"])
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen["action_mask"] == 0, ILLEGAL_LOGIT)}

    def compute_values(self, batch: Mapping[str, Any], embeddings: Any = None) -> torch.Tensor:  # noqa: ARG002  RLlib gives it
        """float32 ``[...]``, for each decision."""
        values: torch.Tensor = self.value(batch[Columns.OBS]["observations"])
        return values.squeeze(-1)


def train_on(ray: Address, config: Config) -> Result:
    """Trains a policy on a cluster, and saves it.

    Args:
        ray: the cluster.
        config: what to do.

    Raises:
        InvalidArgument: no such cluster.
        InvalidConfig: the folder can't be used.
    """
    with connected(ray):
        claim_folder(config, FILES, resume=False)
        folder, rules = pathlib.Path(config.output), spec(config.game)
        options = rules.options(**config.options)
        algorithm = _settings(config).build_algo()
        try:
            updates, steps = _learn(algorithm, config, folder)
            layers = _trained(algorithm)
        finally:
            algorithm.stop()
        path, evaluation = folder / "policy.safetensors", config.evaluation
        about = config.plain() | {"updates": updates, "steps": steps, "by": "RLlib"}
        save_policy(path, rules, options, layers, config.activation, about, greedy=evaluation.greedy)
        if not (evaluation.final_deals and evaluation.baselines):
            return Result(path, updates, steps, None)
        bots: list[str | Bot] = [str(path), *evaluation.baselines]
        many = evaluation.final_deals
        match = arena(rules, bots, deals=many, seed=config.seed, ray=True, progress=False, **config.options)
        match.save(folder / "match.json")
        return Result(path, updates, steps, match)


def _settings(config: Config) -> PPOConfig:
    """RLlib's words for ours."""
    module = RLModuleSpec(
        module_class=MaskedPolicy, model_config={"net": list(config.net), "activation": config.activation}
    )
    return (
        PPOConfig()
        .environment(
            RllibEnv,
            env_config={"game": config.game, "scale_rewards": True, **config.options},
            disable_env_checking=True,  # the check plays illegal actions
        )
        .env_runners(num_env_runners=processors(), rollout_fragment_length="auto", sample_timeout_s=PATIENCE)
        .fault_tolerance(restart_failed_env_runners=True)
        .multi_agent(policies={PLAYER}, policy_mapping_fn=lambda agent, episode, **_: PLAYER)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={PLAYER: module}))
        .training(
            train_batch_size_per_learner=config.batch,
            minibatch_size=config.minibatch,
            num_epochs=config.epochs,
            lr=_line(config.learning_rate, config.learning_rate_end, config),
            gamma=config.gamma,
            lambda_=config.gae_lambda,
            clip_param=config.clip,
            vf_clip_param=float("inf"),
            vf_loss_coeff=config.vf_coef,
            entropy_coeff=_line(config.ent_coef, config.ent_coef_end, config),
            grad_clip=config.max_grad_norm,
            grad_clip_by="global_norm",
            use_kl_loss=False,
        )
        .debugging(seed=config.seed)
    )


def _line(begin: float, end: float | None, config: Config) -> float | list[list[float]]:
    """A setting that falls in a straight line, or stays."""
    return begin if end is None else [[0, begin], [config.total_steps, end]]


def _learn(algorithm: Algorithm, config: Config, folder: pathlib.Path) -> tuple[int, int]:
    """Trains, and logs each update; returns how many there were, and the decisions that were made."""
    log, bar = CsvLog(folder / "progress.csv"), Bar(config.progress, -(-config.total_steps // config.batch))
    update = steps = 0
    try:
        while steps < config.total_steps:
            result = algorithm.train()
            if PLAYER not in result.get("learners", {}):  # the workers that played have died: others play again
                continue
            played, learnt = result["env_runners"], result["learners"][PLAYER]
            update, steps = update + 1, int(played["num_env_steps_sampled_lifetime"])
            row = {"rollout/episodes": int(played["num_episodes"]), "rollout/length": played["episode_len_mean"]}
            row |= {f"train/{name}": float(learnt[name]) for name in ("entropy", "policy_loss", "vf_loss")}
            log.write({"update": update, "steps": steps, **row})
            bar.show(update, f"{steps:,} steps")
    finally:
        bar.close()
        log.close()
    return update, steps


def _layers(sizes: list[int], activation: str) -> nn.Sequential:
    parts: list[nn.Module] = []
    for before, after in zip(sizes, sizes[1:], strict=False):
        parts += [nn.Linear(before, after), BETWEEN[activation]()]
    return nn.Sequential(*parts[:-1])


def _trained(algorithm: Algorithm) -> Layers:
    """The policy as it stands."""
    linear = [layer for layer in algorithm.get_module(PLAYER).policy if isinstance(layer, nn.Linear)]
    return [(layer.weight.detach().numpy().copy(), layer.bias.detach().numpy().copy()) for layer in linear]
