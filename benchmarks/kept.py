"""Figures in a JSON file, each put there as soon as it has been measured."""

import json
import pathlib
from typing import Any

from cardenvs.files import write_whole

__all__ = ["keep", "kept"]


def kept(file: pathlib.Path | None) -> dict[str, Any]:
    """The figures so far, by name; none without a file."""
    held: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file and file.exists() else {}
    return held


def keep(file: pathlib.Path | None, name: str, figures: Any) -> None:
    """Puts figures beside those that are there, or in their place; nothing without a file."""
    if file:
        write_whole(file, json.dumps(kept(file) | {name: figures}, indent=1) + "\n")
