"""The published registry: signed over its content, the same bytes for the same content."""

from __future__ import annotations

from pathlib import Path

import pytest

from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.registry_file import read_registry_file
from fairmed_core.errors import HostError, UserError
from tests.helpers.office import Office
from tests.helpers.registry import DETAILS, another_coordinator
from tests.helpers.rights import unprivileged
from tests.helpers.signed import OTHER_PSEUDONYM, Clinician, files_in
from tests.helpers.study import EMERGENCY_PHYSICIAN, ITEMS, OTHER_SEAT, PAIN


def filled(folder: Path) -> Office:
    """A registry with both seats filled."""
    office = Office(folder)
    office.publish()
    other = Clinician(OTHER_PSEUDONYM, OTHER_SEAT, EMERGENCY_PHYSICIAN)
    for clinician in (Clinician(), other):
        office.begin(clinician).seal()
        for item in ITEMS:
            clinician.judge(item)
        clinician.attest()
        office.enrol(clinician)
        office.merge(clinician)
    return office


def test_the_file_holds_all_that_is_public(tmp_path: Path) -> None:
    office = filled(tmp_path)
    published = office.release()
    assert published.warnings == ()
    data = published.path.read_bytes()
    assert sha256(data) == published.sha256
    names = sorted(name.split("-")[0] for name in files_in(data))
    assert names == [
        "attestation",
        "attestation",
        "chain",
        "chain",
        "checkpoint.txt",
        "coordinator.jsonl",
        "manifest.json",
        "pack",
    ]
    registry = read_registry_file(published.path).registry
    assert registry is not None
    assert registry.hash == published.registry_hash == office.contents().registry_hash


def test_no_sealed_identity_is_published(tmp_path: Path) -> None:
    office = filled(tmp_path)
    whole = b"".join(files_in(office.release().path.read_bytes()).values())
    response = files_in((tmp_path / "r.fmresp").read_bytes())["identity.age"]
    assert b"age-encryption.org" in response
    assert b"age-encryption.org" not in whole
    for text in (DETAILS.name, DETAILS.licence, DETAILS.body, DETAILS.institution):
        assert text.encode() not in whole


def test_without_a_change_the_same_file_is_written_again(tmp_path: Path) -> None:
    office = filled(tmp_path)
    first = office.release()
    assert office.release("again.fmreg").sha256 == first.sha256
    assert office.release().sha256 == first.sha256


def test_a_new_one_names_the_one_it_replaces(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish()
    her = office.begin(Clinician()).judge(PAIN).attest()
    first = office.release("one.fmreg")
    office.merge(her)
    second = office.release("two.fmreg")
    registry = read_registry_file(second.path).registry
    assert registry is not None
    assert [c.replaces for c in registry.coordinator.checkpoints] == [None, first.registry_hash]


def test_what_a_verifier_will_miss_is_told(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish()
    office.merge(office.begin(Clinician()).judge(PAIN).attest())
    told = " ".join(office.release().warnings)
    assert "is not enrolled under this pseudonym" in told
    assert "seat E4M9: No merged log" in told


def test_another_file_of_the_name_stays(tmp_path: Path) -> None:
    office = filled(tmp_path)
    (tmp_path / "study.fmreg").write_bytes(b"mine")
    with pytest.raises(UserError, match="already a file"):
        office.release()
    assert (tmp_path / "study.fmreg").read_bytes() == b"mine"


def test_nothing_published_or_another_coordinator(tmp_path: Path) -> None:
    with pytest.raises(UserError):
        Office(tmp_path).release()
    assert not list(tmp_path.iterdir())
    Office(tmp_path).publish()
    with pytest.raises(UserError, match="another coordinator"):
        Office(tmp_path, another_coordinator()).release()


def test_a_folder_that_cannot_be_written_is_the_machines_refusal() -> None:
    with unprivileged() as folder:
        office = Office(folder)
        office.publish()
        (folder / "closed").mkdir(mode=0o500)
        with pytest.raises(HostError):
            office.release("closed/study.fmreg")
        assert office.release().path.exists()
