"""`fairmed unblind`: open an item before all its assigned raters signed."""

from __future__ import annotations

from typing import Annotated

import typer

from bands_registry.services.unblind_item import unblind_item
from bands_registry.services.unlock_identity import unlock_identity
from fairmed_cli.options import AsJson, Keystore, PassphraseFile, Registry
from fairmed_cli.output import console, print_json
from fairmed_cli.passphrase import ask_passphrase
from fairmed_core.clock import SystemClock


def unblind(
    item: Annotated[str, typer.Argument(help="Id of the item.", show_default=False)],
    registry: Registry,
    keystore: Keystore,
    reason: Annotated[
        str, typer.Option(help="Why; it is published with the registry.", show_default=False)
    ],
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Show an item's verdicts before all its assigned raters signed; it cannot be undone.

    A checkpoint of the registry is signed first, so that what was there before stays provable.

    Example: fairmed unblind pain-flank --registry r.fmdb --keystore me.fmkey --reason "pilot"
    """
    coordinator = unlock_identity(keystore, ask_passphrase(passphrase_file))
    unblind_item(
        item, registry=registry, coordinator=coordinator, reason=reason, clock=SystemClock()
    )
    if as_json:
        print_json({"item": item, "reason": reason})
        return
    console().print(f"{item} is open from now on; the registry says so and why.")
