"""A walk over every screen, and through a large study, with the watchdog beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.demo_pack import make_demo, make_demo_registry
from adjudicator_app.screenshots import PASSPHRASE, walk
from adjudicator_app.widgets.main_window import Screen
from adjudicator_app.widgets.theme import Mode
from bands_registry.services.session import Session
from fairmed_core.clock import SystemClock
from tests.benchmarks.app_driver import Driven, Watchdog
from tests.helpers.study import SEAT

WALK = "all screens, items of every kind, typing, theme and text size, pack of 1,000 items"
WORDS = "The page names the lower step first; here it is taken one step further."


@dataclass(frozen=True)
class Stalls:
    """What the watchdog saw: seconds, and of each stall seconds, doing and place in the code."""

    longest: float
    beats: int
    over: tuple[tuple[float, str, str], ...]
    walk: str = WALK


def stalls(folder: Path, pack: Path, *, over: float) -> Stalls:
    """Walk and return what stood still for longer than `over` seconds."""
    clock = SystemClock()
    # Made before anything is watched: the files of others, not her program.
    demo = make_demo(folder, clock=clock)
    registry = make_demo_registry(folder / "registry", clock=clock)
    watchdog = Watchdog(over=over)
    with Driven(folder) as program, watchdog.watching():
        for name in walk(program.desktop, demo, registry):
            program.idle()
            watchdog.doing = f"what comes after {name or 'that'}"
        program.desktop.registry.close()
        for doing in _large(program, pack):
            program.idle()
            watchdog.doing = doing
        program.idle()
    return Stalls(watchdog.longest, watchdog.beats, tuple(watchdog.over))


def _large(program: Driven, pack: Path) -> Iterator[str]:
    """Act, and yield what comes next."""
    desktop, services = program.desktop, program.desktop.services

    def begin() -> Session:
        return services.open_pack(pack, SEAT, services.unlock(PASSPHRASE))

    yield "the pack of 1,000 items"
    desktop.tasks.run(begin, done=desktop.to.welcome.opened.emit)
    yield "scrolling down"
    page = desktop.window.page_of(Screen.ITEMS)
    page.items.scrollToBottom()
    yield "scrolling up"
    page.items.scrollToTop()
    for number in (1, 2, 3):
        yield f"item {number}"
        desktop.to.items.open_item(desktop.to.items.items[number].item_id)
    review = desktop.window.page_of(Screen.REVIEW)
    for _ in range(8):
        yield "the next item"
        QTest.keyClick(desktop.window, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    yield "opening a note"
    line = review.judgement.questions.rows[1]
    line.note_button.click()
    for word in WORDS.split():
        yield "typing"
        QTest.keyClicks(line.note_field, word + " ")
    for mode in (Mode.DARK, Mode.CONTRAST, Mode.LIGHT):
        yield f"theme {mode.value}"
        desktop.theme.set_mode(mode)
    for scale in (1.5, 2.5, 1.0):
        yield f"text at {scale:.0%}"
        desktop.theme.set_text_scale(scale)
    yield "back to the list"
    desktop.to.review.leave()
    for mode in (Mode.DARK, Mode.LIGHT):
        yield f"theme {mode.value} at the list"
        desktop.theme.set_mode(mode)
    yield "text at 150% at the list"
    desktop.theme.set_text_scale(1.5)
    yield "text at 100% at the list"
    desktop.theme.set_text_scale(1.0)
    yield "end"
