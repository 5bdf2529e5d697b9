"""The command line, in this process but for two tests."""

import csv
import io
import json
import subprocess
import sys

import pytest

import cardenvs
from cardenvs.cli import main
from cardenvs.records import read

KUHN = ["evaluate", "kuhn_poker", "--bots", "rules", "random", "--deals", "50", "--seed", "4"]


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """Standard output of a command that works and says nothing else."""
    assert main(argv) == 0
    out, err = capsys.readouterr()
    assert [line for line in err.splitlines() if "compiling" not in line] == []
    return out


def test_games_lists_every_game(capsys) -> None:
    out = run(capsys, "games")
    for name in cardenvs.GAMES + cardenvs.CALIBRATION:
        assert f" {name} " in out
        assert cardenvs.spec(name).title in out


def test_rules_prints_the_installed_rules(capsys) -> None:
    assert run(capsys, "rules", "loo").startswith("# Loo")
    assert run(capsys, "rules", "kuhn_poker").startswith("Kuhn poker: one card each")


@pytest.mark.parametrize("game", cardenvs.GAMES)
def test_every_game_of_the_suite_has_its_rules(capsys, game: str) -> None:
    assert run(capsys, "rules", game).startswith("# ")


def test_evaluate_shows_a_table(capsys) -> None:
    out = run(capsys, *KUHN)
    assert "kuhn_poker: 50 deals, 100 games, seed 4" in out
    assert "rules - random" in out


def test_json_stands_alone_and_is_the_same_again(capsys) -> None:
    out = run(capsys, *KUHN, "--json")
    assert json.loads(out)["deals"] == 50
    assert run(capsys, *KUHN, "--json", "--batch", "3") == out
    assert out == cardenvs.arena("kuhn_poker", ["rules", "random"], deals=50, seed=4).to_json() + "\n"


def test_numbers_go_to_files_too(capsys, tmp_path) -> None:
    out = run(capsys, *KUHN, "--json", "--csv", str(tmp_path / "a.csv"), "--out", str(tmp_path / "a.json"))
    assert (tmp_path / "a.json").read_text() == out
    rows = list(csv.DictReader(io.StringIO((tmp_path / "a.csv").read_text())))
    assert float(rows[0]["mean"]) == json.loads(out)["payoff"][0]["mean"]


def test_game_options_are_further_flags(capsys) -> None:
    assert json.loads(run(capsys, *KUHN, "--seats", "2", "--json"))["options"] == {"seats": 2}
    assert "--seats VALUE" in help_of(capsys, "evaluate", "kuhn_poker", "--help")


def help_of(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    with pytest.raises(SystemExit) as end:
        main(argv)
    assert end.value.code == 0
    return capsys.readouterr().out


def test_help_names_every_command(capsys) -> None:
    out = help_of(capsys, "--help")
    for command in ("games", "rules", "play", "watch", "train", "evaluate", "ladder", "replay", "bench", "warm"):
        assert f"    {command} " in out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "the following arguments are required: COMMAND"),
        ("evalute kuhn_poker", "no command 'evalute': did you mean 'evaluate'?"),  # codespell:ignore evalute
        ("rules lo", "no game 'lo': did you mean 'loo'?"),
        ("evaluate kun_poker --bots random", "no game 'kun_poker': did you mean 'kuhn_poker'?"),
        ("evaluate kuhn_poker", "evaluate: the following arguments are required: --bots"),
        ("evaluate kuhn_poker --bots rnadom", "bot: kuhn_poker has no 'rnadom': did you mean 'random'?"),
        ("evaluate kuhn_poker --bots no.safetensors", "bot: no file 'no.safetensors'"),
        (
            "evaluate kuhn_poker --bots random --deals many",
            "evaluate: argument --deals: invalid int value: 'many'",
        ),
        ("evaluate kuhn_poker --bots random --deals 0", "deals: want an integer of at least 2, got 0"),
        (
            "evaluate kuhn_poker --bots random --setas 2",
            "evaluate: unknown option '--setas': did you mean '--seats'?",
        ),
        (
            "evaluate kuhn_poker --bots random --deal 2",
            "evaluate: unknown option '--deal': did you mean '--deals'?",
        ),
        ("evaluate kuhn_poker --bots random --seats two", "seats: want an integer, got 'two'"),
        ("evaluate kuhn_poker --bots random --seats 3", "seats: want 2..2, got 3"),
        ("evaluate kuhn_poker --bots random --deals 2 --out no/such/file", "no/such/file: can't be written"),
        ("evaluate kuhn_poker --bots random --record no/such/file", "no/such/file: can't be written"),
        ("evaluate kuhn_poker --bots program:", "bot: program: want a command after it"),
        ("evaluate kuhn_poker --bots random --stop -1", "stop: want a half-width of at least 0"),
        ("ladder kuhn_poker --bots random", "bots: want at least 2, got 1"),
        ("replay no/such/file", "no/such/file: can't be read"),
        ("rules kuhn_poker more", "rules: can't use 'more'"),
        ("play kuhn_poker --seat 2", "seat: want 0..1, got 2"),
        ("train a2c", "train: argument ALGORITHM: invalid choice: 'a2c'"),
        ("warm lou", "no game 'lou': did you mean 'loo'?"),
    ],
)
def test_errors_are_one_line_and_exit_code_2(capsys, line: str, words: str) -> None:
    assert main(line.split()) == 2
    out, err = capsys.readouterr()
    said = [text for text in err.splitlines() if "compiling" not in text]
    assert len(said) == 1
    assert said[0].startswith(f"cardenvs: {words}")
    assert out == "" or line.startswith("play")


