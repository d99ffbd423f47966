"""What every p-value obeys on its way into an Estimate."""

from __future__ import annotations

from sys import float_info

TIE_TOLERANCE = 1e-10


def bounded_p(p: float) -> float:
    """Return p within (0, 1]: rounding may pass 1, and a tail too small for a double is not 0."""
    return min(1.0, max(float(p), float_info.min))


def monte_carlo_p(extreme: int, resamples: int) -> float:
    """Return (1 + extreme) / (1 + resamples), the observed arrangement counted as one draw."""
    return (1 + extreme) / (1 + resamples)
