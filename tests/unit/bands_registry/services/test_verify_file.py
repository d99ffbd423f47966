"""The verifier as a service: the report, and what a registry that may be read amounts to."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bands_registry.services.verify_file import verify_file
from bands_registry.store.study_store import open_study_store
from bands_registry.store.values import StoreRole
from fairmed_core.errors import UserError
from tests.helpers.chains import noon
from tests.helpers.office import Office
from tests.helpers.plain_pdf import PLAIN
from tests.helpers.signed import Clinician, Coordinator, full_registry, geriatrician
from tests.helpers.study import FOLLOW_UP


def test_a_registry_says_what_counts(tmp_path: Path) -> None:
    made, her = full_registry(), tmp_path / "hers.fmresp"
    path = tmp_path / "study.fmreg"
    path.write_bytes(made.file())
    her.write_bytes(next(iter(made.clinicians.values())).response())
    report = verify_file(path, anchors=[her], renderer=PLAIN)
    assert report.exit_code == 0
    assert {name: report.facts[name] for name in ("bands", "clinician-adjudicated")} == {
        "bands": 4,
        "clinician-adjudicated": 3,
    }
    assert report.facts["scope warnings"] == 5


def test_one_enrolment_less_is_30_and_nothing_adjudicated(tmp_path: Path) -> None:
    her = geriatrician()
    path = tmp_path / "study.fmreg"
    path.write_bytes(Coordinator().publish().enrol(her).merge(her).file())
    assert verify_file(path).facts["clinician-adjudicated"] == 1
    path.write_bytes(Coordinator().publish().merge(her).file())
    report = verify_file(path)
    assert (report.exit_code, report.facts["clinician-adjudicated"]) == (30, 0)


def test_of_a_response_only_what_it_says_itself_is_told(tmp_path: Path) -> None:
    path = tmp_path / "hers.fmresp"
    path.write_bytes(geriatrician().response())
    report = verify_file(path)
    assert (report.exit_code, report.facts["verdicts"]) == (3, 4)
    assert "clinician-adjudicated" not in report.facts


def test_a_missing_file_is_the_callers_mistake(tmp_path: Path) -> None:
    with pytest.raises(UserError):
        verify_file(tmp_path / "none")


def test_the_coordinators_own_registry_is_verified_too(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish()
    her = office.begin(Clinician()).seal().judge(FOLLOW_UP).attest()
    office.enrol(her)
    office.merge(her)
    hers = tmp_path / "r.fmresp"
    report = verify_file(office.registry, anchors=[hers], renderer=PLAIN)
    assert (report.kind, report.exit_code) == ("registry", 50)
    assert (report.facts["clinician-adjudicated"], report.facts["hidden"]) == (0, 4)
    with closing(sqlite3.connect(office.registry)) as database:
        for trigger in ("event_never_changes", "event_never_goes"):
            database.execute(f"DROP TRIGGER {trigger}")
        database.execute("DELETE FROM event WHERE type = 'verdict.signed'")
        database.commit()
    assert verify_file(office.registry).exit_code == 21


def test_a_registry_before_its_first_pack_is_not_one_yet(tmp_path: Path) -> None:
    path = tmp_path / "empty.fmdb"
    with open_study_store(path, clock=noon(), create=True, role=StoreRole.COORDINATOR):
        pass
    assert verify_file(path).exit_code == 21
