"""The window itself: nothing flashes up, nothing is cut, everything has a name."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLineEdit,
    QWidget,
)

from adjudicator_app.widgets.main_window import MainWindow
from adjudicator_app.widgets.queue_cards import QueueList
from adjudicator_app.widgets.screen import Screen
from adjudicator_app.widgets.signing_table import SigningTable
from adjudicator_app.widgets.theme import Mode
from tests.helpers.desk_walks import ready_to_sign, sign, two_items

HERS = (
    Screen.WELCOME,
    Screen.SETUP,
    Screen.ITEMS,
    Screen.REVIEW,
    Screen.FEEDBACK,
    Screen.SIGN,
    Screen.SEND,
)


class Watch(QObject):
    """Notes each widget that becomes a window of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(type(watched).__name__)
        return False


@pytest.fixture
def all_screens(desk):
    """The program with every screen made."""
    ready_to_sign(desk, two_items())
    sign(desk)
    for screen in HERS:
        desk.desktop.go._go(screen)
    desk.idle()
    return desk


def test_no_part_of_a_screen_flashes_up_as_a_window(desk, qapp):
    watch = Watch()
    qapp.installEventFilter(watch)
    desk.start()
    for screen in HERS:
        desk.desktop.go._go(screen)
    desk.idle()
    qapp.removeEventFilter(watch)
    assert watch.shown == [MainWindow.__name__]


def test_every_screen_fits_the_smallest_desktop_at_every_text_size(all_screens):
    too_large = []
    for percent in (100, 150, 250):
        all_screens.desktop.view_settings.set_scale(percent)
        for screen in HERS:
            all_screens.desktop.go._go(screen)
            hint = all_screens.window.minimumSizeHint()
            if hint.width() > 1366 or hint.height() > 768:
                too_large.append((screen, percent, hint))
    assert too_large == []


def test_everything_that_takes_input_has_a_name(all_screens):
    nameless = [
        (screen, control.objectName(), type(control).__name__)
        for screen in HERS
        for kind in (QAbstractButton, QLineEdit, QComboBox, QueueList, SigningTable)
        for control in all_screens.window.page_of(screen).findChildren(kind)
        if not control.isHidden()
        and not (control.accessibleName() or spoken(control))
        and not control.objectName().startswith("qt_")
    ]
    assert nameless == []


def spoken(control: QWidget) -> str:
    return control.text() if isinstance(control, QAbstractButton) else ""


def test_the_theme_is_switched_live_on_every_screen(all_screens):
    theme = all_screens.desktop.theme
    for mode in (Mode.LIGHT, Mode.DARK, Mode.CONTRAST):
        theme.set_mode(mode)
        for screen in HERS:
            all_screens.desktop.go._go(screen)
            ground = all_screens.window.grab().toImage().pixelColor(3, 760)
            assert ground in (theme.colours.canvas, theme.colours.surface)
    theme.set_mode(Mode.SYSTEM)


def test_the_window_comes_back_where_it_stood(desk, qapp, tmp_path):
    desk.start()
    desk.window.resize(1200, 700)
    desk.window.close()
    desk.until(lambda: not desk.window.isVisible())
    kept = (desk.data / "settings.json").read_text()
    assert '"geometry": "01' in kept
    assert QApplication.instance() is qapp


def test_the_first_window_fills_a_screen_too_small_for_it(desk, qapp):
    # The screen of an offscreen run is smaller than the first size.
    assert qapp.primaryScreen().availableSize().width() < 1366
    desk.desktop.view_settings.fit_first_window()
    desk.start()
    assert desk.window.isMaximized()


def test_a_window_that_was_placed_before_stays_as_it_was(desk):
    desk.start()
    desk.window.resize(1200, 700)
    desk.window.close()
    desk.until(lambda: not desk.window.isVisible())
    desk.desktop.view_settings.fit_first_window()
    assert not desk.window.isMaximized()
