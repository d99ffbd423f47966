"""What errors say, in the reader's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from adjudicator_app.presenters.saying import say
from fairmed_core.errors import FairMedError
from fairmed_core.words.joining import paragraph

# Errors are raised in English with their values filled in; this context finds their sentences.
ERRORS = "errors"


def told(sentence: str) -> str:
    """Return an error's sentence or next step in the reader's language."""
    return QCoreApplication.translate(ERRORS, sentence) if sentence else ""


def told_whole(error: FairMedError) -> str:
    """Return an error's sentence and next step in the reader's language."""
    return paragraph((told(error.sentence), told(error.next_step)), say)
