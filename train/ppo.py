"""PPO by self-play: sb3-contrib's MaskablePPO on a batch of games whose other seats are played inside it.

    python -m cardenvs.train.ppo --config configs/ppo/kuhn_poker.yaml --seed 1
    python -m cardenvs.train.ppo --config configs/ppo/kuhn_poker.yaml --seed 1 --resume

A run's folder holds ``config.yaml``, ``progress.csv``, ``evaluation.csv``, ``tensorboard/``, ``checkpoints/`` and, at the
end, ``policy.safetensors`` and ``match.json``. docs/training.md explains every key and every metric.
"""

import argparse
import dataclasses
import pathlib
import sys
import time
from collections.abc import Sequence
from typing import Any

import torch
import yaml
from rich.console import Console
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from torch import nn

from ..agents import Bot, make_bot
from ..agents.policy import Layers, PolicyBot, save_policy
from ..arena import Result as Match
from ..arena import arena
from ..envs.vector import VectorEnv
from ..errors import CardenvsError, InvalidConfig, InvalidFile
from ..games import spec
from .checkpoint import checkpoints, load_checkpoint, restore, save_checkpoint
from .config import Config, load_config
from .logs import Bar, Board, CsvLog
from .selfplay import Opponents, SelfPlayVecEnv, actor_of

__all__ = ["Config", "Result", "load_config", "main", "train"]

OPPONENT_SEED = 1 << 32
"""Sets the opponents' streams apart from the games', whose seeds are smaller."""
FILES = ("config.yaml", "progress.csv", "evaluation.csv", "policy.safetensors", "match.json")


@dataclasses.dataclass(frozen=True)
class Result:
    """What a run came to."""

    policy: pathlib.Path
    """The final policy: a bot, for `cardenvs.arena` or ``cardenvs evaluate``."""
    updates: int
    steps: int
    match: Match | None
    """The last match, of the policy and all baselines at one table."""


def train(config: Config, *, resume: bool = False) -> Result:
    """Trains a policy, and saves it.

    Seeds torch's, NumPy's and Python's global random streams, which Stable-Baselines3 draws from.

    Args:
        config: what to do.
        resume: go on from the latest checkpoint in ``config.output``; from the beginning, where there is none.

    Raises:
        InvalidConfig: the device is missing, or the folder can't be used.
        InvalidFile: the checkpoint is damaged or was made with other keys.
    """
    run = _Run(config, resume)
    try:
        return run.train()
    finally:
        run.close()


class _PPO(MaskablePPO):
    """MaskablePPO with an entropy schedule, and a call after every update."""

    run: "_Run"

    def train(self) -> None:
        config = self.run.config
        self.ent_coef = _between(config.ent_coef, config.ent_coef_end, self._current_progress_remaining)
        super().train()
        self.run.after_update()


