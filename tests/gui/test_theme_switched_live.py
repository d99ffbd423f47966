"""Colours switched while she works, at 250 % text: nothing is cut, lost or left in old colours."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QScrollArea, QTextEdit, QWidget

from adjudicator_app.widgets.colours import contrast
from adjudicator_app.widgets.screen import Screen
from adjudicator_app.widgets.theme import Mode
from tests.helpers.desk import Desk
from tests.helpers.desk_walks import ready_to_sign, two_items
from tests.helpers.half_filled import REASON, type_something

MODES = (Mode.LIGHT, Mode.DARK, Mode.CONTRAST)


def cut(page: QWidget) -> list[str]:
    """The words that stand wider than the widget that shows them, or beside the page."""
    wrong = []
    for widget in page.findChildren(QWidget):
        if not isinstance(widget, QLabel | QAbstractButton) or not widget.isVisible():
            continue
        if widget.visibleRegion().isEmpty() or not widget.text():
            continue
        needed = widget.minimumSizeHint()
        if widget.width() < needed.width() or widget.height() < needed.height():
            wrong.append(f"{type(widget).__name__} {widget.text()!r}")
    sideways = (
        area
        for area in page.findChildren(QScrollArea)
        if area.isVisible() and area.horizontalScrollBar().maximum() > 0
    )
    wrong += [f"{area.accessibleName() or area.objectName()} scrolls sideways" for area in sideways]
    return wrong


def ground(desk: Desk) -> QColor:
    image = desk.window.grab().toImage()
    return image.pixelColor(2, image.height() - 3)


@pytest.fixture
def large(desk):
    def begin(start) -> Desk:
        start(desk, two_items())
        desk.desktop.view_settings.set_scale(250)
        return desk

    return begin


def test_typing_goes_on_under_the_new_colours(large):
    desk = large(type_something)
    field = desk.page.judgement.verdict.reason.field
    field.setFocus()
    for mode in MODES:
        desk.desktop.theme.set_mode(mode)
        colours = desk.desktop.theme.colours
        assert desk.focused is field
        assert desk.window.screen_shown is Screen.REVIEW
        QTest.keyClicks(field, ".")
        assert ground(desk) in (colours.canvas, colours.surface)
        palette = field.palette()
        text, base = palette.color(QPalette.ColorRole.Text), palette.color(QPalette.ColorRole.Base)
        assert contrast(text, base) >= 4.5
        desk.until(lambda: cut(desk.page) == [])
    assert sorted(field.toPlainText()) == sorted(f"{REASON}...")
    assert desk.desktop.to.review.entry.judgement.reason == field.toPlainText()


def test_the_system_s_own_switch_is_followed_and_every_screen_fits(large, qapp, monkeypatch):
    desk = large(ready_to_sign)
    theme = desk.desktop.theme
    for scheme in (Qt.ColorScheme.Dark, Qt.ColorScheme.Light):
        # Offscreen there is no desktop that could switch: what it would answer stands in.
        answers = SimpleNamespace(colorScheme=lambda scheme=scheme: scheme)
        monkeypatch.setattr(theme, "_hints", answers)
        with desk.qtbot.waitSignal(theme.changed):
            qapp.styleHints().colorSchemeChanged.emit(scheme)
        colours = theme.colours
        assert (colours.canvas.lightness() < 128) is (scheme is Qt.ColorScheme.Dark)
        for screen in (Screen.SIGN, Screen.ITEMS, Screen.REVIEW, Screen.WELCOME):
            desk.desktop.go._go(screen)
            desk.until(lambda: cut(desk.page) == [])
            assert ground(desk) in (colours.canvas, colours.surface), screen
            inputs = desk.page.findChildren(QLineEdit) + desk.page.findChildren(QTextEdit)
            for field in (field for field in inputs if field.isVisible()):
                inside = field.grab().toImage().pixelColor(field.width() // 2, 5)
                assert inside in (colours.surface, colours.sunken), (screen, field)
