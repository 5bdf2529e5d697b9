"""Programs as bots: what they are told, and that whatever they do the match goes on and nothing of them stays."""

import json
import pathlib
import pickle
import re
import sys
import textwrap
import time

import numpy as np
import pytest

from cardenvs import arena, spec, table
from cardenvs.agents import Turn, make_bot
from cardenvs.agents.bot import FORFEIT, single_move
from cardenvs.agents.program import PATIENCE, ProgramBot
from cardenvs.core.random import streams
from cardenvs.errors import CardenvsError, IllegalAction, InvalidArgument
from cardenvs.records import read
from cardenvs.terminal import play

KUHN = spec("kuhn_poker")
PATIENT = 60.0
"""Seconds that no sound program needs, however busy the machine is."""

LOOP = """
import json, os, sys, time
open(sys.argv[1], "a").write(f"{os.getpid()}\\n")
def say(answer):
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        say({"type": "ready", "name": "script"})
    elif asked["type"] == "turn":
        right = {"id": asked["id"], "action": asked["legal"][0]}
"""


class Script:
    """A program in a file of its own; it answers a turn by what `answer` does."""

    def __init__(self, folder: pathlib.Path, answer: str = "say(right)", loop: str = LOOP) -> None:
        self.file, self.pids = folder / "bot.py", folder / "pids"
        self.file.write_text(loop + textwrap.indent(textwrap.dedent(answer), " " * 8))

    @property
    def command(self) -> str:
        return f"{sys.executable} '{self.file}' '{self.pids}'"

    def bot(self, time_limit: float = PATIENT) -> ProgramBot:
        return ProgramBot(self.command, KUHN, KUHN.options(), time_limit=time_limit)

    def started(self) -> list[int]:
        return [int(pid) for pid in self.pids.read_text().split()]

    def running(self) -> list[int]:
        return [pid for pid in self.started() if alive(pid)]


def alive(pid: int) -> bool:
    """Does a process run (one that is dead and waits for its parent does not)?"""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def turn(n: int = 1) -> Turn:
    game = table("kuhn_poker", seed=1)
    return Turn(
        observation=np.repeat(game.observe(0)[None], n, axis=0),
        mask=np.repeat(game.mask()[None], n, axis=0),
        seat=np.zeros(n, np.int64),
        random=streams(1, n),
        states=np.repeat(game.states, n),
    )


class First:
    """What the sound script does, without a script."""

    name = "script"

    def act(self, turn: Turn) -> np.ndarray:
        return turn.mask.argmax(axis=1)


def test_a_program_plays_as_a_bot_of_our_own_does(tmp_path) -> None:
    script = Script(tmp_path)
    result = arena(KUHN, [f"program:{script.command}", "random"], deals=40, time_limit=PATIENT)
    assert result == arena(KUHN, [First(), "random"], deals=40)
    assert len(script.started()) == 1
    assert script.running() == []


def test_it_is_told_the_game_and_what_the_seat_may_know(tmp_path) -> None:
    answer = """
        open(sys.argv[1] + ".heard", "a").write(line)
        say({"id": asked["id"], "action": asked["names"][-1]})
    """
    loop = LOOP.replace(
        'say({"type": "ready"', 'open(sys.argv[1] + ".heard", "a").write(line); say({"type": "ready"'
    )
    script = Script(tmp_path, answer, loop)
    bot = script.bot()
    seen = turn()
    assert bot.act(seen).tolist() == [1]
    bot.close()
    hello, asked = map(json.loads, pathlib.Path(f"{script.pids}.heard").read_text().splitlines())
    assert hello == {
        "type": "hello", "protocol": 1, "game": "kuhn_poker", "version": 0, "options": {"seats": 2},
        "actions": ["pass", "bet"], "layout": [["card", [3]], ["moves", [3, 2]], ["seat", [2]]],
    }  # fmt: skip
    assert asked == {
        "type": "turn", "id": 1, "seat": 0, "legal": [0, 1], "names": ["pass", "bet"],
        "observation": seen.observation[0].tolist(), "text": table("kuhn_poker", seed=1).text(0),
    }  # fmt: skip


