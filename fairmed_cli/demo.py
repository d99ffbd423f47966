"""`fairmed demo`: run the whole road once on the bundled study and print what it led to."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from fairmed_cli.demo_road import DemoResult, run_demo
from fairmed_cli.options import AsJson
from fairmed_cli.output import console, print_json, progress
from fairmed_cli.registry_text import print_registry, registry_record
from fairmed_cli.sections import basis_record, print_report, section_records
from fairmed_core.clock import SystemClock
from fairmed_core.errors import UserError

MARK = ".fairmed-demo"
CAUTION = (
    "Synthetic cases, invented draws and a simulated agent: no number below says anything about "
    "any model or any group of people."
)


def demo(
    out: Annotated[Path, typer.Option(help="Folder for everything that is made.")] = Path(
        "demo-out"
    ),
    as_json: AsJson = False,
) -> None:
    """Publish the bundled study, record and sign two adjudicators' verdicts, analyse, report.

    Leaves attestation PDFs, the registry, tables, figures and the report in a folder; an earlier
    demonstration there is replaced.

    Example: fairmed demo --out demo-out
    """
    _make_room(out)
    with progress("Demonstration") as advance:
        result = run_demo(out, clock=SystemClock(), advance=advance)
    if as_json:
        print_json(
            {
                "caution": CAUTION,
                "folder": str(out),
                "registry": registry_record(result.contents),
                **basis_record(result.report),
                "sections": section_records(result.report.sections),
            }
        )
        return
    _print(out, result)


def _make_room(out: Path) -> None:
    if (out / MARK).exists():
        shutil.rmtree(out)
    elif out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UserError(
            "Something stands there that is no earlier demonstration; it was left as it is.",
            next_step="Name an empty or a new folder with --out.",
            file=out,
        )
    out.mkdir(parents=True, exist_ok=True)
    (out / MARK).touch()


def _print(out: Path, result: DemoResult) -> None:
    printed = console()
    printed.print(CAUTION)
    printed.print()
    print_registry(printed, result.contents)
    printed.print()
    print_report(printed, result.report)
    printed.print(f"Everything is in {out}:")
    for path in sorted(out.iterdir()):
        if not path.name.startswith("."):
            printed.print(f"  {path.name}")
    printed.print("Check what was made, as an editor would:")
    printed.print(f"  fairmed verify {out / 'registry.fmreg'} --anchor {out / 'geri.fmresp'}")
