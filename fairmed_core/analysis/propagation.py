"""Propagation: what an upstream action does downstream, by intervention."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fairmed_core.analysis.actions import Action, find_action
from fairmed_core.analysis.flips import flip_pairs
from fairmed_core.analysis.pairs import share
from fairmed_core.analysis.ratio import Described, mean_over_vignettes
from fairmed_core.analysis.settings import STANDARD, Contrast, Resampling
from fairmed_core.analysis.signed import with_wild_test
from fairmed_core.domain.action_space import Step
from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.cells import Cells, Floats
from fairmed_core.trajectories.table import Trajectories

UNBALANCED = "unbalanced_arms"
MECHANICAL = "mechanical_null"


def forced_upstream_contrast(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    action: str,
    forced_steps: str,
    flipped_arm: str,
    reference_arm: str,
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Downstream flips with the upstream action forced to its flipped or its reference value.

    Parameters
    ----------
    trajectories
        Runs with forced steps.
    contrast
        Reference and comparison, which differ within each arm; its own arm is not used.
    action
        The downstream yes/no action.
    forced_steps
        The forced steps ("triage"), as in the key.
    flipped_arm, reference_arm
        The arm with the upstream action forced to its flipped, and to its reference value.
    resampling
        Of vignettes.

    Returns
    -------
    Estimate
        Mean over vignettes of the flip rate in the flipped arm minus that in the reference arm,
        with the wild cluster test. Extra: ``flipped_arm``, ``reference_arm``. Withheld with
        ``unbalanced_arms`` unless both arms hold the same vignettes with the same number of
        draws; ``mechanical_null`` when the action itself is forced.

    Raises
    ------
    UserError
        The arms or conditions are not there, or a step is unknown.

    References
    ----------
    arXiv 2609.03221, forced-upstream contrast: the identified one.
    """
    _check_steps(forced_steps)
    name = f"forced-upstream contrast of {action}"
    arms = [
        trajectories.cells(
            model=contrast.model, scaffold=contrast.scaffold, arm=arm, forced_steps=forced_steps
        )
        for arm in (flipped_arm, reference_arm)
    ]
    found = find_action(trajectories.space, action)
    if found.sub_action.step.value in forced_steps.split(";"):
        return Estimate.undefined(name, MECHANICAL)
    titles = ("flipped_arm", "reference_arm")
    return _between_arms(name, arms, found, contrast, titles=titles, resampling=resampling)


def single_prime_contrast(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    action: str,
    first_step: str = Step.TRIAGE.value,
    forced_steps: str = "",
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Flips with the descriptor shown at every step minus shown at the first step only.

    Parameters
    ----------
    trajectories
        Runs of both kinds.
    contrast
        Reference and comparison, and the arm that holds both kinds.
    action
        A yes/no action after the first step.
    first_step
        The only descriptor step of the single-prime runs.
    forced_steps
        Steps forced in both kinds of runs.
    resampling
        Of vignettes.

    Returns
    -------
    Estimate
        Mean over vignettes of the difference of flip rates (re-priming against carry-forward),
        with the wild cluster test. Extra: ``every_step``, ``first_step_only``. Withheld with
        ``unbalanced_arms``, or ``mechanical_null`` when every step at which an arm shows the
        descriptor is forced, or the action itself.

    Raises
    ------
    UserError
        One of the kinds is not there, or a step is unknown.

    References
    ----------
    arXiv 2609.03221, single-prime runs.
    """
    _check_steps(first_step)
    name = f"single-prime contrast of {action}"
    found = find_action(trajectories.space, action)
    forced = set(forced_steps.split(";"))
    if set(first_step.split(";")) <= forced or found.sub_action.step.value in forced:
        return Estimate.undefined(name, MECHANICAL)
    arms = [
        trajectories.cells(
            model=contrast.model,
            scaffold=contrast.scaffold,
            arm=contrast.arm,
            forced_steps=forced_steps,
            descriptor_steps=steps,
        )
        for steps in ("", first_step)
    ]
    titles = ("every_step", "first_step_only")
    return _between_arms(name, arms, found, contrast, titles=titles, resampling=resampling)


def _between_arms(
    name: str,
    arms: list[Cells],
    action: Action,
    contrast: Contrast,
    *,
    titles: tuple[str, str],
    resampling: Resampling,
) -> Estimate:
    """Return the mean paired difference of the flip rates of two balanced arms."""
    about = Described(
        name, method="mean over vignettes of the difference of flip rates between two arms"
    )
    if not _balanced(arms, contrast):
        return about.undefined(UNBALANCED)
    first, second = (flip_pairs(cells, action, contrast) for cells in arms)
    rates: list[Floats] = [share(pairs.flipped, pairs.valid) for pairs in (first, second)]
    carrying = first.carrying & second.carrying
    if (first.carrying != second.carrying).any():
        return about.undefined(UNBALANCED)
    if carrying.any():
        extra = {t: float(r[carrying].mean()) for t, r in zip(titles, rates, strict=True)}
        about = replace(about, extra=extra)
    difference = rates[0] - rates[1]
    estimate = mean_over_vignettes(difference, carrying, about=about, resampling=resampling)
    return with_wild_test(estimate, difference, carrying, resampling=resampling)


def _balanced(arms: list[Cells], contrast: Contrast) -> bool:
    """Whether both arms hold the same vignettes with as many draws of both conditions."""
    first, second = arms
    if first.vignettes != second.vignettes:
        return False
    return all(
        np.array_equal(
            first.present[:, first.condition(name), :].sum(axis=-1),
            second.present[:, second.condition(name), :].sum(axis=-1),
        )
        for name in (contrast.reference, contrast.condition)
    )


def _check_steps(steps: str) -> None:
    known = [step.value for step in Step]
    if not steps or any(step not in known for step in steps.split(";")):
        raise UserError(
            f"{steps!r} is not a list of steps.",
            next_step=f"Join some of {', '.join(known)} by semicolons.",
        )
