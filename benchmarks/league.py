"""What the league options of the trainer are worth: Leduc exploitability, and loo against the book.

    python -m benchmarks.league leduc [--steps 1_000_000] [--seeds 3] [--only NAME ...]
    python -m benchmarks.league loo   [--steps 1_000_000] [--seeds 2] [--only NAME ...]

Every variant is one change of the shipped configuration, trained with the same budget. Leduc: exploitability of the
policy that would be saved, exactly, by a best response (chips a game; uniform play 2.374). Loo for four without limit:
what a seat of the policy is paid a deal more than one of the rule bot and of the random bot, on duplicate deals. A row is
printed as soon as it is there.
"""

import argparse
import statistics
from collections.abc import Callable
from typing import Any

import torch

import cardenvs
from cardenvs.agents.policy import PolicyBot
from cardenvs.arena import arena
from cardenvs.train.config import Config, load_config, read_config
from cardenvs.train.selfplay_ppo import SelfPlayPPO
from tests.train.best_response import Tree

MIXED = {"self": 0.5, "pool": 0.3, "rules": 0.15, "random": 0.05}
LEAGUES: dict[str, dict[str, Any]] = {
    "self alone": {"opponents": {"self": 1.0}},
    "pool 0.5, latest": {"opponents": {"self": 0.5, "pool": 0.5}},
    "pool 0.5, all": {"opponents": {"self": 0.5, "pool": 0.5}, "pool": {"keep": "all"}},
    "pool 0.5, priority 2": {"opponents": {"self": 0.5, "pool": 0.5}, "pool": {"priority": 2.0}},
    "rules 0.15, random 0.05": {"opponents": MIXED},
    "pool alone, all": {"opponents": {"pool": 1.0}, "pool": {"keep": "all"}},
    "average of weights": {"opponents": {"self": 1.0}, "average": {"kind": "weights"}},
    "average of play": {"opponents": {"self": 1.0}, "average": {"kind": "play"}},
}
VALUES: dict[str, dict[str, Any]] = {
    f"values: {kind}": {"opponents": {"self": 1.0}, "value_target": kind}
    for kind in ("none", "scale", "popart", "symlog")
}
LOO = {"seats": 4, "loo_limit": None}


def trained(config: Config) -> SelfPlayPPO:
    """The learner after a whole run, without logs."""
    rules = cardenvs.spec(config.game)
    learner = SelfPlayPPO(config, rules, rules.options(**config.options), "cpu")
    updates = -(-config.total_steps // config.batch)
    for update in range(updates):
        learner.collect()
        learner.update(1 - update / updates)
        if (update + 1) % config.pool.interval == 0:
            learner.league.add(learner.policy)
    return learner


def varied(game: str, changes: dict[str, Any], **more: Any) -> Config:
    """The shipped configuration with changes; nested keys are merged."""
    values = load_config(f"configs/ppo/{game}.yaml").plain()
    for key, value in (changes | more).items():
        merged = isinstance(value, dict) and key not in ("opponents", "options")
        values[key] = values[key] | value if merged else value
    return read_config(values)


def leduc(steps: int) -> Callable[[dict[str, Any], int], list[float]]:
    """Exploitability, of a variant and seed."""
    tree = Tree("leduc_poker", 3)

    def measured(changes: dict[str, Any], seed: int) -> list[float]:
        config = varied("leduc_poker", changes, total_steps=steps, seed=seed)
        logits = PolicyBot(trained(config).layers(), config.activation).logits(tree.observation)
        return [float(tree.exploitability(tree.policy_of(logits.astype(float))))]

    return measured


def loo(steps: int) -> Callable[[dict[str, Any], int], list[float]]:
    """Margins over the rule bot and the random bot, of a variant and seed."""

    def measured(changes: dict[str, Any], seed: int) -> list[float]:
        config = varied("loo", changes, total_steps=steps, seed=seed, options=LOO)
        player = PolicyBot(trained(config).layers(), config.activation, greedy=True)
        margins = []
        for other in ("rules", "random"):
            result = arena("loo", [player, other], deals=1000, seed=seed, progress=False, **LOO)
            margins.append(result.difference[0].payoff.mean)
        return margins

    return measured


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("leduc", "loo"))
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--only", nargs="*", help="variants by the beginning of their names")
    given = parser.parse_args()
    torch.set_num_threads(1)
    measured = {"leduc": leduc, "loo": loo}[given.game](given.steps)
    for name, changes in (LEAGUES | VALUES).items():
        if given.only and not name.startswith(tuple(given.only)):
            continue
        runs = [measured(changes, seed) for seed in range(given.seeds)]
        for what in zip(*runs, strict=True):
            print(f"{name:26} {statistics.mean(what):8.3f}   ({', '.join(f'{x:.3f}' for x in what)})", flush=True)


if __name__ == "__main__":
    main()
