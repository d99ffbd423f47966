"""The key of a trajectory, read strictly: a wrong key is an error, never a missing value."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from fairmed_core.domain.action_space import Step
from fairmed_core.errors import UserError
from fairmed_core.trajectories.block import COMPLETE, Block, Coded, Codes
from fairmed_core.trajectories.values import Problem, Raw, parse_number, parse_truth

NOT_RECORDED = "not recorded"
ABSENT = {"model": NOT_RECORDED, "scaffold": NOT_RECORDED, "arm": "main"}
EVERY_STEP = ""
_DECIDING = tuple(step for step in Step if step is not Step.RESULTS)


def key_column(block: Block, name: str, given: Mapping[str, str]) -> Coded:
    """Return a key column with its values read; what the file leaves out comes from `given`."""
    column = block.columns.get(name)
    if column is None:
        stated = given.get(name, ABSENT.get(name, EVERY_STEP))
        return Coded(np.zeros(len(block.positions), dtype=np.int64), (stated,))
    read = _READERS.get(name, _name)
    fallback = given.get(name, ABSENT.get(name))
    values: list[Raw] = []
    value: Raw
    for code, raw in enumerate(column.values):
        try:
            value = fallback if raw in (None, "") and fallback is not None else read(raw)
        except ValueError as error:
            raise _wrong(block, column, code, name, str(error)) from error
        if name in given and value != given[name]:
            sentence = f"{value!r} is not the {name} asked for ({given[name]!r})"
            raise _wrong(block, column, code, name, sentence)
        values.append(value)
    return Coded(column.codes, tuple(values))


def complete_rows(block: Block) -> Codes:
    """Return 1 for complete trajectories, 0 for others; without the column all are complete."""
    column = block.columns.get(COMPLETE)
    if column is None:
        return np.ones(len(block.positions), dtype=np.int64)
    values = []
    for code, raw in enumerate(column.values):
        value, problem = parse_truth(raw)
        if problem is not Problem.NONE:
            raise _wrong(block, column, code, COMPLETE, f"{raw!r} is neither true nor false")
        values.append(int(value == 1))
    return np.array(values, dtype=np.int64)[column.codes]


def _wrong(block: Block, column: Coded, code: int, name: str, sentence: str) -> UserError:
    row = int(np.flatnonzero(column.codes == code)[0])
    return UserError(
        f"{sentence}.",
        next_step="Correct the key of this trajectory.",
        file=block.path,
        place=block.place(row, name),
    )


def _name(raw: Raw) -> str:
    if not isinstance(raw, str) or not raw:
        raise ValueError("a name is missing" if raw in (None, "") else f"{raw!r} is not a name")
    if raw != raw.strip():
        raise ValueError(f"{raw!r} begins or ends with a space")
    if any(unicodedata.category(character) in ("Cc", "Cf") for character in raw):
        raise ValueError(f"{raw!r} contains an invisible character")
    return raw


def _replicate(raw: Raw) -> int:
    value, problem = parse_number(raw)
    if problem is not Problem.NONE or value < 0 or not value.is_integer():
        raise ValueError(f"{raw!r} is not the number of a replicate")
    return int(value)


def _forced(raw: Raw) -> str:
    return ";".join(step.value for step in _steps(raw))


def _descriptor(raw: Raw) -> str:
    shown = _steps(raw)
    return EVERY_STEP if shown == _DECIDING else ";".join(step.value for step in shown)


def _steps(raw: Raw) -> tuple[Step, ...]:
    """Return the named steps in the order of the episode."""
    if raw in (None, ""):
        return ()
    parts: Sequence[Raw] = raw.split(";") if isinstance(raw, str) else ()
    if isinstance(raw, list | tuple):
        parts = raw
    if not parts:
        raise ValueError(f"{raw!r} is not a list of steps")
    wrong = [part for part in parts if part not in [step.value for step in Step]]
    if wrong:
        raise ValueError(f"{wrong[0]!r} is not a step")
    return tuple(step for step in Step if step.value in parts)


_READERS: dict[str, Callable[[Raw], str | int]] = {
    "replicate": _replicate,
    "forced_steps": _forced,
    "descriptor_steps": _descriptor,
}
