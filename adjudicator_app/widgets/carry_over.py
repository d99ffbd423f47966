"""What was typed and chosen on a page, kept while the page is made anew in another language."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QTextEdit, QWidget


@dataclass(frozen=True)
class Filled:
    """How the fields of a page are filled, kind by kind, in order."""

    lines: tuple[str, ...]
    texts: tuple[str, ...]
    chosen: tuple[int, ...]
    ticked: tuple[bool, ...]
    stops: int
    focused: int | None


def filled(page: QWidget) -> Filled:
    """Return how a page is filled, and where in it one is."""
    stops, here = _stops(page), page.focusWidget()
    return Filled(
        lines=tuple(line.text() for line in page.findChildren(QLineEdit)),
        texts=tuple(text.toPlainText() for text in page.findChildren(QTextEdit)),
        chosen=tuple(box.currentIndex() for box in page.findChildren(QComboBox)),
        ticked=tuple(button.isChecked() for button in page.findChildren(QAbstractButton)),
        stops=len(stops),
        focused=stops.index(here) if here in stops else None,
    )


def fill_again(page: QWidget, was: Filled) -> None:
    """Fill a page as another of its kind was; a field that shows the same is left alone.

    Where the pages are not built alike, what belongs to a presenter shows all the same.
    """
    lines, texts = page.findChildren(QLineEdit), page.findChildren(QTextEdit)
    boxes, buttons = page.findChildren(QComboBox), page.findChildren(QAbstractButton)
    # Choices first: they bring fields of their own.
    for box, chosen in zip(boxes, was.chosen, strict=False):
        if len(boxes) == len(was.chosen) and box.currentIndex() != chosen:
            box.setCurrentIndex(chosen)
    for button, ticked in zip(buttons, was.ticked, strict=False):
        if len(buttons) == len(was.ticked) and ticked and not button.isChecked():
            button.setChecked(True)
    for line, words in zip(lines, was.lines, strict=False):
        if len(lines) == len(was.lines) and line.text() != words:
            line.setText(words)
    for text, words in zip(texts, was.texts, strict=False):
        if len(texts) == len(was.texts) and text.toPlainText() != words:
            text.setPlainText(words)
    stops = _stops(page)
    if was.focused is not None and len(stops) == was.stops:
        stops[was.focused].setFocus(Qt.FocusReason.OtherFocusReason)


def _stops(page: QWidget) -> list[QWidget]:
    policy = Qt.FocusPolicy.TabFocus
    return [part for part in page.findChildren(QWidget) if part.focusPolicy() & policy]
