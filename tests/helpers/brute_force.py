"""Estimands by their definitions: loops over pairs in exact fractions, for small inputs only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product

Cell = Sequence[float | None]
Condition = Mapping[str, Cell]
Phi = Callable[[float], bool]


def cross_pairs(
    reference: Cell, condition: Cell, *, shared: bool = False
) -> list[tuple[float, float]]:
    """The valid cross pairs of a cell."""
    return [
        (a, b)
        for (i, a), (j, b) in product(enumerate(reference), enumerate(condition))
        if a is not None and b is not None and not (shared and i == j)
    ]


def replicate_pairs(cell: Cell) -> list[tuple[float, float]]:
    """The valid replicate pairs of a cell."""
    return list(combinations([value for value in cell if value is not None], 2))


def differ(pairs: Sequence[tuple[float, float]], phi: Phi) -> int:
    """How many pairs differ in φ."""
    return sum(phi(a) != phi(b) for a, b in pairs)


def mean(values: Sequence[Fraction]) -> Fraction | None:
    """The mean, None of nothing."""
    return sum(values, Fraction(0)) / len(values) if values else None


def flip_rate(
    reference: Condition, condition: Condition, phi: Phi, *, shared: bool = False
) -> Fraction | None:
    """Mean over vignettes of the share of cross pairs that differ."""
    shares = []
    for vignette in reference:
        pairs = cross_pairs(reference[vignette], condition[vignette], shared=shared)
        if pairs:
            shares.append(Fraction(differ(pairs, phi), len(pairs)))
    return mean(shares)


def shift(reference: Condition, condition: Condition, *, shared: bool = False) -> Fraction | None:
    """Mean over vignettes of the mean cross-pair difference."""
    means = []
    for vignette in reference:
        pairs = cross_pairs(reference[vignette], condition[vignette], shared=shared)
        if pairs:
            means.append(
                sum((Fraction(b) - Fraction(a) for a, b in pairs), Fraction(0)) / len(pairs)
            )
    return mean(means)


def within_range(
    reference: Condition,
    condition: Condition,
    bands: Mapping[str, set[int]],
    phi: Phi,
    *,
    straddling_only: bool = True,
    shared: bool = False,
) -> Fraction | None:
    """Σ f/m ÷ Σ n/m over vignettes whose band straddles (or over all banded ones)."""
    above = below = Fraction(0)
    for vignette, band in bands.items():
        if straddling_only and len({phi(value) for value in band}) < 2:
            continue
        pairs = cross_pairs(reference[vignette], condition[vignette], shared=shared)
        if not pairs:
            continue
        inside = [(a, b) for a, b in pairs if a in band and b in band]
        above += Fraction(differ(inside, phi), len(pairs))
        below += Fraction(len(inside), len(pairs))
    return above / below if below else None


def floor(condition: Condition, phi: Phi) -> Fraction | None:
    """Mean over vignettes of the share of replicate pairs that differ."""
    rates = []
    for cell in condition.values():
        pairs = replicate_pairs(cell)
        if pairs:
            rates.append(Fraction(differ(pairs, phi), len(pairs)))
    return mean(rates)
