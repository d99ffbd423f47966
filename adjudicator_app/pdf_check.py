"""Whether a PDF can be shown."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtPdf import QPdfDocument

from fairmed_core.errors import UserError


def demand_readable(path: Path) -> None:
    """Return nothing, or raise UserError for a PDF that is damaged or asks for a password."""
    document = QPdfDocument()
    found = document.load(str(path))
    pages = document.pageCount()
    document.close()
    if found in {
        QPdfDocument.Error.IncorrectPassword,
        QPdfDocument.Error.UnsupportedSecurityScheme,
    }:
        raise UserError(
            _tr("This PDF is under a password, so its pages cannot be shown."),
            next_step=_tr("Choose a copy without a password. Nothing was attached."),
            file=path,
        )
    if found is not QPdfDocument.Error.None_ or pages == 0:
        raise UserError(
            _tr("This PDF is damaged, so its pages cannot be shown."),
            next_step=_tr("Get the file again. Nothing was attached."),
            file=path,
        )


def _tr(text: str) -> str:
    return QCoreApplication.translate("pdf_check", text)
