"""PPO on all seats at once: collect decisions, judge them, improve the policy.

One update (Schulman et al. 2017, "Proximal policy optimization algorithms"):

1. `collect` steps a batch of games until enough decisions of the current policy are closed, whichever seats they were
   made for; other seats are played by the league. A move that is the only legal one is played without asking anybody.
2. `update` values them, computes each seat's advantages along its own decisions (`experience.advantages`), and takes
   gradient steps on PPO's clipped objective, the value error and an entropy bonus.

Departures from the paper: illegal actions are masked out of the softmax; advantages are normalised over the whole update;
the gradients of the two networks are cut to `max_grad_norm` each on its own, so that an error in the value of a rare large
payment can't shrink the policy's step; the value network learns normalised returns (`Returns`); a decision whose outcome
is not known yet waits for the next update.

A run may set out from a bot (`Imitation`): until enough steps are made, the bot chooses for the current policy, whose
objective is then the log-likelihood of what it chose, without an entropy bonus.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from ..agents import make_bot
from ..agents.policy import Layers
from ..core.random import streams
from ..envs.vector import VectorEnv
from ..errors import InvalidFile
from .average import average_of
from .config import Config
from .experience import (
    COUNTS,
    CURRENT,
    END,
    ROW,
    TRANSFORMS,
    Entries,
    advantages,
    begin_episodes,
    enter,
    sample,
    settle,
)
from .league import League, played
from .network import ILLEGAL_LOGIT, Network, Rows

__all__ = ["Returns", "SelfPlayPPO", "masked_log_softmax"]

PLAYER_SEED = 1 << 32
"""Sets the players' streams apart from the games', whose seeds are smaller."""
FORGETS = 0.5
"""What a version's record keeps of its games from update to update."""


