"""The named slices of an observation vector."""

import dataclasses
import hashlib
import math
from collections.abc import Iterator

import numpy as np

__all__ = ["Layout"]


@dataclasses.dataclass(frozen=True)
class Layout:
    """Which slice of an observation (float32 ``[size]``) holds what.

    Blocks stand in order, each with its shape; a shape's first axis of seats is relative to the observer (0 = self).
    """

    blocks: tuple[tuple[str, tuple[int, ...]], ...]
    low: float = 0.0
    """No feature is smaller."""
    high: float = 1.0
    """No feature is larger."""

    @property
    def size(self) -> int:
        """The number of features."""
        return sum(math.prod(shape) for _, shape in self.blocks)

    def __iter__(self) -> Iterator[tuple[str, slice, tuple[int, ...]]]:
        start = 0
        for name, shape in self.blocks:
            stop = start + math.prod(shape)
            yield name, slice(start, stop), shape
            start = stop

    def __getitem__(self, name: str) -> slice:
        for block, place, _ in self:
            if block == name:
                return place
        raise KeyError(name)

    def decode(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """Views of an observation's blocks by name, each in its shape."""
        return {name: observation[place].reshape(shape) for name, place, shape in self}

    @property
    def digest(self) -> str:
        """Equal for equal layouts: saved policies carry it."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]
