"""PPO by self-play: a run from its configuration to a policy that plays. The algorithm is in `selfplay_ppo`.

    python -m cardenvs.train.ppo --config configs/ppo/kuhn_poker.yaml --seed 1
    python -m cardenvs.train.ppo --config configs/ppo/kuhn_poker.yaml --seed 1 --resume

A run's folder holds ``config.yaml``, ``progress.csv``, ``evaluation.csv``, ``tensorboard/``, ``checkpoints/`` and, at the
end, ``policy.safetensors`` and ``match.json``. docs/training.md explains every key and every metric.
"""

import contextlib
import dataclasses
import pathlib
import sys
import time
from collections.abc import Sequence
from typing import Any

import torch
from rich.console import Console

from ..agents import Bot
from ..agents.policy import PolicyBot, save_policy
from ..arena import Result as Match
from ..arena import arena
from ..cluster import Address
from ..envs.vector import VectorEnv
from ..errors import InvalidConfig
from ..games import spec
from .checkpoint import checkpoints, load_checkpoint, restore, save_checkpoint
from .command import parser_of, started
from .config import Config, load_config
from .folder import check_made, claim_folder
from .logs import Bar, Board, CsvLog
from .selfplay_ppo import SelfPlayPPO

__all__ = ["Config", "Result", "load_config", "main", "train"]

