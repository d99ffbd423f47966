"""The whole road, from the bundled study to a report, through the services all others use."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

from bands_registry.guidelines import demo_study_folder, demo_trajectories, demo_verdicts
from bands_registry.provenance.identity import IdentityDetails
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.pseudonym import draw_pseudonym
from bands_registry.services.attestations import save_attestation
from bands_registry.services.create_coordinator import create_coordinator
from bands_registry.services.create_identity import create_identity
from bands_registry.services.enroll_adjudicator import enroll_adjudicator
from bands_registry.services.export_response import export_response
from bands_registry.services.load_registry import load_registry
from bands_registry.services.mark_ready import mark_ready
from bands_registry.services.merge_bundle import merge_bundle
from bands_registry.services.open_pack import open_pack
from bands_registry.services.publish_pack import publish_pack
from bands_registry.services.publish_registry import publish_registry
from bands_registry.services.registry_views import RegistryContents
from bands_registry.services.review_item import review_item
from bands_registry.services.seal_identity import seal_identity
from bands_registry.services.sign_verdicts import sign_verdicts
from bands_registry.services.unlock_identity import unlock_identity
from bands_registry.services.views import Independence
from bands_registry.study.loader import load_study
from bands_registry.study.verdict_file import VerdictFile, read_verdict_file
from exports.attestation_pdf import RENDERER, render_attestation
from exports.report import report_files
from exports.report_folder import write_report_folder
from fairmed_cli.output import Advance
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.report import AnalysisReport, analyse
from fairmed_core.clock import Clock
from fairmed_core.trajectories.reader import read_trajectories

REFERENCE = "ref_white_man_private"
DECODING = "simulated draws, no model was called"
HOW_CHECKED = "demonstration, nobody was called"
STEPS = 7


@dataclass(frozen=True)
class DemoResult:
    """What the road led to."""

    contents: RegistryContents
    report: AnalysisReport
    files: tuple[Path, ...]


@dataclass(frozen=True)
class _Place:
    """Where the demonstration keeps its files."""

    out: Path
    passphrase: str
    clock: Clock

    @property
    def registry(self) -> Path:
        return self.out / "working-registry.fmdb"

    @property
    def pack(self) -> Path:
        return self.out / "study.fmpack"

    def coordinator(self) -> UnlockedIdentity:
        return unlock_identity(self.out / "coordinator.fmkey", self.passphrase)


def run_demo(out: Path, *, clock: Clock, advance: Advance) -> DemoResult:
    """Publish the bundled study, record two adjudicators' verdicts, publish, analyse, report.

    Everything is written under `out`, which exists and is empty. The keys are real and thrown
    away with the folder; their passphrase is left in ``passphrase.txt`` for trying commands.
    """
    place = _Place(out, "-".join(secrets.token_hex(3) for _ in range(4)), clock)
    (out / "passphrase.txt").write_text(place.passphrase + "\n", encoding="utf-8")
    advance(0, STEPS, "publishing the study")
    create_coordinator(out / "coordinator.fmkey", passphrase=place.passphrase, clock=clock)
    study = load_study(demo_study_folder())
    publish_pack(
        study,
        registry=place.registry,
        coordinator=place.coordinator(),
        out=place.pack,
        clock=clock,
    )
    for step, path in enumerate(demo_verdicts(), start=1):
        given = read_verdict_file(path, study)
        advance(step, STEPS, f"verdicts of seat {given.seat}")
        _adjudicate(place, given)
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


def _adjudicate(place: _Place, given: VerdictFile) -> None:
    seat = given.seat.lower()
    keystore = place.out / f"{seat}.fmkey"
    created = create_identity(
        keystore,
        passphrase=place.passphrase,
        pseudonym=draw_pseudonym(),
        credential=given.credential,
        clock=place.clock,
    )
    response = place.out / f"{seat}.fmresp"
    with open_pack(
        place.pack,
        seat=given.seat,
        identity=unlock_identity(keystore, place.passphrase),
        stores=place.out / f"{seat}-store",
        clock=place.clock,
    ) as session:
        details = IdentityDetails(f"Demonstration {given.seat}", "none", "none")
        seal_identity(session, details)
        for verdict in given.verdicts:
            review_item(session, verdict.item)
            mark_ready(session, verdict.item, verdict.judgement)
        signed = sign_verdicts(
            session,
            passphrase=place.passphrase,
            independence=Independence(not_an_author=True),
            render=render_attestation,
            renderer=RENDERER,
        )
        save_attestation(session, signed.number, place.out / f"{seat}-attestation.pdf")
        export_response(session, response)
    merge_bundle(
        response, registry=place.registry, coordinator=place.coordinator(), clock=place.clock
    )
    enroll_adjudicator(
        registry=place.registry,
        coordinator=place.coordinator(),
        seat=given.seat,
        pseudonym=created.pseudonym,
        key_id=created.key_id,
        how_checked=HOW_CHECKED,
        clock=place.clock,
    )


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
        plan=Plan(reference=REFERENCE, set_distance=study.set_distance),
        registry_hash=contents.registry_hash,
        protocol=f"{study.id}, version {study.version}",
    )
