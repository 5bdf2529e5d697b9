"""Does it help to remember? The trainer with each game's observation as it is, and with all moves seen since the deal.

    python -m benchmarks.history leduc  [--steps 1_000_000] [--seeds 3] [--json FILE]
    python -m benchmarks.history mushka [--steps 1_500_000] [--seeds 2] [--json FILE]

Same trainer, configuration (that of configs/ppo but for `SAME`), budget and seeds. With memory, the
network also sees when the seat saw each seat do each thing for the first and for the last time (see `memory`): in these
games all there is to remember. Leduc: exploitability. Mushka: every policy with memory against every one without, on duplicate deals.

The same again with part of the observation blotted out shows that the experiment could tell: there the memory holds what
is missing. Finished runs are kept under ``runs/history``.
"""

import argparse
import itertools
import pathlib
import statistics
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch

from cardenvs import solve, spec, vector
from cardenvs.agents.policy import best_actions
from cardenvs.arena.result import Estimate, estimate
from cardenvs.arrays import read_arrays, write_arrays
from cardenvs.core import drivers
from cardenvs.core.layout import Layout
from cardenvs.solve.tree import Tree, dealt
from cardenvs.solve.views import Views
from cardenvs.train.config import Config
from cardenvs.train.network import Network
from cardenvs.train.selfplay_ppo import SelfPlayPPO

from .kept import keep, kept
from .league import LAST, SELVES, varied
from .memory import Blotted, Remembering, note, recall

RUNS = pathlib.Path("runs/history")
BLOTTED = {
    "leduc_poker": ("moves",),
    "mushka": ("trick_now", "tricks_past", "leader", "winning", "led_suit", "void"),
}
LEAGUE = {"opponents": SELVES, "average": LAST}
SAME: dict[str, dict[str, Any]] = {
    "leduc_poker": LEAGUE,
    "mushka": LEAGUE | {"batch": 8192, "minibatch": 2048, "pool": {"interval": 5}},
}
"""How all runs differ from the configuration; a batch as large as mushka's would make few updates in so short a run."""
DEALS = 2000


class Sight(NamedTuple):
    """What a policy sees."""

    memory: bool
    hidden: tuple[str, ...] = ()

    def __str__(self) -> str:
        what = f"without {', '.join(self.hidden)}" if self.hidden else "as it is"
        return f"{what}, with memory" if self.memory else what

    def games(self, config: Config) -> Any:
        """A batch of games seen so."""
        games: Any = vector(config.game, config.num_envs, seed=config.seed, **config.options)
        games = Remembering(games) if self.memory else games
        return Blotted(games, self.hidden) if self.hidden else games

    def of(self, whole: np.ndarray, layout: Layout) -> np.ndarray:
        """The same of observations with memory (float32 ``[n, features]``); `layout` is the game's."""
        seen = (whole if self.memory else whole[:, : layout.size]).copy()
        for name in self.hidden:
            seen[:, layout[name]] = 0
        return seen


class Player(NamedTuple):
    """A trained policy."""

    sight: Sight
    network: Network
    layout: Layout
    """The game's."""

    def logits(self, whole: np.ndarray) -> np.ndarray:
        """float32 ``[n, actions]`` for observations with memory."""
        return self.network.logits(self.sight.of(whole, self.layout))


