"""What a report rests on, as lines of text: bands, plan, files, versions, and what it lacks."""

from __future__ import annotations

from exports.counted import distinct
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.report import AnalysisReport, TransitionRow
from fairmed_core.domain.band import ProvenanceLevel
from fairmed_core.words.numbers import PROVISIONAL

EXPLORATORY = "Exploratory: no plan was fixed before the numbers were seen."
UNSIGNED = "none: the bands are unsigned"


def labels(report: AnalysisReport) -> list[str]:
    """Return the words that qualify the whole report ("exploratory", "provisional")."""
    found = ["exploratory"] if report.exploratory else []
    return [*found, PROVISIONAL] if provisional(report) else found


def provisional(report: AnalysisReport) -> bool:
    """Whether any number rests on bands of which not every one is clinician-adjudicated."""
    return any(
        row.estimate.ground_truth is False for section in report.sections for row in section.rows
    )


def banner(report: AnalysisReport) -> list[str]:
    """Return the sentences that stand above everything."""
    told = [EXPLORATORY] if report.exploratory else []
    if provisional(report):
        levels = ", ".join(
            f"{report.provenance.get(level.value, 0)} {level.value}" for level in ProvenanceLevel
        )
        told.append(
            f"Provisional: of the bands, {levels}. No rate that carries this word may be cited as "
            "measured against ground truth."
        )
    return told


def plan_note(report: AnalysisReport) -> str:
    """Return what stands under every table: the plan's hash, or that there was no plan."""
    plan = report.plan.sha256
    return f"Plan fixed in advance, SHA-256 {plan}." if plan else EXPLORATORY


def facts(report: AnalysisReport) -> list[tuple[str, str]]:
    """Return label and value of everything needed to find the numbers again."""
    plan, resampling = report.plan, report.plan.resampling
    bands = ", ".join(f"{number} {level}" for level, number in report.provenance.items())
    resampled = (
        f"{resampling.resamples} resamples of vignettes at {resampling.level * 100:g} %, "
        f"seed {resampling.seed}"
    )
    fixed = f"fixed in advance, SHA-256 {plan.sha256}" if plan.sha256 else "none: exploratory"
    return [
        ("Protocol", report.protocol or "not named"),
        ("Registry hash", report.registry_hash or UNSIGNED),
        ("Bands", bands.replace("_", " ")),
        ("Plan", fixed),
        ("Reference", plan.reference or "none named"),
        *_fixed(plan),
        *_unmapped(report),
        ("Intervals", resampled),
        ("Set distance", plan.set_distance),
        ("Decoding", report.decoding),
        ("Draws", "\n".join(f"{file.name}, SHA-256 {file.sha256}" for file in report.files)),
        ("Versions", ", ".join(f"{name} {number}" for name, number in report.versions.items())),
    ]


def _unmapped(report: AnalysisReport) -> list[tuple[str, str]]:
    names = "; ".join(report.unmapped_orders)
    return [("Orders unmapped", names)] if names else []


def _fixed(plan: Plan) -> list[tuple[str, str]]:
    """Return what the plan changes of scales, families and gates; nothing where it is silent."""
    cuts = [
        f"{name} {one.direction.replace('_', ' ')} {one.cut}: {one.yes}"
        for name, one in plan.thresholds.items()
    ]
    told = {
        "Cuts of the plan": "; ".join(cuts),
        "Families": "; ".join(one.name for one in plan.families) if plan.sha256 else "",
        "Values mapped": ", ".join(plan.value_maps),
    }
    if plan.gates is not None:
        told["Gates"] = (
            f"capability {plan.gates.capability:g}, entropy {plan.gates.entropy:g}, "
            f"straddling bands {plan.gates.straddling}"
        )
    return [(name, text) for name, text in told.items() if text]


def transition_lines(row: TransitionRow) -> tuple[str, list[tuple[str, str]]]:
    """Return the title of a transition table and its rows: from a value, to which, how often."""
    table = row.table
    draws = " · ".join(distinct((row.model, row.arm)))
    title = f"{table.sub_action}, {table.reference} → {table.condition} ({draws})"
    lines = []
    for index, level in enumerate(table.levels):
        pairs = table.pairs[index]
        to = ", ".join(
            f"{target:g}: {int(pairs[at])}"
            for at, target in enumerate(table.levels)
            if int(pairs[at])
        )
        if to:
            lines.append((f"{level:g}", to))
    return title, lines
