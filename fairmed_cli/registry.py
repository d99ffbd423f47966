"""`fairmed registry`: look at a registry, check it, publish it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bands_registry.services.load_registry import load_registry
from bands_registry.services.publish_registry import checkpoint_registry, publish_registry
from bands_registry.services.rebuild_registry import rebuild_registry
from bands_registry.services.unlock_identity import unlock_identity
from fairmed_cli.checking import Anchor, NoPages, verify_as
from fairmed_cli.options import AsJson, Keystore, PassphraseFile, Registry
from fairmed_cli.output import console, print_json
from fairmed_cli.passphrase import ask_passphrase
from fairmed_cli.registry_text import print_registry, registry_record
from fairmed_core.clock import SystemClock

app = typer.Typer(help="Look at a registry, check it, publish it.", no_args_is_help=True)


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


@app.command()
def checkpoint(
    registry: Registry,
    keystore: Keystore,
    out: Annotated[Path, typer.Option(help="Checkpoint to write (.txt).", show_default=False)],
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Sign the present state and write it as a few lines to publish before unblinding.

    Whoever has the lines can later tell whether the registry still contains that state.

    Example: fairmed registry checkpoint --registry r.fmdb --keystore me.fmkey --out before.txt
    """
    coordinator = unlock_identity(keystore, ask_passphrase(passphrase_file))
    made = checkpoint_registry(
        registry=registry, coordinator=coordinator, out=out, clock=SystemClock()
    )
    if as_json:
        print_json(
            {
                "checkpoint": str(made.path),
                "registry_hash": made.registry_hash,
                "events": made.events,
                "head": made.head,
            }
        )
        return
    printed = console()
    printed.print(f"Checkpoint: {made.path} (event {made.events}, {made.head})")
    printed.print(f"Registry hash: {made.registry_hash}")


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A registry (.fmreg or .fmdb).", show_default=False)],
    anchor: Anchor = None,
    no_pages: NoPages = False,
    as_json: AsJson = False,
) -> None:
    """Check a registry, offline; leaves with the codes of `fairmed verify`.

    Example: fairmed registry verify round1.fmreg --anchor answer.fmreceipt
    """
    verify_as("registry", file, anchors=anchor, no_pages=no_pages, as_json=as_json)


@app.command()
def rebuild(registry: Registry, as_json: AsJson = False) -> None:
    """Make all tables that only repeat the signed events anew, after verifying these.

    Example: fairmed registry rebuild --registry r.fmdb
    """
    made = rebuild_registry(registry, clock=SystemClock())
    if as_json:
        print_json({"chains": made.chains, "events": made.events})
        return
    console().print(f"Rebuilt from {made.events} events on {made.chains} chains.")
