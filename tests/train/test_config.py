"""Configurations: what is read, and what is refused with which words."""

import pathlib

import pytest
import yaml

from cardenvs.errors import InvalidConfig
from cardenvs.train import ppo
from cardenvs.train.config import Config, load_config, read_config

from .support import small

CONFIGS = sorted((pathlib.Path(__file__).parents[2] / "configs" / "ppo").glob("*.yaml"))
BASE = {"game": "loo", "output": "somewhere"}


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_shipped_configuration_is_valid(path):
    config = load_config(path)
    assert read_config(config.plain()) == config
    assert read_config(yaml.safe_load(yaml.safe_dump(config.plain()))) == config


def test_there_is_a_configuration_for_each_game_and_the_demo():
    assert {path.stem for path in CONFIGS} >= {"demo", "loo", "pam_loo", "irish_loo", "kuhn_poker", "leduc_poker"}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"learning_rat": 1e-3}, "unknown key 'learning_rat': did you mean 'learning_rate'"),
        ({"pool": {"sise": 3}}, "unknown key 'pool.sise': did you mean 'size'"),
        ({"options": {"seat": 3}}, "options: unknown option 'seat': did you mean 'seats'"),
        ({"options": {"seats": 40}}, "options: seats: want 2..16"),
        ({"options": {"seats": "four"}}, "options: seats: want an integer, got 'four'"),
        ({"game": "lou"}, "game: no game 'lou': did you mean 'loo'"),
        ({"learning_rate": "fast"}, "learning_rate: input should be a valid number, got 'fast'"),
        ({"learning_rate": -1}, "learning_rate: input should be greater than 0, got -1"),
        ({"learning_rate": float("nan")}, "learning_rate: input should be a finite number, got nan"),
        ({"num_envs": 2.5}, "num_envs: input should be a valid integer, got 2.5"),
        ({"num_envs": True}, "num_envs: input should be a valid integer, got True"),
        ({"minibatch": 20000}, "minibatch: want at most batch = 16384, got 20000"),
        ({"net": 64}, "net: input should be a valid array, got 64"),
        ({"net": [64, "x"]}, r"net\.1: input should be a valid integer, got 'x'"),
        ({"net": []}, r"net: tuple should have at least 1 item.*, got \[\]"),
        ({"activation": "tahn"}, "activation: input should be 'tanh' or 'relu', got 'tahn'"),
        ({"pool": 3}, "pool: input should be an object, got 3"),
        ({"opponents": {"selv": 1}}, r"opponents\.selv: bot: loo has no 'selv'"),
        ({"opponents": {"self": -1}}, r"opponents\.self: input should be greater than or equal to 0, got -1"),
        ({"opponents": {"self": 0}}, "opponents: want shares, not all 0"),
        ({"opponents": {}}, "opponents: want shares, not all 0"),
        ({"opponents": {"human": 1}}, r"opponents\.human: a person has no time"),
        ({"evaluation": {"baselines": ["ruls"]}}, r"evaluation\.baselines: bot: loo has no 'ruls'"),
        ({"reward": {"scale": 0}}, r"reward\.scale: input should be greater than 0, got 0"),
        ({"gamma": 1.5}, "gamma: input should be less than or equal to 1, got 1.5"),
        ({"seed": "1"}, "seed: input should be a valid integer, got '1'"),
        ({"progress": 1}, "progress: input should be a valid boolean, got 1"),
        ({"output": ""}, "output: string should have at least 1 character, got ''"),
        ({"evaluation": {"final_deals": 1}}, r"evaluation\.final_deals: want 0 or at least 2"),
        ({"gam": "loo", "seed": -1}, "unknown key 'gam': did you mean 'game'"),
    ],
)
def test_what_is_wrong_is_named(values, message):
    with pytest.raises(InvalidConfig, match=message) as error:
        read_config(BASE | values)
    assert "\n" not in str(error.value)


