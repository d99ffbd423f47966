"""The practice study from the first click to the marked document."""

from __future__ import annotations

from adjudicator_app.widgets.main_window import Screen


def test_practice_is_entered_from_the_welcome_screen(desk):
    desk.start()
    desk.page.practice_card.button.click()
    desk.until_screen(Screen.ITEMS)
    assert len(desk.desktop.to.items.items) == 3
    assert desk.desktop.to.items.view.practice
