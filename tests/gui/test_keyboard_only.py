"""The whole study without a mouse: from the first screen to the response file, keys only.

What the system's own file dialog would return stands in for it; every other step is a key pressed
where the focus is, and every stop of the focus is looked for with Tab.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt

from adjudicator_app.presenters.edits import OrderStatus
from adjudicator_app.presenters.identity import Page
from adjudicator_app.widgets.screen import Screen
from bands_registry.provenance.events import IdentitySealed, bodies_of
from bands_registry.provenance.response import read_response
from bands_registry.provenance.verdicts import current_verdicts, judgement_of
from fairmed_core.domain.acceptable import OrderSet, ValueSet
from fairmed_core.domain.study import Study
from fairmed_core.domain.verdict import DeclineReason, ErrorKind, Judgement, VerdictKind
from tests.helpers.desk import PASSPHRASE, Desk
from tests.helpers.half_filled import shown
from tests.helpers.keyboard import CTRL, Keyboard, judge_by_keys
from tests.helpers.registry import accepting, without_disputed
from tests.helpers.study import ACUITY, FOLLOW_UP, GERIATRICIAN, ORDERS, PAIN, SEAT, small_study

AMENDED = {
    "kind": VerdictKind.AMEND,
    "error_kinds": frozenset({ErrorKind.TOO_NARROW, ErrorKind.GUIDELINE_GAP}),
    "reason": "Sources accept more; see chapter 3.",
}
# What she makes of each item, one with each kind of editor.
HERS: dict[str, Judgement] = {
    ACUITY: replace(without_disputed(accepting()), amended=ValueSet.of([1, 2, 3]), **AMENDED),
    FOLLOW_UP: replace(accepting(), amended=ValueSet.between(1, 30), **AMENDED),
    ORDERS: replace(
        without_disputed(accepting()),
        amended=OrderSet.of(required=["blood_count", "ultrasound"]),
        **{**AMENDED, "error_kinds": frozenset({ErrorKind.WRONG_INFORMATION})},
    ),
    PAIN: Judgement(kind=VerdictKind.DECLINE, decline_reason=DeclineReason.INSUFFICIENT),
}


def the_study() -> Study:
    study = small_study()
    return replace(study, seats=(replace(study.seats[0], items=tuple(HERS)),))


def set_up(desk: Desk, keys: Keyboard) -> None:
    keys.push(desk.page.open_card.button)
    desk.until_screen(Screen.SETUP)
    page = desk.page.identity
    keys.pick(page.profession, GERIATRICIAN.profession)
    keys.pick(page.years, GERIATRICIAN.years)
    keys.pick(page.specialty.first, GERIATRICIAN.specialties[0])
    keys.reach(page.jurisdiction)
    keys.type(GERIATRICIAN.jurisdiction)
    for field in (page.passphrase, page.repeated):
        keys.reach(field.line)
        keys.type(PASSPHRASE)
    keys.push(page.primary)
    desk.until(lambda: desk.desktop.to.setup.page is Page.SEAT)
    desk.idle()
    keys.reach(desk.page.seat.seat)
    keys.type(SEAT)
    keys.press(Qt.Key.Key_Return)
    desk.until(lambda: desk.desktop.to.setup.page is Page.SEALED)
    desk.idle()
    sealed = desk.page.sealed
    for field, text in (
        (sealed.name, "Dr Ada Muster"),
        (sealed.licence, "LIC-4711"),
        (sealed.issuer, "Example Chamber"),
    ):
        keys.reach(field)
        keys.type(text)
    keys.push(sealed.primary)
    desk.until(lambda: desk.desktop.to.setup.page is Page.READ_ALOUD)
    desk.idle()
    keys.push(desk.page.read_aloud.primary)
    desk.until_screen(Screen.ITEMS)
    desk.until(lambda: desk.desktop.to.items.view is not None)


def choose_set(desk: Desk, keys: Keyboard, item_id: str) -> None:
    keys.press(Qt.Key.Key_3, CTRL)
    editor = desk.page.judgement.editor.editor
    if item_id == ACUITY:
        keys.press(Qt.Key.Key_1)
    elif item_id == FOLLOW_UP:
        keys.reach(editor.to_box)
        keys.press(Qt.Key.Key_A, CTRL)
        keys.type("30")
        keys.press(Qt.Key.Key_Return)
    elif item_id == ORDERS:
        keys.choose(editor.choice("ultrasound"), OrderStatus.REQUIRED)


def test_from_welcome_to_the_response_file(desk, tmp_path):
    keys = Keyboard(desk)
    desk.chosen = desk.pack(the_study())
    desk.start()
    set_up(desk, keys)
    # The list's own button has the focus: she goes on with Space.
    keys.push(desk.page.progress.primary)
    desk.until_screen(Screen.REVIEW)
    desk.until(lambda: shown(desk) != "")
    left = dict(HERS)
    while left:
        item_id = shown(desk)
        judgement = left.pop(item_id)
        choose_set(desk, keys, item_id)
        judge_by_keys(desk, keys, judgement)
        assert desk.desktop.to.review.entry.blocking == ()
        keys.press(Qt.Key.Key_Return, CTRL)
        desk.until(
            lambda here=item_id: (
                desk.window.screen_shown is not Screen.REVIEW or shown(desk) != here
            )
        )
        desk.idle()
    desk.until_screen(Screen.SIGN)
    desk.until(lambda: len(desk.desktop.to.sign.rows) == 4)
    signature = desk.page.signature
    keys.push(signature.independence)
    keys.push(signature.none)
    keys.reach(signature.passphrase.line)
    keys.type(PASSPHRASE)
    keys.press(Qt.Key.Key_Return)
    assert not desk.desktop.to.sign.signing, "Enter never signs"
    keys.push(signature.button)
    desk.until_screen(Screen.SEND)
    desk.chosen = tmp_path / "mine.fmresp"
    keys.push(desk.page.response.button)
    desk.until(desk.chosen.exists)
    desk.idle()
    assert "mine.fmresp" in desk.page.response.text
    log = read_response(desk.chosen.read_bytes()).log.lines
    assert bodies_of(log, IdentitySealed)
    signed = {item: judgement_of(body) for item, (_, body) in current_verdicts(log).items()}
    assert set(signed) == set(HERS)
    for item, judgement in HERS.items():
        for part in ("kind", "amended", "reason", "error_kinds", "decline_reason"):
            assert getattr(signed[item], part) == getattr(judgement, part), (item, part)
        assert judgement.answers.items() <= signed[item].answers.items()
