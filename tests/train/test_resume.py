"""A run that was stopped goes on to the same bits."""

import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from cardenvs import arrays
from cardenvs.errors import InvalidConfig, InvalidFile
from cardenvs.train import ppo
from cardenvs.train.checkpoint import checkpoints

from .support import small


def outcome(folder):
    """The bytes of all that a run leaves but clock times."""
    last = checkpoints(folder / "checkpoints")[-1]
    head, tensors = arrays.read_arrays(last, "PPO checkpoint")
    policy = arrays.read_arrays(folder / "policy.safetensors", "policy")[1]
    logs = [(folder / name).read_bytes() for name in ("progress.csv", "evaluation.csv")]
    return {key: head[key] for key in head if key != "about"}, tensors, policy, logs


def assert_same(one, other):
    assert one[0] == other[0]
    for mine, theirs in ((one[1], other[1]), (one[2], other[2])):
        assert mine.keys() == theirs.keys()
        for name, array in mine.items():
            assert array.tobytes() == theirs[name].tobytes(), name
    assert one[3] == other[3]


class Stopped(Exception):
    pass


def train_until(config, update, monkeypatch, resume=False):
    """Trains until after an update's work is done, and stops dead."""
    one_update = ppo._Run.one_update

    def stop(run):
        one_update(run)
        if run.update == update:
            raise Stopped

    with monkeypatch.context() as patch:
        patch.setattr(ppo._Run, "one_update", stop)
        with pytest.raises(Stopped):
            ppo.train(config, resume=resume)


PLAY = {"kind": "play", "capacity": 100, "minibatch": 16, "gradient_steps": 2}


@pytest.mark.parametrize(
    "game", [{"game": "kuhn_poker", "average": PLAY}, {"game": "loo", "options": {"seats": 3}}]
)
def test_a_resumed_run_is_the_run_that_was_never_stopped(tmp_path, monkeypatch, game):
    straight, stopped = small(tmp_path / "a", **game), small(tmp_path / "b", **game)
    ppo.train(straight)
    train_until(stopped, 5, monkeypatch)  # two updates and a match beyond the checkpoint
    train_until(stopped, 10, monkeypatch, resume=True)
    result = ppo.train(stopped, resume=True)
    assert result.updates == 12
    assert_same(outcome(tmp_path / "a"), outcome(tmp_path / "b"))


def test_a_killed_process_is_resumed(tmp_path):
    arguments = {"total_steps": 60 * 64, "checkpoints": {"interval": 1}, "evaluation": {"interval": 0}}
    straight, killed = small(tmp_path / "a", **arguments), small(tmp_path / "b", **arguments)
    ppo.train(straight)
    program = f"from cardenvs.train.ppo import *; from cardenvs.train.config import read_config; train(read_config({killed.plain()}))"
    with subprocess.Popen([sys.executable, "-c", program]) as process:
        while len(checkpoints(tmp_path / "b" / "checkpoints")) < 2 and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert not (tmp_path / "b" / "policy.safetensors").exists()
    ppo.train(killed, resume=True)
    assert_same(outcome(tmp_path / "a"), outcome(tmp_path / "b"))


def test_a_finished_run_resumed_is_done_at_once(tmp_path):
    config = small(tmp_path)
    ppo.train(config)
    before = outcome(tmp_path)
    ppo.train(config, resume=True)
    assert_same(before, outcome(tmp_path))


def test_a_run_can_be_lengthened(tmp_path):
    ppo.train(small(tmp_path))
    assert ppo.train(small(tmp_path, total_steps=14 * 64), resume=True).updates == 14


def test_only_the_latest_checkpoints_are_kept(tmp_path):
    ppo.train(small(tmp_path))
    assert [path.stem for path in checkpoints(tmp_path / "checkpoints")] == ["update-00000009", "update-00000012"]
    assert not list(tmp_path.rglob("*.tmp"))


def test_a_new_run_takes_no_used_folder_unless_told_to(tmp_path):
    ppo.train(small(tmp_path))
    first = outcome(tmp_path)
    with pytest.raises(InvalidConfig, match="holds a run already: resume it, or set overwrite"):
        ppo.train(small(tmp_path))
    ppo.train(small(tmp_path, overwrite=True))
    assert_same(first, outcome(tmp_path))


def test_a_run_resumes_with_its_own_keys_alone(tmp_path):
    ppo.train(small(tmp_path))
    with pytest.raises(InvalidFile, match="made with seed=0, not 5"):
        ppo.train(small(tmp_path, seed=5), resume=True)


@pytest.mark.parametrize("damage", ["cut", "flipped", "foreign", "policy"])
def test_a_damaged_checkpoint_is_refused(tmp_path, damage):
    config = small(tmp_path)
    ppo.train(config)
    path = checkpoints(tmp_path / "checkpoints")[-1]
    data = bytearray(path.read_bytes())
    if damage == "cut":
        path.write_bytes(data[:-100])
    elif damage == "flipped":
        data[-50] ^= 1
        path.write_bytes(data)
    elif damage == "foreign":
        path.write_bytes(b"PK" + bytes(1000))
    else:
        path.write_bytes((tmp_path / "policy.safetensors").read_bytes())
    with pytest.raises(InvalidFile, match=path.name):
        ppo.train(config, resume=True)


@pytest.mark.parametrize("name", ["rows", "games.states", "pool.0.bias", "policy.rest.1.weight"])
def test_a_checkpoint_that_does_not_fit_is_refused(tmp_path, name):
    config = small(tmp_path)
    ppo.train(config)
    path = checkpoints(tmp_path / "checkpoints")[-1]
    head, tensors = arrays.read_arrays(path, "PPO checkpoint")
    tensors[name] = np.zeros(3, tensors[name].dtype)
    arrays.write_arrays(path, "PPO checkpoint", head, tensors)
    with pytest.raises(InvalidFile, match=path.name):
        ppo.train(config, resume=True)


def test_logs_shorter_than_the_checkpoint_are_refused(tmp_path):
    config = small(tmp_path)
    ppo.train(config)
    (tmp_path / "progress.csv").write_text("gone")
    with pytest.raises(InvalidFile, match=r"progress\.csv"):
        ppo.train(config, resume=True)
