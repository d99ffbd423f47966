"""A list of many items: each card as high as its words wherever one looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint

from adjudicator_app.qt_models.queue_model import QueueModel
from adjudicator_app.widgets.layouts import scrolled
from adjudicator_app.widgets.queue_cards import QueueList
from adjudicator_app.widgets.theme import theme
from tests.helpers.desk_walks import open_study, two_items

MANY = 600


@pytest.fixture
def cards(desk, qtbot) -> Iterator[QueueList]:
    """Many cards of every length."""
    open_study(desk, two_items())
    two = desk.desktop.to.items.items
    items = tuple(
        replace(
            two[place % 2],
            item_id=f"item-{place}",
            position=place + 1,
            title=f"{place + 1} " + "A title that goes on and on. " * (place % 9),
        )
        for place in range(MANY)
    )
    cards = QueueList(QueueModel())
    qtbot.addWidget(cards)
    cards.model().show(items, next_item=None)
    cards.resize(800, 600)
    cards.show()
    yield cards
    theme().set_text_scale(1.0)


def row_at(cards: QueueList, y: int) -> int:
    return cards.indexAt(QPoint(cards.width() // 2, y)).row()


def top_of(cards: QueueList, row: int) -> int:
    return cards.visualRect(cards.model().index(row, 0)).top()


def wrong(cards: QueueList, rows: range) -> list[int]:
    """Rows whose card is not as high as its words need."""
    need = cards.itemDelegate()._height_of
    return [
        row for row in rows if cards.visualRect(cards.model().index(row, 0)).height() != need(row)
    ]


def in_sight(cards: QueueList) -> range:
    end = row_at(cards, cards.viewport().height() - 1)
    return range(row_at(cards, 0), (end if end >= 0 else MANY - 1) + 1)


def test_what_is_in_sight_is_never_cut_and_the_rest_follows(cards, qtbot):
    cards.doItemsLayout()
    assert wrong(cards, in_sight(cards)) == []
    assert wrong(cards, range(MANY)) != []
    cards.scrollToBottom()
    assert wrong(cards, in_sight(cards)) == []
    last = cards.visualRect(cards.model().index(MANY - 1, 0))
    assert abs(last.bottom() - cards.viewport().height()) <= 2
    qtbot.waitUntil(lambda: cards.heights.settled)
    assert wrong(cards, range(MANY)) == []
    last = cards.visualRect(cards.model().index(MANY - 1, 0))
    assert abs(last.bottom() - cards.viewport().height()) <= 2


def test_what_one_reads_stays_where_it_is_while_the_rest_is_measured(cards, qtbot):
    cards.doItemsLayout()
    bar = cards.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    assert wrong(cards, in_sight(cards)) == []
    row = row_at(cards, 0)
    assert row > 50
    top = top_of(cards, row)
    qtbot.waitUntil(lambda: cards.heights.settled)
    assert row_at(cards, 0) == row
    assert top_of(cards, row) == top


def test_larger_text_is_measured_anew(cards, qtbot):
    qtbot.waitUntil(lambda: cards.heights.settled)
    low = cards.heights.whole
    theme().set_text_scale(1.5)
    cards.doItemsLayout()
    assert wrong(cards, in_sight(cards)) == []
    qtbot.waitUntil(lambda: cards.heights.settled)
    assert wrong(cards, range(MANY)) == []
    assert cards.heights.whole > low * 1.3


def test_where_the_page_scrolls_the_list_is_as_high_as_its_cards(cards, qtbot):
    page = scrolled(cards)
    qtbot.addWidget(page)
    page.resize(600, 500)
    cards.show_whole(True)
    page.show()
    qtbot.waitUntil(lambda: cards.heights.settled)
    need = cards.itemDelegate()._height_of
    assert cards.minimumHeight() == sum(need(row) for row in range(MANY))
    page.takeWidget()
