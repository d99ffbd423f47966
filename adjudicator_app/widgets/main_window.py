"""The window: one screen at a time, drops, shortcuts, and a close box that loses nothing."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import QFileDialog, QMainWindow, QWidget

from adjudicator_app.widgets.cover import Cover
from adjudicator_app.widgets.icons import window_icon
from adjudicator_app.widgets.key_bindings import CommandKeys
from adjudicator_app.widgets.screen import Focusable, Screen
from adjudicator_app.widgets.screen_stack import ScreenStack

SMALLEST = (640, 480)
FIRST = (1366, 768)
FRAME = (16, 48)  # about what desktops draw around a window


class MainWindow(QMainWindow):
    """Shows screens; knows nothing of what they are about.

    Signals
    -------
    file_dropped, file_chosen
        Path of a file.
    close_wanted
        She wants to leave; `let_go` closes for good.
    open_asked, list_asked, sign_asked, help_asked
        Shortcuts.
    scale_asked
        1 for larger, -1 for smaller, 0 for the usual text size.
    """

    file_dropped = Signal(object)
    close_wanted = Signal()
    open_asked = Signal()
    list_asked = Signal()
    sign_asked = Signal()
    help_asked = Signal()
    scale_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("FairMed")
        self.setWindowIcon(window_icon())
        self.setMinimumSize(*SMALLEST)
        self.resize(*FIRST)
        self.setAcceptDrops(True)
        self._stack = ScreenStack()
        self.setCentralWidget(self._stack)
        self._screens: dict[Screen, QWidget] = {}
        self._may_close = False
        # The review screen goes to the list itself: it keeps what was typed first.
        self._list_keys = CommandKeys("items", self, self.list_asked.emit, window=True)
        asked_for_help = QShortcut(QKeySequence("?"), self)
        asked_for_help.activated.connect(self.help_asked)
        commands = [
            self._list_keys,
            CommandKeys("open", self, self.open_asked.emit, window=True),
            CommandKeys("sign", self, self.sign_asked.emit, window=True),
            CommandKeys("help", self, self.help_asked.emit, window=True),
            asked_for_help,
        ]
        self.cover = Cover(self, self._stack, commands)
        for command, step in (("larger", 1), ("smaller", -1), ("usual", 0)):
            ask = partial(self.scale_asked.emit, step)
            CommandKeys(command, self, ask, window=True, repeat=True)
        # Not every platform has a key of its own for this; the key sheet names one for all.
        CommandKeys("quit", self, self.close, window=True)

    def fit_screen(self) -> None:
        """Fill a screen that is too small for the first size with a frame around it."""
        wanted, room = QSize(*FIRST) + QSize(*FRAME), self.screen().availableSize()
        if wanted.boundedTo(room) != wanted:
            self.setWindowState(self.windowState() | Qt.WindowState.WindowMaximized)

    @property
    def screen_shown(self) -> Screen | None:
        """Which screen is shown."""
        shown = self._stack.currentWidget()
        return next((screen for screen, page in self._screens.items() if page is shown), None)

    def has(self, screen: Screen) -> bool:
        """Whether a screen was added."""
        return screen in self._screens

    def page_of(self, screen: Screen) -> QWidget:
        """Return the page of a screen that was added."""
        return self._screens[screen]

    def add(self, screen: Screen, page: QWidget) -> None:
        """Add a screen."""
        self._screens[screen] = page
        self._stack.addWidget(page)

    def replace(self, screen: Screen, page: QWidget) -> None:
        """Put another page in the place of a screen's, shown if that is shown."""
        before, self._screens[screen] = self._screens[screen], page
        shown = self._stack.currentWidget() is before
        self._stack.addWidget(page)
        if shown:
            self.show_screen(screen)
        self._stack.let_go([before])

    def forget_hidden_screens(self) -> None:
        """Let go of every screen that is not shown; each is made anew when it is shown next."""
        hidden = {s: page for s, page in self._screens.items() if s is not self.screen_shown}
        self._stack.let_go(hidden.values())
        for screen in hidden:
            del self._screens[screen]

    def show_screen(self, screen: Screen) -> None:
        """Show a screen and put the focus where one begins there."""
        page = self._screens[screen]
        if self._stack.currentWidget() is not page:
            self._stack.show_page(page)
        self.refresh_commands()
        if isinstance(page, Focusable):
            page.focus_first()

    def refresh_commands(self) -> None:
        """Leave Ctrl+L to the review screen while that is shown."""
        free = self.screen_shown is not Screen.REVIEW and self.cover.page is None
        self._list_keys.setEnabled(free)

    def come_forward(self) -> None:
        """Stand before all other windows."""
        if self.isMinimized():
            self.showNormal()
        self.raise_()
        self.activateWindow()

    def let_go(self) -> None:
        """Close for good."""
        self._may_close = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask first: what was typed must be in the store before the window goes."""
        if not self._may_close:
            self.close_wanted.emit()
        event.setAccepted(self._may_close)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take one local file."""
        if _dropped(event) is not None and self.cover.page is None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Hand the file on."""
        path = _dropped(event)
        if path is not None:
            event.acceptProposedAction()
            self.file_dropped.emit(path)

    def choose_pack(self, folder: str) -> Path | None:
        """Let her choose a study pack."""
        kinds = self.tr(
            "Study packs, receipts, work from another computer (*.fmpack *.fmreceipt *.fmmove)"
        )
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Open a study pack"), folder, kinds)
        return Path(name) if name else None

    def choose_target(self, title: str, offered: str, kind: str) -> Path | None:
        """Let her choose where a file goes."""
        name, _ = QFileDialog.getSaveFileName(self, title, offered, kind)
        return Path(name) if name else None


def _dropped(event: QDropEvent) -> Path | None:
    urls = event.mimeData().urls()
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    return Path(urls[0].toLocalFile())
