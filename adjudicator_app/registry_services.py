"""What the coordinator's and the analyst's screens ask for, bound to this computer's clock.

Every method runs on the service thread. Imports stand inside the methods: the first window must
not wait for statistics, tables or figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fairmed_core.clock import Clock

if TYPE_CHECKING:
    from bands_registry.services.band_source import BandSource
    from bands_registry.services.enroll_adjudicator import Enrolment
    from bands_registry.services.prepare_enrolment import EnrolmentView
    from bands_registry.services.registry_views import (
        MergeResult,
        Overview,
        PublishedRegistry,
        RegistryContents,
    )
    from bands_registry.services.write_receipt import IssuedReceipt
    from exports.report_parts import ReportPart
    from fairmed_core.analysis.lettered import LetteredReport
    from fairmed_core.analysis.plan import Plan
    from fairmed_core.analysis.progress import Advance
    from fairmed_core.analysis.report import AnalysisReport
    from fairmed_core.analysis.rows import Row
    from fairmed_core.trajectories.table import Trajectories

KEY_SUFFIX = ".fmkey"


@dataclass(frozen=True)
class OpenRegistry:
    """A registry as it was read: where it lies, what it holds, and the grid over it."""

    path: Path
    contents: RegistryContents
    overview: Overview


@dataclass(frozen=True)
class Key:
    """The coordinator's key file and the passphrase that opens it."""

    file: Path
    passphrase: str


@dataclass(frozen=True)
class Merged:
    """What merging did, and the receipt to send back; None where a conflict came of it."""

    result: MergeResult
    receipt: IssuedReceipt | None


@dataclass(frozen=True)
class FixedPlan:
    """An analysis plan with the file it was read from."""

    file: Path
    plan: Plan


@dataclass(frozen=True)
class Material:
    """What an analysis is made of: bands, the draws, the conditions found among them, a plan.

    Without a plan the analysis is exploratory.
    """

    source: BandSource
    draws: Trajectories
    conditions: tuple[str, ...]
    plan: Plan | None = None


