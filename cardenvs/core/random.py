"""Random streams: splitmix64 in a uint64 array of one entry, the same on every platform.

A stream is an array so that a state's own field, a caller's array and a batch's row pass alike. uint64 stays in here
and in `knowledge`. Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

import numpy as np

from .kernel import kernel

__all__ = ["below", "branches", "mix", "next_bits", "shuffle", "stream", "streams", "unit"]

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_A = np.uint64(0xBF58476D1CE4E5B9)
_B = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32, _11 = (np.uint64(n) for n in (30, 27, 31, 32, 11))


def stream(*numbers: int) -> np.ndarray:
    """A stream (uint64 ``[1]``) that depends on all of `numbers`, in order."""
    state = np.zeros(1, np.uint64)
    for number in numbers:
        state[0] ^= np.uint64(number & 0xFFFF_FFFF_FFFF_FFFF)
        state[0] = next_bits(state)
    return state


def streams(seed: int, n: int) -> np.ndarray:
    """``stream(seed, i)`` for every i below n (uint64 ``[n, 1]``)."""
    out = np.empty((n, 1), np.uint64)
    _fork(stream(seed), out)
    return out


def branches(parents: np.ndarray, n: int) -> np.ndarray:
    """``stream(*numbers, j)`` for every j below n and each parent ``stream(*numbers)`` (uint64 ``[parents, n, 1]``)."""
    out = np.empty((len(parents), n, 1), np.uint64)
    for parent, row in zip(parents, out, strict=True):
        _fork(parent, row)
    return out


@kernel
def _fork(parent, out):
    for i in range(len(out)):
        out[i, 0] = parent[0] ^ np.uint64(i)
        out[i, 0] = next_bits(out[i])


@kernel(wraps=True)
def mix(bits):
    """Scrambles 64 bits (uint64), one to one."""
    bits = (bits ^ (bits >> _30)) * _A
    bits = (bits ^ (bits >> _27)) * _B
    return bits ^ (bits >> _31)


@kernel(wraps=True)
def next_bits(random):
    """The next 64 bits (uint64) of a stream."""
    random[0] = random[0] + GOLDEN
    return mix(random[0])


@kernel(wraps=True)
def below(random, bound):
    """A uniform integer in [0, bound), bound < 2**32; its bias, at most bound / 2**32, is far below notice."""
    return np.int64(((next_bits(random) >> _32) * np.uint64(bound)) >> _32)


@kernel
def unit(random):
    """A uniform float64 in [0, 1) with 53 random bits."""
    return np.float64(next_bits(random) >> _11) * (1.0 / 9007199254740992.0)


@kernel
def shuffle(random, cards, size):
    """Puts the first `size` entries of `cards` in uniformly random order."""
    for i in range(size - 1, 0, -1):
        j = below(random, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
