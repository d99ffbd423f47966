"""Undo and redo of one item's judgement."""

from __future__ import annotations

from fairmed_core.domain.verdict import Judgement

MOST_STEPS = 500


class History:
    """The judgements an item went through.

    Keys typed into one field are one step up to the end of a word, so that undo takes back words,
    not letters.
    """

    def __init__(self, start: Judgement) -> None:
        self._past: list[Judgement] = []
        self._future: list[Judgement] = []
        self._field = ""
        self.present = start

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back."""
        return bool(self._future)

    def record(self, judgement: Judgement, *, field: str = "", text: str = "") -> None:
        """Go to `judgement`; `field` and `text` name what is being typed, if anything is."""
        goes_on = bool(field) and field == self._field and bool(self._past)
        if not goes_on:
            self._past = [*self._past[-MOST_STEPS:], self.present]
        self._future = []
        self._field = "" if text[-1:].isspace() else field
        self.present = judgement

    def end_step(self) -> None:
        """Let what comes next be a step of its own."""
        self._field = ""

    def undo(self) -> Judgement:
        """Go back one step."""
        if self._past:
            self._future.append(self.present)
            self.present = self._past.pop()
            self._field = ""
        return self.present

    def redo(self) -> Judgement:
        """Take the last undo back."""
        if self._future:
            self._past.append(self.present)
            self.present = self._future.pop()
            self._field = ""
        return self.present
