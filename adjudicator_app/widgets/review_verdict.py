"""The verdict, and what amending or declining asks for."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from adjudicator_app.presenters.review_entry import ReviewEntry
from adjudicator_app.presenters.review_words import accept_words, amend_words, decline_words
from adjudicator_app.widgets.checks import CheckBox, RadioButton
from adjudicator_app.widgets.choice import ChoiceGroup, Option
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.fields import NoteLine, TextArea
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight
from fairmed_core.domain.verdict import DeclineReason, ErrorKind, Place, VerdictKind
from fairmed_core.words.sentences import DECLINE_REASONS, ERROR_KINDS, VERDICTS

_ICONS = {
    VerdictKind.ACCEPT: "tick_circle",
    VerdictKind.AMEND: "pencil",
    VerdictKind.DECLINE: "slashed_circle",
}


class VerdictPart(QWidget):
    """Accept, amend or decline, with what each asks for."""

    def __init__(self, entry: ReviewEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entry = entry
        name = self.tr("Verdict")
        options = [Option(kind, self.tr(VERDICTS[kind]), icon=_ICONS[kind]) for kind in VerdictKind]
        self.choice = ChoiceGroup(name, options, large=True)
        self._records = Text("", Type.SMALL, tone=Tone.TEXT2)
        self._problem = NoteLine(kind=Type.SMALL)
        self.kinds = _Kinds(entry)
        self.decline = _DeclineReasons(entry)
        self.reason = _Reason(entry)
        column(self, gap=8, margins=(5, 0, 5, 0)).add(
            Text(name, Type.BODY, Weight.SEMIBOLD),
            self.choice,
            self._problem,
            self._records,
            self.kinds,
            self.decline,
            self.reason,
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.choice.chosen.connect(entry.choose_verdict)

    def refresh(self) -> None:
        """Show the present judgement."""
        judgement, view = self._entry.judgement, self._entry.shown
        self.choice.choose(judgement.kind)
        self._problem.say(self._entry.told_at(Place.VERDICT), tone=Tone.WARN, icon="warning")
        words = {
            VerdictKind.ACCEPT: lambda: accept_words(view.band, view.sub_action),
            VerdictKind.AMEND: lambda: amend_words(judgement, view.band, view.sub_action),
            VerdictKind.DECLINE: decline_words,
        }
        self._records.say(words[judgement.kind]() if judgement.kind else "")
        self._records.setVisible(judgement.kind is not None)
        self.kinds.setVisible(judgement.kind is VerdictKind.AMEND)
        self.decline.setVisible(judgement.kind is VerdictKind.DECLINE)
        self.reason.setVisible(judgement.kind in (VerdictKind.AMEND, VerdictKind.DECLINE))
        self.kinds.refresh()
        self.decline.refresh()
        self.reason.refresh()


class _Kinds(QWidget):
    """What was wrong with the draft: several at once."""

    def __init__(self, entry: ReviewEntry) -> None:
        super().__init__()
        self._entry = entry
        head = row(gap=8).add(
            Text(self.tr("What was wrong with the draft?"), Type.SMALL, Weight.SEMIBOLD, wrap=False)
        )
        several = Text(self.tr("choose all that apply"), Type.CAPTION, tone=Tone.TEXT2)
        head.addWidget(several, 1, Qt.AlignmentFlag.AlignVCenter)
        self._boxes = {kind: CheckBox(self.tr(ERROR_KINDS[kind])) for kind in ErrorKind}
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        for place, (kind, box) in enumerate(self._boxes.items()):
            grid.addWidget(box, place // 3, place % 3)
            box.clicked.connect(lambda _checked=False, one=kind: entry.toggle_error_kind(one))
        for stretch in range(3):
            grid.setColumnStretch(stretch, 1)
        self._problem = NoteLine(kind=Type.SMALL)
        column(self, gap=4, margins=(0, 8, 0, 0)).add(head, grid, self._problem)

    def box(self, kind: ErrorKind) -> CheckBox:
        """Return the tick box of one kind."""
        return self._boxes[kind]

    def refresh(self) -> None:
        """Show which are ticked."""
        for kind, box in self._boxes.items():
            box.setChecked(kind in self._entry.judgement.error_kinds)
        self._problem.say(self._entry.told_at(Place.KINDS), tone=Tone.WARN, icon="warning")

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Focus the first box."""
        next(iter(self._boxes.values())).setFocus(reason)


class _DeclineReasons(QWidget):
    """Why she declines: one of a list."""

    def __init__(self, entry: ReviewEntry) -> None:
        super().__init__()
        self._entry = entry
        self._buttons = {one: RadioButton(self.tr(DECLINE_REASONS[one])) for one in DeclineReason}
        for one, button in self._buttons.items():
            button.clicked.connect(lambda _checked=False, why=one: entry.set_decline_reason(why))
        self._problem = NoteLine(kind=Type.SMALL)
        column(self, gap=0, margins=(0, 8, 0, 0)).add(
            Text(self.tr("Why do you decline?"), Type.SMALL, Weight.SEMIBOLD),
            *self._buttons.values(),
            self._problem,
        )

    def button(self, reason: DeclineReason) -> RadioButton:
        """Return the button of one reason."""
        return self._buttons[reason]

    def refresh(self) -> None:
        """Show which is chosen."""
        for one, button in self._buttons.items():
            # Taken back by undo, none is chosen; buttons that exclude each other refuse that.
            button.setAutoExclusive(False)
            button.setChecked(one is self._entry.judgement.decline_reason)
            button.setAutoExclusive(True)
        told = self._entry.told_at(Place.DECLINE_REASON)
        self._problem.say(told, tone=Tone.WARN, icon="warning")

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Focus the chosen reason, else the first."""
        chosen = (button for button in self._buttons.values() if button.isChecked())
        next(chosen, next(iter(self._buttons.values()))).setFocus(reason)


class _Reason(QWidget):
    """The reason in her own words."""

    def __init__(self, entry: ReviewEntry) -> None:
        super().__init__()
        self._entry = entry
        label = Text(self.tr("Reason"), Type.SMALL, Weight.SEMIBOLD, wrap=False)
        self._optional = Text(self.tr("optional"), Type.CAPTION, tone=Tone.TEXT2, wrap=False)
        self.field = TextArea()
        self.field.setAccessibleName(self.tr("Reason"))
        label.setBuddy(self.field)
        self._problem = NoteLine(kind=Type.SMALL)
        head = row(gap=8).add(label, self._optional, STRETCH)
        column(self, gap=4, margins=(0, 8, 0, 0)).add(head, self.field, self._problem)
        self.field.typed.connect(entry.set_reason)

    def refresh(self) -> None:
        """Show the present text."""
        judgement = self._entry.judgement
        self.field.show_text(judgement.reason)
        declines = judgement.kind is VerdictKind.DECLINE
        needed = not declines or judgement.decline_reason is DeclineReason.OTHER
        self._optional.setVisible(not needed)
        self._problem.say(self._entry.told_at(Place.REASON), tone=Tone.WARN, icon="warning")

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Focus the field."""
        self.field.setFocus(reason)
