"""Packs: the study as published, by whom, byte for byte the same for everyone."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from bands_registry.provenance import canonical, envelope
from bands_registry.provenance.errors import (
    ContentAlteredError,
    KeyMismatchError,
    MalformedError,
    NewerFormatError,
    VerificationError,
)
from bands_registry.provenance.identity import recipient_of
from bands_registry.provenance.items import excerpt, item_hashes
from bands_registry.provenance.manifest import seal_files
from bands_registry.provenance.pack import build_pack, read_pack
from fairmed_core.domain.action_space import Threshold
from fairmed_core.domain.study import Study
from fairmed_core.errors import UserError
from tests.helpers.registry import another_coordinator, coordinator
from tests.helpers.signed import files_in, flipped, resealed, small_pack, small_pack_bytes, zipped
from tests.helpers.study import ACUITY, ITEMS, ORDERS, PAIN, small_study, with_reasoning

DATA = small_pack_bytes()


def test_the_study_comes_back_as_it_was() -> None:
    pack = read_pack(DATA)
    assert pack.study == small_study()
    assert pack.coordinator_key.key_id == coordinator().key_id
    assert pack.recipient == recipient_of(coordinator().age_identity or "")
    assert pack.hash == hashlib.sha256(DATA).hexdigest()
    assert pack.version == 1


def test_publishing_again_gives_the_same_bytes() -> None:
    assert build_pack(small_study(), coordinator=coordinator()) == DATA


def test_a_pack_holds_no_person() -> None:
    for private in (b"ADJ-", b"pseudonym", b"verdict", b"condition"):
        assert private not in b"".join(files_in(DATA).values())


def test_a_seat_is_found_by_its_code() -> None:
    seat = small_pack().seat("G7K2")
    assert seat is not None
    assert seat.role == "geriatrician"
    assert small_pack().seat("NONE") is None


def test_the_roster_has_a_hash_of_its_own() -> None:
    other = replace(small_study(), title="Another title")
    fewer = replace(small_study(), seats=small_study().seats[:1])
    rosters = [
        read_pack(build_pack(study, coordinator=coordinator())).roster_hash
        for study in (small_study(), other, fewer)
    ]
    assert rosters[0] == rosters[1] != rosters[2]


def test_a_clinicians_key_publishes_nothing() -> None:
    with pytest.raises(UserError, match="Only a coordinator"):
        build_pack(small_study(), coordinator=replace(coordinator(), age_identity=None))


def with_study(change: dict[bytes, bytes]) -> dict[str, bytes]:
    data = files_in(DATA)["study.json"]
    for old, new in change.items():
        assert old in data
        data = data.replace(old, new)
    return {"study.json": data}


REASONING = {b"The passage names the blood count.": b"The passage names the blood count?"}


def test_an_edited_text_is_noticed() -> None:
    with pytest.raises(ContentAlteredError) as caught:
        read_pack(zipped({**files_in(DATA), **with_study(REASONING)}))
    assert (caught.value.exit_code, caught.value.place) == (20, "study.json")


def test_an_edited_text_under_another_coordinators_manifest_has_another_key() -> None:
    other = another_coordinator()
    forged = resealed(DATA, with_study(REASONING), other.signer, kind="pack")
    assert read_pack(forged).coordinator_key.key_id == other.key_id != coordinator().key_id


def test_a_manifest_whose_key_was_exchanged_does_not_verify() -> None:
    stolen = files_in(DATA)["manifest.json"]
    other = files_in(build_pack(small_study(), coordinator=another_coordinator()))["manifest.json"]
    mixed = canonical.dumps(
        {**canonical.loads(stolen), "signatures": canonical.loads(other)["signatures"]}
    )
    with pytest.raises(KeyMismatchError):
        read_pack(zipped({**files_in(DATA), "manifest.json": mixed}))


@pytest.mark.parametrize(
    ("change", "error"),
    [
        pytest.param({"extra.txt": b"x"}, ContentAlteredError, id="a part not listed"),
        pytest.param({"study.json": None}, ContentAlteredError, id="a listed part missing"),
        pytest.param({"manifest.json": None}, MalformedError, id="no manifest"),
    ],
)
def test_parts_are_those_of_the_manifest(
    change: dict[str, bytes | None], error: type[VerificationError]
) -> None:
    files: dict[str, bytes | None] = {**files_in(DATA), **change}
    with pytest.raises(error):
        read_pack(zipped({name: data for name, data in sorted(files.items()) if data is not None}))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"extra.txt": b"x"}, id="a listed part too many"),
        pytest.param(with_study({b'"version":1': b'"version":1.0'}), id="a float"),
        pytest.param(with_study({b'"version":1': b'"version":1,"x":2'}), id="an unknown field"),
        pytest.param(with_study({b'"id":"pain-flank"': b'"id":"PAIN"'}), id="an unknown item"),
    ],
)
def test_a_valid_signature_does_not_make_a_broken_study_right(change: dict[str, bytes]) -> None:
    with pytest.raises(MalformedError):
        read_pack(resealed(DATA, change, coordinator().signer, kind="pack"))


def test_manifest_and_study_may_not_contradict_each_other() -> None:
    study = {"study.json": files_in(DATA)["study.json"]}
    facts = {"recipient": small_pack().recipient, "roster": "0" * 64, "version": "1"}
    forged = seal_files("pack", study, study="small", facts=facts, signer=coordinator().signer)
    with pytest.raises(ContentAlteredError):
        read_pack(forged)


def test_a_later_format_asks_for_an_update() -> None:
    manifest = canonical.loads(envelope.read_envelope(files_in(DATA)["manifest.json"]).payload)
    newer = envelope.sign(
        canonical.dumps({**manifest, "v": 2}), envelope.MANIFEST_TYPE, coordinator().signer
    )
    with pytest.raises(NewerFormatError) as caught:
        read_pack(zipped({**files_in(DATA), "manifest.json": newer}))
    assert caught.value.exit_code == 11


def test_every_flipped_bit_is_noticed() -> None:
    for bit in range(3, len(DATA) * 8, 211):
        with pytest.raises(VerificationError):
            read_pack(flipped(DATA, bit))


def test_the_file_is_named_in_what_is_told(tmp_path: Path) -> None:
    path = tmp_path / "half.fmpack"
    path.write_bytes(DATA[:2000])
    with pytest.raises(MalformedError) as caught:
        read_pack(path)
    assert caught.value.file == str(path)


# What a verdict names -------------------------------------------------------------------------


def changed(study: Study, other: Study, item: str) -> set[str]:
    before, after = item_hashes(study, item).model_dump(), item_hashes(other, item).model_dump()
    return {name for name in before if before[name] != after[name]}


def test_each_hash_follows_its_own_thing_and_no_other() -> None:
    study = small_study()
    case = study.vignette("flank")
    sources = tuple(replace(source, edition="3rd") for source in study.sources)
    clauses = tuple(
        replace(clause, caveat="Mind it.") if clause.id == "pain" else clause
        for clause in study.clauses
    )
    space = replace(
        study.space,
        sub_actions=tuple(
            replace(sub_action, threshold=Threshold("at_least", 3, "strong", "not strong"))
            if sub_action.name == "analgesia_tier"
            else sub_action
            for sub_action in study.space.sub_actions
        ),
    )
    altered_case = replace(case, headline="Pain in the flank")
    vignettes = tuple(altered_case if v.id == case.id else v for v in study.vignettes)
    expected = {
        "band": with_reasoning(study, PAIN, "Another reason."),
        "clause": replace(study, clauses=clauses),
        "scale": replace(study, space=space),
        "vignette": replace(study, vignettes=vignettes),
    }
    for name, other in expected.items():
        assert changed(study, other, PAIN) == {name}
        assert not changed(study, other, ORDERS)
    assert changed(study, replace(study, sources=sources), PAIN) == {"clause"}
    # Two items of one case share it.
    assert changed(study, expected["vignette"], ACUITY) == {"vignette"}


def test_what_she_never_saw_does_not_ask_for_a_new_signature() -> None:
    study = small_study()
    for other in (
        replace(study, title="Another title", version=7),
        replace(study, seats=study.seats[:1]),
        replace(study, set_distance="dice"),
        replace(study, bands=tuple(reversed(study.bands))),
    ):
        assert all(not changed(study, other, item) for item in ITEMS)


def test_an_excerpt_has_the_hashes_of_the_whole() -> None:
    study = small_study()
    for item in ITEMS:
        part = excerpt(study, [item])
        assert [band.id for band in part.bands] == [item]
        assert item_hashes(part, item) == item_hashes(study, item)


def test_hashes_are_of_the_canonical_form_of_the_parts() -> None:
    spelled = files_in(DATA)["study.json"]
    vignette = next(
        entry
        for entry in canonical.loads(spelled)["vignettes"]  # type: ignore[attr-defined]
        if entry["id"] == "flank"
    )
    expected = hashlib.sha256(canonical.dumps(vignette)).hexdigest()
    assert small_pack().item_hashes(PAIN).vignette == expected
