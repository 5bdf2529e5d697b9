"""Single Deep CFR: networks learn the regrets of Monte Carlo CFR, for games beyond tables.

    python -m cardenvs.train.deep_cfr --config configs/deep_cfr/leduc_poker.yaml
    python -m cardenvs.train.deep_cfr --config configs/deep_cfr/leduc_poker.yaml --resume

N. Brown, A. Lerer, S. Gross, T. Sandholm, "Deep counterfactual regret minimization", ICML 2019; E. Steinberger, "Single deep
counterfactual regret minimization", arXiv:1901.07621. An iteration does this for each seat in turn:

1. `traverse` plays by external sampling; every seat plays by regret matching on what its network says of its observation. The
   regrets that the seat's decisions had go to its memory, where those of iteration t count t.
2. Its network learns the memory by heart, as well as it can, and joins the networks that the average strategy is drawn from.

Departures from the papers: where no advantage is above 0, equally good actions are played alike; a network may go on from the one
before instead of starting at random (`warm_start`); one network may serve all seats (`networks: shared`), which suits games whose
observations are relative to the seat.
"""

import contextlib
import dataclasses
import sys
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
import torch
from pydantic import Field
from pydantic.dataclasses import dataclass
from torch import nn

from .. import solve
from ..agents.networks import save_networks
from ..core.random import stream
from ..errors import InvalidFile
from ..games import spec
from ..solve.networks import Weights, blank_weights, put_layers, strategy
from ..solve.response import fill_reach
from ..solve.traversal import Memory, blank_memory, blank_scratch, fill_rows, merged, traverse
from ..solve.views import views
from .command import parser_of, started
from .config import CHECKED, Count, Natural, Positive, check_options, plain
from .logs import Bar, CsvLog
from .network import Network, Rows
from .solving import Checkpoints, Folder, Result, headline, measured, plot, restored, title, told

__all__ = ["Config", "DeepCFR", "average", "main", "train"]

KIND = "Deep CFR checkpoint"
ACTIVATION = "relu"


@dataclass(config=CHECKED, frozen=True, slots=True, kw_only=True)
class Config:
    """A run."""

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
    seed: Annotated[Natural, Field(le=2**32 - 1)] = 0
    """Of all that is random in the run."""

    iterations: Count = 100
    """So many in all."""
    plays: Count = 1000
    """Of each seat in an iteration."""
    networks: Literal["seat", "shared"] = "seat"
    """One for each seat, or one that all seats share."""
    capacity: Count = 200_000
    """Decisions that a network's memory holds, a sample of all."""
    width: Count = 64
    """Units in each hidden layer."""
    layers: Count = 2
    """Hidden layers."""
    gamma: Annotated[float, Field(ge=0)] = 1.0
    """Iteration t counts t^gamma in the average."""
    warm_start: bool = True
    """A network goes on from the one before; false: from random weights, as in the papers."""
    gradient_steps: Count = 200
    """For each network in each iteration."""
    minibatch: Count = 512
    """Decisions a gradient step."""
    learning_rate: Positive = 1e-3
    """Adam's, falling to 0 in a straight line in each iteration."""
    max_grad_norm: Positive = 1.0
    """Gradients are cut to this norm."""

    log: Count = 10
    """A row of ``progress.csv`` every so many iterations, and after the last."""
    measure: bool = True
    """Measure the average strategy for each row, on the whole tree; false where that is too large."""
    checkpoints: Checkpoints = dataclasses.field(default_factory=Checkpoints)
    max_nodes: Count = solve.MAX_NODES
    """A tree of more decisions is refused."""
    max_bytes: Count = solve.MAX_BYTES
    """A tree of more memory is refused."""
    threads: Count = 1
    """Of torch."""
    plot: bool = True
    """Draw ``convergence.png`` at the end of a run that is measured."""
    progress: bool = True
    """Show a progress bar on standard error."""

    def __post_init__(self) -> None:
        check_options(self.game, self.options)


