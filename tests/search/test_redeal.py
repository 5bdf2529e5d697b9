"""A search may look at nothing but what its seat knows: the world that a stream redeals does not depend on the rest."""

import pytest

from cardenvs.core.random import stream

from ..support import NAMES, Case, plays

BY_ORDER = ("leduc_poker", "kopilka", "lenturlu", "macao")
"""Games whose redeal shuffles what lies out of sight: as often to each world, but not to the same by the same stream."""
DECISIONS = 60


@pytest.mark.parametrize("name", [name for name in NAMES if name not in BY_ORDER])
def test_one_stream_redeals_one_world_whatever_is_true(name: str) -> None:
    compared = 0
    for play in plays(Case(name, "defaults", {}), DECISIONS):
        table, truth = play.table.clone(), play.table.clone()
        if table.over or not table.redeal(table.seat, stream(1, compared)):
            continue
        other = table.clone()
        assert truth.redeal(truth.seat, stream(2, compared)) == other.redeal(other.seat, stream(2, compared))
        assert truth.states.tobytes() == other.states.tobytes()
        compared += 1
    assert compared > DECISIONS / 4
