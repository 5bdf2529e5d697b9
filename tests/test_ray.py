"""Matches and Monte Carlo CFR on a cluster of two nodes on this machine: the totals of one process, whatever dies on the way."""

import json
import os
import pathlib
import signal
import sys
import time

import numpy as np
import pytest
import ray
from ray.cluster_utils import Cluster
from ray.exceptions import WorkerCrashedError

from cardenvs import arena, cli, cluster, cross_table, solve
from cardenvs.agents import RandomBot, Turn
from cardenvs.agents.policy import save_policy
from cardenvs.agents.tabular import save_strategy
from cardenvs.cluster import RayPool, connected
from cardenvs.errors import IllegalAction, InvalidArgument
from cardenvs.records import read
from cardenvs.train import cfr
from cardenvs.train.config import read_config

from .train.support import outcome_of

pytestmark = pytest.mark.xdist_group("ray")  # one cluster is enough
BOTS = ["rules", "random"]
NODE = {"num_cpus": 1, "object_store_memory": 80 << 20}
QUICK = {"health_check_period_ms": 500}
"""Milliseconds between two looks at a node; five in vain, and it is dead."""
PATIENCE = 120.0
"""Seconds until what is waited for will not come any more."""


@pytest.fixture(scope="module")
def nodes():
    """Two nodes of one processor each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(
            "RAY_worker_niceness", "0"
        )  # other tests run beside these, which Ray's workers would give way to
        two = Cluster(
            initialize_head=True, head_node_args={**NODE, "include_dashboard": False, "_system_config": QUICK}
        )
        try:
            two.add_node(**NODE)
            yield two
        finally:
            two.shutdown()


@pytest.fixture(scope="module")
def joined(nodes):
    """The same, and the program is connected."""
    with connected(nodes.address):
        yield nodes


def wait_for(condition) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


# What is refused, before there is a connection


def test_without_ray_nothing_begins(monkeypatch, tmp_path, capsys) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    words = ["kuhn_poker", "--bots", *BOTS, "--ray", "--resume", str(tmp_path / "run")]
    for command in ("evaluate", "ladder"):
        assert cli.main([command, *words]) == cli.WRONG
        assert "ray: not installed; it comes with pip install 'cardenvs[ray]'" in capsys.readouterr().err
    config = {
        "game": "kuhn_poker",
        "algorithm": "external",
        "workers": 2,
        "round": 10,
        "iterations": 20,
        "measure": 0,
    }
    with pytest.raises(InvalidArgument, match="ray: not installed"):
        cfr.train(read_config({**config, "output": str(tmp_path / "run")}, cfr.Config), ray=True)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("127.0.0.1:1", "ray: no cluster answers at 127.0.0.1:1"),
        ("127.0.0.1:99999", "ray: no cluster answers at 127.0.0.1:99999"),
        ("here", "ray: want the address of a cluster, host:port, got 'here'"),
    ],
)
def test_a_cluster_that_is_not_there_is_missed_at_once(tmp_path, address, message) -> None:
    with pytest.raises(InvalidArgument, match=message):
        arena("kuhn_poker", BOTS, ray=address, resume=tmp_path / "run")
    assert not list(tmp_path.iterdir())


def test_a_cluster_is_refused_where_it_has_nothing_to_do(tmp_path) -> None:
    with pytest.raises(InvalidArgument, match="workers: want 1 with ray"):
        arena("kuhn_poker", BOTS, workers=2, ray=True)
    config = read_config({"game": "kuhn_poker", "output": str(tmp_path / "run")}, cfr.Config)
    with pytest.raises(InvalidArgument, match="ray: a cluster is for Monte Carlo CFR with workers"):
        cfr.train(config, ray=True)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--resume"], "ray: a run by RLlib can't be resumed"),
        (
            ["--value_target", "popart", "--average.kind", "play"],
            "RLlib's PPO wants average.kind=none, value_target=none",
        ),
        (["--opponents", "{self: 1, rules: 1}"], "RLlib's PPO wants opponents={self: 1}"),
        ([], "ray: want RLlib, pip install 'ray[rllib]'"),
    ],
)
def test_ppo_on_a_cluster_says_what_it_lacks(monkeypatch, tmp_path, capsys, words, message) -> None:
    monkeypatch.setitem(sys.modules, "cardenvs.train.rllib", None)
    config = pathlib.Path(__file__).parents[1] / "configs/ppo/kuhn_ray.yaml"
    words = ["train", "ppo", "--config", str(config), "--output", str(tmp_path / "run"), "--ray", *words]
    assert cli.main(words) == cli.WRONG
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


# The command line: it connects, and lets go


def test_a_command_plays_on_a_cluster_and_changes_no_number(nodes, capfd) -> None:
    words = ["evaluate", "kuhn_poker", "--bots", *BOTS, "--deals", "300", "--seed", "5", "--json"]
    assert cli.main([*words, "--ray", nodes.address]) == 0
    assert not ray.is_initialized()
    there = capfd.readouterr().out
    assert cli.main(words) == 0
    assert json.loads(there) == json.loads(capfd.readouterr().out)


def test_a_command_solves_on_a_cluster_to_the_same_bits(nodes, tmp_path) -> None:
    config = tmp_path / "kuhn.yaml"
    lines = (
        "game: kuhn_poker",
        "algorithm: outcome",
        "workers: 3",
        "round: 100",
        "iterations: 900",
        "measure: 300",
    )
    config.write_text("\n".join([*lines, "plot: false", "progress: false", "output: nowhere"]))
    words = ["train", "cfr", "--config", str(config), "--output"]
    assert cli.main([*words, str(tmp_path / "here")]) == 0
    assert cli.main([*words, str(tmp_path / "there"), "--ray", nodes.address]) == 0
    here, there = (outcome_of(tmp_path / name, "strategy", cfr.KIND) for name in ("here", "there"))
    assert here == there


# Matches


def test_a_match_on_a_cluster_is_the_match_in_one_process(joined, tmp_path) -> None:
    files = {name: tmp_path / name for name in ("here", "there", "run")}
    many = {"deals": 700, "seed": 3, "batch": 100, "stop": 0.0}
    here = arena("leduc_poker", BOTS, record=files["here"], **many)
    there = arena("leduc_poker", BOTS, record=files["there"], resume=files["run"], ray=True, **many)
    assert here == there
    assert files["here"].read_text() == files["there"].read_text()
    assert len(read(files["there"]).games) == 2 * there.deals
    again = arena("leduc_poker", BOTS, resume=files["run"], record=tmp_path / "again", **many)
    assert again == here


def test_every_bot_against_every_other_on_a_cluster(joined, tmp_path) -> None:
    tree = solve.build("kuhn_poker")
    uniform, network = tmp_path / "uniform.safetensors", tmp_path / "network.safetensors"
    save_strategy(uniform, tree.rules, tree.options, solve.MCCFR("kuhn_poker").average(), {})
    size, actions = tree.rules.layout_of(tree.options).size, tree.rules.actions
    weights = np.random.default_rng(1).normal(size=(actions, size)).astype(np.float32)
    save_policy(network, tree.rules, tree.options, [(weights, np.zeros(actions, np.float32))], "tanh", {})
    bots = ["rules", network, uniform]
    there = cross_table("kuhn_poker", bots, deals=60, ray=True, resume=tmp_path / "run")
    assert there == cross_table("kuhn_poker", bots, deals=60)
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == ["0-1.jsonl", "0-2.jsonl", "1-2.jsonl"]


class Folder(RandomBot):
    """Folds, which nobody may who faces no raise."""

    name = "folder"

    def act(self, turn: Turn) -> np.ndarray:
        return np.zeros(len(turn.mask), np.int64)


def test_an_error_on_a_node_is_told_as_any_other(joined) -> None:
    with pytest.raises(IllegalAction, match=r"^leduc_poker: bot folder may not fold") as caught:
        arena("leduc_poker", [Folder(), "random"], deals=20, ray=True)
    assert type(caught.value) is IllegalAction


def test_a_node_with_another_version_is_refused(joined, monkeypatch) -> None:
    monkeypatch.setattr(cluster, "version", lambda _: "9.9")
    with RayPool() as pool, pytest.raises(InvalidArgument, match=r"a node .* has cardenvs .*, this machine 9\.9"):
        pool.submit(abs, 1).result()


# What dies on the way


class Mortal(RandomBot):
    """Plays as `random`; its first decision kills the process that it lives in, and that process's node, if so told."""

    name = "mortal"

    def __init__(self, mark: pathlib.Path, node: str = "") -> None:
        super().__init__()
        self.mark, self.node = mark, node

    def act(self, turn: Turn) -> np.ndarray:
        if self.node and ray.get_runtime_context().get_node_id() != self.node:
            wait_for(self.mark.exists)
        elif not self.mark.exists():
            self.mark.write_text("dead")
            if self.node:
                os.kill(os.getppid(), signal.SIGKILL)
            os.kill(os.getpid(), signal.SIGKILL)
        return super().act(turn)


