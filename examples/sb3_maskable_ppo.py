"""Stable-Baselines3: MaskablePPO learns one seat of a game against bots.

python examples/sb3_maskable_ppo.py

The Gymnasium form has what sb3-contrib asks for, `action_masks`; `illegal="raise"` proves that the masks are used. Give the
masks to `predict` too, and evaluate with `sb3_contrib.common.maskable.evaluation`: Stable-Baselines3's own evaluation
ignores them.
"""

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

import cardenvs  # noqa: F401  (names the games to Gymnasium)

__all__ = ["train"]


def train(
    game: str = "cardenvs/Loo-v0", seats: int = 3, steps: int = 4096, episodes: int = 200, seed: int = 1
) -> tuple[float, float]:
    """Mean payoff of an episode, in units of the game, before and after training for so many decisions."""
    env = gymnasium.make(
        game, seats=seats, bots="random", illegal="raise", scale_rewards=True, disable_env_checker=True
    )
    model = MaskablePPO("MlpPolicy", env, n_steps=512, batch_size=128, seed=seed, device="cpu")
    before, _ = evaluate_policy(model, env, n_eval_episodes=episodes, warn=False)
    model.learn(steps)
    after, _ = evaluate_policy(model, env, n_eval_episodes=episodes, warn=False)
    return float(before), float(after)


if __name__ == "__main__":
    first, last = train(steps=20_000, episodes=1000)
    print(f"mean payoff against random players: {first:.2f} before, {last:.2f} after")
