"""The bar above the review: back to the list, neighbours, what the item is, saved, undo, menu."""

from __future__ import annotations

from datetime import datetime
from enum import IntEnum

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from adjudicator_app.presenters.review import ReviewPresenter
from adjudicator_app.presenters.saving import Saving
from adjudicator_app.presenters.told import told_whole
from adjudicator_app.widgets.buttons import Button, IconButton, Look
from adjudicator_app.widgets.card import Divider
from adjudicator_app.widgets.chips import ScopeBadge, StatusChip
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.layouts import row
from adjudicator_app.widgets.menu import Menu
from adjudicator_app.widgets.practice_mark import PracticeMark
from adjudicator_app.widgets.saved_note import SavedNote
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme


class Room(IntEnum):
    """How much of the review fits side by side."""

    ONE = 1
    TWO = 2
    WIDE = 3


_MARGINS = {Room.WIDE: (20, 0, 10, 1), Room.TWO: (20, 0, 10, 1), Room.ONE: (12, 0, 10, 1)}


class ElidedTitle(QLabel):
    """A heading on one line that gives way at its end; the whole of it is in the tip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.restyle()

    def show_title(self, text: str) -> None:
        """Show another title."""
        self.setText(text)
        self.updateGeometry()
        self._tell_tip()

    def restyle(self) -> None:
        """Take the font of the present scale."""
        self.setFont(theme().font(Type.HEAD, Weight.SEMIBOLD))
        self.updateGeometry()
        self._tell_tip()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the whole title in the tip where it is cut, and only there."""
        super().resizeEvent(event)
        self._tell_tip()

    def _tell_tip(self) -> None:
        cut = self.fontMetrics().horizontalAdvance(self.text()) > self.width()
        self.setToolTip(self.text() if cut else "")

    def sizeHint(self) -> QSize:
        """Return the size of the whole title."""
        width = self.fontMetrics().horizontalAdvance(self.text()) + 2
        return QSize(width, theme().line_height(Type.HEAD))

    def minimumSizeHint(self) -> QSize:
        """Return the size of a few letters."""
        return QSize(theme().px(120), theme().line_height(Type.HEAD))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw as much as fits."""
        painter = QPainter(self)
        painter.setPen(theme().colours.text)
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
        painter.drawText(self.rect(), flags, text)


class ReviewBar(QWidget):
    """The bar itself.

    Signals
    -------
    settings, help
        She asked for them.
    """

    settings = Signal()
    help = Signal()

    def __init__(self, review: ReviewPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._review = review
        self._height, self._room = 56, Room.WIDE
        self.back = Button(self.tr("All items"), Look.LINK, icon="chevron_left")
        self.previous = IconButton("chevron_left", self.tr("Previous item"))
        self.following = IconButton("chevron_right", self.tr("Next item"))
        self.previous.setToolTip(self.tr("Item before this one in your whole list"))
        self.following.setToolTip(self.tr("Item after this one in your whole list"))
        self._position = Text("", Type.SMALL, tone=Tone.TEXT2, wrap=False)
        self._title = ElidedTitle()
        self.chip, self.badge = StatusChip(review.status), ScopeBadge(True)
        self.practice = PracticeMark()
        self.practice.hide()
        self.saved = SavedNote()
        self.undo = Button(self.tr("Undo"), Look.PLAIN, icon="undo")
        self.redo = Button(self.tr("Redo"), Look.PLAIN, icon="redo")
        self._settings = Button(self.tr("Settings"), Look.PLAIN, icon="sliders")
        self._help = Button(self.tr("Help"), Look.PLAIN, icon="help")
        self.menu_button = Button(self.tr("Menu"), Look.PLAIN, icon="menu")
        # What is in the bar takes its size after the bar itself.
        self._settle = QTimer(self, singleShot=True, interval=0)
        self._settle.timeout.connect(self._make_room)
        self._lines = [Divider(vertical=True) for _ in range(3)]
        self._arrange()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.back.clicked.connect(review.leave)
        self.previous.clicked.connect(review.go_previous)
        self.following.clicked.connect(review.go_next)
        self.undo.clicked.connect(review.undo)
        self.redo.clicked.connect(review.redo)
        self._settings.clicked.connect(self.settings)
        self._help.clicked.connect(self.help)
        self.menu_button.clicked.connect(self._open_menu)
        review.saving_changed.connect(self._show_saving)

    def show_item(self) -> None:
        """Show another item."""
        view = self._review.view
        if view is None:
            return
        place = self.tr("{number} of {total}")
        if view.practice:
            place = self.tr("Practice, {number} of {total}")
        self._position.say(place.format(number=view.item.position, total=view.total))
        self._title.show_title(view.item.title)
        self.badge.show_scope(view.item.scope.inside)
        self._settle.start()
        self.previous.setEnabled(self._review.has_previous)
        self.following.setEnabled(self._review.has_next)
        self.refresh()

    def refresh(self) -> None:
        """Show the present state."""
        before = self.chip.text()
        self.chip.show_status(self._review.status)
        if self.chip.text() != before:
            self._settle.start()
        self.undo.setEnabled(self._review.entry.can_undo)
        self.redo.setEnabled(self._review.entry.can_redo)

    def set_room(self, room: Room, *, low: bool) -> None:
        """Show what fits; `low` makes the bar itself lower."""
        self._room, self._height = room, 40 if low else 56
        view = self._review.view
        # Outside her setting the banner says it in full.
        inside = view is not None and view.item.scope.inside
        self.chip.setVisible(view is not None)
        self.badge.setVisible(room is Room.WIDE and inside)
        self._whole.set_measures(gap=8 if room is Room.ONE else 12, margins=_MARGINS[room])
        self._make_room()
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put into the menu what no longer fits."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        wide, one = self._room is Room.WIDE, self._room is Room.ONE
        self._show_words(True)
        self._show_parts(title=not one, history=not one, ends=wide)
        if wide and self._too_wide():
            self._show_parts(title=True, history=True, ends=False)
        if not one and self._too_wide():
            self._show_parts(title=True, history=False, ends=False)
        if self._too_wide():
            self._show_words(False)
        if not one and self._too_wide():
            self._show_parts(title=False, history=False, ends=False)

    def _show_words(self, words: bool) -> None:  # noqa: FBT001 (the one thing it sets)
        """Show the words of way back and menu, and the mark of practice beside the number."""
        for button, text in (
            (self.back, self.tr("All items")),
            (self.menu_button, self.tr("Menu")),
        ):
            button.setText(text if words else "")
            button.setAccessibleName(text)
            button.setToolTip("" if words else text)
            button.updateGeometry()
        view = self._review.view
        # The number of the item says practice, too.
        self.practice.setVisible(words and view is not None and view.practice)

    def _too_wide(self) -> bool:
        # A part that was hidden within an inner row is not noticed by the row itself.
        for inner in self._inner:
            inner.invalidate()
        self._whole.invalidate()
        return self._whole.minimumSize().width() > self.width()

    def _show_parts(self, *, title: bool, history: bool, ends: bool) -> None:
        self._title.setVisible(title)
        for part in (self.undo, self.redo, self._lines[1]):
            part.setVisible(history)
        self._settings.setVisible(ends)
        self._help.setVisible(ends)
        self.menu_button.setVisible(not ends)

    def restyle(self) -> None:
        """Take the sizes of the present scale."""
        for line in self._lines:
            line.setFixedHeight(theme().px(24))
        self.updateGeometry()
        self._settle.start()

    def sizeHint(self) -> QSize:
        """Return the bar's height."""
        return QSize(super().sizeHint().width(), theme().px(self._height))

    def minimumSizeHint(self) -> QSize:
        """Never lower than the bar."""
        return QSize(super().minimumSizeHint().width(), theme().px(self._height))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw surface and line."""
        painter, colours = QPainter(self), theme().colours
        painter.fillRect(self.rect(), colours.surface)
        painter.fillRect(0, self.height() - 1, self.width(), 1, colours.line)

    def menu(self) -> Menu:
        """Return the menu that holds what the bar has no room for."""
        menu = Menu(self)
        if self.undo.isHidden():
            for button, then in ((self.undo, self._review.undo), (self.redo, self._review.redo)):
                action = menu.addAction(button.text())
                action.setEnabled(button.isEnabled())
                action.triggered.connect(then)
            menu.addSeparator()
        menu.addAction(self._settings.text()).triggered.connect(self.settings)
        menu.addAction(self._help.text()).triggered.connect(self.help)
        return menu

    def _arrange(self) -> None:
        item = row(gap=8).add(self.previous, self._position, self.following)
        history = row(gap=8).add(self.undo, self.redo)
        ends = row(gap=8).add(self._settings, self._help, self.menu_button)
        self._inner = (item, history, ends)
        self._whole = layout = row(self, gap=12, margins=_MARGINS[Room.WIDE])
        layout.add(self.back, self._lines[0])
        layout.addLayout(item)
        layout.addWidget(self._title, 0)
        layout.add(self.practice, self.chip, self.badge)
        layout.addStretch(1)
        layout.add(self.saved, self._lines[1])
        layout.addLayout(history)
        layout.add(self._lines[2])
        layout.addLayout(ends)
        self.restyle()

    def _show_saving(self, state: Saving, at: datetime | None) -> None:
        self.saved.tell(state, at=at)
        trouble = self._review.save_trouble
        self.saved.setToolTip(told_whole(trouble) if trouble is not None else "")
        self._settle.start()

    def _open_menu(self) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        corner = self.menu_button.mapToGlobal(QPoint(0, self.menu_button.height()))
        menu.popup(corner)
