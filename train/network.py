"""Multilayer perceptrons whose first layer knows that most features of a card game are 0.

Of the 868 features of loo for five, some thirty are set; multiplying by the others is nine tenths of a small network's work.
So decisions are kept as `Rows`, their features other than 0, and the first layer adds up those features' weights.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn.functional import embedding_bag

from ..agents.policy import Layers
from ..core.kernel import kernel

__all__ = ["BETWEEN", "ILLEGAL_LOGIT", "Network", "Rows", "pick_rows", "rows_of"]

BETWEEN = {"tanh": nn.Tanh, "relu": nn.ReLU}
"""What stands between two layers, by name."""
ILLEGAL_LOGIT = -1e9
"""Far below any logit, and finite: its probability is 0, and 0 times its logarithm is 0, not NaN."""


class Rows(NamedTuple):
    """Observations by their features that are not 0: n of them, z features in all."""

    feature: torch.Tensor
    """int32 ``[z]``: which."""
    value: torch.Tensor
    """float32 ``[z]``."""
    offset: torch.Tensor
    """int32 ``[n + 1]``: where each row begins; z at last."""

    def to(self, device: torch.device) -> "Rows":
        """The same on a device."""
        return Rows(*(tensor.to(device) for tensor in self))


def rows_of(observation: np.ndarray) -> Rows:
    """Observations (float32 ``[n, features]``) as rows."""
    n, features = observation.shape
    index, value = np.empty(n * features, np.int32), np.empty(n * features, np.float32)
    offset = np.zeros(n + 1, np.int32)
    z = squeeze(observation, index, value, offset)
    return Rows(torch.from_numpy(index[:z]), torch.from_numpy(value[:z]), torch.from_numpy(offset))


def pick_rows(index: np.ndarray, value: np.ndarray, offset: np.ndarray, chosen: np.ndarray) -> Rows:
    """The rows `chosen` (int64 ``[k]``) of those in `index`, `value` and `offset`, a copy."""
    picked = np.zeros(len(chosen) + 1, np.int32)
    np.cumsum(offset[chosen + 1] - offset[chosen], out=picked[1:])
    into = np.empty(picked[-1], np.int32), np.empty(picked[-1], np.float32)
    gather(index, value, offset, chosen, *into, picked)
    return Rows(*map(torch.from_numpy, (*into, picked)))


@kernel(nogil=True)
def squeeze(observation, index, value, offset):
    """Fills rows with the features that are not 0; returns how many."""
    z = 0
    for i in range(len(observation)):
        offset[i] = z
        for feature in range(observation.shape[1]):
            if observation[i, feature] != 0:
                index[z], value[z] = feature, observation[i, feature]
                z += 1
    offset[len(observation)] = z
    return z


@kernel(nogil=True)
def gather(index, value, offset, chosen, into_index, into_value, picked):
    """Copies the rows `chosen` to where `picked` says."""
    for k in range(len(chosen)):
        begin, end, at = offset[chosen[k]], offset[chosen[k] + 1], picked[k]
        for z in range(begin, end):
            into_index[at + z - begin] = index[z]
            into_value[at + z - begin] = value[z]


@kernel(nogil=True)
def add_gradients(index, value, offset, gradient, out):
    """Adds the gradient of the weights (float32 ``[features, units]``) to `out`: each row's value times its `gradient`."""
    for i in range(len(offset) - 1):
        for z in range(offset[i], offset[i + 1]):
            feature, x = index[z], value[z]
            for unit in range(out.shape[1]):
                out[feature, unit] += x * gradient[i, unit]


class _Sum(torch.autograd.Function):
    """`embedding_bag` with a backward pass that is ten times as fast as torch's own on a processor."""

    @staticmethod
    def forward(ctx: Any, weight: torch.Tensor, rows: Rows) -> torch.Tensor:
        ctx.rows, ctx.shape = rows, weight.shape
        return _sum(weight, rows)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor, None]:
        out = torch.zeros(ctx.shape)
        arrays = [tensor.numpy() for tensor in (*ctx.rows, gradients[0].contiguous(), out)]
        add_gradients(*arrays)
        return out, None


def _sum(weight: torch.Tensor, rows: Rows) -> torch.Tensor:
    return embedding_bag(
        rows.feature, weight, rows.offset, mode="sum", per_sample_weights=rows.value, include_last_offset=True
    )


class Network(nn.Module):
    """Layers of `sizes` from input to output, with `activation` between them and orthogonal weights at first."""

    def __init__(self, sizes: Sequence[int], activation: str, last_gain: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(sizes[0], sizes[1]))  # of the first layer, one row a feature
        self.bias = nn.Parameter(torch.zeros(sizes[1]))
        nn.init.orthogonal_(self.weight, math.sqrt(2))
        parts: list[nn.Module] = []
        for k, (before, after) in enumerate(zip(sizes[1:], sizes[2:], strict=False), 3):
            linear = nn.Linear(before, after)
            nn.init.orthogonal_(linear.weight, math.sqrt(2) if k < len(sizes) else last_gain)
            nn.init.zeros_(linear.bias)
            parts += [BETWEEN[activation](), linear]
        self.rest = nn.Sequential(*parts)

    @property
    def last(self) -> nn.Linear:
        """The output layer."""
        last = self.rest[-1]
        assert isinstance(last, nn.Linear)
        return last

    def forward(self, rows: Rows) -> torch.Tensor:
        """What it gives out (float32 ``[n, outputs]``)."""
        here = self.weight.device.type == "cpu" and torch.is_grad_enabled()
        hidden = _Sum.apply(self.weight, rows) if here else _sum(self.weight, rows)
        out: torch.Tensor = self.rest(hidden + self.bias)
        return out

    def outputs(self, rows: Rows) -> np.ndarray:
        """The same as an array, without gradients."""
        with torch.inference_mode():
            out: np.ndarray = self(rows.to(self.weight.device)).cpu().numpy()
        return out

    def logits(self, observation: np.ndarray) -> np.ndarray:
        """The same for observations (float32 ``[n, features]``)."""
        return self.outputs(rows_of(observation))

    def layers(self) -> Layers:
        """Weights (float32 ``[out, in]``) and biases, input to output, copied."""
        linear = [(part.weight, part.bias) for part in self.rest if isinstance(part, nn.Linear)]
        pairs = [(self.weight.t(), self.bias), *linear]
        return [
            (weight.detach().cpu().numpy().copy(), bias.detach().cpu().numpy().copy()) for weight, bias in pairs
        ]
