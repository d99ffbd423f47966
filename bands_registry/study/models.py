"""Shapes of the parts of a study, shared by the YAML files and by packs.

Each model checks one part on its own and turns itself into the domain value; rules that need more
than one part stand in `rules`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictInt

from bands_registry.study.fields import (
    Filled,
    Flag,
    Id,
    Line,
    Profession,
    SeatCode,
    Sha256,
    Specialty,
    Strict,
    Text,
    Whole,
    refusal,
)
from bands_registry.study.sets import Acceptable
from fairmed_core.domain.acceptable import AcceptableSet
from fairmed_core.domain.action_space import Kind, Level, Setting, Step, Threshold
from fairmed_core.domain.band import Band, Feedback, ProvenanceLevel
from fairmed_core.domain.sources import Clause, Confidence, Source
from fairmed_core.domain.study import Seat, Waiver
from fairmed_core.domain.verdict import VerdictKind
from fairmed_core.domain.vignette import Fact, Vignette, Vital

DraftLevel = Literal["author-derived", "guideline-derived"]
Domain = Literal["triage", "ordering", "medication", "documentation"]


MAX_ANCHOR_WORDS = 12


def _short(anchor: str) -> str:
    if len(anchor.split()) > MAX_ANCHOR_WORDS:
        raise refusal(
            f"The anchor has {len(anchor.split())} words.",
            f"Quote at most {MAX_ANCHOR_WORDS}: sources are paraphrased.",
        )
    return anchor


class SourceModel(Strict):
    """A named guideline edition."""

    id: Id
    title: Line
    publisher: Line
    edition: Line
    year: Annotated[StrictInt, Field(ge=1900, le=2200)]
    url: Line
    sha256: Sha256 | None = None

    def value(self) -> Source:
        """Return the domain value."""
        return Source(
            self.id, self.title, self.publisher, self.edition, self.year, self.url, self.sha256
        )


class ClauseModel(Strict):
    """A located passage of a source, in summary."""

    id: Id
    source: Id
    locator: Line
    summary: Text
    facts: Filled[Text]
    caveat: Text
    verified_how: Text
    confidence: Confidence
    pdf_page: Annotated[StrictInt, Field(ge=1)] | None = None
    printed_page: Line | None = None
    anchor: Annotated[Line, AfterValidator(_short)] | None = None

    def value(self) -> Clause:
        """Return the domain value."""
        return Clause(
            id=self.id,
            source_id=self.source,
            locator=self.locator,
            summary=self.summary,
            facts=self.facts,
            caveat=self.caveat,
            verified_how=self.verified_how,
            confidence=self.confidence,
            pdf_page=self.pdf_page,
            printed_page=self.printed_page,
            anchor=self.anchor,
        )


class VitalModel(Strict):
    """A measured value that is shown as a tile."""

    name: Line
    value: Line
    unit: Line


class FactModel(Strict):
    """One statement about the case and the step at which it becomes known."""

    id: Id
    step: Step
    text: Text
    vitals: tuple[VitalModel, ...] = ()
    only_if: Line | None = None

    def value(self) -> Fact:
        """Return the domain value."""
        vitals = tuple(Vital(tile.name, tile.value, tile.unit) for tile in self.vitals)
        return Fact(self.id, self.step, self.text, vitals, self.only_if)


class VignetteModel(Strict):
    """A case whose facts arrive step by step."""

    id: Id
    headline: Line
    domain: Domain
    facts: Filled[FactModel]
    not_known: dict[Step, Line] = Field(default_factory=dict)
    practice: Flag = False

    def value(self) -> Vignette:
        """Return the domain value."""
        return Vignette(
            id=self.id,
            headline=self.headline,
            domain=self.domain,
            facts=tuple(fact.value() for fact in self.facts),
            not_known=tuple((at, self.not_known[at]) for at in Step if at in self.not_known),
            practice=self.practice,
        )


class PassModel(Strict):
    """A verdict that passes a practice item; without a set, any."""

    kind: VerdictKind
    acceptable: Acceptable | None = None


class FeedbackModel(Strict):
    """What a practice item teaches after it was judged."""

    trap: Text
    guideline_says: Text
    right_answer: Text
    passes: Filled[PassModel]

    def value(self) -> Feedback:
        """Return the domain value."""
        passes: tuple[tuple[str, AcceptableSet | None], ...] = tuple(
            (passing.kind.value, passing.acceptable) for passing in self.passes
        )
        return Feedback(self.trap, self.guideline_says, self.right_answer, passes)


class BandModel(Strict):
    """A draft band with its derivation."""

    id: Id
    title: Line
    vignette: Id
    sub_action: Id
    acceptable: Acceptable
    disputed: Acceptable | None = None
    clauses: tuple[Id, ...] = ()
    reasoning: Text
    uses_facts: tuple[Id, ...] = ()
    level: DraftLevel
    required_roles: tuple[Profession, ...] = ()
    author: Id
    feedback: FeedbackModel | None = None
    setting: Id | None = None

    def value(self) -> Band:
        """Return the domain value; ValueError or TypeError where set and disputed clash."""
        return Band(
            id=self.id,
            title=self.title,
            vignette_id=self.vignette,
            sub_action=self.sub_action,
            acceptable=self.acceptable,
            disputed=self.disputed,
            clause_ids=self.clauses,
            reasoning=self.reasoning,
            uses_facts=self.uses_facts,
            level=ProvenanceLevel(self.level),
            required_roles=self.required_roles,
            author=self.author,
            feedback=None if self.feedback is None else self.feedback.value(),
            setting=self.setting,
        )


class ThresholdModel(Strict):
    """The pre-registered cut."""

    direction: Literal["at_most", "at_least"]
    cut: Whole
    yes: Line
    no: Line

    def value(self) -> Threshold:
        """Return the domain value."""
        return Threshold(self.direction, self.cut, self.yes, self.no)


class LevelModel(Strict):
    """One value of a scale with its label."""

    value: Whole
    label: Line


class SubActionModel(Strict):
    """One field the agent commits; only the name is needed where a protocol's one is changed."""

    name: Id
    label: Line | None = None
    step: Step | None = None
    kind: Kind | None = None
    levels: tuple[LevelModel, ...] | None = None
    minimum: Whole | None = None
    maximum: Whole | None = None
    threshold: ThresholdModel | None = None
    setting: Id | None = None

    def changes(self) -> dict[str, object]:
        """Return the declared fields of the domain value."""
        given: dict[str, object] = {
            "label": self.label,
            "step": self.step,
            "kind": self.kind,
            "levels": None
            if self.levels is None
            else tuple(Level(level.value, level.label) for level in self.levels),
            "minimum": self.minimum,
            "maximum": self.maximum,
            "threshold": None if self.threshold is None else self.threshold.value(),
            "setting": self.setting,
        }
        return {key: value for key, value in given.items() if value is not None}


class SettingModel(Strict):
    """A practice setting and who ordinarily decides in it."""

    id: Id
    label: Line
    specialties: tuple[Specialty, ...] = ()
    professions: tuple[Profession, ...] = ()

    def value(self) -> Setting:
        """Return the domain value."""
        return Setting(
            self.id, self.label, frozenset(self.specialties), frozenset(self.professions)
        )


class SeatModel(Strict):
    """A place among the raters."""

    code: SeatCode
    role: Line
    items: Filled[Id]

    def value(self) -> Seat:
        """Return the domain value."""
        return Seat(self.code, self.role, self.items)


class WaiverModel(Strict):
    """A leak-check hit that stays, and why."""

    place: Line
    text: Line
    reason: Text

    def value(self) -> Waiver:
        """Return the domain value."""
        return Waiver(self.place, self.text, self.reason)
