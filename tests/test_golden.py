"""Golden playthroughs stay as they are (``make golden`` writes them anew), compiled and interpreted."""

import pytest

from .golden import FOLDER, digests, first_deals, golden_files, playthrough
from .support import NAMES, golden_cases, interpreted

DEALS = FOLDER / "deals.txt"


@pytest.mark.parametrize("file", golden_files())
def test_playthrough(file: str, request: pytest.FixtureRequest) -> None:
    path = FOLDER / file
    text = playthrough(golden_files()[file])
    if request.config.getoption("--rewrite-golden"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_no_playthrough_outlives_its_variant() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {*golden_files(), DEALS.name}


def test_seeded_games_are_dealt_as_ever(request: pytest.FixtureRequest) -> None:
    """Never rewritten, only added to: a seed must deal the same cards in every later version."""
    kept = DEALS.read_text(encoding="utf-8") if DEALS.exists() else ""
    text = first_deals()
    if request.config.getoption("--rewrite-golden") and all(
        line in text.splitlines() for line in kept.splitlines()
    ):
        DEALS.write_text(text, encoding="utf-8")
    assert DEALS.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", NAMES)
def test_games_are_played_to_equal_bytes_with_the_compiler_on_and_off(name: str) -> None:
    cases = {str(case): case for case in golden_cases() if case.game == name}
    assert interpreted("golden", *cases) == {label: digests(case) for label, case in cases.items()}
