"""The system's dialogs that choose files for review, overview and results."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget


class FileChoice(QObject):
    """Each asks for one kind of file; None or () when the dialog was left."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def guideline(self, folder: str) -> Path | None:
        """Choose a guideline's PDF."""
        return self._one(self.tr("Attach guideline"), folder, self.tr("PDF (*.pdf)"))

    def registry(self, folder: str) -> Path | None:
        """Choose a registry."""
        kinds = self.tr("Registries (*.fmreg *.fmdb)")
        return self._one(self.tr("Open a registry"), folder, kinds)

    def response(self, folder: str) -> Path | None:
        """Choose a response file."""
        kinds = self.tr("Response files (*.fmresp)")
        return self._one(self.tr("Merge a response file"), folder, kinds)

    def key(self, folder: str) -> Path | None:
        """Choose a key file."""
        return self._one(self.tr("Choose key file"), folder, self.tr("Key files (*.fmkey)"))

    def receipt(self, folder: str) -> Path | None:
        """Choose a receipt."""
        return self._one(self.tr("Open a receipt"), folder, self.tr("Receipts (*.fmreceipt)"))

    def receipt_target(self, offered: str) -> Path | None:
        """Choose where a receipt goes."""
        name, _ = QFileDialog.getSaveFileName(
            self._window, self.tr("Save receipt"), offered, self.tr("Receipts (*.fmreceipt)")
        )
        return Path(name) if name else None

    def registry_target(self, offered: str) -> Path | None:
        """Choose where the registry goes."""
        name, _ = QFileDialog.getSaveFileName(
            self._window, self.tr("Export registry"), offered, self.tr("Registries (*.fmreg)")
        )
        return Path(name) if name else None

    def draws(self, folder: str) -> tuple[Path, ...]:
        """Choose trajectory files."""
        names, _ = QFileDialog.getOpenFileNames(
            self._window,
            self.tr("Load trajectories"),
            folder,
            self.tr("Trajectories (*.csv *.json *.parquet *.gz)"),
        )
        return tuple(Path(name) for name in names)

    def bands(self, folder: str) -> Path | None:
        """Choose a table of bands, or a study folder by its study.yaml."""
        kinds = self.tr("Bands (*.csv study.yaml)")
        path = self._one(self.tr("Choose unsigned bands"), folder, kinds)
        return path.parent if path is not None and path.name == "study.yaml" else path

    def plan(self, folder: str) -> Path | None:
        """Choose an analysis plan."""
        return self._one(self.tr("Load a plan"), folder, self.tr("Analysis plans (*.yaml *.yml)"))

    def folder(self, folder: str) -> Path | None:
        """Choose a folder to write into."""
        name = QFileDialog.getExistingDirectory(self._window, self.tr("Export report"), folder)
        return Path(name) if name else None

    def _one(self, title: str, folder: str, kinds: str) -> Path | None:
        name, _ = QFileDialog.getOpenFileName(self._window, title, folder, kinds)
        return Path(name) if name else None
