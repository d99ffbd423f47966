"""Records of the published trajectory JSON, with defaults for what a test does not say."""

from __future__ import annotations

from typing import Any


def a_record(**changes: Any) -> dict[str, Any]:
    """A complete record of the published JSON."""
    return {
        "vignette_id": "v1",
        "condition_id": "c0",
        "complete": True,
        "actions": {
            "triage": {"esi_acuity": 3, "urgency_score": 50},
            "order": {"orders": ["CBC", "ct "]},
            "results": {},
            "reassess": {"admit": True, "escalate_icu": False},
            "prescribe": {"analgesia_tier": 1, "controlled_substance_caution": False},
            "document": {
                "referral": True,
                "followup_days": 7,
                "stigmatizing_language_flags": ["drug seeking"],
            },
        },
        **changes,
    }


NEVER_RUN = {"complete": False, "actions": {}}