FILES = (
    "config.yaml", "progress.csv", "evaluation.csv", "policy.safetensors", "match.json",
    f"checkpoints/update-{'[0-9]' * 8}.safetensors", "tensorboard/events.out.tfevents.*",
)  # fmt: skip


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

    Draws from no global random stream; sets torch's number of threads.

    Args:
        config: what to do.
        resume: go on from the latest checkpoint in ``config.output``; from the beginning, where there is none.

    Raises:
        InvalidConfig: the device is missing, or the folder can't be used.
        InvalidFile: the checkpoint is damaged or was made with other keys.
    """
    with contextlib.closing(_Run(config, resume)) as run:
        return run.train()


class _Run:
    """A run's parts, and what happens between updates."""

    def __init__(self, config: Config, resume: bool) -> None:
        self.config = config
        self.folder = pathlib.Path(config.output)
        self.rules = spec(config.game)
        self.options = self.rules.options(**config.options)
        self.updates = -(-config.total_steps // config.batch)
        device = _device(config.device)
        saved = self._latest() if resume else None
        claim_folder(config, FILES, resume)
        torch.set_num_threads(config.threads)
        games = VectorEnv(self.rules, self.options, config.num_envs, config.seed)
        self.learner = SelfPlayPPO(config, games, device)
        self.update = 0
        sizes = {"progress": 0, "evaluation": 0}
        if saved:
            path, head, arrays = saved
            restore(path, head, arrays, self.learner)
            self.update, sizes = head["update"], head["about"]["sizes"]
        self.progress = CsvLog(self.folder / "progress.csv", sizes["progress"])
        self.evaluation = CsvLog(self.folder / "evaluation.csv", sizes["evaluation"])
        self.board = Board(self.folder / "tensorboard", self.learner.steps)
        self.bar = Bar(config.progress, self.updates)

    def train(self) -> Result:
        """Trains to the end and saves the policy."""
        while self.update < self.updates:
            self.one_update()
        path = self.folder / "policy.safetensors"
        plain = self.config.plain() | {"updates": self.update, "steps": self.learner.steps}
        greedy = self.config.evaluation.greedy
        save_policy(
            path, self.rules, self.options, self.learner.layers(), self.config.activation, plain, greedy=greedy
        )
        return Result(path, self.update, self.learner.steps, self._last_match())

    def close(self) -> None:
        """Closes what is open."""
        for part in (self.bar, self.progress, self.evaluation, self.board, self.learner):
            part.close()

    def one_update(self) -> None:
        """Plays, learns, grows the pool, logs, evaluates and saves, where it is time."""
        config, started = self.config, time.perf_counter()
        self.learner.collect()
        collected = time.perf_counter()
        values = self.learner.update(1 - self.update / self.updates)
        self.update += 1
        self._log(values, collected - started, time.perf_counter() - started)
        if self._due(config.pool.interval, last=False):
            self.learner.league.add(self.learner.policy)
        if config.evaluation.interval and self._due(config.evaluation.interval):
            self._evaluate()
        if self._due(config.checkpoints.interval):
            sizes = {"progress": self.progress.size, "evaluation": self.evaluation.size}
            about = {"config": config.plain(), "sizes": sizes}
            save_checkpoint(self.folder / "checkpoints", self.update, self.learner, about, config.checkpoints.keep)

    def _due(self, interval: int, last: bool = True) -> bool:
        return (last and self.update == self.updates) or (interval > 0 and self.update % interval == 0)

    def _log(self, values: dict[str, float], collecting: float, seconds: float) -> None:
        counts, steps = self.learner.take_counts()[0], self.learner.steps
        seats = max(1, int(counts.seats))
        values = {
            "rollout/episodes": int(counts.episodes),
            "rollout/decisions": int(counts.decisions) / seats,
            "rollout/forced": int(counts.forced) / max(1, int(counts.moves)),
            "rollout/payoff": int(counts.payoff) / seats,
            "pool/versions": len(self.learner.league.versions),
            **values,
        }
        self.progress.write({"update": self.update, "steps": steps, **values})
        speed = {
            "time/steps_per_second": int(counts.decisions) / seconds,
            "time/moves_per_second": int(counts.moves) / seconds,
            "time/collecting": collecting / seconds,
        }
        self.board.write(values | speed, steps)
        self.bar.show(self.update, f"{speed['time/steps_per_second']:,.0f} steps/s")

    def _evaluate(self) -> None:
        for name in self.config.evaluation.baselines:
            result = self._match([name], self.config.evaluation.deals)
            margin = result.difference[0].payoff
            values = {"mean": margin.mean, "low": margin.low, "high": margin.high}
            steps = self.learner.steps
            self.evaluation.write({"update": self.update, "steps": steps, "baseline": name, **values})
            self.board.write({f"eval/{name}/{key}": value for key, value in values.items()}, steps)
            self.bar.say(f"update {self.update}: {margin} a {result.per} against {name}")

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
        player = PolicyBot(self.learner.layers(), config.activation, greedy=config.evaluation.greedy)
        bots: list[str | Bot] = [player, *baselines]
        return arena(self.rules, bots, deals=deals, seed=config.seed, progress=False, **config.options)

    def _latest(self) -> tuple[pathlib.Path, dict[str, Any], dict[str, Any]] | None:
        """The latest checkpoint, checked against the configuration."""
        found = checkpoints(self.folder / "checkpoints")
        if not found:
            return None
        head, arrays = load_checkpoint(found[-1])
        check_made(found[-1], head["about"]["config"], self.config)
        return found[-1], head, arrays


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


def _train_on(ray: Address, config: Config, resume: bool) -> Result:
    """Trains by RLlib.

    Raises:
        InvalidConfig: RLlib is not installed, or does not do what is asked for.
    """
    if resume:
        raise InvalidConfig("ray: a run by RLlib can't be resumed")
    _check_plain(config)
    try:
        from .rllib import train_on
    except ImportError as error:
        raise InvalidConfig(f"ray: want RLlib, pip install 'ray[rllib]' ({error})") from None
    return train_on(ray, config)


def _check_plain(config: Config) -> None:
    """Checks that a configuration asks for nothing that RLlib's PPO has not."""
    shares = {name for name, share in config.opponents.items() if share}
    wanted = {
        "opponents={self: 1}": shares == {"self"},
        "average.kind=none": config.average.kind == "none",
        "reward.scale=null": config.reward.scale is None,
        "reward.transform=none": config.reward.transform == "none",
        "value_target=none": config.value_target == "none",
        "target_kl=null": config.target_kl is None,
    }
    if not all(wanted.values()):
        missing = ", ".join(word for word, met in wanted.items() if not met)
        raise InvalidConfig(f"ray: RLlib's PPO wants {missing}")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = parser_of(
        "ppo",
        "PPO by self-play. Every key of the configuration can be given on the line too: --pool.size 20.",
        "training.md",
        "[--resume | --ray [ADDRESS]]",
        "by RLlib, on a Ray cluster (this machine's)",
    )
    result = started(
        parser,
        arguments,
        Config,
        lambda config, on: _train_on(on.ray, config, on.resume) if on.ray else train(config, resume=on.resume),
    )
    if result is None:
        return 2
    if result.match:
        Console().print(result.match.table())
    print(result.policy)  # noqa: T201  a command prints
    return 0


if __name__ == "__main__":
    sys.exit(main())
