"""Load a registry for analysis or overview: verified before anything in it is read."""

from __future__ import annotations

from pathlib import Path

from bands_registry.provenance.files import starts_with
from bands_registry.provenance.registry_file import read_registry_file
from bands_registry.provenance.registry_rules import require_readable, seat_findings
from bands_registry.services.registry_contents import registry_contents
from bands_registry.services.registry_store import open_registry
from bands_registry.services.registry_views import RegistryContents
from bands_registry.store.engine import is_store
from fairmed_core.clock import Clock, SystemClock
from fairmed_core.errors import UserError

_ZIP = b"PK"
# Opening a store leaves a note of when; nothing that is read depends on it.
_SYSTEM = SystemClock()


def load_registry(path: Path, *, clock: Clock = _SYSTEM) -> RegistryContents:
    """Return the contents of a published registry or of the coordinator's own store.

    In the coordinator's store an item stays hidden, and out of every count, until all raters
    assigned to it signed; in a published registry all is counted.

    Raises
    ------
    UserError
        No such file, no registry, or one that does not verify (then with the verifier's exit code).
    HostError
        The machine refuses to read it, or another program holds it.
    """
    if is_store(path):
        with open_registry(path, clock=clock) as opened:
            registry = opened.published()
            findings = (*opened.findings, *seat_findings(registry))
            return registry_contents(registry, findings, published=False)
    if not starts_with(path, _ZIP):
        raise UserError(
            "This file is not a registry.",
            next_step="Choose a .fmreg file, or the coordinator's registry (.fmdb).",
            file=path,
        )
    opened_file = read_registry_file(path)
    require_readable(opened_file.findings, file=path)
    if opened_file.registry is None:
        raise AssertionError("a registry that may not be read has a finding that says so")
    findings = (*opened_file.findings, *seat_findings(opened_file.registry))
    return registry_contents(opened_file.registry, findings, published=True)
