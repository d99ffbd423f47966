"""The item list: order, standing, progress, and the way on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from adjudicator_app.qt_models.queue_model import IS_NEXT, ITEM, QueueModel
from adjudicator_app.widgets.screen import Screen
from bands_registry.services.views import ItemStatus, QueueItem
from fairmed_core.domain.action_space import Step
from fairmed_core.domain.scope import Scope
from fairmed_core.domain.study import Seat, Study
from fairmed_core.domain.verdict import VerdictKind
from tests.helpers.desk_walks import SEAT as SEAT_OF_GERI
from tests.helpers.desk_walks import open_study, two_items
from tests.helpers.study import FOLLOW_UP, large_study, small_study

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
        (item(1, ItemStatus.DRAFT, left=0), "All answered"),
        (
            item(1, ItemStatus.DRAFT, left=2, changed="Changed since you last saved: the case."),
            "Changed since you last saved: the case. 2 things left",
        ),
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


def a_long_list() -> Study:
    """The small study grown to a dozen items, one of them of another kind and in her setting."""
    study = large_study(11)
    kept = small_study().band(FOLLOW_UP)
    items = (*study.seats[0].items, kept.id)
    return replace(
        study,
        vignettes=(*study.vignettes, small_study().vignette(kept.vignette_id)),
        bands=(*study.bands, kept),
        seats=(Seat(SEAT_OF_GERI, "geriatrician", items),),
    )


def open_long_list(desk) -> None:
    open_study(desk, a_long_list())
    assert desk.page.filters.isVisible()


def shown_titles(desk) -> list[str]:
    model = desk.page.items.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def choose(select, code: str) -> None:
    select.choose(code)
    select.activated.emit(select.currentIndex())


def test_words_find_items_by_what_she_can_read(desk):
    open_long_list(desk)
    page = desk.page
    QTest.keyClick(page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert desk.focused is page.filters.search
    QTest.keyClicks(page.filters.search, "SUGAR visit")
    assert shown_titles(desk) == ["Follow-up visit: raised blood sugar"]
    assert "1 of 12 items shown" in page.filters._found.text()
    number = page.items.model().index(0, 0).data(ITEM).position
    assert desk.desktop.to.items.items[number - 1].item_id == FOLLOW_UP
    page.filters.search.selectAll()
    QTest.keyClicks(page.filters.search, "chapter 9")
    assert shown_titles(desk) == ["Follow-up visit: raised blood sugar"]
    # The reasoning is on the item's page, but names no item; what is hidden finds nothing either.
    page.filters.search.selectAll()
    QTest.keyClicks(page.filters.search, "deriver-1")
    assert shown_titles(desk) == []
    assert page.filters._found.text() == "No item matches."
    page.filters.clear.click()
    assert len(shown_titles(desk)) == 12
    assert not page.filters.clear.isVisible()


def test_escape_shows_everything_again(desk):
    open_long_list(desk)
    filters = desk.page.filters
    QTest.keyClick(desk.page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(filters.search, "sugar")
    choose(filters.step, "document")
    assert len(shown_titles(desk)) == 1
    filters.search.setFocus()
    QTest.keyClick(filters.search, Qt.Key.Key_Escape)
    assert len(shown_titles(desk)) == 12
    assert filters.search.text() == ""
    assert filters.step.code == ""


def test_each_filter_says_how_many_items_stand_behind_it(desk):
    open_long_list(desk)
    filters = desk.page.filters
    words = [filters.setting.itemText(row) for row in range(filters.setting.count())]
    assert words == ["Every setting · 12", "In your setting · 1", "Outside your setting · 11"]
    choose(filters.step, "prescribe")
    assert len(shown_titles(desk)) == 11
    words = [filters.setting.itemText(row) for row in range(filters.setting.count())]
    assert words == ["Every setting · 11", "In your setting · 0", "Outside your setting · 11"]
    words = [filters.status.itemText(row) for row in range(filters.status.count())]
    assert words == ["Every status · 11", "Not started · 11"]
    choose(filters.setting, "inside")
    assert shown_titles(desk) == []


def test_what_she_filtered_by_is_kept_while_she_looks_at_an_item(desk):
    open_long_list(desk)
    choose(desk.page.filters.setting, "inside")
    QTest.keyClick(desk.page.filters.search, Qt.Key.Key_Down)
    QTest.keyClick(desk.focused, Qt.Key.Key_Return)
    desk.until_screen(Screen.REVIEW)
    review = desk.desktop.to.review
    desk.until(lambda: review.view is not None)
    # Previous and next follow the whole list.
    assert review.view.total == 12
    assert review.has_next or review.has_previous
    assert "whole list" in desk.page.bar.following.toolTip()
    review.leave()
    desk.until_screen(Screen.ITEMS)
    assert shown_titles(desk) == ["Follow-up visit: raised blood sugar"]
    assert desk.page.filters.setting.code == "inside"


def test_a_short_list_has_no_filters(desk):
    open_study(desk)
    assert not desk.page.filters.isVisible()
    QTest.keyClick(desk.page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert not desk.page.filters.search.hasFocus()


def spoken_of(desk, row: int) -> str:
    return desk.page.items.model().index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)
