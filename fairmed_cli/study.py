"""`fairmed study`: write a study folder and check it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from bands_registry.study.leak_check import LeakHit, check_leaks
from bands_registry.study.loader import load_study
from bands_registry.study.schema import json_schema
from bands_registry.study.skeleton import new_study
from fairmed_cli.options import AsJson, StudyFolder
from fairmed_cli.output import console, print_json, table
from fairmed_core.domain.band import ProvenanceLevel
from fairmed_core.domain.study import Study
from fairmed_core.errors import EXIT_USER

app = typer.Typer(help="Write a study folder and check it.", no_args_is_help=True)


@app.command()
def new(
    folder: Annotated[Path, typer.Argument(help="Folder to create.", show_default=False)],
    study_id: Annotated[
        str, typer.Option("--id", help="Identifier; default: the folder's name.")
    ] = "",
    title: Annotated[str, typer.Option(help="Title as printed.")] = "A new study",
    author: Annotated[str, typer.Option(help="Identifier of who writes the bands.")] = "author-1",
    as_json: AsJson = False,
) -> None:
    """Write a small study that passes every check, to be edited.

    Example: fairmed study new my-study --title "Triage of chest pain"
    """
    written = new_study(folder, study_id=study_id or folder.name, title=title, author=author)
    if as_json:
        print_json({"folder": str(folder), "files": [path.name for path in written]})
        return
    console().print(f"Wrote {', '.join(path.name for path in written)} in {folder}.")
    console().print(f"Edit them, then run: fairmed study check {folder}")


@app.command()
def check(
    folder: StudyFolder,
    warnings: Annotated[
        bool, typer.Option("--warnings", help="List the words that warn without blocking too.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check a study folder: every rule broken, and every word that could tell who the patient is.

    Leaves with 0 when the study can be published and with 2 when something must be put right.

    Example: fairmed study check my-study
    """
    study = load_study(folder)
    hits = check_leaks(study)
    blocking = [hit for hit in hits if hit.blocking]
    if as_json:
        print_json(_check_record(study, hits))
    else:
        _print_check(study, hits, warnings=warnings)
    if blocking:
        raise typer.Exit(EXIT_USER)


@app.command()
def schema(
    file: Annotated[str, typer.Argument(help="e.g. bands.yaml", show_default=False)],
) -> None:
    """Print the JSON Schema of one of the four files, for an editor that understands it.

    Example: fairmed study schema bands.yaml > bands.schema.json
    """
    schemas = json_schema()
    if file not in schemas:
        raise typer.BadParameter(f"choose one of {', '.join(schemas)}")
    print_json(schemas[file])


def _check_record(study: Study, hits: tuple[LeakHit, ...]) -> dict[str, object]:
    return {
        "study": study.id,
        "title": study.title,
        "vignettes": len(study.vignettes),
        "bands": len(study.bands),
        "practice_bands": len(study.practice_bands),
        "levels": _levels(study),
        "clauses": len(study.clauses),
        "seats": [seat.code for seat in study.seats],
        "repeated": sorted(study.repeated),
        "publishable": not any(hit.blocking for hit in hits),
        "leaks": [
            {
                "place": hit.place,
                "text": hit.text,
                "context": hit.context,
                "category": hit.category,
                "class": hit.hit_class.value,
                "blocking": hit.blocking,
                "waived": hit.waived_by.reason if hit.waived_by else None,
            }
            for hit in hits
        ],
    }


def _levels(study: Study) -> dict[str, int]:
    practice = {band.id for band in study.practice_bands}
    real = [band for band in study.bands if band.id not in practice]
    drafts = (ProvenanceLevel.AUTHOR, ProvenanceLevel.GUIDELINE)
    return {level.value: sum(band.level is level for band in real) for level in drafts}


def _leak_table(hits: list[LeakHit]) -> Table:
    return table(
        "Words that could tell who the patient is",
        ("Place", "Word", "Kind", "Effect", "Context"),
        [
            (hit.place, hit.text, hit.category, "blocks" if hit.blocking else "warns", hit.context)
            for hit in hits
        ],
    )


def _print_check(study: Study, hits: tuple[LeakHit, ...], *, warnings: bool) -> None:
    out = console()
    levels = ", ".join(f"{count} {level}" for level, count in _levels(study).items())
    out.print(f"{study.title} ({study.id})")
    out.print(
        f"{len(study.vignettes)} vignettes, {len(study.bands)} bands "
        f"({len(study.practice_bands)} for practice; the others: {levels}), "
        f"{len(study.clauses)} clauses in {len(study.sources)} sources, "
        f"seats {', '.join(seat.code for seat in study.seats) or 'none'}."
    )
    if study.repeats is not None:
        out.print(
            f"Shown a second time ({study.repeats.percent} %, seed {study.repeats.seed}): "
            f"{', '.join(sorted(study.repeated))}."
        )
    blocking = [hit for hit in hits if hit.blocking]
    listed = [hit for hit in hits if hit.waived_by is None and (warnings or hit.blocking)]
    if listed:
        out.print(_leak_table(listed))
    waived = sum(hit.waived_by is not None for hit in hits)
    warned = len(hits) - waived - len(blocking)
    out.print(
        f"Words that could tell who the patient is: {len(blocking)} block, {waived} are waived "
        f"with a reason, {warned} stand in guideline titles and clauses"
        f"{'' if warnings or not warned else ' (listed with --warnings)'}."
    )
    if blocking:
        out.print("Not publishable: reword what blocks, or waive it with a reason in study.yaml.")
    else:
        out.print("The study can be published.")
