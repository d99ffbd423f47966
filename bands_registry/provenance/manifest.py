"""The manifest: what a file holds, listed with hashes and signed by whoever made the file."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from bands_registry.provenance import canonical, envelope
from bands_registry.provenance.container import (
    REGISTRY,
    STANDARD,
    Limits,
    check_limits,
    pack_files,
    unpack_files,
)
from bands_registry.provenance.errors import (
    ContentAlteredError,
    MalformedError,
    NewerFormatError,
)
from bands_registry.provenance.keys import PublicKey, Signer
from bands_registry.provenance.model import Base64, Count, Frozen, Hex, Id, parse
from bands_registry.provenance.move_file import LISTING

VERSION = 1
NAME = "manifest.json"

FileKind = Literal["pack", "response", "receipt", "registry"]
LIMITS: dict[FileKind, Limits] = {
    "pack": STANDARD,
    "response": STANDARD,
    "receipt": STANDARD,
    "registry": REGISTRY,
}


class _Listed(Frozen):
    name: Id
    sha256: Hex
    size: Count


class Manifest(Frozen):
    """What the maker of a file signed about it."""

    v: int
    kind: FileKind
    study: Id
    key: Base64
    facts: dict[str, str]
    files: Annotated[tuple[_Listed, ...], Field(strict=False)]


@dataclass(frozen=True)
class Sealed:
    """A container whose manifest and files were checked against each other.

    A reader may take `files` out one by one, so that a large registry is held in memory once.
    """

    manifest: Manifest
    key: PublicKey
    files: dict[str, bytes]
    sha256: str


def seal_files(
    kind: FileKind,
    files: Mapping[str, bytes],
    *,
    study: str,
    facts: Mapping[str, str],
    signer: Signer,
) -> bytes:
    """Return the container of `files` with a signed manifest."""
    manifest = Manifest(
        v=VERSION,
        kind=kind,
        study=study,
        key=base64.b64encode(signer.public_der).decode(),
        facts=dict(facts),
        files=tuple(
            _Listed(name=name, sha256=canonical.sha256(data), size=len(data))
            for name, data in sorted(files.items())
        ),
    )
    payload = canonical.dumps(manifest.model_dump())
    signed = envelope.sign(payload, envelope.MANIFEST_TYPE, signer)
    return pack_files({**files, NAME: signed})


def open_files(data: bytes, kind: FileKind | None = None) -> Sealed:
    """Return what a container holds after its manifest was verified against every file.

    Any kind of file is opened when `kind` is None.

    Raises
    ------
    MalformedError, NewerFormatError
        No such container, another kind of file, or a later format.
    ContentAlteredError
        The manifest's signature does not fit, or a file is altered, missing or not listed.
    KeyMismatchError
        The manifest is signed by another key than it names.
    """
    files = unpack_files(data, LIMITS[kind or "registry"])
    signed = files.pop(NAME, None)
    if signed is None and LISTING in files:
        raise MalformedError(
            "This file moves a clinician's work to another computer.",
            next_step="Open it there in the desktop program.",
        )
    if signed is None:
        raise MalformedError("The file has no manifest.")
    manifest, key = _verified_manifest(signed)
    if kind is not None and manifest.kind != kind:
        raise MalformedError(f"This file is a {manifest.kind}; a {kind} was expected.")
    check_limits(data, len(files) + 1, LIMITS[manifest.kind])
    _compare(manifest, files)
    return Sealed(manifest, key, files, canonical.sha256(data))


def _verified_manifest(signed: bytes) -> tuple[Manifest, PublicKey]:
    outer = envelope.read_envelope(signed)
    claimed = canonical.loads(outer.payload)
    version = claimed.get("v")
    if isinstance(version, int) and version > VERSION:
        raise NewerFormatError("The file was written by a later FairMed.")
    # The key is the file's own claim: whose it is, the chains and the coordinator's roster tell.
    key = PublicKey(envelope.unbase64(claimed.get("key")))
    payload = outer.verified(key, payload_type=envelope.MANIFEST_TYPE)
    return parse(Manifest, canonical.loads(payload)), key


def _compare(manifest: Manifest, files: Mapping[str, bytes]) -> None:
    listed = {entry.name: entry for entry in manifest.files}
    if len(listed) != len(manifest.files):
        raise MalformedError("The manifest lists a part twice.")
    extra = sorted(set(files) - set(listed))
    if extra:
        raise ContentAlteredError("A part is not listed in the manifest.", place=extra[0])
    missing = sorted(set(listed) - set(files))
    if missing:
        raise ContentAlteredError("A part that the manifest lists is missing.", place=missing[0])
    for name, data in sorted(files.items()):
        if canonical.sha256(data) != listed[name].sha256 or len(data) != listed[name].size:
            raise ContentAlteredError("A part of the file was altered.", place=name)
