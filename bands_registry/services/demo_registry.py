"""The bundled study taken through the services everybody uses, with keys that are thrown away."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bands_registry.guidelines import demo_study_folder
from bands_registry.provenance.identity import IdentityDetails
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.pseudonym import draw_pseudonym
from bands_registry.services.attestations import save_attestation
from bands_registry.services.create_coordinator import create_coordinator
from bands_registry.services.create_identity import create_identity
from bands_registry.services.enroll_adjudicator import enroll_adjudicator
from bands_registry.services.export_response import export_response
from bands_registry.services.mark_ready import mark_ready
from bands_registry.services.merge_bundle import merge_bundle
from bands_registry.services.open_pack import open_pack
from bands_registry.services.publish_pack import publish_pack
from bands_registry.services.review_item import review_item
from bands_registry.services.seal_identity import seal_identity
from bands_registry.services.sign_verdicts import Render, sign_verdicts
from bands_registry.services.unlock_identity import unlock_identity
from bands_registry.services.views import Independence
from bands_registry.study.loader import load_study
from bands_registry.study.verdict_file import VerdictFile
from fairmed_core.clock import Clock
from fairmed_core.domain.study import Study

# The condition of the bundled draws every other one is compared with.
DEMO_REFERENCE = "ref_white_man_private"
HOW_CHECKED = "demonstration, nobody was called"


@dataclass(frozen=True)
class DemoPlace:
    """Where a demonstration keeps its files, and the one passphrase of all its keys."""

    out: Path
    passphrase: str
    clock: Clock

    @property
    def registry(self) -> Path:
        """The coordinator's registry."""
        return self.out / "working-registry.fmdb"

    @property
    def pack(self) -> Path:
        """The study pack."""
        return self.out / "study.fmpack"

    @property
    def keystore(self) -> Path:
        """The coordinator's key file."""
        return self.out / "coordinator.fmkey"

    def coordinator(self) -> UnlockedIdentity:
        """Return the coordinator."""
        return unlock_identity(self.keystore, self.passphrase)


def publish_demo(place: DemoPlace) -> Study:
    """Make a coordinator and publish the bundled study."""
    create_coordinator(place.keystore, passphrase=place.passphrase, clock=place.clock)
    study = load_study(demo_study_folder())
    publish_pack(
        study,
        registry=place.registry,
        coordinator=place.coordinator(),
        out=place.pack,
        clock=place.clock,
    )
    return study


def adjudicate_demo(
    place: DemoPlace,
    given: VerdictFile,
    *,
    render: Render,
    renderer: str,
) -> None:
    """Sign a seat's verdicts under a new identity, merge the response and enrol the key."""
    seat = given.seat.lower()
    keystore = place.out / f"{seat}.fmkey"
    created = create_identity(
        keystore,
        passphrase=place.passphrase,
        pseudonym=draw_pseudonym(),
        credential=given.credential,
        clock=place.clock,
    )
    response = place.out / f"{seat}.fmresp"
    with open_pack(
        place.pack,
        seat=given.seat,
        identity=unlock_identity(keystore, place.passphrase),
        stores=place.out / f"{seat}-store",
        clock=place.clock,
    ) as session:
        seal_identity(session, IdentityDetails(f"Demonstration {given.seat}", "none", "none"))
        for verdict in given.verdicts:
            review_item(session, verdict.item)
            mark_ready(session, verdict.item, verdict.judgement)
        signed = sign_verdicts(
            session,
            passphrase=place.passphrase,
            independence=Independence(not_an_author=True),
            render=render,
            renderer=renderer,
        )
        save_attestation(session, signed.number, place.out / f"{seat}-attestation.pdf")
        export_response(session, response)
    merge_bundle(
        response, registry=place.registry, coordinator=place.coordinator(), clock=place.clock
    )
    enroll_adjudicator(
        registry=place.registry,
        coordinator=place.coordinator(),
        seat=given.seat,
        pseudonym=created.pseudonym,
        key_id=created.key_id,
        how_checked=HOW_CHECKED,
        clock=place.clock,
    )
