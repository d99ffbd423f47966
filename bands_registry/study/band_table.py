"""A colleague's table of bands as CSV: usable in an analysis, but signed by nobody.

Columns: ``vignette_id, sub_action, acceptable`` and, as wanted, ``disputed``. A set is written as
levels with semicolons (``2;3``), days as an interval (``1-14``), orders as
``required: a;b | permitted: c``. Every band read here is author-derived.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

from bands_registry.study.findings import Finding, StudyError
from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet
from fairmed_core.domain.action_space import ActionSpace, Kind, SubAction
from fairmed_core.domain.band import Band
from fairmed_core.domain.resolution import ResolvedBand, resolve
from fairmed_core.errors import UserError

REQUIRED = ("vignette_id", "sub_action", "acceptable")
OPTIONAL = ("disputed",)
_LEVELS = re.compile(r"^-?[0-9]{1,6}(;-?[0-9]{1,6})*$", re.ASCII)
_INTERVAL = re.compile(r"^([0-9]{1,6})-([0-9]{1,6})$", re.ASCII)
_ORDERS = re.compile(r"^required:(?P<required>[^|]*)\|\s*permitted:(?P<permitted>[^|]*)$")


class _RowError(Exception):
    def __init__(self, sentence: str, next_step: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.next_step = next_step


def read_band_table(path: Path, space: ActionSpace) -> tuple[ResolvedBand, ...]:
    """Return the bands of a CSV table, each author-derived and without a verdict.

    Raises
    ------
    UserError
        When the file is no UTF-8 text, is empty or lacks a column.
    StudyError
        With every row that breaks a rule.
    """
    rows = list(_rows(path))
    findings: list[Finding] = []
    bands: list[Band] = []
    seen: set[tuple[str, str]] = set()
    for line, row in rows:
        try:
            band = _band(row, space)
            key = (band.vignette_id, band.sub_action)
            if key in seen:
                raise _RowError(f"{key[0]}, {key[1]} has a band already.", "Keep one row for it.")
        except _RowError as mistake:
            findings.append(Finding(path.name, line, mistake.sentence, mistake.next_step))
            continue
        seen.add(key)
        bands.append(band)
    if findings:
        raise StudyError(findings, what=f"The table of bands {path.name}")
    return tuple(resolve(band) for band in bands)


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    reader = csv.reader(io.StringIO(_text(path), newline=""))
    header = next(reader, [])
    absent = [name for name in REQUIRED if name not in header]
    unknown = [name for name in header if name not in (*REQUIRED, *OPTIONAL)]
    if absent or unknown or len(set(header)) != len(header):
        raise UserError(
            f"The columns are {', '.join(header) or 'missing'}; expected "
            f"{', '.join(REQUIRED)} and, as wanted, {', '.join(OPTIONAL)}.",
            next_step="Put the first line right.",
            file=path,
            place="line 1",
        )
    for cells in reader:
        if not cells:
            continue
        if len(cells) != len(header):
            raise UserError(
                f"The row has {len(cells)} fields, the first line has {len(header)}.",
                next_step="A comma too many or too few shifts values: quote or remove it.",
                file=path,
                place=f"line {reader.line_num}",
            )
        yield reader.line_num, dict(zip(header, (cell.strip() for cell in cells), strict=True))


def _text(path: Path) -> str:
    if path.is_dir():
        raise UserError(
            "A folder stands where a file is expected.", next_step="Name the file.", file=path
        )
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(
            "The file is not UTF-8 text.", next_step="Save it again as UTF-8.", file=path
        ) from error
    if not text.strip():
        raise UserError("The file is empty.", next_step="Export it again.", file=path)
    return text


def _band(row: dict[str, str], space: ActionSpace) -> Band:
    vignette_id, name = row["vignette_id"], row["sub_action"]
    if not vignette_id:
        raise _RowError("The vignette is not named.", "Fill in vignette_id.")
    if name not in space:
        known = ", ".join(sub_action.name for sub_action in space.sub_actions)
        raise _RowError(f"There is no sub-action {name!r}.", f"Known are: {known}.")
    sub_action = space[name]
    acceptable = _set(row["acceptable"], sub_action)
    disputed = _set(row["disputed"], sub_action) if row.get("disputed") else None
    try:
        return Band(
            id=f"{vignette_id}.{name}",
            title=f"{sub_action.label}: {vignette_id}",
            vignette_id=vignette_id,
            sub_action=name,
            acceptable=acceptable,
            disputed=disputed,
            clause_ids=(),
            reasoning="",
            uses_facts=(),
        )
    except ValueError as error:
        raise _RowError(f"{error}.", "A value is either acceptable or disputed.") from error


def _set(text: str, sub_action: SubAction) -> AcceptableSet:
    if sub_action.kind is Kind.ORDERS:
        return _order_set(text)
    if sub_action.kind in (Kind.CONTINUOUS, Kind.PHRASES):
        raise _RowError(f"{sub_action.name} takes no band.", "Remove the row.")
    made = _interval(text) if sub_action.kind is Kind.DAYS else _levels(text)
    off = [value for value in sorted(made.values) if not sub_action.on_scale(value)]
    if off:
        raise _RowError(f"{off[0]} lies off the scale of {sub_action.name}.", "Correct the value.")
    return made


def _levels(text: str) -> ValueSet:
    if not _LEVELS.match(text):
        raise _RowError(f"{text!r} is no list of levels.", "Write levels like 2;3.")
    return ValueSet.of(int(part) for part in text.split(";"))


def _interval(text: str) -> ValueSet:
    found = _INTERVAL.match(text)
    if not found or int(found[1]) > int(found[2]):
        raise _RowError(f"{text!r} is no interval of days.", "Write days like 1-14.")
    return ValueSet.between(int(found[1]), int(found[2]))


def _order_set(text: str) -> OrderSet:
    found = _ORDERS.match(text)
    if not found:
        raise _RowError(f"{text!r} is no order set.", "Write “required: a;b | permitted: c”.")
    try:
        return OrderSet.of(required=_names(found["required"]), permitted=_names(found["permitted"]))
    except ValueError as error:
        raise _RowError(f"{error}.", "Name each test once.") from error


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(";") if name.strip()]
