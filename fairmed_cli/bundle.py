"""`fairmed bundle`: the response files adjudicators send: written, checked, taken in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bands_registry.services.export_response import export_response
from bands_registry.services.finish_study import finish_study
from bands_registry.services.keep_receipt import keep_receipt
from bands_registry.services.merge_bundle import merge_bundle
from bands_registry.services.registry_views import MergeOutcome, MergeResult
from bands_registry.services.restore_study import restore_study
from bands_registry.services.resume_study import resume_study
from bands_registry.services.unlock_identity import unlock_identity
from bands_registry.services.write_receipt import write_receipt
from fairmed_cli.checking import Anchor, NoPages, verify_as
from fairmed_cli.options import AsJson, Keystore, PassphraseFile, Registry
from fairmed_cli.output import console, print_json
from fairmed_cli.passphrase import ask_passphrase
from fairmed_core.clock import SystemClock

LEAVES_WITH = {
    MergeOutcome.MERGED: 0,
    MergeOutcome.NOTHING_NEW: 4,
    MergeOutcome.CONFLICT: 40,
}

app = typer.Typer(help="Write, check and take in response files.", no_args_is_help=True)


@app.command()
def export(
    store: Annotated[
        Path, typer.Argument(help="The clinician's study file (.fmdb).", show_default=False)
    ],
    keystore: Keystore,
    out: Annotated[
        Path, typer.Option(help="Response file to write (.fmresp).", show_default=False)
    ],
    finish: Annotated[
        bool, typer.Option("--finish", help="Close the log first: nothing can be signed after.")
    ] = False,
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Write the response file of what was signed so far.

    Example: fairmed bundle export data/round1.fmdb --keystore me.fmkey --out answer.fmresp
    """
    identity = unlock_identity(keystore, ask_passphrase(passphrase_file))
    with resume_study(store, identity=identity, clock=SystemClock()) as session:
        if finish:
            finish_study(session)
        made = export_response(session, out)
    if as_json:
        print_json(
            {
                "response": str(made.path),
                "sha256": made.sha256,
                "size": made.size,
                "warning": made.warning or None,
            }
        )
        return
    console().print(f"Response file: {made.path} ({made.sha256[:16]}…)")
    if made.warning:
        console().print(made.warning)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="Response file (.fmresp).", show_default=False)],
    anchor: Anchor = None,
    no_pages: NoPages = False,
    as_json: AsJson = False,
) -> None:
    """Check a response, offline; leaves with the codes of `fairmed verify`.

    Example: fairmed bundle verify answer.fmresp --anchor round1.fmpack
    """
    verify_as("response", file, anchors=anchor, no_pages=no_pages, as_json=as_json)


@app.command()
def merge(
    response: Annotated[Path, typer.Argument(help="Response file (.fmresp).", show_default=False)],
    registry: Registry,
    keystore: Keystore,
    receipt: Annotated[
        Path | None,
        typer.Option(help="Also write a receipt for her (.fmreceipt).", show_default=False),
    ] = None,
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Verify a response and add what is new; leaves with 4 when nothing is, 40 in a conflict.

    A response that does not verify is kept apart with the reason and leaves with its code.

    Example: fairmed bundle merge answer.fmresp --registry r.fmdb --keystore me.fmkey
    --receipt answer.fmreceipt
    """
    coordinator = unlock_identity(keystore, ask_passphrase(passphrase_file))
    result = merge_bundle(response, registry=registry, coordinator=coordinator, clock=SystemClock())
    if receipt is not None and result.outcome is not MergeOutcome.CONFLICT:
        write_receipt(
            result.key_id,
            registry=registry,
            coordinator=coordinator,
            out=receipt,
            clock=SystemClock(),
        )
    if as_json:
        print_json(
            {
                "outcome": result.outcome.value,
                "pseudonym": result.pseudonym,
                "seat": result.seat,
                "key_id": result.key_id,
                "fingerprint": result.fingerprint,
                "new_events": result.new_events,
                "enrolled": result.enrolled,
                "identity_held": result.identity_held,
                "receipt": str(receipt) if receipt is not None else None,
                "warnings": list(result.warnings),
            }
        )
    else:
        _tell(result)
    if LEAVES_WITH[result.outcome]:
        raise typer.Exit(LEAVES_WITH[result.outcome])


@app.command("receipt")
def keep(
    receipt: Annotated[Path, typer.Argument(help="A receipt (.fmreceipt).", show_default=False)],
    store: Annotated[Path, typer.Option(help="Your study file (.fmdb).", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Keep the coordinator's receipt with your study, after it was held against your log.

    Leaves with 21 when it contradicts the log: more was received than is here, or something else.

    Example: fairmed bundle receipt answer.fmreceipt --store data/round1.fmdb
    """
    kept = keep_receipt(receipt, store=store, clock=SystemClock())
    if as_json:
        print_json({"pseudonym": kept.pseudonym, "received": kept.received, "events": kept.events})
        return
    console().print(
        f"The coordinator received your log up to event {kept.received} of {kept.events}; the "
        "receipt fits and is kept."
    )


@app.command()
def restore(
    response: Annotated[
        Path, typer.Argument(help="The response you sent (.fmresp).", show_default=False)
    ],
    store: Annotated[Path, typer.Option(help="Your study file (.fmdb).", show_default=False)],
    keystore: Keystore,
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Bring a study file that fell back to a backup up to a response you sent.

    The log records that it was restored. A log that went on differently is refused with 21.

    Example: fairmed bundle restore answer.fmresp --store data/round1.fmdb --keystore me.fmkey
    """
    identity = unlock_identity(keystore, ask_passphrase(passphrase_file))
    made = restore_study(store, response, identity=identity, clock=SystemClock())
    if as_json:
        print_json({"before": made.before, "after": made.after})
    elif made.after == made.before:
        console().print("Nothing was missing.")
    else:
        console().print(f"Events {made.before + 1} to {made.after} were brought back.")


def _tell(result: MergeResult) -> None:
    out = console()
    if result.outcome is MergeOutcome.NOTHING_NEW:
        out.print(f"Nothing new from {result.pseudonym} (seat {result.seat}).")
    elif result.outcome is MergeOutcome.CONFLICT:
        out.print(
            f"The log of {result.pseudonym} contradicts another one: both are kept and neither "
            "counts. Ask her on a call, then run: fairmed conflict resolve"
        )
    else:
        out.print(f"Merged {result.new_events} events of {result.pseudonym} (seat {result.seat}).")
    if not result.enrolled:
        out.print(
            "This key is not enrolled, so its verdicts do not count. Compare the fingerprint on a "
            f"call ({result.fingerprint}), then run: fairmed roster enroll"
        )
    if not result.identity_held:
        out.print("She sealed no identity, so her verdicts are recorded only.")
    for warning in result.warnings:
        out.print(warning)
