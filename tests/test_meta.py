"""What holds of every module."""

import importlib
import importlib.util
import pkgutil
import re

import pytest

import cardenvs
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


def modules() -> list[str]:
    """The names of all modules of the package, without bridges to libraries that are not there."""
    found = [PACKAGE, *(found.name for found in pkgutil.walk_packages(cardenvs.__path__, f"{PACKAGE}."))]
    missing = {name for name, library in BRIDGES.items() if importlib.util.find_spec(library) is None}
    return [name for name in found if name not in {f"{PACKAGE}.{bridge}" for bridge in missing}]


@pytest.mark.parametrize("name", modules())
def test_what_a_module_offers_is_there(name: str) -> None:
    module = importlib.import_module(name)
    offered = getattr(module, "__all__", [])
    assert len(set(offered)) == len(offered)
    assert [word for word in offered if not hasattr(module, word)] == []


@pytest.mark.parametrize("name", modules())
def test_what_a_module_takes_from_another_is_offered_there(name: str) -> None:
    """Names of this package that are imported by name, games apart: a game's module is open to its siblings."""
    module = importlib.import_module(name)
    for value in vars(module).values():
        source = importlib.import_module(getattr(value, "__module__", None) or name) if callable(value) else module
        word = getattr(value, "__name__", "")
        if source is module or not source.__name__.startswith(PACKAGE) or ".games." in source.__name__:
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
