"""The font of all text, and the one Han characters are taken from."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontInfo

from adjudicator_app.widgets.theme import Type, theme


def test_han_fonts_stand_behind_the_font_of_the_desktop(qapp):
    font = theme().font(Type.BODY)
    alone = QFont(qapp.font().family())
    assert QFontInfo(font).family() == QFontInfo(alone).family()
    assert QFontInfo(font).family() not in font.families()[1:]
