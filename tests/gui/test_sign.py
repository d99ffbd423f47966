"""Check and sign: every word that will be printed, and a signature that is one deliberate act."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from adjudicator_app.presenters.signing_text import signing_text
from adjudicator_app.qt_models.signing_model import Column, SigningModel
from adjudicator_app.widgets.screen import Screen
from bands_registry.services.views import ItemStatus
from fairmed_core.domain.verdict import Answer, DeclineReason, ErrorKind, Judgement, VerdictKind
from tests.helpers.desk import PASSPHRASE, geriatrician
from tests.helpers.desk_walks import mark_all_ready, open_study, ready_to_sign, sign, two_items
from tests.helpers.pseudo import PseudoTranslator

FOLLOW_UP, CHEST = "draft_documentation_01", "draft_triage_01"


def cells(desk, row: int) -> list[str]:
    model = desk.page.table.model()
    return [model.index(row, column).data() for column in Column]


def row_of(desk, item_id: str) -> int:
    return [row.item_id for row in desk.desktop.to.sign.rows].index(item_id)


def test_the_table_shows_every_word_that_will_be_signed(desk):
    ready_to_sign(desk)
    written = {v.item: v.judgement for v in geriatrician().verdicts}
    for item_id, judgement in written.items():
        text = "\n".join(cells(desk, row_of(desk, item_id)))
        for said in (judgement.reason, judgement.wording or "", *judgement.notes.values()):
            assert said.strip() in text
    ordering = "\n".join(cells(desk, row_of(desk, "draft_ordering_01")))
    assert "2 emergent, 3 urgent" in ordering
    assert "Set as drafted · clause wording changed" in ordering
    assert "Answers 1 to 6: no, yes, no, no, –, no" in ordering
    assert "Misquoted." in ordering
    follow_up = "\n".join(cells(desk, row_of(desk, FOLLOW_UP)))
    assert "days 1 to 30" in follow_up
    assert "Author: days 1 to 14, with days 15 to 30 disputed" in follow_up
    assert "Answers 1 to 6: yes, yes, no, yes, with, no" in follow_up
    assert follow_up.endswith("Counts")
    pain = "\n".join(cells(desk, row_of(desk, "draft_medication_01")))
    assert "1 NSAID, 3 strong opioid" in pain
    assert "Author: 1, 2 · both sides of the line" in pain
    assert "Too wide, too narrow." in pain
    chest = "\n".join(cells(desk, row_of(desk, CHEST)))
    assert "As written." in chest
    assert chest.endswith("Recorded only\noutside your setting")


def test_three_of_four_carry_the_scope_warning(desk):
    ready_to_sign(desk)
    position = desk.desktop.to.sign.rows[row_of(desk, FOLLOW_UP)].position
    assert desk.page.scope_warning.text == (
        "Three of the four items lie outside your setting. Each is printed with the notice you "
        f"read. Item {position} lies in your setting and counts."
    )


def test_a_short_table_begins_at_the_top_of_its_card(desk):
    ready_to_sign(desk, two_items())
    desk.window.resize(1366, 1100)
    desk.idle()
    table = desk.page.table
    assert table.height() < table.parentWidget().height() - 100
    assert table.y() <= 2


def test_a_heading_too_long_for_its_column_takes_a_second_line(desk, qapp):
    pseudo = PseudoTranslator(qapp)
    qapp.installTranslator(pseudo)
    try:
        ready_to_sign(desk, two_items())
        desk.window.resize(1366, 768)
        desk.idle()
        header = desk.page.table.horizontalHeader()
        words = header.model().headerData(Column.ITEM, Qt.Orientation.Horizontal)
        room = QRect(0, 0, header.sectionSize(Column.ITEM) - 16, 1000)
        wrap = Qt.TextFlag.TextWordWrap
        needed = header.fontMetrics().boundingRect(room, wrap, words).height()
        one_line = header.fontMetrics().boundingRect(words)
        assert one_line.width() > room.width()
        assert header.defaultAlignment() & wrap
        assert header.height() >= needed
    finally:
        qapp.removeTranslator(pseudo)


def test_no_row_is_cut_at_any_text_size(desk, qtbot):
    ready_to_sign(desk)
    for percent in (100, 150, 250):
        desk.desktop.view_settings.set_scale(percent)
        table = desk.page.table
        for row in range(4):
            for column in Column:
                if not table.isColumnHidden(column):
                    index = table.model().index(row, column)
                    assert table.rowHeight(row) >= table.sizeHintForIndex(index).height()
    desk.desktop.view_settings.set_scale(100)


def test_the_button_tells_what_is_missing_and_goes_there(desk):
    ready_to_sign(desk, two_items())
    signature = desk.page.signature
    signature.button.click()
    assert desk.focused is signature.independence
    signature.independence.click()
    signature.button.click()
    assert desk.focused is signature.none
    signature.declare.click()
    assert signature.interests.isVisible()
    signature.button.click()
    assert desk.focused is signature.interests
    QTest.keyClicks(signature.interests, "Advisory fees, 2024")
    signature.button.click()
    assert desk.focused is signature.passphrase.line
    assert signature.passphrase.note_text == "Type your passphrase to sign."
    assert not desk.desktop.tasks.busy
    QTest.keyClicks(signature.passphrase.line, PASSPHRASE)
    signature.button.click()
    desk.until_screen(Screen.SEND)
    (attestation,) = attestations(desk)
    assert attestation.verdicts == 2
    assert "Advisory fees, 2024" in pdf_text(attestation.pdf)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_never_signs(desk, key):
    ready_to_sign(desk, two_items())
    signature = desk.page.signature
    signature.independence.click()
    signature.none.click()
    QTest.keyClicks(signature.passphrase.line, PASSPHRASE)
    QTest.keyClick(signature.passphrase.line, key)
    signature.button.setFocus()
    QTest.keyClick(signature.button, key)
    desk.idle()
    assert desk.window.screen_shown is Screen.SIGN
    assert attestations(desk) == ()


def test_a_wrong_passphrase_signs_nothing_and_says_so(desk):
    ready_to_sign(desk, two_items())
    signature = desk.page.signature
    signature.independence.click()
    signature.none.click()
    QTest.keyClicks(signature.passphrase.line, "another passphrase")
    signature.button.click()
    desk.idle()
    assert signature.passphrase.note_text == (
        "Not the passphrase of this identity. Nothing was signed; your drafts are safe."
    )
    assert attestations(desk) == ()
    assert signature.independence.isChecked()
    signature.passphrase.line.clear()
    QTest.keyClicks(signature.passphrase.line, PASSPHRASE)
    signature.button.click()
    desk.until_screen(Screen.SEND)
    assert len(attestations(desk)) == 1


def test_signed_items_are_signed_and_the_passphrase_is_forgotten(desk):
    ready_to_sign(desk)
    signature = desk.page.signature
    sign(desk)
    statuses = {item.status for item in desk.desktop.to.items.items}
    assert statuses == {ItemStatus.SIGNED}
    assert signature.passphrase.text() == ""


def test_without_sealed_details_nothing_counts_and_they_can_be_added(desk):
    ready_to_sign(desk, two_items(), sealed=False)
    assert desk.page.unsealed.isVisible()
    assert "\n".join(cells(desk, row_of(desk, FOLLOW_UP))).endswith("no sealed details")
    desk.page.seal.click()
    desk.until_screen(Screen.SETUP)
    QTest.keyClicks(desk.page.sealed.name, "Dr Ada Muster")
    QTest.keyClicks(desk.page.sealed.licence, "LIC-4711")
    QTest.keyClicks(desk.page.sealed.issuer, "Example Chamber")
    desk.page.sealed.primary.click()
    desk.until_screen(Screen.ITEMS)
    desk.page.progress.primary.click()
    desk.until_screen(Screen.SIGN)
    assert not desk.page.unsealed.isVisible()
    assert "\n".join(cells(desk, row_of(desk, FOLLOW_UP))).endswith("Counts")


def test_edit_goes_back_to_the_item(desk):
    ready_to_sign(desk)
    table = desk.page.table
    wanted = desk.desktop.to.sign.rows[1].item_id
    table.scrollTo(table.model().index(1, 0))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.edit_rect(1).center())
    desk.until_screen(Screen.REVIEW)
    assert desk.desktop.to.review.view.item.item_id == wanted


def test_items_that_are_not_ready_are_named_and_left_out(desk):
    open_study(desk, two_items())
    desk.desktop.go.check_and_sign()
    desk.until_screen(Screen.SIGN)
    assert desk.page.empty.isVisible()
    assert not desk.page.signature.isVisible()
    assert "Not ready, and left out of this signature" in desk.page.not_ready.text
    mark_all_ready(desk)
    desk.desktop.go.check_and_sign()
    desk.until_screen(Screen.SIGN)
    assert desk.page.signature.isVisible()
    assert desk.page.not_ready.text == "No question is unanswered and no reason is missing."


def test_the_model_keeps_qt_s_rules(desk):
    ready_to_sign(desk, two_items())
    model = SigningModel()
    tester = QAbstractItemModelTester(model)
    model.show(desk.desktop.to.sign.rows, sealed=True)
    model.show((), sealed=True)
    assert tester.model() is model


def test_a_decline_shows_its_reason_and_no_set(desk):
    ready_to_sign(desk, two_items())
    row = desk.desktop.to.sign.rows[row_of(desk, FOLLOW_UP)]
    declined = Judgement(
        kind=VerdictKind.DECLINE, decline_reason=DeclineReason.OTHER, reason="Too little is said."
    )
    text = signing_text(replace(row, kind=VerdictKind.DECLINE, judgement=declined), sealed=True)
    assert text.actions == "No set"
    assert text.says == ("Another reason. Too little is said.",)
    assert (text.effect, text.why) == ("Recorded only", "a decline decides nothing")
    assert text.answers == "Answers 1 to 6: –, –, –, –, –, –"


def test_kinds_are_named_in_their_fixed_order(desk):
    ready_to_sign(desk, two_items())
    row = desk.desktop.to.sign.rows[row_of(desk, FOLLOW_UP)]
    several = replace(
        row.judgement,
        error_kinds=frozenset({ErrorKind.GUIDELINE_GAP, ErrorKind.TOO_NARROW}),
        answers=dict.fromkeys((1, 2, 3, 4, 5, 6), Answer.CANNOT_TELL),
    )
    text = signing_text(replace(row, judgement=several), sealed=True)
    assert text.says[0].startswith("Too narrow, guideline gap. ")
    assert text.answers.count("cannot tell") == 6


def attestations(desk):
    answers: list[object] = []
    desk.desktop.tasks.run(
        desk.desktop.services.attestations, desk.desktop.go.session, done=answers.append
    )
    desk.until(lambda: bool(answers))
    return answers[0]


def pdf_text(pdf: bytes) -> str:
    from io import BytesIO

    from pypdf import PdfReader

    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
