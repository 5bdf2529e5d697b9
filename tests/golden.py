"""Golden games: seeded random play of every game and variant, as text that a player can follow, and as bytes.

Run as a script it prints the digests of the games it is told, one JSON list each, for a process with the compiler off:
``python -m tests.golden loo-defaults loo-match``.
"""

import hashlib
import json
import pathlib
import sys

import cardenvs
from cardenvs.core.random import stream
from cardenvs.core.table import Table

from .support import NAMES, Case, Play, deck_of, golden_cases

FOLDER = pathlib.Path(__file__).parent / "golden"
GAMES = 3
"""Games in one playthrough; a match fills it alone."""
LONG = 60
"""Decisions after which no further game begins."""
REDEALS = 8
"""Decisions from one redeal to the next, which some games take long to do uncompiled."""
DEALS = 5
"""Seeds whose first decks are kept."""


def playthrough(case: Case) -> str:
    """The games of one option set, decision by decision."""
    options = ", ".join(f"{name}={value!r}" for name, value in case.values.items()) or "defaults"
    lines = [f"{case.rules.title}: {options}"]
    decisions = 0
    for seed in range(1, GAMES + 1):
        if decisions < LONG:
            play = Play(case, seed)
            lines += ["", f"Game {seed}", *story(play)]
            decisions += play.decisions
    return "\n".join(lines) + "\n"


def story(play: Play) -> list[str]:
    """One game: the cards of each deal, who chose what from what, and what that was paid."""
    lines: list[str] = []
    number, paid, held = 0, [0] * play.table.seats, hands(play.table)
    while True:
        table = play.table
        if new_deal := (now := int(table.states["deal_number"][0])) != number:
            number = now
            lines += [f"  Deal {number}, dealer {int(table.states['dealer'][0])}", *laid_out(table)]
        if table.payoffs != paid:
            gains = [after - before for after, before in zip(table.payoffs, paid, strict=True)]
            lines.append(f"    paid {' '.join(f'{gain:+d}' if gain else '0' for gain in gains)}")
            paid = table.payoffs
            if not (new_deal or table.over or held & hands(table)):  # it goes on with new cards for all
                lines += sorted(hands(table))
        held = hands(table)
        if table.over:
            return [
                *lines,
                *laid_out(table),
                f"  Over{' (truncated)' if table.states['truncated'][0] else ''}: {paid}",
            ]
        seat, legal = table.seat, table.legal_names()
        play.step()
        lines.append(f"    seat {seat}: {choice(table, play.last)}   of {short(legal)}")


def hands(table: Table) -> set[str]:
    """Where the cards of the seats lie."""
    return {line for line in laid_out(table) if line.lstrip().startswith("hand")}


def choice(table: Table, action: int) -> str:
    """An action's name."""
    return table.action_name(action).removeprefix("play ")


def short(names: list[str]) -> str:
    """The legal actions, cards by their bare names."""
    return "{" + ", ".join(name.removeprefix("play ") for name in names) + "}"


def laid_out(table: Table) -> list[str]:
    """Where the cards lie."""
    return [f"    {place}: {table.rules.cards.text(cards)}" for place, cards in table.places().items()]


def digests(case: Case) -> list[str]:
    """A digest of the whole state, of all that each seat sees and now and then of a redeal, at each golden decision."""
    out: list[str] = []
    for seed in range(1, GAMES + 1):
        if len(out) < LONG:
            play = Play(case, seed)
            out.append(digest(play.table, seed, redealt=True))
            while not play.table.over:
                play.step()
                out.append(digest(play.table, seed, redealt=len(out) % REDEALS == 0))
    return out


def digest(table: Table, seed: int, *, redealt: bool) -> str:
    """Equal for equal games that look equal to every seat and, if asked, redeal equally."""
    whole = hashlib.sha256(table.to_bytes() + table.mask().tobytes())
    for seat in range(table.seats):
        whole.update(table.observe(seat).tobytes() + table.key(seat).to_bytes(8, "big"))
    if redealt and not table.over:
        other = table.clone()
        other.redeal(other.seat, stream(seed))
        whole.update(other.to_bytes())
    return whole.hexdigest()[:16]


def first_deals() -> str:
    """The first decks and dealers of some seeds: these games must never be dealt otherwise."""
    lines = []
    for name in NAMES:
        lines.append(name)
        for seed in range(DEALS):
            table = cardenvs.table(name, seed=seed)
            dealer = int(table.states["dealer"][0])
            lines.append(f"  seed {seed}: dealer {dealer}: {table.rules.cards.text(deck_of(table))}")
    return "\n".join(lines) + "\n"


def golden_files() -> dict[str, Case]:
    """Every playthrough's file name."""
    return {f"{case}.txt": case for case in golden_cases()}


def main(labels: list[str]) -> None:
    """Prints the digests of the playthroughs named."""
    cases = {str(case): case for case in golden_cases()}
    print(json.dumps({label: digests(cases[label]) for label in labels}))  # noqa: T201  # another process reads it


if __name__ == "__main__":
    main(sys.argv[1:])
