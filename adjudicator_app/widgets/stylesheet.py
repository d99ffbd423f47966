"""The style sheets of the native widgets that are left: inputs, lists, scroll bars, menus.

Each is set on its own widget: a sheet of the application goes over every widget of every screen
when a colour or a size changes, and over each new one.
"""

from __future__ import annotations

from enum import Enum

from PySide6.QtWidgets import QWidget

from adjudicator_app.widgets.theme import theme

_BAR = """
QScrollBar:vertical {{ background: transparent; width: {p10}px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: {p10}px; margin: 0; }}
QScrollBar::handle {{ background: {strong}; border-radius: {p3}px; margin: {p2}px; }}
QScrollBar::handle:vertical {{ min-height: {p32}px; }}
QScrollBar::handle:horizontal {{ min-width: {p32}px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""


class Native(Enum):
    """What the sheets say of each kind of widget, sizes in px at 100 %."""

    MENU = """
QMenu {{ background: {surface}; color: {text}; border: 1px solid {strong}; padding: {p4}px; }}
QMenu::item {{ padding: {p8}px {p16}px; border-radius: {p4}px; }}
QMenu::item:selected {{ background: {selected}; color: {selected_text}; }}
QMenu::item:disabled {{ color: {text2}; }}
QMenu::separator {{ height: 1px; background: {line}; margin: {p4}px {p8}px; }}
"""
    BAR = _BAR
    LINE = """
QLineEdit {{ background: {surface}; color: {text}; border: 1px solid {strong};
  border-radius: {p6}px; selection-background-color: {accent};
  selection-color: {on_accent}; placeholder-text-color: {text2};
  padding: 0 {p11}px; min-height: {p38}px; max-height: {p38}px; }}
QLineEdit[compact="true"] {{ min-height: {p34}px; max-height: {p34}px; }}
QLineEdit[wrong="true"] {{ border: 2px solid {danger}; }}
QLineEdit:disabled, QLineEdit:read-only {{ background: {sunken}; color: {text2}; }}
"""
    TEXT = (
        """
QTextEdit {{ background: {surface}; color: {text}; border: 1px solid {strong};
  border-radius: {p6}px; selection-background-color: {accent};
  selection-color: {on_accent}; placeholder-text-color: {text2}; padding: {p7}px {p11}px; }}
QTextEdit[wrong="true"] {{ border: 2px solid {danger}; }}
QTextEdit:read-only {{ background: {sunken}; color: {text2}; }}
"""
        + _BAR
    )
    CHOICE = (
        """
QComboBox {{ background: {surface}; color: {text}; border: 1px solid {strong};
  border-radius: {p6}px; padding: 0 {p32}px 0 {p11}px; min-height: {p38}px;
  max-height: {p38}px; }}
QComboBox::drop-down {{ border: none; width: {p32}px; }}
QComboBox::down-arrow {{ image: none; }}
QComboBox QAbstractItemView {{ background: {surface}; color: {text}; border: 1px solid {strong};
  selection-background-color: {selected}; selection-color: {selected_text}; outline: none;
  padding: {p4}px; }}
QComboBox QAbstractItemView::item {{ min-height: {p32}px; padding: 0 {p8}px; }}
"""
        + _BAR
    )


_SIZES = (2, 3, 4, 6, 7, 8, 10, 11, 16, 32, 34, 38)


def dress(widget: QWidget, kind: Native) -> None:
    """Give a native widget its sheet in the present colours and sizes."""
    names = {name: colour.name() for name, colour in vars(theme().colours).items()}
    sizes = {f"p{size}": theme().px(size) for size in _SIZES}
    sheet = kind.value.format(**names, **sizes)
    if widget.styleSheet() != sheet:
        widget.setStyleSheet(sheet)
