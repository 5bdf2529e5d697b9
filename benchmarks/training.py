"""How fast training runs, side by side: the usual route, the bridge to Stable-Baselines3, and our own trainer.

    python benchmarks/training.py [--game leduc_poker] [--rounds 3] [--seconds 4] [--profile]

All three train the same network on the same game with the same epochs and minibatch size, on one thread. A frame is one
decision that is learnt from; the bridge plays other seats' moves on top, and our trainer the forced ones. Rates are frames a
second of processor time, playing included, and ratios are taken round by round.

- The usual route: sb3-contrib's MaskablePPO on the PettingZoo environment through the single-agent wrapper of PettingZoo's
  own tutorial, one environment, 2,048 frames an update.
- The bridge: MaskablePPO on `SelfPlayVecEnv`, 512 games.
- Ours: `SelfPlayPPO`, 1,024 games.
"""

import argparse
import contextlib
import time
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import torch
from rich.console import Console
from rich.table import Table
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker

import cardenvs
from cardenvs.envs.vector import VectorEnv
from cardenvs.train.config import Config, Pool, Reward, read_config
from cardenvs.train.league import League
from cardenvs.train.sb3 import SelfPlayVecEnv, actor_of
from cardenvs.train.selfplay_ppo import SelfPlayPPO
from measure import Loop, Side, measure

NET, EPOCHS, MINIBATCH, BATCH = (64, 64), 4, 1024, 8192
USUAL_STEPS, BRIDGE_GAMES = 2048, 512


class Tutorial(gymnasium.Env[np.ndarray, np.integer[Any]]):
    """A PettingZoo environment as one agent's, whoever is to move, as in PettingZoo's tutorial for Stable-Baselines3."""

    def __init__(self, env: Any) -> None:
        self.env = env
        agent = env.possible_agents[0]
        self.observation_space = env.observation_space(agent)["observation"]
        self.action_space = env.action_space(agent)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self.env.reset(seed=seed)
        return self.env.observe(self.env.agent_selection)["observation"], {}

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        mover = self.env.agent_selection
        self.env.step(int(action))
        agent = self.env.agent_selection
        seen = self.env.observe(agent)["observation"]
        return seen, self.env.rewards[mover], self.env.terminations[agent], self.env.truncations[agent], {}

    def action_mask(self) -> np.ndarray:
        return np.asarray(self.env.observe(self.env.agent_selection)["action_mask"], bool)


def usual(game: str, options: dict[str, Any]) -> Loop:
    """MaskablePPO on one wrapped environment."""
    env = ActionMasker(Tutorial(cardenvs.make(game, **options)), lambda env: env.unwrapped.action_mask())
    model = _sb3(env, n_steps=USUAL_STEPS, batch_size=MINIBATCH)

    def loop(frames: int) -> int:
        frames = max(1, round(frames / USUAL_STEPS)) * USUAL_STEPS
        model.learn(frames, reset_num_timesteps=False)
        return frames

    return loop


def bridge(game: str, options: dict[str, Any]) -> Loop:
    """MaskablePPO on a batch of games."""
    rules = cardenvs.spec(game)
    games = VectorEnv(rules, rules.options(**options), BRIDGE_GAMES, 0)
    env = SelfPlayVecEnv(games, League({"self": 1.0}, [], Pool()), Reward(), 1)
    model = _sb3(env, n_steps=BATCH // BRIDGE_GAMES, batch_size=MINIBATCH)
    env.league.current = actor_of(model.policy)

    def loop(frames: int) -> int:
        played = 0
        while played < frames:
            model.learn(BATCH, reset_num_timesteps=False)
            played += BATCH
        return played

    return loop


def _sb3(env: Any, **settings: Any) -> MaskablePPO:
    return MaskablePPO(
        "MlpPolicy", env, n_epochs=EPOCHS, policy_kwargs={"net_arch": list(NET)}, device="cpu", seed=0, **settings
    )


def ours(game: str, options: dict[str, Any]) -> Loop:
    """`SelfPlayPPO`."""
    learner = learner_of(game, options)

    def loop(frames: int) -> int:
        before = learner.steps
        while learner.steps < before + frames:
            learner.collect()
            learner.update(1.0)
        return learner.steps - before

    return loop


def config(game: str, options: dict[str, Any], **changes: Any) -> Config:
    """The settings that all sides share."""
    shared = {"batch": BATCH, "minibatch": MINIBATCH, "epochs": EPOCHS, "net": NET, "opponents": {"self": 1.0}}
    return read_config({"game": game, "options": options, "output": "none", **shared, **changes})


def learner_of(game: str, options: dict[str, Any]) -> SelfPlayPPO:
    """A learner that has not begun."""
    settings = config(game, options)
    return SelfPlayPPO(settings, cardenvs.vector(game, settings.num_envs, seed=settings.seed, **options), "cpu")


def profile(game: str, options: dict[str, Any], updates: int = 5) -> dict[str, float]:
    """Processor seconds of the parts of our trainer, over `updates`."""
    learner = learner_of(game, options)
    learner.collect()
    learner.update(1.0)
    spent = {"games": 0.0, "policy in play": 0.0, "collect": 0.0, "values, advantages": 0.0, "update": 0.0}

    def timed(part: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any) -> Any:
            start = time.process_time()
            try:
                return work(*arguments)
            finally:
                spent[part] += time.process_time() - start

        return run

    learner.games.step = timed("games", learner.games.step)  # type: ignore[method-assign]
    learner.policy.outputs = timed("policy in play", learner.policy.outputs)  # type: ignore[method-assign]
    learner._judged = timed("values, advantages", learner._judged)  # type: ignore[method-assign]
    for _ in range(updates):
        timed("collect", learner.collect)()
        timed("update", lambda: learner.update(1.0))()
    spent["entries, sampling"] = spent["collect"] - spent["games"] - spent["policy in play"]
    spent["gradient steps"] = spent["update"] - spent["values, advantages"]
    return {part: spent[part] for part in spent if part not in ("collect", "update")}


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="leduc_poker")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4.0, help="of processor time, a side and round")
    parser.add_argument("--profile", action="store_true", help="also where our trainer's time goes")
    given = parser.parse_args()
    options = {"seats": given.seats} if given.seats else {}
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")  # Stable-Baselines3 warns of settings that are meant
    makers = {"usual route": usual, "bridge": bridge, "ours": ours}
    sides = [Side(name, make(given.game, options), clock=time.process_time) for name, make in makers.items()]
    measure(sides, given.rounds, given.seconds)
    table = Table("route", "frames/s", "× usual", title=f"{given.game}, network {NET}, {EPOCHS} epochs")
    for side in sides:
        table.add_row(side.name, f"{side.rate:,.0f}", f"{side.ratio(sides[0]):.1f}")
    Console().print(table)
    if given.profile:
        parts = profile(given.game, options)
        for part, seconds in parts.items():
            print(f"{part:20} {seconds / sum(parts.values()):6.1%}")


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
