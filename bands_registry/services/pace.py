"""How long the rest may take, by the pace so far."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from bands_registry.services.session import Session
from bands_registry.services.standing import FINISHED, Standing
from bands_registry.services.views import ItemStatus

# Fewer finished items say little about a pace.
_ENOUGH = 3


def minutes_left(session: Session, found: Sequence[Standing]) -> int | None:
    """Return the minutes the unfinished items may take, or None until there is a pace to go by.

    The pace is the median time from the first showing of an item to its last saving, so an item
    left open over lunch does not count.
    """
    shown = {first.item_id: first.time for first in session.store.first_shown(session.chain)}
    done = [s for s in found if s.status in FINISHED or s.status is ItemStatus.READY]
    seconds = [
        (s.draft.saved_at - shown[s.item_id]).total_seconds()
        for s in done
        if s.draft is not None and s.item_id in shown
    ]
    taken = [second for second in seconds if second > 0]
    if len(taken) < _ENOUGH:
        return None
    return math.ceil(median(taken) * (len(found) - len(done)) / 60)
