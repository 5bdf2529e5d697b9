"""Other libraries as contestants, each only where it is installed."""

import importlib.util
import pathlib
import subprocess
import sys
from collections.abc import Callable
from random import random
from typing import Any

from measure import Loop, aec_loop

TRICK_GAMES = ("euchre", "hearts", "skat")
RUMMIES = ("gin_rummy",)


def openspiel_games(game: str) -> tuple[str, ...]:
    """OpenSpiel's nearest to a game of ours."""
    return RUMMIES if game == "panguingue" else TRICK_GAMES


def installed(module: str) -> bool:
    """Can `module` be imported here?"""
    return importlib.util.find_spec(module) is not None


def openspiel_python(game: str, observed: bool) -> Loop:
    """Random legal play through the Python binding, chance nodes sampled and not counted."""
    import pyspiel

    rules = pyspiel.load_game(game)
    form = rules.get_type()
    tensor = "observation_tensor" if form.provides_observation_tensor else "information_state_tensor"

    def loop(steps: int) -> int:
        played = 0
        while played < steps:
            state = rules.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                if not state.is_chance_node():
                    played += 1
                    if observed:
                        getattr(state, tensor)(state.current_player())
                state.apply_action(legal[int(random() * len(legal))])
        return played

    return loop


def openspiel_compiled(game: str) -> Loop:
    """Random legal play inside its C++, by its own loop over bots.

    The loop does not say how many decisions it made, so they are taken from the mean length of games played beforehand.
    """
    import pyspiel

    rules = pyspiel.load_game(game)
    bots = [pyspiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(rules.num_players())]
    length = _mean_decisions(rules)
    seed = iter(range(1 << 60))

    def loop(steps: int) -> int:
        games = max(1, round(steps / length))
        for _ in range(games):
            pyspiel.evaluate_bots(rules.new_initial_state(), bots, next(seed))
        return round(games * length)

    return loop


def _mean_decisions(rules: Any, games: int = 300) -> float:
    decisions = 0
    for _ in range(games):
        state = rules.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            decisions += not state.is_chance_node()
            state.apply_action(legal[int(random() * len(legal))])
    return decisions / games


def rlcard_leduc() -> Loop:
    """RLCard's Leduc with its own step, which also extracts the state."""
    import rlcard

    env = rlcard.make("leduc-holdem")

    def loop(steps: int) -> int:
        played = 0
        while played < steps:
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(random() * len(legal))])
                played += 1
        return played

    return loop


def pettingzoo_leduc(form: str) -> Loop:
    """PettingZoo's Leduc in an `agent_iter` loop; `form` is ``"env"`` or ``"raw_env"``."""
    from pettingzoo.classic import leduc_holdem_v4

    return aec_loop(getattr(leduc_holdem_v4, form)())


def pgx_leduc(python: str, batch: int) -> tuple[Loop, Callable[[], object]]:
    """pgx's Leduc in a process of its own, asked over a pipe; and what ends that process."""
    script = pathlib.Path(__file__).with_name("pgx_leduc.py")
    process = subprocess.Popen(
        [python, str(script), str(batch)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    asked, answers = process.stdin, process.stdout

    def loop(steps: int) -> int:
        print(steps, file=asked, flush=True)
        return int(answers.readline())

    return loop, process.terminate


def has_pgx(python: str) -> bool:
    """Can that interpreter import pgx?"""
    if python == sys.executable:
        return installed("pgx")
    return subprocess.run([python, "-c", "import pgx"], capture_output=True, check=False).returncode == 0
