"""How commands speak: results to standard output, progress to standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

PIPE_WIDTH = 140

Json = Mapping[str, object] | Sequence[object]


def console() -> Console:
    """Return the console results go to; plain text when it is no terminal."""
    # A file or a pipe has no width of its own; tables keep their lines whole up to this one.
    width = None if sys.stdout.isatty() else PIPE_WIDTH
    return Console(file=sys.stdout, highlight=False, width=width, soft_wrap=width is not None)


def print_json(record: Json) -> None:
    """Print one JSON document, keys in the order given, non-ASCII as it is."""
    typer.echo(json.dumps(record, ensure_ascii=False, indent=2, allow_nan=False))


def table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], *, ruled: bool = False
) -> Table:
    """Return a table whose cells fold instead of being cut; `ruled` draws lines between rows."""
    made = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        header_style="bold",
        show_lines=ruled,
    )
    for column in columns:
        made.add_column(column, overflow="fold")
    for row in rows:
        made.add_row(*(cell.replace("[", r"\[") for cell in row))
    return made


class Advance(Protocol):
    """Tells how far a piece of work is."""

    def __call__(self, done: int, total: int, what: str) -> None:
        """Report `done` of `total` steps, working on `what`."""
        ...


@contextmanager
def progress(title: str, *, show: bool = True) -> Iterator[Advance]:
    """Show a bar on standard error while the work runs; nothing where that is no terminal."""
    screen = Console(file=sys.stderr)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    hidden = not show or not sys.stderr.isatty()
    with Progress(*columns, console=screen, transient=True, disable=hidden) as bar:
        task = bar.add_task(title, total=None)

        def advance(done: int, total: int, what: str) -> None:
            bar.update(task, completed=done, total=total, description=f"{title}: {what}")

        yield advance