class DeepCFR:
    """The memories, the networks, and those before them.

    Attributes:
        iterations: made so far.
        memories: one for each network.
        now: the networks that are played by.
        loss: float64 ``[networks]``: the mean error of the last gradient steps.
        past: the networks of every iteration, oldest first.
    """

    def __init__(self, config: Config) -> None:
        self.config = config
        self.rules = spec(config.game)
        self.options = self.rules.options(**config.options)
        self.seats = self.options.seats
        features, actions = self.rules.layout_of(self.options).size, self.rules.actions
        self.sizes = [features, *[config.width] * config.layers, actions]
        count = self.seats if config.networks == "seat" else 1
        self.network = np.arange(self.seats) % count
        """int64 ``[seats]``: which one each seat plays by."""
        self.iterations = 0
        self.memories = [blank_memory(config.capacity, actions) for _ in range(count)]
        self.now = blank_weights(count, features, actions, config.width, config.layers)
        self.past: list[Weights] = []
        self.loss = np.zeros(count)
        self._random = stream(config.seed)
        self._blank = self.rules.blank(self.options)
        self._stack = np.zeros(self.rules.decisions(self.options) + 2, self.rules.state)
        self._scratch = blank_scratch(self.rules, self.options, config.width)
        self._scale = 1 / self.rules.unit(self.options)

    def iterate(self) -> None:
        """One iteration more."""
        self.iterations += 1
        for k in range(len(self.memories)):
            for seat in np.flatnonzero(self.network == k):
                self.memories[k] = Memory(*self._traversed(int(seat), self.memories[k]))
            self._learn(k)
        self.past.append(Weights(*(array.copy() for array in self.now)))

    def _traversed(self, seat: int, memory: Memory) -> Memory:
        """The memory with what a seat met."""
        met: Memory = traverse(
            self._stack, self._scratch, self._blank, self._random, seat, self.config.plays, self.now, self.network, self._scale,
            float(self.iterations), memory,
        )  # fmt: skip
        return met

    def _learn(self, k: int) -> None:
        """Trains network k on its memory; all that is random in it follows from the seed and the iteration."""
        config, memory = self.config, self.memories[k]
        if not memory.used:  # nobody there ever had a choice
            return
        chance = np.random.default_rng((config.seed, self.iterations, k))
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(int(chance.integers(1 << 63)))
            net = Network(self.sizes, ACTIVATION, 0.1)
        if config.warm_start and self.iterations > 1:
            _load(net, self.now, k)
        optimizer = torch.optim.Adam(net.parameters(), config.learning_rate, fused=True)
        lesson = Lesson(*merged(memory))
        total = 0.0
        for step in range(config.gradient_steps):
            optimizer.param_groups[0]["lr"] = config.learning_rate * (1 - step / config.gradient_steps)
            batch = lesson.batch(memory, chance, config.minibatch)
            error = ((net(batch.seen) - batch.regret) * batch.legal).square().sum(1)
            loss = (batch.weight * error).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), config.max_grad_norm)
            optimizer.step()
            total += loss.detach()
        self.loss[k] = float(total) / config.gradient_steps
        put_layers(self.now, k, net.layers())

    def history(self) -> tuple[Weights, np.ndarray]:
        """The networks of all iterations in one, and how much each iteration counts (float64 ``[iterations]``)."""
        return Weights(*map(np.concatenate, zip(*self.past, strict=True))), self.share

    @property
    def share(self) -> np.ndarray:
        """How much each iteration counts in the average, the largest as 1 (float64 ``[iterations]``)."""
        return (np.arange(1.0, self.iterations + 1) / self.iterations) ** self.config.gamma

    def state_dict(self) -> dict[str, np.ndarray]:
        """All that a run stands on, as plain arrays."""
        arrays = {"iterations": np.array([self.iterations], np.int64), "random": self._random, "loss": self.loss}
        for k, memory in enumerate(self.memories):
            used = {name: array[: memory.used] for name, array in memory._asdict().items() if name != "met"}
            arrays |= {f"memory.{k}.{name}": array for name, array in (used | {"met": memory.met}).items()}
        return arrays | {f"past.{name}": array for name, array in self.history()[0]._asdict().items()}

    def load_state_dict(self, arrays: dict[str, np.ndarray]) -> None:
        """Goes on where `state_dict` was taken.

        Raises:
            InvalidFile: arrays of another kind.
        """
        try:
            iterations, count = int(arrays["iterations"][0]), len(self.memories)
            past = [
                arrays[f"past.{name}"].reshape(iterations, *own.shape) for name, own in self.now._asdict().items()
            ]
            self.past = [Weights(*(array[t].copy() for array in past)) for t in range(iterations)]
            self.now = Weights(*(array.copy() for array in self.past[-1]))
            self.memories = [self._remembered(arrays, k) for k in range(count)]
            self._random[:], self.loss[:] = arrays["random"], arrays["loss"]
            self.iterations = iterations
        except (KeyError, ValueError, IndexError) as error:
            raise InvalidFile(f"Deep CFR: does not fit this run ({error})") from None

    def _remembered(self, arrays: dict[str, np.ndarray], k: int) -> Memory:
        memory = blank_memory(self.config.capacity, self.rules.actions)
        saved = {name: arrays[f"memory.{k}.{name}"] for name in Memory._fields}
        longest = saved["feature"].shape[1]
        room = {
            name: np.zeros((self.config.capacity, longest), saved[name].dtype) for name in ("feature", "value")
        }
        memory = memory._replace(**room)
        for name, array in memory._asdict().items():
            array[: len(saved[name])] = saved[name]
        return memory


