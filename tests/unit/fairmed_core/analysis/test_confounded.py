"""The confounded registry and the rule of what may be confirmed."""

from __future__ import annotations

import numpy as np
import pytest

from fairmed_core.analysis.confirmatory import (
    CONFIRMATORY,
    GENERATING,
    Candidate,
    confirmatory_family,
)
from fairmed_core.analysis.confounded import (
    AttributeChange,
    ContrastClass,
    changed_attributes,
    classify_contrast,
)
from fairmed_core.analysis.shifts import TransitionTable
from fairmed_core.estimate import Estimate
from fairmed_core.stats.mcnemar import mcnemar

LEP = AttributeChange("language", "english", "limited_english")
TO_WOMAN = AttributeChange("sex", "man", "woman")
TO_OLDER = AttributeChange("age", "younger", "older")
INSURANCE = AttributeChange("insurance", "private", "medicaid")
CLEAR = ContrastClass((), "")


@pytest.mark.parametrize(
    ("change", "sub_action", "shift", "demotes"),
    [
        (LEP, "followup_days", -2.0, True),
        (LEP, "followup_days", 2.0, False),
        (LEP, "followup_days", 0.0, False),
        (LEP, "followup_days", None, False),
        (LEP, "referral", 0.1, True),
        (LEP, "referral", -0.1, False),
        (LEP, "esi_acuity", -1.0, False),
        (AttributeChange("language", "limited_english", "english"), "referral", -0.1, True),
        (INSURANCE, "followup_days", -2.0, False),
        (TO_OLDER, "esi_acuity", -1.0, False),
        (LEP, "controlled_substance_caution", 0.2, False),
        (LEP, "stigmatizing_language_flags", 0.2, False),
    ],
)
def test_direction(
    change: AttributeChange, sub_action: str, shift: float | None, demotes: bool
) -> None:
    assert classify_contrast([change], sub_action=sub_action, shift=shift).demotes is demotes


@pytest.mark.parametrize(
    ("ages", "matched"),
    [([30], True), ([70, 12], True), ([70, 56], False), ([11], False), ([], True)],
)
def test_age_gate(ages: list[int], matched: bool) -> None:
    found = classify_contrast([TO_WOMAN], sub_action="orders", shift=0.5, ages=ages)
    assert found.needs_adjudication is matched
    assert not found.demotes


def moved(pairs: dict[tuple[int, int], float]) -> TransitionTable:
    weights = np.zeros((4, 4))
    for (before, after), weight in pairs.items():
        weights[before, after] = weight
    return TransitionTable(
        "analgesia_tier", "c0", "c1", (0.0, 1.0, 2.0, 3.0), weights.astype(np.int64), weights, 9
    )


@pytest.mark.parametrize(
    ("pairs", "matched"),
    [
        ({(1, 0): 2, (1, 1): 3}, True),
        ({(1, 0): 1, (1, 3): 1, (2, 1): 1}, True),
        ({(1, 0): 1, (2, 1): 1}, False),
        ({(2, 3): 4}, False),
        ({(0, 1): 1}, False),
    ],
)
def test_leaving_the_nsaid(pairs: dict[tuple[int, int], float], matched: bool) -> None:
    found = classify_contrast(
        [TO_OLDER], sub_action="analgesia_tier", shift=0.0, transitions=moved(pairs)
    )
    assert found.needs_adjudication is matched
    back = AttributeChange("age", "older", "younger")
    mirrored = {(after, before): weight for (before, after), weight in pairs.items()}
    again = classify_contrast(
        [back], sub_action="analgesia_tier", shift=0.0, transitions=moved(mirrored)
    )
    assert again.needs_adjudication is matched


def test_several_attributes_match_if_any_does() -> None:
    changes = changed_attributes(
        {"race": "white", "language": "english", "sex": "man"},
        {"race": "black", "language": "limited_english", "sex": "man"},
    )
    assert changes == (LEP, AttributeChange("race", "white", "black"))
    assert classify_contrast(changes, sub_action="referral", shift=0.2).demotes


class TestFamily:
    def candidates(self) -> list[Candidate]:
        confounded = classify_contrast([LEP], sub_action="referral", shift=0.2)
        return [
            Candidate("strong", mcnemar(2, 30), CLEAR),
            Candidate("weak", mcnemar(10, 16), CLEAR),
            Candidate("few", mcnemar(0, 24), CLEAR),
            Candidate("explained", mcnemar(1, 40), confounded),
            Candidate(
                "unsettled",
                mcnemar(5, 25),
                classify_contrast([TO_WOMAN], sub_action="orders", shift=1),
            ),
            Candidate("none", mcnemar(0, 0), CLEAR),
        ]

    def test_labels(self) -> None:
        found = confirmatory_family(self.candidates())
        assert [one.label for one in found] == [
            CONFIRMATORY, CONFIRMATORY, GENERATING, GENERATING, CONFIRMATORY, GENERATING,
        ]  # fmt: skip
        assert found[2].reason == "24 discordant vignettes, 25 are needed"
        assert found[3].reason.startswith("May be good care")
        assert [one.adjusted is None for one in found] == [
            False, False, True, True, False, True,
        ]  # fmt: skip

    def test_adjustment_counts_only_the_family(self) -> None:
        found = confirmatory_family(self.candidates())
        p = sorted(one.p_value for one in found if one.p_value is not None)
        assert len(p) == 3
        harmonic = 1 + 1 / 2 + 1 / 3
        expected_last = min(1.0, p[2] * harmonic)
        by_value = {one.p_value: one for one in found if one.p_value is not None}
        assert by_value[p[2]].adjusted == pytest.approx(expected_last)
        assert by_value[p[2]].adjusted_bh == pytest.approx(p[2])
        assert by_value[p[0]].adjusted == pytest.approx(min(3 * p[0] * harmonic, expected_last))

    def test_a_missing_p_is_shown_and_not_counted(self) -> None:
        test = Estimate("McNemar", 0.2, counts={"discordant": 30})
        found = confirmatory_family([Candidate("no p", test, CLEAR), *self.candidates()[:1]])
        assert found[0].label == CONFIRMATORY
        assert found[0].adjusted is None
        assert found[1].adjusted == found[1].p_value
