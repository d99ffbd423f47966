"""Undo and redo."""

from __future__ import annotations

from dataclasses import replace

from adjudicator_app.presenters.history import History
from fairmed_core.domain.verdict import Judgement, VerdictKind

START = Judgement()


def type_in(history: History, text: str, *, field: str = "reason") -> None:
    for end in range(1, len(text) + 1):
        typed = text[:end]
        history.record(replace(history.present, reason=typed), field=field, text=typed)


def test_undo_takes_words_back_not_letters():
    history = History(START)
    type_in(history, "too wide here")
    assert history.undo().reason == "too wide "
    assert history.undo().reason == "too "
    assert history.undo().reason == ""
    assert not history.can_undo


def test_redo_brings_them_again_until_something_else_is_done():
    history = History(START)
    type_in(history, "too wide")
    history.undo()
    assert history.can_redo
    assert history.redo().reason == "too wide"
    history.undo()
    history.record(replace(history.present, kind=VerdictKind.ACCEPT))
    assert not history.can_redo
    assert history.present.reason == "too "


def test_typing_in_another_field_is_a_step_of_its_own():
    history = History(START)
    history.record(replace(START, reason="a"), field="reason", text="a")
    history.record(replace(history.present, notes={1: "b"}), field="note 1", text="b")
    assert history.undo() == replace(START, reason="a")
    assert history.undo() == START


def test_an_ended_step_is_not_continued():
    history = History(START)
    history.record(replace(START, reason="1"), field="days")
    history.record(replace(START, reason="2"), field="days")
    history.end_step()
    history.record(replace(START, reason="3"), field="days")
    assert history.undo().reason == "2"
    assert history.undo() == START


def test_undo_with_nothing_to_undo_changes_nothing():
    history = History(START)
    assert history.undo() is START
    assert history.redo() is START
