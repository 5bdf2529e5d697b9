"""The folder of a run, whatever it trains or solves."""

import pathlib
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from ..errors import InvalidConfig, InvalidFile
from .config import plain

__all__ = ["check_made", "claim_folder"]


def check_made(path: pathlib.Path, made: Mapping[str, Any], config: Any) -> None:
    """Checks that a checkpoint was made with the keys of a configuration, those in its `FREE` apart.

    Raises:
        InvalidFile: it was made with others.
    """
    wanted = plain(config)
    for key in wanted:
        if key not in config.FREE and made.get(key) != wanted[key]:
            raise InvalidFile(f"{path}: made with {key}={made.get(key)!r}, not {wanted[key]!r}")


def claim_folder(config: Any, files: Sequence[str], resume: bool) -> None:
    """Makes a run's folder and puts its configuration there; a new run's is free of an older one's files.

    Args:
        config: with `output` and `overwrite`.
        files: what a run leaves there, as patterns.
        resume: leave them.

    Raises:
        InvalidConfig: it can't be used, or holds a run that is neither resumed nor to be overwritten.
    """
    folder = pathlib.Path(config.output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        old = [path for pattern in files for path in folder.glob(pattern)]
        if not resume:
            if old and not config.overwrite:
                raise InvalidConfig(f"output: {folder} holds a run already: resume it, or set overwrite: true")
            for path in old:
                path.unlink()
        (folder / "config.yaml").write_text(yaml.safe_dump(plain(config), sort_keys=False))
    except OSError as error:
        raise InvalidConfig(f"output: {folder} can't be used ({error.strerror})") from None
