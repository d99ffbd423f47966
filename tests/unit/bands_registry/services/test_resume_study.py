"""Going on with a study: listed on the welcome screen, verified before anything is shown."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bands_registry.services.attestations import list_attestations
from bands_registry.services.resume_study import known_studies, resume_study
from bands_registry.store.study_store import open_study_store
from fairmed_core.errors import FairMedError, UserError
from tests.helpers.chains import PSEUDONYM, noon
from tests.helpers.registry import a_clinician, a_session, make_ready, sign
from tests.helpers.study import ACUITY, PAIN


def store_of(folder: Path) -> Path:
    return folder / "studies" / "small.fmdb"


def smuggled(path: Path, *statements: str) -> None:
    """Change the file behind the program's back."""
    connection = sqlite3.connect(path)
    for trigger in ("event_never_changes", "event_never_goes"):
        connection.execute(f"DROP TRIGGER {trigger}")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_no_folder_no_studies(tmp_path: Path) -> None:
    assert known_studies(tmp_path / "studies") == ()


def test_a_study_is_listed_with_what_is_done(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, PAIN)
        sign(session)
        make_ready(session, ACUITY)
    (known,) = known_studies(tmp_path / "studies")
    assert (known.study_id, known.title, known.pseudonym) == ("small", "A small study", PSEUDONYM)
    assert (known.total, known.done, known.notice) == (4, 1, "")
    assert Path(known.store) == store_of(tmp_path)


def test_it_is_gone_on_with(tmp_path: Path) -> None:
    a_session(tmp_path).close()
    (known,) = known_studies(tmp_path / "studies")
    with resume_study(Path(known.store), identity=a_clinician(tmp_path), clock=noon()) as session:
        assert [line.event.type for line in session.log][-1] == "session.opened"
        assert len(session.order) == 4


def test_a_study_in_use_is_listed_with_the_reason(tmp_path: Path) -> None:
    with a_session(tmp_path):
        (known,) = known_studies(tmp_path / "studies")
    assert "in use" in known.notice
    assert known.study_id == "small"


def test_a_damaged_study_is_listed_with_the_reason(tmp_path: Path) -> None:
    a_session(tmp_path).close()
    store_of(tmp_path).write_bytes(b"not a database, whatever its name says")
    (known,) = known_studies(tmp_path / "studies")
    assert "not a FairMed study file" in known.notice


def test_a_study_without_an_event_is_not_listed_and_not_gone_on_with(tmp_path: Path) -> None:
    open_study_store(store_of(tmp_path), clock=noon(), create=True).close()
    assert known_studies(tmp_path / "studies") == ()
    with pytest.raises(UserError, match="No study was begun"):
        resume_study(store_of(tmp_path), identity=a_clinician(tmp_path), clock=noon())
    open_study_store(store_of(tmp_path), clock=noon()).close()  # left free


def test_someone_elses_study_is_refused(tmp_path: Path) -> None:
    a_session(tmp_path).close()
    other = a_clinician(tmp_path, pseudonym="ADJ-00000-00001")
    with pytest.raises(UserError, match="another signing identity"):
        resume_study(store_of(tmp_path), identity=other, clock=noon())


def test_an_event_altered_behind_the_program_is_found(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, PAIN)
        sign(session)
    smuggled(
        store_of(tmp_path),
        # One character of the signed payload (base64) is exchanged for another.
        "UPDATE event SET raw = CAST(substr(CAST(raw AS TEXT), 1, 60) || "
        "CASE substr(CAST(raw AS TEXT), 61, 1) WHEN 'A' THEN 'B' ELSE 'A' END || "
        "substr(CAST(raw AS TEXT), 62) AS BLOB) WHERE type = 'verdict.signed'",
    )
    with pytest.raises(FairMedError) as caught:
        resume_study(store_of(tmp_path), identity=a_clinician(tmp_path), clock=noon())
    assert caught.value.exit_code == 20
    assert caught.value.file == str(store_of(tmp_path))


def test_a_removed_event_is_found(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, PAIN)
        sign(session)
    smuggled(
        store_of(tmp_path),
        "DELETE FROM current_verdict",
        "DELETE FROM event WHERE type = 'verdict.signed'",
    )
    with pytest.raises(FairMedError) as caught:
        resume_study(store_of(tmp_path), identity=a_clinician(tmp_path), clock=noon())
    assert caught.value.exit_code == 21


def test_projections_altered_behind_the_program_are_put_right(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, PAIN)
        sign(session)
        verdicts = session.store.verdicts(session.chain)
    smuggled(
        store_of(tmp_path),
        "UPDATE current_verdict SET item_id = 'acuity-flank', kind = 'ACCEPT'",
        "DELETE FROM issued_attestation",
    )
    with resume_study(store_of(tmp_path), identity=a_clinician(tmp_path), clock=noon()) as session:
        assert session.store.verdicts(session.chain) == verdicts
        assert len(list_attestations(session)) == 1
