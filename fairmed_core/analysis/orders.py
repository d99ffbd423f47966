"""Indicated orders: whether every required test was ordered."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fairmed_core.analysis.bands import BandsInUse, bands_in_use
from fairmed_core.analysis.pairs import cross_sum, share
from fairmed_core.analysis.ratio import Described, mean_over_vignettes
from fairmed_core.analysis.settings import STANDARD, Contrast, Resampling
from fairmed_core.analysis.within_range import notes_of
from fairmed_core.domain.acceptable import OrderSet
from fairmed_core.domain.action_space import Kind
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.cells import Bools, Cells
from fairmed_core.trajectories.table import Trajectories


def indicated_order_flips(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    bands: Sequence[ResolvedBand],
    sub_action: str = "orders",
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Flip rate of "every required test was ordered" over vignettes with an order band.

    Parameters
    ----------
    trajectories, contrast, bands, resampling
        As in `within_range_flip_rate`.
    sub_action
        The orders.

    Returns
    -------
    Estimate
        Mean over vignettes with a valid cross pair of the share of pairs in which the required
        tests are complete in one draw and not in the other. Extra: ``rate_reference``,
        ``rate_condition``, how often they are complete. Undefined with ``no_band`` or
        ``no_valid_pair``.

    Raises
    ------
    UserError
        When `sub_action` is no set of orders, and as in `within_range_flip_rate`.

    References
    ----------
    arXiv 2609.03221, indicated-order indicator (required ⊆ ordered).
    """
    cells = contrast.cells(trajectories)
    if sub_action not in cells.space or cells.space[sub_action].kind is not Kind.ORDERS:
        raise UserError(
            f"{sub_action!r} is no set of orders.", next_step="Name the orders sub-action."
        )
    used = bands_in_use(bands, sub_action=cells.space[sub_action], cells=cells)
    yes0, no0 = _complete(cells, used, contrast.reference)
    yes1, no1 = _complete(cells, used, contrast.condition)
    shared = contrast.shared_seeds
    valid = cross_sum(yes0 | no0, yes1 | no1, shared_seeds=shared)
    flips = cross_sum(yes0, no1, shared_seeds=shared) + cross_sum(no0, yes1, shared_seeds=shared)
    carrying = valid > 0
    rates = {
        name: share(yes.sum(axis=-1), (yes | no).sum(axis=-1))
        for name, yes, no in (("rate_reference", yes0, no0), ("rate_condition", yes1, no1))
    }
    about = Described(
        name="flip rate of indicated orders",
        method="mean over vignettes of the share of cross pairs that differ",
        rate=True,
        counts={"pairs": int(valid.sum()), "flips": int(flips.sum()), **used.counts()},
        extra={n: float(r[carrying].mean()) for n, r in rates.items() if carrying.any()},
        notes=notes_of(used),
        ground_truth=used.ground_truth,
    )
    if not len(used.rows):
        return about.undefined("no_band")
    return mean_over_vignettes(share(flips, valid), carrying, about=about, resampling=resampling)


def _complete(cells: Cells, used: BandsInUse, condition: str) -> tuple[Bools, Bools]:
    """Return which draws (B, R) ordered every required test, and which valid draws did not."""
    name = used.sub_action.name
    codes = cells.ordered(name, condition)[used.rows]
    complete = np.zeros(codes.shape, dtype=np.bool_)
    for row, band in enumerate(used.sets):
        for code in np.unique(codes[row]).tolist():
            if code >= 0 and isinstance(band, OrderSet):
                ordered = cells.order_sets[name][code]
                complete[row, codes[row] == code] = band.required <= ordered
    return complete, (codes >= 0) & ~complete
