"""What presenters, models and painted widgets say in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication


def say(text: str) -> str:
    """Return a message in the reader's language."""
    return QCoreApplication.translate("", text)


def said(options: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return codes with their labels in the reader's language."""
    return [(code, say(label)) for code, label in options.items()]


def interface_language() -> str:
    """Return the code of the reader's language: each catalogue translates "en" by its own."""
    return say("en")
