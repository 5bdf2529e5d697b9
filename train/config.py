"""A training configuration: YAML and ``--key value``, checked whole before anything starts."""

import dataclasses
import math
import os
import pathlib
import re
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeVar

import yaml

from ..agents import make_bot
from ..errors import CardenvsError, InvalidConfig, nearest
from ..games import spec

__all__ = ["Checkpoints", "Config", "Evaluation", "Pool", "Reward", "load_config", "read_config"]

T = TypeVar("T")


def _want(key: str, condition: bool, want: str, value: Any) -> None:
    """Checks a value.

    Raises:
        InvalidConfig: the condition does not hold.
    """
    if not condition:
        raise InvalidConfig(f"{key}: want {want}, got {value!r}")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Reward:
    """What the learner is rewarded with. An episode's rewards always sum to the transformed payoff of the episode."""

    scale: float | None = None
    """Payments are divided by it; null: by the unit of the game's rules."""
    transform: Literal["none", "clip", "symlog"] = "none"
    """Of the scaled payoff: as it is, cut at ±`bound`, or sign(x) ln(1 + |x|), which tames heavy tails. Other than
    none, the learner maximises the mean of the transformed payoff, not the mean payoff."""
    bound: float = 10.0
    """Where `clip` cuts, in scaled units."""

    def __post_init__(self) -> None:
        _want("reward.scale", self.scale is None or self.scale > 0, "null or a positive number", self.scale)
        _want("reward.bound", self.bound > 0, "a positive number", self.bound)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """Past versions of the policy, as opponents."""

    size: int = 10
    """At most so many; a new version replaces the oldest, also in games under way."""
    interval: int = 10
    """A version is added every so many updates."""

    def __post_init__(self) -> None:
        _want("pool.size", self.size >= 1, "an integer of at least 1", self.size)
        _want("pool.interval", self.interval >= 1, "an integer of at least 1", self.interval)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """Head-to-head matches of the current policy on duplicate deals."""

    interval: int = 50
    """Every so many updates, and after the last; 0: never."""
    deals: int = 500
    """Deals a match; each is played once for every rotation of the seats."""
    baselines: tuple[str, ...] = ("random",)
    """Bots by name; the policy meets each in a match of its own."""
    greedy: bool = False
    """The policy plays its likeliest action, instead of by its probabilities; the final policy is saved either way."""

    def __post_init__(self) -> None:
        _want("evaluation.interval", self.interval >= 0, "an integer of at least 0", self.interval)
        _want("evaluation.deals", self.deals >= 2, "an integer of at least 2", self.deals)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoints:
    """From which a run that was stopped goes on, to the same bits."""

    interval: int = 20
    """One every so many updates, and after the last; 0: none but the last."""
    keep: int = 2
    """So many of the latest are kept."""

    def __post_init__(self) -> None:
        _want("checkpoints.interval", self.interval >= 0, "an integer of at least 0", self.interval)
        _want("checkpoints.keep", self.keep >= 1, "an integer of at least 1", self.keep)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """PPO by self-play. A step is one decision of the learner; an update takes ``num_envs * rollout`` of them."""

    FREE: ClassVar[tuple[str, ...]] = ("output", "overwrite", "progress", "total_steps")
    """Keys that a resumed run may change."""

    game: str
    """A game's name."""
    options: dict[str, Any] = dataclasses.field(default_factory=dict)
    """The game's options by name; the rest stay at their defaults."""
    output: str
    """Folder of the run: config, logs, checkpoints and the final policy."""
    overwrite: bool = False
    """Begin anew where `output` holds a run already, instead of refusing."""
    seed: int = 0
    """Of all that is random in the run."""
    total_steps: int = 1_000_000
    """Decisions of the learner, rounded up to whole updates."""

    num_envs: int = 256
    """Games at a time."""
    rollout: int = 32
    """Decisions of the learner in each game between updates."""
    minibatch: int = 2048
    """Decisions a gradient step; a divisor of ``num_envs * rollout``."""
    epochs: int = 4
    """Passes over an update's decisions."""
    learning_rate: float = 3e-4
    """Adam's, at the beginning."""
    learning_rate_end: float | None = None
    """The learning rate falls to it in a straight line; null: it stays."""
    gamma: float = 1.0
    """Discount by decision of the learner; card games are short, and a payment is a payment."""
    gae_lambda: float = 0.95
    """Generalised advantage estimation: 0 trusts the value network, 1 the payments."""
    clip: float = 0.2
    """PPO's limit on the change of a decision's probability ratio."""
    ent_coef: float = 0.01
    """Weight of the entropy bonus, at the beginning."""
    ent_coef_end: float | None = None
    """It falls to this in a straight line; null: it stays."""
    vf_coef: float = 0.5
    """Weight of the value loss."""
    max_grad_norm: float = 0.5
    """Gradients are cut to this norm."""
    target_kl: float | None = None
    """An update stops at 1.5 times this mean divergence from where it began; null: never."""

    net: tuple[int, ...] = (128, 128)
    """Hidden layers of the policy; the value network has the same, on its own."""
    activation: Literal["tanh", "relu"] = "tanh"
    """Between the layers."""
    reward: Reward = dataclasses.field(default_factory=Reward)
    opponents: dict[str, float] = dataclasses.field(default_factory=lambda: {"self": 0.7, "pool": 0.3})
    """Shares by which each opposing seat is filled anew for every episode: `self` (the current policy), `pool` (a past
    version; self while there is none) or a bot's name (`rules`, `random`). They need not sum to 1."""
    pool: Pool = dataclasses.field(default_factory=Pool)
    evaluation: Evaluation = dataclasses.field(default_factory=Evaluation)
    checkpoints: Checkpoints = dataclasses.field(default_factory=Checkpoints)

    device: str = "auto"
    """Of torch: `auto` is `cuda` where there is one, else `cpu`."""
    threads: int = 1
    """Of torch. Networks of this size gain nothing from more, and lose much where cores are shared."""
    progress: bool = True
    """Show a progress bar on standard error."""

    def __post_init__(self) -> None:
        batch = self.num_envs * self.rollout
        for key in ("num_envs", "rollout", "epochs", "total_steps", "threads"):
            _want(key, getattr(self, key) >= 1, "an integer of at least 1", getattr(self, key))
        for key in ("learning_rate", "clip", "max_grad_norm"):
            _want(key, getattr(self, key) > 0, "a positive number", getattr(self, key))
        for key in ("learning_rate_end", "ent_coef", "ent_coef_end", "vf_coef", "target_kl"):
            value = getattr(self, key)
            _want(key, value is None or value >= 0, "a number of at least 0", value)
        for key in ("gamma", "gae_lambda"):
            _want(key, 0 <= getattr(self, key) <= 1, "a number from 0 to 1", getattr(self, key))
        _want("minibatch", self.minibatch > 1, "an integer of at least 2", self.minibatch)
        _want(
            "minibatch", batch % self.minibatch == 0, f"a divisor of num_envs * rollout = {batch}", self.minibatch
        )
        _want("net", min(self.net, default=0) >= 1, "a list of positive integers", list(self.net))
        _want("seed", 0 <= self.seed < 2**32, "an integer in 0..4294967295", self.seed)
        _want("output", self.output.strip() != "", "a folder", self.output)
        shares = self.opponents.values()
        _want("opponents", min(shares, default=0) >= 0 and sum(shares) > 0, "shares, not all 0", self.opponents)
        self._check_game()

    def _check_game(self) -> None:
        try:
            spec(self.game)
        except CardenvsError as error:
            raise InvalidConfig(f"game: {error}") from None
        try:
            options = spec(self.game).options(**self.options)
        except CardenvsError as error:
            raise InvalidConfig(f"options: {error}") from None
        for name in self.opponents:
            if name not in ("self", "pool"):
                self._check_bot(f"opponents.{name}", name, options)
        for name in self.evaluation.baselines:
            self._check_bot("evaluation.baselines", name, options)

    def _check_bot(self, key: str, name: str, options: Any) -> None:
        rules = spec(self.game)
        try:
            if name == "human":
                raise InvalidConfig("a person has no time for this")
            make_bot(name, rules, options)
        except CardenvsError as error:
            raise InvalidConfig(f"{key}: {error}") from None

    def plain(self) -> dict[str, Any]:
        """The configuration as JSON and YAML hold it; `read_config` reads it back."""
        return typing.cast(dict[str, Any], _plain(dataclasses.asdict(self)))


