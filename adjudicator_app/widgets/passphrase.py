"""A passphrase field: eye to show, Caps Lock notice, paste allowed; Enter submits no form.

Use: ``field = PassphraseField("Passphrase")``; ``field.text()``, ``field.typed``,
``field.tell("Not the passphrase of this identity.")``, ``field.clear()`` on leaving the screen.
``StrengthMeter`` shows four segments and a word.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from adjudicator_app.widgets.buttons import IconButton
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.fields import CapsLock, NoteLine
from adjudicator_app.widgets.form import Entry, mark_wrong
from adjudicator_app.widgets.layouts import column, row
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme


class _Line(Entry):
    """The input itself, with the eye inside its end."""

    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.eye = IconButton("eye", self.tr("Show the passphrase"), parent=self)
        self.eye.setCheckable(True)
        self.eye.setCursor(Qt.CursorShape.ArrowCursor)
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self.setInputMethodHints(
            Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhNoPredictiveText
        )

    def restyle(self) -> None:
        """Keep the typed text clear of the eye."""
        super().restyle()
        end = theme().px(40)
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        self.setTextMargins(end if rtl else 0, 0, 0 if rtl else end, 0)
        self._place_eye()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the eye at the end."""
        super().resizeEvent(event)
        self._place_eye()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Enter from the form around it; whoever wants it listens to the field."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
            event.accept()
            return
        super().keyPressEvent(event)

    def _place_eye(self) -> None:
        size = self.eye.sizeHint()
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        x = theme().px(5) if rtl else self.width() - size.width() - theme().px(5)
        self.eye.setGeometry(x, (self.height() - size.height()) // 2, size.width(), size.height())


class PassphraseField(QWidget):
    """Label, input and what is said below it.

    Signals
    -------
    typed
        The text, after each change.
    entered
        Enter was pressed: opens a study kept here; on the signing screen nobody listens.
    """

    typed = Signal(str)
    entered = Signal()

    def __init__(self, label: str, *, note: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = _Line()
        self.line.setAccessibleName(label)
        self._label = Text(label, Type.SMALL, Weight.SEMIBOLD, wrap=False)
        self._label.setBuddy(self.line)
        self._note_text = note
        self._note, self._caps_note, self._caps = NoteLine(), NoteLine(), CapsLock()
        self.setFocusProxy(self.line)
        column(self, gap=4).add(self._label, self.line, self._note, self._caps_note)
        self.line.installEventFilter(self)
        self.line.textChanged.connect(self._changed)
        self.line.textEdited.connect(lambda _: self.tell(""))
        self.line.entered.connect(self.entered)
        self.line.eye.toggled.connect(self._show)
        self._note.say(note)

    def text(self) -> str:
        """Return what was typed."""
        return self.line.text()

    def clear(self) -> None:
        """Forget the text and hide it again."""
        self.line.clear()
        self.line.eye.setChecked(False)
        self.tell("")

    def tell(self, problem: str) -> None:
        """Say what was wrong, in red, until the next key; "" says the usual note again."""
        self._note.say(problem or self._note_text, tone=Tone.DANGER if problem else Tone.TEXT2)
        mark_wrong(self.line, bool(problem))
        self.line.setAccessibleDescription(problem or self._note_text)

    @property
    def note_text(self) -> str:
        """What stands below the field."""
        return self._note.text

    @property
    def caps_lock_told(self) -> bool:
        """Whether the Caps Lock notice shows."""
        return self._caps_note.isVisibleTo(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Listen for Caps Lock."""
        if watched is self.line and self._caps.heard(event):
            text = self.tr("Caps Lock is on") if self._caps.on else ""
            self._caps_note.say(text, tone=Tone.WARN, icon="warning")
        return False

    def _changed(self, text: str) -> None:
        self.typed.emit(text)

    def _show(self, shown: bool) -> None:  # noqa: FBT001 (a slot)
        mode = QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password
        self.line.setEchoMode(mode)
        name = self.tr("Hide the passphrase") if shown else self.tr("Show the passphrase")
        self.line.eye.set_icon("eye_off" if shown else "eye", name)


class _Segments(QWidget):
    """Four short bars."""

    def __init__(self) -> None:
        super().__init__()
        self.score = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def restyle(self) -> None:
        """Take the size of the present scale."""
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return four bars of 48 with gaps of 8."""
        return QSize(theme().px(4 * 48 + 3 * 8), theme().px(8))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill as many bars as the score says, in red while it is too low."""
        painter, colours = QPainter(self), theme().colours
        wide, gap = theme().px(48), theme().px(8)
        strong = colours.danger if self.score <= 1 else colours.accent
        for place in range(4):
            at = 3 - place if self.layoutDirection() is Qt.LayoutDirection.RightToLeft else place
            box = self.rect().adjusted(at * (wide + gap), 0, 0, 0)
            box.setWidth(wide)
            filled = place < self.score
            fill, edge = (strong, None) if filled else (None, colours.strong)
            draw_box(painter, box, fill=fill, edge=edge, radius=4)


class StrengthMeter(QWidget):
    """How hard a passphrase is to guess: 0 to 4 bars, and a word."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars = _Segments()
        self._word = Text("", Type.CAPTION, Weight.MEDIUM, wrap=False)
        layout = row(self, gap=16)
        layout.addWidget(self._bars, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.add(self._word)
        layout.addStretch(1)

    def show_strength(self, score: int, word: str) -> None:
        """Show a score of 0 to 4 and its word."""
        self._bars.score = score
        self._bars.update()
        self._word.say(word)
        self.setAccessibleName(word)
