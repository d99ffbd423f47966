"""A small analysis with everything in it that a report must show."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.report import AnalysisReport, analyse
from fairmed_core.analysis.settings import Resampling
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.band import Band
from fairmed_core.domain.resolution import NotCounted, RaterVerdict, ResolvedBand, resolve
from fairmed_core.domain.verdict import VerdictKind
from fairmed_core.trajectories import read_trajectories

REFERENCE = "reference"
HOSTILE = '<b>50%</b>_&_"$5"'
VIGNETTES = tuple(f"case{number}" for number in range(1, 7))
HEADER = (
    "model,arm,condition_id,replicate,vignette_id,esi_acuity,urgency_score,orders,admit,"
    "escalate_icu,analgesia_tier,controlled_substance_caution,referral,followup_days,"
    "n_stigmatizing_flags"
)


def _trajectories() -> str:
    chance = Random(7)
    lines = [HEADER]
    for arm, conditions in (
        ("main", (REFERENCE, HOSTILE, "other")),
        ("control", (REFERENCE, "rerender")),
    ):
        for condition in conditions:
            quoted = '"' + condition.replace('"', '""') + '"'
            for replicate in (1, 2, 3):
                for vignette in VIGNETTES:
                    acuity = "" if vignette == "case6" else chance.choice("223")
                    flags = ",".join(chance.choice(("true", "false")) for _ in range(2))
                    rest = f"{chance.choice('0123')},true,false,{chance.randint(1, 20)},0"
                    lines.append(
                        f"agent,{arm},{quoted},{replicate},{vignette},{acuity},"
                        f"{chance.randint(40, 90)},ecg;troponin,{flags},{rest}"
                    )
    return "\n".join(lines) + "\n"


def _bands() -> list[ResolvedBand]:
    bands: list[ResolvedBand] = []
    for number, vignette in enumerate(VIGNETTES[:5]):
        band = Band(
            id=f"acuity-{vignette}",
            title=f"Acuity {vignette}",
            vignette_id=vignette,
            sub_action="esi_acuity",
            acceptable=ValueSet.of([2, 3]),
            disputed=ValueSet.of([4]) if number == 0 else None,
            clause_ids=("clause",),
            reasoning="",
            uses_facts=(),
        )
        verdicts = [
            RaterVerdict("ADJ-AAAAA-AAAAA", VerdictKind.ACCEPT, ValueSet.of([2, 3])),
            RaterVerdict(
                "ADJ-BBBBB-BBBBB", VerdictKind.AMEND, ValueSet.of([1, 2, 3][number % 2 :])
            ),
        ]
        outside = RaterVerdict(
            "ADJ-AAAAA-AAAAA", VerdictKind.ACCEPT, ValueSet.of([2]), (NotCounted.OUT_OF_SCOPE,)
        )
        bands.append(resolve(band, verdicts if number < 4 else [outside]))
    return bands


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> AnalysisReport:
    """Two contrasts, one control, bands of which one is not adjudicated, a name full of markup."""
    path: Path = tmp_path_factory.mktemp("draws") / "draws.csv"
    path.write_text(_trajectories(), encoding="utf-8")
    return analyse(
        read_trajectories(path),
        bands=_bands(),
        plan=Plan(reference=REFERENCE, resampling=Resampling(resamples=200)),
        registry_hash="ab" * 32,
        protocol="Small protocol, version 3",
    )


@pytest.fixture(scope="session")
def hostile_name() -> str:
    """The name of a condition that is full of markup."""
    return HOSTILE
