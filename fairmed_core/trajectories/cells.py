"""The draws of one model, scaffold and arm as arrays: vignette × condition × replicate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from fairmed_core.domain.action_space import ActionSpace, Kind
from fairmed_core.errors import UserError

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.int64]
Orders = frozenset[str]


@dataclass(frozen=True, eq=False)
class Cells:
    """Draws as arrays of shape (V vignettes, C conditions, R replicates).

    Two of them are equal only when they are the same object: what is derived from the arrays can
    then be kept by the object it came from.

    Attributes
    ----------
    model, scaffold, arm
        What they belong to.
    space
        The action space.
    vignettes, conditions, replicates
        The labels of the axes, sorted; a replicate keeps its position in every cell.
    present
        Whether the trajectory was run.
    values
        Per numeric sub-action, float64; NaN where missing or not run.
    order_codes, order_sets
        Per orders sub-action: codes into the distinct sets, -1 where missing; and the sets.
    """

    model: str
    scaffold: str
    arm: str
    space: ActionSpace
    vignettes: tuple[str, ...]
    conditions: tuple[str, ...]
    replicates: tuple[int, ...]
    present: Bools
    values: Mapping[str, Floats]
    order_codes: Mapping[str, Codes]
    order_sets: Mapping[str, tuple[Orders, ...]]

    def condition(self, name: str) -> int:
        """Return the position of a condition; a UserError names those present."""
        if name in self.conditions:
            return self.conditions.index(name)
        raise UserError(
            f"There is no condition {name!r} in arm {self.arm!r} of model {self.model!r}.",
            next_step=f"Present: {', '.join(self.conditions)}.",
        )

    def draws(self, sub_action: str, condition: str) -> Floats:
        """Return the (V, R) values of a numeric sub-action under one condition."""
        at = self.condition(condition)
        if sub_action not in self.values:
            raise UserError(
                f"{sub_action!r} is not measured on a scale.",
                next_step=f"Choose one of {', '.join(self.values)}.",
            )
        return self.values[sub_action][:, at, :]

    def ordered(self, sub_action: str, condition: str) -> Codes:
        """Return the (V, R) codes of an orders sub-action under one condition."""
        return self.order_codes[sub_action][:, self.condition(condition), :]


def cells_of(
    rows: pd.DataFrame, *, space: ActionSpace, model: str, scaffold: str, arm: str
) -> Cells:
    """Return the arrays of rows that share model, scaffold and arm."""
    v, vignettes = pd.factorize(rows["vignette_id"].to_numpy(dtype=object), sort=True)
    c, conditions = pd.factorize(rows["condition_id"].to_numpy(dtype=object), sort=True)
    r, replicates = pd.factorize(rows["replicate"].to_numpy(dtype=np.int64), sort=True)
    shape = (len(vignettes), len(conditions), len(replicates))
    present = np.zeros(shape, dtype=np.bool_)
    present[v, c, r] = True
    values: dict[str, Floats] = {}
    codes: dict[str, Codes] = {}
    sets: dict[str, tuple[Orders, ...]] = {}
    for sub_action in space.sub_actions:
        column = rows[sub_action.name]
        if sub_action.kind is Kind.ORDERS:
            coded, distinct = pd.factorize(column.to_numpy(dtype=object))
            cube = np.full(shape, -1, dtype=np.int64)
            cube[v, c, r] = coded
            codes[sub_action.name], sets[sub_action.name] = cube, tuple(distinct)
        else:
            numbers = np.full(shape, np.nan)
            numbers[v, c, r] = column.to_numpy(dtype=np.float64)
            values[sub_action.name] = numbers
    return Cells(
        model=model,
        scaffold=scaffold,
        arm=arm,
        space=space,
        vignettes=tuple(str(name) for name in vignettes),
        conditions=tuple(str(name) for name in conditions),
        replicates=tuple(int(number) for number in replicates),
        present=present,
        values=values,
        order_codes=codes,
        order_sets=sets,
    )
