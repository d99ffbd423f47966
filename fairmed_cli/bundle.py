"""`fairmed bundle`: take in the response files adjudicators send."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bands_registry.services.merge_bundle import merge_bundle
from bands_registry.services.registry_views import MergeOutcome, MergeResult
from bands_registry.services.unlock_identity import unlock_identity
from fairmed_cli.options import AsJson, Keystore, PassphraseFile, Registry
from fairmed_cli.output import console, print_json
from fairmed_cli.passphrase import ask_passphrase
from fairmed_core.clock import SystemClock

NOTHING_NEW = 4

app = typer.Typer(help="Take in the response files adjudicators send.", no_args_is_help=True)


@app.command()
def merge(
    response: Annotated[Path, typer.Argument(help="Response file (.fmresp).", show_default=False)],
    registry: Registry,
    keystore: Keystore,
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Verify a response and add what is new; leaves with 4 when nothing is.

    Example: fairmed bundle merge answer.fmresp --registry r.fmdb --keystore me.fmkey
    """
    coordinator = unlock_identity(keystore, ask_passphrase(passphrase_file))
    result = merge_bundle(response, registry=registry, coordinator=coordinator, clock=SystemClock())
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
                "warnings": list(result.warnings),
            }
        )
    else:
        _tell(result)
    if result.outcome is MergeOutcome.NOTHING_NEW:
        raise typer.Exit(NOTHING_NEW)


def _tell(result: MergeResult) -> None:
    out = console()
    if result.outcome is MergeOutcome.NOTHING_NEW:
        out.print(f"Nothing new from {result.pseudonym} (seat {result.seat}).")
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
