"""Options that several commands share, so that they read the same everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
PassphraseFile = Annotated[
    Path | None,
    typer.Option(
        "--passphrase-file",
        help="File whose first line is the passphrase; without it you are asked.",
        show_default=False,
    ),
]
Keystore = Annotated[
    Path, typer.Option("--keystore", help="Your signing identity (.fmkey).", show_default=False)
]
Registry = Annotated[
    Path,
    typer.Option(
        "--registry", help="The coordinator's working registry (.fmdb).", show_default=False
    ),
]
StudyFolder = Annotated[
    Path, typer.Argument(help="Folder with study.yaml and its companions.", show_default=False)
]
