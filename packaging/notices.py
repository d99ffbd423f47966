"""What the built program may contain of others, and under which licences.

Read from the metadata of what is installed, so that the list is that of the build, not of a
memory; the licence texts the distributions carry follow in full.

Use: ``python packaging/notices.py FILE``.
"""

import re
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "exports" / "fonts"
CARRIED_EXTRAS = ("app", "report")
TEXT = re.compile(r"(licen[cs]e|copying|notice|authors)[^/]*$", re.IGNORECASE)
HEAD = """FairMed is free software under the GNU General Public License, version 3 or later; the
file LICENSE beside this one holds it. There is no warranty. The source is to be had where you got
this program, for the asking.

This folder also holds Python and libraries from the list below, under licences of their own; some
of them only in part, and some are left out because no screen and no command here needs them.

Qt (PySide6, shiboken6) is used under the GNU Lesser General Public License, version 3. Its
libraries lie in this folder as their makers built them and may be replaced by other builds of the
same version. Their source: https://download.qt.io. QtPdf contains PDFium (BSD-3-Clause).

On Linux the folder carries copies of system libraries of the Debian machine it was built on (glib,
fontconfig, X11, xcb and what these need); Debian publishes their source and their licences.
"""


def carried() -> list[Distribution]:
    """Return the distributions FairMed needs to run, and what those need, by name."""
    found: dict[str, Distribution] = {}
    waiting = _needs(distribution("fairmed"), CARRIED_EXTRAS)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found[name] = distribution(name)
        waiting += _needs(found[name], ())
    return [found[name] for name in sorted(found)]


def _needs(dist: Distribution, extras: tuple[str, ...]) -> list[str]:
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    wanted = []
    for line in dist.requires or ():
        needed = Requirement(line)
        environments = [{"extra": extra} for extra in (*extras, "")]
        if needed.marker is None or any(needed.marker.evaluate(e) for e in environments):
            wanted.append(canonicalize_name(needed.name))
    return wanted


def licence(dist: Distribution) -> str:
    """Return the licence a distribution states, shortest statement first."""
    said = dist.metadata
    stated = said.get("License-Expression") or ""
    classes = [c.split(" :: ")[-1] for c in said.get_all("Classifier") or () if "License" in c]
    field = (said.get("License") or "").strip().splitlines()
    return stated or "; ".join(classes) or (field[0] if field else "see its text below")


def texts(dist: Distribution) -> list[str]:
    """Return the licence texts a distribution carries."""
    files = [f for f in dist.files or () if ".dist-info" in str(f) and TEXT.search(str(f))]
    return [Path(str(f.locate())).read_text("utf-8", "replace").strip() for f in files]


def write_notices(path: Path) -> None:
    """Write list and texts to a file."""
    dists = carried()
    lines = [HEAD, f"Python {sys.version.split()[0]}: PSF-2.0"]
    lines += [f"{d.metadata['Name']} {d.version}: {licence(d)}" for d in dists]
    lines += ["", "Fonts, in _internal/exports/fonts:", (FONTS / "README.txt").read_text("utf-8")]
    for dist in dists:
        for text in texts(dist):
            lines += ["", "=" * 100, f"{dist.metadata['Name']} {dist.version}", "=" * 100, text]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_notices(Path(sys.argv[1]))
