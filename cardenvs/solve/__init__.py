"""The exact side: whole game trees, counterfactual regret minimisation, best responses.

from cardenvs import solve

tree = solve.build("leduc_poker")
run = solve.CFR(tree, "dcfr")
run.run(1000)
print(solve.exploitability(tree, run.average()), solve.values(tree, run.average()))
"""

from .cfr import ALGORITHMS, CFR, Algorithm
from .mccfr import MCCFR
from .response import best_response, exploitability, gains, nash_conv, values
from .rounds import Rounds
from .tree import MAX_BYTES, MAX_NODES, Preview, Tree, build, preview

__all__ = [
    "ALGORITHMS", "CFR", "MAX_BYTES", "MAX_NODES", "MCCFR", "Algorithm", "Preview", "Rounds", "Tree", "best_response",
    "build", "exploitability", "gains", "nash_conv", "preview", "values",
]  # fmt: skip
