"""The verifier on responses and packs: each alteration, its code, and what it says."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bands_registry.provenance.anchors import Anchors, read_anchors
from bands_registry.provenance.chain import EMPTY, extend
from bands_registry.provenance.errors import VerificationError
from bands_registry.provenance.findings import Step
from bands_registry.provenance.pack import build_pack, read_pack
from bands_registry.provenance.pages import Renderer
from bands_registry.provenance.response import read_response
from bands_registry.provenance.verify import verify_bytes, verify_file
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.errors import HostError, UserError
from tests.helpers.chains import noon
from tests.helpers.plain_pdf import PLAIN, plain_pdf, plain_text, printed
from tests.helpers.registry import (
    amending,
    another_coordinator,
    coordinator,
    declining,
)
from tests.helpers.rights import unprivileged
from tests.helpers.signed import (
    Clinician,
    Coordinator,
    a_pack_of,
    checkpoint_of,
    files_in,
    flipped,
    geriatrician,
    payload_of,
    relinked,
    resealed,
    signed_line,
    small_pack_bytes,
    with_log,
    with_payload,
    zipped,
)
from tests.helpers.study import ITEMS, ORDERS, PAIN, small_study, with_reasoning


def her_who_declined() -> Clinician:
    her = Clinician().begin().seal()
    for item in ITEMS:
        her.judge(item, declining() if item == PAIN else None)
    return her.attest()


HER = her_who_declined()
DATA = HER.response()
REGISTRY = Coordinator().publish().enrol(HER).merge(HER).file()
LINES = list(HER.raw)
DECLINE = next(
    n
    for n, line in enumerate(HER.lines)
    if line.event.type == "verdict.signed" and b'"DECLINE"' in payload_of(line.raw)
)


@pytest.fixture(scope="module")
def anchors(tmp_path_factory: pytest.TempPathFactory) -> Anchors:
    """The registry in which her response was merged."""
    path = tmp_path_factory.mktemp("anchor") / "study.fmreg"
    path.write_bytes(REGISTRY)
    return read_anchors([path])


def code(data: bytes, anchors: Anchors) -> int:
    return verify_bytes(data, anchors=anchors).exit_code


def sentences(data: bytes, anchors: Anchors) -> list[str]:
    return [finding.sentence for finding in verify_bytes(data, anchors=anchors).findings]


def test_untouched_with_an_anchor_it_verifies_and_without_one_only_with_warnings(
    anchors: Anchors,
) -> None:
    report = verify_bytes(DATA, anchors=anchors)
    assert (report.exit_code, report.findings) == (0, ())
    assert report.facts["pseudonym"] == HER.pseudonym
    assert report.facts["verdicts"] == 4
    alone = verify_bytes(DATA, anchors=Anchors())
    assert alone.exit_code == 3
    assert all(finding.warning for finding in alone.findings)
    assert any("No anchor vouches" in finding.sentence for finding in alone.findings)


def test_a_decline_edited_to_an_accept(anchors: Anchors) -> None:
    edited = with_payload(LINES[DECLINE], payload_of(LINES[DECLINE]).replace(b"DECLINE", b"ACCEPT"))
    lines = [*LINES[:DECLINE], edited, *LINES[DECLINE + 1 :]]
    files = {**files_in(DATA), "events.jsonl": b"".join(line + b"\n" for line in lines)}
    assert code(zipped(files), anchors) == 20
    assert code(with_log(DATA, lambda _: lines, HER.signer), anchors) == 20


def test_a_decline_left_out_under_a_manifest_signed_anew(anchors: Anchors) -> None:
    without = with_log(DATA, lambda lines: lines[:DECLINE] + lines[DECLINE + 1 :], HER.signer)
    report = verify_bytes(without, anchors=anchors)
    assert report.exit_code == 21
    assert report.findings[0].step is Step.LOG
    assert report.facts == {}


def test_two_events_swapped(anchors: Anchors) -> None:
    def swap(lines: list[bytes]) -> list[bytes]:
        return [*lines[:4], lines[5], lines[4], *lines[6:]]

    assert code(with_log(DATA, swap, HER.signer), anchors) == 21


def cut(data: bytes, keep: int) -> bytes:
    """The response as its key's holder would cut it: without the last events, all else fitting."""
    shorter = with_log(data, lambda lines: lines[:keep], HER.signer)
    gone = {name: None for name in files_in(data) if name.startswith("attestation")}
    return resealed(shorter, gone, HER.signer)


