"""`fairmed pack`: publish a study as a signed pack, and check one that was received."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bands_registry.services.publish_pack import publish_pack
from bands_registry.services.unlock_identity import unlock_identity
from bands_registry.study.loader import load_study
from fairmed_cli.checking import Anchor, verify_as
from fairmed_cli.options import AsJson, Keystore, PassphraseFile, Registry, StudyFolder
from fairmed_cli.output import console, print_json
from fairmed_cli.passphrase import ask_passphrase
from fairmed_core.clock import SystemClock

app = typer.Typer(help="Publish a study as a signed pack, or check one.", no_args_is_help=True)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="Study pack (.fmpack).", show_default=False)],
    anchor: Anchor = None,
    as_json: AsJson = False,
) -> None:
    """Check a pack, offline, and show whose it is; leaves with the codes of `fairmed verify`.

    Example: fairmed pack check round1.fmpack --anchor round1.fmreg
    """
    verify_as("pack", file, anchors=anchor, no_pages=True, as_json=as_json)


@app.command()
def publish(
    study: StudyFolder,
    registry: Registry,
    keystore: Keystore,
    out: Annotated[Path, typer.Option(help="Pack to write (.fmpack).", show_default=False)],
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Check a study, sign it and write the pack that every adjudicator opens.

    The first publication begins the registry; each later one is the next version.

    Example: fairmed pack publish my-study --registry r.fmdb --keystore me.fmkey --out v1.fmpack
    """
    loaded = load_study(study)
    coordinator = unlock_identity(keystore, ask_passphrase(passphrase_file))
    made = publish_pack(
        loaded, registry=registry, coordinator=coordinator, out=out, clock=SystemClock()
    )
    if as_json:
        print_json(
            {
                "pack": str(made.path),
                "sha256": made.sha256,
                "version": made.version,
                "items": made.items,
                "seats": [seat.code for seat in loaded.seats],
                "repeated": list(made.repeated),
                "leak_warnings": list(made.leak_warnings),
            }
        )
        return
    printed = console()
    printed.print(
        f"Published version {made.version} of {loaded.title}: {made.items} items, "
        f"{made.seats} seats."
    )
    if made.repeated:
        printed.print(
            f"Shown a second time to whoever judges them: {len(made.repeated)} of these, "
            "unannounced: keep to yourself which."
        )
    printed.print(f"Pack: {made.path} ({made.sha256[:16]}…)")
    if made.leak_warnings:
        printed.print(
            f"{len(made.leak_warnings)} words in guideline titles and clauses name populations; "
            f"`fairmed study check {study} --warnings` lists them."
        )
    printed.print(f"Tell each adjudicator her seat: {', '.join(s.code for s in loaded.seats)}.")
