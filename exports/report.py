"""A report as files: web page, PDF, figures, and tables for other programs."""

from __future__ import annotations

from dataclasses import asdict

from exports.report_facts import facts, plan_note, provisional
from exports.report_html import render_html
from exports.report_parts import compose
from exports.report_pdf import render_pdf
from exports.report_tables import section_tables, tidy_entries
from exports.tables import Entry, csv_text, json_text, latex_text, records
from exports.uses import use_of
from fairmed_core.analysis.report import AnalysisReport, TransitionRow

EXPLORATORY_KEY = "exploratory"
TITLE = "Flip rates, instability floors and within-range rates"


def report_files(report: AnalysisReport, *, title: str) -> dict[str, bytes]:
    """Return every file of a report by its name ("report.html", "figures/agreement.svg" …)."""
    contents = compose(report, title=title)
    files = {
        "report.html": render_html(contents).encode(),
        "report.pdf": render_pdf(contents),
        "report.json": report_json(report).encode(),
        "estimates.csv": csv_text(_planned_entries(report)).encode(),
        "tables.tex": report_latex(report).encode(),
    }
    for part in contents.parts:
        for figure in part.figures:
            files[f"figures/{figure.id}.png"] = figure.png
            files[f"figures/{figure.id}.svg"] = figure.svg
    return files


def report_json(report: AnalysisReport) -> str:
    """Return the whole report in full precision, with what each section may be used for."""
    return json_text(
        {
            "exploratory": report.exploratory,
            "provisional": provisional(report),
            "about": dict(facts(report)),
            "plan_hash": report.plan.sha256,
            "registry_hash": report.registry_hash,
            "protocol": report.protocol,
            "seed": report.seed,
            "resamples": report.plan.resampling.resamples,
            "versions": dict(report.versions),
            "files": [asdict(file) for file in report.files],
            "bands": dict(report.provenance),
            "sections": [
                {
                    "id": section.id,
                    "title": section.title,
                    "may_be_used_for": use_of(section.id).may,
                    "may_not_be_used_for": use_of(section.id).may_not,
                    "notes": list(section.notes),
                    "rows": records(tidy_entries(section)),
                }
                for section in report.sections
            ],
            "transitions": [_transition_record(row) for row in report.transitions],
            "unmapped_orders": list(report.unmapped_orders),
            "losses": [asdict(loss) for loss in report.losses],
        }
    )


def _planned_entries(report: AnalysisReport) -> list[Entry]:
    """Return every estimate with the plan's hash, so that no row loses it when rows are moved."""
    plan = {"plan_sha256": report.plan.sha256 or EXPLORATORY_KEY}
    return [
        Entry({**entry.keys, **plan}, entry.estimate)
        for section in report.sections
        for entry in tidy_entries(section)
    ]


def _transition_record(row: TransitionRow) -> dict[str, object]:
    table = row.table
    return {
        "model": row.model,
        "scaffold": row.scaffold,
        "arm": row.arm,
        "sub_action": table.sub_action,
        "reference": table.reference,
        "condition": table.condition,
        "levels": list(table.levels),
        "pairs": table.pairs.tolist(),
        "weights": table.weights.tolist(),
        "vignettes": table.vignettes,
    }


def report_latex(report: AnalysisReport) -> str:
    """Return one booktabs table for each table of the report."""
    parts: list[str] = []
    note = plan_note(report)
    for section in report.sections:
        parts.append(f"% {section.title}. May not be used for: {use_of(section.id).may_not}\n")
        for number, table in enumerate(section_tables(section, report), start=1):
            caption = f"{table.title} ({table.draws})" if table.draws else table.title
            label = f"tab:{section.id}-{number}"
            titles = {"label": ""}
            parts.append(
                latex_text(
                    table.entries, caption=caption, label=label, key_titles=titles, note=note
                )
            )
    return "\n".join(parts)
