"""What is said about guideline files and the places in them, as sentences."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from adjudicator_app.presenters.review_words import Told
from bands_registry.services.views import Guideline, Match
from fairmed_core.domain.sources import Clause


def say(text: str) -> str:
    """Return the text in the reader's language."""
    return QCoreApplication.translate("guideline", text)


def button_words(clause: Clause, file: Guideline | None) -> str:
    """Return what the button of a clause does."""
    if file is None:
        return say("Attach guideline")
    page = clause.printed_page or clause.pdf_page
    return say("Open page {page}").format(page=page) if page else say("Open guideline")


def file_words(file: Guideline | None) -> Told:
    """Return how the file compares with the author's copy; nothing where there is none."""
    told = {
        Match.SAME: Told("tick", say("Guideline file matches the author's copy")),
        Match.DIFFERENT: Told(
            "warning", say("This file differs from the author's copy: pages and wording may differ")
        ),
        Match.UNKNOWN: Told("info", say("The study does not say which file the author read")),
        Match.CHANGED: Told(
            "warning", say("The copy kept here was changed since you attached it: attach it again")
        ),
    }
    if file is None:
        return Told("", say("Attach its PDF once, and the page opens here."))
    return told[file.match]


def where_words(clause: Clause, found: int | None, *, pages: int) -> Told:
    """Return how the place in the file was found.

    `found` is the page on which the passage's words stand, from 1; 0 for nowhere, None while they
    are looked for.
    """
    named = clause.pdf_page
    if named is not None and named > pages:
        text = say("The study names page {page}, but this file has only {pages}.")
        return Told("warning", text.format(page=named, pages=pages))
    if clause.anchor is None:
        return _unmarked(named)
    if found is None:
        return Told("search", say("Looking for the words of the passage"))
    if not found:
        return _not_found(named)
    if named is not None and found != named:
        text = say("The study names page {page}; the passage's words stand here and are marked.")
        return Told("info", text.format(page=named))
    return Told("tick", say("The words of the passage are marked."))


def _unmarked(named: int | None) -> Told:
    if named is None:
        return Told("info", say("The study names no page here, so the file opens at its start."))
    return Told("info", say("This is the page the study names; it names no words to mark."))


def _not_found(named: int | None) -> Told:
    if named is None:
        told = say("The words of the passage were not found, so the file opens at its start.")
    else:
        told = say("This is the page the study names; the passage's words were not found.")
    return Told("info", told)


def printed_words(clause: Clause) -> str:
    """Return the page number that is printed on the page, where the study knows it."""
    if clause.printed_page is None:
        return ""
    return say("Printed page {page}").format(page=clause.printed_page)


def hits_words(at: int, hits: int, *, searching: bool) -> str:
    """Return which of the places found is shown, from 1."""
    if searching and not hits:
        return say("Searching")
    if not hits:
        return say("Not found")
    return say("{number} of {total}").format(number=at, total=hits)
