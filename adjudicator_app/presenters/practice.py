"""Practice only: what an item taught, once it was judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from bands_registry.services.practice import PracticeFeedback


class PracticePresenter(QObject):
    """State and commands of the feedback screen.

    Signals
    -------
    changed
        Another feedback is shown.
    again_asked, next_asked
        She wants to judge the item again, or to go on.
    """

    changed = Signal()
    again_asked = Signal()
    next_asked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.feedback: PracticeFeedback | None = None
        self.study_title = ""
        self.item_title = ""

    def show_feedback(self, feedback: PracticeFeedback, *, study: str, item: str) -> None:
        """Show what an item taught."""
        self.feedback, self.study_title, self.item_title = feedback, study, item
        self.changed.emit()

    def judge_again(self) -> None:
        """Go back to the item."""
        self.again_asked.emit()

    def go_on(self) -> None:
        """Go to the next item."""
        self.next_asked.emit()
