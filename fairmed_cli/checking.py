"""Commands that verify a file of one kind: the same check, after a look at what the file is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from bands_registry.services.file_kind import demand_kind
from fairmed_cli.verify import verify

Anchor = Annotated[
    list[Path] | None,
    typer.Option(
        help="An earlier file of the same study that must lie on the same chain; repeatable.",
        show_default=False,
    ),
]
NoPages = Annotated[bool, typer.Option("--no-pages", help="Do not render attestation pages again.")]


def verify_as(
    kind: str, file: Path, *, anchors: Sequence[Path] | None, no_pages: bool, as_json: bool
) -> None:
    """Verify a file and leave with its code; MalformedError when it is of another kind."""
    demand_kind(file, kind)
    verify(file, list(anchors or ()), no_pages=no_pages, as_json=as_json)
