"""Deep CFR: it learns what the exact solvers find, samples what they compute, goes on where it was stopped, and plays."""

import pathlib

import numpy as np
import pytest

import cardenvs
from cardenvs import arrays, cli, solve
from cardenvs.agents import make_bot
from cardenvs.agents.networks import NETWORKS
from cardenvs.core.random import stream
from cardenvs.errors import InvalidConfig, InvalidFile
from cardenvs.solve.networks import blank_weights, put_layers, strategy
from cardenvs.solve.traversal import blank_memory, blank_scratch, merged, traverse
from cardenvs.solve.views import views
from cardenvs.train import deep_cfr
from cardenvs.train.config import load_config, read_config
from cardenvs.train.network import Network

from .support import outcome_of

CONFIGS = pathlib.Path(__file__).parents[2] / "configs" / "deep_cfr"


def small(output, **changes):
    values = {
        "game": "kuhn_poker",
        "output": str(output),
        "iterations": 6,
        "plays": 20,
        "capacity": 300,
        "width": 8,
        "gradient_steps": 5,
        "log": 2,
        "checkpoints": {"interval": 2},
        "progress": False,
        "plot": False,
    }
    return read_config(values | changes, deep_cfr.Config)


def outcome(folder):
    return outcome_of(folder, NETWORKS, deep_cfr.KIND)


@pytest.mark.parametrize(
    ("game", "seed", "limit", "value"),
    [*(("kuhn_poker", seed, 0.05, -1 / 18) for seed in range(3)), ("leduc_poker", 0, 0.35, -0.0856)],
)
def test_it_learns_poker(tmp_path, game, seed, limit, value):
    """docs/solving.md has three seeds of Leduc poker."""
    words = [
        "--output",
        str(tmp_path),
        "--seed",
        str(seed),
        "--progress",
        "false",
        "--plot",
        "false",
        "--log",
        "100",
    ]
    result = deep_cfr.train(load_config(CONFIGS / f"{game}.yaml", words, deep_cfr.Config))
    assert result.measured["nash_conv"] < limit
    assert result.measured["value_0"] == pytest.approx(value, abs=limit)


def test_the_compiled_network_is_torchs():
    net = Network([11, 8, 8, 2], "relu", 1.0)
    weights = blank_weights(2, 11, 2, 8, 2)
    put_layers(weights, 1, net.layers())
    tree = solve.build("kuhn_poker")
    seen = views(tree)
    wanted = np.maximum(net.logits(seen.observation), 0)
    total = wanted.sum(1, keepdims=True)
    sure = total[:, 0] > 1e-3  # elsewhere the best action is played
    got = strategy(tree, seen, weights, [1, 1])[2:].reshape(-1, 2)
    assert sure.any()
    assert got[sure] == pytest.approx(wanted[sure] / total[sure], abs=1e-4)
    assert (strategy(tree, seen, weights, [0, 0]) == tree.uniform()).all()


@pytest.mark.parametrize("game", ["kuhn_poker", "leduc_poker"])
def test_every_information_set_is_seen_and_none_looks_like_another(game):
    tree = solve.build(game)
    seen = views(tree)
    assert (seen.mask.sum(1) == np.diff(tree.flat.first)).all()
    assert len(np.unique(np.hstack([seen.observation, seen.mask]), axis=0)) == len(tree.key)


def test_the_mean_of_the_memory_is_the_exact_regret():
    """Everybody plays uniformly; regrets are per visit, of which external sampling makes as many as the others let it."""
    tree = solve.build("kuhn_poker")
    exact = solve.CFR(tree, "cfr", alternating=False)
    exact.run(1)
    wanted = exact.state_dict()["regret"][2:].reshape(-1, 2)
    rules, options, seen = tree.rules, tree.options, views(tree)
    scratch, plays = blank_scratch(rules, options, 4), 40_000
    found = np.zeros((len(tree.key), 2))
    for seat in range(2):
        memory = blank_memory(5 * plays, 2)
        memory = traverse(
            np.zeros(5, rules.state), scratch, rules.blank(options), stream(3, seat), seat, plays,
            blank_weights(1, 11, 2, 4, 1), np.zeros(2, np.int64), 1.0, 1.0, memory,
        )  # fmt: skip
        assert memory.met[0] <= 5 * plays
        row, regret, weight = merged(memory)
        assert weight.sum() == memory.met[0]
        for k, mean, visits in zip(row, regret, weight, strict=True):
            observation = np.zeros(11, np.float32)
            observation[memory.feature[k, : memory.length[k]]] = memory.value[k, : memory.length[k]]
            (at,) = np.flatnonzero((seen.observation == observation).all(1))
            found[at] += mean * visits / plays
    assert found == pytest.approx(wanted, abs=0.02)
    assert np.abs(wanted).max() > 0.1


