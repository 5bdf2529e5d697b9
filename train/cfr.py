"""Solving a small game: CFR and its family on its whole tree, or Monte Carlo CFR on its rules.

    python -m cardenvs.train.cfr --config configs/cfr/leduc_poker.yaml --algorithm cfr+
    python -m cardenvs.train.cfr --config configs/cfr/leduc_poker.yaml --resume

A run's folder holds ``config.yaml``, ``progress.csv``, ``checkpoints/`` and, at the end, ``strategy.safetensors`` (a bot) and
``convergence.png``. docs/solving.md explains every key and every column.
"""

import argparse
import csv
import dataclasses
import pathlib
import sys
import time
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Field
from pydantic.dataclasses import dataclass

from .. import solve
from ..agents.tabular import save_strategy
from ..arrays import read_arrays, write_arrays
from ..errors import CardenvsError, InvalidConfig, InvalidFile
from ..games import spec
from ..solve.mccfr import METHODS
from ..solve.tabular import Tabular, tabulated
from .config import CHECKED, Count, Natural, check_options, load_config, plain
from .folder import check_made, claim_folder
from .logs import Bar, CsvLog

__all__ = ["Checkpoints", "Config", "Result", "main", "train"]

KIND = "CFR checkpoint"
FILES = (
    "config.yaml", "progress.csv", "strategy.safetensors", "convergence.png", "checkpoints/iteration-*.safetensors",
)  # fmt: skip
CHUNK = 0.25
"""Seconds of work between two looks at the progress bar, about."""


@dataclass(config=CHECKED, frozen=True, slots=True, kw_only=True)
class Checkpoints:
    """From which a run that was stopped goes on, to the same bits."""

    interval: Natural = 0
    """One every so many iterations; 0: none but the last."""
    keep: Count = 2
    """So many of the latest are kept."""


@dataclass(config=CHECKED, frozen=True, slots=True, kw_only=True)
class Config:
    """A run of one of the solvers."""

    FREE: ClassVar[tuple[str, ...]] = ("output", "overwrite", "progress", "plot", "iterations", "checkpoints")
    """Keys that a resumed run may change."""

    game: str
    """A game's name."""
    options: dict[str, Any] = dataclasses.field(default_factory=dict)
    """The game's options by name; the rest stay at their defaults."""
    output: Annotated[str, Field(min_length=1)]
    """Folder of the run."""
    overwrite: bool = False
    """Begin anew where `output` holds a run already, instead of refusing."""

    algorithm: Literal["cfr", "cfr+", "lcfr", "dcfr", "pcfr+", "external", "outcome"] = "dcfr"
    """On the whole tree, or `external` or `outcome`: Monte Carlo CFR by that sampling."""
    iterations: Count = 1000
    """So many in all."""
    alternating: bool = True
    """The seats are updated in turn; false: all at once. Monte Carlo CFR samples for one seat after the other anyway."""
    alpha: float | None = None
    """Discount of regrets above 0, t^alpha / (t^alpha + 1); null: as the algorithm has it, likewise beta and gamma."""
    beta: float | None = None
    """The same for those below 0."""
    gamma: float | None = None
    """An iteration counts t^gamma in the average."""
    seed: Natural = 0
    """Of Monte Carlo CFR."""
    epsilon: Annotated[float, Field(gt=0, le=1)] = 0.6
    """Outcome sampling: how often the traverser's action is a uniform one."""

    measure: Natural = 100
    """The average strategy is measured every so many iterations, and after the last; 0: never, which Monte Carlo CFR needs
    where the tree is too large."""
    checkpoints: Checkpoints = dataclasses.field(default_factory=Checkpoints)
    max_nodes: Count = solve.MAX_NODES
    """A tree of more decisions is refused."""
    max_bytes: Count = solve.MAX_BYTES
    """A tree of more memory is refused; a table of Monte Carlo CFR grows no further."""
    plot: bool = True
    """Draw ``convergence.png`` at the end."""
    progress: bool = True
    """Show a progress bar on standard error."""

    def __post_init__(self) -> None:
        check_options(self.game, self.options)
        if self.samples and any(value is not None for value in (self.alpha, self.beta, self.gamma)):
            raise InvalidConfig(f"alpha, beta, gamma: {self.algorithm} sampling has none")
        if not self.samples and not self.measure:
            raise InvalidConfig(
                "measure: 0 is for Monte Carlo CFR; on a tree, measuring costs no more than an iteration"
            )

    @property
    def samples(self) -> bool:
        """Is it Monte Carlo CFR?"""
        return self.algorithm in METHODS


