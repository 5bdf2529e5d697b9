"""Every game as one of OpenSpiel's.

from cardenvs.interop import openspiel

game = openspiel.load("leduc_poker")                       # or, once this module is imported,
game = pyspiel.load_game("python_cardenvs_leduc_poker")    # by OpenSpiel's own names

Games whose whole tree can be built have one chance node, the deal: its outcomes are the distinct deals, each as likely as
the deck orders that it stands for. In all others chance is sampled: the one outcome of the chance node draws a deal, and
cards shuffled later are drawn by the moves that need them.

Parameters are the game's options, and two more: ``chance`` (``auto``, ``explicit`` or ``sampled``) and ``rng_seed``, by
which deals are sampled (below 0: from the system). In OpenSpiel's own calls they are written as `parameters` says.
"""

import functools
import math
import secrets
from typing import Any, cast

import numpy as np
import pyspiel

from .. import solve
from ..core import drivers
from ..core.random import stream
from ..core.rules import Rules
from ..errors import CardenvsError, IllegalAction, InvalidArgument, Unsolvable
from ..games import CALIBRATION, GAMES, spec
from ..solve.deals import canonical, dealers, deals, pack_of, parts_of
from .observer import CardObserver
from .parameters import Parameters, all_defaults, game_type, parameters_of, values_of

__all__ = ["MAX_NODES", "CardGame", "CardState", "load", "register"]

MAX_NODES = 5_000_000
"""Under ``chance=auto`` a larger tree, in decisions, is not built: chance is sampled."""
REDEALS = 100
"""How often a resampling that hit its try limit is tried again."""
CHANCE = ("auto", "explicit", "sampled")


def load(game: str | Rules, **parameters: Any) -> "CardGame":
    """A game for OpenSpiel.

    Args:
        game: its name, or its rules.
        **parameters: the game's options, ``chance`` and ``rng_seed``.

    Raises:
        UnknownGame, InvalidOption, InvalidArgument: no such game, option, or value.
        Unsolvable: ``chance="explicit"`` is asked of a game whose tree can't be built.
    """
    rules = spec(game) if isinstance(game, str) else game
    return register(rules)(parameters_of(rules.options_class, parameters))


def register(rules: Rules) -> "type[CardGame]":
    """Lets ``pyspiel.load_game`` find a game; those of the suite are found once this module is imported.

    Each has a class of its own: OpenSpiel keeps it to the end of the process, past the interpreter's, which only a class
    survives.
    """
    if rules.name not in _CLASSES:
        named = type(f"{rules.title} for OpenSpiel", (CardGame,), {"rules": rules})
        _CLASSES[rules.name] = cast("type[CardGame]", named)
        pyspiel.register_game(game_type(rules, explicit=False, utility_sum=None), _CLASSES[rules.name])
    return _CLASSES[rules.name]


class CardGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is compiled
    """One of the games under given options.

    Returns and rewards are the rules' own integers. OpenSpiel is told no bounds for them, since not every game has any.

    Attributes:
        rules: the game.
        options: its options.
        layout: of the observation tensor.
        blank: one state record before the deal.
        outcomes: the deals of an explicit chance node, each a first dealer and a deck in deal order; none if sampled.
        chances: the chance node's outcomes by number, with their probabilities.
        random: the stream that sampled deals are drawn from, uint64 ``[1]``.
    """

    rules: Rules

    def __init__(self, params: Parameters | None = None) -> None:
        rules, defaults = self.rules, all_defaults(self.rules)
        given = {name: value for name, value in (params or {}).items() if value != defaults.get(name)}
        chance, seed = given.get("chance", "auto"), given.get("rng_seed", -1)
        if chance not in CHANCE:
            raise InvalidArgument(f"chance: want one of {', '.join(CHANCE)}, got {chance!r}")
        if type(seed) is not int:
            raise InvalidArgument(f"rng_seed: want an integer, got {seed!r}")
        values = values_of(rules.options_class, given)
        values = {name: value for name, value in values.items() if name not in ("chance", "rng_seed")}
        self.options = rules.options(**values)
        self.layout = rules.layout_of(self.options)
        self.blank = rules.blank(self.options)
        self.random = stream(secrets.randbits(64) if seed < 0 else seed)
        tree = self._tree(chance, values)
        total = float(solve.values(tree, tree.uniform()).sum()) if tree and tree.constant_sum else None
        utility_sum = None if total is None else float(round(total))
        self.outcomes, self.chances = self._deals() if tree else ([], [(0, 1.0)])
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.actions,
            max_chance_outcomes=max(len(self.outcomes), 1),
            num_players=self.options.seats,
            min_utility=-math.inf,
            max_utility=math.inf,
            utility_sum=utility_sum,
            max_game_length=rules.decisions(self.options),
        )
        super().__init__(game_type(rules, explicit=tree is not None, utility_sum=utility_sum), info, given)

    @functools.cached_property
    def outcome_of(self) -> dict[tuple[int, tuple[int, ...]], int]:
        """The number of each of `outcomes`."""
        return {outcome: k for k, outcome in enumerate(self.outcomes)}

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        """The actions' names."""
        return self.rules.names(self.options)

    def new_initial_state(self) -> "CardState":
        """The chance node before the deal."""
        return CardState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "CardObserver":
        """What a player sees, with perfect recall or as an observation."""
        return CardObserver(self, iig_obs_type, params)

    def max_chance_nodes_in_history(self) -> int:
        """The deal."""
        return 1

    def _tree(self, chance: str, values: Parameters) -> solve.Tree | None:
        """The whole tree of a game whose chance node is to be explicit."""
        if chance == "explicit":
            return solve.build(self.rules, **values)
        try:
            return solve.build(self.rules, max_nodes=MAX_NODES, **values) if chance == "auto" else None
        except Unsolvable:
            return None

    def _deals(self) -> tuple[list[tuple[int, tuple[int, ...]]], list[tuple[int, float]]]:
        first, outcomes, weights = dealers(self.rules, self.options, self.blank), [], []
        for dealer in first:
            for deck, weight in deals(
                pack_of(self.rules, self.options), parts_of(self.rules, self.options, dealer)
            ):
                outcomes.append((dealer, deck))
                weights.append(float(weight))
        total = math.fsum(weights)
        return outcomes, [(k, weight / total) for k, weight in enumerate(weights)]


