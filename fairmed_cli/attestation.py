"""`fairmed attestation`: the sealed document over a rater's verdicts, written again or checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bands_registry.services.issue_attestation import issue_attestation
from bands_registry.services.private_copy import write_private_copy
from bands_registry.services.unlock_identity import unlock_identity
from exports.attestation_head import PrivatePart
from exports.attestation_pdf import render_attestation
from fairmed_cli.checking import Anchor, NoPages, verify_as
from fairmed_cli.options import AsJson, Keystore, PassphraseFile, Registry
from fairmed_cli.output import console, print_json
from fairmed_cli.passphrase import ask_passphrase
from fairmed_core.clock import SystemClock

Number = Annotated[
    int | None,
    typer.Option(min=1, help="Which document; without it the last one.", show_default=False),
]
app = typer.Typer(
    help="The sealed document over a rater's verdicts: write it again, check it.",
    no_args_is_help=True,
)


@app.command()
def issue(
    store: Annotated[
        Path, typer.Argument(help="The rater's study file (.fmdb).", show_default=False)
    ],
    out: Annotated[Path, typer.Option(help="Document to write (.pdf).", show_default=False)],
    number: Number = None,
    as_json: AsJson = False,
) -> None:
    """Write a document again, byte for byte as it was sealed when she signed.

    Nothing is signed anew, so no passphrase is needed.

    Example: fairmed attestation issue studies/my-study.fmdb --out attestation.pdf
    """
    written = issue_attestation(store, out=out, number=number, clock=SystemClock())
    if as_json:
        print_json(
            {
                "attestation": str(written.path),
                "sha256": written.sha256,
                "pseudonym": written.pseudonym,
                "number": written.number,
                "verdicts": written.verdicts,
                "signed_at": written.signed_at,
            }
        )
        return
    printed = console()
    printed.print(
        f"Attestation {written.number} of {written.pseudonym} over {written.verdicts} verdicts: "
        f"{written.path}"
    )
    printed.print(f"SHA-256 {written.sha256}")


@app.command()
def private(
    who: Annotated[
        str, typer.Argument(help="Pseudonym, key id or fingerprint.", show_default=False)
    ],
    registry: Registry,
    keystore: Keystore,
    recipient: Annotated[
        str, typer.Option(help="The reader's age recipient (age1…).", show_default=False)
    ],
    out: Annotated[Path, typer.Option(help="File to write (.pdf.age).", show_default=False)],
    number: Number = None,
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Encrypt a copy with the printed name to an editor who asked for it.

    The name is the one she signed and sealed; the copy is never written unencrypted.

    Example: fairmed attestation private ADJ-7K3QM-X2VTD --registry r.fmdb --keystore me.fmkey
    --recipient age1qqqq --out for-editor.pdf.age
    """
    coordinator = unlock_identity(keystore, ask_passphrase(passphrase_file))
    written = write_private_copy(
        who,
        number=number,
        registry=registry,
        coordinator=coordinator,
        recipient=recipient,
        out=out,
        render=lambda document, details, sha256: render_attestation(
            document, private=PrivatePart(details, sha256)
        ),
        clock=SystemClock(),
    )
    if as_json:
        print_json({"attestation": written, "file": str(out), "recipient": recipient})
        return
    console().print(f"The private copy of attestation {written} is encrypted to the reader: {out}")


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="An attestation (.pdf).", show_default=False)],
    anchor: Anchor = None,
    no_pages: NoPages = False,
    as_json: AsJson = False,
) -> None:
    """Check an attestation document, offline; leaves with the codes of `fairmed verify`.

    Checked are the seal, the log inside the document, and that the pages say what the log says.
    Without the study's registry or her response as an anchor it reaches at most 3.

    Example: fairmed attestation verify attestation-1.pdf --anchor round1.fmreg
    """
    verify_as("attestation", file, anchors=anchor, no_pages=no_pages, as_json=as_json)
