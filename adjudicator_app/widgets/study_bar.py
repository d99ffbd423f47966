"""The bar on top: name, study, where one stands, what is saved, settings and help."""

from __future__ import annotations

from datetime import datetime
from enum import IntEnum

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from adjudicator_app.presenters.queue import QueuePresenter
from adjudicator_app.presenters.review import ReviewPresenter
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Divider
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.disc import Along, Disc
from adjudicator_app.widgets.layouts import STRETCH, row
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.practice_mark import PracticeMark
from adjudicator_app.widgets.saved_note import SavedNote, Saving
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme

# Widths at 100 % under which the study's title, and then all names, leave the bar.
FULL, BRIEF = 1100, 760


class Stage(IntEnum):
    """The three parts of a study."""

    JUDGE = 0
    SIGN = 1
    SEND = 2


class StageTrail(QWidget):
    """Judge, check and sign, send: which is present, which is done."""

    def __init__(self, stage: Stage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = (self.tr("Judge"), self.tr("Check and sign"), self.tr("Send"))
        line = row(self, gap=8)
        self._steps: list[tuple[Disc, Text]] = []
        for number, name in enumerate(self._names, start=1):
            disc, text = Disc(number, Along.LATER, size=20), Text(name, Type.SMALL, wrap=False)
            if number > 1:
                line.add(_Rail())
            line.add(disc, text)
            self._steps.append((disc, text))
        self._show_stage(stage)

    def show_names(self, *, wide: bool) -> None:
        """Show the names of all parts, or none where there is no room."""
        for _, text in self._steps:
            text.setVisible(wide)

    def _show_stage(self, stage: Stage) -> None:
        for position, (disc, text) in enumerate(self._steps):
            present = position == stage
            along = Along.PRESENT if present else Along.DONE if position < stage else Along.LATER
            disc.show_along(along)
            text.set_weight(Weight.SEMIBOLD if present else Weight.REGULAR)
            text.set_tone(Tone.TEXT if present else Tone.TEXT2)
        self.setAccessibleName(
            self.tr("Part {number} of 3: {name}").format(number=stage + 1, name=self._names[stage])
        )


class _Rail(QWidget):
    """The short line between two parts."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def restyle(self) -> None:
        """Take the size of the present scale."""
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the length of the line and its gaps."""
        return QSize(theme().px(32), 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line."""
        QPainter(self).fillRect(self.rect(), theme().colours.strong)


class StudyBar(QWidget):
    """The bar of every screen but welcome and review.

    Signals
    -------
    settings_asked, help_asked
        The buttons at the end.
    """

    settings_asked = Signal()
    help_asked = Signal()

    def __init__(self, stage: Stage | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAutoFillBackground(False)
        self._review: ReviewPresenter | None = None
        self._items: QueuePresenter | None = None
        # What is in the bar takes its size after the bar itself.
        self._settle = QTimer(self, singleShot=True, interval=0)
        self._settle.timeout.connect(self._make_room)
        self._title = Text(kind=Type.SMALL, tone=Tone.TEXT2, wrap=False)
        self._practice = PracticeMark()
        self._practice.hide()
        self.trail = StageTrail(stage) if stage is not None else None
        self._saved = SavedNote()
        self._saved_divider = _BarDivider()
        self.settings = Button(self.tr("Settings"), Look.PLAIN, icon="sliders")
        self.help = Button(self.tr("Help"), Look.PLAIN, icon="help")
        self.settings.clicked.connect(self.settings_asked)
        self.help.clicked.connect(self.help_asked)
        self._lay_out()
        self.show_saved(Saving.NOTHING_YET)

    def _lay_out(self) -> None:
        self._name = Text("FairMed", Type.HEAD, Weight.SEMIBOLD, wrap=False)
        self._title_divider = _BarDivider()
        named = row(gap=10).add(Picture("logo", size=28), self._name)
        start = row(gap=16).add(named, self._title_divider, self._title, self._practice, STRETCH)
        self._end = row(gap=8).add(STRETCH, self._saved, self._saved_divider)
        self._end.add(self.settings, self.help)
        self._inner = (named, start, self._end)
        # Three columns, the outer two equal, keep the parts in the middle of the window.
        self._grid = QGridLayout(self)
        self._grid.addLayout(start, 0, 0)
        if self.trail is not None:
            self._grid.addWidget(self.trail, 0, 1)
        self._grid.addLayout(self._end, 0, 2)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(2, 1)
        self.restyle()

    def restyle(self) -> None:
        """Take the sizes of the present scale."""
        self._grid.setContentsMargins(theme().px(16), 0, theme().px(10), 0)
        self._grid.setHorizontalSpacing(theme().px(16))
        self.setFixedHeight(theme().px(56))
        self._settle.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out the less needed where there is no room."""
        super().resizeEvent(event)
        self._make_room()

    def minimumSizeHint(self) -> QSize:
        """The bar is never what keeps a window wide."""
        return QSize(theme().px(200), theme().px(56))

    def _make_room(self) -> None:
        """Leave out the title, then all names: below set widths, and where words are too long."""
        wide = self.width() >= theme().px(FULL)
        roomy = self.width() >= theme().px(BRIEF)
        self._show_parts(wide=wide, roomy=roomy)
        if wide and self._too_wide():
            self._show_parts(wide=False, roomy=True)
        if roomy and self._too_wide():
            self._show_parts(wide=False, roomy=False)

    def _too_wide(self) -> bool:
        # A part that was hidden within an inner row is not noticed by the row itself.
        for inner in (*self._inner, self._grid):
            inner.invalidate()
        if self.trail is not None and (line := self.trail.layout()) is not None:
            line.invalidate()
        return self._grid.minimumSize().width() > self.width()

    def _show_parts(self, *, wide: bool, roomy: bool) -> None:
        for part in (self._title, self._title_divider):
            part.setVisible(wide)
        self._name.setVisible(roomy)
        if self.trail is not None:
            self.trail.show_names(wide=roomy)
        for button, text in ((self.settings, self.tr("Settings")), (self.help, self.tr("Help"))):
            button.setText(text if roomy else "")
            button.setAccessibleName(text)
            button.setToolTip("" if roomy else text)

    def show_study(self, title: str, *, practice: bool = False) -> None:
        """Show the study's title, and that it is only practice."""
        self._title.say(title)
        self._practice.setVisible(practice)
        self._settle.start()

    def follow(self, review: ReviewPresenter, items: QueuePresenter) -> None:
        """Keep telling what is saved."""
        self._review, self._items = review, items
        review.saving_changed.connect(self._tell_saved)
        items.changed.connect(self._tell_saved)
        self._tell_saved()

    def _tell_saved(self) -> None:
        if self._items is not None and self._items.read_only:
            self.show_saved(Saving.READ_ONLY)
        elif self._review is not None:
            self.show_saved(self._review.saving, at=self._review.saved_at)

    @property
    def saved(self) -> str:
        """What is told about saving."""
        return self._saved.text

    def show_saved(self, saving: Saving, *, at: datetime | None = None) -> None:
        """Tell what is saved or signed, and when."""
        self._saved.tell(saving, at=at)
        self._saved_divider.setVisible(saving is not Saving.NOTHING_YET)
        self._settle.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the surface and the line under it."""
        painter, colours = QPainter(self), theme().colours
        painter.fillRect(self.rect(), colours.surface)
        painter.fillRect(0, self.height() - 1, self.width(), 1, colours.line)


class _BarDivider(Divider):
    """A short upright line between two parts of the bar."""

    def __init__(self) -> None:
        super().__init__(vertical=True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """One pixel wide, as high as a control is without its padding."""
        return QSize(1, theme().px(24))
