"""What is fuzzed: each target takes any bytes and lets nothing out but the typed errors.

The first byte of an input for the bundle reader chooses how deep it strikes: the container as it
is, the log in a container that is sealed around it, or the payload of one event that is signed.
"""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import rfc8785
from cryptography.hazmat.primitives.asymmetric import ec

from bands_registry.provenance import canonical, envelope, keys
from bands_registry.provenance.anchors import Anchors
from bands_registry.provenance.chain import join_lines
from bands_registry.provenance.errors import MalformedError
from bands_registry.provenance.manifest import FileKind, seal_files
from bands_registry.provenance.verify import verify_bytes
from bands_registry.study.loader import load_study
from fairmed_core.errors import UserError

SEPARATOR = b"\n--- next file ---\n"
STUDY_FILES = ("study.yaml", "sources.yaml", "vignettes.yaml", "bands.yaml")
_CHECKPOINT = b"FairMed checkpoint 1\n"


@functools.cache
def _signer() -> keys.Signer:
    # Always the same key: what the corpus says is signed by it stays so in every run.
    key = ec.derive_private_key(0x5EED, ec.SECP256R1())
    certificate = keys._certificate(key, "ADJ-7K3QM-X2VTD", datetime(2026, 1, 1, tzinfo=UTC))
    return keys.Signer(key, certificate, keys.PublicKey(keys._public_der(key.public_key())))


def bundle(data: bytes) -> None:
    """Verify a file that may be anything."""
    for depth, wrap in enumerate((_as_it_is, _as_log, _as_payload, _as_registry)):
        if data[:1] == bytes([depth]):
            verify_bytes(wrap(data[1:]), anchors=Anchors())
            return
    verify_bytes(data, anchors=Anchors())


def canonical_json(data: bytes) -> None:
    """Read canonical JSON; what is accepted has exactly these bytes, here and elsewhere."""
    try:
        value = canonical.loads(data)
    except MalformedError:
        return
    assert canonical.dumps(value) == data == rfc8785.dumps(value)  # type: ignore[arg-type]


def study(data: bytes) -> None:
    """Load a study whose four files stand one after the other."""
    parts = data.split(SEPARATOR)
    with tempfile.TemporaryDirectory() as folder:
        for name, content in zip(STUDY_FILES, parts, strict=False):
            (Path(folder) / name).write_bytes(content)
        try:
            load_study(Path(folder))
        except UserError:
            return


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "bundle": bundle,
    "canonical": canonical_json,
    "study": study,
}


def _as_it_is(data: bytes) -> bytes:
    return data


def _as_log(data: bytes) -> bytes:
    return _sealed("response", {"events.jsonl": data, "checkpoint.txt": _CHECKPOINT})


def _as_payload(data: bytes) -> bytes:
    payloads = data.split(b"\n")
    lines = [envelope.sign(one, envelope.EVENT_TYPE, _signer()) for one in payloads]
    return _as_log(join_lines(lines))


def _as_registry(data: bytes) -> bytes:
    lines = [envelope.sign(one, envelope.EVENT_TYPE, _signer()) for one in data.split(b"\n")]
    parts = {"coordinator.jsonl": join_lines(lines), "checkpoint.txt": _CHECKPOINT}
    return _sealed("registry", parts)


def _sealed(kind: FileKind, files: Mapping[str, bytes]) -> bytes:
    return seal_files(kind, files, study="small", facts={}, signer=_signer())
