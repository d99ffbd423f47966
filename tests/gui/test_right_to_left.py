"""Every screen from right to left, in a language nobody speaks that is two fifths longer."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from adjudicator_app.widgets.code_text import CodeText
from adjudicator_app.widgets.day_scale import DayScale
from adjudicator_app.widgets.level_chip import LevelChip
from adjudicator_app.widgets.overview_screen import OverviewScreen
from adjudicator_app.widgets.queue_screen import QueueScreen
from adjudicator_app.widgets.review_screen import ReviewScreen
from adjudicator_app.widgets.study_bar import StudyBar
from adjudicator_app.widgets.welcome_screen import WelcomeScreen
from tests.helpers.desk import Desk
from tests.helpers.pseudo import PseudoTranslator
from tests.helpers.room import clipped, inner
from tests.helpers.walked import walked

SCALES = (1.0, 1.5)


@pytest.fixture
def mirrored(desk: Desk, qapp: QApplication) -> Iterator[Desk]:
    """The program in the pseudo-language, from right to left."""
    pseudo = PseudoTranslator(qapp)
    qapp.installTranslator(pseudo)
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield desk
    qapp.removeTranslator(pseudo)
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_every_screen_is_mirrored_and_nothing_is_clipped(mirrored: Desk, tmp_path: Path) -> None:
    office = tmp_path / "office"
    office.mkdir()
    wrong: dict[str, list[str]] = {}
    turned: set[str] = set()
    theme = mirrored.desktop.theme
    for name in walked(mirrored, office):
        for scale in SCALES:
            theme.set_text_scale(scale)
            mirrored.window.resize(1366, 768)
            found = what_is_wrong(mirrored, turned)
            if found:
                wrong[f"{name} {scale:.0%}"] = found
        theme.set_text_scale(1.0)
    assert wrong == {}
    assert turned >= {"bar", "welcome", "columns", "levels", "days", "cards", "grid"}


def what_is_wrong(desk: Desk, turned: set[str]) -> list[str]:
    """What is still wrong with the screen once its layout has come to rest."""
    found: list[str] = []

    def nothing() -> bool:
        told = [told for told in clipped(desk.page) if "[" in told or "reaches out" in told]
        found[:] = [*told, *not_mirrored(desk.page, turned)]
        return not found

    with contextlib.suppress(desk.qtbot.TimeoutError):
        desk.qtbot.waitUntil(nothing, timeout=3000)
    return found


def not_mirrored(page: QWidget, turned: set[str]) -> Iterator[str]:
    """Yield what stands on the side it has from left to right; note in `turned` what was seen."""
    for widget in page.findChildren(QWidget):
        # Codes run from left to right everywhere.
        if isinstance(widget, CodeText) or not widget.isVisible():
            continue
        if widget.layoutDirection() is Qt.LayoutDirection.LeftToRight:
            yield f"{type(widget).__name__} {widget.objectName()} runs from left to right"
    for what, places in orders(page):
        turned.add(what)
        if places != sorted(places, reverse=True):
            yield f"{what}: what comes first is not at the right, but at {places}"


def orders(page: QWidget) -> Iterator[tuple[str, list[int]]]:
    """Yield where parts stand that follow one another, in their order."""
    for bar in page.findChildren(StudyBar):
        if bar.isVisible():
            yield "bar", lefts(page, bar.settings, bar.help)
    if isinstance(page, WelcomeScreen) and page.about.isVisible():
        yield "welcome", lefts(page, page.about, page.open_card)
    if isinstance(page, QueueScreen) and beside(page, page.items, page.progress):
        yield "cards", lefts(page, page.items, page.progress)
    if isinstance(page, OverviewScreen):
        header = page.table.horizontalHeader()
        yield "grid", [header.sectionViewportPosition(place) for place in range(header.count())]
    if isinstance(page, ReviewScreen):
        yield from orders_of_review(page)


def orders_of_review(page: ReviewScreen) -> Iterator[tuple[str, list[int]]]:
    """Yield the same of columns, levels and days."""
    if page.case.isVisible() and page.rule.isVisible():
        yield "columns", lefts(page, page.case, page.rule, page.judgement)
    chips = [chip for chip in page.findChildren(LevelChip) if chip.isVisible()]
    if len({inner(chip, page).top() for chip in chips}) == 1:
        yield "levels", lefts(page, *chips)
    for scale in page.findChildren(DayScale):
        if scale.isVisible():
            yield "days", lefts(page, scale.low_knob, scale.high_knob)


def lefts(page: QWidget, *parts: QWidget) -> list[int]:
    return [inner(part, page).left() for part in parts]


def beside(page: QWidget, one: QWidget, other: QWidget) -> bool:
    return inner(one, page).top() < inner(other, page).bottom()
