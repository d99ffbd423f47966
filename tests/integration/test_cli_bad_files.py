"""Files and passphrases as they come in life: other studies, odd paths, accents, clocks, copies."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fairmed_core.clock import SystemClock
from tests.helpers.cli import fairmed
from tests.helpers.office import Office
from tests.helpers.road import EMERGENCY, GERIATRICIAN, PASSPHRASE, Road, begin, take_part
from tests.helpers.signed import Clinician, a_pack_of
from tests.helpers.study import PAIN, small_study, with_reasoning


@pytest.fixture(scope="module")
def road(tmp_path_factory: pytest.TempPathFactory) -> Road:
    made = begin(tmp_path_factory.mktemp("road"))
    take_part(made, "GERI", GERIATRICIAN)
    return made


def merged(road: Road, response: Path) -> tuple[int, str, bool]:
    """Code, message, and whether the registry is what it was, down to what it shows."""
    before = fairmed("registry", "show", road.registry, "--json").json
    ran = fairmed("bundle", "merge", response, *road.coordinator)
    return ran.code, ran.err, fairmed("registry", "show", road.registry, "--json").json == before


def test_a_response_of_another_study(road: Road, tmp_path: Path) -> None:
    Office(tmp_path).publish()
    answer = tmp_path / "other.fmresp"
    answer.write_bytes(Clinician().begin().judge(PAIN).response())
    code, err, same = merged(road, answer)
    assert (code, same) == (2, True)
    assert "belongs to the study small" in err


def test_a_response_on_a_pack_that_was_never_published(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish()
    other, _ = a_pack_of(with_reasoning(small_study(), PAIN, "Another text."))
    with pytest.raises(Exception, match="never published") as caught:
        office.merge(Clinician().begin(other).judge(PAIN).response())
    assert getattr(caught.value, "exit_code", None) == 20


def test_renamed_files_are_known_by_what_they_are(road: Road, tmp_path: Path) -> None:
    pack = tmp_path / "answer.fmresp"
    shutil.copy(road.pack, pack)
    code, err, same = merged(road, pack)
    assert (code, same) == (10, True)
    assert "This file is a pack; a response was expected." in err
    assert fairmed("verify", pack).code == 3  # as a pack it is sound
    for command in ("bundle", "registry"):
        assert fairmed(command, "verify", pack).code == 10


def test_paths_with_spaces_chinese_and_emoji(road: Road, tmp_path: Path) -> None:
    place = tmp_path / "my study 研究 🩺 é"
    shutil.copytree(road.folder, place)
    moved = Road(place)
    assert moved.merge("GERI").code == 4
    assert (
        fairmed("verify", moved.publish("登记 🩺.fmreg"), "--no-pages").code == 50
    )  # one seat is empty


def test_a_keystore_copied_from_another_person(road: Road, tmp_path: Path) -> None:
    shutil.copytree(road.folder, tmp_path / "office")
    copied = Road(tmp_path / "office")
    assert copied.identity("EMER").code == 0
    ran = fairmed(
        "bundle", "export", copied.folder / "GERI-store" / "fairmed-demo.fmdb",
        "--keystore", copied.folder / "EMER.fmkey", *copied.secret,
        "--out", tmp_path / "stolen.fmresp",
    )  # fmt: skip
    assert ran.code == 2
    assert "begun under another signing identity" in ran.err
    assert not (tmp_path / "stolen.fmresp").exists()
    assert copied.adjudicate("GERI", GERIATRICIAN).code == 0  # hers is as it was
    wrong = fairmed(
        "registry", "publish", "--registry", copied.registry,
        "--keystore", copied.folder / "EMER.fmkey", *copied.secret, "--out", tmp_path / "x.fmreg",
    )  # fmt: skip
    assert wrong.code == 2
    assert "clinician's signing identity" in wrong.err


def test_a_passphrase_with_accents_opens_from_every_keyboard(tmp_path: Path) -> None:
    composed = "crème brûlée für zwei"
    combining = "cre\u0300me bru\u0302le\u0301e fu\u0308r zwei"
    wide = composed.replace("zwei", "\uff5a\uff57\uff45\uff49")
    keystore, file = tmp_path / "c.fmkey", tmp_path / "p.txt"
    file.write_text(combining, encoding="utf-8")
    made = fairmed("identity", "new", keystore, "--role", "coordinator", "--passphrase-file", file)
    assert made.code == 0, made.err
    office = Road(tmp_path)
    from bands_registry.guidelines import demo_study_folder

    for number, spelled in enumerate((composed, wide, combining)):
        file.write_text(spelled, encoding="utf-8")
        done = fairmed(
            "pack", "publish", demo_study_folder(), "--registry", office.registry, "--keystore",
            keystore, "--passphrase-file", file, "--out", tmp_path / f"{number}.fmpack",
        )  # fmt: skip
        assert done.code == 0, done.err
    file.write_text(composed.replace("è", "e"), encoding="utf-8")
    refused = fairmed(
        "registry", "publish", "--registry", office.registry, "--keystore", keystore,
        "--passphrase-file", file, "--out", tmp_path / "x.fmreg",
    )  # fmt: skip
    assert refused.code == 2
    assert "does not open" in refused.err


def test_a_clock_in_1970_signs_and_says_so_once_it_is_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SystemClock, "now", lambda _: datetime(1970, 1, 1, tzinfo=UTC))
    early = begin(tmp_path)
    take_part(early, "EMER", EMERGENCY)
    monkeypatch.undo()
    take_part(early, "GERI", GERIATRICIAN)
    ran = fairmed("verify", early.publish("r.fmreg"), "--no-pages", "--json")
    assert ran.code == 50  # one seat is empty; nothing is wrong with the times themselves
    assert (tmp_path / "passphrase.txt").read_text(encoding="utf-8").strip() == PASSPHRASE


def test_a_finished_study_takes_no_further_signature(road: Road, tmp_path: Path) -> None:
    shutil.copytree(road.folder, tmp_path / "office")
    mine = Road(tmp_path / "office")
    store = mine.folder / "GERI-store" / "fairmed-demo.fmdb"
    signer = ("--keystore", mine.folder / "GERI.fmkey", *mine.secret)
    out = mine.folder / "last.fmresp"
    done = fairmed("bundle", "export", store, *signer, "--out", out, "--finish")
    assert done.code == 0, done.err
    assert fairmed("bundle", "merge", out, *mine.coordinator).code == 0
    again = mine.adjudicate("GERI", GERIATRICIAN)
    assert again.code == 2
    assert "You finished this study" in again.err
    later = fairmed("bundle", "export", store, *signer, "--out", mine.folder / "copy.fmresp")
    assert later.code == 0, later.err
    assert fairmed("bundle", "merge", mine.folder / "copy.fmresp", *mine.coordinator).code == 4
