"""Pseudonyms: drawn at random, never chosen, so that they say nothing about their bearer."""

from __future__ import annotations

import re
import secrets

from bands_registry.provenance.keys import CROCKFORD
from fairmed_core.errors import UserError

PATTERN = re.compile(rf"^ADJ-[{CROCKFORD}]{{5}}-[{CROCKFORD}]{{5}}$")
COORDINATOR = "COORDINATOR"


def draw_pseudonym() -> str:
    """Return a new pseudonym, e.g. ``ADJ-7K3QM-X2VTD``."""
    first, second = ("".join(secrets.choice(CROCKFORD) for _ in range(5)) for _ in range(2))
    return f"ADJ-{first}-{second}"


def check_pseudonym(text: str) -> str:
    """Return `text` when it is a pseudonym; UserError otherwise."""
    if not PATTERN.fullmatch(text):
        raise UserError(
            f"{text!r} is not a pseudonym.",
            next_step="A pseudonym looks like ADJ-7K3QM-X2VTD; read it again from the program.",
        )
    return text
