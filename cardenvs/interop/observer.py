"""What a player of OpenSpiel's sees of one of the games."""

from typing import Any

import numpy as np
import pyspiel

from ..core import drivers
from ..errors import InvalidArgument

__all__ = ["CardObserver"]


class CardObserver:
    """A player's view, as OpenSpiel asks for it; before the deal there is nothing to see.

    Attributes:
        tensor: float32, the observation; with perfect recall the 64 bits of the information set's key after it, since two
            information sets can look alike.
        dict: its named blocks.
    """

    def __init__(self, game: Any, kind: Any, params: Any) -> None:
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise InvalidArgument(f"observer: want no parameters, got {params}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise InvalidArgument("observer: want what one player sees: public, and private for a single player")
        self._recall = kind.perfect_recall
        self._rules, self._options, size = game.rules, game.options, game.layout.size
        self.tensor = np.zeros(size + 64 * self._recall, np.float32)
        self._seen = self.tensor[:size]
        self.dict = game.layout.decode(self._seen)
        if self._recall:
            self.dict["key"] = self.tensor[size:]

    def set_from(self, state: Any, player: int) -> None:
        """Fills the tensor."""
        self.tensor[:] = 0
        if not state.dealt:
            return
        drivers.observe_in(state.states, 0, player, self._seen)
        if self._recall:
            self.dict["key"][:] = [state.key(player) >> bit & 1 for bit in range(64)]

    def string_from(self, state: Any, player: int) -> str:
        """The view in words; with perfect recall the key in hex before them, which alone tells information sets apart."""
        if not state.dealt:
            return "before the deal"
        self.set_from(state, player)
        words = self._rules.text(self._options, self.dict)
        return f"{state.key(player):016x} {words}" if self._recall else words
