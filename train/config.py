"""A training configuration: YAML and ``--key value``, checked whole before anything starts."""

import dataclasses
import os
import pathlib
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, TypeVar, cast

import pydantic_core
import yaml
from pydantic import BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from ..agents import make_bot
from ..errors import CardenvsError, InvalidConfig, nearest
from ..games import spec

__all__ = [
    "CHECKED", "Average", "Checkpoints", "Config", "Count", "Evaluation", "Imitation", "Natural", "Pool", "Positive", "Reward",
    "check_options", "load_config", "plain", "read_config",
]  # fmt: skip

C = TypeVar("C")

CHECKED = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
"""How configurations are checked: every key known, every value of its type and finite."""

Whole = Annotated[int, BeforeValidator(lambda x: int(x) if isinstance(x, float) and x.is_integer() else x)]
"""2e6 is whole; True and "2" are not."""
Natural = Annotated[Whole, Field(ge=0)]
"""0, 1, 2 ..."""
Count = Annotated[Whole, Field(ge=1)]
"""1, 2, 3 ..."""
Positive = Annotated[float, Field(gt=0)]
"""Above 0."""
NotNegative = Annotated[float, Field(ge=0)]
Fraction = Annotated[float, Field(ge=0, le=1)]


@dataclass(config=CHECKED, frozen=True, slots=True, kw_only=True)
class Reward:
    """What the learner is rewarded with. An episode's rewards always sum to the transformed payoff of the episode."""

    scale: Positive | None = None
    """Payments are divided by it; null: by the unit of the game's rules."""
    transform: Literal["none", "clip", "symlog"] = "none"
    """Of the scaled payoff: as it is, cut at ±`bound`, or sign(x) ln(1 + |x|), which tames heavy tails. Other than
    none, the learner maximises the mean of the transformed payoff, not the mean payoff."""
    bound: Positive = 10.0
    """Where `clip` cuts, in scaled units."""


@dataclass(config=CHECKED, frozen=True, slots=True, kw_only=True)
class Pool:
    """Past versions of the policy, as opponents."""

    size: Count = 10
    """At most so many; a new version replaces the oldest, also in games under way."""
    interval: Count = 10
    """A version is added every so many updates."""
    keep: Literal["latest", "all"] = "latest"
    """Which versions a full pool holds: the latest, or a uniform sample of all there ever were."""
    priority: NotNegative = 0.0
    """How much more often versions are met that the policy does badly against: the weight of one is (1 - w) ** priority,
    where w is the policy's part of the recent games won against it; 0: all alike."""


@dataclass(config=CHECKED, frozen=True, slots=True, kw_only=True)
class Imitation:
    """A bot to set out from: at first it plays the learner's seats, and its moves and what they bring are learnt."""

    bot: str = "rules"
    """By name."""
    steps: Natural = 0
    """So many of `total_steps`; 0: the learner sets out from random play."""


@dataclass(config=CHECKED, frozen=True, slots=True, kw_only=True)
class Average:
    """The average of the policies that the run went through, to be played in their place."""

    kind: Literal["none", "weights", "play"] = "weights"
    """`weights`: a running mean of the network's weights; `play`: a network of its own that imitates all past play."""
    decay: Annotated[float, Field(ge=0, lt=1)] = 0.98
    """Of `weights`: an update counts so many times as much as the next."""
    capacity: Count = 100_000
    """Of `play`: decisions that it learns from, a sample of all; checkpoints hold them."""
    gradient_steps: Count = 16
    """Of `play`: after each update."""
    minibatch: Count = 1024
    """Of `play`: decisions a gradient step."""
    learning_rate: Positive = 0.05
    """Of `play`: of stochastic gradient descent with momentum 0.9."""


