"""MkDocs hook: pages and tables that come from the registry or from measurements, so that they can't drift from them."""

import ast
import dataclasses
import importlib
import inspect
import itertools
import json
import pathlib
import re
import statistics
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import cardenvs
from cardenvs import Rules
from cardenvs.agents import packaged
from cardenvs.agents.policy import read_policy
from cardenvs.arena.result import Estimate

ROOT = pathlib.Path(__file__).resolve().parent.parent
MEASURED = ROOT / "docs/benchmarks.json"
PLAYOUTS = ROOT / "docs/games.json"
GALLERY = 3  # pictures in a row
COUNTS = {"deals": "deals", "decision nodes": "nodes", "information sets": "sets", "with a choice": "choices"}
"""Heads of a table, and what docs/solving.json calls the counts."""
MINIS = ROOT / "docs/solving.json"
SOLVERS = ROOT / "docs/cfr.json"
TRAINED = ROOT / "docs/trained.json"
BASELINES = ROOT / "docs/baselines.json"
BASELINE_HEADS = ("match", "options", "deals", "payoff of the first", "of the second", "difference")
BASELINE_NOTE = (
    "What a seat is paid an episode on [duplicate deals](../evaluation.md), in the game's own chips or points, and how much more "
    "the first bot than the second, with the 95 % interval. Options that are not named are the defaults."
)
MINI_NOTE = "Small enough to solve exactly; their values and what is left to gain stand in [Solving](../solving.md#the-mini-configurations)."
LADDER = ROOT / "docs/ladder.json"
LEAGUE = ROOT / "docs/league.json"
STEPS = 4  # from random play to exact play


def on_config(config: MkDocsConfig) -> None:
    """Fills the empty sections "Games" and "Rules" of the navigation."""
    entries = {
        "Games": [f"games/{name}.md" for name in _games()],
        "Rules": [f"rules/{path.name}" for path in sorted((ROOT / "docs/rules").glob("*.md"))],
    }
    for section in config.nav or []:
        for title in section:
            section[title] = entries.get(title, section[title])


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Adds the pages, and the overview that the home page shows."""
    for name in _games():
        files.append(File.generated(config, f"games/{name}.md", content=game_page(cardenvs.spec(name))))


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Puts tables where a page asks for them."""
    for name, table in (
        ("games", games_table),
        ("gallery", gallery),
        ("throughput", throughput_table),
        ("playouts", playout_table),
        ("first step", first_step_table),
        ("book tricks", lambda: book_table("tricks")),
        ("book misère", lambda: book_table("misère")),
        ("book skat", lambda: book_table("skat")),
        ("minis", minis_table),
        ("solvers", solvers_table),
        ("policies", policies_table),
        ("league leduc", lambda: league_table("leduc")),
        ("league loo", lambda: league_table("loo")),
        ("league loo, four seeds", lambda: league_table("loo, four seeds")),
        ("steps", steps_table),
        ("ladder", ladder_tables),
    ):
        asked = "{{ " + name + " }}"
        markdown = markdown.replace(asked, table()) if asked in markdown else markdown
    return markdown


def games_table() -> str:
    """One row a game."""
    rows = []
    for name in _games():
        rules = cardenvs.spec(name)
        kind = "calibration" if rules.calibration else "suite"
        layout = rules.layout()
        rows.append((f"[`{name}`](games/{name}.md)", rules.title, kind, _seats(rules), rules.actions, layout.size))
    return _table(("id", "game", "kind", "seats", "actions", "features"), rows)


def gallery() -> str:
    """A picture of each game of the suite, which leads to its page; three in a row."""
    cells = [
        f"[![{cardenvs.spec(name).title}](pictures/{name}.png){{ width=300 }}](games/{name}.md)"
        for name in cardenvs.GAMES
    ]
    rows = [cells[k : k + GALLERY] for k in range(0, len(cells), GALLERY)]
    return _table([""] * GALLERY, [row + [""] * (GALLERY - len(row)) for row in rows])


