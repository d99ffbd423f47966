"""Files as bytes or strict UTF-8 text, plain or gzipped; every failure says what to do."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from dataclasses import dataclass
from pathlib import Path

from fairmed_core.errors import HostError, UserError


@dataclass(frozen=True)
class InputFile:
    """A file that was read: its name (never its folder on this machine) and its SHA-256."""

    name: str
    sha256: str


@dataclass(frozen=True)
class Content:
    """The content of a file, unpacked, with what it is called in reports."""

    path: Path
    data: bytes
    file: InputFile

    def text(self) -> str:
        """Return the content as UTF-8 text without a byte order mark."""
        try:
            return self.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            raise UserError(
                "The file is not UTF-8 text.",
                next_step="Save it again as UTF-8 (in a spreadsheet: “CSV UTF-8”).",
                file=self.path,
                place=f"line {line}",
            ) from error


def read_content(path: Path, *, name: str | None = None) -> Content:
    """Return the content of a plain or gzipped file; `name` is what reports call it."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError as error:
        raise UserError("There is no such file.", next_step="Check the path.", file=path) from error
    except IsADirectoryError as error:
        raise UserError(
            "A folder stands where a file is expected.",
            next_step="Name the file itself.",
            file=path,
        ) from error
    except OSError as error:
        raise HostError(
            f"The file cannot be read ({error.strerror}).",
            next_step="Check its permissions and the disk.",
            file=path,
        ) from error
    data = _unpacked(raw, path) if path.suffix == ".gz" else raw
    if not data.strip():
        raise UserError("The file is empty.", next_step="Export it again.", file=path)
    digest = hashlib.sha256(raw).hexdigest()
    return Content(path, data, InputFile(name or path.name, digest))


def bare_suffix(path: Path) -> str:
    """Return the suffix below `.gz`, lower case: ".json", ".csv", ".parquet"."""
    inner = path.with_suffix("") if path.suffix == ".gz" else path
    return inner.suffix.lower()


def _unpacked(raw: bytes, path: Path) -> bytes:
    try:
        return gzip.decompress(raw)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise UserError(
            "The file is not a whole gzip file.",
            next_step="Download or compress it again.",
            file=path,
        ) from error
