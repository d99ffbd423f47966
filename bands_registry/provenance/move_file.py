"""The file that carries her work to another computer: her locked key and all her studies.

It is hers alone and no one else reads it, so nobody signs it: what it holds is checked as on the
computer it came from, the key by her passphrase, each log by its signatures. The listing only tells
a file that arrived damaged, and whose work it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from bands_registry.provenance import canonical
from bands_registry.provenance.container import (
    REGISTRY,
    check_limits,
    pack_files,
    unpack_files,
)
from bands_registry.provenance.errors import (
    ContentAlteredError,
    MalformedError,
    NewerFormatError,
    VerificationError,
)
from bands_registry.provenance.model import Count, Frozen, Hex, Id, Time, parse
from fairmed_core.clock import from_stamp, stamp

VERSION = 1
SUFFIX = ".fmmove"
LIMITS = REGISTRY
LISTING = "moving.json"
_KEYSTORE = "keystore.fmkey"


@dataclass(frozen=True)
class MoveFile:
    """What is carried over: the keystore's bytes, those of each study, and when it was made."""

    keystore: bytes = field(repr=False)
    studies: tuple[bytes, ...] = field(repr=False)
    made_at: datetime


class _Listed(Frozen):
    name: Id
    sha256: Hex
    size: Count


class _Listing(Frozen):
    v: int
    kind: Literal["fairmed.moving"]
    made: Time
    files: Annotated[tuple[_Listed, ...], Field(strict=False)]


def build_move_file(keystore: bytes, studies: Sequence[bytes], *, made_at: datetime) -> bytes:
    """Return the file; MalformedError when it would hold more than such a file may."""
    files = {_KEYSTORE: keystore}
    files |= {_study_name(number): data for number, data in enumerate(studies, start=1)}
    listed = [
        {"name": name, "sha256": canonical.sha256(data), "size": len(data)}
        for name, data in sorted(files.items())
    ]
    about = {"v": VERSION, "kind": "fairmed.moving", "made": stamp(made_at), "files": listed}
    whole = pack_files({**files, LISTING: canonical.dumps(about)})
    check_limits(whole, len(files) + 1, LIMITS)
    return whole


def read_move_file(data: bytes) -> MoveFile:
    """Return what the file holds.

    Raises MalformedError for any other file, ContentAlteredError for one that arrived damaged,
    NewerFormatError for one of a later FairMed.
    """
    try:
        files = unpack_files(data, LIMITS)
        listing = _read_listing(files.pop(LISTING, None))
        _compare(listing, files)
    except NewerFormatError:
        raise
    except VerificationError as error:
        raise type(error)(
            error.sentence,
            next_step="Copy the file ending in .fmmove over once more. Nothing was changed, here "
            "or on the other computer.",
            place=error.place,
        ) from error
    studies = tuple(files[name] for name in sorted(files) if name != _KEYSTORE)
    return MoveFile(files[_KEYSTORE], studies, from_stamp(listing.made))


def _study_name(number: int) -> str:
    return f"study-{number:04d}.fmdb"


def _read_listing(data: bytes | None) -> _Listing:
    if data is None:
        raise MalformedError("This file does not move a signing identity from another computer.")
    claimed = canonical.loads(data)
    version = claimed.get("v")
    if isinstance(version, int) and version > VERSION:
        raise NewerFormatError("The file was written by a later FairMed.")
    return parse(_Listing, claimed)


def _compare(listing: _Listing, files: dict[str, bytes]) -> None:
    listed = {entry.name: (entry.sha256, entry.size) for entry in listing.files}
    wanted = {_KEYSTORE, *(_study_name(number) for number in range(1, len(listed)))}
    if set(listed) != wanted or len(listed) != len(listing.files):
        raise MalformedError("The file lists parts that do not belong in it.")
    found = {name: (canonical.sha256(data), len(data)) for name, data in files.items()}
    if found != listed:
        raise ContentAlteredError("A part of the file is missing or was altered.")
