"""Leduc poker by simple advice: raise a king or a pair, stay with a queen, fold the jack to a raise.

It never bluffs, so a player who knows it folds to its raises.
"""

from ...core.kernel import kernel
from ...core.rules import register_bot
from ...games.leduc_poker import CALL, CARDS, FOLD, OPTIONS, RAISE, RANKS, RULES

__all__ = ["act"]

_LAYOUT = RULES.layout()
CARD, PUBLIC = (_LAYOUT[name].start for name in ("card", "public"))
JACK, KING = 0, 2


@kernel
def act(options, observation, mask):
    """Raises what probably wins, calls what may, folds what can't."""
    own, up = rank(observation, CARD), rank(observation, PUBLIC)
    best = own == KING if up < 0 else own == up
    worst = own == JACK if up < 0 else own != up and own < KING
    if best and mask[RAISE]:
        return RAISE
    if worst and mask[FOLD]:
        return FOLD
    return CALL


@kernel
def rank(observation, start):
    """The rank of the card that a block shows, -1 for none."""
    for card in range(CARDS):
        if observation[start + card] == 1:
            return card % RANKS
    return -1


register_bot(OPTIONS, act, __name__)
