"""A table of many verdicts to sign: each row as high as its words wherever one looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QScrollArea

from adjudicator_app.qt_models.signing_model import SigningModel
from adjudicator_app.widgets.layouts import scrolled
from adjudicator_app.widgets.signing_table import SigningTable
from adjudicator_app.widgets.theme import theme
from bands_registry.services.views import SigningRow
from tests.helpers.desk_walks import ready_to_sign

MANY = 400


@pytest.fixture
def rows(desk) -> tuple[SigningRow, ...]:
    """Many rows of every length: the four of the demonstration again and again."""
    ready_to_sign(desk)
    four = desk.desktop.to.sign.rows
    return tuple(
        replace(
            four[place % 4],
            position=place + 1,
            judgement=replace(four[place % 4].judgement, reason="Because of this. " * (place % 23)),
        )
        for place in range(MANY)
    )


@pytest.fixture
def table(rows, qtbot) -> Iterator[SigningTable]:
    table = SigningTable(SigningModel())
    qtbot.addWidget(table)
    table.resize(900, 600)
    table.show()
    table.model().show(rows, sealed=True)
    yield table
    theme().set_text_scale(1.0)


def wrong_in_sight(table: SigningTable) -> list[int]:
    """Rows one sees now that are not as high as their words."""
    top, end = table.rowAt(0), table.rowAt(table.viewport().height() - 1)
    seen = range(top, (end if end >= 0 else MANY - 1) + 1)
    return [row for row in seen if table.rowHeight(row) != table._height_of(row)]


def wrong_at_all(table: SigningTable) -> list[int]:
    return [row for row in range(MANY) if table.rowHeight(row) != table._height_of(row)]


def test_what_is_in_sight_is_never_cut_and_the_rest_follows(table, qtbot):
    assert wrong_in_sight(table) == []
    assert wrong_at_all(table) != []
    table.scrollToBottom()
    assert wrong_in_sight(table) == []
    last = table.visualRect(table.model().index(MANY - 1, 1))
    assert last.bottom() <= table.viewport().height()
    qtbot.waitUntil(lambda: table.heights.settled)
    assert wrong_at_all(table) == []
    last = table.visualRect(table.model().index(MANY - 1, 1))
    assert abs(last.bottom() - table.viewport().height()) <= 2


def test_what_one_reads_stays_where_it_is_while_the_rest_is_measured(table, qtbot):
    bar = table.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    assert wrong_in_sight(table) == []
    row = table.rowAt(0)
    assert row > 50
    top = table.rowViewportPosition(row)
    qtbot.waitUntil(lambda: table.heights.settled)
    assert wrong_at_all(table) == []
    assert table.rowAt(0) == row
    assert table.rowViewportPosition(row) == top


def test_other_text_and_another_width_keep_the_row_on_top(table, qtbot):
    qtbot.waitUntil(lambda: table.heights.settled)
    assert wrong_at_all(table) == []
    table.verticalScrollBar().setValue(table.verticalHeader().sectionPosition(200))
    theme().set_text_scale(1.5)
    assert table.rowAt(0) == 200
    assert wrong_in_sight(table) == []
    table.resize(1200, 600)
    qtbot.waitUntil(lambda: table.heights.settled)
    assert wrong_at_all(table) == []
    assert table.rowAt(0) == 200


def test_where_the_page_scrolls_the_table_is_as_high_as_its_rows(table, qtbot):
    page = scrolled(table)
    assert isinstance(page, QScrollArea)
    qtbot.addWidget(page)
    page.resize(600, 500)
    table.show_whole(True)
    page.show()
    qtbot.waitUntil(lambda: table.heights.settled)
    assert wrong_at_all(table) == []
    head = table.horizontalHeader().height()
    qtbot.waitUntil(lambda: table.minimumHeight() == head + table.verticalHeader().length())
    end = table.mapTo(page.viewport(), QPoint(0, table.height()))
    assert end.y() > page.height()
    assert table.verticalScrollBar().maximum() == 0
    page.takeWidget()
