"""Krippendorff's α on single labels, with its two intervals and percent agreement beside."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

import krippendorff
import numpy as np

from fairmed_core.estimate import Estimate
from fairmed_core.stats.alpha_estimate import agreement_estimate
from fairmed_core.stats.alpha_model import AlphaModel, fixed_distance_model, ordinal_model
from fairmed_core.stats.arrays import Floats
from fairmed_core.stats.coincidence import MISSING, UnitTable
from fairmed_core.stats.reliability_data import Codes, Level, Ratings, encode_labels
from fairmed_core.stats.seeding import Seed

ALPHA = "Krippendorff's α"
# The package spreads units × categories² in memory; larger data keep the value of our own sums,
# which are tested to be the package's.
_PACKAGE_CELLS = 10_000_000


def krippendorff_alpha(
    ratings: Ratings,
    *,
    level: Level,
    order: Sequence[Hashable] | None = None,
    resamples: int = 0,
    confidence: float = 0.95,
    seed: Seed = 0,
    name: str = ALPHA,
) -> Estimate:
    """Krippendorff's α of single labels.

    Parameters
    ----------
    ratings
        Labels, shape (raters, units); None or NaN where a rater gave none.
    level
        ``nominal``, ``ordinal``, ``interval`` or ``ratio``.
    order
        Labels from lowest to highest, for ordinal labels that are strings.
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
        Undefined with ``no_pairable_unit`` or ``no_variation``. Counts: ``raters``, ``units``,
        ``pairable_units``, ``values``, ``pairable_values``. Extra: ``percent_agreement`` (share of
        rating pairs of the same unit that agree), ``observed_disagreement``,
        ``expected_disagreement``; with an interval also the jackknife-t ends and standard error.

    Raises
    ------
    UserError
        For strings above nominal level without `order`, negative values at ratio level,
        infinities, and rows of unequal length.

    References
    ----------
    Krippendorff (2011), Computing Krippendorff's Alpha-Reliability; computed by the package
    ``krippendorff``. Interval: bootstrap over units, expected disagreement anew each time.
    """
    codes, categories = encode_labels(ratings, level=level, order=order)
    model = label_model(codes, categories, level=level)
    estimate = agreement_estimate(
        model,
        raters=len(codes),
        resamples=resamples,
        confidence=confidence,
        seed=seed,
        name=name,
        method=f"{level} α",
    )
    if estimate.value is None or codes.shape[1] * len(categories) ** 2 > _PACKAGE_CELLS:
        return estimate
    return replace(estimate, value=_package_alpha(codes, categories, level))


def label_model(codes: Codes, categories: Sequence[Hashable], *, level: Level) -> AlphaModel:
    """Return the model of single labels at a level of measurement."""
    table = UnitTable.from_codes(codes, len(categories))
    if level == "ordinal":
        return ordinal_model(table)
    return fixed_distance_model(table, _label_distance(categories, level))


def _label_distance(categories: Sequence[Hashable], level: Level) -> Floats:
    """Return the squared difference function of a level, shape (categories, categories)."""
    if level == "nominal":
        return 1 - np.eye(len(categories))
    values = np.array(categories, dtype=np.float64)
    apart = values[:, None] - values[None, :]
    if level == "interval":
        return np.asarray(apart**2)
    total = values[:, None] + values[None, :]
    return np.asarray((apart / np.where(total == 0, 1.0, total)) ** 2)


def _package_alpha(codes: Codes, categories: Sequence[Hashable], level: Level) -> float:
    """Return α from the package, with ranks in place of labels up to ordinal level."""
    scale = np.arange(len(categories), dtype=np.float64)
    if level in ("interval", "ratio"):
        scale = np.array(categories, dtype=np.float64)
    data = np.where(codes == MISSING, np.nan, scale[codes])
    return float(krippendorff.alpha(reliability_data=data, level_of_measurement=level))
