"""Drafts: whatever a form can hold comes back as it was, also under a removed item."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bands_registry.store.draft_json import decode_judgement, encode_judgement
from bands_registry.store.study_store import StudyStore, open_study_store
from bands_registry.store.values import Draft
from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet
from fairmed_core.domain.verdict import (
    Answer,
    DeclineReason,
    ErrorKind,
    Judgement,
    VerdictKind,
)
from tests.helpers.chains import NOON, hashes, noon

# Everything a text field can hold, half a surrogate pair and control characters included.
_TEXT = st.text(st.characters(), max_size=40)
_VALUES = st.frozensets(st.integers(0, 60), max_size=12).map(ValueSet)
_TESTS = st.frozensets(_TEXT, max_size=4)


def _orders(required: frozenset[str], permitted: frozenset[str]) -> AcceptableSet:
    return OrderSet(required, permitted - required)


_JUDGEMENTS = st.builds(
    Judgement,
    answers=st.dictionaries(st.integers(1, 6), st.sampled_from(Answer)),
    notes=st.dictionaries(st.integers(1, 6), _TEXT),
    kind=st.none() | st.sampled_from(VerdictKind),
    amended=st.none() | _VALUES | st.builds(_orders, _TESTS, _TESTS),
    wording=st.none() | _TEXT,
    error_kinds=st.frozensets(st.sampled_from(ErrorKind)),
    reason=_TEXT,
    decline_reason=st.none() | st.sampled_from(DeclineReason),
    scope_acknowledged=st.booleans(),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[StudyStore]:
    with open_study_store(tmp_path / "small.fmdb", clock=noon(), create=True) as opened:
        yield opened


def draft(item: str, judgement: Judgement, *, ready: bool = False) -> Draft:
    return Draft(
        item_id=item,
        judgement=judgement,
        seen=hashes(band="b"),
        ready=ready,
        saved_at=NOON,
        after_seq=3,
    )


@given(judgement=_JUDGEMENTS)
def test_every_judgement_survives_being_text(judgement: Judgement) -> None:
    written = encode_judgement(judgement)
    assert written.isascii()
    assert decode_judgement(written) == judgement


def test_an_empty_judgement_is_untouched_after_the_round_trip() -> None:
    assert not decode_judgement(encode_judgement(Judgement())).touched


def test_a_draft_comes_back_whole(store: StudyStore) -> None:
    wanted = draft("a", Judgement(reason="Ł. Nguyễn ≥ 5 µg/kg\n\x0b\ud800"), ready=True)
    store.save_draft(wanted)
    assert store.draft("a") == wanted
    assert store.draft("b") is None


def test_the_last_one_saved_counts(store: StudyStore) -> None:
    for reason in ("first", "second", "third"):
        store.save_draft(draft("a", Judgement(reason=reason)))
    store.save_draft(draft("b", Judgement()))
    assert [kept.judgement.reason for kept in store.drafts()] == ["third", ""]


def test_drafts_outlive_closing_and_a_rebuild(tmp_path: Path) -> None:
    path = tmp_path / "small.fmdb"
    kept = draft("an item no pack holds any more", Judgement(reason="mine"))
    with open_study_store(path, clock=noon(), create=True) as store:
        store.save_draft(kept)
    with open_study_store(path, clock=noon()) as store:
        store.rebuild_projections()
        assert store.drafts() == (kept,)


def test_a_number_from_numpy_arrives_as_an_integer(store: StudyStore) -> None:
    numpy = pytest.importorskip("numpy")
    store.save_draft(replace(draft("a", Judgement()), after_seq=numpy.int64(2**40)))
    kept = store.draft("a")
    assert kept is not None
    assert kept.after_seq == 2**40
    with store._transaction() as session:
        kind = session.connection().exec_driver_sql("SELECT typeof(after_seq) FROM draft").scalar()
    assert kind == "integer"
