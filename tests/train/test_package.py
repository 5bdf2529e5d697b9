"""Packaged policies: what ships is half precision, measured, named, and plays one set of options."""

import numpy as np
import pytest

from cardenvs import arena, spec
from cardenvs.agents import make_bot, packaged
from cardenvs.agents.policy import read_policy, save_policy
from cardenvs.errors import InvalidArgument, InvalidFile
from cardenvs.train import package

RULES = spec("leduc_poker")
OPTIONS = RULES.options()
TRAINING = {"seed": 7, "evaluation": {"baselines": ["random"]}}


def layers(*sizes):
    random = np.random.default_rng(0)
    pairs = zip(sizes, sizes[1:], strict=False)
    return [
        (random.normal(size=(b, a)).astype(np.float32), random.normal(size=b).astype(np.float32)) for a, b in pairs
    ]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(packaged, "FOLDER", tmp_path / "policies")
    save_policy(tmp_path / "policy.safetensors", RULES, OPTIONS, layers(38, 8, 3), "tanh", TRAINING, greedy=True)
    package.package(tmp_path, packaged.FOLDER, deals=10)
    return packaged.FOLDER


def test_a_packaged_policy_plays_by_its_name(folder):
    assert packaged.packaged_names() == ("ppo:leduc_poker",)
    bot = make_bot("ppo:leduc_poker", RULES, OPTIONS)
    assert (bot.name, bot.greedy) == ("ppo:leduc_poker", True)
    seen = np.random.default_rng(1).random((5, 38), np.float32)
    full = make_bot(folder.parent / "policy.safetensors", RULES, OPTIONS)
    np.testing.assert_allclose(bot.logits(seen), full.logits(seen), rtol=0.01, atol=0.02)
    assert (
        arena("leduc_poker", ["ppo:leduc_poker", "random"], deals=2, progress=False).bots[0] == "ppo:leduc_poker"
    )


def test_it_says_how_it_was_made_and_what_it_won(folder):
    about, arrays = read_policy(folder / "leduc_poker.safetensors")
    assert {bias.dtype.name for _, bias in arrays} == {"float16"}
    assert about["training"] == TRAINING
    result = about["arena"]["random"]
    assert (result["bots"], result["deals"]) == (["ppo:leduc_poker", "random"], 10)


def test_it_refuses_what_it_was_not_trained_for(folder):
    with pytest.raises(InvalidArgument, match="bot: ppo:leduc_poker plays leduc_poker, not kuhn_poker"):
        make_bot("ppo:leduc_poker", spec("kuhn_poker"), spec("kuhn_poker").options())
    with pytest.raises(InvalidArgument, match="no 'ppo:chess'; packaged are ppo:leduc_poker"):
        make_bot("ppo:chess", RULES, OPTIONS)
    save_policy(
        folder / "loo.safetensors", spec("loo"), spec("loo").options(seats=4), layers(700, 8, 59), "tanh", {}
    )
    with pytest.raises(InvalidFile, match=r"^bot: ppo:loo: made for loo with seats=4, not 5$"):
        make_bot("ppo:loo", spec("loo"), spec("loo").options(seats=5))


def test_a_policy_that_is_too_large_is_not_packaged(tmp_path):
    save_policy(tmp_path / "x.safetensors", RULES, OPTIONS, layers(38, 1000, 500, 3), "tanh", TRAINING)
    with pytest.raises(InvalidFile, match="bytes in half precision; want at most 1,000,000"):
        package.package(tmp_path / "x.safetensors", tmp_path / "out", deals=2)
    assert not list((tmp_path / "out").iterdir())


def test_the_policies_that_ship_play_and_won_what_they_say():
    for name in packaged.packaged_names():
        path = packaged.FOLDER / f"{name.removeprefix(packaged.PREFIX)}.safetensors"
        about, _ = read_policy(path)
        rules = spec(about["game"])
        options = rules.options(**about["options"])
        assert path.stem == rules.name
        assert path.stat().st_size <= package.MOST_BYTES
        assert about["training"]["game"] == rules.name
        assert about["arena"].keys() >= {"random"}
        assert all(result["deals"] >= 2000 for result in about["arena"].values())
        make_bot(name, rules, options)


def test_the_command_line(tmp_path, capsys):
    assert package.main([str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.startswith("cardenvs: package: ")