class CardState(pyspiel.State):  # type: ignore[misc]
    """A game on its way, from before the deal on.

    Attributes:
        states: array of one state record, for compiled drivers.
        dealt: is the deal over?
        paid: what each seat had been paid before the last move; before the first decision nothing.
    """

    def __init__(self, game: CardGame) -> None:
        super().__init__(game)
        self.states = game.blank.copy()
        self.dealt = False
        self.paid = [0.0] * game.options.seats

    def current_player(self) -> int:
        """The seat to act, or what OpenSpiel calls chance and the end."""
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.states["over"][0] else int(self.states["seat"][0])

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return bool(self.states["over"][0])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each deal with its probability; or one that is drawn as it is taken."""
        return self.get_game().chances  # type: ignore[no-any-return]

    def returns(self) -> list[float]:
        """What each seat has been paid so far."""
        return [float(p) for p in self.states["payoff"][0, : len(self.paid)]]

    def rewards(self) -> list[float]:
        """What the last move paid each seat; the first one's counts the deal's antes before it."""
        return [now - before for now, before in zip(self.returns(), self.paid, strict=True)]

    def key(self, player: int) -> int:
        """The player's information set, as all of this package knows it; 0 before the deal."""
        return int(drivers.key_of(self.states, 0, player)) if self.dealt else 0

    def resample_from_infostate(self, player: int, sampler: Any) -> "CardState":
        """A state that the player can't tell from this one, each deal as likely as its deck orders; see `Rules.redeal`.

        OpenSpiel's algorithms in Python find it here; those in C++ don't ask Python for it.

        Args:
            player: whose knowledge is kept.
            sampler: gives floats in [0, 1), as ``pyspiel.UniformProbabilitySampler(0., 1.)``.
        """
        game, other = self.get_game(), self.clone()
        if not self.dealt:
            return other  # type: ignore[no-any-return]
        draws = stream(*(int(sampler() * (1 << 32)) for _ in range(2)))
        for _ in range(REDEALS):
            if drivers.redeal_in(other.states, 0, player, draws):
                return _played(game, other) if game.outcomes else other
            drivers.copy(other.states, 0, self.states, 0)
        raise CardenvsError(
            f"{game.rules.name}: no deal found in {REDEALS} tries that player {player} could not tell apart"
        )

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  (OpenSpiel's signature)
        mask = np.zeros(self.num_distinct_actions(), np.int8)
        drivers.legal_in(self.states, 0, mask)
        return np.flatnonzero(mask).tolist()

    def _apply_action(self, action: int) -> None:
        if not self.dealt:
            self._deal(action)
            return
        if action not in self._legal_actions(self.current_player()):
            raise IllegalAction(f"seat {self.current_player()} may not play {action}: {self}")
        self.paid = self.returns()
        drivers.step(self.states, 0, action)

    def _deal(self, outcome: int) -> None:
        game = self.get_game()
        random = stream(0) if game.outcomes else game.random
        drivers.prepare(self.states, 0, game.blank, random)
        if game.outcomes:
            dealer, deck = game.outcomes[outcome]
            self.states["dealer"] = dealer
            self.states["deck"][0, : len(deck)] = deck
        drivers.deal_in(self.states, 0)
        self.dealt = True

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        if player >= 0:
            return game.names[action]  # type: ignore[no-any-return]
        if not game.outcomes:
            return "deal"
        dealer, deck = game.outcomes[action]
        return f"dealer {dealer}: {game.rules.deck(game.options).text(deck)}"

    def __str__(self) -> str:
        if not self.dealt:
            return "before the deal"
        game = self.get_game()
        deck = self.states["deck"][0, : int(self.states["deck_size"][0])].tolist()
        moves = [game.names[action] for action in self.history()[1:]]
        return ", ".join([game.rules.deck(game.options).text(deck), *moves])


def _played(game: CardGame, state: CardState) -> CardState:
    """The state with the history that leads there from the deal that it holds."""
    dealer = game.outcomes[state.history()[0]][0]
    deck = state.states["deck"][0, : int(state.states["deck_size"][0])].tolist()
    again = game.new_initial_state()
    again.apply_action(
        game.outcome_of[dealer, canonical(game.rules, deck, parts_of(game.rules, game.options, dealer))]
    )
    for action in state.history()[1:]:
        again.apply_action(action)
    return again


_CLASSES: dict[str, type[CardGame]] = {}
for _name in GAMES + CALIBRATION:
    register(spec(_name))
