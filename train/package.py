"""A finished run becomes a packaged policy: half precision, measured as it ships, with its configuration and its result.

python -m cardenvs.train.package runs/loo [--deals 2000]
"""

import argparse
import json
import pathlib
import sys
from collections.abc import Sequence

import numpy as np

from ..agents.packaged import FOLDER
from ..agents.policy import load_policy, read_policy, save_policy
from ..arena import arena
from ..errors import CardenvsError, InvalidFile
from ..games import spec

__all__ = ["MOST_BYTES", "main", "package"]

MOST_BYTES = 1_000_000
"""Of a packaged policy."""


def package(run: pathlib.Path, folder: pathlib.Path = FOLDER, deals: int = 2000) -> pathlib.Path:
    """Writes ``<folder>/<game>.safetensors`` from the final policy of a run.

    Args:
        run: the run's folder, or a saved policy.
        folder: of the packaged policies.
        deals: of the match against the random bot and, where the game has it, the rule bot, each in a match of its own.

    Raises:
        InvalidFile: no policy is there, or it is larger than `MOST_BYTES`.
    """
    source = run / "policy.safetensors" if run.is_dir() else run
    about, layers = read_policy(source)
    rules = spec(about["game"])
    options = rules.options(**about["options"])
    load_policy(source, rules, options)  # refuses what would not play
    half = [(weight.astype(np.float16), bias.astype(np.float16)) for weight, bias in layers]
    path = folder / f"{rules.name}.safetensors"
    arguments = (rules, options, half, about["activation"], about["training"])
    save_policy(path, *arguments, greedy=about["greedy"])
    if (size := path.stat().st_size) > MOST_BYTES:
        path.unlink()
        raise InvalidFile(f"{source}: {size:,} bytes in half precision; want at most {MOST_BYTES:,}")
    bot = load_policy(path, rules, options, name=f"ppo:{rules.name}")
    results = {}
    for other in about["training"]["evaluation"]["baselines"]:
        result = arena(rules, [bot, other], deals=deals, progress=False, **about["options"])
        results[other] = json.loads(result.to_json())
    save_policy(path, *arguments, greedy=about["greedy"], arena=results)
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser("python -m cardenvs.train.package", description="Packages a trained policy.")
    parser.add_argument("run", type=pathlib.Path, help="the folder of a finished run")
    parser.add_argument("--deals", type=int, default=2000, help="of each match (2000)")
    given = parser.parse_args(arguments)
    try:
        path = package(given.run, deals=given.deals)
    except CardenvsError as error:
        print(f"cardenvs: package: {error}", file=sys.stderr)  # noqa: T201  a command prints
        return 2
    print(path)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