@dataclass(config=CHECKED, frozen=True, slots=True, kw_only=True)
class Evaluation:
    """Head-to-head matches of the current policy on duplicate deals."""

    interval: Natural = 50
    """Every so many updates, and after the last; 0: never."""
    deals: Annotated[Whole, Field(ge=2)] = 500
    """Deals a match; each is played once for every rotation of the seats."""
    baselines: tuple[str, ...] = ("random",)
    """Bots by name; the policy meets each in a match of its own."""
    greedy: bool = False
    """The policy plays its likeliest action, instead of by its probabilities; the saved policy plays likewise."""
    final_deals: Natural = 2000
    """Deals of the last match, of the final policy and all baselines at one table; 0: none."""


@dataclass(config=CHECKED, frozen=True, slots=True, kw_only=True)
class Checkpoints:
    """From which a run that was stopped goes on, to the same bits."""

    interval: Natural = 20
    """One every so many updates, and after the last; 0: none but the last."""
    keep: Count = 2
    """So many of the latest are kept."""


@dataclass(config=CHECKED, frozen=True, slots=True, kw_only=True)
class Config:
    """PPO by self-play. A step is one decision of the learner; an update takes `batch` of them, or a few more."""

    FREE: ClassVar[tuple[str, ...]] = ("output", "overwrite", "progress", "total_steps")
    """Keys that a resumed run may change."""

    game: str
    """A game's name."""
    options: dict[str, Any] = dataclasses.field(default_factory=dict)
    """The game's options by name; the rest stay at their defaults."""
    output: Annotated[str, Field(min_length=1)]
    """Folder of the run: config, logs, checkpoints and the final policy."""
    overwrite: bool = False
    """Begin anew where `output` holds a run already, instead of refusing."""
    seed: Annotated[Natural, Field(le=2**32 - 1)] = 0
    """Of all that is random in the run."""
    total_steps: Count = 1_000_000
    """Decisions of the learner, rounded up to whole updates."""

    num_envs: Count = 1024
    """Games at a time."""
    batch: Annotated[Whole, Field(ge=2)] = 16384
    """Decisions an update, with their outcome known; the last move in all games may add a few."""
    minibatch: Annotated[Whole, Field(ge=2)] = 2048
    """Decisions a gradient step, about: an update's are shared out evenly."""
    epochs: Count = 4
    """Passes over an update's decisions."""
    learning_rate: Positive = 3e-4
    """Adam's, at the beginning."""
    learning_rate_end: NotNegative | None = None
    """The learning rate falls to it in a straight line; null: it stays."""
    gamma: Fraction = 1.0
    """Discount by decision of the learner; card games are short, and a payment is a payment."""
    gae_lambda: Fraction = 0.95
    """Generalised advantage estimation: 0 trusts the value network, 1 the payments."""
    clip: Positive = 0.2
    """PPO's limit on the change of a decision's probability ratio."""
    ent_coef: NotNegative = 0.01
    """Weight of the entropy bonus, at the beginning."""
    ent_coef_end: NotNegative | None = None
    """It falls to this in a straight line; null: it stays."""
    vf_coef: NotNegative = 0.5
    """Weight of the value loss."""
    max_grad_norm: Positive = 0.5
    """Gradients are cut to this norm, those of the policy and those of the value network each."""
    target_kl: NotNegative | None = None
    """An update ends with the epoch in which the divergence from where it began passed 1.5 times this; null: never."""
    value_target: Literal["none", "scale", "popart", "symlog"] = "popart"
    """What the value network learns: returns as they are; over their running deviation; also less their running mean; or
    sign(x) ln(1 + |x|) of them. Unlike `reward.transform`, it changes no aim."""

    net: Annotated[tuple[Count, ...], Field(min_length=1)] = (128, 128)
    """Hidden layers of the policy; the value network has the same, on its own."""
    activation: Literal["tanh", "relu"] = "tanh"
    """Between the layers."""
    reward: Reward = dataclasses.field(default_factory=Reward)
    opponents: dict[str, NotNegative] = dataclasses.field(default_factory=lambda: {"self": 0.7, "pool": 0.3})
    """Shares by which each opposing seat is filled anew for every episode: `self` (the current policy), `pool` (a past
    version; self while there is none) or a bot's name (`rules`, `random`). They need not sum to 1."""
    pool: Pool = dataclasses.field(default_factory=Pool)
    imitation: Imitation = dataclasses.field(default_factory=Imitation)
    average: Average = dataclasses.field(default_factory=Average)
    evaluation: Evaluation = dataclasses.field(default_factory=Evaluation)
    checkpoints: Checkpoints = dataclasses.field(default_factory=Checkpoints)

    device: str = "auto"
    """Of torch: `auto` is `cuda` where there is one, else `cpu`."""
    threads: Count = 1
    """Of torch. Networks of this size gain nothing from more, and lose much where cores are shared."""
    progress: bool = True
    """Show a progress bar on standard error."""

    def __post_init__(self) -> None:
        if self.minibatch > self.batch:
            raise InvalidConfig(f"minibatch: want at most batch = {self.batch}, got {self.minibatch}")
        if sum(self.opponents.values()) == 0:
            raise InvalidConfig(f"opponents: want shares, not all 0, got {self.opponents}")
        if self.evaluation.final_deals == 1:
            raise InvalidConfig("evaluation.final_deals: want 0 or at least 2, got 1")
        self._check_game()

    def _check_game(self) -> None:
        options = check_options(self.game, self.options)
        for name in self.opponents:
            if name not in ("self", "pool"):
                self._check_bot(f"opponents.{name}", name, options)
        for name in self.evaluation.baselines:
            self._check_bot("evaluation.baselines", name, options)
        if self.imitation.steps:
            self._check_bot("imitation.bot", self.imitation.bot, options)

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
        return plain(self)