def test_a_tail_cut_by_the_key_holder_needs_an_anchor_to_be_seen(anchors: Anchors) -> None:
    short = cut(DATA, DECLINE)
    assert code(short, anchors) == 21
    assert f"The log ends at event {DECLINE}, but is known to have reached event {len(LINES)}." in (
        sentences(short, anchors)
    )
    assert code(short, Anchors()) == 3


def test_a_checkpoint_alone_is_an_anchor_against_cutting(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.txt"
    path.write_bytes(checkpoint_of(HER))
    known = read_anchors([path])
    assert code(cut(DATA, DECLINE), known) == 21
    # It vouches for the log, not for the key: only the registry tells who is enrolled.
    assert code(DATA, known) == 3
    assert not any("No anchor" in sentence for sentence in sentences(DATA, known))


def rebuilt(her: Clinician) -> Clinician:
    """The same key's whole history signed anew with another verdict in it."""
    target = her.lines[DECLINE]
    wanted = Clinician(signer=her.signer).begin().judge(PAIN).lines[-1].event.body
    lines = relinked(her.raw[:-1], her.signer, {target.event.seq: wanted})
    return Clinician(signer=her.signer, lines=lines, packs=her.packs, sealed=her.sealed).attest()


def test_a_history_rebuilt_from_the_start_contradicts_what_is_known(anchors: Anchors) -> None:
    data = rebuilt(HER).response()
    assert code(data, Anchors()) == 3
    assert code(data, anchors) == 21


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"number":1', b'"number":1,"number":1'),
        (b'"number":1', b'"number":1.0'),
        (b'"number":1', b'"number":9007199254740992'),
        (b'"number":1', b'"number":NaN'),
        (b'"language":"en"', b'"language":"\\ud800"'),
    ],
)
def test_a_wrong_form_validly_signed(anchors: Anchors, old: bytes, new: bytes) -> None:
    def change(lines: list[bytes]) -> list[bytes]:
        payload = payload_of(lines[-1])
        assert old in payload
        return [*lines[:-1], signed_line(payload.replace(old, new), HER.signer)]

    files = files_in(DATA)
    lines = change(LINES)
    log = b"".join(line + b"\n" for line in lines)
    forged = resealed(
        DATA, {"events.jsonl": log, "checkpoint.txt": files["checkpoint.txt"]}, HER.signer
    )
    assert code(forged, anchors) == 10


def test_an_item_text_that_differs_from_the_pack(anchors: Anchors) -> None:
    other, _ = a_pack_of(with_reasoning(small_study(), PAIN, "A text she never saw."))
    hashes = other.item_hashes(PAIN)
    body = HER.lines[DECLINE].event.body.model_copy(update={"hashes": hashes})
    lines = relinked(HER.raw, HER.signer, {DECLINE + 1: body})
    forged = with_log(DATA, lambda _: [line.raw for line in lines], HER.signer)
    assert code(forged, anchors) == 20
    assert "The item differs from the one in the pack." in sentences(forged, anchors)


def test_a_pdf_with_one_byte_changed(anchors: Anchors) -> None:
    pdf = HER.documents[1]
    altered = pdf[:-1] + bytes([pdf[-1] ^ 1])
    assert code(zipped({**files_in(DATA), "attestation-1.pdf": altered}), anchors) == 20
    assert code(resealed(DATA, {"attestation-1.pdf": altered}, HER.signer), anchors) == 22


def test_a_page_that_says_accept_over_a_decline(anchors: Anchors) -> None:
    def lying(document: object) -> bytes:
        return printed(document).replace(b"DECLINE", b"ACCEPT ")  # type: ignore[arg-type]

    liar = Clinician(
        signer=HER.signer, lines=list(HER.lines[:-1]), packs=HER.packs, sealed=HER.sealed
    )
    data = liar.attest(lying).response()
    known = Anchors(packs=anchors.packs, enrolments=anchors.enrolments)
    seen = verify_bytes(data, anchors=known, renderer=PLAIN)
    assert seen.exit_code == 22
    assert "The pages do not say what the log says." in [f.sentence for f in seen.findings]
    honest = verify_bytes(DATA, anchors=anchors, renderer=PLAIN)
    assert (honest.exit_code, honest.findings) == (0, ())


