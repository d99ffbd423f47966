"""The dialogs have the room they need: what fits the window does not scroll, the rest does."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QScrollArea

from adjudicator_app.widgets.dialogs import TroubleDialog
from tests.helpers.room import clipped


@pytest.fixture
def sheets(desk):
    """The program on a window of the usual size."""
    desk.start()
    desk.window.resize(1366, 768)
    yield desk.desktop.view_settings
    if desk.desktop.view_settings.sheet is not None:
        desk.desktop.view_settings.sheet.close()


def hidden_below(sheet) -> int:
    """How much of a sheet's body is reached only by scrolling."""
    (area,) = (area for area in sheet.findChildren(QScrollArea) if area.accessibleName())
    QApplication.sendPostedEvents()  # lays out what is still to be laid out
    return area.verticalScrollBar().maximum()


@pytest.mark.parametrize("shown", ["show_settings", "show_keys"])
def test_at_usual_text_size_nothing_scrolls(desk, sheets, shown):
    getattr(sheets, shown)()
    desk.until(sheets.sheet.isVisible)
    desk.idle()
    assert hidden_below(sheets.sheet) == 0
    assert sheets.sheet.height() <= 768


@pytest.mark.parametrize("shown", ["show_settings", "show_keys"])
def test_at_the_largest_text_the_body_scrolls_and_nothing_is_cut(desk, sheets, shown):
    sheets.set_scale(250)
    getattr(sheets, shown)()
    sheet = sheets.sheet
    desk.until(sheet.isVisible)
    desk.idle()
    assert hidden_below(sheet) > 0
    assert sheet.size().boundedTo(QSize(1366, 768)) == sheet.size()
    assert clipped(sheet) == []


def test_a_sheet_grows_with_the_text_size_chosen_in_it(desk, sheets):
    sheets.show_settings()
    sheets.sheet.scale.choose("125")
    assert hidden_below(sheets.sheet) == 0
    assert clipped(sheets.sheet) == []


def test_a_trouble_shows_its_whole_report(desk, sheets):
    trouble = TroubleDialog("The disk is full.", "Nothing is lost.", "line\n" * 4, desk.window)
    trouble.open()
    trouble.fold.click()
    assert trouble.report.isVisible()
    assert hidden_below(trouble) == 0
    trouble.close()
