"""`fairmed adjudicate`: record the verdicts of a file, through the services the window uses."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bands_registry.provenance.pack import read_pack
from bands_registry.services.attestations import save_attestation
from bands_registry.services.details_file import read_details
from bands_registry.services.export_response import ExportedResponse, export_response
from bands_registry.services.list_items import list_items
from bands_registry.services.mark_ready import mark_ready
from bands_registry.services.open_pack import open_pack
from bands_registry.services.review_item import review_item
from bands_registry.services.seal_identity import identity_sealed, seal_identity
from bands_registry.services.session import Session
from bands_registry.services.sign_verdicts import sign_verdicts
from bands_registry.services.unlock_identity import unlock_identity
from bands_registry.services.views import Independence, SignedAttestation
from bands_registry.study.verdict_file import VerdictFile, read_verdict_file
from exports.attestation_pdf import render_attestation
from fairmed_cli.options import AsJson, Keystore, PassphraseFile
from fairmed_cli.output import console, print_json, progress
from fairmed_cli.passphrase import ask_passphrase
from fairmed_core.clock import SystemClock
from fairmed_core.errors import UserError


def adjudicate(
    pack: Annotated[Path, typer.Argument(help="The study pack (.fmpack).", show_default=False)],
    verdicts: Annotated[
        Path, typer.Option(help="YAML file with credential, seat and verdicts.", show_default=False)
    ],
    keystore: Keystore,
    store: Annotated[
        Path, typer.Option(help="Folder that keeps drafts and signatures.", show_default=False)
    ],
    out: Annotated[
        Path, typer.Option(help="Response file to write (.fmresp).", show_default=False)
    ],
    attestation: Annotated[
        Path | None, typer.Option(help="Also write the attestation PDF here.", show_default=False)
    ] = None,
    details: Annotated[
        Path | None,
        typer.Option(
            help="YAML file with name, licence and body, to be sealed to the coordinator. Without "
            "it verdicts are recorded but do not adjudicate.",
            show_default=False,
        ),
    ] = None,
    interests: Annotated[str, typer.Option(help="Competing interests; empty for none.")] = "",
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Record and sign the verdicts of a file, as if they were entered in the window.

    The same rules hold: an item that is incomplete or contradicts itself stops everything and
    nothing is signed.

    Example: fairmed adjudicate round1.fmpack --verdicts mine.yaml --keystore me.fmkey
    --store data --out mine.fmresp
    """
    given = read_verdict_file(verdicts, read_pack(pack).study)
    private = read_details(details) if details else None
    secret = ask_passphrase(passphrase_file)
    identity = unlock_identity(keystore, secret)
    if identity.credential != given.credential:
        raise UserError(
            "The credential differs from that of the signing identity.",
            file=verdicts,
            next_step="Write down the credential the identity was created with.",
        )
    with open_pack(
        pack, seat=given.seat, identity=identity, stores=store, clock=SystemClock()
    ) as session:
        if private is not None and not identity_sealed(session):
            seal_identity(session, private)
        _enter(session, given)
        signed = sign_verdicts(
            session,
            passphrase=secret,
            independence=Independence(not_an_author=True, interests=interests),
            render=render_attestation,
            items=[one.item for one in given.verdicts],
        )
        exported = export_response(session, out)
        if attestation is not None:
            save_attestation(session, signed.number, attestation)
        _tell(session, signed, exported, as_json=as_json)


def _enter(session: Session, given: VerdictFile) -> None:
    with progress("Recording") as advance:
        for done, one in enumerate(given.verdicts):
            advance(done, len(given.verdicts), one.item)
            review_item(session, one.item)
            try:
                mark_ready(session, one.item, one.judgement)
            except UserError as error:
                error.place = error.place or one.item
                raise


def _tell(
    session: Session, signed: SignedAttestation, exported: ExportedResponse, *, as_json: bool
) -> None:
    scope = {item.item_id: item.scope.inside for item in list_items(session).items}
    record = {
        "pseudonym": session.identity.pseudonym,
        "signed": signed.verdicts,
        "attestation": signed.number,
        "attestation_sha256": signed.pdf_sha256,
        "identity_sealed": identity_sealed(session),
        "outside_setting": sorted(item for item, inside in scope.items() if not inside),
        "response": str(exported.path),
        "response_sha256": exported.sha256,
        "events": signed.events,
        "warning": exported.warning or None,
    }
    if as_json:
        print_json(record)
        return
    out = console()
    out.print(f"{signed.verdicts} verdicts signed by {session.identity.pseudonym}.")
    outside = sum(not inside for inside in scope.values())
    out.print(f"{outside} of {len(scope)} items lie outside the signer's setting: recorded only.")
    if not record["identity_sealed"]:
        out.print("No identity was sealed, so none of these verdicts adjudicates.")
    out.print(f"Response file: {exported.path} ({exported.sha256[:16]}…)")
    if exported.warning:
        out.print(exported.warning)
