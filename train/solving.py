"""What the runs of `cfr` and `deep_cfr` have in common: the folder, its checkpoints, what is measured, the picture."""

import csv
import dataclasses
import pathlib
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from pydantic.dataclasses import dataclass

from .. import solve
from ..arrays import read_arrays, write_arrays
from ..errors import InvalidFile
from .config import CHECKED, Count, Natural, plain
from .folder import check_made, claim_folder

__all__ = ["Checkpoints", "Folder", "Result", "after", "headline", "measured", "plot", "restored", "title", "told"]

PLOT = "convergence.png"


@dataclass(config=CHECKED, frozen=True, slots=True, kw_only=True)
class Checkpoints:
    """From which a run that was stopped goes on, to the same bits."""

    interval: Natural = 0
    """One every so many iterations; 0: none but the last."""
    keep: Count = 2
    """So many of the latest are kept."""


@dataclasses.dataclass(frozen=True)
class Result:
    """What a run came to."""

    strategy: pathlib.Path
    """The average strategy: a bot, for `cardenvs.arena` or ``cardenvs evaluate``."""
    iterations: int
    measured: dict[str, float]
    """The last row of ``progress.csv``; empty where there is none."""


class Folder:
    """A run's folder.

    Args:
        config: the run's, with `output`, `overwrite`, `checkpoints` and `FREE`.
        kind: of its checkpoints.
        strategy: the file of the average strategy.
    """

    def __init__(self, config: Any, kind: str, strategy: str = "strategy.safetensors") -> None:
        self.path = pathlib.Path(config.output)
        self.log, self.strategy = self.path / "progress.csv", self.path / strategy
        self._config, self._kind = config, kind

    def checkpoints(self) -> list[pathlib.Path]:
        """The checkpoints, oldest first."""
        return sorted((self.path / "checkpoints").glob("iteration-*.safetensors"))

    def save(self, iteration: int, head: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
        """Writes a checkpoint and removes all but the latest few."""
        path = self.path / "checkpoints" / f"iteration-{iteration:012d}.safetensors"
        write_arrays(path, self._kind, head | {"config": plain(self._config)}, arrays)
        for old in self.checkpoints()[: -self._config.checkpoints.keep]:
            old.unlink()

    def latest(self) -> tuple[pathlib.Path, dict[str, Any], dict[str, np.ndarray]] | None:
        """The latest checkpoint, if any.

        Raises:
            InvalidFile: it is damaged, or was made with other keys.
        """
        found = self.checkpoints()
        if not found:
            return None
        head, arrays = read_arrays(found[-1], self._kind)
        check_made(found[-1], head["config"], self._config)
        return found[-1], head, arrays

    def claim(self, resume: bool) -> None:
        """Makes the folder; a new run's is free of an older one's files.

        Raises:
            InvalidConfig: it can't be used, or holds a run that is neither resumed nor to be overwritten.
        """
        files = ("config.yaml", self.log.name, self.strategy.name, PLOT, "checkpoints/iteration-*.safetensors")
        claim_folder(self._config, files, resume)


def restored(
    saved: tuple[pathlib.Path, dict[str, Any], dict[str, np.ndarray]] | None, solver: Any
) -> tuple[int, dict[str, float]]:
    """The size of the log and its last row as a checkpoint has them, nothing for a new run; `solver` goes on from there.

    Raises:
        InvalidFile: the checkpoint is another solver's.
    """
    if saved is None:
        return 0, {}
    path, head, arrays = saved
    try:
        solver.load_state_dict(arrays)
    except InvalidFile as error:
        raise InvalidFile(f"{path}: {error}") from None
    return head["size"], head["row"]


def told(result: Result | None) -> int:
    """Prints what a run came to, if it came to anything; returns the exit code."""
    if result is None:
        return 2
    for name, value in result.measured.items():
        print(f"{name}: {value:.6g}")  # noqa: T201  a command prints
    print(result.strategy)  # noqa: T201
    return 0


def after(done: int, interval: int) -> int:
    """The next multiple of an interval; far away where there is none."""
    return (done // interval + 1) * interval if interval else sys.maxsize


def measured(tree: solve.Tree, strategy: np.ndarray) -> dict[str, float]:
    """What a strategy is worth, and what each seat could gain."""
    gains, values = solve.gains(tree, strategy), solve.values(tree, strategy)
    row = {}
    if tree.seats == 2:
        row["nash_conv"] = float(gains.sum())
    if tree.seats == 2 and tree.constant_sum:
        row["exploitability"] = float(gains.sum()) / 2
    for seat in range(tree.seats):
        row |= {f"value_{seat}": float(values[seat]), f"gain_{seat}": float(gains[seat])}
    return row


def headline(row: dict[str, float]) -> tuple[str, float]:
    """What is told of a row: the exploitability, or the most that any seat would gain."""
    if "exploitability" in row:
        return "exploitability", row["exploitability"]
    return "largest gain", max(value for name, value in row.items() if name.startswith("gain_"))


def title(game: str, options: dict[str, Any], algorithm: str) -> str:
    """Of the picture."""
    words = [game, *(f"{name}={value}" for name, value in options.items())]
    return f"{' '.join(words)}\n{algorithm}"


def plot(folder: Folder, heading: str) -> None:
    """Draws how a run converged, from its log."""
    from matplotlib.figure import Figure

    with folder.log.open(newline="", encoding="utf-8") as file:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    figure = Figure(figsize=(6.4, 4.4), layout="constrained")
    axes = figure.subplots()
    for name in _curves(list(rows[0])):
        above = [(row["iteration"], row[name]) for row in rows if row[name] > 0]  # a logarithm has no 0
        axes.plot([x for x, _ in above], [y for _, y in above], marker=".", label=name.replace("_", " of seat "))
    axes.set(xscale="log", yscale="log", xlabel="iteration", ylabel="chips or points a deal", title=heading)
    axes.grid(visible=True, which="both", alpha=0.3)
    axes.legend()
    figure.savefig(folder.path / PLOT, dpi=150)


def _curves(names: Sequence[str]) -> list[str]:
    return ["exploitability"] if "exploitability" in names else [n for n in names if n.startswith("gain_")]
