"""The keys of the review."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.review import ReviewPresenter
from adjudicator_app.widgets.key_bindings import CommandKeys


def add_review_keys(screen: QWidget, review: ReviewPresenter) -> None:
    """Add the keys of the presenter's commands; holding them does it once."""
    commands: dict[str, Callable[[], object]] = {
        "previous": review.go_previous,
        "next": review.go_next,
        "ready": review.mark_ready_and_next,
        "undo": review.undo,
        "redo": review.redo,
        "items": review.leave,
        "guideline": review.guideline.open_leading,
    }
    for command, then in commands.items():
        CommandKeys(command, screen, then)
    close = QShortcut(QKeySequence("Esc"), screen)
    close.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    close.setAutoRepeat(False)
    close.activated.connect(review.guideline.close)
