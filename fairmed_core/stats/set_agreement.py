"""Krippendorff's α on set-valued ratings: the headline agreement of bands."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Literal

from fairmed_core.estimate import Estimate
from fairmed_core.stats.alpha_estimate import agreement_estimate
from fairmed_core.stats.alpha_model import (
    AlphaModel,
    fixed_distance_model,
    multi_valued_nominal_model,
)
from fairmed_core.stats.coincidence import UnitTable
from fairmed_core.stats.reliability_data import Codes, SetRatings, encode_sets
from fairmed_core.stats.seeding import Seed
from fairmed_core.stats.set_distances import SetDistance, ValueSet, distance_matrix

AlphaDistance = SetDistance | Literal["multi_valued_nominal"]


def alpha_for_sets(
    ratings: SetRatings,
    *,
    distance: AlphaDistance = "jaccard",
    universe: Collection[Hashable] | None = None,
    resamples: int = 0,
    confidence: float = 0.95,
    seed: Seed = 0,
    name: str = "Krippendorff's α on sets",
) -> Estimate:
    """Krippendorff's α of ratings that are sets of values.

    Parameters
    ----------
    ratings
        Sets, shape (raters, units); None where a rater gave none. The empty set is a rating.
    distance
        ``jaccard``, ``dice``, ``masi``, ``hamming``, ``set_nominal`` (see `set_distance`; δ enters
        as it is), or ``multi_valued_nominal`` (Krippendorff & Craggs 2016: Dice observed, expected
        disagreement from set sizes and single values).
    universe
        All values a set can hold; α itself does not depend on it (``hamming`` only divides by its
        size), so by default the values in use stand in.
    resamples
        Resamples of units for the percentile interval; 0 leaves the interval out.
    confidence
        Nominal coverage of the interval.
    seed
        Seed or Generator.
    name
        Name of the estimate.

    Returns
    -------
    Estimate
        α = 1 − Do/De with Do = (1/n) Σ_u 1/(m_u − 1) Σ_{i≠j} δ and De over all pairable ratings.
        Undefined, counts and extra as in `krippendorff_alpha`; ``percent_agreement`` is the share
        of pairs of equal sets.

    Raises
    ------
    UserError
        For ratings that are not sets, rows of unequal length, values outside `universe`.

    References
    ----------
    Krippendorff (2018), chapter 12; Passonneau (2006); Artstein & Poesio (2008), section 4.4.
    """
    codes, sets = encode_sets(ratings)
    return agreement_estimate(
        set_model(codes, sets, distance=distance, universe=universe),
        raters=len(codes),
        resamples=resamples,
        confidence=confidence,
        seed=seed,
        name=name,
        method=f"{distance} α on sets",
    )


def set_model(
    codes: Codes,
    sets: Sequence[ValueSet],
    *,
    distance: AlphaDistance,
    universe: Collection[Hashable] | None = None,
) -> AlphaModel:
    """Return the model of set-valued ratings under a distance."""
    table = UnitTable.from_codes(codes, len(sets))
    if distance == "multi_valued_nominal":
        return multi_valued_nominal_model(table, sets)
    held = universe if universe is not None else frozenset().union(*sets)
    # Only empty sets: any universe gives the same zero distances.
    matrix = distance_matrix(sets, distance=distance, universe=held or (None,))
    return fixed_distance_model(table, matrix)
