"""What a plan asks for is what the report holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairmed_core.analysis.gates import Gates
from fairmed_core.analysis.model_and_gate_rows import MOST_BANDS
from fairmed_core.analysis.plan import Family, ForcedArms, Pair, Plan
from fairmed_core.analysis.report import AnalysisReport, agreement_report, analyse
from fairmed_core.analysis.settings import Contrast, Resampling
from fairmed_core.analysis.tipping import SIGN, tipping_point
from fairmed_core.domain.action_space import Threshold
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.resolution import ResolvedBand, resolve
from fairmed_core.errors import UserError
from fairmed_core.stats.mixed_logit import random_intercept_logit
from fairmed_core.trajectories import Trajectories, joined
from tests.helpers.draws import a_band, drafts, trajectories_of

FEW = Resampling(resamples=100)
PLAN = Plan(reference="c0", resampling=FEW, sha256="ab")
DRAWS = {
    "c0": {f"v{n}": [1 + n % 4, 2, 3] for n in range(8)},
    "c1": {f"v{n}": [3, 1 + (3 * n) % 5, 2] for n in range(8)},
    "c2": {f"v{n}": [2 + n % 3, 4, 2] for n in range(8)},
}


@pytest.fixture(scope="module")
def draws() -> Trajectories:
    return trajectories_of(DRAWS)


@pytest.fixture(scope="module")
def bands() -> tuple[ResolvedBand, ...]:
    return tuple(resolve(a_band(f"v{n}", {2, 3}, disputed={4})) for n in range(6))


def analysed(
    draws: Trajectories, bands: tuple[ResolvedBand, ...], plan: Plan, *wanted: str
) -> AnalysisReport:
    return analyse(draws, bands=bands, plan=plan, wanted=wanted or None)


def compared(report: AnalysisReport, section: str) -> set[tuple[str, str]]:
    return {(row.condition, row.reference) for row in report.section(section).rows}


class TestComparisons:
    def test_pairs_with_a_reference_of_their_own(self, draws: Trajectories) -> None:
        plan = replace(PLAN, conditions=("c1",), pairs=(Pair("c2", "c1"),))
        assert compared(analysed(draws, (), plan, "flips"), "flips") == {
            ("c1", "c0"),
            ("c2", "c1"),
        }

    def test_controls_are_printed_beside_named_conditions(self, draws: Trajectories) -> None:
        plan = replace(PLAN, conditions=("c1",), controls=("c2",))
        assert ("c2", "c0") in compared(analysed(draws, (), plan, "flips"), "flips")

    def test_only_wanted_sections(self, draws: Trajectories) -> None:
        report = analysed(draws, (), PLAN, "floor", "flips")
        assert [section.id for section in report.sections] == ["floor", "flips"]


class TestFamilies:
    def labels(self, draws: Trajectories, *families: Family) -> list[tuple[str, str, str]]:
        plan = replace(PLAN, families=families)
        rows = analysed(draws, (), plan, "family").section("family").rows
        return [
            (row.condition, row.variant, row.estimate.notes[-1])
            for row in rows
            if row.action == "high_acuity"
        ]

    def test_outside_every_family_nothing_is_confirmed(self) -> None:
        far = {"c0": {f"v{n}": [3] for n in range(30)}, "c1": {f"v{n}": [1] for n in range(30)}}
        far["c2"] = far["c1"]
        both = trajectories_of(far)
        told = self.labels(both, Family("primary", ("high_acuity",), ("c1",)))
        assert [one[:2] for one in told] == [
            ("c1", "confirmatory"),
            ("c2", "hypothesis-generating"),
        ]
        assert "no family" in told[1][2]

    def test_families_are_adjusted_apart(self) -> None:
        far = {"c0": {f"v{n}": [3] for n in range(30)}, "c1": {f"v{n}": [1] for n in range(30)}}
        far["c2"] = far["c1"]
        both = trajectories_of(far)

        def adjusted(*families: Family) -> list[float]:
            rows = analysed(both, (), replace(PLAN, families=families), "family").section("family")
            return [r.estimate.extra["p_by"] for r in rows.rows if r.action == "high_acuity"]

        apart = adjusted(
            Family("a", ("esi_acuity",), ("c1",)), Family("b", ("esi_acuity",), ("c2",))
        )
        # Two equal p-values of one family: Benjamini-Yekutieli multiplies them by 1 + 1/2.
        assert adjusted(Family("all")) == pytest.approx([1.5 * p for p in apart])


class TestScales:
    def test_a_cut_of_the_plan_replaces_the_study_s(self) -> None:
        plan = replace(PLAN, thresholds={"esi_acuity": Threshold("at_most", 3, "soon", "later")})
        space = plan.space_of(DEFAULT_SPACE)
        report = analysed(trajectories_of(DRAWS, space=space), (), plan, "flips")
        names = {row.action for row in report.section("flips").rows}
        assert "soon" in names
        assert "high_acuity" not in names

    @pytest.mark.parametrize(
        "plan",
        [
            replace(PLAN, thresholds={"esi": Threshold("at_most", 3, "a", "b")}),
            replace(PLAN, thresholds={"esi_acuity": Threshold("at_most", 5, "a", "b")}),
            replace(PLAN, thresholds={"orders": Threshold("at_most", 1, "a", "b")}),
            replace(PLAN, thresholds={"admit": Threshold("at_least", 1, "a", "b")}),
            replace(PLAN, families=(Family("f", ("urgency_score",)),)),
            replace(PLAN, value_maps={"m": {"esi_acuity": {"red": 9}}}),
            replace(PLAN, value_maps={"m": {"orders": {"x": 1}}}),
            replace(PLAN, value_maps={"m": {"acuity": {"x": 1}}}),
        ],
    )
    def test_what_the_study_does_not_have_is_refused(self, plan: Plan) -> None:
        with pytest.raises(UserError):
            plan.space_of(DEFAULT_SPACE)


class TestPlannedModel:
    def test_only_what_was_planned_or_asked_for(self, draws: Trajectories) -> None:
        unplanned = replace(PLAN, sha256=None)
        ids = [one.id for one in analysed(draws, (), unplanned).sections]
        assert "logit" not in ids
        assert analysed(draws, (), unplanned, "logit").section("logit").rows

    def test_effects_are_those_of_the_model_on_every_draw(self, draws: Trajectories) -> None:
        rows = analysed(draws, (), PLAN, "logit").section("logit").rows
        found = {
            row.variant: row.estimate.value
            for row in rows
            if (row.condition, row.action) == ("c1", "high_acuity")
        }
        yes, groups, condition = [], [], []
        for name in ("c0", "c1"):
            for vignette, values in DRAWS[name].items():
                yes += [int(value <= 2) for value in values]
                groups += [vignette] * len(values)
                condition += [name] * len(values)
        fit = random_intercept_logit(
            yes, [1] * len(yes), groups=groups, condition=condition, reference="c0"
        )
        assert found["conditional odds ratio"] == pytest.approx(fit.odds_ratios["c1"].value)
        assert found["marginal effect"] == pytest.approx(fit.marginal_effects["c1"].value)

    def test_no_name_of_a_condition_stands_in_a_title(self, draws: Trajectories) -> None:
        rows = analysed(draws, (), PLAN, "logit").section("logit").rows
        assert not any("c1" in row.estimate.name for row in rows)


class TestTipping:
    def test_the_edits_are_named(
        self, draws: Trajectories, bands: tuple[ResolvedBand, ...]
    ) -> None:
        rows = analysed(draws, bands, PLAN, "tipping").section("tipping").rows
        point = tipping_point(
            draws, contrast=Contrast("c1", "c0"), action="esi_acuity", bands=bands
        )[SIGN]
        (row,) = [row for row in rows if (row.condition, row.variant) == ("c1", SIGN)]
        assert row.estimate.value == point.estimate.value
        assert point.sets
        assert all(str(edit) in row.estimate.notes[-1] for edit in point.sets[0])

    def test_a_watched_rate_adds_a_criterion(
        self, draws: Trajectories, bands: tuple[ResolvedBand, ...]
    ) -> None:
        plain = analysed(draws, bands, PLAN, "tipping").section("tipping").rows
        watched = replace(PLAN, tipping_rate=0.3)
        more = analysed(draws, bands, watched, "tipping").section("tipping").rows
        assert len(more) == len(plain) * 3 / 2

    def test_too_many_bands_are_not_searched_and_say_so(self) -> None:
        many = {name: {f"v{n}": [2, 3] for n in range(MOST_BANDS + 1)} for name in ("c0", "c1")}
        wide = drafts({f"v{n}": {2, 3} for n in range(MOST_BANDS + 1)})
        rows = analysed(trajectories_of(many), wide, PLAN, "tipping").section("tipping").rows
        assert {row.estimate.reason for row in rows} == {"not_searched"}


class TestGates:
    def test_without_gates_nobody_is_ranked(
        self, draws: Trajectories, bands: tuple[ResolvedBand, ...]
    ) -> None:
        report = analysed(draws, bands, PLAN, "gates")
        assert report.section("gates").rows == ()
        assert "no model" in report.section("gates").notes[0]
        assert "gates" not in [one.id for one in analysed(draws, bands, PLAN).sections]

    def test_withheld_with_its_reason(
        self, draws: Trajectories, bands: tuple[ResolvedBand, ...]
    ) -> None:
        plan = replace(PLAN, gates=Gates(0.0, 0.0, 7))
        rows = analysed(draws, bands, plan).section("gates").rows
        assert [row.variant for row in rows if not row.action] == ["capability", "entropy"]
        (acuity,) = [row for row in rows if row.action == "high_acuity"]
        assert acuity.estimate.value == 6
        assert "withheld, straddling bands 6" in acuity.estimate.notes[-1]


def forced_runs(arm: str, admitted: dict[str, list[int]], **key: str) -> Trajectories:
    values = {name: {"v1": admitted[name], "v2": admitted[name]} for name in admitted}
    made = trajectories_of(values, sub_action="admit", arm=arm)
    return replace(made, table=made.table.assign(**key))


class TestPropagation:
    FREE = forced_runs("main", {"c0": [0, 1], "c1": [1, 1]})
    HIGH = forced_runs("high", {"c0": [0, 0], "c1": [1, 1]}, forced_steps="triage")
    LOW = forced_runs("low", {"c0": [0, 0], "c1": [0, 1]}, forced_steps="triage")
    PRIMED = forced_runs("main", {"c0": [0, 1], "c1": [0, 1]}, descriptor_steps="triage")
    ARMS = (ForcedArms("triage", "high", "low"),)

    def test_free_running_draws_alone_have_no_section(self) -> None:
        assert "propagation" not in [one.id for one in analysed(self.FREE, (), PLAN).sections]

    def test_forced_arms_named_in_the_plan(self) -> None:
        plan = replace(PLAN, forced=self.ARMS)
        report = analysed(joined([self.FREE, self.HIGH, self.LOW]), (), plan)
        (row,) = [
            row
            for row in report.section("propagation").rows
            if row.variant.startswith("forced") and row.action == "admit"
        ]
        assert row.estimate.value == pytest.approx(1 - 0.5)

    def test_forced_arms_nobody_named_are_told(self) -> None:
        report = analysed(joined([self.FREE, self.HIGH, self.LOW]), (), PLAN)
        assert any("must be named" in note for note in report.section("propagation").notes)

    def test_forced_arms_that_are_not_there(self) -> None:
        plan = replace(PLAN, forced=(ForcedArms("triage", "high", "absent"),))
        report = analysed(joined([self.FREE, self.HIGH]), (), plan)
        reasons = {row.estimate.reason for row in report.section("propagation").rows}
        assert "no_forced_runs" in reasons

    def test_single_prime_runs_are_compared_with_their_arm(self) -> None:
        report = analysed(joined([self.FREE, self.PRIMED]), (), PLAN)
        (row,) = [
            row
            for row in report.section("propagation").rows
            if row.variant.startswith("single-prime") and row.action == "admit"
        ]
        assert row.estimate.value == pytest.approx(0.5 - 0.5)
        assert row.estimate.extra["every_step"] == pytest.approx(0.5)

    def test_whatever_was_only_observed_is_not_identified(self) -> None:
        rows = analysed(joined([self.FREE, self.PRIMED]), (), PLAN).section("propagation").rows
        observed = [row for row in rows if not row.variant.startswith("single-prime")]
        assert observed
        assert all(row.estimate.extra["identified"] == 0 for row in observed)
        assert all("identified: false" in " ".join(row.estimate.notes) for row in observed)

    def test_actions_decided_before_are_no_consequence(self) -> None:
        rows = analysed(joined([self.FREE, self.PRIMED]), (), PLAN).section("propagation").rows
        assert "high_acuity" not in {row.action for row in rows}


def test_agreement_needs_no_draws(bands: tuple[ResolvedBand, ...]) -> None:
    alone = agreement_report(bands, space=DEFAULT_SPACE, plan=PLAN, registry_hash="cd")
    beside = analyse(trajectories_of(DRAWS), bands=bands, plan=PLAN, wanted=("agreement",))
    assert alone.sections == beside.sections
    assert alone.registry_hash == "cd"


def test_progress_is_told_step_by_step_and_can_call_off(draws: Trajectories) -> None:
    told: list[tuple[int, int, str]] = []
    analyse(draws, bands=(), plan=PLAN, advance=lambda *step: told.append(step))
    assert [done for done, _, _ in told] == list(range(len(told)))
    assert {total for _, total, _ in told} == {len(told)}
    # Two contrasts are two steps of each section that is computed by contrast.
    assert [what for _, _, what in told].count("Within range") == 2

    def stop(done: int, total: int, what: str) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyse(draws, bands=(), plan=PLAN, advance=stop)
