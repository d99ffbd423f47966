"""Every way out keeps what was typed; what went wrong is told without telling on anybody."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.presenters.crash import crash_report
from adjudicator_app.services import ClinicianServices
from adjudicator_app.widgets.dialogs import TroubleDialog, UnsavedDialog
from adjudicator_app.widgets.main_window import Screen
from bands_registry.services.resume_study import resume_study
from bands_registry.services.review_item import review_item
from bands_registry.services.unlock_identity import unlock_identity
from fairmed_core.domain.verdict import VerdictKind
from fairmed_core.errors import HostError
from tests.helpers.desk import PASSPHRASE, Desk
from tests.helpers.desk_walks import open_study, two_items

REASON = "Both sources accept a visit within a month."


def type_something(desk: Desk) -> str:
    """Open the first item, amend it, and type a reason; return the item."""
    open_study(desk, two_items())
    item_id = desk.desktop.to.items.items[0].item_id
    desk.desktop.to.items.open_item(item_id)
    desk.until_screen(Screen.REVIEW)
    desk.until(lambda: desk.desktop.to.review.view is not None)
    desk.desktop.to.review.entry.choose_verdict(VerdictKind.AMEND)
    reason = desk.page.judgement.verdict.reason.field
    reason.setFocus()
    QTest.keyClicks(reason, REASON)
    return item_id


def kept(desk: Desk, item_id: str):
    """What the store holds, read by another sitting after the program has let go of it."""
    store = next(desk.data.glob("studies/*.fmdb"))
    identity = unlock_identity(desk.data / "keystore.fmkey", PASSPHRASE)
    with resume_study(store, identity=identity, clock=desk.clock) as session:
        return review_item(session, item_id).judgement


def test_the_close_box_keeps_the_last_keystroke(desk):
    item_id = type_something(desk)
    desk.window.close()
    desk.until(lambda: not desk.window.isVisible())
    desk.desktop.leaving.end()
    assert kept(desk, item_id).reason == REASON


def test_going_back_to_the_welcome_screen_keeps_the_last_keystroke(desk):
    item_id = type_something(desk)
    desk.desktop.leaving.close_study(desk.desktop.go.show_welcome)
    desk.until_screen(Screen.WELCOME)
    assert kept(desk, item_id).reason == REASON


def test_logging_out_keeps_the_last_keystroke(desk, qapp):
    item_id = type_something(desk)
    desk.desktop.leaving.keep_everything()
    assert not desk.desktop.tasks.closed
    desk.desktop.leaving.end()
    assert kept(desk, item_id).reason == REASON


def test_the_end_of_the_program_keeps_the_last_keystroke(desk):
    item_id = type_something(desk)
    desk.desktop.leaving.end()
    desk.desktop.leaving.end()
    assert kept(desk, item_id).reason == REASON
    assert "fairmed-services" not in {thread.name for thread in threading.enumerate()}


def test_a_window_left_over_after_the_end_can_be_closed(desk):
    desk.start()
    desk.desktop.leaving.end()
    desk.window.close()
    assert not desk.window.isVisible()


def test_opening_another_pack_keeps_the_last_keystroke(desk):
    item_id = type_something(desk)
    desk.chosen = desk.pack(two_items())
    desk.window.open_asked.emit()
    desk.until_screen(Screen.SETUP)
    assert desk.desktop.go.session is None
    assert kept(desk, item_id).reason == REASON


@pytest.mark.parametrize("stays", [True, False])
def test_what_cannot_be_saved_is_told_before_leaving(desk, monkeypatch, stays):
    disk_full = threading.Event()
    keep = ClinicianServices.save_draft

    def keep_unless_full(*draft: object) -> object:
        if disk_full.is_set():
            raise HostError("The disk is full.", next_step="Free some space, then try again.")
        return keep(*draft)

    monkeypatch.setattr(ClinicianServices, "save_draft", keep_unless_full)
    type_something(desk)
    desk.until(lambda: not desk.desktop.to.review.unsaved)
    disk_full.set()
    answers = {True: UnsavedDialog.DialogCode.Rejected, False: UnsavedDialog.DialogCode.Accepted}
    asked: list[UnsavedDialog] = []

    def answer(dialog: UnsavedDialog) -> UnsavedDialog.DialogCode:
        asked.append(dialog)
        return answers[stays]

    monkeypatch.setattr(UnsavedDialog, "exec", answer)
    desk.desktop.to.review.entry.set_reason("something else")
    desk.window.close()
    desk.until(lambda: bool(asked))
    if stays:
        assert desk.window.isVisible()
        assert desk.desktop.to.review.entry.judgement.reason == "something else"
    else:
        desk.until(lambda: not desk.window.isVisible())


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
