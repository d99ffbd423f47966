"""Ways through the program that several tests take, with real clicks and keys."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from adjudicator_app.widgets.editor_levels import LevelsEditor
from adjudicator_app.widgets.screen import Screen
from bands_registry.services.session import Session
from fairmed_core.domain.acceptable import AcceptableSet, ValueSet
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.study import Seat, Study
from fairmed_core.domain.verdict import Answer, Judgement
from tests.helpers.desk import PASSPHRASE, Desk, bundled_study, geriatrician
from tests.helpers.registry import DETAILS, a_clinician

SEAT = "GERI"


def fill_identity(desk: Desk, credential: Credential | None = None) -> None:
    """Fill the identity page as she would."""
    credential = credential or geriatrician().credential
    page = desk.page.identity
    page.profession.choose(credential.profession)
    page.specialty.first.choose(credential.specialties[0])
    page.years.choose(credential.years)
    QTest.keyClicks(page.jurisdiction, credential.jurisdiction)
    QTest.keyClicks(page.passphrase.line, PASSPHRASE)
    QTest.keyClicks(page.repeated.line, PASSPHRASE)


def create_identity(desk: Desk, credential: Credential | None = None) -> None:
    """From a checked pack to the seat page, with a new signing identity."""
    fill_identity(desk, credential)
    desk.page.identity.primary.click()
    desk.until(lambda: desk.desktop.to.setup.identity is not None)
    desk.idle()


def begin_study(
    desk: Desk,
    study: Study | None = None,
    *,
    pack: Path | None = None,
    seat: str = SEAT,
    credential: Credential | None = None,
    sealed: bool = True,
) -> None:
    """From the welcome screen to the list of items, as someone new."""
    desk.start(pack=pack or desk.pack(study))
    desk.until_screen(Screen.SETUP)
    create_identity(desk, credential)
    QTest.keyClicks(desk.page.seat.seat, seat)
    QTest.keyClick(desk.page.seat.seat, Qt.Key.Key_Return)
    desk.until(lambda: desk.desktop.to.setup.session is not None)
    desk.idle()
    if sealed:
        QTest.keyClicks(desk.page.sealed.name, "Dr Ada Muster")
        QTest.keyClicks(desk.page.sealed.licence, "LIC-4711")
        QTest.keyClicks(desk.page.sealed.issuer, "Example Chamber")
        desk.page.sealed.primary.click()
    else:
        desk.page.sealed.aside.click()
    desk.idle()
    desk.page.read_aloud.primary.click()
    desk.until_screen(Screen.ITEMS)


def open_study(
    desk: Desk,
    study: Study | None = None,
    *,
    credential: Credential | None = None,
    sealed: bool = True,
) -> None:
    """The list of items of a study begun behind the screens, for tests of what comes after."""
    credential = credential or geriatrician().credential
    desk.data.mkdir(parents=True, exist_ok=True)
    a_clinician(desk.data, credential=credential).keystore.rename(desk.data / "keystore.fmkey")
    pack, services = desk.pack(study), desk.desktop.services

    def begin() -> Session:
        session = services.open_pack(pack, SEAT, services.unlock(PASSPHRASE))
        if sealed:
            services.seal_identity(session, DETAILS)
        return session

    desk.start()
    desk.desktop.tasks.run(begin, done=desk.desktop.to.welcome.opened.emit)
    desk.until_screen(Screen.ITEMS)
    desk.until(lambda: desk.desktop.to.items.view is not None)


def close_study(desk: Desk) -> None:
    """Back to the welcome screen."""
    desk.desktop.go.list_items()
    desk.idle()
    desk.page.close_asked.emit()
    desk.until_screen(Screen.WELCOME)


def two_items() -> Study:
    """The bundled study with two items at the geriatrician's seat, one in her setting."""
    items = ("draft_documentation_01", "draft_triage_01")
    return replace(bundled_study(), seats=(Seat(SEAT, "geriatrician", items),))


