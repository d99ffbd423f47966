"""The focus ring: 2 px wide, 2 px off whatever control has the focus, drawn above its neighbours.

One ring exists per application. It lives in the innermost scrolled content (or the window), so it
scrolls and is clipped with its control. A widget may give ``focus_rect()`` (in its own
coordinates) when the ring belongs around a part of it; containers and pages get none.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QLineEdit,
    QScrollArea,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.theme import theme

WIDTH = GAP = 2
RINGED = (QAbstractButton, QLineEdit, QTextEdit, QComboBox, QAbstractItemView)
MOVES = frozenset(
    {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide,
     QEvent.Type.ParentChange, QEvent.Type.LayoutRequest}
)  # fmt: skip


class FocusRing(QWidget):
    """The overlay itself; never takes mouse or focus."""

    def __init__(self, around: QRect, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.place(around)

    def place(self, around: QRect) -> None:
        """Lie around `around`, given in the parent's coordinates."""
        out = theme().px(WIDTH + GAP)
        self.setGeometry(around.adjusted(-out, -out, out, out))
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ring."""
        draw_box(
            QPainter(self), self.rect(), edge=theme().colours.focus, width=WIDTH, radius=6 + GAP
        )


class FocusRings(QObject):
    """Keeps the ring on the widget that has the focus; ``FocusRings.install(app)`` once."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._ring: FocusRing | None = None
        self._target: QWidget | None = None
        self._watched: list[QWidget] = []
        app.focusChanged.connect(self._focus_moved)

    @classmethod
    def install(cls, app: QApplication) -> FocusRings:
        """Return the application's ring keeper, made on first use."""
        found = app.findChild(cls)
        return found if isinstance(found, FocusRings) else cls(app)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the target when it or one of its ancestors moves."""
        if event.type() in MOVES:
            self._place()
        return False

    def _focus_moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        self._release()
        if new is None or not (isinstance(new, RINGED) or hasattr(new, "focus_rect")):
            return
        self._target = new
        home = _home(new)
        step: QWidget | None = new
        while step is not None and step is not home:
            self._watched.append(step)
            step.installEventFilter(self)
            step = step.parentWidget()
        self._ring = FocusRing(QRect(), home)
        self._place()

    def _place(self) -> None:
        ring, target = self._ring, self._target
        if ring is None or target is None or not (isValid(ring) and isValid(target)):
            return
        home = ring.parentWidget()
        own = getattr(target, "focus_rect", target.rect)()
        if home is None or own.isEmpty() or not target.isVisible() or not home.isAncestorOf(target):
            ring.hide()
            return
        ring.place(QRect(target.mapTo(home, own.topLeft()), own.size()))

    def _release(self) -> None:
        # A page may have gone with all that is in it, the ring included.
        for widget in self._watched:
            if isValid(widget):
                widget.removeEventFilter(self)
        if self._ring is not None and isValid(self._ring):
            self._ring.hide()
            self._ring.deleteLater()
        self._watched, self._target, self._ring = [], None, None


def _home(widget: QWidget) -> QWidget:
    step = widget.parentWidget()
    while step is not None and not step.isWindow():
        viewport = step.parentWidget()
        area = viewport.parentWidget() if viewport is not None else None
        if isinstance(area, QScrollArea) and area.widget() is step:
            return step
        if isinstance(step, QAbstractScrollArea) and not isinstance(step, QScrollArea):
            return step.viewport()
        step = viewport
    return widget.window()
