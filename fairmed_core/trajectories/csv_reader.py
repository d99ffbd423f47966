"""Flat CSV: one row per trajectory, every row as long as the header."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import numpy as np

from fairmed_core.domain.action_space import ActionSpace
from fairmed_core.errors import UserError
from fairmed_core.trajectories.block import COMPLETE, KEY, Block, Coded, coded, flat_name
from fairmed_core.trajectories.files import Content

OPTIONAL = ("scaffold", "forced_steps", "descriptor_steps", COMPLETE)


def read_csv(content: Content, *, space: ActionSpace, given: frozenset[str]) -> Block:
    """Return the rows of a CSV file; `given` are key columns the caller supplies instead."""
    rows, lines = _rows(content)
    header, body = rows[0], rows[1:]
    names = check_header(header, content, space=space, given=given)
    columns: dict[str, Coded] = {}
    for name, index in names.items():
        columns[name] = coded([row[index] for row in body])
    return Block(
        path=content.path,
        file=content.file,
        columns=columns,
        positions=np.array(lines[1:], dtype=np.int64),
        position_word="line",
        ran=np.ones(len(body), dtype=np.bool_),
    )


def check_header(
    header: Sequence[str], content: Content, *, space: ActionSpace, given: frozenset[str]
) -> dict[str, int]:
    """Return the position of each column under its tidy name, or say what is wrong."""
    flat = {flat_name(sub_action): sub_action.name for sub_action in space.sub_actions}
    known = {**{name: name for name in (*KEY, COMPLETE)}, **flat}
    needed = [n for n in known if n not in OPTIONAL and n not in given]
    missing = [name for name in needed if name not in header]
    if missing:
        raise _header_error(
            f"Missing column{'s' if len(missing) > 1 else ''}: {', '.join(missing)}.",
            "Separate columns by commas and add them under exactly these names.",
            content,
        )
    unknown = [name for name in header if name not in known]
    if unknown:
        raise _header_error(
            f"Unknown column{'s' if len(unknown) > 1 else ''}: {', '.join(map(repr, unknown))}.",
            f"Remove or rename; known are {', '.join(known)}.",
            content,
        )
    doubled = sorted({name for name in header if list(header).count(name) > 1})
    if doubled:
        raise _header_error(
            f"Column given twice: {', '.join(doubled)}.", "Keep one of each.", content
        )
    return {known[name]: index for index, name in enumerate(header)}


def _rows(content: Content) -> tuple[list[list[str]], list[int]]:
    """Return all rows and the line each ends on; a row of another length than the header stops."""
    rows: list[list[str]] = []
    lines: list[int] = []
    reader = csv.reader(io.StringIO(content.text(), newline=""), strict=True)
    try:
        for row in reader:
            if rows and not row:
                continue
            if rows and len(row) != len(rows[0]):
                raise UserError(
                    f"The row has {len(row)} fields, the header {len(rows[0])}.",
                    next_step="Quote fields that contain a comma, and fill in what is missing.",
                    file=content.path,
                    place=f"line {reader.line_num}",
                )
            rows.append(row)
            lines.append(reader.line_num)
    except csv.Error as error:
        raise UserError(
            f"The row cannot be read as CSV ({error}).",
            next_step="Check the quotation marks.",
            file=content.path,
            place=f"line {reader.line_num}",
        ) from error
    return rows, lines


def _header_error(sentence: str, next_step: str, content: Content) -> UserError:
    return UserError(sentence, next_step=next_step, file=content.path, place="header")
