"""Which attestation documents lie beside a log, and which may be left out.

A container holds a limited number of parts, so of many documents the newest travel. An older one is
named in the log by its hash; a newest one that is missing was taken away.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bands_registry.provenance.container import STANDARD
from bands_registry.provenance.logs import ClinicianLog

# Log, checkpoint, manifest and sealed identity travel too.
_OTHER_PARTS = 4
# Of the size, half is left to the log; each part costs its frame besides.
_MOST_BYTES = STANDARD.size // 2


def newest(documents: Mapping[int, bytes]) -> dict[int, bytes]:
    """Return the newest documents that fit into one file, at least the last one."""
    chosen: dict[int, bytes] = {}
    size = 0
    for number in sorted(documents, reverse=True):
        size += len(documents[number])
        if chosen and (len(chosen) == STANDARD.entries - _OTHER_PARTS or size > _MOST_BYTES):
            break
        chosen[number] = documents[number]
    return dict(sorted(chosen.items()))


def taken_away(log: ClinicianLog, enclosed: Collection[int]) -> tuple[int, ...]:
    """Return the numbers of missing documents that are newer than every enclosed one."""
    return tuple(number for number in _missing(log, enclosed) if number > max(enclosed, default=0))


def left_out(log: ClinicianLog, enclosed: Collection[int]) -> str | None:
    """Return the sentence about older documents that are not enclosed, or None."""
    older = [number for number in _missing(log, enclosed) if number < max(enclosed, default=0)]
    if not older:
        return None
    what = "1 older attestation is" if len(older) == 1 else f"{len(older)} older attestations are"
    return f"{what} not enclosed; the log names each by its hash."


def _missing(log: ClinicianLog, enclosed: Collection[int]) -> list[int]:
    return [body.number for _, body in log.attestations if body.number not in enclosed]
