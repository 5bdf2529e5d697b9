"""Draws the pictures of the documentation: of each game a position that its rule bots play into.

``python tools/pictures.py [GAME ...]`` writes ``docs/pictures/<game>.png``.
"""

import itertools
import pathlib
import sys
from collections.abc import Iterator

from PIL import Image

import cardenvs
from cardenvs.agents import bot_names, make_bot
from cardenvs.agents.bot import single_move, single_turn
from cardenvs.core.random import stream
from cardenvs.render import SIZE
from cardenvs.render.moves import Moves
from cardenvs.render.painter import picture
from cardenvs.render.scene import Scene, scene_of

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "docs/pictures"
DEALS = 12
COLOURS = 64
ENOUGH = 8  # cards on the table


def main(games: list[str]) -> None:
    """Writes the pictures of the games named, or of all."""
    FOLDER.mkdir(exist_ok=True)
    for game in games or cardenvs.GAMES + cardenvs.CALIBRATION:
        scene = max(itertools.chain.from_iterable(scenes(game, seed) for seed in range(DEALS)), key=richness)
        image = Image.fromarray(picture(scene, SIZE)).quantize(COLOURS, dither=Image.Dither.NONE)
        image.save(FOLDER / f"{game}.png", optimize=True)


def scenes(game: str, seed: int) -> Iterator[Scene]:
    """What the seat to act sees at each decision of one deal."""
    table = cardenvs.table(game, seed=seed)
    moves = Moves(table.rules, table.options)
    moves.begin(table.states)
    bot = make_bot("rules" if "rules" in bot_names(table.rules) else "random", table.rules, table.options)
    chance = stream(seed)
    while not table.over:
        yield scene_of(table.rules, table.options, table.states, table.seat, moves, near=table.seat)
        seat = table.seat
        action = single_move(bot, single_turn(table.observe(seat), table.mask(), table.states, chance))
        table.step(action)
        moves.follow(table.states, seat, action)


def richness(scene: Scene) -> int:
    """How much there is to see: cards before seats most of all, then on the table, while the hand is still large."""
    before = sum(len(group) for seat in scene.seats for group in seat.put_down)
    table = sum(len(heap.faces) + (heap.top is not None) for heap in scene.middle)
    return (1 + before) ** 2 * (1 + min(table, ENOUGH)) * (1 + len(scene.seats[scene.near].hand.faces))


if __name__ == "__main__":
    main(sys.argv[1:])
