"""Which sets an item allows, whoever proposes them."""

from __future__ import annotations

from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet
from fairmed_core.domain.band import Band
from fairmed_core.domain.study import Study


def legal_set(proposed: AcceptableSet, band: Band, study: Study) -> bool:
    """Whether a set is of the item's kind and holds nothing that its scale does not have."""
    if isinstance(proposed, OrderSet):
        known = {order.test for order in study.orders}
        return isinstance(band.acceptable, OrderSet) and proposed.allowed <= known
    sub_action = study.space[band.sub_action]
    return isinstance(band.acceptable, ValueSet) and all(
        sub_action.on_scale(value) for value in proposed.values
    )
