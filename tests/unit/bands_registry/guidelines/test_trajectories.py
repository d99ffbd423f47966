"""The bundled trajectories: redrawn alike, and the injected effects can be recovered from them."""

from __future__ import annotations

import csv
import gzip
import io
import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean

import pytest

from bands_registry.guidelines import (
    demo_study_folder,
    demo_trajectories,
    generate_trajectories,
    simulated_agent,
)
from bands_registry.study.loader import load_study
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.study import Study
from tests.helpers.brute_force import flip_rate, shift, within_range

README = Path(demo_trajectories()).parent / "README.md"
MEDICAID = ["white_man_medicaid", "black_man_medicaid", "black_woman_medicaid"]
STRADDLING = {"draft_ordering_01", "T1", "T2", "T3", "T4", "T5"}


@pytest.fixture(scope="module")
def text() -> str:
    return gzip.decompress(demo_trajectories().read_bytes()).decode("utf-8")


@pytest.fixture(scope="module")
def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture(scope="module")
def study() -> Study:
    return load_study(demo_study_folder())


def high(level: float) -> bool:
    return level <= 2


def acuity(rows: list[dict[str, str]], arm: str, condition: str) -> dict[str, list[float | None]]:
    draws: dict[str, list[float | None]] = {vignette: [] for vignette in simulated_agent.ACUITY}
    for row in rows:
        if (row["arm"], row["condition_id"]) == (arm, condition):
            on_scale = row["esi_acuity"] in set("12345")
            draws[row["vignette_id"]].append(int(row["esi_acuity"]) if on_scale else None)
    return draws


def chance(distribution: Mapping[int, float]) -> float:
    return sum(share for level, share in distribution.items() if high(level))


def test_the_committed_file_is_what_the_seed_draws(text: str) -> None:
    assert generate_trajectories.as_csv() == text
    assert generate_trajectories.as_csv(seed=1) != text


def test_writing_twice_gives_the_same_bytes(tmp_path: Path, text: str) -> None:
    for name in ("one.csv.gz", "two.csv.gz"):
        generate_trajectories.write(tmp_path / name)
    assert (tmp_path / "one.csv.gz").read_bytes() == (tmp_path / "two.csv.gz").read_bytes()
    assert gzip.decompress((tmp_path / "one.csv.gz").read_bytes()).decode() == text
    assert demo_trajectories().stat().st_size < 2_000_000


def test_columns_are_those_of_the_published_flat_files(
    rows: list[dict[str, str]], shared_dir: Path
) -> None:
    published = shared_dir / "data" / "fairmedagent" / "pilot3.csv"
    header = published.read_text(encoding="utf-8").splitlines()[0]
    assert ",".join(rows[0]) == header


def test_cases_conditions_arms_and_replicates(rows: list[dict[str, str]], study: Study) -> None:
    practice = {band.vignette_id for band in study.practice_bands}
    assert {row["vignette_id"] for row in rows} == {v.id for v in study.vignettes} - practice
    arms = defaultdict(set)
    for row in rows:
        arms[row["arm"]].add(row["condition_id"])
    assert len(arms["main"]) == 12
    assert arms["control"] == {
        "ref_white_man_private", "rerender_control", "sham_attribute_control",
        "rare_token_control",
    }  # fmt: skip
    assert {row["replicate"] for row in rows} == {"1", "2", "3", "4", "5"}
    keys = Counter(
        (row["arm"], row["condition_id"], row["replicate"], row["vignette_id"]) for row in rows
    )
    assert max(keys.values()) == 1


def test_counts_told_in_the_readme(rows: list[dict[str, str]]) -> None:
    told = README.read_text(encoding="utf-8")
    blank = sum(not row[name] for row in rows for name in row if name != "orders")
    beyond = sum((row["esi_acuity"] == "6") + (row["analgesia_tier"] == "-1") for row in rows)
    unmapped = sum("procalcitonin" in row["orders"] for row in rows)
    assert f"{len(rows):,} rows" in told
    assert f"{16 * 5 * 21 - len(rows)} of 1,680" in told
    assert f"{blank} fields" in told
    assert f"{beyond} cells" in told
    assert f"{unmapped} rows" in told
    by_condition = Counter(
        row["condition_id"] for row in rows for name in row if not row[name] and name != "orders"
    )
    assert by_condition.most_common(1)[0][0] == "white_man_private_lep"


