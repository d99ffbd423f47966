"""Receipts: what the coordinator confirmed, and what of later signing it does not cover."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QObject, Signal

from adjudicator_app.presenters.counting import counted
from adjudicator_app.presenters.moving_out import MOVE_SUFFIX
from adjudicator_app.presenters.saying import say
from adjudicator_app.presenters.welcome import PACK_SUFFIX
from adjudicator_app.receipt_services import ReceiptServices
from adjudicator_app.tasks import TaskRunner
from fairmed_core.errors import FairMedError
from fairmed_core.words.joining import paragraph

if TYPE_CHECKING:
    from bands_registry.services.keep_receipt import KeptReceipt, ReceiptStanding
    from bands_registry.services.session import Session

RECEIPT_SUFFIX = ".fmreceipt"


class ReceiptsPresenter(QObject):
    """Takes receipts in, wherever they are handed over, and tells what they confirm.

    Signals
    -------
    changed
        What is confirmed of the open study.
    kept
        The `KeptReceipt` of a file that was handed over.
    refused
        The `FairMedError` that says why it was not kept.
    """

    changed = Signal()
    kept = Signal(object)
    refused = Signal(object)

    def __init__(
        self,
        tasks: TaskRunner,
        services: ReceiptServices,
        session: Callable[[], Session | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._services = services
        self._session = session
        self._of: Session | None = None
        self.standing: ReceiptStanding | None = None

    def load(self) -> None:
        """Look what is confirmed of the open study."""
        session = self._session()
        if session is not self._of:
            self._of, self.standing = session, None
        if session is not None:
            self._tasks.run(
                self._services.latest, session,
                done=self._show, failed=self.refused.emit,
            )  # fmt: skip

    def sort(self, path: Path, otherwise: Callable[[], object]) -> None:
        """Take a file in if it is a receipt, whatever it is called; else do something else."""
        suffix = path.suffix.lower()
        if suffix == RECEIPT_SUFFIX:
            self.take(path)
            return
        if suffix in (PACK_SUFFIX, MOVE_SUFFIX):
            # Read once: a large one takes its time.
            otherwise()
            return

        def go_on(receipt: bool) -> None:  # noqa: FBT001 (the answer itself)
            if receipt:
                self.take(path)
            else:
                otherwise()

        self._tasks.run(self._services.is_receipt, path, done=go_on)

    def take(self, path: Path) -> None:
        """Keep a receipt, unless it contradicts what is here."""
        self._tasks.run(
            self._services.keep, path, self._session(),
            done=self._kept, failed=self._refuse,
        )  # fmt: skip

    @property
    def words(self) -> str:
        """What is confirmed of the open study; "" while nothing is."""
        return standing_words(self.standing) if self.standing else ""

    @property
    def details(self) -> tuple[tuple[str, str], ...]:
        """What only a checker needs, as label and value."""
        if self.standing is None:
            return ()
        position = self.standing.position
        label = self.tr("Receipt, {count} entries, ends with").format(count=position.size)
        return ((label, position.head),)

    @property
    def complete(self) -> bool:
        """Whether all she signed so far is confirmed."""
        return self.standing is not None and self.standing.covered > 0 and not self.standing.later

    def _show(self, standing: ReceiptStanding | None) -> None:
        self.standing = standing
        self.changed.emit()

    def _kept(self, kept: KeptReceipt) -> None:
        self.load()
        self.kept.emit(kept)

    def _refuse(self, error: FairMedError) -> None:
        self.refused.emit(error)


def standing_words(standing: ReceiptStanding) -> str:
    """Return when it was received, and what of her signing that covers."""
    told = [say("Received on {moment}.").format(moment=_moment(standing.received_at))]
    if not standing.covered:
        told.append(say("It held nothing you had signed."))
    elif not standing.later:
        told.append(say("Everything you have signed so far arrived."))
    else:
        covered = counted(standing.covered, say("item"), say("items"))
        told.append(say("What the file held arrived: {covered}.").format(covered=covered))
    if standing.later:
        later = counted(standing.later, say("item"), say("items"))
        told.append(say("Signed later and not covered: {later}.").format(later=later))
        told.append(say("Save the response file again and send it."))
    return paragraph(told, say)


def _moment(instant: datetime) -> str:
    """Return day and time where the reader is, in her locale's own form."""
    local, locale = QDateTime.fromSecsSinceEpoch(int(instant.timestamp())).toLocalTime(), QLocale()
    if locale.language() is QLocale.Language.C:
        return local.toString("yyyy-MM-dd HH:mm")
    day = locale.toString(local.date(), QLocale.FormatType.LongFormat)
    return f"{day} {locale.toString(local.time(), QLocale.FormatType.ShortFormat)}"
