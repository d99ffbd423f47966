"""The language of the program: which there are, which one is on, and Qt's way of asking for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from PySide6.QtCore import (
    QCoreApplication,
    QLibraryInfo,
    QLocale,
    QObject,
    Qt,
    QTranslator,
)
from PySide6.QtGui import QGuiApplication

from adjudicator_app.presenters.told import ERRORS
from fairmed_core.words.catalogue import ENGLISH, LANGUAGES, catalogue, language_for
from fairmed_core.words.joining import listed
from fairmed_core.words.messages import read_messages

_QT_FILES = {"zh-Hans": "qtbase_zh_CN"}
_LOCALES = {"en": QLocale.Language.English, "zh-Hans": QLocale.Language.Chinese}
_PLACE = re.compile(r"\\\{(\d+)\\\}")


class CatalogueTranslator(QTranslator):
    """Answers Qt from the catalogues: the screen's, then the one shared with print.

    The context of a message is not looked at: a sentence says the same wherever it stands. Only
    sentences of errors have their own catalogue, because they come with values filled in.
    """

    def __init__(self, language: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._screen = _messages(language, "screens")
        self._shared = catalogue(language)
        self._language = language

    def isEmpty(self) -> bool:
        """Never: what is not in it is said in English."""
        return False

    def translate(
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        """Return a message in this language, or as it stands."""
        if context == ERRORS:
            return translated_error(text, self._language)
        return self._screen.get(text) or self._shared(text)


def translated_error(sentence: str, language: str) -> str:
    """Return an error's sentence in a language; values in it that are no sentences stay."""
    messages = _messages(language, "errors")
    if sentence in messages:
        return messages[sentence]
    for pattern, said in _patterns(language):
        found = pattern.fullmatch(sentence)
        if found is not None:
            return said.format(*(_value(value, language) for value in found.groups()))
    place, colon, rest = sentence.partition(": ")
    if colon and (known := translated_error(rest, language)) != rest:
        form = catalogue(language)("{place}: {sentence}")
        return form.format(place=translated_error(place, language), sentence=known)
    return sentence


def _value(text: str, language: str) -> str:
    """Return a value of a sentence: itself a sentence, or names of professions, or as it stands."""
    known = translated_error(text, language)
    if known != text:
        return known
    say = catalogue(language)
    names = [name.capitalize() for name in text.split(", ")]
    said = [say(name) for name in names]
    return listed(said, say) if not set(said) & set(names) else text


class Speech(QObject):
    """The language that is on, in the whole running program, and how numbers and times look in it.

    Attributes
    ----------
    own
        How the system writes numbers, times and dates.
    language
        A code of `LANGUAGES`.
    """

    def __init__(self, qt: QCoreApplication) -> None:
        super().__init__(qt)
        self._qt = qt
        self._installed: list[QTranslator] = []
        # The system's way with numbers, times and dates.
        self.own = QLocale()
        self.language = ENGLISH

    def speak(self, language: str) -> None:
        """Turn a language of `LANGUAGES` on."""
        for translator in self._installed:
            self._qt.removeTranslator(translator)
        self._installed = []
        self.language = language if language in LANGUAGES else ENGLISH
        QLocale.setDefault(self._locale())
        if self.language != ENGLISH:
            self._install(CatalogueTranslator(self.language, self))
            qt_words = QTranslator(self)
            place = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
            if qt_words.load(_QT_FILES[self.language], place):
                # Asked first: it knows its own contexts alone.
                self._install(qt_words)
        QGuiApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)

    def _locale(self) -> QLocale:
        """Return the system's own, unless it would write times and dates in another language."""
        own, wanted = self.own.language(), _LOCALES[self.language]
        others = set(_LOCALES.values()) - {wanted}
        mixes = own in others or (self.language != ENGLISH and own is not wanted)
        return QLocale(wanted) if mixes else self.own

    def _install(self, translator: QTranslator) -> None:
        self._qt.installTranslator(translator)
        self._installed.append(translator)


def read_ahead() -> Iterator[str]:
    """Read what switching to another language needs, a file at a time; yield the language."""
    for language in set(LANGUAGES) - {ENGLISH}:
        for part in ("screens", "errors"):
            _messages(language, part)
            yield language
        _patterns(language)
        yield language
        catalogue(language)
        yield language


def system_language() -> str:
    """Return the language of ours that comes first among those the system is set to."""
    return language_for(QLocale.system().uiLanguages())


@cache
def _messages(language: str, part: str) -> dict[str, str]:
    folder = files("adjudicator_app.resources").joinpath("languages")
    return read_messages(folder.joinpath(f"{part}.{language}.po").read_text(encoding="utf-8"))


@cache
def _patterns(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the sentences with values in them, those that say most first."""
    found = [(m, said) for m, said in _messages(language, "errors").items() if "{0}" in m]
    found.sort(key=lambda pair: -len(pair[0]))
    return tuple(
        (re.compile(_PLACE.sub("(.*?)", re.escape(message)), re.DOTALL), said)
        for message, said in found
    )
