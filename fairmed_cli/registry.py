"""`fairmed registry`: look at a registry and publish it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bands_registry.services.load_registry import load_registry
from bands_registry.services.publish_registry import publish_registry
from bands_registry.services.unlock_identity import unlock_identity
from fairmed_cli.options import AsJson, Keystore, PassphraseFile, Registry
from fairmed_cli.output import console, print_json
from fairmed_cli.passphrase import ask_passphrase
from fairmed_cli.registry_text import print_registry, registry_record
from fairmed_core.clock import SystemClock

app = typer.Typer(help="Look at a registry and publish it.", no_args_is_help=True)


@app.command()
def show(
    registry: Annotated[
        Path, typer.Argument(help="A registry (.fmreg or .fmdb).", show_default=False)
    ],
    as_json: AsJson = False,
) -> None:
    """Show coverage, provenance and what needs attention; verifies everything first.

    In the coordinator's working registry an item's verdicts stay hidden, and out of every count,
    until all raters assigned to it have signed.

    Example: fairmed registry show round1.fmreg
    """
    contents = load_registry(registry)
    if as_json:
        print_json(registry_record(contents))
    else:
        print_registry(console(), contents)


@app.command()
def publish(
    registry: Registry,
    keystore: Keystore,
    out: Annotated[Path, typer.Option(help="Registry to write (.fmreg).", show_default=False)],
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Write the one file an analyst or an editor needs.

    Example: fairmed registry publish --registry r.fmdb --keystore me.fmkey --out round1.fmreg
    """
    coordinator = unlock_identity(keystore, ask_passphrase(passphrase_file))
    made = publish_registry(
        registry=registry, coordinator=coordinator, out=out, clock=SystemClock()
    )
    if as_json:
        print_json(
            {
                "registry": str(made.path),
                "sha256": made.sha256,
                "registry_hash": made.registry_hash,
                "warnings": list(made.warnings),
            }
        )
        return
    printed = console()
    printed.print(f"Registry: {made.path} ({made.sha256[:16]}…)")
    printed.print(f"Registry hash, to be printed in a paper: {made.registry_hash}")
    for warning in made.warnings:
        printed.print(warning)
