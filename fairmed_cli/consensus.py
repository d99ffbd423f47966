"""`fairmed consensus`: what raters agreed on after they had signed."""

from __future__ import annotations

from typing import Annotated

import typer

from bands_registry.services.record_consensus import record_consensus
from bands_registry.services.unlock_identity import unlock_identity
from bands_registry.study.encode import acceptable_json
from fairmed_cli.options import AsJson, Keystore, PassphraseFile, Registry
from fairmed_cli.output import console, print_json
from fairmed_cli.passphrase import ask_passphrase
from fairmed_core.clock import SystemClock
from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet
from fairmed_core.errors import UserError

app = typer.Typer(
    help="What raters agreed on after they had signed; it is never a rater.", no_args_is_help=True
)


@app.command()
def record(
    item: Annotated[str, typer.Argument(help="Id of the item.", show_default=False)],
    registry: Registry,
    keystore: Keystore,
    who: Annotated[
        list[str], typer.Option(help="A rater who agreed; at least two.", show_default=False)
    ],
    how: Annotated[str, typer.Option(help="How they agreed; it is published.", show_default=False)],
    level: Annotated[
        list[int] | None, typer.Option(help="An acceptable level; repeatable.")
    ] = None,
    days: Annotated[
        str | None, typer.Option(help="Acceptable days, e.g. 1-14.", show_default=False)
    ] = None,
    required: Annotated[list[str] | None, typer.Option(help="A required test; repeatable.")] = None,
    permitted: Annotated[
        list[str] | None, typer.Option(help="A permitted test; repeatable.")
    ] = None,
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Record the set that raters agreed on; it is reported beside them and decides no band.

    Example: fairmed consensus record pain-flank --level 1 --level 3 --who ADJ-7K3QM-X2VTD
    --who ADJ-9R4WC-H8ZPN --how "call on 3 May" --registry r.fmdb --keystore me.fmkey
    """
    agreed = _agreed(level, days, required, permitted)
    coordinator = unlock_identity(keystore, ask_passphrase(passphrase_file))
    record_consensus(
        item,
        agreed,
        registry=registry,
        coordinator=coordinator,
        participants=who,
        how=how,
        clock=SystemClock(),
    )
    if as_json:
        print_json({"item": item, "acceptable": dict(acceptable_json(agreed)), "how": how})
        return
    console().print(f"The agreement on {item} is recorded beside the raters' own verdicts.")


def _agreed(
    level: list[int] | None,
    days: str | None,
    required: list[str] | None,
    permitted: list[str] | None,
) -> AcceptableSet:
    given = [bool(level), days is not None, bool(required or permitted)]
    if sum(given) != 1:
        raise UserError(
            "The set they agreed on is one of three kinds.",
            next_step="Give --level, or --days, or --required and --permitted.",
        )
    if level:
        return ValueSet.of(level)
    if days is None:
        return OrderSet.of(required=required or [], permitted=permitted or [])
    first, dash, last = days.partition("-")
    if not (dash and first.isdecimal() and last.isdecimal() and int(first) <= int(last)):
        raise UserError(f"{days!r} is no span of days.", next_step="Write it like 1-14.")
    return ValueSet.between(int(first), int(last))
