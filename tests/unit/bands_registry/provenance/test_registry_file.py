"""Registries: the parts must fit each other, whatever order they came in."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from bands_registry.provenance.anchors import Anchors, read_anchors
from bands_registry.provenance.chain import join_lines, split_lines
from bands_registry.provenance.pack import build_pack
from bands_registry.provenance.pages import Renderer
from bands_registry.provenance.registry_file import read_registry_file
from bands_registry.provenance.verify import VerificationReport, verify_bytes
from tests.helpers.chains import a_signer
from tests.helpers.plain_pdf import PLAIN, plain_pdf, plain_text
from tests.helpers.registry import DETAILS, another_coordinator, coordinator
from tests.helpers.signed import (
    OTHER_PSEUDONYM,
    Clinician,
    Coordinator,
    a_pack_of,
    checkpoint_of,
    files_in,
    flipped,
    full_registry,
    geriatrician,
    resealed,
    small_pack_bytes,
    zipped,
)
from tests.helpers.study import (
    EMERGENCY_PHYSICIAN,
    OTHER_SEAT,
    PAIN,
    SEAT,
    small_study,
    with_reasoning,
)

WHOLE = full_registry()
DATA = WHOLE.file()
HER, OTHER = WHOLE.clinicians.values()


@pytest.fixture(scope="module")
def anchors(tmp_path_factory: pytest.TempPathFactory) -> Anchors:
    """The geriatrician's own copy, and the registry's checkpoint as it was published."""
    folder = tmp_path_factory.mktemp("anchors")
    (folder / "hers.fmresp").write_bytes(HER.response())
    (folder / "checkpoint.txt").write_bytes(files_in(DATA)["checkpoint.txt"])
    return read_anchors([folder / "hers.fmresp", folder / "checkpoint.txt"])


def verify(data: bytes, anchors: Anchors | None = None) -> VerificationReport:
    return verify_bytes(data, anchors=anchors or Anchors())


def told(report: VerificationReport) -> list[str]:
    return [finding.sentence for finding in report.findings]


def forged(changes: Mapping[str, bytes | None]) -> bytes:
    return resealed(DATA, changes, coordinator().signer, kind="registry")


def chain_name(clinician: Clinician) -> str:
    return f"chain-{clinician.signer.key_id}.jsonl"


def document_name(clinician: Clinician) -> str:
    ((_, issued),) = clinician.log.attestations
    return f"attestation-{issued.pdf}.pdf"


def test_untouched_with_and_without_an_anchor(anchors: Anchors) -> None:
    report = verify(DATA, anchors)
    assert (report.exit_code, report.findings) == (0, ())
    assert (report.facts["raters"], report.facts["enrolled"]) == (2, 2)
    assert verify(DATA).exit_code == 3


def test_the_pages_are_printed_again_and_compared(anchors: Anchors) -> None:
    seen = verify_bytes(DATA, anchors=anchors, renderer=PLAIN)
    assert seen.exit_code == 0
    others = Renderer("1", lambda _: plain_pdf("!"), plain_text)
    other = verify_bytes(DATA, anchors=anchors, renderer=others)
    assert other.exit_code == 22
    assert len(other.findings) == 2


def test_no_order_of_merging_changes_the_hash() -> None:
    third = Clinician("ADJ-2F6TB-M5YJE", "N0RS", EMERGENCY_PHYSICIAN)
    study = small_study(seats=(*small_study().seats, replace(small_study().seats[0], code="N0RS")))
    pack, data = a_pack_of(study)
    raters = [Clinician(), Clinician(OTHER_PSEUDONYM, OTHER_SEAT, EMERGENCY_PHYSICIAN), third]
    for rater in raters:
        rater.begin(pack).seal().judge(PAIN).attest()
    hashes = set()
    for order in itertools.permutations(raters):
        made = Coordinator().publish(data)
        for rater in order:
            made.merge(rater)
        for rater in reversed(order):
            made.enrol(rater)
        hashes.add(made.registry().hash)
    assert len(hashes) == 1


def test_the_hash_follows_the_content() -> None:
    one = Coordinator().publish().merge(HER)
    enrolled = Coordinator().publish().enrol(HER).merge(HER)
    differently = Coordinator().publish().enrol(HER, how_checked="in person").merge(HER)
    unsealed = Coordinator().publish().enrol(HER)
    unsealed.clinicians[HER.signer.key_id] = HER
    hers = replace(HER, sealed=None)
    unsealed.merge(hers)
    hashes = {made.registry().hash for made in (one, enrolled, differently, unsealed, WHOLE)}
    assert len(hashes) == 5


def test_the_file_is_a_function_of_its_content() -> None:
    assert read_registry_file(DATA).registry is not None
    again = replace(WHOLE, lines=WHOLE.lines[:-1], clinicians=dict(WHOLE.clinicians))
    assert again.file() == DATA


def test_no_private_detail_is_in_it_and_planted_ones_would_be_found() -> None:
    whole = b"".join(files_in(DATA).values())
    assert HER.pseudonym.encode() in whole
    assert HER.sealed is not None
    assert HER.sealed.ciphertext not in whole
    for text in (DETAILS.name, DETAILS.licence, DETAILS.body, DETAILS.institution):
        assert text.encode() not in whole


# Alterations by someone without a key, and by the coordinator ----------------------------------


def test_a_part_edited_under_the_old_manifest(anchors: Anchors) -> None:
    for name in files_in(DATA):
        if name != "manifest.json":
            files = files_in(DATA)
            files[name] = flipped(files[name], 8 * (len(files[name]) // 2))
            assert verify(zipped(files), anchors).exit_code == 20


def test_a_log_shortened_by_the_coordinator(anchors: Anchors) -> None:
    lines = split_lines(files_in(DATA)[chain_name(HER)])
    report = verify(
        forged({chain_name(HER): join_lines(lines[:-1]), document_name(HER): None}), anchors
    )
    assert report.exit_code == 21
    assert report.registry is None


def test_a_line_left_out_of_a_log(anchors: Anchors) -> None:
    lines = split_lines(files_in(DATA)[chain_name(HER)])
    without = join_lines([*lines[:5], *lines[6:]])
    assert verify(forged({chain_name(HER): without}), anchors).exit_code == 21


def test_a_log_left_out_although_it_was_merged(anchors: Anchors) -> None:
    report = verify(forged({chain_name(OTHER): None, document_name(OTHER): None}), anchors)
    assert "The registry is not the one its checkpoint covers." in told(report)
    assert report.exit_code == 20


def test_a_clinician_never_merged_leaves_her_seat_empty(anchors: Anchors) -> None:
    made = Coordinator().publish().enrol(HER).merge(HER).enrol(OTHER)
    report = verify(made.file())
    assert report.exit_code == 50
    assert "No merged log of an enrolled rater fills this seat." in told(report)


def test_a_clinician_the_coordinator_passes_over_has_her_own_copy_as_witness(
    tmp_path: Path,
) -> None:
    path = tmp_path / "hers.fmresp"
    path.write_bytes(HER.response())
    made = Coordinator().publish().enrol(OTHER).merge(OTHER)
    report = verify(made.file(), read_anchors([path]))
    assert report.exit_code == 50
    assert "A known log was left out." in told(report)


def test_items_without_an_attested_verdict_leave_a_seat_incomplete() -> None:
    part = geriatrician(PAIN)
    made = Coordinator().publish().enrol(part).merge(part).enrol(OTHER).merge(OTHER)
    report = verify(made.file())
    assert report.exit_code == 50
    assert "3 of 4 assigned items have no attested verdict." in told(report)


def test_a_log_cut_before_it_was_merged_contradicts_her_own_copy(anchors: Anchors) -> None:
    short = replace(HER, lines=HER.lines[:-1], documents={})
    made = Coordinator().publish().enrol(short).merge(short).enrol(OTHER).merge(OTHER)
    assert verify(made.file(), anchors).exit_code == 21
    assert verify(made.file()).exit_code == 50


def test_a_deleted_enrolment_is_told() -> None:
    made = Coordinator().publish().merge(HER).enrol(OTHER).merge(OTHER)
    report = verify(made.file())
    assert report.exit_code == 30
    assert any(sentence.endswith("its verdicts do not count.") for sentence in told(report))
    assert report.registry is not None


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"pseudonym": "ADJ-00000-00000"}, 40), ({"seat": OTHER_SEAT}, 30)],
    ids=["pseudonym", "seat"],
)
def test_an_enrolment_that_says_otherwise_does_not_bind(changes: dict[str, str], code: int) -> None:
    made = Coordinator().publish().enrol(HER, **changes).merge(HER)
    report = verify(made.file())
    assert report.exit_code == code
    assert report.registry is not None
    assert report.registry.enrolment(HER.log) is None


def test_one_pseudonym_with_two_keys_is_a_conflict_and_both_are_kept() -> None:
    double = geriatrician()
    made = Coordinator().publish().enrol(HER).merge(HER).merge(double)
    report = verify(made.file())
    assert report.exit_code == 40
    assert report.registry is not None
    assert len(report.registry.chains) == 2
    assert all(report.registry.in_conflict(log) for log in report.registry.chains.values())


def test_two_keys_enrolled_at_one_seat_are_a_conflict() -> None:
    second = Clinician(OTHER_PSEUDONYM, SEAT).begin().seal().judge(PAIN).attest()
    made = Coordinator().publish().enrol(HER).merge(HER).enrol(second).merge(second)
    assert verify(made.file()).exit_code == 40


def test_a_checkpoint_is_the_last_word(anchors: Anchors) -> None:
    lines = split_lines(files_in(DATA)["coordinator.jsonl"])
    shorter = replace(WHOLE, lines=WHOLE.lines[:-1])
    cut = forged(
        {
            "coordinator.jsonl": join_lines(lines[:-1]),
            "checkpoint.txt": (
                f"FairMed checkpoint 1\n{coordinator().key_id}\n{len(lines) - 1}\n"
                f"{shorter.lines[-1].id}\n"
            ).encode(),
        }
    )
    report = verify(cut, anchors)
    assert report.exit_code == 21
    assert "The coordinator's log does not end with a checkpoint." in told(report)


def test_a_registry_rebuilt_from_the_start_contradicts_the_published_checkpoint(
    anchors: Anchors,
) -> None:
    rebuilt = Coordinator().publish()
    for clinician in (OTHER, HER):
        rebuilt.enrol(clinician).merge(clinician)
    assert verify(rebuilt.file()).exit_code == 3
    assert verify(rebuilt.file(), anchors).exit_code == 21


def test_a_later_registry_lies_on_the_published_checkpoint(anchors: Anchors) -> None:
    later = replace(
        WHOLE,
        lines=list(WHOLE.lines),
        packs=dict(WHOLE.packs),
        clinicians=dict(WHOLE.clinicians),
    )
    first = later.lines[-1].event.body
    second, data = a_pack_of(with_reasoning(small_study(version=2), PAIN, "Read again."))
    later.publish(data)
    assert verify(later.file(), anchors).exit_code == 0
    last = later.lines[-1].event.body
    assert last.model_dump()["replaces"] == first.model_dump()["registry"]
    assert second.version == 2


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        pytest.param({"pack-0001.fmpack": None}, 20, id="a pack missing"),
        pytest.param({"pack-0001.fmpack": b"PK"}, 10, id="a pack that is none"),
        pytest.param({"pack-0002.fmpack": small_pack_bytes()}, 20, id="a pack named twice"),
        pytest.param({"coordinator.jsonl": None}, 10, id="no coordinator"),
        pytest.param({"checkpoint.txt": None}, 10, id="no checkpoint"),
        pytest.param({"checkpoint.txt": checkpoint_of(HER)}, 21, id="another checkpoint"),
        pytest.param({"identity.age": b"x"}, 10, id="a part that does not belong"),
        pytest.param({f"attestation-{'0' * 64}.pdf": b"%PDF"}, 20, id="a document no log names"),
        pytest.param(
            {f"chain-{'0' * 64}.jsonl": join_lines(geriatrician().raw)}, 21, id="a log never merged"
        ),
    ],
)
def test_parts_exchanged_by_the_coordinator(
    anchors: Anchors, changes: dict[str, bytes | None], code: int
) -> None:
    assert verify(forged(changes), anchors).exit_code == code


def test_an_attestation_altered_by_the_coordinator(anchors: Anchors) -> None:
    name = next(name for name in files_in(DATA) if name.startswith("attestation-"))
    report = verify(forged({name: files_in(DATA)[name] + b"\n"}), anchors)
    assert report.exit_code == 20  # also a document no log names, which comes first
    assert "Attestation 1 is missing or altered." in told(report)
    assert verify(forged({name: None}), anchors).exit_code == 22


def test_a_pack_of_another_coordinator_does_not_belong() -> None:
    foreign = build_pack(small_study(), coordinator=another_coordinator())
    assert verify(forged({"pack-0001.fmpack": foreign})).exit_code == 20
    made = Coordinator()
    made.publish(foreign)
    report = verify_bytes(
        resealed(
            DATA,
            {
                "coordinator.jsonl": join_lines([line.raw for line in made.lines]),
                "pack-0001.fmpack": foreign,
            },
            coordinator().signer,
            kind="registry",
        ),
        anchors=Anchors(),
    )
    assert report.exit_code == 30


def test_a_file_signed_by_another_key_than_its_log() -> None:
    stranger = resealed(DATA, {}, a_signer(), kind="registry")
    assert verify(stranger).exit_code == 30


def test_a_pack_version_left_out_of_the_numbering() -> None:
    _, third = a_pack_of(small_study(version=3))
    made = Coordinator().publish()
    made.publish(third)
    with pytest.raises(AssertionError, match="not numbered"):
        made.registry()


def test_no_flipped_bit_is_accepted(anchors: Anchors) -> None:
    chance = random.Random(20260615)
    codes = {
        verify(flipped(DATA, chance.randrange(len(DATA) * 8)), anchors).exit_code
        for _ in range(500)
    }
    assert codes <= {10, 11, 20, 21, 22, 30}
