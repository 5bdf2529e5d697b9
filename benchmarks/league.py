"""What the league options of the trainer are worth: Leduc's exploitability, and loo head to head.

    python -m benchmarks.league leduc [--steps 1_000_000] [--seeds 3] [--only NAME ...]
    python -m benchmarks.league loo   [--steps 1_000_000] [--seeds 2] [--only NAME ...]

Every variant is one change of the game's configuration in configs/ppo, trained with the same budget and seeds; the first
one is what the others are held against. Leduc: the exact exploitability of the policy that would be saved, in chips a
game (uniform play: 2.374). Loo: how much more a seat of the policy is paid a deal than one of the rule bot, of the random
bot, and of the policies of the other variants, on the same duplicate deals.

Runs are kept under ``runs/league``: a benchmark that was stopped goes on where it was. ``--json`` writes the rows to a
file.
"""

import argparse
import pathlib
import statistics
from collections.abc import Callable
from typing import Any

import numpy as np

from cardenvs import solve, spec
from cardenvs.agents.policy import PolicyBot, load_policy, read_policy
from cardenvs.arena import cross_table
from cardenvs.solve.views import views
from cardenvs.train.config import Config, load_config, read_config
from cardenvs.train.ppo import train

from .kept import keep

RUNS = pathlib.Path("runs/league")
MIXED = {"self": 0.5, "pool": 0.3, "rules": 0.15, "random": 0.05}
HALF = {"self": 0.5, "pool": 0.5}
SELVES = {"self": 0.7, "pool": 0.3}
WEIGHTS, LAST = {"kind": "weights"}, {"kind": "none"}
"""The average that is saved, or the last policy."""
LEAGUES: dict[str, dict[str, Any]] = {
    "self alone": {"opponents": {"self": 1.0}},
    "pool 0.3": {"opponents": SELVES},
    "pool 0.5": {"opponents": HALF},
    "pool 0.5, keep all": {"opponents": HALF, "pool": {"keep": "all"}},
    "pool 0.5, priority 2": {"opponents": HALF, "pool": {"priority": 2.0}},
    "pool alone, keep all": {"opponents": {"pool": 1.0}, "pool": {"keep": "all"}},
    "pool 0.3, rules 0.15, random 0.05": {"opponents": MIXED},
    "average of weights": {"opponents": {"self": 1.0}, "average": WEIGHTS},
    "average of play": {"opponents": {"self": 1.0}, "average": {"kind": "play"}},
    "pool 0.3, average of weights": {"opponents": SELVES, "average": WEIGHTS},
    "pool 0.5, average of weights": {"opponents": HALF, "average": WEIGHTS},
}
VALUES: dict[str, dict[str, Any]] = {
    f"values: {kind}": {"opponents": {"self": 1.0}, "value_target": kind} for kind in ("none", "scale", "symlog")
}
SHORT: dict[str, dict[str, Any]] = {
    "leduc_poker": {"average": LAST},
    "loo": {"average": LAST, "batch": 8192, "minibatch": 2048, "pool": {"interval": 5}},
}
"""A run's last policy, unless a variant says otherwise. Of loo's configuration a million decisions would be thirty updates, and
not fill its pool."""
QUIET = {"evaluation": {"interval": 0, "final_deals": 0}, "checkpoints": {"keep": 1}, "progress": False}
DEALS = 1000
"""Of loo, for each pair of players."""

Rows = dict[str, dict[str, list[float]]]
"""By variant and measure: a number for each seed."""


def varied(game: str, *changes: dict[str, Any]) -> Config:
    """The game's configuration with changes; nested keys are merged, shares and options replaced."""
    values = load_config(f"configs/ppo/{game}.yaml").plain()
    for key, value in (pair for change in changes for pair in change.items()):
        merged = isinstance(value, dict) and key not in ("opponents", "options")
        values[key] = values[key] | value if merged else value
    return read_config(values)


