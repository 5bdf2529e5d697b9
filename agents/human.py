"""A person at the terminal, shown nothing but what the seat may know."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..core.rules import Rules
from ..errors import InvalidArgument, nearest
from .bot import Turn

__all__ = ["HumanBot"]


class HumanBot:
    """Shows a person the table and asks for a move: by its name, the end of its name (``KS`` for ``play KS``) or number.

    Args:
        rules: the game.
        options: its options.
        ask: prints a question and returns the line typed.
        say: prints a line.
    """

    name = "human"

    def __init__(
        self, rules: Rules, options: Any, ask: Callable[[str], str] = input, say: Callable[[str], Any] = print
    ) -> None:
        self._rules = rules
        self._options = options
        self._layout = rules.layout_of(options)
        self._ask = ask
        self._say = say

    def act(self, turn: Turn) -> np.ndarray:
        """The person's move for every row, one after another."""
        actions = [self._choose(*row) for row in zip(turn.observation, turn.mask, strict=True)]
        return np.array(actions, np.int64)

    def _choose(self, observation: np.ndarray, mask: np.ndarray) -> int:
        names = self._rules.names(self._options)
        legal = [int(action) for action in np.flatnonzero(mask)]
        self._say(self._rules.text(self._options, self._layout.decode(observation)))
        self._say("  ".join(f"[{k}] {names[action]}" for k, action in enumerate(legal, 1)))
        while True:
            try:
                line = self._ask("your move: ")
            except EOFError:
                raise InvalidArgument("your move: the input ended") from None
            chosen = chosen_action(line, [names[action] for action in legal])
            if isinstance(chosen, int):
                return legal[chosen]
            self._say(chosen)


def chosen_action(line: str, names: list[str]) -> int | str:
    """Which of the legal actions `names` a line names, by place in the list, or what to tell the person."""
    words = " ".join(line.split()).lower()
    if words.isdecimal():
        number = int(words)
        return number - 1 if 1 <= number <= len(names) else f"want a number in 1..{len(names)}, got {number}"
    lower = [name.lower() for name in names]
    if words in lower:
        return lower.index(words)
    ends = [k for k, name in enumerate(lower) if words and name.endswith(f" {words}")]
    if len(ends) == 1:
        return ends[0]
    return f"{line.strip()!r} is not a legal move: {nearest(words, lower)}"
