"""One character of a clause changes after she signed: told, asked for again, and not counted."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.widgets.screen import Screen
from bands_registry.provenance.events import VerdictSigned, bodies_of
from bands_registry.provenance.verdicts import current_verdicts
from bands_registry.services.load_registry import load_registry
from bands_registry.services.views import ItemStatus
from fairmed_core.domain.band import ProvenanceLevel
from fairmed_core.domain.resolution import NotCounted
from fairmed_core.domain.study import Study
from tests.helpers.cli import fairmed
from tests.helpers.desk import PASSPHRASE, Desk
from tests.helpers.desk_walks import begin_study, close_study, judge_all, sign
from tests.helpers.half_filled import open_item
from tests.helpers.office import Office
from tests.helpers.registry import accepting, without_disputed
from tests.helpers.study import ACUITY, FOLLOW_UP, GERIATRICIAN, SEAT, small_study

MINE = (FOLLOW_UP, ACUITY)


def the_study() -> Study:
    study = small_study()
    return replace(study, seats=(replace(study.seats[0], items=MINE),))


def with_one_character_changed(study: Study) -> Study:
    """The clause of one item loses its full stop."""
    changed = tuple(
        replace(clause, summary=clause.summary.replace("month is arranged.", "month is arranged"))
        for clause in study.clauses
    )
    assert changed != study.clauses
    return replace(study, clauses=changed)


def the_response(desk: Desk, name: str):
    desk.chosen = desk.folder / name
    desk.page.response.button.click()
    desk.idle()
    return desk.chosen


def log_of(desk: Desk):
    answers: list[tuple] = []
    desk.desktop.tasks.run(lambda: tuple(desk.desktop.go.session.log), done=answers.append)
    desk.until(lambda: bool(answers))
    return answers[0]


def test_the_changed_item_and_no_other_asks_to_be_signed_again(desk, tmp_path):
    office = Office(tmp_path / "office")
    office.folder.mkdir()
    first = office.publish(the_study()).path
    begin_study(desk, pack=first, seat=SEAT, credential=GERIATRICIAN)
    judge_all(desk, {FOLLOW_UP: accepting(), ACUITY: without_disputed(accepting())})
    sign(desk)
    response = the_response(desk, "one.fmresp")
    before = {body.item: body for _, body in bodies_of(log_of(desk), VerdictSigned)}
    identity = desk.desktop.to.items.view.identity
    close_study(desk)

    second = office.publish(with_one_character_changed(the_study()), "two.fmpack").path
    desk.desktop.to.welcome.open_file(second)
    desk.until_screen(Screen.SETUP)
    QTest.keyClicks(desk.page.seat.seat, SEAT)
    QTest.keyClicks(desk.page.seat.passphrase.line, PASSPHRASE)
    QTest.keyClick(desk.page.seat.passphrase.line, Qt.Key.Key_Return)
    desk.until(lambda: desk.desktop.to.setup.session is not None)
    desk.idle()
    desk.page.read_aloud.primary.click()
    desk.until_screen(Screen.ITEMS)
    desk.until(lambda: desk.desktop.to.items.view is not None)

    # Told in the list, beside the item, and on the item itself.
    items = {item.item_id: item for item in desk.desktop.to.items.items}
    assert items[FOLLOW_UP].status is ItemStatus.NEEDS_RESIGNING
    assert items[ACUITY].status is ItemStatus.SIGNED
    assert "changed 1 of your items" in desk.page.notice.text
    model = desk.page.items.model()
    rows = {item.item_id: row for row, item in enumerate(desk.desktop.to.items.items)}
    spoken = model.index(rows[FOLLOW_UP], 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Needs re-signing" in spoken
    assert "Changed since you signed: the guideline passage" in spoken
    assert desk.page.progress.primary.text() == f"Continue with item {items[FOLLOW_UP].position}"
    open_item(desk, FOLLOW_UP)
    assert desk.page.bar.chip.text() == "Needs re-signing"
    assert "the guideline passage" in desk.page.judgement.changed.text
    # In whichever language is on.
    for language, said in (("zh-Hans", "您签署后有改动："), ("en", "Changed since you signed:")):
        desk.desktop.view_settings.set_language(language)
        desk.until(lambda said=said: desk.page.judgement.changed.text.startswith(said))

    # The old signature stands as it was, on the hash of what she then saw.
    now = {body.item: body for _, body in bodies_of(log_of(desk), VerdictSigned)}
    assert now == before
    versions = desk.desktop.go.session.version_of(FOLLOW_UP)
    assert before[FOLLOW_UP].hashes.clause != versions.clause
    assert before[FOLLOW_UP].hashes.vignette == versions.vignette

    # And at the coordinator's it decides nothing until it is signed again.
    fields = {"seat": SEAT, "pseudonym": identity.pseudonym, "key_id": identity.key_id}
    enrol(office, fields)
    office.merge(response.read_bytes())
    release = office.release("one.fmreg").path
    by_item = {verdict.item_id: verdict for verdict in load_registry(release).verdicts}
    assert by_item[FOLLOW_UP].not_counted == (NotCounted.NEEDS_RESIGNING,)
    assert NotCounted.NEEDS_RESIGNING not in by_item[ACUITY].not_counted
    levels = {one.band.id: one.level for one in load_registry(release).bands}
    assert levels[FOLLOW_UP] is not ProvenanceLevel.CLINICIAN
    assert "needs re-signing" in fairmed("registry", "show", release).out
    # His own screen waits for her, and shows nothing of what she said before.
    assert FOLLOW_UP in office.contents().hidden
    shown = fairmed("registry", "show", office.registry).out
    assert "needs re-signing" in shown

    # Looked at, marked ready and signed again, it supersedes the old one.
    desk.page.judgement.footer.primary.click()
    desk.until_screen(Screen.SIGN)
    desk.until(lambda: bool(desk.desktop.to.sign.rows))
    sign(desk)
    office.merge(the_response(desk, "two.fmresp").read_bytes(), "again.fmresp")
    by_item = {verdict.item_id: verdict for verdict in office.contents().verdicts}
    assert by_item[FOLLOW_UP].not_counted == ()
    levels = {one.band.id: one.level for one in office.contents().bands}
    assert levels[FOLLOW_UP] is ProvenanceLevel.CLINICIAN
    latest, _ = current_verdicts(log_of(desk))[FOLLOW_UP]
    assert latest.event.body.supersedes is not None


def enrol(office: Office, fields: dict[str, str]) -> None:
    from bands_registry.services.enroll_adjudicator import enroll_adjudicator

    enroll_adjudicator(
        registry=office.registry, coordinator=office.identity, clock=office.clock,
        how_checked="compared the fingerprint on a call", **fields,
    )  # fmt: skip
