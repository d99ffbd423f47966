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


def floor_excess(
    reference: Condition, condition: Condition, phi: Phi, *, shared: bool = False
) -> Fraction | None:
    """Mean over vignettes with two draws in both of d − ½[f(c0) + f(c)]."""
    excess = []
    for vignette in reference:
        own = [replicate_pairs(side[vignette]) for side in (reference, condition)]
        pairs = cross_pairs(reference[vignette], condition[vignette], shared=shared)
        if all(own):
            within = [Fraction(differ(one, phi), len(one)) for one in own]
            excess.append(Fraction(differ(pairs, phi), len(pairs)) - sum(within) / 2)
    return mean(excess)


def within_range_shift(
    reference: Condition, condition: Condition, bands: Mapping[str, set[int]]
) -> Fraction | None:
    """Σ in-range shift/m ÷ Σ n/m over banded vignettes."""
    above = below = Fraction(0)
    for vignette, band in bands.items():
        pairs = cross_pairs(reference[vignette], condition[vignette])
        inside = [(a, b) for a, b in pairs if a in band and b in band]
        if pairs:
            above += sum((Fraction(b) - Fraction(a) for a, b in inside), Fraction(0)) / len(pairs)
            below += Fraction(len(inside), len(pairs))
    return above / below if below else None


def within_range_floor(
    condition: Condition, bands: Mapping[str, set[int]], phi: Phi
) -> Fraction | None:
    """Σ g/M ÷ Σ h/M over straddling vignettes."""
    above = below = Fraction(0)
    for vignette, band in bands.items():
        pairs = replicate_pairs(condition[vignette])
        if len({phi(value) for value in band}) < 2 or not pairs:
            continue
        inside = [(a, b) for a, b in pairs if a in band and b in band]
        above += Fraction(differ(inside, phi), len(pairs))
        below += Fraction(len(inside), len(pairs))
    return above / below if below else None


def within_range_excess(
    reference: Condition, condition: Condition, bands: Mapping[str, set[int]], phi: Phi
) -> Fraction | None:
    """Σ w (d − ½[f + f]) ÷ Σ w over straddling vignettes, among draws in band."""
    above = below = Fraction(0)
    for vignette, band in bands.items():
        if len({phi(value) for value in band}) < 2:
            continue
        sides = [reference[vignette], condition[vignette]]
        kept = [[v for v in side if v is not None and v in band] for side in sides]
        own, valid = [replicate_pairs(k) for k in kept], [replicate_pairs(s) for s in sides]
        if not all(own):
            continue
        weight = Fraction(len(own[0]) * len(own[1]), len(valid[0]) * len(valid[1]))
        within = sum(Fraction(differ(one, phi), len(one)) for one in own) / 2
        pairs = cross_pairs(*kept)
        above += weight * (Fraction(differ(pairs, phi), len(pairs)) - within)
        below += weight
    return above / below if below else None


def net_flow(
    reference: Condition, condition: Condition, bands: Mapping[str, set[int]]
) -> Fraction | None:
    """Mean over banded vignettes of pairs out only in c minus pairs out only in c0."""
    nets = []
    for vignette, band in bands.items():
        pairs = cross_pairs(reference[vignette], condition[vignette])
        if pairs:
            out = sum((a in band) - (b in band) for a, b in pairs)
            nets.append(Fraction(out, len(pairs)))
    return mean(nets)


def vote_flips(cell: Cell, size: int, phi: Phi) -> Fraction | None:
    """Share of splits of all positions into two disjoint groups whose majorities differ."""

    def vote(positions: tuple[int, ...]) -> int:
        values = [value for at in positions if (value := cell[at]) is not None]
        balance = sum(1 if phi(value) else -1 for value in values)
        return (balance > 0) - (balance < 0)

    flips = splits = 0
    for first in combinations(range(len(cell)), size):
        rest = [at for at in range(len(cell)) if at not in first]
        for second in combinations(rest, size):
            if second > first and vote(first) and vote(second):
                splits += 1
                flips += vote(first) != vote(second)
    return Fraction(flips, splits) if splits else None
