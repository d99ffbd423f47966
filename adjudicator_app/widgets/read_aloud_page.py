"""The read-aloud check: her code in eight groups, and the coordinator's to compare."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QWidget

from adjudicator_app.presenters.identity import SetupPresenter
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Card
from adjudicator_app.widgets.code_text import CodeText
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.layouts import STRETCH, row
from adjudicator_app.widgets.setup_page import SetupPage
from adjudicator_app.widgets.steps import Steps
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme


class CodeGroups(QWidget):
    """A fingerprint as numbered groups of four; four to a line, or two where it is narrow."""

    def __init__(self, *, size: int, gap: int, narrow: int) -> None:
        super().__init__()
        self._size, self._gap, self._narrow = size, gap, narrow
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._codes: list[CodeText] = []
        self._groups: list[QWidget] = []

    def show_code(self, fingerprint: str) -> None:
        """Show a fingerprint of groups divided by spaces."""
        groups = fingerprint.split()
        while len(self._codes) < len(groups):
            code, group = CodeText(size=self._size), QWidget()
            number = str(len(self._codes) + 1)
            numbered = Text(number, Type.CAPTION, Weight.SEMIBOLD, tone=Tone.TEXT2, wrap=False)
            row(group, gap=14).add(numbered, code, STRETCH)
            self._codes.append(code)
            self._groups.append(group)
        for code, letters in zip(self._codes, groups, strict=False):
            code.say(letters)
        self.setAccessibleName(", ".join(" ".join(letters) for letters in groups))
        self.restyle()

    def restyle(self) -> None:
        """Lay the groups out for the present width and text scale."""
        self._grid.setVerticalSpacing(theme().px(self._gap))
        across = 4 if self.width() >= theme().px(self._narrow) else 2
        for place, group in enumerate(self._groups):
            self._grid.addWidget(group, place // across, place % across)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the groups out for the present width."""
        super().resizeEvent(event)
        self.restyle()

    def minimumSizeHint(self) -> QSize:
        """Wide enough for two groups."""
        widest = max((group.minimumSizeHint().width() for group in self._groups), default=0)
        return QSize(2 * widest + theme().px(16), super().minimumSizeHint().height())


class ReadAloudPage(SetupPage):
    """The last page of setting up."""

    def __init__(self, presenter: SetupPresenter) -> None:
        super().__init__(
            self.tr("Read this aloud to your coordinator"),
            self.tr(
                "One phone call links your pseudonym to you. You can judge items before it; it is "
                "needed before your answers count."
            ),
            self.tr("Done, start judging"),
            aside=self.tr("Do this later"),
        )
        self._presenter = presenter
        self.code = CodeGroups(size=30, gap=16, narrow=480)
        self.coordinator = CodeGroups(size=15, gap=4, narrow=320)
        self._coordinator_card = Card(padding=16, gap=8, sunken=True)
        self._coordinator_card.body.add(
            Text(
                self.tr("The coordinator's code, to compare"),
                Type.SMALL,
                Weight.SEMIBOLD,
                tone=Tone.TEXT2,
            ),
            self.coordinator,
        )
        self.copy = Button(self.tr("Copy your code"), Look.LINK, icon="file")
        hers = Card(padding=24, gap=12, sunken=True)
        hers.body.add(
            Text(self.tr("Your code, eight groups"), Type.SMALL, Weight.SEMIBOLD, tone=Tone.TEXT2),
            self.code,
        )
        self.body.add(hers, self._steps(), self._coordinator_card)
        self.body.add(row().add(self.copy, STRETCH), STRETCH)
        self.copy.clicked.connect(self._copy)
        self.primary.clicked.connect(presenter.go_on)
        self.aside.clicked.connect(presenter.go_on)
        self.back.clicked.connect(presenter.go_back)
        self.show_state()

    def _steps(self) -> Steps:
        steps = (
            (
                self.tr("Call"),
                self.tr("Ring the number your coordinator gave you, not one sent with the pack."),
            ),
            (
                self.tr("Read"),
                self.tr(
                    "Say the groups in order. Letters and digits; there is no letter O, I, L or U."
                ),
            ),
            (
                self.tr("Compare"),
                self.tr(
                    "The coordinator reads their own code. If anything differs from the one "
                    "below, stop and say so."
                ),
            ),
        )
        return Steps(steps)

    def show_state(self) -> None:
        """Show what the presenter knows."""
        identity = self._presenter.identity
        self.code.show_code(identity.fingerprint if identity else "")
        coordinator = self._presenter.coordinator_fingerprint
        self._coordinator_card.setVisible(bool(coordinator))
        self.coordinator.show_code(coordinator)
        alone = len(self._presenter.pages) == 1
        self.primary.setText(self.tr("Done") if alone else self.tr("Done, start judging"))
        self.aside.setVisible(not alone)
        self.back.setVisible(not alone)
        self.error.show_error(self._presenter.error)

    def clear(self) -> None:
        """Leave nothing behind: the page holds no secret."""

    def _copy(self) -> None:
        identity = self._presenter.identity
        if identity is not None:
            QApplication.clipboard().setText(f"{identity.pseudonym}\n{identity.fingerprint}")
            self.copy.setText(self.tr("Copied"))
