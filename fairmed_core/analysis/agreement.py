"""Agreement between raters on bands, one sub-action at a time."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from fairmed_core.analysis.settings import STANDARD, Resampling
from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet
from fairmed_core.domain.action_space import ActionSpace, Kind, SubAction
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.estimate import Estimate
from fairmed_core.stats.agreement import krippendorff_alpha
from fairmed_core.stats.set_agreement import AlphaDistance, alpha_for_sets

Rated = frozenset[Hashable]
Matrix = list[list[Rated | None]]

STRATIFIED = "stratified"
NO_SUBSET = "Not reported: no band carries two independent raters."
FEW_RATERS = "no_band_with_two_raters"
NO_MAXIMUM = "no_declared_maximum"


@dataclass(frozen=True)
class _Ratings:
    """Sets given to the bands with two or more usable verdicts: rows are raters, columns bands."""

    sub_action: SubAction
    raters: tuple[str, ...]
    bands: tuple[str, ...]
    sets: Matrix
    universe: Rated | None

    def columns(self, keep: Sequence[bool]) -> _Ratings:
        """Return the same raters on the kept bands."""
        kept = [at for at, wanted in enumerate(keep) if wanted]
        return replace(
            self,
            bands=tuple(self.bands[at] for at in kept),
            sets=[[row[at] for at in kept] for row in self.sets],
        )

    def of_band(self, at: int) -> list[Rated]:
        """Return the sets given to one band."""
        return [given for row in self.sets if (given := row[at]) is not None]


def band_agreement(
    bands: Sequence[ResolvedBand],
    *,
    space: ActionSpace = DEFAULT_SPACE,
    distance: AlphaDistance = "jaccard",
    also: Sequence[AlphaDistance] = (),
    resampling: Resampling = STANDARD,
) -> Mapping[str, Mapping[str, Estimate]]:
    """Agreement of independent raters on bands, with everything that stands beside it.

    Parameters
    ----------
    bands
        Resolved bands. Usable verdicts (signed, attested, in scope, not the author's) are the
        ratings; a DECLINE or no verdict is missing. Only bands with two or more enter.
    space
        The action space the bands were made for.
    distance
        The headline's distance between sets, fixed in advance by the protocol.
    also
        Further distances to report ("dice", "masi").
    resampling
        Of bands, for the percentile intervals.

    Returns
    -------
    mapping
        Sub-action → name → Estimate. Headline first, under the name of its distance; beside it
        ``hamming``, `also`, ``lower edge`` and ``upper edge`` (ordinal α; a set that is empty or
        not contiguous is missing there, counted as ``missing_edges``), ``exact sets`` (share of
        rating pairs that are equal), ``unanimous`` and ``full range`` (shares of bands),
        ``without unanimous full range``, ``width NAME`` (mean number of values per rater) and
        ``value X`` (nominal α on one level). With several sub-actions also ``stratified``:
        1 − Σ n Do ÷ Σ n De over them. Undefined with ``no_band_with_two_raters`` or, where
        unbounded days would need one, ``no_declared_maximum``.

    References
    ----------
    Krippendorff (2018), chapter 12; Passonneau (2006); Artstein & Poesio (2008), section 4.4.
    Sub-actions are never pooled: pooling lets independent raters score well above 0.
    """
    found: dict[str, Mapping[str, Estimate]] = {}
    for sub_action in space.sub_actions:
        mine = [one for one in bands if one.band.sub_action == sub_action.name]
        if mine:
            ratings = _ratings(mine, sub_action)
            found[sub_action.name] = _of_sub_action(
                ratings, distance=distance, also=also, resampling=resampling
            )
    headlines = [of[distance] for of in found.values()]
    if sum(headline.value is not None for headline in headlines) > 1:
        found[STRATIFIED] = {distance: _stratified(headlines, distance)}
    return found


def _of_sub_action(
    ratings: _Ratings,
    *,
    distance: AlphaDistance,
    also: Sequence[AlphaDistance],
    resampling: Resampling,
) -> dict[str, Estimate]:
    title = f"agreement on {ratings.sub_action.name}"
    if not ratings.bands:
        headline = Estimate.undefined(
            f"{title} ({distance})",
            FEW_RATERS,
            unit="agreement",
            counts={"bands": 0, "raters": len(ratings.raters)},
            notes=(NO_SUBSET,),
        )
        return {distance: headline}
    estimates: dict[str, Estimate] = {
        one: _alpha(ratings, one, title=title, resampling=resampling)
        for one in dict.fromkeys((distance, "hamming", *also))
    }
    estimates |= _edges(ratings, title=title, resampling=resampling)
    headline = estimates[distance]
    estimates["exact sets"] = Estimate(
        name=f"{title}, exact sets",
        value=headline.extra["percent_agreement"],
        counts={"bands": len(ratings.bands), "raters": len(ratings.raters)},
        method="share of rating pairs of a band that are equal",
    )
    return (
        estimates
        | _widths(ratings, title)
        | _values(ratings, title)
        | _unanimity(ratings, distance, title=title, resampling=resampling)
    )


def _alpha(
    ratings: _Ratings, distance: AlphaDistance, *, title: str, resampling: Resampling
) -> Estimate:
    name = f"{title} ({distance})"
    if distance == "hamming" and ratings.universe is None:
        return Estimate.undefined(name, NO_MAXIMUM, unit="agreement", method="hamming α on sets")
    alpha = alpha_for_sets(
        ratings.sets,
        distance=distance,
        universe=ratings.universe if distance == "hamming" else None,
        resamples=resampling.resamples,
        confidence=resampling.level,
        seed=resampling.seed,
        name=name,
    )
    return replace(alpha, counts={"bands": len(ratings.bands), **alpha.counts})


def _edges(ratings: _Ratings, *, title: str, resampling: Resampling) -> dict[str, Estimate]:
    """Return ordinal α on the lowest and on the highest value of each set."""
    if ratings.sub_action.kind is Kind.ORDERS:
        return {}
    estimates: dict[str, Estimate] = {}
    for edge, end in (("lower edge", 0), ("upper edge", -1)):
        labels = [[None if s is None else _edge(s, end) for s in row] for row in ratings.sets]
        given = sum(s is not None for row in ratings.sets for s in row)
        kept = sum(label is not None for row in labels for label in row)
        alpha = krippendorff_alpha(
            labels,
            level="ordinal",
            resamples=resampling.resamples,
            confidence=resampling.level,
            seed=resampling.seed,
            name=f"{title}, {edge}",
        )
        counts = {**alpha.counts, "missing_edges": given - kept}
        estimates[edge] = replace(alpha, counts=counts)
    return estimates


def _unanimity(
    ratings: _Ratings, distance: AlphaDistance, *, title: str, resampling: Resampling
) -> dict[str, Estimate]:
    """Return the shares of unanimous and of full-range bands, and α without those that are both."""
    count = len(ratings.bands)
    unanimous = [len(set(ratings.of_band(at))) == 1 for at in range(count)]
    estimates = {"unanimous": _share(f"{title}, unanimous bands", unanimous)}
    if ratings.universe is None:
        return estimates
    full = [all(given == ratings.universe for given in ratings.of_band(at)) for at in range(count)]
    estimates["full range"] = _share(f"{title}, bands all raters gave the full range", full)
    rest = ratings.columns([not whole for whole in full])
    name = f"{title}, without unanimous full range"
    estimates["without unanimous full range"] = (
        replace(_alpha(rest, distance, title=title, resampling=resampling), name=name)
        if rest.bands
        else Estimate.undefined(name, "no_pairable_unit", unit="agreement")
    )
    return estimates


def _widths(ratings: _Ratings, title: str) -> dict[str, Estimate]:
    widths: dict[str, Estimate] = {}
    for rater, row in zip(ratings.raters, ratings.sets, strict=True):
        sizes = [len(given) for given in row if given is not None]
        if sizes:
            widths[f"width {rater}"] = Estimate(
                name=f"{title}, mean width of {rater}",
                value=float(np.mean(sizes)),
                unit="values",
                counts={"bands": len(sizes)},
                method="mean number of values per set",
            )
    return widths


def _values(ratings: _Ratings, title: str) -> dict[str, Estimate]:
    """Return nominal α on each level of a scale: in the set, or not."""
    estimates: dict[str, Estimate] = {}
    for value in (level.value for level in ratings.sub_action.levels):
        labels = [[None if s is None else int(value in s) for s in row] for row in ratings.sets]
        estimates[f"value {value}"] = krippendorff_alpha(
            labels, level="nominal", name=f"{title}, value {value}"
        )
    return estimates


def _share(name: str, hits: Sequence[bool]) -> Estimate:
    return Estimate(
        name=name, value=sum(hits) / len(hits), counts={"bands": len(hits)}, method="share of bands"
    )


def _stratified(headlines: Sequence[Estimate], distance: AlphaDistance) -> Estimate:
    """Return the study-level figure, disagreements weighted by pairable values."""
    used = [headline for headline in headlines if headline.value is not None]
    weights = np.array([headline.counts["pairable_values"] for headline in used])
    observed = np.array([headline.extra["observed_disagreement"] for headline in used])
    expected = np.array([headline.extra["expected_disagreement"] for headline in used])
    return Estimate(
        name=f"agreement over all sub-actions ({distance}), stratified",
        value=1 - float(weights @ observed) / float(weights @ expected),
        unit="agreement",
        counts={
            "sub_actions": len(used),
            "pairable_values": int(weights.sum()),
            "sub_actions_left_out": len(headlines) - len(used),
        },
        method="1 − Σ n Do ÷ Σ n De over sub-actions",
    )


def _ratings(bands: Sequence[ResolvedBand], sub_action: SubAction) -> _Ratings:
    shared = [one for one in bands if len(one.usable) > 1]
    raters = sorted({verdict.rater for one in bands for verdict in one.usable})
    sets: Matrix = [
        [
            next((rated_set(v.acceptable) for v in one.usable if v.rater == rater), None)
            for one in shared
        ]
        for rater in raters
    ]
    return _Ratings(
        sub_action=sub_action,
        raters=tuple(raters),
        bands=tuple(one.band.id for one in shared),
        sets=sets,
        universe=_universe(sub_action),
    )


def rated_set(acceptable: AcceptableSet | None) -> Rated | None:
    """Return a set as agreement compares it: values, or (test, status) pairs; None for none."""
    if isinstance(acceptable, OrderSet):
        return frozenset[Hashable](acceptable.status_pairs())
    return None if acceptable is None else frozenset[Hashable](acceptable.values)


def _universe(sub_action: SubAction) -> Rated | None:
    """Return every value a set can hold; None where the scale is open or has no values."""
    if sub_action.levels:
        return frozenset(level.value for level in sub_action.levels)
    if sub_action.minimum is None or sub_action.maximum is None:
        return None
    return frozenset(range(sub_action.minimum, sub_action.maximum + 1))


def _edge(given: Rated, end: int) -> int | None:
    numbers = ValueSet.of(value for value in given if isinstance(value, int))
    return sorted(numbers.values)[end] if numbers.contiguous else None
