"""`fairmed-adjudicator`: start the desktop program."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code."""
    chosen = _parser().parse_args(arguments)
    from PySide6.QtWidgets import QApplication

    from adjudicator_app.app import Desktop
    from adjudicator_app.settings import data_folder
    from fairmed_core.clock import SystemClock

    qt = QApplication([sys.argv[0]])
    qt.setApplicationName("FairMed")
    qt.setApplicationVersion(version("fairmed"))
    if chosen.screenshot is not None:
        from adjudicator_app.screenshots import take_pictures

        return take_pictures(qt, chosen.screenshot)
    desktop = Desktop(qt, data=data_folder(), clock=SystemClock())
    desktop.troubles.watch()
    desktop.start(pack=chosen.pack, practice=chosen.practice)
    return qt.exec()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fairmed-adjudicator",
        description="Read cases beside the guideline, judge which actions are acceptable, sign.",
        epilog="Example: fairmed-adjudicator study-1.fmpack",
    )
    parser.add_argument("pack", nargs="?", type=Path, help="a study pack to open (.fmpack)")
    parser.add_argument("--practice", action="store_true", help="open the practice study")
    parser.add_argument(
        "--screenshot",
        metavar="DIR",
        type=Path,
        help="walk the practice study and a demo, save each screen as PNG into DIR, and end",
    )
    parser.add_argument("--version", action="version", version=f"FairMed {version('fairmed')}")
    return parser


if __name__ == "__main__":
    sys.exit(main())
