"""Days typed the German way, where a comma divides and a point groups: 1,5 is never 15."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest

from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.study import Seat, Study
from fairmed_core.domain.verdict import chosen_set
from tests.helpers.desk import bundled_study
from tests.helpers.desk_walks import SEAT, open_study
from tests.helpers.half_filled import held, open_item, wait_until_saved

VISIT = "draft_documentation_01"


def one_visit() -> Study:
    return replace(bundled_study(), seats=(Seat(SEAT, "geriatrician", (VISIT,)),))


@pytest.fixture
def german():
    QLocale.setDefault(QLocale("de_DE"))


def test_a_divided_or_grouped_number_of_days_is_refused_where_it_divides(german, desk):
    open_study(desk, one_visit())
    open_item(desk, VISIT)
    band = desk.desktop.to.review.view.band
    for typed, high in (("1,5", 1), ("1.500", 1), ("28", 28), ("7,0", 7), ("2.1", 2)):
        editor = desk.page.judgement.editor.editor
        editor.to_box.setFocus()
        editor.to_box.selectAll()
        QTest.keyClicks(editor.to_box, typed)
        refused = not typed.isdigit()
        assert editor.note == ("Whole days only, in digits." if refused else "")
        QTest.keyClick(editor.to_box, Qt.Key.Key_Return)
        wait_until_saved(desk)
        chosen = chosen_set(held(desk, VISIT), band)
        assert isinstance(chosen, ValueSet)
        assert max(chosen.values) == high
        assert editor.to_box.text() == str(high)
        assert desk.desktop.to.review.entry.judgement == held(desk, VISIT)


def test_pasted_whole_it_changes_nothing(german, desk, qapp):
    open_study(desk, one_visit())
    open_item(desk, VISIT)
    before = desk.desktop.to.review.entry.judgement
    box = desk.page.judgement.editor.editor.to_box
    for pasted in ("1,5", "1.500", "1.500,0"):
        qapp.clipboard().setText(pasted)
        box.setFocus()
        box.selectAll()
        QTest.keyClick(box, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClick(box, Qt.Key.Key_Return)
        assert desk.desktop.to.review.entry.judgement == before
    assert held(desk, VISIT) == before
