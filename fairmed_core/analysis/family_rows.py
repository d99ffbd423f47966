"""The confirmatory families of a plan: every contrast's test with its label."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fairmed_core.analysis.actions import Action, actions
from fairmed_core.analysis.confirmatory import GENERATING, Candidate, Labelled, confirmatory_family
from fairmed_core.analysis.confounded import changed_attributes, classify_contrast
from fairmed_core.analysis.flips import collapsed_mcnemar
from fairmed_core.analysis.plan import Family, Plan
from fairmed_core.analysis.rows import Row, contrast_row
from fairmed_core.analysis.settings import Contrast
from fairmed_core.analysis.shifts import transition_table
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.table import Trajectories

NO_PLAN = "no plan was fixed before the numbers were seen"
IN_NO_FAMILY = "the plan puts it in no family"

_Place = tuple[Contrast, Action]


def family_rows(
    trajectories: Trajectories, contrasts: Sequence[Contrast], plan: Plan
) -> Iterator[Row]:
    """Yield every contrast's McNemar test with its label and adjusted p-values, by family.

    A contrast belongs to the first family that holds it; what no family holds comes last.
    """
    left: list[_Place] = [
        (contrast, action)
        for contrast in contrasts
        if contrast.condition not in plan.controls
        for action in actions(trajectories.space)
    ]
    for family in plan.families:
        chosen = [place for place in left if _holds(family, place)]
        left = [place for place in left if not _holds(family, place)]
        labelled = confirmatory_family([_candidate(trajectories, place, plan) for place in chosen])
        for place, one in zip(chosen, labelled, strict=True):
            label, reason = (GENERATING, NO_PLAN) if plan.exploratory else (one.label, one.reason)
            yield _row(place, _labelled(one, label, reason), label)
    for place in left:
        test = _candidate(trajectories, place, plan).test
        told = f"{GENERATING}: {IN_NO_FAMILY}."
        yield _row(place, replace(test, notes=(*test.notes, told)), GENERATING)


def _row(place: _Place, test: Estimate, label: str) -> Row:
    contrast, action = place
    return contrast_row(test, contrast, action.name, label)


def _holds(family: Family, place: _Place) -> bool:
    contrast, action = place
    return family.holds(
        action=action.name, sub_action=action.sub_action.name, condition=contrast.condition
    )


def _labelled(one: Labelled, label: str, reason: str) -> Estimate:
    told = f"{label}: {reason}." if reason else f"{label}."
    adjusted = {"p_by": one.adjusted, "p_bh": one.adjusted_bh}
    kept = {} if label == GENERATING else {n: p for n, p in adjusted.items() if p is not None}
    test = one.candidate.test
    return replace(test, extra={**test.extra, **kept}, notes=(*test.notes, told))


def _candidate(trajectories: Trajectories, place: _Place, plan: Plan) -> Candidate:
    contrast, action = place
    sub_action = action.sub_action.name
    test = collapsed_mcnemar(trajectories, contrast=contrast, action=action.name)
    changes = changed_attributes(
        plan.attributes.get(contrast.reference, {}), plan.attributes.get(contrast.condition, {})
    )
    classified = classify_contrast(
        changes,
        sub_action=sub_action,
        shift=test.value,
        transitions=transition_table(trajectories, contrast=contrast, sub_action=sub_action),
        ages=plan.ages,
    )
    return Candidate(f"{action.name}, {contrast.condition}", test, classified)
