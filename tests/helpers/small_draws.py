"""A small file of draws: six vignettes, two conditions, every value a little different."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

COLUMNS = (
    "model", "arm", "condition_id", "replicate", "vignette_id", "esi_acuity", "urgency_score",
    "orders", "admit", "escalate_icu", "analgesia_tier", "controlled_substance_caution",
    "referral", "followup_days", "n_stigmatizing_flags",
)  # fmt: skip
BANDS = "vignette_id,sub_action,acceptable,disputed\n" + "".join(
    f"v{n},esi_acuity,2;3,\nv{n},followup_days,1-14,\n" for n in range(1, 7)
)
Change = Callable[[dict[str, str]], dict[str, str] | None]


def plain(condition: str, replicate: int, vignette: int) -> dict[str, str]:
    """A draw with values that vary over draws, vignettes and conditions."""
    moved = condition == "other" and (replicate + vignette) % 2
    values = (
        "agent", "main", condition, str(replicate), f"v{vignette}",
        str(2 + (replicate * vignette + bool(moved)) % 2), str(40 + 3 * replicate + vignette),
        "cbc;ct", "true" if (replicate + vignette) % 3 else "false", "false",
        str((vignette + bool(moved)) % 4), "false", "true" if moved else "false",
        str(3 + vignette), "0",
    )  # fmt: skip
    return dict(zip(COLUMNS, values, strict=True))


def write_draws(
    path: Path, change: Change = lambda row: row, *, replicates: Sequence[int] = (1, 2, 3)
) -> Path:
    """Write the draws with each row changed, or left out where `change` returns None."""
    rows = [
        changed
        for condition in ("ref", "other")
        for replicate in replicates
        for vignette in range(1, 7)
        if (changed := change(plain(condition, replicate, vignette))) is not None
    ]
    lines = [",".join(COLUMNS), *(",".join(row[name] for name in COLUMNS) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
