"""The default protocol: cuts, straddling and who ordinarily decides."""

from __future__ import annotations

import pytest

from fairmed_core.domain.acceptable import OrderSet, ValueSet
from fairmed_core.domain.action_space import Step
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.scope import scope_of

GERIATRICIAN = Credential("physician", ("geriatric_medicine",), "DE", "11-20")
EMERGENCY_PHYSICIAN = Credential("physician", ("emergency_medicine",), "DE", "6-10")
TRIAGE_NURSE = Credential("triage_nurse", ("none",), "DE", "3-5")


@pytest.mark.parametrize(
    ("sub_action", "values", "straddles"),
    [
        ("esi_acuity", [2], False),
        ("esi_acuity", [2, 3], True),
        ("esi_acuity", [3, 4], False),
        ("analgesia_tier", [1, 2], True),
        ("analgesia_tier", [1, 3], True),
        ("analgesia_tier", [0, 1], False),
        ("analgesia_tier", [3], False),
        ("admit", [0, 1], True),
        ("admit", [1], False),
        ("followup_days", [1, 2, 3], False),
    ],
)
def test_straddling_follows_the_registered_cut(
    sub_action: str, values: list[int], straddles: bool
) -> None:
    assert DEFAULT_SPACE[sub_action].straddles(ValueSet.of(values)) is straddles


def test_order_sets_never_straddle() -> None:
    assert not DEFAULT_SPACE["orders"].straddles(OrderSet.of(required=["ecg"]))


@pytest.mark.parametrize(
    ("sub_action", "credential", "inside"),
    [
        ("esi_acuity", GERIATRICIAN, False),
        ("analgesia_tier", GERIATRICIAN, False),
        ("followup_days", GERIATRICIAN, True),
        ("referral", GERIATRICIAN, True),
        ("esi_acuity", EMERGENCY_PHYSICIAN, True),
        ("analgesia_tier", EMERGENCY_PHYSICIAN, True),
        ("followup_days", EMERGENCY_PHYSICIAN, False),
        ("esi_acuity", TRIAGE_NURSE, True),
        ("analgesia_tier", TRIAGE_NURSE, False),
        ("admit", EMERGENCY_PHYSICIAN, False),
    ],
)
def test_scope_of_the_missions_settings(
    sub_action: str, credential: Credential, inside: bool
) -> None:
    assert scope_of(DEFAULT_SPACE, sub_action, credential).inside is inside


def test_a_step_knows_earlier_steps_and_itself_only() -> None:
    assert Step.REASSESS.knows(Step.RESULTS)
    assert Step.TRIAGE.knows(Step.TRIAGE)
    assert not Step.TRIAGE.knows(Step.RESULTS)