def throughput_table() -> str:
    """The comparisons of the last documented run of ``benchmarks/throughput.py``."""
    run = json.loads(MEASURED.read_text(encoding="utf-8"))
    rows = []
    for row in run["comparisons"]:
        aim = "" if row["target"] is None else f"≥ {row['target']:g}"
        met = {None: "", True: "yes", False: "no"}[row["met"]]
        rows.append((row["what"], f"{row['value'] / 1e6:.3g} M", row["against"], f"{row['ratio']:.2f}", aim, met))
    about = run["about"]
    note = f"Measured {about['date']}; Python {about['python']}, NumPy {about['numpy']}, Numba {about['numba']}."
    return note + "\n\n" + _table(("measurement", "decisions/s", "against", "ratio", "aim", "met"), rows)


def playout_table() -> str:
    """The playouts of each game in the last documented run of ``benchmarks/games.py``."""
    run = json.loads(PLAYOUTS.read_text(encoding="utf-8"))
    rows = []
    for row in run["games"]:
        game, against = f"[`{row['game']}`](games/{row['game']}.md)", f"{row['against']} {row['peer'] / 1e6:.2g} M"
        ratio, aim = f"{row['ratio']:.1f}", f"≥ {row['target']}"
        rows.append((game, row["what"], f"{row['value'] / 1e6:.3g} M", against, ratio, aim))
    head = ("game", "measured", "decisions/s", "against", "ratio", "aim")
    return f"Measured {run['about']['date']}.\n\n" + _table(head, rows)


def book_table(name: str) -> str:
    """One table of the last documented run of ``benchmarks/book_tables.py``, a row for each of the book's."""
    figures = [row for row in json.loads((ROOT / "docs/book_tables.json").read_text()) if row["table"] == name]
    conditions = list(dict.fromkeys(figure["condition"] for figure in figures))
    rows = []
    for label in dict.fromkeys(figure["row"] for figure in figures):
        found = {figure["condition"]: figure for figure in figures if figure["row"] == label}
        cells = [
            f"{found[each]['book']:g} · {found[each]['found']:.2f} ± {1.96 * found[each]['error']:.2f}"
            if each in found
            else ""
            for each in conditions
        ]
        rows.append((label, *cells))
    return _table(("", *conditions), rows)


def first_step_table() -> str:
    """Seconds to the first step of a process, of the same run."""
    run = json.loads(MEASURED.read_text(encoding="utf-8"))
    return _table(
        ("process", "seconds"), ((name, f"{seconds:.2f}") for name, seconds in run["first_step"].items())
    )


def minis_table() -> str:
    """The mini configurations, as ``tools/solve_minis.py`` last solved them."""
    found = json.loads(MINIS.read_text(encoding="utf-8"))
    rows = []
    for name in (*cardenvs.CALIBRATION, *cardenvs.GAMES):
        for label in cardenvs.spec(name).mini:
            row = found.get(f"{name}-{label}")
            if row is None:
                continue
            counts = [f"{row[count]:,}" for count in COUNTS.values()]
            gains = " ".join(f"{gain:.0e}" for gain in row["gains"])
            values = " ".join(f"{value:+.4f}" for value in row["values"])
            kind = "yes" if row["constant_sum"] else "no"
            time = f"{row['iterations']:,} in {row['seconds']:,.0f} s"
            rows.append(
                (f"[`{name}`](games/{name}.md) `{label}`", row["seats"], *counts, kind, time, values, gains)
            )
    heads = (
        "game",
        "seats",
        "deals",
        "nodes",
        "sets",
        "with a choice",
        "constant sum",
        "iterations",
        "values",
        "gains left",
    )
    return _table(heads, rows)


def solvers_table() -> str:
    """The comparisons of the last documented run of ``benchmarks/cfr.py``."""
    run = json.loads(SOLVERS.read_text(encoding="utf-8"))
    rows = (
        (
            row["what"], f"{row['value']:,.0f}", f"{row['against']}: {row['their']:,.1f}", f"{row['ratio']:,.0f}",
            "" if row["target"] is None else f"≥ {row['target']:g}",
        )
        for row in run["comparisons"]
    )  # fmt: skip
    note = f"Measured {run['about']['date']}: iterations, or calls, a second of processor time."
    return note + "\n\n" + _table(("", "ours", "against", "ratio", "aim"), rows)


