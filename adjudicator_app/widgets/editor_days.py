"""The band editor for days: author's lane, range slider, and two number boxes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.presenters.day_axis import Axis
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.day_scale import DayScale
from adjudicator_app.widgets.fields import NoteLine
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.number_box import NumberBox
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, theme
from fairmed_core.domain.acceptable import ValueSet


class DaysEditor(QWidget):
    """From one day to another.

    Signals
    -------
    range_chosen
        (low, high), while she drags, steps or types.
    step_ended
        A drag or a typed number is complete: what follows is undone apart from it.
    """

    range_chosen = Signal(int, int)
    step_ended = Signal()

    def __init__(
        self,
        axis: Axis,
        *,
        author: ValueSet,
        disputed: ValueSet | None,
        limits: tuple[int, int],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._low = self._high = limits[0]
        self.scale = DayScale(axis, author=author, disputed=disputed)
        least, most = limits
        self.from_box = NumberBox(self.tr("From day"), least=least, most=most)
        self.to_box = NumberBox(self.tr("to day"), least=least, most=most)
        boxes = row(gap=8)
        self._gutter = Text("", wrap=False)
        boxes.add(
            self._gutter,
            Text(self.tr("From day"), Type.SMALL, wrap=False),
            self.from_box,
            Text(self.tr("to day"), Type.SMALL, wrap=False),
            self.to_box,
            STRETCH,
        )
        self._note = NoteLine(kind=Type.SMALL)
        column(self, gap=8, margins=(5, 0, 5, 0)).add(self.scale, boxes, self._note)
        self.setAccessibleName(self.tr("Acceptable days"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.scale.range_changed.connect(self.range_chosen)
        self.scale.released.connect(self.step_ended)
        self.from_box.number_typed.connect(lambda low: self._typed(low, self._high))
        self.to_box.number_typed.connect(lambda high: self._typed(self._low, high))
        self.from_box.number_set.connect(lambda low: self._set(low, max(low, self._high)))
        self.to_box.number_set.connect(lambda high: self._set(min(self._low, high), high))
        for box in (self.from_box, self.to_box):
            box.refused.connect(self._tell_digits)
        self.restyle()

    @property
    def note(self) -> str:
        """What is said about a number that was refused; "" otherwise."""
        return self._note.text

    def show_item(
        self, axis: Axis, *, author: ValueSet, disputed: ValueSet | None, limits: tuple[int, int]
    ) -> None:
        """Show another draft on its axis; `show_range` follows."""
        self._low = self._high = limits[0]
        self.scale.show_item(axis, author=author, disputed=disputed)
        for box in (self.from_box, self.to_box):
            box.set_limits(*limits)
        self._note.say("")

    def show_range(self, low: int, high: int) -> None:
        """Show her range."""
        self._low, self._high = low, high
        self.scale.show_range(low, high)
        self.from_box.show_number(low)
        self.to_box.show_number(high)

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Focus the lower end."""
        self.scale.low_knob.setFocus(reason)

    def restyle(self) -> None:
        """Begin the boxes where the axis begins."""
        self._gutter.setFixedWidth(max(0, self.scale.gutter - theme().px(8)))

    def _tell_digits(self) -> None:
        text = self.tr("Whole days only, in digits.")
        self._note.say(text, tone=Tone.WARN, icon="warning")

    def _typed(self, low: int, high: int) -> None:
        self._note.say("")
        # "3" on the way to "30" must not drag the other end along.
        if low <= high:
            self.range_chosen.emit(low, high)

    def _set(self, low: int, high: int) -> None:
        self._note.say("")
        self.range_chosen.emit(low, high)
        self.step_ended.emit()
