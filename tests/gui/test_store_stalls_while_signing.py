"""The store's commit stands still while Sign is pressed twice.

The stall is a gate in the store's own thread, where a slow disk would hold it up.
"""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from PySide6.QtCore import QElapsedTimer, QEvent, QObject, Qt, QTimer
from PySide6.QtTest import QTest

from adjudicator_app.widgets.screen import Screen
from bands_registry.services.attestations import list_attestations
from bands_registry.services.views import ItemStatus
from bands_registry.store.study_store import StudyStore
from tests.helpers.desk import PASSPHRASE, Desk
from tests.helpers.desk_walks import ready_to_sign, two_items
from tests.helpers.half_filled import CTRL, SHIFT, press

INTERESTS = "Advisory fees, 2024"


class Paints(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() is QEvent.Type.Paint
        return False


class Turns(QObject):
    """In how many of the tenths of ten seconds the event loop came round."""

    def __init__(self) -> None:
        super().__init__()
        self.tenths: set[int] = set()
        self._since = QElapsedTimer()
        self._timer = QTimer(self, interval=5)
        self._timer.timeout.connect(self._turn)
        self._since.start()
        self._timer.start()

    def _turn(self) -> None:
        self.tenths.add(self._since.elapsed() // 1000)


@pytest.fixture
def gate(monkeypatch):
    """Commits of a signature wait for this; drafts are kept as ever."""
    gate = threading.Event()
    append = StudyStore.append

    def append_late(store, lines, **files):
        assert gate.wait(60)
        append(store, lines, **files)

    ready = lambda: monkeypatch.setattr(StudyStore, "append", append_late)  # noqa: E731
    gate.hold = ready
    yield gate
    gate.set()


def press_sign_twice(desk: Desk) -> None:
    signature = desk.page.signature
    signature.independence.click()
    signature.declare.click()
    QTest.keyClicks(signature.interests, INTERESTS)
    QTest.keyClicks(signature.passphrase.line, PASSPHRASE)
    for _ in range(2):
        QTest.mouseClick(signature.button, Qt.MouseButton.LeftButton)


def signatures(desk: Desk):
    answers: list[object] = []
    desk.desktop.tasks.run(list_attestations, desk.desktop.go.session, done=answers.append)
    desk.until(lambda: bool(answers))
    return answers[0]


def test_the_window_lives_one_signature_comes_of_it_and_input_is_kept(desk, gate):
    ready_to_sign(desk, two_items())
    gate.hold()
    press_sign_twice(desk)
    signature = desk.page.signature
    assert signature.button.text() == "Signing"
    paints = Paints(signature.button)
    for _ in range(3):
        before = paints.count
        signature.button.update()
        desk.until(lambda before=before: paints.count > before)
    desk.window.resize(1200, 760)
    desk.until(lambda: desk.page.width() == 1200)
    # No key leads away, marks or signs again meanwhile.
    for key, modifier in (
        (Qt.Key.Key_L, CTRL), (Qt.Key.Key_S, CTRL | SHIFT), (Qt.Key.Key_Return, CTRL),
    ):  # fmt: skip
        press(desk, key, modifier)
    assert signature.independence.isChecked()
    assert signature.interests.toPlainText() == INTERESTS
    assert desk.window.screen_shown is Screen.SIGN
    gate.set()
    desk.until_screen(Screen.SEND)
    (issued,) = signatures(desk)
    assert issued.verdicts == 2
    assert {item.status for item in desk.desktop.to.items.items} == {ItemStatus.SIGNED}


def test_the_close_box_waits_for_the_signature(desk, gate):
    ready_to_sign(desk, two_items())
    session = desk.desktop.go.session
    gate.hold()
    press_sign_twice(desk)
    desk.window.close()
    desk.window.close()
    assert desk.window.isVisible()
    issued = []
    desk.desktop.tasks.run(list_attestations, session, done=issued.extend)
    gate.set()
    desk.until(lambda: not desk.window.isVisible())
    assert len(issued) == 1


def test_the_time_of_the_signature_is_that_of_the_click(desk):
    ready_to_sign(desk, two_items())
    clicked, gate = desk.clock.instant, threading.Event()
    desk.desktop.tasks.run(gate.wait, 60)
    press_sign_twice(desk)
    desk.clock.instant += timedelta(seconds=10)
    gate.set()
    desk.until_screen(Screen.SEND)
    (issued,) = signatures(desk)
    assert issued.signed_at == clicked


@pytest.mark.long
def test_ten_seconds_of_standing_still_are_ten_seconds_of_a_living_window(desk, gate):
    ready_to_sign(desk, two_items())
    gate.hold()
    press_sign_twice(desk)
    # The key is being derived just after the press; what counts is the ten seconds that follow.
    turns = Turns()
    passed = QElapsedTimer()
    passed.start()
    desk.qtbot.waitUntil(lambda: passed.elapsed() >= 10_000, timeout=20_000)
    # A window that waited for the store would not have come round before the end.
    assert len(turns.tenths) > 5
    assert desk.page.signature.button.text() == "Signing"
    gate.set()
    desk.until_screen(Screen.SEND)
    assert len(signatures(desk)) == 1
