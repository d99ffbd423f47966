"""Speed of the desktop program: ``python -m tests.benchmarks.app``.

Every part runs the whole program offscreen, with real stores and signatures, in a process of its
own. What a part measured and how stands behind each figure.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from dataclasses import asdict

from tests.benchmarks.core import printed

PARTS = ("window", "items", "pack", "stalls", "overview")


def main() -> None:
    """Run the parts asked for and print their lines."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", choices=PARTS, help="these parts alone")
    parser.add_argument("--part", choices=PARTS, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.part is not None:
        # Imported here: the process that starts the others stays small.
        from tests.benchmarks.app_figures import FIGURES

        for found in FIGURES[chosen.part]():
            print(json.dumps(asdict(found)), flush=True)
        return
    for part in chosen.only or PARTS:
        run(part)


def run(part: str) -> None:
    """Run one part in its own process and print its lines as they come."""
    command = [sys.executable, "-m", "tests.benchmarks.app", "--part", part]
    offscreen = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=offscreen) as process:
        for line in process.stdout or ():
            print(printed(json.loads(line)), flush=True)
    if process.returncode:
        sys.exit(process.returncode)


if __name__ == "__main__":
    main()
