"""An icon or the logo standing by itself."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.icons import icon_pixmap, logo_pixmap
from adjudicator_app.widgets.theme import theme


class Picture(QLabel):
    """An icon in a colour role, kept sharp at every text scale."""

    def __init__(
        self, name: str, tone: Tone = Tone.TEXT, *, size: int = 18, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._name, self._tone, self._side = name, tone, size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.restyle()

    def show_icon(self, name: str, tone: Tone) -> None:
        """Show another icon."""
        if (name, tone) == (self._name, self._tone):
            return
        self._name, self._tone = name, tone
        self.restyle()

    def restyle(self) -> None:
        """Take size and colour of the theme."""
        ratio = self.devicePixelRatioF()
        if self._name == "logo":
            self.setPixmap(logo_pixmap(self._side, ratio=ratio))
        else:
            self.setPixmap(icon_pixmap(self._name, self._tone, self._side, ratio=ratio))
        self.setFixedSize(theme().px(self._side), theme().px(self._side))
