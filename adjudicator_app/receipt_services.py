"""What the program asks about receipts, bound to this computer's studies and clock.

Every method runs on the service thread. Imports stand inside the methods: the first window must
not wait for a database or for cryptography.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fairmed_core.clock import Clock

if TYPE_CHECKING:
    from bands_registry.services.keep_receipt import KeptReceipt, ReceiptStanding
    from bands_registry.services.session import Session


class ReceiptServices:
    """Receipts of the studies kept here.

    Parameters
    ----------
    stores
        The folder of the studies.
    clock
        Tells when a receipt was kept.
    """

    def __init__(self, stores: Path, clock: Clock) -> None:
        self._stores = stores
        self._clock = clock

    def is_receipt(self, path: Path) -> bool:
        """Whether a file is a receipt, whatever it is called."""
        from bands_registry.services.file_kind import is_receipt

        return is_receipt(path)

    def keep(self, path: Path, session: Session | None) -> KeptReceipt:
        """Keep a receipt with the study it is for, the open one or another."""
        from bands_registry.services.keep_receipt import keep_receipt_here

        return keep_receipt_here(path, stores=self._stores, session=session, clock=self._clock)

    def latest(self, session: Session) -> ReceiptStanding | None:
        """Return what the receipts kept with a study confirm."""
        from bands_registry.services.keep_receipt import latest_receipt

        return latest_receipt(session)
