"""What she enters for one item: every command on a judgement, its problems, undo and redo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from adjudicator_app.presenters import edits
from adjudicator_app.presenters.edits import OrderStatus
from adjudicator_app.presenters.history import History
from adjudicator_app.presenters.moved import moved_words
from adjudicator_app.presenters.review_words import MISSING, Told, editor_words, left_words
from adjudicator_app.presenters.saying import say
from bands_registry.services.views import ReviewView
from fairmed_core.domain.verdict import (
    Answer,
    DeclineReason,
    ErrorKind,
    Judgement,
    Place,
    Problem,
    ProblemCode,
    VerdictKind,
    problems,
)
from fairmed_core.words.joining import paragraph
from fairmed_core.words.sentences import problem_sentence


class ReviewEntry(QObject):
    """The judgement of the item that is shown.

    Signals
    -------
    edited
        She changed something; True when it was a key of a longer text or a drag under way.
    """

    edited = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._histories: dict[str, History] = {}
        self._asked = False
        self.view: ReviewView | None = None
        self._found: tuple[Problem, ...] = ()

    # What the screen shows

    @property
    def shown(self) -> ReviewView:
        """The item shown; RuntimeError while there is none."""
        if self.view is None:
            raise RuntimeError("no item is shown")
        return self.view

    @property
    def read_only(self) -> bool:
        """Whether nothing can be entered: she finished the study, or moved it away."""
        return self.view is not None and self.view.read_only

    @property
    def judgement(self) -> Judgement:
        """What she has entered."""
        return self._history.present if self.view else Judgement()

    @property
    def summary(self) -> str:
        """The summary of the leading clause, to which her wording would belong."""
        return self.view.clauses[0].clause.summary if self.view and self.view.clauses else ""

    @property
    def test_labels(self) -> Mapping[str, str]:
        """The labels of the study's tests, by name."""
        return dict(self.view.tests) if self.view else {}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is missing or contradictory; nothing is asked for where nothing can be entered."""
        return () if self.read_only else self._found

    @property
    def blocking(self) -> tuple[Problem, ...]:
        """What must be settled before the item is ready."""
        return tuple(problem for problem in self.problems if problem.blocking)

    @property
    def left_to_do(self) -> str:
        """What is left, named."""
        if self.view is not None and self.view.moved_at is not None:
            return moved_words(self.view.moved_at)
        if self.read_only:
            return self.tr("You finished this study. Nothing in it changes.")
        return left_words(self.blocking)

    @property
    def open_questions(self) -> int:
        """How many questions are not answered."""
        return sum(problem.code is ProblemCode.QUESTION_OPEN for problem in self._found)

    @property
    def editor_sentence(self) -> Told:
        """The sentence below the band editor."""
        view = self.shown
        return editor_words(self.judgement, view.band, view.sub_action, self.test_labels)

    def told_at(self, place: Place, question: int | None = None) -> str:
        """Return what is told beside a field: contradictions at once, what is missing on asking."""
        told = [
            problem_sentence(problem, say)
            for problem in self.problems
            if problem.place is place
            and (place is not Place.QUESTION or problem.question == question)
            and (self._asked or problem.code not in MISSING)
        ]
        return paragraph(told, say)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self._open and self._history.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back."""
        return self._open and self._history.can_redo

    # Another item

    def show(self, view: ReviewView, judgement: Judgement) -> None:
        """Take up an item with what was entered for it; its undo steps are found again."""
        item_id = view.item.item_id
        known = self._histories.get(item_id)
        if known is None or known.present != judgement:
            self._histories[item_id] = History(judgement)
        self.view, self._asked = view, False
        self._find_problems()

    def forget(self) -> None:
        """Let go of everything that belongs to one study."""
        self._histories, self.view, self._found = {}, None, ()

    def ask_what_is_left(self) -> tuple[Problem, ...]:
        """Return what blocks; from now on what is missing is told beside its field."""
        self._asked = True
        return self.blocking

    # Commands

    def toggle_level(self, value: int) -> None:
        """Take a level in or leave it out."""
        self._change(edits.with_level_toggled(self.judgement, self.shown.band, value))

    def set_days(self, low: int, high: int) -> None:
        """Take the days from `low` to `high`."""
        view = self.shown
        days = edits.with_days(self.judgement, view.band, view.sub_action, low, high)
        self._change(days, field="days")

    def set_order_status(self, test: str, status: OrderStatus) -> None:
        """Make a test required or permitted, or leave it out."""
        self._change(edits.with_order_status(self.judgement, self.shown.band, test, status))

    def answer(self, question: int, answer: Answer) -> None:
        """Answer a question."""
        self._change(edits.with_answer(self.judgement, question, answer))

    def note(self, question: int, text: str) -> None:
        """Write a note to a question."""
        noted = edits.with_note(self.judgement, question, text)
        self._change(noted, field=f"note {question}", text=text)

    def choose_verdict(self, kind: VerdictKind) -> None:
        """Accept, amend or decline."""
        self._change(replace(self.judgement, kind=kind))

    def toggle_error_kind(self, kind: ErrorKind) -> None:
        """Name a kind of error, or take it back."""
        self._change(edits.with_error_kind_toggled(self.judgement, kind))

    def set_reason(self, text: str) -> None:
        """Write the reason."""
        self._change(replace(self.judgement, reason=text), field="reason", text=text)

    def set_decline_reason(self, reason: DeclineReason) -> None:
        """Say why she declines."""
        self._change(replace(self.judgement, decline_reason=reason))

    def set_wording(self, text: str | None) -> None:
        """Suggest another wording of the leading clause, or None to keep it."""
        worded = edits.with_wording(self.judgement, self.summary, text)
        self._change(worded, field="wording", text=text or "")

    def acknowledge_scope(self, read: bool) -> None:  # noqa: FBT001 (the state of a tick box)
        """Say that she has read the notice about her setting."""
        self._change(replace(self.judgement, scope_acknowledged=read))

    def decline_as_outside(self) -> None:
        """Decline because the item lies outside her setting."""
        self._change(
            replace(
                self.judgement,
                kind=VerdictKind.DECLINE,
                decline_reason=DeclineReason.OUTSIDE_SCOPE,
            )
        )

    def undo(self) -> None:
        """Take the last change of this item back."""
        if self.can_undo:
            self._history.undo()
            self._changed(typing=False)

    def redo(self) -> None:
        """Take the last undo back."""
        if self.can_redo:
            self._history.redo()
            self._changed(typing=False)

    def end_step(self) -> None:
        """Let what comes next be undone apart from what came before."""
        self._history.end_step()

    # Inside

    @property
    def _open(self) -> bool:
        return self.view is not None and not self.read_only

    @property
    def _history(self) -> History:
        return self._histories[self.shown.item.item_id]

    def _change(self, judgement: Judgement, *, field: str = "", text: str = "") -> None:
        if not self._open or judgement == self.judgement:
            return
        self._history.record(judgement, field=field, text=text)
        self._changed(typing=bool(field))

    def _changed(self, *, typing: bool) -> None:
        self._find_problems()
        self.edited.emit(typing)

    def _find_problems(self) -> None:
        view = self.shown
        self._found = problems(
            self.judgement, view.band, summary=self.summary, inside_scope=view.item.scope.inside
        )