def masked_log_softmax(logits: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
    """Log-probabilities over the legal actions (bool ``[n, actions]``); finite everywhere."""
    return logits.masked_fill(~legal, ILLEGAL_LOGIT).log_softmax(1)


class Returns:
    """Between returns and what the value network gives out.

    - ``none``: the network gives returns.
    - ``scale``: returns over their running standard deviation.
    - ``popart``: returns less their running mean, over their running standard deviation; when these move, the last layer
      is rewritten so that no value changes (van Hasselt et al. 2016, "Learning values across many orders of magnitude").
    - ``symlog``: sign(x) ln(1 + |x|) of returns (Hafner et al. 2023), whose mean is not that of the returns.
    """

    RATE = 0.1
    """Weight of a new update in the running moments."""

    def __init__(self, kind: str, last: nn.Linear) -> None:
        self.kind = kind
        self._last = last
        self._moments = np.zeros(3)  # weighted mean and mean square, and the weight so far
        self.mean, self.deviation = 0.0, 1.0

    def decode(self, out: torch.Tensor) -> torch.Tensor:
        """Values from what the network gives out."""
        if self.kind == "symlog":
            return out.sign() * out.abs().clamp(max=30).expm1()
        return out * self.deviation + self.mean

    def encode(self, returns: torch.Tensor) -> torch.Tensor:
        """What the network should give out."""
        if self.kind == "symlog":
            return returns.sign() * returns.abs().log1p()
        return (returns - self.mean) / self.deviation

    def observe(self, returns: torch.Tensor) -> None:
        """Moves the running moments, and the last layer with them."""
        if self.kind not in ("scale", "popart"):
            return
        mean, square = float(returns.mean()), float(returns.square().mean())
        self._moments += self.RATE * (np.array([mean, square, 1.0]) - self._moments)
        old_mean, old_deviation = self.mean, self.deviation
        mean, square = self._moments[:2] / self._moments[2]
        if self.kind == "popart":
            self.mean, self.deviation = mean, max(math.sqrt(max(square - mean**2, 0.0)), 1e-4)
            with torch.no_grad():
                self._last.weight *= old_deviation / self.deviation
                self._last.bias.copy_((self._last.bias * old_deviation + old_mean - self.mean) / self.deviation)
        else:
            self.deviation = max(math.sqrt(max(square - mean**2, 0.0)), 1e-4)

    def state(self) -> np.ndarray:
        """All that it stands on (float64 ``[5]``)."""
        return np.array([*self._moments, self.mean, self.deviation])

    def load(self, state: np.ndarray) -> None:
        """Continues from `state`."""
        self._moments[:] = state[:3]
        self.mean, self.deviation = float(state[3]), float(state[4])


class Judged(NamedTuple):
    """Decisions to learn from: n of them."""

    entry: torch.Tensor
    """int64 ``[n]``: its number among the entries, where what was seen is kept."""
    legal: torch.Tensor
    """bool ``[n, actions]``."""
    action: torch.Tensor
    """int64 ``[n]``."""
    logp: torch.Tensor
    """float32 ``[n]``, when it was chosen."""
    advantage: torch.Tensor
    """float32 ``[n]``, of mean 0 and deviation 1 over an update."""
    returns: torch.Tensor
    """float32 ``[n]``: advantage and value, before either is normalised."""
    target: torch.Tensor
    """float32 ``[n]``: what the value network should give out."""


class SelfPlayPPO:
    """The learner, the games it plays, and its opponents.

    Attributes:
        policy, value: its networks.
        games: the batch.
        league: who plays the seats that the learner does not hold.
        rows: ``[num_envs]`` of `ROW`.
        entries: the decisions of the update under way.
        steps: decisions learnt from so far.
        average: the average of the policies so far, if one is kept.
        teacher: the bot that the policy sets out from, if any.
    """

    def __init__(self, config: Config, games: VectorEnv, device: str) -> None:
        """Sits down to `games`, as they were dealt from ``config.seed``."""
        self.config = config
        self.device = torch.device(device)
        self.games = games
        rules, options = games.rules, games.options
        features, actions = games.layout.size, rules.actions
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(config.seed)
            self.policy = Network([features, *config.net, actions], config.activation, 0.01).to(device)
            self.value = Network([features, *config.net, 1], config.activation, 1.0).to(device)
        self.parameters = [list(net.parameters()) for net in (self.policy, self.value)]
        self.optimizer = torch.optim.Adam(
            [{"params": part} for part in self.parameters], config.learning_rate, eps=1e-5, fused=True
        )
        self.returns = Returns(config.value_target, self.value.last)
        self.random = torch.Generator().manual_seed(config.seed)
        bots = [make_bot(name, rules, options) for name in config.opponents if name not in ("self", "pool")]
        self.league = League(config.opponents, bots, config.pool, config.seed)
        self.league.current = self.policy
        self.average = average_of(config.average, self.policy, self.random)
        self.teacher = make_bot(config.imitation.bot, rules, options) if config.imitation.steps else None
        self.steps = 0
        self._deal(options)
        reward = config.reward
        scale = float(reward.scale or rules.unit(options))
        self._terms = (TRANSFORMS.index(reward.transform), scale, reward.bound)

    def _deal(self, options: Any) -> None:
        """Seats everybody in the games as dealt."""
        n = self.config.num_envs
        self.rows = np.zeros(n, ROW)
        self.rows["random"] = streams(self.config.seed + PLAYER_SEED, n)
        self.rows["open"] = -1
        self.rows["learner"] = np.arange(n) % options.seats
        self.counts = np.zeros(1, COUNTS)
        self._actions, self._players = np.zeros(n, np.int64), np.zeros(n, np.int64)
        begin_episodes(self.rows, np.arange(n), options.seats, self.league.bounds())
        room = self.config.batch + n * (
            options.seats + 1
        )  # never more: all seats' open entries, and one step's new ones
        self.entries = Entries(room, self.games.layout.size, self.games.rules.actions)

    def collect(self) -> None:
        """Plays until `batch` entries are closed."""
        entries, games = self.entries, self.games
        bounds = self.league.bounds()
        n_open = entries.used
        while entries.used - n_open < self.config.batch:
            self._choose()
            games.step(self._actions)
            n_open = settle(
                self.rows, games.done, games.truncated, games.payoff, *self._terms, entries.reward, entries.following,
                bounds, self.league.first_version, self.league.scores, self.counts,
            )  # fmt: skip

    def _choose(self) -> None:
        """Fills the actions of all games; those of the current policy are entered."""
        e, games, first = self.entries, self.games, self.entries.used
        e.make_room(len(self.rows))
        e.used = enter(
            self.rows, games.seat, games.observation, games.action_mask, games.paid, *self._terms, first, e.index, e.value, e.offset, e.mask,
            e.reward, e.following, e.game, e.seat, self._actions, self._players, self.counts,
        )  # fmt: skip
        if e.used > first:
            logits = self.policy.outputs(e.since(first))
            sample(self.rows, logits, first, e.mask, e.action, e.logp, e.game, self._actions)
            if self.imitating:
                self._copy(logits, first)
        for player in np.unique(self._players):
            if player > CURRENT:
                at = np.flatnonzero(self._players == player)
                random = self.rows["random"][at]
                self._actions[at] = self.league.act(int(player), games, at, random)
                self.rows["random"][at] = random

    @property
    def imitating(self) -> bool:
        """Does the teacher choose?"""
        return self.steps < self.config.imitation.steps

    def _copy(self, logits: np.ndarray, first: int) -> None:
        """Puts the teacher's actions in the place of the policy's, in the entries from `first` on."""
        assert self.teacher is not None, "there are steps to be imitated"
        e = self.entries
        chosen, at = slice(first, e.used), e.game[first : e.used]
        random = self.rows["random"][at]
        e.action[chosen] = self._actions[at] = played(self.teacher, self.games, at, random)
        self.rows["random"][at] = random
        log_odds = masked_log_softmax(torch.from_numpy(logits), torch.from_numpy(e.mask[chosen] != 0))
        e.logp[chosen] = log_odds.gather(1, torch.from_numpy(e.action[chosen, None])).squeeze(1)

    def update(self, left: float) -> dict[str, float]:
        """Learns from what was collected, and returns the metrics of docs/training.md.

        Args:
            left: how much of the run is to come, 1 to 0, for the schedules.
        """
        config, entries, n = self.config, self.entries, self.entries.used
        rate = _between(config.learning_rate, config.learning_rate_end, left)
        ent_coef = 0.0 if self.imitating else _between(config.ent_coef, config.ent_coef_end, left)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        judged, explained = self._judged()
        total, stopped = np.zeros(len(METRICS)), False
        count = 0
        for _ in range(config.epochs):
            if stopped:
                break
            for batch in self._minibatches(judged):
                metrics = self._step(batch, ent_coef)
                total += metrics
                count += 1
                stopped |= bool(config.target_kl and metrics[0] > 1.5 * config.target_kl)
        self.steps += len(judged.action)
        if self.average:
            self.average.learn(self.policy, self._seen(judged.entry), judged.legal, judged.action)
        self.league.scores *= FORGETS
        entries.keep_open(self.rows)
        values = dict(zip(METRICS, (total / max(count, 1)).tolist(), strict=True))
        return values | {
            "train/carried": entries.used / n,
            "train/ent_coef": ent_coef,
            "train/explained_variance": explained,
            "train/gradient_steps": count,
            "train/learning_rate": rate,
            "train/return_deviation": float(judged.returns.std()),
        }

    def _judged(self) -> tuple["Judged", float]:
        """The closed entries; and how much of their returns' variance the value network foresaw: 1 all, 0 none."""
        e, n = self.entries, self.entries.used
        value = self.returns.decode(torch.from_numpy(self.value.outputs(e.since(0))[:, 0]))
        advantage = np.zeros(n, np.float32)
        config = self.config
        advantages(e.reward[:n], e.following[:n], value.numpy(), config.gamma, config.gae_lambda, advantage)
        closed = torch.from_numpy(np.flatnonzero(e.following[:n] >= END))
        gain = torch.from_numpy(advantage)[closed]
        returns = gain + value[closed]
        explained = float(1 - gain.var() / returns.var().clamp(min=1e-12))
        self.returns.observe(returns)
        rest = (
            torch.from_numpy(e.mask[:n])[closed] != 0,
            *(torch.from_numpy(a[:n])[closed] for a in (e.action, e.logp)),
        )
        tail = ((gain - gain.mean()) / (gain.std() + 1e-8), returns, self.returns.encode(returns))
        return Judged._make((closed, *rest, *tail)), explained

    def _minibatches(self, judged: "Judged") -> Iterator["Judged"]:
        """All entries once, in random order."""
        n = len(judged.action)
        order = torch.randperm(n, generator=self.random)
        shuffled = (tensor[order].tensor_split(max(1, round(n / self.config.minibatch))) for tensor in judged)
        yield from map(Judged._make, zip(*shuffled, strict=True))

    def _step(self, batch: "Judged", ent_coef: float) -> np.ndarray:
        """One gradient step; returns the `METRICS`."""
        seen = self._seen(batch.entry)
        _, legal, action, logp, advantage, _, target = (tensor.to(self.device) for tensor in batch)
        clip = self.config.clip
        log_odds = masked_log_softmax(self.policy(seen), legal)
        now = log_odds.gather(1, action[:, None]).squeeze(1)
        change = now - logp
        ratio = change.exp()
        gain = torch.min(advantage * ratio, advantage * ratio.clamp(1 - clip, 1 + clip))
        objective = now.mean() if self.imitating else gain.mean()
        entropy = -(log_odds.exp() * log_odds).sum(1).mean()
        error = (self.value(seen).squeeze(1) - target).square().mean()
        loss = self.config.vf_coef * error - objective - ent_coef * entropy
        self.optimizer.zero_grad()
        loss.backward()
        norms = [nn.utils.clip_grad_norm_(part, self.config.max_grad_norm) for part in self.parameters]
        self.optimizer.step()
        with torch.no_grad():
            divergence = (ratio - 1 - change).mean()
            clipped = ((ratio - 1).abs() > clip).float().mean()
        return (
            torch.stack([divergence, clipped, entropy, objective, error, *norms]).detach().cpu().double().numpy()
        )

    def _seen(self, entry: torch.Tensor) -> Rows:
        return self.entries.rows(entry.numpy()).to(self.device)

    def layers(self, learner: bool = False) -> Layers:
        """Weights and biases of the policy to be played: the average, where one is kept."""
        net = self.policy if learner or not self.average else self.average.policy
        return net.layers()

    def take_counts(self) -> np.ndarray:
        """The counts since they were last taken."""
        taken = self.counts.copy()
        self.counts[:] = 0
        return taken

    def close(self) -> None:
        """Ends the threads of the batch."""
        self.games.close()

    def state_dict(self) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """All that the learner stands on between updates: in JSON's types, and as arrays."""
        league, pool = self.league.state_dict()
        arrays = {f"pool.{name}": array for name, array in pool.items()}
        parts = {"policy": self.policy.state_dict(), "value": self.value.state_dict()}
        parts |= {f"optimizer.{index}": moments for index, moments in self.optimizer.state_dict()["state"].items()}
        parts |= {"average": self.average.state_dict()} if self.average else {}
        for part, tensors in parts.items():
            arrays |= {f"{part}.{name}": tensor.detach().cpu().numpy() for name, tensor in tensors.items()}
        arrays |= {f"games.{name}": array for name, array in self.games.state_dict().items()}
        arrays |= {f"open.{name}": array for name, array in self.entries.state_dict().items()}
        arrays |= {"rows": self.rows.view(np.uint8).copy(), "returns": self.returns.state()}
        arrays["random"] = self.random.get_state().numpy()
        return {"steps": self.steps, "league": league}, arrays

    def load_state_dict(self, head: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> None:
        """Continues where `state_dict` was taken.

        Raises:
            InvalidFile: arrays of another network, game or batch.
        """
        self.policy.load_state_dict(_tensors(arrays, "policy."))
        self.value.load_state_dict(_tensors(arrays, "value."))
        optimizer = self.optimizer.state_dict()
        for name, tensor in _tensors(arrays, "optimizer.").items():
            index, _, moment = name.partition(".")
            optimizer["state"].setdefault(int(index), {})[moment] = tensor
        self.optimizer.load_state_dict(optimizer)
        if self.average:
            self.average.load_state_dict(_tensors(arrays, "average."))
        self.league.load_state_dict(head["league"], _part(arrays, "pool."), self.policy)
        own, rows = self.rows.view(np.uint8), arrays["rows"]
        if rows.shape != own.shape:
            raise InvalidFile(f"rows: want {own.shape}, got {rows.shape}")
        self.games.load_state_dict(_part(arrays, "games."))
        own[:] = rows
        self.entries.load_state_dict(_part(arrays, "open."))
        self.returns.load(arrays["returns"])
        self.random.set_state(torch.from_numpy(arrays["random"].copy()))
        self.steps = head["steps"]
        self.counts[:] = 0


METRICS = (
    "train/approx_kl",
    "train/clip_fraction",
    "train/entropy",
    "train/objective",
    "train/value_error",
    "train/policy_gradient_norm",
    "train/value_gradient_norm",
)
"""What a gradient step reports, in order; logged as means over an update."""


def _between(first: float, last: float | None, left: float) -> float:
    """The point on the line from `first` to `last` where `left` of 1 is still to go."""
    return first if last is None else last + (first - last) * left


def _part(arrays: Mapping[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}


def _tensors(arrays: Mapping[str, np.ndarray], prefix: str) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(array.copy()) for name, array in _part(arrays, prefix).items()}
