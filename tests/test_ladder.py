"""The ladder of all games: one command, which goes on where it was."""

import json

import pytest

import cardenvs
from benchmarks import ladder
from cardenvs.errors import InvalidArgument

TABLE = "kuhn_poker-mini"


def test_every_game_has_a_table() -> None:
    assert {name for name in ladder.TABLES if "-" not in name} == set(cardenvs.GAMES)
    assert {plan.game for plan in ladder.PLANS if plan.mini} >= set(cardenvs.CALIBRATION)
    minis = [plan for plan in ladder.PLANS if plan.mini]
    assert all(cardenvs.spec(plan.game).options(**plan.options).seats == 2 for plan in minis)


def test_the_ladder_is_climbed_table_by_table_and_goes_on(tmp_path, capsys) -> None:
    file, folder = tmp_path / "ladder.json", tmp_path / "runs"
    file.write_text(json.dumps({"loo": {"kept": True}}))
    line = ["--tables", TABLE, "--deals", "40", "--resume", str(folder), "--json", str(file)]
    ladder.main(line)
    content = json.loads(file.read_text())
    assert list(content) == [TABLE, "loo"]
    assert content["loo"] == {"kept": True}
    table = content[TABLE]
    assert table["bots"] == [*ladder.BOTS, "exact", ladder.EACH]
    assert [pair["deals"] for pair in table["pairs"]] == [40] * 15
    assert len(table["milliseconds"]) == 6
    assert table["milliseconds"][3] > table["milliseconds"][0]
    made = (folder / TABLE / "exact.safetensors").stat().st_mtime_ns
    (folder / TABLE / "0-3.jsonl").unlink()
    ladder.main(line)
    again = json.loads(file.read_text())[TABLE]
    assert [again[name] for name in ("pairs", "nash", "ratings")] == [
        table[name] for name in ("pairs", "nash", "ratings")
    ]
    assert (folder / TABLE / "exact.safetensors").stat().st_mtime_ns == made


def test_exact_play_is_for_two_whose_payoffs_have_one_sum(tmp_path) -> None:
    with pytest.raises(InvalidArgument, match="loo-mini: the sum of its payoffs varies"):
        ladder.solved(ladder.Plan("loo", 10, mini="mini"), tmp_path)
