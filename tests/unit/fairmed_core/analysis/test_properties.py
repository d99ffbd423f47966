"""What must hold whatever the draws are: relabelling, duplication, and nested bands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairmed_core.analysis.bands import resolve_bands
from fairmed_core.analysis.excess import floor_excess
from fairmed_core.analysis.out_of_range import out_of_range_flow
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.report import analyse
from fairmed_core.analysis.sensitivity import band_sensitivity
from fairmed_core.analysis.settings import Contrast, Resampling
from fairmed_core.analysis.within_range import within_range_flip_rate
from fairmed_core.analysis.within_range_floor import within_range_excess
from fairmed_core.analysis.within_range_shift import within_range_shift
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories import Trajectories
from tests.helpers.draws import a_band, amended, drafts, trajectories_of

FEW = Resampling(resamples=20)
VIGNETTES = ("v1", "v2", "v3", "v4")
levels = st.one_of(st.none(), st.integers(1, 5))
draws = st.fixed_dictionaries(dict.fromkeys(VIGNETTES, st.lists(levels, min_size=2, max_size=4)))
some_bands = st.dictionaries(st.sampled_from(VIGNETTES), st.sets(st.integers(1, 5)))
quick = settings(max_examples=40, deadline=None)
Draws = Mapping[str, Sequence[int | None]]
Estimator = Callable[[Trajectories, Contrast], Estimate]


def symmetric(sets: Mapping[str, set[int]]) -> list[Estimator]:
    bands = drafts(sets)
    acuity = {"action": "high_acuity", "resampling": FEW}
    return [
        lambda t, c: floor_excess(t, contrast=c, **acuity),  # type: ignore[arg-type]
        lambda t, c: within_range_flip_rate(t, contrast=c, bands=bands, **acuity),  # type: ignore[arg-type]
        lambda t, c: within_range_excess(t, contrast=c, bands=bands, **acuity),  # type: ignore[arg-type]
    ]


def signed(sets: Mapping[str, set[int]]) -> list[Estimator]:
    bands = drafts(sets)
    acuity = {"sub_action": "esi_acuity", "resampling": FEW}
    return [
        lambda t, c: out_of_range_flow(t, contrast=c, bands=bands, **acuity),  # type: ignore[arg-type]
        lambda t, c: within_range_shift(t, contrast=c, bands=bands, **acuity),  # type: ignore[arg-type]
    ]


@quick
@given(c0=draws, c1=draws, sets=some_bands)
def test_exchanging_conditions_flips_signs_and_leaves_symmetric_rates(
    c0: Draws, c1: Draws, sets: dict[str, set[int]]
) -> None:
    both = trajectories_of({"c0": c0, "c1": c1})
    there, back = Contrast("c1", "c0"), Contrast("c0", "c1")
    for sign, estimators in ((1, symmetric(sets)), (-1, signed(sets))):
        for estimator in estimators:
            forth, reverse = estimator(both, there), estimator(both, back)
            assert forth.reason == reverse.reason
            if forth.value is not None:
                assert reverse.value == pytest.approx(sign * forth.value, abs=1e-12)
                assert forth.counts["vignettes"] == reverse.counts["vignettes"]
    flow, turned = (signed(sets)[0](both, one) for one in (there, back))
    if flow.value is not None:
        assert flow.extra["reference_only"] == pytest.approx(turned.extra["condition_only"])


@quick
@given(c0=draws, c1=draws, sets=some_bands)
def test_names_mean_nothing(c0: Draws, c1: Draws, sets: dict[str, set[int]]) -> None:
    named = {"v1": "zebra", "v2": "ape", "v3": "Ω", "v4": "0"}
    plain = trajectories_of({"c0": c0, "c1": c1})
    other = trajectories_of(
        {
            "z": {named[v]: values for v, values in c0.items()},
            "a": {named[v]: values for v, values in c1.items()},
        }
    )
    renamed = {named[v]: values for v, values in sets.items()}
    for make in (symmetric, signed):
        for before, after in zip(make(sets), make(renamed), strict=True):
            one, two = before(plain, Contrast("c1", "c0")), after(other, Contrast("a", "z"))
            assert (one.reason, one.counts) == (two.reason, two.counts)
            if one.value is not None:
                assert two.value == pytest.approx(one.value, abs=1e-12)


@settings(max_examples=6, deadline=None)
@given(c0=draws, c1=draws, times=st.integers(2, 3))
def test_duplicated_replicates_are_clusters_of_no_interval(
    c0: Draws, c1: Draws, times: int
) -> None:
    bands = drafts({"v1": {2, 3}, "v2": {1, 2}, "v3": {2, 3, 4}, "v4": {3}})
    plan = Plan(reference="c0", resampling=FEW)
    wanted = ("floor", "flips", "shifts", "within_range", "out_of_range", "sensitivity")
    reports = [
        analyse(
            trajectories_of(
                {
                    "c0": {v: list(values) * count for v, values in c0.items()},
                    "c1": {v: list(values) * count for v, values in c1.items()},
                }
            ),
            bands=bands,
            plan=plan,
            wanted=wanted,
        )
        for count in (1, times)
    ]
    rows = [[row for section in one.sections for row in section.rows] for one in reports]
    for once, again in zip(*rows, strict=True):
        assert (once.action, once.condition, once.variant) == (
            again.action, again.condition, again.variant,
        )  # fmt: skip
        if once.estimate.value is not None and once.reference:
            assert again.estimate.counts.get("vignettes") == once.estimate.counts.get("vignettes")
    # Floors gain pairs of a draw with its own copy, so a cell may become defined; never more
    # vignettes than there are.
    floors = [row.estimate.counts.get("vignettes", 0) for row in rows[1] if not row.reference]
    assert max(floors) <= len(VIGNETTES)


@quick
@given(
    c0=draws,
    c1=draws,
    judged=st.dictionaries(
        st.sampled_from(VIGNETTES),
        st.tuples(st.sets(st.integers(1, 5), min_size=1), st.sets(st.integers(1, 5), min_size=1)),
        min_size=1,
    ),
)
def test_denominators_follow_the_bands(
    c0: Draws, c1: Draws, judged: dict[str, tuple[set[int], set[int]]]
) -> None:
    given_bands = [a_band(vignette, one | two) for vignette, (one, two) in judged.items()]
    verdicts = {
        band.id: [
            amended("A", judged[band.vignette_id][0]),
            amended("B", judged[band.vignette_id][1]),
        ]
        for band in given_bands
    }
    arms = band_sensitivity(
        trajectories_of({"c0": c0, "c1": c1}),
        contrast=Contrast("c1", "c0"),
        action="high_acuity",
        bands=resolve_bands(given_bands, verdicts=verdicts),
        resampling=FEW,
    )
    pairs = {name: rate.counts.get("pairs_in_range", 0) for name, rate in arms.items()}
    for rater in ("rater A", "rater B"):
        assert pairs["intersection"] <= pairs[rater] <= pairs["union"]
