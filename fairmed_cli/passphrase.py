"""How a passphrase reaches a command: by prompt or from a file, never on the command line."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from fairmed_core.errors import UserError


def ask_passphrase(file: Path | None, *, twice: bool = False) -> str:
    """Return the passphrase from `file` (its first line) or from the terminal."""
    if file is not None:
        return _from_file(file)
    if not sys.stdin.isatty():
        raise UserError(
            "A passphrase is needed and there is no terminal to ask on.",
            next_step="Name a file that holds it with --passphrase-file.",
        )
    return str(typer.prompt("Passphrase", hide_input=True, confirmation_prompt=twice, err=True))


def _from_file(file: Path) -> str:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise UserError(
            "The passphrase file is not UTF-8 text.", file=file, next_step="Save it as UTF-8."
        ) from error
    if not lines or not lines[0]:
        raise UserError(
            "The passphrase file is empty.",
            file=file,
            next_step="Write the passphrase on its first line.",
        )
    return lines[0]
