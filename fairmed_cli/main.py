"""Entry point of `fairmed`: joins the command groups and guards them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from fairmed_cli.boundary import run_guarded

# In which module each command or group stands, in the order `--help` lists them.
_MODULES = {
    "study": "study",
    "identity": "identity",
    "pack": "pack",
    "bundle": "bundle",
    "attestation": "attestation",
    "roster": "roster",
    "registry": "registry",
    "plan": "plan",
    "conflict": "conflict",
    "consensus": "consensus",
    "adjudicate": "adjudicate",
    "verify": "verify",
    "unblind": "unblind",
    "analyze": "numbers",
    "floor": "numbers",
    "contrasts": "numbers",
    "sensitivity": "numbers",
    "propagation": "numbers",
    "agreement": "numbers",
    "demo": "demo",
}


class _CommandsOnDemand(TyperGroup):
    """Loads the module of the one command that runs: pages and figures need libraries slow to load.

    An attribute of the module is named as the command, or `app` is the whole group.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        return [*_MODULES, *super().list_commands(ctx)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in _MODULES:
            return super().get_command(ctx, cmd_name)
        module = import_module(f"fairmed_cli.{_MODULES[cmd_name]}")
        if hasattr(module, "app"):
            found = typer.main.get_group(module.app)
            found.name = cmd_name
            return found
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        alone.command(cmd_name)(getattr(module, cmd_name))
        return typer.main.get_command(alone)


app = typer.Typer(
    name="fairmed",
    cls=_CommandsOnDemand,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def fairmed() -> None:
    """Adjudicated action bands, signed provenance and within-range flip rates."""


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
