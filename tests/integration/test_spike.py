"""The whole road: seat, pack, verdict, signature, attestation, verification, and a second pack."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import pypdf
import pytest

from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.services.attestations import list_attestations, save_attestation
from bands_registry.services.create_coordinator import create_coordinator
from bands_registry.services.create_identity import create_identity
from bands_registry.services.enroll_adjudicator import enroll_adjudicator
from bands_registry.services.export_response import export_response
from bands_registry.services.list_items import list_items
from bands_registry.services.load_registry import load_registry
from bands_registry.services.merge_bundle import merge_bundle
from bands_registry.services.open_pack import open_pack
from bands_registry.services.publish_pack import publish_pack
from bands_registry.services.publish_registry import publish_registry
from bands_registry.services.seal_identity import seal_identity
from bands_registry.services.session import Session
from bands_registry.services.sign_verdicts import sign_verdicts
from bands_registry.services.unlock_identity import unlock_identity
from bands_registry.services.verify_file import verify_file
from bands_registry.services.views import Independence, ItemStatus
from exports.attestation_pdf import RENDERER, render_attestation
from exports.attestation_renderer import PAGES
from fairmed_core.clock import FixedClock
from fairmed_core.domain.acceptable import OrderSet, ValueSet
from fairmed_core.domain.band import ProvenanceLevel
from fairmed_core.domain.study import Study
from tests.helpers.chains import NOON, PSEUDONYM
from tests.helpers.registry import DETAILS, PASSPHRASE, amending, declining, make_ready
from tests.helpers.study import (
    ACUITY,
    FOLLOW_UP,
    GERIATRICIAN,
    ORDERS,
    PAIN,
    SEAT,
    small_study,
    with_reasoning,
)


class Road:
    """A coordinator and a clinician, each in a folder of their own; files go between them."""

    def __init__(self, folder: Path) -> None:
        self.clock = FixedClock(NOON)
        self.office, self.home = folder / "office", folder / "home"
        self.office.mkdir()
        self.home.mkdir()
        self.registry = self.office / "small.fmdb"
        create_coordinator(self.office / "keystore.fmkey", passphrase=PASSPHRASE, clock=self.clock)
        create_identity(
            self.home / "keystore.fmkey",
            passphrase=PASSPHRASE,
            pseudonym=PSEUDONYM,
            credential=GERIATRICIAN,
            clock=self.clock,
        )

    @cached_property
    def coordinator(self) -> UnlockedIdentity:
        return unlock_identity(self.office / "keystore.fmkey", PASSPHRASE)

    @cached_property
    def clinician(self) -> UnlockedIdentity:
        return unlock_identity(self.home / "keystore.fmkey", PASSPHRASE)

    def publish(self, study: Study, name: str) -> Path:
        out = self.office / name
        publish_pack(
            study,
            registry=self.registry,
            coordinator=self.coordinator,
            out=out,
            clock=self.clock,
        )
        return out

    def open(self, pack: Path) -> Session:
        return open_pack(
            pack,
            seat=SEAT,
            identity=self.clinician,
            stores=self.home / "studies",
            clock=self.clock,
        )

    def sign(self, session: Session) -> None:
        sign_verdicts(
            session,
            passphrase=PASSPHRASE,
            independence=Independence(not_an_author=True),
            render=render_attestation,
            renderer=RENDERER,
        )

    def hand_over(self, session: Session, name: str) -> Path:
        out = self.home / name
        export_response(session, out)
        merge_bundle(out, registry=self.registry, coordinator=self.coordinator, clock=self.clock)
        return out

    def enrol(self) -> None:
        enroll_adjudicator(
            registry=self.registry,
            coordinator=self.coordinator,
            seat=SEAT,
            pseudonym=PSEUDONYM,
            key_id=self.clinician.key_id,
            how_checked="compared the fingerprint on a call",
            clock=self.clock,
        )


def statuses(session: Session) -> dict[str, ItemStatus]:
    return {item.item_id: item.status for item in list_items(session).items}


def levels(registry: Path) -> dict[str, ProvenanceLevel]:
    return {resolved.band.id: resolved.level for resolved in load_registry(registry).bands}


def judge_all(session: Session) -> None:
    make_ready(session, FOLLOW_UP, amending(ValueSet.between(1, 30)))
    make_ready(session, PAIN, amending(ValueSet.of([1, 3])))
    make_ready(session, ACUITY)
    make_ready(session, ORDERS, amending(OrderSet.of(required=["blood_count", "ct"])))


@pytest.fixture
def road(tmp_path: Path) -> Road:
    return Road(tmp_path)


def test_from_a_seat_to_a_verified_attestation(road: Road) -> None:
    pack = road.publish(small_study(), "one.fmpack")
    with road.open(pack) as session:
        seal_identity(session, DETAILS)
        judge_all(session)
        road.sign(session)
        (attestation,) = list_attestations(session)
        document = road.home / "attestation-1.pdf"
        save_attestation(session, 1, document)
        response = road.hand_over(session, "one.fmresp")
    text = "\n".join(
        page.extract_text() for page in pypdf.PdfReader(io.BytesIO(document.read_bytes())).pages
    )
    assert PSEUDONYM in text
    assert "Muster" not in text
    assert document.read_bytes() == attestation.pdf
    report = verify_file(response, anchors=[pack], renderer=PAGES)
    assert [str(finding) for finding in report.findings if not finding.warning] == []
    assert report.exit_code == 3  # nothing yet vouches for the end of her log
    # Without an enrolment nothing of hers counts; with it, the one item inside her setting does.
    published = road.office / "before.fmreg"
    publish_registry(
        registry=road.registry, coordinator=road.coordinator, out=published, clock=road.clock
    )
    assert ProvenanceLevel.CLINICIAN not in levels(published).values()
    road.enrol()
    published = road.office / "after.fmreg"
    publish_registry(
        registry=road.registry, coordinator=road.coordinator, out=published, clock=road.clock
    )
    assert {item for item, level in levels(published).items() if level.rank == 2} == {FOLLOW_UP}
    anchored = verify_file(response, anchors=[pack, published], renderer=PAGES)
    assert anchored.exit_code == 0, [str(finding) for finding in anchored.findings]


def test_a_second_pack_asks_for_one_item_again_and_keeps_the_others(road: Road) -> None:
    study = small_study()
    with road.open(road.publish(study, "one.fmpack")) as session:
        seal_identity(session, DETAILS)
        judge_all(session)
        road.sign(session)
        road.hand_over(session, "one.fmresp")
    road.enrol()
    corrected = with_reasoning(study, FOLLOW_UP, "The passage names a month.")
    second = road.publish(corrected, "two.fmpack")
    published = road.office / "between.fmreg"
    publish_registry(
        registry=road.registry, coordinator=road.coordinator, out=published, clock=road.clock
    )
    # The verdict on the old wording stands in the log and counts no more.
    assert levels(published)[FOLLOW_UP] is not ProvenanceLevel.CLINICIAN
    with road.open(second) as session:
        assert statuses(session) == {
            FOLLOW_UP: ItemStatus.NEEDS_RESIGNING,
            PAIN: ItemStatus.SIGNED,
            ACUITY: ItemStatus.SIGNED,
            ORDERS: ItemStatus.SIGNED,
        }
        make_ready(session, FOLLOW_UP, amending(ValueSet.between(1, 30)))
        road.sign(session)
        assert set(statuses(session).values()) == {ItemStatus.SIGNED}
        response = road.hand_over(session, "two.fmresp")
    published = road.office / "after.fmreg"
    publish_registry(
        registry=road.registry, coordinator=road.coordinator, out=published, clock=road.clock
    )
    assert levels(published)[FOLLOW_UP] is ProvenanceLevel.CLINICIAN
    report = verify_file(response, anchors=[published], renderer=PAGES)
    assert report.exit_code == 0, [str(finding) for finding in report.findings]


def test_a_decline_signed_over_an_earlier_verdict_takes_its_place(road: Road) -> None:
    with road.open(road.publish(small_study(), "one.fmpack")) as session:
        seal_identity(session, DETAILS)
        judge_all(session)
        road.sign(session)
        make_ready(session, FOLLOW_UP, declining())
        road.sign(session)
        assert statuses(session)[FOLLOW_UP] is ItemStatus.DECLINED
        assert [a.number for a in list_attestations(session)] == [1, 2]
        road.hand_over(session, "one.fmresp")
    road.enrol()
    published = road.office / "registry.fmreg"
    publish_registry(
        registry=road.registry, coordinator=road.coordinator, out=published, clock=road.clock
    )
    assert ProvenanceLevel.CLINICIAN not in levels(published).values()


def test_the_authors_own_verdict_counts_for_nothing(road: Road) -> None:
    study = small_study()
    by_her = replace(
        study,
        authors=(*study.authors, PSEUDONYM),
        bands=tuple(replace(band, author=PSEUDONYM) for band in study.bands),
    )
    with road.open(road.publish(by_her, "one.fmpack")) as session:
        seal_identity(session, DETAILS)
        judge_all(session)
        road.sign(session)
        road.hand_over(session, "one.fmresp")
    road.enrol()
    published = road.office / "registry.fmreg"
    publish_registry(
        registry=road.registry, coordinator=road.coordinator, out=published, clock=road.clock
    )
    assert ProvenanceLevel.CLINICIAN not in levels(published).values()
