"""`fairmed verify`: check a file that was received, offline."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bands_registry.provenance.verify import VerificationReport
from bands_registry.services.verify_file import verify_file
from exports.attestation_renderer import PAGES
from fairmed_cli.options import AsJson
from fairmed_cli.output import console, print_json, progress

_VERDICTS = {0: "Verified.", 3: "Verified, with warnings."}


def verify(
    file: Annotated[
        Path,
        typer.Argument(
            help="Pack, response, attestation, receipt or registry.", show_default=False
        ),
    ],
    anchor: Annotated[
        list[Path] | None,
        typer.Option(
            help="An earlier file of the same study that must lie on the same chain; repeatable.",
            show_default=False,
        ),
    ] = None,
    no_pages: Annotated[
        bool, typer.Option("--no-pages", help="Do not render attestation pages again.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check signatures, chains, content and pages of a file; needs no network.

    Leaves with 0 when verified, 3 with warnings (a file without an anchor reaches at most 3),
    10 malformed, 11 newer format, 20 content altered, 21 chain broken, 22 seal or pages of an
    attestation, 30 key unknown, 40 conflict, 50 seat without a merged chain, 60 when the machine
    fails.

    Example: fairmed verify round1.fmreg --anchor answer.fmresp
    """
    renderer = None if no_pages else PAGES
    with progress("Checking", show=not as_json) as advance:
        report = verify_file(file, anchors=tuple(anchor or ()), renderer=renderer, advance=advance)
    if as_json:
        print_json(_record(file, report))
    else:
        _print(file, report)
    if report.exit_code:
        raise typer.Exit(report.exit_code)


def _record(file: Path, report: VerificationReport) -> dict[str, object]:
    return {
        "file": str(file),
        "kind": report.kind,
        "sha256": report.sha256,
        "exit_code": report.exit_code,
        "facts": dict(report.facts),
        "findings": [
            {
                "step": finding.step.value,
                "code": finding.exit_code,
                "place": finding.place,
                "finding": finding.sentence,
            }
            for finding in report.findings
        ],
    }


def _print(file: Path, report: VerificationReport) -> None:
    out = console()
    out.print(f"{file}: {report.kind or 'not recognised'}, SHA-256 {report.sha256}")
    for name, value in report.facts.items():
        out.print(f"  {name}: {value}")
    for finding in report.findings:
        kind = "warning" if finding.warning else f"code {finding.exit_code}"
        out.print(f"  [{finding.step.value}] {kind}: {finding}", markup=False)
    out.print(_VERDICTS.get(report.exit_code, f"NOT VERIFIED (code {report.exit_code})."))
