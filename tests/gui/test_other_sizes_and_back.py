"""Text size changed and changed back: every screen stands as if it had never been otherwise."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QScrollArea, QWidget

from adjudicator_app.widgets.focus_ring import FocusRing
from adjudicator_app.widgets.screen import Screen
from tests.helpers.desk import Desk
from tests.helpers.walked import walked

Places = list[tuple[str, tuple[int, int, int, int]]]


def places(desk: Desk) -> Places:
    """Where everything stands that is seen, each within what it is part of."""
    return [
        (f"{type(part).__name__} {words(part)}", place(part))
        for part in desk.page.findChildren(QWidget)
        # A ring moves with the focus, which is not what is asked here.
        if part.isVisible() and not isinstance(part, FocusRing)
    ]


def place(part: QWidget) -> tuple[int, int, int, int]:
    """Where a part stands; of what is scrolled only the size."""
    scrolled = isinstance(part.parent().parent(), QScrollArea)
    at = QPoint(0, 0) if scrolled else part.pos()
    return (at.x(), at.y(), part.width(), part.height())


def words(part: QWidget) -> str:
    said = getattr(part, "text", "")
    return str(said() if callable(said) else said) or part.accessibleName()


def differing(desk: Desk, expected: Places) -> Places:
    """What stands elsewhere than expected once the layout has come to rest."""
    found: Places = []

    def as_before() -> bool:
        now = places(desk)
        found[:] = [*(one for one in now if one not in expected)]
        found.extend(one for one in expected if one not in now)
        return not found

    with contextlib.suppress(desk.qtbot.TimeoutError):
        desk.qtbot.waitUntil(as_before, timeout=2000)
    return found


def in_sight(desk: Desk, change: Callable[[], object]) -> None:
    """Change something while the screen is shown."""
    change()
    desk.qtbot.wait(20)


def out_of_sight(desk: Desk, change: Callable[[], object]) -> None:
    """Change something while another screen is shown, and come back."""
    here = desk.window.screen_shown
    away = Screen.ITEMS if here is Screen.WELCOME else Screen.WELCOME
    # Leaving the pages of an identity clears its passphrase, which the walk goes on with.
    if here is None or here is Screen.SETUP or not desk.window.has(away):
        return
    desk.window.show_screen(away)
    change()
    desk.qtbot.wait(20)
    desk.window.show_screen(here)
    desk.qtbot.wait(20)


@pytest.mark.parametrize(("usual", "other"), [(1.0, 2.5), (2.5, 1.0)])
def test_every_screen_is_as_it_was(desk: Desk, tmp_path: Path, usual: float, other: float) -> None:
    office = tmp_path / "office"
    office.mkdir()
    theme = desk.desktop.theme
    theme.set_text_scale(usual)
    desk.window.resize(1366, 768)
    moved = {}
    for name in walked(desk, office):
        desk.until(lambda: not desk.desktop.to.review.unsaved)
        desk.qtbot.wait(50)
        before = places(desk)
        assert before
        for change in (in_sight, out_of_sight):
            change(desk, lambda: theme.set_text_scale(other))
            change(desk, lambda: theme.set_text_scale(usual))
            found = differing(desk, before)
            if found:
                moved[f"{name} {change.__name__}"] = found
    assert moved == {}
