"""An average of the policies that a run went through; self-play circles about the equilibrium, and its average does not."""

import copy
from collections.abc import Mapping

import numpy as np
import torch
from torch.nn.functional import cross_entropy

from .config import Average
from .network import ILLEGAL_LOGIT, Network, Rows, pick_rows

__all__ = ["PlayAverage", "WeightAverage", "average_of"]


class WeightAverage:
    """The running mean of the policy's weights: each update counts `decay` times as much as the next."""

    def __init__(self, settings: Average, policy: Network) -> None:
        self.policy = copy.deepcopy(policy).requires_grad_(False)
        self._decay = settings.decay
        self._total = torch.zeros((), dtype=torch.float64)

    def learn(self, policy: Network, seen: Rows, legal: torch.Tensor, action: torch.Tensor) -> None:  # noqa: ARG002
        """Takes the policy as it is after an update."""
        self._total.mul_(self._decay).add_(1 - self._decay)
        for mean, now in zip(self.policy.parameters(), policy.parameters(), strict=True):
            mean.lerp_(now.detach(), float((1 - self._decay) / self._total))

    def state_dict(self) -> dict[str, torch.Tensor]:
        """All that it stands on."""
        policy = {f"policy.{name}": tensor for name, tensor in self.policy.state_dict().items()}
        return policy | {"total": self._total}

    def load_state_dict(self, state: Mapping[str, torch.Tensor]) -> None:
        """Continues where `state_dict` was taken."""
        self._total.copy_(state["total"])
        self.policy.load_state_dict({name: state[f"policy.{name}"] for name in self.policy.state_dict()})


class PlayAverage:
    """A network that imitates all that the learner ever played.

    After Heinrich and Silver 2016, "Deep reinforcement learning from self-play in imperfect-information games": it learns by cross-entropy from a sample of all decisions so far, kept by reservoir sampling (Vitter's algorithm R).
    """

    def __init__(self, settings: Average, policy: Network, random: torch.Generator) -> None:
        self.policy = copy.deepcopy(policy)
        self._settings = settings
        self._random = random
        self._optimizer = torch.optim.SGD(self.policy.parameters(), settings.learning_rate, momentum=0.9)
        nothing = np.zeros(0, np.int32), np.zeros(0, np.float32), np.zeros(1, np.int32)
        self._seen: tuple[np.ndarray, np.ndarray, np.ndarray] = nothing  # the sample, as `Rows`
        self._legal = torch.zeros(0, policy.last.out_features, dtype=torch.bool)
        self._action = torch.zeros(0, dtype=torch.int64)
        self._count = 0  # of all decisions

    def learn(self, policy: Network, seen: Rows, legal: torch.Tensor, action: torch.Tensor) -> None:  # noqa: ARG002
        """Takes an update's decisions into the sample, and takes gradient steps."""
        self._keep(seen, legal, action)
        device = self.policy.weight.device
        for _ in range(self._settings.gradient_steps):
            chosen = torch.randint(len(self._action), (self._settings.minibatch,), generator=self._random)
            out = self.policy(pick_rows(*self._seen, chosen.numpy()).to(device))
            masked = out.masked_fill(~self._legal[chosen].to(device), ILLEGAL_LOGIT)
            self._optimizer.zero_grad()
            cross_entropy(masked, self._action[chosen].to(device)).backward()  # type: ignore[no-untyped-call]
            self._optimizer.step()

    def _keep(self, seen: Rows, legal: torch.Tensor, action: torch.Tensor) -> None:
        held, n, capacity = len(self._action), len(action), self._settings.capacity
        number = torch.arange(self._count, self._count + n)
        drawn = (torch.rand(n, dtype=torch.float64, generator=self._random) * (number + 1)).long()
        slot = torch.where(number < capacity, number, drawn)
        source = torch.arange(
            min(capacity, self._count + n)
        )  # of each place: an old one, or held + a new decision's number
        for k in (slot < capacity).nonzero()[:, 0].tolist():
            source[slot[k]] = held + k
        self._legal = torch.cat((self._legal, legal))[source]
        self._action = torch.cat((self._action, action))[source]
        index, value, offset = (tensor.cpu().numpy() for tensor in seen)
        joined = np.concatenate((self._seen[2], offset[1:] + self._seen[2][-1])).astype(np.int32)
        whole = np.concatenate((self._seen[0], index)), np.concatenate((self._seen[1], value)), joined
        index, value, offset = (tensor.numpy() for tensor in pick_rows(*whole, source.numpy()))
        self._seen = index, value, offset
        self._count += n

    def state_dict(self) -> dict[str, torch.Tensor]:
        """All that it stands on."""
        moments = {
            f"momentum.{index}": moment["momentum_buffer"]
            for index, moment in self._optimizer.state_dict()["state"].items()
        }
        sample = {f"seen.{k}": torch.from_numpy(array) for k, array in enumerate(self._seen)}
        sample |= {"legal": self._legal, "action": self._action, "count": torch.tensor(self._count)}
        return {f"policy.{name}": tensor for name, tensor in self.policy.state_dict().items()} | moments | sample

    def load_state_dict(self, state: Mapping[str, torch.Tensor]) -> None:
        """Continues where `state_dict` was taken."""
        self.policy.load_state_dict({name: state[f"policy.{name}"] for name in self.policy.state_dict()})
        optimizer = self._optimizer.state_dict()
        for name, tensor in state.items():
            if name.startswith("momentum."):
                optimizer["state"][int(name.removeprefix("momentum."))] = {"momentum_buffer": tensor}
        self._optimizer.load_state_dict(optimizer)
        index, value, offset = (state[f"seen.{k}"].numpy() for k in range(3))
        self._seen = index, value, offset
        self._legal, self._action, self._count = state["legal"], state["action"], int(state["count"])


def average_of(settings: Average, policy: Network, random: torch.Generator) -> WeightAverage | PlayAverage | None:
    """The average that the configuration asks for."""
    if settings.kind == "weights":
        return WeightAverage(settings, policy)
    return PlayAverage(settings, policy, random) if settings.kind == "play" else None
