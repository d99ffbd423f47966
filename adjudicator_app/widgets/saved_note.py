"""The saved indicator: "Saved 14:03", always visible at the top."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.presenters.saving import Saving
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.layouts import row
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight

__all__ = ["SavedNote", "Saving", "local_offset", "local_time"]

_LOOKS = {
    Saving.NOTHING_YET: ("", Tone.TEXT2),
    Saving.SAVED: ("tick_circle", Tone.OK),
    Saving.SAVING: ("turning_arrow", Tone.TEXT2),
    Saving.TRYING_AGAIN: ("warning", Tone.WARN),
    Saving.READ_ONLY: ("lock", Tone.TEXT2),
    Saving.SIGNED: ("rosette", Tone.OK),
}


class SavedNote(QWidget):
    """An icon and a few words; ``note.tell(Saving.SAVED, at=instant)``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = Picture("tick_circle", Tone.OK)
        self._text = Text("", Type.SMALL, Weight.MEDIUM, tone=Tone.TEXT2, wrap=False)
        row(self, gap=8).add(self._icon, self._text)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.tell(Saving.NOTHING_YET)

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    def tell(self, state: Saving, *, at: datetime | None = None) -> None:
        """Show a state; `at` is an instant in UTC, shown as local time."""
        clock = local_time(at) if at is not None else ""
        words = {
            Saving.NOTHING_YET: "",
            Saving.SAVED: self.tr("Saved {time}").format(time=clock),
            Saving.SAVING: self.tr("Saving"),
            Saving.TRYING_AGAIN: self.tr("Not saved yet, trying again"),
            Saving.READ_ONLY: self.tr("Read only"),
            Saving.SIGNED: self.tr("Signed {time}").format(time=clock),
        }
        self._text.say(words[state].strip())
        self.setAccessibleName(self._text.text())
        name, tone = _LOOKS[state]
        self._icon.setVisible(bool(name))
        if name:
            self._icon.show_icon(name, tone)


def local_time(instant: datetime) -> str:
    """Return hours and minutes where the reader is, in her locale's own form."""
    local = QDateTime.fromSecsSinceEpoch(int(instant.timestamp())).toLocalTime()
    locale = QLocale()
    if locale.language() is QLocale.Language.C:
        return local.time().toString("HH:mm")
    return locale.toString(local.time(), QLocale.FormatType.ShortFormat)


def local_offset(instant: datetime) -> str:
    """Return how far the reader's clock is from UTC at an instant, e.g. "UTC+05:30".

    Two hours of the night in which clocks go back read the same without it.
    """
    local = QDateTime.fromSecsSinceEpoch(int(instant.timestamp())).toLocalTime()
    minutes = local.offsetFromUtc() // 60
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'−' if minutes < 0 else '+'}{hours:02}:{rest:02}"
