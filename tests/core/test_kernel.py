"""The disk cache of compiled code: it follows the sources, and nothing that befalls it changes a result.

Every test runs a copy of the package, laid out as it is installed, in processes of its own.
"""

import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import sys
from typing import Any

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PLAY = """
import json, sys
import cardenvs
from cardenvs.core.kernel import cache_folder, kernels
moves = {"kuhn_poker": "bet bet", "leduc_poker": "raise fold"}
paid = {}
for game in sys.argv[1:]:
    table = cardenvs.table(game)
    hands = "KS | QS" if game == "kuhn_poker" else "KS | QH"
    paid[game] = table.reset(hands=hands).play(moves[game]).payoffs
misses = {f"{k.__module__}.{k.__name__}": sum(k.stats.cache_misses.values()) for k in kernels()}
hits = sum(sum(k.stats.cache_hits.values()) for k in kernels())
print(json.dumps([paid, sum(misses.values()), hits, cardenvs.__file__, str(cache_folder())]))
"""


@dataclasses.dataclass
class Copy:
    """A copy of the package and a cache folder."""

    folder: pathlib.Path
    cache: pathlib.Path

    def begin(self, *games: str) -> subprocess.Popen[str]:
        environment = os.environ | {"PYTHONPATH": str(self.folder), "NUMBA_CACHE_DIR": str(self.cache)}
        return subprocess.Popen(
            [sys.executable, "-W", "always::RuntimeWarning", "-c", PLAY, *games],
            env=environment,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def end(self, process: subprocess.Popen[str]) -> "Outcome":
        out, err = process.communicate()
        assert process.returncode == 0, err
        paid, misses, hits, package, cache = json.loads(out)
        assert pathlib.Path(package).is_relative_to(self.folder)
        assert pathlib.Path(cache) == self.cache
        return Outcome(paid, misses, hits, err)

    def play(self, *games: str) -> "Outcome":
        return self.end(self.begin(*games))

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.folder / "cardenvs" / file
        text = path.read_text()
        assert text.count(old) == 1
        path.write_text(text.replace(old, new))


@dataclasses.dataclass
class Outcome:
    paid: dict[str, Any]
    misses: int
    hits: int
    err: str


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy of the package with both calibration games compiled."""
    folder = tmp_path_factory.mktemp("package")
    clean = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "cardenvs", folder / "cardenvs", ignore=clean)
    shutil.copytree(ROOT / "agents", folder / "cardenvs" / "agents", ignore=clean)
    shutil.copytree(ROOT / "train", folder / "cardenvs" / "train", ignore=clean)
    copy = Copy(folder, folder / "cache")
    first = copy.play("kuhn_poker", "leduc_poker")
    assert first.paid == {"kuhn_poker": [2, -2], "leduc_poker": [1, -1]}
    assert first.misses > 0
    return copy


@pytest.fixture
def copied(package: Copy, tmp_path: pathlib.Path) -> Copy:
    """The compiled copy for one test to change."""
    shutil.copytree(package.folder, tmp_path / "copy")
    return Copy(tmp_path / "copy", tmp_path / "copy" / "cache")


def test_a_second_process_compiles_nothing(package: Copy) -> None:
    again = package.play("kuhn_poker", "leduc_poker")
    assert again.misses == 0
    assert again.hits > 0
    assert "compiling" not in again.err


def test_the_cache_is_kept_where_numba_is_told(package: Copy) -> None:
    kept = [path.name for path in package.cache.iterdir()]
    assert any("drivers.step" in name for name in kept)
    assert all(name.endswith(".nbc") for name in kept)


def test_an_edited_rule_takes_effect_and_leaves_the_other_game_compiled(copied: Copy) -> None:
    copied.edit("games/kuhn_poker.py", "s.payoff[winner] += s.stake[0] + s.stake[1]", "s.payoff[winner] += 77")
    other = copied.play("leduc_poker")
    assert (other.paid, other.misses) == ({"leduc_poker": [1, -1]}, 0)
    edited = copied.play("kuhn_poker")
    assert edited.paid == {"kuhn_poker": [75, -2]}
    assert edited.misses > 0
    assert copied.play("kuhn_poker", "leduc_poker").misses == 0


def test_an_edit_of_the_core_takes_effect_in_every_game(copied: Copy) -> None:
    copied.edit(
        "core/drivers.py",
        "    apply(states, i, action)\n\n\n@kernel\ndef observe_in",
        "    states[i].over = True\n\n\n@kernel\ndef observe_in",
    )
    process = copied.begin("leduc_poker")
    _, err = process.communicate()
    assert process.returncode != 0
    assert "GameOver" in err  # the first move ended the game


def test_an_edit_that_is_taken_back_finds_the_old_code(copied: Copy) -> None:
    copied.edit("games/kuhn_poker.py", "s.stake[s.seat] += 1", "s.stake[s.seat] += 2")
    assert copied.play("kuhn_poker").misses > 0
    copied.edit("games/kuhn_poker.py", "s.stake[s.seat] += 2", "s.stake[s.seat] += 1")
    assert copied.play("kuhn_poker").misses == 0


def test_an_unwritable_cache_folder_costs_one_warning(package: Copy, tmp_path: pathlib.Path) -> None:
    (tmp_path / "file").write_text("in the way")
    outcome = Copy(package.folder, tmp_path / "file" / "cache").play("kuhn_poker")
    assert outcome.paid == {"kuhn_poker": [2, -2]}
    assert outcome.err.count("RuntimeWarning: compiled code can't be kept") == 1


def test_processes_that_compile_at_once_do_not_disturb_each_other(package: Copy, tmp_path: pathlib.Path) -> None:
    copy = Copy(package.folder, tmp_path / "cache")
    processes = [copy.begin("kuhn_poker") for _ in range(2)]
    outcomes = [copy.end(process) for process in processes]
    assert all(outcome.paid == {"kuhn_poker": [2, -2]} for outcome in outcomes)
    assert not list(copy.cache.glob("*.tmp"))
    assert copy.play("kuhn_poker").misses == 0


def test_damaged_code_is_compiled_anew(copied: Copy) -> None:
    files = sorted(copied.cache.glob("*"))
    for k, path in enumerate(files):
        code = bytearray(path.read_bytes())
        if k % 3 == 0:
            path.write_bytes(b"")
        elif k % 3 == 1:
            path.write_bytes(code[: len(code) // 2])
        else:
            code[len(code) // 2] ^= 0xFF
            path.write_bytes(code)
    mended = copied.play("kuhn_poker")
    assert mended.paid == {"kuhn_poker": [2, -2]}
    assert mended.hits == 0
    assert copied.play("kuhn_poker").misses == 0


CONSTANTS = """
from cardenvs.core.kernel import kernel
from cardenvs.core.knowledge import token
ONE, TWO = 1, 2
@kernel
def both(value):
    return token(ONE, value) + token(TWO, value) + token(TWO, 3)
print(both(5) == token.py_func(1, 5) + token.py_func(2, 5) + token.py_func(2, 3), len(token.signatures))
"""


def test_a_constant_as_an_argument_compiles_no_copy_of_its_own(tmp_path: pathlib.Path) -> None:
    script = tmp_path / "constants.py"
    script.write_text(CONSTANTS)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    out = subprocess.run([sys.executable, script], env=environment, check=True, stdout=subprocess.PIPE, text=True)
    assert out.stdout.split() == ["True", "1"]
