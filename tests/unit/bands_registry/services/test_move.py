"""Moving to another computer: nothing is lost at any moment, and only one copy is written."""

from __future__ import annotations

import inspect
from dataclasses import replace
from pathlib import Path

import pytest

from bands_registry.provenance.container import pack_files
from bands_registry.provenance.errors import ChainBrokenError, VerificationError
from bands_registry.provenance.keystore import unlock_keystore
from bands_registry.services import move_in as moving_in
from bands_registry.services import move_out as moving_out
from bands_registry.services.attestations import list_attestations, save_attestation
from bands_registry.services.export_response import export_response
from bands_registry.services.finish_study import finish_study
from bands_registry.services.list_items import list_items
from bands_registry.services.mark_ready import mark_ready
from bands_registry.services.move_in import Arrival, inspect_move, move_in
from bands_registry.services.move_out import use_again
from bands_registry.services.prepare_signing import prepare_signing
from bands_registry.services.restore_study import restore_study
from bands_registry.services.resume_study import known_studies
from bands_registry.services.review_item import review_item
from bands_registry.services.rotate_key import rotate_key
from bands_registry.services.save_draft import save_draft
from bands_registry.services.seal_identity import seal_identity
from bands_registry.services.session import Session
from bands_registry.services.views import ItemStatus
from bands_registry.store.moved import MovedError
from bands_registry.store.study_store import StudyStore
from fairmed_core.errors import FairMedError, HostError, UserError
from tests.helpers.chains import NOON, PSEUDONYM
from tests.helpers.computer import HALF, Computer, record_of
from tests.helpers.disk import small_disk
from tests.helpers.registry import (
    DETAILS,
    PASSPHRASE,
    a_clinician,
    a_pack,
    accepting,
    make_ready,
    session_on,
    sign,
)
from tests.helpers.rights import unprivileged
from tests.helpers.study import ACUITY, FOLLOW_UP, PAIN, small_study


@pytest.fixture
def old(tmp_path: Path) -> Computer:
    computer = Computer(tmp_path / "old")
    computer.begin()
    return computer


@pytest.fixture
def new(tmp_path: Path) -> Computer:
    return Computer(tmp_path / "new")


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder / "work.fmmove"


# There and back


def test_key_drafts_and_signatures_are_there_afterwards(
    old: Computer, new: Computer, stick: Path
) -> None:
    with old.go_on() as session:
        signed, lines = list_attestations(session), session.store.lines()
    old.move_out(stick)
    arriving = new.take_in(stick)
    assert arriving.pseudonym == PSEUDONYM
    assert [(one.title, one.done, one.arrival) for one in arriving.studies] == [
        ("A small study", 1, Arrival.NEW)
    ]
    assert new.keystore.read_bytes() == old.keystore.read_bytes()
    with new.go_on() as session:
        assert session.store.lines()[: len(lines)] == lines
        assert list_attestations(session) == signed
        assert review_item(session, FOLLOW_UP).judgement == HALF
        assert not list_items(session).read_only
        make_ready(session, ACUITY)
        assert sign(session).number == 2


def test_only_its_owner_may_read_the_file(old: Computer, stick: Path) -> None:
    old.move_out(stick)
    assert stick.stat().st_mode & 0o077 == 0


def test_back_on_the_old_computer_the_newer_record_takes_the_place_of_the_old(
    old: Computer, new: Computer, stick: Path, tmp_path: Path
) -> None:
    old.move_out(stick)
    before = record_of(old.store)
    new.take_in(stick)
    with new.go_on() as session:
        make_ready(session, ACUITY)
        sign(session)
    back = tmp_path / "back.fmmove"
    new.move_out(back)
    (study,) = old.take_in(back).studies
    assert study.arrival is Arrival.NEWER
    (kept,) = (path for path in old.stores.iterdir() if "replaced" in path.name)
    assert record_of(kept) == before
    with old.go_on() as session:
        assert session.store.moved_at is None
        assert len(list_attestations(session)) == 2
    assert [study.title for study in known_studies(old.stores)] == ["A small study"]


def test_a_file_that_fell_behind_changes_nothing(
    old: Computer, stick: Path, tmp_path: Path
) -> None:
    old.move_out(stick)
    use_again(old.stores, clock=old.clock)
    with old.go_on() as session:
        save_draft(session, PAIN, HALF)
    before = old.everything()
    (study,) = old.take_in(stick).studies
    assert study.arrival is Arrival.OLDER
    assert old.everything().keys() == before.keys()
    with old.go_on() as session:
        assert review_item(session, PAIN).judgement == HALF


