"""The running program in a test, on a folder of its own, and a pack to open in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from adjudicator_app.app import Desktop
from adjudicator_app.widgets.screen import Screen
from bands_registry import guidelines
from bands_registry.study.loader import load_study
from bands_registry.study.verdict_file import VerdictFile, read_verdict_file
from fairmed_core.clock import FixedClock
from fairmed_core.domain.study import Study
from tests.helpers.chains import noon
from tests.helpers.registry import a_pack

PASSPHRASE = "four unrelated words here"
BUNDLED = Path(guidelines.__file__).parent


@cache
def bundled_study() -> Study:
    """The study that travels with the program."""
    return load_study(BUNDLED / "ed_and_discharge")


@cache
def geriatrician() -> VerdictFile:
    """What the geriatrician said about the four published drafts."""
    return read_verdict_file(BUNDLED / "geriatrician_verdicts.yaml", bundled_study())


class Desk:
    """The program with real services on real files."""

    def __init__(self, qtbot, qapp: QApplication, folder: Path) -> None:
        self.qtbot = qtbot
        self.folder = folder
        self.data = folder / "data"
        self.clock: FixedClock = noon()
        self.desktop = Desktop(qapp, data=self.data, clock=self.clock)
        self.window = self.desktop.window
        # The system's file dialogs cannot be driven here: what one would choose stands in for them.
        self.chosen: Path | None = None
        self.window.choose_pack = lambda _folder: self.chosen
        self.window.choose_target = lambda _title, _offered, _kind: self.chosen
        qtbot.addWidget(self.window, before_close_func=lambda _: self.end())

    def end(self) -> None:
        """End the service thread and everything it holds."""
        self.desktop.leaving.end()
        self.window.let_go()

    def start(self, **how: object) -> None:
        """Show the window and wait until it has looked around."""
        self.desktop.start(**how)
        # Shortcuts reach the active window alone.
        self.until(self.window.isActiveWindow)
        self.idle()

    def idle(self) -> None:
        """Wait until the service thread has answered everything."""
        desktop = self.desktop
        self.qtbot.waitUntil(
            lambda: not (desktop.speaking.busy or desktop.tasks.busy), timeout=20_000
        )

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds."""
        self.qtbot.waitUntil(holds, timeout=20_000)

    def until_screen(self, screen: Screen) -> None:
        """Wait until a screen is shown and its content has come."""
        self.until(lambda: self.window.screen_shown is screen)
        self.idle()

    @property
    def page(self):
        """The screen that is shown."""
        return self.window.centralWidget().currentWidget()

    def pack(self, study: Study | None = None) -> Path:
        """A pack of the bundled study, or of another."""
        return a_pack(self.folder, study or bundled_study())

    @property
    def focused(self) -> QWidget | None:
        """What has the focus in the window, whether or not the window is the active one."""
        return self.window.focusWidget()
