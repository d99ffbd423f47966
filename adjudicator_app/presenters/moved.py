"""What is said of a copy that was moved to another computer."""

from __future__ import annotations

import re
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

_WEEKDAY = re.compile(r"[,،]?\s*dddd[,،]?\s*")


def moved_words(at: datetime) -> str:
    """Return since when nothing is entered here."""
    told = QCoreApplication.translate(
        "moved", "This copy was moved to another computer on {date} and can only be read here."
    )
    return told.format(date=local_date(at))


def local_date(instant: datetime) -> str:
    """Return the day where the reader is, in her locale's own words, e.g. "14 June 2026"."""
    day = QDateTime.fromSecsSinceEpoch(int(instant.timestamp())).toLocalTime().date()
    locale = QLocale()
    if locale.language() is QLocale.Language.C:
        return locale.toString(day, "d MMMM yyyy")
    form = _WEEKDAY.sub("", locale.dateFormat(QLocale.FormatType.LongFormat))
    return locale.toString(day, form)
