"""`fairmed analyze` and its parts: from files to numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from exports.report_folder import demand_room, write_report_folder
from fairmed_cli.analysis_input import (
    Asked,
    BandsFile,
    Conditions,
    Decoding,
    Draws,
    Model,
    Out,
    PlanPath,
    Reference,
    RegistryFile,
    Resamples,
    Seed,
    Sources,
    plan_for,
    read_draws,
)
from fairmed_cli.options import AsJson
from fairmed_cli.output import console, print_json, progress
from fairmed_cli.sections import basis_record, print_report, section_records
from fairmed_core.analysis.report import AnalysisReport, agreement_report, analyse


@dataclass(frozen=True)
class _Part:
    """A command that computes some sections of a report.

    Attributes
    ----------
    name, help
        Of the command.
    sections
        What it computes; None leaves the choice to draws and plan.
    in_full
        Sections of which every row is printed, not the headline alone.
    title
        Of its report; None for the whole report's own.
    """

    name: str
    help: str
    sections: tuple[str, ...] | None
    in_full: tuple[str, ...]
    title: str | None


_CONTRASTS = ("flips", "shifts", "within_range", "out_of_range", "excess", "logit", "family")
_PARTS = (
    _Part(
        "analyze",
        """Compute everything: floors, contrasts, within-range rates, sensitivity, agreement.

        Without --registry every band is unsigned and every within-range rate is provisional;
        without --plan the whole is exploratory.

        Example: fairmed analyze draws.csv --registry round1.fmreg --plan plan.yaml --out results
        """,
        None,
        (),
        None,
    ),
    _Part(
        "floor",
        """Compute instability floors: how often draws disagree when nothing changed.

        With bands also the floors within range.

        Example: fairmed floor draws/floor.csv --decoding "temperature 0.7"
        """,
        ("floor", "floor_beside"),
        ("floor",),
        "Instability floors",
    ),
    _Part(
        "contrasts",
        """Compute contrasts with the reference: flips, shifts, within range, excess, tests, model.

        Example: fairmed contrasts draws.csv --bands my-study --reference ref --condition woman
        """,
        ("floor", "floor_beside", *_CONTRASTS, "gates"),
        ("out_of_range", "excess", "logit", "family", "gates"),
        "Contrasts with the reference",
    ),
    _Part(
        "sensitivity",
        """Compute within-range rates under every reading of the bands, and the tipping points.

        Example: fairmed sensitivity draws.csv --registry round1.fmreg --reference ref
        """,
        ("sensitivity", "tipping"),
        ("sensitivity", "tipping"),
        "Sensitivity to the bands",
    ),
    _Part(
        "propagation",
        """Compute what an upstream action does downstream; without interventions only described.

        Arms with forced steps are named in a plan (forced). Whatever was only observed carries
        identified: false.

        Example: fairmed propagation runs.parquet --plan plan.yaml --registry round1.fmreg
        """,
        ("propagation",),
        ("propagation",),
        "Propagation",
    ),
)


def _command(part: _Part) -> Callable[..., None]:
    """Return the command of a part; all of them take the same options."""

    def command(
        trajectories: Draws,
        registry: RegistryFile = None,
        bands: BandsFile = None,
        plan: PlanPath = None,
        reference: Reference = None,
        condition: Conditions = None,
        out: Out = None,
        decoding: Decoding = None,
        model: Model = None,
        seed: Seed = None,
        resamples: Resamples = None,
        as_json: AsJson = False,
    ) -> None:
        asked = Asked(plan, reference, tuple(condition or ()), decoding, seed, resamples)
        sources = Sources(registry, bands)
        _refuse_taken(out)
        with progress(part.name.capitalize()) as advance:
            advance(0, 1, "reading the bands")
            source = sources.read()
            fixed = plan_for(asked, sources, source)
            advance(0, 1, "reading the draws")
            drawn = read_draws(trajectories, source=source, plan=fixed, model=model)
            report = analyse(
                drawn,
                bands=source.bands,
                plan=fixed,
                registry_hash=source.registry_hash,
                protocol=source.protocol,
                wanted=part.sections,
                advance=advance,
            )
            advance(0, 1, "writing")
            written = _written(report, out, title=part.title)
        _show(report, written, out=out, as_json=as_json, in_full=part.in_full)

    command.__name__, command.__doc__ = part.name, part.help
    return command


def agreement(
    registry: Annotated[Path, typer.Argument(help="A registry.", show_default=False)],
    plan: PlanPath = None,
    out: Out = None,
    seed: Seed = None,
    resamples: Resamples = None,
    as_json: AsJson = False,
) -> None:
    """Compute how far independent raters draw the same bands, one action at a time.

    Only bands with at least two verdicts that count enter; their number is printed.

    Example: fairmed agreement round1.fmreg
    """
    sources = Sources(registry)
    _refuse_taken(out)
    source = sources.read()
    asked = Asked(plan=plan, seed=seed, resamples=resamples)
    with progress("Agreement") as advance:
        advance(0, 1, "comparing raters")
        report = agreement_report(
            source.bands,
            space=source.space,
            plan=plan_for(asked, sources, source),
            registry_hash=source.registry_hash,
            protocol=source.protocol,
        )
        written = _written(report, out, title="Agreement between raters")
    _show(report, written, out=out, as_json=as_json, in_full=("agreement",))


def _refuse_taken(out: Path | None) -> None:
    if out is not None:
        demand_room(out)


def _written(report: AnalysisReport, out: Path | None, *, title: str | None) -> tuple[Path, ...]:
    if out is None:
        return ()
    # Libraries that draw take longer to load than most numbers take to compute.
    from exports.report import TITLE, report_files

    return write_report_folder(out, report_files(report, title=title or TITLE))


def _show(
    report: AnalysisReport,
    written: tuple[Path, ...],
    *,
    out: Path | None,
    as_json: bool,
    in_full: tuple[str, ...],
) -> None:
    if as_json:
        files = {"written": [str(path) for path in written]}
        print_json(basis_record(report) | {"sections": section_records(report.sections)} | files)
        return
    printed = console()
    print_report(printed, report, in_full=in_full)
    if written:
        printed.print(f"Wrote {len(written)} files to {out}.")


analyze, floor, contrasts, sensitivity, propagation = (_command(part) for part in _PARTS)