def test_pages_of_another_renderer_are_a_warning(anchors: Anchors) -> None:
    def newer(document: object) -> bytes:
        words = plain_text(printed(document))  # type: ignore[arg-type]
        return plain_pdf(words, comment="set in other type")

    report = verify_bytes(DATA, anchors=anchors, renderer=Renderer("2", newer, plain_text))
    assert report.exit_code == 3
    same = Renderer("1", newer, plain_text)
    assert verify_bytes(DATA, anchors=anchors, renderer=same).exit_code == 22
    lying = Renderer("2", lambda _: plain_pdf("other words"), plain_text)
    assert verify_bytes(DATA, anchors=anchors, renderer=lying).exit_code == 22


def test_a_log_that_does_not_verify_is_never_rendered(anchors: Anchors) -> None:
    def never(document: object) -> bytes:
        raise AssertionError("rendered")

    swapped = with_log(DATA, lambda ls: [*ls[:4], ls[5], ls[4], *ls[6:]], HER.signer)
    report = verify_bytes(swapped, anchors=anchors, renderer=Renderer("1", never, plain_text))
    assert report.exit_code == 21


def test_keys_are_those_that_were_enrolled(anchors: Anchors, tmp_path: Path) -> None:
    stranger = geriatrician()
    assert code(stranger.response(), anchors) == 30
    path = tmp_path / "without.fmreg"
    path.write_bytes(Coordinator().publish().merge(HER).file())
    assert code(DATA, read_anchors([path])) == 30


def test_a_registry_of_another_study_tells_nothing_about_her_key(tmp_path: Path) -> None:
    pack, data = a_pack_of(small_study(id="other"))
    other = Clinician().begin(pack).judge(PAIN).attest()
    path = tmp_path / "other.fmreg"
    path.write_bytes(Coordinator().publish(data).enrol(other).merge(other).file())
    known = read_anchors([path])
    assert code(DATA, known) == 3
    assert any("only the study's registry can tell" in said for said in sentences(DATA, known))


def test_a_pack_of_another_coordinator_under_the_same_study(anchors: Anchors) -> None:
    foreign = read_pack(build_pack(small_study(), coordinator=another_coordinator()))
    her = Clinician(signer=HER.signer).begin(foreign).seal().judge(PAIN).attest()
    said = sentences(her.response(), anchors)
    assert "A pack she opened comes from another coordinator than is known." in said


def test_a_clock_set_back_is_a_warning(anchors: Anchors, tmp_path: Path) -> None:
    clock = noon()
    her = Clinician(clock=clock).begin().seal().judge(PAIN)
    clock.instant -= timedelta(minutes=1)
    her.judge(ORDERS).attest()
    path = tmp_path / "r.fmreg"
    path.write_bytes(Coordinator().publish().enrol(her).merge(her).file())
    report = verify_bytes(her.response(), anchors=read_anchors([path]))
    assert report.exit_code == 3
    assert [f.sentence for f in report.findings] == [
        "The signer's clock was set back; the log says so itself."
    ]


def test_marks_of_any_script_in_a_reason_are_text(tmp_path: Path) -> None:
    reason = "عربي \u202e obviously → ≥ 5 µg/kg, Zoe\u0301"
    her = Clinician().begin().seal().judge(PAIN, amending(ValueSet.of([1, 3]), reason=reason))
    her.attest()
    path = tmp_path / "r.fmreg"
    path.write_bytes(Coordinator().publish().enrol(her).merge(her).file())
    assert code(her.response(), read_anchors([path])) == 0


def test_an_unsealed_identity_is_said(tmp_path: Path) -> None:
    plain = Clinician().begin().judge(PAIN).attest()
    assert "No sealed identity: these verdicts do not adjudicate." in (
        sentences(plain.response(), Anchors())
    )
    left_out = resealed(DATA, {"identity.age": None}, HER.signer)
    assert "The sealed identity the log speaks of is not enclosed." in (
        sentences(left_out, Anchors())
    )


