"""Kuhn poker by simple advice: bet and call with the king, call with the queen, fold the jack; the jack never bluffs.

It beats a random player and loses to one who bluffs and folds at the right rate.
"""

from ...core.kernel import kernel
from ...core.rules import register_bot
from ...games.kuhn_poker import BET, OPTIONS, PASS, RULES

__all__ = ["act"]

_LAYOUT = RULES.layout()
CARD, MOVES = (_LAYOUT[name].start for name in ("card", "moves"))
QUEEN, KING = 1, 2


@kernel
def act(options, observation, mask):
    """A king bets and calls; a queen calls; all else passes."""
    facing_bet = observation[MOVES + BET] == 1 or observation[MOVES + 2 + BET] == 1
    if observation[CARD + KING] == 1 or (observation[CARD + QUEEN] == 1 and facing_bet):
        return BET
    return PASS


register_bot(OPTIONS, act, __name__)
