"""The window in which people watch a game."""

import pygame

from .painter import paint
from .scene import Scene

__all__ = ["Window"]


class Window:
    """Pygame's window, opened by the first scene shown.

    Who closes it by hand closes it for good: the game goes on unseen.

    Args:
        title: what stands above it.
        size: pixels.
    """

    def __init__(self, title: str, size: tuple[int, int]) -> None:
        self._title = title
        self._size = size
        self._clock = pygame.time.Clock()
        self._open = self._gone = False

    def show(self, scene: Scene, fps: float) -> None:
        """Shows a scene, no sooner than ``1 / fps`` seconds after the one before; 0: at once."""
        if self._gone:
            return
        if (
            self._open
            and pygame.display.get_init()
            and any(event.type == pygame.QUIT for event in pygame.event.get())
        ):
            self.close()
            self._gone = True
            return
        screen = pygame.display.get_surface() if self._open else None
        if screen is None:  # not open yet, or somebody else quit pygame
            pygame.display.init()
            screen = pygame.display.set_mode(self._size)
            pygame.display.set_caption(self._title)
            self._open = True
        screen.blit(paint(scene, self._size), (0, 0))
        pygame.display.flip()
        pygame.event.pump()
        self._clock.tick(fps)

    def close(self) -> None:
        """Closes the window, if it is open."""
        if self._open:
            pygame.display.quit()
            self._open = False
