"""The look: contrast of every role, the text scale, the system's own colours."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.colours import (
    CONTRAST,
    DARK,
    LIGHT,
    Colours,
    Tone,
    contrast,
    from_high_contrast,
    with_system_accent,
)
from adjudicator_app.widgets.focus_ring import FocusRing, FocusRings
from adjudicator_app.widgets.icons import MIRRORED, icon_pixmap, tinted
from adjudicator_app.widgets.text import Text, with_units_kept
from adjudicator_app.widgets.theme import Mode, Type, theme

# The ratios of the design's table: the lowest on any ground the role meets.
TABLE = {
    "text": (LIGHT, 13.7), "text2": (LIGHT, 6.1), "accent": (LIGHT, 6.7), "strong": (LIGHT, 3.4),
    "focus": (LIGHT, 5.5),
}  # fmt: skip
DARK_TABLE = {"text": 11.4, "text2": 7.5, "accent": 6.8, "strong": 4.6, "focus": 8.6}
GROUNDS = ("canvas", "surface", "sunken")


def worst(colours: Colours, role: str) -> float:
    return min(contrast(getattr(colours, role), getattr(colours, ground)) for ground in GROUNDS)


@pytest.mark.parametrize("role", TABLE)
def test_light_roles_have_the_contrast_of_the_table(role):
    colours, ratio = TABLE[role]
    assert round(worst(colours, role), 1) >= ratio


@pytest.mark.parametrize("role", DARK_TABLE)
def test_dark_roles_have_the_contrast_of_the_table(role):
    assert round(worst(DARK, role), 1) >= DARK_TABLE[role]


@pytest.mark.parametrize("colours", [LIGHT, DARK, CONTRAST])
def test_everything_that_is_read_has_four_and_a_half_to_one(colours):
    for text, ground in (
        ("on_accent", "accent"), ("selected_text", "selected"), ("ok", "ok_soft"),
        ("warn", "warn_soft"), ("danger", "danger_soft"),
    ):  # fmt: skip
        assert contrast(getattr(colours, text), getattr(colours, ground)) >= 4.5, text


def test_the_ratio_is_that_of_the_standard():
    assert contrast(QColor("#000000"), QColor("#ffffff")) == pytest.approx(21)
    assert contrast(QColor("#777777"), QColor("#ffffff")) == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("colours", [LIGHT, DARK])
@pytest.mark.parametrize("accent", ["#7b1fa2", "#00695c", "#e1bee7", "#80deea", "#308cc6"])
def test_a_system_accent_leads_only_where_it_can_be_read(colours, accent):
    led = with_system_accent(colours, QColor(accent))
    readable = min(contrast(QColor(accent), getattr(colours, g)) for g in GROUNDS) >= 4.5
    assert (led.accent == QColor(accent)) is readable
    for text, ground in (("on_accent", "accent"), ("selected_text", "selected")):
        assert contrast(getattr(led, text), getattr(led, ground)) >= 4.5


def test_high_contrast_takes_the_systems_colours():
    system = QPalette()
    for role, colour in (
        (QPalette.ColorRole.Window, "#002b00"), (QPalette.ColorRole.Base, "#002b00"),
        (QPalette.ColorRole.WindowText, "#ffffe0"), (QPalette.ColorRole.Highlight, "#ffd700"),
        (QPalette.ColorRole.HighlightedText, "#000000"),
    ):  # fmt: skip
        system.setColor(role, QColor(colour))
    colours = from_high_contrast(system)
    assert colours.canvas.name() == "#002b00"
    assert colours.text.name() == "#ffffe0"
    assert colours.line == colours.text
    for role in ("text", "text2", "ok", "warn", "danger", "focus", "selected_text"):
        assert contrast(getattr(colours, role), colours.surface) >= 7


@pytest.fixture
def plain_theme(qapp):
    yield theme()
    theme().set_text_scale(1.0)
    theme().set_mode(Mode.SYSTEM)


def desktop(window: str, text: str) -> QPalette:
    palette = QPalette(QColor(window))
    palette.setColor(QPalette.ColorRole.Window, QColor(window))
    palette.setColor(QPalette.ColorRole.WindowText, QColor(text))
    palette.setColor(QPalette.ColorRole.Accent, QColor("#308cc6"))
    return palette


def test_light_or_dark_is_what_the_desktop_is(plain_theme):
    assert plain_theme._choose(desktop("#202020", "#eeeeee")) == DARK
    assert plain_theme._choose(desktop("#f6f6f6", "#202020")) == LIGHT
    plain_theme.set_mode(Mode.CONTRAST)
    assert plain_theme._choose(desktop("#f6f6f6", "#202020")) == CONTRAST


def test_a_change_of_the_desktops_colours_is_noticed_while_running(plain_theme, qapp, qtbot):
    with qtbot.waitSignal(plain_theme.changed):
        qapp.setPalette(desktop("#202020", "#eeeeee"))
    with qtbot.waitSignal(plain_theme.changed):
        plain_theme._hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert qapp.palette().color(QPalette.ColorRole.Window) == plain_theme.colours.canvas


def test_the_text_scale_is_kept_between_100_and_250_percent(plain_theme):
    for asked, kept in ((0.5, 1.0), (1.25, 1.25), (4.0, 2.5)):
        plain_theme.set_text_scale(asked)
        assert plain_theme.text_scale == kept
        assert plain_theme.px(16) == round(16 * kept)


def test_widgets_that_are_there_grow_with_the_scale(plain_theme, qtbot):
    page = QWidget()
    layout = QVBoxLayout(page)
    text, button = Text("Words", Type.HEAD), Button("Press", Look.PRIMARY)
    layout.addWidget(text)
    layout.addWidget(button)
    qtbot.addWidget(page)
    page.show()
    before = text.sizeHint().height(), button.sizeHint().height()
    plain_theme.set_text_scale(2.0)
    assert (text.sizeHint().height(), button.sizeHint().height()) == (48, 80)
    assert before == (24, 40)


def test_the_ring_is_two_pixels_off_whatever_has_the_focus(plain_theme, qapp, qtbot):
    FocusRings.install(qapp)
    page = QWidget()
    layout = QVBoxLayout(page)
    first, second = Button("One"), Button("Two")
    layout.addWidget(first)
    layout.addWidget(second)
    qtbot.addWidget(page)
    page.resize(300, 200)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    for button in (first, second):
        button.setFocus()
        rings = [ring for ring in page.findChildren(FocusRing) if ring.isVisible()]
        assert [ring.geometry() for ring in rings] == [button.geometry().adjusted(-4, -4, 4, 4)]
    page.resize(500, 300)
    ring = next(r for r in page.findChildren(FocusRing) if r.isVisible())
    assert ring.geometry() == second.geometry().adjusted(-4, -4, 4, 4)
    picture = page.grab().toImage()
    y = second.geometry().center().y()
    columns = [picture.pixelColor(second.x() - gap, y).name() for gap in (4, 3, 2, 1)]
    focus, canvas = plain_theme.colours.focus.name(), picture.pixelColor(1, 1).name()
    assert columns == [focus, focus, canvas, canvas]


def test_a_ring_does_not_outlive_its_control(plain_theme, qapp, qtbot):
    FocusRings.install(qapp)
    page, button = QWidget(), Button("One")
    QVBoxLayout(page).addWidget(button)
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    button.setFocus()
    button.setParent(None)
    button.deleteLater()
    qtbot.waitUntil(lambda: not any(r.isVisible() for r in page.findChildren(FocusRing)))


def test_a_part_that_goes_with_the_focus_inside_does_no_harm(plain_theme, qapp, qtbot):
    FocusRings.install(qapp)
    page, part, inside, other = QWidget(), QWidget(), Button("One"), Button("Two")
    layout = QVBoxLayout(page)
    QVBoxLayout(part).addWidget(inside)
    layout.addWidget(part)
    layout.addWidget(other)
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    inside.setFocus()
    with qtbot.waitSignal(part.destroyed):
        part.deleteLater()
    other.setFocus()
    rings = [ring for ring in page.findChildren(FocusRing) if ring.isVisible()]
    assert [ring.geometry() for ring in rings] == [other.geometry().adjusted(-4, -4, 4, 4)]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("SpO₂ 92 % on air", "SpO₂ 92\N{NO-BREAK SPACE}% on air"),
        ("a 7 mm stone", "a 7\N{NO-BREAK SPACE}mm stone"),
        ("38.1 °C, 9 of 10", "38.1\N{NO-BREAK SPACE}°C, 9\N{NO-BREAK SPACE}of 10"),
        ("in 2 weeks", "in 2\N{NO-BREAK SPACE}weeks"),
        ("level 2 rather than 3", "level 2 rather than 3"),
        ("days 1 to 14", "days 1 to 14"),
    ],
)
def test_a_number_and_its_unit_stay_on_one_line(text, kept):
    assert with_units_kept(text) == kept


def test_text_shows_markup_as_it_is_written(qtbot):
    label = Text("HR < 100 & <b>not bold</b>")
    qtbot.addWidget(label)
    assert label.text() == "HR < 100 & <b>not bold</b>"
    assert label.textFormat() is Qt.TextFormat.PlainText
    assert isinstance(label, QLabel)


def test_wrapped_text_is_as_high_as_its_lines(qtbot):
    label = Text("one two three four five six seven eight nine ten " * 6, Type.READING)
    qtbot.addWidget(label)
    wide, narrow = label.heightForWidth(900), label.heightForWidth(200)
    assert wide % 24 == 0
    assert narrow % 24 == 0
    assert narrow > 3 * wide


def difference(one: QImage, other: QImage) -> float:
    """How far two pictures lie apart, pixel by pixel."""
    return sum(
        abs(one.pixelColor(x, y).alpha() - other.pixelColor(x, y).alpha())
        for x in range(one.width())
        for y in range(one.height())
    )


def test_icons_take_the_colour_of_their_role_and_turn_with_the_reading_direction(plain_theme):
    image = icon_pixmap("one_side", Tone.DANGER, 20).toImage()
    drawn, wanted = image.pixelColor(10, 10), plain_theme.colours.danger
    for part in ("red", "green", "blue"):
        assert abs(getattr(drawn, part)() - getattr(wanted, part)()) <= 2
    black = QColor("#000000")
    for name in MIRRORED:
        forward = tinted(name, black, 32).toImage()
        turned = tinted(name, black, 32, rtl=True).toImage()
        mirrored = forward.flipped(Qt.Orientation.Horizontal)
        assert difference(mirrored, turned) < difference(forward, turned) / 4, name
    still = tinted("tick", black, 32).toImage()
    assert tinted("tick", black, 32, rtl=True).toImage() == still
