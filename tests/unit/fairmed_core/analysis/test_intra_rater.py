"""Agreement of raters with themselves: who counts, what a pair is, and what it never touches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import krippendorff
import pytest

from fairmed_core.analysis.agreement import band_agreement
from fairmed_core.analysis.intra_rater import REPEATS, SAME_BOTH_TIMES, intra_rater_agreement
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.section_rows import agreement_rows
from fairmed_core.analysis.settings import Resampling
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.resolution import NotCounted, RaterVerdict, ResolvedBand, resolve
from fairmed_core.estimate import Estimate
from tests.helpers.draws import a_band, amended, declined

FEW = Resampling(resamples=200)
# Vignette → rater → (first, second); None is a DECLINE, a missing second was never given.
Twice = Mapping[str, Mapping[str, tuple[set[int] | None, ...]]]


def verdict(rater: str, values: set[int] | None) -> RaterVerdict:
    return declined(rater) if values is None else amended(rater, values)


def judged(given: Twice, *, sub_action: str = "esi_acuity") -> list[ResolvedBand]:
    return [
        resolve(
            a_band(vignette, {2, 3}, sub_action=sub_action),
            [verdict(rater, said[0]) for rater, said in of.items()],
            repeats=[verdict(rater, said[1]) for rater, said in of.items() if len(said) > 1],
        )
        for vignette, of in given.items()
    ]


def acuity(bands: list[ResolvedBand]) -> Mapping[str, Estimate]:
    return intra_rater_agreement(bands, resampling=FEW)["esi_acuity"]


SINGLE: Twice = {
    "v1": {"A": ({2}, {2}), "B": ({3}, {2})},
    "v2": {"A": ({4}, {4}), "B": ({4}, {5})},
    "v3": {"A": ({1}, {1}), "B": ({2}, {2})},
    "v4": {"A": ({5}, {4})},
    "v5": {"B": ({3},)},
}


def test_alpha_is_the_packages_where_sets_hold_one_value() -> None:
    """Two sets of one value are at Jaccard distance 0 or 1: the nominal α of Krippendorff."""
    pairs = [pair for of in SINGLE.values() for pair in of.values() if len(pair) == 2]
    first, second = ([next(iter(pair[at] or ())) for pair in pairs] for at in (0, 1))
    wanted = krippendorff.alpha(reliability_data=[first, second], level_of_measurement="nominal")
    found = acuity(judged(SINGLE))
    assert found[REPEATS].value == pytest.approx(wanted)
    assert found[REPEATS].interval is not None
    assert dict(found[REPEATS].counts) == {"repeats": 7, "raters": 2, "items": 4, "declined": 0}
    assert found[SAME_BOTH_TIMES].value == pytest.approx(4 / 7)


def test_two_declines_are_the_same_and_one_is_not() -> None:
    found = acuity(
        judged({"v1": {"A": (None, None)}, "v2": {"A": ({2}, None)}, "v3": {"A": ({2}, {2})}})
    )
    assert found[SAME_BOTH_TIMES].value == pytest.approx(2 / 3)
    assert found[SAME_BOTH_TIMES].counts["declined"] == 2
    # One pair of sets is left, and both are the same: nothing varies.
    assert (found[REPEATS].value, found[REPEATS].reason) == (None, "no_variation")


@pytest.mark.parametrize("reason", list(NotCounted))
def test_what_does_not_count_once_makes_no_pair(reason: NotCounted) -> None:
    bands = judged({"v1": {"A": ({2}, {2}), "B": ({2}, {3})}, "v2": {"A": ({3}, {3})}})
    spoilt = replace(bands[0].repeats[1], not_counted=(reason,))
    bands[0] = replace(bands[0], repeats=(bands[0].repeats[0], spoilt))
    assert acuity(bands)[SAME_BOTH_TIMES].counts["repeats"] == 2
    first = replace(bands[1].verdicts[0], not_counted=(reason,))
    bands[1] = replace(bands[1], verdicts=(first,))
    assert acuity(bands)[SAME_BOTH_TIMES].counts["repeats"] == 1


def test_actions_are_not_pooled_and_one_without_a_pair_is_left_out() -> None:
    tiers = judged({"v9": {"A": ({1}, {3})}}, sub_action="analgesia_tier")
    found = intra_rater_agreement([*judged(SINGLE), *tiers], resampling=FEW)
    assert set(found) == {"esi_acuity", "analgesia_tier"}
    assert found["analgesia_tier"][SAME_BOTH_TIMES].value == 0
    assert intra_rater_agreement(judged({"v1": {"A": ({2},)}})) == {}


def test_repeats_touch_neither_the_band_nor_agreement_between_raters() -> None:
    once = {v: {r: said[:1] for r, said in of.items()} for v, of in SINGLE.items()}
    with_repeats, without = judged(SINGLE), judged(once)
    assert [replace(one, repeats=()) for one in with_repeats] == without
    assert band_agreement(with_repeats, resampling=FEW) == band_agreement(without, resampling=FEW)


def test_they_stand_behind_the_agreement_between_raters_in_every_report() -> None:
    plan = Plan(resampling=FEW)
    rows = list(agreement_rows(judged(SINGLE), space=DEFAULT_SPACE, plan=plan))
    assert [row.variant for row in rows[-2:]] == [REPEATS, SAME_BOTH_TIMES]
    assert rows[-1].estimate.value == pytest.approx(4 / 7)
