"""Colour roles: light, dark and high contrast, and the rule by which a system accent may lead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from PySide6.QtGui import QColor, QPalette

MINIMUM_CONTRAST = 4.5
HIGH_CONTRAST = 7.0


@dataclass(frozen=True)
class Colours:
    """Every colour a widget may use, by what it is for."""

    canvas: QColor
    surface: QColor
    sunken: QColor
    line: QColor
    strong: QColor
    text: QColor
    text2: QColor
    accent: QColor
    on_accent: QColor
    selected_text: QColor
    selected: QColor
    ok: QColor
    ok_soft: QColor
    warn: QColor
    warn_soft: QColor
    danger: QColor
    danger_soft: QColor
    focus: QColor


class Tone(Enum):
    """The colour role of a text or an icon."""

    TEXT = "text"
    TEXT2 = "text2"
    ACCENT = "accent"
    ON_ACCENT = "on_accent"
    SELECTED = "selected_text"
    OK = "ok"
    WARN = "warn"
    DANGER = "danger"

    def of(self, colours: Colours) -> QColor:
        """Return this tone's colour."""
        colour: QColor = getattr(colours, self.value)
        return colour


def _table(*hexes: str) -> Colours:
    return Colours(*(QColor(text) for text in hexes))


LIGHT = _table(
    "#ECEFF1", "#FFFFFF", "#F5F7F8", "#D2D9DC", "#74828A", "#17222B", "#4C5B65", "#0E5A70",
    "#FFFFFF", "#0A4557", "#DDEDF2", "#1A6B3A", "#E2F2E8", "#7F4B00", "#FFF1D6", "#B3261E",
    "#FCE8E6", "#0B57D0",
)  # fmt: skip
DARK = _table(
    "#11171A", "#1A2226", "#20292E", "#35424A", "#82929B", "#E8EEF0", "#AEBBC2", "#6CC5DA",
    "#06232B", "#C5E9F2", "#173E4A", "#7FD19B", "#17392A", "#F2BE66", "#3B2D12", "#FFA79E",
    "#47211E", "#A8C7FA",
)  # fmt: skip
CONTRAST = _table(
    "#000000", "#000000", "#000000", "#FFFFFF", "#FFFFFF", "#FFFFFF", "#FFFFFF", "#1AEBFF",
    "#000000", "#1AEBFF", "#000000", "#3FF23F", "#000000", "#FFD83D", "#000000", "#FF9E9E",
    "#000000", "#FFFF00",
)  # fmt: skip


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast ratio of two opaque colours (WCAG 2.2, 1 to 21)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """Return `one` moved by `share` towards `other`."""
    return QColor(
        round(one.red() + (other.red() - one.red()) * share),
        round(one.green() + (other.green() - one.green()) * share),
        round(one.blue() + (other.blue() - one.blue()) * share),
    )


def with_system_accent(colours: Colours, accent: QColor) -> Colours:
    """Return `colours` led by the system's accent, or unchanged where it could not be read."""
    backgrounds = (colours.surface, colours.canvas, colours.sunken)
    if min(contrast(accent, ground) for ground in backgrounds) < MINIMUM_CONTRAST:
        return colours
    fill = mixed(colours.surface, accent, 0.14)
    return replace(
        colours,
        accent=accent,
        on_accent=_readable_on(accent, (colours.on_accent, QColor("#FFFFFF"), QColor("#000000"))),
        selected=fill,
        selected_text=_readable_on(fill, (mixed(accent, colours.text, 0.35), colours.text)),
    )


def from_high_contrast(palette: QPalette) -> Colours:
    """Return the system's high-contrast colours; ours only where the system names none."""
    role = QPalette.ColorRole
    canvas, surface = palette.color(role.Window), palette.color(role.Base)
    text, accent = palette.color(role.WindowText), palette.color(role.Highlight)
    return Colours(
        canvas=canvas, surface=surface, sunken=surface, line=text, strong=text, text=text,
        text2=text, accent=accent, on_accent=palette.color(role.HighlightedText),
        selected_text=_readable_on(surface, (accent, text)), selected=surface,
        ok=_kept(CONTRAST.ok, surface, text), ok_soft=surface,
        warn=_kept(CONTRAST.warn, surface, text), warn_soft=surface,
        danger=_kept(CONTRAST.danger, surface, text), danger_soft=surface,
        focus=_kept(CONTRAST.focus, surface, accent),
    )  # fmt: skip


def to_palette(colours: Colours, base: QPalette) -> QPalette:
    """Return `base` with our roles, for the few native widgets that are left."""
    palette = QPalette(base)
    role = QPalette.ColorRole
    for name, colour in (
        (role.Window, colours.canvas),
        (role.WindowText, colours.text),
        (role.Base, colours.surface),
        (role.AlternateBase, colours.sunken),
        (role.Text, colours.text),
        (role.PlaceholderText, colours.text2),
        (role.Button, colours.surface),
        (role.ButtonText, colours.text),
        (role.ToolTipBase, colours.surface),
        (role.ToolTipText, colours.text),
        (role.Highlight, colours.accent),
        (role.HighlightedText, colours.on_accent),
        (role.Accent, colours.accent),
        (role.Link, colours.accent),
        (role.Light, colours.surface),
        (role.Mid, colours.strong),
        (role.Dark, colours.strong),
    ):
        palette.setColor(name, colour)
    return palette


def _luminance(colour: QColor) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _readable_on(ground: QColor, wanted: tuple[QColor, ...]) -> QColor:
    good = (colour for colour in wanted if contrast(colour, ground) >= MINIMUM_CONTRAST)
    return next(good, max(wanted, key=lambda colour: contrast(colour, ground)))


def _kept(ours: QColor, ground: QColor, otherwise: QColor) -> QColor:
    return ours if contrast(ours, ground) >= HIGH_CONTRAST else otherwise
