"""Transition heat maps: where values of the reference went under each comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exports.canvas import Figure, Sheet, lines_of
from exports.forest import BREADTH, head
from exports.naming import CONTROL_ARM, draws_of, in_words, slug, spelled
from exports.theme import ACCENT, EDGE, INK, INK_QUIET, PAPER
from fairmed_core.analysis.report import AnalysisReport, TransitionRow
from fairmed_core.words.numbers import format_number

_COLUMNS = 3
_CELL = 0.36
_LEFT = 0.3
_TALLEST = 8.6
# From this share on the shade is dark enough for light figures.
_DARK = 0.45
_METHOD = (
    "Method: every cross pair of a draw under the reference (rows) and one under the comparison "
    "(columns); the number is the count of pairs, the shade their share with every vignette "
    "weighing the same. On the outlined diagonal nothing moved."
)


def transition_figures(report: AnalysisReport) -> Iterator[Figure]:
    """Yield the maps of each model and ordinal sub-action, all its contrasts side by side."""
    groups: dict[tuple[str, str, str], list[TransitionRow]] = {}
    for row in sorted(report.transitions, key=lambda one: CONTROL_ARM in one.arm):
        if row.table.pairs.sum():
            groups.setdefault((row.model, row.scaffold, row.table.sub_action), []).append(row)
    for place, rows in groups.items():
        most = max(len(row.table.levels) for row in rows)
        fitting = _COLUMNS * max(1, int(_TALLEST / (most * _CELL + 0.75)))
        parts = [rows[start : start + fitting] for start in range(0, len(rows), fitting)]
        for number, part in enumerate(parts, start=1):
            several = (str(number),) if len(parts) > 1 else ()
            told = f" ({number} of {len(parts)})" if several else ""
            yield heat_maps(
                slug("transitions", *place, *several),
                f"Where {spelled(place[-1])} went{told}",
                part,
                draws_of(place[:-1]),
            )


def heat_maps(figure_id: str, title: str, rows: Sequence[TransitionRow], draws: str) -> Figure:
    """Return the maps in rows of three."""
    sheet = Sheet(BREADTH)
    head(sheet, title, f"{draws}. Rows: value in the reference. Columns: in the comparison.", ())
    breadth = BREADTH / _COLUMNS
    for start in range(0, len(rows), _COLUMNS):
        band = rows[start : start + _COLUMNS]
        tall = max(len(row.table.levels) for row in band) * _CELL
        names = [_name(row, breadth - 0.2) for row in band]
        top = sheet.y + 0.13 * max(len(lines) for lines in names) + 0.3
        for at, (row, lines) in enumerate(zip(band, names, strict=True)):
            _paint_map(sheet, row, lines, left=at * breadth, top=top)
        sheet.y = top + tall + 0.16
    sheet.y += 0.06
    sheet.paragraph(_METHOD, size=7, colour=INK_QUIET)
    alt = [title, draws, *(_in_words(row) for row in rows)]
    return sheet.figure(figure_id, title, ". ".join(alt))


def _name(row: TransitionRow, room: float) -> list[str]:
    table = row.table
    arm = f", {row.arm}" if row.arm else ""
    return lines_of(f"{table.reference} → {table.condition}{arm}", room, size=7.5, bold=True)


def _paint_map(
    sheet: Sheet, row: TransitionRow, lines: Sequence[str], *, left: float, top: float
) -> None:
    table = row.table
    for at, text in enumerate(reversed(lines)):
        sheet.text(left, top - 0.34 - at * 0.13, text, size=7.5, bold=True)
    counted = f"G {table.vignettes} vignettes, {int(table.pairs.sum())} pairs"
    sheet.text(left, top - 0.2, counted, size=6.5, colour=INK_QUIET)
    total = float(table.weights.sum())
    for i, before in enumerate(table.levels):
        y = top + i * _CELL
        sheet.text(left + _LEFT - 0.08, y + _CELL / 2, f"{before:g}", size=7.5, align="right")
        x = left + _LEFT + i * _CELL
        sheet.text(x + _CELL / 2, top - 0.07, f"{before:g}", size=7.5, align="center")
        for j, _ in enumerate(table.levels):
            share = float(table.weights[i, j]) / total if total else 0.0
            x = left + _LEFT + j * _CELL
            sheet.box(
                (x + 0.015, x + _CELL - 0.015),
                (y + 0.015, y + _CELL - 0.015),
                fill=_shade(share),
                edge=INK if i == j else EDGE,
                weight=1.5 if i == j else 0.5,
            )
            count = int(table.pairs[i, j])
            if count:
                colour = PAPER if share > _DARK else INK
                middle = (x + _CELL / 2, y + _CELL / 2)
                sheet.text(*middle, str(count), size=7, colour=colour, align="center")


def _shade(share: float) -> str:
    """Return paper to accent; the root keeps small shares apart, in grey too."""
    strength = share**0.5
    mixed = (
        round(
            int(PAPER[at : at + 2], 16) * (1 - strength) + int(ACCENT[at : at + 2], 16) * strength
        )
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02X}" for part in mixed)


def _in_words(row: TransitionRow) -> str:
    table = row.table
    moved = [
        f"{before:g} to {after:g}: {int(table.pairs[i, j])} pairs"
        f" ({format_number(float(table.weights[i, j] / table.weights.sum()))})"
        for i, before in enumerate(table.levels)
        for j, after in enumerate(table.levels)
        if table.pairs[i, j]
    ]
    return (
        f"{in_words(table.sub_action)}, {table.reference} to {table.condition}: {'; '.join(moved)}"
    )
