"""What the pages of setting up share: heading, body that scrolls, and buttons that stay."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Divider
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.error_box import ErrorBox
from adjudicator_app.widgets.fields import NoteLine
from adjudicator_app.widgets.folding import Folding
from adjudicator_app.widgets.layouts import column, row, scrolled
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight


class SetupPage(QWidget):
    """The frame of a page.

    Attributes
    ----------
    body
        The column that takes the page's own fields.
    primary, back
        The button that goes on, and the one that goes back.
    left
        The line beside the buttons that names what is left.
    """

    def __init__(self, title: str, subtitle: str, primary: str, *, aside: str = "") -> None:
        super().__init__()
        self.primary = Button(primary, Look.PRIMARY)
        self.back = Button(self.tr("Back"))
        self.aside = Button(aside)
        if not aside:
            self.aside.hide()
        self.left = NoteLine(kind=Type.SMALL)
        self.error = ErrorBox()
        self._content = QWidget()
        self.body = column(self._content, gap=24, margins=(32, 24, 32, 24))
        heading = column(gap=2).add(
            Text(title, Type.PAGE, Weight.SEMIBOLD), Text(subtitle, tone=Tone.TEXT2)
        )
        self.body.add(heading, self.error)
        told, buttons = QWidget(), QWidget()
        row(told).addWidget(self.left, 1, Qt.AlignmentFlag.AlignVCenter)
        row(buttons, gap=12).add(self.back, self.aside, self.primary)
        footer = Folding([(told, 1), (buttons, 0)], under=560, gap=12, margins=(32, 15, 32, 15))
        column(self, gap=0).add(scrolled(self._content), Divider(), footer)

    def showEvent(self, event: QShowEvent) -> None:
        """Let the tab key go through the fields before the buttons below them."""
        super().showEvent(event)
        stops: list[QWidget] = []
        found = self._content.nextInFocusChain()
        while found is not None and found is not self._content:
            # Qt leaves out a pair in which one takes no focus.
            if self._content.isAncestorOf(found) and found.focusPolicy() & Qt.FocusPolicy.TabFocus:
                stops.append(found)
            found = found.nextInFocusChain()
        for before, after in pairwise([*stops, self.back, self.aside, self.primary]):
            QWidget.setTabOrder(before, after)

    def tell_left(self, text: str) -> None:
        """Name what is left to do, or nothing."""
        self.left.say(text, icon="dashed_circle" if text else "")
