"""Acting without the superuser's rights, who may write everywhere."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_NOBODY = 65534


@contextmanager
def unprivileged() -> Iterator[Path]:
    """Run the block as an ordinary user, in an empty folder of her own, which is then removed."""
    folder = Path(tempfile.mkdtemp())
    superuser = os.name == "posix" and os.geteuid() == 0
    if superuser:
        os.chown(folder, _NOBODY, -1)
        os.seteuid(_NOBODY)
    try:
        yield folder
    finally:
        if superuser:
            os.seteuid(0)
        folder.chmod(0o700)
        shutil.rmtree(folder)
