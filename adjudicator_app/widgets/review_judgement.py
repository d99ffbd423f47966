"""Her judgement: editor and primary stay in sight while the questions scroll."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.keys import keys
from adjudicator_app.presenters.review import ReviewPresenter
from adjudicator_app.widgets.band_editor import BandEditor
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Divider
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.fields import NoteLine
from adjudicator_app.widgets.layouts import column, row, scrolled
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.review_bar import Room
from adjudicator_app.widgets.review_questions import QuestionsPart
from adjudicator_app.widgets.review_verdict import VerdictPart
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, theme

# A higher editor scrolls with the questions instead of leaving them no room.
HIGHEST_PINNED = 240


class Footer(QWidget):
    """What is left, and the primary."""

    def __init__(self, review: ReviewPresenter) -> None:
        super().__init__()
        self._review = review
        self._icon = Picture("dashed_circle", Tone.TEXT2, size=16)
        self._left = Text("", Type.SMALL, tone=Tone.TEXT2)
        self.primary = Button(review.primary, Look.PRIMARY)
        self._hinted = True
        self._row = row(self, gap=10, margins=(16, 11, 16, 11))
        self._row.addWidget(self._icon, 0)
        self._row.addWidget(self._left, 1, Qt.AlignmentFlag.AlignVCenter)
        self._row.addWidget(self.primary, 0)
        self.primary.clicked.connect(review.mark_ready_and_next)
        keys().changed.connect(self._make_room)
        # The button takes its size after the footer itself.
        self._settle = QTimer(self, singleShot=True, interval=0)
        self._settle.timeout.connect(self._make_room)

    def restyle(self) -> None:
        """Take the sizes of the present scale."""
        self._settle.start()

    @property
    def text(self) -> str:
        """What is left, in words."""
        return self._left.text()

    def refresh(self) -> None:
        """Name what is left."""
        entry = self._review.entry
        self._left.say(entry.left_to_do)
        self.primary.setText(self._review.primary)
        if entry.read_only:
            self._icon.show_icon("lock", Tone.TEXT2)
        elif entry.blocking:
            self._icon.show_icon("dashed_circle", Tone.TEXT2)
        else:
            self._icon.show_icon("tick", Tone.OK)

    def set_room(self, room: Room, *, low: bool) -> None:
        """Leave the shortcut out where there is little room."""
        self._hinted = room is not Room.ONE
        side, above = (16, 6) if low else (16, 11)
        self._row.set_measures(margins=(side, above, side, above))
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the shortcut out where the words are too long for it."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        self.primary.set_hint(keys().shown("ready").replace("+", " + ") if self._hinted else "")
        self._row.invalidate()
        if self._row.minimumSize().width() > self.width():
            self.primary.set_hint("")

    def announce(self) -> None:
        """Tell a screen reader what is left."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self._left.text()))


@dataclass(frozen=True)
class _Arrangement:
    """Where the parts stand."""

    two_columns: bool
    pinned: bool
    low: bool