def load_config(path: str | os.PathLike[str], overrides: Sequence[str] = ()) -> Config:
    """A configuration from a YAML file, with keys replaced by ``["--learning_rate", "1e-4", "--options.seats=5"]``.

    Raises:
        InvalidConfig: a key that is unknown, doubled, mistyped or out of range; a file that is no YAML.
    """
    try:
        values = yaml.load(pathlib.Path(path).read_text(encoding="utf-8"), _Loader)
    except OSError as error:
        raise InvalidConfig(f"{path}: can't be read ({error.strerror})") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InvalidConfig(f"{path}: no YAML ({' '.join(str(error).split())})") from None
    if not isinstance(values, dict):
        raise InvalidConfig(f"{path}: want keys and values, got {values!r}"[:200])
    for key, value in _pairs(overrides):
        _put(values, key, value)
    return read_config(values)


def read_config(values: Mapping[str, Any]) -> Config:
    """A configuration from plain values.

    Raises:
        InvalidConfig: a key that is unknown, missing, mistyped or out of range.
    """
    return _read(Config, values, "")


class _Loader(yaml.SafeLoader):
    """YAML as people write it: ``3e-4`` is a number, and a doubled key an error."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """As in the base class, without silent doubles."""
        keys = [self.construct_object(key) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise InvalidConfig(f"{key}: given twice")
        return super().construct_mapping(node, deep)


_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"[-+]?[0-9][0-9_]*e[-+]?[0-9]+$"), list("-+0123456789")
)


def _pairs(overrides: Sequence[str]) -> list[tuple[str, Any]]:
    """``["--a", "1", "--b.c=2"]`` as [("a", 1), ("b.c", 2)]."""
    pairs = []
    words = list(overrides)
    while words:
        word = words.pop(0)
        if not word.startswith("--") or word == "--":
            raise InvalidConfig(f"want --key value, got {word!r}")
        key, equals, text = word[2:].partition("=")
        if not equals:
            if not words:
                raise InvalidConfig(f"{key}: want a value after {word}")
            text = words.pop(0)
        try:
            pairs.append((key.replace("-", "_"), yaml.load(text, _Loader)))
        except yaml.YAMLError:
            raise InvalidConfig(f"{key}: {text!r} is no YAML") from None
    return pairs


def _put(values: dict[str, Any], key: str, value: Any) -> None:
    """Sets ``a.b`` in nested values."""
    *path, last = key.split(".")
    for name in path:
        inner = values.setdefault(name, {})
        if not isinstance(inner, dict):
            raise InvalidConfig(f"{key}: {name} holds no keys")
        values = inner
    values[last] = value


def _read(cls: type[T], values: Any, where: str) -> T:
    """The dataclass `cls` from plain values; `where` is the path to it, ``"pool."`` say."""
    if not isinstance(values, Mapping):
        raise InvalidConfig(f"{where.rstrip('.')}: want keys and values, got {values!r}")
    fields = {field.name: field for field in dataclasses.fields(cls)}  # type: ignore[arg-type]
    hints = typing.get_type_hints(cls)
    for key in values:
        if key not in fields:
            raise InvalidConfig(f"unknown key {where + str(key)!r}: {nearest(str(key), fields)}")
    for key, field in fields.items():
        required = field.default is field.default_factory is dataclasses.MISSING
        if required and key not in values:
            raise InvalidConfig(f"{where}{key}: missing")
    return cls(**{key: _typed(hints[key], value, where + key) for key, value in values.items()})


def _typed(hint: Any, value: Any, key: str) -> Any:
    """The value as its type wants it: whole floats are integers, integers are numbers, lists are tuples."""
    if isinstance(hint, types.UnionType):  # null or one type
        inner = next(part for part in typing.get_args(hint) if part is not types.NoneType)
        return None if value is None else _typed(inner, value, key)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint):
        return _read(hint, value, f"{key}.")  # type: ignore[arg-type]
    if origin is Literal:
        if value not in arguments:
            raise InvalidConfig(f"{key}: no {value!r}: {nearest(str(value), arguments)}")
        return value
    if origin is tuple and isinstance(value, list | tuple):
        return tuple(_typed(arguments[0], item, f"{key}[{k}]") for k, item in enumerate(value))
    if origin is dict and isinstance(value, Mapping):
        return {str(name): _typed(arguments[1], item, f"{key}.{name}") for name, item in value.items()}
    if hint is Any or (hint in (bool, str) and type(value) is hint):
        return value
    if hint in (int, float) and type(value) in (int, float) and math.isfinite(value) and hint(value) == value:
        return hint(value)
    raise InvalidConfig(f"{key}: want {_described(hint)}, got {value!r}")


def _described(hint: Any) -> str:
    names = {int: "an integer", float: "a number", bool: "true or false", str: "a word"}
    return names.get(hint, "a list" if typing.get_origin(hint) is tuple else "keys and values")


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
