"""`fairmed identity`: make a signing identity and show its public part."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from bands_registry.provenance.pseudonym import draw_pseudonym
from bands_registry.services.create_coordinator import create_coordinator
from bands_registry.services.create_identity import create_identity
from bands_registry.services.export_key import export_key
from bands_registry.services.rotate_key import rotate_key
from bands_registry.services.seal_for import seal_for
from bands_registry.services.unlock_identity import known_identity, unlock_identity
from bands_registry.services.views import PublicIdentity
from fairmed_cli.options import AsJson, Keystore, PassphraseFile, Registry
from fairmed_cli.output import console, print_json
from fairmed_cli.passphrase import ask_passphrase
from fairmed_core.clock import SystemClock
from fairmed_core.domain.adjudicator import PROFESSIONS, SPECIALTIES, YEARS_BANDS, Credential
from fairmed_core.errors import UserError

app = typer.Typer(help="Make a signing identity and show its public part.", no_args_is_help=True)


@app.command()
def new(
    keystore: Annotated[Path, typer.Argument(help="File to create (.fmkey).", show_default=False)],
    role: Annotated[
        Literal["adjudicator", "coordinator"], typer.Option(help="Who will use it.")
    ] = "adjudicator",
    profession: Annotated[str, typer.Option(help=f"One of {', '.join(PROFESSIONS)}.")] = "",
    specialty: Annotated[
        list[str] | None, typer.Option(help=f"One or more of {', '.join(SPECIALTIES)}.")
    ] = None,
    licensed_in: Annotated[str, typer.Option(help="Country or region code, e.g. DE.")] = "",
    years: Annotated[str, typer.Option(help=f"One of {', '.join(YEARS_BANDS)}.")] = "",
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Create a key behind a passphrase. It cannot be recovered when the passphrase is lost.

    Example: fairmed identity new coordinator.fmkey --role coordinator
    """
    clock = SystemClock()
    if role == "coordinator":
        secret = ask_passphrase(passphrase_file, twice=True)
        made = create_coordinator(keystore, passphrase=secret, clock=clock)
    else:
        credential = _credential(profession, specialty or [], licensed_in, years)
        made = create_identity(
            keystore,
            passphrase=ask_passphrase(passphrase_file, twice=True),
            pseudonym=draw_pseudonym(),
            credential=credential,
            clock=clock,
        )
    _print_identity(made, as_json=as_json)


@app.command()
def show(
    keystore: Annotated[Path, typer.Argument(help="A signing identity.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Show pseudonym, credential and fingerprint; asks for no passphrase.

    Example: fairmed identity show coordinator.fmkey
    """
    found = known_identity(keystore)
    if found is None:
        raise UserError(
            "There is no signing identity here.", file=keystore, next_step="Check the path."
        )
    _print_identity(found, as_json=as_json)


@app.command("export-key")
def export_public_key(
    keystore: Annotated[Path, typer.Argument(help="A signing identity.", show_default=False)],
    out: Annotated[Path, typer.Option(help="Public key to write (.pem).", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Write the public key as PEM, for checks with other programs; asks for no passphrase.

    Example: fairmed identity export-key coordinator.fmkey --out coordinator.pem
    """
    _print_identity(export_key(keystore, out), as_json=as_json)


@app.command("seal-for")
def seal_for_editor(
    who: Annotated[
        str, typer.Argument(help="Pseudonym, key id or fingerprint.", show_default=False)
    ],
    registry: Registry,
    keystore: Keystore,
    recipient: Annotated[
        str, typer.Option(help="The editor's age recipient (age1…).", show_default=False)
    ],
    out: Annotated[Path, typer.Option(help="File to write (.age).", show_default=False)],
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Encrypt a rater's sealed identity to an editor who asked for it.

    What he opens carries her signature and the salt of her public commitment.

    Example: fairmed identity seal-for ADJ-7K3QM-X2VTD --registry r.fmdb --keystore me.fmkey
    --recipient age1qqqq --out for-editor.age
    """
    coordinator = unlock_identity(keystore, ask_passphrase(passphrase_file))
    pseudonym = seal_for(
        who,
        registry=registry,
        coordinator=coordinator,
        recipient=recipient,
        out=out,
        clock=SystemClock(),
    )
    if as_json:
        print_json({"pseudonym": pseudonym, "file": str(out), "recipient": recipient})
        return
    console().print(f"The identity of {pseudonym} is sealed to the editor: {out}")


@app.command()
def rotate(
    store: Annotated[Path, typer.Argument(help="Your study file (.fmdb).", show_default=False)],
    keystore: Keystore,
    new: Annotated[
        Path, typer.Option(help="File for the new identity (.fmkey).", show_default=False)
    ],
    reason: Annotated[str, typer.Option(help="Why the key is replaced.", show_default=False)],
    passphrase_file: PassphraseFile = None,
    new_passphrase_file: Annotated[
        Path | None,
        typer.Option(
            help="File with the new identity's passphrase; without it you are asked.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Replace the key that signs a study: the old one signs the new one, your place stays.

    Read the new fingerprint to the coordinator on a call. In a second study, give the same new
    identity. A key whose passphrase is lost cannot sign its successor: create a new identity then.

    Example: fairmed identity rotate data/round1.fmdb --keystore me.fmkey --new me2.fmkey
    --reason "new laptop"
    """
    identity = unlock_identity(keystore, ask_passphrase(passphrase_file))
    made = rotate_key(
        store,
        identity=identity,
        keystore=new,
        passphrase=ask_passphrase(new_passphrase_file, twice=not new.exists()),
        reason=reason,
        clock=SystemClock(),
    )
    if as_json:
        print_json(
            {
                "pseudonym": made.pseudonym,
                "before": made.before,
                "fingerprint": made.after,
                "event": made.event,
                "keystore": str(made.keystore),
            }
        )
        return
    out = console()
    out.print(f"{made.pseudonym} signs with a new key after event {made.event}: {made.keystore}")
    out.print(f"Fingerprint  {made.after}")


def _credential(
    profession: str, specialties: list[str], licensed_in: str, years: str
) -> Credential:
    try:
        return Credential(profession, tuple(specialties), licensed_in, years)
    except ValueError as error:
        raise UserError(
            f"{error}.",
            next_step="An adjudicator needs --profession, --specialty, --licensed-in and --years.",
        ) from error


def _print_identity(identity: PublicIdentity, *, as_json: bool) -> None:
    credential = identity.credential
    if as_json:
        print_json(
            {
                "pseudonym": identity.pseudonym,
                "credential": credential.printed() if credential else None,
                "fingerprint": identity.fingerprint,
                "key_id": identity.key_id,
            }
        )
        return
    out = console()
    out.print(f"Pseudonym    {identity.pseudonym}")
    if credential:
        out.print(f"Credential   {credential.printed()}")
    out.print(f"Fingerprint  {identity.fingerprint}")
    out.print(f"Key          {identity.key_id}")
