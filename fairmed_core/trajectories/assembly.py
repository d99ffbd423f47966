"""From coded columns to the tidy table: values read, keys checked, losses counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from fairmed_core.domain.action_space import ActionSpace, Kind, SubAction
from fairmed_core.domain.study import OrderName
from fairmed_core.errors import UserError
from fairmed_core.trajectories.block import KEY, Block, Coded, flat_name
from fairmed_core.trajectories.keys import complete_rows, key_column
from fairmed_core.trajectories.orders import OrderReader, order_reader
from fairmed_core.trajectories.table import Loss, Trajectories, described
from fairmed_core.trajectories.value_maps import ValueMaps, mapped_value, spelling
from fairmed_core.trajectories.values import Problem, parser_of

Bools = npt.NDArray[np.bool_]
Column = npt.NDArray[np.float64] | npt.NDArray[np.object_]
Problems = npt.NDArray[np.object_]

KEPT = "off its scale, kept"
NEVER_RUN = "never run"
INCOMPLETE = "incomplete"
MOST_OFF_SCALE = 0.2


@dataclass(frozen=True)
class Reading:
    """How values are read: the scales, the rule for what lies off them, the order names, maps."""

    space: ActionSpace
    out_of_range: str
    orders: OrderReader
    maps: ValueMaps


def assemble(
    blocks: Sequence[Block],
    *,
    space: ActionSpace,
    given: Mapping[str, str],
    out_of_range: str,
    decoding: str,
    orders: Sequence[OrderName],
    no_order_names: Collection[str],
    value_maps: ValueMaps,
) -> Trajectories:
    """Return the blocks as one table; see `read_trajectories` for the rules."""
    if not any(len(block.positions) for block in blocks):
        raise UserError(
            "There is no trajectory in the file.", next_step="Export it again.", file=blocks[0].path
        )
    reading = Reading(space, out_of_range, order_reader(orders, no_order_names), value_maps)
    losses: list[Loss] = []
    table = pd.concat([_frame(b, given, reading, losses) for b in blocks], ignore_index=True)
    _refuse_duplicates(table, blocks)
    ran = np.concatenate([block.ran for block in blocks])
    if not ran.any():
        raise UserError(
            f"None of the {len(ran)} trajectories was run.",
            next_step="Give the files of a run.",
            file=blocks[0].path,
        )
    _refuse_another_scale(table, losses, blocks[0])
    return Trajectories(
        table=table[ran].reset_index(drop=True),
        space=space,
        losses=_summed(losses),
        decoding=decoding,
        files=tuple(block.file for block in blocks),
        unmapped_orders=_unmapped(blocks, reading),
    )


def _unmapped(blocks: Sequence[Block], reading: Reading) -> tuple[str, ...]:
    """Return the order names of all rows that the mapping does not know, sorted."""
    names: set[str] = set()
    for sub_action in reading.space.sub_actions:
        if sub_action.kind is Kind.ORDERS:
            for block in blocks:
                lists = block.columns[sub_action.name].values
                names.update(*(reading.orders.unmapped(raw) for raw in lists))
    return tuple(sorted(names))


def _frame(
    block: Block, given: Mapping[str, str], reading: Reading, losses: list[Loss]
) -> pd.DataFrame:
    """Return a block's rows with key and values; what gets lost is added to `losses`."""
    keys = pd.DataFrame({name: _spread(key_column(block, name, given)) for name in KEY})
    keys["replicate"] = keys["replicate"].astype(np.int64)
    complete = complete_rows(block).astype(np.bool_)
    losses += _count(keys[~block.ran], NEVER_RUN)
    losses += _count(keys[block.ran & ~complete], INCOMPLETE)
    usable = complete & block.ran
    columns: dict[str, Column] = {}
    for sub_action in reading.space.sub_actions:
        values, problems = _read(block, sub_action, reading.orders)
        _apply_maps(block, sub_action, keys, reading.maps, values=values, problems=problems)
        values[~usable] = None if sub_action.kind is Kind.ORDERS else np.nan
        off = (problems == Problem.OFF_SCALE) & usable
        _treat_off_scale(block, sub_action, values=values, off=off, rule=reading.out_of_range)
        losses += _problem_losses(keys, problems, usable, sub_action.name, reading.out_of_range)
        columns[sub_action.name] = values
    return keys.assign(complete=complete, **columns)


def _read(block: Block, sub_action: SubAction, orders: OrderReader) -> tuple[Column, Problems]:
    """Return a sub-action's values and what is wrong with each; every distinct value once."""
    column = block.columns[sub_action.name]
    problems: Problems
    if sub_action.kind is Kind.ORDERS:
        read = [orders.read(raw) for raw in column.values]
        sets = np.empty(len(read), dtype=object)
        sets[:] = [value for value, _ in read]
        problems = np.array([problem for _, problem in read], dtype=object)
        return sets[column.codes], problems[column.codes]
    parse = parser_of(sub_action)
    parsed = [parse(raw) for raw in column.values]
    numbers = np.array([value for value, _ in parsed], dtype=np.float64)
    problems = np.array([problem for _, problem in parsed], dtype=object)
    return numbers[column.codes], problems[column.codes]


