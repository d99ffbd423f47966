"""A pack of 1,000 items: it opens, she moves about in it, and no row costs a widget."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from adjudicator_app.widgets.screen import Screen
from bands_registry.services.views import ItemStatus
from fairmed_core.domain.study import Study
from tests.helpers.desk_walks import open_study
from tests.helpers.half_filled import ALT, CTRL, press, shown
from tests.helpers.registry import accepting, without_disputed
from tests.helpers.study import SEAT, large_study


@cache
def a_thousand() -> Study:
    study = large_study(1000)
    (seat,) = study.seats
    assert seat.code == SEAT
    return replace(study, seats=(replace(seat, code="GERI"),))


@pytest.fixture
def thousand(desk):
    open_study(desk, a_thousand())
    return desk


def test_it_opens_and_every_item_is_within_reach(thousand: object, tmp_path: Path):
    desk = thousand
    model, view = desk.page.items.model(), desk.page.items
    assert model.rowCount() == 1000
    # What is on the page does not grow with what is in the pack.
    assert len(desk.page.findChildren(QWidget)) < 400
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_End)
    last = model.index(999, 0)
    desk.until(lambda: view.viewport().rect().intersects(view.visualRect(last)))
    assert view.currentIndex().row() == 999
    QTest.keyClick(view, Qt.Key.Key_Return)
    desk.until_screen(Screen.REVIEW)
    desk.until(lambda: desk.desktop.to.review.view is not None)
    assert desk.desktop.to.review.view.item.position == 1000
    assert not desk.desktop.to.review.has_next
    press(desk, Qt.Key.Key_Left, ALT)
    desk.until(lambda: desk.desktop.to.review.view.item.position == 999)

    here = shown(desk)
    ready = without_disputed(accepting())
    desk.desktop.tasks.run(desk.desktop.services.mark_ready, desk.desktop.go.session, here, ready)
    press(desk, Qt.Key.Key_L, CTRL)
    desk.until_screen(Screen.ITEMS)
    assert desk.desktop.to.items.items[998].status is ItemStatus.READY
    rect = view.visualRect(model.index(998, 0))
    if not view.viewport().rect().intersects(rect):
        view.scrollTo(model.index(998, 0))
        rect = view.visualRect(model.index(998, 0))
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=rect.topLeft() + QPoint(60, 40)
    )
    desk.until_screen(Screen.REVIEW)
    desk.until(lambda: shown(desk) == here)


@pytest.mark.long
def test_the_next_item_comes_by_key_a_hundred_times(thousand):
    desk = thousand
    desk.desktop.to.items.open_next()
    desk.until_screen(Screen.REVIEW)
    desk.until(lambda: desk.desktop.to.review.view is not None)
    for position in range(2, 102):
        press(desk, Qt.Key.Key_Right, ALT)
        desk.until(lambda position=position: desk.desktop.to.review.view.item.position == position)
    ids = [item.item_id for item in desk.desktop.to.items.items]
    assert shown(desk) == ids[100]
