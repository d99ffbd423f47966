"""`fairmed plan`: fix an analysis before its numbers are seen."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bands_registry.services.load_plan import new_plan
from fairmed_cli.analysis_input import (
    Asked,
    BandsFile,
    RegistryFile,
    Sources,
    plan_for,
    read_draws,
)
from fairmed_cli.options import AsJson
from fairmed_cli.output import console, print_json, table
from fairmed_core.analysis.confounded import REGISTRY, changed_attributes
from fairmed_core.analysis.plan import Pair, Plan
from fairmed_core.analysis.planned import planned_contrasts

app = typer.Typer(help="Fix an analysis before its numbers are seen.", no_args_is_help=True)

PlanFile = Annotated[Path, typer.Argument(help="The plan (YAML).", show_default=False)]


@app.command()
def new(
    file: PlanFile,
    reference: Annotated[str, typer.Option(help="Reference condition.")] = "reference",
    condition: Annotated[
        list[str] | None, typer.Option(help="What is compared with it; repeatable.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a plan that passes every check, with a remark at each key, to be edited.

    Example: fairmed plan new plan.yaml --reference ref --condition woman --condition lep
    """
    plan = new_plan(file, reference=reference, conditions=condition or ["compared"])
    if as_json:
        print_json({"file": str(file), "plan_hash": plan.sha256})
        return
    console().print(f"Wrote {file}. Edit it, then run: fairmed plan check {file}")


@app.command()
def check(
    file: PlanFile,
    trajectories: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Draws: only names of conditions are looked at, no number.", show_default=False
        ),
    ] = None,
    registry: RegistryFile = None,
    bands: BandsFile = None,
    as_json: AsJson = False,
) -> None:
    """Check a plan and print its hash, and what the confounded registry holds against it.

    With bands its names are held against the study; with draws, against their conditions.

    Example: fairmed plan check plan.yaml draws.csv --registry round1.fmreg
    """
    sources = Sources(registry, bands)
    source = sources.read()
    plan = plan_for(Asked(plan=file), sources, source)
    found: int | None = None
    if trajectories:
        drawn = read_draws(trajectories, source=source, plan=plan)
        found = len(planned_contrasts(drawn, plan))
    if as_json:
        print_json(_record(plan, found))
        return
    out = console()
    out.print(f"{file.name}: SHA-256 {plan.sha256}")
    out.print(
        f"{plan.resampling.resamples} resamples, seed {plan.resampling.seed}, set distance "
        f"{plan.set_distance}; families: {', '.join(one.name for one in plan.families)}."
    )
    rows = [(pair.condition, pair.reference, _changes(plan, pair), _reasons(plan, pair))
            for pair in _pairs(plan)]  # fmt: skip
    out.print(
        table("Contrasts", ("Condition", "Reference", "Differs in", "May be good care"), rows)
    )
    if found is not None:
        out.print(f"The draws hold {found} of these contrasts, counted over models and arms.")


def _record(plan: Plan, found: int | None) -> dict[str, object]:
    return {
        "plan_hash": plan.sha256,
        "resamples": plan.resampling.resamples,
        "seed": plan.resampling.seed,
        "set_distance": plan.set_distance,
        "families": [one.name for one in plan.families],
        "contrasts": [
            {
                "condition": pair.condition,
                "reference": pair.reference,
                "differs_in": _changes(plan, pair),
                "may_be_good_care": _reasons(plan, pair),
            }
            for pair in _pairs(plan)
        ],
        "contrasts_in_draws": found,
    }


def _pairs(plan: Plan) -> list[Pair]:
    reference = plan.reference or ""
    return [*(Pair(name, reference) for name in plan.conditions), *plan.pairs]


def _changes(plan: Plan, pair: Pair) -> str:
    changes = changed_attributes(plan.attributes[pair.reference], plan.attributes[pair.condition])
    return "; ".join(f"{one.attribute}: {one.before} → {one.after}" for one in changes)


def _reasons(plan: Plan, pair: Pair) -> str:
    """Return the registered entries that speak of what a contrast changes, either way round."""
    changes = changed_attributes(plan.attributes[pair.reference], plan.attributes[pair.condition])
    told = [
        entry.sub_action + (" (needs adjudication)" if entry.needs_adjudication else "")
        for entry in REGISTRY
        for change in changes
        if change.attribute == entry.change.attribute
        and {change.before, change.after} == {entry.change.before, entry.change.after}
    ]
    return "; ".join(told) or "nothing registered"
