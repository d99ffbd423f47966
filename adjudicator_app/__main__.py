"""`fairmed-adjudicator`: start the desktop program."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from fairmed_core.words.catalogue import ENGLISH, LANGUAGES

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code."""
    chosen = _parser().parse_args(arguments)
    from adjudicator_app.one_window import OneWindow, Request, Turn
    from adjudicator_app.program import Program
    from adjudicator_app.settings import data_folder
    from adjudicator_app.termination import end_when_told
    from fairmed_core.clock import SystemClock

    qt = Program([sys.argv[0]])
    if chosen.screenshot is not None:
        from adjudicator_app.screenshots import take_pictures

        return take_pictures(qt, chosen.screenshot, language=chosen.language or ENGLISH)
    if chosen.self_test is not None:
        from adjudicator_app.self_test import run_self_test

        return run_self_test(qt, chosen.self_test, data=data_folder(), clock=SystemClock())
    window = OneWindow(data_folder())
    turn = window.take_turn(Request(chosen.pack, chosen.practice))
    if turn is not Turn.SHOW:
        return _tell_no_answer(qt) if turn is Turn.TELL else 0
    from adjudicator_app.app import Desktop

    desktop = Desktop(qt, data=data_folder(), clock=SystemClock())
    desktop.troubles.watch()
    if chosen.language is not None:
        desktop.view_settings.set_language(chosen.language)
    desktop.view_settings.fit_first_window()
    window.asked.connect(desktop.answer)
    qt.aboutToQuit.connect(window.end)
    qt.file_asked.connect(desktop.window.file_dropped)
    end_when_told(qt)
    desktop.start(pack=chosen.pack, practice=chosen.practice)
    desktop.preparing.begin()
    return qt.exec()


def _tell_no_answer(qt: QApplication) -> int:
    from adjudicator_app.settings import data_folder, load_settings
    from adjudicator_app.translation import Speech, system_language
    from adjudicator_app.widgets.dialogs import TroubleDialog
    from adjudicator_app.widgets.theme import Theme

    Theme.install(qt)
    Speech(qt).speak(load_settings(data_folder()).language or system_language())
    TroubleDialog(
        qt.translate("OneWindow", "FairMed is open already, but its window does not answer."),
        qt.translate(
            "OneWindow",
            "Wait a moment and try again, or close that window first. What you entered is kept.",
        ),
        "",
    ).exec()
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fairmed-adjudicator",
        description="Read cases beside the guideline, judge which actions are acceptable, sign.",
        epilog="Example: fairmed-adjudicator study-1.fmpack",
    )
    parser.add_argument(
        "pack",
        nargs="?",
        type=Path,
        help="a study pack to open (.fmpack), or work moved from another computer (.fmmove)",
    )
    parser.add_argument("--practice", action="store_true", help="open the practice study")
    parser.add_argument(
        "--language",
        choices=tuple(LANGUAGES),
        help="show this language, and remember it; at first it is the system's",
    )
    parser.add_argument(
        "--screenshot",
        metavar="DIR",
        type=Path,
        help="walk the practice study and a demo, save each screen as PNG into DIR, and end",
    )
    parser.add_argument(
        "--self-test",
        metavar="DIR",
        type=Path,
        help="check the installation: walk the practice study, write its PDF and a protocol "
        "into DIR, and end with 0, or 1 when a step failed",
    )
    parser.add_argument("--version", action="version", version=f"FairMed {version('fairmed')}")
    return parser


if __name__ == "__main__":
    sys.exit(main())
