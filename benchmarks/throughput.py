"""How fast the games are, beside a toy game on the same machine and, where they are installed, beside other libraries.

    python benchmarks/throughput.py                     # loo; a few minutes, most of it compiling once
    python benchmarks/throughput.py --game pam_loo --quick
    python benchmarks/throughput.py --json docs/benchmarks.json --pgx-python ../pgx/bin/python   # the documented table

All contestants are measured in turn, several rounds over, in one run: figures drift with the machine, ratios hardly do.
A rate is the median over the rounds; a ratio is the median of the ratios within a round. One thread throughout.
"""

import argparse
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numba
import numpy as np
import rich.console
import rich.table

import cardenvs
import ours
import peers
from cardenvs.files import write_whole
from measure import Side, aec_loop, measure

WIDTH = 120
"""Of the tables, in a file or a pipe."""


class Row(NamedTuple):
    """One comparison: a value in its unit, what it is held against, the ratio, and the ratio aimed at."""

    what: str
    value: float
    against: str
    ratio: float | None = None
    target: float | None = None

    @property
    def met(self) -> bool | None:
        """Is the target reached? None where there is none."""
        return None if self.ratio is None or self.target is None else self.ratio >= self.target


def main() -> None:
    """Measures, prints a table, writes JSON."""
    arguments = _arguments()
    rounds, seconds = (3, 0.1) if arguments.quick else (arguments.rounds, arguments.seconds)
    clock = time.thread_time if arguments.cpu_time else time.perf_counter
    sides, close = contestants(arguments.game, arguments.pgx_python, clock)
    try:
        measure(sides.values(), rounds, seconds)
    finally:
        close()
    rows = list(throughput_rows(arguments.game, sides))
    starts = {} if arguments.quick else first_steps(arguments.game)
    show(arguments.game, rows, starts)
    write(arguments.json, arguments.game, sides, rows, starts)


def contestants(game: str, pgx_python: str, clock: Callable[[], float]) -> tuple[dict[str, Side], Any]:
    """Everything that is measured, by name; and what ends the other process, if there is one."""
    close: Any = lambda: None  # noqa: E731  # replaced where there is something to end
    loops = {
        "toy playout": ours.toy_playout(observed=False),
        "toy playout, observed": ours.toy_playout(observed=True),
        "toy batch": ours.toy_batch(),
        "toy AEC": aec_loop(ours.ToyWhistEnv()),
        "playout": ours.game_playout(game, observed=False),
        "playout, observed": ours.game_playout(game, observed=True),
        "batch": ours.game_batch(game),
        "AEC": aec_loop(cardenvs.make(game)),
        "leduc playout": ours.game_playout("leduc_poker", observed=False),
        "leduc playout, observed": ours.game_playout("leduc_poker", observed=True),
        "leduc batch": ours.game_batch("leduc_poker"),
        "leduc AEC": aec_loop(cardenvs.make("leduc_poker")),
    }
    if peers.installed("pyspiel"):
        for name in (*peers.openspiel_games(game), "leduc_poker"):
            loops[f"OpenSpiel {name}"] = peers.openspiel_python(name, observed=False)
            loops[f"OpenSpiel {name}, observed"] = peers.openspiel_python(name, observed=True)
            loops[f"OpenSpiel {name} in C++"] = peers.openspiel_compiled(name)
    if peers.installed("rlcard"):
        loops["RLCard leduc"] = peers.rlcard_leduc()
    if peers.installed("rlcard") and peers.installed("pygame"):
        loops["PettingZoo leduc env()"] = peers.pettingzoo_leduc("env")
        loops["PettingZoo leduc raw_env()"] = peers.pettingzoo_leduc("raw_env")
    sides = {name: Side(name, loop, clock=clock) for name, loop in loops.items()}
    if clock is time.perf_counter and peers.has_pgx(pgx_python):  # it works in another process, and in threads
        loop, close = peers.pgx_leduc(pgx_python, ours.BATCH)
        sides["pgx leduc"] = Side("pgx leduc", loop)
    return sides, close


