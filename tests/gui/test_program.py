"""Files the system hands to the running program, as macOS does on a double click."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent

from adjudicator_app.widgets.screen import Screen


def test_a_pack_handed_over_by_the_system_is_opened(desk, qapp):
    qapp.file_asked.connect(desk.window.file_dropped)
    desk.start()
    handed = QFileOpenEvent(QUrl.fromLocalFile(str(desk.pack())))
    assert qapp.sendEvent(qapp, handed)
    desk.until_screen(Screen.SETUP)
    qapp.file_asked.disconnect(desk.window.file_dropped)
