"""Loops that are timed, and how rates are compared on a machine that drifts."""

import dataclasses
import statistics
import time
from collections.abc import Callable, Iterable
from random import random
from typing import Any

Loop = Callable[[int], int]
"""Plays about as many decisions as asked and returns how many it played."""


@dataclasses.dataclass
class Side:
    """One contestant: a loop, and its rates (decisions a second), one a round."""

    name: str
    loop: Loop
    rates: list[float] = dataclasses.field(default_factory=list)
    clock: Callable[[], float] = time.perf_counter
    block: int = 1
    """Decisions of one call, sized by `prepare`."""

    def prepare(self, seconds: float) -> None:
        """Warms up and finds how many decisions fill `seconds`."""
        self.loop(1)
        self.block = 64
        while (spent := self._timed()[1]) < seconds / 8:
            self.block *= 4
        self.block = max(1, int(self.block * seconds / spent))

    def measure(self) -> None:
        """One round."""
        played, spent = self._timed()
        self.rates.append(played / spent)

    @property
    def rate(self) -> float:
        """The median over the rounds."""
        return statistics.median(self.rates)

    def ratio(self, other: "Side") -> float:
        """Median of this side's rate over the other's, round by round."""
        return statistics.median(a / b for a, b in zip(self.rates, other.rates, strict=True))

    def _timed(self) -> tuple[int, float]:
        start = self.clock()
        played = self.loop(self.block)
        return played, self.clock() - start


def measure(sides: Iterable[Side], rounds: int, seconds: float) -> None:
    """Measures all sides in turn, `rounds` times: what slows the machine down for a while slows all of them."""
    sides = list(sides)
    for side in sides:
        side.prepare(seconds)
    for _ in range(rounds):
        for side in sides:
            side.measure()


def aec_loop(env: Any) -> Loop:
    """`agent_iter` with random legal actions; an agent's last, empty step counts too, for every environment alike."""

    def loop(steps: int) -> int:
        played = 0
        while played < steps:
            env.reset()
            for _agent in env.agent_iter():
                observation, _reward, terminated, truncated, _info = env.last()
                played += 1
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(legal[int(random() * len(legal))])
        return played

    return loop