FAILURES = {
    "crash": ("sys.exit(3)", "ended with exit code 3"),
    "illegal": ('say(right | {"action": 7})', "played 7, which is not legal"),
    "long": ('say(right | {"action": "x" * 5000})', "played 'x{39}, which is not legal"),
    "unknown": ('say(right | {"action": "fly"})', "played 'fly', which is not legal"),
    "truth": ('say(right | {"action": True})', "played True, which is not legal"),
    "list": ('say(right | {"action": [0]})', r"played \[0\], which is not legal"),
    "nothing": ("say({})", "answered turn None instead of"),
    "other turn": ('say(right | {"id": -1})', "answered turn -1 instead of"),
    "garbage": ('say("bet!")', "said 'bet!', which is no JSON object"),
    "number": ("say('1')", "said '1', which is no JSON object"),
    "nesting": ("say('[' * 50000)", "which is no JSON object"),
    "endless": ("while True: sys.stdout.write('x' * 1000)", "which is no JSON object"),
    "bytes": (r"os.write(1, b'\xff\xfe\n')", "which is no JSON object"),
    "silence": ("time.sleep(1000)", "gave no answer within 0.4 s"),
    "deaf": ("os.close(0); time.sleep(1000)", "gave no answer within 0.4 s"),
    "closed": ("os.close(1); time.sleep(1000)", "ended"),
}


@pytest.mark.parametrize(("answer", "words"), FAILURES.values(), ids=FAILURES)
def test_a_program_that_fails_loses_that_game_and_the_match_goes_on(tmp_path, answer, words) -> None:
    script = Script(tmp_path, f'if "K" in asked["text"]:\n    {answer}\nelse:\n    say(right)')
    bot = script.bot(0.4 if "0.4 s" in words else PATIENT)
    king, jack = turn(), turn()
    king.observation[:, :3], jack.observation[:, :3] = [0, 0, 1], [1, 0, 0]
    assert bot.act(king).tolist() == [FORFEIT]
    assert list(bot.excuses) == [0]
    assert re.search(words, bot.excuses[0])
    bot._time_limit = PATIENT
    assert bot.act(jack).tolist() == [0]
    assert bot.excuses == {}
    assert len(script.started()) == 2
    bot.close()
    assert script.running() == []


def test_a_program_that_answers_twice_fails_at_the_next_turn(tmp_path) -> None:
    script = Script(tmp_path, "say(right); say(right)")
    bot = script.bot()
    assert bot.act(turn(3)).tolist() == [0, FORFEIT, 0]
    assert bot.excuses == {1: "answered turn 1 instead of 2"}
    bot.close()


def test_the_arena_books_the_penalty_and_nothing_else(tmp_path) -> None:
    script = Script(tmp_path, 'say(right) if "K" not in asked["text"] else say("I win")')
    path = tmp_path / "games.jsonl"
    bots = [f"program:{script.command}", "random"]
    result = arena(KUHN, bots, deals=12, penalty=7, record=path, time_limit=PATIENT)
    record = read(path)
    record.check()
    lost = [game for game in record.games if game.forfeit]
    assert result.forfeits == (len(lost), 0)
    assert 0 < len(lost) < 24
    for game in lost:
        seat = game.forfeit.seat
        assert game.seats[seat] == "script"
        assert game.payoffs[seat] == -7
        assert game.payoffs[1 - seat] == 0
        assert game.forfeit.reason == "said 'I win', which is no JSON object"
    paid = [game.payoffs[game.seats.index("script")] for game in record.games]
    assert result.payoff[0].mean == pytest.approx(np.mean(paid))
    assert "games forfeited, at 7 each: script" in result.table().renderables[-1]
    assert script.running() == []


def test_a_program_that_always_fails_is_given_up(tmp_path) -> None:
    script = Script(tmp_path, "sys.exit(1)")
    result = arena(KUHN, [f"program:{script.command}", "random"], deals=50, time_limit=PATIENT)
    assert len(script.started()) == PATIENCE
    assert 50 <= result.forfeits[0] <= 100
    assert result.penalty == 100


