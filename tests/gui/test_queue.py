"""The item list: order, standing, progress, and the way on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from adjudicator_app.qt_models.queue_model import IS_NEXT, QueueModel
from adjudicator_app.widgets.main_window import Screen
from bands_registry.services.views import ItemStatus, QueueItem
from fairmed_core.domain.action_space import Step
from fairmed_core.domain.scope import Scope
from fairmed_core.domain.verdict import VerdictKind
from tests.helpers.desk_walks import open_study, two_items

INSIDE = Scope(True, "Follow-up after a metabolic emergency", ("Geriatric medicine",))
OUTSIDE = Scope(False, "Emergency department triage", ("Emergency medicine",))


def item(position: int, status: ItemStatus, *, scope: Scope = INSIDE, **more) -> QueueItem:
    return QueueItem(
        f"item-{position}", position, "Pain relief", Step.PRESCRIBE, "Flank pain", status,
        more.pop("left", 0), scope, **more,
    )  # fmt: skip


def test_all_items_of_the_seat_are_listed_with_their_setting(desk):
    open_study(desk)
    items = desk.desktop.to.items.items
    assert {i.item_id for i in items} == {
        "draft_triage_01", "draft_ordering_01", "draft_medication_01", "draft_documentation_01",
    }  # fmt: skip
    assert [i.position for i in items] == [1, 2, 3, 4]
    inside = {i.item_id for i in items if i.scope.inside}
    assert inside == {"draft_documentation_01"}
    assert desk.desktop.to.items.outside == 3
    assert desk.page._outside.isVisible()
    spoken = [spoken_of(desk, row) for row in range(4)]
    assert sum("Outside your setting" in text for text in spoken) == 3
    assert all("Not started" in text for text in spoken)


def test_the_primary_goes_on_and_a_draft_comes_first(desk):
    open_study(desk)
    assert desk.page.progress.primary.text() == "Continue with item 1"
    second = desk.desktop.to.items.items[1]
    desk.desktop.to.items.open_item(second.item_id)
    desk.until_screen(Screen.REVIEW)
    desk.desktop.to.review.entry.choose_verdict(VerdictKind.ACCEPT)
    desk.desktop.to.review.leave()
    desk.until_screen(Screen.ITEMS)
    assert desk.desktop.to.items.items[1].status is ItemStatus.DRAFT
    assert desk.page.progress.primary.text() == "Continue with item 2"
    desk.page.progress.primary.click()
    desk.until_screen(Screen.REVIEW)
    desk.until(lambda: desk.desktop.to.review.view is not None)
    assert desk.desktop.to.review.view.item.item_id == second.item_id


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_a_card_is_opened_by_key(desk, key):
    open_study(desk, two_items())
    desk.page.items.setFocus()
    desk.page.items.setCurrentIndex(desk.page.items.model().index(1, 0))
    QTest.keyClick(desk.page.items, key)
    desk.until_screen(Screen.REVIEW)
    assert desk.desktop.to.review.view.item.position == 2


def test_a_card_is_opened_by_click(desk):
    open_study(desk, two_items())
    view = desk.page.items
    rect = view.visualRect(view.model().index(0, 0))
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=rect.topLeft() + QPoint(60, 40)
    )
    desk.until_screen(Screen.REVIEW)
    assert desk.desktop.to.review.view.item.position == 1


def test_an_empty_seat_says_so(qtbot):
    model = QueueModel()
    model.show((), next_item=None)
    assert model.rowCount() == 0


def test_the_model_keeps_qt_s_rules_while_items_change(qtbot):
    model = QueueModel()
    tester = QAbstractItemModelTester(model)
    first = (item(1, ItemStatus.NOT_STARTED), item(2, ItemStatus.DRAFT, left=2))
    model.show(first, next_item=first[1])
    assert model.index(1, 0).data(IS_NEXT)
    with qtbot.waitSignal(model.dataChanged):
        model.show((first[0], replace(first[1], status=ItemStatus.READY)), next_item=first[0])
    with qtbot.waitSignal(model.modelReset):
        model.show(first[:1], next_item=None)
    assert tester.failureReportingMode() is not None


@pytest.mark.parametrize(
    ("shown", "note"),
    [
        (item(1, ItemStatus.DRAFT, left=1), "1 thing left"),
        (item(1, ItemStatus.DRAFT, left=3), "3 things left"),
        (item(1, ItemStatus.READY), "All answered"),
        (item(1, ItemStatus.NEEDS_RESIGNING, changed="The clause changed."), "The clause changed"),
    ],
)
def test_a_screen_reader_hears_standing_and_what_is_left(qtbot, shown, note):
    model = QueueModel()
    model.show((shown,), next_item=None)
    spoken = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert note in spoken
    assert "Prescribe step, Flank pain" in spoken


def test_a_thousand_items_are_laid_out_at_once(desk, qtbot):
    open_study(desk, two_items())
    view = desk.page.items
    many = tuple(item(n, ItemStatus.NOT_STARTED, scope=OUTSIDE) for n in range(1, 1001))
    view.model().show(many, next_item=many[0])
    view.scrollToBottom()
    last = view.model().index(999, 0)
    qtbot.waitUntil(lambda: view.viewport().rect().intersects(view.visualRect(last)))


def spoken_of(desk, row: int) -> str:
    return desk.page.items.model().index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)