class Batch(NamedTuple):
    """Decisions to learn from."""

    seen: Rows
    regret: torch.Tensor
    """float32 ``[n, actions]``"""
    legal: torch.Tensor
    """int8 ``[n, actions]``, 1 = legal."""
    weight: torch.Tensor
    """float32 ``[n]``"""


class Lesson:
    """What a memory teaches, as `merged` returns it.

    Regrets are divided by their mean size: regret matching does not mind the scale, networks do.
    """

    def __init__(self, row: np.ndarray, regret: np.ndarray, weight: np.ndarray) -> None:
        self._row, self._weight = row, (weight / weight.mean()).astype(np.float32)
        size = np.sqrt(np.average(np.square(regret).sum(1), weights=weight))
        self._regret = (regret / max(float(size), 1e-9)).astype(np.float32)
        self._below = np.cumsum(weight) / weight.sum()

    def batch(self, memory: Memory, chance: np.random.Generator, size: int) -> Batch:
        """All decisions by their weight, if there are no more than `size`; else so many, drawn by weight."""
        if len(self._row) <= size:
            chosen, weight = np.arange(len(self._row)), self._weight
        else:
            drawn = np.searchsorted(self._below, chance.random(size), side="right")
            chosen, weight = np.minimum(drawn, len(self._row) - 1), np.ones(size, np.float32)
        at = self._row[chosen]
        z = int(memory.length[at].sum())
        rows = np.empty(z, np.int32), np.empty(z, np.float32), np.empty(len(at) + 1, np.int32)
        fill_rows(memory, at, *rows)
        rest = map(torch.from_numpy, (self._regret[chosen], memory.mask[at], weight))
        return Batch(Rows(*map(torch.from_numpy, rows)), *rest)


def _load(net: Network, weights: Weights, k: int) -> None:
    """Makes a network network k of `weights`."""
    linear = [part for part in net.rest if isinstance(part, nn.Linear)]
    with torch.no_grad():
        net.weight.copy_(torch.from_numpy(weights.first[k]))
        net.bias.copy_(torch.from_numpy(weights.bias[k, 0]))
        for j, part in enumerate(linear[:-1]):
            part.weight.copy_(torch.from_numpy(weights.hidden[k, j].T.copy()))
            part.bias.copy_(torch.from_numpy(weights.bias[k, j + 1]))
        net.last.weight.copy_(torch.from_numpy(weights.last[k]))
        net.last.bias.copy_(torch.from_numpy(weights.base[k]))


