"""The network, whose first layer skips zeros, is the network written out."""

import numpy as np
import pytest
import torch
from torch import nn

from cardenvs.train.average import PlayAverage, WeightAverage
from cardenvs.train.config import Average
from cardenvs.train.network import Network, pick_rows, rows_of
from cardenvs.train.selfplay_ppo import Returns, masked_log_softmax

SEEN = np.array([[0, 2, 0, 1], [0, 0, 0, 0], [1, 0, -3, 0.5]], np.float32)


def plain(network, activation=nn.Tanh):
    parts = []
    for weight, bias in network.layers():
        linear = nn.Linear(*weight.shape[::-1])
        with torch.no_grad():
            linear.weight.copy_(torch.from_numpy(weight))
            linear.bias.copy_(torch.from_numpy(bias))
        parts += [linear, activation()]
    return nn.Sequential(*parts[:-1])


@pytest.mark.parametrize("sizes", [[4, 3, 2], [4, 8, 8, 5]])
@pytest.mark.parametrize(("activation", "module"), [("tanh", nn.Tanh), ("relu", nn.ReLU)])
def test_outputs_and_gradients_are_those_of_plain_layers(sizes, activation, module):
    torch.manual_seed(0)
    network = Network(sizes, activation, 0.5)
    nn.init.normal_(network.bias)
    twin = plain(network, module)
    out, wanted = network(rows_of(SEEN)), twin(torch.from_numpy(SEEN))
    torch.testing.assert_close(out, wanted)
    np.testing.assert_allclose(network.logits(SEEN), wanted.detach().numpy(), atol=1e-6)
    pull = torch.randn(out.shape)
    (out * pull).sum().backward()
    (wanted * pull).sum().backward()
    torch.testing.assert_close(network.weight.grad, twin[0].weight.grad.t())
    for mine, theirs in zip([network.bias, *network.rest.parameters()], list(twin.parameters())[1:], strict=True):
        torch.testing.assert_close(mine.grad, theirs.grad)


def test_rows_are_picked_whole():
    rows = rows_of(SEEN)
    picked = pick_rows(*(tensor.numpy() for tensor in rows), np.array([2, 1, 2]))
    for got, wanted in zip(picked, rows_of(SEEN[[2, 1, 2]]), strict=True):
        assert got.equal(wanted)


def test_illegal_actions_have_no_probability_and_no_gradient():
    logits = torch.tensor([[1e4, 0.0, -1e4], [3.0, 1e6, 2.0], [0.0, 0.0, 0.0]], requires_grad=True)
    legal = torch.tensor([[True, True, False], [True, False, False], [True, True, True]])
    log_odds = masked_log_softmax(logits, legal)
    entropy = -(log_odds.exp() * log_odds).sum(1)
    assert log_odds.isfinite().all()
    assert (log_odds.exp()[~legal] == 0).all()
    torch.testing.assert_close(entropy, torch.tensor([0.0, 0.0, np.log(3)], dtype=torch.float32))
    (entropy.sum() + log_odds.gather(1, torch.tensor([[0], [0], [2]])).sum()).backward()
    assert logits.grad.isfinite().all()
    assert (logits.grad[~legal] == 0).all()


@pytest.mark.parametrize("kind", ["none", "scale", "popart", "symlog"])
def test_values_come_back_from_what_is_learnt(kind):
    last = nn.Linear(3, 1)
    returns = Returns(kind, last)
    drawn = torch.from_numpy(np.random.default_rng(0).standard_cauchy(500).astype(np.float32) * 10)
    returns.observe(drawn)
    torch.testing.assert_close(returns.decode(returns.encode(drawn)), drawn, rtol=1e-3, atol=1e-3)
    if kind in ("scale", "popart"):
        assert float(returns.encode(drawn).std()) == pytest.approx(1, abs=0.01)


def test_popart_keeps_every_value_when_its_scale_moves():
    torch.manual_seed(0)
    last, hidden = nn.Linear(3, 1), torch.randn(20, 3)
    returns = Returns("popart", last)
    for size in (1.0, 50.0, 0.1):
        before = returns.decode(last(hidden))
        returns.observe(size * torch.randn(100) + size)
        torch.testing.assert_close(returns.decode(last(hidden)), before, rtol=1e-4, atol=1e-4)


def test_the_average_of_weights_is_their_weighted_mean():
    torch.manual_seed(0)
    networks = [Network([4, 3, 2], "tanh", 1.0) for _ in range(3)]
    average = WeightAverage(Average(kind="weights", decay=0.5), networks[0])
    for network in networks:
        average.learn(network, rows_of(SEEN), torch.ones(3, 2) > 0, torch.zeros(3, dtype=torch.int64))
    a, b, c = (network.weight for network in networks)
    torch.testing.assert_close(average.policy.weight, (a + 2 * b + 4 * c).detach() / 7)


def test_the_average_of_play_plays_as_was_played():
    """Where one of two actions was played three times out of four."""
    torch.manual_seed(0)
    settings = Average(kind="play", capacity=400, gradient_steps=100, minibatch=100)
    average = PlayAverage(settings, Network([4, 8, 2], "tanh", 1.0), torch.Generator().manual_seed(0))
    seen, legal = rows_of(np.repeat(SEEN[2:], 500, 0)), torch.ones(500, 2) > 0
    for update in range(4):
        average.learn(average.policy, seen, legal, torch.full((500,), int(update == 1)))
    odds = torch.from_numpy(average.policy.logits(SEEN[2:])).softmax(1)[0]
    assert odds[1] == pytest.approx(0.25, abs=0.08)
