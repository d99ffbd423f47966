"""Reading with a limit and writing whole: a file is there complete, or not at all."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path

from fairmed_core.errors import HostError, UserError

_REASONS = {
    errno.ENOSPC: ("The disk is full.", "Free some space and try again; nothing was lost."),
    errno.EDQUOT: ("Your disk quota is used up.", "Free some space and try again."),
    errno.EROFS: ("The folder is read-only.", "Choose a folder you can write to."),
    errno.EACCES: ("There is no permission.", "Choose a file or folder you may use."),
    errno.EPERM: ("There is no permission.", "Choose a file or folder you may use."),
}


def host_error(error: OSError, path: Path) -> HostError:
    """Return the error to show when the machine refuses to read or write `path`."""
    sentence, step = _REASONS.get(
        error.errno or 0,
        (f"The file could not be used ({error.strerror or error}).", "Check the disk."),
    )
    return HostError(sentence, next_step=step, file=path)


def starts_with(path: Path, prefix: bytes) -> bool:
    """Whether a file begins with these bytes; raises like `read_file`."""
    return _read(path, limit=None, length=len(prefix)) == prefix


def read_file(path: Path, *, limit: int) -> bytes:
    """Return the bytes of a file; UserError when it is missing, no file, or beyond `limit`."""
    return _read(path, limit=limit, length=-1)


def _read(path: Path, *, limit: int | None, length: int) -> bytes:
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            kind = "a folder" if stat.S_ISDIR(found.st_mode) else "not an ordinary file"
            raise UserError(f"This is {kind}.", next_step="Name the file itself.", file=path)
        if limit is not None and found.st_size > limit:
            raise UserError(
                f"The file is larger than {limit // 2**20} MB, more than such a file may be.",
                next_step="Check that it is the right file.",
                file=path,
            )
        with path.open("rb") as stream:
            return stream.read(length)
    except FileNotFoundError as error:
        raise UserError(
            "There is no such file.", next_step="Check its name and folder.", file=path
        ) from error
    except OSError as error:
        raise host_error(error, path) from error


def write_new(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file that must not exist yet; UserError when it does, HostError when it cannot be.

    `private` keeps everyone but its owner from reading it.
    """
    if path.exists():
        raise UserError(
            "There is already a file of this name; it was left as it is.",
            next_step="Choose another name.",
            file=path,
        )
    _write(path, data, mode=0o600 if private else 0o644)


def write_once(path: Path, data: bytes) -> None:
    """Write a file that must not exist yet, unless it holds these very bytes already."""
    try:
        same = path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError as error:
        raise host_error(error, path) from error
    if not same:
        write_new(path, data)


def write_replacing(path: Path, data: bytes) -> None:
    """Write a file, taking the place of an earlier one only once the new one is whole."""
    _write(path, data, mode=0o644)


def _write(path: Path, data: bytes, *, mode: int) -> None:
    temporary: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(mode)
        temporary.replace(path)
        temporary = None
        sync_folder(path.parent)
    except FileNotFoundError as error:
        raise UserError(
            "The folder does not exist.", next_step="Create it or choose another.", file=path
        ) from error
    except OSError as error:
        raise host_error(error, path) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Have the disk keep the names in a folder as they are now."""
    # Without this a power cut can undo the renaming; Windows has no such call and needs none.
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
