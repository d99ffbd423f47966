"""The published harness's JSON: `{"trajectories": [...]}`, one record per episode."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import numpy as np

from fairmed_core.domain.action_space import ActionSpace, SubAction
from fairmed_core.errors import UserError
from fairmed_core.trajectories.block import COMPLETE, KEY, Block, coded
from fairmed_core.trajectories.files import Content
from fairmed_core.trajectories.values import Raw

Record = Mapping[str, Raw]


def read_json(content: Content, *, space: ActionSpace, replicate: int | None) -> Block:
    """Return the records of a JSON file.

    `replicate` is what the folder says; a record's own number goes before it, and a single file
    without either is one draw.
    """
    records = _records(content)
    steps = [_steps_of(record) for record in records]
    columns = {
        sub_action.name: coded([_committed(actions, sub_action) for actions in steps])
        for sub_action in space.sub_actions
    }
    for name in KEY:
        if name == "replicate":
            number = 1 if replicate is None else replicate
            columns[name] = coded([record.get(name, number) for record in records])
        elif any(name in record for record in records):
            columns[name] = coded([record.get(name) for record in records])
    columns[COMPLETE] = coded([record[COMPLETE] for record in records])
    ran = [record[COMPLETE] is True or bool(a) for record, a in zip(records, steps, strict=True)]
    return Block(
        path=content.path,
        file=content.file,
        columns=columns,
        positions=np.arange(1, len(records) + 1),
        position_word="record",
        ran=np.array(ran, dtype=np.bool_),
    )


def _records(content: Content) -> list[Record]:
    document = _parsed(content)
    trajectories = document.get("trajectories") if isinstance(document, dict) else None
    if not isinstance(trajectories, list):
        raise _error(
            "The file has no list “trajectories”.", "Give the harness's output file.", content
        )
    for number, record in enumerate(trajectories, start=1):
        if not isinstance(record, dict):
            raise _error("The record is not an object.", _AGAIN, content, number)
        absent = [n for n in ("vignette_id", "condition_id", COMPLETE) if n not in record]
        if absent:
            raise _error(f"The record lacks {', '.join(absent)}.", _AGAIN, content, number)
        if not isinstance(record[COMPLETE], bool):
            raise _error("“complete” is neither true nor false.", _AGAIN, content, number)
        if not isinstance(record.get("actions", {}), dict):
            raise _error("“actions” is not an object.", _AGAIN, content, number)
    return trajectories


def _parsed(content: Content) -> Raw:
    def refuse(constant: str) -> float:
        raise ValueError(f"{constant} is not a JSON number")

    try:
        document: Raw = json.loads(
            content.text(), object_pairs_hook=_object_of(content), parse_constant=refuse
        )
    except json.JSONDecodeError as error:
        raise UserError(
            f"The file is not whole JSON ({error.msg}).",
            next_step="Copy or export it again.",
            file=content.path,
            place=f"line {error.lineno}, column {error.colno}",
        ) from error
    except (ValueError, RecursionError) as error:
        raise _error(f"The file is not plain JSON ({error}).", _AGAIN, content) from error
    return document


def _object_of(content: Content) -> Callable[[list[tuple[str, Raw]]], dict[str, Raw]]:
    def make(pairs: list[tuple[str, Raw]]) -> dict[str, Raw]:
        made = dict(pairs)
        if len(made) != len(pairs):
            names = [name for name, _ in pairs]
            doubled = next(name for name in names if names.count(name) > 1)
            raise _error(f"“{doubled}” stands twice in one object.", _AGAIN, content)
        return made

    return make


def _steps_of(record: Record) -> Record:
    actions = record.get("actions")
    return actions if isinstance(actions, dict) else {}


def _committed(actions: Record, sub_action: SubAction) -> Raw:
    """Return what was committed, or None; a step that is no object is unreadable, not absent."""
    step = actions.get(sub_action.step.value)
    if step is None:
        return None
    # An empty object can be read neither as a number nor as a list.
    return step.get(sub_action.name) if isinstance(step, dict) else {}


_AGAIN = "Correct it or export the file again."


def _error(sentence: str, next_step: str, content: Content, record: int | None = None) -> UserError:
    place = f"record {record}" if record is not None else None
    return UserError(sentence, next_step=next_step, file=content.path, place=place)
