"""What went wrong is told without telling on anybody; the sheets of keys and settings."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.presenters.crash import crash_report
from adjudicator_app.widgets.dialogs import TroubleDialog
from bands_registry.provenance.files import host_error
from tests.helpers.desk_walks import open_study, two_items
from tests.helpers.registry_walks import words_of


def test_an_unexpected_error_is_told_with_a_report_that_tells_on_nobody(desk):
    desk.start()

    def fail() -> None:
        raise ValueError("Ada Muster, chest pressure for two hours")

    desk.desktop.tasks.run(fail)
    desk.until(lambda: desk.desktop.troubles.dialog is not None)
    dialog = desk.desktop.troubles.dialog
    assert isinstance(dialog, TroubleDialog)
    report = dialog.report.toPlainText()
    assert "ValueError" in report
    assert "in fail" in report
    for secret in ("Muster", "chest", str(Path.home()), str(desk.folder)):
        assert secret not in report
    assert not dialog.report.isVisible()
    dialog.fold.click()
    assert dialog.report.isVisible()
    dialog.close_button.click()


def test_what_the_machine_refuses_is_told_as_that(desk):
    desk.start()

    def fill_the_disk() -> None:
        try:
            raise OSError(errno.ENOSPC, "No space left on device")
        except OSError as error:
            raise host_error(error, desk.data) from error

    desk.desktop.tasks.run(fill_the_disk, failed=desk.desktop.go.failed.emit)
    desk.until(lambda: desk.desktop.troubles.dialog is not None)
    dialog = desk.desktop.troubles.dialog
    assert "The disk is full." in words_of(dialog)
    assert "Free some space" in words_of(dialog)
    dialog.close_button.click()


def test_a_report_names_causes_and_places_inside_the_program():
    def inner() -> None:
        raise KeyError("name of a patient")

    try:
        try:
            inner()
        except KeyError as error:
            raise RuntimeError("while doing something") from error
    except RuntimeError as error:
        report = crash_report(error)
    lines = report.splitlines()
    assert lines[0].startswith("FairMed ")
    assert lines.index("builtins.KeyError") < lines.index("builtins.RuntimeError")
    assert "name of a patient" not in report
    assert "while doing something" not in report


def test_the_shortcut_sheets_open_and_letters_stay_text(desk):
    open_study(desk, two_items())
    QTest.keyClick(desk.window, Qt.Key.Key_F1)
    desk.until(lambda: desk.desktop.view_settings.sheet is not None)
    desk.desktop.view_settings.sheet.accept()
    desk.desktop.view_settings.show_settings()
    sheet = desk.desktop.view_settings.sheet
    sheet.scale.choose("150")
    assert desk.desktop.theme.text_scale == 1.5
    sheet.accept()
    QTest.keyClick(desk.window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert desk.desktop.theme.text_scale == 1.0


def test_the_first_window_loads_nothing_heavy(tmp_path):
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from PySide6.QtWidgets import QApplication\n"
        "from adjudicator_app.app import Desktop\n"
        "from fairmed_core.clock import SystemClock\n"
        "qt = QApplication([])\n"
        f"desktop = Desktop(qt, data=Path({str(tmp_path)!r}), clock=SystemClock())\n"
        "desktop.start()\n"
        "loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "heavy = loaded & {'scipy', 'pandas', 'pyhanko', 'matplotlib', 'reportlab'}\n"
        "desktop.leaving.end()\n"
        "assert desktop.window.isVisible()\n"
        "print(','.join(sorted(heavy)))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).resolve().parents[2],
        timeout=60,
    )
    assert run.stdout.strip() == ""
