"""The environments by name: `make`, the modules ``cardenvs.<game>_v0``, and PettingZoo's and Gymnasium's registries."""

import sys
import types
from typing import Any

import gymnasium
import pettingzoo

from ..games import CALIBRATION, GAMES, spec
from ..render import SIZE
from .aec import CardEnv

__all__ = ["env_modules", "make", "register"]

VERSION = "v0"
"""Of every environment so far; it goes up with `Rules.version`."""


def make(
    game: str,
    *,
    render_mode: str | None = None,
    scale_rewards: bool = False,
    render_size: tuple[int, int] = SIZE,
    **options: Any,
) -> CardEnv:
    """A game as a PettingZoo AEC environment; the same as ``cardenvs.<game>_v0.env``.

    Args:
        game: its name.
        render_mode: what `render` gives: ``"ansi"`` words, ``"rgb_array"`` a picture; ``"human"`` opens a window.
        scale_rewards: divide rewards by the unit of the game's rules.
        render_size: pixels of a picture or window, width and height.
        **options: the game's.

    Raises:
        UnknownGame, InvalidOption, InvalidArgument: no such game, option, render mode or size.
        gymnasium.error.DependencyNotInstalled: a mode that draws, without pygame.
    """
    rules = spec(game)
    return CardEnv(rules, rules.options(**options), render_mode, scale_rewards, render_size)


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
        **options: Any,
    ) -> CardEnv:
        return make(game, render_mode=render_mode, scale_rewards=scale_rewards, render_size=render_size, **options)

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
