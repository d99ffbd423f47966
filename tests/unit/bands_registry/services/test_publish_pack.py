"""Publishing a pack: leaks first, then one signed version after the other, or nothing at all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bands_registry.provenance.events import PackPublished, StudyGenesis
from bands_registry.provenance.logs import read_coordinator_log
from bands_registry.provenance.pack import read_pack
from bands_registry.services.publish_pack import publish_pack
from bands_registry.store.study_store import open_study_store
from bands_registry.store.values import StoreRole
from fairmed_core.domain.study import Study, Waiver
from fairmed_core.errors import HostError, UserError
from tests.helpers.chains import noon
from tests.helpers.office import Office
from tests.helpers.registry import a_clinician, another_coordinator, coordinator
from tests.helpers.rights import unprivileged
from tests.helpers.study import PAIN, small_study, with_reasoning


def events(office: Office) -> list[str]:
    with open_study_store(office.registry, clock=noon(), role=StoreRole.COORDINATOR) as store:
        return [line.event.type for line in read_coordinator_log(store.lines()).lines]


def test_the_first_publication_begins_the_registry(tmp_path: Path) -> None:
    office = Office(tmp_path)
    published = office.publish()
    assert (published.version, published.items, published.seats) == (1, 4, 2)
    pack = read_pack(published.path)
    assert (pack.hash, pack.study) == (published.sha256, small_study())
    assert pack.coordinator_key.key_id == coordinator().key_id
    with open_study_store(office.registry, clock=noon(), role=StoreRole.COORDINATOR) as store:
        log = read_coordinator_log(store.lines())
    genesis, first = (line.event.body for line in log.lines)
    assert isinstance(genesis, StudyGenesis)
    assert (genesis.study, genesis.recipient) == ("small", pack.recipient)
    assert isinstance(first, PackPublished)
    assert (first.pack, first.seats) == (pack.hash, ("E4M9", "G7K2"))


def test_versions_count_up_whatever_the_folder_says(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish(small_study(version=9))
    second = office.publish(with_reasoning(small_study(), PAIN, "Read again."), "two.fmpack")
    assert second.version == 2
    assert read_pack(second.path).version == 2
    assert events(office) == ["study.genesis", "pack.published", "pack.published"]


def test_an_unchanged_study_keeps_its_version_and_gives_the_same_pack(tmp_path: Path) -> None:
    office = Office(tmp_path)
    first = office.publish()
    again = office.publish(name="copy.fmpack")
    assert (again.version, again.sha256) == (1, first.sha256)
    assert again.path.read_bytes() == first.path.read_bytes()
    assert len(events(office)) == 2
    assert office.publish().path == first.path


def leaking() -> Study:
    study = small_study()
    case = study.vignette("belly")
    fact = replace(case.facts[0], text="A woman with two days of pain in the right lower belly.")
    vignettes = tuple(
        replace(case, facts=(fact,)) if v.id == case.id else v for v in study.vignettes
    )
    return replace(study, vignettes=vignettes)


def test_a_leak_blocks_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        Office(tmp_path).publish(leaking())
    assert "vignettes/belly/facts/f1: 'woman'" in caught.value.sentence
    assert caught.value.exit_code == 2
    assert not list(tmp_path.iterdir())


def test_a_waiver_with_a_reason_lets_it_stay(tmp_path: Path) -> None:
    waived = replace(leaking(), waivers=(Waiver("vignettes/belly", "woman", "Needed for a test."),))
    assert Office(tmp_path).publish(waived).leak_warnings == ()


def test_what_only_warns_is_told_and_recorded(tmp_path: Path) -> None:
    source = replace(small_study().sources[0], title="Handbook for elderly people")
    published = Office(tmp_path).publish(small_study(sources=(source,)))
    assert len(published.leak_warnings) == 1
    assert "'elderly'" in published.leak_warnings[0]


@pytest.mark.parametrize(
    ("study", "sentence"),
    [
        (small_study(id="practice"), "reserved"),
        (small_study(seats=()), "no seats"),
    ],
)
def test_a_study_nobody_could_open_is_refused(tmp_path: Path, study: Study, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        Office(tmp_path).publish(study)
    assert not list(tmp_path.iterdir())


def test_another_study_or_coordinator_does_not_get_in(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish()
    before = events(office)
    with pytest.raises(UserError, match="belongs to the study small"):
        office.publish(small_study(id="other"), "two.fmpack")
    with pytest.raises(UserError, match="another coordinator's key"):
        Office(tmp_path, another_coordinator()).publish(small_study(title="New"), "two.fmpack")
    assert events(office) == before
    assert not (tmp_path / "two.fmpack").exists()


def test_a_clinicians_identity_publishes_nothing(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="clinician's signing identity"):
        Office(tmp_path, a_clinician(tmp_path)).publish()
    assert not (tmp_path / "study.fmdb").exists()


def test_a_file_in_the_way_stays_and_nothing_is_recorded(tmp_path: Path) -> None:
    office = Office(tmp_path)
    (tmp_path / "one.fmpack").write_bytes(b"mine")
    with pytest.raises(UserError, match="already a file"):
        office.publish()
    assert not office.registry.exists()
    office.publish(name="two.fmpack")
    with pytest.raises(UserError, match="already a file"):
        office.publish(small_study(title="New"))
    assert (tmp_path / "one.fmpack").read_bytes() == b"mine"
    assert len(events(office)) == 2


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="folder for the pack does not exist"):
        Office(tmp_path).publish(name="none/one.fmpack")


def test_a_recorded_pack_that_could_not_be_written_is_written_by_trying_again(
    tmp_path: Path,
) -> None:
    with unprivileged() as folder:
        office = Office(folder)
        closed = folder / "closed"
        closed.mkdir(mode=0o500)
        with pytest.raises(HostError):
            office.publish(name="closed/one.fmpack")
        assert office.publish(name="one.fmpack").version == 1
        assert events(office) == ["study.genesis", "pack.published"]


def publish_into(registry: Path, out: Path) -> None:
    publish_pack(small_study(), registry=registry, coordinator=coordinator(), out=out, clock=noon())


def test_a_registry_that_is_none_or_newer_is_left_untouched(tmp_path: Path) -> None:
    text = tmp_path / "text.fmdb"
    text.write_text("no database")
    newer = Office(tmp_path / "newer")
    newer.folder.mkdir()
    newer.publish()
    with closing(sqlite3.connect(newer.registry)) as database:
        database.execute("PRAGMA user_version = 99")
    for registry in (text, newer.registry):
        before = registry.read_bytes()
        with pytest.raises(UserError):
            publish_into(registry, tmp_path / "x.fmpack")
        assert registry.read_bytes() == before
        assert not (tmp_path / "x.fmpack").exists()


def test_a_clinicians_study_file_is_no_registry(tmp_path: Path) -> None:
    with open_study_store(tmp_path / "hers.fmdb", clock=noon(), create=True):
        pass
    with pytest.raises(UserError, match="belongs to a clinician"):
        publish_into(tmp_path / "hers.fmdb", tmp_path / "x.fmpack")


def test_a_registry_held_elsewhere_is_told(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish()
    with (
        open_study_store(office.registry, clock=noon(), role=StoreRole.COORDINATOR),
        pytest.raises(HostError) as caught,
    ):
        office.publish(small_study(title="New"), "two.fmpack")
    assert caught.value.exit_code == 60
    assert not (tmp_path / "two.fmpack").exists()