def trained(game: str, name: str, changes: dict[str, Any], steps: int, seed: int) -> PolicyBot:
    """The policy that a run saves; a run that was stopped goes on."""
    folder = RUNS / game / str(steps) / name.replace(", ", "-").replace(": ", "-").replace(" ", "_") / str(seed)
    run = {"output": str(folder), "total_steps": steps, "seed": seed}
    config = varied(game, SHORT[game], changes, QUIET, run)
    policy = folder / "policy.safetensors"
    if not (policy.exists() and config.plain().items() <= read_policy(policy)[0]["training"].items()):
        policy = train(config, resume=True).policy
    rules = spec(game)
    return load_policy(policy, rules, rules.options(**config.options), name=f"{name} ({seed})")


def told(name: str, measure: str, values: list[float], base: list[float]) -> None:
    """Prints a row: the mean, each seed's value, and the mean difference from the first variant, seed by seed."""
    seeds = ", ".join(f"{x:.3f}" for x in values)
    apart = [x - y for x, y in zip(values, base, strict=True)]
    spread = statistics.stdev(apart) if len(apart) > 1 else float("nan")
    print(
        f"{name:34} {measure:16} {statistics.mean(values):7.3f} ({seeds})   "
        f"{statistics.mean(apart):+.3f}, deviation {spread:.3f}", flush=True,
    )  # fmt: skip


def leduc(variants: dict[str, dict[str, Any]], steps: int, seeds: int, keep_rows: Callable[[Rows], None]) -> None:
    """Exploitability."""
    tree = solve.build("leduc_poker")
    seen = views(tree)
    rows: Rows = {}
    for name, changes in variants.items():
        policies = [trained("leduc_poker", name, changes, steps, seed) for seed in range(seeds)]
        played = [seen.strategy(tree, policy.logits(seen.observation)) for policy in policies]
        rows[name] = {"exploitability": [solve.exploitability(tree, strategy) for strategy in played]}
        told(name, "exploitability", *(rows[which]["exploitability"] for which in (name, next(iter(rows)))))
        keep_rows(rows)


def loo(variants: dict[str, dict[str, Any]], steps: int, seeds: int, keep_rows: Callable[[Rows], None]) -> None:
    """Margins over the rule bot, the random bot, and each other."""
    players = [
        trained("loo", name, changes, steps, seed) for name, changes in variants.items() for seed in range(seeds)
    ]
    options = load_config("configs/ppo/loo.yaml").options
    margins = cross_table("loo", [*players, "rules", "random"], deals=DEALS, progress=False, **options).advantage()
    rows: Rows = {}
    for k, name in enumerate(variants):
        own = slice(k * seeds, (k + 1) * seeds)
        others = np.delete(margins[own, :-2], own, axis=1)
        measures = {"over rules": margins[own, -2], "over random": margins[own, -1]}
        measures |= {"over the others": others.mean(1)} if len(variants) > 1 else {}
        rows[name] = {measure: found.tolist() for measure, found in measures.items()}
        for measure, found in rows[name].items():
            told(name, measure, found, next(iter(rows.values()))[measure])
    keep_rows(rows)


def main() -> None:
    """Trains and measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("leduc", "loo"))
    parser.add_argument("--steps", type=int)
    parser.add_argument("--seeds", type=int)
    parser.add_argument("--only", nargs="*", choices=LEAGUES | VALUES, metavar="NAME")
    parser.add_argument("--json", type=pathlib.Path, help="file for the rows")
    given = parser.parse_args()
    measured, steps, seeds = {"leduc": (leduc, 1_000_000, 3), "loo": (loo, 1_000_000, 2)}[given.game]
    steps, seeds = given.steps or steps, given.seeds or seeds
    variants = LEAGUES | VALUES if given.game == "loo" else LEAGUES
    if given.only:
        variants = {name: (LEAGUES | VALUES)[name] for name in given.only}

    def keep_rows(rows: Rows) -> None:
        keep(given.json, given.game, {"steps": steps, "seeds": seeds, "deals": DEALS, "variants": rows})

    measured(variants, steps, seeds, keep_rows)


if __name__ == "__main__":
    main()
