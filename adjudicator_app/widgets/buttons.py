"""Buttons: one primary per screen, secondary, danger, link, plain ones for bars, quiet ones.

Use: ``Button("Mark ready, next item", Look.PRIMARY, hint="Ctrl + Enter")``;
``Button("Open page", icon="book", compact=True)``; ``Button("Undo", Look.PLAIN, icon="undo")``;
``IconButton("eye", "Show the passphrase")``. They emit ``clicked`` like any `QAbstractButton`.
The primary is never disabled: pressed early, it names what is left and focuses it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from adjudicator_app.widgets.colours import mixed
from adjudicator_app.widgets.icons import paint_icon
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.theme import Type, Weight, theme


class Look(Enum):
    """What a button looks like."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    DANGER = "danger"
    LINK = "link"
    PLAIN = "plain"
    QUIET = "quiet"


_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_BARE = (Look.LINK, Look.PLAIN, Look.QUIET)


@dataclass(frozen=True)
class _Paint:
    fill: QColor | None
    edge: QColor | None
    text: QColor


class Button(QAbstractButton):
    """A text button, with an icon before or after its text where asked for."""

    def __init__(
        self,
        text: str,
        look: Look = Look.SECONDARY,
        *,
        icon: str = "",
        after: str = "",
        hint: str = "",
        compact: bool = False,
        tall: bool = False,
        least_width: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._look, self._icon, self._after, self._hint = look, icon, after, hint
        self._height = 48 if tall else 36 if compact else 40
        if look in _BARE:
            self._height = 32
        self._least = least_width
        self.takes_enter = True
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        horizontal = QSizePolicy.Policy.Minimum
        if look in _BARE:
            horizontal = QSizePolicy.Policy.Fixed
        if look is Look.QUIET:
            horizontal = QSizePolicy.Policy.Maximum
        self.setSizePolicy(horizontal, QSizePolicy.Policy.Fixed)
        self.restyle()

    def restyle(self) -> None:
        """Take the font of the present scale."""
        small = self._look in _BARE or self._height == 36
        medium = self._look in (Look.PLAIN, Look.QUIET)
        kind = Type.CAPTION if self._look is Look.QUIET else Type.SMALL if small else Type.BODY
        self.setFont(theme().font(kind, Weight.MEDIUM if medium else Weight.SEMIBOLD))
        self.updateGeometry()
        self.update()

    def set_icon(self, name: str) -> None:
        """Change the icon before the text."""
        if name == self._icon:
            return
        self._icon = name
        self.updateGeometry()
        self.update()

    def set_hint(self, hint: str) -> None:
        """Change the shortcut told after the text."""
        if hint == self._hint:
            return
        self._hint = hint
        self.updateGeometry()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter for a press, as Space is."""
        bare = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in _ENTER and bare and self.takes_enter and not event.isAutoRepeat():
            self.click()
            return
        super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Return the size of icon, text, hint and padding."""
        px = theme().px
        side = 4 if self._look in (Look.LINK, Look.QUIET) else 6 if self._look in _BARE else 16
        width = max(px(self._least), self._content_width() + 2 * px(side))
        return QSize(width, px(self._height))

    def minimumSizeHint(self) -> QSize:
        """Buttons never cut their text; a quiet one without room shows its icon alone."""
        if self._look is Look.QUIET and self._icon:
            return QSize(theme().px(self._icon_size() + 2 * 4), self.sizeHint().height())
        return self.sizeHint()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show that it can be pressed."""
        self.update()
        super().enterEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw box, icon, text and hint, centred together."""
        painter = QPainter(self)
        paint = self._paint()
        if paint.fill is not None or paint.edge is not None:
            draw_box(painter, self.rect(), fill=paint.fill, edge=paint.edge)
        px, metrics = theme().px, self.fontMetrics()
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        if self._look is Look.QUIET and self._icon and self.width() < self.sizeHint().width():
            size = px(self._icon_size())
            left, top = (self.width() - size) // 2, (self.height() - size) // 2
            paint_icon(painter, self._icon, paint.text, left, top, size)
            return
        x = (self.width() - self._content_width()) // 2
        middle = self.height() // 2

        def place(width: int) -> QRect:
            nonlocal x
            left = self.width() - x - width if rtl else x
            x += width
            return QRect(left, 0, width, self.height())

        painter.setPen(paint.text)
        if self._icon:
            size = px(self._icon_size())
            paint_icon(painter, self._icon, paint.text, place(size).x(), middle - size // 2, size)
            x += px(self._icon_gap())
        width = metrics.horizontalAdvance(self.text())
        painter.drawText(place(width), Qt.AlignmentFlag.AlignCenter, self.text())
        if self._hint:
            x += px(16)
            painter.setFont(theme().font(Type.CAPTION, Weight.MEDIUM))
            painter.drawText(place(self._hint_width()), Qt.AlignmentFlag.AlignCenter, self._hint)
        if self._after:
            x += px(8)
            size = px(16)
            paint_icon(painter, self._after, paint.text, place(size).x(), middle - size // 2, size)

    def _content_width(self) -> int:
        px = theme().px
        width = self.fontMetrics().horizontalAdvance(self.text())
        width += px(self._icon_size() + self._icon_gap()) if self._icon else 0
        width += px(16) + self._hint_width() if self._hint else 0
        return width + (px(24) if self._after else 0)

    def _icon_size(self) -> int:
        return 18 if self._look is Look.PLAIN else 16

    def _icon_gap(self) -> int:
        return 6 if self._look is Look.QUIET else 8

    def _hint_width(self) -> int:
        metrics = QFontMetrics(theme().font(Type.CAPTION, Weight.MEDIUM))
        return metrics.horizontalAdvance(self._hint)

    def _paint(self) -> _Paint:
        colours = theme().colours
        pressed = 0.16 if self.isDown() else 0.08 if self.underMouse() else 0.0
        if not self.isEnabled():
            boxed = self._look not in _BARE
            return _Paint(
                colours.sunken if boxed else None, colours.line if boxed else None, colours.text2
            )
        if self._look is Look.PRIMARY:
            fill = mixed(colours.accent, colours.on_accent, pressed)
            return _Paint(fill, None, colours.on_accent)
        if self._look in _BARE:
            text = {Look.LINK: colours.accent, Look.QUIET: colours.text2}
            ground = colours.sunken if pressed else None
            return _Paint(ground, None, text.get(self._look, colours.text))
        fill = colours.sunken if pressed else colours.surface
        if self._look is Look.DANGER:
            return _Paint(fill, colours.danger, colours.danger)
        return _Paint(fill, colours.strong, colours.text)


class IconButton(QAbstractButton):
    """A square button without text; its name is told to screen readers and in the tip."""

    def __init__(
        self, icon: str, name: str, *, size: int = 32, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon, self._size = icon, size
        self.set_icon(icon, name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_icon(self, icon: str, name: str) -> None:
        """Change what it shows and what it is called."""
        self._icon = icon
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.update()

    def restyle(self) -> None:
        """Take the size of the present scale."""
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the square."""
        return QSize(theme().px(self._size), theme().px(self._size))

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show that it can be pressed."""
        self.update()
        super().enterEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the icon, on a ground while the pointer is over it."""
        painter, colours = QPainter(self), theme().colours
        if self.isEnabled() and (self.underMouse() or self.isDown()):
            draw_box(painter, self.rect(), fill=colours.sunken)
        size = theme().px(20 if self._size >= 32 else 16)
        colour = colours.text if self.isEnabled() else colours.strong
        offset = (self.width() - size) // 2, (self.height() - size) // 2
        paint_icon(painter, self._icon, colour, offset[0], offset[1], size)
