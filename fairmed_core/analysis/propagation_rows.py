"""Rows about what an upstream action does downstream: identified contrasts, then descriptions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from fairmed_core.analysis.actions import Action, actions
from fairmed_core.analysis.plan import ForcedArms, Plan
from fairmed_core.analysis.propagation import forced_upstream_contrast, single_prime_contrast
from fairmed_core.analysis.propagation_observed import accumulation, observational_propagation
from fairmed_core.analysis.rows import Row, contrast_row
from fairmed_core.analysis.settings import Contrast
from fairmed_core.domain.action_space import ActionSpace, Step
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.table import Trajectories

FORCED = "forced-upstream contrast"
PRIMED = "single-prime contrast"
NO_FORCED_RUNS = "no_forced_runs"
NO_EVERY_STEP_RUNS = "no_every_step_runs"
ARMS_NOT_NAMED = (
    "Runs with forced steps are present; which arm forces the flipped and which the reference "
    "value must be named (forced, in a plan) for the forced-upstream contrast."
)
NO_INTERVENTIONS = (
    "No run has forced steps or shows the descriptor at one step only, so nothing here is "
    "identified; what follows describes and explains nothing."
)
_RUN = ["model", "scaffold", "arm", "forced_steps", "descriptor_steps"]


def has_interventions(trajectories: Trajectories) -> bool:
    """Whether any run has forced steps or shows the descriptor at some steps only."""
    table = trajectories.table
    return bool(((table["forced_steps"] != "") | (table["descriptor_steps"] != "")).any())


def propagation_notes(trajectories: Trajectories, plan: Plan) -> tuple[str, ...]:
    """Return the sentences that stand above the propagation rows."""
    if not has_interventions(trajectories):
        return (NO_INTERVENTIONS,)
    forced = bool((trajectories.table["forced_steps"] != "").any())
    return (ARMS_NOT_NAMED,) if forced and not plan.forced else ()


def propagation_rows(
    trajectories: Trajectories,
    contrasts: Sequence[Contrast],
    plan: Plan,
    bands: Sequence[ResolvedBand],
) -> Iterator[Row]:
    """Yield forced-upstream and single-prime contrasts, then strata and accumulation."""
    if plan.reference is not None:
        for arms in plan.forced:
            yield from _forced_rows(trajectories, plan, arms, reference=plan.reference)
        yield from _primed_rows(trajectories, plan, reference=plan.reference)
    for contrast in contrasts:
        if contrast.condition not in plan.controls:
            yield from _observed_rows(trajectories, contrast, plan, bands)


def _forced_rows(
    trajectories: Trajectories, plan: Plan, arms: ForcedArms, *, reference: str
) -> Iterator[Row]:
    table = trajectories.table
    rows = table[(table["forced_steps"] == arms.steps) & (table["descriptor_steps"] == "")]
    found = False
    for (model, scaffold), group in rows.groupby(["model", "scaffold"]):
        shared = [
            set(group.loc[group["arm"] == arm, "condition_id"])
            for arm in (arms.flipped_arm, arms.reference_arm)
        ]
        for condition in _compared(plan, reference, shared[0] & shared[1]):
            found = True
            contrast = Contrast(
                condition, reference, str(model), str(scaffold), shared_seeds=plan.shared_seeds
            )
            for action in _after(trajectories.space, arms.steps):
                estimate = forced_upstream_contrast(
                    trajectories,
                    contrast=contrast,
                    action=action.name,
                    forced_steps=arms.steps,
                    flipped_arm=arms.flipped_arm,
                    reference_arm=arms.reference_arm,
                    resampling=plan.resampling,
                )
                yield contrast_row(estimate, contrast, action.name, f"{FORCED}, {arms.steps}")
    if not found:
        yield Row(Estimate.undefined(FORCED, NO_FORCED_RUNS), variant=f"{FORCED}, {arms.steps}")


def _primed_rows(trajectories: Trajectories, plan: Plan, *, reference: str) -> Iterator[Row]:
    runs = {
        tuple(map(str, key)): set(group["condition_id"])
        for key, group in trajectories.table.groupby(_RUN)
    }
    for (model, scaffold, arm, forced, steps), primed in runs.items():
        if not steps:
            continue
        every = runs.get((model, scaffold, arm, forced, ""), set())
        variant = f"{PRIMED}, {steps}" + (f", {forced} forced" if forced else "")
        if not every:
            undefined = Estimate.undefined(PRIMED, NO_EVERY_STEP_RUNS)
            yield Row(undefined, model=model, scaffold=scaffold, arm=arm, variant=variant)
        for condition in _compared(plan, reference, primed & every):
            contrast = Contrast(
                condition, reference, model, scaffold, arm, shared_seeds=plan.shared_seeds
            )
            for action in _after(trajectories.space, steps):
                estimate = single_prime_contrast(
                    trajectories,
                    contrast=contrast,
                    action=action.name,
                    first_step=steps,
                    forced_steps=forced,
                    resampling=plan.resampling,
                )
                yield contrast_row(estimate, contrast, action.name, variant)


def _observed_rows(
    trajectories: Trajectories, contrast: Contrast, plan: Plan, bands: Sequence[ResolvedBand]
) -> Iterator[Row]:
    by_orders: set[str] = set()
    for first in actions(trajectories.space):
        for second in _after(trajectories.space, first.sub_action.step.value):
            strata = observational_propagation(
                trajectories,
                contrast=contrast,
                upstream=first.name,
                downstream=second.name,
                resampling=plan.resampling,
            )
            for name, estimate in strata.items():
                if name.startswith("upstream"):
                    variant = f"{first.name} {name.removeprefix('upstream ')}"
                    yield contrast_row(estimate, contrast, second.name, variant)
                elif f"{second.name}, {name}" not in by_orders:
                    # The split by orders is the same whichever action came first.
                    by_orders.add(f"{second.name}, {name}")
                    yield contrast_row(estimate, contrast, second.name, name)
    orientation = {
        one.name: -1
        for one in trajectories.space.sub_actions
        if one.threshold is not None and one.threshold.direction == "at_most"
    }
    summed = accumulation(
        trajectories,
        contrast=contrast,
        bands=bands,
        orientation=orientation,
        resampling=plan.resampling,
    )
    for name, estimate in summed.items():
        yield contrast_row(estimate, contrast, "", f"accumulation, {name}")


def _compared(plan: Plan, reference: str, present: Iterable[str]) -> list[str]:
    """Return the planned conditions that are present beside the reference."""
    here = set(present)
    wanted = plan.conditions or tuple(sorted(here - {reference, *plan.controls}))
    return [name for name in wanted if name in here] if reference in here else []


def _after(space: ActionSpace, steps: str) -> list[Action]:
    """Return the yes/no actions that are decided after the last of some steps."""
    known = {step.value: step.position for step in Step}
    last = max(known.get(step, -1) for step in steps.split(";"))
    return [one for one in actions(space) if one.sub_action.step.position > last]