def test_a_person_plays(capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("bte\nbet\nbet\n"))
    out = run(capsys, "play", "kuhn_poker", "--seat", "0", "--seed", "1", "--bots", "random")
    assert out.startswith("Kuhn poker, 2 seats; you are player_0; --seed 1 deals this again\n")
    assert "'bte' is not a legal move: did you mean 'bet'?" in out
    assert out.splitlines()[-1].startswith("the end: player_0 (you) ")


def test_a_person_and_a_window_are_put_on_record(capsys, monkeypatch, tmp_path) -> None:
    file = str(tmp_path / "a.jsonl")
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1\n"))
    said = run(capsys, "play", "kuhn_poker", "--seat", "1", "--seed", "5", "--bots", "random", "--record", file)
    run(capsys, "watch", "kuhn_poker", "--bots", "random", "rules", "--fps", "0", "--seed", "6", "--record", file)
    record = read(file)
    record.check()
    assert [game.seats for game in record.games] == [("random", "human"), ("random", "rules")]
    assert f"player_1 (you) {record.games[0].payoffs[1]:+d}" in said.splitlines()[-1]
    assert record.games[0].seed != record.games[1].seed


def test_a_drawn_seed_is_told_and_deals_the_same_again(capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("bet\n"))
    first = run(capsys, "play", "kuhn_poker")
    seed = first.split("--seed ")[1].split()[0]
    monkeypatch.setattr(sys, "stdin", io.StringIO("bet\n"))
    assert run(capsys, "play", "kuhn_poker", "--seed", seed) == first


def test_a_person_who_stops_typing_ends_the_game(capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["play", "kuhn_poker", "--seed", "1"]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == "cardenvs: your move: the input ended"


def test_bots_play_in_a_window(capsys) -> None:
    watch = ["watch", "leduc_poker", "--bots", "random", "rules", "--fps", "0", "--seed", "3"]
    out = run(capsys, *watch)
    assert "--seed 3 deals this again" in out
    assert "the end: player_0 " in out
    assert run(capsys, *watch, "--seat", "1") == out
    assert main([*watch, "--seat", "2"]) == 2
    assert main([*watch[:-4], "--fps", "-1"]) == 2


def test_watching_without_pygame_says_what_to_install(capsys, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    assert main(["watch", "leduc_poker"]) == 2
    assert "cardenvs[render]" in capsys.readouterr().err


def test_ctrl_c_is_130(monkeypatch) -> None:
    class Tired:
        def readline(self) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Tired())
    assert main(["play", "kuhn_poker", "--seed", "1"]) == 130


def test_warm_says_what_is_ready(capsys) -> None:
    out = run(capsys, "warm", "kuhn_poker")
    assert out.startswith("kuhn_poker: ready in ")
    assert "compiled code is kept in " in out


def test_training_gets_its_own_arguments(monkeypatch) -> None:
    import cardenvs.train.ppo

    got: list[list[str]] = []
    monkeypatch.setattr(cardenvs.train.ppo, "main", lambda words: got.append(words) or 0)
    assert main(["train", "ppo", "--config", "x.yaml", "--seed", "3"]) == 0
    assert got == [["--config", "x.yaml", "--seed", "3"]]


def test_without_the_training_packages_it_says_what_to_install(capsys, monkeypatch) -> None:
    monkeypatch.delitem(sys.modules, "cardenvs.train.ppo", raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in [name for name in sys.modules if name.startswith("cardenvs.train.")]:
        monkeypatch.delitem(sys.modules, name)
    assert main(["train", "ppo", "--config", "x.yaml"]) == 2
    assert capsys.readouterr().err == (
        "cardenvs: torch is not installed: training needs cardenvs with its extra, [train]\n"
    )


def test_without_the_repository_there_is_no_bench(capsys, monkeypatch, tmp_path) -> None:
    monkeypatch.setattr("cardenvs.cli.__file__", str(tmp_path / "cardenvs" / "cli.py"))
    assert main(["bench"]) == 2
    assert "the benchmarks are in the repository" in capsys.readouterr().err


def test_bench_runs_the_repository_s_script_with_its_own_arguments(capfd, monkeypatch, tmp_path) -> None:
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks" / "beside.py").write_text("FOUND = 'a module beside it'")
    script = "import sys; from beside import FOUND; print(FOUND, sys.argv[1:])"
    (tmp_path / "benchmarks" / "throughput.py").write_text(script)
    monkeypatch.setattr("cardenvs.cli.__file__", str(tmp_path / "cardenvs" / "cli.py"))
    assert run(capfd, "bench", "--help", "--quick") == "a module beside it ['--help', '--quick']\n"


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    """Through a process of its own: the pipe is closed before anything is written."""
    command = [sys.executable, "-m", "cardenvs.cli", "rules", "loo"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141
