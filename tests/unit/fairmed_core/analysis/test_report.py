"""From a plan to a report: everything in its place, nothing guessed, the same numbers again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairmed_core.analysis.bands import resolve_bands
from fairmed_core.analysis.batch import PendingInterval
from fairmed_core.analysis.flips import flip_rate
from fairmed_core.analysis.floor import instability_floor
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.planned import planned_contrasts, planned_controls
from fairmed_core.analysis.report import AnalysisReport, analyse
from fairmed_core.analysis.sensitivity import band_sensitivity
from fairmed_core.analysis.settings import Contrast, Resampling, Setting
from fairmed_core.analysis.within_range import within_range_flip_rate
from fairmed_core.domain.action_space import ActionSpace
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.resolution import NotCounted, ResolvedBand
from fairmed_core.errors import UserError
from fairmed_core.trajectories import Trajectories, joined
from tests.helpers.draws import a_band, accepted, amended, declined, trajectories_of

RESAMPLING = Resampling(resamples=400, seed=11)
PLAN = Plan(reference="c0", resampling=RESAMPLING)


@pytest.fixture(scope="module")
def trajectories() -> Trajectories:
    conditions = {
        "c0": {f"v{n}": [1 + n % 5, 2, 1 + (2 * n) % 5] for n in range(7)},
        "c1": {f"v{n}": [3, 1 + (3 * n) % 5, 2] for n in range(7)},
        "c2": {f"v{n}": [2 + n % 3, None, 4] for n in range(7)},
    }
    quiet = {"c0": conditions["c0"], "same": conditions["c0"]}
    return joined([trajectories_of(conditions), trajectories_of(quiet, arm="control")])


@pytest.fixture(scope="module")
def bands() -> tuple[ResolvedBand, ...]:
    drafts = [a_band(f"v{n}", {2, 3}, disputed={4}) for n in range(4)]
    verdicts = {
        drafts[0].id: [accepted("A", drafts[0]), amended("B", {1, 2, 3})],
        drafts[1].id: [accepted("A", drafts[1], NotCounted.OUT_OF_SCOPE), declined("B")],
        drafts[2].id: [amended("A", {1}), amended("B", {4})],
    }
    return resolve_bands(drafts, verdicts=verdicts)


@pytest.fixture(scope="module")
def report(trajectories: Trajectories, bands: tuple[ResolvedBand, ...]) -> AnalysisReport:
    return analyse(trajectories, bands=bands, plan=PLAN, registry_hash="ab12", protocol="p 1")


def test_every_interval_is_drawn(report: AnalysisReport) -> None:
    rows = [row for section in report.sections for row in section.rows]
    assert len(rows) > 100
    assert not any(isinstance(row.estimate.interval, PendingInterval) for row in rows)


def test_numbers_are_those_of_single_calls(
    report: AnalysisReport, trajectories: Trajectories, bands: tuple[ResolvedBand, ...]
) -> None:
    contrast = Contrast("c2", "c0", "model-a", "plain", "main")
    common = {"contrast": contrast, "action": "high_acuity", "resampling": RESAMPLING}
    expected = {
        ("flips", "replicate level"): flip_rate(trajectories, **common),  # type: ignore[arg-type]
        ("within_range", "straddling, replicate level"): within_range_flip_rate(
            trajectories,
            bands=bands,
            **common,  # type: ignore[arg-type]
        ),
        ("sensitivity", "union"): band_sensitivity(
            trajectories,
            bands=bands,
            **common,  # type: ignore[arg-type]
        )["union"],
    }
    for (section, variant), estimate in expected.items():
        found = [
            row.estimate
            for row in report.section(section).rows
            if (row.condition, row.arm, row.action, row.variant)
            == ("c2", "main", "high_acuity", variant)
            and row.estimate.name == estimate.name
        ]
        assert found == [estimate]
    floor = instability_floor(
        trajectories,
        setting=Setting("c1", "model-a", "plain", "main"),
        resampling=RESAMPLING,
    )["high_acuity"]
    assert floor in [row.estimate for row in report.section("floor").rows]


def test_the_same_again(
    report: AnalysisReport, trajectories: Trajectories, bands: tuple[ResolvedBand, ...]
) -> None:
    again = analyse(trajectories, bands=bands, plan=PLAN, registry_hash="ab12", protocol="p 1")
    assert again.sections == report.sections


def test_provenance_counts(report: AnalysisReport) -> None:
    assert report.provenance == {
        "author-derived": 2,
        "guideline-derived": 0,
        "clinician-adjudicated": 2,
        "unresolved": 1,
        "scope_warnings": 1,
        "declined": 1,
    }
    assert (report.registry_hash, report.protocol, report.seed) == ("ab12", "p 1", 11)
    assert report.exploratory
    assert not replace(report, plan=replace(PLAN, sha256="cd34")).exploratory


def test_contrasts_of_every_arm_that_holds_the_reference(report: AnalysisReport) -> None:
    places = {(row.arm, row.condition) for row in report.section("flips").rows}
    assert places == {("main", "c1"), ("main", "c2"), ("control", "same")}
    assert {(one.arm, one.table.condition) for one in report.transitions} >= places - {("", "")}


def test_without_a_reference_only_floors(trajectories: Trajectories) -> None:
    report = analyse(trajectories, bands=(), plan=Plan(resampling=RESAMPLING))
    assert report.section("flips").rows == ()
    assert "No reference condition was named" in report.section("flips").notes[0]
    assert report.section("floor").rows
    assert report.transitions == ()


def test_without_bands_every_rate_is_undefined(trajectories: Trajectories) -> None:
    report = analyse(trajectories, bands=(), plan=PLAN)
    reasons = {row.estimate.reason for row in report.section("within_range").rows}
    assert reasons == {"no_band"}
    assert report.section("sensitivity").rows == ()


def test_an_absent_condition_is_named(trajectories: Trajectories) -> None:
    for plan in (Plan(reference="c9"), replace(PLAN, conditions=("c9",))):
        with pytest.raises(UserError, match=r"no condition 'c9'.*Present: c0, c1, c2, same"):
            analyse(trajectories, bands=(), plan=plan)


def test_controls_stand_beside_contrasts_of_their_model(trajectories: Trajectories) -> None:
    plan = replace(PLAN, controls=("same",))
    contrasts = {(one.arm, one.condition): one for one in planned_contrasts(trajectories, plan)}
    (control,) = planned_controls(trajectories, plan, contrasts["main", "c1"])
    assert (control.arm, control.condition, control.reference) == ("control", "same", "c0")
    rows = [
        row.estimate
        for row in analyse(trajectories, bands=(), plan=plan).section("excess").rows
        if row.variant == "control excess"
    ]
    assert [estimate.reason for estimate in rows] == ["not_all_three_controls"] * 2


class TestBeside:
    def variants(self, report: AnalysisReport, section: str, **place: str) -> set[str]:
        return {
            row.variant
            for row in report.section(section).rows
            if all(getattr(row, name) == value for name, value in place.items())
        }

    def test_what_stands_beside_a_contrast(self, report: AnalysisReport) -> None:
        place = {"arm": "main", "condition": "c1"}
        assert self.variants(report, "excess", **place, action="high_acuity") == {
            "floor excess",
            "within-range excess",
        }
        assert self.variants(report, "excess", **place, action="admit") == {"floor excess"}
        assert self.variants(report, "out_of_range", **place, action="esi_acuity") == {
            "net out-of-range flow",
            "within-range shift",
        }

    def test_what_stands_beside_a_floor(self, report: AnalysisReport) -> None:
        found = self.variants(report, "floor_beside", arm="main", action="all_actions")
        assert {"votes of 1", "reduction at 3", "observed, votes of 1"} <= found
        assert "within-range floor" in self.variants(
            report, "floor_beside", arm="main", action="high_acuity"
        )

    def test_models_are_compared_in_the_same_place(self, trajectories: Trajectories) -> None:
        again = trajectories.table.assign(model="model-b")
        both = joined([trajectories, replace(trajectories, table=again)])
        report = analyse(both, bands=(), plan=PLAN)
        rows = [
            row
            for row in report.section("floor_beside").rows
            if row.variant == "minus model-b" and row.arm == "main"
        ]
        assert {row.action for row in rows} >= {"high_acuity", "all_actions"}
        defined = [row.estimate.value for row in rows if row.estimate.value is not None]
        assert defined == [0.0] * len(defined)
        assert defined

    def test_controls_named_in_the_plan(self, trajectories: Trajectories) -> None:
        quiet = [
            trajectories_of(
                {"c0": {"v0": [1, 3]}, name: {"v0": [1, 3]}}, arm="control", model="model-c"
            )
            for name in ("a", "b")
        ]
        main = trajectories_of({"c0": {"v0": [1]}, "c1": {"v0": [3]}}, model="model-c")
        third = trajectories_of({"c0": {"v0": [1]}, "c": {"v0": [1]}}, arm="other", model="model-c")
        plan = replace(PLAN, controls=("a", "b", "c"))
        control = replace(quiet[1], table=quiet[1].table.query("condition_id == 'b'"))
        report = analyse(joined([main, quiet[0], control, third]), bands=(), plan=plan)
        rows = [row for row in report.section("excess").rows if row.variant == "control excess"]
        assert [row.condition for row in rows] == ["c1"]
        assert rows[0].estimate.value == pytest.approx(1 - 0.5)


class TestFamily:
    def report(self, plan: Plan) -> AnalysisReport:
        draws = {
            "c0": {f"v{n}": [0] for n in range(30)},
            "lep": {f"v{n}": [1] for n in range(30)},
        }
        return analyse(trajectories_of(draws, sub_action="referral"), bands=(), plan=plan)

    def row(self, plan: Plan):  # type: ignore[no-untyped-def]
        (row,) = [r for r in self.report(plan).section("family").rows if r.action == "referral"]
        return row

    def test_nothing_is_confirmed_without_a_plan(self) -> None:
        row = self.row(PLAN)
        assert row.variant == "hypothesis-generating"
        assert "p_by" not in row.estimate.extra
        assert any("no plan was fixed" in note for note in row.estimate.notes)

    def test_a_planned_contrast_is_adjusted(self) -> None:
        row = self.row(replace(PLAN, sha256="ab"))
        assert row.variant == "confirmatory"
        # 30 of 30 discordant vignettes one way: mid-p 2⁻³⁰, alone in its family.
        assert row.estimate.extra["p_by"] == pytest.approx(2**-30)

    def test_what_good_care_may_explain_is_not_confirmed(self) -> None:
        told = {"c0": {"language": "english"}, "lep": {"language": "limited_english"}}
        row = self.row(replace(PLAN, sha256="ab", attributes=told))
        assert row.variant == "hypothesis-generating"
        assert any("interpreter" in note for note in row.estimate.notes)


def test_a_space_without_yes_no_actions_still_has_a_report() -> None:
    days = ActionSpace((DEFAULT_SPACE["followup_days"],), ())
    draws = {"c0": {"v1": [7, 14], "v2": [3, 3]}, "c1": {"v1": [7, 7], "v2": [5, 3]}}
    report = analyse(
        trajectories_of(draws, sub_action="followup_days", space=days), bands=(), plan=PLAN
    )
    assert {row.estimate.reason for row in report.section("floor").rows} == {"fewer_than_two_draws"}
    (shift,) = [row for row in report.section("shifts").rows if row.variant == "replicate level"]
    assert shift.estimate.value == pytest.approx((-3.5 + 1) / 2)
