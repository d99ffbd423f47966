"""The notice that an item lies outside her setting: cannot be closed, only read or declined."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.review_entry import ReviewEntry
from adjudicator_app.presenters.saying import say
from adjudicator_app.widgets.buttons import Button
from adjudicator_app.widgets.checks import CheckBox
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.fields import NoteLine
from adjudicator_app.widgets.layouts import column
from adjudicator_app.widgets.notice import Kind, Notice
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.verdict import Place
from fairmed_core.words.joining import paragraph
from fairmed_core.words.sentences import scope_notice


class ScopeBanner(QWidget):
    """What the setting is, who ordinarily decides, and what becomes of her verdict."""

    def __init__(self, entry: ReviewEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entry = entry
        self._notice = Notice(Kind.SETTING)
        self.read = CheckBox(self.tr("I have read this"))
        self.decline = Button(self.tr("Decline instead"), compact=True)
        self._notice.buttons.add(self.read, self.decline)
        self._problem = NoteLine()
        column(self, gap=4).add(self._notice, self._problem)
        self.read.clicked.connect(entry.acknowledge_scope)
        self.decline.clicked.connect(entry.decline_as_outside)

    @property
    def text(self) -> str:
        """What it says."""
        return self._notice.text

    def show_item(self, credential: Credential) -> None:
        """Show the notice of the item shown, where it has one."""
        notice = scope_notice(self._entry.shown.item.scope, credential, say)
        never = self.tr("It will not decide the item.")
        self._notice.say(
            paragraph((notice, never), say), lead=self.tr("Outside your usual setting.")
        )
        self.setVisible(bool(notice))
        for part in (self.read, self.decline):
            part.setEnabled(not self._entry.read_only)
        self.refresh()

    def refresh(self) -> None:
        """Show whether she has read it."""
        self.read.setChecked(self._entry.judgement.scope_acknowledged)
        self._problem.say(self._entry.told_at(Place.SCOPE), tone=Tone.WARN, icon="warning")

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Focus the tick box."""
        self.read.setFocus(reason)
