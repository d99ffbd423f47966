"""The two sheets of moving: what comes from another computer, and using a moved copy again."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from adjudicator_app.presenters.moving_in import MoveInPresenter
from adjudicator_app.widgets.buttons import Look
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.error_box import ErrorBox
from adjudicator_app.widgets.layouts import column
from adjudicator_app.widgets.sheet import Sheet
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight


class MoveInSheet(Sheet):
    """Whose work a file brings and which studies, before anything is kept; then that it is here."""

    def __init__(self, presenter: MoveInPresenter, parent: QWidget | None = None) -> None:
        title = QApplication.translate("MoveInSheet", "Move your work to this computer")
        super().__init__(title, parent)
        self._presenter = presenter
        self._introduction = Text(presenter.introduction)
        self.studies = column(gap=8)
        for study, about in presenter.studies:
            named = Text(study, Type.SMALL, Weight.SEMIBOLD)
            self.studies.add(column(gap=0).add(named, Text(about, Type.SMALL, tone=Tone.TEXT2)))
        self._consequence = Text("")
        self.error = ErrorBox()
        self.body.add(self._introduction)
        self.body.addLayout(self.studies)
        self.body.add(self._consequence, self.error)
        self.cancel = self.add_button(self.tr("Cancel"), Look.SECONDARY, self.reject)
        self.take = self.add_button(
            self.tr("Move to this computer"), Look.PRIMARY, presenter.take_over
        )
        self.close_button = self.add_button(self.tr("Close"), Look.PRIMARY, self.accept)
        presenter.changed.connect(self._show)
        self._show()

    @property
    def text(self) -> str:
        """What it says about what happens next."""
        return self._consequence.text()

    def _show(self) -> None:
        presenter = self._presenter
        offers = presenter.brings_something and not presenter.done
        self._consequence.say(presenter.activity or presenter.consequence)
        # The button that takes the focus says what else changed.
        for button in (self.take, self.close_button):
            button.setAccessibleDescription(self.text)
        self.error.show_error(presenter.error)
        self.cancel.setVisible(offers)
        self.take.setVisible(offers)
        self.close_button.setVisible(not offers)
        (self.take if offers else self.close_button).setFocus()


class UseAgainSheet(Sheet):
    """What it risks to use a copy again that was moved to another computer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        title = QApplication.translate("UseAgainSheet", "Was the file never opened elsewhere?")
        super().__init__(title, parent)
        risk = self.tr(
            "Two copies signed on part your record in two. Neither part counts until your "
            "coordinator has sorted it out."
        )
        self.body.add(
            Text(
                self.tr(
                    "Use this copy again only if what you carried over was lost and never opened "
                    "on another computer. Destroy the file if it turns up."
                )
            ),
            Text(risk, tone=Tone.TEXT2),
        )
        self.again = self.add_button(self.tr("Use this copy again"), Look.DANGER, self.accept)
        self.keep = self.add_button(self.tr("Keep it read only"), Look.PRIMARY, self.reject)
        self.again.setAccessibleDescription(risk)
        self.keep.setFocus()