class RegistryServices:
    """The registry and the numbers drawn from it.

    Parameters
    ----------
    data
        The folder where a key file may lie.
    clock
        Tells the time that is recorded.
    """

    def __init__(self, data: Path, clock: Clock) -> None:
        self._data = data
        self._clock = clock

    # The coordinator

    def load(self, path: Path) -> OpenRegistry:
        """Verify a registry and return what it holds."""
        from bands_registry.services.load_registry import load_registry
        from bands_registry.services.overview import overview

        contents = load_registry(path, clock=self._clock)
        return OpenRegistry(path, contents, overview(contents))

    def agreement(self, contents: RegistryContents) -> tuple[Row, ...]:
        """Return the raters' agreement, the same rows as the command line's."""
        from fairmed_core.analysis.plan import Plan
        from fairmed_core.analysis.section_rows import agreement_rows

        study = contents.study
        plan = Plan(set_distance=study.set_distance)
        return tuple(agreement_rows(contents.bands, space=study.space, plan=plan))

    def coordinator_key(self, registry: Path) -> Path | None:
        """Return the coordinator's key file beside a registry or among this program's files."""
        from bands_registry.provenance.keystore import read_keystore
        from fairmed_core.errors import FairMedError

        for folder in (registry.parent, self._data):
            for path in sorted(folder.glob(f"*{KEY_SUFFIX}")):
                try:
                    if read_keystore(path).role == "coordinator":
                        return path
                except FairMedError:
                    # Not a key file of ours; the one asked for may still come.
                    continue
        return None

    def merge(self, response: Path, registry: Path, key: Key) -> Merged:
        """Verify a response file, take in what is new, and make the receipt."""
        from bands_registry.services.merge_bundle import merge_bundle
        from bands_registry.services.registry_views import MergeOutcome
        from bands_registry.services.unlock_identity import unlock_identity
        from bands_registry.services.write_receipt import issued_receipt

        coordinator = unlock_identity(key.file, key.passphrase)
        result = merge_bundle(
            response, registry=registry, coordinator=coordinator, clock=self._clock
        )
        if result.outcome is MergeOutcome.CONFLICT:
            return Merged(result, None)
        receipt = issued_receipt(
            result.key_id, registry=registry, coordinator=coordinator, clock=self._clock
        )
        return Merged(result, receipt)

    def save_receipt(self, receipt: IssuedReceipt, path: Path) -> None:
        """Write a receipt to a file of the coordinator's choice."""
        from bands_registry.services.write_receipt import save_receipt

        save_receipt(receipt, path)

    def prepare_enrolment(self, registry: Path, key_id: str) -> EnrolmentView:
        """Return who claims a merged key, unless it cannot be enrolled at all."""
        from bands_registry.services.prepare_enrolment import prepare_enrolment

        return prepare_enrolment(key_id, registry=registry, clock=self._clock)

    def enrol(
        self, registry: Path, waiting: EnrolmentView, spoken: str, how: str, key: Key
    ) -> Enrolment:
        """Bind seat, pseudonym and the key whose fingerprint was read aloud."""
        from bands_registry.services.enroll_adjudicator import enroll_adjudicator
        from bands_registry.services.unlock_identity import unlock_identity

        return enroll_adjudicator(
            registry=registry,
            coordinator=unlock_identity(key.file, key.passphrase),
            seat=waiting.seat,
            pseudonym=waiting.pseudonym,
            key_id=spoken,
            how_checked=how,
            clock=self._clock,
        )

    def publish(self, out: Path, registry: Path, key: Key) -> PublishedRegistry:
        """Write the one file an analyst or an editor needs."""
        from bands_registry.services.publish_registry import publish_registry
        from bands_registry.services.unlock_identity import unlock_identity

        return publish_registry(
            registry=registry,
            coordinator=unlock_identity(key.file, key.passphrase),
            out=out,
            clock=self._clock,
        )

    # The analyst

    def plan(self, path: Path) -> FixedPlan:
        """Read a plan."""
        from bands_registry.services.load_plan import load_plan

        return FixedPlan(path, load_plan(path))

    def read(
        self,
        draws: Sequence[Path],
        registry: Path | None,
        bands: Path | None,
        decoding: str,
        fixed: FixedPlan | None = None,
    ) -> Material:
        """Read bands and trajectories, on the scales of the study and the plan."""
        from bands_registry.services.band_source import band_source
        from fairmed_core.analysis.plan import UNPLANNED
        from fairmed_core.trajectories.keys import NOT_RECORDED
        from fairmed_core.trajectories.reader import read_trajectories

        source = band_source(registry, bands)
        plan = UNPLANNED
        if fixed is not None:
            from bands_registry.services.load_plan import demand_fit

            plan = fixed.plan
            of_a_study = registry is not None or (bands is not None and bands.is_dir())
            demand_fit(plan, source, of_a_study=of_a_study, file=fixed.file)
            decoding = plan.decoding or ""
        drawn = read_trajectories(
            list(draws),
            space=plan.space_of(source.space),
            orders=source.orders,
            no_order_names=source.no_order_names,
            decoding=decoding or NOT_RECORDED,
            value_maps=plan.value_maps,
        )
        conditions = drawn.names("condition_id")
        return Material(source, drawn, conditions, fixed.plan if fixed else None)

    def analyse(
        self, material: Material, reference: str | None, advance: Advance
    ) -> AnalysisReport:
        """Compute everything, as the command line does."""
        from fairmed_core.analysis.plan import Plan
        from fairmed_core.analysis.report import analyse

        source = material.source
        return analyse(
            material.draws,
            bands=source.bands,
            plan=material.plan or Plan(reference=reference, set_distance=source.set_distance),
            registry_hash=source.registry_hash,
            protocol=source.protocol,
            advance=advance,
        )

    def reading(
        self, report: AnalysisReport
    ) -> tuple[AnalysisReport, LetteredReport, tuple[str, ...], str]:
        """Return the report, the same under letters, what stands above everything, its plan."""
        from exports.report_facts import banner, plan_note
        from fairmed_core.analysis.lettered import lettered

        by_plan = "" if report.exploratory else plan_note(report)
        return report, lettered(report), tuple(banner(report)), by_plan

    def part(self, report: AnalysisReport, section: str) -> ReportPart:
        """Return one section with its figures and tables."""
        from exports.report_parts import part_of

        return part_of(report, section)

    def write(self, report: AnalysisReport, folder: Path, advance: Advance) -> Path:
        """Write the report's folder below `folder`, under a name that is free there."""
        from exports.report import TITLE, report_files
        from exports.report_folder import write_report_folder

        advance(0, 2, "report")
        files = report_files(report, title=TITLE)
        advance(1, 2, "files")
        out = _free(folder, "fairmed-report")
        write_report_folder(out, files)
        return out


def _free(folder: Path, name: str) -> Path:
    """Return a path in `folder` where nothing stands yet; an earlier report is never replaced."""
    path, number = folder / name, 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}"
    return path
