"""Which keys may call a command: none that writes, edits text, or moves about."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence

from adjudicator_app.presenters.saying import say

_F_KEYS = range(Qt.Key.Key_F1, Qt.Key.Key_F35 + 1)
_MOVING = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape)
_S = QKeySequence.StandardKey
_EDITING = (
    _S.Copy, _S.Cut, _S.Paste, _S.SelectAll, _S.Delete, _S.DeleteStartOfWord, _S.DeleteEndOfWord,
    _S.DeleteEndOfLine, _S.MoveToNextWord, _S.MoveToPreviousWord, _S.MoveToStartOfLine,
    _S.MoveToEndOfLine, _S.MoveToStartOfDocument, _S.MoveToEndOfDocument, _S.MoveToStartOfBlock,
    _S.MoveToEndOfBlock, _S.SelectNextWord, _S.SelectPreviousWord, _S.SelectStartOfLine,
    _S.SelectEndOfLine, _S.SelectStartOfDocument, _S.SelectEndOfDocument, _S.InsertLineSeparator,
)  # fmt: skip


def refusal(keys: QKeySequence) -> str:
    """Return why these keys can call no command, or ""."""
    if keys.count() != 1:
        return say("Press one key with others held, not several in a row.")
    key, held = _only(keys).key(), _only(keys).keyboardModifiers()
    ctrl = bool(held & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier))
    alt = bool(held & Qt.KeyboardModifier.AltModifier)
    if key in _MOVING or keys == QKeySequence("Alt+F4") or _edits(keys):
        return say("These keys already do something everywhere. Choose others.")
    if key in _F_KEYS:
        return ""
    if ctrl and alt:
        return say("Ctrl and Alt together write letters on some keyboards. Choose others.")
    # With Option, a Mac writes letters.
    if not ctrl and (not alt or sys.platform == "darwin"):
        with_what = "⌘" if sys.platform == "darwin" else say("Ctrl or Alt")
        return say(
            "Hold {keys} with it, or take one of the F keys: letters alone are text."
        ).format(keys=with_what)
    return ""


def variants(keys: QKeySequence) -> list[QKeySequence]:
    """Return keys with what is the same to whoever presses them: two keys say Enter."""
    if keys.count() != 1:
        return [keys]
    key, held = _only(keys).key(), _only(keys).keyboardModifiers()
    enters = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    if key not in enters:
        return [keys]
    return [QKeySequence(held.value | one.value) for one in enters]


def _only(keys: QKeySequence) -> QKeyCombination:
    return cast("Sequence[QKeyCombination]", keys)[0]


def _edits(keys: QKeySequence) -> bool:
    return any(keys in QKeySequence.keyBindings(standard) for standard in _EDITING)
