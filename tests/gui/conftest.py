"""The program in a test: real services, real stores, real windows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

from adjudicator_app.program import Program
from adjudicator_app.widgets.theme import Mode
from tests.helpers.desk import Desk


@pytest.fixture(autouse=True)
def _plain_locale() -> Iterator[None]:
    """English numbers and times, whatever the machine speaks."""
    before = QLocale()
    QLocale.setDefault(QLocale.c())
    yield
    QLocale.setDefault(before)


@pytest.fixture(scope="session")
def qapp_cls() -> type[Program]:
    """The application is the program's own."""
    return Program


@pytest.fixture
def desk(qtbot, qapp, tmp_path: Path) -> Iterator[Desk]:
    """The running program on a fresh folder."""
    desk = Desk(qtbot, qapp, tmp_path)
    yield desk
    desk.end()
    # The theme belongs to the application and outlives the window.
    desk.desktop.theme.set_mode(Mode.SYSTEM)
    desk.desktop.theme.set_text_scale(1.0)
