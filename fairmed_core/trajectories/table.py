"""Trajectories: one tidy table, with everything that is missing or was dropped counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from fairmed_core.domain.action_space import ActionSpace
from fairmed_core.errors import UserError
from fairmed_core.trajectories.block import KEY
from fairmed_core.trajectories.cells import Cells, cells_of
from fairmed_core.trajectories.files import InputFile


@dataclass(frozen=True)
class Loss:
    """Something of the input that no estimate rests on.

    Attributes
    ----------
    model, arm, condition
        Where it happened.
    kind
        "never run" and "incomplete" count trajectories; "missing", "unparseable",
        "off its scale" (dropped), "off its scale, kept" and "order without a mapping" count
        values.
    field
        The sub-action; "" where whole trajectories are counted.
    count
        How many.
    """

    model: str
    arm: str
    condition: str
    kind: str
    field: str
    count: int


@dataclass(frozen=True)
class Trajectories:
    """What agents did.

    Attributes
    ----------
    table
        One row per trajectory that was run: the key (model, scaffold, arm, condition_id,
        replicate, vignette_id, forced_steps, descriptor_steps), `complete`, and one column per
        sub-action: numbers as float64 (NaN is missing; true / false are 1 / 0), orders as
        frozensets of lower-case names (None is missing). Read it, never write to it.
    space
        The action space the values were read by.
    losses
        Everything missing or dropped, by condition.
    decoding
        The decoding configuration of the draws; "not recorded" where nobody wrote it down.
    files
        The files read, with their SHA-256.
    unmapped_orders
        Order names that a given mapping does not know, sorted; every order set that holds one
        is missing.
    """

    table: pd.DataFrame
    space: ActionSpace
    losses: tuple[Loss, ...]
    decoding: str
    files: tuple[InputFile, ...]
    unmapped_orders: tuple[str, ...] = ()
    _cells: dict[tuple[str | None, ...], Cells] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if not self.decoding.strip():
            raise UserError(
                "The decoding configuration is empty.",
                next_step="Write it down (temperature, sampling), or “not recorded”.",
            )

    def __len__(self) -> int:
        return len(self.table)

    def names(self, column: str, **where: str) -> tuple[str, ...]:
        """Return the distinct values of a key column among free-running rows, sorted."""
        rows = self.table[
            (self.table["forced_steps"] == "") & (self.table["descriptor_steps"] == "")
        ]
        for name, value in where.items():
            rows = rows[rows[name] == value]
        return tuple(sorted(str(value) for value in rows[column].unique()))

    def cells(
        self,
        *,
        model: str | None = None,
        scaffold: str | None = None,
        arm: str | None = None,
        forced_steps: str = "",
        descriptor_steps: str = "",
    ) -> Cells:
        """Return the draws of one model, scaffold and arm as arrays.

        What is left out must be unambiguous in the file. Forced and single-prime trajectories
        come only when named: they never mix with free-running ones.

        Raises
        ------
        UserError
            When a choice is needed, or nothing matches.
        """
        request = (model, scaffold, arm, forced_steps, descriptor_steps)
        if request in self._cells:
            return self._cells[request]
        rows = self.table[
            (self.table["forced_steps"] == forced_steps)
            & (self.table["descriptor_steps"] == descriptor_steps)
        ]
        chosen: dict[str, str] = {}
        for name, value in (("model", model), ("scaffold", scaffold), ("arm", arm)):
            chosen[name] = _choice(rows, name, value)
            rows = rows[rows[name] == chosen[name]]
        self._cells[request] = cells_of(rows, space=self.space, **chosen)
        return self._cells[request]

    def losses_by_condition(self) -> Mapping[str, Mapping[str, int]]:
        """Return the counts of each kind of loss by condition, summed over models and fields."""
        summed: dict[str, dict[str, int]] = {}
        for loss in self.losses:
            kinds = summed.setdefault(loss.condition, {})
            kinds[loss.kind] = kinds.get(loss.kind, 0) + loss.count
        return summed


def joined(parts: Sequence[Trajectories]) -> Trajectories:
    """Return several readings as one; they share space and decoding, and no key twice."""
    first = parts[0]
    if any(part.space != first.space or part.decoding != first.decoding for part in parts):
        raise UserError(
            "The readings differ in action space or decoding configuration.",
            next_step="Read them with the same settings, or analyse them apart.",
        )
    table = pd.concat([part.table for part in parts], ignore_index=True)
    twice = table.duplicated(list(KEY))
    if twice.any():
        key = described(table, int(twice.to_numpy().argmax()))
        raise UserError(
            f"Two readings hold the same trajectory: {key}.",
            next_step="Give each draw its own replicate number, model or arm.",
        )
    return Trajectories(
        table=table,
        space=first.space,
        losses=tuple(loss for part in parts for loss in part.losses),
        decoding=first.decoding,
        files=tuple(file for part in parts for file in part.files),
        unmapped_orders=tuple(sorted({name for part in parts for name in part.unmapped_orders})),
    )


def described(table: pd.DataFrame, row: int) -> str:
    """Return the key of a row in words, leaving out what is empty."""
    named = ((name, table[name].iloc[row]) for name in KEY)
    return ", ".join(f"{name} {value}" for name, value in named if value != "")


def _choice(rows: pd.DataFrame, name: str, wanted: str | None) -> str:
    present = sorted(str(value) for value in rows[name].unique())
    if wanted is None and len(present) == 1:
        return present[0]
    if wanted is not None and wanted in present:
        return wanted
    listed = ", ".join(present) or "none"
    if wanted is None and present:
        raise UserError(
            f"The trajectories hold several values of {name}: {listed}.",
            next_step=f"Say which {name} is meant.",
        )
    asked = f"with {name} {wanted!r}" if wanted is not None else "of this kind"
    raise UserError(f"There are no trajectories {asked}.", next_step=f"Present ({name}): {listed}.")