def policies_table() -> str:
    """The packaged policies: what they were trained on, and what they make of the baselines."""
    runs = json.loads(TRAINED.read_text(encoding="utf-8"))
    rows = []
    for name in (name for name in cardenvs.GAMES if name in runs):
        about = read_policy(packaged.FOLDER / f"{name}.safetensors")[0]
        training, matches = about["training"], about["arena"]
        given = " ".join(f"`{key}={value}`" for key, value in training["options"].items()) or "the defaults"
        minutes = f"{runs[name]['seconds'] / 60:.0f} min"
        cells = [_over(matches[baseline]) if baseline in matches else "" for baseline in ("random", "rules")]
        deals = f"{min(match['deals'] for match in matches.values()):,}"
        rows.append(
            (f"[`{name}`](games/{name}.md)", given, f"{training['steps'] / 1e6:.1f} M", minutes, *cells, deals)
        )
    return _table(("game", "options", "decisions", "wall time", "over random", "over rules", "deals"), rows)


def _over(match: dict[str, Any]) -> str:
    """The difference, in bold where it is clear of zero."""
    low = match["difference"][0]["payoff"]["low"]
    return f"**{_difference(match)}**" if low > 0 else _difference(match)


def _difference(match: dict[str, Any]) -> str:
    """How much more the first bot is paid than the second."""
    return str(Estimate(**match["difference"][0]["payoff"]))


def league_table(name: str) -> str:
    """One run of ``benchmarks/league.py``: a row for each variant, for each measure the mean and what each seed came to."""
    variants = json.loads(LEAGUE.read_text(encoding="utf-8"))[name]["variants"]
    measures = list(next(iter(variants.values())))
    rows = [(variant, *(_seeds(found[measure]) for measure in measures)) for variant, found in variants.items()]
    return _table(("variant", *measures), rows)


def _seeds(values: list[float]) -> str:
    """Mean and values of a run's seeds."""
    return f"**{statistics.mean(values):.3f}** ({', '.join(f'{value:.3f}' for value in values)})"


def steps_table() -> str:
    """Each bot less the one below it, of the last documented run of ``benchmarks/ladder.py``."""
    rows = []
    for name, table in _ladder().items():
        found, steps = _differences(table), itertools.pairwise(range(min(len(table["bots"]), STEPS + 1)))
        row = [_among(found, upper, lower) for lower, upper in steps]
        rows.append((f"[`{name}`](#{name})", table["options"]["seats"], *row, *[""] * (STEPS - len(row))))
    head = ("table", "seats", "`rules` - `random`", "`pimc` - `rules`", "`ismcts` - `pimc`", "`exact` - `ismcts`")
    return _table(head, rows)


def ladder_tables() -> str:
    """A section for each table of that run: every bot less every other, and what the bots come to."""
    parts = []
    for name, table in _ladder().items():
        bots, found = [f"`{bot}`" for bot in table["bots"]], _differences(table)
        rows = [
            (bot, *("" if row == column else _among(found, row, column) for column in range(len(bots))))
            for row, bot in enumerate(bots)
        ]
        seats, deals = table["options"]["seats"], [pair["deals"] for pair in table["pairs"]]
        played = f"{min(deals)}" if min(deals) == max(deals) else f"{min(deals)} to {max(deals)}"
        game = f"[{table['game']}](games/{table['game']}.md)"
        parts.append(
            f"### `{name}` {{ #{name} }}\n\n{game}, {seats} seats, {played} deals a pair; version {table['version']}."
        )
        parts.append(_table(("", *bots), rows))
        scale = zip(
            bots, table["ratings"], table["nash"], table["nash_average"], table["milliseconds"], strict=True
        )
        rated = (
            (
                bot,
                f"{rating['mu']:.1f} ± {2 * rating['sigma']:.1f}",
                f"{weight:.2f}",
                f"{average:+.3f}",
                f"{ms:.2g}",
            )
            for bot, rating, weight, average, ms in scale
        )
        parts.append(_table(("", "rating", "Nash weight", "Nash average", "ms a decision"), rated))
    return "\n\n".join(parts)


def _ladder() -> dict[str, Any]:
    tables: dict[str, Any] = json.loads(LADDER.read_text(encoding="utf-8"))
    return tables


