"""Numbered instructions side by side, or below each other where it is narrow."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.disc import Along, Disc
from adjudicator_app.widgets.folding import Folding
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight


class Steps(Folding):
    """What to do, one step after another: a word and a sentence each."""

    def __init__(self, steps: Sequence[tuple[str, str]]) -> None:
        super().__init__([(_step(at, *told), 1) for at, told in enumerate(steps, 1)], under=640)


def _step(number: int, head: str, rest: str) -> QWidget:
    words = column(gap=4).add(
        Text(head, Type.HEAD, Weight.SEMIBOLD), Text(rest, Type.SMALL, tone=Tone.TEXT2)
    )
    step = QWidget()
    disc = column().add(Disc(number, Along.MARKED), STRETCH)
    row(step, gap=12).add(disc, words.add(STRETCH))
    return step
