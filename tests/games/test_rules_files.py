"""The rules files, the games and the tests say the same."""

import dataclasses
import pathlib
import re

import pytest

import cardenvs
from cardenvs.core.record import field_name

ROOT = pathlib.Path(__file__).parents[2]
BASE = {
    "pam_loo": "loo", "irish_loo": "loo", "stukolka": "loo",
    "mushka_pamphil": "mushka", "mushka_shutikha": "mushka", "mushka_mistigri": "mushka",
}  # fmt: skip
"""The rules file that a game's own builds on."""
SUBSECTION = r"^(?:### |\*\*)(\d+\.\d+)"


def sections(game):
    """The text of each section of a rules file by its number, subsections inside."""
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (\d+)\. ", text, flags=re.M)
    return dict(zip(map(int, parts[1::2]), parts[2::2], strict=True))


def numbered(text):
    """The numbers of the items of a list."""
    return [int(number) for number in re.findall(r"^(\d+)\. ", text, re.M)]


def paragraphs(game):
    """What a § may cite: sections, subsections (headings or bold), the items of §9, §12, and of a §3 that is a list."""
    known = set()
    for number, text in sections(game).items():
        parts = set(re.findall(SUBSECTION, text, re.M))
        known |= {str(number)} | parts
        if number in (9, 12) or (number == 3 and not parts):
            known |= {f"{number}.{item}" for item in numbered(text)}
    return known


def cited(text):
    """The paragraphs that a source text cites."""
    return set(re.findall(r"§(\d+(?:\.\d+)?)", text))


def sources(game):
    """The text of each source file of a game, a module or a package; files of games with longer names apart."""
    folder = ROOT / "cardenvs" / "games"
    longer = [name for name in cardenvs.GAMES if name.startswith(game) and name != game]
    paths = [path for path in sorted(folder.glob(f"{game}*.py")) if not path.stem.startswith(tuple(longer))]
    paths += sorted((folder / game).glob("*.py"))
    return {path.name: path.read_text(encoding="utf-8") for path in paths}


def checks(game):
    """The text of a game's tests."""
    return (ROOT / "tests" / "games" / f"test_{game}.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", cardenvs.GAMES)
def test_every_worked_example_is_a_test(game):
    examples = numbered(sections(game)[9])
    assert examples == list(range(1, len(examples) + 1))
    tested = [int(number) for number in re.findall(r"^def test_9_(\d+)_", checks(game), re.M)]
    assert tested == sorted(tested)
    assert set(tested) == set(examples)


@pytest.mark.parametrize("game", cardenvs.GAMES)
def test_every_other_test_names_a_paragraph(game):
    others = re.findall(r"^def test_(?!9_)(\w+)", checks(game), re.M)
    named = {re.match(r"(\d+(?:_\d+)?)[a-z]?_", other)[1].replace("_", ".") for other in others}
    assert named <= paragraphs(game)


@pytest.mark.parametrize("game", cardenvs.GAMES)
def test_the_options_are_those_of_the_rules_file(game):
    rows = [row.split("|")[1] for row in re.findall(r"^\|.*\|$", sections(game)[5], re.M)]
    written = {name for row in rows for name in re.findall(r"`(\w+)`", row)} | {"seats"}  # fixed in some games
    rules = cardenvs.spec(game)
    assert written == {field.name for field in dataclasses.fields(rules.options_class)}
    fields = {name for name in rules.option_record.names if rules.option_record[name].itemsize}
    assert set(map(field_name, written)) == {name for name in fields if not name.startswith("_")}  # holes apart


@pytest.mark.parametrize("game", cardenvs.GAMES)
def test_every_paragraph_that_the_code_cites_exists(game):
    known = paragraphs(game) | (paragraphs(BASE[game]) if game in BASE else set())
    assert sources(game)
    for name, text in sources(game).items():
        assert cited(text) <= known, name


@pytest.mark.parametrize("game", cardenvs.GAMES)
def test_every_paragraph_of_the_rules_is_cited(game):
    family = {game, BASE.get(game, game)}
    text = "".join(source for name in sorted(family) for source in sources(name).values())
    for number in (2, 3, 4):
        parts = re.findall(SUBSECTION, sections(game)[number], re.M) or [str(number)]
        assert set(parts) <= cited(text)