def test_a_container_that_fails_stops_everything(anchors: Anchors) -> None:
    for data, expected in (
        (b"", 10),
        (DATA[:-40], 10),
        (b"%PDF-1.7", 10),
        (zipped({**files_in(DATA), "zz.txt": b"x"}), 20),
        (zipped({"../events.jsonl": b""}), 10),
    ):
        report = verify_bytes(data, anchors=anchors)
        assert (report.exit_code, len(report.findings), report.facts) == (expected, 1, {})
        assert report.findings[0].step is Step.CONTAINER


def test_no_flipped_bit_is_accepted(anchors: Anchors) -> None:
    chance = random.Random(20260614)
    codes = {code(flipped(DATA, chance.randrange(len(DATA) * 8)), anchors) for _ in range(500)}
    assert codes <= {10, 11, 20, 21, 22, 30}
    assert {10, 20} <= codes


# Packs --------------------------------------------------------------------------------------------


def test_a_pack_needs_someone_who_knows_it_as_published(anchors: Anchors, tmp_path: Path) -> None:
    data = small_pack_bytes()
    assert code(data, Anchors()) == 3
    assert code(data, anchors) == 0
    path = tmp_path / "hers.fmresp"
    path.write_bytes(DATA)
    assert code(data, read_anchors([path])) == 0
    facts = verify_bytes(data, anchors=Anchors()).facts
    assert (facts["study"], facts["version"], facts["items"], facts["seats"]) == ("small", 1, 4, 2)


def test_a_pack_beside_the_published_one_is_found(anchors: Anchors) -> None:
    _, other = a_pack_of(with_reasoning(small_study(), PAIN, "Another text."))
    assert code(other, anchors) == 21
    foreign = build_pack(small_study(), coordinator=another_coordinator())
    assert code(foreign, anchors) == 30


def test_an_edited_pack(anchors: Anchors) -> None:
    study = files_in(small_pack_bytes())["study.json"].replace(b"blood count.", b"blood count?")
    edited = zipped({**files_in(small_pack_bytes()), "study.json": study})
    assert code(edited, anchors) == 20
    forged = resealed(small_pack_bytes(), {"study.json": study}, coordinator().signer, kind="pack")
    assert code(forged, anchors) == 21


# Files and anchors --------------------------------------------------------------------------------


def test_the_report_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "hers.fmresp"
    path.write_bytes(DATA)
    reg = tmp_path / "study.fmreg"
    reg.write_bytes(REGISTRY)
    report = verify_file(path, anchors=[reg])
    assert (report.kind, report.exit_code) == ("response", 0)
    assert report.sha256 == read_response(DATA).sha256


def test_a_missing_file_or_a_folder_is_the_callers_mistake(tmp_path: Path) -> None:
    for path in (tmp_path / "none.fmresp", tmp_path):
        with pytest.raises(UserError) as caught:
            verify_file(path)
        assert caught.value.exit_code == 2
        assert not isinstance(caught.value, VerificationError)


def test_an_anchor_that_does_not_verify_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "bad.fmreg"
    path.write_bytes(flipped(REGISTRY, 4000))
    with pytest.raises(UserError, match="anchor cannot be used") as caught:
        read_anchors([path])
    assert caught.value.exit_code == 2


def test_an_unreadable_file_is_the_machines_refusal() -> None:
    with unprivileged() as folder:
        path = folder / "closed.fmresp"
        path.write_bytes(DATA)
        path.chmod(0)
        with pytest.raises(HostError) as caught:
            verify_file(path)
        assert caught.value.exit_code == 60


def test_practice_is_called_practice() -> None:
    pack, _ = a_pack_of(replace(small_study(), id="practice"))
    her = Clinician().begin(pack).judge(PAIN).attest()
    assert "This is practice; none of it counts." in sentences(her.response(), Anchors())


def test_extend_is_what_signs_in_these_tests() -> None:
    # The forged logs above differ from honest ones in what they say alone.
    lines = extend(EMPTY, [line.event.body for line in HER.lines], signer=HER.signer, clock=noon())
    assert [line.raw for line in lines] == LINES
