"""A slow, explicit log of what each seat is told, against the keys; run as a script with the compiler off.

``python -m tests.event_log loo`` plays the game's small configurations at random and prints how many keys it compared.
"""

import json
import random
import sys
from typing import Any

import cardenvs
from cardenvs.core import knowledge
from cardenvs.core.kernel import COMPILED
from cardenvs.core.rules import Rules

EVERYONE = -1
DECISIONS = 2500
"""Decisions played for each configuration."""

Event = tuple[int, int]
"""A seat, or everyone, and a token."""
LOG: list[Event] = []


def listen() -> None:
    """Has every telling of every module written to the log too."""
    tell, tell_all = knowledge.tell, knowledge.tell_all

    def heard(s: Any, seat: int, event: int) -> None:
        LOG.append((int(seat), int(event)))
        tell(s, seat, event)

    def heard_by_all(s: Any, event: int) -> None:
        LOG.append((EVERYONE, int(event)))
        tell_all(s, event)

    for name, module in list(sys.modules.items()):
        if name.startswith("cardenvs."):
            for attribute, old, new in (("tell", tell, heard), ("tell_all", tell_all, heard_by_all)):
                if getattr(module, attribute, None) is old:
                    setattr(module, attribute, new)


def compare(rules: Rules, values: dict[str, Any]) -> tuple[int, int]:
    """Plays at random; equal keys must mean equal events in equal order, and the other way round.

    Returns how many keys there were, and how many of them came up in more than one game.
    """
    events_of: dict[int, tuple[Any, ...]] = {}
    key_of: dict[tuple[Any, ...], int] = {}
    games: dict[int, set[int]] = {}
    table = cardenvs.table(rules.name, **values)
    choice = random.Random(0)
    decisions, game = 0, 0
    while decisions < DECISIONS:
        LOG.clear()
        table.reset(seed=(game := game + 1))
        while not table.over:
            for seat in range(table.seats):
                key = table.key(seat)
                events = (seat, *(event for event in LOG if event[0] in (seat, EVERYONE)))
                assert events_of.setdefault(key, events) == events, f"one key for {events_of[key]} and {events}"
                assert key_of.setdefault(events, key) == key, f"two keys for {events}"
                games.setdefault(key, set()).add(game)
            table.step(choice.choice(table.legal()))
            decisions += 1
    return len(games), sum(len(seen) > 1 for seen in games.values())


def main(name: str) -> None:
    """Prints the numbers of keys for each small configuration."""
    assert not COMPILED, "compiled functions can't be listened to"
    rules = cardenvs.spec(name)
    listen()
    print(json.dumps({label: compare(rules, values) for label, values in rules.mini.items()}))  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1])