def trained(config: Config, sight: Sight) -> Player:
    """The player of a whole run, from its file if it is done."""
    file = RUNS / config.game / f"{config.total_steps}-{config.seed}-{sight}.safetensors".replace(", ", "-")
    rules = spec(config.game)
    layout = rules.layout_of(rules.options(**config.options))
    if not file.exists():
        learner = SelfPlayPPO(config, sight.games(config), "cpu")
        updates = -(-config.total_steps // config.batch)
        for update in range(updates):
            learner.collect()
            learner.update(1 - update / updates)
            if (update + 1) % config.pool.interval == 0:
                learner.league.add(learner.policy)
        file.parent.mkdir(parents=True, exist_ok=True)
        arrays = {name: tensor.numpy() for name, tensor in learner.policy.state_dict().items()}
        write_arrays(file, "policy", config.plain(), arrays)
    about, arrays = read_arrays(file, "policy")
    if about != config.plain():
        raise SystemExit(f"{file} was trained otherwise; remove it")
    sizes = [arrays["weight"].shape[0], *config.net, rules.actions]
    network = Network(sizes, config.activation, 1.0)
    network.load_state_dict({name: torch.from_numpy(array) for name, array in arrays.items()})
    return Player(sight, network, layout)


def match(config: Config, players: tuple[Player, Player], seed: int) -> np.ndarray:
    """How much more a seat of the first is paid a deal, on duplicate deals, both greedy: float64 ``[DEALS]``."""
    margins = np.zeros(DEALS)
    for turn in range(2):
        games: Any = Remembering(vector(config.game, DEALS, seed=seed, **config.options))
        owner = (np.arange(games.options.seats) + turn) % 2
        paid, live = np.zeros(games.payoff.shape), np.ones(DEALS, np.bool_)
        while live.any():
            actions = games.action_mask.argmax(1)
            for k, player in enumerate(players):
                at = np.flatnonzero((owner[games.seat] == k) & live & (games.action_mask.sum(1) > 1))
                chosen = np.zeros(len(at), np.int64)
                best_actions(player.logits(games.observation[at]), games.action_mask[at], chosen)
                actions[at] = chosen
            games.step(actions)
            ended = games.done & live
            paid[ended] = games.payoff[ended]
            live &= ~ended
        margins += (paid[:, owner == 0].mean(1) - paid[:, owner == 1].mean(1)) / 2
    return margins


def looks(tree: Tree) -> Views:
    """What is seen in every information set of a tree, with memory: its games walked one by one."""
    rules, options = tree.rules, tree.options
    n_actions, layout = rules.actions, rules.layout_of(options)
    moves = rules.decisions(options)
    width = layout.size + 2 * options.seats * n_actions
    seen = Views(
        observation=np.zeros((len(tree.key), width), np.float32),
        mask=np.zeros((len(tree.key), n_actions), np.int8),
    )
    scratch, random = np.repeat(rules.blank(options), 1), np.zeros(1, np.uint64)

    def visit(states: np.ndarray, log: np.ndarray, count: np.ndarray) -> None:
        if states["over"][0]:
            return
        seat, mask = states["seat"], np.zeros((1, n_actions), np.int8)
        if drivers.legal_in(states, 0, mask[0]) > 1:
            row = tree.set_of[int(drivers.key_of(states, 0, int(seat[0])))]
            seen.mask[row] = mask[0]
            drivers.observe_in(states, 0, int(seat[0]), seen.observation[row, : layout.size])
            recall(seen.observation[row : row + 1], layout.size, seat, log, count, n_actions)
        for action in np.flatnonzero(mask[0]):
            after, its_log, its_count = states.copy(), log.copy(), count.copy()
            note(states, seat, np.array([action]), mask, scratch, its_log, its_count)
            drivers.step(after, 0, int(action))
            visit(after, its_log, its_count)

    for blank, decks, _ in dealt(rules, options):
        for deck in decks:
            states = np.repeat(blank, 1)
            drivers.prepare(states, 0, blank, random)
            states["deck"][0, : len(deck)] = deck
            drivers.deal_in(states, 0)
            visit(states, np.zeros((1, options.seats, moves), np.int64), np.zeros((1, options.seats), np.int64))
    return seen


def sights(game: str) -> list[Sight]:
    """Those to be compared, without memory and with it in turn."""
    return [Sight(memory, hidden) for hidden in ((), BLOTTED[game]) for memory in (False, True)]


def leduc(configs: list[Config], keep_found: Callable[[str, Any], None]) -> None:
    """Exploitability by sight and seed."""
    tree = solve.build("leduc_poker")
    seen = looks(tree)
    for sight in sights("leduc_poker"):
        found = [
            solve.exploitability(tree, seen.strategy(tree, trained(config, sight).logits(seen.observation)))
            for config in configs
        ]
        print(f"{sight!s:34} {statistics.mean(found):.3f} ({', '.join(f'{x:.3f}' for x in found)})", flush=True)
        keep_found(str(sight), found)


def mushka(configs: list[Config], keep_found: Callable[[str, Any], None]) -> None:
    """Margins of the sights in pairs: those with memory over those without, and as it is over blotted."""
    as_it_is, memory, blotted, blotted_memory = sights("mushka")
    for first, second in ((memory, as_it_is), (as_it_is, blotted), (blotted_memory, blotted)):
        deals = []
        for one, other in itertools.product(configs, configs):
            deals.append(match(one, (trained(one, first), trained(other, second)), seed=1000))
            what = f"{first} (seed {one.seed}) over {second} (seed {other.seed})"
            print(f"{what}: {estimate(deals[-1])}", flush=True)
        mean: Estimate = estimate(np.mean(deals, axis=0))
        print(f"{first} over {second}: {mean}", flush=True)
        each = [round(float(margin.mean()), 4) for margin in deals]
        keep_found(
            f"{first} over {second}", {"mean": mean.mean, "low": mean.low, "high": mean.high, "by seeds": each}
        )


def main() -> None:
    """Trains and measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("leduc", "mushka"))
    parser.add_argument("--steps", type=int)
    parser.add_argument("--seeds", type=int)
    parser.add_argument("--json", type=pathlib.Path, help="file for the figures")
    given = parser.parse_args()
    torch.set_num_threads(1)
    game, measured, steps, seeds = {
        "leduc": ("leduc_poker", leduc, 1_000_000, 3),
        "mushka": ("mushka", mushka, 1_500_000, 2),
    }[given.game]
    steps, seeds = given.steps or steps, given.seeds or seeds

    def keep_found(name: str, found: Any) -> None:
        old = kept(given.json).get(given.game, {})
        rows = old["found"] if old.get("steps") == steps else {}
        figures = {"steps": steps, "seeds": seeds, "deals": DEALS, "found": rows | {name: found}}
        keep(given.json, given.game, figures)

    measured([varied(game, SAME[game], {"total_steps": steps, "seed": seed}) for seed in range(seeds)], keep_found)


if __name__ == "__main__":
    main()
