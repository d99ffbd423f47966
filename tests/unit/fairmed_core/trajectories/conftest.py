"""Builders of trajectory files with defaults for what a test does not say."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HEADER = (
    "model", "arm", "condition_id", "replicate", "vignette_id", "esi_acuity", "urgency_score",
    "orders", "admit", "escalate_icu", "analgesia_tier", "controlled_substance_caution",
    "referral", "followup_days", "n_stigmatizing_flags",
)  # fmt: skip
DEFAULTS = dict(
    zip(
        HEADER,
        ("m", "main", "c0", "1", "v1", "3", "50", "cbc;ct", "true", "false", "1", "false",
         "true", "7", "0"),
        strict=True,
    )
)  # fmt: skip

Write = Callable[..., Path]


@pytest.fixture
def write_csv(tmp_path: Path) -> Write:
    """Write a CSV of rows given as changes to a default row."""

    def write(*rows: dict[str, str], extra: tuple[str, ...] = (), name: str = "t.csv") -> Path:
        header = (*HEADER, *extra)
        lines = [",".join(header)]
        for row in rows:
            values = {**DEFAULTS, **dict.fromkeys(extra, ""), **row}
            lines.append(",".join(values[column] for column in header))
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write


@pytest.fixture
def write_json(tmp_path: Path) -> Write:
    """Write a published-form JSON file of these records."""

    def write(*records: dict[str, Any], name: str = "trajectories.json") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"trajectories": list(records)}), encoding="utf-8")
        return path

    return write