def check_whole(path: pathlib.Path, mortal: Mortal, result: object, deals: int) -> None:
    """Nothing is missing of a match between a mortal and `random`, and nothing is there twice."""
    assert mortal.mark.read_text() == "dead"
    plain = arena("kuhn_poker", [mortal, "random"], deals=deals, seed=1, resume=path)
    assert plain == result == arena("kuhn_poker", [mortal, "random"], deals=deals, seed=1)
    lines = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    done = sorted((line["first"], len(line["values"])) for line in lines)
    assert [first for first, _ in done] == [sum(many for _, many in done[:k]) for k in range(len(done))]
    assert sum(many for _, many in done) == deals


def test_a_killed_worker_loses_no_result(joined, tmp_path) -> None:
    mortal, path = Mortal(tmp_path / "mark"), tmp_path / "run"
    result = arena("kuhn_poker", [mortal, "random"], deals=200, seed=1, batch=40, ray=True, resume=path)
    check_whole(path, mortal, result, 200)


def test_a_killed_node_loses_no_result(joined, tmp_path) -> None:
    third = joined.add_node(**NODE)
    mortal, path = Mortal(tmp_path / "mark", third.node_id), tmp_path / "run"
    result = arena("kuhn_poker", [mortal, "random"], deals=200, seed=1, batch=40, ray=True, resume=path)
    mortal.node = ""
    check_whole(path, mortal, result, 200)
    wait_for(lambda: [node["Alive"] for node in ray.nodes() if node["NodeID"] == third.node_id] == [False])
    joined.remove_node(third, allow_graceful=False)


