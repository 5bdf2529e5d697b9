"""An average of the policies that a run went through; self-play circles about the equilibrium, and its average does not."""

import copy
from collections.abc import Mapping

import torch
from torch import nn
from torch.nn.functional import cross_entropy

from .config import Average

__all__ = ["PlayAverage", "WeightAverage", "average_of"]


class WeightAverage:
    """The running mean of the policy's weights: each update counts `decay` times as much as the next."""

    def __init__(self, settings: Average, policy: nn.Sequential) -> None:
        self.policy = copy.deepcopy(policy).requires_grad_(False)
        self._decay = settings.decay
        self._weight = torch.zeros((), dtype=torch.float64)

    def learn(self, policy: nn.Module, observation: torch.Tensor, legal: torch.Tensor, action: torch.Tensor) -> None:  # noqa: ARG002
        """Takes the policy as it is after an update."""
        self._weight.mul_(self._decay).add_(1 - self._decay)
        for mean, now in zip(self.policy.parameters(), policy.parameters(), strict=True):
            mean.lerp_(now.detach(), float((1 - self._decay) / self._weight))

    def state_dict(self) -> dict[str, torch.Tensor]:
        """All that it stands on."""
        return self.policy.state_dict() | {"weight": self._weight}

    def load_state_dict(self, state: Mapping[str, torch.Tensor]) -> None:
        """Continues where `state_dict` was taken."""
        self._weight.copy_(state["weight"])
        self.policy.load_state_dict({name: tensor for name, tensor in state.items() if name != "weight"})


class PlayAverage:
    """A network that imitates all that the learner ever played (Heinrich and Silver 2016, "Deep reinforcement learning from
    self-play in imperfect-information games").

    It learns by cross-entropy from a sample of all decisions so far, kept by reservoir sampling (Vitter's algorithm R).
    """

    SAMPLE = ("observation", "legal", "action")

    def __init__(self, settings: Average, policy: nn.Sequential, random: torch.Generator) -> None:
        self.policy = copy.deepcopy(policy)
        self._settings = settings
        self._random = random
        self._optimizer = torch.optim.SGD(self.policy.parameters(), settings.learning_rate, momentum=0.9)
        device, size = policy[0].weight.device, settings.capacity
        first, last = policy[0], policy[-1]
        self.observation = torch.zeros(size, first.in_features, device=device)  # type: ignore[arg-type]
        self.legal = torch.zeros(size, last.out_features, dtype=torch.bool, device=device)  # type: ignore[arg-type]
        self.action = torch.zeros(size, dtype=torch.int64, device=device)
        self.seen = 0

    def learn(self, policy: nn.Module, observation: torch.Tensor, legal: torch.Tensor, action: torch.Tensor) -> None:  # noqa: ARG002
        """Takes an update's decisions into the sample, and takes gradient steps."""
        self._keep(observation, legal, action)
        held = min(self.seen, self._settings.capacity)
        for _ in range(self._settings.gradient_steps):
            rows = torch.randint(held, (self._settings.minibatch,), generator=self._random).to(self.action.device)
            logits = self.policy(self.observation[rows]).masked_fill(~self.legal[rows], -1e9)
            self._optimizer.zero_grad()
            cross_entropy(logits, self.action[rows]).backward()  # type: ignore[no-untyped-call]
            self._optimizer.step()

    def _keep(self, *decisions: torch.Tensor) -> None:
        n, capacity = len(decisions[0]), self._settings.capacity
        numbers = torch.arange(self.seen, self.seen + n)
        drawn = (torch.rand(n, dtype=torch.float64, generator=self._random) * (numbers + 1)).long()
        slots = torch.where(numbers < capacity, numbers, drawn)
        kept = (slots < capacity).nonzero().squeeze(1).tolist()
        last = {int(slots[k]): k for k in kept}  # a later decision replaces an earlier one
        at, chosen = torch.tensor(list(last)), torch.tensor(list(last.values()))
        if last:
            for name, tensor in zip(self.SAMPLE, decisions, strict=True):
                own = getattr(self, name)
                own[at.to(own.device)] = tensor[chosen.to(tensor.device)]
        self.seen += n

    def state_dict(self) -> dict[str, torch.Tensor]:
        """All that it stands on."""
        moments = {
            f"momentum.{index}": moment["momentum_buffer"]
            for index, moment in self._optimizer.state_dict()["state"].items()
        }
        sample = {f"sample.{name}": getattr(self, name) for name in self.SAMPLE} | {"seen": torch.tensor(self.seen)}
        return {f"policy.{name}": tensor for name, tensor in self.policy.state_dict().items()} | moments | sample

    def load_state_dict(self, state: Mapping[str, torch.Tensor]) -> None:
        """Continues where `state_dict` was taken."""
        self.policy.load_state_dict({name: state[f"policy.{name}"] for name in self.policy.state_dict()})
        optimizer = self._optimizer.state_dict()
        for name, tensor in state.items():
            if name.startswith("momentum."):
                optimizer["state"][int(name.removeprefix("momentum."))] = {"momentum_buffer": tensor}
        self._optimizer.load_state_dict(optimizer)
        for name in self.SAMPLE:
            getattr(self, name).copy_(state[f"sample.{name}"])
        self.seen = int(state["seen"])


def average_of(
    settings: Average, policy: nn.Sequential, random: torch.Generator
) -> WeightAverage | PlayAverage | None:
    """The average that the configuration asks for."""
    if settings.kind == "weights":
        return WeightAverage(settings, policy)
    return PlayAverage(settings, policy, random) if settings.kind == "play" else None
