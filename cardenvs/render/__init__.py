"""Pictures of a game for people: what a seat sees, drawn on a table. They need the extra ``cardenvs[render]``."""

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.error import DependencyNotInstalled

from ..core.rules import Rules
from .moves import Moves
from .scene import ALL, Viewer, scene_of

if TYPE_CHECKING:
    from .window import Window

__all__ = ["ALL", "SIZE", "Renderer", "Viewer"]

SIZE = (960, 640)
"""Pixels of a picture, width and height, unless another size is asked for."""


class Renderer:
    """Draws one game as it goes on: `begin` at each deal, `follow` after each move, and a picture whenever it is wanted.

    Args:
        rules: the game.
        options: its options.
        size: pixels, width and height.

    Raises:
        gymnasium.error.DependencyNotInstalled: pygame is missing.
    """

    def __init__(self, rules: Rules, options: Any, size: tuple[int, int] = SIZE) -> None:
        _check_pygame()
        self._rules = rules
        self._options = options
        self._size = size
        self._moves = Moves(rules, options)
        self._window: Window | None = None

    def begin(self, states: np.ndarray) -> None:
        """A game is dealt (`states` holds it, as everywhere here)."""
        self._moves.begin(states)

    def follow(self, states: np.ndarray, seat: int, action: int) -> None:
        """`seat` has played `action`, which led to `states`."""
        self._moves.follow(states, seat, action)

    def picture(self, states: np.ndarray, viewer: Viewer, near: int = 0) -> np.ndarray:
        """What `viewer` sees, the seat `near` in front: uint8 ``[height, width, 3]``; no window opens."""
        from .painter import picture

        scene = scene_of(self._rules, self._options, states, viewer, self._moves, near)
        return picture(scene, self._size)

    def show(self, states: np.ndarray, viewer: Viewer, near: int = 0, fps: float = 0) -> None:
        """As `picture`, in a window, no sooner than ``1 / fps`` seconds after the one before."""
        from .window import Window

        if self._window is None:
            self._window = Window(f"cardenvs: {self._rules.title}", self._size)
        self._window.show(scene_of(self._rules, self._options, states, viewer, self._moves, near), fps)

    def close(self) -> None:
        """Closes the window, if there is one."""
        if self._window is not None:
            self._window.close()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_window": None}  # a copy opens its own


def _check_pygame() -> None:
    import os

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame  # noqa: F401
    except ImportError as error:
        raise DependencyNotInstalled(
            "pictures need pygame, which is not installed: pip install 'cardenvs[render]'"
        ) from error
