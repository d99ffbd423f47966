"""`fairmed conflict`: two logs that claim the same place, and which of them stands."""

from __future__ import annotations

from typing import Annotated

import typer

from bands_registry.services.registry_conflicts import registry_conflicts
from bands_registry.services.settle_conflict import settle_conflict
from bands_registry.services.unlock_identity import unlock_identity
from fairmed_cli.options import AsJson, Keystore, PassphraseFile, Registry
from fairmed_cli.output import console, print_json
from fairmed_cli.passphrase import ask_passphrase
from fairmed_core.clock import SystemClock

CONFLICT = 40

app = typer.Typer(
    help="List conflicts between logs and settle which side stands.", no_args_is_help=True
)


@app.command("list")
def list_conflicts(registry: Registry, as_json: AsJson = False) -> None:
    """List recorded conflicts with both sides; leaves with 40 while one is open.

    Example: fairmed conflict list --registry r.fmdb
    """
    found = registry_conflicts(registry, clock=SystemClock())
    if as_json:
        print_json(
            [
                {
                    "pseudonym": one.pseudonym,
                    "kind": one.kind,
                    "open": one.open,
                    "stands": one.stands,
                    "how": one.how,
                    "sides": [
                        {"key": side.key, "events": side.size, "head": side.head}
                        for side in one.sides
                    ],
                }
                for one in found
            ]
        )
    else:
        out = console()
        for one in found:
            state = "open" if one.open else f"settled: {one.how}"
            out.print(f"{one.pseudonym}, {one.kind}, {state}")
            for side in one.sides:
                mark = "stands" if side.head == one.stands else "kept"
                out.print(f"  {mark}: {side.size} events, head {side.head}")
        if not found:
            out.print("No conflict was recorded.")
    if any(one.open for one in found):
        raise typer.Exit(CONFLICT)


@app.command()
def resolve(
    pseudonym: Annotated[str, typer.Argument(help="ADJ-XXXXX-XXXXX.", show_default=False)],
    registry: Registry,
    keystore: Keystore,
    keep: Annotated[
        str,
        typer.Option(
            help="Head of the side that stands (its first letters do), or none.",
            show_default=False,
        ),
    ],
    how: Annotated[
        str, typer.Option(help="How it was settled, in a few words.", show_default=False)
    ],
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Sign which side of a conflict stands; both stay recorded.

    Example: fairmed conflict resolve ADJ-7K3QM-X2VTD --registry r.fmdb --keystore me.fmkey
    --keep 4f0c21aa9b --how "she told on a call which copy she went on with"
    """
    coordinator = unlock_identity(keystore, ask_passphrase(passphrase_file))
    made = settle_conflict(
        pseudonym,
        registry=registry,
        coordinator=coordinator,
        keep=keep,
        how=how,
        clock=SystemClock(),
    )
    if as_json:
        print_json({"pseudonym": made.pseudonym, "stands": made.stands, "settled": made.settled})
        return
    stands = f"the side {made.stands[:16]} stands" if made.stands else "neither side stands"
    console().print(f"{made.settled} conflicts of {made.pseudonym} settled: {stands}.")