def average(tree: solve.Tree, seen: Any, solver: DeepCFR) -> np.ndarray:
    """The average strategy of all networks so far on a whole tree: float64 ``[sequences]``, see `solve.Tree`.

    In an information set an iteration counts its share times the probability that its own seat plays to there, which is what
    drawing a network for each game comes to.
    """
    total = np.zeros(tree.sequences)
    for share, weights in zip(solver.share, solver.past, strict=True):
        reach = np.ones(tree.sequences)
        fill_reach(tree.flat, strategy(tree, seen, weights, solver.network), reach)
        total += share * reach
    starts = tree.flat.first[:-1]
    sums = np.repeat(np.add.reduceat(total, starts), np.diff(tree.flat.first))
    out = tree.uniform()
    chosen = out[tree.seats :]
    np.divide(total[tree.seats :], sums, out=chosen, where=sums > 0)
    return out


def train(config: Config, *, resume: bool = False) -> Result:
    """Trains networks, and saves the average strategy.

    Args:
        config: what to do.
        resume: go on from the latest checkpoint in ``config.output``; from the beginning, where there is none.

    Raises:
        Unsolvable: the tree is too large to measure on, or not all of it follows from one deal.
        InvalidConfig: the folder can't be used.
        InvalidFile: the checkpoint is damaged or was made with other keys.
    """
    with contextlib.closing(_Run(config, resume)) as run:
        return run.train()


class _Run:
    """A run's parts, and what happens between iterations."""

    def __init__(self, config: Config, resume: bool) -> None:
        self.config = config
        torch.set_num_threads(config.threads)
        self.folder = Folder(config, KIND)
        saved = self.folder.latest() if resume else None
        self.solver = DeepCFR(config)
        limits = {"max_nodes": config.max_nodes, "max_bytes": config.max_bytes}
        self.tree = solve.build(self.solver.rules, **limits, **config.options) if config.measure else None
        self.seen = views(self.tree) if self.tree else None
        self.folder.claim(resume)
        size, self.row = restored(saved, self.solver)
        self.log = CsvLog(self.folder.log, size)
        self.bar = Bar(config.progress, config.iterations, "iteration")

    def train(self) -> Result:
        """Trains to the end and saves the average strategy."""
        config, solver = self.config, self.solver
        while solver.iterations < config.iterations:
            solver.iterate()
            self._after_iteration()
        weights, share = solver.history()
        training = plain(config) | {"iterations": solver.iterations}
        save_networks(self.folder.strategy, solver.rules, solver.options, weights, share, training)
        if config.plot and config.measure:
            plot(self.folder, title(solver.rules.title, config.options, "single deep CFR"))
        return Result(self.folder.strategy, solver.iterations, self.row)

    def close(self) -> None:
        """Closes what is open."""
        self.bar.close()
        self.log.close()

    def _after_iteration(self) -> None:
        done, config = self.solver.iterations, self.config
        last = done == config.iterations
        if last or done % config.log == 0:
            self._write_row()
        if last or (config.checkpoints.interval and done % config.checkpoints.interval == 0):
            self.folder.save(done, {"size": self.log.size, "row": self.row}, self.solver.state_dict())
        word = f"loss {self.solver.loss.mean():.3g}"
        if "gain_0" in self.row:
            name, number = headline(self.row)
            word += f"; {name} {number:.3g}"
        self.bar.show(done, word)

    def _write_row(self) -> None:
        """Adds a row to the log."""
        solver = self.solver
        self.row = {"iteration": solver.iterations}
        for k, memory in enumerate(solver.memories):
            self.row |= {f"met_{k}": int(memory.met[0]), f"loss_{k}": float(solver.loss[k])}
        if self.tree:
            self.row |= measured(self.tree, average(self.tree, self.seen, solver))
        self.log.write(self.row)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = parser_of(
        "deep_cfr",
        "Learns to play by Deep CFR. Every key of the configuration can be given on the line too: --iterations 50.",
        "solving.md",
    )
    return told(started(parser, arguments, Config, lambda config, on: train(config, resume=on.resume)))


if __name__ == "__main__":
    sys.exit(main())
