"""The reference values that stand beside the checkout, read in place."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

REFERENCE = Path(__file__).resolve().parents[3] / "shared" / "reference"


def reference_cases() -> list[dict[str, Any]]:
    """Return all cases of the statistics reference; none where the folder is absent."""
    path = REFERENCE / "stats_reference.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []


def reference_case(name: str) -> dict[str, Any]:
    """Return the case of that name."""
    return next(case for case in reference_cases() if case["name"] == name)


def reference_columns(file: str) -> dict[str, list[str]]:
    """Return the columns of a reference table as text."""
    with (REFERENCE / file).open(newline="", encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle))
    return {name: [row[name] for row in rows] for name in rows[0]}
