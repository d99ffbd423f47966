"""One item on the screen: what is known at its step, and that it was shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from bands_registry.provenance.events import ItemDisplayed, bodies_of
from bands_registry.services.review_item import review_item
from bands_registry.services.save_draft import save_draft
from fairmed_core.domain.study import Seat
from fairmed_core.domain.verdict import Judgement
from fairmed_core.errors import UserError
from tests.helpers.chains import NOON
from tests.helpers.registry import a_session, make_ready, sign
from tests.helpers.study import ACUITY, FOLLOW_UP, PAIN, SEAT, small_study


def test_only_what_is_known_at_the_step_is_handed_out(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        acuity, pain = review_item(session, ACUITY), review_item(session, PAIN)
    assert [fact.id for fact in acuity.facts] == ["f1", "f2"]
    assert "7 mm" not in repr(acuity)
    assert acuity.not_known == "laboratory results, imaging"
    assert [fact.id for fact in pain.facts] == ["f1", "f2", "f3"]


def test_the_clause_comes_with_its_source(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        (cited,) = review_item(session, PAIN).clauses
    assert (cited.clause.id, cited.source.title) == ("pain", "Handbook for this study")


def test_an_untouched_item_is_empty_and_unsigned(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        view = review_item(session, PAIN)
    assert (view.judgement, view.saved_at, view.signed) == (Judgement(), None, False)
    assert (view.total, view.item.item_id, view.practice) == (4, PAIN, False)


def test_a_draft_comes_back(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        save_draft(session, PAIN, Judgement(reason="so far"))
        view = review_item(session, PAIN)
    assert (view.judgement.reason, view.saved_at) == ("so far", NOON)


def test_a_signed_item_shows_what_was_signed(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP)
        sign(session)
        view = review_item(session, FOLLOW_UP)
    assert view.signed
    assert view.judgement.kind == "ACCEPT"


def test_the_first_showing_in_each_sitting_is_recorded(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        for item in (PAIN, ACUITY, PAIN):
            review_item(session, item)
    with a_session(tmp_path) as session:
        review_item(session, PAIN)
        shown = [body.item for _, body in bodies_of(tuple(session.log), ItemDisplayed)]
    assert shown == [PAIN, ACUITY, PAIN]


def test_what_is_recorded_names_the_version_shown(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        review_item(session, PAIN)
        (_, body), *_ = bodies_of(tuple(session.log), ItemDisplayed)
        assert (body.pack, body.hashes) == (session.pack.hash, session.pack.item_hashes(PAIN))


def test_an_item_of_another_seat_is_not_shown(tmp_path: Path) -> None:
    study = small_study(seats=(Seat(SEAT, "geriatrician", (PAIN,)),))
    with a_session(tmp_path, study) as session:
        before = len(session.log)
        for item in (ACUITY, "no such item"):
            with pytest.raises(UserError, match="not among yours"):
                review_item(session, item)
        assert len(session.log) == before
