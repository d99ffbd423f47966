"""The container of every file that travels: a ZIP with exactly one spelling.

Stored, not compressed; fixed dates; flat names in sorted order. The reader refuses all else and,
last, packs what it read again and compares the bytes.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from bands_registry.provenance.errors import ContentAlteredError, MalformedError

NAME = re.compile(r"^[a-z0-9][a-z0-9._-]{0,119}$")
_DATE = (1980, 1, 1, 0, 0, 0)
_LOCAL_HEADER = 30
_SIGNATURE = b"PK\x03\x04"
# The record at the very end of a ZIP: signature, disks and counts, size and start of the directory.
_END = struct.Struct("<4s4H2LH")
_END_SIGNATURE = b"PK\x05\x06"
_ZIP64_LOCATOR = (b"PK\x06\x07", 20)
_LONGEST_ENTRY = 46 + 120
_NO_CONTAINER = "This is not a FairMed file, or it is incomplete."


@dataclass(frozen=True)
class Limits:
    """How much a container may hold."""

    entries: int
    size: int


STANDARD = Limits(entries=64, size=64 * 2**20)
REGISTRY = Limits(entries=4096, size=2**30)


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """Return the container of these files; the same files always give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            if not NAME.fullmatch(name):
                raise MalformedError(f"{name!r} cannot be the name of a file in a container.")
            entry = zipfile.ZipInfo(name, _DATE)
            entry.create_system = 0
            entry.external_attr = 0o600 << 16
            archive.writestr(entry, files[name])
    return buffer.getvalue()


def unpack_files(data: bytes, limits: Limits = STANDARD) -> dict[str, bytes]:
    """Return the files of a container.

    Raises
    ------
    MalformedError
        It is no such container: truncated, compressed, doubled or odd names, too much in it.
    ContentAlteredError
        A file's bytes do not fit the checksum written beside them.
    """
    check_limits(data, 0, limits)
    _check_directory(data, limits)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, struct.error) as error:
        raise MalformedError(_NO_CONTAINER) from error
    check_limits(data, len(entries), limits)
    _check_entries(entries)
    files = {entry.filename: _content(data, entry) for entry in entries}
    if pack_files(files) != data:
        raise MalformedError("The file is not written in the one form such a file has.")
    return files


def check_limits(data: bytes, entries: int, limits: Limits) -> None:
    """Return nothing, or raise MalformedError when the file is larger than it may be."""
    if len(data) > limits.size:
        raise MalformedError(f"The file is larger than {limits.size // 2**20} MB.")
    if entries > limits.entries:
        raise MalformedError(f"The file holds more than {limits.entries} parts.")


def _check_directory(data: bytes, limits: Limits) -> None:
    # The library reads as many entries as the directory is long, so its length is bounded first.
    if len(data) < _END.size:
        raise MalformedError(_NO_CONTAINER)
    signature, *_, size, _start, comment = _END.unpack(data[-_END.size :])
    if signature != _END_SIGNATURE or comment:
        raise MalformedError(_NO_CONTAINER)
    marker, length = _ZIP64_LOCATOR
    if data[-_END.size - length :].startswith(marker):
        raise MalformedError("The file is not written in the one form such a file has.")
    if size > limits.entries * _LONGEST_ENTRY:
        raise MalformedError(f"The file holds more than {limits.entries} parts.")


def _check_entries(entries: list[zipfile.ZipInfo]) -> None:
    names = [entry.filename for entry in entries]
    if len(set(names)) != len(names):
        raise MalformedError("The file holds two parts of the same name.")
    for entry in entries:
        if not NAME.fullmatch(entry.orig_filename):
            raise MalformedError("A part of the file has a name that is not allowed.")
        if entry.compress_type != zipfile.ZIP_STORED or entry.file_size != entry.compress_size:
            raise MalformedError("A part of the file is compressed.")
        if entry.flag_bits:
            raise MalformedError("A part of the file is encrypted or written in another way.")


def _content(data: bytes, entry: zipfile.ZipInfo) -> bytes:
    start = entry.header_offset + _LOCAL_HEADER + len(entry.filename)
    end = start + entry.file_size
    if data[entry.header_offset : entry.header_offset + 4] != _SIGNATURE or end > len(data):
        raise MalformedError(_NO_CONTAINER)
    content = data[start:end]
    if zlib.crc32(content) != entry.CRC:
        raise ContentAlteredError("A part of the file was altered.", place=entry.filename)
    return content