@dataclasses.dataclass(frozen=True)
class Result:
    """What a run came to."""

    strategy: pathlib.Path
    """The average strategy: a bot, for `cardenvs.arena` or ``cardenvs evaluate``."""
    iterations: int
    measured: dict[str, float]
    """The last row of ``progress.csv``; empty where nothing was measured."""


def train(config: Config, *, resume: bool = False) -> Result:
    """Solves a game, and saves the average strategy.

    Args:
        config: what to do.
        resume: go on from the latest checkpoint in ``config.output``; from the beginning, where there is none.

    Raises:
        Unsolvable: the tree is too large, or not all of it follows from one deal.
        InvalidConfig: the folder can't be used.
        InvalidFile: the checkpoint is damaged or was made with other keys.
    """
    run = _Run(config, resume)
    try:
        return run.train()
    finally:
        run.close()


class _Run:
    """A run's parts, and what happens between iterations."""

    def __init__(self, config: Config, resume: bool) -> None:
        self.config = config
        self.folder = pathlib.Path(config.output)
        self.rules = spec(config.game)
        saved = self._latest() if resume else None
        limits = {"max_nodes": config.max_nodes, "max_bytes": config.max_bytes}
        self.tree = solve.build(self.rules, **limits, **config.options) if config.measure else None
        self.solver = self._solver()
        claim_folder(config, FILES, resume)
        size = 0
        self.row: dict[str, float] = {}
        if saved:
            path, head, arrays = saved
            try:
                self.solver.load_state_dict(arrays)
            except InvalidFile as error:
                raise InvalidFile(f"{path}: {error}") from None
            size, self.row = head["size"], head["row"]
        self.log = CsvLog(self.folder / "progress.csv", size)
        self.bar = Bar(config.progress, config.iterations, "iteration")
        self.word = ""

    def train(self) -> Result:
        """Solves to the end and saves the strategy."""
        config, chunk = self.config, 1
        while (done := self.solver.iterations) < config.iterations:
            events = [config.iterations, _after(done, config.measure), _after(done, config.checkpoints.interval)]
            since = time.perf_counter()
            self.solver.run(min(chunk, min(events) - done))
            chunk = chunk * 2 if time.perf_counter() - since < CHUNK else max(1, chunk // 2)
            self._after_chunk()
        path = self.folder / "strategy.safetensors"
        training = plain(config) | {"iterations": self.solver.iterations}
        save_strategy(path, self.rules, self.rules.options(**config.options), self.average(), training)
        if config.plot and self.row:
            _plot(self.folder / "progress.csv", self.folder / "convergence.png", self._title())
        return Result(path, self.solver.iterations, self.row)

    def average(self) -> Tabular:
        """The average strategy as a table."""
        if isinstance(self.solver, solve.MCCFR):
            return self.solver.average()
        return tabulated(self.solver.tree, self.solver.average())

    def close(self) -> None:
        """Closes what is open."""
        self.bar.close()
        self.log.close()

    def _after_chunk(self) -> None:
        done, config = self.solver.iterations, self.config
        last = done == config.iterations
        if config.measure and (last or done % config.measure == 0):
            self._measure()
        if last or (config.checkpoints.interval and done % config.checkpoints.interval == 0):
            self._save()
        report = self.solver.report() if isinstance(self.solver, solve.MCCFR) else ""
        self.bar.show(done, "; ".join(filter(None, [self.word, report])))

    def _measure(self) -> None:
        """Adds a row to the log."""
        assert self.tree is not None  # there is one wherever `measure` is not 0
        solver = self.solver
        average = solver.average()
        strategy = average.strategy(self.tree) if isinstance(average, Tabular) else average
        gains, values = solve.gains(self.tree, strategy), solve.values(self.tree, strategy)
        self.row = {"iteration": solver.iterations}
        if self.tree.seats == 2:
            self.row["nash_conv"] = float(gains.sum())
        if self.tree.seats == 2 and self.tree.constant_sum:
            self.row["exploitability"] = float(gains.sum()) / 2
        for seat in range(self.tree.seats):
            self.row |= {f"value_{seat}": float(values[seat]), f"gain_{seat}": float(gains[seat])}
        if isinstance(solver, solve.MCCFR):
            self.row |= {"sets": solver.sets, "bytes": solver.bytes, "left_out": solver.left_out}
        self.log.write(self.row)
        name, number = _headline(self.row)
        self.word = f"{name} {number:.3g}"

    def _save(self) -> None:
        """Writes a checkpoint and removes all but the latest few."""
        done = self.solver.iterations
        head = {"config": plain(self.config), "size": self.log.size, "row": self.row}
        folder = self.folder / "checkpoints"
        write_arrays(folder / f"iteration-{done:012d}.safetensors", KIND, head, self.solver.state_dict())
        for old in _checkpoints(self.folder)[: -self.config.checkpoints.keep]:
            old.unlink()

    def _solver(self) -> solve.CFR | solve.MCCFR:
        config = self.config
        if config.samples:
            return solve.MCCFR(
                self.rules,
                config.algorithm,
                seed=config.seed,
                epsilon=config.epsilon,
                max_bytes=config.max_bytes,
                **config.options,
            )
        given = {name: getattr(config, name) for name in ("alpha", "beta", "gamma")}
        chosen = {name: value for name, value in given.items() if value is not None}
        algorithm = dataclasses.replace(solve.ALGORITHMS[config.algorithm], **chosen)
        assert self.tree is not None
        return solve.CFR(self.tree, algorithm, alternating=config.alternating)

    def _latest(self) -> tuple[pathlib.Path, dict[str, Any], dict[str, np.ndarray]] | None:
        """The latest checkpoint, checked against the configuration."""
        found = _checkpoints(self.folder)
        if not found:
            return None
        head, arrays = read_arrays(found[-1], KIND)
        check_made(found[-1], head["config"], self.config)
        return found[-1], head, arrays

    def _title(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.config.options.items())
        return f"{self.rules.title} {options}\n{self.config.algorithm}".replace(" \n", "\n")


def _after(done: int, interval: int) -> int:
    """The next multiple of an interval; far away where there is none."""
    return (done // interval + 1) * interval if interval else sys.maxsize


def _checkpoints(folder: pathlib.Path) -> list[pathlib.Path]:
    """The checkpoints of a run, oldest first."""
    return sorted((folder / "checkpoints").glob("iteration-*.safetensors"))


def _headline(row: dict[str, float]) -> tuple[str, float]:
    """What is told of a row: the exploitability, or the most that any seat would gain."""
    if "exploitability" in row:
        return "exploitability", row["exploitability"]
    return "largest gain", max(value for name, value in row.items() if name.startswith("gain_"))


def _plot(log: pathlib.Path, path: pathlib.Path, title: str) -> None:
    """Draws how the run converged, from its log."""
    from matplotlib.figure import Figure

    with log.open(newline="", encoding="utf-8") as file:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    figure = Figure(figsize=(6.4, 4.4), layout="constrained")
    axes = figure.subplots()
    names = ["exploitability"] if "exploitability" in rows[0] else [n for n in rows[0] if n.startswith("gain_")]
    for name in names:
        above = [(row["iteration"], row[name]) for row in rows if row[name] > 0]  # a logarithm has no 0
        axes.plot([x for x, _ in above], [y for _, y in above], marker=".", label=name.replace("_", " of seat "))
    axes.set(xscale="log", yscale="log", xlabel="iteration", ylabel="chips or points a deal", title=title)
    axes.grid(visible=True, which="both", alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=150)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(
        "cardenvs train cfr",
        usage="%(prog)s --config FILE [--resume] [--key value ...]",
        description="Solves a small game. Every key of the configuration can be given on the line too: --iterations 500.",
        allow_abbrev=False,
        exit_on_error=False,
    )
    parser.add_argument("--config", metavar="FILE", help="YAML; docs/solving.md explains the keys")
    parser.add_argument("--resume", action="store_true", help="go on from the latest checkpoint")
    try:
        known, rest = parser.parse_known_args(arguments)
        if known.config is None:
            raise InvalidConfig("want --config FILE")
        result = train(load_config(known.config, rest, Config), resume=known.resume)
    except (CardenvsError, argparse.ArgumentError) as error:
        print(f"cardenvs: train: {error}", file=sys.stderr)  # noqa: T201  a command prints
        return 2
    for name, value in result.measured.items():
        print(f"{name}: {value:.6g}")  # noqa: T201
    print(result.strategy)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
