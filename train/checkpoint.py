"""All that a training run stands on, in one file, so that a stopped run goes on to the same bits."""

import pathlib
import re
from collections.abc import Mapping
from typing import Any

from ..arrays import read_arrays, write_arrays
from ..errors import InvalidFile
from .selfplay_ppo import SelfPlayPPO

__all__ = ["checkpoints", "load_checkpoint", "restore", "save_checkpoint"]

KIND = "PPO checkpoint"


def checkpoints(folder: pathlib.Path) -> list[pathlib.Path]:
    """The checkpoints in a folder, oldest first."""
    return sorted(path for path in folder.glob("*.safetensors") if re.fullmatch(r"update-\d{8}", path.stem))


def save_checkpoint(
    folder: pathlib.Path, update: int, learner: SelfPlayPPO, about: Mapping[str, Any], keep: int
) -> pathlib.Path:
    """Writes the state at an update boundary and removes all but the latest `keep`.

    Args:
        folder: of the checkpoints.
        update: updates made.
        learner: networks, optimizer, games, streams, pool.
        about: what else the run wants to find again, in JSON's types.
        keep: how many to keep.
    """
    head, arrays = learner.state_dict()
    path = folder / f"update-{update:08d}.safetensors"
    write_arrays(path, KIND, {"about": dict(about), "update": update, "learner": head}, arrays)
    for old in checkpoints(folder)[:-keep]:
        old.unlink()
    return path


def load_checkpoint(path: pathlib.Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The description and the arrays of a checkpoint, for `restore`.

    Raises:
        InvalidFile: it is missing, damaged or no checkpoint.
    """
    return read_arrays(path, KIND)


def restore(path: pathlib.Path, head: dict[str, Any], arrays: dict[str, Any], learner: SelfPlayPPO) -> None:
    """Puts the learner where `save_checkpoint` found it.

    Raises:
        InvalidFile: the checkpoint is of another network, game or batch.
    """
    try:
        learner.load_state_dict(head["learner"], arrays)
    except InvalidFile as error:
        raise InvalidFile(f"{path}: {error}") from None
    except (KeyError, RuntimeError, ValueError) as error:
        raise InvalidFile(f"{path}: does not fit this run ({' '.join(str(error).split())[:200]})") from None
