"""The bar on top of overview and results: the registry, the two pages, the way out."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.layouts import row
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.study_bar import BRIEF, FULL, StudyBar
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme


class RegistryPage(Enum):
    """The two pages."""

    OVERVIEW = "overview"
    RESULTS = "results"


class PageTab(QAbstractButton):
    """The name of a page; the present one is underlined and cannot be left by it."""

    def __init__(self, text: str, *, present: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setCheckable(True)
        self.setChecked(present)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def restyle(self) -> None:
        """Take the size of the present scale."""
        self.updateGeometry()

    def nextCheckState(self) -> None:
        """Stay what it is: it is its page that changes."""

    def sizeHint(self) -> QSize:
        """Return the size of the name and the room around it."""
        self.setFont(theme().font(Type.BODY, Weight.SEMIBOLD))
        width = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(width + theme().px(32), theme().px(56))

    def focus_rect(self) -> QRect:
        """Return where the focus ring belongs: round the name, within the bar."""
        inset = theme().px(10)
        return self.rect().adjusted(4, inset, -4, -inset)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the name, and the line under the present one."""
        painter, colours, px = QPainter(self), theme().colours, theme().px
        present = self.isChecked()
        weight = Weight.SEMIBOLD if present else Weight.MEDIUM
        painter.setFont(theme().font(Type.BODY, weight))
        painter.setPen(colours.text if present or self.underMouse() else colours.text2)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        if present:
            painter.fillRect(0, self.height() - px(4), self.width(), px(4), colours.accent)


class RegistryBar(StudyBar):
    """The bar of overview and results.

    Signals
    -------
    page_asked
        The `RegistryPage` to show.
    close_asked
        Back to the welcome screen.
    """

    page_asked = Signal(object)
    close_asked = Signal()

    def __init__(self, page: RegistryPage, parent: QWidget | None = None) -> None:
        self._verified: Text | None = None
        super().__init__(parent=parent)
        names = {
            RegistryPage.OVERVIEW: self.tr("Overview"),
            RegistryPage.RESULTS: self.tr("Results"),
        }
        self.tabs = {one: PageTab(name, present=one is page) for one, name in names.items()}
        held = QWidget()
        row(held, gap=8).add(*self.tabs.values())
        self._grid.addWidget(held, 0, 1)
        for one, tab in self.tabs.items():
            tab.clicked.connect(lambda _=False, one=one: self.page_asked.emit(one))
        self._verified = Text("", Type.SMALL, Weight.MEDIUM, tone=Tone.TEXT2, wrap=False)
        self._mark = Picture("tick_circle", Tone.OK)
        self.leave = Button(self.tr("Close"), Look.PLAIN, icon="close")
        self.leave.clicked.connect(self.close_asked)
        self._end.insertWidget(1, self._mark)
        self._end.insertWidget(2, self._verified)
        self._end.insertWidget(self._end.indexOf(self.settings), self.leave)
        self._make_room()

    def show_registry(self, title: str, *, verified: str = "", notices: int = 0) -> None:
        """Show the study's title and how its verification went."""
        self.show_study(title)
        icon, tone = ("warning", Tone.WARN) if notices else ("tick_circle", Tone.OK)
        self._mark.show_icon(icon, tone)
        if self._verified is not None:
            self._verified.say(verified)
        self._make_room()

    @property
    def verified(self) -> str:
        """What it says about the verification."""
        return self._verified.text() if self._verified is not None else ""

    def _make_room(self) -> None:
        super()._make_room()
        if self._verified is None:
            return
        shown = self.width() >= theme().px(FULL) and bool(self._verified.text())
        self._verified.setVisible(shown)
        self._mark.setVisible(shown)
        roomy = self.width() >= theme().px(BRIEF)
        close = self.tr("Close")
        self.leave.setText(close if roomy else "")
        self.leave.setAccessibleName(close)
        self.leave.setToolTip("" if roomy else close)
