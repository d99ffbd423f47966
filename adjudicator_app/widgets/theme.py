"""The look: colours that follow the system live, the type scale, and one text scale for all sizes.

Use
---
``Theme.install(app)`` once in ``app.py``. Widgets read ``theme().colours``, ``theme().px(16)`` and
``theme().font(Type.BODY)`` in a method ``restyle()`` and in ``paintEvent``. When colours or the
text scale change, the theme calls ``restyle()`` of every widget and layout that has one, what is
inside first; nothing is rebuilt, so focus and text stay where they are.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import ClassVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetrics, QPalette
from PySide6.QtWidgets import QApplication, QLayout, QToolTip, QWidget

from adjudicator_app.widgets.colours import (
    CONTRAST,
    DARK,
    LIGHT,
    Colours,
    from_high_contrast,
    to_palette,
    with_system_accent,
)

SMALLEST_SCALE, LARGEST_SCALE = 1.0, 2.5
MOST_MEASURED = 4_000
# Looked for by kind: whatever else hangs there, Python need not learn what it is.
_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly
# What stands in when the desktop names no font of its own, best first.
FALLBACK_FAMILIES = ("Inter", "Noto Sans", "Cantarell", "Ubuntu", "Liberation Sans")
# Han characters as they are written in mainland China; without it a font for Japanese may serve.
HAN_FAMILIES = ("Microsoft YaHei", "PingFang SC", "Noto Sans CJK SC", "Noto Sans SC")
GENERIC_FAMILIES = ("sans serif", "sans-serif", "sans", "")


class Mode(StrEnum):
    """Which colours are asked for; SYSTEM follows the desktop live."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


class Type(Enum):
    """The type scale: (size, line) in px at 100 %."""

    CAPTION = (12, 16)
    DENSE = (13, 16)
    SMALL = (13, 20)
    BODY = (14, 20)
    READING = (15, 24)
    HEAD = (16, 24)
    COLUMN = (18, 24)
    LEVEL = (20, 24)
    PAGE = (24, 32)
    WELCOME = (32, 40)


class Weight(Enum):
    """The three weights."""

    REGULAR = QFont.Weight.Normal
    MEDIUM = QFont.Weight.Medium
    SEMIBOLD = QFont.Weight.DemiBold