def test_a_key_that_is_gone_here_comes_back_though_the_studies_are_newer(
    old: Computer, stick: Path
) -> None:
    old.move_out(stick)
    use_again(old.stores, clock=old.clock)
    with old.go_on() as session:
        save_draft(session, PAIN, HALF)
    old.keystore.unlink()
    arriving = old.take_in(stick)
    assert arriving.brings_key
    assert [study.arrival for study in arriving.studies] == [Arrival.OLDER]
    with old.go_on() as session:
        assert review_item(session, PAIN).judgement == HALF


def test_looking_at_a_file_keeps_nothing(old: Computer, new: Computer, stick: Path) -> None:
    old.move_out(stick)
    assert new.take_in(stick, inspect_move).pseudonym == PSEUDONYM
    assert new.everything() == {}


def test_a_move_that_was_stopped_on_the_new_computer_is_finished_by_opening_the_file_again(
    old: Computer, new: Computer, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def power_cut(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    old.move_out(stick)
    with monkeypatch.context() as power:
        real = moving_in.write_new
        power.setattr(
            moving_in,
            "write_new",
            lambda path, *data, **how: (
                power_cut() if path == new.keystore else real(path, *data, **how)
            ),
        )
        with pytest.raises(KeyboardInterrupt):
            new.take_in(stick)
    assert not new.keystore.exists()
    assert new.store.exists()
    new.take_in(stick)
    with new.go_on() as session:
        assert review_item(session, FOLLOW_UP).judgement == HALF


def test_the_file_does_not_open_on_the_computer_it_was_saved_on(old: Computer, stick: Path) -> None:
    old.move_out(stick)
    for how in (inspect_move, move_in):
        with pytest.raises(UserError, match="saved on this computer") as caught:
            old.take_in(stick, how)
        assert "use this copy again" in caught.value.next_step
    assert old.recorded()[-1] == NOON


# The moment between file and mark


def test_a_stop_between_file_and_mark_loses_nothing_and_the_fork_is_told(
    old: Computer, new: Computer, stick: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def power_cut(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as power:
        power.setattr(moving_out, "_mark", power_cut)
        with pytest.raises(KeyboardInterrupt):
            old.move_out(stick)
    new.take_in(stick)
    for computer, item in ((old, ACUITY), (new, PAIN)):
        computer.clock.instant = NOON.replace(hour=13 if computer is old else 14)
        with computer.go_on() as session:
            save_draft(session, item, HALF)
    back = tmp_path / "back.fmmove"
    new.move_out(back)
    before, names = record_of(old.store), old.everything().keys()
    for how in (inspect_move, move_in):
        with pytest.raises(ChainBrokenError, match="went on here and on the other") as caught:
            old.take_in(back, how)
        assert "call your coordinator" in caught.value.next_step
    assert (record_of(old.store), old.everything().keys()) == (before, names)


def test_before_the_file_is_whole_nothing_is_marked(
    old: Computer, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as bad_stick:
        bad_stick.setattr(moving_out, "read_file", lambda path, limit: path.read_bytes()[:-1])
        with pytest.raises(FairMedError):
            old.move_out(stick)
    assert not stick.exists()
    with old.go_on() as session:
        save_draft(session, ACUITY, HALF)


def test_a_full_stick_is_told_and_this_copy_stays_as_it_was(old: Computer, tmp_path: Path) -> None:
    with small_disk(tmp_path / "stick") as stick:
        with pytest.raises(HostError, match="disk is full"):
            old.move_out(stick / "work.fmmove")
        assert list(stick.iterdir()) == []
    with old.go_on() as session:
        save_draft(session, ACUITY, HALF)


def test_a_stick_that_cannot_be_written_is_told_and_this_copy_stays_as_it_was() -> None:
    with unprivileged() as folder:
        computer = Computer(folder / "old")
        computer.begin()
        stick = folder / "stick"
        stick.mkdir()
        stick.chmod(0o500)
        with pytest.raises(HostError, match="permission"):
            computer.move_out(stick / "work.fmmove")
        with computer.go_on() as session:
            save_draft(session, ACUITY, HALF)


def test_a_mark_that_cannot_be_kept_takes_the_file_back(
    old: Computer, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_second_study(old):
        pass
    really, marked = StudyStore.mark_moved, []

    def full(store: StudyStore, at: object) -> None:
        marked.append(at)
        if len(marked) == 2:
            raise HostError("The disk is full.")
        really(store, at)  # type: ignore[arg-type]

    with monkeypatch.context() as disk:
        disk.setattr(StudyStore, "mark_moved", full)
        with pytest.raises(HostError, match="disk is full"):
            old.move_out(stick)
    assert not stick.exists()
    assert [study.moved_at for study in known_studies(old.stores)] == [None, None]


def test_a_full_disk_on_the_new_computer_leaves_it_as_it_was(
    old: Computer, stick: Path, tmp_path: Path
) -> None:
    old.move_out(stick)
    with small_disk(tmp_path / "disk") as disk:
        new = Computer(disk / "data")
        with pytest.raises(HostError, match="disk is full"):
            new.take_in(stick)
        assert new.everything() == {}


# The old copy is only read


def a_second_study(computer: Computer) -> Session:
    pack = a_pack(computer.folder, replace(small_study(), id="another", title="Another study"))
    identity = unlock_keystore(computer.keystore, PASSPHRASE)
    return session_on(pack, computer.folder, identity=identity)


def test_everything_can_still_be_read_and_saved_elsewhere(
    old: Computer, stick: Path, tmp_path: Path
) -> None:
    with old.go_on() as session:
        lines = len(session.store.lines())
    old.move_out(stick)
    with old.go_on() as session:
        queue = list_items(session)
        assert (queue.read_only, queue.moved_at, queue.finished) == (True, NOON, False)
        assert review_item(session, FOLLOW_UP).judgement == HALF
        assert review_item(session, FOLLOW_UP).moved_at == NOON
        assert prepare_signing(session).moved_at == NOON
        save_attestation(session, 1, tmp_path / "attestation.pdf")
        assert export_response(session, tmp_path / "r.fmresp").size > 0
        # Not even that it was opened and shown is recorded: it would part the record in two.
        assert len(session.store.lines()) == lines


IN_A_SITTING = {
    "save_draft": lambda s: save_draft(s, ACUITY, HALF),
    "mark_ready": lambda s: mark_ready(s, ACUITY, accepting()),
    "sign": sign,
    "seal_identity": lambda s: seal_identity(s, DETAILS),
    "finish_study": finish_study,
}


@pytest.mark.parametrize("what", IN_A_SITTING)
def test_what_would_write_in_a_sitting_is_refused(old: Computer, stick: Path, what: str) -> None:
    with old.go_on() as session:
        make_ready(session, ACUITY)
        if what == "finish_study":
            sign(session)
    old.move_out(stick)
    with old.go_on() as session:
        lines, drafts = session.store.lines(), session.store.drafts()
        with pytest.raises(MovedError, match="moved to another computer on 2026-06-14"):
            IN_A_SITTING[what](session)
        assert (session.store.lines(), session.store.drafts()) == (lines, drafts)


def test_a_newer_pack_is_refused(old: Computer, stick: Path) -> None:
    old.move_out(stick)
    newer = a_pack(old.folder, replace(small_study(), version=2))
    identity = unlock_keystore(old.keystore, PASSPHRASE)
    with pytest.raises(MovedError):
        session_on(newer, old.folder, identity=identity)


def test_a_new_study_is_begun_on_the_other_computer_alone(old: Computer, stick: Path) -> None:
    old.move_out(stick)
    with pytest.raises(MovedError):
        a_second_study(old)
    assert sorted(path.name for path in old.stores.glob("*.fmdb")) == ["small.fmdb"]


def test_someone_else_begins_a_study_here_all_the_same(old: Computer, stick: Path) -> None:
    old.move_out(stick)
    pack = a_pack(old.folder, replace(small_study(), id="another"))
    someone = a_clinician(old.folder, pseudonym="ADJ-AAAAA-BBBBB")
    with session_on(pack, old.folder, identity=someone) as session:
        save_draft(session, PAIN, HALF)


def test_a_key_is_not_replaced_in_a_copy_that_was_moved(
    old: Computer, stick: Path, tmp_path: Path
) -> None:
    old.move_out(stick)
    successor = tmp_path / "next.fmkey"
    with pytest.raises(MovedError):
        rotate_key(
            old.store,
            identity=unlock_keystore(old.keystore, PASSPHRASE),
            keystore=successor,
            passphrase=PASSPHRASE,
            reason="A new laptop.",
            clock=old.clock,
        )
    assert not successor.exists()


def test_a_copy_that_was_moved_is_not_brought_up_to_a_response(
    old: Computer, new: Computer, stick: Path, tmp_path: Path
) -> None:
    old.move_out(stick)
    new.take_in(stick)
    response = tmp_path / "r.fmresp"
    with new.go_on() as session:
        export_response(session, response)
    identity = unlock_keystore(old.keystore, PASSPHRASE)
    with pytest.raises(MovedError):
        restore_study(old.store, response, identity=identity, clock=old.clock)


READS = {
    "blob", "blob_hashes", "branch", "chains", "contents", "demand_here", "digest", "draft",
    "drafts", "first_shown", "lines", "opened_packs", "verdicts", "attestations",
}  # fmt: skip
# What keeps nothing of hers: the lock, the mark itself, and what is made anew from events.
OWN = {"close", "prepare", "mark_moved", "rebuild_projections"}


def test_the_two_ways_into_a_store_are_both_shut(old: Computer, stick: Path) -> None:
    ways = {
        name
        for name, _ in inspect.getmembers(StudyStore, inspect.isfunction)
        if not name.startswith("_")
    }
    assert ways - READS - OWN == {"append", "save_draft"}
    old.move_out(stick)
    with old.go_on() as session:
        draft = session.store.draft(FOLLOW_UP)
        assert draft is not None
        with pytest.raises(MovedError):
            session.store.save_draft(draft)
        with pytest.raises(MovedError):
            session.store.append(())


def test_it_is_moved_only_once_and_used_again_when_she_says_so(
    old: Computer, stick: Path, tmp_path: Path
) -> None:
    old.move_out(stick)
    assert [study.moved_at for study in known_studies(old.stores)] == [NOON]
    with pytest.raises(MovedError):
        old.move_out(tmp_path / "again.fmmove")
    assert not (tmp_path / "again.fmmove").exists()
    use_again(old.stores, clock=old.clock)
    with old.go_on() as session:
        save_draft(session, ACUITY, HALF)
        assert list_items(session).items[session.order.index(ACUITY)].status is ItemStatus.DRAFT


# What is refused


def test_nothing_to_move(new: Computer, stick: Path) -> None:
    with pytest.raises(UserError, match="nothing to move"):
        new.move_out(stick)
    assert not stick.exists()


def test_a_file_of_that_name_stays(old: Computer, stick: Path) -> None:
    stick.write_bytes(b"somebody's")
    with pytest.raises(UserError, match="already a file of this name"):
        old.move_out(stick)
    assert stick.read_bytes() == b"somebody's"
    assert known_studies(old.stores)[0].moved_at is None


def test_a_study_that_is_open_is_not_moved(old: Computer, stick: Path) -> None:
    with old.go_on(), pytest.raises(HostError, match="in use"):
        old.move_out(stick)
    assert not stick.exists()


def test_another_identity_is_not_replaced(old: Computer, new: Computer, stick: Path) -> None:
    old.move_out(stick)
    someone = a_clinician(new.folder, pseudonym="ADJ-AAAAA-BBBBB").keystore
    assert someone is not None
    someone.rename(new.keystore)
    before = new.everything()
    for how in (inspect_move, move_in):
        with pytest.raises(UserError, match="Another signing identity") as caught:
            new.take_in(stick, how)
        assert "your own user account" in caught.value.next_step
    assert new.everything() == before


@pytest.mark.parametrize("at", [0, 5, 100, 2000, -400, -1])
def test_a_file_that_arrived_damaged_changes_nothing(
    old: Computer, new: Computer, stick: Path, at: int
) -> None:
    old.move_out(stick)
    data = bytearray(stick.read_bytes())
    data[at] ^= 1
    stick.write_bytes(bytes(data))
    with pytest.raises(VerificationError) as caught:
        new.take_in(stick)
    assert "Nothing was changed" in caught.value.next_step
    assert new.everything() == {}


@pytest.mark.parametrize(
    "data", [b"", b"hello", pack_files({"moving.json": b"{}"}), pack_files({"a": b"b"})]
)
def test_another_kind_of_file_is_told(new: Computer, stick: Path, data: bytes) -> None:
    stick.write_bytes(data)
    with pytest.raises(VerificationError) as caught:
        new.take_in(stick)
    assert caught.value.file == str(stick)
    assert "ending in .fmmove" in caught.value.next_step


def test_a_file_cut_short_is_told(old: Computer, new: Computer, stick: Path) -> None:
    old.move_out(stick)
    stick.write_bytes(stick.read_bytes()[:-1000])
    with pytest.raises(VerificationError, match="incomplete"):
        new.take_in(stick)
