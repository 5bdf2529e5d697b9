"""Solving by configuration: what a run leaves, how it goes on, and its strategy as a bot."""

import pathlib

import numpy as np
import pytest

import cardenvs
from cardenvs import arrays, cli, solve
from cardenvs.agents import make_bot
from cardenvs.agents.tabular import load_strategy, save_strategy
from cardenvs.errors import InvalidConfig, InvalidFile, Unsolvable
from cardenvs.solve.tabular import tabulated
from cardenvs.train import cfr
from cardenvs.train.config import load_config, read_config

from .support import outcome_of

CONFIGS = sorted((pathlib.Path(__file__).parents[2] / "configs" / "cfr").glob("*.yaml"))


def small(output, **changes):
    values = {
        "game": "kuhn_poker",
        "output": str(output),
        "algorithm": "cfr+",
        "iterations": 60,
        "measure": 20,
        "checkpoints": {"interval": 25},
        "progress": False,
        "plot": False,
    }
    return read_config(values | changes, cfr.Config)


def outcome(folder):
    return outcome_of(folder, "strategy", cfr.KIND)


class Stopped(Exception):
    pass


def train_until(config, iteration, monkeypatch, resume=False):
    """Solves until after an iteration's work is done, and stops dead."""
    after = cfr._Run._after_chunk

    def stop(run):
        after(run)
        if run.solver.iterations >= iteration:
            raise Stopped

    with monkeypatch.context() as patch:
        patch.setattr(cfr._Run, "_after_chunk", stop)
        with pytest.raises(Stopped):
            cfr.train(config, resume=resume)


ROUNDS = {"algorithm": "external", "workers": 5, "round": 1}


@pytest.mark.parametrize(
    "changes", [*({"algorithm": name} for name in ("cfr", "pcfr+", "external", "outcome")), ROUNDS], ids=str
)
def test_a_resumed_run_is_the_run_that_was_never_stopped(tmp_path, monkeypatch, changes):
    straight, stopped = (small(tmp_path / name, **changes) for name in "ab")
    cfr.train(straight)
    train_until(stopped, 41, monkeypatch)
    train_until(stopped, 55, monkeypatch, resume=True)
    result = cfr.train(stopped, resume=True)
    assert result.iterations == 60
    assert outcome(tmp_path / "a") == outcome(tmp_path / "b")


def test_a_run_can_be_lengthened(tmp_path):
    cfr.train(small(tmp_path / "a", iterations=100))
    cfr.train(small(tmp_path / "b", iterations=40))
    cfr.train(small(tmp_path / "b", iterations=100), resume=True)
    assert outcome(tmp_path / "a") == outcome(tmp_path / "b")


def test_what_a_run_measures_is_what_it_saves(tmp_path):
    result = cfr.train(small(tmp_path))
    tree = solve.build("kuhn_poker")
    table = load_strategy(result.strategy, tree.rules, tree.options)._table
    strategy = table.strategy(tree)
    measured = result.measured
    assert measured["iteration"] == 60
    assert measured["exploitability"] == pytest.approx(solve.exploitability(tree, strategy), abs=1e-6)
    assert measured["nash_conv"] == pytest.approx(2 * measured["exploitability"])
    assert measured["value_0"] == pytest.approx(solve.values(tree, strategy)[0], abs=1e-6)
    rows = (tmp_path / "progress.csv").read_text().splitlines()
    assert rows[0] == "iteration,nash_conv,exploitability,value_0,gain_0,value_1,gain_1"
    assert [row.split(",")[0] for row in rows[1:]] == ["20", "40", "60"]


def test_the_plot_is_a_picture(tmp_path):
    pytest.importorskip("matplotlib")
    cfr.train(small(tmp_path, plot=True))
    assert (tmp_path / "convergence.png").read_bytes().startswith(b"\x89PNG")


def test_an_unmeasured_run_needs_no_tree(tmp_path):
    result = cfr.train(small(tmp_path, algorithm="external", measure=0, max_nodes=1, max_bytes=2_000_000))
    assert result.measured == {}
    with pytest.raises(Unsolvable, match="max_nodes=1"):
        cfr.train(small(tmp_path / "b", algorithm="external", max_nodes=1))
    assert not (tmp_path / "b").exists()


def test_a_solved_strategy_plays_and_is_worth_its_value(tmp_path):
    """Against itself and a uniform player in the arena, beside the exact values."""
    tree = solve.build("kuhn_poker")
    run = solve.CFR(tree, "dcfr")
    run.run(200)
    average = run.average()
    path = tmp_path / "kuhn.safetensors"
    save_strategy(path, tree.rules, tree.options, tabulated(tree, average), {})
    result = cardenvs.arena("kuhn_poker", [path, "random"], deals=20_000, seed=1, progress=False)
    assert result.bots == ("kuhn", "random")
    first, second = average.copy(), average.copy()
    seat_1 = int(tree.flat.first[tree.flat.bounds[1]])
    first[seat_1:], second[2:seat_1] = tree.uniform()[seat_1:], tree.uniform()[2:seat_1]
    exact = (solve.values(tree, first)[0] + solve.values(tree, second)[1]) / 2
    estimate = result.payoff[0]
    assert estimate.mean == pytest.approx(exact, abs=4 * (estimate.high - estimate.low) / 4)
    assert exact > 0.05