class _Run:
    """A run's parts, and what happens between updates."""

    def __init__(self, config: Config, resume: bool) -> None:
        self.config = config
        self.folder = pathlib.Path(config.output)
        self.rules = spec(config.game)
        self.options = self.rules.options(**config.options)
        self.batch = config.num_envs * config.rollout
        self.updates = -(-config.total_steps // self.batch)
        device = _device(config.device)
        saved = self._latest() if resume else None
        self._claim_folder(resume)
        torch.set_num_threads(config.threads)
        self.env = self._environment()
        self.model = self._learner(device)
        self.update = 0
        sizes = {"progress": 0, "evaluation": 0}
        if saved:
            path, head, arrays = saved
            restore(path, head, arrays, self.model, self.env)
            self.update, sizes = head["update"], head["about"]["sizes"]
        self.progress = CsvLog(self.folder / "progress.csv", sizes["progress"])
        self.evaluation = CsvLog(self.folder / "evaluation.csv", sizes["evaluation"])
        self.board = Board(self.folder / "tensorboard", self.model.num_timesteps)
        self.bar = Bar(config.progress, self.updates)

    def train(self) -> Result:
        """Trains to the end and saves the policy."""
        left = self.updates * self.batch - self.model.num_timesteps
        self.clock = time.perf_counter()
        if left > 0:
            self.model.learn(left, log_interval=None, reset_num_timesteps=False)  # type: ignore[arg-type]
        path = self.folder / "policy.safetensors"
        plain = self.config.plain() | {"updates": self.update, "steps": self.model.num_timesteps}
        greedy = self.config.evaluation.greedy
        save_policy(path, self.rules, self.options, self.layers(), self.config.activation, plain, greedy=greedy)
        return Result(path, self.update, self.model.num_timesteps, self._last_match())

    def close(self) -> None:
        """Closes what is open."""
        for part in (self.bar, self.progress, self.evaluation, self.board, self.env):
            part.close()

    def after_update(self) -> None:
        """Grows the pool, logs, evaluates and saves, where it is time."""
        config = self.config
        self.update += 1
        if self._due(config.pool.interval, last=False):
            self.env.opponents.add(actor_of(self.model.policy))
        self._log()
        if config.evaluation.interval and self._due(config.evaluation.interval):
            self._evaluate()
        if self._due(config.checkpoints.interval):
            sizes = {"progress": self.progress.size, "evaluation": self.evaluation.size}
            about = {"config": config.plain(), "sizes": sizes}
            folder = self.folder / "checkpoints"
            save_checkpoint(folder, self.update, self.model, self.env, about, config.checkpoints.keep)

    def layers(self) -> Layers:
        """The policy network's weights and biases."""
        actor = actor_of(self.model.policy)
        linear = [part for part in (*actor.hidden.children(), actor.last) if isinstance(part, nn.Linear)]
        return [(part.weight.detach().cpu().numpy(), part.bias.detach().cpu().numpy()) for part in linear]

    def _due(self, interval: int, last: bool = True) -> bool:
        return (last and self.update == self.updates) or (interval > 0 and self.update % interval == 0)

    def _log(self) -> None:
        now, logger = time.perf_counter(), self.model.logger
        counts = self.env.take_counts()[0]
        episodes = max(1, int(counts.episodes))
        values = {
            "rollout/episodes": int(counts.episodes),
            "rollout/idle_episodes": int(counts.idle),
            "rollout/decisions": int(counts.decisions) / episodes,
            "rollout/payoff": int(counts.payoff) / episodes,
            "pool/versions": len(self.env.opponents.versions),
            "train/ent_coef": self.model.ent_coef,
            **{name: float(logger.name_to_value[name]) for name in sorted(logger.name_to_value)},
        }
        logger.dump()  # forgets them; it has no outputs of its own
        self.progress.write({"update": self.update, "steps": self.model.num_timesteps, **values})
        speed = {
            "time/steps_per_second": self.batch / (now - self.clock),
            "time/moves_per_second": int(counts.moves) / (now - self.clock),
        }
        self.board.write(values | speed, self.model.num_timesteps)
        self.bar.show(self.update, f"{speed['time/steps_per_second']:,.0f} steps/s")
        self.clock = now

    def _evaluate(self) -> None:
        for name in self.config.evaluation.baselines:
            result = self._match([name], self.config.evaluation.deals)
            margin = result.difference[0].payoff
            values = {"mean": margin.mean, "low": margin.low, "high": margin.high}
            steps = self.model.num_timesteps
            self.evaluation.write({"update": self.update, "steps": steps, "baseline": name, **values})
            self.board.write({f"eval/{name}/{key}": value for key, value in values.items()}, steps)
            self.bar.say(f"update {self.update}: {margin} a {result.per} against {name}")
        self.clock = time.perf_counter()

    def _last_match(self) -> Match | None:
        evaluation = self.config.evaluation
        if not (evaluation.final_deals and evaluation.baselines):
            return None
        result = self._match(evaluation.baselines, evaluation.final_deals)
        result.save(self.folder / "match.json")
        return result

    def _match(self, baselines: Sequence[str], deals: int) -> Match:
        """The policy as it is against baselines, on deals that are the same at every call."""
        config = self.config
        player = PolicyBot(self.layers(), config.activation, greedy=config.evaluation.greedy)
        bots: list[str | Bot] = [player, *baselines]
        return arena(self.rules, bots, deals=deals, seed=config.seed, progress=False, **config.options)

    def _environment(self) -> SelfPlayVecEnv:
        config = self.config
        bots = [make_bot(n, self.rules, self.options) for n in config.opponents if n not in ("self", "pool")]
        games = VectorEnv(self.rules, self.options, config.num_envs, config.seed)
        opponents = Opponents(config.opponents, bots, config.pool.size)
        return SelfPlayVecEnv(games, opponents, config.reward, config.seed + OPPONENT_SEED)

    def _learner(self, device: str) -> MaskablePPO:
        config = self.config
        activation = {"tanh": nn.Tanh, "relu": nn.ReLU}[config.activation]
        model = _PPO(
            "MlpPolicy",
            self.env,
            learning_rate=lambda left: _between(config.learning_rate, config.learning_rate_end, left),
            n_steps=config.rollout,
            batch_size=config.minibatch,
            n_epochs=config.epochs,
            gamma=config.gamma,
            gae_lambda=config.gae_lambda,
            clip_range=config.clip,
            vf_coef=config.vf_coef,
            max_grad_norm=config.max_grad_norm,
            target_kl=config.target_kl,
            policy_kwargs={"net_arch": list(config.net), "activation_fn": activation},
            seed=config.seed,
            device=device,
        )
        model.run = self
        model.set_logger(Logger(folder=None, output_formats=[]))
        self.env.opponents.current = actor_of(model.policy)
        return model

    def _latest(self) -> tuple[pathlib.Path, dict[str, Any], dict[str, Any]] | None:
        """The latest checkpoint, checked against the configuration."""
        found = checkpoints(self.folder / "checkpoints")
        if not found:
            return None
        head, arrays = load_checkpoint(found[-1])
        made, wanted = head["about"]["config"], self.config.plain()
        for key in wanted:
            if key not in Config.FREE and made.get(key) != wanted[key]:
                raise InvalidFile(f"{found[-1]}: made with {key}={made.get(key)!r}, not {wanted[key]!r}")
        return found[-1], head, arrays

    def _claim_folder(self, resume: bool) -> None:
        """Makes the run's folder; a new run's is free of an older one's files."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            old = [path for name in FILES if (path := self.folder / name).exists()]
            old += checkpoints(self.folder / "checkpoints")
            old += self.folder.glob("tensorboard/events.out.tfevents.*")
            if not resume:
                if old and not self.config.overwrite:
                    raise InvalidConfig(
                        f"output: {self.folder} holds a run already: resume it, or set overwrite: true"
                    )
                for path in old:
                    path.unlink()
            (self.folder / "config.yaml").write_text(yaml.safe_dump(self.config.plain(), sort_keys=False))
        except OSError as error:
            raise InvalidConfig(f"output: {self.folder} can't be used ({error.strerror})") from None


def _between(first: float, last: float | None, left: float) -> float:
    """The point on the line from `first` to `last` where `left` of 1 is still to go."""
    return first if last is None else last + (first - last) * left


def _device(name: str) -> str:
    """The torch device of that name.

    Raises:
        InvalidConfig: there is none.
    """
    if name == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    try:
        torch.zeros(1, device=name)
    except (RuntimeError, AssertionError) as error:
        raise InvalidConfig(f"device: no {name!r} here ({str(error).splitlines()[0]})") from None
    return name


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(
        "cardenvs train ppo",
        usage="%(prog)s --config FILE [--resume] [--key value ...]",
        description="PPO by self-play. Every key of the configuration can be given on the line too: --pool.size 20.",
        allow_abbrev=False,
        exit_on_error=False,
    )
    parser.add_argument("--config", metavar="FILE", help="YAML; docs/training.md explains the keys")
    parser.add_argument("--resume", action="store_true", help="go on from the latest checkpoint")
    try:
        known, rest = parser.parse_known_args(arguments)
        if known.config is None:
            raise InvalidConfig("want --config FILE")
        result = train(load_config(known.config, rest), resume=known.resume)
    except (CardenvsError, argparse.ArgumentError) as error:
        print(f"cardenvs: train: {error}", file=sys.stderr)  # noqa: T201  a command prints
        return 2
    if result.match:
        Console().print(result.match.table())
    print(result.policy)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