def mark_all_ready(desk: Desk) -> None:
    """Enter the geriatrician's verdicts through the services, for tests of what comes after."""
    session, services = desk.desktop.go.session, desk.desktop.services
    mine = {item.item_id for item in desk.desktop.to.items.items}
    for verdict in geriatrician().verdicts:
        if verdict.item in mine:
            desk.desktop.tasks.run(services.review_item, session, verdict.item)
            desk.desktop.tasks.run(services.mark_ready, session, verdict.item, verdict.judgement)
    desk.idle()
    desk.desktop.go.list_items()
    desk.idle()


def ready_to_sign(desk: Desk, study: Study | None = None, **how: object) -> None:
    """The signing screen with every verdict in its table."""
    open_study(desk, study, **how)
    mark_all_ready(desk)
    desk.page.progress.primary.click()
    desk.until_screen(Screen.SIGN)


def sign(desk: Desk) -> None:
    """State independence and interests, type the passphrase, press the button."""
    signature = desk.page.signature
    signature.independence.click()
    signature.none.click()
    QTest.keyClicks(signature.passphrase.line, PASSPHRASE)
    signature.button.click()
    desk.until_screen(Screen.SEND)


def judge(desk: Desk, judgement: Judgement) -> None:
    """Enter a judgement on the review screen with mouse and keys, as she would."""
    page = desk.page
    if judgement.scope_acknowledged and page.banner.isVisible():
        QTest.mouseClick(page.banner.read, Qt.MouseButton.LeftButton, pos=QPoint(9, 16))
    for question, answer in judgement.answers.items():
        line = page.judgement.questions.rows[question]
        if answer is not Answer.NOT_NEEDED:
            line.choice.segment(answer).click()
        if question in judgement.notes:
            line.note_button.click()
            QTest.keyClicks(line.note_field, judgement.notes[question])
    if judgement.amended is not None:
        choose_set(desk, judgement.amended)
    if judgement.wording is not None:
        page.rule.wording.opener.click()
        page.rule.wording.field.selectAll()
        QTest.keyClicks(page.rule.wording.field, judgement.wording)
    if judgement.kind is not None:
        page.judgement.verdict.choice.segment(judgement.kind).click()
    for kind in judgement.error_kinds:
        page.judgement.verdict.kinds.box(kind).click()
    if judgement.reason:
        QTest.keyClicks(page.judgement.verdict.reason.field, judgement.reason)


def choose_set(desk: Desk, wanted: AcceptableSet) -> None:
    """Make the editor show a set: digits toggle levels, number boxes take days."""
    assert isinstance(wanted, ValueSet)
    editor, band = desk.page.judgement.editor.editor, desk.desktop.to.review.view.band
    if isinstance(editor, LevelsEditor):
        editor.setFocus()
        for value in sorted(wanted.values ^ band.acceptable.values):
            QTest.keyClick(desk.focused, str(value))
        return
    for box, number in (
        (editor.from_box, min(wanted.values)),
        (editor.to_box, max(wanted.values)),
    ):
        box.setFocus()
        box.selectAll()
        QTest.keyClicks(box, str(number))
        QTest.keyClick(box, Qt.Key.Key_Return)


def judge_all(desk: Desk, judgements: dict[str, Judgement]) -> None:
    """From the list of items through every item to the signing screen."""
    desk.page.progress.primary.click()
    desk.until_screen(Screen.REVIEW)
    left = dict(judgements)
    while left:
        desk.until(lambda: desk.desktop.to.review.view is not None)
        item_id = desk.desktop.to.review.view.item.item_id
        judge(desk, left.pop(item_id))
        assert desk.desktop.to.review.entry.blocking == ()
        QTest.keyClick(desk.focused, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        desk.until(lambda here=item_id: moved_on(desk, here))
        desk.idle()
    desk.until_screen(Screen.SIGN)


def moved_on(desk: Desk, item_id: str) -> bool:
    """Whether another item, or another screen, is shown."""
    if desk.window.screen_shown is not Screen.REVIEW:
        return True
    view = desk.desktop.to.review.view
    return view is not None and view.item.item_id != item_id
