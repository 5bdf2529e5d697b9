"""A training run small enough for a test."""

from cardenvs import arrays
from cardenvs.train.config import read_config


def small(output, **changes):
    """A configuration of a few updates with every kind of opponent."""
    values = {
        "game": "kuhn_poker",
        "output": str(output),
        "total_steps": 12 * 64,
        "num_envs": 16,
        "batch": 64,
        "minibatch": 32,
        "epochs": 2,
        "learning_rate_end": 0.0,
        "ent_coef_end": 0.0,
        "net": [8],
        "opponents": {"self": 0.4, "pool": 0.4, "random": 0.1, "rules": 0.1},
        "pool": {"size": 2, "interval": 2, "keep": "all", "priority": 1.0},
        "average": {"kind": "weights"},
        "evaluation": {"interval": 4, "deals": 20, "baselines": ["random"]},
        "checkpoints": {"interval": 3},
        "progress": False,
    }
    return read_config(values | changes)


def outcome_of(folder, strategy, checkpoint):
    """The bytes of all that a solver's run leaves but its configuration; kinds of its strategy and checkpoints."""
    saved = arrays.read_arrays(folder / "strategy.safetensors", strategy)[1]
    last = arrays.read_arrays(sorted(folder.glob("checkpoints/*"))[-1], checkpoint)[1]
    flat = {name: array.tobytes() for name, array in (saved | last).items()}
    return flat, (folder / "progress.csv").read_bytes()
