"""The style sheet of the native widgets that are left: inputs, lists, scroll bars, menus, tips."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator_app.widgets.colours import Colours

_TEMPLATE = """
QToolTip {{ background: {surface}; color: {text}; border: 1px solid {strong};
  padding: {p4}px {p8}px; }}
QMenu {{ background: {surface}; color: {text}; border: 1px solid {strong}; padding: {p4}px; }}
QMenu::item {{ padding: {p8}px {p16}px; border-radius: {p4}px; }}
QMenu::item:selected {{ background: {selected}; color: {selected_text}; }}
QMenu::item:disabled {{ color: {text2}; }}
QMenu::separator {{ height: 1px; background: {line}; margin: {p4}px {p8}px; }}
QScrollArea, QScrollArea > QWidget > QWidget#scrolled {{ background: transparent; border: none; }}
QScrollBar:vertical {{ background: transparent; width: {p10}px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: {p10}px; margin: 0; }}
QScrollBar::handle {{ background: {strong}; border-radius: {p3}px; margin: {p2}px; }}
QScrollBar::handle:vertical {{ min-height: {p32}px; }}
QScrollBar::handle:horizontal {{ min-width: {p32}px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QLineEdit, QTextEdit {{ background: {surface}; color: {text}; border: 1px solid {strong};
  border-radius: {p6}px; selection-background-color: {accent};
  selection-color: {on_accent}; placeholder-text-color: {text2}; }}
QLineEdit {{ padding: 0 {p11}px; min-height: {p38}px; max-height: {p38}px; }}
QLineEdit[compact="true"] {{ min-height: {p34}px; max-height: {p34}px; }}
QTextEdit {{ padding: {p7}px {p11}px; }}
QLineEdit[wrong="true"], QTextEdit[wrong="true"] {{ border: 2px solid {danger}; }}
QLineEdit:disabled, QLineEdit:read-only, QTextEdit:read-only {{ background: {sunken};
  color: {text2}; }}
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


def build(colours: Colours, px: Callable[[float], int]) -> str:
    """Return the style sheet for these colours and this text scale."""
    names = {name: colour.name() for name, colour in vars(colours).items()}
    sizes = {f"p{size}": px(size) for size in (2, 3, 4, 5, 6, 7, 8, 10, 11, 16, 32, 34, 38)}
    return _TEMPLATE.format(**names, **sizes)
