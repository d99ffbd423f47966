"""`fairmed roster`: who sits where."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bands_registry.services.amend_roster import amend_roster
from bands_registry.services.enroll_adjudicator import enroll_adjudicator
from bands_registry.services.revoke_key import revoke_key
from bands_registry.services.unlock_identity import unlock_identity
from bands_registry.services.withdraw_adjudicator import withdraw_adjudicator
from fairmed_cli.options import AsJson, Keystore, PassphraseFile, Registry
from fairmed_cli.output import console, print_json
from fairmed_cli.passphrase import ask_passphrase
from fairmed_core.clock import SystemClock

app = typer.Typer(help="Seats, and who holds them.", no_args_is_help=True)

Who = Annotated[str, typer.Argument(help="Pseudonym, key id or fingerprint.", show_default=False)]
Reason = Annotated[
    str, typer.Option(help="Why; it is published with the registry.", show_default=False)
]


@app.command()
def enroll(
    registry: Registry,
    keystore: Keystore,
    seat: Annotated[str, typer.Option(help="Seat code of the roster.", show_default=False)],
    pseudonym: Annotated[str, typer.Option(help="ADJ-XXXXX-XXXXX.", show_default=False)],
    key: Annotated[
        str,
        typer.Option(
            help="Key id, or, once her response is merged, the fingerprint she read aloud.",
            show_default=False,
        ),
    ],
    checked: Annotated[
        str, typer.Option(help="How her identity was checked, in a few words.", show_default=False)
    ],
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Enrol an adjudicator after comparing her fingerprint on a call.

    A verdict from a key that is not enrolled is recorded and does not adjudicate.

    Example: fairmed roster enroll --registry r.fmdb --keystore me.fmkey --seat GERI
    --pseudonym ADJ-7K3QM-X2VTD --key "7K3Q M4XV 9TRB 20HE CW8P 5NYD J6AF 1SGZ" --checked "call"
    """
    coordinator = unlock_identity(keystore, ask_passphrase(passphrase_file))
    made = enroll_adjudicator(
        registry=registry,
        coordinator=coordinator,
        seat=seat,
        pseudonym=pseudonym,
        key_id=key,
        how_checked=checked,
        clock=SystemClock(),
    )
    if as_json:
        print_json(
            {
                "seat": made.seat,
                "pseudonym": made.pseudonym,
                "key_id": made.key_id,
                "fingerprint": made.fingerprint,
            }
        )
        return
    console().print(f"{made.pseudonym} is enrolled at seat {made.seat} ({made.fingerprint}).")


@app.command()
def amend(
    seat: Annotated[str, typer.Argument(help="Seat code.", show_default=False)],
    registry: Registry,
    keystore: Keystore,
    reason: Reason,
    out: Annotated[Path, typer.Option(help="Pack to write (.fmpack).", show_default=False)],
    role: Annotated[str, typer.Option(help="Role of the seat; kept when left out.")] = "",
    item: Annotated[
        list[str] | None,
        typer.Option(help="Item of the seat; repeatable. Without any the seat is taken away."),
    ] = None,
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Add, change or take away a seat; writes the pack that carries the new roster.

    Example: fairmed roster amend NURS --registry r.fmdb --keystore me.fmkey --role "triage nurse"
    --item pain-flank --item acuity-flank --reason "a third rater was found" --out v2.fmpack
    """
    made = amend_roster(
        seat,
        registry=registry,
        coordinator=unlock_identity(keystore, ask_passphrase(passphrase_file)),
        role=role,
        items=item or (),
        reason=reason,
        out=out,
        clock=SystemClock(),
    )
    if as_json:
        print_json(
            {
                "pack": str(made.path),
                "sha256": made.sha256,
                "version": made.version,
                "seats": list(made.seats),
            }
        )
        return
    console().print(f"Version {made.version} with the seats {', '.join(made.seats)}: {made.path}")


@app.command()
def revoke(
    who: Who,
    registry: Registry,
    keystore: Keystore,
    reason: Reason,
    after: Annotated[
        int | None,
        typer.Option(help="Last event that still counts; all merged so far when left out."),
    ] = None,
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Revoke a key by position: nothing it signs after that event of its log counts.

    Example: fairmed roster revoke ADJ-7K3QM-X2VTD --registry r.fmdb --keystore me.fmkey --after 57
    --reason "laptop stolen"
    """
    made = revoke_key(
        who,
        registry=registry,
        coordinator=unlock_identity(keystore, ask_passphrase(passphrase_file)),
        after=after,
        reason=reason,
        clock=SystemClock(),
    )
    if as_json:
        print_json(
            {
                "pseudonym": made.pseudonym,
                "key_id": made.key_id,
                "after": made.after,
                "verdicts_lost": made.verdicts_lost,
            }
        )
        return
    console().print(
        f"The key of {made.pseudonym} is revoked after event {made.after}; "
        f"{made.verdicts_lost} verdicts it signed later do not count."
    )


@app.command()
def withdraw(
    who: Who,
    registry: Registry,
    keystore: Keystore,
    reason: Reason,
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Exclude the verdicts of a rater who withdraws and destroy her sealed identity here.

    Files published before, and response files kept elsewhere, cannot be recalled.

    Example: fairmed roster withdraw ADJ-7K3QM-X2VTD --registry r.fmdb --keystore me.fmkey
    --reason "at her request"
    """
    made = withdraw_adjudicator(
        who,
        registry=registry,
        coordinator=unlock_identity(keystore, ask_passphrase(passphrase_file)),
        reason=reason,
        clock=SystemClock(),
    )
    if as_json:
        print_json(
            {
                "pseudonym": made.pseudonym,
                "key_id": made.key_id,
                "verdicts_excluded": made.verdicts,
                "files_destroyed": made.destroyed,
            }
        )
        return
    console().print(
        f"{made.pseudonym} withdrew: {made.verdicts} verdicts are excluded and listed, "
        f"{made.destroyed} sealed files destroyed. Delete her response files too."
    )
