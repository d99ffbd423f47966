"""Entry point of `fairmed`: joins the command groups and guards them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import typer

from fairmed_cli import attestation, bundle, conflict, identity, pack, plan, registry, roster, study
from fairmed_cli.adjudicate import adjudicate
from fairmed_cli.boundary import run_guarded
from fairmed_cli.demo import demo
from fairmed_cli.numbers import COMMANDS
from fairmed_cli.unblind import unblind
from fairmed_cli.verify import verify

app = typer.Typer(
    name="fairmed",
    help="Adjudicated action bands, signed provenance and within-range flip rates.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for name, group in (
    ("study", study.app),
    ("identity", identity.app),
    ("pack", pack.app),
    ("bundle", bundle.app),
    ("attestation", attestation.app),
    ("roster", roster.app),
    ("registry", registry.app),
    ("plan", plan.app),
    ("conflict", conflict.app),
):
    app.add_typer(group, name=name)
_ALONE: tuple[Callable[..., None], ...] = (adjudicate, verify, unblind, *COMMANDS, demo)
for command in _ALONE:
    app.command()(command)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    command = typer.main.get_command(app)
    try:
        return run_guarded(lambda: command.main(list(arguments), prog_name="fairmed"))
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1


def main() -> None:
    """Run the command line and leave with the exit code that fits."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
