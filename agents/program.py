"""A program in any language as a bot: one JSON object a line, over its standard input and output.

We begin with ``{"type": "hello", "protocol": 1, "game", "version", "options", "actions", "layout"}``, and the program
answers ``{"type": "ready"}``, with a ``"name"`` if it likes. For each decision it gets ``{"type": "turn", "id", "seat",
"legal", "names", "observation", "text"}`` and answers ``{"id", "action"}``, the action by index or name. At the end
comes ``{"type": "bye"}`` and the end of its input. `docs/evaluation.md` shows one.

Every turn stands alone: what the seat may know is in it. A program that answers late, wrongly, with something else or
not at all is killed, loses that game, and is started anew for the next one; after `PATIENCE` failures in a row it is not
asked any more, and loses every game in which it is to move.
"""

import contextlib
import dataclasses
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import weakref
from typing import Any

import numpy as np

from ..core.rules import Rules
from ..errors import InvalidArgument
from .bot import FORFEIT, Turn

__all__ = ["PATIENCE", "PROTOCOL", "ProgramBot"]

PROTOCOL = 1
"""The version of what is said, which `hello` names."""
PATIENCE = 5
"""Failures in a row after which a program is given up."""
START_LIMIT = 30.0
"""Seconds that a program has to say that it is ready."""
LONGEST = 1 << 16
"""Characters of an answer."""


class _Failed(Exception):
    """The program did not do what it should."""


class ProgramBot:
    """Asks a program, one turn after another.

    Args:
        command: the program and its arguments, as a shell would split them; no shell runs it.
        rules: the game.
        options: its options.
        time_limit: seconds for an answer.
        start_limit: seconds from its start until it is ready.

    Attributes:
        name: what the program calls itself, or the command.
        excuses: why it forfeited rows of the last turn.

    Raises:
        InvalidArgument: the program can't be started or does not get ready, or a limit is not positive.
    """

    def __init__(
        self, command: str, rules: Rules, options: Any, *, time_limit: float, start_limit: float = START_LIMIT
    ) -> None:
        self._words = shlex.split(command)
        if not self._words:
            raise InvalidArgument("bot: program: want a command after it")
        if not time_limit > 0:
            raise InvalidArgument(f"time_limit: want more than 0 seconds, got {time_limit!r}")
        self.name = command
        self.excuses: dict[int, str] = {}
        self._rules, self._options = rules, options
        self._layout = rules.layout_of(options)
        self._names = rules.names(options)
        self._actions = {name: action for action, name in enumerate(self._names)}
        self._time_limit, self._start_limit = time_limit, start_limit
        self._failures = self._turns = 0
        self._running: _Process | None = None
        try:
            self._start()
        except _Failed as failure:
            self._failed()
            raise InvalidArgument(f"bot: program {command!r} {failure}") from None

    def act(self, turn: Turn) -> np.ndarray:
        """The program's action for every row, FORFEIT where it failed."""
        self.excuses = {}
        return np.array([self._answer(k, turn) for k in range(len(turn.mask))], np.int64)

    def close(self) -> None:
        """Says goodbye to the program and ends it."""
        if self._running is not None:
            self._running.end()
            self._running = None

    def _answer(self, k: int, turn: Turn) -> int:
        if self._failures >= PATIENCE:
            self.excuses[k] = f"failed {PATIENCE} times in a row and is not asked any more"
            return FORFEIT
        try:
            action = self._asked(turn.observation[k], turn.mask[k], int(turn.seat[k]))
        except _Failed as failure:
            self.excuses[k] = str(failure)
            self._failed()
            return FORFEIT
        self._failures = 0
        return action

    def _failed(self) -> None:
        self._failures += 1
        if self._running is not None:
            self._running.kill()
            self._running = None

    def _start(self) -> "_Process":
        """Starts the program and waits until it is ready."""
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "game": self._rules.name,
            "version": self._rules.version,
            "options": dataclasses.asdict(self._options),
            "actions": self._names,
            "layout": self._layout.blocks,
        }
        self._running = _Process(self._words)
        ready = self._running.ask(hello, self._start_limit)
        if ready.get("type") != "ready":
            raise _Failed(f"said {json.dumps(ready)[:80]} instead of being ready")
        name = "".join(filter(str.isprintable, str(ready.get("name", "")))).strip()
        self.name = name[:40] or self.name
        return self._running

    def _asked(self, observation: np.ndarray, mask: np.ndarray, seat: int) -> int:
        process = self._running or self._start()
        legal = np.flatnonzero(mask).tolist()
        self._turns += 1
        question = {
            "type": "turn",
            "id": self._turns,
            "seat": seat,
            "legal": legal,
            "names": [self._names[action] for action in legal],
            "observation": observation.tolist(),
            "text": self._rules.text(self._options, self._layout.decode(observation)),
        }
        answer = process.ask(question, self._time_limit)
        if answer.get("id") != self._turns:
            raise _Failed(f"answered turn {answer.get('id')!r:.40} instead of {self._turns}")
        action = answer.get("action")
        if isinstance(action, str):
            action = self._actions.get(action, action)
        if isinstance(action, bool) or action not in legal:
            raise _Failed(f"played {answer.get('action')!r:.40}, which is not legal")
        return int(action)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_running": None}  # another process starts its own