def test_the_memory_is_a_uniform_sample_of_all_that_was_met():
    rules = cardenvs.spec("kuhn_poker")
    options = rules.options()
    memory = blank_memory(400, 2)
    for weight in range(1, 5):
        memory = traverse(
            np.zeros(5, rules.state), blank_scratch(rules, options, 4), rules.blank(options), stream(weight), 1, 500,
            blank_weights(1, 11, 2, 4, 1), np.zeros(2, np.int64), 1.0, float(weight), memory,
        )  # fmt: skip
    assert memory.met[0] == 2000
    counts = np.bincount(memory.weight.astype(int), minlength=5)[1:]
    assert counts.sum() == 400
    assert (np.abs(counts - 100) < 40).all()  # more than four deviations


def test_rows_grow_with_the_longest_observation(monkeypatch):
    monkeypatch.setattr("cardenvs.solve.traversal.FEATURES", 1)
    solver = deep_cfr.DeepCFR(small("unused"))
    solver.iterate()
    for memory in solver.memories:
        assert memory.feature.shape[1] == memory.value.shape[1] == memory.length.max() > 2
        assert (memory.value[: memory.used, 0] == 1).all()


@pytest.mark.parametrize("networks", ["seat", "shared"])
def test_a_resumed_run_is_the_run_that_was_never_stopped(tmp_path, networks):
    deep_cfr.train(small(tmp_path / "a", networks=networks))
    stopped = small(tmp_path / "b", networks=networks, iterations=4)
    deep_cfr.train(stopped)
    result = deep_cfr.train(small(tmp_path / "b", networks=networks), resume=True)
    assert result.iterations == 6
    assert outcome(tmp_path / "a") == outcome(tmp_path / "b")
    with pytest.raises(InvalidFile, match="made with width=8, not 9"):
        deep_cfr.train(small(tmp_path / "b", networks=networks, width=9), resume=True)


def test_the_bot_plays_what_was_measured(tmp_path):
    """Against a uniform player, beside the exact value of the average strategy."""
    config = small(tmp_path, iterations=8, plays=200, capacity=20_000, gradient_steps=40)
    path = deep_cfr.train(config).strategy
    solver, tree = deep_cfr.DeepCFR(config), solve.build("kuhn_poker")
    solver.load_state_dict(arrays.read_arrays(sorted(tmp_path.glob("checkpoints/*"))[-1], deep_cfr.KIND)[1])
    own = deep_cfr.average(tree, views(tree), solver)
    first, second = own.copy(), own.copy()
    seat_1 = int(tree.flat.first[tree.flat.bounds[1]])
    first[seat_1:], second[2:seat_1] = tree.uniform()[seat_1:], tree.uniform()[2:seat_1]
    exact = (solve.values(tree, first)[0] + solve.values(tree, second)[1]) / 2
    estimate = cardenvs.arena("kuhn_poker", [path, "random"], deals=20_000, seed=1, progress=False).payoff[0]
    assert estimate.mean == pytest.approx(exact, abs=estimate.high - estimate.low)
    assert exact > 0.05


@pytest.mark.parametrize("damage", ["cut", "shape", "share", "finite"])
def test_a_damaged_file_is_refused(tmp_path, damage):
    path = deep_cfr.train(small(tmp_path)).strategy
    about, content = arrays.read_arrays(path, NETWORKS)
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:-10])
    else:
        content["last"] = content["last"][:, : 1 if damage == "shape" else 2].copy()
        content["share"] = content["share"] - (damage == "share")
        content["base"][0, 0] = np.nan if damage == "finite" else 0
        arrays.write_arrays(path, NETWORKS, about, content)
    rules = cardenvs.spec("kuhn_poker")
    with pytest.raises(InvalidFile, match=r"strategy\.safetensors"):
        make_bot(path, rules, rules.options())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"play": 5}, "unknown key 'play': did you mean 'plays'"),
        ({"networks": "one"}, "networks: input should be"),
        ({"game": "kuhn"}, "game: no game 'kuhn'"),
        ({"learning_rate": 0.0}, "learning_rate: input should be greater than 0"),
    ],
)
def test_a_faulty_configuration_is_refused(tmp_path, changes, message):
    with pytest.raises(InvalidConfig, match=message):
        small(tmp_path, **changes)


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_configuration_is_valid(path):
    assert load_config(path, [], deep_cfr.Config).game


def test_the_command_trains(tmp_path, capsys):
    words = ["--config", str(CONFIGS / "kuhn_poker.yaml"), "--output", str(tmp_path), "--progress", "false"]
    assert cli.main(["train", "deep_cfr", *words, "--iterations", "2", "--plays", "10"]) == 0
    printed = capsys.readouterr().out
    assert "nash_conv: " in printed
    assert str(tmp_path / "strategy.safetensors") in printed
    assert (tmp_path / "convergence.png").read_bytes().startswith(b"\x89PNG")
    assert cli.main(["train", "deep_cfr", *words, "--iteration", "1"]) == 2
    assert "did you mean 'iterations'" in capsys.readouterr().err
