"""Solving a small game: CFR and its family on its whole tree, or Monte Carlo CFR on its rules.

    python -m cardenvs.train.cfr --config configs/cfr/leduc_poker.yaml --algorithm cfr+
    python -m cardenvs.train.cfr --config configs/cfr/leduc_poker.yaml --resume

A run's folder holds ``config.yaml``, ``progress.csv``, ``checkpoints/`` and, at the end, ``strategy.safetensors`` (a bot) and
``convergence.png``. docs/solving.md explains every key and every column.
"""

import contextlib
import dataclasses
import sys
import time
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field
from pydantic.dataclasses import dataclass

from .. import solve
from ..agents.tabular import save_strategy
from ..cluster import Address, RayPool, connected
from ..errors import InvalidArgument, InvalidConfig
from ..games import spec
from ..solve.mccfr import METHODS
from ..solve.rounds import Pool
from ..solve.tabular import Tabular, tabulated
from .command import parser_of, started
from .config import CHECKED, Count, Natural, check_options, plain
from .logs import Bar, CsvLog
from .solving import Checkpoints, Folder, Result, after, headline, measured, plot, restored, title, told

__all__ = ["Config", "main", "train"]

KIND = "CFR checkpoint"
CHUNK = 0.25
"""Seconds of work between two looks at the progress bar, about."""


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
    workers: Count = 1
    """Of Monte Carlo CFR: more than one work in rounds, in threads or on a Ray cluster, to the same bits."""
    round: Count = 1000
    """Iterations that each of several workers makes between two exchanges of what they have learnt."""

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
        if self.workers > 1 and not self.samples:
            raise InvalidConfig("workers: more than one are for Monte Carlo CFR")
        named = {
            "iterations": self.iterations,
            "measure": self.measure,
            "checkpoints.interval": self.checkpoints.interval,
        }
        for name, value in named.items():
            if value % self.step:
                raise InvalidConfig(f"{name}: want a multiple of workers * round = {self.step}, got {value}")

    @property
    def samples(self) -> bool:
        """Is it Monte Carlo CFR?"""
        return self.algorithm in METHODS

    @property
    def step(self) -> int:
        """Iterations that are made together."""
        return 1 if self.workers == 1 else self.workers * self.round


def train(config: Config, *, resume: bool = False, ray: Address = None) -> Result:
    """Solves a game, and saves the average strategy.

    Args:
        config: what to do.
        resume: go on from the latest checkpoint in ``config.output``; from the beginning, where there is none.
        ray: the cluster that the workers of Monte Carlo CFR run on (`cluster.Address`); the result does not depend on it.

    Raises:
        InvalidArgument: `ray` for a run without several workers, or no such cluster.
        Unsolvable: the tree is too large, or not all of it follows from one deal.
        InvalidConfig: the folder can't be used.
        InvalidFile: the checkpoint is damaged or was made with other keys.
    """
    if ray and config.workers == 1:
        raise InvalidArgument("ray: a cluster is for Monte Carlo CFR with workers: 2 or more")
    with connected(ray), contextlib.closing(_Run(config, resume, RayPool() if ray else None)) as run:
        return run.train()


class _Run:
    """A run's parts, and what happens between iterations."""

    def __init__(self, config: Config, resume: bool, pool: Pool | None = None) -> None:
        self.config = config
        self.folder = Folder(config, KIND)
        self.rules = spec(config.game)
        saved = self.folder.latest() if resume else None
        limits = {"max_nodes": config.max_nodes, "max_bytes": config.max_bytes}
        self.tree = solve.build(self.rules, **limits, **config.options) if config.measure else None
        self.solver = self._solver(pool)
        self.folder.claim(resume)
        size, self.row = restored(saved, self.solver)
        self.log = CsvLog(self.folder.log, size)
        self.bar = Bar(config.progress, config.iterations, "iteration")
        self.word = ""

    def train(self) -> Result:
        """Solves to the end and saves the strategy."""
        config, step = self.config, self.config.step
        chunk = step
        while (done := self.solver.iterations) < config.iterations:
            events = [config.iterations, after(done, config.measure), after(done, config.checkpoints.interval)]
            since = time.perf_counter()
            self.solver.run(min(chunk, min(events) - done))
            chunk = chunk * 2 if time.perf_counter() - since < CHUNK else max(step, chunk // 2 // step * step)
            self._after_chunk()
        path = self.folder.strategy
        training = plain(config) | {"iterations": self.solver.iterations}
        save_strategy(path, self.rules, self.rules.options(**config.options), self.average(), training)
        if config.plot and self.row:
            plot(self.folder, title(self.rules.title, config.options, config.algorithm))
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
        self.row = {"iteration": solver.iterations} | measured(self.tree, strategy)
        if isinstance(solver, solve.MCCFR):
            self.row |= {"sets": solver.sets, "bytes": solver.bytes, "left_out": solver.left_out}
        self.log.write(self.row)
        name, number = headline(self.row)
        self.word = f"{name} {number:.3g}"

    def _save(self) -> None:
        """Writes a checkpoint."""
        head = {"size": self.log.size, "row": self.row}
        self.folder.save(self.solver.iterations, head, self.solver.state_dict())

    def _solver(self, pool: Pool | None) -> solve.CFR | solve.MCCFR:
        config = self.config
        if config.samples:
            settings = {"seed": config.seed, "epsilon": config.epsilon, "max_bytes": config.max_bytes}
            arguments: dict[str, Any] = settings | config.options
            if config.workers == 1:
                return solve.MCCFR(self.rules, config.algorithm, **arguments)
            arguments |= {"workers": config.workers, "each": config.round, "pool": pool}
            return solve.Rounds(self.rules, config.algorithm, **arguments)
        given = {name: getattr(config, name) for name in ("alpha", "beta", "gamma")}
        chosen = {name: value for name, value in given.items() if value is not None}
        algorithm = dataclasses.replace(solve.ALGORITHMS[config.algorithm], **chosen)
        assert self.tree is not None
        return solve.CFR(self.tree, algorithm, alternating=config.alternating)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = parser_of(
        "cfr",
        "Solves a small game. Every key of the configuration can be given on the line too: --iterations 500.",
        "solving.md",
        "[--resume] [--ray [ADDRESS]]",
        "run the workers on a Ray cluster (this machine's)",
    )
    return told(started(parser, arguments, Config, lambda config, on: train(config, resume=on.resume, ray=on.ray)))


if __name__ == "__main__":
    sys.exit(main())
