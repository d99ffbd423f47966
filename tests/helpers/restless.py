"""A clinician who never rests: drafts and signs in a loop, telling each thing once it is kept.

Run as ``python -m tests.helpers.restless FOLDER``; it ends only by being killed.
"""

from __future__ import annotations

import itertools
import sys
from datetime import timedelta
from pathlib import Path

# Loaded before she begins: what is killed is her work, not the loading of a library.
from bands_registry.provenance import pdf_seal  # noqa: F401
from bands_registry.services.save_draft import save_draft
from fairmed_core.clock import FixedClock
from tests.helpers.chains import NOON
from tests.helpers.registry import accepting, make_ready, session_on, sign


def work(folder: Path) -> None:
    """Draft, mark ready, sign, again and again."""
    clock = FixedClock(NOON)
    with session_on(folder / "small-1.fmpack", folder, clock=clock) as session:
        tell("open")
        for number in itertools.count():
            clock.instant += timedelta(seconds=1)
            item = session.order[number % len(session.order)]
            save_draft(session, item, accepting(notes={1: str(number)}))
            tell(f"draft {item} {number}")
            if number % 3 == 2:
                make_ready(session, item, accepting(notes={1: str(number)}))
                tell(f"signed {sign(session).number}")


def tell(what: str) -> None:
    """Say it at once: whoever kills this process must know what was kept before."""
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    work(Path(sys.argv[1]))