def test_a_bot_plays_where_its_table_ends_and_nothing_else_changes(tmp_path):
    """A set that is not in the table is played uniformly; the rest by the table."""
    tree = solve.build("leduc_poker")
    run = solve.MCCFR("leduc_poker", seed=1)
    run.run(5)
    path = tmp_path / "young.safetensors"
    save_strategy(path, tree.rules, tree.options, run.average(), {})
    assert len(run.average().key) < len(tree.key)
    result = cardenvs.arena("leduc_poker", [path, path], deals=200, progress=False)
    assert result.bots == ("young", "young 2")


@pytest.mark.parametrize("damage", ["cut", "widths", "chances", "keys"])
def test_a_damaged_strategy_is_refused(tmp_path, damage):
    path = cfr.train(small(tmp_path)).strategy
    about, content = arrays.read_arrays(path, "strategy")
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:-10])
    else:
        content["width"] = content["width"] + (damage == "widths")
        content["chance"] = content["chance"] - 2 * (damage == "chances")
        content["key"] = content["key"][:: -1 if damage == "keys" else 1].copy()
        content = {"key": content["key"], "width": content["width"].astype(np.int16), "chance": content["chance"]}
        arrays.write_arrays(path, "strategy", about, content)
    rules = cardenvs.spec("kuhn_poker")
    with pytest.raises(InvalidFile, match=r"strategy\.safetensors"):
        make_bot(path, rules, rules.options())


def test_a_strategy_for_other_options_is_refused(tmp_path):
    path = tmp_path / "other.safetensors"
    rules = cardenvs.spec("macao")
    tree = solve.build("kuhn_poker")
    table = tabulated(tree, tree.uniform())
    save_strategy(path, rules, rules.options(seats=3), table, {})
    with pytest.raises(InvalidFile, match="made for macao with seats=3, not 2"):
        make_bot(path, rules, rules.options(seats=2))
    with pytest.raises(InvalidFile, match="made for macao, not for kuhn_poker"):
        make_bot(path, tree.rules, tree.options)


def test_a_new_run_takes_no_used_folder_unless_told_to(tmp_path):
    cfr.train(small(tmp_path))
    first = outcome(tmp_path)
    with pytest.raises(InvalidConfig, match="holds a run already: resume it, or set overwrite"):
        cfr.train(small(tmp_path))
    cfr.train(small(tmp_path, overwrite=True))
    assert outcome(tmp_path) == first


def test_a_run_resumes_with_its_own_keys_alone(tmp_path):
    cfr.train(small(tmp_path))
    with pytest.raises(InvalidFile, match=r"made with algorithm='cfr\+', not 'dcfr'"):
        cfr.train(small(tmp_path, algorithm="dcfr"), resume=True)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"iteration": 5}, "unknown key 'iteration': did you mean 'iterations'"),
        ({"checkpoints": {"keeps": 5}}, r"unknown key 'checkpoints\.keeps': did you mean 'keep'"),
        ({"algorithm": "cfr++"}, "algorithm: input should be"),
        ({"options": {"seats": 3}}, "options: seats"),
        ({"game": "kuhn"}, "game: no game 'kuhn'"),
        ({"algorithm": "external", "alpha": 1.0}, "external sampling has none"),
        ({"measure": 0}, "measure: 0 is for Monte Carlo CFR"),
        ({"epsilon": 0.0}, "epsilon: input should be greater than 0"),
        ({"workers": 2}, "workers: more than one are for Monte Carlo CFR"),
        (ROUNDS | {"iterations": 63}, r"iterations: want a multiple of workers \* round = 5, got 63"),
        (ROUNDS | {"measure": 18}, r"measure: want a multiple of workers \* round = 5, got 18"),
        (ROUNDS | {"checkpoints": {"interval": 24}}, r"checkpoints\.interval: want a multiple of workers"),
    ],
)
def test_a_faulty_configuration_is_refused(tmp_path, changes, message):
    with pytest.raises(InvalidConfig, match=message):
        small(tmp_path, **changes)


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_configuration_is_valid(path):
    assert load_config(path, [], cfr.Config).game


def test_the_command_solves(tmp_path, capsys):
    config = next(path for path in CONFIGS if path.stem == "kuhn_poker")
    words = [
        "--output",
        str(tmp_path),
        "--iterations",
        "50",
        "--measure",
        "25",
        "--progress",
        "false",
        "--plot",
        "no",
    ]
    assert cli.main(["train", "cfr", "--config", str(config), *words]) == 0
    printed = capsys.readouterr().out
    assert "exploitability: " in printed
    assert str(tmp_path / "strategy.safetensors") in printed
    assert cli.main(["train", "cfr", "--config", str(config), *words, "--iteration", "1"]) == 2
    assert "did you mean 'iterations'" in capsys.readouterr().err