def test_every_worker_starts_its_own_and_ends_it(tmp_path) -> None:
    script = Script(tmp_path)
    bots = [f"program:{script.command}", "random"]
    result = arena(KUHN, bots, deals=40, time_limit=PATIENT, workers=2)
    assert result == arena(KUHN, [First(), "random"], deals=40)
    assert 2 <= len(script.started()) <= 3
    assert script.running() == []


def test_what_a_program_starts_is_ended_with_it(tmp_path) -> None:
    answer = """
        import subprocess
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        open(sys.argv[1], "a").write(f"{child.pid}\\n")
        time.sleep(1000)
    """
    script = Script(tmp_path, answer)
    bot = script.bot(1.5)
    assert bot.act(turn()).tolist() == [FORFEIT]
    bot.close()
    deadline = time.monotonic() + PATIENT
    while script.running() and time.monotonic() < deadline:
        time.sleep(0.01)  # who is killed without a parent is gone a moment later
    assert script.running() == []


def test_a_program_forgotten_is_ended(tmp_path) -> None:
    script = Script(tmp_path)
    bot = script.bot()
    assert len(script.running()) == 1
    del bot
    assert script.running() == []


def test_a_program_that_is_told_goodbye_may_end_by_itself(tmp_path) -> None:
    loop = LOOP.replace(
        "for line", "import atexit\natexit.register(lambda: open(sys.argv[1] + '.bye', 'w'))\nfor line"
    )
    script = Script(tmp_path, loop=loop)
    bot = script.bot()
    bot.close()
    bot.close()
    assert pathlib.Path(f"{script.pids}.bye").exists()


def test_a_copy_for_another_process_starts_its_own(tmp_path) -> None:
    script = Script(tmp_path)
    bot = script.bot()
    other = pickle.loads(pickle.dumps(bot))
    assert other.act(turn(3)).tolist() == bot.act(turn(3)).tolist() == [0, 0, 0]
    assert len(set(script.started())) == 2
    bot.close()
    other.close()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("program:", "want a command"),
        ("program:/no/such/program", "'/no/such/program' can't be started"),
        (f"program:{sys.executable} -c pass", "ended with exit code 0"),
        (f"""program:{sys.executable} -c 'print("hello")'""", "said 'hello', which is no JSON object"),
        (f"""program:{sys.executable} -c 'print("{{}}")'""", "instead of being ready"),
        ("no_such_module:Bot", "no module 'no_such_module'"),
        ("json:Bot", "json has no Bot"),
        ("json:JSONDecoder", "want a class with a name and an act"),
    ],
)
def test_what_is_no_bot_is_refused_before_anything_is_played(command, words) -> None:
    with pytest.raises(InvalidArgument, match=words):
        make_bot(command, KUHN, KUHN.options())


def test_limits_are_checked(tmp_path) -> None:
    with pytest.raises(CardenvsError, match="time_limit: want more than 0 seconds, got 0"):
        Script(tmp_path).bot(0)
    with pytest.raises(InvalidArgument, match="penalty: want an integer of at least 0"):
        arena(KUHN, ["random"], deals=2, penalty=-1)


def test_where_nobody_books_a_penalty_failing_is_an_error(tmp_path) -> None:
    bot = Script(tmp_path, "say('?')").bot()
    with pytest.raises(IllegalAction, match=r"bot script: said '\?', which is no JSON object"):
        single_move(bot, turn())
    with pytest.raises(IllegalAction, match="bot script"):
        play(table("kuhn_poker"), seat=1, bots=[bot], seed=0, ask=lambda question: "bet", say=lambda line: None)
    bot.close()


def test_a_class_enters_by_its_name(tmp_path, monkeypatch) -> None:
    (tmp_path / "my_bots_here.py").write_text(
        "class Plain:\n    name = 'plain'\n    def act(self, turn):\n        return turn.mask.argmax(axis=1)\n"
        "class Told(Plain):\n    def __init__(self, rules, options):\n        self.name = f'{rules.name} {options.seats}'\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    result = arena(KUHN, ["my_bots_here:Plain", "my_bots_here:Told"], deals=4)
    assert result.bots == ("plain", "kuhn_poker 2")
