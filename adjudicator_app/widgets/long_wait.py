"""A wait that grows long: first the shape of what is to come, then how long it takes and a way out.

Use: ``wait.show_activity("Checking the study pack")``; "" ends it. It emits ``called_off``.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.widgets.buttons import Button
from adjudicator_app.widgets.layouts import column
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.pair import Pair
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, theme

SKELETON_MS, SLOW_MS, SECOND_MS = 300, 2000, 1000
LINES = (0.62, 0.9, 0.74)


class _Skeleton(QWidget):
    """Grey lines where words will stand."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def restyle(self) -> None:
        """Take the size of the present scale."""
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return room for the lines."""
        return QSize(theme().px(160), theme().px(20 * len(LINES) - 8))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines from the reading side."""
        painter, px = QPainter(self), theme().px
        for place, share in enumerate(LINES):
            line = QRectF(0, px(20) * place, self.width() * share, px(12))
            if self.isRightToLeft():
                line.moveRight(self.width())
            draw_box(painter, line, fill=theme().colours.line, radius=4)


class LongWait(QWidget):
    """Hidden while the wait is short.

    Signals
    -------
    called_off
        She does not want to wait any longer.
    """

    called_off = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._activity, self._seconds = "", 0
        self._words = Text("", Type.SMALL)
        self.cancel = Button(self.tr("Cancel"), compact=True)
        self.cancel.hide()
        column(self, gap=12).add(Pair(self._words, self.cancel, least=160), _Skeleton())
        self._soon = QTimer(self, singleShot=True, interval=SKELETON_MS)
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._second = QTimer(self, interval=SECOND_MS)
        self._soon.timeout.connect(self.show)
        self._slow.timeout.connect(self._tell_slow)
        self._second.timeout.connect(self._count)
        self.cancel.clicked.connect(self.called_off)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._words.text()

    def show_activity(self, activity: str) -> None:
        """Say what is going on from now; "" when it is over."""
        if activity == self._activity:
            return
        self._activity = activity
        for timer in (self._soon, self._slow, self._second):
            timer.stop()
        self.cancel.hide()
        self.hide()
        self._words.say(activity)
        if activity:
            self._soon.start()
            self._slow.start()

    def _tell_slow(self) -> None:
        self._seconds = SLOW_MS // SECOND_MS
        self.cancel.show()
        self._tell()
        self._second.start()

    def _count(self) -> None:
        self._seconds += 1
        self._tell()

    def _tell(self) -> None:
        words = self.tr("{activity}, {seconds} s so far")
        self._words.say(words.format(activity=self._activity, seconds=self._seconds))
