"""Nothing slides or fades, whatever the desktop does; whoever asked for less motion has it."""

from __future__ import annotations

from PySide6.QtCore import QAbstractAnimation, Qt
from PySide6.QtWidgets import QApplication

from adjudicator_app.app import Desktop
from tests.helpers.desk import Desk
from tests.helpers.desk_walks import open_study, two_items


def test_boxes_menus_and_tips_open_at_once(desk: Desk, qapp: QApplication) -> None:
    effects = list(Qt.UIEffect)
    for effect in effects:
        qapp.setEffectEnabled(effect, True)
    assert any(qapp.isEffectEnabled(effect) for effect in effects)
    second = Desktop(qapp, data=desk.data, clock=desk.clock)
    assert not any(qapp.isEffectEnabled(effect) for effect in effects)
    second.leaving.end()
    second.window.let_go()


def test_no_screen_holds_anything_that_moves(desk: Desk) -> None:
    open_study(desk, two_items())
    desk.page.progress.primary.click()
    desk.idle()
    desk.desktop.view_settings.set_scale(125)
    desk.desktop.view_settings.show_settings()
    moving = desk.window.findChildren(QAbstractAnimation)
    assert [one for one in moving if one.totalDuration() > 0] == []
    desk.desktop.view_settings.sheet.accept()
