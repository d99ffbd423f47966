"""`fairmed roster`: who sits where."""

from __future__ import annotations

from typing import Annotated

import typer

from bands_registry.services.enroll_adjudicator import enroll_adjudicator
from bands_registry.services.unlock_identity import unlock_identity
from fairmed_cli.options import AsJson, Keystore, PassphraseFile, Registry
from fairmed_cli.output import console, print_json
from fairmed_cli.passphrase import ask_passphrase
from fairmed_core.clock import SystemClock

app = typer.Typer(help="Bind adjudicators to their seats.", no_args_is_help=True)


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
