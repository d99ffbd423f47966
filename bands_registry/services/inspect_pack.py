"""Say what a study pack is before it is opened."""

from __future__ import annotations

from pathlib import Path

from bands_registry.provenance.keys import fingerprint
from bands_registry.provenance.pack import PRACTICE_STUDY, read_pack
from bands_registry.services.views import PackSummary


def inspect_pack(path: Path) -> PackSummary:
    """Return the summary of a pack whose signatures hold; a typed error otherwise."""
    pack = read_pack(path)
    return PackSummary(
        study_id=pack.study.id,
        title=pack.study.title,
        version=pack.version,
        items=len(pack.study.bands) - len(pack.study.practice_bands),
        coordinator_fingerprint=fingerprint(pack.coordinator_key.key_id),
        practice=pack.study.id == PRACTICE_STUDY,
    )