def _ladder_place(game: str) -> str:
    """The table of the whole game, or of its mini configuration where that is all there is."""
    return game if game in _ladder() else next(name for name, table in _ladder().items() if table["game"] == game)


def _differences(table: dict[str, Any]) -> dict[tuple[int, int], tuple[float, float]]:
    """Of each pair of bots, by number, how much more the first is paid: mean and half of the interval."""
    found = {}
    for (a, b), pair in zip(itertools.combinations(range(len(table["bots"])), 2), table["pairs"], strict=True):
        of = pair["difference"]
        found[a, b], found[b, a] = (
            (of["mean"], (of["high"] - of["low"]) / 2),
            (-of["mean"], (of["high"] - of["low"]) / 2),
        )
    return found


def _among(found: dict[tuple[int, int], tuple[float, float]], row: int, column: int) -> str:
    """A difference; bold where the interval is clear of zero."""
    mean, half = found[row, column]
    text = f"{mean:+.2f} ± {half:.2f}"
    return f"**{text}**" if abs(mean) > half else text


def game_page(rules: Rules) -> str:
    """All that the registry knows of a game, as Markdown."""
    module = importlib.import_module(f"cardenvs.games.{rules.name}")
    summary, _, header = inspect.getdoc(module).partition("\n\n")  # type: ignore[union-attr]
    parts = [f"# {rules.title}", summary.replace("\n", " ")]
    parts.append(f"![A game of {rules.name} between its bots, drawn](../pictures/{rules.name}.png)")
    if rules.calibration:
        parts.append(
            '!!! note "Calibration game"\n'
            "    A tiny game with a known value, here to check the solvers. It is not part of the suite."
        )
    if (ROOT / f"docs/rules/{rules.name}.md").exists():
        parts.append(f"The rules in full, with worked examples: [{rules.name}](../rules/{rules.name}.md).")
    if rules.name in {table["game"] for table in _ladder().values()}:
        parts.append(
            f"How its bots do against each other: [the ladder](../ladder.md#{_ladder_place(rules.name)})."
        )
    parts += [f"```text\n{header}\n```", "## At a glance", _table(("", ""), _facts(rules))]
    parts += ["## Options", _table(("option", "type", "default", "meaning"), _options(rules))]
    parts += ["## Actions", _table(("index", "action"), _actions(rules.action_names))]
    parts += ["## Observation", _observation_note(rules), _observation(rules)]
    parts += ["## Baselines", BASELINE_NOTE, _table(BASELINE_HEADS, _baselines(rules))]
    parts += ["## Mini configurations", MINI_NOTE, _table(("name", "options", *COUNTS), _minis(rules))]
    if rules.variants:
        parts += ["## Option sets under test", "Each has a golden playthrough."]
        parts.append(_table(("name", "options"), ((f"`{k}`", _in_short(v)) for k, v in rules.variants.items())))
    parts += ["## Versions", _table(("version", "what changed"), _versions(rules))]
    return "\n\n".join(parts) + "\n"


def _games() -> tuple[str, ...]:
    return (*cardenvs.GAMES, *cardenvs.CALIBRATION)


def _seats(rules: Rules) -> str:
    low, high = rules.options_class.SEATS
    return str(low) if low == high else f"{low}–{high}"


def _facts(rules: Rules) -> Iterator[tuple[str, Any]]:
    options = rules.options()
    yield "make", f'`cardenvs.make("{rules.name}")`, `from cardenvs import {rules.name}_v{rules.version}`'
    yield "batch", f'`cardenvs.vector("{rules.name}", num_envs=4096)`'
    yield "seats", f"{_seats(rules)} (default {options.seats})"
    yield "cards", len(rules.pack_of(options))
    yield "actions", rules.actions
    yield "observation", f"float32 `[{rules.layout_of(options).size}]` with the default options"
    yield "longest episode", f"{rules.decisions(options)} decisions with the default options"
    yield "memory of a state", f"{rules.state.itemsize:,} bytes"
    yield "unit of `scale_rewards`", rules.unit(options)
    yield "version", rules.version