def throughput_rows(game: str, sides: dict[str, Side]) -> Iterator[Row]:
    """The comparisons; against several games of a peer, the fastest counts."""

    def rows(what: str, mine: str, others: list[str], target: float | None = None) -> Iterator[Row]:
        there = [sides[name] for name in others if name in sides]
        if there:
            best = max(there, key=lambda side: side.rate)
            yield Row(what, sides[mine].rate, f"{best.name} {_rate(best.rate)}", sides[mine].ratio(best), target)

    kin = [f"OpenSpiel {name}" for name in peers.openspiel_games(game)]
    compiled_target = 20 if game == "panguingue" else 3
    yield from rows(f"{game}: playout with masks", "playout", ["toy playout"], 0.4)
    yield from rows("", "playout", kin, 20)
    yield from rows("", "playout", [f"{name} in C++" for name in kin], compiled_target)
    yield from rows(f"{game}: playout with observations", "playout, observed", ["toy playout, observed"])
    yield from rows("", "playout, observed", [f"{name}, observed" for name in kin], 20)
    yield from rows(f"{game}: batch of {ours.BATCH}, one thread", "batch", ["toy batch"], 0.25)
    if game in peers.TRICK_GAMES:  # beside the same game, however fast others are
        yield from rows("", "batch", [f"OpenSpiel {game}, observed"], 10)
        yield from rows(f"{game}: playout beside the same game", "playout", [f"OpenSpiel {game} in C++"], 3)
    yield from rows(f"{game}: AEC agent_iter loop", "AEC", ["toy AEC"], 0.7)
    yield from rows("", "AEC", ["PettingZoo leduc env()"], 15)
    yield from rows("", "AEC", ["PettingZoo leduc raw_env()"], 5)
    yield from rows("leduc_poker: playout with masks", "leduc playout", ["OpenSpiel leduc_poker"], 20)
    yield from rows("", "leduc playout", ["OpenSpiel leduc_poker in C++"], 3)
    yield from rows(
        "leduc_poker: playout with observations",
        "leduc playout, observed",
        ["OpenSpiel leduc_poker, observed"],
        20,
    )
    yield from rows("", "leduc playout, observed", ["RLCard leduc"])
    yield from rows(f"leduc_poker: batch of {ours.BATCH}, one thread", "leduc batch", ["pgx leduc"], 3)
    yield from rows("leduc_poker: AEC agent_iter loop", "leduc AEC", ["PettingZoo leduc env()"], 15)
    yield from rows("", "leduc AEC", ["PettingZoo leduc raw_env()"], 5)


def first_steps(game: str, repeats: int = 3) -> dict[str, float]:
    """Seconds to the first step in a fresh process, with an empty cache of compiled code and with a full one."""
    script = str(pathlib.Path(__file__).with_name("first_step.py"))
    found = {}
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache}

        def run(form: str) -> tuple[float, float]:
            command = [sys.executable, script, game, form]
            out = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
            imports, step = map(float, out.split())
            return imports, step

        for form in ("aec", "batch"):
            found[f"{form}, cold"] = run(form)[1]
            warm = [run(form) for _ in range(repeats)]
            found[f"{form}, warm"] = statistics.median(step for _, step in warm)
            found["imports"] = statistics.median(imports for imports, _ in warm)
    return found


def show(game: str, rows: list[Row], starts: dict[str, float]) -> None:
    """Prints the tables."""
    console = rich.console.Console(width=None if sys.stdout.isatty() else WIDTH)
    table = rich.table.Table(title=f"Decisions a second, {platform.machine()}, one thread")
    for heading, side in (("", "left"), ("value", "right"), ("against", "left"), ("ratio", "right")):
        table.add_column(heading, justify=side)  # type: ignore[arg-type]
    table.add_column("target", justify="right")
    table.add_column("met")
    for row in rows:
        aim = "" if row.target is None else f"≥ {row.target:g}"
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        met = {None: "", True: "[green]yes[/]", False: "[red]no[/]"}[row.met]
        table.add_row(row.what, _rate(row.value), row.against, ratio, aim, met)
    console.print(table)
    if starts:
        table = rich.table.Table("", "seconds", "target", "met", title=f"First step of {game} in a fresh process")
        for name, seconds in starts.items():
            warm = name.endswith("warm")
            met = "" if not warm else "[green]yes[/]" if seconds <= 1 else "[red]no[/]"
            table.add_row(name, f"{seconds:.2f}", "≤ 1" if warm else "", met)
        console.print(table)


def write(
    path: pathlib.Path, game: str, sides: dict[str, Side], rows: list[Row], starts: dict[str, float]
) -> None:
    """All figures as JSON."""
    about = {
        "game": game,
        "date": time.strftime("%Y-%m-%d"),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }
    comparisons = [row._asdict() | {"met": row.met} for row in rows]
    rates = {name: side.rates for name, side in sides.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {"about": about, "comparisons": comparisons, "rates": rates, "first_step": starts}
    write_whole(path, json.dumps(content, indent=1) + "\n")
    print(f"written to {path}")


def _rate(value: float) -> str:
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="loo", choices=[*cardenvs.GAMES, *cardenvs.CALIBRATION])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.3, help="of each contestant in each round")
    parser.add_argument("--quick", action="store_true", help="3 rounds of 0.1 s, without the first-step times")
    parser.add_argument(
        "--cpu-time",
        action="store_true",
        help="count processor time instead of wall time, on a machine that others use",
    )
    parser.add_argument("--json", type=pathlib.Path, default=pathlib.Path("runs/throughput.json"))
    parser.add_argument(
        "--pgx-python", default=sys.executable, help="an interpreter that has pgx, which wants other versions"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
