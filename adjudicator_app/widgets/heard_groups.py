"""Eight fields for a fingerprint as it is heard: typed group by group, compared at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.form import Entry, mark_wrong
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme
from bands_registry.provenance.read_aloud import GROUPS, LETTERS

NARROW = 480


class _Line(Entry):
    """The letters themselves."""

    emptied = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setMaxLength(LETTERS)
        # A code reads from left to right in every language.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setInputMethodHints(
            Qt.InputMethodHint.ImhUppercaseOnly | Qt.InputMethodHint.ImhNoPredictiveText
        )
        self.restyle()

    def restyle(self) -> None:
        """Take the size of the present scale."""
        self.setFont(theme().monospace(22))
        self.setMinimumWidth(theme().px(96))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Lead back to the group before once nothing is left to take away."""
        if event.key() == Qt.Key.Key_Backspace and not self.text():
            self.emptied.emit()
            return
        super().keyPressEvent(event)


class GroupField(QWidget):
    """One group: its number, how it compares, and the letters.

    Signals
    -------
    typed
        Number and text, after each change by the coordinator.
    """

    typed = Signal(int, str)

    def __init__(self, number: int) -> None:
        super().__init__()
        self.line = _Line()
        self._number = number
        self._mark = Picture("tick_circle", Tone.OK, size=14)
        self._word = Text("", Type.CAPTION, tone=Tone.TEXT2, wrap=False)
        head = row(gap=6).add(
            Text(str(number), Type.CAPTION, Weight.SEMIBOLD, tone=Tone.TEXT2, wrap=False),
            STRETCH, self._mark, self._word,
        )  # fmt: skip
        column(self, gap=4).add(head, self.line)
        name = self.tr("Group {number} of {all}, as you hear it")
        self.line.setAccessibleName(name.format(number=number, all=GROUPS))
        self.line.textEdited.connect(lambda text: self.typed.emit(self._number, text))
        self.setFocusProxy(self.line)
        self.show_group("", fits=False, differs=False)

    @property
    def word(self) -> str:
        """How the group compares, in a word."""
        return self._word.text()

    def show_group(self, text: str, *, fits: bool, differs: bool) -> None:
        """Show the letters and how they compare."""
        if self.line.text() != text:
            position = self.line.cursorPosition()
            self.line.setText(text)
            self.line.setCursorPosition(position)
        word = self.tr("fits") if fits else self.tr("differs") if differs else ""
        icon, tone = ("warning", Tone.DANGER) if differs else ("tick_circle", Tone.OK)
        self._mark.show_icon(icon, tone)
        self._mark.setVisible(bool(word))
        self._word.say(word)
        self._word.set_tone(tone)
        self.line.setAccessibleDescription(word)
        mark_wrong(self.line, differs)


class HeardGroups(QWidget):
    """All groups, four to a line, or two where it is narrow; a full one leads on to the next.

    Signals
    -------
    typed
        Number and text, after each change by the coordinator.
    """

    typed = Signal(int, str)

    def __init__(self) -> None:
        super().__init__()
        self.fields = tuple(GroupField(number) for number in range(1, GROUPS + 1))
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        for before, field in zip((None, *self.fields), self.fields, strict=False):
            field.typed.connect(self._take)
            if before is not None:
                field.line.emptied.connect(before.line.setFocus)
        self.restyle()

    def show_groups(
        self,
        groups: Sequence[str],
        *,
        fits: Callable[[int], bool],
        differing: Sequence[int],
    ) -> None:
        """Show every group, and how it compares by its number."""
        for number, (field, text) in enumerate(zip(self.fields, groups, strict=True), 1):
            field.show_group(text, fits=fits(number), differs=number in differing)

    def focus_group(self, number: int) -> None:
        """Put the focus on a group, to be typed anew."""
        line = self.fields[number - 1].line
        line.setFocus()
        line.selectAll()

    def restyle(self) -> None:
        """Lay the groups out for the present width and text scale."""
        self._grid.setVerticalSpacing(theme().px(12))
        self._grid.setHorizontalSpacing(theme().px(16))
        across = 4 if self.width() >= theme().px(NARROW) else 2
        for place, field in enumerate(self.fields):
            self._grid.addWidget(field, place // across, place % across)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the groups out for the present width."""
        super().resizeEvent(event)
        self.restyle()

    def minimumSizeHint(self) -> QSize:
        """Wide enough for two groups."""
        widest = max(field.minimumSizeHint().width() for field in self.fields)
        return QSize(2 * widest + theme().px(16), super().minimumSizeHint().height())

    def _take(self, number: int, text: str) -> None:
        self.typed.emit(number, text)
        line = self.fields[number - 1].line
        if len(line.text()) == LETTERS == line.cursorPosition() and number < GROUPS:
            self.focus_group(number + 1)
