"""How long a fresh process needs to its first step: prints seconds of import, and from there to the first step.

Usage: first_step.py GAME aec|batch
"""

import sys
import time

start = time.perf_counter()
import cardenvs  # noqa: E402

imported = time.perf_counter()
game, form = sys.argv[1:]
if form == "aec":
    env = cardenvs.make(game)
    env.reset(seed=0)
    observation = env.last()[0]
    env.step(int(observation["action_mask"].argmax()))
else:
    batch = cardenvs.vector(game, num_envs=4)
    batch.step(batch.action_mask.argmax(1))
print(imported - start, time.perf_counter() - imported)