class _Process:
    """A running program. Threads of its own read and write, so that no pipe that is full or silent can hold us up."""

    def __init__(self, words: list[str]) -> None:
        try:
            process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # so that what it starts is ended with it
            )
        except OSError as error:
            raise _Failed(f"can't be started ({error.strerror})") from None
        self._process = process
        self._questions: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._answers: queue.Queue[str] = queue.Queue(maxsize=1)
        threading.Thread(target=_write, args=(process, self._questions), daemon=True).start()
        threading.Thread(target=_read, args=(process, self._answers), daemon=True).start()
        self.kill = weakref.finalize(self, _kill, process, self._questions)

    def ask(self, question: dict[str, Any], limit: float) -> dict[str, Any]:
        """The answer to a question, an object.

        Raises:
            _Failed: there is none within `limit` seconds.
        """
        self._questions.put(json.dumps(question, separators=(",", ":")) + "\n")
        try:
            line = self._answers.get(timeout=limit)
        except queue.Empty:
            raise _Failed(f"gave no answer within {limit:g} s") from None
        if not line:
            raise _Failed(f"ended{self._exit_code()}")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise _Failed(f"said {line.strip()[:80]!r}, which is no JSON object")
        return answer

    def end(self) -> None:
        """Says goodbye, closes its input, and kills it if that does not end it."""
        self._questions.put('{"type":"bye"}\n')
        self._questions.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1)
        self.kill()

    def _exit_code(self) -> str:
        try:
            return f" with exit code {self._process.wait(timeout=1)}"
        except subprocess.TimeoutExpired:
            return ""


def _write(process: subprocess.Popen[str], questions: "queue.SimpleQueue[str | None]") -> None:
    """Passes on what is asked, until there is nothing more or the program has gone away."""
    assert process.stdin is not None, "it has a pipe"
    with contextlib.suppress(OSError):
        while (line := questions.get()) is not None:
            process.stdin.write(line)
            process.stdin.flush()
    with contextlib.suppress(OSError):  # what could not be written
        process.stdin.close()


def _read(process: subprocess.Popen[str], answers: "queue.Queue[str]") -> None:
    """Hands on each line, and an empty one at the end; lines that nobody asks for hold the program up, not us."""
    assert process.stdout is not None, "it has a pipe"
    with process.stdout:
        line = None
        while line != "":
            line = process.stdout.readline(LONGEST)
            while not _handed_on(line, answers):
                if process.returncode is not None:
                    return


def _handed_on(line: str, answers: "queue.Queue[str]") -> bool:
    try:
        answers.put(line, timeout=1)
    except queue.Full:
        return False
    return True


def _kill(process: subprocess.Popen[str], questions: "queue.SimpleQueue[str | None]") -> None:
    """Ends the program and all that it started, and waits for it."""
    questions.put(None)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
