"""A half-filled form, and what the store holds of it once the program has let go."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.widgets.screen import Screen
from bands_registry.services.resume_study import resume_study
from bands_registry.services.review_item import review_item
from bands_registry.services.unlock_identity import unlock_identity
from fairmed_core.domain.study import Study
from fairmed_core.domain.verdict import Judgement, VerdictKind
from tests.helpers.desk import PASSPHRASE, Desk
from tests.helpers.desk_walks import open_study, two_items

REASON = "Both sources accept a visit within a month."
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


def press(desk: Desk, key: Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
    """Press a key where the focus is."""
    QTest.keyClick(desk.focused or desk.window, key, modifier or Qt.KeyboardModifier.NoModifier)


def open_item(desk: Desk, item_id: str) -> None:
    """Show an item of the study that is open."""
    desk.desktop.to.items.open_item(item_id)
    desk.until_screen(Screen.REVIEW)
    desk.until(lambda: shown(desk) == item_id)


def shown(desk: Desk) -> str:
    """The item on the review screen; "" while there is none."""
    view = desk.desktop.to.review.view
    return view.item.item_id if view is not None else ""


def begin_typing(desk: Desk, study: Study | None = None) -> str:
    """Open the first item and amend it, the cursor in the reason; return the item."""
    open_study(desk, study or two_items())
    item_id = desk.desktop.to.items.items[0].item_id
    open_item(desk, item_id)
    desk.desktop.to.review.entry.choose_verdict(VerdictKind.AMEND)
    desk.page.judgement.verdict.reason.setFocus()
    return item_id


def type_something(desk: Desk, study: Study | None = None) -> str:
    """Open the first item, amend it, and type a reason; return the item."""
    item_id = begin_typing(desk, study)
    QTest.keyClicks(desk.focused, REASON)
    return item_id


def kept(desk: Desk, item_id: str) -> Judgement:
    """What the store holds, read by another sitting after the program has let go of it."""
    store = next(desk.data.glob("studies/*.fmdb"))
    identity = unlock_identity(desk.data / "keystore.fmkey", PASSPHRASE)
    with resume_study(store, identity=identity, clock=desk.clock) as session:
        return review_item(session, item_id).judgement


def wait_until_saved(desk: Desk) -> None:
    """Wait until the program says that everything is saved: a second at most."""
    desk.qtbot.waitUntil(lambda: not desk.desktop.to.review.unsaved, timeout=1000)


def held(desk: Desk, item_id: str) -> Judgement:
    """What the store holds while the program has it, asked of the thread it belongs to."""
    answers: list[Judgement] = []
    services, session = desk.desktop.services, desk.desktop.go.session
    desk.desktop.tasks.run(
        lambda: services.review_item(session, item_id).judgement, done=answers.append
    )
    desk.until(lambda: bool(answers))
    return answers[0]
