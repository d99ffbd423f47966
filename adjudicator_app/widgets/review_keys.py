"""The keys of the review."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.review import ReviewPresenter


def add_key(screen: QWidget, keys: str, then: Callable[[], object]) -> None:
    """Do something on keys pressed anywhere within a screen; holding them does it once."""
    shortcut = QShortcut(QKeySequence(keys), screen)
    shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    shortcut.setAutoRepeat(False)
    shortcut.activated.connect(then)


def add_review_keys(screen: QWidget, review: ReviewPresenter) -> None:
    """Add the keys of the presenter's commands."""
    commands: tuple[tuple[str, Callable[[], object]], ...] = (
        ("Alt+Left", review.go_previous),
        ("Alt+Right", review.go_next),
        ("Ctrl+Return", review.mark_ready_and_next),
        ("Ctrl+Enter", review.mark_ready_and_next),
        ("Ctrl+Z", review.undo),
        ("Ctrl+Shift+Z", review.redo),
        ("Ctrl+L", review.leave),
        ("Ctrl+G", review.guideline.open_leading),
        ("Esc", review.guideline.close),
    )
    for keys, then in commands:
        add_key(screen, keys, then)
