"""Receipts: saved by the coordinator after merging, kept by the clinician, told where it counts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QFileOpenEvent

from adjudicator_app.one_window import Request
from adjudicator_app.widgets.disc import Along
from adjudicator_app.widgets.screen import Screen
from bands_registry.provenance.receipt import read_receipt
from bands_registry.services.verify_file import verify_file
from bands_registry.services.write_receipt import write_receipt
from bands_registry.store.values import BlobKind
from exports.attestation_renderer import PAGES
from tests.helpers.chains import NOON
from tests.helpers.desk import Desk
from tests.helpers.desk_walks import SEAT, close_study, ready_to_sign, sign, two_items
from tests.helpers.half_filled import open_item
from tests.helpers.keyboard import Keyboard
from tests.helpers.office import Office
from tests.helpers.registry_walks import (
    an_office,
    choosing,
    give_passphrase,
    open_registry,
    words_of,
)
from tests.helpers.room import clipped
from tests.helpers.signed import OTHER_PSEUDONYM, Clinician
from tests.helpers.situations import continue_study, mark_ready_by_services
from tests.helpers.study import PAIN

# The sending screen shows local time.
WHEN = NOON.astimezone().strftime("%Y-%m-%d %H:%M")
ALL = f"Received on {WHEN}. Everything you have signed so far arrived."


@dataclass
class Post:
    """Her desk, the coordinator's office, and what goes between them."""

    desk: Desk
    office: Office
    folder: Path

    def response(self) -> bytes:
        """The response file as it is now."""
        path = self.folder / f"response-{len(list(self.folder.glob('response-*')))}.fmresp"
        services, session = self.desk.desktop.services, self.desk.desktop.go.session
        self.desk.desktop.tasks.run(services.export_response, session, path)
        self.desk.idle()
        return path.read_bytes()

    def receipt(self, name: str = "hers.fmreceipt", *, of: bytes | None = None) -> Path:
        """The receipt of the response as it is now, or of another."""
        result = self.office.merge(of if of is not None else self.response())
        written = write_receipt(
            result.key_id,
            registry=self.office.registry,
            coordinator=self.office.identity,
            out=self.folder / name,
            clock=self.office.clock,
        )
        return written.path

    def kept(self) -> int:
        """How many receipts are kept with the open study."""
        session = self.desk.desktop.go.session
        counts: list[int] = []
        self.desk.desktop.tasks.run(
            lambda: len(session.store.blob_hashes(BlobKind.RECEIPT)), done=counts.append
        )
        self.desk.idle()
        return counts[0]

    def drop(self, path: Path) -> None:
        """Drop a file on the window."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        event = QDropEvent(
            QPointF(5, 5),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        self.desk.window.dropEvent(event)
        self.desk.idle()


@pytest.fixture
def post(desk, tmp_path) -> Post:
    office = an_office(tmp_path / "office", two_items())
    # She opens the very pack the coordinator published.
    desk.pack = lambda _study=None: office.folder / "one.fmpack"
    folder = tmp_path / "post"
    folder.mkdir()
    return Post(desk, office, folder)


@pytest.fixture
def signed(post: Post) -> Post:
    """She has signed, and the sending screen is shown."""
    ready_to_sign(post.desk, two_items())
    sign(post.desk)
    post.desk.idle()
    return post


def choose(post: Post, path: Path | None) -> None:
    """Open a receipt by the button, with this file chosen."""
    post.desk.desktop.receipts.files = SimpleNamespace(receipt=lambda _folder: path)
    post.desk.page.sending.button.click()
    post.desk.idle()


def sign_again(post: Post) -> None:
    """Judge both items anew in a later sitting, and sign."""
    close_study(post.desk)
    continue_study(post.desk)
    mark_ready_by_services(post.desk)
    post.desk.desktop.go.check_and_sign()
    post.desk.until_screen(Screen.SIGN)
    sign(post.desk)
    post.desk.idle()


def test_the_sending_screen_says_that_a_receipt_comes_and_where_it_goes(signed):
    card = signed.desk.page.sending
    assert "A receipt comes back. Open it here" in card.text
    assert card.button.text() == "Open receipt"


def test_a_receipt_opened_there_is_kept_and_tells_what_arrived(signed):
    receipt = signed.receipt()
    choose(signed, receipt)
    card = signed.desk.page.sending
    assert card.text == ALL
    assert card._disc.along is Along.SAVED
    assert signed.kept() == 1
    assert signed.desk.desktop.receipts.sheet is None
    # Once more changes nothing, and after a new start it is still known.
    choose(signed, receipt)
    assert signed.kept() == 1
    close_study(signed.desk)
    continue_study(signed.desk)
    signed.desk.desktop.go.show_signed_files()
    signed.desk.until_screen(Screen.SEND)
    assert signed.desk.page.sending.text == ALL


def test_leaving_the_file_dialog_changes_nothing(signed):
    choose(signed, None)
    assert signed.kept() == 0
    assert "A receipt comes back" in signed.desk.page.sending.text


def test_what_was_signed_after_the_receipt_is_told_as_not_covered(signed):
    choose(signed, signed.receipt())
    sign_again(signed)
    card = signed.desk.page.sending
    assert "What the file held arrived: two items." in card.text
    assert "Signed later and not covered: two items." in card.text
    assert "Save the response file again and send it." in card.text
    assert card._disc.along is not Along.SAVED
    choose(signed, signed.receipt("second.fmreceipt"))
    assert signed.desk.page.sending.text == ALL
    assert signed.kept() == 2


def test_an_older_receipt_opened_later_does_not_take_back_what_is_confirmed(signed):
    first = signed.receipt()
    sign_again(signed)
    choose(signed, signed.receipt("second.fmreceipt"))
    choose(signed, first)
    assert signed.desk.page.sending.text == ALL


def test_dropped_on_an_item_it_is_kept_and_nothing_is_left(signed):
    receipt = signed.receipt()
    open_item(signed.desk, "draft_triage_01")
    signed.drop(receipt)
    assert signed.desk.window.screen_shown is Screen.REVIEW
    assert signed.desk.desktop.go.session is not None
    sheet = signed.desk.desktop.receipts.sheet
    assert sheet.isVisible()
    assert sheet.words.text() == ALL
    assert signed.kept() == 1


@pytest.mark.qt_log_ignore("does not support raise")
@pytest.mark.parametrize("way", ["double click", "later start", "open"])
def test_from_the_first_screen_it_finds_the_study_it_is_for(signed, qapp, way):
    receipt = signed.receipt()
    close_study(signed.desk)
    if way == "double click":
        qapp.file_asked.connect(signed.desk.window.file_dropped)
        qapp.sendEvent(qapp, QFileOpenEvent(QUrl.fromLocalFile(str(receipt))))
        qapp.file_asked.disconnect(signed.desk.window.file_dropped)
    elif way == "later start":
        signed.desk.desktop.answer(Request(receipt))
    else:
        signed.desk.chosen = receipt
        signed.desk.page.open_card.button.click()
    signed.desk.idle()
    assert signed.desk.desktop.receipts.sheet.words.text() == ALL
    assert signed.desk.window.screen_shown is Screen.WELCOME
    continue_study(signed.desk)
    assert signed.kept() == 1


def test_another_study_that_cannot_be_read_is_no_matter_of_the_receipt(signed):
    receipt = signed.receipt()
    close_study(signed.desk)
    stores = signed.desk.desktop.services.stores
    for name in ("0.fmdb", "zz.fmdb"):
        (stores / name).write_bytes(b"no study at all")
    signed.drop(receipt)
    assert signed.desk.desktop.receipts.sheet.words.text() == ALL


def test_where_its_own_study_cannot_be_read_that_is_told(signed):
    receipt = signed.receipt()
    store = signed.desk.desktop.go.session.store.path
    close_study(signed.desk)
    store.write_bytes(b"no study at all")
    signed.drop(receipt)
    assert signed.desk.desktop.receipts.sheet is None
    assert "belongs to no study" not in words_of(signed.desk.desktop.troubles.dialog)
    assert signed.desk.desktop.troubles.dialog.isVisible()


def test_a_start_with_a_receipt_keeps_it(signed):
    receipt = signed.receipt()
    close_study(signed.desk)
    signed.desk.desktop.start(pack=receipt)
    signed.desk.idle()
    assert signed.desk.desktop.receipts.sheet.words.text() == ALL


def test_a_receipt_under_another_name_is_known_by_what_it_is(signed):
    renamed = signed.receipt().rename(signed.folder / "receipt.zip")
    signed.drop(renamed)
    assert signed.desk.page.sending.text == ALL
    assert signed.desk.window.screen_shown is Screen.SEND


def contradicted(post: Post, receipt: Path, *sentences: str) -> None:
    """Hand a receipt over that must not be kept, and read what is told."""
    before = post.kept()
    post.drop(receipt)
    dialog = post.desk.desktop.troubles.dialog
    assert dialog.isVisible()
    for sentence in sentences:
        assert sentence in words_of(dialog)
    for word in ("bundle", "hash", "fairmed "):
        assert word not in words_of(dialog)
    dialog.close()
    assert post.kept() == before


def test_a_receipt_of_more_than_is_here_says_to_sign_nothing(signed, tmp_path):
    """Her study fell back to a copy from before she signed last."""
    session = signed.desk.desktop.go.session
    store, keep = session.store.path, tmp_path / "copy.fmdb"
    close_study(signed.desk)
    keep.write_bytes(store.read_bytes())
    continue_study(signed.desk)
    sign_again(signed)
    receipt = signed.receipt()
    close_study(signed.desk)
    store.write_bytes(keep.read_bytes())
    continue_study(signed.desk)
    contradicted(
        signed,
        receipt,
        "this is an older copy of your study",
        "Sign nothing further, and call your coordinator",
        "was not kept",
    )


def test_a_receipt_of_another_continuation_says_to_call(signed, tmp_path):
    """She went on from a copy, and the coordinator has the other side."""
    session = signed.desk.desktop.go.session
    store, keep = session.store.path, tmp_path / "copy.fmdb"
    close_study(signed.desk)
    keep.write_bytes(store.read_bytes())
    continue_study(signed.desk)
    sign_again(signed)
    receipt = signed.receipt()
    close_study(signed.desk)
    store.write_bytes(keep.read_bytes())
    signed.desk.clock.instant += timedelta(minutes=10)
    continue_study(signed.desk)
    sign_again(signed)
    contradicted(
        signed,
        receipt,
        "continued on two copies",
        "Sign nothing further, keep both copies, and call your coordinator.",
        "was not kept",
    )


def test_a_receipt_for_somebody_else_is_not_kept(signed):
    other = signed.office.begin(Clinician(OTHER_PSEUDONYM, SEAT)).judge("draft_triage_01").attest()
    contradicted(
        signed,
        signed.receipt(of=other.response()),
        "belongs to no study kept on this computer",
        "ask your coordinator for yours",
    )


def test_a_damaged_receipt_is_told_and_nothing_is_left(signed):
    receipt = signed.receipt()
    receipt.write_bytes(receipt.read_bytes()[:-40])
    contradicted(signed, receipt)
    assert signed.desk.window.screen_shown is Screen.SEND


def test_the_card_is_reached_by_keys_and_fits_at_the_largest_text(signed):
    keys = Keyboard(signed.desk)
    receipt = signed.receipt()
    signed.desk.desktop.receipts.files = SimpleNamespace(receipt=lambda _folder: receipt)
    keys.push(signed.desk.page.sending.button)
    signed.desk.idle()
    assert signed.desk.page.sending.text == ALL
    signed.desk.desktop.theme.set_text_scale(2.5)
    signed.desk.window.resize(1366, 768)
    signed.desk.qtbot.waitUntil(lambda: not clipped(signed.desk.page), timeout=5000)


# The coordinator's side


def test_after_merging_the_receipt_is_saved_without_the_passphrase_again(desk, tmp_path):
    office = an_office(tmp_path / "office")
    her = office.begin(Clinician()).seal().judge(PAIN).attest()
    response, out = tmp_path / "answer.fmresp", tmp_path / "back.fmreceipt"
    response.write_bytes(her.response())
    page = open_registry(desk, office.registry)
    offered: list[str] = []
    choosing(desk, response=response)
    desk.desktop.registry.files.receipt_target = lambda name: offered.append(name) or out
    page.merge.click()
    give_passphrase(desk)
    assert page.receipt.isVisible()
    page.receipt.click()
    desk.idle()
    (name,) = offered
    assert Path(name).name == f"{her.pseudonym}-{len(her.lines)}.fmreceipt"
    assert read_receipt(out).body.size == len(her.lines)
    assert "Receipt saved as back.fmreceipt." in page.told.text
    anchored = tmp_path / "hers.fmresp"
    anchored.write_bytes(her.response())
    report = verify_file(anchored, anchors=[out], renderer=PAGES)
    assert not any("contradict" in str(finding) for finding in report.findings)


def test_nothing_new_still_offers_the_receipt(desk, tmp_path):
    office = an_office(tmp_path / "office")
    her = office.begin(Clinician()).judge(PAIN).attest()
    office.merge(her)
    response, out = tmp_path / "answer.fmresp", tmp_path / "back.fmreceipt"
    response.write_bytes(her.response())
    page = open_registry(desk, office.registry)
    choosing(desk, response=response, receipt_target=out)
    page.merge.click()
    give_passphrase(desk)
    assert "Nothing new" in page.told.text
    page.receipt.click()
    desk.idle()
    assert out.exists()


def test_a_conflict_and_another_message_offer_no_receipt(desk, tmp_path):
    office = an_office(tmp_path / "office")
    office.merge(office.begin(Clinician()).judge(PAIN).attest())
    response = tmp_path / "double.fmresp"
    response.write_bytes(office.begin(Clinician()).judge(PAIN).attest().response())
    page = open_registry(desk, office.registry)
    choosing(desk, response=response, registry_target=tmp_path / "out.fmreg")
    page.merge.click()
    give_passphrase(desk)
    assert not page.receipt.isVisible()
    page.export.click()
    desk.idle()
    give_passphrase(desk)
    assert not page.receipt.isVisible()


def test_a_receipt_never_takes_the_place_of_another_file(desk, tmp_path):
    office = an_office(tmp_path / "office")
    response, out = tmp_path / "answer.fmresp", tmp_path / "back.fmreceipt"
    response.write_bytes(office.begin(Clinician()).judge(PAIN).attest().response())
    out.write_bytes(b"mine")
    page = open_registry(desk, office.registry)
    choosing(desk, response=response, receipt_target=out)
    page.merge.click()
    give_passphrase(desk)
    page.receipt.click()
    desk.idle()
    assert page.error.isVisible()
    assert out.read_bytes() == b"mine"
    assert page.receipt.isVisible()
