"""What an analysis is asked for: draws, bands, and a plan from a file or from options."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from bands_registry.services.band_source import BandSource, band_source
from bands_registry.services.load_plan import demand_fit, load_plan
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.settings import DEFAULT_SEED, STANDARD, Resampling
from fairmed_core.errors import UserError
from fairmed_core.trajectories.keys import NOT_RECORDED
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
PlanPath = Annotated[
    Path | None,
    typer.Option("--plan", help="Analysis plan; without one all is exploratory."),
]
Reference = Annotated[
    str | None,
    typer.Option(
        help="Reference condition; without it no contrast is computed.", show_default=False
    ),
]
Conditions = Annotated[
    list[str] | None,
    typer.Option(
        "--condition", help="Compare only this condition; repeatable.", show_default=False
    ),
]
Decoding = Annotated[
    str | None,
    typer.Option(
        help=f"Decoding configuration of the draws, printed beside floors. [{NOT_RECORDED}]",
        show_default=False,
    ),
]
Model = Annotated[
    str | None, typer.Option(help="Model, where the files name none.", show_default=False)
]
Seed = Annotated[
    int | None,
    typer.Option(min=0, help=f"Seed of every resample. [{DEFAULT_SEED}]", show_default=False),
]
Resamples = Annotated[
    int | None,
    typer.Option(min=100, help=f"Bootstrap resamples. [{STANDARD.resamples}]", show_default=False),
]
Out = Annotated[
    Path | None,
    typer.Option(
        help="Folder for report, tables (CSV, LaTeX, JSON) and figures.", show_default=False
    ),
]


@dataclass(frozen=True)
class Asked:
    """What the options say; None where an option was left out."""

    plan: Path | None = None
    reference: str | None = None
    conditions: tuple[str, ...] = ()
    decoding: str | None = None
    seed: int | None = None
    resamples: int | None = None


@dataclass(frozen=True)
class Sources:
    """Where bands come from."""

    registry: Path | None = None
    bands: Path | None = None

    def read(self) -> BandSource:
        """Return the bands with what they come with."""
        return band_source(self.registry, self.bands)

    @property
    def of_a_study(self) -> bool:
        """Whether a study, and with it a set distance fixed in advance, stands behind them."""
        return self.registry is not None or (self.bands is not None and self.bands.is_dir())


def plan_for(asked: Asked, sources: Sources, source: BandSource) -> Plan:
    """Return the plan of the file, or the one the options make; never a mixture."""
    if asked.plan is None:
        return Plan(
            reference=asked.reference,
            conditions=asked.conditions,
            resampling=Resampling(
                resamples=STANDARD.resamples if asked.resamples is None else asked.resamples,
                seed=DEFAULT_SEED if asked.seed is None else asked.seed,
            ),
            set_distance=source.set_distance,
            decoding=asked.decoding,
        )
    options = {
        "--reference": asked.reference,
        "--condition": asked.conditions or None,
        "--decoding": asked.decoding,
        "--seed": asked.seed,
        "--resamples": asked.resamples,
    }
    given = [name for name, value in options.items() if value is not None]
    if given:
        raise UserError(
            f"The plan fixes what {given[0]} would change.",
            next_step="Leave the option out, or analyse without --plan: that is exploratory.",
            file=asked.plan,
        )
    plan = load_plan(asked.plan)
    demand_fit(plan, source, of_a_study=sources.of_a_study, file=asked.plan)
    return plan


def read_draws(
    trajectories: list[Path], *, source: BandSource, plan: Plan, model: str | None = None
) -> Trajectories:
    """Return the draws, read on the scales of the study and the plan."""
    return read_trajectories(
        trajectories,
        space=plan.space_of(source.space),
        model=model,
        orders=source.orders,
        no_order_names=source.no_order_names,
        decoding=NOT_RECORDED if plan.decoding is None else plan.decoding,
        value_maps=plan.value_maps,
    )
