"""The whole road, from the bundled study to a report, through the services all others use."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

from bands_registry.guidelines import demo_trajectories, demo_verdicts
from bands_registry.services.demo_registry import (
    DEMO_REFERENCE,
    DemoPlace,
    adjudicate_demo,
    publish_demo,
)
from bands_registry.services.load_registry import load_registry
from bands_registry.services.publish_registry import publish_registry
from bands_registry.services.registry_views import RegistryContents
from bands_registry.study.verdict_file import read_verdict_file
from exports.attestation_pdf import RENDERER, render_attestation
from exports.report import report_files
from exports.report_folder import write_report_folder
from fairmed_cli.output import Advance
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.report import AnalysisReport, analyse
from fairmed_core.clock import Clock
from fairmed_core.trajectories.reader import read_trajectories

DECODING = "simulated draws, no model was called"
STEPS = 7


@dataclass(frozen=True)
class DemoResult:
    """What the road led to."""

    contents: RegistryContents
    report: AnalysisReport
    files: tuple[Path, ...]


def run_demo(out: Path, *, clock: Clock, advance: Advance) -> DemoResult:
    """Publish the bundled study, record two adjudicators' verdicts, publish, analyse, report.

    Everything is written under `out`, which exists and is empty. The keys are real and thrown
    away with the folder; their passphrase is left in ``passphrase.txt`` for trying commands.
    """
    place = DemoPlace(out, "-".join(secrets.token_hex(3) for _ in range(4)), clock)
    (out / "passphrase.txt").write_text(place.passphrase + "\n", encoding="utf-8")
    advance(0, STEPS, "publishing the study")
    study = publish_demo(place)
    for step, path in enumerate(demo_verdicts(), start=1):
        given = read_verdict_file(path, study)
        advance(step, STEPS, f"verdicts of seat {given.seat}")
        adjudicate_demo(place, given, render=render_attestation, renderer=RENDERER)
    advance(3, STEPS, "publishing the registry")
    published = out / "registry.fmreg"
    publish_registry(
        registry=place.registry, coordinator=place.coordinator(), out=published, clock=clock
    )
    contents = load_registry(published)
    advance(4, STEPS, "analysing the bundled draws")
    report = _analyse(contents)
    advance(6, STEPS, "writing report and figures")
    title = f"{contents.study.title}: a demonstration"
    written = write_report_folder(out / "report", report_files(report, title=title))
    advance(STEPS, STEPS, "done")
    return DemoResult(contents, report, written)


def _analyse(contents: RegistryContents) -> AnalysisReport:
    study = contents.study
    draws = read_trajectories(
        demo_trajectories(),
        space=study.space,
        orders=study.orders,
        no_order_names=study.no_order_names,
        decoding=DECODING,
    )
    return analyse(
        draws,
        bands=contents.bands,
        plan=Plan(reference=DEMO_REFERENCE, set_distance=study.set_distance),
        registry_hash=contents.registry_hash,
        protocol=f"{study.id}, version {study.version}",
    )