def check_options(game: str, options: Mapping[str, Any]) -> Any:
    """The options of a game that a configuration names.

    Raises:
        InvalidConfig: there is no such game or option.
    """
    try:
        rules = spec(game)
    except CardenvsError as error:
        raise InvalidConfig(f"game: {error}") from None
    try:
        return rules.options(**options)
    except CardenvsError as error:
        raise InvalidConfig(f"options: {error}") from None


def _adapter(cls: Any) -> TypeAdapter[Any]:
    return TypeAdapter(cls)


def plain(config: Any) -> dict[str, Any]:
    """A configuration as JSON and YAML hold it; `read_config` reads it back."""
    return cast(dict[str, Any], _adapter(type(config)).dump_python(config, mode="json"))


def load_config(path: str | os.PathLike[str], overrides: Sequence[str] = (), cls: type[C] = Config) -> C:  # type: ignore[assignment]
    """A configuration of class `cls` from a YAML file, with keys replaced by ``["--learning_rate", "1e-4", "--options.seats=5"]``.

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
    return read_config(values, cls)


def read_config(values: Mapping[str, Any], cls: type[C] = Config) -> C:  # type: ignore[assignment]
    """A configuration of class `cls` from plain values.

    Raises:
        InvalidConfig: a key that is unknown, missing, mistyped or out of range.
    """
    try:
        read: C = _adapter(cls).validate_json(pydantic_core.to_json(values, fallback=str))  # lists become tuples
        return read
    except ValidationError as error:
        raise InvalidConfig(_said(error, cls)) from None


def _said(error: ValidationError, cls: Any) -> str:
    """The first fault, or the first unknown key, in one line."""
    fault = min(error.errors(), key=lambda fault: fault["type"] != "unexpected_keyword_argument")
    path, got = fault["loc"], fault["input"]
    key = ".".join(map(str, path)) or "configuration"
    if fault["type"] == "unexpected_keyword_argument":
        for name in path[:-1]:
            cls = cls.__dataclass_fields__[name].type
        return f"unknown key {key!r}: {nearest(str(path[-1]), cls.__dataclass_fields__)}"
    if fault["type"] == "missing":
        return f"{key}: missing"
    if fault["type"] == "value_error":  # by one of ours, which names its key
        return str(fault["ctx"]["error"])
    return f"{key}: {fault['msg'][0].lower()}{fault['msg'][1:]}, got {got!r}"


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