class JudgementPanel(QWidget):
    """Editor, questions and verdict in one column or two, and the footer."""

    def __init__(
        self, review: ReviewPresenter, banner: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._review, self._banner = review, banner
        self.changed = NoteLine(kind=Type.SMALL)
        self._room, self._low, self._flat = Room.WIDE, False, False
        self._arranged: _Arrangement | None = None
        self.editor = BandEditor(review.entry)
        self.questions = QuestionsPart(review.entry)
        self.verdict = VerdictPart(review.entry)
        self.footer = Footer(review)
        self._pin, self._main, self._side = QWidget(), QWidget(), QWidget()
        self._pin_column = column(self._pin, gap=0, margins=(10, 15, 10, 12))
        self._main_column = column(self._main, gap=10, margins=(10, 10, 10, 10))
        self._side_column = column(self._side, gap=12, margins=(10, 15, 10, 16))
        self.area, self._side_area = scrolled(self._main), scrolled(self._side)
        self._pin_line, self._side_line = Divider(), Divider(vertical=True)
        self._editor_line, self._verdict_line = Divider(inset=5), Divider(inset=5)
        for box in (self._main_column, self._side_column):
            box.addStretch(1)
        self._place_parts()
        self._arrange()

    def show_item(self) -> None:
        """Show another item."""
        self.editor.show_item()
        self.questions.show_item()
        self.verdict.refresh()
        self.footer.refresh()
        self._tell_changed()
        for part in (self.editor, self.questions, self.verdict):
            part.setEnabled(not self._review.entry.read_only)
        for area in (self.area, self._side_area):
            area.verticalScrollBar().setValue(0)
        self._arrange()

    def refresh(self) -> None:
        """Show the present judgement."""
        self.editor.refresh()
        self.questions.refresh()
        self.verdict.refresh()
        self.footer.refresh()
        self._tell_changed()

    def set_room(self, room: Room, *, low: bool) -> None:
        """Take one column or two; `low` leaves only the footer in place while all else scrolls."""
        self._room, self._low, self._flat = room, low, low
        self.footer.set_room(room, low=low)
        self._arrange()

    def reveal(self, part: QWidget) -> None:
        """Scroll a part into sight."""
        for area, inside in ((self.area, self._main), (self._side_area, self._side)):
            if inside.isAncestorOf(part):
                area.ensureWidgetVisible(part, theme().px(16), theme().px(24))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Pin the editor, or let it scroll, as its height at this width asks for."""
        super().resizeEvent(event)
        self._arrange()

    def restyle(self) -> None:
        """Take the sizes of the present scale."""
        self._arrange()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card."""
        painter, colours = QPainter(self), theme().colours
        if self._flat:
            painter.fillRect(self.rect(), colours.surface)
        else:
            draw_box(painter, self.rect(), fill=colours.surface, edge=colours.line, radius=8)

    def _tell_changed(self) -> None:
        self.changed.say(self._review.changed_since, tone=Tone.WARN, icon="turning_arrow")

    def _place_parts(self) -> None:
        left = column(gap=0).add(self._pin, self._pin_line)
        left.addWidget(self.area, 1)
        middle = row(gap=0)
        middle.addLayout(left, 1)
        middle.add(self._side_line)
        middle.addWidget(self._side_area, 1)
        whole = column(self, gap=0, margins=(1, 1, 1, 1))
        whole.addLayout(middle, 1)
        whole.add(Divider(), self.footer)

    def _arrange(self) -> None:
        two = self._room is Room.TWO and self._halves_fit()
        wide = self._room is Room.WIDE
        self.editor.set_heading(
            self.tr("Your judgement") if wide else self.tr("Acceptable actions")
        )
        room_across = (self.width() // 2 if two else self.width()) - theme().px(22)
        high = self.editor.heightForWidth(room_across)
        pinned = not self._low and high <= theme().px(HIGHEST_PINNED)
        wanted = _Arrangement(two_columns=two, pinned=pinned, low=self._low)
        if wanted != self._arranged:
            self._arranged = wanted
            self._rearrange(wanted)

    def _halves_fit(self) -> bool:
        """Whether questions and verdict have room beside each other."""
        half = self.width() // 2 - theme().px(22)
        least = (self.questions.minimumSizeHint(), self.verdict.minimumSizeHint())
        return all(size.width() <= half for size in least)

    def _rearrange(self, wanted: _Arrangement) -> None:
        focused = self.focusWidget()
        had_focus = focused is not None and focused.hasFocus()
        scrolling: list[QWidget] = [self._banner] if wanted.low else []
        scrolling.append(self.changed)
        if not wanted.pinned:
            scrolling += [self.editor, self._editor_line]
        if not wanted.two_columns:
            scrolling += [self.questions, self._verdict_line]
        scrolling.append(self.verdict)
        self._pin_column.hold(*([self.editor] if wanted.pinned else []))
        self._main_column.hold(*scrolling)
        self._side_column.hold(*([self.questions] if wanted.two_columns else []))
        for part, shown in (
            (self._pin, wanted.pinned),
            (self._pin_line, wanted.pinned),
            (self._editor_line, not wanted.pinned),
            (self._verdict_line, not wanted.two_columns),
            (self._side_line, wanted.two_columns),
            (self._side_area, wanted.two_columns),
        ):
            part.setVisible(shown)
        for part in (self.editor, self.questions, self.verdict):
            # Shown at once, not with the next event: the focus goes only to what is visible.
            part.show()
        if had_focus and focused is not None:
            focused.setFocus(Qt.FocusReason.OtherFocusReason)