def _options(rules: Rules) -> Iterator[tuple[str, ...]]:
    meanings: dict[str, str] = {}
    for cls in reversed(rules.options_class.__mro__[:-1]):
        meanings |= _field_docstrings(cls)
    defaults = rules.options()
    for field in dataclasses.fields(rules.options_class):
        kind = field.type if isinstance(field.type, str) else inspect.formatannotation(field.type)
        default = getattr(defaults, field.name)
        yield f"`{field.name}`", _in_words(kind), f"`{default!r}`", meanings.get(field.name, "")


def _in_words(kind: str) -> str:
    """``int | Literal["2x"] | None`` as "`int` or `'2x'` or `None`"."""
    parts = kind.replace("typing.", "").split(" | ")
    words = [word for part in parts for word in part.removeprefix("Literal[").rstrip("]").split(", ")]
    return " or ".join(f"`{word}`" for word in words) if "tuple" not in kind else f"`{kind}`"


def _field_docstrings(cls: type) -> dict[str, str]:
    """The string under each field of a dataclass."""
    body = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0].body  # type: ignore[attr-defined]
    return {
        field.target.id: " ".join(below.value.value.split())
        for field, below in itertools.pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
    }


def _actions(names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """One row an action; a run of four and more with the same verb is one row."""
    for verb, group in itertools.groupby(enumerate(names), lambda pair: re.split("[ _]", pair[1])[0]):
        run = list(group)
        if len(run) < 4:
            yield from ((str(index), f"`{name}`") for index, name in run)
        else:
            words = [name.removeprefix(verb).strip(" _") for _, name in run]
            listed = f"{words[0]} … {words[-1]}" if all(map(str.isdecimal, words)) else ", ".join(words)
            yield f"{run[0][0]}–{run[-1][0]}", f"`{verb}`: {listed}"


def _observation_note(rules: Rules) -> str:
    layout = rules.layout()
    return (
        f"Features lie in [{layout.low:g}, {layout.high:g}]. The slices with the default options; an axis of seats "
        f'begins with the observer. `cardenvs.spec("{rules.name}").layout(...)` names them for any options.'
    )


def _observation(rules: Rules) -> str:
    rows = (
        (f"`{name}`", f"{place.start}:{place.stop}", " × ".join(map(str, shape)))
        for name, place, shape in rules.layout()
    )
    return _table(("block", "slice", "shape"), rows)


def _baselines(rules: Rules) -> Iterator[tuple[str, ...]]:
    """The rule bot against chance, and the packaged policy, if there is one, against both."""
    measured = json.loads(BASELINES.read_text(encoding="utf-8"))
    results = [measured[rules.name]] if rules.name in measured else []
    if f"{packaged.PREFIX}{rules.name}" in packaged.packaged_names():
        results += read_policy(packaged.FOLDER / f"{rules.name}.safetensors")[0]["arena"].values()
    for result in results:
        first, second = (f"{payoff['mean']:+.3f}" for payoff in result["payoff"])
        options = rules.options(**result["options"])
        changed = {
            name: value for name, value in dataclasses.asdict(options).items() if value != _default(rules, name)
        }
        bots = " – ".join(f"`{bot}`" for bot in result["bots"])
        yield (
            bots,
            _in_short({"seats": options.seats} | changed),
            f"{result['deals']:,}",
            first,
            second,
            _difference(result),
        )


def _default(rules: Rules, option: str) -> Any:
    return getattr(rules.options(), option)


def _minis(rules: Rules) -> Iterator[tuple[str, ...]]:
    solved = json.loads(MINIS.read_text(encoding="utf-8"))
    for label, options in rules.mini.items():
        row = solved.get(f"{rules.name}-{label}", {})
        yield f"`{label}`", _in_short(options), *(f"{row[count]:,}" if row else "" for count in COUNTS.values())


def _versions(rules: Rules) -> Iterator[tuple[str, str]]:
    for version, change in reversed(list(enumerate(rules.history))):
        yield f"`{rules.name}_v{version}`", change


def _in_short(options: Mapping[str, Any]) -> str:
    """Options by name."""
    return ", ".join(f"`{name}={value!r}`" for name, value in options.items()) or "the defaults"


def _table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """A Markdown table."""
    head = list(head)
    lines = [head, ["---"] * len(head), *([str(cell) for cell in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
