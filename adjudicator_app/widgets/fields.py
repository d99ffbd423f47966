"""Fields that grow with their text, and the line of words below a field.

Use: ``area = TextArea(placeholder="Why")``; ``area.typed``, ``area.show_text(...)``.
``note = NoteLine()``; ``note.say("Not found.", tone=Tone.WARN, icon="warning")``; hidden while "".
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QSizePolicy, QTextEdit, QWidget

from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.layouts import beside_first_line, row
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.stylesheet import Native, dress
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, theme


class TextArea(QTextEdit):
    """Several lines that grow with their text; Tab leaves the field, letters are only text.

    Signals
    -------
    typed
        The whole text, after each change by the user.
    """

    typed = Signal(str)

    def __init__(
        self,
        *,
        placeholder: str = "",
        lines: int = 2,
        most: int = 8,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._lines, self._most, self._quiet = lines, most, False
        self.setAcceptRichText(False)
        self.setPlaceholderText(placeholder)
        self.setTabChangesFocus(True)
        # Undo belongs to the item as a whole, so that it also takes back what is no text.
        self.setUndoRedoEnabled(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.textChanged.connect(self._changed)
        self.document().documentLayout().documentSizeChanged.connect(self._grown)
        self.restyle()

    def show_text(self, text: str) -> None:
        """Replace the text without a signal; the cursor stays where it can."""
        if text == self.toPlainText():
            return
        self._quiet = True
        position = self.textCursor().position()
        self.setPlainText(text)
        self._space_lines()
        cursor = self.textCursor()
        cursor.setPosition(min(position, len(text)) if self.hasFocus() else 0)
        self.setTextCursor(cursor)
        self._quiet = False

    def sizeHint(self) -> QSize:
        """Return a height between the fewest and the most lines."""
        line = theme().line_height(Type.SMALL)
        wanted = round(self.document().size().height() / line)
        lines = min(self._most, max(self._lines, wanted))
        frame = 2 * (theme().px(7) + 1)
        return QSize(theme().px(160), lines * line + frame)

    def minimumSizeHint(self) -> QSize:
        """Never narrower than a few words."""
        return QSize(theme().px(120), self.sizeHint().height())

    def restyle(self) -> None:
        """Take the font and line height of the present scale."""
        dress(self, Native.TEXT)
        self.setFont(theme().font(Type.SMALL))
        self._quiet = True
        self._space_lines()
        self._quiet = False
        self.updateGeometry()

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the screen."""
        if event.type() is QEvent.Type.ShortcutOverride and is_undo_key(event):
            event.ignore()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Ctrl+Enter, undo and redo to the screen; everything else is text."""
        ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if (ctrl and enter) or is_undo_key(event):
            event.ignore()
            return
        super().keyPressEvent(event)

    def _space_lines(self) -> None:
        spaced = QTextBlockFormat()
        fixed = QTextBlockFormat.LineHeightTypes.FixedHeight.value
        spaced.setLineHeight(theme().line_height(Type.SMALL), fixed)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(spaced)

    def _changed(self) -> None:
        if not self._quiet:
            self.typed.emit(self.toPlainText())

    def _grown(self) -> None:
        self.updateGeometry()


class NoteLine(QWidget):
    """A line below a field: an icon where it warns, and its words; hidden while empty."""

    def __init__(self, *, kind: Type = Type.CAPTION, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = row(self, gap=8)
        self._icon = Picture("info", Tone.TEXT2, size=16)
        self._text = Text("", kind, tone=Tone.TEXT2)
        layout.addLayout(beside_first_line(self._icon, above=2 if kind is Type.SMALL else 0))
        layout.addWidget(self._text, 1)
        self._icon.setVisible(False)
        self.setVisible(False)

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    def say(self, text: str, *, tone: Tone = Tone.TEXT2, icon: str = "") -> None:
        """Say something, or nothing."""
        self._text.set_tone(tone if tone is Tone.DANGER or not icon else Tone.TEXT)
        self._text.say(text)
        self._icon.setVisible(bool(icon))
        if icon:
            self._icon.show_icon(icon, tone)
        self.setVisible(bool(text))


class CapsLock:
    """Tells from letters typed whether Caps Lock is on; no platform tells it before."""

    def __init__(self) -> None:
        self.on = False

    def heard(self, event: QEvent) -> bool:
        """Take in one event; return whether the answer changed."""
        if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
            return False
        before, letter = self.on, event.text()
        if event.key() == Qt.Key.Key_CapsLock:
            self.on = not self.on
        elif len(letter) == 1 and letter.upper() != letter.lower():
            shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.on = letter.isupper() is not shifted
        return self.on is not before


def is_undo_key(event: QEvent) -> bool:
    """Whether a key asks for undo or redo, which belong to the item and not to one field."""
    if not isinstance(event, QKeyEvent):
        return False
    control = Qt.KeyboardModifier.ControlModifier
    return event.key() == Qt.Key.Key_Z and bool(event.modifiers() & control)
