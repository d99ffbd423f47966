"""The case as it stands at the item's step; what arrives later is absent."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.saying import say
from adjudicator_app.widgets.card import Divider
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.layouts import beside_first_line, column, row
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.panel import Panel
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.step_strip import StepStrip
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme
from adjudicator_app.widgets.tiles import Tiles
from bands_registry.services.views import ReviewView
from fairmed_core.domain.action_space import Step
from fairmed_core.domain.vignette import Fact
from fairmed_core.words.joining import listed, paragraph
from fairmed_core.words.sentences import STEPS


class CasePanel(Panel):
    """Step, what is not known yet, measured values, and the facts in reading order."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Case"), gap=12, parent=parent)
        # Kept from item to item: widgets take long to make.
        self._heading = Text(self.tr("Case"), Type.COLUMN, Weight.SEMIBOLD)
        self._strip, self._not_known, self._line = StepStrip(), _NotKnown(), Divider()
        self._headline, self._tiles = Text("", Type.HEAD, Weight.SEMIBOLD), Tiles()
        self._texts: list[Text] = []
        self._headings: list[Text] = []

    def show_item(self, view: ReviewView) -> None:
        """Show another case."""
        self._strip.show_step(view.sub_action.step)
        self._not_known.say(view.not_known)
        self._headline.say(view.item.headline)
        vitals = tuple(vital for fact in view.facts for vital in fact.vitals if not fact.only_if)
        self._tiles.show_vitals(vitals)
        facts = self._facts(view.facts)
        spare = [text for text in (*self._texts, *self._headings) if text not in facts]
        for text in spare:
            # No word of another case stays, not even out of sight.
            text.say("")
        top = (self._heading, self._strip, self._not_known, self._line, self._headline, self._tiles)
        self.show_blocks(*top, *facts, *spare)
        for part, shown in (
            (self._not_known, bool(view.not_known)),
            (self._tiles, bool(vitals)),
            *((fact, True) for fact in facts),
            *((text, False) for text in spare),
        ):
            part.setVisible(shown)

    def _facts(self, facts: Sequence[Fact]) -> list[QWidget]:
        blocks: list[QWidget] = []
        texts, headings = iter(self._texts[:]), iter(self._headings[:])
        step = facts[0].step if facts else None
        for fact in facts:
            if not fact.text and not fact.only_if:
                continue
            if fact.step is not step:
                step = fact.step
                heading = next(headings, None) or self._made_heading()
                heading.say(self._since(step))
                blocks.append(heading)
            if fact.only_if:
                blocks.append(_Conditional(fact))
                continue
            text = next(texts, None) or self._made_text()
            text.say(fact.text)
            blocks.append(text)
        return blocks

    def _made_text(self) -> Text:
        self._texts.append(Text("", Type.READING))
        return self._texts[-1]

    def _made_heading(self) -> Text:
        self._headings.append(Text("", Type.SMALL, Weight.SEMIBOLD, tone=Tone.TEXT2))
        return self._headings[-1]

    def _since(self, step: Step) -> str:
        """Return since when the facts below are known."""
        return {
            Step.TRIAGE: self.tr("Known at triage"),
            Step.ORDER: self.tr("Known when tests are ordered"),
            Step.RESULTS: self.tr("Known once results are back"),
            Step.REASSESS: self.tr("Known at reassessment"),
            Step.PRESCRIBE: self.tr("Known when prescribing"),
            Step.DOCUMENT: self.tr("Known when documenting"),
        }[step]


class _NotKnown(QWidget):
    """What a clinician does not know yet at this step."""

    def __init__(self) -> None:
        super().__init__()
        self._words = Text("", Type.SMALL, tone=Tone.TEXT2)
        line = row(self, gap=8)
        line.addLayout(beside_first_line(Picture("info", Tone.TEXT2, size=16)))
        line.addWidget(self._words, 1)

    def say(self, what: str) -> None:
        """Name it; "" where all is known."""
        lead = self.tr("Not known yet:")
        self._words.say(_sentence(what) if what else "", lead=lead if what else "")


class _Conditional(QWidget):
    """A fact that exists only if an earlier action was taken, in its own marked block."""

    def __init__(self, fact: Fact) -> None:
        super().__init__()
        known = self.tr("Known only if {condition}").format(condition=fact.only_if)
        head = row(gap=8)
        head.addLayout(beside_first_line(Picture("branch", Tone.TEXT2, size=16)))
        head.addWidget(Text(known, Type.SMALL, Weight.SEMIBOLD, tone=Tone.TEXT2), 1)
        inner = column(gap=4, margins=(24, 0, 0, 0))
        if fact.vitals:
            tiles = Tiles()
            tiles.show_vitals(fact.vitals)
            inner.add(tiles)
        inner.add(Text(fact.text, Type.READING))
        column(self, gap=4, margins=(12, 10, 12, 10)).add(head, inner)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dashed block."""
        colours = theme().colours
        draw_box(
            QPainter(self),
            QRect(self.rect()),
            fill=colours.sunken,
            edge=colours.strong,
            dashes=(4, 3),
        )


class CaseInBrief(QWidget):
    """One line of the case above the judgement where the case is on another tab."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = Text("", Type.SMALL, tone=Tone.TEXT2)
        column(self, gap=0, margins=(16, 10, 16, 10)).add(self._words)

    @property
    def text(self) -> str:
        """What it says."""
        return self._words.text()

    def show_item(self, view: ReviewView) -> None:
        """Show another case."""
        vitals = [
            f"{vital.name} {vital.value} {vital.unit}".strip()
            for fact in view.facts
            for vital in fact.vitals
            if not fact.only_if
        ]
        parts = [view.item.headline, listed(vitals, say)]
        parts.append(
            self.tr("Step: {step}").format(step=self.tr(STEPS[view.sub_action.step]).lower())
        )
        text = paragraph((_sentence(part) for part in parts if part), say)
        self._words.say(text, lead=self.tr("Case in brief"))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the strip."""
        colours = theme().colours
        draw_box(QPainter(self), self.rect(), fill=colours.sunken, edge=colours.line, radius=8)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
