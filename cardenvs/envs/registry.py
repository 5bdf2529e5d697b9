"""The environments by name: `make`, `vector`, the modules ``cardenvs.<game>_v0``, and PettingZoo's and Gymnasium's registries."""

import os
import sys
import types
from typing import Any

import gymnasium
import pettingzoo

from ..games import CALIBRATION, GAMES, spec
from ..render import SIZE
from .aec import CardEnv
from .recording import RecordingEnv, RecordingVectorEnv
from .vector import VectorEnv

__all__ = ["env_modules", "make", "register", "vector"]

VERSION = "v0"
"""Of every environment so far; a game's goes up with its `Rules.version`."""


def make(
    game: str,
    *,
    render_mode: str | None = None,
    scale_rewards: bool = False,
    render_size: tuple[int, int] = SIZE,
    record: str | os.PathLike[str] | None = None,
    **options: Any,
) -> CardEnv:
    """A game as a PettingZoo AEC environment; the same as ``cardenvs.<game>_v0.env``.

    Args:
        game: its name.
        render_mode: what `render` gives: ``"ansi"`` words, ``"rgb_array"`` a picture; ``"human"`` opens a window.
        scale_rewards: divide rewards by the unit of the game's rules.
        render_size: pixels of a picture or window, width and height.
        record: a file to which every finished game is added (`cardenvs.records`).
        **options: the game's.

    Raises:
        UnknownGame, InvalidOption, InvalidArgument: no such game, option, render mode or size.
        InvalidFile: the record can't be written, or is one of other games.
        gymnasium.error.DependencyNotInstalled: a mode that draws, without pygame.
    """
    rules = spec(game)
    settings = (rules, rules.options(**options), render_mode, scale_rewards, render_size)
    return CardEnv(*settings) if record is None else RecordingEnv(*settings, record=record)


def vector(
    game: str,
    num_envs: int,
    *,
    seed: int = 0,
    threads: int = 1,
    scale_rewards: bool = False,
    record: str | os.PathLike[str] | None = None,
    **options: Any,
) -> VectorEnv:
    """`num_envs` games of `game`, dealt and ready to step in one compiled call.

    Args:
        game: its name.
        num_envs: how many games.
        seed: game i of the batch depends on (seed, i) and the actions alone.
        threads: how many threads share the batch; more than one pays from some thousand games on.
        scale_rewards: divide rewards by the unit of the game's rules.
        record: a file to which every finished game is added (`cardenvs.records`); that costs speed.
        **options: the game's.

    Raises:
        UnknownGame, InvalidOption, InvalidArgument: no such game, option or number.
        InvalidFile: the record can't be written, or is one of other games.
    """
    rules = spec(game)
    settings = (rules, rules.options(**options), num_envs, seed, threads, scale_rewards)
    return VectorEnv(*settings) if record is None else RecordingVectorEnv(*settings, record=record)


def env_modules(package: str) -> dict[str, types.ModuleType]:
    """``{"loo_v0": module}``: for every game a module with `env` and `raw_env`, importable by name."""
    modules = {f"{game}_{VERSION}": _env_module(package, game) for game in GAMES + CALIBRATION}
    sys.modules.update({module.__name__: module for module in modules.values()})
    return modules


def _env_module(package: str, game: str) -> types.ModuleType:
    about = f"{game} as a PettingZoo environment: ``env(**options)``, see `cardenvs.make`; `raw_env` is the same."
    module = types.ModuleType(f"{package}.{game}_{VERSION}", about)

    def env(
        *,
        render_mode: str | None = None,
        scale_rewards: bool = False,
        render_size: tuple[int, int] = SIZE,
        record: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> CardEnv:
        settings: Any = {"render_mode": render_mode, "scale_rewards": scale_rewards, "render_size": render_size}
        return make(game, record=record, **settings, **options)

    env.__doc__ = make.__doc__
    env.__module__ = module.__name__
    module.__dict__.update(env=env, raw_env=env, __all__=["env", "raw_env"])
    return module


def register() -> None:
    """Enters all games in Gymnasium's registry (``cardenvs/Loo-v0``) and PettingZoo's (``cardenvs/loo_v0``).

    PettingZoo has had a registry since 1.27; with an older one there is none to enter.
    """
    for game in GAMES + CALIBRATION:
        title = "".join(word.capitalize() for word in game.split("_"))
        if (name := f"cardenvs/{title}-{VERSION}") not in gymnasium.registry:
            gymnasium.register(name, entry_point="cardenvs.envs.single:LearnerEnv", kwargs={"game": game})
        if hasattr(pettingzoo, "register") and f"cardenvs/{game}-{VERSION}" not in pettingzoo.aec_registry:
            entry = f"cardenvs.{game}_{VERSION}:env"
            pettingzoo.register("aec", f"cardenvs/{game}_{VERSION}", entry_point=entry)
