"""The contract of a game, the registry, and the calls by which generic code reaches a game's functions.

A driver calls ``legal(states, i, mask)``; which game's `legal` that is, the dtype of `states` says, when Numba compiles
the driver. (A function passed as an argument would say it too, but would defeat the disk cache.)
"""

import dataclasses
import functools
import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numba.extending import overload
from numba.np import numpy_support

from ..errors import CardenvsError
from .cards import Deck
from .kernel import stamp_tag
from .layout import Layout
from .options import Options, encoded, options_from
from .record import NONE, tag_of

__all__ = [
    "Place", "Rules", "apply", "choose", "deal", "has_bot", "legal", "locate", "observe", "redeal", "register",
    "register_bot", "registered", "rules_of",
]  # fmt: skip

Place = list[int] | list[list[int]]
"""Deck positions of one part of a deal: of the turned card, say, or of each seat's hand."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rules:
    """A game: its compiled functions, and the names by which people and generic code speak of it.

    The compiled functions take the state record `s`:

    - ``deal(s)`` sets up one deal from ``s.deck``;
    - ``legal(s, mask) -> n`` fills mask (int8 ``[actions]``, 1 = legal) for the seat to act;
    - ``apply(s, action)`` plays on to the next decision or the end;
    - ``observe(s, seat, out)`` fills out (float32 ``[layout.size]``);
    - ``redeal(s, seat, random) -> bool`` resamples what `seat` can't know, False where the try limit was hit;
    - ``locate(s, out)`` fills out (int8 ``[places, cards]``) with how many of each card lie where.
    """

    name: str
    title: str
    """As a person calls it."""
    state: np.dtype
    option_record: np.dtype
    options_class: type[Options]
    cards: Deck
    action_names: tuple[str, ...]
    places: tuple[str, ...]
    """Where a card can be: the rows of `locate`, the seats' hands first, then what the game adds.

    A hand is what its seat alone sees, the place "stock" what nobody sees; cards open to all lie elsewhere.
    """

    deal: Callable[..., Any]
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    observe: Callable[..., Any]
    redeal: Callable[..., Any]
    locate: Callable[..., Any]

    layout_of: Callable[[Any], Layout]
    """The observation's layout for given options."""
    pack_of: Callable[[Any], list[int]]
    """The cards in use for given options, ascending."""
    shape_of: Callable[[Any, int], Mapping[str, Place]]
    """Which deck positions form which part of a deal, for given options and dealer."""
    text: Callable[[Any, dict[str, np.ndarray]], str]
    """What a seat sees, in words, from its decoded observation."""
    decisions: Callable[[Any], int]
    """No episode has more decisions than this, for given options."""
    unit: Callable[[Any], int]
    """What `scale_rewards` divides by, in the game's payments."""

    deck_of: Callable[[Any], Deck] | None = None
    """What the cards of a small deck are called, where it numbers them anew; None: as in `cards`."""
    fill: Callable[[Any], Any] | None = None
    """Compiled: writes what follows from the options alone into a state before its first deal."""
    balance: Callable[[Any], int] = lambda s: int(s.payoff.sum())
    """0 in every state: what the seats were paid, and what lies in the middle, less what lay there at the beginning."""
    ordered: tuple[str, ...] = ()
    """Parts of a deal whose order matters, as a stock that is drawn from; elsewhere the same cards are the same deal."""
    alike: Callable[[int], int] = lambda card: card
    """The lowest of the cards that the rules never tell from a card, for games where suits mean nothing, say."""
    mini: Mapping[str, dict[str, Any]] = dataclasses.field(default_factory=dict)
    """Option sets small enough to solve (§10)."""
    variants: Mapping[str, dict[str, Any]] = dataclasses.field(default_factory=dict)
    """Option sets that change play: each has a golden playthrough and takes part in the property tests."""
    behaviours: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    """Habits that the arena counts: the names of the actions that show each, as ``{"refuses": ("refuse",)}``."""
    outcomes: Callable[[np.ndarray], Mapping[str, np.ndarray]] | None = None
    """What else the arena reports, from the final states ``[n]``: how a game ended for each seat (bool or a count, ``[n,
    seats of the record]``), as ``{"looed": ...}``; of a match, what its last deal or its totals say."""
    settled: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """What the environments' infos say of a deal once it is settled, by the state's field (``[seats]``) that keeps it until
    the next one is, as ``{"points written off": "written"}``."""
    history: tuple[str, ...] = ("The first.",)
    """What each version, from 0 on, changed for agents: actions, observations, payments, seeded games. One more entry is one
    more version."""
    dealer_option: str = "first_dealer"
    """The option that names the first dealer, if the game has one; None there draws the seat."""
    calibration: bool = False
    """A known tiny game that checks the solvers, outside the suite."""

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        """Copies and pickles are the registered game itself, so what holds it can be copied and pickled."""
        return _registered, (self.name,)

    @property
    def version(self) -> int:
        """The number of the latest version, as in ``loo_v0``."""
        return len(self.history) - 1

    @property
    def actions(self) -> int:
        """The number of actions, legal or not."""
        return len(self.action_names)

    @functools.cached_property
    def action_index(self) -> dict[str, int]:
        """The index of each action name."""
        return {name: action for action, name in enumerate(self.action_names)}

    def deck(self, options: Any) -> Deck:
        """What the cards are called under given options."""
        return self.deck_of(options) if self.deck_of else self.cards

    def names(self, options: Any) -> tuple[str, ...]:
        """What the actions are called under given options; those of cards that a small deck lacks stand in brackets."""
        deck = self.deck(options)
        if deck == self.cards:
            return self.action_names
        called = {name: f"({name})" for name in self.cards.names} | dict(
            zip(self.cards.names, deck.names, strict=False)
        )
        parts = [re.fullmatch(r"(.*[ _])?([^ _]+)", name) for name in self.action_names]
        return tuple((part[1] or "") + called.get(part[2], part[2]) for part in parts if part)

    def options(self, **values: Any) -> Any:
        """Checked options.

        Raises:
            InvalidOption: an unknown name or a value out of range.
        """
        return options_from(self.options_class, values)

    def layout(self, **values: Any) -> Layout:
        """The observation's layout for the given options."""
        return self.layout_of(self.options(**values))

    def encoded(self, options: Any) -> np.ndarray:
        """The options as an array of one option record, as bots take them."""
        return encoded(options, self.option_record)

    def blank(self, options: Any) -> np.ndarray:
        """An array of one state before its first deal, from which games begin."""
        states = np.zeros(1, self.state)
        pack = self.pack_of(options)
        states["options"] = self.encoded(options)
        named = self.dealer_option in (self.option_record.names or ())
        states["dealer"] = states["options"][self.dealer_option] if named else NONE
        states["deck_size"] = len(pack)
        states["pack"][0, : len(pack)] = pack
        if self.fill is not None:
            self.fill(states[0])
        return states


