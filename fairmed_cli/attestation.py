"""`fairmed attestation`: the sealed document over a rater's verdicts, written again or checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bands_registry.services.issue_attestation import issue_attestation
from fairmed_cli.checking import Anchor, NoPages, verify_as
from fairmed_cli.options import AsJson
from fairmed_cli.output import console, print_json
from fairmed_core.clock import SystemClock

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
    number: Annotated[
        int | None,
        typer.Option(min=1, help="Which document; without it the last one.", show_default=False),
    ] = None,
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
