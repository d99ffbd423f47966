"""The geriatrician's four verdicts, entered in the real window, signed, merged and counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.services.create_coordinator import create_coordinator
from bands_registry.services.enroll_adjudicator import enroll_adjudicator
from bands_registry.services.load_registry import load_registry
from bands_registry.services.merge_bundle import merge_bundle
from bands_registry.services.publish_pack import publish_pack
from bands_registry.services.publish_registry import publish_registry
from bands_registry.services.registry_views import RegistryContents
from bands_registry.services.unlock_identity import unlock_identity
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.band import ProvenanceLevel
from fairmed_core.domain.resolution import NotCounted
from fairmed_core.domain.verdict import VerdictKind
from tests.helpers.desk import PASSPHRASE, Desk, bundled_study, geriatrician
from tests.helpers.desk_walks import begin_study, judge_all, sign

# What the published review says (mission, "The real case"): item, verdict, set, in her setting.
PUBLISHED = {
    "draft_triage_01": (VerdictKind.ACCEPT, ValueSet.of([2]), False),
    "draft_ordering_01": (VerdictKind.AMEND, ValueSet.of([2, 3]), False),
    "draft_medication_01": (VerdictKind.AMEND, ValueSet.of([1, 3]), False),
    "draft_documentation_01": (VerdictKind.AMEND, ValueSet.between(1, 30), True),
}


class Office:
    """The coordinator's side, in a folder of its own."""

    def __init__(self, folder: Path, clock) -> None:
        self.folder, self.clock = folder, clock
        folder.mkdir()
        create_coordinator(folder / "keystore.fmkey", passphrase=PASSPHRASE, clock=clock)
        self.registry = folder / "study.fmdb"
        self.pack = publish_pack(
            bundled_study(),
            registry=self.registry,
            coordinator=self.coordinator,
            out=folder / "study.fmpack",
            clock=clock,
        ).path

    @property
    def coordinator(self) -> UnlockedIdentity:
        return unlock_identity(self.folder / "keystore.fmkey", PASSPHRASE)

    def published(self, response: Path, *, enrolled: Desk | None) -> RegistryContents:
        """Merge a response, enrol its signer or not, publish, and read what counts."""
        if enrolled is not None:
            identity = enrolled.desktop.to.items.view.identity
            enroll_adjudicator(
                registry=self.registry,
                coordinator=self.coordinator,
                seat="GERI",
                pseudonym=identity.pseudonym,
                key_id=identity.key_id,
                how_checked="read aloud on the telephone",
                clock=self.clock,
            )
        merge_bundle(
            response, registry=self.registry, coordinator=self.coordinator, clock=self.clock
        )
        out = publish_registry(
            registry=self.registry,
            coordinator=self.coordinator,
            out=self.folder / "study.fmreg",
            clock=self.clock,
        )
        return load_registry(out.path)


@pytest.fixture
def office(desk, tmp_path):
    return Office(tmp_path / "office", desk.clock)


@pytest.fixture
def response(desk, office, tmp_path) -> Path:
    """The response file of someone who has judged and signed everything in the window."""
    begin_study(desk, pack=office.pack)
    judge_all(desk, {verdict.item: verdict.judgement for verdict in geriatrician().verdicts})
    sign(desk)
    desk.chosen = tmp_path / "hers.fmresp"
    desk.page.response.button.click()
    desk.idle()
    return desk.chosen


def test_exactly_one_of_four_becomes_clinician_adjudicated(desk, office, response):
    contents = office.published(response, enrolled=desk)
    levels = {
        resolved.band.id: resolved.level
        for resolved in contents.bands
        if resolved.band.id in PUBLISHED
    }
    assert len(levels) == 4
    clinician = [item for item, level in levels.items() if level is ProvenanceLevel.CLINICIAN]
    assert clinician == ["draft_documentation_01"]
    assert contents.provenance[ProvenanceLevel.CLINICIAN] == 1
    resolved = {band.band.id: band.acceptable for band in contents.bands}
    assert resolved["draft_documentation_01"] == ValueSet.between(1, 30)
    # Outside her setting the draft stays what it was, whatever she said.
    assert resolved["draft_medication_01"] == ValueSet.of([1, 2])

    recorded = {verdict.item_id: verdict for verdict in contents.verdicts}
    assert set(recorded) == set(PUBLISHED)
    for item, (kind, acceptable, inside) in PUBLISHED.items():
        verdict = recorded[item]
        assert (verdict.kind, verdict.acceptable) == (kind, acceptable)
        assert verdict.scope.inside is inside
        assert (NotCounted.OUT_OF_SCOPE in verdict.not_counted) is not inside
    assert sum(not verdict.scope.inside for verdict in recorded.values()) == 3
    entered = {verdict.item: verdict.judgement for verdict in geriatrician().verdicts}
    for item, verdict in recorded.items():
        assert verdict.judgement.reason == entered[item].reason
        assert verdict.judgement.wording == entered[item].wording
        assert verdict.judgement.notes == entered[item].notes
        assert verdict.judgement.error_kinds == entered[item].error_kinds


def test_without_enrolment_nothing_counts(desk, office, response):
    contents = office.published(response, enrolled=None)
    assert contents.provenance[ProvenanceLevel.CLINICIAN] == 0
    assert all(NotCounted.NOT_ENROLLED in verdict.not_counted for verdict in contents.verdicts)
