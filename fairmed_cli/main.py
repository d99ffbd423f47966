"""Entry point of `fairmed`: joins the command groups and guards them."""

from __future__ import annotations

import sys

import typer

from fairmed_cli import study
from fairmed_cli.adjudicate import adjudicate
from fairmed_cli.boundary import run_guarded

app = typer.Typer(
    name="fairmed",
    help="Adjudicated action bands, signed provenance and within-range flip rates.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(study.app, name="study")
app.command()(adjudicate)


def main() -> None:
    """Run the command line and leave with the exit code that fits."""
    command = typer.main.get_command(app)
    sys.exit(run_guarded(lambda: command.main(prog_name="fairmed")))


if __name__ == "__main__":
    main()
