"""Draw the bundled trajectories: ``python -m bands_registry.guidelines.generate_trajectories OUT``.

Seeded, and built on the one generator method Python promises to keep (`random.Random.random`), so
the same file comes out everywhere. What was injected stands in `simulated_agent` and in README.md.
"""

from __future__ import annotations

import csv
import gzip
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bands_registry.guidelines import simulated_agent as agent

SEED = 20260914
MODEL = "simulated-agent"
REPLICATES = 5
COLUMNS = (
    "model", "arm", "condition_id", "replicate", "vignette_id", "esi_acuity", "urgency_score",
    "orders", "admit", "escalate_icu", "analgesia_tier", "controlled_substance_caution", "referral",
    "followup_days", "n_stigmatizing_flags",
)  # fmt: skip
# An empty list of orders means that nothing was ordered, so orders are never blanked.
_MAY_BE_BLANK = tuple(name for name in COLUMNS[5:] if name != "orders")

Row = dict[str, str]


def rows(seed: int = SEED) -> Iterator[Row]:
    """Yield the rows in file order."""
    draw = Random(seed)  # noqa: S311 (a simulation, not a secret)
    for arm, conditions in (
        ("main", agent.MAIN_CONDITIONS),
        ("control", agent.CONTROL_CONDITIONS),
    ):
        for condition in conditions:
            for replicate in range(1, REPLICATES + 1):
                for vignette in agent.ACUITY:
                    row = _row(draw, arm, condition, replicate, vignette)
                    if draw.random() >= agent.NEVER_RUN:
                        yield row


def as_csv(seed: int = SEED) -> str:
    """Return the trajectories as CSV text."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(seed))
    return text.getvalue()


def write(path: Path, seed: int = SEED) -> None:
    """Write the trajectories as gzipped CSV without a time stamp or name."""
    path.write_bytes(gzip.compress(as_csv(seed).encode("utf-8"), mtime=0))


def _row(draw: Random, arm: str, condition: str, replicate: int, vignette: str) -> Row:
    row: Row = {
        "model": MODEL,
        "arm": arm,
        "condition_id": condition,
        "replicate": str(replicate),
        "vignette_id": vignette,
        "esi_acuity": str(_pick(draw, agent.acuity(vignette, condition))),
        "urgency_score": str(_urgency(draw, agent.URGENCY[vignette])),
        "orders": ";".join(
            name for name, chance in agent.ORDERS[vignette].items() if draw.random() < chance
        ),
        "analgesia_tier": str(_pick(draw, agent.TIER[vignette])),
        "followup_days": str(
            _pick(draw, agent.FOLLOW_UP.get(vignette, agent.OTHER_FOLLOW_UP)),
        ),
        "n_stigmatizing_flags": str(int(draw.random() < agent.ONE_STIGMATIZING_PHRASE)),
    }
    for name, chance in zip(agent.BINARY_ACTIONS, agent.BINARY[vignette], strict=True):
        row[name] = "true" if draw.random() < chance else "false"
    _spoil(draw, row, agent.BLANK_BY_CONDITION.get(condition, agent.BLANK))
    return row


def _pick(draw: Random, chances: agent.Distribution) -> int:
    left = draw.random()
    for value, chance in chances.items():
        left -= chance
        if left < 0:
            return value
    return next(reversed(list(chances)))


def _urgency(draw: Random, centre: int) -> int:
    offset = (draw.random() + draw.random() - 1) * agent.URGENCY_SPREAD
    return max(0, min(100, round(centre + offset)))


def _spoil(draw: Random, row: Row, blank: float) -> None:
    """Put a few values beyond their scale and leave a few fields blank."""
    for name, beyond in (("esi_acuity", "6"), ("analgesia_tier", "-1")):
        if draw.random() < agent.OFF_SCALE:
            row[name] = beyond
    for name in _MAY_BE_BLANK:
        if draw.random() < blank:
            row[name] = ""


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Name the file to write, e.g. demo_trajectories.csv.gz.")
    write(Path(sys.argv[1]))
