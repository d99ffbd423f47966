"""Receipts joined to the program: files chosen or handed over, and where it is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from adjudicator_app.presenters.receipts import ReceiptsPresenter, standing_words
from adjudicator_app.troubles import Troubles
from adjudicator_app.view_settings import ViewSettings
from adjudicator_app.widgets.file_choice import FileChoice
from adjudicator_app.widgets.main_window import MainWindow
from adjudicator_app.widgets.screen import Screen

if TYPE_CHECKING:
    from adjudicator_app.widgets.receipt_sheet import ReceiptSheet
    from bands_registry.services.keep_receipt import KeptReceipt


class ReceiptDesk(QObject):
    """Takes receipts in on every screen; the sending screen of their study tells them in place.

    Parameters
    ----------
    titled
        The title of a study kept here, by its id; "" for one that is not open.
    """

    def __init__(
        self,
        window: MainWindow,
        receipts: ReceiptsPresenter,
        troubles: Troubles,
        view: ViewSettings,
        titled: Callable[[str], str],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._receipts = receipts
        self._view = view
        self._titled = titled
        self.files = FileChoice(window)
        self.sheet: ReceiptSheet | None = None
        receipts.kept.connect(self._tell)
        receipts.refused.connect(troubles.tell)

    def choose(self) -> None:
        """Let her choose a receipt."""
        path = self.files.receipt(self._view.folder)
        if path is not None:
            self._view.remember_folder(path)
            self._receipts.take(path)

    def _tell(self, kept: KeptReceipt) -> None:
        title = self._titled(kept.study)
        if title and self._window.screen_shown is Screen.SEND:
            return
        from adjudicator_app.widgets.receipt_sheet import ReceiptSheet

        words = standing_words(kept.standing)
        self.sheet = ReceiptSheet(title or kept.study, words, self._window)
        self.sheet.open()
