"""What each section of a report computes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairmed_core.analysis.actions import actions
from fairmed_core.analysis.agreement import band_agreement
from fairmed_core.analysis.distances import score_difference, score_floor
from fairmed_core.analysis.flips import collapsed_mcnemar, flip_rates, signed_disparity
from fairmed_core.analysis.floor import instability_floor
from fairmed_core.analysis.intra_rater import intra_rater_agreement
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.planned import arms_of
from fairmed_core.analysis.rows import COLLAPSED, REPLICATE, Row, contrast_row, floor_row
from fairmed_core.analysis.sensitivity import band_sensitivity
from fairmed_core.analysis.settings import Contrast, Setting
from fairmed_core.analysis.shifts import ordinal_shift
from fairmed_core.analysis.within_range import Denominator, within_range_flip_rate
from fairmed_core.domain.action_space import ActionSpace, Kind
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.trajectories.table import Trajectories

SHIFTED = (Kind.ORDINAL, Kind.DAYS)
SCORED = (Kind.CONTINUOUS, Kind.ORDERS)
DENOMINATORS: tuple[Denominator, ...] = ("straddling", "banded")


def floor_rows(trajectories: Trajectories, plan: Plan) -> Iterator[Row]:
    """Yield the floors of every action and score in every condition."""
    for cells in arms_of(trajectories):
        for condition in cells.conditions:
            setting = Setting(condition, cells.model, cells.scaffold, cells.arm)
            floors = instability_floor(trajectories, setting=setting, resampling=plan.resampling)
            scored = {
                sub_action.name: score_floor(
                    trajectories,
                    setting=setting,
                    sub_action=sub_action.name,
                    resampling=plan.resampling,
                )
                for sub_action in cells.space.sub_actions
                if sub_action.kind in SCORED
            }
            for name, estimate in {**floors, **scored}.items():
                yield floor_row(estimate, cells, condition, name)


def flip_rows(
    trajectories: Trajectories, contrast: Contrast, plan: Plan, _: Sequence[ResolvedBand]
) -> Iterator[Row]:
    """Yield flip rates at both levels, signed disparities and McNemar tests of every action."""
    resampling = plan.resampling
    for variant in (REPLICATE, COLLAPSED):
        rates = flip_rates(
            trajectories,
            contrast=contrast,
            collapsed=variant == COLLAPSED,
            resampling=resampling,
        )
        for name, estimate in rates.items():
            yield contrast_row(estimate, contrast, name, variant)
    for action in actions(trajectories.space):
        signed = signed_disparity(
            trajectories, contrast=contrast, action=action.name, resampling=resampling
        )
        yield contrast_row(signed, contrast, action.name, REPLICATE)
        test = collapsed_mcnemar(trajectories, contrast=contrast, action=action.name)
        yield contrast_row(test, contrast, action.name, COLLAPSED)


def shift_rows(
    trajectories: Trajectories, contrast: Contrast, plan: Plan, _: Sequence[ResolvedBand]
) -> Iterator[Row]:
    """Yield shifts of ordinal values and days, and distances of scores and orders."""
    resampling = plan.resampling
    for sub_action in trajectories.space.sub_actions:
        name = sub_action.name
        if sub_action.kind in SHIFTED:
            for variant in (REPLICATE, COLLAPSED):
                shift = ordinal_shift(
                    trajectories,
                    contrast=contrast,
                    sub_action=name,
                    collapsed=variant == COLLAPSED,
                    resampling=resampling,
                )
                yield contrast_row(shift, contrast, name, variant)
        elif sub_action.kind in SCORED:
            difference = score_difference(
                trajectories, contrast=contrast, sub_action=name, resampling=resampling
            )
            yield contrast_row(difference, contrast, name, REPLICATE)


def within_rows(
    trajectories: Trajectories, contrast: Contrast, plan: Plan, bands: Sequence[ResolvedBand]
) -> Iterator[Row]:
    """Yield both within-range rates of every yes/no action, at both levels."""
    for action in actions(trajectories.space):
        for variant in (REPLICATE, COLLAPSED):
            for denominator in DENOMINATORS:
                rate = within_range_flip_rate(
                    trajectories,
                    contrast=contrast,
                    action=action.name,
                    bands=bands,
                    denominator=denominator,
                    collapsed=variant == COLLAPSED,
                    resampling=plan.resampling,
                )
                yield contrast_row(rate, contrast, action.name, f"{denominator}, {variant}")


def sensitivity_rows(
    trajectories: Trajectories, contrast: Contrast, plan: Plan, bands: Sequence[ResolvedBand]
) -> Iterator[Row]:
    """Yield the within-range rate under every arm of the bands, for actions that have bands."""
    banded = {one.band.sub_action for one in bands}
    for action in actions(trajectories.space):
        if action.sub_action.name not in banded:
            continue
        arms = band_sensitivity(
            trajectories,
            contrast=contrast,
            action=action.name,
            bands=bands,
            resampling=plan.resampling,
        )
        for arm, rate in arms.items():
            yield contrast_row(rate, contrast, action.name, arm)


def agreement_rows(
    bands: Sequence[ResolvedBand], *, space: ActionSpace, plan: Plan
) -> Iterator[Row]:
    """Yield the raters' agreement on each sub-action's bands, then that with themselves."""
    agreement = band_agreement(
        bands, space=space, distance=plan.set_distance, resampling=plan.resampling
    )
    for sub_action, estimates in agreement.items():
        for name, estimate in estimates.items():
            yield Row(estimate, action=sub_action, variant=name)
    alone = intra_rater_agreement(
        bands, space=space, distance=plan.set_distance, resampling=plan.resampling
    )
    for sub_action, estimates in alone.items():
        for name, estimate in estimates.items():
            yield Row(estimate, action=sub_action, variant=name)
