"""Verify one file, and say what a registry that may be read amounts to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bands_registry.provenance import verify
from bands_registry.provenance.pages import Renderer
from bands_registry.provenance.verify import VerificationReport
from bands_registry.services.registry_contents import registry_contents


def verify_file(
    path: Path, *, anchors: Sequence[Path] = (), renderer: Renderer | None = None
) -> VerificationReport:
    """Return the report on a pack, a response or a registry; of a registry also what counts.

    Raises UserError for a missing file or an unusable anchor, HostError when it cannot be read.
    """
    report = verify.verify_file(path, anchors=anchors, renderer=renderer)
    if report.registry is None:
        return report
    contents = registry_contents(report.registry, report.findings, published=True)
    counts = {level.value: count for level, count in contents.provenance.items()}
    facts = {
        **report.facts,
        "bands": len(contents.bands),
        **counts,
        "scope warnings": sum(len(given) for given in contents.scope_warnings.values()),
        "unresolved": len(contents.unresolved),
    }
    return replace(report, facts=facts)
