"""A corrected pack weeks later: one item is signed again, nothing else is lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bands_registry.provenance.events import VerdictSigned, bodies_of
from bands_registry.provenance.logs import read_clinician_log
from bands_registry.provenance.meaning import check_meaning
from bands_registry.services.list_items import list_items
from bands_registry.services.prepare_signing import prepare_signing
from bands_registry.services.resume_study import known_studies
from bands_registry.services.review_item import review_item
from bands_registry.services.save_draft import save_draft
from bands_registry.services.session import Session, kept_pack
from bands_registry.services.views import ItemStatus, QueueItem
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.study import Seat, Study
from fairmed_core.domain.verdict import Judgement
from tests.helpers.registry import (
    a_session,
    accepting,
    amending,
    make_ready,
    sign,
    signed_session,
)
from tests.helpers.study import (
    ACUITY,
    FOLLOW_UP,
    ITEMS,
    ORDERS,
    PAIN,
    SEAT,
    small_study,
    with_reasoning,
)


def second_version(study: Study | None = None) -> Study:
    study = study or with_reasoning(small_study(), FOLLOW_UP, "The passage names a month.")
    return replace(study, version=2)


def statuses(session: Session) -> dict[str, ItemStatus]:
    return {item.item_id: item.status for item in list_items(session).items}


def line(session: Session, item: str) -> QueueItem:
    return next(line for line in list_items(session).items if line.item_id == item)


def test_the_changed_item_needs_signing_again_and_the_others_keep_theirs(tmp_path: Path) -> None:
    signed_session(tmp_path).close()
    with a_session(tmp_path, second_version()) as session:
        assert statuses(session) == {
            FOLLOW_UP: ItemStatus.NEEDS_RESIGNING,
            PAIN: ItemStatus.SIGNED,
            ACUITY: ItemStatus.SIGNED,
            ORDERS: ItemStatus.SIGNED,
        }
        assert line(session, FOLLOW_UP).changed == "Changed since you signed: the author's draft."
        assert line(session, PAIN).changed == ""
        assert "Version 2 of the study changed 1 of your items" in list_items(session).notice
        view = review_item(session, FOLLOW_UP)
        assert not view.signed
        assert view.judgement == accepting()  # what she had entered is there to go on with
        assert review_item(session, PAIN).signed
        assert [item.item_id for item in prepare_signing(session).not_ready] == [FOLLOW_UP]
    (known,) = known_studies(tmp_path / "studies")
    assert (known.done, known.total) == (3, 4)


def test_signed_again_everything_stands_and_verifies(tmp_path: Path) -> None:
    signed_session(tmp_path).close()
    with a_session(tmp_path, second_version()) as session:
        make_ready(session, FOLLOW_UP, amending(ValueSet.between(1, 30)))
        attestation = sign(session)
        assert set(statuses(session).values()) == {ItemStatus.SIGNED}
        assert list_items(session).notice == ""
        assert attestation.verdicts == 4
        old, new = (
            body for _, body in bodies_of(tuple(session.log), VerdictSigned)
            if body.item == FOLLOW_UP
        )  # fmt: skip
        assert old.pack != new.pack == session.pack.hash
        packs = {body.pack: kept_pack(session.store, body.pack) for body in (old, new)}
        assert check_meaning(read_clinician_log(session.store.lines()), packs) == ()


def test_what_changed_is_named(tmp_path: Path) -> None:
    study = small_study()
    signed_session(tmp_path).close()
    facts = study.vignette("belly").facts
    reworded = replace(
        study,
        vignettes=tuple(
            replace(v, facts=(replace(facts[0], text=facts[0].text + " No fever."),))
            if v.id == "belly"
            else v
            for v in study.vignettes
        ),
        clauses=tuple(
            replace(c, summary=c.summary + " Soon.") if c.id == "pain" else c for c in study.clauses
        ),
        space=replace(
            study.space,
            sub_actions=tuple(
                replace(s, maximum=120) if s.name == "followup_days" else s
                for s in study.space.sub_actions
            ),
        ),
    )
    with a_session(tmp_path, second_version(reworded)) as session:
        changed = {item.item_id: item.changed for item in list_items(session).items}
        assert changed == {
            ORDERS: "Changed since you signed: the case.",
            PAIN: "Changed since you signed: the guideline passage.",
            FOLLOW_UP: "Changed since you signed: the choices or the line between them.",
            ACUITY: "",
        }
        assert "3 of your items" in list_items(session).notice


def test_drafts_carry_over_with_a_notice(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP)
        make_ready(session, PAIN)
        save_draft(session, ACUITY, Judgement(reason="so far"))
    with a_session(tmp_path, second_version()) as session:
        # She called the old version ready, not this one.
        assert statuses(session)[FOLLOW_UP] is ItemStatus.DRAFT
        assert line(session, FOLLOW_UP).changed == (
            "Changed since you last saved: the author's draft."
        )
        assert review_item(session, FOLLOW_UP).judgement == accepting()
        assert statuses(session)[PAIN] is ItemStatus.READY
        assert review_item(session, ACUITY).judgement.reason == "so far"
        assert "All you entered is kept" in list_items(session).notice
        # Leaving the form as it is settles nothing; calling it ready again does.
        save_draft(session, FOLLOW_UP, accepting())
        assert statuses(session)[FOLLOW_UP] is ItemStatus.DRAFT
        make_ready(session, FOLLOW_UP)
        assert statuses(session)[FOLLOW_UP] is ItemStatus.READY


def test_the_old_judgement_may_be_signed_again_unchanged(tmp_path: Path) -> None:
    signed_session(tmp_path).close()
    with a_session(tmp_path, second_version()) as session:
        save_draft(session, FOLLOW_UP, accepting())
        assert statuses(session)[FOLLOW_UP] is ItemStatus.NEEDS_RESIGNING
        make_ready(session, FOLLOW_UP)
        assert statuses(session)[FOLLOW_UP] is ItemStatus.READY
        sign(session)
        assert statuses(session)[FOLLOW_UP] is ItemStatus.SIGNED


def test_an_item_taken_out_loses_neither_draft_nor_signature(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, PAIN)
        sign(session)
        save_draft(session, ACUITY, Judgement(reason="so far"))
    fewer = small_study(seats=(Seat(SEAT, "geriatrician", (FOLLOW_UP, ORDERS)),))
    with a_session(tmp_path, second_version(fewer)) as session:
        assert set(statuses(session)) == {FOLLOW_UP, ORDERS}
        make_ready(session, FOLLOW_UP)
        assert sign(session).verdicts == 2  # the earlier verdict still stands on the old pack
    with a_session(tmp_path, replace(small_study(), version=3)) as session:
        assert set(statuses(session)) == set(ITEMS)
        assert statuses(session)[PAIN] is ItemStatus.SIGNED
        assert review_item(session, ACUITY).judgement.reason == "so far"
