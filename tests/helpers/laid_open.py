"""All that a searcher finds in a file: packed, encoded, compressed or drawn."""

from __future__ import annotations

import base64
import io
import re
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from pypdf import PdfReader

_PAYLOAD = re.compile(rb'"payload"\s*:\s*"([A-Za-z0-9+/=]+)"')


def laid_open(source: Path | bytes) -> str:
    """Return the text of a file with everything in it unpacked, decoded and decompressed."""
    if isinstance(source, Path) and source.suffix == ".fmdb":
        return "\n".join(_of_database(source))
    data = source.read_bytes() if isinstance(source, Path) else source
    return "\n".join(_of_bytes(data))


def everything_in(pdf: bytes) -> str:
    """All that a searcher finds: raw bytes, strings decoded, streams, pages as text."""
    reader = PdfReader(io.BytesIO(pdf))
    found = [pdf.decode("latin-1")]
    found += [page.extract_text() for page in reader.pages]
    found += [str(value) for value in (reader.metadata or {}).values()]
    for number in range(1, len(reader.xref[0]) + 1 if 0 in reader.xref else 1):
        value = reader.get_object(number)
        found.append(str(value))
        if hasattr(value, "get_data"):
            found.append(value.get_data().decode("utf-8", "replace"))
    found += [data[0].decode() for data in reader.attachments.values()]
    return "\n".join(found)


def _of_bytes(data: bytes) -> Iterator[str]:
    yield data.decode("utf-8", "replace")
    for payload in _PAYLOAD.findall(data):
        yield base64.b64decode(payload).decode("utf-8", "replace")
    if data.startswith(b"%PDF"):
        text = everything_in(data)
        yield text
        for payload in _PAYLOAD.findall(text.encode()):
            yield base64.b64decode(payload).decode("utf-8", "replace")
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            for name in packed.namelist():
                yield name
                yield from _of_bytes(packed.read(name))


def _of_database(path: Path) -> Iterator[str]:
    with closing(sqlite3.connect(path)) as store:
        tables = [name for (name,) in store.execute("SELECT name FROM sqlite_master")]
        for table in tables:
            try:
                rows = store.execute(f'SELECT * FROM "{table}"').fetchall()
            except sqlite3.OperationalError:
                # An index or trigger is listed too, and holds nothing of its own.
                continue
            for row in rows:
                for value in row:
                    yield from _of_bytes(value if isinstance(value, bytes) else str(value).encode())
