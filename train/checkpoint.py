"""All that a training run stands on, in one file, so that a stopped run goes on to the same bits."""

import pathlib
import random
import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from ..arrays import read_arrays, write_arrays
from ..errors import InvalidFile
from .selfplay import SelfPlayVecEnv, actor_of

__all__ = ["checkpoints", "load_checkpoint", "restore", "save_checkpoint"]

KIND = "PPO checkpoint"


def checkpoints(folder: pathlib.Path) -> list[pathlib.Path]:
    """The checkpoints in a folder, oldest first."""
    return sorted(path for path in folder.glob("*.safetensors") if re.fullmatch(r"update-\d{8}", path.stem))


def save_checkpoint(
    folder: pathlib.Path, update: int, model: MaskablePPO, env: SelfPlayVecEnv, about: Mapping[str, Any], keep: int
) -> pathlib.Path:
    """Writes the state at an update boundary and removes all but the latest `keep`.

    Args:
        folder: of the checkpoints.
        update: updates made.
        model: the learner; policy, optimizer, counters.
        env: its environment; games, streams, seats, pool.
        about: what else the run wants to find again, in JSON's types.
        keep: how many to keep.
    """
    arrays = {f"policy.{name}": _array(tensor) for name, tensor in model.policy.state_dict().items()}
    for index, moments in model.policy.optimizer.state_dict()["state"].items():
        arrays |= {f"optimizer.{index}.{name}": _array(tensor) for name, tensor in moments.items()}
    for slot, version in enumerate(env.opponents.versions):
        arrays |= {f"pool.{slot}.{name}": _array(tensor) for name, tensor in version.state_dict().items()}
    arrays |= {f"env.{name}": array for name, array in env.state_dict().items()}
    arrays["episode_starts"] = np.asarray(model._last_episode_starts)
    arrays["random.torch"] = torch.get_rng_state().numpy()
    if torch.cuda.is_available():
        arrays["random.cuda"] = torch.cuda.get_rng_state().numpy()
    legacy: Any = np.random.get_state(legacy=False)  # noqa: NPY002  sb3 draws from it
    arrays["random.numpy"] = legacy["state"]["key"]
    head = {
        "about": dict(about),
        "update": update,
        "num_timesteps": model.num_timesteps,
        "n_updates": model._n_updates,
        "versions_added": env.opponents.added,
        "numpy": [legacy["state"]["pos"], legacy["has_gauss"], legacy["gauss"]],
        "python": random.getstate(),
    }
    path = folder / f"update-{update:08d}.safetensors"
    write_arrays(path, KIND, head, arrays)
    for old in checkpoints(folder)[:-keep]:
        old.unlink()
    return path


def load_checkpoint(path: pathlib.Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The description and the arrays of a checkpoint, for `restore`.

    Raises:
        InvalidFile: it is missing, damaged or no checkpoint.
    """
    return read_arrays(path, KIND)


def restore(
    path: pathlib.Path,
    head: dict[str, Any],
    arrays: dict[str, np.ndarray],
    model: MaskablePPO,
    env: SelfPlayVecEnv,
) -> None:
    """Puts model, environment and random streams where `save_checkpoint` found them.

    Raises:
        InvalidFile: the checkpoint is of another network, game or batch.
    """
    try:
        _restore_networks(head, arrays, model, env)
    except (KeyError, RuntimeError, ValueError) as error:
        if isinstance(error, InvalidFile):
            raise InvalidFile(f"{path}: {error}") from None
        raise InvalidFile(f"{path}: does not fit this run ({' '.join(str(error).split())[:200]})") from None
    model.num_timesteps = head["num_timesteps"]
    model._n_updates = head["n_updates"]
    model._last_obs = env.games.observation.copy()
    model._last_episode_starts = arrays["episode_starts"]
    torch.set_rng_state(torch.from_numpy(arrays["random.torch"]))
    if torch.cuda.is_available() and "random.cuda" in arrays:
        torch.cuda.set_rng_state(torch.from_numpy(arrays["random.cuda"]))
    position, has_gauss, gauss = head["numpy"]
    np.random.set_state(("MT19937", arrays["random.numpy"], position, has_gauss, gauss))  # noqa: NPY002
    version, internal, python_gauss = head["python"]
    random.setstate((version, tuple(internal), python_gauss))


def _restore_networks(
    head: dict[str, Any], arrays: dict[str, np.ndarray], model: MaskablePPO, env: SelfPlayVecEnv
) -> None:
    policy = model.policy
    policy.load_state_dict(_tensors(arrays, "policy."))
    optimizer = policy.optimizer.state_dict()
    for name, tensor in _tensors(arrays, "optimizer.").items():
        index, _, moment = name.partition(".")
        optimizer["state"].setdefault(int(index), {})[moment] = tensor
    policy.optimizer.load_state_dict(optimizer)
    pool = env.opponents
    pool.versions.clear()
    for slot in range(min(head["versions_added"], pool.pool_size)):
        pool.added = slot
        pool.add(actor_of(policy))
        pool.versions[slot].load_state_dict(_tensors(arrays, f"pool.{slot}."))
    pool.added = head["versions_added"]
    env.load_state_dict(
        {name.removeprefix("env."): array for name, array in arrays.items() if name.startswith("env.")}
    )


def _tensors(arrays: Mapping[str, np.ndarray], prefix: str) -> dict[str, torch.Tensor]:
    return {
        name.removeprefix(prefix): torch.from_numpy(array.copy())
        for name, array in arrays.items()
        if name.startswith(prefix)
    }


def _array(tensor: torch.Tensor) -> np.ndarray:
    return tensor.detach().cpu().numpy()
