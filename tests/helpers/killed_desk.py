"""A program that types or signs until it is killed: run as a child process by a test."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from adjudicator_app.app import Desktop
from adjudicator_app.termination import end_when_told
from adjudicator_app.widgets.screen import Screen
from fairmed_core.clock import SystemClock
from fairmed_core.domain.verdict import VerdictKind

SENTENCE = "Both sources accept a visit within a month. "


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Doomed:
    """Goes on with the one study there is, then does one thing over and over."""

    def __init__(self, desktop: Desktop, what: str, passphrase: str) -> None:
        self.desktop, self.what, self.passphrase = desktop, what, passphrase
        self.typed = 0
        self.timer = QTimer(desktop, interval=15)
        self.timer.timeout.connect(self.act)
        self.step = self.unlock
        self.timer.start()

    def act(self) -> None:
        self.step()

    def unlock(self) -> None:
        welcome = self.desktop.to.welcome
        if welcome.studies and not welcome.activity:
            welcome.continue_study(welcome.studies[0], self.passphrase)
            self.step = self.open_item if self.what == "review" else self.check

    def open_item(self) -> None:
        items = self.desktop.to.items
        if items.view is not None:
            items.open_item(items.items[0].item_id)
            self.step = self.begin_typing

    def begin_typing(self) -> None:
        if self.desktop.to.review.view is not None:
            self.desktop.to.review.entry.choose_verdict(VerdictKind.AMEND)
            page = self.desktop.window.page_of(Screen.REVIEW)
            self.field = page.judgement.verdict.reason.field
            self.field.setFocus()
            self.step = self.type_on

    def type_on(self) -> None:
        QTest.keyClicks(self.field, SENTENCE[self.typed % len(SENTENCE)])
        self.typed += 1
        tell(str(self.typed))

    def check(self) -> None:
        if self.desktop.to.items.view is not None:
            self.desktop.go.check_and_sign()
            self.step = self.sign

    def sign(self) -> None:
        if self.desktop.to.sign.rows:
            card = self.desktop.window.page_of(Screen.SIGN).signature
            card.independence.click()
            card.none.click()
            QTest.keyClicks(card.passphrase.line, self.passphrase)
            card.button.click()
            tell("signing")
            self.step = self.signed

    def signed(self) -> None:
        if self.desktop.to.sending.attestation is not None:
            tell("signed")
            self.timer.stop()


def main() -> None:
    qt = QApplication([])
    desktop = Desktop(qt, data=Path(sys.argv[1]), clock=SystemClock())
    end_when_told(qt)
    desktop.start()
    doomed = Doomed(desktop, sys.argv[2], sys.argv[3])
    # A key that comes once the program has ended reaches nothing, and is none she typed.
    qt.aboutToQuit.connect(doomed.timer.stop)
    qt.exec()
    assert doomed is not None


if __name__ == "__main__":
    main()
