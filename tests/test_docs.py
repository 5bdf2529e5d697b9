"""What the documentation shows is run, and what the build files name exists."""

import importlib
import io
import json
import pathlib
import re
import shlex
import sys
import tomllib

import pytest

import cardenvs
from cardenvs import cli
from tools import docs_api, docs_hook

from .test_meta import modules
from .test_trees import COUNTS

ROOT = pathlib.Path(__file__).resolve().parent.parent
GUIDES = tuple(f"docs/guides/{path.name}" for path in sorted((ROOT / "docs/guides").glob("*.md")))
PAGES = (
    "README.md", "CONTRIBUTING.md", "docs/index.md", "docs/environments.md", "docs/evaluation.md", "docs/records.md",
    "docs/solving.md", "docs/training.md", *GUIDES,
)  # fmt: skip
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def read(page):
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_run(page, capsys, monkeypatch, tmp_path):
    """The Python of a page, and in guides the commands too that need no person and no cluster, from top to bottom in one folder."""
    monkeypatch.chdir(tmp_path)  # some write files
    monkeypatch.setattr("sys.stdin", io.StringIO())  # some read what they are asked
    monkeypatch.setattr("sys.path", [*sys.path])
    for folder in ("configs", "examples"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    names = {"__name__": "example"}
    for kind, block in re.findall(r"^```(python|console)\n(.*?)^```", read(page), re.S | re.M):
        if kind == "python":
            exec(compile(block, page, "exec"), names)
        elif page in GUIDES:
            for command in re.findall(r"^\$ cardenvs (?!play|watch|.* --ray)(.*)$", block, re.M):
                assert cli.main(shlex.split(command)) == 0, command


@pytest.mark.parametrize("page", PAGES)
def test_the_files_that_a_page_links_exist(page):
    for target in re.findall(r"\]\(([^)#:]+)\)", read(page)):
        path = (ROOT / page).parent / target
        assert path.exists() or re.search(r"\b(games|api)/", target), target  # generated


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_the_files_that_it_takes_in(page):
    """The formatter takes the mark in a block of Python for a sum of its own, and spreads it."""
    for line in re.findall(r"^.*8 ?<.*$", read(page), re.M):
        shown = re.fullmatch(r'--8<-- "([\w./]+)"', line)
        assert shown, line
        assert (ROOT / shown[1]).is_file()


@pytest.mark.parametrize("game", cardenvs.GAMES + cardenvs.CALIBRATION)
def test_the_page_of_a_game_has_its_counts_baselines_and_versions(game):
    rules = cardenvs.spec(game)
    page = docs_hook.game_page(rules)
    for label in rules.mini:
        counts = [f"{COUNTS[f'{game}-{label}'][what]:,}" for what in ("deals", "nodes", "sets", "choices")]
        assert f" | {' | '.join(counts)} |" in page
    assert "| `rules` – `random` |" in page
    measured = json.loads(read("docs/baselines.json"))[game]
    assert measured["version"] == rules.version
    assert rules.options(**measured["options"]) == rules.options()
    assert f"| `{game}_v{rules.version}` | {rules.history[-1]} |" in page


def test_every_public_name_is_on_a_page_of_the_reference(tmp_path, monkeypatch):
    monkeypatch.setattr(docs_api, "LAID_OUT", tmp_path)
    docs_api.lay_out(tmp_path)
    shown = set()
    for page in map(docs_api.page, docs_api.PARTS):
        for module, members in re.findall(r"^::: (\S+)\n.*\n +members: \[(.*)\]$", page, re.M):
            shown |= {f"{module}.{name}" for name in members.split(", ")}
        shown |= set(re.findall(r"^::: (\S+)$", page, re.M))
    inner = {f"cardenvs.{name}" for name in docs_api.INNER}
    assert inner <= set(modules())
    for name in set(modules()) - inner:
        if re.match(r"cardenvs\.(games|rulebook|agents\.rules)\b", name):
            continue  # on pages of their own, or reached by a bot's name
        for word in getattr(importlib.import_module(name), "__all__", []):
            above = name.rpartition(".")[0]
            assert shown & {f"{name}.{word}", f"{above}.{word}", f"{name}.{word}.{word}"}, f"{name}.{word}"


@pytest.mark.parametrize("game", cardenvs.GAMES + cardenvs.CALIBRATION)
def test_every_game_has_a_small_picture(game):
    data = (ROOT / f"docs/pictures/{game}.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert len(data) <= 60_000


def test_every_folder_with_code_is_installed():
    settings = PYPROJECT["tool"]["setuptools"]
    moved = {folder: name for name, folder in settings["package-dir"].items()}
    found = set()
    for top in ("cardenvs", *moved):
        for file in (ROOT / top).rglob("__init__.py"):
            folder = file.parent.relative_to(ROOT).as_posix()
            found.add(folder.replace(top, moved.get(top, top), 1).replace("/", "."))
    assert found == set(settings["packages"])


def test_every_dependency_has_a_tested_version():
    def name(requirement):
        return re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-")

    pinned = {name(line) for line in read("constraints.txt").splitlines() if "==" in line}
    project = PYPROJECT["project"]
    wanted = [
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
    ]
    assert {name(line) for line in wanted} - {"cardenvs"} <= pinned


def test_every_make_target_is_explained():
    makefile = read("Makefile")
    explained = set(re.findall(r"make (\w+)", makefile.split("PYTHON ?=")[0]))
    assert explained <= set(re.findall(r"^(\w+):", makefile, re.M))
    assert {"demo", "test", "golden", "bench"} <= explained
