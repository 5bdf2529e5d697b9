"""When enough has been played: intervals that hold at every look, so that one may stop at any.

A fixed interval covers 95 % of the time if the number of deals was fixed beforehand. Whoever looks again and again, and
stops when it suits him, is misled far more often. A confidence sequence covers at all looks at once.

Source: I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, "Time-uniform central limit theory and
asymptotic confidence sequences", Annals of Statistics 52(6), 2024, theorem 2.2: after t independent values, ::

    mean ± deviation · sqrt( 2 (t rho² + 1) / (t² rho²) · log( sqrt(t rho² + 1) / alpha ) )

is one for their mean. It is asymptotic, as Student's t is: looks begin at `FIRST` deals. Here rho is such that it is
narrowest about `TUNED` deals (their equation for rho of t*).
"""

import numpy as np

__all__ = ["FIRST", "LOOK", "TUNED", "looks", "sequence_half_width", "stopped_at"]

FIRST = 400
"""Deals before the first look: with payoffs as skewed as a loss of fifty in one deal of fifty, 4.9 % of 3,000 simulated runs
of 4,000 deals were misled; with a first look after 200 it was 6.1 %."""
LOOK = 100
"""Deals from one look to the next; neither batch nor workers move them."""
TUNED = 1000
"""The number of deals for which the width of the sequences is made as small as it can be."""


def sequence_half_width(t: int | np.ndarray, alpha: float) -> np.ndarray:
    """Half the width, in standard deviations of one value, of the confidence sequence after t values."""
    log = -2 * np.log(alpha)
    rho2 = (log + np.log(log) + 1) / TUNED
    scaled = np.asarray(t, np.float64) * rho2 + 1
    return np.asarray(np.sqrt(2 * scaled / rho2 * np.log(np.sqrt(scaled) / alpha)) / t)


def looks(deals: int) -> np.ndarray:
    """The numbers of deals after which one looks, int64, up to `deals`."""
    return np.arange(FIRST, deals + 1, LOOK)


def stopped_at(values: np.ndarray, width: float, alpha: float) -> int | None:
    """After how many deals the values were decided; None: they are not yet.

    Args:
        values: float64 ``[deals, k]``, independent from deal to deal.
        width: enough for half the interval of a mean.
        alpha: 1 less the confidence.

    Returns:
        The first look at which the interval of each of the k means excludes zero or is narrow enough.
    """
    at = looks(len(values))
    if len(at) == 0:
        return None
    total, squares = np.cumsum(values, axis=0)[at - 1], np.cumsum(values**2, axis=0)[at - 1]
    n = at[:, None]
    mean = total / n
    variance = np.maximum(squares - n * mean**2, 0) / (n - 1)
    half = np.sqrt(variance) * sequence_half_width(n, alpha)
    decided = np.flatnonzero(((np.abs(mean) > half) | (half <= width)).all(axis=1))
    return int(at[decided[0]]) if len(decided) else None
