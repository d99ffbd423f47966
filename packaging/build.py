"""Build the program's folder with PyInstaller and say how large it became and why.

Use: ``python packaging/build.py``.

Runs on Linux, Windows and macOS, each for itself; leaves dist/FairMed (on macOS also
dist/FairMed.app). Needs the packages of the extras app, report and package.
"""

import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from icons import LOGO, write_icons
from notices import write_notices

ROOT = Path(__file__).resolve().parent.parent
MADE, DIST = ROOT / "build" / "package", ROOT / "dist"
LIMIT_MB = 400
SHOWN = 14


def megabytes(path: Path) -> float:
    """Return the size of a file or of all in a folder; links count nothing."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(f.stat().st_size for f in files if f.is_file() and not f.is_symlink()) / 1e6


def biggest(folder: Path) -> list[tuple[str, float]]:
    """Return the parts of a built folder by size, libraries with the package they came with."""
    sizes: Counter[str] = Counter()
    inside = folder / "_internal"
    for path in [*folder.iterdir(), *inside.iterdir()]:
        if path != inside:
            name = path.name.removesuffix(".libs") if path.is_dir() else path.name
            loose = path.parent == inside and path.is_file()
            sizes["system libraries and Python" if loose else name] += megabytes(path)
    return sizes.most_common(SHOWN)


def add_desktop_files(folder: Path) -> None:
    """Put menu entry, file types, icons and the script that installs them beside the programs."""
    if not sys.platform.startswith("linux"):
        return
    linux, share = ROOT / "packaging" / "linux", folder / "share"
    shutil.copytree(MADE / "icons" / "hicolor", share / "icons" / "hicolor")
    scalable = share / "icons" / "hicolor" / "scalable" / "apps"
    scalable.mkdir(parents=True)
    shutil.copy(LOGO, scalable / "fairmed-adjudicator.svg")
    for name in ("fairmed-adjudicator.desktop", "fairmed.xml"):
        shutil.copy(linux / name, share / name)
    shutil.copy(linux / "install-for-me.sh", folder / "install-for-me.sh")


def strip_debugging(folder: Path) -> None:
    """Drop what only a debugger reads from Python and its extension modules (Linux alone).

    Libraries that wheels bring along in folders of their own stay as they came: some were given
    a new layout that `strip` does not keep.
    """
    if not sys.platform.startswith("linux") or shutil.which("strip") is None:
        return
    inside = folder / "_internal"
    for path in [*inside.glob("libpython*"), *inside.rglob("*.cpython-*.so")]:
        if not path.is_symlink():
            subprocess.run(("strip", "--strip-debug", str(path)), check=True)


def main() -> None:
    """Make what the recipe needs, run it, and print the sizes; end with 1 when too large."""
    write_icons(MADE / "icons")
    write_notices(MADE / "third-party-notices.txt")
    recipe = (sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR")
    places = ("--distpath", str(DIST), "--workpath", str(MADE / "work"))
    recipe = (*recipe, *places, str(ROOT / "packaging" / "fairmed.spec"))
    if subprocess.run(recipe, cwd=ROOT, check=False).returncode != 0:
        raise SystemExit("build: PyInstaller stopped; its last lines say why.")
    folder = DIST / "FairMed"
    strip_debugging(folder)
    add_desktop_files(folder)
    total = megabytes(folder)
    print(f"{total:6.0f} MB  {folder.relative_to(ROOT)}, of which")
    for name, size in biggest(folder):
        print(f"{size:6.1f} MB  {name}")
    if total > LIMIT_MB:
        raise SystemExit(f"build: more than {LIMIT_MB} MB; see packaging/pruning.py.")


if __name__ == "__main__":
    main()
