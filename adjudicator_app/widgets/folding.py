"""Parts that stand side by side while there is room, and one below the other where there is not."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from adjudicator_app.widgets.card import Divider
from adjudicator_app.widgets.layouts import Margins, row
from adjudicator_app.widgets.theme import theme


class Folding(QWidget):
    """A row of parts that folds into a column under a width given at 100 %.

    Shares are stretch factors; a part with share 0 keeps its own width in the row. With
    `last_on_top` the column begins with the last part.

    Signals
    -------
    fold_changed
        Whether the parts now stand below each other.
    """

    fold_changed = Signal(bool)

    def __init__(
        self,
        parts: list[tuple[QWidget, int]],
        *,
        under: int,
        gap: int = 24,
        margins: Margins = (0, 0, 0, 0),
        last_on_top: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._parts, self._under, self._margins = parts, under, margins
        down, up = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.BottomToTop
        self._column = up if last_on_top else down
        self._layout = row(self, gap=gap, margins=margins)
        for part, share in parts:
            self._layout.addWidget(part, share)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def folded(self) -> bool:
        """Whether the parts stand below each other."""
        return self._layout.direction() is self._column

    def restyle(self) -> None:
        """Fold or unfold for the present width and text scale."""
        fold = self.width() < theme().px(self._under)
        if fold is self.folded:
            return
        self._layout.setDirection(self._column if fold else QBoxLayout.Direction.LeftToRight)
        for place, (part, share) in enumerate(self._parts):
            self._layout.setStretch(place, 0 if fold else share)
            if isinstance(part, Divider):
                part.set_vertical(not fold)
            if not share:
                aligned = Qt.AlignmentFlag.AlignLeading if fold else Qt.AlignmentFlag(0)
                self._layout.setAlignment(part, aligned)
        self.updateGeometry()
        self.fold_changed.emit(fold)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold or unfold for the present width."""
        super().resizeEvent(event)
        self.restyle()

    def minimumSizeHint(self) -> QSize:
        """As narrow as the widest part, so that the page can be made narrow enough to fold."""
        widest = max(part.minimumSizeHint().width() for part, _ in self._parts)
        px = theme().px
        sides = px(self._margins[0]) + px(self._margins[2])
        return QSize(widest + sides, super().minimumSizeHint().height())