_GAMES: dict[np.dtype, Rules] = {}
_BOTS: dict[np.dtype, Callable[..., Any]] = {}


def register(rules: Rules, module: str) -> Rules:
    """Lets generic code find a game by the dtype of its states."""
    if rules.state in _GAMES:
        raise CardenvsError(f"{rules.name}: a game with the record of {_GAMES[rules.state].name} is there already")
    _GAMES[rules.state] = rules
    stamp_tag(str(tag_of(rules.state)), module)
    return rules


def register_bot(options: np.dtype, act: Callable[..., Any], module: str) -> None:
    """Lets generic code find a game's rule-based bot by the dtype of its option record."""
    _BOTS[options] = act
    stamp_tag(str(tag_of(options)), module)


def registered(name: str) -> Rules | None:
    """The game of that name, if its module has been imported."""
    return next((rules for rules in _GAMES.values() if rules.name == name), None)


def has_bot(options: np.dtype) -> bool:
    """Has a rule-based bot been registered for this option record?"""
    return options in _BOTS


def rules_of(states: np.ndarray) -> Rules:
    """The game that `states` belong to."""
    return _GAMES[states.dtype]


def _registered(name: str) -> Rules:
    from ..games import spec  # the registry stands on this module

    return spec(name)


def _game(array: Any) -> Rules:
    return _GAMES[numpy_support.as_dtype(array.dtype)]


def deal(states, i):
    """Sets up one deal of game i."""
    _GAMES[states.dtype].deal(states[i])


def legal(states, i, mask):
    """Fills the legal mask of game i and returns how many actions are legal."""
    return _GAMES[states.dtype].legal(states[i], mask)


def apply(states, i, action):
    """Plays an action of game i."""
    _GAMES[states.dtype].apply(states[i], action)


def observe(states, i, seat, out):
    """Fills what `seat` sees of game i."""
    _GAMES[states.dtype].observe(states[i], seat, out)


def redeal(states, i, seat, random):
    """Resamples what `seat` can't know of game i."""
    return _GAMES[states.dtype].redeal(states[i], seat, random)


def locate(states, i, out):
    """Fills where the cards of game i are."""
    _GAMES[states.dtype].locate(states[i], out)


def choose(options, observation, mask):
    """The action of the game's rule-based bot; `options` is an array of one option record."""
    return _BOTS[options.dtype](options[0], observation, mask)


@overload(deal)
def _deal(states, i):
    function = _game(states).deal
    return lambda states, i: function(states[i])


@overload(legal)
def _legal(states, i, mask):
    function = _game(states).legal
    return lambda states, i, mask: function(states[i], mask)


@overload(apply)
def _apply(states, i, action):
    function = _game(states).apply
    return lambda states, i, action: function(states[i], action)


@overload(observe)
def _observe(states, i, seat, out):
    function = _game(states).observe
    return lambda states, i, seat, out: function(states[i], seat, out)


@overload(redeal)
def _redeal(states, i, seat, random):
    function = _game(states).redeal
    return lambda states, i, seat, random: function(states[i], seat, random)


@overload(locate)
def _locate(states, i, out):
    function = _game(states).locate
    return lambda states, i, out: function(states[i], out)


@overload(choose)
def _choose(options, observation, mask):
    function = _BOTS[numpy_support.as_dtype(options.dtype)]
    return lambda options, observation, mask: function(options[0], observation, mask)