def _apply_maps(
    block: Block,
    sub_action: SubAction,
    keys: pd.DataFrame,
    maps: ValueMaps,
    *,
    values: Column,
    problems: Problems,
) -> None:
    """Read the values of every mapped model again, by its map."""
    column = block.columns[sub_action.name]
    for model, fields in maps.items():
        if sub_action.name not in fields:
            continue
        mapped = {spelling(raw): value for raw, value in fields[sub_action.name].items()}
        read = [mapped_value(raw, mapped) for raw in column.values]
        rows = (keys["model"] == model).to_numpy()
        codes = column.codes[rows]
        values[rows] = np.array([value for value, _ in read])[codes]
        problems[rows] = np.array([problem for _, problem in read], dtype=object)[codes]


def _treat_off_scale(
    block: Block, sub_action: SubAction, *, values: Column, off: Bools, rule: str
) -> None:
    """Make off-scale values missing, keep them, or stop at the first."""
    if rule == "keep" or not off.any():
        return
    if rule == "error":
        row = int(np.flatnonzero(off)[0])
        column = flat_name(sub_action)
        raise UserError(
            f"{values[row]:g} lies off the scale of {sub_action.name}.",
            next_step="Correct it, or let off-scale values be missing and counted.",
            file=block.path,
            place=block.place(row, column),
        )
    values[off] = np.nan


def _problem_losses(
    keys: pd.DataFrame, problems: Problems, usable: Bools, field: str, rule: str
) -> list[Loss]:
    losses: list[Loss] = []
    for problem in Problem:
        if problem is Problem.NONE:
            continue
        hit = usable & (problems == problem)
        if hit.any():
            kept = problem is Problem.OFF_SCALE and rule == "keep"
            losses += _count(keys[hit], KEPT if kept else problem.value, field)
    return losses


def _count(rows: pd.DataFrame, kind: str, field: str = "") -> list[Loss]:
    """Return one loss per model, arm and condition of these rows."""
    places = Counter(zip(rows["model"], rows["arm"], rows["condition_id"], strict=True))
    return [
        Loss(model=model, arm=arm, condition=condition, kind=kind, field=field, count=size)
        for (model, arm, condition), size in places.items()
    ]


def _summed(losses: Sequence[Loss]) -> tuple[Loss, ...]:
    """Return the losses of all files with equal places added up, in a fixed order."""
    totals: dict[tuple[str, str, str, str, str], int] = {}
    for loss in losses:
        key = (loss.model, loss.arm, loss.condition, loss.kind, loss.field)
        totals[key] = totals.get(key, 0) + loss.count
    return tuple(Loss(*key, count) for key, count in sorted(totals.items()))


def _refuse_duplicates(table: pd.DataFrame, blocks: Sequence[Block]) -> None:
    twice = table.duplicated(list(KEY)).to_numpy()
    if not twice.any():
        return
    second = int(np.flatnonzero(twice)[0])
    same = (table[list(KEY)] == table.loc[second, list(KEY)]).all(axis=1).to_numpy()
    first = int(np.flatnonzero(same)[0])
    where, place = _origin(blocks, second)
    first_file, first_place = _origin(blocks, first)
    before = f"{first_file.path.name}, {first_place}"
    raise UserError(
        f"The same trajectory stands twice ({described(table, second)}); first in {before}.",
        next_step="Remove one, or give each draw its own replicate number.",
        file=where.path,
        place=place,
    )


def _refuse_another_scale(table: pd.DataFrame, losses: Sequence[Loss], block: Block) -> None:
    """Stop where so many of a model's values lie off a scale that it must have used another."""
    off: Counter[tuple[str, str]] = Counter()
    for loss in losses:
        if loss.kind == Problem.OFF_SCALE.value:
            off[loss.model, loss.field] += loss.count
    for (model, field), dropped in off.items():
        kept = int(table.loc[table["model"] == model, field].notna().sum())
        share = dropped / (dropped + kept)
        if share > MOST_OFF_SCALE:
            raise UserError(
                f"{share:.0%} of the {field} values of model {model} lie off the scale.",
                next_step="It seems to use another scale: map its values in a plan (value_maps).",
                file=block.path,
            )


def _origin(blocks: Sequence[Block], row: int) -> tuple[Block, str]:
    for block in blocks:
        if row < len(block.positions):
            return block, block.place(row)
        row -= len(block.positions)
    raise IndexError(row)


def _spread(column: Coded) -> npt.NDArray[np.object_]:
    values = np.empty(len(column.values), dtype=object)
    values[:] = column.values
    return values[column.codes]
