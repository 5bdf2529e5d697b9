"""What the documentation shows is run, and what the build files name exists."""

import io
import pathlib
import re
import tomllib

import pytest

import cardenvs

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = (
    "README.md", "CONTRIBUTING.md", "docs/index.md", "docs/environments.md", "docs/evaluation.md", "docs/records.md",
    "docs/solving.md", "docs/guides/add_a_game.md", "docs/guides/frameworks.md", "docs/guides/cluster.md",
)  # fmt: skip
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def read(page):
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_the_python_examples_of_a_page_run(page, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # some write files
    monkeypatch.setattr("sys.stdin", io.StringIO())  # some read what they are asked
    names = {"__name__": "example"}
    for block in re.findall(r"^```python\n(.*?)^```", read(page), re.S | re.M):
        exec(compile(block, page, "exec"), names)


@pytest.mark.parametrize("page", PAGES)
def test_the_files_that_a_page_links_exist(page):
    for target in re.findall(r"\]\(([^)#:]+)\)", read(page)):
        path = (ROOT / page).parent / target
        assert path.exists() or "games/" in target, target


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
