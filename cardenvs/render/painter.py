"""A scene painted: the seats around a table, cards that lie before nobody in its middle.

All places are laid out on 960 by 640 units and scaled to the size asked for. Cards overlap as their number asks.
"""

import itertools
import math
import re
from collections.abc import Iterator, Sequence

import numpy as np
import pygame

from . import cards
from .scene import Heap, Scene, Seat

__all__ = ["paint", "picture"]

UNITS = (960, 640)
Colour = tuple[int, int, int]
ROOM, FELT, RIM = (26, 32, 38), (32, 98, 68), (92, 62, 36)
PLATE, ACTS, TEXT, DIM, DARK = (20, 28, 30), (240, 190, 60), (240, 240, 235), (170, 200, 184), (30, 28, 20)

CENTRE, RADII = (480, 300), (405, 212)
SQUARE = 0.62  # exponent of the ring on which the others sit: 1 is an ellipse, less is squarer
RING = 720  # points of that ring
NEAR = 0.15  # of the ring stays free on either side of the near seat
NEAR_HAND, NEAR_PLATE, NEAR_WIDTH = (
    545,
    617,
    540,
)  # where the near seat has its hand and plate, and how wide the hand may be
MIDDLE, MIDDLE_AT = (520, 220), 285  # the middle, at most so wide and high, and how far down
PLATE_SIZE = (118, 34)
CROWD, CROWDED = 10, 98  # more seats than this have plates so wide

_CARD = re.compile(r"\b(10|[2-9TJQKA])([CDHS])\b")


def picture(scene: Scene, size: tuple[int, int]) -> np.ndarray:
    """The scene as uint8 ``[height, width, 3]``; opens no window."""
    pixels: np.ndarray = pygame.surfarray.array3d(paint(scene, size))
    return np.ascontiguousarray(pixels.swapaxes(0, 1))


def paint(scene: Scene, size: tuple[int, int]) -> pygame.Surface:
    """The scene on a surface of so many pixels."""
    canvas = _Canvas(size)
    _paint_table(canvas, scene)
    _paint_middle(canvas, scene.middle)
    small, wide = _small(len(scene.seats)), _wide(len(scene.seats))
    for seat, place in zip(_in_order(scene), _ring(len(scene.seats)), strict=True):
        if place is None:
            _paint_near(canvas, seat, small)
        else:
            _paint_other(canvas, seat, place, small, wide)
    return canvas.surface


class _Canvas:
    """Draws on a surface, in units."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.surface = pygame.Surface(size, 0, 32)
        self.scale = min(size[0] / UNITS[0], size[1] / UNITS[1])
        self.left = (size[0] - self.scale * UNITS[0]) / 2
        self.top = (size[1] - self.scale * UNITS[1]) / 2

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Units as pixels."""
        return round(self.left + x * self.scale), round(self.top + y * self.scale)

    def pixels(self, length: float) -> int:
        """A length in pixels, 1 at least."""
        return max(round(length * self.scale), 1)

    def box(self, x: float, y: float, w: float, h: float, colour: Colour, corner: float = 6) -> None:
        """A rounded box around (x, y)."""
        area = pygame.Rect(*self.at(x - w / 2, y - h / 2), self.pixels(w), self.pixels(h))
        pygame.draw.rect(self.surface, colour, area, border_radius=self.pixels(corner))

    def card(self, name: str | None, x: float, y: float, width: float) -> None:
        """A card, its upper left corner at (x, y)."""
        self.surface.blit(cards.card(name, self.pixels(width)), self.at(x, y))

    def row(
        self, names: Sequence[str | None], x: float, y: float, width: float, most: float, step: float = 0.8
    ) -> None:
        """Cards side by side around (x, y), `step` widths apart or closer, no wider than `most`."""
        if not names:
            return
        apart = min(step * width, (most - width) / max(len(names) - 1, 1))
        left = x - (width + apart * (len(names) - 1)) / 2
        for k, name in enumerate(names):
            self.card(name, left + k * apart, y - cards.SHAPE * width / 2, width)

    def text(
        self, words: str, x: float, y: float, height: float, colour: Colour, most: float, left: bool = False
    ) -> None:
        """A line of text around (x, y), or to the right of it; cards in it get signs, what is too wide gets smaller."""
        line = _line(words, self.pixels(height), colour)
        widest = self.pixels(most)
        if line.get_width() > widest:
            size = max(round(height * self.scale * widest / line.get_width()), self.pixels(height * 0.7))
            line = _line(words, size, colour)
        px, py = self.at(x, y)
        area = line.get_rect(midleft=(px, py)) if left else line.get_rect(center=(px, py))
        self.surface.blit(
            line, area, pygame.Rect(0, 0, max(widest, 1) if left else line.get_width(), line.get_height())
        )