def test_a_missing_key_is_named():
    with pytest.raises(InvalidConfig, match="game: missing"):
        read_config({"output": "x"})


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "run.yaml"
    path.write_text("game: loo\noutput: somewhere\nlearning_rate: 3e-4\noptions: {seats: 3}\n")
    return path


def test_keys_are_replaced_by_words(file):
    words = "--learning-rate 1e-3 --options.seats=4 --opponents.rules 0.5 --net [32,16] --total_steps 2e6".split()
    config = load_config(file, [*words, "--evaluation.baselines", "[]"])
    assert (config.learning_rate, config.options, config.opponents) == (1e-3, {"seats": 4}, {"rules": 0.5})
    assert (config.net, config.total_steps, config.evaluation.baselines) == ((32, 16), 2_000_000, ())
    assert load_config(file).learning_rate == 3e-4


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["learning_rate", "1"], "want --key value, got 'learning_rate'"),
        (["--learning_rate"], "learning_rate: want a value"),
        (["--seed.x", "1"], r"seed: input should be a valid integer, got \{'x': 1\}"),
        (["--poll.size", "1"], "unknown key 'poll': did you mean 'pool'"),
        (["--seed", "[1"], r"seed: '\[1' is no YAML"),
    ],
)
def test_words_that_are_wrong(file, words, message):
    with pytest.raises(InvalidConfig, match=message):
        load_config(file, words)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game: [loo", "no YAML"),
        ("- loo", "want keys and values"),
        ("", "want keys and values"),
        ("game: loo\ngame: loo\noutput: x", "game: given twice"),
    ],
)
def test_a_file_that_is_no_configuration(tmp_path, text, message):
    path = tmp_path / "x.yaml"
    path.write_text(text)
    with pytest.raises(InvalidConfig, match=message) as error:
        load_config(path)
    assert "\n" not in str(error.value)


def test_a_missing_file(tmp_path):
    with pytest.raises(InvalidConfig, match=r"none\.yaml: can't be read"):
        load_config(tmp_path / "none.yaml")


def test_every_key_is_explained():
    text = (pathlib.Path(__file__).parents[2] / "docs" / "training.md").read_text()

    def keys(cls, prefix=""):
        for name, field in cls.__dataclass_fields__.items():
            if hasattr(field.type, "__dataclass_fields__"):
                yield from keys(field.type, f"{prefix}{name}.")
            elif name != "FREE":
                yield prefix + name

    assert [key for key in keys(Config) if f"`{key}`" not in text] == []


def test_every_metric_is_explained(tmp_path):
    ppo.train(small(tmp_path))
    text = (pathlib.Path(__file__).parents[2] / "docs" / "training.md").read_text()
    columns = (tmp_path / "progress.csv").read_text().splitlines()[0].split(",")
    assert len(columns) > 15
    assert [column for column in columns if f"`{column}`" not in text] == []


def test_the_command_line_says_what_is_wrong_in_one_line(tmp_path, capsys):
    path = tmp_path / "x.yaml"
    path.write_text(f"game: kuhn_poker\noutput: {tmp_path / 'run'}\n")
    assert ppo.main(["--config", str(path), "--lerning_rate", "1"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "cardenvs: train: unknown key 'lerning_rate': did you mean 'learning_rate'?\n")


def test_the_command_line_trains(tmp_path, capsys):
    path = tmp_path / "x.yaml"
    path.write_text(yaml.safe_dump(small(tmp_path / "run", evaluation={"final_deals": 10}).plain()))
    assert ppo.main(["--config", str(path), "--total_steps", "128"]) == 0
    assert "policy - random" in capsys.readouterr().out
    assert ppo.main(["--config", str(path), "--total_steps", "192", "--resume"]) == 0


def test_a_device_that_is_not_there(tmp_path):
    with pytest.raises(InvalidConfig, match="device: no 'gpu'"):
        ppo.train(small(tmp_path / "run", device="gpu"))
    assert not (tmp_path / "run").exists()
