"""Tables of estimates for other programs: tidy CSV, JSON and LaTeX, from one formatter."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from exports.counted import grounds, own_counts, shared_counts
from fairmed_core.estimate import Estimate, Interval
from fairmed_core.words.numbers import estimate_record, format_estimate, format_number

NOT_AVAILABLE = "NA"

_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "\N{MINUS SIGN}": "$-$",
    "∞": r"$\infty$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "→": r"$\to$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "α": r"$\alpha$",
    "δ": r"$\delta$",
    "µ": r"$\mu$",
    "\n": " ",
}


@dataclass(frozen=True)
class Entry:
    """An estimate with what it is about ("model", "condition", "action" …), in column order."""

    keys: Mapping[str, str]
    estimate: Estimate


def short_interval(interval: Interval | None, unit: str) -> str:
    """Return "[0.056, 0.117]", or "" where there is none."""
    if interval is None or interval.low is None or interval.high is None:
        return ""
    return f"[{format_number(interval.low, unit)}, {format_number(interval.high, unit)}]"


def records(entries: Iterable[Entry]) -> list[dict[str, object]]:
    """Return the entries as flat records, keys first, in full precision."""
    return [{**entry.keys, **estimate_record(entry.estimate)} for entry in entries]


def json_text(value: object) -> str:
    """Return `value` as readable JSON; a number that is none is an error, not "NaN"."""
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def csv_text(entries: Sequence[Entry]) -> str:
    """Return one row per estimate; counts and further numbers are columns of their own.

    What does not apply is NA, in every column of numbers; an empty cell is an empty text.
    """
    rows = [_csv_row(record) for record in records(entries)]
    columns = list(dict.fromkeys(column for row in rows for column in row))
    ordered = [c for c in columns if not _is_open(c)]
    at = ordered.index("method") if "method" in ordered else len(ordered)
    ordered[at:at] = [c for c in columns if _is_open(c)]
    out = io.StringIO()
    writer = csv.DictWriter(out, ordered, restval=NOT_AVAILABLE, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def latex_text(
    entries: Sequence[Entry],
    *,
    caption: str,
    label: str,
    key_titles: Mapping[str, str],
    note: str = "",
) -> str:
    """Return a booktabs table: keys, value, interval, what it rests on; notes below it."""
    estimates = [entry.estimate for entry in entries]
    shared = shared_counts(estimates)
    head = [
        *(latex_escape(title) for title in key_titles.values()),
        "Value",
        "Interval",
        "Rests on",
    ]
    lines = [
        r"\begin{table}[htbp]",
        r"\centering\footnotesize",
        rf"\caption{{{latex_escape(caption)}}}",
        rf"\label{{{label}}}",
        rf"\begin{{tabular}}{{{'l' * len(key_titles)}rlp{{0.36\linewidth}}}}",
        r"\toprule",
        " & ".join(head) + r" \\",
        r"\midrule",
        *(_latex_row(entry, list(key_titles), shared) for entry in entries),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    notes = latex_escape(" ".join([*grounds(estimates), note]).strip())
    if notes:
        lines.append(rf"\par\medskip\parbox{{\linewidth}}{{\footnotesize {notes}}}")
    return "\n".join([*lines, r"\end{table}", ""])


def latex_escape(text: str) -> str:
    """Return `text` so that LaTeX prints it instead of obeying it."""
    return "".join(_LATEX.get(character, character) for character in text)


def _latex_row(entry: Entry, keys: list[str], shared: Mapping[str, int]) -> str:
    estimate = entry.estimate
    printed = format_estimate(estimate)
    value = printed.value + (f" ({printed.label})" if printed.label else "")
    interval = short_interval(estimate.interval, estimate.unit)
    beside = interval or printed.reason or printed.interval
    named = [entry.keys.get(key, "") for key in keys]
    cells = [*named, value, beside, own_counts(estimate, shared)]
    return " & ".join(latex_escape(cell) for cell in cells) + r" \\"


def _is_open(column: str) -> bool:
    return column.startswith(("n_", "x_"))


def _csv_row(record: Mapping[str, object]) -> dict[str, str]:
    row: dict[str, str] = {}
    for key, value in record.items():
        if isinstance(value, Mapping):
            prefix = "n_" if key == "counts" else "x_"
            row.update({f"{prefix}{name}": _csv_cell(number) for name, number in value.items()})
        elif isinstance(value, list):
            row[key] = " | ".join(str(part) for part in value)
        elif value is None and key in _TEXT_COLUMNS:
            row[key] = ""
        else:
            row[key] = _csv_cell(value)
    return row


_TEXT_COLUMNS = frozenset({"reason", "interval_method", "interval_refused", "p_method", "method"})


def _csv_cell(value: object) -> str:
    if value is None:
        return NOT_AVAILABLE
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)
