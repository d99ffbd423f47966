"""Verify one file, and say what a registry that may be read amounts to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bands_registry.provenance import verify
from bands_registry.provenance.anchors import read_anchors
from bands_registry.provenance.pages import Renderer
from bands_registry.provenance.registry_file import RegistryFile
from bands_registry.provenance.verify import VerificationReport
from bands_registry.services.registry_contents import registry_contents
from bands_registry.services.registry_store import inspect_store
from bands_registry.store.engine import is_store
from bands_registry.store.study_store import open_study_store
from bands_registry.store.values import StoreRole
from fairmed_core.analysis.progress import Advance, silent
from fairmed_core.clock import SystemClock

# Opening a store leaves a note of when; nothing that is verified depends on it.
_SYSTEM = SystemClock()


def verify_file(
    path: Path,
    *,
    anchors: Sequence[Path] = (),
    renderer: Renderer | None = None,
    advance: Advance = silent,
) -> VerificationReport:
    """Return the report on a pack, a response, a published registry or the coordinator's own.

    Of a registry that may be read it also says what counts. `advance` is told how far the reading,
    then the printing, is.

    Raises UserError for a missing file or an unusable anchor, HostError when it cannot be read.
    """
    if not is_store(path):
        report = verify.verify_file(path, anchors=anchors, renderer=renderer, advance=advance)
        return _with_counts(report, published=True)
    known = read_anchors(anchors)
    with open_study_store(path, clock=_SYSTEM, role=StoreRole.COORDINATOR) as store:
        registry, findings = inspect_store(store)
        digest = store.digest()
    opened = RegistryFile(registry, findings, digest)
    report = verify.registry_report(opened, anchors=known, renderer=renderer, advance=advance)
    return _with_counts(report, published=False)


def _with_counts(report: VerificationReport, *, published: bool) -> VerificationReport:
    if report.registry is None:
        return report
    contents = registry_contents(report.registry, report.findings, published=published)
    facts = {
        **report.facts,
        "bands": len(contents.bands),
        **{level.value: count for level, count in contents.provenance.items()},
        "scope warnings": sum(len(given) for given in contents.scope_warnings.values()),
        "unresolved": len(contents.unresolved),
        "hidden": len(contents.hidden),
    }
    return replace(report, facts=facts)
