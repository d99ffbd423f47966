"""Writing a report's folder whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from fairmed_core.errors import UserError

MARK = "report.json"


def write_report_folder(out: Path, files: Mapping[str, bytes]) -> tuple[Path, ...]:
    """Write `files` (by relative name) as the folder `out`; an earlier report there is replaced.

    Raises
    ------
    UserError
        Something stands there that is no report.
    OSError
        The machine refuses; an earlier report is still there then.
    """
    demand_room(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        made.chmod(0o755)
        for name, data in files.items():
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if out.exists():
            shutil.rmtree(out)
        made.rename(out)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return tuple(out / name for name in files)


def demand_room(out: Path) -> None:
    """Return nothing, or raise UserError when `out` is neither free nor an earlier report."""
    if not out.exists():
        return
    if not out.is_dir() or (any(out.iterdir()) and not (out / MARK).exists()):
        raise UserError(
            "Something stands there that is no earlier report; it was left as it is.",
            next_step="Name an empty or a new folder.",
            file=out,
        )
