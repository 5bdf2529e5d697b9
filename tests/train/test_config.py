"""Configurations: what is read, and what is refused with which words."""

import pathlib

import pytest
import yaml

from cardenvs.errors import InvalidConfig
from cardenvs.train.config import Config, load_config, read_config

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
        ({"learning_rate": "fast"}, "learning_rate: want a number, got 'fast'"),
        ({"learning_rate": -1}, "learning_rate: want a positive number, got -1.0"),
        ({"learning_rate": float("nan")}, "learning_rate: want a number, got nan"),
        ({"num_envs": 2.5}, "num_envs: want an integer, got 2.5"),
        ({"num_envs": True}, "num_envs: want an integer, got True"),
        ({"minibatch": 1000}, r"minibatch: want a divisor of num_envs \* rollout = 8192, got 1000"),
        ({"net": 64}, "net: want a list, got 64"),
        ({"net": [64, "x"]}, r"net\[1\]: want an integer, got 'x'"),
        ({"net": []}, r"net: want a list of positive integers, got \[\]"),
        ({"activation": "tahn"}, "activation: no 'tahn': did you mean 'tanh'"),
        ({"pool": 3}, "pool: want keys and values, got 3"),
        ({"opponents": {"selv": 1}}, r"opponents\.selv: bot: loo has no 'selv'"),
        ({"opponents": {"self": -1}}, "opponents: want shares, not all 0"),
        ({"opponents": {"human": 1}}, r"opponents\.human: a person has no time"),
        ({"evaluation": {"baselines": ["ruls"]}}, r"evaluation\.baselines: bot: loo has no 'ruls'"),
        ({"reward": {"scale": 0}}, r"reward\.scale: want null or a positive number"),
        ({"gamma": 1.5}, "gamma: want a number from 0 to 1"),
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
        (["--seed.x", "1"], r"seed\.x: seed holds no keys|seed: want an integer"),
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
