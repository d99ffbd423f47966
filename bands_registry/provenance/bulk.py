"""Reading in bulk: tens of thousands of events are built, and not one of them is garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """Keep the cycle collector from walking, over and over, a growing heap without cycles."""
    ran = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        # What was built is old from now on: else the next collection walks all of it as young.
        gc.freeze()
        gc.unfreeze()
        if ran:
            gc.enable()
