"""Cards as pictures, drawn with shapes alone: no image files, and no font with suits in it."""

import functools
import math

import pygame

__all__ = ["BLACK", "RED", "card", "font", "suit"]

BLACK, RED = (24, 26, 32), (198, 30, 44)
"""The colours of the suits."""
SUITS = {"C": BLACK, "S": BLACK, "D": RED, "H": RED}
FACE, EDGE = (252, 251, 246), (120, 120, 120)
BACK, BACK_LINES = (38, 70, 128), (110, 145, 205)
SHAPE = 1.4  # height of a card by its width
FINE = 4  # shapes are drawn so many times larger and then made small, for smooth edges


@functools.cache
def _font(size: int) -> pygame.font.Font:
    return pygame.font.Font(None, size)


def font(size: int) -> pygame.font.Font:
    """Pygame's own font, so many pixels high."""
    if not pygame.font.get_init():  # whoever called pygame.quit() took the fonts away
        pygame.font.init()
        _font.cache_clear()
    return _font(max(size, 8))


@functools.cache
def suit(letter: str, size: int) -> pygame.Surface:
    """The sign of a suit, `size` pixels wide and high, on nothing."""
    n = FINE * size
    surface = pygame.Surface((n, n), pygame.SRCALPHA, 32)
    {"C": _club, "D": _diamond, "H": _heart, "S": _spade}[letter](surface, n, SUITS[letter])
    return pygame.transform.smoothscale(surface, (size, size))


@functools.lru_cache(maxsize=4096)
def card(name: str | None, width: int) -> pygame.Surface:
    """A card face up by its name, or face down (None); its height is `SHAPE` times its width."""
    size = width, round(width * SHAPE)
    surface = pygame.Surface((FINE * size[0], FINE * size[1]), pygame.SRCALPHA, 32)
    _draw_blank(surface, BACK if name is None else FACE)
    if name is None:
        _draw_back(surface)
    surface = pygame.transform.smoothscale(surface, size)
    if name is not None:
        _draw_face(surface, name[:-1].replace("T", "10"), name[-1])
    return surface


def _draw_blank(surface: pygame.Surface, colour: tuple[int, int, int]) -> None:
    area, corner = surface.get_rect(), surface.get_width() // 9
    pygame.draw.rect(surface, EDGE, area, border_radius=corner)
    pygame.draw.rect(surface, colour, area.inflate(-2 * FINE, -2 * FINE), border_radius=corner)


def _draw_back(surface: pygame.Surface) -> None:
    w, h = surface.get_size()
    inner = surface.get_rect().inflate(-w // 5, -w // 5)
    surface.set_clip(inner)
    step = max(w // 7, 3)
    for x in range(-h, w + h, step):
        pygame.draw.line(surface, BACK_LINES, (x, 0), (x + h, h), max(w // 50, 1))
        pygame.draw.line(surface, BACK_LINES, (x, 0), (x - h, h), max(w // 50, 1))
    surface.set_clip(None)
    pygame.draw.rect(surface, BACK_LINES, inner, max(w // 40, 1), border_radius=w // 20)


def _draw_face(surface: pygame.Surface, rank: str, letter: str) -> None:
    """The rank over a small sign in the corner, which still shows where cards overlap, and a large sign."""
    w, h = surface.get_size()
    index = font(round(w * 0.56)).render(rank, True, SUITS.get(letter, BLACK))
    widest = round(w * 0.42)
    if index.get_width() > widest:
        index = pygame.transform.smoothscale(index, (widest, index.get_height()))
    left = round(w * 0.07)
    surface.blit(index, (left + (round(w * 0.34) - index.get_width()) // 2, round(h * 0.04)))
    if letter in SUITS:
        surface.blit(suit(letter, round(w * 0.3)), (left + 1, round(h * 0.31)))
        large = round(w * 0.56)
        surface.blit(suit(letter, large), (w - large - round(w * 0.06), h - large - round(h * 0.06)))


def _heart(surface: pygame.Surface, n: int, colour: tuple[int, int, int]) -> None:
    radius = 0.26 * n
    for x in (0.26 * n + 0.02 * n, n - 0.28 * n):
        pygame.draw.circle(surface, colour, (x, 0.32 * n), radius)
    dx, dy = radius * math.cos(math.pi / 4), radius * math.sin(math.pi / 4)
    left, right = 0.28 * n - dx, 0.72 * n + dx
    points = [(left, 0.32 * n + dy), (0.5 * n, 0.97 * n), (right, 0.32 * n + dy), (0.5 * n, 0.3 * n)]
    pygame.draw.polygon(surface, colour, points)


def _spade(surface: pygame.Surface, n: int, colour: tuple[int, int, int]) -> None:
    radius = 0.22 * n
    for x in (0.26 * n, 0.74 * n):
        pygame.draw.circle(surface, colour, (x, 0.55 * n), radius)
    d = radius * math.sin(math.pi / 4)
    points = [(0.26 * n - d, 0.55 * n - d), (0.5 * n, 0.02 * n), (0.74 * n + d, 0.55 * n - d), (0.5 * n, 0.66 * n)]
    pygame.draw.polygon(surface, colour, points)
    _stem(surface, n, colour)


def _club(surface: pygame.Surface, n: int, colour: tuple[int, int, int]) -> None:
    for x, y in ((0.5, 0.25), (0.25, 0.57), (0.75, 0.57)):
        pygame.draw.circle(surface, colour, (x * n, y * n), 0.22 * n)
    pygame.draw.circle(surface, colour, (0.5 * n, 0.48 * n), 0.12 * n)
    _stem(surface, n, colour)


def _stem(surface: pygame.Surface, n: int, colour: tuple[int, int, int]) -> None:
    points = [(0.46 * n, 0.5 * n), (0.54 * n, 0.5 * n), (0.66 * n, 0.97 * n), (0.34 * n, 0.97 * n)]
    pygame.draw.polygon(surface, colour, points)


def _diamond(surface: pygame.Surface, n: int, colour: tuple[int, int, int]) -> None:
    pygame.draw.polygon(
        surface, colour, [(0.5 * n, 0.02 * n), (0.9 * n, 0.5 * n), (0.5 * n, 0.98 * n), (0.1 * n, 0.5 * n)]
    )