def test_what_kills_every_worker_is_given_up(joined, monkeypatch) -> None:
    monkeypatch.setattr(cluster, "RETRIES", 1)
    with RayPool() as pool, pytest.raises(WorkerCrashedError):
        pool.submit(os.abort).result()


# Monte Carlo CFR


def met(folder: pathlib.Path, others: int) -> str:
    """Waits until as many have come as are expected, so that none can do the work of two; says on which node it was."""
    (folder / str(os.getpid())).touch()
    wait_for(lambda: len(list(folder.iterdir())) == others)
    return str(ray.get_runtime_context().get_node_id())


def test_both_nodes_work(joined, tmp_path) -> None:
    with RayPool() as pool:
        futures = [pool.submit(met, tmp_path, 2) for _ in range(2)]
        assert len({future.result() for future in futures}) == 2


class Deadly(RayPool):
    """The first unit of work kills its worker."""

    def __init__(self, mark: pathlib.Path) -> None:
        super().__init__()
        self.mark = mark

    def submit(self, fn, /, *args):
        return super().submit(mortally, self.mark, fn, *args)


def mortally(mark: pathlib.Path, fn, *args):
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return fn(*args)


@pytest.mark.parametrize("method", ["external", "outcome"])
def test_rounds_on_a_cluster_are_the_rounds_of_threads(joined, tmp_path, method) -> None:
    settings = {"workers": 3, "each": 200, "seed": 4}
    here = solve.Rounds("leduc_poker", method, **settings)
    here.run(1800)
    with Deadly(tmp_path / "mark") as pool:
        there = solve.Rounds("leduc_poker", method, pool=pool, **settings)
        there.run(1800)
    assert (tmp_path / "mark").exists()
    for name, array in here.state_dict().items():
        assert np.array_equal(array, there.state_dict()[name]), name
