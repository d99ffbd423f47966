"""`fairmed floor`, `fairmed agreement` and `fairmed analyze`: from files to numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bands_registry.services.band_source import BandSource, band_source
from exports.report import TITLE, report_files
from exports.report_folder import demand_room, write_report_folder
from fairmed_cli.options import AsJson
from fairmed_cli.output import console, print_json, progress
from fairmed_cli.sections import (
    basis_record,
    print_basis,
    print_report,
    print_section,
    section_records,
)
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.report import analyse
from fairmed_core.analysis.rows import Section
from fairmed_core.analysis.section_rows import agreement_rows
from fairmed_core.analysis.settings import DEFAULT_SEED, Resampling
from fairmed_core.trajectories.reader import read_trajectories
from fairmed_core.trajectories.table import Trajectories

Draws = Annotated[
    list[Path],
    typer.Argument(
        help="Trajectories: JSON, CSV or Parquet (also .gz), or a folder of repNN.",
        show_default=False,
    ),
]
RegistryFile = Annotated[
    Path | None,
    typer.Option("--registry", help="Registry (.fmreg or .fmdb).", show_default=False),
]
BandsFile = Annotated[
    Path | None,
    typer.Option(
        "--bands",
        help="CSV of bands or a study folder: unsigned, every rate is provisional.",
        show_default=False,
    ),
]
Seed = Annotated[int, typer.Option(help="Seed of every resample.")]
Resamples = Annotated[int, typer.Option(min=100, help="Bootstrap resamples.")]
Decoding = Annotated[
    str, typer.Option(help="Decoding configuration of the draws, printed beside floors.")
]


def floor(
    trajectories: Draws,
    decoding: Decoding = "not recorded",
    model: Annotated[str | None, typer.Option(help="Model, where the file names none.")] = None,
    seed: Seed = DEFAULT_SEED,
    resamples: Resamples = 5_000,
    as_json: AsJson = False,
) -> None:
    """Print the instability floor of every action: how often draws disagree when nothing changed.

    Example: fairmed floor draws/floor.csv
    """
    with progress("Floor"):
        drawn = read_trajectories(trajectories, model=model, decoding=decoding)
        plan = Plan(resampling=Resampling(resamples=resamples, seed=seed))
        report = analyse(drawn, bands=(), plan=plan)
    if as_json:
        print_json(basis_record(report) | {"sections": section_records([report.section("floor")])})
        return
    out = console()
    print_basis(out, report)
    print_section(out, report.section("floor"), report.section("floor").rows)


def agreement(
    registry: Annotated[Path, typer.Argument(help="A registry.", show_default=False)],
    seed: Seed = DEFAULT_SEED,
    resamples: Resamples = 5_000,
    as_json: AsJson = False,
) -> None:
    """Print how far independent raters draw the same bands, one action at a time.

    Only bands with at least two verdicts that count enter; their number is printed.

    Example: fairmed agreement round1.fmreg
    """
    source = band_source(registry, None)
    plan = Plan(
        resampling=Resampling(resamples=resamples, seed=seed), set_distance=source.set_distance
    )
    rows = agreement_rows(source.bands, space=source.space, plan=plan)
    section = Section("agreement", "Agreement between raters", tuple(rows))
    if as_json:
        print_json(
            {
                "protocol": source.protocol,
                "registry_hash": source.registry_hash,
                "seed": seed,
                "resamples": resamples,
                "sections": section_records([section]),
            }
        )
        return
    out = console()
    out.print(f"{source.protocol}; registry {source.registry_hash}; seed {seed}")
    print_section(out, section, section.rows)


def analyze(
    trajectories: Draws,
    registry: RegistryFile = None,
    bands: BandsFile = None,
    reference: Annotated[
        str | None,
        typer.Option(
            help="Reference condition; without it no contrast is computed.", show_default=False
        ),
    ] = None,
    condition: Annotated[
        list[str] | None,
        typer.Option(help="Compare only this condition; repeatable.", show_default=False),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for report, tables and figures.", show_default=False),
    ] = None,
    decoding: Decoding = "not recorded",
    seed: Seed = DEFAULT_SEED,
    resamples: Resamples = 5_000,
    as_json: AsJson = False,
) -> None:
    """Compute floors, flips, shifts, within-range rates, sensitivity and agreement.

    Without --registry every band is unsigned and every within-range rate is provisional.

    Example: fairmed analyze draws.csv --registry round1.fmreg --reference ref --out results
    """
    if out is not None:
        demand_room(out)
    source = band_source(registry, bands)
    with progress("Analysis") as advance:
        advance(0, 3, "reading the draws")
        drawn = _read(trajectories, source, decoding)
        advance(1, 3, "computing")
        plan = Plan(
            reference=reference,
            conditions=tuple(condition or ()),
            resampling=Resampling(resamples=resamples, seed=seed),
            set_distance=source.set_distance,
        )
        report = analyse(
            drawn,
            bands=source.bands,
            plan=plan,
            registry_hash=source.registry_hash,
            protocol=source.protocol,
        )
        written: tuple[Path, ...] = ()
        if out is not None:
            advance(2, 3, "writing the report")
            written = write_report_folder(out, report_files(report, title=TITLE))
    if as_json:
        files = {"written": [str(path) for path in written]}
        print_json(basis_record(report) | {"sections": section_records(report.sections)} | files)
        return
    printed = console()
    print_report(printed, report)
    if written:
        printed.print(f"Wrote {len(written)} files to {out}.")


def _read(trajectories: list[Path], source: BandSource, decoding: str) -> Trajectories:
    return read_trajectories(
        trajectories,
        space=source.space,
        orders=source.orders,
        no_order_names=source.no_order_names,
        decoding=decoding,
    )
