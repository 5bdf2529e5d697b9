"""The advice of docs/rules/macao.md §11: replace what counts nothing, draw up to seven, stand on eight and nine."""

from ...core.kernel import kernel
from ...core.rules import register_bot
from ...games.macao_record import BEST, BUST, DRAW, OPTIONS, RANKS, STAND, SWAP
from ...games.macao_view import BY_SEAT, VALUE, draws_at, drew_at

__all__ = ["act"]

DRAW_TO, SAFE_TO = 7, 4  # points with which one draws; where a total above nine loses
GOOD_DRAW = 3  # points: a punter who draws as many may well beat a banker's five


@kernel
def act(options, observation, mask):
    """A zero is swapped, since nothing can be lost by it; then the points decide."""
    points = observation[VALUE : VALUE + BEST + 2].argmax()
    drawn = observation[draws_at(options.seats)] > 0
    bust = options.overdraw == BUST
    if mask[SWAP] and (not drawn or not bust or points <= SAFE_TO):
        return SWAP
    most = DRAW_TO
    if bust:
        most = SAFE_TO + (observation[BY_SEAT] == 1 and good_draw(options, observation))
    return DRAW if mask[DRAW] and points <= most else STAND


@kernel
def good_draw(options, observation):
    """Does some other seat show a drawn card of three points or more?"""
    for k in range(1, options.seats):
        start = drew_at(options.seats) + RANKS * k
        if observation[start + GOOD_DRAW - 1 : start + BEST].max() > 0:
            return True
    return False


register_bot(OPTIONS, act, __name__)