def _line(words: str, height: int, colour: Colour) -> pygame.Surface:
    """A line of text on nothing."""
    font = cards.font(height)
    parts = [part for part in re.split(r"(\b(?:10|[2-9TJQKA])[CDHS]\b)", words) if part]
    drawn = [
        _name(font, part, colour) if _CARD.fullmatch(part) else font.render(part, True, colour) for part in parts
    ]
    size = sum(part.get_width() for part in drawn), font.get_linesize()
    line = pygame.Surface(size, pygame.SRCALPHA, 32)
    for part, x in zip(drawn, itertools.accumulate([0, *(part.get_width() for part in drawn)]), strict=False):
        line.blit(part, (x, (size[1] - part.get_height()) // 2))
    return line


def _name(font: pygame.font.Font, name: str, colour: Colour) -> pygame.Surface:
    """A card's name on a small card."""
    rank = font.render(name[:-1].replace("T", "10"), True, cards.SUITS[name[-1]])
    sign = cards.suit(name[-1], max(round(0.55 * rank.get_height()), 1))
    surface = pygame.Surface((rank.get_width() + sign.get_width() + 6, rank.get_height() + 1), pygame.SRCALPHA, 32)
    pygame.draw.rect(surface, cards.FACE, surface.get_rect(), border_radius=3)
    surface.blit(rank, (2, 1))
    surface.blit(sign, (rank.get_width() + 3, (surface.get_height() - sign.get_height()) // 2))
    return surface


def _in_order(scene: Scene) -> list[Seat]:
    """The near seat, then the others as they sit to its left."""
    return [*scene.seats[scene.near :], *scene.seats[: scene.near]]


def _ring(seats: int) -> Iterator[tuple[float, float] | None]:
    """Where each seat has its plate, from the near one (None) clockwise, the others equally far apart."""
    yield None
    angles = np.linspace(math.pi / 2, math.pi * 5 / 2, RING)
    x = CENTRE[0] + RADII[0] * np.sign(np.cos(angles)) * np.abs(np.cos(angles)) ** SQUARE
    y = CENTRE[1] + RADII[1] * np.sign(np.sin(angles)) * np.abs(np.sin(angles)) ** SQUARE
    way = np.concatenate([[0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
    edge = max(NEAR, 1 / seats) if seats > 2 else 0.5
    for part in np.linspace(edge, 1 - edge, seats - 1):
        k = int(np.searchsorted(way, part * way[-1]))
        yield float(x[k]), float(y[k])


def _small(seats: int) -> float:
    """How wide the cards of the others are."""
    return 34 if seats <= 5 else 30 if seats <= 8 else 24


def _wide(seats: int) -> float:
    """How wide their plates are."""
    return CROWDED if seats > CROWD else PLATE_SIZE[0]


def _paint_table(canvas: _Canvas, scene: Scene) -> None:
    canvas.surface.fill(ROOM)
    for grow, colour in ((14, RIM), (0, FELT)):
        canvas.box(*CENTRE, 2 * RADII[0] - 40 + grow, 2 * RADII[1] - 10 + grow, colour, corner=150)
    canvas.text(scene.title.split(" (")[0], 14, 18, 30, ACTS, 250, left=True)
    canvas.text(scene.head, 270, 18, 24, TEXT, 680, left=True)
    canvas.text(scene.last, 14, 618, 24, TEXT, 330, left=True)


def _paint_near(canvas: _Canvas, seat: Seat, small: float) -> None:
    x = CENTRE[0]
    held = [*seat.hand.faces, *[None] * seat.hand.backs]
    canvas.row(held, x, NEAR_HAND, 68, NEAR_WIDTH, step=0.75)
    _paint_plate(canvas, seat, x, NEAR_PLATE, 240)
    width = small + 6
    _paint_groups(canvas, seat.put_down, x, NEAR_HAND - 54, width, 320, rising=True)


def _paint_other(canvas: _Canvas, seat: Seat, place: tuple[float, float], small: float, wide: float) -> None:
    x, y = place
    held = [*seat.hand.faces, *[None] * seat.hand.backs]
    canvas.row(held, x, y - 17 - 0.55 * small, small, wide, step=0.6)
    _paint_plate(canvas, seat, x, y, wide)
    dx, dy = CENTRE[0] - x, CENTRE[1] - y
    far = math.hypot(dx, dy)
    reach = 28 + 0.9 * small + 34 * abs(dx) / far
    _paint_groups(canvas, seat.put_down, x + dx / far * reach * 1.15, y + dy / far * reach, small + 2, 110)


def _paint_plate(canvas: _Canvas, seat: Seat, x: float, y: float, width: float) -> None:
    ink, paper = (DARK, ACTS) if seat.acts else (TEXT, PLATE)
    canvas.box(x, y, width + 4, PLATE_SIZE[1] + 4, RIM, corner=8)
    canvas.box(x, y, width, PLATE_SIZE[1], paper, corner=7)
    payoff = f"{seat.payoff:+d}" if seat.payoff else "0"
    canvas.text(f"{seat.name}  {payoff}", x, y - 8 if seat.words else y, 20, ink, width - 6)
    canvas.text(seat.words, x, y + 8, 18, ink, width - 6)


def _paint_groups(
    canvas: _Canvas,
    groups: Sequence[tuple[str, ...]],
    x: float,
    y: float,
    width: float,
    most: float,
    rising: bool = False,
) -> None:
    """Groups of cards under each other around (x, y), or `rising` from there."""
    high = 0.62 * cards.SHAPE * width
    top = y - (high * (len(groups) - 1) + cards.SHAPE * width / 2 if rising else high * (len(groups) - 1) / 2)
    for k, group in enumerate(groups):
        canvas.row(group, x, top + k * high, width, most, step=0.42)


def _paint_middle(canvas: _Canvas, heaps: Sequence[Heap]) -> None:
    """The heaps in rows, as many as the middle is wide."""
    lines: list[list[Heap]] = [[]]
    for heap in heaps:
        if lines[-1] and sum(_width(other) + 24 for other in lines[-1]) + _width(heap) > MIDDLE[0]:
            lines.append([])
        lines[-1].append(heap)
    high = min(112, MIDDLE[1] / len(lines))
    y = MIDDLE_AT - high * (len(lines) - 1) / 2
    for line in lines:
        x = CENTRE[0] - (sum(_width(heap) + 24 for heap in line) - 24) / 2
        for heap in line:
            _paint_heap(canvas, heap, x, y)
            x += _width(heap) + 24
        y += high


FEW, MANY, LINE = (50, 28), (34, 15), 16
"""Width of a card and its distance to the next in a heap of few and of many; cards in a line of many."""
PILE = 6  # cards of a pile that are drawn


def _many(heap: Heap) -> bool:
    return len(heap.faces) > 6


def _width(heap: Heap) -> float:
    """How wide a heap is drawn."""
    if _many(heap):
        wide = MANY[0] + MANY[1] * (min(len(heap.faces), LINE) - 1)
    else:
        wide = FEW[0] + FEW[1] * max(len(heap.faces) - 1, 0) if heap.faces else 0
    wide += (FEW[0] + 18 if heap.faces else FEW[0] + 12) if heap.backs else 0
    return max(wide + (FEW[0] + 8 if heap.top else 0), 54)


def _paint_heap(canvas: _Canvas, heap: Heap, x: float, y: float) -> None:
    """A heap from x on: those face down, those face up, the one on top; below it what it is and how many it has."""
    width, apart = MANY if _many(heap) else FEW
    lines = [heap.faces[k : k + LINE] for k in range(0, len(heap.faces), LINE)] if _many(heap) else [heap.faces]
    deep = min(24, 44 / max(len(lines) - 1, 1))
    below = max(48, deep * (len(lines) - 1) / 2 + cards.SHAPE * width / 2 + 10)
    size = len(heap.faces) + heap.backs + (heap.top is not None)
    label = heap.label if size == 1 else f"{heap.label} {size}"
    canvas.text(label, x + _width(heap) / 2, y + below, 18, DIM, 120)
    if heap.backs:
        for k in range(min(heap.backs, PILE)):
            canvas.card(None, x + 2 * k, y - 35 - k, FEW[0])
        x += FEW[0] + 18
    for j, line in enumerate(lines):
        for k, name in enumerate(line):
            canvas.card(
                name, x + k * apart, y - cards.SHAPE * width / 2 + deep * (j - (len(lines) - 1) / 2), width
            )
    if heap.top:
        canvas.card(heap.top, x + apart * (max(map(len, lines)) - 1) + width + 8, y - 35, FEW[0])
