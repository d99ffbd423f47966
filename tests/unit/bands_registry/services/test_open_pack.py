"""Opening a pack: who may, at which seat, and what is recorded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bands_registry.provenance.events import ChainGenesis, PackOpened, SessionOpened
from bands_registry.services.inspect_pack import inspect_pack
from bands_registry.services.list_items import list_items
from bands_registry.services.open_pack import open_pack
from bands_registry.services.session import Session
from bands_registry.services.views import ItemStatus
from bands_registry.store.study_store import open_study_store
from fairmed_core.domain.study import Study
from fairmed_core.errors import FairMedError, HostError, UserError
from tests.helpers.chains import noon
from tests.helpers.registry import (
    a_clinician,
    a_pack,
    a_session,
    another_coordinator,
    coordinator,
    make_ready,
)
from tests.helpers.study import ITEMS, OTHER_SEAT, PAIN, SEAT, small_study


def open_at(folder: Path, pack: Path, seat: str = SEAT) -> Session:
    return open_pack(
        pack, seat=seat, identity=a_clinician(folder), stores=folder / "studies", clock=noon()
    )


def kinds(session: Session) -> list[str]:
    return [line.event.type for line in session.log]


def test_a_pack_tells_what_it_is_before_it_is_opened(tmp_path: Path) -> None:
    summary = inspect_pack(a_pack(tmp_path))
    assert (summary.study_id, summary.title, summary.version) == ("small", "A small study", 1)
    assert summary.items == 4
    assert not summary.practice
    assert len(summary.coordinator_fingerprint.split()) == 8


def test_the_first_opening_begins_a_chain(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        genesis, opened, sitting = (line.event.body for line in session.log)
        assert isinstance(genesis, ChainGenesis)
        assert (genesis.study, genesis.seat) == ("small", SEAT)
        assert genesis.pseudonym == session.identity.pseudonym
        assert isinstance(opened, PackOpened)
        assert opened.pack == session.pack.hash
        assert isinstance(sitting, SessionOpened)
        assert sorted(session.order) == sorted(ITEMS)


def test_the_seat_code_may_be_typed_in_small_letters_with_spaces(tmp_path: Path) -> None:
    open_at(tmp_path, a_pack(tmp_path), "  g7k2 ").close()


def test_opening_the_same_pack_again_goes_on(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, PAIN)
        before = len(session.log)
    with a_session(tmp_path) as session:
        assert kinds(session)[before:] == ["session.opened"]
        statuses = {item.item_id: item.status for item in list_items(session).items}
        assert statuses[PAIN] is ItemStatus.READY


def test_an_unknown_seat_is_told_and_nothing_is_begun(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no seat X") as caught:
        open_at(tmp_path, a_pack(tmp_path), "x")
    assert caught.value.file is not None
    assert not (tmp_path / "studies").exists()


def test_a_coordinator_cannot_judge(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="coordinator's identity"):
        open_pack(
            a_pack(tmp_path),
            seat=SEAT,
            identity=coordinator(),
            stores=tmp_path / "studies",
            clock=noon(),
        )


def test_a_study_is_not_gone_on_with_at_another_seat(tmp_path: Path) -> None:
    a_session(tmp_path).close()
    with pytest.raises(UserError, match=f"began this study at seat {SEAT}"):
        open_at(tmp_path, a_pack(tmp_path), OTHER_SEAT)
    a_session(tmp_path).close()


def test_a_study_is_not_gone_on_with_under_another_identity(tmp_path: Path) -> None:
    a_session(tmp_path).close()
    other = a_clinician(tmp_path, pseudonym="ADJ-00000-00001")
    with pytest.raises(UserError, match="another signing identity"):
        a_session(tmp_path, identity=other)


def version(number: int, **changes: object) -> Study:
    return replace(small_study(), version=number, **changes)  # type: ignore[arg-type]


def test_an_older_pack_is_refused_and_the_newer_one_stays(tmp_path: Path) -> None:
    a_session(tmp_path, version(2)).close()
    with pytest.raises(UserError, match="you have opened version 2"):
        a_session(tmp_path, version(1))
    with a_session(tmp_path, version(2)) as session:
        assert kinds(session).count("pack.opened") == 1


def test_another_pack_of_the_same_version_is_refused(tmp_path: Path) -> None:
    a_session(tmp_path).close()
    with pytest.raises(UserError, match="both are version 1"):
        a_session(tmp_path, version(1, title="Another title"))


def test_a_pack_of_another_coordinator_is_refused(tmp_path: Path) -> None:
    a_session(tmp_path).close()
    pack = a_pack(tmp_path, version(2), by=another_coordinator())
    with pytest.raises(UserError, match="another coordinator"):
        open_at(tmp_path, pack)


def test_a_practice_pack_is_not_opened_as_a_study(tmp_path: Path) -> None:
    pack = a_pack(tmp_path, replace(small_study(), id="practice"))
    assert inspect_pack(pack).practice
    with pytest.raises(UserError, match="practice"):
        open_at(tmp_path, pack)


def test_an_item_without_a_passage_cannot_be_judged(tmp_path: Path) -> None:
    study = small_study()
    bands = tuple(
        replace(band, clause_ids=(), level=study.bands[1].level) if band.id == PAIN else band
        for band in study.bands
    )
    with pytest.raises(UserError, match="names no guideline passage"):
        a_session(tmp_path, replace(study, bands=bands))


def test_a_pack_that_tells_who_the_patient_is_is_refused_without_the_word(tmp_path: Path) -> None:
    study = small_study()
    flank = replace(study.vignettes[0], headline="A Hispanic woman with flank pain")
    with pytest.raises(UserError, match="could tell you who a patient is") as caught:
        a_session(tmp_path, replace(study, vignettes=(flank, *study.vignettes[1:])))
    assert "Hispanic" not in str(caught.value)
    assert "woman" not in str(caught.value)
    assert not (tmp_path / "studies").exists()


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"vignette,band\n"])
def test_what_is_no_pack_is_told_with_its_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "half.fmpack"
    path.write_bytes(content)
    with pytest.raises(FairMedError) as caught:
        open_at(tmp_path, path)
    assert caught.value.file == str(path)
    assert not (tmp_path / "studies").exists()


def test_an_altered_pack_is_refused(tmp_path: Path) -> None:
    path = a_pack(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"lower steps first", b"upper steps first"))
    with pytest.raises(FairMedError) as caught:
        open_at(tmp_path, path)
    assert caught.value.exit_code == 20


def test_a_store_in_use_is_told(tmp_path: Path) -> None:
    with a_session(tmp_path), pytest.raises(HostError, match="in use"):
        a_session(tmp_path)


def test_a_refused_opening_leaves_the_store_free(tmp_path: Path) -> None:
    a_session(tmp_path).close()
    with pytest.raises(UserError):
        open_at(tmp_path, a_pack(tmp_path), OTHER_SEAT)
    open_study_store(tmp_path / "studies" / "small.fmdb", clock=noon()).close()


def test_a_study_begun_but_killed_before_its_first_event_is_begun_again(tmp_path: Path) -> None:
    open_study_store(tmp_path / "studies" / "small.fmdb", clock=noon(), create=True).close()
    with a_session(tmp_path) as session:
        assert kinds(session)[0] == "chain.genesis"
