"""Speed and memory of the analysis core: ``python -m tests.benchmarks.core``.

Every part runs in a process of its own, so that no peak of memory hides another. With
``--libraries PYTHON``, an interpreter that can import wildboottest, arch, statsmodels, scipy and
krippendorff, the same tasks are timed there and the ratios printed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict

PARTS = ("import", "floor", "wild", "powered", "reading", "alpha", "growth", "robustness", "loops")
LIBRARIES = "libraries"


def main() -> None:
    """Run the parts asked for and print their lines."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--libraries", help="interpreter of an environment with the libraries")
    parser.add_argument("--only", nargs="*", choices=[*PARTS, LIBRARIES], help="these parts alone")
    parser.add_argument("--part", choices=[*PARTS, LIBRARIES], help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.part is not None:
        for record in records(chosen.part, chosen.libraries):
            print(json.dumps(record), flush=True)
        return
    parts = chosen.only or [*PARTS, *([LIBRARIES] if chosen.libraries else [])]
    if LIBRARIES in parts and not chosen.libraries:
        parser.error("--only libraries needs --libraries PYTHON")
    for part in parts:
        run(part, chosen.libraries)


def run(part: str, libraries: str | None) -> None:
    """Run one part in its own process and print its lines as they come."""
    command = [sys.executable, "-m", "tests.benchmarks.core", "--part", part]
    command += ["--libraries", libraries] if libraries else []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            print(printed(json.loads(line)), flush=True)
    if process.returncode:
        sys.exit(process.returncode)


def records(part: str, libraries: str | None) -> Iterator[dict[str, object]]:
    """Yield what a part found."""
    # Imported here: the process that starts the others stays small.
    if part in ("loops", LIBRARIES):
        from tests.benchmarks.ratios import beside_libraries, beside_loops

        found = beside_loops() if part == "loops" else beside_libraries(libraries or "")
    else:
        from tests.benchmarks.figures import FIGURES

        found = FIGURES[part]()
    for one in found:
        yield asdict(one)


def printed(record: dict[str, object]) -> str:
    """Return a record as a line."""
    note = f"  [{record['note']}]" if record["note"] else ""
    if "theirs" in record:
        ours, theirs = float(str(record["ours"])), float(str(record["theirs"]))
        least = float(str(record["least"]))
        verdict = "ok" if theirs / ours >= least else "SHORT"
        return (
            f"{verdict:>5}  {record['name']}: {theirs / ours:.1f} × (at least {least:.0f} ×), "
            f"{duration(ours)} beside {duration(theirs)}{note}"
        )
    seconds, limit = float(str(record["seconds"])), record["limit"]
    if limit is None:
        found = duration(seconds) if record["unit"] == "s" else f"{seconds:.2f}"
        return f"       {record['name']}: {found}{note}"
    verdict = "ok" if seconds < float(str(limit)) else "OVER"
    return f"{verdict:>5}  {record['name']}: {duration(seconds)} (limit {limit:g} s){note}"


def duration(seconds: float) -> str:
    """Return a time with three digits."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.3g} µs"
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


if __name__ == "__main__":
    main()
