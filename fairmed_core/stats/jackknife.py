"""The jackknife-t interval of α by itself."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import replace
from math import isnan

from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate, Interval
from fairmed_core.stats.agreement import label_model
from fairmed_core.stats.alpha_estimate import JACKKNIFE_T, jackknife_t, point_estimate
from fairmed_core.stats.alpha_model import AlphaModel
from fairmed_core.stats.arrays import checked_level
from fairmed_core.stats.bootstrap import FEW_CLUSTERS
from fairmed_core.stats.reliability_data import (
    Level,
    Ratings,
    SetRatings,
    encode_labels,
    encode_sets,
)
from fairmed_core.stats.set_agreement import AlphaDistance, set_model


def jackknife_alpha(
    ratings: Ratings | SetRatings,
    *,
    level: Level | None = None,
    distance: AlphaDistance | None = None,
    order: Sequence[Hashable] | None = None,
    universe: Collection[Hashable] | None = None,
    confidence: float = 0.95,
    name: str = "Krippendorff's α",
) -> Estimate:
    """Krippendorff's α with the jackknife-t interval over units.

    Parameters
    ----------
    ratings
        Labels (with `level`) or sets (with `distance`), shape (raters, units).
    level, order
        As in `krippendorff_alpha`.
    distance, universe
        As in `alpha_for_sets`.
    confidence
        Nominal coverage.
    name
        Name of the estimate.

    Returns
    -------
    Estimate
        α ± t(U − 1)·SE over the U pairable units, the upper end at most 1;
        ``extra["se_jackknife"]``. Refused with ``fewer_than_three_units`` or, where leaving a unit
        out leaves no variation, ``undefined_leave_out``.

    Raises
    ------
    UserError
        When not exactly one of `level` and `distance` is given, and on unusable ratings.

    References
    ----------
    Efron & Tibshirani (1993), chapter 11.
    """
    confidence = checked_level(confidence)
    model, raters, method = _model(ratings, level, distance, order, universe)
    estimate = point_estimate(model, raters=raters, name=name, method=method)
    if estimate.value is None:
        return estimate
    units = len(model.table.sizes)
    low, high, error = jackknife_t(model, confidence)
    if isnan(error):
        reason = "fewer_than_three_units" if units < 3 else "undefined_leave_out"
        return replace(
            estimate, interval=Interval.refused(reason, level=confidence, method=JACKKNIFE_T)
        )
    interval = Interval(low, high, confidence, JACKKNIFE_T, approximate=units <= FEW_CLUSTERS)
    return replace(estimate, interval=interval, extra={**estimate.extra, "se_jackknife": error})


def _model(
    ratings: Ratings | SetRatings,
    level: Level | None,
    distance: AlphaDistance | None,
    order: Sequence[Hashable] | None,
    universe: Collection[Hashable] | None,
) -> tuple[AlphaModel, int, str]:
    """Return the model, the number of raters and the method's name."""
    if distance is not None and level is None:
        codes, sets = encode_sets(ratings)
        model = set_model(codes, sets, distance=distance, universe=universe)
        return model, len(codes), f"{distance} α on sets"
    if level is not None and distance is None:
        codes, labels = encode_labels(ratings, level=level, order=order)
        return label_model(codes, labels, level=level), len(codes), f"{level} α"
    raise UserError(
        "Say whether the ratings are labels or sets.",
        next_step="Give either `level` (labels) or `distance` (sets).",
    )
