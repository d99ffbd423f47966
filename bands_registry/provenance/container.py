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
# What a local header and the directory both say of a file: version, flags, method, time, date,
# checksum, both sizes, length of its name and of what follows that.
_ABOUT = struct.Struct("<5H3L2H")
_DAY = 0x0021  # 1980-01-01
_ENTRY = struct.Struct("<4sH26sHHHLL")
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
    if not _spelled_alike(files, data):
        raise MalformedError("The file is not written in the one form such a file has.")
    return files


def _spelled_alike(files: Mapping[str, bytes], data: bytes) -> bool:
    """Whether `pack_files` gives exactly these bytes of these files.

    They are compared piece by piece: a large registry is not held in memory once more.
    """
    view, place, directory = memoryview(data), 0, []
    for name in sorted(files):
        content = files[name]
        about = _ABOUT.pack(
            20, 0, 0, 0, _DAY, zlib.crc32(content), *(len(content),) * 2, len(name), 0
        )
        head = _SIGNATURE + about + name.encode()
        directory.append(
            _ENTRY.pack(b"PK\x01\x02", 20, about, 0, 0, 0, 0o600 << 16, place) + name.encode()
        )
        for piece in (head, content):
            if view[place : place + len(piece)] != piece:
                return False
            place += len(piece)
    listing, count = b"".join(directory), len(files)
    end = _END.pack(_END_SIGNATURE, 0, 0, count, count, len(listing), place, 0)
    return view[place:] == listing + end


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
