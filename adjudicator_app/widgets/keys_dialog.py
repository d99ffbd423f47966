"""The sheet of all keys, and the one on which she gives commands other keys."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QGridLayout, QWidget

from adjudicator_app.presenters.keys import DEFAULTS, command_words, keys
from adjudicator_app.presenters.saying import say
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.code_text import CodeText
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.fields import NoteLine
from adjudicator_app.widgets.key_recorder import KeyRecorder
from adjudicator_app.widgets.layouts import column, row
from adjudicator_app.widgets.sheet import Sheet
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, theme
from fairmed_core.words.joining import listed

# Commands that stand in one line of the sheet.
_LINES = (
    ("case", "rule", "judgement"),
    ("previous", "next"),
    ("ready",),
    ("undo", "redo"),
    ("guideline",),
    ("find",),
    ("find_next", "find_previous"),
    ("items",),
    ("sign",),
    ("open",),
    ("larger", "smaller", "usual"),
    ("help",),
    ("quit",),
)


class KeysDialog(Sheet):
    """Every key the program listens to.

    Signals
    -------
    change_asked
        She wants other keys.
    """

    change_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(QApplication.translate("KeysDialog", "Keys"), parent)
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme().px(24))
        grid.setVerticalSpacing(theme().px(6))
        for place, (pressed, what) in enumerate(self._lines()):
            grid.addWidget(CodeText(pressed, size=13), place, 0)
            grid.addWidget(Text(what, Type.SMALL), place, 1)
        grid.setColumnStretch(1, 1)
        self.body.addLayout(grid)
        self.body.add(
            Text(
                self.tr("While you type in a text field, letters are only text."),
                Type.SMALL,
                tone=Tone.TEXT2,
            )
        )
        self.change = self.add_button(
            self.tr("Change shortcuts"), Look.SECONDARY, self.change_asked.emit
        )
        self.add_button(self.tr("Close"), Look.PRIMARY, self.accept).setFocus()

    def _lines(self) -> list[tuple[str, str]]:
        lines = [
            (
                "  ".join(keys().shown(one) for one in commands),
                listed((command_words(one) for one in commands), say),
            )
            for commands in _LINES
        ]
        return [
            *lines,
            ("1 … 9", self.tr("take a level in or out, in the row of actions")),
            ("Y  N  C", self.tr("yes, no, cannot tell, in a question")),
            ("Esc", self.tr("close the guideline page")),
            ("?", self.tr("this page")),
        ]


class ChangeKeysDialog(Sheet):
    """Each command with its keys; a press on them listens for others."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(QApplication.translate("ChangeKeysDialog", "Change shortcuts"), parent)
        self.body.add(
            Text(
                self.tr("Press the keys of a command, then the new ones. Esc leaves them."),
                Type.SMALL,
                tone=Tone.TEXT2,
            )
        )
        self.lines = {command: _CommandLine(command) for command in DEFAULTS}
        self.body.addLayout(column(gap=4).add(*self.lines.values()))
        self.reset_all = self.add_button(self.tr("Reset all"), Look.SECONDARY, keys().reset_all)
        self.add_button(self.tr("Close"), Look.PRIMARY, self.accept).setFocus()


class _CommandLine(QWidget):
    """What a command does, its keys, the way back to those it comes with, and what is wrong."""

    def __init__(self, command: str) -> None:
        super().__init__()
        self._command = command
        words = command_words(command)
        self.recorder = KeyRecorder(words)
        self.reset = Button(self.tr("Reset"), Look.LINK, icon="undo")
        self.reset.setAccessibleName(self.tr("Reset: {command}").format(command=words))
        self.problem = NoteLine(kind=Type.SMALL)
        line = row(gap=12)
        line.addWidget(Text(words, Type.SMALL), 1, Qt.AlignmentFlag.AlignVCenter)
        line.add(self.reset, self.recorder)
        column(self, gap=4).add(line, self.problem)
        self.recorder.recorded.connect(self._record)
        self.recorder.started.connect(lambda: self._tell(""))
        self.reset.clicked.connect(lambda: self._tell(keys().reset(self._command)))
        keys().changed.connect(self._refresh)
        self._refresh()

    def _record(self, pressed: QKeySequence) -> None:
        self._tell(keys().record(self._command, pressed))

    def _tell(self, problem: str) -> None:
        self.problem.say(problem, tone=Tone.WARN, icon="warning" if problem else "")

    def _refresh(self) -> None:
        self.recorder.show_keys(keys().shown(self._command))
        self.reset.setVisible(self._command in keys().own)
        self._tell("")
