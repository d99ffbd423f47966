"""The keys of every command: those it comes with, and those she chose instead."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from typing import ClassVar

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QKeySequence

from adjudicator_app.presenters.key_rules import refusal, variants
from adjudicator_app.presenters.saying import say

ON_MAC = sys.platform == "darwin"
# By command, in the order they are listed; the first is the one that is shown.
DEFAULTS: dict[str, tuple[str, ...]] = {
    "case": ("Ctrl+1",),
    "rule": ("Ctrl+2",),
    "judgement": ("Ctrl+3",),
    # On a Mac the arrows with Option move by words.
    "previous": ("Ctrl+[",) if ON_MAC else ("Alt+Left",),
    "next": ("Ctrl+]",) if ON_MAC else ("Alt+Right",),
    "ready": ("Ctrl+Return",),
    "undo": ("Ctrl+Z",),
    "redo": ("Ctrl+Shift+Z",),
    "guideline": ("Ctrl+G",),
    "find": ("Ctrl+F",),
    "find_next": ("F3",),
    "find_previous": ("Shift+F3",),
    "items": ("Ctrl+L",),
    "sign": ("Ctrl+Shift+S",),
    "open": ("Ctrl+O",),
    "larger": ("Ctrl++", "Ctrl+="),
    "smaller": ("Ctrl+-",),
    "usual": ("Ctrl+0",),
    "help": ("F1",),
    "quit": ("Ctrl+Q",),
}
_PRINTED = {"Return": "Enter", "Left": "←", "Right": "→", "Up": "↑", "Down": "↓"}


def command_words(command: str) -> str:
    """Return what a command does, in the reader's language."""
    return {
        "case": say("case"),
        "rule": say("rule"),
        "judgement": say("judgement"),
        "previous": say("item before"),
        "next": say("item after"),
        "ready": say("mark ready, next item"),
        "undo": say("undo"),
        "redo": say("redo"),
        "guideline": say("guideline page"),
        "find": say("search your items, or the guideline page"),
        "find_next": say("next place found"),
        "find_previous": say("place found before"),
        "items": say("all items"),
        "sign": say("check and sign"),
        "open": say("open a study pack"),
        "larger": say("text larger"),
        "smaller": say("text smaller"),
        "usual": say("text as before"),
        "help": say("the keys"),
        "quit": say("close the program; everything is kept"),
    }[command]


class Keys(QObject):
    """Which keys call which command.

    Signals
    -------
    changed
        Some command has other keys.
    """

    changed = Signal()
    installed: ClassVar[Keys | None] = None

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._own: dict[str, str] = {}

    @property
    def own(self) -> dict[str, str]:
        """The keys she chose, by command, in a form that is the same on every computer."""
        return dict(self._own)

    def of(self, command: str) -> list[QKeySequence]:
        """Return every key sequence that calls a command."""
        given = (self._own[command],) if command in self._own else DEFAULTS[command]
        return [one for text in given for one in variants(QKeySequence(text))]

    def shown(self, command: str) -> str:
        """Return the keys of a command as they are printed on keyboards."""
        return printed(self.of(command)[0])

    def take(self, own: Mapping[str, str]) -> None:
        """Use the keys that were remembered; what cannot be used is as it comes."""
        usable = {
            command: text
            for command, text in own.items()
            if command in DEFAULTS and not refusal(QKeySequence(text))
        }
        self._own = usable
        # Two commands on the same keys would call neither.
        self._own = {name: text for name, text in usable.items() if not self._held_by_another(name)}
        self.changed.emit()

    def record(self, command: str, keys: QKeySequence) -> str:
        """Give a command other keys; return why that is not possible, or ""."""
        problem = refusal(keys) or self._conflict(command, variants(keys))
        if not problem:
            text = keys.toString(QKeySequence.SequenceFormat.PortableText)
            if variants(keys)[0] in variants(QKeySequence(DEFAULTS[command][0])):
                self._own.pop(command, None)
            else:
                self._own[command] = text
            self.changed.emit()
        return problem

    def reset(self, command: str) -> str:
        """Give a command the keys it comes with; return why that is not possible, or ""."""
        default = [one for text in DEFAULTS[command] for one in variants(QKeySequence(text))]
        problem = self._conflict(command, default)
        if not problem:
            self._own.pop(command, None)
            self.changed.emit()
        return problem

    def reset_all(self) -> None:
        """Give every command the keys it comes with."""
        self._own = {}
        self.changed.emit()

    def _conflict(self, command: str, wanted: Iterable[QKeySequence]) -> str:
        for other in DEFAULTS:
            taken = [one for one in wanted if other != command and one in self.of(other)]
            if taken:
                return say("{keys} is already for: {command}. Give that other keys first.").format(
                    keys=printed(taken[0]), command=command_words(other)
                )
        return ""

    def _held_by_another(self, command: str) -> bool:
        mine = self.of(command)
        return any(one in self.of(other) for other in DEFAULTS if other != command for one in mine)


def keys() -> Keys:
    """Return the running program's keys, made on first use."""
    app = QCoreApplication.instance()
    if Keys.installed is None or Keys.installed.parent() is not app:
        Keys.installed = Keys(app)
    return Keys.installed


def printed(sequence: QKeySequence) -> str:
    """Return keys as they are printed on keyboards, e.g. "Ctrl+Enter"."""
    text = sequence.toString(QKeySequence.SequenceFormat.NativeText)
    return re.sub(r"[A-Z][a-z]+$", lambda found: _PRINTED.get(found[0], found[0]), text)
