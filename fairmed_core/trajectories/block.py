"""What one file holds before it is judged: coded columns and the place of every row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from fairmed_core.domain.action_space import Kind, SubAction
from fairmed_core.trajectories.files import InputFile
from fairmed_core.trajectories.values import Raw

Codes = npt.NDArray[np.int64]

KEY = (
    "model", "scaffold", "arm", "condition_id", "replicate", "vignette_id",
    "forced_steps", "descriptor_steps",
)  # fmt: skip
COMPLETE = "complete"
PHRASE_COUNTS = {"stigmatizing_language_flags": "n_stigmatizing_flags"}


@dataclass(frozen=True)
class Coded:
    """A column as codes into its distinct raw values, so that each is read only once."""

    codes: Codes
    values: tuple[Raw, ...]


@dataclass(frozen=True)
class Block:
    """The rows of one file.

    Attributes
    ----------
    path, file
        Where it came from.
    columns
        Key columns, `complete` and sub-actions by name; an absent key column is left out.
    positions, position_word
        Where each row stands ("line" 12 of a CSV, "record" 3 of a JSON list, "row" of Parquet).
    ran
        False for records that were never run: not complete and without any action.
    """

    path: Path
    file: InputFile
    columns: Mapping[str, Coded]
    positions: Codes
    position_word: str
    ran: npt.NDArray[np.bool_]

    def place(self, row: int, column: str | None = None) -> str:
        """Return where a row, or a field of it, stands in the file."""
        where = f"{self.position_word} {self.positions[row]}"
        return f"{where}, column {column}" if column else where


def coded(values: Iterable[Raw]) -> Coded:
    """Return a column coded by type and value (true is not 1)."""
    seen: dict[tuple[type, Raw], int] = {}
    distinct: list[Raw] = []
    codes: list[int] = []
    for raw in values:
        value = tuple(raw) if isinstance(raw, list) and _hashable(raw) else raw
        key = (type(value), value) if not isinstance(value, list | dict) else (object, id(value))
        code = seen.get(key)
        if code is None:
            code = seen[key] = len(distinct)
            distinct.append(value)
        codes.append(code)
    return Coded(np.array(codes, dtype=np.int64), tuple(distinct))


def flat_name(sub_action: SubAction) -> str:
    """Return a sub-action's column in flat files; phrases are a count there."""
    if sub_action.kind is not Kind.PHRASES:
        return sub_action.name
    return PHRASE_COUNTS.get(sub_action.name, f"n_{sub_action.name}")


def _hashable(values: list[Raw]) -> bool:
    return not any(isinstance(value, list | dict) for value in values)
