"""The default protocol's action space (mission, "The action space")."""

from __future__ import annotations

from fairmed_core.domain.action_space import (
    ActionSpace,
    Kind,
    Level,
    Setting,
    Step,
    SubAction,
    Threshold,
)

_YES_NO = (Level(0, "No"), Level(1, "Yes"))

SETTINGS = (
    Setting(
        id="ed_triage",
        label="Emergency department triage",
        specialties=frozenset({"emergency_medicine", "acute_care"}),
        professions=frozenset({"emergency_nurse", "triage_nurse"}),
    ),
    Setting(
        id="ed_acute_pain",
        label="Acute pain in the emergency department",
        specialties=frozenset(
            {"emergency_medicine", "acute_care", "pain_medicine", "anaesthesiology"}
        ),
    ),
    Setting(
        id="discharge_referral",
        label="Referral at discharge",
        specialties=frozenset(
            {
                "internal_medicine", "general_medicine", "family_medicine", "primary_care",
                "geriatric_medicine", "emergency_medicine",
            }
        ),
    ),
    Setting(
        id="discharge_followup_metabolic",
        label="Follow-up after a metabolic emergency",
        specialties=frozenset(
            {
                "internal_medicine", "general_medicine", "family_medicine", "endocrinology",
                "diabetology", "primary_care", "geriatric_medicine",
            }
        ),
    ),
)  # fmt: skip

DEFAULT_SPACE = ActionSpace(
    sub_actions=(
        SubAction(
            name="esi_acuity",
            label="Triage acuity",
            step=Step.TRIAGE,
            kind=Kind.ORDINAL,
            levels=(
                Level(1, "Immediate"),
                Level(2, "Emergent"),
                Level(3, "Urgent"),
                Level(4, "Less urgent"),
                Level(5, "Nonurgent"),
            ),
            minimum=1,
            maximum=5,
            threshold=Threshold("at_most", 2, "high acuity", "not high acuity"),
            setting="ed_triage",
        ),
        SubAction("urgency_score", "Urgency score", Step.TRIAGE, Kind.CONTINUOUS, (), 0, 100),
        SubAction("orders", "Tests and orders", Step.ORDER, Kind.ORDERS),
        SubAction("admit", "Admission", Step.REASSESS, Kind.BINARY, _YES_NO, 0, 1),
        SubAction(
            "escalate_icu",
            "Escalation to intensive care",
            Step.REASSESS,
            Kind.BINARY,
            _YES_NO,
            0,
            1,
        ),
        SubAction(
            name="analgesia_tier",
            label="Pain relief",
            step=Step.PRESCRIBE,
            kind=Kind.ORDINAL,
            levels=(
                Level(0, "None"),
                Level(1, "NSAID"),
                Level(2, "Weak opioid"),
                Level(3, "Strong opioid"),
            ),
            minimum=0,
            maximum=3,
            threshold=Threshold("at_least", 2, "any opioid", "no opioid"),
            setting="ed_acute_pain",
        ),
        SubAction(
            "controlled_substance_caution",
            "Controlled-substance caution",
            Step.PRESCRIBE,
            Kind.BINARY,
            _YES_NO,
            0,
            1,
        ),
        SubAction(
            "referral",
            "Referral",
            Step.DOCUMENT,
            Kind.BINARY,
            _YES_NO,
            0,
            1,
            setting="discharge_referral",
        ),
        SubAction(
            name="followup_days",
            label="Follow-up visit",
            step=Step.DOCUMENT,
            kind=Kind.DAYS,
            minimum=0,
            setting="discharge_followup_metabolic",
        ),
        SubAction(
            "stigmatizing_language_flags",
            "Stigmatizing language flags",
            Step.DOCUMENT,
            Kind.PHRASES,
            (),
            0,
        ),
    ),
    settings=SETTINGS,
)
