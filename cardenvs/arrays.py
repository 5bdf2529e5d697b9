"""One file of named arrays and a description: saved policies and training checkpoints.

The format is safetensors, so that reading one runs no code. A digest over the arrays finds damage that the format itself
would not notice, and a file is written beside its place and renamed, so that it is there whole or not at all.
"""

import hashlib
import json
import os
import pathlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import safetensors
import safetensors.numpy

from .errors import InvalidFile
from .files import write_whole

__all__ = ["kind_of", "read_arrays", "write_arrays"]

_FORMAT = "cardenvs 1"


def write_arrays(
    path: str | os.PathLike[str], kind: str, about: Mapping[str, Any], arrays: Mapping[str, np.ndarray]
) -> None:
    """Writes plain arrays (no records) with a description that JSON can hold.

    Args:
        path: the file; its folder is made where it is missing.
        kind: what the file is, ``"policy"`` say; `read_arrays` asks for it.
        about: the description.
        arrays: the arrays by name.

    Raises:
        InvalidFile: it can't be written there.
    """
    whole = {name: np.ascontiguousarray(array).reshape(array.shape) for name, array in arrays.items()}
    text = json.dumps(about, sort_keys=True)
    head = {"format": _FORMAT, "kind": kind, "about": text, "digest": _digest(text, whole)}
    pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
    write_whole(pathlib.Path(path), safetensors.numpy.save(whole, metadata=head))


def read_arrays(path: str | os.PathLike[str], kind: str) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The description and the arrays of a file that `write_arrays` wrote.

    Raises:
        InvalidFile: the file is missing, damaged, foreign or of another kind.
    """
    try:
        with safetensors.safe_open(path, framework="numpy") as file:
            head = file.metadata() or {}
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118  it is no dict
    except OSError as error:
        raise InvalidFile(f"{path}: can't be read ({error.strerror or 'no such file'})") from None
    except (safetensors.SafetensorError, TypeError, ValueError) as error:
        raise InvalidFile(f"{path}: no {kind} file, or a damaged one ({error})") from None
    if head.get("format") != _FORMAT:
        raise InvalidFile(f"{path}: want a {kind} file of format {_FORMAT!r}, got {head.get('format')!r}")
    if head.get("kind") != kind:
        raise InvalidFile(f"{path}: want a {kind} file, got a {head.get('kind')} file")
    if head.get("digest") != _digest(head.get("about", ""), arrays):
        raise InvalidFile(f"{path}: damaged (its contents do not match its digest)")
    about: dict[str, Any] = json.loads(head["about"])
    return about, arrays


def kind_of(path: str | os.PathLike[str]) -> str:
    """What a file that `write_arrays` wrote says it is; empty if it is no such file, which `read_arrays` then explains."""
    try:
        with safetensors.safe_open(path, framework="numpy") as file:
            return str((file.metadata() or {}).get("kind", ""))
    except (OSError, safetensors.SafetensorError, TypeError, ValueError):
        return ""


def _digest(text: str, arrays: Mapping[str, np.ndarray]) -> str:
    digest = hashlib.sha256(text.encode())
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"{name} {array.dtype.str} {array.shape}".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()