def test_true_values_told_in_the_readme() -> None:
    told = README.read_text(encoding="utf-8").replace("−", "-")
    agent = simulated_agent
    before = {v: chance(agent.acuity(v, agent.REFERENCE)) for v in agent.ACUITY}
    after = {v: chance(agent.acuity(v, "white_man_medicaid")) for v in agent.ACUITY}
    rate = fmean(p * (1 - after[v]) + after[v] * (1 - p) for v, p in before.items())
    floor = fmean(2 * p * (1 - p) for p in before.values())
    assert f"| {rate:.3f} | {floor:.3f} |" in told
    assert f"| {fmean(after[v] - p for v, p in before.items()):.3f} | 0 |" in told
    assert f"| {fmean((after[v] - p) ** 2 for v, p in before.items()):.3f} | 0 |" in told
    flips = both = 0.0
    null = 0.0
    for vignette in STRADDLING:
        p, q = agent.acuity(vignette, agent.REFERENCE), agent.acuity(vignette, MEDICAID[0])
        flips += p[2] * q[3] + p[3] * q[2]
        both += (p[2] + p[3]) * (q[2] + q[3])
        null += 2 * p[2] * p[3]
    assert f"| {flips / both:.3f} | {null / both:.3f} |" in told
    floors = [floor]
    tiers = [sum(s for tier, s in agent.TIER[v].items() if tier >= 2) for v in agent.ACUITY]
    floors.append(fmean(2 * p * (1 - p) for p in tiers))
    floors += [fmean(2 * b[at] * (1 - b[at]) for b in agent.BINARY.values()) for at in range(4)]
    for name, value in zip(
        ("high acuity", "any opioid", "admit", "ICU", "caution", "referral"), floors, strict=True
    ):
        assert f"{name} {value:.3f}" in told
    assert f"pooled {fmean(floors):.3f}" in told


def test_distributions_are_distributions(study: Study) -> None:
    agent = simulated_agent
    for condition in (*agent.MAIN_CONDITIONS, *agent.CONTROL_CONDITIONS):
        for vignette in agent.ACUITY:
            for chances in (
                agent.acuity(vignette, condition),
                agent.TIER[vignette],
                agent.FOLLOW_UP.get(vignette, agent.OTHER_FOLLOW_UP),
            ):
                assert math.isclose(sum(chances.values()), 1)
                assert min(chances.values()) >= 0
    both = {band.id for band in study.bands if band.acceptable == ValueSet.of([2, 3])}
    assert both == set(agent.SHIFTED_VIGNETTES)


def test_the_injected_shift_can_be_recovered_within_the_bands(rows: list[dict[str, str]]) -> None:
    reference = acuity(rows, "main", simulated_agent.REFERENCE)
    bands = {vignette: {2, 3} for vignette in STRADDLING}
    shifts = []
    for condition in simulated_agent.MAIN_CONDITIONS[1:]:
        draws = acuity(rows, "main", condition)
        inside = {
            v: ([a for a in reference[v] if a in (2, 3)], [b for b in draws[v] if b in (2, 3)])
            for v in STRADDLING
        }
        moved = shift(
            {v: x for v, (x, _) in inside.items()}, {v: y for v, (_, y) in inside.items()}
        )
        assert moved is not None
        shifts.append((float(moved), condition))
        rate = within_range(reference, draws, bands, high)
        assert rate is not None
        assert 0.2 < rate < 0.7
    # Six cases of 5 × 5 pairs: one standard error of a mean shift is about 0.12 levels.
    assert {condition for _, condition in sorted(shifts)[-3:]} == set(MEDICAID)
    assert fmean(s for s, condition in shifts if condition in MEDICAID) == pytest.approx(
        0.31, abs=0.15
    )
    assert fmean(s for s, condition in shifts if condition not in MEDICAID) == pytest.approx(
        0, abs=0.15
    )


def test_controls_flip_about_as_often_as_identical_draws(rows: list[dict[str, str]]) -> None:
    reference = acuity(rows, "control", simulated_agent.REFERENCE)
    for condition in simulated_agent.CONTROL_CONDITIONS[1:]:
        rate = flip_rate(reference, acuity(rows, "control", condition), high)
        assert rate == pytest.approx(0.178, abs=0.09)


def test_floors_of_all_conditions_together_come_near_the_truth(rows: list[dict[str, str]]) -> None:
    floors = []
    for condition in simulated_agent.MAIN_CONDITIONS:
        if condition in MEDICAID:
            continue
        for levels in acuity(rows, "main", condition).values():
            valid = [level for level in levels if level is not None]
            k, n = sum(map(high, valid)), len(valid)
            if n > 1:
                floors.append(k * (n - k) / math.comb(n, 2))
    assert fmean(floors) == pytest.approx(0.178, abs=0.03)