class Theme(QObject):
    """The present colours and sizes.

    Signals
    -------
    changed
        Colours or text scale changed; every widget was restyled already.

    Attributes
    ----------
    families
        The fonts in use, best first.
    """

    changed = Signal()
    # One per process, as there is one application.
    installed: ClassVar[Theme | None] = None

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._mode = Mode.SYSTEM
        self._scale = 1.0
        self.families = tuple(_families(app))
        self._applying = False
        self._fonts: dict[tuple[Type, Weight], QFont] = {}
        self._advances: dict[tuple[str, Type, Weight], int] = {}
        self.colours: Colours = LIGHT
        # The system reports a change in several steps; one restyle after the last is enough.
        self._settle = QTimer(self, singleShot=True, interval=0)
        self._settle.timeout.connect(self._apply)
        # Both wrappers are kept: the second is only valid while the first is alive.
        self._hints = app.styleHints()
        self._access = self._hints.accessibility()
        self._hints.colorSchemeChanged.connect(self._settle.start)
        self._access.contrastPreferenceChanged.connect(self._settle.start)
        # Not an event filter: one on the application would see every event of every widget.
        app.paletteChanged.connect(self._desktop_changed)
        app.fontChanged.connect(self._desktop_font_changed)
        self._take_over()

    @classmethod
    def install(cls, app: QApplication) -> Theme:
        """Return the application's theme, made on first use."""
        if cls.installed is None or cls.installed.parent() is not app:
            app.setStyle("Fusion")
            cls.installed = cls(app)
        return cls.installed

    @property
    def mode(self) -> Mode:
        """The colours asked for."""
        return self._mode

    @property
    def text_scale(self) -> float:
        """The factor on every size, 1 to 2.5."""
        return self._scale

    @property
    def high_contrast(self) -> bool:
        """Whether high-contrast colours are in force."""
        return self._mode is Mode.CONTRAST or (
            self._mode is Mode.SYSTEM and self._system_wants_contrast()
        )

    def set_mode(self, mode: Mode) -> None:
        """Ask for light, dark or high contrast, or follow the system."""
        if mode is not self._mode:
            self._mode = mode
            self._apply()

    def set_text_scale(self, scale: float) -> None:
        """Set the factor on every size; kept between 100 % and 250 %."""
        kept = min(LARGEST_SCALE, max(SMALLEST_SCALE, scale))
        if kept != self._scale:
            self._scale = kept
            self._apply()

    def px(self, size: float) -> int:
        """Return a length given at 100 % in device-independent pixels."""
        return round(size * self._scale)

    def font(self, kind: Type, weight: Weight = Weight.REGULAR) -> QFont:
        """Return a font of the scale, figures of equal width."""
        if (kind, weight) not in self._fonts:
            font = QFont(list(self.families))
            font.setPixelSize(self.px(kind.value[0]))
            font.setWeight(weight.value)
            font.setFeature(QFont.Tag("tnum"), 1)
            self._fonts[kind, weight] = font
        return self._fonts[kind, weight]

    def advance(self, text: str, kind: Type, weight: Weight = Weight.REGULAR) -> int:
        """Return the width of a short text on one line; measured once for each scale."""
        key = (text, kind, weight)
        if key not in self._advances:
            if len(self._advances) > MOST_MEASURED:
                self._advances.clear()
            self._advances[key] = QFontMetrics(self.font(kind, weight)).horizontalAdvance(text)
        return self._advances[key]

    def monospace(self, size: float, weight: Weight = Weight.REGULAR) -> QFont:
        """Return the system's fixed-width font, for pseudonyms and codes read aloud."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(self.px(size))
        font.setWeight(weight.value)
        return font

    def line_height(self, kind: Type) -> int:
        """Return the distance of two baselines."""
        return self.px(kind.value[1])

    def _desktop_changed(self) -> None:
        """Notice that the desktop's colours changed under us."""
        if not self._applying:
            self._settle.start()

    def _desktop_font_changed(self) -> None:
        if not self._applying:
            self.families = tuple(_families(self._app))
            self._settle.start()

    def _apply(self) -> None:
        self._take_over()
        for window in self._app.topLevelWidgets():
            restyle_tree(window)
        self.changed.emit()

    def _take_over(self) -> None:
        self._applying = True
        self._fonts.clear()
        self._advances.clear()
        try:
            system = self._app.style().standardPalette()
            self.colours = self._choose(system)
            palette = to_palette(self.colours, system)
            if self._app.palette() != palette:
                self._app.setPalette(palette)
                QToolTip.setPalette(palette)
                # Delivered now, so that no widget takes its new sheet with its old colours.
                told = QEvent.Type.ApplicationPaletteChange.value
                QCoreApplication.sendPostedEvents(None, told)
            if self._app.font() != self.font(Type.BODY):
                self._app.setFont(self.font(Type.BODY))
        finally:
            self._applying = False

    def _choose(self, system: QPalette) -> Colours:
        fixed = {Mode.LIGHT: LIGHT, Mode.DARK: DARK, Mode.CONTRAST: CONTRAST}
        if self._mode in fixed:
            return fixed[self._mode]
        if self._system_wants_contrast():
            return from_high_contrast(system)
        scheme = self._hints.colorScheme()
        dark = scheme is Qt.ColorScheme.Dark or (
            scheme is Qt.ColorScheme.Unknown and _is_dark(system)
        )
        accent = system.color(QPalette.ColorRole.Accent)
        return with_system_accent(DARK if dark else LIGHT, accent)

    def _system_wants_contrast(self) -> bool:
        return self._access.contrastPreference() is Qt.ContrastPreference.HighContrast


def theme() -> Theme:
    """Return the running application's theme."""
    # Looked up at every measure and every stroke of a brush: no call into Qt while it stands.
    installed = Theme.installed
    if installed is not None:
        return installed
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        raise TypeError("widgets need a running QApplication")
    return Theme.install(app)


def restyle_tree(top: QWidget) -> None:
    """Restyle a widget and all that is in it, but what it puts off and windows of their own."""
    _restyle(top)
    top.update()


def _restyle(widget: QWidget) -> None:
    """Restyle what is inside first: who measures its parts must find their new sizes."""
    put_off = getattr(widget, "put_off", None)
    later: set[QWidget] = put_off() if put_off is not None else set()
    for child in widget.findChildren(QWidget, options=_DIRECT):
        if not child.isWindow() and child not in later:
            _restyle(child)
    layout = widget.layout()
    if isinstance(layout, QLayout):
        for inner in (*layout.findChildren(QLayout), layout):
            _call_restyle(inner)
            # A layout that is not shown hears of no change within its parts.
            inner.invalidate()
    _call_restyle(widget)
    widget.updateGeometry()


def _call_restyle(item: QObject) -> None:
    restyle = getattr(item, "restyle", None)
    if restyle is not None:
        restyle()


def _is_dark(palette: QPalette) -> bool:
    role = QPalette.ColorRole
    return palette.color(role.Window).lightness() < palette.color(role.WindowText).lightness()


def _families(app: QApplication) -> list[str]:
    """Return the font of all text, and what its characters are looked for in next."""
    known = set(QFontDatabase.families())
    # By its own name: of a generic one the next in the list would be taken instead.
    first = QFontInfo(QFont(_family(app))).family()
    return [first, *(name for name in HAN_FAMILIES if name in known)]


def _family(app: QApplication) -> str:
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    if system.casefold() not in GENERIC_FAMILIES:
        return system
    known = set(QFontDatabase.families())
    return next((name for name in FALLBACK_FAMILIES if name in known), app.font().family())
