"""MkDocs hook: the API reference, a page for each part of the package, which mkdocstrings fills from the docstrings.

A module that is added to the package is on a page by itself; a page that lacks a name of some module's ``__all__`` ends
the build.
"""

import ast
import pathlib
import re
import shutil
import tomllib
from collections.abc import Iterator

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

__all__ = [
    "INNER",
    "PARTS",
    "lay_out",
    "modules",
    "offered",
    "on_config",
    "on_files",
    "on_page_content",
    "on_startup",
    "page",
]

ROOT = pathlib.Path(__file__).resolve().parent.parent
LAID_OUT = ROOT / "build/api"
"""The package as it is installed; mkdocs.yml points mkdocstrings there."""
PARTS = {
    "cardenvs": "the package", "envs": "environments", "core": "tables, and what games are made of",
    "mechanics": "what games share", "agents": "bots", "arena": "matches", "search": "search", "solve": "solving",
    "train": "training", "render": "pictures and pages", "interop": "other frameworks",
}  # fmt: skip
"""The packages that have a page each, in order."""
INNER = (
    "cli", "terminal", "arrays", "files", "core.deck", "core.drivers", "core.injection", "arena.journal",
    "arena.match", "arena.run", "search.playout", "solve.blocks", "solve.borrowed", "solve.hashing",
    "solve.traversal", "solve.views", "solve.walk", "train.checkpoint", "train.command", "train.credit", "train.experience",
    "train.folder", "train.logs", "train.network", "train.solving", "render.cards", "render.moves",
    "render.painter", "render.scene", "render.scenes", "render.window",
)  # fmt: skip
"""Modules that the others stand on, and that nobody else is meant to use."""


def on_startup(**_: object) -> None:
    """Lays the package out for mkdocstrings, which reads sources and knows of no moved folders."""
    lay_out(LAID_OUT)


def on_config(config: MkDocsConfig) -> None:
    """Fills the empty section "API" of the navigation."""
    for section in config.nav or []:
        if "API" in section:
            section["API"] = [f"api/{part}.md" for part in PARTS]


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Adds the pages."""
    for part in PARTS:
        files.append(File.generated(config, f"api/{part}.md", content=page(part)))


def on_page_content(html: str, page: Page, **_: object) -> None:
    """Checks that a page of the reference shows what its modules offer.

    Raises:
        PluginError: it does not.
    """
    if not page.file.src_uri.startswith("api/"):
        return
    shown = set(re.findall(r'\bid="(cardenvs[\w.]*)"', html))
    wanted = {path for module in modules(page.file.name) for path in offered(module)}
    if missing := sorted(wanted - shown):
        raise PluginError(f"{page.file.src_uri}: no {', '.join(missing)}; is it one assignment, with a docstring?")


def lay_out(folder: pathlib.Path) -> None:
    """Makes `folder` anew with the package as it is installed."""
    shutil.rmtree(folder, ignore_errors=True)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    moved: dict[str, str] = settings["tool"]["setuptools"]["package-dir"]
    for name, path in ({"cardenvs": "cardenvs"} | moved).items():
        shutil.copytree(ROOT / path, folder / name.replace(".", "/"), ignore=shutil.ignore_patterns("__pycache__"))


def modules(part: str) -> Iterator[str]:
    """The modules on the page of a part, the package itself first."""
    top = LAID_OUT / "cardenvs"
    folder, pattern = (top, "*.py") if part == "cardenvs" else (top / part, "**/*.py")
    paths = {path.relative_to(top).with_suffix("") for path in folder.glob(pattern)}
    names = {".".join(path.parts).removesuffix("__init__").strip(".") for path in paths}
    for name in sorted(names - {*INNER}):
        if not name.startswith("agents.rules"):  # a function each, which a bot's name stands for
            yield f"cardenvs.{name}".rstrip(".")


def offered(module: str) -> list[str]:
    """What a module offers, by its path, but for what its package offers on the same page.

    A function with the name of a package hides it in Python, but not here: ``cardenvs.arena`` is ``cardenvs.arena.arena``.
    """
    above = module.rpartition(".")[0]
    names = [name for name in _all(module) if "." not in above or name not in _all(above)]
    paths = {name: f"{module}.{name}" for name in names}
    return [f"{path}.{name}" if _source(path).is_dir() else path for name, path in paths.items()]


def page(part: str) -> str:
    """The Markdown of a page: for each module, what mkdocstrings is to show."""
    title = "cardenvs" if part == "cardenvs" else f"cardenvs.{part}"
    parts = [f"# {title}: {PARTS[part]}"]
    for module in modules(part):
        paths = offered(module)
        if not paths and module != title:
            continue
        members = [path.rpartition(".")[2] for path in paths if path.rpartition(".")[0] == module]
        parts.append(f"::: {module}\n    options:\n      members: [{', '.join(members)}]")
        hidden = (path for path in paths if path.rpartition(".")[0] != module)
        parts += [f"::: {path}\n    options:\n      heading_level: 3" for path in hidden]
    return "\n\n".join(parts) + "\n"


def _source(path: str) -> pathlib.Path:
    """The folder of a package; what is none has no such folder."""
    return LAID_OUT / path.replace(".", "/")


def _all(module: str) -> list[str]:
    """The ``__all__`` of a module, which is not imported: it may stand on a library that is not here."""
    path = _source(module)
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__":
            names: list[str] = ast.literal_eval(statement.value)
            return names
    return []
