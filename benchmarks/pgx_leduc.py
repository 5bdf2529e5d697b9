"""pgx Leduc under one jitted scan: reads a number of steps a line, plays them, and answers how many it played.

Each step is a whole one: a uniformly random legal action for each game of the batch, the move, a new deal where a game
has ended, the next observation and mask. The answer is written when the device has finished.
"""

import functools
import sys

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

LENGTH = 64
"""Steps of the whole batch in one call."""


def main() -> None:
    """Answers until the input ends."""
    batch = int(sys.argv[1])
    env = pgx.make("leduc_holdem")
    move = jax.vmap(auto_reset(env.step, env.init))

    def step(carry, _):
        state, key, seen = carry
        key, chosen, dealt = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(chosen, logits, axis=1)
        state = move(state, action, jax.random.split(dealt, batch))
        return (state, key, seen + state.observation.sum()), None

    @functools.partial(jax.jit, donate_argnums=0)
    def run(carry):
        return jax.lax.scan(step, carry, None, length=LENGTH)[0]

    key = jax.random.PRNGKey(0)
    carry = (jax.jit(jax.vmap(env.init))(jax.random.split(key, batch)), key, jnp.float32(0))
    for line in sys.stdin:
        calls = -(-int(line) // (LENGTH * batch))
        for _ in range(calls):
            carry = run(carry)
        jax.block_until_ready(carry)
        print(calls * LENGTH * batch, flush=True)


if __name__ == "__main__":
    main()
