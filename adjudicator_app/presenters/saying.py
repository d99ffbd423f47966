"""What presenters, models and painted widgets say in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from PySide6.QtCore import QCoreApplication

T = TypeVar("T")


class Anew(Generic[T]):
    """An attribute of a presenter that keeps how its words are made, and makes them when read.

    ``activity = Anew("")`` in the class; ``self.activity = lambda: self.tr("Reading")`` sets it,
    ``self.activity = ""`` empties it. Words that were stored as text would stay in the language
    they were made in when another is turned on.
    """

    def __init__(self, nothing: T) -> None:
        self._nothing = nothing
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}_made"

    def __get__(self, presenter: object, owner: type) -> T:
        made: T | Callable[[], T] = getattr(presenter, self._name, self._nothing)
        return made() if callable(made) else made

    def __set__(self, presenter: object, value: T | Callable[[], T]) -> None:
        setattr(presenter, self._name, value)


def say(text: str) -> str:
    """Return a message in the reader's language."""
    return QCoreApplication.translate("", text)


def said(options: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return codes with their labels in the reader's language."""
    return [(code, say(label)) for code, label in options.items()]


def interface_language() -> str:
    """Return the code of the reader's language: each catalogue translates "en" by its own."""
    return say("en")
