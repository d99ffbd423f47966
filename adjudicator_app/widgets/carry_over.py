"""What was typed and chosen on a page, kept while the page is made anew in another language."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QTextEdit, QWidget

W = TypeVar("W", bound=QWidget)


def carry_over(old: QWidget, new: QWidget) -> None:
    """Fill a page as another of the same kind is filled; what shows the same is left alone."""
    for line, fresh_line in _pairs(QLineEdit, old, new):
        if fresh_line.text() != line.text():
            fresh_line.setText(line.text())
    for text, fresh_text in _pairs(QTextEdit, old, new):
        if not text.isReadOnly() and fresh_text.toPlainText() != text.toPlainText():
            fresh_text.setPlainText(text.toPlainText())
    for box, fresh_box in _pairs(QComboBox, old, new):
        if fresh_box.currentIndex() != box.currentIndex():
            fresh_box.setCurrentIndex(box.currentIndex())
    for button, fresh_button in _pairs(QAbstractButton, old, new):
        if button.isCheckable() and button.isChecked() and not fresh_button.isChecked():
            fresh_button.setChecked(True)


def _pairs(kind: type[W], old: QWidget, new: QWidget) -> list[tuple[W, W]]:
    """Return the fields of both in order; none where the pages are not built alike."""
    before, after = old.findChildren(kind), new.findChildren(kind)
    return list(zip(before, after, strict=True)) if len(before) == len(after) else []
