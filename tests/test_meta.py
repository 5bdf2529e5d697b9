"""What holds of every module."""

import ast
import importlib
import importlib.util
import itertools
import pathlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

import cardenvs
import cardenvs.agents
from cardenvs import train
from cardenvs.core.kernel import PACKAGE

from .support import mini_cases
from .test_trees import COUNTS

BRIDGES = {
    **dict.fromkeys(("interop.openspiel", "interop.observer", "interop.parameters"), "pyspiel"),
    **dict.fromkeys(
        ("interop.rllib", "train.rllib"), "tree"
    ),  # dm-tree, which RLlib asks for and Ray alone does not
}
"""What modules stand on: libraries that not every environment has."""

FAMILIES = re.compile(r"\.(games|agents\.rules)\.")


def modules() -> list[str]:
    """The names of all modules of the package, without bridges to libraries that are not there."""
    found = {PACKAGE}
    for package in (
        cardenvs,
        cardenvs.agents,
        train,
    ):  # the latter two lie elsewhere, where the first does not look
        found |= {package.__name__}
        found |= {each.name for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")}
    missing = {name for name, library in BRIDGES.items() if importlib.util.find_spec(library) is None}
    return [name for name in sorted(found) if name not in {f"{PACKAGE}.{bridge}" for bridge in missing}]


@pytest.mark.parametrize("name", modules())
def test_what_a_module_offers_is_there(name: str) -> None:
    module = importlib.import_module(name)
    offered = getattr(module, "__all__", [])
    assert len(set(offered)) == len(offered)
    assert [word for word in offered if not hasattr(module, word)] == []


@pytest.mark.parametrize("name", modules())
def test_what_a_module_takes_from_another_is_offered_there(name: str) -> None:
    """Names of this package that are imported by name; the modules of games, and their bots', are open to their siblings."""
    module = importlib.import_module(name)
    for value in vars(module).values():
        source = importlib.import_module(getattr(value, "__module__", None) or name) if callable(value) else module
        word = getattr(value, "__name__", "")
        if source is module or not source.__name__.startswith(PACKAGE) or FAMILIES.search(source.__name__):
            continue
        assert word in getattr(source, "__all__", [word]), f"{source.__name__} does not offer {word}"


def test_every_small_configuration_has_its_counts() -> None:
    assert set(COUNTS) == set(map(str, mini_cases()))


def test_tags_are_the_names_of_games() -> None:
    for name in cardenvs.games() + cardenvs.CALIBRATION:
        rules = cardenvs.spec(name)
        assert rules.name == name
        assert rules.state.names[-1] == name or re.fullmatch(r"_\d+", rules.state.names[-1])
        assert rules.calibration == (name in cardenvs.CALIBRATION)


@pytest.mark.parametrize("name", modules())
def test_what_a_module_offers_is_explained(name: str) -> None:
    """Functions, classes and their public methods by a docstring, a constant by the string below it."""
    module = importlib.import_module(name)
    offered = set(getattr(module, "__all__", []))
    if ".games." in name or not module.__file__:
        return  # RULES, STATE and Options mean the same in every game
    body = ast.parse(pathlib.Path(module.__file__).read_text(encoding="utf-8")).body
    explained = {word for node in body for word in _explained(node)}
    explained |= {word for node, below in itertools.pairwise(body) if _is_text(below) for word in _assigned(node)}
    here = {word for node in body for word in (*_assigned(node), getattr(node, "name", ""))}
    assert (offered & here) - explained == set()


def _explained(node: ast.stmt) -> Iterator[str]:
    """The name of a function or class with a docstring; a class has none while one of its public methods has none."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
        methods = [each for each in getattr(node, "body", []) if isinstance(each, ast.FunctionDef)]
        public = [each for each in methods if isinstance(node, ast.ClassDef) and not each.name.startswith("_")]
        if all(map(ast.get_docstring, public)):
            yield node.name


def _assigned(node: ast.stmt) -> list[str]:
    """The names that an assignment gives."""
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    return [each.id for target in targets if target for each in ast.walk(target) if isinstance(each, ast.Name)]


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    )
